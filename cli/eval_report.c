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

#include "eval_figures.h"
#include "json_out.h"

bool eval_print(struct eval_report *report, const char *format, ...)
{
    char text[1024];
    va_list args;
    int len;

    va_start(args, format);
    len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return output_write(report->output, text,
                        (size_t)len < sizeof text ? (size_t)len : sizeof text - 1);
}

/* ------------------------------------------------------------------- table */

static const char *system_name(const struct eval_result *result, size_t system)
{
    return result->job->systems[system].name;
}

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

static bool table_cell(struct eval_report *report, const struct eval_column *column,
                       const struct eval_headline *headline)
{
    int digits = decimals(column->main);
    char value[64] = "-", median[16] = "";

    if (!isnan(headline->value))
        snprintf(value, sizeof value, "%.*f", digits, headline->value);
    if (!isnan(headline->low))
        snprintf(value, sizeof value, "%.*f [%.*f, %.*f]", digits, headline->value, digits - 1,
                 headline->low, digits - 1, headline->high);
    if (!isnan(headline->median) && column->measure)
        snprintf(median, sizeof median, "%.*f", digits - 1, headline->median);
    return eval_print(report, column->measure ? "  %-21s %6s" : "  %-21s", value, median);
}

static bool table_head(struct eval_report *report, const struct eval_result *result, int width)
{
    if (!eval_print(report, "  %-*s", width, "method"))
        return false;
    for (size_t i = 0; i < report->column_count; i++) {
        const struct eval_column *column = &report->columns[i];
        char name[64];

        snprintf(name, sizeof name, "%s.%s", column->name, column->main);
        if (eval_applies_at_all(result, column) &&
            !eval_print(report, column->measure ? "  %-21s median" : "  %-21s", name))
            return false;
    }
    return eval_print(report, "\n");
}

static bool table_row(struct eval_report *report, const struct eval_result *result, size_t system,
                      const struct eval_group *group, double *scratch)
{
    for (size_t i = 0; i < report->column_count; i++) {
        const struct eval_column *column = &report->columns[i];
        struct eval_headline headline = {.value = NAN, .low = NAN, .median = NAN};

        if (!eval_applies_at_all(result, column))
            continue;
        if (eval_applies(result, system, column))
            headline = eval_headline(report, result, system, column, group, scratch);
        if (!table_cell(report, column, &headline))
            return false;
    }
    return eval_print(report, "\n");
}

static bool table_group(struct eval_report *report, const struct eval_result *result,
                        uint32_t number, double *scratch)
{
    const struct eval_group *group = &result->groups[number];
    int width = name_width(result);

    if (!eval_print(report, "%s%s, %s: %zu pages\n", report->sets + number > 0 ? "\n" : "",
                    result->set, tokens_name(&result->group_names, number), group->count) ||
        !table_head(report, result, width))
        return false;
    for (size_t i = 0; i < result->job->system_count; i++) {
        if (!eval_print(report, "  %-*s", width, system_name(result, i)) ||
            !table_row(report, result, i, group, scratch))
            return false;
    }
    return true;
}

bool eval_print_difference(struct eval_report *report, const struct stats_paired *paired,
                           int digits, const char *unit)
{
    char interval[64] = "";

    if (!isnan(paired->low)) /* one page alone has none */
        snprintf(interval, sizeof interval, " [%+.*f, %+.*f]", digits, paired->low, digits,
                 paired->high);
    return eval_print(report,
                      "%+.*f%s, better on %zu, worse on %zu of %zu %s; "
                      "t-test p = %.3g, Wilcoxon p = %.3g\n",
                      digits, paired->mean, interval, paired->better, paired->worse, paired->count,
                      unit, paired->t_p, paired->wilcoxon_p);
}

static bool table_comparison(struct eval_report *report, const struct eval_result *result,
                             size_t system, const struct eval_column *column,
                             const struct stats_paired *paired)
{
    return eval_print(report, "  %s - %s, %s: ", system_name(result, system),
                      system_name(result, report->against), column->name) &&
           eval_print_difference(report, paired, decimals(column->main), "pages");
}

/* --------------------------------------------------------------------- CSV */

bool eval_csv_field(struct eval_report *report, const char *text)
{
    if (!strpbrk(text, ",\"\n\r"))
        return eval_print(report, "%s,", text);
    if (!eval_print(report, "\""))
        return false;
    for (; *text; text++) {
        if (!eval_print(report, *text == '"' ? "\"\"" : "%c", *text))
            return false;
    }
    return eval_print(report, "\",");
}

/* Numbers of pages and of snippets; all other figures are shares. */
static bool is_count(const char *figure)
{
    static const char *const counts[] = {"n", "better", "worse", "tp", "fn", "fp", "tn"};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (strcmp(counts[i], figure) == 0)
            return true;
    }
    return false;
}

static bool csv_row(struct eval_report *report, const struct eval_result *result,
                    const char *method, const char *measure, const char *figure, uint32_t group,
                    double value)
{
    if (isnan(value))
        return true;
    return eval_csv_field(report, result->set) && eval_csv_field(report, method) &&
           eval_print(report, "%s.%s,", measure, figure) &&
           eval_csv_field(report, tokens_name(&result->group_names, group)) &&
           eval_print(report, is_count(figure) ? "%.0f\n" : "%.6f\n", value);
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
    for (size_t i = 0; i < result->job->system_count; i++) {
        for (size_t j = 0; j < report->column_count; j++) {
            const struct eval_column *column = &report->columns[j];
            struct csv_place place = {result, system_name(result, i), column->name, number};

            if (eval_applies(result, i, column) &&
                !eval_all_figures(report, result, i, column, &result->groups[number], scratch,
                                  csv_sink, &place))
                return false;
        }
    }
    return true;
}

