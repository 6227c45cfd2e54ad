/*
 * cmd_eval_trec.c - pith eval --trec: reads judgements and runs, and reports problems in them.
 */
#include <errno.h>
#include <stdlib.h>

#include "cli.h"
#include "cli_files.h"
#include "cmd_eval_trec.h"
#include "io/input.h"

static void note(const char *file, uint64_t line, const char *message)
{
    cli_say(input_name(file), "line %llu: %s", (unsigned long long)line, message);
}

/* Prints warnings about a run. False: it has no results, or broken lines. */
static bool remark(const struct eval_ranking *ranking, const char *file)
{
    const struct trec_table *table = ranking->table;

    if (trec_broken(ranking->trec) > TREC_NAMED)
        cli_say(file, "%zu lines cannot be used; only the first ones are listed",
                trec_broken(ranking->trec));
    if (table->missing > 0)
        cli_say(file, "skipped %zu judged quer%s missing from this run", table->missing,
                table->missing == 1 ? "y" : "ies");
    if (table->unjudged > 0)
        cli_say(file, "skipped %zu quer%s without judgements", table->unjudged,
                table->unjudged == 1 ? "y" : "ies");
    if (table->query_count == 0)
        cli_say(file, "no query of this run has judgements");
    return table->query_count > 0 && trec_broken(ranking->trec) == 0;
}

static bool read_run(const struct trec *qrels, const char *file, struct eval_ranking *ranking,
                     int *code)
{
    ranking->trec = trec_read(TREC_RUN, file, note);
    if (!ranking->trec)
        return cli_unreadable(file, errno);
    ranking->table = trec_score(qrels, ranking->trec, NULL);
    if (!ranking->table) {
        cli_say(file, "not enough memory");
        return false;
    }
    if (!remark(ranking, file))
        *code = CLI_FAILED;
    return true;
}

/* Reads all runs and writes the results. Returns an exit code. */
static int run_all(const struct eval_trec *trec, struct eval_report *report, const char *output,
                   struct eval_ranking *rankings, struct trec *qrels)
{
    struct output out;
    char set[96];
    int code = trec_broken(qrels) > 0 ? CLI_FAILED : CLI_OK;
    bool good;

    for (size_t i = 0; i < trec->run_count; i++) {
        if (!read_run(qrels, trec->runs[i], &rankings[i], &code))
            return CLI_FAILED;
    }
    if (!cli_open(&out, output))
        return CLI_FAILED;
    report->output = &out;
    eval_trec_name(trec->qrels, set, sizeof set);
    good = eval_trec_write(trec, report, set, rankings);
    if (!good && !out.error.code)
        cli_say(NULL, "not enough memory; these results are incomplete");
    good = cli_close(&out, good) && good;
    return good ? code : CLI_FAILED;
}

int eval_trec_run(const struct eval_trec *trec, struct eval_report *report, const char *output)
{
    struct eval_ranking *rankings = calloc(trec->run_count, sizeof *rankings);
    struct trec *qrels = NULL;
    int code = CLI_FAILED;

    if (!rankings) {
        cli_say(NULL, "not enough memory");
        return CLI_FAILED;
    }
    eval_trec_names(trec, rankings);
    if (trec->against && eval_trec_against(trec, rankings) == SIZE_MAX) {
        cli_say("--against", "'%s' is not one of the runs", trec->against);
        free(rankings);
        return CLI_USAGE;
    }
    qrels = trec_read(TREC_QRELS, trec->qrels, note);
    if (qrels)
        code = run_all(trec, report, output, rankings, qrels);
    else
        cli_unreadable(trec->qrels, errno);
    for (size_t i = 0; i < trec->run_count; i++) {
        trec_table_free(rankings[i].table);
        trec_free(rankings[i].trec);
    }
    free(rankings);
    trec_free(qrels);
    return code;
}
