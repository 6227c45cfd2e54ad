/*
 * method.c - the table of methods, and the vote where several judge a page.
 */
#include "method/method.h"

/* A new method is a new row here, a PITH_METHOD_ bit in pith.h and a file of its own. */
static const struct pith__method methods[] = {
    {{PITH_METHOD_ALL, "all", "every block"}, pith__method_all},
    {{PITH_METHOD_DENSITY, "density",
      "link density and text density of a block and its neighbours"},
     pith__method_density},
    {{PITH_METHOD_WORDS, "words", "link density and number of words of a block and its neighbours"},
     pith__method_words},
    {{PITH_METHOD_MINWORDS, "minwords", "blocks of at least ten words"}, pith__method_minwords},
    {{PITH_METHOD_BTE, "bte", "the stretch with most words and fewest tags"}, pith__method_bte},
    {{PITH_METHOD_AUTO, "auto", "a trained model over what is around, above and like a block"},
     pith__method_auto},
    {{PITH_METHOD_NGRAM, "ngram", "models of characters, of content and of boilerplate"},
     pith__method_ngram},
    {{PITH_METHOD_PERPLEXITY, "perplexity", "text that a language model finds likely"},
     pith__method_perplexity},
};
enum { METHODS = sizeof methods / sizeof *methods };

const pith_method_info *pith_method_at(size_t index)
{
    return index < METHODS ? &methods[index].info : NULL;
}

bool pith__methods_valid(uint32_t bits)
{
    uint32_t known = 0;
    for (size_t i = 0; i < METHODS; i++)
        known |= methods[i].info.bit;
    return bits != 0 && (bits & ~known) == 0;
}

static uint32_t find(const char *name, size_t len)
{
    for (size_t i = 0; i < METHODS; i++) {
        if (strlen(methods[i].info.name) == len && memcmp(methods[i].info.name, name, len) == 0)
            return methods[i].info.bit;
    }
    return 0;
}

pith_status pith_methods_find(const char *names, uint32_t *bits)
{
    if (names == NULL || bits == NULL)
        return PITH_ERR_ARGUMENT;
    uint32_t found = 0;
    for (;;) {
        size_t len = strcspn(names, ",");
        uint32_t bit = find(names, len);
        if (bit == 0)
            return PITH_ERR_METHOD;
        found |= bit;
        if (names[len] == '\0')
            break;
        names += len + 1;
    }
    *bits = found;
    return PITH_OK;
}

void pith__judge_by_neighbours(pith_page *page, float (*measure)(const pith_block *block),
                               void (*judge)(const pith_page *page, pith_block *block,
                                             const struct pith__shape *prev,
                                             const struct pith__shape *curr,
                                             const struct pith__shape *next))
{
    static const struct pith__shape nothing;
    pith_block *blocks = pith__page_blocks(page);
    size_t count = page->info.blocks;
    struct pith__shape prev, curr = nothing, next = nothing;
    for (size_t i = 0; i <= count; i++) {
        if (pith__judge_late(page, i > 0 ? i - 1 : 0, i < count ? 4 + blocks[i].text_len / 8 : 4))
            break;
        prev = curr;
        curr = next;
        next = nothing;
        if (i < count)
            next = (struct pith__shape){pith__link_density(&blocks[i]), measure(&blocks[i])};
        if (i > 0)
            judge(page, &blocks[i - 1], &prev, &curr, &next);
    }
}

static unsigned count_bits(uint32_t bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

unsigned pith__votes_needed(uint32_t bits, pith_vote vote)
{
    unsigned voters = count_bits(bits);
    const unsigned needed[] = {voters / 2 + 1, 1, voters};
    return needed[vote];
}

static void count_votes(pith_page *page, uint32_t bits, pith_vote vote)
{
    unsigned voters = count_bits(bits), needed = pith__votes_needed(bits, vote);
    pith_block *blocks = pith__page_blocks(page);
    for (size_t i = 0; i < page->info.blocks; i++) {
        bool keep = count_bits(blocks[i].votes) >= needed;
        blocks[i].score /= (float)voters;
        pith__judge_again(&blocks[i], keep,
                          keep != blocks[i].keep ? PITH_WHY_VOTE : (pith_why)blocks[i].why);
    }
}

/* Blocks that time was too short for go. */
static void drop_unjudged(pith_page *page)
{
    pith_block *blocks = pith__page_blocks(page);
    for (size_t i = page->judged; i < page->info.blocks; i++) {
        blocks[i].score = 0;
        blocks[i].votes = 0;
        pith__judge_again(&blocks[i], false, PITH_WHY_DEADLINE);
    }
}

void pith__methods_run(pith_page *page, uint32_t bits, pith_vote vote)
{
    page->judged_before = false;
    for (size_t i = 0; i < METHODS; i++) {
        if ((bits & methods[i].info.bit) == 0)
            continue;
        page->judging = methods[i].info.bit;
        methods[i].judge(page);
        page->judged_before = true;
    }
    if (count_bits(bits) > 1)
        count_votes(page, bits, vote);
    drop_unjudged(page);
}
