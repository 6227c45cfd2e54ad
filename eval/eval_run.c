/*
 * eval_run.c - in: a labelled set and some systems; out: per-page values.
 *
 * Pages are read in order, processed and measured by many threads, and recorded in order, so the
 * result does not depend on the number of threads.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "eval/eval_page.h"

enum {
    ITEMS_PER_THREAD = 8,
    HELD_BYTES = 256 << 20, /* limit for pages in memory */
    NOTES = 20              /* maximum number of pages reported one by one */
};

struct run {
    const struct eval_job *job;
    struct eval_result *result;
    struct set *set;
    struct eval_worker *workers;
    struct eval_item *items;
    size_t count; /* of items */
    struct eval_page_job page;
    bool no_memory, no_output;
    struct timespec shown;
};

/* --------------------------------------------------------- pool callbacks */

static bool read_item(struct pool *pool, void *user_item, unsigned thread, void *user)
{
    struct eval_item *item = user_item;
    struct run *run = user;

    (void)thread;
    if (!set_next(run->set, &item->raw))
        return false;
    item->progress =
        set_progress(run->set); /* read here, since the writing thread must not touch the set */
    return pool_weigh(pool, item->raw.cap + item->raw.truth_cap);
}

static void work_on_item(struct pool *pool, void *user_item, unsigned thread, void *user)
{
    struct run *run = user;
    struct eval_item *item = user_item;
    struct eval_worker *worker = &run->workers[thread];

    (void)pool;
    eval_page_do(&run->page, worker, item);
    if (item->raw.len > EVAL_LARGE_PAGE)
        pith_context_reset(worker->context);
}

/* DONE is the fraction of the set that is done. */
static void show_progress(struct run *run, double done)
{
    enum { WIDE = 30 };
    struct timespec now;
    char bar[WIDE + 1], line[160];

    if (!run->job->progress)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if ((double)(now.tv_sec - run->shown.tv_sec) +
            (double)(now.tv_nsec - run->shown.tv_nsec) * 1e-9 <
        0.1)
        return;
    run->shown = now;
    for (int i = 0; i < WIDE; i++)
        bar[i] = i < done * WIDE ? '#' : ' ';
    bar[WIDE] = '\0';
    snprintf(line, sizeof line, "%.60s [%s] %3.0f %%, %zu pages", set_name(run->set), bar,
             100 * done, run->result->pages.count);
    run->job->progress(line);
}

static void name_page(const struct eval_result *result, const struct eval_item *item,
                      const char *error)
{
    uint64_t so_far = result->broken + result->bounded;

    if (so_far < NOTES)
        result->job->note(item->raw.file, item->raw.line, error);
    else if (so_far == NOTES)
        result->job->note(NULL, 0, "and more; the total is given at the end");
}

/* Adds page number PAGE to the group NAME. */
static bool add_to_group(struct eval_result *result, const char *name, uint32_t page)
{
    size_t had = result->group_cap;
    struct eval_group *group;
    uint32_t number;

    if (!tokens_number_name(&result->group_names, name, &number) ||
        !tokens_room((void **)&result->groups, &result->group_cap, number + 1,
                     sizeof *result->groups))
        return false;
    if (result->group_cap > had)
        memset(result->groups + had, 0, (result->group_cap - had) * sizeof *result->groups);
    group = &result->groups[number];
    if (!tokens_room((void **)&group->pages, &group->cap, group->count + 1, sizeof *group->pages))
        return false;
    if (group->count > 0 && group->pages[group->count - 1] == page)
        return true; /* a list can have the same value twice */
    group->pages[group->count++] = page;
    return true;
}

