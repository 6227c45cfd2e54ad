/*
 * page_job.c - in: names of files; out: their pages rendered in order, and words about those that
 * are empty, partial or cannot be read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "cli_files.h"
#include "io/input.h"
#include "io/json_out.h"
#include "io/output.h"
#include "model/built_in.h"
#include "model/wordgram.h"
#include "page_job.h"

void page_job_init(struct page_job *job)
{
    pith_options defaults;

    pith_options_init(&defaults);
    *job = (struct page_job){.blank_between = true,
                             .max_input = defaults.max_input,
                             .max_depth = defaults.max_depth,
                             .max_nodes = defaults.max_nodes,
                             .deadline_ms = defaults.deadline_ms};
}

void page_job_opts(struct page_job *job, struct opt rows[PAGE_JOB_OPTS])
{
    /* clang-format off */
    const struct opt table[PAGE_JOB_OPTS] = {
        {.letter = 'o', .name = "output", .arg = "FILE", .kind = OPT_TEXT, .value = &job->output,
         .help = "write to FILE, as a whole or not at all"},
        {.name = "charset", .arg = "NAME", .kind = OPT_TEXT, .value = &job->charset,
         .help = "encoding that the HTTP header gave"},
        {.name = "text", .kind = OPT_FLAG, .value = &job->text,
         .help = "the input is plain text, not HTML"},
        {.name = "max-input", .arg = "BYTES", .kind = OPT_BYTES, .value = &job->max_input,
         .min = 1, .max = UINT64_C(1) << 30,
         .help = NULL},
        {.name = "max-depth", .arg = "N", .kind = OPT_COUNT, .value = &job->max_depth,
         .min = 8, .max = 65535,
         .help = NULL},
        {.name = "max-nodes", .arg = "N", .kind = OPT_COUNT, .value = &job->max_nodes,
         .min = 16, .max = UINT32_MAX,
         .help = NULL},
        {.name = "deadline", .arg = "TIME", .kind = OPT_TIME, .value = &job->deadline_ms,
         .max = UINT32_MAX,
         .help = NULL},
        {.name = "strict", .kind = OPT_FLAG, .value = &job->strict,
         .help = "exit with 3 if some page is empty or partial"},
        {.name = NULL},
    };
    /* clang-format on */

    memcpy(rows, table, sizeof table);
}

void page_ngram_opts(struct page_ngram *ngram, struct opt rows[PAGE_NGRAM_OPTS])
{
    /* clang-format off */
    const struct opt table[PAGE_NGRAM_OPTS] = {
        {.name = "bias", .arg = "NATS", .kind = OPT_TEXT, .value = &ngram->bias,
         .help = NULL},
        {.name = "rules", .arg = "NAMES", .kind = OPT_TEXT, .value = &ngram->rules,
         .help = NULL},
        {.name = "short-alone", .kind = OPT_FLAG, .value = &ngram->short_alone,
         .help = NULL},
    };
    /* clang-format on */

    memcpy(rows, table, sizeof table);
}

void perplexity_opts(struct perplexity_opts *opts, struct opt rows[PERPLEXITY_OPTS])
{
    static const char *const pers[] = {"sentence", "block", "line", NULL};
    static const char *const combines[] = {"default", "alone", "words", NULL};
    /* clang-format off */
    const struct opt table[PERPLEXITY_OPTS] = {
        {.name = "limit", .arg = "N", .kind = OPT_COUNT, .value = &opts->limit,
         .min = 1, .max = 1000000000,
         .help = NULL},
        {.name = "mark", .kind = OPT_FLAG, .value = &opts->mark,
         .help = NULL},
        {.name = "per", .arg = "WHAT", .kind = OPT_CHOICE, .value = &opts->per, .choices = pers,
         .help = NULL},
        {.name = "combine", .arg = "HOW", .kind = OPT_CHOICE, .value = &opts->combine,
         .choices = combines,
         .help = NULL},
        {.name = "lang", .arg = "NAME", .kind = OPT_TEXT, .value = &opts->lang,
         .help = NULL},
    };
    /* clang-format on */

    memcpy(rows, table, sizeof table);
}

