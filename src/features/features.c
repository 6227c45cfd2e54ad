/*
 * features.c - the feature table, and the feature values of a block.
 *
 * Features of missing blocks, before the first and after the last, are zero. All values are finite.
 */
#include "features/features.h"

#include <float.h>

#include "features/text_counts.h"

/* The inputs of features.def. */
struct measure {
    uint32_t words;
    uint32_t link_words;
    float text_density;
    struct pith__text_counts text;
    uint32_t position; /* starts at 1 */
    uint32_t blocks;
    uint8_t tag; /* nearest enclosing h1 to h6, p or div; 0: none */
    bool in_link;
    float frequency;
};

/* The BLOCK features of two neighbours. */
struct pair {
    const float *prev, *curr;
};

enum {
#define BLOCK(m, name, summary, value) F_##name,
#include "features/features.def"
#undef BLOCK
};

static const struct {
    const char *name;
    const char *summary;
} table[] = {
#define BLOCK(m, name, summary, value) {"prev_" #name, "block before: " summary},
#include "features/features.def"
#undef BLOCK
#define BLOCK(m, name, summary, value) {"curr_" #name, summary},
#include "features/features.def"
#undef BLOCK
#define BLOCK(m, name, summary, value) {"next_" #name, "block behind: " summary},
#include "features/features.def"
#undef BLOCK
#define PAIR(p, name, summary, value) {"curr_" #name, summary},
#include "features/features.def"
#undef PAIR
};

const char *pith_feature_name(size_t index)
{
    return index < PITH__FEATURES ? table[index].name : NULL;
}

const char *pith_feature_summary(size_t index)
{
    return index < PITH__FEATURES ? table[index].summary : NULL;
}

/* Returns 0 for an empty whole. */
static float ratio(uint32_t part, uint32_t whole)
{
    return whole > 0 ? (float)part / (float)whole : 0;
}

/* Treats 0 before as 1, so that the result is large, as it should be, and finite. */
static float quotient(float curr, float prev)
{
    return prev > 0 ? curr / prev : curr;
}

/* Finds the tags around a block. Checks only the nearest elements: a page that nests its text
 * deeper is hostile, and must not make every block expensive. */
static void find_tags(const struct pith__doc *doc, uint32_t element, struct measure *m)
{
    enum { NEAREST = 64 };
    for (int i = 0; i < NEAREST && element != PITH_NONE; i++) {
        const struct pith__node *node = pith__doc_node(doc, element);
        bool heading = (pith__tag_flags[node->tag] & PITH__TAGF_HEADING) != 0;
        if (m->tag == 0 && (heading || node->tag == PITH__TAG_p || node->tag == PITH__TAG_div))
            m->tag = node->tag;
        if (node->tag == PITH__TAG_a)
            m->in_link = true;
        element = node->parent;
    }
}

static float frequency_of(const pith_page *page, const pith_block *block)
{
    if (page->frequency == NULL)
        return 0;
    double frequency = page->frequency(block->text, block->text_len, page->frequency_user);
    return frequency >= 0 && frequency <= (double)FLT_MAX ? (float)frequency : 0;
}

static struct measure measure_block(const pith_page *page, size_t index)
{
    const pith_block *block = pith_page_block(page, index);
    struct measure m = {
        .words = block->words,
        .link_words = block->link_words,
        .text_density = pith__text_density(block),
        .text = pith__text_count(block),
        .position = (uint32_t)index + 1,
        .blocks = (uint32_t)page->info.blocks,
        .frequency = frequency_of(page, block),
    };
    find_tags(&page->doc, block->element, &m);
    return m;
}

void pith__block_features(const pith_page *page, size_t index, float row[PITH__FEATURES_BLOCK])
{
    memset(row, 0, PITH__FEATURES_BLOCK * sizeof *row);
    if (index >= page->info.blocks)
        return;
    const struct measure measure = measure_block(page, index);
#define BLOCK(m, name, summary, value)                                                             \
    do {                                                                                           \
        const struct measure *const m = &measure;                                                  \
        row[F_##name] = (value);                                                                   \
    } while (0);
#include "features/features.def"
#undef BLOCK
}

void pith__pair_features(const float prev[PITH__FEATURES_BLOCK],
                         const float curr[PITH__FEATURES_BLOCK], float row[PITH__FEATURES_PAIR])
{
    const struct pair pair = {prev, curr};
#define PAIR(p, name, summary, value)                                                              \
    do {                                                                                           \
        const struct pair *const p = &pair;                                                        \
        *row++ = (value);                                                                          \
    } while (0);
#include "features/features.def"
#undef PAIR
}

size_t pith_page_features(const pith_page *page, size_t index, float *row, size_t room)
{
    float all[PITH__FEATURES];
    if (page == NULL || index >= page->info.blocks)
        return 0;
    if (row == NULL || room == 0)
        return PITH__FEATURES;
    float *prev = all;
    float *curr = prev + PITH__FEATURES_BLOCK;
    float *next = curr + PITH__FEATURES_BLOCK;
    pith__block_features(page, index - 1,
                         prev); /* block 0 has no predecessor, the last one no successor */
    pith__block_features(page, index, curr);
    pith__block_features(page, index + 1, next);
    pith__pair_features(prev, curr, next + PITH__FEATURES_BLOCK);
    memcpy(row, all, (room < PITH__FEATURES ? room : PITH__FEATURES) * sizeof *row);
    return PITH__FEATURES;
}
