/*
 * ngram_bias.c - see ngram_bias.h.
 *
 * A model trained on little boilerplate finds all text unlikely as boilerplate and keeps too much;
 * one trained on unusual pages may keep too little. Pages cleaned by hand have much clean text and
 * little boilerplate: ten of them are enough to estimate a model's recall, but hardly its
 * precision. So the bias fixes recall.
 */
#include "train/ngram_bias.h"

#include <math.h>
#include <stdlib.h>

enum { FOLDS_MOST = 10 };

/* Recall in the paper is around 90 %. On CleanEval's development pages this also gives the best F
 * with precision counting twice. models/README.md has the figures. */
static const double KEPT = 0.9, HALF_BELIEF = 10;

/* A held-out content block. */
struct block {
    double nats;   /* mean log ratio per character */
    double weight; /* its fraction of its page's words */
};

struct search {
    const struct ngram_texts *texts;
    struct block *blocks; /* (segments) */
    size_t count;
    double *words; /* (page_count): in all its blocks */
    size_t pages;  /* held-out pages */
    double likest; /* highest mean of a boilerplate block; 0 if there is none */
};

static bool is_judged(const struct ngram_segment *segment)
{
    return segment->kind <= NGRAM_CONTENT && !segment->ruled;
}

/* Number of characters in a text, plus its end. */
static double length_of(const unsigned char *text, size_t len)
{
    size_t count = 1;
    for (size_t i = 0; i < len; i++)
        count += (text[i] & 0xC0) != 0x80;
    return (double)count;
}

/* Scores the pages in HELD with a model of those in USED. */
static bool judge_held(struct search *search, const struct ngram_options *options, const bool *used,
                       const bool *held)
{
    const struct ngram_segment *segments = search->texts->segments.data;
    size_t len;
    unsigned char *bytes = ngram_train_model(search->texts, options, used, "", &len);
    struct pith__chargram model;
    if (bytes == NULL)
        return false;
    pith__chargram_view(&model, bytes);
    for (size_t i = 0; i < search->texts->segments.len; i++) {
        const struct ngram_segment *segment = &segments[i];
        if (!is_judged(segment) || !held[segment->page])
            continue;
        const unsigned char *text = ngram_text_of(search->texts, segment);
        int64_t sum = pith__chargram_score(&model, text, segment->len);
        double nats = pith__chargram_nats(sum) / length_of(text, segment->len);
        if (segment->kind == NGRAM_CONTENT)
            search->blocks[search->count++] =
                (struct block){nats, segment->words / search->words[segment->page]};
        else
            search->likest = fmax(search->likest, nats);
    }
    free(bytes);
    return true;
}

/* Highest score first. */
static int by_nats(const void *a, const void *b)
{
    const struct block *x = a, *y = b;
    return (x->nats < y->nats) - (x->nats > y->nats);
}

/* The bias at which enough is kept, shrunk by the number of pages, in whole units. Where all
 * boilerplate is dropped already, a lower one would gain nothing. */
static double pick(struct search *search)
{
    double all = 0, kept = 0, pages = (double)search->pages;
    size_t i = 0;
    for (size_t k = 0; k < search->count; k++)
        all += search->blocks[k].weight;
    if (search->count == 0)
        return 0;
    qsort(search->blocks, search->count, sizeof *search->blocks, by_nats);
    while (i + 1 < search->count && (kept += search->blocks[i].weight) < KEPT * all)
        i++;
    double bias = -fmin(search->blocks[i].nats, search->likest) * pages / (pages + HALF_BELIEF);
    return floor(bias * PITH__CHARGRAM_UNIT + 0.5) / PITH__CHARGRAM_UNIT;
}

static bool judge_folds(struct search *search, const struct ngram_options *options,
                        const bool *pages, const uint8_t *fold_of_page, unsigned folds)
{
    size_t count = search->texts->page_count;
    bool *used = malloc((count + 1) * sizeof *used), *held = malloc((count + 1) * sizeof *held);
    bool good = used != NULL && held != NULL;
    for (unsigned fold = 0; good && fold < folds; fold++) {
        bool any_used = false;
        size_t held_here = 0;
        for (size_t i = 0; i < count; i++) {
            bool here = pages == NULL || pages[i];
            used[i] = here && fold_of_page[i] != fold;
            held[i] = here && fold_of_page[i] == fold;
            any_used = any_used || used[i];
            held_here += held[i];
        }
        if (any_used && held_here > 0)
            good = judge_held(search, options, used, held);
        search->pages += any_used ? held_here : 0;
    }
    free(used);
    free(held);
    return good;
}

bool ngram_find_bias(const struct ngram_texts *texts, const struct ngram_options *options,
                     const bool *pages, uint64_t seed, double *bias)
{
    const struct ngram_segment *segments = texts->segments.data;
    struct ngram_options unbiased = *options;
    struct search search = {.texts = texts};
    uint8_t *fold_of_page = malloc(texts->page_count + 1);
    search.blocks = malloc((texts->segments.len + 1) * sizeof *search.blocks);
    search.words = calloc(texts->page_count + 1, sizeof *search.words);
    bool good = fold_of_page != NULL && search.blocks != NULL && search.words != NULL;
    unsigned folds = 0;
    unbiased.bias = 0;
    for (size_t i = 0; i < texts->page_count; i++)
        folds += folds < FOLDS_MOST && (pages == NULL || pages[i]);
    *bias = 0;
    if (good && folds > 1) {
        for (size_t i = 0; i < texts->segments.len; i++) {
            if (segments[i].kind <= NGRAM_CONTENT)
                search.words[segments[i].page] += segments[i].words;
        }
        good = ngram_texts_folds(texts, pages, folds, seed, fold_of_page) &&
               judge_folds(&search, &unbiased, pages, fold_of_page, folds);
        if (good)
            *bias = pick(&search);
    }
    free(fold_of_page);
    free(search.blocks);
    free(search.words);
    return good;
}
