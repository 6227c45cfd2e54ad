/*
 * cmd_batch.c - pith batch: many pages at once, on several threads.
 *
 * JSON lines are handled here, files and folders in batch_files.c. A thread reads some lines into
 * memory of its own, which stays in its cache. The answers to them are a batch_item, which waits
 * for its turn to be written. When its turn comes early, it is written while it grows.
 */
#include <inttypes.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch_files.h"
#include "batch_tally.h"
#include "cli.h"
#include "cli_files.h"
#include "io/answer.h"
#include "io/jsonl.h"
#include "io/output.h"
#include "io/parallel.h"
#include "page_job.h"

enum {
    LARGE_PIECE = 1 << 20,   /* freed blocks of this size go back to the system */
    LEAST_ANSWER = 64 << 20, /* bytes that an answer may have even if --max-line is small */
    BATCH_OPTS = 7
};

static const struct opts_usage usage = {
    "batch",
    "usage: pith batch [OPTION...] FILE|FOLDER...\n"
    "       pith batch --jsonl [OPTION...] [FILE...]\n"
    "\n"
    "Extracts the main content of all pages in folders, as JSON lines or as one file\n"
    "per page. With --jsonl it reads lines {\"id\": ..., \"html\": ..., \"url\": ...} and\n"
    "answers each with one line.\n",
    "  pith batch pages/ > texts.jsonl\n"
    "  pith batch -f markdown --into notes --resume pages/\n"
    "  pith batch --jsonl -T 4 < pages.jsonl > texts.jsonl\n",
};

/* An error in a line. */
struct note {
    uint64_t line;
    char error[sizeof((struct jsonl *)NULL)->error];
};

struct batch_item {
    struct answer answer;
    const char *file; /* the file of the lines */
    struct tally tally;
    struct note notes[TALLY_NOTES]; /* the first tally.errors are set */
    bool lost;                      /* not even an error line fits in memory */
    bool unwritten;                 /* writing failed */
};

struct worker {
    struct lines_chunk chunk;
    struct jsonl jsonl;
};

struct batch {
    struct jsonl_job job;
    struct lines lines;
    struct output output;
    struct worker *workers; /* one per thread */
    struct batch_item *items;
    unsigned threads;
    size_t count;   /* number of items */
    size_t waiting; /* most bytes of lines and answers in the queue */
    struct tally tally;
    bool lost;
    struct tally_clock clock;
};

/* --------------------------------------------------------- what the pool does */

static bool read_item(struct pool *pool, void *item, unsigned thread, void *user)
{
    struct batch *batch = user;
    struct lines_chunk *chunk = &batch->workers[thread].chunk;

    enum lines_got got;

    while ((got = lines_read(&batch->lines, chunk, pool)) == LINES_FAILED) {
        cli_fail_to_read(&batch->lines.error);
        if (chunk->len > 0)
            break; /* the cut-off last line gets an answer, too */
    }
    if (got == LINES_END)
        return false;
    ((struct batch_item *)item)->file = chunk->file;
    return true;
}

static void count(struct batch_item *item, enum jsonl_outcome outcome, uint64_t line,
                  const char *error)
{
    if (outcome == JSONL_ERROR && item->tally.errors < TALLY_NOTES) {
        item->notes[item->tally.errors].line = line;
        strcpy(item->notes[item->tally.errors].error, error);
    }
    tally_count(&item->tally, outcome);
}

/* Writes a large ITEM before it is complete, if it is its turn. */
static void hand_on(struct batch *batch, struct pool *pool, struct batch_item *item)
{
    struct json_out *out = &item->answer.out;

    if (out->len < ANSWER_KEEP || !pool_is_turn(pool, item))
        return;
    item->unwritten = !output_write(&batch->output, out->data, out->len);
    answer_written(&item->answer);
}

static void work_on_item(struct pool *pool, void *user_item, unsigned thread, void *user)
{
    struct batch_item *item = user_item;
    struct batch *batch = user;
    struct jsonl *jsonl = &batch->workers[thread].jsonl;
    struct lines_chunk *chunk = &batch->workers[thread].chunk;
    struct jsonl_line line = {.data = chunk->data,
                              .file = chunk->file,
                              .line = chunk->line,
                              .number = chunk->number,
                              .cut = chunk->cut};
    char *end = chunk->data + chunk->len;

    answer_begin(&item->answer, pool);
    item->tally = (struct tally){.bytes = chunk->len};
    for (; line.data < end && !item->lost && !item->unwritten; line.line++, line.number++) {
        char *feed = memchr(line.data, '\n', (size_t)(end - line.data));
        enum jsonl_outcome outcome;

        line.len = (size_t)((feed ? feed : end) - line.data);
        outcome = jsonl_answer(jsonl, line, &item->answer.out);
        item->lost = outcome == JSONL_LOST;
        count(item, outcome, line.line, jsonl->error);
        line.data += line.len + 1;
        hand_on(batch, pool, item);
    }
    lines_chunk_reset(chunk);
    pool_lighten(pool, item);
}

