/*
 * built_in.c - see built_in.h. A new model is a line in the table, one for its file above it, and
 * one in CMakeLists.txt.
 */
#include "model/built_in.h"

#include "model/chargram.h"
#include "model/embed.h"
#include "model/forest.h"
#include "model/wordgram.h"

PITH__EMBED(pith__any_chargram, "any.chargram");
PITH__EMBED(pith__en_chargram, "en.chargram");
PITH__EMBED(pith__en_wordgram, "en.wordgram");

struct row {
    const char *name;
    enum pith__model_kind kind;
    const char *language, *summary;
    const unsigned char *begin, *end; /* NULL: a forest, which the build makes words of */
};

static const struct row rows[] = {
    {"auto", PITH__MODEL_FOREST, "any", "a forest over features of blocks and of their neighbours",
     NULL, NULL},
    {"kind", PITH__MODEL_KINDS, "any", "a forest over features of pages: what kind a page is of",
     NULL, NULL},
    {"en", PITH__MODEL_CHARGRAM, "en", "characters of English text and boilerplate",
     pith__en_chargram, pith__en_chargram_end},
    {"any", PITH__MODEL_CHARGRAM, "any", "the same without words: punctuation, lengths, digits",
     pith__any_chargram, pith__any_chargram_end},
    {"en-words", PITH__MODEL_WORDGRAM, "en", "words of English text and what follows them",
     pith__en_wordgram, pith__en_wordgram_end},
};
enum { ROWS = sizeof rows / sizeof *rows };

bool pith__built_in_at(size_t index, struct pith__built_in *model)
{
    if (index >= ROWS)
        return false;
    const struct row *row = &rows[index];
    *model =
        (struct pith__built_in){row->name, row->kind, row->language, row->summary, row->begin, 0};
    const uint32_t *forest =
        row->kind == PITH__MODEL_FOREST ? pith__forest_built_in() : pith__forest_kinds_built_in();
    if (row->begin != NULL)
        model->len = (size_t)(row->end - row->begin);
    else if (forest != NULL)
        model->len = 4 * (size_t)forest[PITH__FOREST_SIZE];
    return true;
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
    return pith__chargram_built_in(english ? "en" : "any", model);
}

/* Is TAG, such as en-GB, of LANGUAGE? */
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
    return "en"; /* those of the table; a test compares */
}
