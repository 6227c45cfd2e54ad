/*
 * cmd_eval.c - pith eval: measures methods and the output of other programs on labelled pages.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cli_files.h"
#include "cmd_eval_trec.h"
#include "eval/eval_columns.h"
#include "io/input.h"
#include "io/nearest.h"
#include "io/parallel.h"
#include "opts.h"
#include "page_job.h"

enum { SYSTEMS = 64, NAME = 96, EVAL_OPTS = 22 };

static const struct opts_usage usage = {
    "eval",
    "usage: pith eval [OPTION...] SET...\n"
    "       pith eval --trec QRELS RUN...\n"
    "\n"
    "Measures methods on labelled pages. A SET is a file of JSON lines with \"id\",\n"
    "\"html\" and \"text\" (also .gz, .xz, .zst), or a folder: NAME.html + NAME.txt,\n"
    "CleanEval's orig/ + clean/, or L3S-GN1's annotated/.\n",
    "  pith eval -m words,density pages.jsonl.xz\n"
    "  pith eval -m words:main --pred other.jsonl --by page_type pages.jsonl.xz\n"
    "  pith eval --csv --measures all --where split=test cleaneval/\n",
};

/* The command line, and what follows from it. */
struct eval {
    struct eval_system systems[SYSTEMS];
    char names[SYSTEMS][NAME], methods_of[SYSTEMS][NAME];
    struct eval_columns columns;
    struct eval_job job;
    struct eval_report report;

    struct opt_list data, methods, preds, wheres, fields;
    const char *measure_names;
    const char *against;
    const char *output;
    const char *qrels;
    const char *model; /* file or built-in model */
    bool precision, recall;
    struct settings settings;
    unsigned as; /* 0: evaluate pages as HTML; 1: as their plain text */
    bool csv, json, labels, trec;
    uint64_t threads, resamples, seed;
    unsigned tokens;
    size_t sets_run;         /* sets that had pages */
    struct tokens set_names; /* names of the sets so far */
};

/* ----------------------------------------------------------------- systems */

static struct eval_system *new_system(struct eval *eval, const char *name, size_t len)
{
    size_t number = eval->job.system_count;

    if (number == SYSTEMS) {
        cli_say(NULL, "at most %d systems can be compared at once", SYSTEMS);
        return NULL;
    }
    snprintf(eval->names[number], NAME, "%.*s", (int)(len < NAME ? len : NAME - 1), name);
    for (size_t i = 0; i < number; i++) {
        if (strcmp(eval->names[i], eval->names[number]) == 0) {
            cli_say(eval->names[i],
                    "is given twice; use --pred NAME=FILE to name a file differently");
            return NULL;
        }
    }
    eval->job.system_count++;
    eval->systems[number] = (struct eval_system){.name = eval->names[number]};
    return &eval->systems[number];
}

/* Adds METHOD, METHOD+METHOD, METHOD:FILTER, or oracle. */
static bool add_method(struct eval *eval, const char *text, size_t len)
{
    struct eval_system *system = new_system(eval, text, len);
    char *name, *colon;
    pith_error error;

    if (!system)
        return false;
    name = eval->methods_of[system - eval->systems];
    strcpy(name, system->name);
    system->oracle = strcmp(name, "oracle") == 0;
    if (system->oracle)
        return true;
    colon = strchr(name, ':');
    if (colon) {
        *colon = '\0';
        if (!pith_filter_find(colon + 1, &system->filter))
            return settings_no_choice(pith_option_find("filter"), "--method", colon + 1, 0);
    }
    for (char *plus; (plus = strchr(name, '+')) != NULL;)
        *plus = ',';
    system->methods = name;
    if (pith_options_set(eval->settings.options, "method", name, &error) == PITH_OK)
        return true;
    return settings_no_choice(pith_option_find("method"), "--method", name, error.offset);
}

static bool add_methods(struct eval *eval, const char *names)
{
    for (;;) {
        size_t len = strcspn(names, ",");

        if (!add_method(eval, names, len))
            return false;
        if (names[len] == '\0')
            return true;
        names += len + 1;
    }
}