static bool csv_comparison(struct eval_report *report, const struct eval_result *result,
                           size_t system, const struct eval_column *column, uint32_t group,
                           const struct stats_paired *paired)
{
    char name[256];
    struct csv_place place = {result, name, column->name, group};

    snprintf(name, sizeof name, "%s - %s", system_name(result, system),
             system_name(result, report->against));
    return eval_all_differences(report, paired, csv_sink, &place);
}

/* -------------------------------------------------------------------- JSON */

bool eval_json_string(struct eval_report *report, const char *text)
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
    if (!eval_print(report, "%s\"%s\":%.10g", *before, name, value))
        return false;
    *before = ",";
    return true;
}

static bool json_group(struct eval_report *report, const struct eval_result *result,
                       uint32_t number, double *scratch)
{
    const struct eval_job *job = result->job;
    const struct eval_group *group = &result->groups[number];

    if (!eval_print(report, "%s", number > 0 ? "," : "") ||
        !eval_json_string(report, tokens_name(&result->group_names, number)) ||
        !eval_print(report, ":{\"pages\":%zu,\"methods\":{", group->count))
        return false;
    for (size_t i = 0; i < job->system_count; i++) {
        const char *mark = "";

        if (!eval_print(report, "%s", i > 0 ? "," : "") ||
            !eval_json_string(report, system_name(result, i)) || !eval_print(report, ":{"))
            return false;
        for (size_t j = 0; j < report->column_count; j++) {
            const struct eval_column *column = &report->columns[j];
            const char *before = "{";

            if (!eval_applies(result, i, column))
                continue;
            if (!eval_print(report, "%s\"%s\":", mark, column->name) ||
                !eval_all_figures(report, result, i, column, group, scratch, json_sink, &before) ||
                !eval_print(report, "}"))
                return false;
            mark = ",";
        }
        if (!eval_print(report, "}"))
            return false;
    }
    return eval_print(report, "}}");
}

static bool json_comparison(struct eval_report *report, const struct eval_result *result,
                            size_t system, const struct eval_column *column,
                            const struct stats_paired *paired, bool *first)
{
    const char *before = ",";

    if (!eval_print(report, "%s{\"methods\":[", *first ? "" : ",") ||
        !eval_json_string(report, system_name(result, system)) || !eval_print(report, ",") ||
        !eval_json_string(report, system_name(result, report->against)) ||
        !eval_print(report, "],\"measure\":\"%s\"", column->name) ||
        !eval_all_differences(report, paired, json_sink, &before))
        return false;
    *first = false;
    return eval_print(report, "}");
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
        for (size_t j = 0; j < report->column_count && good; j++) {
            const struct eval_column *column = &report->columns[j];
            struct stats_paired paired;

            if (i == report->against || !column->measure || !eval_applies(result, i, column) ||
                !eval_applies(result, report->against, column))
                continue;
            paired =
                eval_compare(result, i, report->against, column, &result->groups[group], scratch);
            if (paired.count == 0)
                continue;
            if (report->format == EVAL_TABLE)
                good = table_comparison(report, result, i, column, &paired);
            else if (report->format == EVAL_CSV)
                good = csv_comparison(report, result, i, column, group, &paired);
            else
                good = json_comparison(report, result, i, column, &paired, &first);
        }
    }
    return good;
}

static bool write_groups(struct eval_report *report, const struct eval_result *result,
                         double *scratch)
{
    size_t count = result->group_names.count;

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
    return eval_print(report, "%s{\"set\":", report->sets > 0 ? "," : "") &&
           eval_json_string(report, result->set) &&
           eval_print(report, ",\"pages\":%zu,\"broken\":%" PRIu64 ",\"groups\":{",
                      result->pages.count, result->broken) &&
           write_groups(report, result, scratch) && eval_print(report, "},\"comparisons\":[") &&
           write_comparisons(report, result, 0, scratch) && eval_print(report, "]}");
}

bool eval_report_begin(struct eval_report *report)
{
    if (report->format == EVAL_CSV)
        return eval_print(report, "set,method,measure,group,value\n");
    return report->format != EVAL_JSON || eval_print(report, "{\"sets\":[");
}

/* Numbers that the making of a figure needs room for. */
static size_t scratch_size(const struct eval_result *result)
{
    size_t size = 4 * result->pages.count + 1;

    for (size_t i = 0; i < result->job->system_count; i++) {
        size_t more = result->blocks[i] ? block_measure_scratch(result->blocks[i]) : 0;

        size = more > size ? more : size;
    }
    return size;
}

bool eval_report_set(struct eval_report *report, const struct eval_result *result)
{
    double *scratch = malloc(scratch_size(result) * sizeof *scratch);
    bool good = scratch && (report->format == EVAL_JSON ? write_json_set(report, result, scratch)
                                                        : write_groups(report, result, scratch));

    free(scratch);
    report->sets++;
    return good;
}

bool eval_report_end(struct eval_report *report)
{
    return report->format != EVAL_JSON || eval_print(report, "]}\n");
}
