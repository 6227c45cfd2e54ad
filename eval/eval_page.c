/*
 * eval_page.c - see eval_page.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "eval/block_labels.h"
#include "eval/eval_page.h"
#include "page.h"

__attribute__((format(printf, 2, 3))) static void broken(struct eval_item *item, const char *format,
                                                         ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(item->error, sizeof item->error, format, args);
    va_end(args);
    item->state = ITEM_BROKEN;
}

static int take(const char *data, size_t len, void *user)
{
    struct json_out *out = user;

    json_out_raw(out, data, len);
    return out->state != JSON_OUT_GOOD;
}

static bool render(const pith_page *page, pith_format format, struct json_out *out)
{
    json_out_reset(out, EVAL_LARGE_PAGE);
    out->limit = SIZE_MAX;
    return pith_render(page, format, NULL, take, out) == PITH_OK;
}

static struct pith__span span_of(const struct json_out *out)
{
    return (struct pith__span){(const unsigned char *)(out->data ? out->data : ""), out->len};
}

/* Parses lines in CleanEval's format, such as "<h>A title", into segments. */
static bool cut_segments(struct eval_worker *worker, struct measure_answer *answer)
{
    struct pith__span text = span_of(&worker->marked);
    const unsigned char *at = text.ptr, *end = text.ptr + text.len;

    answer->segment_count = 0;
    while (at < end) {
        const unsigned char *feed = memchr(at, '\n', (size_t)(end - at));

        if (!tokens_room((void **)&worker->segments, &worker->segment_cap,
                         answer->segment_count + 1, sizeof *worker->segments))
            return false;
        worker->segments[answer->segment_count++] =
            (struct set_segment){(char)at[1], {at + 3, (size_t)(feed - at) - 3}};
        at = feed + 1;
    }
    answer->segments = worker->segments;
    answer->has_segments = true;
    return true;
}

/* Sets worker->classes for each block of PAGE, and worker->known to whether the ground truth has
 * it. */
static bool classify(struct eval_worker *worker, struct eval_item *item, const pith_page *page)
{
    item->block_count = pith_page_get_info(page)->blocks;
    item->content = 0;
    if (!tokens_room((void **)&worker->classes, &worker->class_cap, 2 * item->block_count + 1,
                     sizeof *worker->classes))
        return false;
    worker->known = worker->classes + item->block_count;
    memset(worker->classes, SET_NOT_CONTENT, item->block_count);
    memset(worker->known, 1, item->block_count);
    if ((item->page.has_text || item->page.block_count > 0) &&
        !block_labels(worker->context, page, &item->page, worker->classes, worker->known))
        return false;
    for (size_t i = 0; i < item->block_count; i++)
        item->content += set_class_is_text(worker->classes[i]);
    return true;
}

/* Keeps exactly the blocks that are in the ground truth. */
static void keep_true_blocks(const struct eval_worker *worker, const pith_page *page)
{
    for (size_t i = 0; i < pith_page_get_info(page)->blocks; i++) {
        pith_block *block = &pith__page_blocks(page)[i];

        block->keep = set_class_is_text(worker->classes[i]);
        block->label =
            (uint8_t)(block->keep ? block_label_of(worker->classes[i]) : BLOCK_BOILERPLATE);
        block->score = block->keep;
    }
}

/* Records the predictions of system number SYSTEM for each block. */
static void note_blocks(const struct eval_worker *worker, struct eval_item *item, size_t system,
                        const pith_page *page)
{
    struct block_answer *answer = item->answers + system * item->block_count;

    for (size_t i = 0; i < item->block_count; i++) {
        const pith_block *block = pith_page_block(page, i);

        answer[i] = (struct block_answer){.words = block->words,
                                          .truth = worker->classes[i],
                                          .label = block->label,
                                          .keep = block->keep,
                                          .score = block->score};
    }
}

static void write_numbers(struct json_out *out, const char *name, const uint8_t *numbers,
                          size_t count)
{
    json_out_word(out, name);
    for (size_t i = 0; i < count; i++) {
        json_out_word(out, i > 0 ? "," : "");
        json_out_number(out, numbers[i]);
    }
}

/* Writes the byte ranges of each block in the source. */
static void write_spans(struct json_out *out, const pith_page *page)
{
    json_out_word(out, "],\"spans\":[");
    for (size_t i = 0; i < pith_page_get_info(page)->blocks; i++) {
        const pith_block *block = pith_page_block(page, i);

        json_out_word(out, i > 0 ? ",[" : "[");
        json_out_number(out, block->begin);
        json_out_word(out, ",");
        json_out_number(out, block->end);
        json_out_word(out, "]");
    }
}