/* Adds NAME=FILE, or FILE under its name without extensions. Returns an exit code. */
static int add_pred(struct eval *eval, const char *text, size_t *broken)
{
    size_t before = strcspn(text, "=/"); /* a = after a slash belongs to the file name */
    const char *equals = before > 0 && text[before] == '=' ? text + before : NULL;
    const char *file = equals ? equals + 1 : text;
    const char *slash = strrchr(file, '/');
    const char *name = equals ? text : slash ? slash + 1 : file;
    size_t len = equals ? (size_t)(equals - text) : strcspn(name, ".");
    struct eval_system *system = new_system(eval, name, len);
    size_t bad = 0;

    if (!system)
        return CLI_USAGE;
    system->answers = answers_read(file, cli_note, &bad);
    *broken += bad;
    if (!system->answers) {
        cli_unreadable(file, errno);
        return CLI_FAILED;
    }
    if (bad > ANSWERS_NAMED)
        cli_say(file, "%zu lines cannot be used; only the first ones are listed", bad);
    if (bad > 0 && answers_count(system->answers) == 0) {
        cli_say(file, "has no answers; its lines must be like {\"id\": ..., \"text\": ...}");
        return CLI_FAILED;
    }
    return CLI_OK;
}

static int find_systems(struct eval *eval, size_t *broken)
{
    const pith_method_info *method;

    for (size_t i = 0; i < eval->methods.count; i++) {
        if (!add_methods(eval, eval->methods.items[i]))
            return CLI_USAGE;
    }
    for (size_t i = 0; i < eval->preds.count; i++) {
        int code = add_pred(eval, eval->preds.items[i], broken);

        if (code != CLI_OK)
            return code;
    }
    for (size_t i = 0; eval->methods.count + eval->preds.count == 0; i++) {
        method = pith_method_at(i);
        if (!method)
            break;
        add_methods(eval, method->name);
    }
    return CLI_OK;
}

static int find_against(struct eval *eval)
{
    eval->report.against = eval->job.system_count == 2 ? 1 : SIZE_MAX;
    if (!eval->against)
        return CLI_OK;
    for (size_t i = 0; i < eval->job.system_count; i++) {
        if (strcmp(eval->names[i], eval->against) == 0) {
            eval->report.against = i;
            return CLI_OK;
        }
    }
    cli_say("--against", "'%s' is not one of the compared systems", eval->against);
    return CLI_USAGE;
}

/* ---------------------------------------------------------------- measures */

static int find_measures(struct eval *eval)
{
    size_t len;
    const char *name = eval_columns_choose(&eval->columns, eval->measure_names, &len);
    struct eval_column column;
    const char *nearest = NULL;
    char word[64], known[256] = "all";

    eval->job.measures = eval->columns.measures;
    eval->job.measure_count = eval->columns.measure_count;
    eval->job.blocks = eval->columns.blocks;
    eval->report.columns = eval->columns.list;
    eval->report.column_count = eval->columns.count;
    if (!name)
        return CLI_OK;
    /* A figure such as wordf1.f1 may be given for its measure, the part before the dot. */
    snprintf(word, sizeof word, "%.*s", (int)len, name);
    for (size_t i = 0; (column = eval_column_at(i)).name; i++) {
        size_t dot = strcspn(word, ".");

        nearest = nearest_word(word, column.name, nearest);
        if (word[dot] == '.' && strlen(column.name) == dot && !memcmp(word, column.name, dot))
            nearest = column.name;
        snprintf(known + strlen(known), sizeof known - strlen(known), ", %s", column.name);
    }
    opts_unknown("--measures", "measure", word, nearest, known);
    return CLI_USAGE;
}

/* ----------------------------------------------------------------- the run */

static void say_missing(const struct eval_job *job, const char *path)
{
    for (size_t i = 0; i < job->system_count; i++) {
        const struct eval_system *system = &job->systems[i];

        if (system->missing > 0)
            cli_say(path, "%s has no answer for %zu page%s, which counts as empty", system->name,
                    system->missing, system->missing == 1 ? "" : "s");
    }
}

/* Is no block labelled as content? A set with snippets alone has no block labels; that is an error
 * only with --labels. */
static bool has_no_content(const struct eval *eval, const struct eval_result *result)
{
    return result->block_count > 0 && result->content == 0 && (result->has_text || eval->labels);
}

