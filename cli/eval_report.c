/*
 * eval_report.c - in: rows of numbers, page by page; out: figures.
 *
 * All three formats walk over the same figures in the same order: groups, systems, measures.
 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/stats.h"
#include "eval_report.h"
#include "json_out.h"

/* The figure that stands for a measure, and how sure it is. */
struct headline {
    double value;
    double median;    /* of the pages' values */
    double low, high; /* 95 % interval */
    size_t pages;     /* that count */
};

__attribute__((format(printf, 2, 3))) static bool print(struct eval_report *report,
                                                        const char *format, ...)
{
    char text[512];
    va_list args;
    int len;

    va_start(args, format);
    len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return output_write(report->output, text, (size_t)len < sizeof text ? (size_t)len : 511);
}

/* ----------------------------------------------------------------- figures */

/* Has this set what the measure asks for? */
static bool applies(const struct eval_result *result, size_t measure)
{
    const struct measure_row *rows = eval_rows(result, 0, measure);
    size_t page = 0;

    if (result->job->measures[measure]->needs_text && !result->has_text)
        return false;
    while (page < result->pages.count && !rows[page].counts)
        page++;
    return page < result->pages.count;
}

static const struct figure *main_figure(const struct measure *measure)
{
    const struct figure *figure = measure->figures;

    while (strcmp(figure->name, measure->main) != 0)
        figure++;
    return figure;
}