void page_judge_opts(struct page_job *job, struct opt rows[PAGE_JUDGE_OPTS])
{
    static const char *const formats[] = {"text", "markdown", "html", "json", "cleaneval", NULL};
    static const char *const votes[] = {"majority", "any", "all", NULL};
    static const char *const filters[] = {"none", "largest", "main", NULL};
    /* clang-format off */
    const struct opt table[PAGE_JUDGE_OPTS - PAGE_NGRAM_OPTS - PERPLEXITY_OPTS] = {
        {.letter = 'f', .name = "format", .arg = "FORMAT", .kind = OPT_CHOICE,
         .value = &job->format, .choices = formats,
         .help = "text (default), markdown, html, json, cleaneval"},
        {.letter = 'm', .name = "method", .arg = "NAMES", .kind = OPT_TEXT, .value = &job->methods,
         .help = "auto (default; with --text ngram), perplexity ..."},
        {.name = "model", .arg = "FILE", .kind = OPT_TEXT, .value = &job->model,
         .help = "for auto, ngram, perplexity, density: of pith train"},
        {.name = "precision", .kind = OPT_FLAG, .value = &job->precision,
         .help = "for auto: rather too little than too much"},
        {.name = "recall", .kind = OPT_FLAG, .value = &job->recall,
         .help = "for auto: rather too much than too little"},
        {.name = "vote", .arg = "HOW", .kind = OPT_CHOICE, .value = &job->vote, .choices = votes,
         .help = "of several methods: majority (default), any, all"},
        {.name = "filter", .arg = "NAME", .kind = OPT_CHOICE, .value = &job->filter,
         .choices = filters,
         .help = "then largest: the largest run; or main: for news"},
        {.name = "comment-words", .arg = "FILE", .kind = OPT_TEXT, .value = &job->comment_words,
         .help = NULL},
        {.name = "links", .kind = OPT_FLAG, .value = &job->links,
         .help = "with the targets of links (markdown, html)"},
        {.name = "images", .kind = OPT_FLAG, .value = &job->images,
         .help = "with images (markdown, html)"},
        {.name = "metadata", .kind = OPT_FLAG, .value = &job->metadata,
         .help = "with title, author, date ...; json has them anyway"},
        {.name = "url", .arg = "URL", .kind = OPT_TEXT, .value = &job->url,
         .help = "address of the page, for relative links"},
        {.name = "explain", .kind = OPT_FLAG, .value = &job->explain,
         .help = "an HTML page: every block, kept or not, and why"},
    };
    /* clang-format on */

    page_ngram_opts(&job->ngram, rows);
    memcpy(rows + PAGE_NGRAM_OPTS, table, sizeof table);
    perplexity_opts(&job->perplexity, rows + PAGE_JUDGE_OPTS - PERPLEXITY_OPTS);
}

pith_format page_job_format(const struct page_job *job)
{
    return job->explain ? PITH_FORMAT_EXPLAIN : (pith_format)job->format;
}

pith_dress page_job_dress(const struct page_job *job)
{
    return (pith_dress){.links = job->links, .images = job->images, .metadata = job->metadata};
}

bool page_job_methods(const char *names, uint32_t *methods)
{
    const pith_method_info *method;
    const char *nearest = NULL;
    char known[256] = "";
    char name[64];
    uint32_t bit;

    if (pith_methods_find(names, methods) == PITH_OK)
        return true;
    do {
        size_t len = strcspn(names, ",");

        snprintf(name, sizeof name, "%.*s", (int)len, names);
        names += len + (names[len] == ',');
    } while (pith_methods_find(name, &bit) == PITH_OK);
    for (size_t i = 0; (method = pith_method_at(i)) != NULL; i++) {
        nearest = opts_nearer(name, method->name, nearest);
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "",
                 method->name);
    }
    if (nearest)
        cli_say("--method", "there is no '%s'; did you mean '%s'?", name, nearest);
    else
        cli_say("--method", "there is no '%s'; choose from: %s", name, known);
    return false;
}

