/*
 * eval_report.c - in: per-page values; out: figures.
 *
 * All three formats visit the same figures in the same order: groups, systems, measures.
 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/eval_figures.h"
#include "io/json_out.h"
#include "io/tame.h"

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

/* -------------------------------------------------------------------- names */

static const char *system_name(const struct eval_result *result, size_t system)
{
    return result->job->systems[system].name;
}

/* ------------------------------------------------------------------- table */

/* A table wider than LINE columns continues below with the next measures. A value takes VALUE
 * columns, its interval INTERVAL, a median MEDIAN. */
enum { LINE = 100, VALUE = 5, INTERVAL = 20, MEDIAN = 6 };

/* Display width of a text, one column per character. */
static int columns_of(const char *text)
{
    int count = 0;
    bool tame;

    for (; *text; text += tame_character(text, &tame))
        count++;
    return count;
}

/* Writes TEXT padded with blanks. Names are untrusted: they must not control the terminal or start
 * a new line. */
bool eval_table_text(struct eval_report *report, const char *text, int width)
{
    bool good = true;

    width -= columns_of(text);
    while (*text && good) {
        bool tame;
        size_t len = tame_character(text, &tame);

        good =
            tame ? output_write(report->output, text, len) : output_write(report->output, "?", 1);
        text += len;
    }
    return good && eval_print(report, "%*s", width > 0 ? width : 0, "");
}

static int name_width(const struct eval_result *result)
{
    int width = 6;

    for (size_t i = 0; i < result->job->system_count; i++) {
        int columns = columns_of(system_name(result, i));

        width = columns > width ? columns : width;
    }
    return width;
}

/* Percentages have one decimal, fractions three; differences have one more. */
static int decimals(const char *figure)
{
    return strstr(figure, "pct") ? 1 : 3;
}

/* Writes a column's title; returns its width. */
static int table_title(const struct eval_report *report, const struct eval_column *column,
                       char *title, size_t size)
{
    int least = report->resamples > 0 ? INTERVAL : VALUE;
    int len = snprintf(title, size, "%s.%s%s", column->name, column->main,
                       report->resamples > 0 ? " [95 %]" : "");

    return len > least ? len : least;
}

static bool table_cell(struct eval_report *report, const struct eval_column *column,
                       const struct eval_headline *headline)
{
    int digits = decimals(column->main);
    char title[64], value[64] = "    -", median[16] = "";
    int width = table_title(report, column, title, sizeof title);

    if (!isnan(headline->value))
        snprintf(value, sizeof value, "%*.*f", VALUE, digits, headline->value);
    if (!isnan(headline->low))
        snprintf(value, sizeof value, "%*.*f [%*.*f, %*.*f]", VALUE, digits, headline->value, VALUE,
                 digits, headline->low, VALUE, digits, headline->high);
    if (!isnan(headline->median) && column->measure)
        snprintf(median, sizeof median, "%.*f", digits, headline->median);
    return column->measure ? eval_print(report, "  %-*s %*s", width, value, MEDIAN, median)
                           : eval_print(report, "  %-*s", width, value);
}

/* Returns the end of the columns from FIRST on that fit on one line after a name. */
static size_t table_part(const struct eval_report *report, const struct eval_result *result,
                         size_t first, int width)
{
    bool some = false;
    char title[64];

    for (; first < report->column_count; first++) {
        const struct eval_column *column = &report->columns[first];

        if (!eval_applies_at_all(result, column))
            continue;
        width += 2 + table_title(report, column, title, sizeof title) +
                 (column->measure ? 1 + MEDIAN : 0);
        if (some && width > LINE)
            break;
        some = true;
    }
    return first;
}

static bool table_head(struct eval_report *report, const struct eval_result *result, size_t first,
                       size_t end)
{
    for (; first < end; first++) {
        const struct eval_column *column = &report->columns[first];
        char title[64];
        int width = table_title(report, column, title, sizeof title);

        if (eval_applies_at_all(result, column) &&
            !eval_print(report, column->measure ? "  %-*s median" : "  %-*s", width, title))
            return false;
    }
    return eval_print(report, "\n");
}

