/*
 * batch_files.c - in: files and folders; out: JSON lines, or one file per page.
 *
 * The unit of work is a page. One thread at a time finds the next page, in order. The thread that
 * processes a page also reads it, so a slow disk does not block the other threads.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch_files.h"
#include "batch_tally.h"
#include "cli.h"
#include "cli_files.h"
#include "io/answer.h"
#include "io/folder_walk.h"
#include "io/into.h"
#include "io/output.h"

struct item {
    struct answer answer;
    char path[WALK_ROOM]; /* also the page's id */
    char *into;           /* path of its output file, or NULL */
    char error[160];      /* why the page failed; "" if it did not */
    enum jsonl_outcome outcome;
    uint64_t bytes;
};

struct worker {
    struct jsonl jsonl;
    struct input input;
};

struct run {
    const struct batch_files_job *job;
    struct folder_walk walk;
    struct into into;
    struct output output;
    struct worker *workers; /* one per thread */
    struct item *items;
    size_t count; /* number of items */
    struct tally tally;
    struct tally_clock clock;
    uint64_t there; /* pages skipped because their output file exists */
    bool lost;
};

/* --------------------------------------------------------- what the pool does */

static size_t most_bytes(const struct run *run)
{
    /* One byte more than the library takes, so that it notices a page that is too long. */
    return (size_t)run->job->page->max_input + 1;
}

/* Finds the next page to read, and the path of its output file. */
static bool find_page(struct run *run, struct item *item, struct walk_page *page)
{
    while (walk_next(&run->walk, page)) {
        const char *error = NULL;

        item->error[0] = '\0';
        if (page->error)
            snprintf(item->error, sizeof item->error, "cannot read this folder: %s", page->error);
        else if (run->job->into && !(item->into = into_path(&run->into, page, &error)))
            snprintf(item->error, sizeof item->error, "%s", error);
        if (!run->job->resume || !item->into || !into_has(&run->into, item->into))
            return true;
        free(item->into);
        item->into = NULL;
        run->there++;
    }
    return false;
}

static bool read_item(struct pool *pool, void *user_item, unsigned thread, void *user)
{
    struct item *item = user_item;
    struct run *run = user;
    struct walk_page page;
    size_t most = most_bytes(run);

    (void)thread;
    if (!find_page(run, item, &page))
        return false;
    snprintf(item->path, sizeof item->path, "%s", page.path);
    pool_weigh(pool, page.bytes < most ? (size_t)page.bytes : most);
    return true;
}

static void work_on_item(struct pool *pool, void *user_item, unsigned thread, void *user)
{
    struct item *item = user_item;
    struct run *run = user;
    struct worker *worker = &run->workers[thread];
    struct jsonl_file file = {.name = item->path};
    int error;

    answer_begin(&item->answer, pool);
    if (!item->error[0]) {
        error = input_load(&worker->input, item->path, most_bytes(run));
        if (error)
            cli_explain(item->path, error, item->error, sizeof item->error);
        file.data = worker->input.data;
        file.len = worker->input.len;
    }
    item->bytes = file.len;
    file.error = item->error[0] ? item->error : NULL;
    item->outcome = jsonl_answer_file(&worker->jsonl, &file, &item->answer.out);
    if (item->outcome == JSONL_ERROR)
        strcpy(item->error, worker->jsonl.error);
    if (worker->input.cap > LINES_KEEP) {
        input_deinit(&worker->input);
        worker->input = (struct input){0};
    }
    pool_lighten(pool, item);
}

/* Output files cannot tell of an error, so all errors are reported; with JSON lines the first few.
 */
static void name_error(const struct run *run, const struct item *item)
{
    if (item->outcome == JSONL_ERROR && (run->job->into || run->tally.errors < TALLY_NOTES))
        cli_say(item->path, "%s", item->error);
}

/* False: no further page can be written. */
static bool write_page(struct run *run, struct item *item)
{
    const struct json_out *out = &item->answer.out;

    if (!run->job->into)
        return output_write(&run->output, out->data, out->len);
    if (item->outcome == JSONL_ERROR)
        return true;
    if (into_write(&run->into, item->into, out->data, out->len))
        return true;
    run->tally.errors++;
    cli_fail(&run->into.error);
    return !into_is_over(&run->into);
}

static bool write_item(void *user_item, void *user)
{
    struct item *item = user_item;
    struct run *run = user;
    bool good = true;

    if (item->outcome == JSONL_LOST)
        run->lost = true;
    else {
        name_error(run, item);
        good = write_page(run, item);
        tally_count(&run->tally, item->outcome);
        run->tally.bytes += item->bytes;
        tally_show(&run->clock, &run->tally);
    }
    free(item->into);
    item->into = NULL;
    answer_written(&item->answer);
    return good && !run->lost;
}

