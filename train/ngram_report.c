/*
 * ngram_report.c - see ngram_report.h.
 */
#include "train/ngram_report.h"

struct ngram_sums ngram_sums_of(const struct ngram_texts *texts, unsigned kinds)
{
    const struct ngram_segment *segments = texts->segments.data;
    struct ngram_sums sums = {0, 0, 0};

    for (size_t i = 0; i < texts->segments.len; i++) {
        if ((kinds >> segments[i].kind & 1) == 0)
            continue;
        sums.segments++;
        sums.words += segments[i].words;
        sums.bytes += segments[i].len;
    }
    return sums;
}

void ngram_report_data(const struct ngram_texts *texts, FILE *file)
{
    struct ngram_sums blocks = ngram_sums_of(texts, 1u << NGRAM_CONTENT | 1u << NGRAM_BOILERPLATE);
    struct ngram_sums content = ngram_sums_of(texts, 1u << NGRAM_CONTENT);
    struct ngram_sums truth = ngram_sums_of(texts, 1u << NGRAM_TRUTH),
                      more = ngram_sums_of(texts, 1u << NGRAM_MORE);

    fprintf(file, "data         %zu pages, %zu blocks of %.0f words, %.1f %% of them content\n",
            texts->page_count, blocks.segments, blocks.words,
            blocks.words > 0 ? 100 * content.words / blocks.words : 0);
    fprintf(file, "true text    %zu segments of %.0f words\n", truth.segments, truth.words);
    if (more.segments > 0)
        fprintf(file, "clean text   %zu segments of %.0f words\n", more.segments, more.words);
}

void ngram_report_entropy(const struct ngram_grid *grid, FILE *file)
{
    fprintf(file, "\ncross-entropy of raw text, bits per character\n\n     q ");
    for (unsigned n = 1; n <= grid->orders; n++)
        fprintf(file, "   n = %u", n);
    for (size_t k = 0; k < NGRAM_QS; k++) {
        fprintf(file, "\n  %4.2f ", ngram_qs[k]);
        for (unsigned n = 1; n <= grid->orders; n++)
            fprintf(file, " %7.4f", grid->cells[n][k].entropy);
    }
    fputc('\n', file);
}

void ngram_report_f1(const struct ngram_grid *grid, FILE *file)
{
    unsigned best_n = 1;
    size_t best_k = 0;

    fprintf(file, "\nF1 of words in held-out blocks, per cent\n\n     q ");
    for (unsigned n = 1; n <= grid->orders; n++)
        fprintf(file, "   n = %u", n);
    for (size_t k = 0; k < NGRAM_QS; k++) {
        fprintf(file, "\n  %4.2f ", ngram_qs[k]);
        for (unsigned n = 1; n <= grid->orders; n++) {
            fprintf(file, " %7.2f", 100 * ngram_cell_f1(&grid->cells[n][k]));
            if (ngram_cell_f1(&grid->cells[n][k]) > ngram_cell_f1(&grid->cells[best_n][best_k])) {
                best_n = n;
                best_k = k;
            }
        }
    }
    fprintf(file, "\n\nbest F1: n = %u, q = %g\n", best_n, ngram_qs[best_k]);
}

void ngram_report_curve(const struct ngram_curve *curve, FILE *file)
{
    fprintf(file,
            "\nlearning curve: measure ncleaner on %zu pages, micro-averaged, per cent\n\n"
            "  pages    words    bias      F      P      R\n",
            curve->test_pages);
    for (size_t i = 0; i < curve->count; i++)
        fprintf(file, "  %5zu %8.0f  %6.3f  %5.2f  %5.2f  %5.2f\n", curve->points[i].pages,
                curve->points[i].words, curve->points[i].bias, 100 * curve->points[i].f,
                100 * curve->points[i].p, 100 * curve->points[i].r);
}