static bool table_row(struct eval_report *report, const struct eval_result *result, size_t system,
                      const struct eval_group *group, size_t first, size_t end, double *scratch)
{
    for (; first < end; first++) {
        const struct eval_column *column = &report->columns[first];
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
    const char *name = tokens_name(&result->group_names, number);
    int width = name_width(result);
    size_t first = 0, end;

    if (!eval_print(report, "%s", report->sets + number > 0 ? "\n" : "") ||
        !eval_table_text(report, result->set, 0) ||
        (number > 0 && (!eval_print(report, ", ") || !eval_table_text(report, name, 0))) ||
        !eval_print(report, ": %zu page%s\n", group->count, group->count == 1 ? "" : "s"))
        return false;
    for (; first < report->column_count; first = end) {
        end = table_part(report, result, first, 2 + width);
        if (!eval_print(report, "%s  %-*s", first > 0 ? "\n" : "", width, "method") ||
            !table_head(report, result, first, end))
            return false;
        for (size_t i = 0; i < result->job->system_count; i++) {
            if (!eval_print(report, "  ") ||
                !eval_table_text(report, system_name(result, i), width) ||
                !table_row(report, result, i, group, first, end, scratch))
                return false;
        }
    }
    return true;
}

bool eval_differences_head(struct eval_report *report, int indent, const char *unit)
{
    return eval_print(report,
                      "%*smeasure    difference [95 %%]           better   worse %7s  t-test p"
                      "  Wilcoxon p\n",
                      indent, "", unit);
}

bool eval_difference(struct eval_report *report, int indent, const char *measure,
                     const struct stats_paired *paired, int digits)
{
    char value[64], t[16] = "-", wilcoxon[16] = "-";

    snprintf(value, sizeof value, "%+7.*f", digits, paired->mean);
    if (!isnan(paired->low)) { /* a single page has no interval */
        snprintf(value, sizeof value, "%+7.*f [%+7.*f, %+7.*f]", digits, paired->mean, digits,
                 paired->low, digits, paired->high);
        snprintf(t, sizeof t, "%.3g", paired->t_p);
        snprintf(wilcoxon, sizeof wilcoxon, "%.3g", paired->wilcoxon_p);
    }
    return eval_print(report, "%*s%-9s  %-26s  %6zu  %6zu %7zu  %8s  %10s\n", indent, "", measure,
                      value, paired->better, paired->worse, paired->count, t, wilcoxon);
}

/* Writes the title above the comparisons of two systems. */
static bool table_pair(struct eval_report *report, const struct eval_result *result, size_t system)
{
    return eval_print(report, "\n  ") && eval_table_text(report, system_name(result, system), 0) &&
           eval_print(report, " - ") &&
           eval_table_text(report, system_name(result, report->against), 0) &&
           eval_print(report, ", page by page\n") && eval_differences_head(report, 4, "pages");
}

/* --------------------------------------------------------------------- CSV */

bool eval_csv_field(struct eval_report *report, const char *text)
{
    if (!strpbrk(text, ",\"\n\r"))
        return output_write(report->output, text, strlen(text)) && eval_print(report, ",");
    if (!eval_print(report, "\""))
        return false;
    for (; *text; text++) {
        if (!eval_print(report, *text == '"' ? "\"\"" : "%c", *text))
            return false;
    }
    return eval_print(report, "\",");
}

/* Numbers of pages and snippets; all other figures are fractions. */
static bool is_count(const char *figure)
{
    static const char *const counts[] = {"n", "better", "worse", "tp", "fn", "fp", "tn"};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (strcmp(counts[i], figure) == 0)
            return true;
    }
    return false;
}

static bool is_p_value(const char *figure)
{
    return strcmp(figure, "t_p") == 0 || strcmp(figure, "wilcoxon_p") == 0;
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
           eval_print(report,
                      is_count(figure)     ? "%.0f\n"
                      : is_p_value(figure) ? "%.6g\n" /* small ones must not become 0 */
                                           : "%.6f\n",
                      value);
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

/* Writes a member of an object of numbers; USER points to what precedes it: "{" or ",". */
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
                            size_t system, const struct eval_column *column, uint32_t group,
                            const struct stats_paired *paired, bool *first)
{
    const char *before = ",";

    if (!eval_print(report, "%s{\"methods\":[", *first ? "" : ",") ||
        !eval_json_string(report, system_name(result, system)) || !eval_print(report, ",") ||
        !eval_json_string(report, system_name(result, report->against)) ||
        !eval_print(report, "],\"measure\":\"%s\",\"group\":", column->name) ||
        !eval_json_string(report, tokens_name(&result->group_names, group)) ||
        !eval_all_differences(report, paired, json_sink, &before))
        return false;
    *first = false;
    return eval_print(report, "}");
}

/* -------------------------------------------------------------- one set */

