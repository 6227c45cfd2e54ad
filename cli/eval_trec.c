/*
 * eval_trec.c - in: judgements and runs, as TREC has them; out: figures as a table, CSV or JSON.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "eval/trec.h"
#include "eval_trec.h"
#include "input.h"

/* A run: what it is called, and its figures. */
struct ranking {
    char name[96];
    struct trec *trec;
    struct trec_table *table;
};

static void note(const char *file, uint64_t line, const char *message)
{
    cli_say(input_name(file), "line %llu: %s", (unsigned long long)line, message);
}

/* The file's name without its folder and endings. */
static void name_of(const char *file, char *name, size_t size)
{
    const char *slash = strrchr(file, '/');
    const char *base = slash ? slash + 1 : file;

    snprintf(name, size, "%.*s", (int)strcspn(base, "."), base);
    if (*name == '\0')
        snprintf(name, size, "%s", base);
}

/* ------------------------------------------------------------------ output */

/* The figures that the table has room for; CSV and JSON have all. */
static bool in_table(const char *figure)
{
    static const char *const shown[] = {"map", "P_5", "P_10", "P_20", "ndcg_cut_10", "ndcg_cut_20"};

    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (strcmp(shown[i], figure) == 0)
            return true;
    }
    return false;
}

static bool table_of(struct eval_report *report, const struct ranking *rankings, size_t count)
{
    const struct trec_table *first = rankings[0].table;

    if (!eval_print(report, "%-24s", "run"))
        return false;
    for (size_t f = 0; f < first->figure_count; f++) {
        if (in_table(first->names[f]) && !eval_print(report, " %11s", first->names[f]))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!eval_print(report, "\n%-24s", rankings[i].name))
            return false;
        for (size_t f = 0; f < first->figure_count; f++) {
            if (in_table(first->names[f]) &&
                !eval_print(report, " %11.4f", rankings[i].table->all[f]))
                return false;
        }
    }
    return eval_print(report, "\n");
}

/* All figures of a group of queries as rows of CSV. */
static bool csv_values(struct eval_report *report, const char *set, const struct ranking *ranking,
                       const char *group, const double *values)
{
    const struct trec_table *table = ranking->table;

    for (size_t f = 0; f < table->figure_count; f++) {
        if (!isnan(values[f]) &&
            !(eval_csv_field(report, set) && eval_csv_field(report, ranking->name) &&
              eval_print(report, "trec.%s,", table->names[f]) && eval_csv_field(report, group) &&
              eval_print(report, f < TREC_COUNTS ? "%.0f\n" : "%.6f\n", values[f])))
            return false;
    }
    return true;
}

static bool csv_of(struct eval_report *report, const char *set, const struct ranking *ranking,
                   bool by_query)
{
    const struct trec_table *table = ranking->table;
    char group[256];

    if (!csv_values(report, set, ranking, "all", table->all))
        return false;
    for (size_t q = 0; q < table->query_count && by_query; q++) {
        snprintf(group, sizeof group, "query=%s", table->queries[q]);
        if (!csv_values(report, set, ranking, group, table->values + q * table->figure_count))
            return false;
    }
    return true;
}

static bool json_values(struct eval_report *report, const struct trec_table *table,
                        const double *values)
{
    const char *before = "";

    for (size_t f = 0; f < table->figure_count; f++) {
        if (isnan(values[f]))
            continue;
        if (!eval_print(report, "%s\"%s\":%.10g", before, table->names[f], values[f]))
            return false;
        before = ",";
    }
    return true;
}

static bool json_of(struct eval_report *report, const struct ranking *ranking, bool first,
                    bool by_query)
{
    const struct trec_table *table = ranking->table;

    if (!eval_print(report, first ? "" : ",") || !eval_json_string(report, ranking->name) ||
        !eval_print(report, ":{\"all\":{") || !json_values(report, table, table->all) ||
        !eval_print(report, "}"))
        return false;
    for (size_t q = 0; q < table->query_count && by_query; q++) {
        if (!eval_print(report, q > 0 ? "," : ",\"queries\":{") ||
            !eval_json_string(report, table->queries[q]) || !eval_print(report, ":{") ||
            !json_values(report, table, table->values + q * table->figure_count) ||
            !eval_print(report, "}"))
            return false;
    }
    return eval_print(report, by_query && table->query_count > 0 ? "}}" : "}");
}