/* {"id":...,"labels":[0,1,...]}; if the truth has blocks, also "classes", "known" and "spans". */
static bool write_labels(const struct eval_worker *worker, struct eval_item *item,
                         const pith_page *page)
{
    struct json_out *out = &item->labels;

    json_out_reset(out, EVAL_LARGE_PAGE);
    out->limit = SIZE_MAX;
    json_out_word(out, "{\"id\":\"");
    json_out_escaped(out, item->page.id, strlen(item->page.id));
    json_out_word(out, "\",\"labels\":[");
    for (size_t i = 0; i < item->block_count; i++) {
        json_out_word(out, i > 0 ? "," : "");
        json_out_number(out, set_class_is_text(worker->classes[i]));
    }
    if (item->page.block_count > 0) {
        write_numbers(out, "],\"classes\":[", worker->classes, item->block_count);
        write_numbers(out, "],\"known\":[", worker->known, item->block_count);
        write_spans(out, page);
    }
    json_out_word(out, "]}\n");
    return out->state == JSON_OUT_GOOD;
}

static bool set(struct eval_worker *worker, const char *name, const char *value)
{
    return pith_options_set(worker->options, name, value, NULL) == PITH_OK;
}

static bool answer_page(struct eval_worker *worker, const struct eval_system *system,
                        const pith_page *page, const struct set_page *truth,
                        struct measure_answer *answer)
{
    const struct answer *given = system->answers ? answers_find(system->answers, truth->id) : NULL;

    if (system->answers) {
        *answer = (struct measure_answer){.text = {(const unsigned char *)"", 0}};
        if (given)
            *answer = (struct measure_answer){given->text, given->has_segments, given->segments,
                                              given->segment_count};
        return true;
    }
    if (system->oracle)
        keep_true_blocks(worker, page);
    else if (!set(worker, "method", system->methods) ||
             !set(worker, "filter", pith_filter_name(system->filter)) ||
             pith_context_decide(worker->context, worker->options, NULL) != PITH_OK)
        return false;
    if (!render(page, PITH_FORMAT_TEXT, &worker->text) ||
        !render(page, PITH_FORMAT_CLEANEVAL, &worker->marked))
        return false;
    answer->text = span_of(&worker->text);
    return cut_segments(worker, answer);
}

static bool measure_page(const struct eval_page_job *page_job, struct eval_worker *worker,
                         struct eval_item *item, const pith_page *page)
{
    const struct eval_job *job = page_job->job;
    struct measure_row *row = item->rows;

    if (page_job->wants_labels && !classify(worker, item, page))
        return false;
    if (job->labels)
        return write_labels(worker, item, page);
    if (job->blocks &&
        !tokens_room((void **)&item->answers, &item->answer_cap,
                     job->system_count * item->block_count + 1, sizeof *item->answers))
        return false;
    for (size_t i = 0; i < job->system_count; i++) {
        struct measure_answer answer;

        if (!answer_page(worker, &job->systems[i], page, &item->page, &answer))
            return false;
        if (job->blocks && !job->systems[i].answers)
            note_blocks(worker, item, i, page);
        for (size_t j = 0; j < job->measure_count; j++) {
            if (!job->measures[j]->page(worker->work, &item->page, &answer, row++))
                return false;
        }
    }
    return true;
}

static bool wanted(const struct eval_job *job, const struct set_page *page)
{
    for (size_t i = 0; i < job->where_count; i++) {
        if (!set_page_matches(page, job->wheres[i]))
            return false;
    }
    return true;
}

/* Parses the page. If the job says so, first converts it to plain text as `pith strip` does. */
static bool parse(const struct eval_job *job, struct eval_worker *worker,
                  const struct set_page *truth, const pith_page **page)
{
    struct pith__span text;

    /* Each system makes its own decision later. */
    if (!set(worker, "method", "all") || !set(worker, "input", "html") ||
        !set(worker, "filter", NULL) ||
        !set(worker, "charset", truth->html_is_utf8 ? "utf-8" : NULL) ||
        pith_context_parse(worker->context, (const char *)truth->html.ptr, truth->html.len,
                           worker->options, page, NULL) != PITH_OK)
        return false;
    if (!job->as_text)
        return true;
    if (!render(*page, PITH_FORMAT_TEXT, &worker->dump))
        return false;
    text = span_of(&worker->dump);
    return set(worker, "charset", "utf-8") && set(worker, "input", "text") &&
           pith_context_parse(worker->context, (const char *)text.ptr, text.len, worker->options,
                              page, NULL) == PITH_OK;
}

void eval_page_do(const struct eval_page_job *page_job, struct eval_worker *worker,
                  struct eval_item *item)
{
    const struct eval_job *job = page_job->job;
    const pith_page *page = NULL;
    struct set_page *truth = &item->page;

    item->state = ITEM_GOOD;
    if (!set_page_parse(truth, &item->raw, page_job->wants_html)) {
        broken(item, "%s", truth->error);
        return;
    }
    if (!wanted(job, truth)) {
        item->state = ITEM_OTHER;
        return;
    }
    if (page_job->wants_html && !truth->has_html)
        broken(item, "'%s' has a ground truth but no page", truth->id);
    else if (page_job->wants_html && !parse(job, worker, truth, &page))
        broken(item, "not enough memory for this page");
    else if (!measure_page(page_job, worker, item, page))
        broken(item, "not enough memory to measure '%s'", truth->id);
}