/* Prints what is wrong with a set as a whole. */
static bool is_fine(const struct eval *eval, const char *path, const struct eval_result *result)
{
    if (result->pages.count == 0)
        cli_say(path, "has no page to measure%s",
                eval->job.where_count > 0 ? "; check --where" : "");
    else if (has_no_content(eval, result))
        cli_say(path, "no block is content; is this the ground truth of these pages?");
    cli_left_out(path, result->broken);
    return result->pages.count > 0 && result->broken == 0 && result->bounded == 0 &&
           !has_no_content(eval, result);
}

/* A field that no page has is probably misspelt. */
static void say_unknown_fields(const struct eval *eval, const char *path,
                               const struct eval_result *result)
{
    for (size_t i = 0; i < eval->job.field_count; i++) {
        char none[256];

        snprintf(none, sizeof none, "%s=None", eval->job.fields[i]);
        for (uint32_t j = 0; j < result->group_names.count; j++) {
            if (result->groups[j].count == result->pages.count &&
                strcmp(tokens_name(&result->group_names, j), none) == 0)
                cli_say(path, "no page has the field '%s'; check --by", eval->job.fields[i]);
        }
    }
}

/* If sets have the same name, all but the first are named by their paths. */
static bool name_set(struct eval *eval, const char *path, struct eval_result *result)
{
    size_t before = eval->set_names.count;
    uint32_t number;
    bool added;
    char *name;

    if (!tokens_number_name(&eval->set_names, result->set, &number)) {
        cli_say(path, "not enough memory");
        return false;
    }
    added = number == before;
    name = added ? NULL : strdup(path);
    if (name) {
        free(result->set);
        result->set = name;
    }
    if (!added && !name)
        cli_say(path, "not enough memory");
    return added || name;
}

/* Evaluates one set. Returns an exit code. */
static int run_set(struct eval *eval, const char *path)
{
    struct eval_result result;
    int code = CLI_FAILED;

    if (eval_run(&eval->job, path, &result) && name_set(eval, path, &result)) {
        say_unknown_fields(eval, path, &result);
        say_missing(&eval->job, path);
        if (is_fine(eval, path, &result))
            code = CLI_OK;
        if (result.pages.count > 0 && !eval->labels && !eval_report_set(&eval->report, &result)) {
            if (!eval->report.output->error.code) /* output_close() reports failed output */
                cli_say(result.set, "not enough memory; these results are incomplete");
            code = CLI_FAILED;
        }
    }
    eval->sets_run += result.pages.count > 0;
    eval_result_deinit(&result);
    return code;
}

static int run(struct eval *eval)
{
    struct output output;
    int code = CLI_OK;

    if (!cli_open(&output, eval->output))
        return CLI_FAILED;
    eval->report.output = &output;
    eval->job.labels = eval->labels ? &output : NULL;
    eval->job.note = cli_note;
    eval->job.progress = cli_shows_progress() ? cli_progress : NULL;
    if (!eval->labels && !eval_report_begin(&eval->report))
        code = CLI_FAILED;
    for (size_t i = 0; i < eval->data.count; i++) {
        int worse = run_set(eval, eval->data.items[i]);

        code = worse != CLI_OK ? worse : code;
    }
    if (!eval->labels && !eval_report_end(&eval->report))
        code = CLI_FAILED;
    return cli_close(&output, eval->sets_run > 0 && !eval->report.broken) ? code : CLI_FAILED;
}

static void choose_format(struct eval *eval)
{
    eval->report.format = eval->csv ? EVAL_CSV : eval->json ? EVAL_JSON : EVAL_TABLE;
    eval->report.resamples = eval->resamples;
    eval->report.seed = eval->seed;
}

/* Prints which options cannot be combined. */
static bool fits_together(const struct eval *eval)
{
    if (eval->csv && eval->json)
        cli_say("--csv", "cannot be combined with --json; choose one");
    else if (eval->labels && (eval->csv || eval->trec))
        cli_say("--labels", "writes JSON lines and cannot be combined with --%s",
                eval->csv ? "csv" : "trec");
    else if (eval->qrels && !eval->trec)
        cli_say("--qrels", "is for rankings; add --trec");
    else
        return true;
    return false;
}