/* How a run differs from another, by average precision. */
static bool comparison(struct eval_report *report, const char *set, const struct ranking *first,
                       const struct ranking *second)
{
    struct stats_paired paired;
    char name[256];

    if (!trec_compare(first->table, second->table, trec_figure(first->table, "map"), &paired))
        return false;
    snprintf(name, sizeof name, "%s - %s", first->name, second->name);
    if (report->format == EVAL_TABLE)
        return eval_print(report,
                          "%s, map: %+.4f [%+.4f, %+.4f], better on %zu, worse on %zu of %zu "
                          "queries; t-test p = %.3g, Wilcoxon p = %.3g\n",
                          name, paired.mean, paired.low, paired.high, paired.better, paired.worse,
                          paired.count, paired.t_p, paired.wilcoxon_p);
    if (report->format == EVAL_JSON)
        return true;
    const struct {
        const char *name;
        double value;
    } figures[] = {{"map_difference", paired.mean},
                   {"map_t_p", paired.t_p},
                   {"map_wilcoxon_p", paired.wilcoxon_p}};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        if (!eval_csv_field(report, set) || !eval_csv_field(report, name) ||
            !eval_print(report, "trec.%s,all,%.6f\n", figures[i].name, figures[i].value))
            return false;
    }
    return true;
}

static bool write_all(const struct eval_trec *trec, struct eval_report *report, const char *set,
                      const struct ranking *rankings)
{
    size_t against = trec->run_count == 2 ? 1 : SIZE_MAX;
    bool good = true;

    for (size_t i = 0; i < trec->run_count; i++) {
        if (trec->against && strcmp(trec->against, rankings[i].name) == 0)
            against = i;
    }
    if (report->format == EVAL_TABLE)
        good = table_of(report, rankings, trec->run_count);
    else if (report->format == EVAL_CSV)
        good = eval_print(report, "set,method,measure,group,value\n");
    else
        good = eval_print(report, "{\"runs\":{");
    for (size_t i = 0; i < trec->run_count && good && report->format != EVAL_TABLE; i++)
        good = report->format == EVAL_CSV ? csv_of(report, set, &rankings[i], trec->by_query)
                                          : json_of(report, &rankings[i], i == 0, trec->by_query);
    for (size_t i = 0; i < trec->run_count && good && against != SIZE_MAX; i++)
        good = i == against || comparison(report, set, &rankings[i], &rankings[against]);
    return good && (report->format != EVAL_JSON || eval_print(report, "}}\n"));
}

/* --------------------------------------------------------------- the run */

/* Says what there is to say of a run. False: it is not all as it should be. */
static bool remark(const struct ranking *ranking, const char *file)
{
    const struct trec_table *table = ranking->table;

    if (table->missing > 0)
        cli_say(file, "%zu queries of the judgements are not in this run; they are left out",
                table->missing);
    if (table->unjudged > 0)
        cli_say(file, "%zu queries of this run have no judgements; they are left out",
                table->unjudged);
    if (table->query_count == 0)
        cli_say(file, "no query of this run has judgements");
    return table->query_count > 0 && trec_broken(ranking->trec) == 0;
}

static bool read_run(const struct trec *qrels, const char *file, struct ranking *ranking, int *code)
{
    name_of(file, ranking->name, sizeof ranking->name);
    ranking->trec = trec_read(TREC_RUN, file, note);
    if (!ranking->trec)
        return input_complain(file, errno);
    ranking->table = trec_score(qrels, ranking->trec, NULL);
    if (!ranking->table) {
        cli_say(file, "not enough memory");
        return false;
    }
    if (!remark(ranking, file))
        *code = CLI_FAILED;
    return true;
}

int eval_trec_run(const struct eval_trec *trec, struct eval_report *report, const char *output)
{
    struct trec *qrels = trec_read(TREC_QRELS, trec->qrels, note);
    struct ranking *rankings = calloc(trec->run_count, sizeof *rankings);
    struct output out;
    char set[96];
    int code = CLI_OK;
    bool good = qrels || input_complain(trec->qrels, errno);

    if (qrels && trec_broken(qrels) > 0)
        code = CLI_FAILED;
    for (size_t i = 0; i < trec->run_count && good; i++)
        good = rankings && read_run(qrels, trec->runs[i], &rankings[i], &code);
    if (good && output_open(&out, output)) {
        report->output = &out;
        name_of(trec->qrels, set, sizeof set);
        good = write_all(trec, report, set, rankings);
        good = output_close(&out, good) && good;
    } else {
        good = false;
    }
    for (size_t i = 0; rankings && i < trec->run_count; i++) {
        trec_table_free(rankings[i].table);
        trec_free(rankings[i].trec);
    }
    free(rankings);
    trec_free(qrels);
    return good ? code : CLI_FAILED;
}