/* Reports the first few errors of the run one by one. */
static void name_errors(const struct batch *batch, const struct batch_item *item)
{
    for (uint64_t i = 0; i < item->tally.errors && batch->tally.errors + i < TALLY_NOTES; i++)
        cli_say(input_name(item->file), "line %" PRIu64 ": %s", item->notes[i].line,
                item->notes[i].error);
}

static bool write_item(void *user_item, void *user)
{
    struct batch_item *item = user_item;
    struct batch *batch = user;
    const struct json_out *out = &item->answer.out;

    /* The program that sends lines may wait for these answers before it sends more. */
    if (item->unwritten || !output_write(&batch->output, out->data, out->len) ||
        !output_flush(&batch->output))
        return false;
    if (item->lost) {
        batch->lost = true;
        return false;
    }
    name_errors(batch, item);
    tally_add(&batch->tally, &item->tally);
    answer_written(&item->answer);
    tally_show(&batch->clock, &batch->tally);
    return true;
}

/* ----------------------------------------------------------------- the run */

static int run(struct batch *batch, const struct page_job *job)
{
    const struct pool_job work = {.user = batch,
                                  .read = read_item,
                                  .work = work_on_item,
                                  .write = write_item,
                                  .items = batch->items,
                                  .count = batch->count,
                                  .item_size = sizeof *batch->items,
                                  .weight = batch->waiting};
    bool written;

    if (!cli_open(&batch->output, job->output))
        return CLI_FAILED;
    tally_begin(&batch->clock,
                cli_shows_progress() && (batch->output.file != stdout || !isatty(STDOUT_FILENO)));
    written = pool_run(&work, batch->threads);
    cli_progress(NULL);
    /* If nothing could be read, keep the old file rather than write an empty one. */
    written = cli_close(&batch->output,
                        written && (batch->tally.pages > 0 || batch->lines.unread == 0)) &&
              written;
    if (batch->lost)
        cli_say(NULL, "not enough memory to continue");
    return tally_sum_up(&batch->tally, "lines", true, !written || batch->lines.unread > 0,
                        job->strict);
}

/* Allocates memory for all threads. */
static bool prepare(struct batch *batch, char *const *files, int file_count)
{
    batch->count = batch->threads > 1 ? (size_t)batch->threads * ANSWERS_PER_THREAD : 1;
    batch->workers = calloc(batch->threads, sizeof *batch->workers);
    batch->items = calloc(batch->count, sizeof *batch->items);
    if (!batch->workers || !batch->items ||
        !lines_init(&batch->lines, files, file_count, batch->job.max_line))
        return false;
    for (unsigned i = 0; i < batch->threads; i++) {
        if (!jsonl_init(&batch->workers[i].jsonl, &batch->job) ||
            !lines_chunk_init(&batch->workers[i].chunk))
            return false;
    }
    return true;
}

static void clean_up(struct batch *batch)
{
    for (unsigned i = 0; batch->workers && i < batch->threads; i++) {
        jsonl_deinit(&batch->workers[i].jsonl);
        lines_chunk_deinit(&batch->workers[i].chunk);
    }
    for (size_t i = 0; batch->items && i < batch->count; i++)
        answer_deinit(&batch->items[i].answer);
    lines_deinit(&batch->lines);
    free(batch->workers);
    free(batch->items);
}

static int run_lines(struct batch *batch, const struct page_job *job, int count_files,
                     char *const *files)
{
    static char *standard_input[] = {"-", NULL};
    int code;

    batch->job.name_file = count_files > 0;
    if (count_files == 0) {
        if (isatty(STDIN_FILENO)) {
            cli_say(NULL, "no input given; use: pith batch --jsonl FILE, or - to type lines");
            return CLI_USAGE;
        }
        count_files = 1;
        files = standard_input;
    }
    if (!prepare(batch, files, count_files)) {
        cli_say(NULL, "not enough memory for %u threads; try -T 1", batch->threads);
        code = CLI_FAILED;
    } else {
        code = page_job_check(job, batch->job.options, batch->workers[0].jsonl.context);
    }
    if (code == CLI_OK)
        code = run(batch, job);
    clean_up(batch);
    return code;
}

/* ------------------------------------------------------------- the options */

/* Removes the row of an option that each line or page sets itself. */
static void leave_out(struct opt *table, const char *name)
{
    while (table->name && strcmp(table->name, name) != 0)
        table++;
    for (; table->name; table++)
        table[0] = table[1];
}