int page_job_beta(bool precision, bool recall, pith_options *options)
{
    const char *name = precision ? "--precision" : "--recall";

    if (!precision && !recall)
        return CLI_OK;
    if (precision && recall) {
        cli_say(name, "and --recall are opposites; choose one");
        return CLI_USAGE;
    }
    if ((options->methods & PITH_METHOD_AUTO) == 0) {
        cli_say(name, "is for the method auto; add -m auto");
        return CLI_USAGE;
    }
    options->beta = precision ? 0.5f : 2.0f;
    return CLI_OK;
}

/* The rules in a list of names; says which name is none. */
static bool find_rules(const char *names, uint32_t *rules)
{
    const pith_rule_info *rule;
    const char *nearest = NULL;
    char known[256] = "all, none";
    char name[64];
    uint32_t bits;

    if (pith_rules_find(names, rules) == PITH_OK)
        return true;
    do {
        size_t len = strcspn(names, ",");

        snprintf(name, sizeof name, "%.*s", (int)len, names);
        names += len + (names[len] == ',');
    } while (pith_rules_find(name, &bits) == PITH_OK);
    for (size_t i = 0; (rule = pith_rule_at(i)) != NULL; i++) {
        nearest = opts_nearer(name, rule->name, nearest);
        snprintf(known + strlen(known), sizeof known - strlen(known), ", %s", rule->name);
    }
    if (nearest)
        cli_say("--rules", "there is no '%s'; did you mean '%s'?", name, nearest);
    else
        cli_say("--rules", "there is no '%s'; choose from: %s", name, known);
    return false;
}

static bool find_bias(const char *text, float *bias)
{
    char *end;
    double number = strtod(text, &end);

    if (end == text || *end != '\0' || !(number >= -10 && number <= 10)) {
        cli_say("--bias", "'%s' is no number from -10 to 10; write it like 0.05", text);
        return false;
    }
    *bias = (float)number;
    return true;
}

int page_job_ngram(const struct page_ngram *ngram, pith_options *options)
{
    const char *given = ngram->bias          ? "--bias"
                        : ngram->rules       ? "--rules"
                        : ngram->short_alone ? "--short-alone"
                                             : NULL;

    if (given && (options->methods & PITH_METHOD_NGRAM) == 0) {
        cli_say(given, "is for the method ngram; add -m ngram");
        return CLI_USAGE;
    }
    options->short_alone = ngram->short_alone;
    if ((ngram->bias && !find_bias(ngram->bias, &options->bias)) ||
        (ngram->rules && !find_rules(ngram->rules, &options->rules)))
        return CLI_USAGE;
    return CLI_OK;
}

bool page_job_lang(const char *lang)
{
    struct pith__wordgram model;

    if (!lang || pith__wordgram_built_in(lang, &model))
        return true;
    cli_say("--lang",
            "there is no language model for '%s'; there is: %s. For others: pith train perplexity",
            lang, pith__wordgram_languages());
    return false;
}

int page_job_perplexity(const struct perplexity_opts *opts, pith_options *options)
{
    const char *name = opts->limit     ? "--limit"
                       : opts->mark    ? "--mark"
                       : opts->per     ? "--per"
                       : opts->combine ? "--combine"
                       : opts->lang    ? "--lang"
                                       : NULL;

    if (name && (options->methods & PITH_METHOD_PERPLEXITY) == 0) {
        cli_say(name, "is for the method perplexity; add -m perplexity");
        return CLI_USAGE;
    }
    if (!page_job_lang(opts->lang))
        return CLI_USAGE;
    if (opts->limit)
        options->limit = (float)opts->limit;
    options->mark = opts->mark;
    options->per = (pith_per)opts->per;
    options->combine = (pith_combine)opts->combine;
    options->language = opts->lang;
    return CLI_OK;
}

enum { COMMENT_WORDS_MOST = 1 << 16 };

