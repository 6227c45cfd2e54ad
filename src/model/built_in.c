/*
 * built_in.c - see built_in.h. A new model needs a row in the table, its PITH__EMBED above the
 * table, its switch in embed.h, and a line in models/models.cmake.
 */
#include "model/built_in.h"

#include "model/chargram.h"
#include "model/embed.h"
#include "model/forest.h"
#include "model/wordgram.h"

/* Model files are little-endian. A forest is used in place as an array of numbers, so a big-endian
 * machine gets it as C source that the build generates from the file. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define TURNED 1
#else
#define TURNED 0
#endif

#if !PITH_BUILTIN_AUTO
#define AUTO_FOREST NULL
#elif TURNED
static const uint32_t pith__auto_forest[] = {
#include "auto_forest.inc"
};
#else
PITH__EMBED(uint32_t, pith__auto_forest, "auto.forest");
#endif
#ifndef AUTO_FOREST
#define AUTO_FOREST pith__auto_forest
#endif

#if !PITH_BUILTIN_KIND
#define KIND_FOREST NULL
#elif TURNED
static const uint32_t pith__kind_forest[] = {
#include "kind_forest.inc"
};
#else
PITH__EMBED(uint32_t, pith__kind_forest, "kind.forest");
#endif
#ifndef KIND_FOREST
#define KIND_FOREST pith__kind_forest
#endif

#if PITH_BUILTIN_EN
PITH__EMBED(unsigned char, pith__en_chargram, "en.chargram");
#define EN_CHARGRAM pith__en_chargram, pith__en_chargram_end
#else
#define EN_CHARGRAM NULL, NULL
#endif

#if PITH_BUILTIN_ANY
PITH__EMBED(unsigned char, pith__any_chargram, "any.chargram");
#define ANY_CHARGRAM pith__any_chargram, pith__any_chargram_end
#else
#define ANY_CHARGRAM NULL, NULL
#endif

#if PITH_BUILTIN_EN_WORDS
PITH__EMBED(unsigned char, pith__en_wordgram, "en.wordgram");
#define EN_WORDGRAM pith__en_wordgram, pith__en_wordgram_end
#else
#define EN_WORDGRAM NULL, NULL
#endif

struct row {
    const char *name, *file;
    enum pith__model_kind kind;
    const char *language, *summary;
    const uint32_t *words;            /* a forest */
    const unsigned char *begin, *end; /* any other model; both this and WORDS NULL: left out */
};

static const struct row rows[] = {
    {"auto", "auto.forest", PITH__MODEL_FOREST, "any",
     "a forest over features of blocks and of their neighbours", AUTO_FOREST, NULL, NULL},
    {"kind", "kind.forest", PITH__MODEL_KINDS, "any",
     "a forest over features of pages: what kind a page is of", KIND_FOREST, NULL, NULL},
    {"en", "en.chargram", PITH__MODEL_CHARGRAM, "en", "characters of English text and boilerplate",
     NULL, EN_CHARGRAM},
    {"any", "any.chargram", PITH__MODEL_CHARGRAM, "any",
     "the same without words: punctuation, lengths, digits", NULL, ANY_CHARGRAM},
    {"en-words", "en.wordgram", PITH__MODEL_WORDGRAM, "en",
     "words of English text and what follows them", NULL, EN_WORDGRAM},
};
enum { ROWS = sizeof rows / sizeof *rows };

bool pith__model_known_at(size_t index, struct pith__built_in *model)
{
    if (index >= ROWS)
        return false;
    const struct row *row = &rows[index];
    *model = (struct pith__built_in){row->name,    row->file,  row->kind, row->language,
                                     row->summary, row->begin, 0};
    if (row->words != NULL)
        model->len = 4 * (size_t)row->words[PITH__FOREST_SIZE];
    else if (row->begin != NULL)
        model->len = (size_t)(row->end - row->begin);
    return true;
}

bool pith__built_in_at(size_t index, struct pith__built_in *model)
{
    for (size_t i = 0; pith__model_known_at(i, model); i++) {
        if (model->len > 0 && index-- == 0)
            return true;
    }
    return false;
}

/* A forest for other features is useless. Tests also compare the names of the features. */
const uint32_t *pith__forest_built_in(void)
{
    const uint32_t *words = AUTO_FOREST;
    return words != NULL && words[PITH__FOREST_FEATURES_AT] == PITH__TAGGER_FEATURES ? words : NULL;
}

const uint32_t *pith__forest_kinds_built_in(void)
{
    const uint32_t *words = KIND_FOREST;
    return words != NULL && words[PITH__FOREST_FEATURES_AT] == PITH__KIND_FEATURES ? words : NULL;
}

bool pith__built_in_find(const char *name, struct pith__built_in *model)
{
    for (size_t i = 0; pith__built_in_at(i, model); i++) {
        if (strcmp(model->name, name) == 0)
            return true;
    }
    return false;
}

bool pith__chargram_built_in(const char *name, struct pith__chargram *model)
{
    struct pith__built_in found;
    if (!pith__built_in_find(name, &found) || found.kind != PITH__MODEL_CHARGRAM)
        return false;
    pith__chargram_view(model, found.bytes);
    return true;
}

bool pith__chargram_for_language(const char *lang, size_t len, struct pith__chargram *model)
{
    bool english = len >= 2 && (lang[0] | 0x20) == 'e' && (lang[1] | 0x20) == 'n' &&
                   (len == 2 || lang[2] == '-' || lang[2] == '_');
    return (english && pith__chargram_built_in("en", model)) ||
           pith__chargram_built_in("any", model);
}

/* Does TAG, such as en-GB, belong to LANGUAGE? */
static bool is_language(const char *tag, const char *language)
{
    size_t len = strlen(language);
    struct pith__span text = {(const unsigned char *)tag, strlen(tag)};
    return pith__span_starts(text, language) &&
           (text.len == len || tag[len] == '-' || tag[len] == '_');
}

bool pith__wordgram_built_in(const char *language, struct pith__wordgram *model)
{
    struct pith__built_in found;
    const char *message;
    for (size_t i = 0; pith__built_in_at(i, &found); i++) {
        if (found.kind == PITH__MODEL_WORDGRAM &&
            (language == NULL || is_language(language, found.language)))
            return pith__wordgram_view(model, found.bytes, found.len, &message);
    }
    return false;
}

const char *pith__wordgram_languages(void)
{
    return PITH_BUILTIN_EN_WORDS ? "en" : "none"; /* must match the table; a test compares them */
}
