/*
 * bench_ngram.c - speed and size of n-gram models, and the time to train them.
 *
 *     bench_ngram TEXT...
 *
 * TEXT is a file of plain text, compressed or not, with one segment per line: up to 16 MB are
 * scored on one thread. Models of order 3 and 6 are trained on its first 300,000 words, with every
 * other line as boilerplate: their scores are meaningless, but they are as large as real ones.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/packed.h"
#include "meter.h"
#include "model/chargram.h"
#include "train/ngram_train.h"

enum { BYTES_MOST = 16 << 20, WORDS = 300000, RUNS = 5 };

static void complain(const char *file, uint64_t line, const char *message)
{
    fprintf(stderr, "bench_ngram: %s:%" PRIu64 ": %s\n", file, line, message);
}

/* Keeps the first WORDS words and labels half of them as boilerplate. */
static void label(struct ngram_texts *texts, const struct ngram_texts *all)
{
    const struct ngram_segment *segments = all->segments.data;
    uint32_t words = 0;
    size_t count = 0;
    texts->text = all->text;
    texts->segments = all->segments;
    texts->segments.data = malloc(all->segments.len * sizeof *segments + 1);
    while (count < all->segments.len && words < WORDS) {
        struct ngram_segment *segment = (struct ngram_segment *)texts->segments.data + count;
        *segment = segments[count];
        segment->kind = count % 2 == 0 ? NGRAM_CONTENT : NGRAM_BOILERPLATE;
        words += segment->words;
        count++;
    }
    texts->segments.len = count;
    texts->page_count = 1;
}

/* MB/s over all segments, the best of several runs: other programs can only slow it down. */
static double speed(const struct pith__chargram *model, const struct ngram_texts *all, int64_t *sum)
{
    const struct ngram_segment *segments = all->segments.data;
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        double start = meter_seconds();
        *sum = 0;
        for (size_t i = 0; i < all->segments.len; i++)
            *sum += pith__chargram_score(model, ngram_text_of(all, &segments[i]), segments[i].len);
        double rate = (double)all->text.len / 1e6 / (meter_seconds() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

static void run_order(const struct ngram_texts *texts, const struct ngram_texts *all,
                      unsigned order, unsigned folding)
{
    const struct ngram_options options = {
        .order = order, .folding = folding, .q = 0.5, .direct = true};
    struct pith__chargram model;
    size_t len;
    int64_t sum;
    double start = meter_seconds();
    unsigned char *bytes = ngram_train_model(texts, &options, NULL, "", &len);
    double seconds = meter_seconds() - start;
    if (bytes == NULL)
        return;
    pith__chargram_view(&model, bytes);
    double rate = speed(&model, all, &sum);
    printf("n=%u  %-9s %8.1f MB/s  model %9zu bytes %-7s  training %6.3f s  (sum %" PRId64 ")\n",
           order, (folding & PITH__FOLD_UNICODE) != 0 ? "unicode" : "ascii", rate, len,
           model.table != NULL ? "table" : "tree", seconds, sum);
    free(bytes);
}

int main(int argc, char **argv)
{
    struct ngram_texts all, texts;
    ngram_texts_init(&all);
    ngram_texts_init(&texts);
    for (int i = 1; i < argc; i++) {
        if (!ngram_texts_clean(&all, argv[i], BYTES_MOST - all.text.len, complain))
            return 1;
    }
    if (all.segments.len == 0) {
        fprintf(stderr, "usage: bench_ngram TEXT...\n");
        return 2;
    }
    label(&texts, &all);
    printf("%.1f MB of text in %zu segments; trained on %zu of them, %d words\n",
           (double)all.text.len / 1e6, all.segments.len, texts.segments.len, WORDS);
    static const unsigned orders[] = {1, 2, 3, 4, 5, 6, 8};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        run_order(&texts, &all, orders[i], PITH__FOLD_ASCII);
    run_order(&texts, &all, 3, PITH__FOLD_UNICODE);
    free(texts.segments.data);
    ngram_texts_deinit(&all);
    return 0;
}
