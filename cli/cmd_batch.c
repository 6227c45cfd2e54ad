/*
 * cmd_batch.c - pith batch: many pages, on several threads.
 *
 * The unit of work is a batch_item: some lines of the input, and then their answers.
 */
#include <inttypes.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "jsonl.h"
#include "output.h"
#include "page_job.h"

enum {
    ITEMS_PER_THREAD = 4,   /* so that one slow page does not soon stop the others */
    HELD_BYTES = 256 << 20, /* of lines in memory, beyond LINES_KEEP in each item */
    LEAST_ANSWER = 64 << 20 /* bytes that an answer may have, however short --max-line is */
};

static const struct opts_usage usage = {
    "batch",
    "usage: pith batch --jsonl [OPTION...] [FILE...]\n"
    "\n"
    "Answers lines of {\"id\": ..., \"html\": ..., \"url\": ...}, in order, with lines of\n"
    "{\"id\": ..., \"status\": ..., \"text\": ...}; a bad one with \"status\": \"error\".\n",
    "  pith batch --jsonl < pages.jsonl > texts.jsonl\n"
    "  pith batch --jsonl -T 4 -f markdown -o pages.md.jsonl a.jsonl b.jsonl\n",
};

/* What there is to say of some lines. */
struct tally {
    uint64_t lines;
    uint64_t bytes;
    uint64_t errors, empty, partial;
};

enum { NOTES = 5 };

/* A line that is an error. */
struct note {
    uint64_t line;
    char error[sizeof((struct jsonl *)NULL)->error];
};

struct batch_item {
    struct pool_mark mark; /* the pool's */
    struct lines_chunk chunk;
    struct json_out out;
    struct tally tally;
    struct note notes[NOTES]; /* the first tally.errors of them */
    bool lost;                /* there is no memory even for an error line */
};

struct batch {
    struct jsonl_job job;
    struct lines lines;
    struct output output;
    struct jsonl *workers; /* one a thread */
    struct batch_item *items;
    unsigned threads;
    size_t count; /* of items */
    struct tally tally;
    bool lost;
    bool progress;
    struct timespec begun, shown;
};

/* ---------------------------------------------------------------- progress */

static double seconds_since(const struct timespec *then, struct timespec *now)
{
    clock_gettime(CLOCK_MONOTONIC, now);
    return (double)(now->tv_sec - then->tv_sec) + (double)(now->tv_nsec - then->tv_nsec) * 1e-9;
}

/* About four times a second. */
static void show_progress(struct batch *batch)
{
    struct timespec now;
    double seconds;
    char line[80];

    if (!batch->progress || seconds_since(&batch->shown, &now) < 0.25)
        return;
    batch->shown = now;
    seconds = seconds_since(&batch->begun, &now);
    snprintf(line, sizeof line, "%" PRIu64 " pages, %.0f pages/s, %.1f MB/s", batch->tally.lines,
             (double)batch->tally.lines / seconds, (double)batch->tally.bytes / seconds * 1e-6);
    cli_progress(line);
}

/* --------------------------------------------------------- what the pool does */

static bool read_item(struct pool *pool, void *item, void *user)
{
    struct batch *batch = user;

    return lines_read(&batch->lines, &((struct batch_item *)item)->chunk, pool);
}

static void count(struct batch_item *item, enum jsonl_outcome outcome, uint64_t line,
                  const char *error)
{
    struct tally *tally = &item->tally;

    tally->lines++;
    tally->empty += outcome == JSONL_EMPTY;
    tally->partial += outcome == JSONL_PARTIAL;
    if (outcome != JSONL_ERROR)
        return;
    if (tally->errors < NOTES) {
        item->notes[tally->errors].line = line;
        strcpy(item->notes[tally->errors].error, error);
    }
    tally->errors++;
}