static int set_up(struct eval *eval, size_t *broken)
{
    int code = find_measures(eval);

    eval->job.options = eval->settings.options;
    eval->job.as_text = eval->as == 1;
    eval->job.systems = eval->systems;
    eval->job.wheres = eval->wheres.items;
    eval->job.where_count = eval->wheres.count;
    eval->job.fields = eval->fields.items;
    eval->job.field_count = eval->fields.count;
    eval->job.cjk = eval->tokens == 1;
    eval->job.threads = eval->threads > 0 ? (unsigned)eval->threads : parallel_cores();
    choose_format(eval);
    if (code == CLI_OK && !eval->labels)
        code = find_systems(eval, broken);
    return code == CLI_OK ? find_against(eval) : code;
}

/* All methods that some system uses, such as "density,words". */
static void all_methods(const struct eval *eval, char *names, size_t size)
{
    const pith_method_info *method;

    *names = '\0';
    for (size_t i = 0; (method = pith_method_at(i)) != NULL; i++) {
        bool asked = false;

        for (size_t j = 0; j < eval->job.system_count; j++)
            asked |=
                eval->systems[j].methods && settings_asks(eval->systems[j].methods, method->name);
        if (asked)
            snprintf(names + strlen(names), size - strlen(names), "%s%s", *names ? "," : "",
                     method->name);
    }
}

static int find_models(struct eval *eval, struct page_models *models)
{
    char methods[256];
    const struct page_model wanted = {.name = eval->model, .methods = methods};
    int code;

    all_methods(eval, methods, sizeof methods);
    code = page_job_beta(eval->precision, eval->recall, &eval->settings, methods);
    if (code == CLI_OK && !settings_fit(&eval->settings, methods))
        code = CLI_USAGE;
    return code == CLI_OK ? page_models_read(&wanted, eval->job.options, models) : code;
}

static int eval_sets(struct eval *eval, int count, char **sets)
{
    struct page_models models = {0};
    size_t broken = 0;
    int code;

    if (!opts_sets(&eval->data, &eval->wheres, count, sets, "pith eval SET"))
        return CLI_USAGE;
    code = set_up(eval, &broken);
    if (code == CLI_OK)
        code = find_models(eval, &models);
    if (code == CLI_OK)
        code = run(eval);
    page_models_free(&models);
    tokens_deinit(&eval->set_names);
    for (size_t i = 0; i < eval->job.system_count; i++)
        answers_free(eval->systems[i].answers);
    return code == CLI_OK && broken > 0 ? CLI_FAILED : code;
}

/* Operands are QRELS RUN..., or with --qrels only RUN... */
static int eval_rankings(struct eval *eval, int count, char **files)
{
    struct eval_trec trec = {
        .qrels = eval->qrels, .runs = files, .run_count = (size_t)count, .against = eval->against};

    if (!trec.qrels && count > 0) {
        trec.qrels = trec.runs[0];
        trec.runs++;
        trec.run_count--;
    }
    if (trec.run_count == 0) {
        cli_say(NULL, "no rankings given; use: pith eval --trec QRELS RUN...");
        return CLI_USAGE;
    }
    for (size_t i = 0; i < eval->fields.count; i++) {
        trec.by_query = strcmp(eval->fields.items[i], "query") == 0;
        if (!trec.by_query) {
            cli_say("--by", "rankings have no field '%s'; use --by query", eval->fields.items[i]);
            return CLI_USAGE;
        }
    }
    choose_format(eval);
    return eval_trec_run(&trec, &eval->report, eval->output);
}