/* Can the system be compared with the baseline on this column? */
static bool comparable(const struct eval_report *report, const struct eval_result *result,
                       size_t system, const struct eval_column *column)
{
    return system != report->against && column->measure && eval_applies(result, system, column) &&
           eval_applies(result, report->against, column);
}

/* Writes the comparisons within a group. *FIRST: none has been written yet. */
static bool write_comparisons(struct eval_report *report, const struct eval_result *result,
                              uint32_t group, double *scratch, bool *first)
{
    const struct eval_job *job = result->job;
    bool good = true;

    for (size_t i = 0; i < job->system_count && report->against != SIZE_MAX; i++) {
        bool titled = false;

        for (size_t j = 0; j < report->column_count && good; j++) {
            const struct eval_column *column = &report->columns[j];
            struct stats_paired paired;

            if (!comparable(report, result, i, column))
                continue;
            paired =
                eval_compare(result, i, report->against, column, &result->groups[group], scratch);
            if (paired.count == 0)
                continue;
            if (report->format == EVAL_TABLE)
                good =
                    (titled || table_pair(report, result, i)) &&
                    eval_difference(report, 4, column->name, &paired, decimals(column->main) + 1);
            else if (report->format == EVAL_CSV)
                good = csv_comparison(report, result, i, column, group, &paired);
            else
                good = json_comparison(report, result, i, column, group, &paired, first);
            titled = true;
        }
    }
    return good;
}

struct place {
    const char *name;
    size_t pages;
    uint32_t number;
};

static int larger_first(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->pages != y->pages)
        return x->pages < y->pages ? 1 : -1;
    return strcmp(x->name, y->name);
}

/* The groups in table order: "all", then the largest first. Returns NULL when out of memory. */
static struct place *table_order(const struct eval_result *result)
{
    uint32_t count = (uint32_t)result->group_names.count;
    struct place *places = calloc(count, sizeof *places);

    for (uint32_t i = 0; places && i < count; i++)
        places[i] =
            (struct place){tokens_name(&result->group_names, i), result->groups[i].count, i};
    if (places)
        qsort(places + 1, count - 1, sizeof *places, larger_first);
    return places;
}

static bool write_table(struct eval_report *report, const struct eval_result *result,
                        double *scratch)
{
    struct place *order = table_order(result);
    bool good = order != NULL, first = true;

    for (uint32_t i = 0; good && i < result->group_names.count; i++)
        good = table_group(report, result, order[i].number, scratch) &&
               write_comparisons(report, result, order[i].number, scratch, &first);
    free(order);
    return good;
}

static bool write_csv(struct eval_report *report, const struct eval_result *result, double *scratch)
{
    bool good = true, first = true;

    for (uint32_t i = 0; good && i < result->group_names.count; i++)
        good = csv_group(report, result, i, scratch) &&
               write_comparisons(report, result, i, scratch, &first);
    return good;
}

static bool write_json(struct eval_report *report, const struct eval_result *result,
                       double *scratch)
{
    uint32_t count = (uint32_t)result->group_names.count;
    bool first = true;
    bool good = eval_print(report, "%s{\"set\":", report->sets > 0 ? "," : "") &&
                eval_json_string(report, result->set) &&
                eval_print(report, ",\"pages\":%zu,\"broken\":%" PRIu64 ",\"groups\":{",
                           result->pages.count, result->broken);

    for (uint32_t i = 0; good && i < count; i++)
        good = json_group(report, result, i, scratch);
    good = good && eval_print(report, "},\"comparisons\":[");
    for (uint32_t i = 0; good && i < count; i++)
        good = write_comparisons(report, result, i, scratch, &first);
    return good && eval_print(report, "]}");
}

bool eval_report_begin(struct eval_report *report)
{
    if (report->format == EVAL_CSV)
        return eval_print(report, "set,method,measure,group,value\n");
    return report->format != EVAL_JSON || eval_print(report, "{\"sets\":[");
}

/* Size of the scratch space needed to compute figures. */
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
    bool good = scratch && (report->format == EVAL_JSON  ? write_json
                            : report->format == EVAL_CSV ? write_csv
                                                         : write_table)(report, result, scratch);

    free(scratch);
    report->sets++;
    good = good && !report->no_memory;
    report->broken |= !good;
    return good;
}

bool eval_report_end(struct eval_report *report)
{
    if (report->broken) /* incomplete output must not look complete */
        return false;
    return report->format != EVAL_JSON || eval_print(report, "]}\n");
}