static void work_on_item(void *user_item, unsigned thread, void *user)
{
    struct batch_item *item = user_item;
    struct batch *batch = user;
    struct jsonl *jsonl = &batch->workers[thread];
    const struct lines_chunk *chunk = &item->chunk;
    struct jsonl_line line = {.data = chunk->data,
                              .file = chunk->file,
                              .line = chunk->line,
                              .number = chunk->number,
                              .cut = chunk->cut};
    char *end = chunk->data + chunk->len;

    item->tally = (struct tally){.bytes = chunk->len};
    for (; line.data < end && !item->lost; line.line++, line.number++) {
        char *feed = memchr(line.data, '\n', (size_t)(end - line.data));
        enum jsonl_outcome outcome;

        line.len = (size_t)((feed ? feed : end) - line.data);
        outcome = jsonl_answer(jsonl, line, &item->out);
        item->lost = outcome == JSONL_LOST;
        count(item, outcome, line.line, jsonl->error);
        line.data += line.len + 1;
    }
}

/* The first few errors of the run are named one by one. */
static void name_errors(const struct batch *batch, const struct batch_item *item)
{
    for (uint64_t i = 0; i < item->tally.errors && batch->tally.errors + i < NOTES; i++)
        cli_say(input_name(item->chunk.file), "line %" PRIu64 ": %s", item->notes[i].line,
                item->notes[i].error);
}

static bool write_item(void *user_item, void *user)
{
    struct batch_item *item = user_item;
    struct batch *batch = user;
    const struct tally *tally = &item->tally;

    /* A program at the other end may wait for these answers before it sends more. */
    if (!output_write(&batch->output, item->out.data, item->out.len) ||
        !output_flush(&batch->output))
        return false;
    if (item->lost) {
        batch->lost = true;
        return false;
    }
    name_errors(batch, item);
    batch->tally.lines += tally->lines;
    batch->tally.bytes += tally->bytes;
    batch->tally.errors += tally->errors;
    batch->tally.empty += tally->empty;
    batch->tally.partial += tally->partial;
    json_out_reset(&item->out, LINES_KEEP);
    lines_chunk_reset(&item->chunk);
    show_progress(batch);
    return true;
}

/* ----------------------------------------------------------------- the run */

/* Says how it went, and how the command ends. */
static int sum_up(const struct batch *batch, bool written, bool strict)
{
    const struct tally *tally = &batch->tally;

    if (batch->lost)
        cli_say(NULL, "not enough memory to go on");
    if (tally->errors > 0)
        cli_say(NULL, "%" PRIu64 " of %" PRIu64 " lines are errors%s", tally->errors, tally->lines,
                tally->errors > NOTES ? "; the first are named above" : "");
    if (tally->empty + tally->partial > 0)
        cli_say(NULL, "%" PRIu64 " of %" PRIu64 " pages are empty, %" PRIu64 " partial",
                tally->empty, tally->lines, tally->partial);
    if (!written || tally->errors > 0 || batch->lines.unread > 0)
        return CLI_FAILED;
    return strict && tally->empty + tally->partial > 0 ? CLI_STRICT : CLI_OK;
}

static int run(struct batch *batch, const struct page_job *job)
{
    const struct pool_job work = {.user = batch,
                                  .read = read_item,
                                  .work = work_on_item,
                                  .write = write_item,
                                  .items = batch->items,
                                  .count = batch->count,
                                  .item_size = sizeof *batch->items,
                                  .weight = HELD_BYTES};
    bool written;

    if (!output_open(&batch->output, job->output))
        return CLI_FAILED;
    batch->progress =
        cli_shows_progress() && (batch->output.file != stdout || !isatty(STDOUT_FILENO));
    clock_gettime(CLOCK_MONOTONIC, &batch->begun);
    batch->shown = batch->begun;
    written = pool_run(&work, batch->threads);
    cli_progress(NULL);
    /* Where nothing could be read, an older file is worth more than an empty one. */
    written = output_close(&batch->output,
                           written && (batch->tally.lines > 0 || batch->lines.unread == 0)) &&
              written;
    return sum_up(batch, written, job->strict);
}

/* Memory for all threads; false: there is none. */
static bool prepare(struct batch *batch, char *const *files, int file_count)
{
#ifdef __GLIBC__
    /* Else it learns from a long line to keep such pieces of memory, tens of megabytes a thread. */
    mallopt(M_MMAP_THRESHOLD, LINES_KEEP);
#endif
    batch->count = batch->threads > 1 ? (size_t)batch->threads * ITEMS_PER_THREAD : 1;
    batch->workers = calloc(batch->threads, sizeof *batch->workers);
    batch->items = calloc(batch->count, sizeof *batch->items);
    if (!batch->workers || !batch->items ||
        !lines_init(&batch->lines, files, file_count, batch->job.max_line))
        return false;
    for (unsigned i = 0; i < batch->threads; i++) {
        if (!jsonl_init(&batch->workers[i], &batch->job))
            return false;
    }
    for (size_t i = 0; i < batch->count; i++) {
        if (!lines_chunk_init(&batch->items[i].chunk))
            return false;
    }
    return true;
}