static bool add_to_groups(struct eval_result *result, const struct set_page *page, uint32_t number)
{
    const struct eval_job *job = result->job;
    char name[256];

    if (!add_to_group(result, "all", number))
        return false;
    for (size_t i = 0; i < job->field_count; i++) {
        bool found = false;

        for (size_t j = 0; j < page->field_count; j++) {
            if (strcmp(page->fields[j].name, job->fields[i]) != 0)
                continue;
            found = true;
            snprintf(name, sizeof name, "%s=%s", job->fields[i], page->fields[j].value);
            if (!add_to_group(result, name, number))
                return false;
        }
        snprintf(name, sizeof name, "%s=None", job->fields[i]);
        if (!found && !add_to_group(result, name, number))
            return false;
    }
    return true;
}

/* Reports the measures that skipped a page because its texts are too long. */
static void name_bounded(struct eval_result *result, const struct eval_item *item)
{
    const struct eval_job *job = result->job;

    for (size_t i = 0; i < job->measure_count; i++) {
        bool bounded = false;
        char error[200];

        for (size_t j = 0; j < job->system_count; j++)
            bounded |= item->rows[j * job->measure_count + i].bounded;
        if (!bounded)
            continue;
        snprintf(error, sizeof error, "'%.80s' is too long for %s, which skips it", item->page.id,
                 job->measures[i]->name);
        name_page(result, item, error);
        result->bounded++;
    }
}

static bool add_rows(struct eval_result *result, const struct eval_item *item, uint32_t page)
{
    size_t count = result->job->system_count * result->job->measure_count;

    if (page >= result->page_cap) {
        size_t cap = result->page_cap > 0 ? 2 * result->page_cap : 256;

        for (size_t i = 0; i < count; i++) {
            struct measure_row *larger = realloc(result->rows[i], cap * sizeof *larger);

            if (!larger)
                return false;
            result->rows[i] = larger;
        }
        result->page_cap = cap;
    }
    for (size_t i = 0; i < count; i++)
        result->rows[i][page] = item->rows[i];
    return true;
}

static bool add_blocks(struct eval_result *result, const struct eval_item *item, uint32_t page)
{
    for (size_t i = 0; i < result->job->system_count; i++) {
        if (result->blocks[i] &&
            !block_measure_add(result->blocks[i], page, item->answers + i * item->block_count,
                               item->block_count))
            return false;
    }
    return true;
}

static bool note_page(struct run *run, const struct eval_item *item)
{
    struct eval_result *result = run->result;
    char error[160];
    size_t had = result->pages.count;
    uint32_t number;

    if (!tokens_number_name(&result->pages, item->page.id, &number))
        return false;
    if (number < had) {
        snprintf(error, sizeof error, "the id '%.80s' is a duplicate; this page is skipped",
                 item->page.id);
        name_page(result, item, error);
        result->broken++;
        return true;
    }
    for (size_t i = 0; i < run->job->system_count; i++) {
        struct eval_system *system = &run->job->systems[i];

        system->missing += system->answers && !answers_find(system->answers, item->page.id);
    }
    name_bounded(result, item);
    result->has_text |= item->page.text.len > 0;
    result->block_count += item->block_count;
    result->content += item->content;
    if (run->job->labels && !output_write(run->job->labels, item->labels.data, item->labels.len)) {
        run->no_output = true;
        return false;
    }
    return add_rows(result, item, number) && add_blocks(result, item, number) &&
           add_to_groups(result, &item->page, number);
}

static bool write_item(void *user_item, void *user)
{
    struct eval_item *item = user_item;
    struct run *run = user;

    if (item->state == ITEM_BROKEN) {
        name_page(run->result, item, item->error);
        run->result->broken++;
    }
    if (item->state == ITEM_GOOD && !note_page(run, item)) {
        run->no_memory = !run->no_output;
        return false;
    }
    show_progress(run, item->progress);
    return true;
}

/* ----------------------------------------------------------------- the run */

