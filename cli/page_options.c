/*
 * page_options.c - in: options of the command line; out: options of the library.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cli_files.h"
#include "page_job.h"

bool page_job_init(struct page_job *job)
{
    *job = (struct page_job){.blank_between = true, .max_input = UINT64_C(256) << 20};
    return settings_init(&job->settings);
}

void page_job_deinit(struct page_job *job)
{
    settings_deinit(&job->settings);
}

void page_job_opts(struct page_job *job, struct opt rows[PAGE_JOB_OPTS])
{
    struct settings *settings = &job->settings;
    /* clang-format off */
    const struct opt table[PAGE_JOB_OPTS] = {
        {.letter = 'o', .name = "output", .arg = "FILE", .kind = OPT_TEXT, .value = &job->output,
         .help = "write to FILE; it appears only once it is complete"},
        {.name = "charset", .arg = "NAME", .kind = OPT_TEXT, .value = settings, .set = "charset",
         .help = "encoding given in the HTTP header"},
        {.name = "text", .kind = OPT_FLAG, .value = &job->text,
         .help = "the input is plain text, not HTML"},
        {.name = "max-input", .arg = "BYTES", .kind = OPT_BYTES, .value = &job->max_input, .min = 1,
         .max = UINT64_C(1) << 30},
        {.name = "max-depth", .arg = "N", .kind = OPT_COUNT, .value = settings, .set = "max-depth"},
        {.name = "max-nodes", .arg = "N", .kind = OPT_COUNT, .value = settings, .set = "max-nodes"},
        {.name = "deadline", .arg = "TIME", .kind = OPT_TIME, .value = settings, .set = "deadline"},
        {.name = "strict", .kind = OPT_FLAG, .value = &job->strict,
         .help = "exit with 3 if any page is empty or partial"},
        {.name = NULL},
    };
    /* clang-format on */

    memcpy(rows, table, sizeof table);
}

/* Those of -f; --explain is the other. */
static const char *const formats[] = {"text", "markdown", "html", "json", "cleaneval", NULL};

void page_all_opts(struct page_job *job, struct opt rows[PAGE_ALL_OPTS])
{
    struct settings *settings = &job->settings;
    /* clang-format off */
    const struct opt table[PAGE_JUDGE_OPTS] = {
        {.letter = 'f', .name = "format", .arg = "FORMAT", .kind = OPT_CHOICE,
         .value = &job->format, .choices = formats,
         .help = "text (default), markdown, html, json, cleaneval"},
        {.letter = 'm', .name = "method", .arg = "NAMES", .kind = OPT_TEXT, .value = settings,
         .set = "method", .help = "auto (default), words, ...; see: pith methods"},
        {.name = "model", .arg = "FILE", .kind = OPT_TEXT, .value = &job->model,
         .help = "use a model written by pith train"},
        {.name = "precision", .kind = OPT_FLAG, .value = &job->precision,
         .help = "method auto: keep less, with fewer errors"},
        {.name = "recall", .kind = OPT_FLAG, .value = &job->recall,
         .help = "method auto: keep more, and miss less"},
        {.name = "vote", .arg = "HOW", .kind = OPT_TEXT, .value = settings, .set = "vote",
         .help = "with several methods: majority (default), any, all"},
        {.name = "filter", .arg = "NAME", .kind = OPT_TEXT, .value = settings, .set = "filter",
         .help = "largest (keep the largest run) or main (for news)"},
        {.name = "comment-words", .arg = "FILE", .kind = OPT_TEXT, .value = &job->comment_words},
        {.name = "links", .kind = OPT_FLAG, .value = settings, .set = "links",
         .help = "keep the targets of links (markdown, html)"},
        {.name = "images", .kind = OPT_FLAG, .value = settings, .set = "images",
         .help = "keep images (markdown, html)"},
        {.name = "metadata", .kind = OPT_FLAG, .value = &job->metadata,
         .help = "add title, author, date ...; json always has them"},
        {.name = "url", .arg = "URL", .kind = OPT_TEXT, .value = &job->url,
         .help = "address of the page, to resolve relative links"},
        {.name = "explain", .kind = OPT_FLAG, .value = &job->explain,
         .help = "write an HTML page: all blocks, kept or not, and why"},
    };
    /* clang-format on */

    memcpy(rows, table, sizeof table);
    page_job_opts(job, rows + PAGE_JUDGE_OPTS);
    settings_add_rows(settings, rows);
}

