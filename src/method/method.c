/*
 * method.c - the table of methods, and the vote when several methods judge a page.
 */
#include "method/method.h"

/* A new method is a file of its own and a new row at the end. The number of a row is the number of
 * the method's bit, which never changes. */
static const struct pith__method *const methods[] = {
    &pith__method_all, &pith__method_density, &pith__method_words, &pith__method_minwords,
    &pith__method_bte, &pith__method_auto,    &pith__method_ngram, &pith__method_perplexity,
};
enum { METHODS = sizeof methods / sizeof *methods };
_Static_assert((int)METHODS <= (int)PITH__METHODS_MOST, "a place for the state of each");

const struct pith__method *const *pith__methods(size_t *count)
{
    *count = METHODS;
    return methods;
}

const pith_method_info *pith_method_at(size_t index)
{
    return index < METHODS ? &methods[index]->info : NULL;
}

void pith__judge_by_neighbours(const struct pith__judging *judging,
                               float (*measure)(const pith_block *block),
                               void (*judge)(const struct pith__judging *judging, pith_block *block,
                                             const struct pith__shape *prev,
                                             const struct pith__shape *curr,
                                             const struct pith__shape *next))
{
    static const struct pith__shape nothing;
    pith_block *blocks = pith__page_blocks(judging->page);
    size_t count = judging->page->info.blocks;
    struct pith__shape prev, curr = nothing, next = nothing;
    for (size_t i = 0; i <= count; i++) {
        if (pith__judge_late(judging, i > 0 ? i - 1 : 0,
                             i < count ? 4 + blocks[i].text_len / 8 : 4))
            break;
        prev = curr;
        curr = next;
        next = nothing;
        if (i < count)
            next = (struct pith__shape){pith__link_density(&blocks[i]), measure(&blocks[i])};
        if (i > 0)
            judge(judging, &blocks[i - 1], &prev, &curr, &next);
    }
}