/* ----------------------------------------------------------------- the run */

static bool run_pool(struct run *run)
{
    const struct pool_job work = {.user = run,
                                  .read = read_item,
                                  .work = work_on_item,
                                  .write = write_item,
                                  .items = run->items,
                                  .count = run->count,
                                  .item_size = sizeof *run->items,
                                  .weight = run->job->waiting};
    bool to_terminal = !run->job->into && run->output.file == stdout && isatty(STDOUT_FILENO);
    bool written;

    tally_begin(&run->clock, cli_shows_progress() && !to_terminal);
    written = pool_run(&work, run->job->threads);
    cli_progress(NULL);
    return written;
}

static int sum_up(const struct run *run, bool written)
{
    if (run->lost)
        cli_say(NULL, "not enough memory to continue");
    if (run->there > 0)
        cli_say(NULL, "skipped %" PRIu64 " page%s whose output exists already", run->there,
                run->there == 1 ? "" : "s");
    else if (run->tally.pages == 0 && written)
        cli_say(NULL, "found no pages: no file name ends in %s",
                run->walk.text ? ".txt" : ".html, .htm or .xhtml; to read .txt files, add --text");
    return tally_sum_up(&run->tally, "pages", !run->job->into, !written, run->job->page->strict);
}

static int run_into(struct run *run)
{
    bool written = false;

    if (!into_open(&run->into, run->job->into, run->job->jsonl->format, run->job->sync)) {
        /* The path exists, but is not a folder. */
        cli_say(run->into.error.file, "%s%s", run->into.error.message,
                run->into.found ? "; --into needs the name of a folder" : "");
        return CLI_FAILED;
    }
    if (!into_is_safe(&run->into, &run->walk)) {
        cli_fail(&run->into.error);
        into_deinit(&run->into);
        return CLI_USAGE;
    }
    written = run_pool(run);
    into_deinit(&run->into);
    return sum_up(run, written);
}

static int run_lines(struct run *run)
{
    bool written;

    if (!cli_open(&run->output, run->job->page->output))
        return CLI_FAILED;
    written = run_pool(run);
    written = cli_close(&run->output, written) && written;
    return sum_up(run, written);
}

/* Allocates memory for all threads. */
static bool prepare(struct run *run)
{
    unsigned threads = run->job->threads;

    run->count = threads > 1 ? (size_t)threads * ANSWERS_PER_THREAD : 1;
    run->workers = calloc(threads, sizeof *run->workers);
    run->items = calloc(run->count, sizeof *run->items);
    if (!run->workers || !run->items)
        return false;
    for (unsigned i = 0; i < threads; i++) {
        if (!jsonl_init(&run->workers[i].jsonl, run->job->jsonl))
            return false;
    }
    return true;
}

static void clean_up(struct run *run)
{
    for (unsigned i = 0; run->workers && i < run->job->threads; i++) {
        jsonl_deinit(&run->workers[i].jsonl);
        input_deinit(&run->workers[i].input);
    }
    for (size_t i = 0; run->items && i < run->count; i++) {
        free(run->items[i].into);
        answer_deinit(&run->items[i].answer);
    }
    walk_deinit(&run->walk);
    free(run->workers);
    free(run->items);
}

/* Prints which operand is wrong. */
static bool check_operands(int count, char *const *operands)
{
    if (count == 0)
        cli_say(NULL,
                "no pages given; use: pith batch FOLDER, or pith batch --jsonl for JSON lines");
    for (int i = 0; i < count; i++) {
        if (strcmp(operands[i], "-") == 0) {
            cli_say("-", "standard input needs --jsonl; for a single page use: pith -");
            return false;
        }
    }
    return count > 0;
}

int batch_files_run(const struct batch_files_job *job, int count, char *const *operands)
{
    struct run run = {.job = job,
                      .walk = {.operands = operands, .count = count, .text = job->page->text}};
    int code;

    if (!check_operands(count, operands))
        return CLI_USAGE;
    if (!prepare(&run)) {
        cli_say(NULL, "not enough memory for %u threads; try -T 1", job->threads);
        code = CLI_FAILED;
    } else {
        code = page_job_check(job->page, job->jsonl->options, run.workers[0].jsonl.context);
    }
    if (code == CLI_OK)
        code = job->into ? run_into(&run) : run_lines(&run);
    clean_up(&run);
    return code;
}
