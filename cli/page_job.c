/*
 * page_job.c - in: file names; out: their pages in order, and messages about those that are empty,
 * partial or unreadable.
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
#include "page_job.h"

enum {
    HELD_MOST = 64 << 20, /* bytes of a page that are buffered until it is complete */
    HELD_KEEP = 1 << 20   /* bytes of the buffer that are kept for the next page */
};

/* State of a run. */
struct run {
    const struct page_job *job;
    pith_options *options; /* of the job */
    pith_context *context;
    struct input input;
    struct page_models models;
    struct output output;
    struct json_out held; /* output of the page that is not written yet */
    bool page_begins;     /* nothing of this page is written yet */
    bool wrote;           /* something was written */
    bool lost;            /* something could not be written */
    int read;             /* pages rendered */
    int unread;           /* files that failed */
    int doubtful;         /* pages empty or partial */
};

/* Writes what is buffered of the page. */
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

/* Buffers the page until it is complete: half a page on standard output would look like a whole
 * one. A very large page is written piece by piece. */
static int write_piece(const char *data, size_t len, void *user)
{
    struct run *run = user;

    json_out_raw(&run->held, data, len);
    if (run->held.len >= HELD_MOST && !hand_on(run))
        return 1;
    return run->held.state != JSON_OUT_GOOD;
}

/* Explains why a page is empty or partial, and what the user can do. */
static const char *advice(pith_reason reason, bool text)
{
    switch (reason) {
    case PITH_REASON_NO_INPUT:
        return "there is nothing in it";
    case PITH_REASON_NO_TEXT:
        return text ? "there is no text in it" : "markup without text; a script may load it";
    case PITH_REASON_INPUT:
        return "the rest was not read; raise --max-input";
    case PITH_REASON_NODES:
        return "too many elements: the rest was skipped; raise --max-nodes";
    case PITH_REASON_DEADLINE:
        return "out of time: the rest was skipped; raise --deadline";
    case PITH_REASON_NO_CONTENT:
        return "it has text, but the method found no content in it; try -m all";
    case PITH_REASON_BINARY:
        return "not a page but binary data, such as a PDF or an image";
    case PITH_REASON_DEPTH:
        return "nested too deeply: the text is complete, its structure is not; raise --max-depth";
    default:
        break;
    }
    return "no reason given";
}

/* False: the output failed, so there is no point in continuing. */
static bool render_page(struct run *run, const char *file, const pith_page *page)
{
    const pith_page_info *info = pith_page_get_info(page);
    pith_status status;

    json_out_reset(&run->held, HELD_KEEP);
    run->page_begins = true;
    status = pith_render(page, page_job_format(run->job), run->options, write_piece, run);
    if (run->lost)
        return false;
    if (status == PITH_ERR_DEADLINE && info->reason != PITH_REASON_DEADLINE) {
        cli_say(input_name(file), "%s: %s", pith_outcome_name(PITH_OUTCOME_PARTIAL),
                advice(PITH_REASON_DEADLINE, run->job->text));
        run->doubtful += info->outcome == PITH_OUTCOME_OK;
    }
    if (status == PITH_OK || status == PITH_ERR_DEADLINE) {
        run->read++;
        return hand_on(run);
    }
    if (run->held.state == JSON_OUT_NO_MEMORY)
        status = PITH_ERR_NOMEM;
    cli_say(input_name(file), "%s%s", pith_status_message(status),
            run->page_begins ? "" : "; its output is incomplete");
    run->unread++;
    return run->page_begins; /* otherwise the output would look complete */
}

/* False: the output failed, so there is no point in continuing. */
static bool run_page(struct run *run, const char *file)
{
    const pith_page *page;
    const pith_page_info *info;
    pith_error error;
    pith_status status;

    /* One byte more than the library takes, so that it notices a page that is too long. */
    if (!cli_read(&run->input, file, (size_t)run->job->max_input + 1)) {
        run->unread++;
        return true;
    }
    status = pith_options_set(run->options, "id", strcmp(file, "-") == 0 ? NULL : file, &error);
    if (status == PITH_OK)
        status = pith_context_parse(run->context, run->input.data, run->input.len, run->options,
                                    &page, &error);
    if (status != PITH_OK) {
        cli_say(input_name(file), "%s", error.message);
        run->unread++;
        return true;
    }
    info = pith_page_get_info(page);
    if (info->outcome != PITH_OUTCOME_OK) {
        cli_say(input_name(file), "%s: %s", pith_outcome_name(info->outcome),
                advice(info->reason, run->job->text));
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
    /* If nothing could be read, keep the old file rather than write an empty one. */
    written = cli_close(&run->output, written && run->read > 0) && written;
    if (!written || run->unread > 0)
        return CLI_FAILED;
    return run->job->strict && run->doubtful > 0 ? CLI_STRICT : CLI_OK;
}

int page_job_check(const struct page_job *job, const pith_options *options, pith_context *context)
{
    const pith_page *page;
    pith_error error;
    pith_status status = pith_context_parse(context, NULL, 0, options, &page, &error);

    if (job->output && !*job->output) {
        cli_say("--output", "needs a file name");
        return CLI_USAGE;
    }
    if (status != PITH_OK) {
        cli_say(NULL, "%s", error.message);
        return status == PITH_ERR_ARGUMENT || status == PITH_ERR_MODEL ? CLI_USAGE : CLI_FAILED;
    }
    return CLI_OK;
}

int page_job_run(struct page_job *job, int count, char **files)
{
    static char *standard_input[] = {"-", NULL};
    struct run run = {.job = job, .options = job->settings.options, .held.limit = SIZE_MAX};
    const struct page_model wanted = {
        .name = job->model, .methods = page_job_methods(job), .page_type = page_job_page_type(job)};
    int code;

    if (count == 0) {
        if (isatty(STDIN_FILENO)) {
            cli_say(NULL, "no page given; use: pith FILE, or pith - to type one; see: pith --help");
            return CLI_USAGE;
        }
        count = 1;
        files = standard_input;
    }
    code = page_job_options(job);
    if (code == CLI_OK)
        code = page_models_read(&wanted, run.options, &run.models);
    if (code == CLI_OK && !(run.context = pith_context_new())) {
        cli_say(NULL, "%s", pith_status_message(PITH_ERR_NOMEM));
        code = CLI_FAILED;
    }
    if (code == CLI_OK)
        code = page_job_check(job, run.options, run.context);
    if (code == CLI_OK)
        code = run_files(&run, count, files);
    pith_context_free(run.context);
    page_models_free(&run.models);
    json_out_deinit(&run.held);
    input_deinit(&run.input);
    return code;
}