pith_format page_job_format(const struct page_job *job)
{
    pith_format format = PITH_FORMAT_TEXT;

    pith_format_find(formats[job->format], &format);
    return job->explain ? PITH_FORMAT_EXPLAIN : format;
}

bool page_job_page_type(const struct page_job *job)
{
    return job->metadata || job->explain || page_job_format(job) == PITH_FORMAT_JSON;
}

const char *page_job_methods(const struct page_job *job)
{
    return job->settings.method ? job->settings.method : job->text ? PAGE_TEXT_METHOD : "auto";
}

int page_job_beta(bool precision, bool recall, struct settings *settings, const char *methods)
{
    const char *name = precision ? "--precision" : "--recall";

    if (!precision && !recall)
        return CLI_OK;
    if (precision && recall) {
        cli_say(name, "cannot be combined with --recall; choose one");
        return CLI_USAGE;
    }
    if (!settings_asks(methods, "auto")) {
        cli_say(name, "is an option of the method auto; add -m auto");
        return CLI_USAGE;
    }
    return settings_put(settings, "auto.beta", name, precision ? "0.5" : "2") ? CLI_OK : CLI_USAGE;
}

enum { COMMENT_WORDS_MOST = 1 << 16 };

static int read_comment_words(struct page_job *job)
{
    struct input words = {0};
    int code = CLI_FAILED;

    if (cli_read_text(&words, job->comment_words, COMMENT_WORDS_MOST + 1)) {
        if (words.len > COMMENT_WORDS_MOST) {
            cli_say(job->comment_words, "is too long for a list of headings, one per line");
            code = CLI_USAGE;
        } else if (settings_put(&job->settings, "comment-words", job->comment_words, words.data)) {
            code = CLI_OK;
        }
    }
    input_deinit(&words);
    return code;
}

static bool put_flag(struct page_job *job, const char *name, bool on)
{
    return settings_put(&job->settings, name, NULL, on ? "true" : "false");
}

int page_job_options(struct page_job *job)
{
    struct settings *settings = &job->settings;
    const char *methods = page_job_methods(job);
    bool json = page_job_format(job) == PITH_FORMAT_JSON;
    char most[32];
    int code;

    snprintf(most, sizeof most, "%llu", (unsigned long long)job->max_input);
    if (job->url && (!strstr(job->url, "://") || strpbrk(job->url, " \t\r\n"))) {
        cli_say("--url", "'%s' is not a full address, such as https://www.example.org/page",
                job->url);
        return CLI_USAGE;
    }
    if (!settings_put(settings, "input", NULL, job->text ? "text" : "html") ||
        !settings_put(settings, "max-input", NULL, most) ||
        !settings_put(settings, "url", NULL, job->url) ||
        !put_flag(job, "metadata", job->metadata || json) ||
        !put_flag(job, "page-type", page_job_page_type(job)) ||
        !put_flag(job, "reasons", json || job->explain) ||
        !put_flag(job, "front-matter", job->metadata) ||
        (!settings->method &&
         pith_options_set(settings->options, "method", methods, NULL) != PITH_OK))
        return CLI_FAILED;
    code = page_job_beta(job->precision, job->recall, settings, methods);
    if (code == CLI_OK && !settings_fit(settings, methods))
        code = CLI_USAGE;
    return code == CLI_OK && job->comment_words ? read_comment_words(job) : code;
}
