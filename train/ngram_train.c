/*
 * ngram_train.c - see ngram_train.h.
 */
#include "train/ngram_train.h"

#include <stdlib.h>

#include "train/ngram_fit.h"

/* Counts segments whose kind is in the bit mask KINDS. */
static bool count_kinds(const struct ngram_texts *texts, const struct ngram_options *options,
                        const bool *pages, unsigned kinds, struct ngram_levels *levels)
{
    const struct ngram_segment *segments = texts->segments.data;
    struct ngram_counter counter;
    bool good = true;
    ngram_counter_init(&counter, options->order, options->folding);
    *levels = (struct ngram_levels){.order = options->order, .folding = options->folding};
    for (size_t i = 0; good && i < texts->segments.len; i++) {
        const struct ngram_segment *segment = &segments[i];
        if ((kinds >> segment->kind & 1) != 0 &&
            (segment->kind == NGRAM_MORE || pages == NULL || pages[segment->page]))
            good = ngram_counter_add(&counter, ngram_text_of(texts, segment), segment->len);
    }
    good = good && ngram_levels_of(levels, &counter);
    ngram_counter_deinit(&counter);
    return good;
}

bool ngram_train_raw(const struct ngram_texts *texts, const struct ngram_options *options,
                     const bool *pages, struct ngram_levels *raw)
{
    return count_kinds(texts, options, pages, 1u << NGRAM_CONTENT | 1u << NGRAM_BOILERPLATE, raw);
}

static bool count_direct(const struct ngram_texts *texts, const struct ngram_options *options,
                         const bool *pages, struct ngram_levels *clean, struct ngram_levels *dirty)
{
    return count_kinds(texts, options, pages, 1u << NGRAM_CONTENT | 1u << NGRAM_MORE, clean) &&
           count_kinds(texts, options, pages, 1u << NGRAM_BOILERPLATE, dirty);
}

static bool count_differences(const struct ngram_texts *texts, const struct ngram_options *options,
                              const bool *pages, struct ngram_levels *clean,
                              struct ngram_levels *dirty)
{
    struct ngram_levels raw, more = {.order = 0}, truth = {.order = 0};
    bool good = ngram_train_raw(texts, options, pages, &raw) &&
                count_kinds(texts, options, pages, 1u << NGRAM_TRUTH, &truth) &&
                count_kinds(texts, options, pages, 1u << NGRAM_MORE, &more) &&
                ngram_levels_take(dirty, &raw, &truth) && ngram_levels_add(clean, &truth, &more);
    ngram_levels_deinit(&raw);
    ngram_levels_deinit(&truth);
    ngram_levels_deinit(&more);
    return good;
}

bool ngram_train_counts(const struct ngram_texts *texts, const struct ngram_options *options,
                        const bool *pages, struct ngram_levels *clean, struct ngram_levels *dirty)
{
    *clean = *dirty = (struct ngram_levels){.order = options->order};
    bool good = options->direct ? count_direct(texts, options, pages, clean, dirty)
                                : count_differences(texts, options, pages, clean, dirty);
    if (good) {
        ngram_levels_prune(clean, dirty, options->least);
    } else {
        ngram_levels_deinit(clean);
        ngram_levels_deinit(dirty);
    }
    return good;
}

unsigned char *ngram_train_model(const struct ngram_texts *texts,
                                 const struct ngram_options *options, const bool *pages,
                                 const char *facts, size_t *len)
{
    struct ngram_levels clean, dirty;
    struct ngram_nodes nodes;
    unsigned char *bytes = NULL;
    if (!ngram_train_counts(texts, options, pages, &clean, &dirty))
        return NULL;
    if (ngram_fit(&nodes, &clean, &dirty, options->q)) {
        ngram_nodes_bias(&nodes, options->bias);
        bytes = ngram_bytes(&nodes, true, facts, len);
        ngram_nodes_deinit(&nodes);
    }
    ngram_levels_deinit(&clean);
    ngram_levels_deinit(&dirty);
    return bytes;
}
