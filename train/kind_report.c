/*
 * kind_report.c - see kind_report.h.
 */
#include "train/kind_report.h"

#include <math.h>
#include <stdlib.h>

#include "method/page_type.h"

static void add_page(struct kind_figures *figures, unsigned kind, const double chances[PITH__KINDS])
{
    size_t best = pith__kind_likeliest(chances);

    figures->count++;
    figures->of[kind]++;
    figures->said[best]++;
    figures->loss -= log(chances[kind]);
    if (best == kind) {
        figures->right++;
        figures->hit[kind]++;
    }
}

struct kind_figures kind_figures_of(const struct matrix *matrix, const struct kind_trained *trained,
                                    size_t sort)
{
    struct kind_figures figures = {0};

    for (size_t i = sort; i < matrix->rows; i += KIND_ROWS)
        add_page(&figures, matrix->classes[i], trained->chances + i * PITH__KINDS);
    return figures;
}

double kind_accuracy(const struct kind_figures *figures)
{
    return (double)figures->right / (double)figures->count;
}

static double ratio(size_t part, size_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0;
}

struct stated {
    double chance;
    bool right;
};

static int by_chance(const void *a, const void *b)
{
    const struct stated *x = a, *y = b;

    return (x->chance > y->chance) - (x->chance < y->chance);
}

/* For pages without their URL: compares the predicted probability with the accuracy in five equal
 * parts, before the trust curve, which is fitted to this. */
static void print_trust(const struct matrix *matrix, const struct kind_trained *trained, FILE *file)
{
    enum { PARTS = 5 };
    size_t count = matrix->rows / KIND_ROWS;
    struct stated *pages = malloc((count + 1) * sizeof *pages);

    for (size_t i = 0; pages && i < count; i++) {
        size_t row = i * KIND_ROWS + KIND_WITHOUT_ADDRESS;
        const double *chances = trained->chances + row * PITH__KINDS;
        size_t best = pith__kind_likeliest(chances);

        pages[i] = (struct stated){chances[best], matrix->classes[row] == best};
    }
    if (!pages)
        return;
    qsort(pages, count, sizeof *pages, by_chance);
    fprintf(file, "says            ");
    for (size_t part = 0; part < PARTS; part++) {
        size_t begin = part * count / PARTS, end = (part + 1) * count / PARTS;
        double says = 0, is = 0;

        for (size_t i = begin; i < end; i++) {
            says += pages[i].chance;
            is += pages[i].right;
        }
        if (end > begin)
            fprintf(file, " %.3f is %.3f%s", says / (double)(end - begin),
                    is / (double)(end - begin), part + 1 < PARTS ? "," : "");
    }
    fprintf(file, "\n");
    free(pages);
}

void kind_report_write(const struct matrix *matrix, const struct kind_trained *trained, FILE *file)
{
    struct kind_figures with = kind_figures_of(matrix, trained, KIND_WITH_ADDRESS),
                        without = kind_figures_of(matrix, trained, KIND_WITHOUT_ADDRESS);
    double share = kind_accuracy(&with);

    fprintf(file, "\n%u folds by site  with address  without\n", trained->folds);
    fprintf(file, "accuracy         %.4f        %.4f   ± %.4f\n", share, kind_accuracy(&without),
            sqrt(share * (1 - share) / (double)with.count));
    fprintf(file, "log loss         %.4f        %.4f\n", with.loss / (double)with.count,
            without.loss / (double)without.count);
    fprintf(file, "\nwithout address  found   right   pages\n");
    for (int kind = 0; kind < PITH__KINDS; kind++)
        fprintf(file, "%-16s %.3f   %.3f   %zu\n", pith_page_type_name(kind + 1),
                ratio(without.hit[kind], without.of[kind]),
                ratio(without.hit[kind], without.said[kind]), without.of[kind]);
    print_trust(matrix, trained, file);
}
