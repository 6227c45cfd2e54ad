/*
 * block_tally.c - see block_tally.h.
 */
#include "analyze/block_tally.h"

#include <math.h>

/* Column numbers of the features used here. */
struct columns {
    size_t words, link_density, text_density;
};

static size_t column(const char *name)
{
    size_t i = 0;

    while (strcmp(pith_feature_name(i), name) != 0)
        i++;
    return i;
}

static enum tally_kind kind_of(uint8_t set_class)
{
    static const uint8_t kinds[SET_CLASSES] = {
        [SET_NOT_CONTENT] = TALLY_PLAIN, [SET_HEADLINE] = TALLY_HEADLINE,
        [SET_FULL_TEXT] = TALLY_ARTICLE, [SET_SUPPLEMENTAL] = TALLY_SUPPLEMENTAL,
        [SET_RELATED] = TALLY_RELATED,   [SET_COMMENT] = TALLY_COMMENT,
    };

    return kinds[set_class];
}

static size_t density_bin(float density)
{
    double bin = floor((double)density + 0.5);

    return bin < TALLY_DENSITY ? (size_t)bin : TALLY_DENSITY;
}

static void add_block(struct tally *tally, const float *row, uint8_t set_class,
                      const struct columns *columns)
{
    double words = (double)row[columns->words];
    double linked = words * (double)row[columns->link_density];
    double anchor = set_class == SET_NOT_CONTENT ? linked : 0;
    size_t bin = density_bin(row[columns->text_density]);
    enum tally_kind kind = kind_of(set_class);

    if (!(words > 0)) {
        tally->wordless++;
        return;
    }
    tally->blocks++;
    tally->words += words;
    tally->class_blocks[set_class]++;
    tally->class_words[set_class] += words;
    if (words <= TALLY_WORDS)
        tally->by_words[matrix_target(set_class, 2)][(size_t)words]++;
    else
        tally->long_blocks++;
    tally->linked[bin] += linked;
    tally->by_density[kind][bin] += words - anchor;
    tally->kind_words[kind] += words - anchor;
    tally->by_density[TALLY_ANCHOR][bin] += anchor;
    tally->kind_words[TALLY_ANCHOR] += anchor;
}

void tally_matrix(struct tally *tally, const struct matrix *matrix)
{
    const struct columns columns = {column("curr_numWords"), column("curr_linkDensity"),
                                    column("curr_textDensity")};

    memset(tally, 0, sizeof *tally);
    tally->pages = matrix->page_count;
    for (size_t i = 0; i < matrix->rows; i++)
        add_block(tally, matrix->values + i * PITH__FEATURES, matrix->classes[i], &columns);
}

void tally_all_words(const struct tally *tally, double blocks[TALLY_WORDS + 1])
{
    for (size_t i = 0; i <= TALLY_WORDS; i++)
        blocks[i] = tally->by_words[0][i] + tally->by_words[1][i];
}

void tally_all_density(const struct tally *tally, double words[TALLY_DENSITY + 1])
{
    memset(words, 0, (TALLY_DENSITY + 1) * sizeof *words);
    for (size_t kind = 0; kind < TALLY_KINDS; kind++) {
        for (size_t i = 0; i <= TALLY_DENSITY; i++)
            words[i] += tally->by_density[kind][i];
    }
}

size_t tally_last_density(const struct tally *tally)
{
    enum { LEAST = 12 }; /* fewer points say nothing about nine parameters */
    double words[TALLY_DENSITY + 1];
    size_t last = TALLY_DENSITY;

    tally_all_density(tally, words);
    while (last > LEAST && words[last] * 10000 < tally->words)
        last--;
    return last;
}

const char *tally_class_name(enum set_class set_class)
{
    static const char *const names[SET_CLASSES] = {
        [SET_NOT_CONTENT] = "not content", [SET_HEADLINE] = "headline",
        [SET_FULL_TEXT] = "full text",     [SET_SUPPLEMENTAL] = "supplemental",
        [SET_RELATED] = "related content", [SET_COMMENT] = "user comments",
    };

    return names[set_class];
}

const char *tally_kind_name(enum tally_kind kind)
{
    static const char *const names[TALLY_KINDS] = {
        [TALLY_PLAIN] = "not content: plain text",  [TALLY_ANCHOR] = "not content: anchor text",
        [TALLY_RELATED] = "related content",        [TALLY_HEADLINE] = "headlines",
        [TALLY_SUPPLEMENTAL] = "supplemental text", [TALLY_COMMENT] = "user comments",
        [TALLY_ARTICLE] = "main article",
    };

    return names[kind];
}