int page_job_options(const struct page_job *job, pith_options *options, struct input *comment_words)
{
    pith_options_init(options);
    options->charset = job->charset;
    options->url = job->url;
    options->input = job->text ? PITH_INPUT_TEXT : PITH_INPUT_HTML;
    options->max_input = (size_t)job->max_input;
    options->max_depth = (uint32_t)job->max_depth;
    options->max_nodes = (uint32_t)job->max_nodes;
    options->deadline_ms = (uint32_t)job->deadline_ms;
    options->vote = (pith_vote)job->vote;
    options->filter = (pith_filter)job->filter;
    options->metadata = job->metadata || job->format == PITH_FORMAT_JSON;
    options->page_type = options->metadata || job->explain;
    options->reasons = job->format == PITH_FORMAT_JSON || job->explain;
    if (job->text)
        options->methods = PAGE_TEXT_METHOD;
    if (job->methods && !page_job_methods(job->methods, &options->methods))
        return CLI_USAGE;
    if (page_job_beta(job->precision, job->recall, options) != CLI_OK ||
        page_job_ngram(&job->ngram, options) != CLI_OK ||
        page_job_perplexity(&job->perplexity, options) != CLI_OK)
        return CLI_USAGE;
    if (job->url && (!strstr(job->url, "://") || strpbrk(job->url, " \t\r\n"))) {
        cli_say("--url", "'%s' is no whole address; write it like https://www.example.org/page",
                job->url);
        return CLI_USAGE;
    }
    if (job->comment_words) {
        if (!cli_read_text(comment_words, job->comment_words, COMMENT_WORDS_MOST + 1))
            return CLI_FAILED;
        if (comment_words->len > COMMENT_WORDS_MOST) {
            cli_say(job->comment_words, "is too long for a list of headings, one a line");
            return CLI_USAGE;
        }
        options->comment_words = comment_words->data;
    }
    return CLI_OK;
}

enum { MODEL_MOST = 64 << 20 };

/* Is NAME that of an n-gram model which the library carries, and no file's? */
static bool is_built_in(const char *name)
{
    return (strcmp(name, "en") == 0 || strcmp(name, "any") == 0) && access(name, F_OK) != 0;
}

/* The name of the method that a model with this bit is for. */
static const char *method_of(uint32_t bit)
{
    const pith_method_info *method;

    for (size_t i = 0; (method = pith_method_at(i)) != NULL; i++) {
        if (method->bit == bit)
            return method->name;
    }
    return "ngram";
}

/* Is NAME no file's, but that of a model which the library carries and no option chooses? If so,
 * says whose it is. */
static bool is_built_in_unasked(const char *name)
{
    struct pith__built_in model;

    if (access(name, F_OK) == 0 || !pith__built_in_find(name, &model))
        return false;
    if (model.method != 0)
        cli_say(name, "is no file but built in, for the method %s, which uses it without --model",
                method_of(model.method));
    else
        cli_say(name, "is no file but built in, for kinds of pages; -f json uses it without "
                      "--model");
    return true;
}

/* Says that the model is for METHOD, or where this is NULL for kinds of pages, and what to do. */
static int wrong_model(const struct page_job *job, const char *method)
{
    const char *name = input_name(job->model);

    if (job->only_method)
        cli_say(name, "is a model for something else; needed is one of pith train %s",
                job->only_method);
    else if (method)
        cli_say(name, "is a model for another method; add -m %s", method);
    else
        cli_say(name, "is a model for kinds of pages; add -f json");
    return CLI_USAGE;
}

int page_job_model(const struct page_job *job, pith_options *options, pith_model **model)
{
    struct input input = {0};
    const char *mapped;
    size_t len;
    pith_error error;
    pith_status status;

    *model = NULL;
    if (!job->model)
        return CLI_OK;
    if ((options->methods & PITH_METHOD_NGRAM) != 0 && is_built_in(job->model)) {
        options->model_name = job->model;
        return CLI_OK;
    }
    if (is_built_in(job->model))
        return wrong_model(job, "ngram");
    if (is_built_in_unasked(job->model))
        return CLI_USAGE;
    mapped = cli_map_model(job->model, &len);
    if (!mapped && !cli_read(&input, job->model, MODEL_MOST + 1)) {
        input_deinit(&input);
        return CLI_FAILED;
    }
    status = mapped ? pith_model_view_new(mapped, len, model, &error)
                    : pith_model_new(input.data, input.len, model, &error);
    input_deinit(&input);
    if (status == PITH_OK && pith_model_method(*model) == 0) {
        options->type_model = *model;
        if (options->page_type)
            return CLI_OK;
        return wrong_model(job, NULL);
    }
    options->model = *model;
    if (status == PITH_OK && (options->methods & pith_model_method(*model)) == 0)
        return wrong_model(job, method_of(pith_model_method(*model)));
    if (status == PITH_OK)
        return CLI_OK;
    if (status != PITH_ERR_MODEL)
        cli_say(input_name(job->model), "%s", pith_status_message(status));
    else if (error.line > 0)
        cli_say(input_name(job->model), "line %zu: %s", error.line, error.message);
    else
        cli_say(input_name(job->model), "%s", error.message);
    return status == PITH_ERR_MODEL ? CLI_USAGE : CLI_FAILED;
}

