/*
 * eval_trec.c - in: relevance judgements and runs in TREC formats; out: figures as a table, CSV or
 * JSON.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/eval_trec.h"

void eval_trec_name(const char *file, char *name, size_t size)
{
    const char *slash = strrchr(file, '/');
    const char *base = slash ? slash + 1 : file;

    snprintf(name, size, "%.*s", (int)strcspn(base, "."), base);
    if (*name == '\0')
        snprintf(name, size, "%s", base);
}

/* ------------------------------------------------------------------ output */

/* The figures shown in the table; CSV and JSON have all. */
static bool in_table(const char *figure)
{
    static const char *const shown[] = {"map", "P_5", "P_10", "P_20", "ndcg_cut_10", "ndcg_cut_20"};

    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (strcmp(shown[i], figure) == 0)
            return true;
    }
    return false;
}

/* The 95 % interval of MAP, as additional figures. */
struct bounds {
    const char *names[2];
    double values[2]; /* NAN: undefined */
};

static bool bounds_of(const struct eval_report *report, const struct trec_table *table,
                      struct bounds *bounds)
{
    struct stats_interval interval = {NAN, NAN};

    if (report->resamples > 0 && table->query_count > 1 &&
        !trec_interval(table, trec_figure(table, "map"), (size_t)report->resamples, report->seed,
                       &interval))
        return false;
    *bounds = (struct bounds){{"map_low", "map_high"}, {interval.low, interval.high}};
    return true;
}

static bool table_of(struct eval_report *report, const struct eval_ranking *rankings, size_t count)
{
    const struct trec_table *first = rankings[0].table;

    int width = 3;

    for (size_t i = 0; i < count; i++)
        width = (int)strlen(rankings[i].name) > width ? (int)strlen(rankings[i].name) : width;
    if (!eval_print(report, "%-*s", width, "run"))
        return false;
    for (size_t f = 0; f < first->figure_count; f++) {
        if (in_table(first->names[f]) && !eval_print(report, "  %11s", first->names[f]))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!eval_print(report, "\n") || !eval_table_text(report, rankings[i].name, width))
            return false;
        for (size_t f = 0; f < first->figure_count; f++) {
            double value = rankings[i].table->all[f];

            if (in_table(first->names[f]) &&
                !(isnan(value) ? eval_print(report, "  %11s", "-")
                               : eval_print(report, "  %11.4f", value)))
                return false;
        }
    }
    return eval_print(report, "\n");
}

static bool csv_value(struct eval_report *report, const char *set, const char *method,
                      const char *figure, const char *group, bool whole, double value)
{
    return isnan(value) ||
           (eval_csv_field(report, set) && eval_csv_field(report, method) &&
            eval_print(report, "trec.%s,", figure) && eval_csv_field(report, group) &&
            eval_print(report, whole ? "%.0f\n" : "%.6f\n", value));
}

/* Writes all figures of a group of queries as CSV rows. */
static bool csv_values(struct eval_report *report, const char *set,
                       const struct eval_ranking *ranking, const char *group, const double *values)
{
    const struct trec_table *table = ranking->table;

    for (size_t f = 0; f < table->figure_count; f++) {
        if (!csv_value(report, set, ranking->name, table->names[f], group, f < TREC_COUNTS,
                       values[f]))
            return false;
    }
    return true;
}

static bool csv_of(struct eval_report *report, const char *set, const struct eval_ranking *ranking,
                   bool by_query)
{
    const struct trec_table *table = ranking->table;
    struct bounds bounds;
    char group[256];

    if (!csv_values(report, set, ranking, "all", table->all) || !bounds_of(report, table, &bounds))
        return false;
    for (size_t i = 0; i < 2; i++) {
        if (!csv_value(report, set, ranking->name, bounds.names[i], "all", false, bounds.values[i]))
            return false;
    }
    for (size_t q = 0; q < table->query_count && by_query; q++) {
        snprintf(group, sizeof group, "query=%s", table->queries[q]);
        if (!csv_values(report, set, ranking, group, table->values + q * table->figure_count))
            return false;
    }
    return true;
}

/* Writes a member of an object of numbers, preceded by *BEFORE. */
static bool json_value(struct eval_report *report, const char **before, const char *name,
                       double value)
{
    const char *mark = *before;

    if (isnan(value))
        return true;
    *before = ",";
    return eval_print(report, "%s\"%s\":%.10g", mark, name, value);
}

static bool json_values(struct eval_report *report, const struct trec_table *table,
                        const double *values, const struct bounds *bounds)
{
    const char *before = "";

    for (size_t f = 0; f < table->figure_count; f++) {
        if (!json_value(report, &before, table->names[f], values[f]))
            return false;
    }
    for (size_t i = 0; i < 2 && bounds; i++) {
        if (!json_value(report, &before, bounds->names[i], bounds->values[i]))
            return false;
    }
    return true;
}