static bool prepare(struct run *run)
{
    const struct eval_job *job = run->job;
    size_t rows = job->system_count * job->measure_count;

    run->count = job->threads > 1 ? (size_t)job->threads * ITEMS_PER_THREAD : 1;
    run->workers = calloc(job->threads, sizeof *run->workers);
    run->items = calloc(run->count, sizeof *run->items);
    run->result->rows = calloc(rows + 1, sizeof *run->result->rows);
    run->result->blocks = calloc(job->system_count + 1, sizeof(struct block_measure *));
    if (!run->workers || !run->items || !run->result->rows || !run->result->blocks)
        return false;
    for (size_t i = 0; i < run->count; i++) {
        set_page_init(&run->items[i].page);
        run->items[i].rows = calloc(rows + 1, sizeof *run->items[i].rows);
        if (!run->items[i].rows)
            return false;
    }
    for (unsigned i = 0; i < job->threads; i++) {
        run->workers[i].context = pith_context_new();
        run->workers[i].options = pith_options_dup(job->options);
        run->workers[i].work = measure_work_new(job->cjk);
        if (!run->workers[i].context || !run->workers[i].options || !run->workers[i].work)
            return false;
    }
    for (size_t i = 0; i < job->system_count; i++) {
        job->systems[i].missing = 0;
        run->page.wants_html |= !job->systems[i].answers;
        run->page.wants_labels |= job->systems[i].oracle;
        if (job->blocks && !job->systems[i].answers &&
            (run->result->blocks[i] = block_measure_new()) == NULL)
            return false;
    }
    run->page.wants_labels |= job->labels || job->blocks;
    run->page.wants_html |= run->page.wants_labels;
    return true;
}

static void clean_up(struct run *run)
{
    for (unsigned i = 0; run->workers && i < run->job->threads; i++) {
        struct eval_worker *worker = &run->workers[i];

        pith_context_free(worker->context);
        pith_options_free(worker->options);
        measure_work_free(worker->work);
        json_out_deinit(&worker->text);
        json_out_deinit(&worker->marked);
        json_out_deinit(&worker->dump);
        free(worker->segments);
        free(worker->classes);
    }
    for (size_t i = 0; run->items && i < run->count; i++) {
        set_page_deinit(&run->items[i].page);
        set_raw_deinit(&run->items[i].raw);
        free(run->items[i].rows);
        free(run->items[i].answers);
        json_out_deinit(&run->items[i].labels);
    }
    free(run->workers);
    free(run->items);
    set_close(run->set);
}

bool eval_run(const struct eval_job *job, const char *path, struct eval_result *result)
{
    struct run run = {.job = job, .result = result, .page = {.job = job}};
    struct pool_job work = {.user = &run,
                            .read = read_item,
                            .work = work_on_item,
                            .write = write_item,
                            .item_size = sizeof *run.items,
                            .weight = HELD_BYTES};
    char error[240];

    *result = (struct eval_result){.job = job};
    run.set = set_open(path, error, sizeof error);
    if (!run.set) {
        job->note(path, 0, error);
        return false;
    }
    result->set = strdup(set_name(run.set));
    run.no_memory = !result->set || !prepare(&run);
    work.items = run.items;
    work.count = run.count;
    if (!run.no_memory)
        pool_run(&work, job->threads);
    for (size_t i = 0; result->blocks && i < job->system_count; i++) {
        if (result->blocks[i])
            block_measure_finish(result->blocks[i]);
    }
    if (job->progress)
        job->progress(NULL);
    if (run.no_memory)
        job->note(path, 0, "not enough memory");
    clean_up(&run);
    return !run.no_memory && !run.no_output;
}

void eval_result_deinit(struct eval_result *result)
{
    for (size_t i = 0; result->rows && i < result->job->system_count * result->job->measure_count;
         i++)
        free(result->rows[i]);
    for (size_t i = 0; result->blocks && i < result->job->system_count; i++)
        block_measure_free(result->blocks[i]);
    for (size_t i = 0; i < result->group_cap; i++)
        free(result->groups[i].pages);
    free(result->rows);
    free(result->blocks);
    free(result->groups);
    free(result->set);
    tokens_deinit(&result->pages);
    tokens_deinit(&result->group_names);
}
