/*
 * method.h - the interface of methods. In: blocks. Out: a score, a decision and a reason for each.
 *
 * A method is a file method_<name>.c with a descriptor, and a row in the table of method.c. It owns
 * everything it needs beyond the page: its options, a state that lives as long as the decision, and
 * what the context keeps for it from page to page. First every method prepares, which may fail and
 * does not change the page. Then all judge, vote and filter. Then all finish.
 */
#ifndef PITH_METHOD_H
#define PITH_METHOD_H

#include "model/model.h"
#include "page.h"
#include "parse/text.h"

/* A decision in progress, as the current method sees it. */
struct pith__judging {
    pith_page *page;
    const pith_options *options;
    const void *params;             /* the method's own options: params_size bytes, or NULL */
    const pith_model *model;        /* the caller's model for this method; or NULL */
    struct pith__decided *decision; /* the new decision */
    struct pith__arena *arena;      /* for memory that lives as long as the decision */
    struct pith__arena *part;       /* scratch: may be reset at any time */
    void *state;                    /* state_size bytes, zeroed; or NULL */
    void *kept;                     /* kept_size bytes, zeroed at first; or NULL */
    uint32_t bit;                   /* the method's bit */
    bool second;                    /* another method has judged before */
    pith_error *error;              /* for prepare(): where to put a message; or NULL */
};

struct pith__method {
    pith_method_info info;

    /* The method's options: their table, and the size of the struct with their values. */
    const struct pith__param *params;
    size_t param_count;
    size_t params_size;

    /* The kind of model that a caller may set instead of the built-in one. */
    enum pith__model_kind takes;

    /* May be NULL. Does everything that can fail, and counts work with pith__judge_late(). */
    pith_status (*prepare)(struct pith__judging *judging);

    /* Calls pith__judge() once for each block, in any order, and allocates nothing. If time ran
     * out, blocks from the one passed to pith__judge_late() on may be left out. */
    void (*judge)(struct pith__judging *judging);

    /* May be NULL. Called after vote and filter. NEEDED is how many methods had to vote for a block
     * to keep it. */
    void (*finish)(struct pith__judging *judging, unsigned needed);

    /* May be NULL. The confidence in a page that this method alone decided. */
    float (*confidence)(const pith_page *page, const void *state);

    /* May be NULL. The caller decides about whole blocks: keep all parts of each. */
    void (*keep_whole)(void *state);

    /* NULL if KEPT_SIZE is 0. Frees memory of KEPT beyond KEEP bytes per array. */
    void (*trim)(void *kept, const struct pith__allocator *allocator, size_t keep);

    size_t state_size;
    size_t kept_size;
};

/* Records the current method's verdict on a block. Until the vote, decision and reason are those of
 * the first method. */
static inline void pith__judge(const struct pith__judging *judging, pith_block *block, float score,
                               bool keep, pith_reason reason)
{
    if (keep)
        block->votes |= (uint16_t)judging->bit;
    if (judging->second) {
        block->score += score;
        return;
    }
    block->score = score;
    block->keep = keep;
    block->label = keep ? PITH_LABEL_TEXT : PITH_LABEL_BOILERPLATE;
    block->reason = (uint8_t)reason;
}

/* Changes the decision on a block that a method has judged, and its reason. */
static inline void pith__judge_again(pith_block *block, bool keep, pith_reason reason)
{
    block->keep = keep;
    block->reason = (uint8_t)reason;
    if (keep != (block->label != PITH_LABEL_BOILERPLATE))
        block->label = keep ? PITH_LABEL_TEXT : PITH_LABEL_BOILERPLATE;
}

/* The share of a block's words that are in links; 0 for a block without words. */
static inline float pith__link_density(const pith_block *block)
{
    return block->words > 0 ? (float)block->link_words / (float)block->words : 0;
}

/* What Boilerpipe's trees know about a block or its neighbour; all 0 beyond the page's ends. */
struct pith__shape {
    float links; /* link density */
    float size;  /* in the method's own unit */
};

/* Calls JUDGE for each block of the page with its shape and those of its neighbours. Calls MEASURE
 * once for each block. */
void pith__judge_by_neighbours(const struct pith__judging *judging,
                               float (*measure)(const pith_block *block),
                               void (*judge)(const struct pith__judging *judging, pith_block *block,
                                             const struct pith__shape *prev,
                                             const struct pith__shape *curr,
                                             const struct pith__shape *next));

/* Counts the work of judging a block. True when time is up: this block and all after it then count
 * as not judged, whatever their verdicts. */
static inline bool pith__judge_late(const struct pith__judging *judging, size_t index, size_t units)
{
    if (!pith__clock_tick(judging->page->clock, units))
        return false;
    if (index < judging->decision->judged)
        judging->decision->judged = index;
    return true;
}

/* How many bytes of a text statistical methods look at: a megabyte says as much as all of it. */
enum { PITH__JUDGED_MOST = 1024 * 1024 };
static inline size_t pith__judged_len(const unsigned char *text, size_t len)
{
    return len <= PITH__JUDGED_MOST ? len : pith__text_cut(text, PITH__JUDGED_MOST);
}

/* A method's verdict on a block. */
struct pith__verdict {
    float score;
    bool keep;
    pith_reason reason;
};

/* The verdict of the method words; sizes are in words. */
struct pith__verdict pith__words_verdict(const struct pith__shape *prev,
                                         const struct pith__shape *curr,
                                         const struct pith__shape *next);

extern const struct pith__method pith__method_all, pith__method_auto, pith__method_bte,
    pith__method_density, pith__method_minwords, pith__method_ngram, pith__method_perplexity,
    pith__method_words;

/* What a context keeps for methods from page to page, each in a slot of its own; all NULL at first.
 * There are more slots than methods: callers' options may have methods of their own, and a failed
 * decision must not touch what the last one uses. */
enum { PITH__KEPT_MOST = 4 * PITH__METHODS_MOST };
struct pith__kept {
    void *of[PITH__KEPT_MOST];
    const struct pith__method *methods[PITH__KEPT_MOST]; /* whose it is */
};

/* pith__kept_trim() frees memory beyond KEEP bytes per array, pith__kept_free() all of it. */
void pith__kept_trim(struct pith__kept *kept, const struct pith__allocator *allocator, size_t keep);
void pith__kept_free(struct pith__kept *kept, const struct pith__allocator *allocator);

/* Lets the methods of JUDGING->options prepare. On failure the page is unchanged. */
pith_status pith__methods_prepare(struct pith__judging *judging, struct pith__kept *kept);

/* Lets the prepared methods judge and vote; and, after the filters, finish. By then the new
 * decision is the page's. */
void pith__methods_judge(struct pith__judging *judging, struct pith__kept *kept);
void pith__methods_finish(struct pith__judging *judging, struct pith__kept *kept);

/* The caller decides about whole blocks: keep all parts of each. */
void pith__methods_keep_whole(pith_page *page);

/* The confidence in a page that one method alone decided; false if it does not say. */
bool pith__methods_confidence(const pith_page *page, float *confidence);

/* The state of a method in the page's decision, or NULL if it did not take part. */
const void *pith__method_state(const pith_page *page, const struct pith__method *method);

/* The method with bit INDEX if it took part in the decision, otherwise NULL. */
static inline const pith_method_info *pith__decided_by(const pith_page *page, size_t index)
{
    const struct pith__method *method = page->decision.methods[index];
    return method != NULL ? &method->info : NULL;
}

/* The methods of the library; *COUNT is their number. */
const struct pith__method *const *pith__methods(size_t *count);

#endif