static unsigned count_bits(uint32_t bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static unsigned votes_needed(uint32_t bits, pith_vote vote)
{
    unsigned voters = count_bits(bits);
    const unsigned needed[] = {voters / 2 + 1, 1, voters};
    return needed[vote];
}

static void count_votes(pith_page *page, uint32_t bits, pith_vote vote)
{
    unsigned voters = count_bits(bits), needed = votes_needed(bits, vote);
    pith_block *blocks = pith__page_blocks(page);
    for (size_t i = 0; i < page->info.blocks; i++) {
        bool keep = count_bits(blocks[i].votes) >= needed;
        blocks[i].score /= (float)voters;
        pith__judge_again(&blocks[i], keep,
                          keep != blocks[i].keep ? PITH_REASON_VOTE
                                                 : (pith_reason)blocks[i].reason);
    }
}

/* Drops the blocks that there was no time to judge. */
static void drop_unjudged(pith_page *page)
{
    pith_block *blocks = pith__page_blocks(page);
    for (size_t i = page->decision.judged; i < page->info.blocks; i++) {
        blocks[i].score = 0;
        blocks[i].votes = 0;
        pith__judge_again(&blocks[i], false, PITH_REASON_DEADLINE);
    }
}

/* ------------------------------------------------- memory from page to page */

static void *resize(const struct pith__allocator *allocator, void *memory, size_t from, size_t to)
{
    return allocator->resize(allocator->ctx, memory, from, to);
}

void pith__kept_trim(struct pith__kept *kept, const struct pith__allocator *allocator, size_t keep)
{
    for (size_t i = 0; i < PITH__KEPT_MOST; i++) {
        if (kept->of[i] != NULL)
            kept->methods[i]->trim(kept->of[i], allocator, keep);
    }
}

void pith__kept_free(struct pith__kept *kept, const struct pith__allocator *allocator)
{
    pith__kept_trim(kept, allocator, 0);
    for (size_t i = 0; i < PITH__KEPT_MOST; i++) {
        if (kept->of[i] != NULL)
            resize(allocator, kept->of[i], kept->methods[i]->kept_size, 0);
        kept->of[i] = NULL;
    }
}

/* What is kept for METHOD; NULL: nothing yet. */
static void *find_kept(const struct pith__kept *kept, const struct pith__method *method)
{
    for (size_t i = 0; i < PITH__KEPT_MOST && kept->of[i] != NULL; i++) {
        if (kept->methods[i] == method)
            return kept->of[i];
    }
    return NULL;
}

/* Makes room for what METHOD keeps. */
static pith_status keep_for(struct pith__kept *kept, const struct pith__method *method,
                            const struct pith__allocator *allocator)
{
    size_t slot = 0;
    if (method->kept_size == 0 || find_kept(kept, method) != NULL)
        return PITH_OK;
    while (slot < PITH__KEPT_MOST && kept->of[slot] != NULL)
        slot++;
    if (slot == PITH__KEPT_MOST)
        return PITH_ERR_NOMEM;
    kept->of[slot] = resize(allocator, NULL, 0, method->kept_size);
    if (kept->of[slot] == NULL)
        return PITH_ERR_NOMEM;
    memset(kept->of[slot], 0, method->kept_size);
    kept->methods[slot] = method;
    return PITH_OK;
}

/* ------------------------------------------------------------------- a decision */

static bool is_asked(const struct pith__judging *judging, size_t row)
{
    return (judging->options->methods >> row & 1) != 0;
}

/* Sets up JUDGING for the method of ROW. */
static void turn_to(struct pith__judging *judging, const struct pith__kept *kept, size_t row)
{
    judging->bit = UINT32_C(1) << row;
    judging->params = judging->options->params[row];
    judging->model = judging->options->models[row];
    judging->state = (void *)judging->decision->states[row];
    judging->kept = find_kept(kept, judging->options->table[row]);
}

static pith_status prepare(struct pith__judging *judging, struct pith__kept *kept, size_t row)
{
    const struct pith__method *method = judging->options->table[row];
    /* At least one byte: a state that is not NULL means that the method took part. */
    void *state = pith__arena_alloc(judging->arena, method->state_size + 1);
    if (state == NULL)
        return PITH_ERR_NOMEM;
    memset(state, 0, method->state_size + 1);
    judging->decision->methods[row] = method;
    judging->decision->states[row] = state;
    PITH__TRY(keep_for(kept, method, judging->arena->allocator));
    turn_to(judging, kept, row);
    return method->prepare != NULL ? method->prepare(judging) : PITH_OK;
}

pith_status pith__methods_prepare(struct pith__judging *judging, struct pith__kept *kept)
{
    for (size_t i = 0; i < judging->options->count; i++) {
        if (is_asked(judging, i))
            PITH__TRY(prepare(judging, kept, i));
    }
    return PITH_OK;
}

void pith__methods_judge(struct pith__judging *judging, struct pith__kept *kept)
{
    const pith_options *options = judging->options;
    pith_page *page = judging->page;
    judging->second = false;
    for (size_t i = 0; i < options->count; i++) {
        if (!is_asked(judging, i))
            continue;
        turn_to(judging, kept, i);
        options->table[i]->judge(judging);
        judging->second = true;
    }
    if (count_bits(options->methods) > 1)
        count_votes(page, options->methods, (pith_vote)options->vote);
    drop_unjudged(page);
}

void pith__methods_finish(struct pith__judging *judging, struct pith__kept *kept)
{
    const pith_options *options = judging->options;
    unsigned needed = votes_needed(options->methods, (pith_vote)options->vote);
    for (size_t i = 0; i < options->count; i++) {
        if (!is_asked(judging, i) || options->table[i]->finish == NULL)
            continue;
        turn_to(judging, kept, i);
        options->table[i]->finish(judging, needed);
    }
}

/* ------------------------------------------------------- after the decision */

void pith__methods_keep_whole(pith_page *page)
{
    const struct pith__decided *decision = &page->decision;
    for (size_t i = 0; i < PITH__METHODS_MOST; i++) {
        if (decision->methods[i] != NULL && decision->methods[i]->keep_whole != NULL)
            decision->methods[i]->keep_whole((void *)decision->states[i]);
    }
}

bool pith__methods_confidence(const pith_page *page, float *confidence)
{
    for (size_t i = 0; i < PITH__METHODS_MOST; i++) {
        const struct pith__method *method = page->decision.methods[i];
        if (page->info.methods == UINT32_C(1) << i && method->confidence != NULL) {
            *confidence = method->confidence(page, page->decision.states[i]);
            return true;
        }
    }
    return false;
}

const void *pith__method_state(const pith_page *page, const struct pith__method *method)
{
    for (size_t i = 0; i < PITH__METHODS_MOST; i++) {
        if (page->decision.methods[i] == method)
            return page->decision.states[i];
    }
    return NULL;
}
