/*
 * ngram_charts.c - see ngram_charts.h.
 */
#include "analyze/ngram_charts.h"

#include <math.h>

#include "analyze/plot.h"
#include "train/ngram_curve.h"

enum { WIDE = 960, TALL = 620, LEFT = 100, TOP = 84, PLOT_WIDE = 680, PLOT_TALL = 440 };

/* The palette of Okabe and Ito; dashes make lines distinguishable without colour too. */
static const struct plot_style styles[PITH__CHARGRAM_ORDER] = {
    {.colour = "#000000", .width = 2},
    {.colour = "#e69f00", .width = 2},
    {.colour = "#56b4e9", .width = 2},
    {.colour = "#009e73", .width = 2},
    {.colour = "#f0e442", .width = 2},
    {.colour = "#0072b2", .dash = "6 3", .width = 2},
    {.colour = "#d55e00", .dash = "6 3", .width = 2},
    {.colour = "#cc79a7", .dash = "2 2", .width = 2},
};

static int put(const char *data, size_t len, void *user)
{
    return fwrite(data, 1, len, user) == len ? 0 : 1;
}

static double value_of(const struct ngram_cell *cell, bool f1)
{
    return f1 ? ngram_cell_f1(cell) : cell->entropy;
}

/* The axis range: from a little below the lowest value to a little above the highest. */
static void find_range(const struct ngram_grid *grid, bool f1, struct plot_axis *axis)
{
    double low = INFINITY, high = -INFINITY;
    for (unsigned n = 1; n <= grid->orders; n++) {
        for (size_t k = 0; k < NGRAM_QS; k++) {
            low = fmin(low, value_of(&grid->cells[n][k], f1));
            high = fmax(high, value_of(&grid->cells[n][k], f1));
        }
    }
    double margin = fmax((high - low) * 0.06, 1e-3);
    axis->low = fmax(low - margin, 0);
    axis->high = high + margin;
}

static bool draw_grid(const struct ngram_grid *grid, FILE *file, bool f1,
                      const struct plot_page *page, struct plot_axis axis)
{
    struct pith__writer writer;
    struct plot_key keys[PITH__CHARGRAM_ORDER];
    char labels[PITH__CHARGRAM_ORDER][16];
    pith__writer_init(&writer, put, file);
    plot_page_begin(&writer, page);
    find_range(grid, f1, &axis);
    const struct plot plot = {.writer = &writer,
                              .id = "grid",
                              .left = LEFT,
                              .top = TOP,
                              .width = PLOT_WIDE,
                              .height = PLOT_TALL,
                              .x = {.label = "interpolation parameter q", .low = 0, .high = 1},
                              .y = axis};
    plot_begin(&plot);
    for (unsigned n = 1; n <= grid->orders; n++) {
        double y[NGRAM_QS];
        for (size_t k = 0; k < NGRAM_QS; k++)
            y[k] = value_of(&grid->cells[n][k], f1);
        plot_line(&plot, &styles[n - 1], ngram_qs, y, NGRAM_QS);
        snprintf(labels[n - 1], sizeof labels[n - 1], "n = %u", n);
        keys[n - 1] = (struct plot_key){PLOT_LINE, &styles[n - 1], labels[n - 1]};
    }
    plot_end(&plot);
    plot_legend(&writer, LEFT + PLOT_WIDE + 30, TOP + 10, keys, grid->orders);
    plot_page_end(&writer);
    return pith__writer_finish(&writer) == PITH_OK;
}

bool ngram_chart_entropy(const void *grid, FILE *file)
{
    return draw_grid(grid, file, false,
                     &(struct plot_page){
                         .width = WIDE,
                         .height = TALL,
                         .title = "Cross-entropy of raw text by n and q",
                         .about = "on held-out pages",
                         .summary = "One line per n: bits per character against the parameter q."},
                     (struct plot_axis){.label = "bits per character"});
}

bool ngram_chart_f1(const void *grid, FILE *file)
{
    return draw_grid(
        grid, file, true,
        &(struct plot_page){.width = WIDE,
                            .height = TALL,
                            .title = "F1 of words by n and q",
                            .about = "in blocks of held-out pages",
                            .summary = "One line per n: F1 of words against the parameter q."},
        (struct plot_axis){.label = "F1 of words", .percent = true});
}

bool ngram_chart_curve(const void *what, FILE *file)
{
    const struct ngram_curve *curve = what;
    struct pith__writer writer;
    double x[NGRAM_CURVE_POINTS], f[NGRAM_CURVE_POINTS], p[NGRAM_CURVE_POINTS];
    double r[NGRAM_CURVE_POINTS], low = 1;
    for (size_t i = 0; i < curve->count; i++) {
        x[i] = (double)curve->points[i].pages;
        f[i] = curve->points[i].f;
        p[i] = curve->points[i].p;
        r[i] = curve->points[i].r;
        low = fmin(low, fmin(f[i], fmin(p[i], r[i])));
    }
    pith__writer_init(&writer, put, file);
    plot_page_begin(
        &writer, &(struct plot_page){.width = WIDE,
                                     .height = TALL,
                                     .title = "Learning curve of the method ngram",
                                     .about = "measure ncleaner, over the words of all test pages",
                                     .summary = "F, precision and recall against the number of "
                                                "training pages."});
    const struct plot plot = {
        .writer = &writer,
        .id = "curve",
        .left = LEFT,
        .top = TOP,
        .width = PLOT_WIDE,
        .height = PLOT_TALL,
        .x = {.label = "training pages",
              .low = 1,
              .high = fmax(curve->count > 0 ? x[curve->count - 1] : 1, 2),
              .log = true},
        .y = {.label = "share of words", .low = fmax(low - 0.02, 0), .high = 1, .percent = true}};
    const struct plot_key keys[] = {{PLOT_LINE, &styles[0], "F"},
                                    {PLOT_LINE, &styles[5], "precision"},
                                    {PLOT_LINE, &styles[6], "recall"}};
    plot_begin(&plot);
    plot_line(&plot, &styles[0], x, f, curve->count);
    plot_line(&plot, &styles[5], x, p, curve->count);
    plot_line(&plot, &styles[6], x, r, curve->count);
    plot_end(&plot);
    plot_legend(&writer, LEFT + PLOT_WIDE + 30, TOP + 10, keys, 3);
    plot_page_end(&writer);
    return pith__writer_finish(&writer) == PITH_OK;
}