static void clean_up(struct batch *batch)
{
    for (unsigned i = 0; batch->workers && i < batch->threads; i++)
        jsonl_deinit(&batch->workers[i]);
    for (size_t i = 0; batch->items && i < batch->count; i++) {
        lines_chunk_deinit(&batch->items[i].chunk);
        json_out_deinit(&batch->items[i].out);
    }
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
            cli_say(NULL, "which lines? pith batch --jsonl FILE, or - to type some");
            return CLI_USAGE;
        }
        count_files = 1;
        files = standard_input;
    }
    if (!prepare(batch, files, count_files)) {
        cli_say(NULL, "not enough memory for %u threads; try -T 1", batch->threads);
        code = CLI_FAILED;
    } else {
        code = page_job_check(job, &batch->job.options, batch->workers[0].context);
    }
    if (code == CLI_OK)
        code = run(batch, job);
    clean_up(batch);
    return code;
}

/* ------------------------------------------------------------- the options */

/* Removes the row of an option that the lines answer for themselves. */
static void leave_out(struct opt *table, const char *name)
{
    while (table->name && strcmp(table->name, name) != 0)
        table++;
    for (; table->name; table++)
        table[0] = table[1];
}

int cmd_batch(int argc, char **argv)
{
    bool jsonl = false;
    uint64_t threads = 0;
    uint64_t max_line = UINT64_C(1) << 30;
    struct page_job job;
    /* clang-format off */
    struct opt table[3 + PAGE_JUDGE_OPTS + PAGE_JOB_OPTS] = {
        {.name = "jsonl", .kind = OPT_FLAG, .value = &jsonl,
         .help = "JSON lines in, JSON lines out"},
        {.letter = 'T', .name = "threads", .arg = "N", .kind = OPT_COUNT, .value = &threads,
         .max = 1024,
         .help = "threads; default 0: one for each processor"},
        {.name = "max-line", .arg = "BYTES", .kind = OPT_BYTES, .value = &max_line,
         .min = 1, .max = UINT64_C(1) << 34,
         .help = "skip longer lines; default 1G, at most 16G"},
    };
    /* clang-format on */
    struct batch batch = {.lines.fd = -1};
    struct input comment_words = {0};
    pith_model *model = NULL;
    int count_files, code;

    page_job_init(&job);
    page_judge_opts(&job, table + 3);
    page_job_opts(&job, table + 3 + PAGE_JUDGE_OPTS);
    leave_out(table, "charset");
    leave_out(table, "url");
    leave_out(table, "explain");
    count_files = opts_parse(&usage, table, argc, argv, &code);
    if (count_files < 0)
        return code;
    if (!jsonl) {
        cli_say(NULL, "pith batch reads JSON lines only, for now, and asks for --jsonl; for files "
                      "of HTML: pith -f json FILE...");
        return CLI_USAGE;
    }
    code = page_job_options(&job, &batch.job.options, &comment_words);
    if (code == CLI_OK)
        code = page_job_model(&job, &batch.job.options, &model);
    if (!job.methods && !batch.job.options.model && !job.precision && !job.recall)
        batch.job.text_methods = PAGE_TEXT_METHOD;
    batch.job.options.charset = "utf-8"; /* JSON is, whatever the page says of itself */
    batch.job.dress = page_job_dress(&job);
    batch.job.format = page_job_format(&job);
    batch.job.max_line = max_line;
    batch.job.max_answer = max_line > LEAST_ANSWER ? max_line : LEAST_ANSWER;
    batch.threads = threads > 0 ? (unsigned)threads : pool_cores();
    if (code == CLI_OK)
        code = run_lines(&batch, &job, count_files, argv);
    pith_model_free(model);
    input_deinit(&comment_words);
    return code;
}