enum {
    HELD_MOST = 64 << 20, /* bytes of a page that are held back until it is whole */
    HELD_KEEP = 1 << 20   /* bytes of memory that are kept for the next page */
};

/* State of a run. */
struct run {
    const struct page_job *job;
    pith_options options;
    pith_dress dress;
    pith_context *context;
    struct input input;
    struct input comment_words;
    pith_model *model;
    struct output output;
    struct json_out held; /* of the page, not written yet */
    bool page_begins;     /* nothing of this page is written yet */
    bool wrote;           /* something was written */
    bool lost;            /* something could not be written */
    int read;             /* pages rendered */
    int unread;           /* files that failed */
    int doubtful;         /* pages empty or partial */
};

/* Hands on what there is of the page. */
static bool hand_on(struct run *run)
{
    struct json_out *held = &run->held;
    bool good;

    if (held->len == 0)
        return true;
    good = (!run->page_begins || !run->wrote || !run->job->blank_between ||
            output_write(&run->output, "\n", 1)) &&
           output_write(&run->output, held->data, held->len);
    run->page_begins = false;
    run->wrote = true;
    run->lost |= !good;
    json_out_reset(held, HELD_KEEP);
    return good;
}

/* Holds the page back until it is whole: half of one on standard output would look like all of it.
 * A page that is very large is written as it comes. */
static int write_piece(const char *data, size_t len, void *user)
{
    struct run *run = user;

    json_out_raw(&run->held, data, len);
    if (run->held.len >= HELD_MOST && !hand_on(run))
        return 1;
    return run->held.state != JSON_OUT_GOOD;
}

/* What a person may want to know, and do, about a page that is not simply fine. */
static const char *advice(pith_reason reason, pith_input input)
{
    switch (reason) {
    case PITH_REASON_NO_INPUT:
        return "there is nothing in it";
    case PITH_REASON_NO_TEXT:
        return input == PITH_INPUT_TEXT ? "there is no text in it"
                                        : "markup without text; a script may fill it in";
    case PITH_REASON_INPUT:
        return "the rest was not read; raise --max-input";
    case PITH_REASON_NODES:
        return "too many elements, the rest was left out; raise --max-nodes";
    case PITH_REASON_DEADLINE:
        return "out of time, the rest was left out; raise --deadline";
    case PITH_REASON_NO_CONTENT:
        return "there is text, but none that the method takes for content; try -m all";
    case PITH_REASON_BINARY:
        return "binary data, such as a PDF or an image, not a page";
    case PITH_REASON_DEPTH:
        return "nested too deeply, all text is there but structure was cut; raise --max-depth";
    case PITH_REASON_NONE:
        break;
    }
    return "no reason given";
}

