/*
 * decision_report.c - see decision_report.h.
 */
#include "train/decision_report.h"
#include "train/gain.h"

#include <math.h>
#include <string.h>

void decision_report_data(const struct matrix *matrix, unsigned classes, const char *const *names,
                          double all_words, FILE *file)
{
    double words = matrix_words(matrix), of_class[PITH__LABELS] = {0};

    for (size_t i = 0; i < matrix->rows; i++)
        of_class[matrix_target(matrix->classes[i], classes)] += (double)matrix->weights[i];
    fprintf(file, "data         %zu pages of %zu sites, %zu blocks, %.0f words\n",
            matrix->page_count, matrix->site_count, matrix->rows, all_words);
    fprintf(file, "classes      ");
    for (unsigned i = 0; i < PITH__LABELS && i < classes; i++) {
        const char *name = classes == 2 && i == 1 ? "content" : names[i];

        fprintf(file, "%s %.1f %%%s", name, words > 0 ? 100 * of_class[i] / words : 0,
                i + 1 < classes ? ", " : " of the words\n");
    }
}

void decision_report_share(const char *name, double share, FILE *file)
{
    if (isnan(share))
        fprintf(file, "%-12s      -\n", name);
    else
        fprintf(file, "%-12s %6.1f %%\n", name, 100 * share);
}

void decision_report_scores(const struct weighted_scores *scores, double auc, FILE *file)
{
    decision_report_share("precision", scores->precision, file);
    decision_report_share("recall", scores->recall, file);
    decision_report_share("F1", scores->f1, file);
    decision_report_share("false pos.", scores->fp_rate, file);
    decision_report_share("ROC AUC", auc, file);
    decision_report_share("accuracy", scores->accuracy, file);
}

bool decision_report_ranking(const struct matrix *matrix, unsigned classes, FILE *file)
{
    struct gain ranking[PITH__FEATURES];
    double entropy;

    if (!gain_rank(matrix, classes, true, ranking, &entropy))
        return false;
    fprintf(file, "information gain, of %.4f bits\n\n", entropy);
    for (size_t i = 0; i < PITH__FEATURES; i++)
        fprintf(file, "%7.4f  %s\n", ranking[i].gain, pith_feature_name(ranking[i].feature));
    return true;
}

void decision_line_write(const char *word, const char *text, size_t len, FILE *file)
{
    fprintf(file, "%s ", word);
    for (size_t i = 0; i < len; i++)
        fputc((unsigned char)text[i] < ' ' ? '?' : text[i], file);
    fputc('\n', file);
}

void decision_set_write(const char *path, FILE *file)
{
    size_t end = strlen(path), begin;

    while (end > 1 && path[end - 1] == '/')
        end--;
    for (begin = end; begin > 0 && path[begin - 1] != '/'; begin--)
        ;
    decision_line_write("data", path + begin, end - begin, file);
}