static const struct figure *find_figure(const struct measure *measure, const char *name)
{
    for (const struct figure *figure = measure->figures; figure->name; figure++) {
        if (strcmp(figure->name, name) == 0)
            return figure;
    }
    return NULL;
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

static struct headline head(const struct eval_report *report, const struct eval_result *result,
                            size_t system, size_t measure, const struct eval_group *group,
                            double *scratch)
{
    const struct measure *what = result->job->measures[measure];
    const struct measure_row *rows = eval_rows(result, system, measure);
    const struct resampled resampled = {main_figure(what), rows};
    const struct stats_sample sample = {over_sample, &resampled, group->pages, group->count,
                                        group->count};
    struct stats_interval interval = {NAN, NAN};
    struct headline headline;

    headline.pages = count_pages(rows, group);
    headline.value = figure_over(resampled.figure, rows, group->pages, group->count, scratch);
    headline.median = median_of(rows, group, what->page_value, scratch);
    if (report->resamples > 0 && headline.pages > 1)
        stats_bootstrap(&sample, (size_t)report->resamples, report->seed, &interval);
    headline.low = interval.low;
    headline.high = interval.high;
    return headline;
}

/* How two systems differ, page by page, by a measure. */
static struct stats_paired compare(const struct eval_result *result, size_t first, size_t second,
                                   size_t measure, const struct eval_group *group, double *scratch)
{
    const struct measure_row *a = eval_rows(result, first, measure);
    const struct measure_row *b = eval_rows(result, second, measure);
    int value = result->job->measures[measure]->page_value;
    size_t count = 0;

    for (size_t i = 0; i < group->count; i++) {
        uint32_t page = group->pages[i];
        double difference = a[page].values[value] - b[page].values[value];

        if (a[page].counts && b[page].counts && !isnan(difference))
            scratch[count++] = difference;
    }
    return stats_compare(scratch, count, scratch + result->pages.count);
}

static const char *system_name(const struct eval_result *result, size_t system)
{
    return result->job->systems[system].name;
}

/* ------------------------------------------------------------------- table */

static int name_width(const struct eval_result *result)
{
    size_t width = 6;

    for (size_t i = 0; i < result->job->system_count; i++) {
        if (strlen(system_name(result, i)) > width)
            width = strlen(system_name(result, i));
    }
    return (int)width;
}

/* Percentages have two decimals, shares four. */
static int decimals(const char *figure)
{
    return strstr(figure, "pct") ? 2 : 4;
}

static bool table_cell(struct eval_report *report, const struct measure *measure,
                       const struct headline *headline)
{
    int digits = decimals(measure->main);
    char interval[48] = "";

    if (isnan(headline->value))
        return print(report, "  %28s", "-");
    if (!isnan(headline->low))
        snprintf(interval, sizeof interval, " [%.*f, %.*f]", digits - 1, headline->low, digits - 1,
                 headline->high);
    return print(report, "  %.*f%-15s %6.*f", digits, headline->value, interval, digits - 1,
                 headline->median);
}

static bool table_head(struct eval_report *report, const struct eval_result *result, int width)
{
    const struct eval_job *job = result->job;

    if (!print(report, "  %-*s", width, "method"))
        return false;
    for (size_t i = 0; i < job->measure_count; i++) {
        char name[64];

        snprintf(name, sizeof name, "%s.%s", job->measures[i]->name, job->measures[i]->main);
        if (applies(result, i) && !print(report, "  %-21s median", name))
            return false;
    }
    return print(report, "\n");
}

static bool table_group(struct eval_report *report, const struct eval_result *result,
                        uint32_t number, double *scratch)
{
    const struct eval_job *job = result->job;
    const struct eval_group *group = &result->groups[number];
    int width = name_width(result);

    if (!print(report, "%s%s, %s: %zu pages\n", report->sets + number > 0 ? "\n" : "", result->set,
               result->group_names.words[number], group->count) ||
        !table_head(report, result, width))
        return false;
    for (size_t i = 0; i < job->system_count; i++) {
        if (!print(report, "  %-*s", width, system_name(result, i)))
            return false;
        for (size_t j = 0; j < job->measure_count; j++) {
            struct headline headline;

            if (!applies(result, j))
                continue;
            headline = head(report, result, i, j, group, scratch);
            if (!table_cell(report, job->measures[j], &headline))
                return false;
        }
        if (!print(report, "\n"))
            return false;
    }
    return true;
}

static bool table_comparison(struct eval_report *report, const struct eval_result *result,
                             size_t system, size_t measure, const struct stats_paired *paired)
{
    const struct measure *what = result->job->measures[measure];
    int digits = decimals(what->main);

    return print(report,
                 "  %s - %s, %s: %+.*f [%+.*f, %+.*f], better on %zu, worse on %zu of %zu pages; "
                 "t-test p = %.3g, Wilcoxon p = %.3g\n",
                 system_name(result, system), system_name(result, report->against), what->name,
                 digits, paired->mean, digits, paired->low, digits, paired->high, paired->better,
                 paired->worse, paired->count, paired->t_p, paired->wilcoxon_p);
}

/* --------------------------------------------------------------------- CSV */

/* A field, in quotes where it needs them. */
static bool csv_field(struct eval_report *report, const char *text)
{
    if (!strpbrk(text, ",\"\n\r"))
        return print(report, "%s,", text);
    if (!print(report, "\""))
        return false;
    for (; *text; text++) {
        if (!print(report, *text == '"' ? "\"\"" : "%c", *text))
            return false;
    }
    return print(report, "\",");
}

static bool csv_row(struct eval_report *report, const struct eval_result *result,
                    const char *method, const char *measure, const char *figure, uint32_t group,
                    double value)
{
    if (isnan(value))
        return true;
    return csv_field(report, result->set) && csv_field(report, method) &&
           print(report, "%s.%s,", measure, figure) &&
           csv_field(report, result->group_names.words[group]) &&
           print(report, value == (double)(int64_t)value && fabs(value) > 1 ? "%.0f\n" : "%.6f\n",
                 value);
}

/* ---------------------------------------------------- all figures of a measure */

/* Takes one figure. */
typedef bool (*figure_sink)(struct eval_report *report, const char *name, double value, void *user);

static bool all_figures(struct eval_report *report, const struct eval_result *result, size_t system,
                        size_t measure, const struct eval_group *group, double *scratch,
                        figure_sink sink, void *user)
{
    const struct measure *what = result->job->measures[measure];
    struct headline headline = head(report, result, system, measure, group, scratch);
    const char *const suffixes[] = {"median", "low", "high"};
    const double values[] = {headline.median, headline.low, headline.high};
    char name[64];

    if (!sink(report, "n", (double)headline.pages, user))
        return false;
    for (const struct figure *figure = what->figures; figure->name; figure++) {
        double value = figure_over(figure, eval_rows(result, system, measure), group->pages,
                                   group->count, scratch);
        if (!sink(report, figure->name, value, user))
            return false;
    }
    for (size_t i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s_%s", what->main, suffixes[i]);
        if (!find_figure(what, name) && !sink(report, name, values[i], user))
            return false;
    }
    return true;
}

static bool all_differences(struct eval_report *report, const struct stats_paired *paired,
                            figure_sink sink, void *user)
{
    return sink(report, "difference", paired->mean, user) &&
           sink(report, "difference_low", paired->low, user) &&
           sink(report, "difference_high", paired->high, user) &&
           sink(report, "better", (double)paired->better, user) &&
           sink(report, "worse", (double)paired->worse, user) &&
           sink(report, "t_p", paired->t_p, user) &&
           sink(report, "wilcoxon_p", paired->wilcoxon_p, user);
}

struct csv_place {
    const struct eval_result *result;
    const char *method, *measure;
    uint32_t group;
};

static bool csv_sink(struct eval_report *report, const char *name, double value, void *user)
{
    const struct csv_place *place = user;

    return csv_row(report, place->result, place->method, place->measure, name, place->group, value);
}

static bool csv_group(struct eval_report *report, const struct eval_result *result, uint32_t number,
                      double *scratch)
{
    const struct eval_job *job = result->job;

    for (size_t i = 0; i < job->system_count; i++) {
        for (size_t j = 0; j < job->measure_count; j++) {
            struct csv_place place = {result, system_name(result, i), job->measures[j]->name,
                                      number};

            if (applies(result, j) &&
                !all_figures(report, result, i, j, &result->groups[number], scratch, csv_sink,
                             &place))
                return false;
        }
    }
    return true;
}

static bool csv_comparison(struct eval_report *report, const struct eval_result *result,
                           size_t system, size_t measure, uint32_t group,
                           const struct stats_paired *paired)
{
    char name[160];
    struct csv_place place = {result, name, result->job->measures[measure]->name, group};

    snprintf(name, sizeof name, "%s - %s", system_name(result, system),
             system_name(result, report->against));
    return all_differences(report, paired, csv_sink, &place);
}

/* -------------------------------------------------------------------- JSON */

static bool json_string(struct eval_report *report, const char *text)
{
    struct json_out out = {.limit = SIZE_MAX};
    bool good;

    json_out_word(&out, "\"");
    json_out_string(&out, text, strlen(text));
    json_out_word(&out, "\"");
    good = out.state == JSON_OUT_GOOD && output_write(report->output, out.data, out.len);
    json_out_deinit(&out);
    return good;
}

/* A member of an object of numbers; USER points to what stands before it: "{" or ",". */
static bool json_sink(struct eval_report *report, const char *name, double value, void *user)
{
    const char **before = user;

    if (isnan(value))
        return true;
    if (!print(report, "%s\"%s\":%.10g", *before, name, value))
        return false;
    *before = ",";
    return true;
}

static bool json_group(struct eval_report *report, const struct eval_result *result,
                       uint32_t number, double *scratch)
{
    const struct eval_job *job = result->job;
    const struct eval_group *group = &result->groups[number];

    if (!print(report, "%s", number > 0 ? "," : "") ||
        !json_string(report, result->group_names.words[number]) ||
        !print(report, ":{\"pages\":%zu,\"methods\":{", group->count))
        return false;
    for (size_t i = 0; i < job->system_count; i++) {
        const char *mark = "";

        if (!print(report, "%s", i > 0 ? "," : "") ||
            !json_string(report, system_name(result, i)) || !print(report, ":{"))
            return false;
        for (size_t j = 0; j < job->measure_count; j++) {
            const char *before = "{";

            if (!applies(result, j))
                continue;
            if (!print(report, "%s\"%s\":", mark, job->measures[j]->name) ||
                !all_figures(report, result, i, j, group, scratch, json_sink, &before) ||
                !print(report, "}"))
                return false;
            mark = ",";
        }
        if (!print(report, "}"))
            return false;
    }
    return print(report, "}");
}

static bool json_comparison(struct eval_report *report, const struct eval_result *result,
                            size_t system, size_t measure, const struct stats_paired *paired,
                            bool *first)
{
    const char *before = ",";

    if (!print(report, "%s{\"methods\":[", *first ? "" : ",") ||
        !json_string(report, system_name(result, system)) || !print(report, ",") ||
        !json_string(report, system_name(result, report->against)) ||
        !print(report, "],\"measure\":\"%s\"", result->job->measures[measure]->name) ||
        !all_differences(report, paired, json_sink, &before))
        return false;
    *first = false;
    return print(report, "}");
}

/* -------------------------------------------------------------- one set */

static bool write_group(struct eval_report *report, const struct eval_result *result,
                        uint32_t group, double *scratch)
{
    switch (report->format) {
    case EVAL_CSV:
        return csv_group(report, result, group, scratch);
    case EVAL_JSON:
        return json_group(report, result, group, scratch);
    default:
        return table_group(report, result, group, scratch);
    }
}

/* The comparisons within a group; in JSON those of all pages only. */
static bool write_comparisons(struct eval_report *report, const struct eval_result *result,
                              uint32_t group, double *scratch)
{
    const struct eval_job *job = result->job;
    bool first = true, good = true;

    for (size_t i = 0; i < job->system_count && report->against != SIZE_MAX; i++) {
        for (size_t j = 0; j < job->measure_count && good; j++) {
            struct stats_paired paired;

            if (i == report->against || !applies(result, j))
                continue;
            paired = compare(result, i, report->against, j, &result->groups[group], scratch);
            if (report->format == EVAL_TABLE)
                good = table_comparison(report, result, i, j, &paired);
            else if (report->format == EVAL_CSV)
                good = csv_comparison(report, result, i, j, group, &paired);
            else
                good = json_comparison(report, result, i, j, &paired, &first);
        }
    }
    return good;
}

static bool write_groups(struct eval_report *report, const struct eval_result *result,
                         double *scratch)
{
    uint32_t count = result->group_names.count;

    for (uint32_t i = 0; i < count; i++) {
        if (!write_group(report, result, i, scratch) ||
            (report->format != EVAL_JSON && !write_comparisons(report, result, i, scratch)))
            return false;
    }
    return true;
}

static bool write_json_set(struct eval_report *report, const struct eval_result *result,
                           double *scratch)
{
    return print(report, "%s{\"set\":", report->sets > 0 ? "," : "") &&
           json_string(report, result->set) &&
           print(report, ",\"pages\":%" PRIu32 ",\"broken\":%" PRIu64 ",\"groups\":{",
                 result->pages.count, result->broken) &&
           write_groups(report, result, scratch) && print(report, "},\"comparisons\":[") &&
           write_comparisons(report, result, 0, scratch) && print(report, "]}");
}

bool eval_report_begin(struct eval_report *report)
{
    if (report->format == EVAL_CSV)
        return print(report, "set,method,measure,group,value\n");
    return report->format != EVAL_JSON || print(report, "{\"sets\":[");
}

bool eval_report_set(struct eval_report *report, const struct eval_result *result)
{
    size_t pages = result->pages.count;
    double *scratch = malloc((4 * pages + 1) * sizeof *scratch);
    bool good = scratch && (report->format == EVAL_JSON ? write_json_set(report, result, scratch)
                                                        : write_groups(report, result, scratch));

    free(scratch);
    report->sets++;
    return good;
}

bool eval_report_end(struct eval_report *report)
{
    return report->format != EVAL_JSON || print(report, "]}\n");
}