int cmd_eval(int argc, char **argv)
{
    static const char *const tokens[] = {"word", "cjk", NULL};
    static const char *const inputs[] = {"html", "text", NULL};
    struct eval *eval = calloc(1, sizeof *eval);
    int count, code;

    if (!eval) {
        cli_say(NULL, "not enough memory");
        return CLI_FAILED;
    }
    /* Results must not depend on the clock. */
    if (!settings_init(&eval->settings) || !settings_put(&eval->settings, "deadline", NULL, "0")) {
        settings_deinit(&eval->settings);
        free(eval);
        return CLI_FAILED;
    }
    eval->measure_names = "wordf1,shingle,bow,snippets";
    eval->resamples = 1000;
    eval->seed = 1;
    /* clang-format off */
    struct opt table[EVAL_OPTS + SETTINGS_METHOD_ROWS] = {
        {.letter = 'm', .name = "method", .arg = "NAMES", .kind = OPT_LIST, .value = &eval->methods,
         .help = "such as words,density; a+b votes, a:main filters"},
        {.name = "pred", .arg = "FILE", .kind = OPT_LIST, .value = &eval->preds,
         .help = "output of another program: {\"id\", \"text\"} lines"},
        {.name = "data", .arg = "SET", .kind = OPT_LIST, .value = &eval->data,
         .help = "a labelled set; --data can be omitted"},
        {.name = "measures", .arg = "NAMES", .kind = OPT_TEXT, .value = &eval->measure_names,
         .help = "wordf1,shingle,bow,snippets (default), ...; or all"},
        {.name = "where", .arg = "F=VALUE", .kind = OPT_LIST, .value = &eval->wheres,
         .help = "only pages with this value of F; also F!=VALUE"},
        {.name = "by", .arg = "FIELD", .kind = OPT_LIST, .value = &eval->fields,
         .help = "also by the values of a field, such as page_type"},
        {.name = "against", .arg = "SYSTEM", .kind = OPT_TEXT, .value = &eval->against,
         .help = "baseline of the comparison; of two, the second"},
        {.name = "csv", .kind = OPT_FLAG, .value = &eval->csv,
         .help = "write rows of set,method,measure,group,value"},
        {.name = "json", .kind = OPT_FLAG, .value = &eval->json, .help = "write one JSON object"},
        {.name = "labels", .kind = OPT_FLAG, .value = &eval->labels,
         .help = "only write the blocks' true labels, as JSON lines"},
        {.name = "trec", .kind = OPT_FLAG, .value = &eval->trec,
         .help = "evaluate rankings in TREC's formats instead"},
        {.name = "qrels", .arg = "FILE", .kind = OPT_TEXT, .value = &eval->qrels},
        {.name = "model", .arg = "FILE", .kind = OPT_TEXT, .value = &eval->model,
         .help = "use a model written by pith train"},
        {.name = "precision", .kind = OPT_FLAG, .value = &eval->precision,
         .help = "method auto: keep less, with fewer errors"},
        {.name = "recall", .kind = OPT_FLAG, .value = &eval->recall,
         .help = "method auto: keep more, and miss less"},
        {.name = "vote", .arg = "HOW", .kind = OPT_TEXT, .value = &eval->settings, .set = "vote",
         .help = "vote of a+b: majority (default), any, all"},
        {.name = "as", .arg = "INPUT", .kind = OPT_CHOICE, .value = &eval->as, .choices = inputs},
        {.name = "tokens", .arg = "WHAT", .kind = OPT_CHOICE, .value = &eval->tokens,
         .choices = tokens, .help = "word (default); cjk: CJK characters are words"},
        {.name = "bootstrap", .arg = "N", .kind = OPT_COUNT, .value = &eval->resamples,
         .max = 1000000, .help = "resamples for the intervals; default 1000; 0: none"},
        {.name = "seed", .arg = "N", .kind = OPT_COUNT, .value = &eval->seed, .max = UINT32_MAX},
        {.letter = 'T', .name = "threads", .arg = "N", .kind = OPT_COUNT, .value = &eval->threads,
         .max = 1024, .help = "number of threads; default: one per processor"},
        {.letter = 'o', .name = "output", .arg = "FILE", .kind = OPT_TEXT, .value = &eval->output,
         .help = "write to FILE; it appears only once it is complete"},
    };
    /* clang-format on */
    settings_add_rows(&eval->settings, table);
    count = opts_parse(&usage, table, argc, argv, &code);
    if (count >= 0 && !fits_together(eval))
        code = CLI_USAGE;
    else if (count >= 0)
        code = eval->trec ? eval_rankings(eval, count, argv) : eval_sets(eval, count, argv);
    settings_deinit(&eval->settings);
    free(eval);
    return code;
}
