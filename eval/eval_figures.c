/*
 * eval_figures.c - see eval_figures.h.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "eval/eval_figures.h"

bool eval_applies(const struct eval_result *result, size_t system, const struct eval_column *column)
{
    const struct measure_row *rows;
    size_t page = 0;

    if (result->job->systems[system].oracle && !result->has_text)
        return false;
    if (!column->measure)
        return result->blocks[system] && result->has_text;
    if (column->measure->needs_text && !result->has_text)
        return false;
    rows = eval_rows(result, system, column->number);
    while (page < result->pages.count && !rows[page].counts)
        page++;
    return page < result->pages.count;
}

bool eval_applies_at_all(const struct eval_result *result, const struct eval_column *column)
{
    size_t system = 0;

    while (system < result->job->system_count && !eval_applies(result, system, column))
        system++;
    return system < result->job->system_count;
}

static const struct figure *find_figure(const struct measure *measure, const char *name)
{
    const struct figure *figure = measure->figures;

    while (figure->name && strcmp(figure->name, name) != 0)
        figure++;
    return figure->name ? figure : NULL;
}

/* The name of block figure NUMBER within the column; NULL if it belongs to another column. */
static const char *block_name(const struct eval_column *column, size_t number)
{
    const char *name = block_figure_name(number);
    size_t len = strlen(column->name);

    return strncmp(name, column->name, len) == 0 && name[len] == '.' ? name + len + 1 : NULL;
}

static size_t block_main(const struct eval_column *column)
{
    size_t number = 0;

    for (;; number++) {
        const char *name = block_name(column, number);

        if (name && strcmp(name, column->main) == 0)
            return number;
    }
}

static size_t count_pages(const struct measure_row *rows, const struct eval_group *group)
{
    size_t count = 0;

    for (size_t i = 0; i < group->count; i++)
        count += rows[group->pages[i]].counts;
    return count;
}

struct resampled {
    const struct figure *figure;
    const struct measure_row *rows;
};

static double over_sample(const void *data, const uint32_t *pages, size_t count, double *scratch)
{
    const struct resampled *resampled = data;

    return figure_over(resampled->figure, resampled->rows, pages, count, scratch);
}

static double median_of(const struct measure_row *rows, const struct eval_group *group, int value,
                        double *scratch)
{
    const struct figure median = {"median", FIGURE_MEDIAN, (uint8_t)value, 0, 0, 0};

    return figure_over(&median, rows, group->pages, group->count, scratch);
}

static void find_interval(struct eval_report *report, const struct stats_sample *sample,
                          struct eval_headline *headline)
{
    struct stats_interval interval = {NAN, NAN};

    if (report->resamples > 0 && headline->pages > 1)
        report->no_memory |=
            !stats_bootstrap(sample, (size_t)report->resamples, report->seed, &interval);
    headline->low = interval.low;
    headline->high = interval.high;
}

static struct eval_headline text_headline(struct eval_report *report,
                                          const struct eval_result *result, size_t system,
                                          const struct eval_column *column,
                                          const struct eval_group *group, double *scratch)
{
    const struct measure_row *rows = eval_rows(result, system, column->number);
    const struct resampled resampled = {find_figure(column->measure, column->main), rows};
    const struct stats_sample sample = {over_sample, &resampled, group->pages, group->count,
                                        group->count};
    struct eval_headline headline;

    headline.pages = count_pages(rows, group);
    headline.value = figure_over(resampled.figure, rows, group->pages, group->count, scratch);
    headline.median = median_of(rows, group, column->measure->page_value, scratch);
    find_interval(report, &sample, &headline);
    return headline;
}

static struct eval_headline block_headline(struct eval_report *report,
                                           const struct eval_result *result, size_t system,
                                           const struct eval_column *column,
                                           const struct eval_group *group, double *scratch)
{
    const struct block_figure figure = {result->blocks[system], block_main(column)};
    const struct stats_sample sample = {block_figure_sample, &figure, group->pages, group->count,
                                        block_measure_scratch(figure.measure)};
    struct eval_headline headline = {.pages = group->count, .median = NAN};

    headline.value =
        block_figure_over(figure.measure, figure.figure, group->pages, group->count, scratch);
    find_interval(report, &sample, &headline);
    return headline;
}

struct eval_headline eval_headline(struct eval_report *report, const struct eval_result *result,
                                   size_t system, const struct eval_column *column,
                                   const struct eval_group *group, double *scratch)
{
    return (column->measure ? text_headline : block_headline)(report, result, system, column, group,
                                                              scratch);
}

struct stats_paired eval_compare(const struct eval_result *result, size_t first, size_t second,
                                 const struct eval_column *column, const struct eval_group *group,
                                 double *scratch)
{
    const struct measure_row *a = eval_rows(result, first, column->number);
    const struct measure_row *b = eval_rows(result, second, column->number);
    int value = column->measure->page_value;
    size_t count = 0;

    for (size_t i = 0; i < group->count; i++) {
        uint32_t page = group->pages[i];
        double difference = a[page].values[value] - b[page].values[value];

        if (a[page].counts && b[page].counts && !isnan(difference))
            scratch[count++] = difference;
    }
    return stats_compare(scratch, count, scratch + result->pages.count);
}

/* ---------------------------------------------------- all figures of a measure */

static bool all_block_figures(struct eval_report *report, const struct eval_result *result,
                              size_t system, const struct eval_column *column,
                              const struct eval_group *group, double *scratch, eval_sink sink,
                              void *user)
{
    for (size_t i = 0; block_figure_name(i); i++) {
        const char *name = block_name(column, i);

        if (name &&
            !sink(report, name,
                  block_figure_over(result->blocks[system], i, group->pages, group->count, scratch),
                  user))
            return false;
    }
    return true;
}

static bool all_measure_figures(struct eval_report *report, const struct eval_result *result,
                                size_t system, const struct eval_column *column,
                                const struct eval_group *group, double *scratch, eval_sink sink,
                                void *user)
{
    const struct measure_row *rows = eval_rows(result, system, column->number);

    for (const struct figure *figure = column->measure->figures; figure->name; figure++) {
        double value = figure_over(figure, rows, group->pages, group->count, scratch);

        if (!sink(report, figure->name, value, user))
            return false;
    }
    return true;
}

bool eval_all_figures(struct eval_report *report, const struct eval_result *result, size_t system,
                      const struct eval_column *column, const struct eval_group *group,
                      double *scratch, eval_sink sink, void *user)
{
    struct eval_headline headline = eval_headline(report, result, system, column, group, scratch);
    const char *const suffixes[] = {"median", "low", "high"};
    const double values[] = {headline.median, headline.low, headline.high};
    char name[64];

    if (!sink(report, "n", (double)headline.pages, user) ||
        !(column->measure ? all_measure_figures : all_block_figures)(report, result, system, column,
                                                                     group, scratch, sink, user))
        return false;
    for (size_t i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s_%s", column->main, suffixes[i]);
        if ((!column->measure || !find_figure(column->measure, name)) &&
            !sink(report, name, values[i], user))
            return false;
    }
    return true;
}

bool eval_all_differences(struct eval_report *report, const struct stats_paired *paired,
                          eval_sink sink, void *user)
{
    return sink(report, "difference", paired->mean, user) &&
           sink(report, "difference_low", paired->low, user) &&
           sink(report, "difference_high", paired->high, user) &&
           sink(report, "better", (double)paired->better, user) &&
           sink(report, "worse", (double)paired->worse, user) &&
           sink(report, "t_p", paired->t_p, user) &&
           sink(report, "wilcoxon_p", paired->wilcoxon_p, user);
}