/* Returns false when the output is lost and there is no sense in going on. */
static bool render_page(struct run *run, const char *file, const pith_page *page)
{
    const pith_page_info *info = pith_page_get_info(page);
    pith_status status;

    json_out_reset(&run->held, HELD_KEEP);
    run->page_begins = true;
    status = pith_render(page, page_job_format(run->job), &run->dress, write_piece, run);
    if (run->lost)
        return false;
    if (status == PITH_ERR_DEADLINE && info->reason != PITH_REASON_DEADLINE) {
        cli_say(input_name(file), "%s: %s", pith_outcome_name(PITH_OUTCOME_PARTIAL),
                advice(PITH_REASON_DEADLINE, run->options.input));
        run->doubtful += info->outcome == PITH_OUTCOME_OK;
    }
    if (status == PITH_OK || status == PITH_ERR_DEADLINE) {
        run->read++;
        return hand_on(run);
    }
    if (run->held.state == JSON_OUT_NO_MEMORY)
        status = PITH_ERR_NOMEM;
    cli_say(input_name(file), "%s%s", pith_status_message(status),
            run->page_begins ? "" : "; what was written of it is cut short");
    run->unread++;
    return run->page_begins; /* else a file would look whole */
}

/* Returns false when the output is lost and there is no sense in going on. */
static bool run_page(struct run *run, const char *file)
{
    const pith_page *page;
    const pith_page_info *info;
    pith_status status;

    /* One byte more than the library takes, so that it sees that there is more. */
    if (!cli_read(&run->input, file, run->options.max_input + 1)) {
        run->unread++;
        return true;
    }
    run->options.id = strcmp(file, "-") == 0 ? NULL : file;
    status =
        pith_context_parse(run->context, run->input.data, run->input.len, &run->options, &page);
    if (status != PITH_OK) {
        cli_say(input_name(file), "%s", pith_status_message(status));
        run->unread++;
        return true;
    }
    info = pith_page_get_info(page);
    if (info->outcome != PITH_OUTCOME_OK) {
        cli_say(input_name(file), "%s: %s", pith_outcome_name(info->outcome),
                advice(info->reason, run->options.input));
        run->doubtful++;
    }
    return render_page(run, file, page);
}

static int run_files(struct run *run, int count, char **files)
{
    bool written = true;

    if (!cli_open(&run->output, run->job->output))
        return CLI_FAILED;
    for (int i = 0; i < count && written; i++)
        written = run_page(run, files[i]);
    /* Where nothing could be read, an older file is worth more than an empty one. */
    written = cli_close(&run->output, written && run->read > 0) && written;
    if (!written || run->unread > 0)
        return CLI_FAILED;
    return run->job->strict && run->doubtful > 0 ? CLI_STRICT : CLI_OK;
}

int page_job_check(const struct page_job *job, const pith_options *options, pith_context *context)
{
    const pith_page *page;
    pith_status status = pith_context_parse(context, NULL, 0, options, &page);

    if (job->output && !*job->output) {
        cli_say("--output", "needs the name of a file");
        return CLI_USAGE;
    }
    if (status == PITH_ERR_CHARSET) {
        cli_say("--charset", "'%s' is no encoding that the web knows; try utf-8 or windows-1252",
                options->charset);
        return CLI_USAGE;
    }
    if (status != PITH_OK) {
        cli_say(NULL, "%s", pith_status_message(status));
        return status == PITH_ERR_ARGUMENT ? CLI_USAGE : CLI_FAILED;
    }
    return CLI_OK;
}

int page_job_run(const struct page_job *job, int count, char **files)
{
    static char *standard_input[] = {"-", NULL};
    struct run run = {.job = job, .held.limit = SIZE_MAX};
    int code;

    if (count == 0) {
        if (isatty(STDIN_FILENO)) {
            cli_say(NULL, "which page? pith FILE, or pith - to type one; pith --help tells more");
            return CLI_USAGE;
        }
        count = 1;
        files = standard_input;
    }
    run.dress = page_job_dress(job);
    code = page_job_options(job, &run.options, &run.comment_words);
    if (code == CLI_OK)
        code = page_job_model(job, &run.options, &run.model);
    if (code == CLI_OK && !(run.context = pith_context_new())) {
        cli_say(NULL, "%s", pith_status_message(PITH_ERR_NOMEM));
        code = CLI_FAILED;
    }
    if (code == CLI_OK)
        code = page_job_check(job, &run.options, run.context);
    if (code == CLI_OK)
        code = run_files(&run, count, files);
    pith_context_free(run.context);
    pith_model_free(run.model);
    json_out_deinit(&run.held);
    input_deinit(&run.input);
    input_deinit(&run.comment_words);
    return code;
}