/* Prints which options cannot be combined. */
static bool go_together(const struct page_job *job, bool jsonl, const char *into, bool resume,
                        bool no_sync)
{
    if (jsonl && job->settings.charset)
        cli_say("--charset", "cannot be used with --jsonl: JSON is always UTF-8");
    else if (jsonl && into)
        cli_say("--into", "cannot be used with --jsonl; use -o");
    else if (into && job->output)
        cli_say("--into", "cannot be combined with --output; choose one");
    else if (into && !*into)
        cli_say("--into", "needs the name of a folder");
    else if (resume && !into)
        cli_say("--resume", "needs --into, whose files it continues");
    else if (no_sync && !into)
        cli_say("--no-sync", "needs --into, whose files it is about");
    else
        return true;
    return false;
}

/* Sets what all lines or files share. Returns an exit code. */
static int set_up(struct batch *batch, struct page_job *job, bool jsonl, struct page_models *models)
{
    pith_options *options = job->settings.options;
    const struct page_model wanted = {
        .name = job->model, .methods = page_job_methods(job), .page_type = page_job_page_type(job)};
    int code = page_job_options(job);

    if (code == CLI_OK)
        code = page_models_read(&wanted, options, models);
    /* JSON is UTF-8, whatever the page declares. */
    if (code == CLI_OK && jsonl && !settings_put(&job->settings, "charset", NULL, "utf-8"))
        code = CLI_FAILED;
    if (!job->settings.method && !models->named && !job->precision && !job->recall)
        batch->job.text_method = PAGE_TEXT_METHOD;
    batch->job.options = options;
    batch->job.plain = job->text;
    batch->job.metadata = job->metadata || page_job_format(job) == PITH_FORMAT_JSON;
    batch->job.format = page_job_format(job);
    return code;
}

int cmd_batch(int argc, char **argv)
{
    bool jsonl = false, resume = false, no_sync = false;
    const char *into = NULL;
    uint64_t threads = 0;
    uint64_t max_line = UINT64_C(1) << 30, max_waiting = (uint64_t)ANSWER_WAITING << 20;
    struct page_job job;
    /* clang-format off */
    struct opt table[BATCH_OPTS + PAGE_ALL_OPTS] = {
        {.name = "jsonl", .kind = OPT_FLAG, .value = &jsonl, .help = "read JSON lines"},
        {.name = "into", .arg = "FOLDER", .kind = OPT_TEXT, .value = &into,
         .help = "write one file per page, in the same tree in FOLDER"},
        {.name = "resume", .kind = OPT_FLAG, .value = &resume,
         .help = "skip pages whose output file exists"},
        {.name = "no-sync", .kind = OPT_FLAG, .value = &no_sync},
        {.letter = 'T', .name = "threads", .arg = "N", .kind = OPT_COUNT, .value = &threads,
         .max = 1024, .help = "number of threads; default: one per processor"},
        {.name = "max-line", .arg = "BYTES", .kind = OPT_BYTES, .value = &max_line, .min = 1,
         .max = UINT64_C(1) << 34},
        {.name = "max-waiting", .arg = "BYTES", .kind = OPT_BYTES, .value = &max_waiting, .min = 1,
         .max = SIZE_MAX / 2},
    };
    /* clang-format on */
    struct batch batch = {.lines.fd = -1};
    struct page_models models = {0};
    int count_files, code;

    if (!page_job_init(&job))
        return CLI_FAILED;
    page_all_opts(&job, table + BATCH_OPTS);
    leave_out(table, "url");
    leave_out(table, "explain");
    count_files = opts_parse(&usage, table, argc, argv, &code);
    if (count_files >= 0)
        code = go_together(&job, jsonl, into, resume, no_sync) ? CLI_OK : CLI_USAGE;
    if (count_files < 0 || code != CLI_OK) {
        page_job_deinit(&job);
        return code;
    }
#ifdef __GLIBC__
    /* Otherwise malloc raises this threshold after a long line, and each thread keeps tens of
     * megabytes. */
    mallopt(M_MMAP_THRESHOLD, LARGE_PIECE);
#endif
    code = set_up(&batch, &job, jsonl, &models);
    batch.job.max_line = max_line;
    batch.job.max_answer = max_line > LEAST_ANSWER ? max_line : LEAST_ANSWER;
    batch.job.bare = into != NULL;
    batch.waiting = (size_t)max_waiting;
    batch.threads = threads > 0 ? (unsigned)threads : parallel_cores();
    if (code == CLI_OK && jsonl)
        code = run_lines(&batch, &job, count_files, argv);
    else if (code == CLI_OK)
        code = batch_files_run(&(struct batch_files_job){&job, &batch.job, into, resume, !no_sync,
                                                         batch.threads, batch.waiting},
                               count_files, argv);
    page_models_free(&models);
    page_job_deinit(&job);
    return code;
}
