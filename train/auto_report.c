/*
 * auto_report.c - see auto_report.h.
 */
#include "train/auto_report.h"

#include <math.h>
#include <stdlib.h>

#include "io/tame.h"

struct auto_mean auto_mean_of(const struct auto_measured *measured, size_t group, bool gained)
{
    struct auto_mean mean = {0, 0, 0};
    double squares = 0;

    for (size_t i = 0; i < measured->count; i++) {
        const struct auto_page *page = &measured->pages[i];

        if (page->snippets || (group < AUTO_GROUPS && page->group != group))
            continue;
        double value = gained ? page->f1 - page->before : page->f1;

        mean.count++;
        mean.mean += value;
        squares += value * value;
    }
    if (mean.count > 0)
        mean.mean /= (double)mean.count;
    if (mean.count > 1)
        mean.error = sqrt(fmax(squares / (double)mean.count - mean.mean * mean.mean, 0) /
                          (double)(mean.count - 1));
    return mean;
}

/* Prints the value of a field in 16 columns. */
static void print_name(FILE *file, const char *name)
{
    char shown[256];

    snprintf(shown, sizeof shown, "%s", name);
    tame_text(shown);
    fprintf(file, "%-16s", shown);
}

static void print_group(FILE *file, const struct auto_measured *measured, const char *name,
                        size_t group, bool before)
{
    struct auto_mean mean = auto_mean_of(measured, group, false);

    if (mean.count == 0)
        return;
    print_name(file, name);
    fprintf(file, " %.4f ± %.4f  %5zu pages", mean.mean, mean.error, mean.count);
    if (before) {
        struct auto_mean gain = auto_mean_of(measured, group, true);

        fprintf(file, "   before %.4f, gained %+.4f ± %.4f", mean.mean - gain.mean, gain.mean,
                gain.error);
    }
    fputc('\n', file);
}

/* Precision, recall and F over all snippets of a group, or of all pages. */
static void print_found(FILE *file, const struct auto_measured *measured, const char *name,
                        size_t group, bool before)
{
    double wanted = 0, found[2] = {0, 0}, wrongly[2] = {0, 0};
    size_t count = 0;

    for (size_t i = 0; i < measured->count; i++) {
        const struct auto_page *page = &measured->pages[i];

        if (!page->snippets || (group < AUTO_GROUPS && page->group != group))
            continue;
        count++;
        wanted += page->wanted;
        found[0] += page->found.rightly;
        wrongly[0] += page->found.wrongly;
        found[1] += page->found_before.rightly;
        wrongly[1] += page->found_before.wrongly;
    }
    if (count == 0)
        return;
    print_name(file, name);
    fprintf(file, " %.4f (precision %.4f, recall %.4f)  %5zu pages",
            2 * found[0] / fmax(found[0] + wrongly[0] + wanted, 1),
            found[0] / fmax(found[0] + wrongly[0], 1), found[0] / fmax(wanted, 1), count);
    if (before)
        fprintf(file, "   before %.4f", 2 * found[1] / fmax(found[1] + wrongly[1] + wanted, 1));
    fputc('\n', file);
}

/* Pages known by snippets come last. */
static int by_confidence(const void *a, const void *b)
{
    const struct auto_page *x = a, *y = b;

    if (x->snippets != y->snippets)
        return x->snippets ? 1 : -1;
    return (x->confidence > y->confidence) - (x->confidence < y->confidence);
}

/* Compares the confidence of pages with their actual F1 in five equal parts. Sorts the pages. */
static void print_trust(FILE *file, struct auto_measured *measured)
{
    enum { PARTS = 5 };
    size_t count = 0;

    qsort(measured->pages, measured->count, sizeof *measured->pages, by_confidence);
    while (count < measured->count && !measured->pages[count].snippets)
        count++;
    if (count == 0)
        return;
    fprintf(file, "expected F1     ");
    for (size_t part = 0; part < PARTS; part++) {
        size_t begin = part * count / PARTS, end = (part + 1) * count / PARTS;
        double says = 0, is = 0;

        for (size_t i = begin; i < end; i++) {
            says += measured->pages[i].confidence;
            is += measured->pages[i].f1;
        }
        if (end > begin)
            fprintf(file, " %.3f is %.3f%s", says / (double)(end - begin),
                    is / (double)(end - begin), part + 1 < PARTS ? "," : "");
    }
    fprintf(file, "\n");
}

void auto_report_write(const struct auto_report *report, const struct auto_trained *trained,
                       struct auto_measured *measured, FILE *file)
{
    bool before = report->before;

    fprintf(file, "\n%u folds by site\n", trained->folds);
    if (report->stops) {
        fprintf(file, "trees           ");
        for (unsigned i = 0; i < trained->folds; i++)
            fprintf(file, " %zu%s",
                    (trained->forests[i].count - report->trees_before) / report->forests,
                    i + 1 < trained->folds ? "," : "\n");
    }
    fprintf(file, "log loss         %.4f, calibrated %.4f (slope %.3f, shift %.3f)\n",
            trained->loss, trained->calibrated_loss, trained->settings.slope,
            trained->settings.shift);
    print_group(file, measured, "word F1", AUTO_GROUPS, before);
    for (size_t i = 0; measured->group_count > 1 && i < measured->group_count; i++)
        print_group(file, measured, measured->groups[i], i, before);
    print_found(file, measured, "snippets F", AUTO_GROUPS, before);
    for (size_t i = 0; measured->group_count > 1 && i < measured->group_count; i++)
        print_found(file, measured, measured->groups[i], i, before);
    print_trust(file, measured);
}

void auto_report_forest(const struct boost_forest *forest, size_t len, FILE *file)
{
    size_t leaves = 0;

    for (size_t i = 0; i < forest->count; i++)
        leaves += (forest->trees[i].count + 1) / 2;
    fprintf(file, "\ntrained on all: %zu trees, %zu leaves, %zu kB\n", forest->count, leaves,
            (len + 999) / 1000);
}