static bool json_of(struct eval_report *report, const struct eval_ranking *ranking, bool first,
                    bool by_query)
{
    const struct trec_table *table = ranking->table;
    struct bounds bounds;

    if (!bounds_of(report, table, &bounds) || !eval_print(report, first ? "" : ",") ||
        !eval_json_string(report, ranking->name) || !eval_print(report, ":{\"all\":{") ||
        !json_values(report, table, table->all, &bounds) || !eval_print(report, "}"))
        return false;
    for (size_t q = 0; q < table->query_count && by_query; q++) {
        if (!eval_print(report, q > 0 ? "," : ",\"queries\":{") ||
            !eval_json_string(report, table->queries[q]) || !eval_print(report, ":{") ||
            !json_values(report, table, table->values + q * table->figure_count, NULL) ||
            !eval_print(report, "}"))
            return false;
    }
    return eval_print(report, by_query && table->query_count > 0 ? "}}" : "}");
}

/* Compares a run with another by average precision. BEFORE is what precedes it in JSON. */
static bool comparison(struct eval_report *report, const char *set,
                       const struct eval_ranking *first, const struct eval_ranking *second,
                       const char *before)
{
    struct stats_paired paired;
    const char *mark = "";
    char name[2 * EVAL_TREC_NAME + 4];

    if (!trec_compare(first->table, second->table, trec_figure(first->table, "map"), &paired))
        return false;
    snprintf(name, sizeof name, "%s - %s", first->name, second->name);
    if (report->format == EVAL_TABLE)
        return paired.count == 0 || (eval_print(report, "\n") && eval_table_text(report, name, 0) &&
                                     eval_print(report, ", query by query\n") &&
                                     eval_differences_head(report, 2, "queries") &&
                                     eval_difference(report, 2, "map", &paired, 4));
    const struct {
        const char *name;
        double value;
    } figures[] = {{"map_difference", paired.mean},
                   {"map_difference_low", paired.low},
                   {"map_difference_high", paired.high},
                   {"map_t_p", paired.t_p},
                   {"map_wilcoxon_p", paired.wilcoxon_p}};
    bool good =
        report->format == EVAL_CSV || (eval_print(report, "%s", before) &&
                                       eval_json_string(report, name) && eval_print(report, ":{"));

    for (size_t i = 0; i < sizeof figures / sizeof *figures && good; i++)
        good = report->format == EVAL_CSV
                   ? csv_value(report, set, name, figures[i].name, "all", false, figures[i].value)
                   : json_value(report, &mark, figures[i].name, figures[i].value);
    return good && (report->format == EVAL_CSV || eval_print(report, "}"));
}

size_t eval_trec_against(const struct eval_trec *trec, const struct eval_ranking *rankings)
{
    size_t i = 0;

    if (!trec->against)
        return trec->run_count == 2 ? 1 : SIZE_MAX;
    while (i < trec->run_count && strcmp(trec->against, rankings[i].name) != 0)
        i++;
    return i < trec->run_count ? i : SIZE_MAX;
}

static bool write_comparisons(const struct eval_trec *trec, struct eval_report *report,
                              const char *set, const struct eval_ranking *rankings)
{
    size_t against = eval_trec_against(trec, rankings);
    const char *before = "";
    bool json = report->format == EVAL_JSON,
         good = !json || eval_print(report, ",\"comparisons\":{");

    for (size_t i = 0; i < trec->run_count && good && against != SIZE_MAX; i++) {
        if (i == against)
            continue;
        good = comparison(report, set, &rankings[i], &rankings[against], before);
        before = ",";
    }
    return good && (!json || eval_print(report, "}"));
}

bool eval_trec_write(const struct eval_trec *trec, struct eval_report *report, const char *set,
                     const struct eval_ranking *rankings)
{
    bool good = true;

    if (report->format == EVAL_TABLE)
        good = table_of(report, rankings, trec->run_count);
    else if (report->format == EVAL_CSV)
        good = eval_print(report, "set,method,measure,group,value\n");
    else
        good = eval_print(report, "{\"runs\":{");
    for (size_t i = 0; i < trec->run_count && good && report->format != EVAL_TABLE; i++)
        good = report->format == EVAL_CSV ? csv_of(report, set, &rankings[i], trec->by_query)
                                          : json_of(report, &rankings[i], i == 0, trec->by_query);
    good = good && (report->format != EVAL_JSON || eval_print(report, "}")) &&
           write_comparisons(trec, report, set, rankings);
    return good && (report->format != EVAL_JSON || eval_print(report, "}\n"));
}

void eval_trec_names(const struct eval_trec *trec, struct eval_ranking *rankings)
{
    for (size_t i = 0; i < trec->run_count; i++) {
        eval_trec_name(trec->runs[i], rankings[i].name, sizeof rankings[i].name);
        for (size_t k = 0; k < i; k++) {
            if (strcmp(rankings[i].name, rankings[k].name) == 0)
                snprintf(rankings[i].name, sizeof rankings[i].name, "%s", trec->runs[i]);
        }
    }
}
