/*
 * work.c - what the measures share: work.h.
 */
#include <math.h>
#include <stdlib.h>

#include "eval/wordchars.h"
#include "eval/work.h"

struct measure_work *measure_work_new(bool cjk)
{
    struct measure_work *work = calloc(1, sizeof *work);
    if (work != NULL)
        work->words.cjk = cjk;
    return work;
}

void measure_work_free(struct measure_work *work)
{
    if (work == NULL)
        return;
    tokens_deinit(&work->words);
    tokens_deinit(&work->grams);
    lcs_deinit(&work->lcs);
    matcher_deinit(&work->matcher);
    free(work->truth.ids);
    free(work->answer.ids);
    free(work->truth_marks.ids);
    free(work->answer_marks.ids);
    free(work->scratch.ids);
    free(work->truth_text.data);
    free(work->answer_text.data);
    free(work);
}

bool work_words(struct measure_work *work, const struct set_page *truth,
                const struct measure_answer *answer, enum token_kind kind, bool lower)
{
    tokens_reset(&work->words);
    work->truth.count = work->answer.count = 0;
    return tokens_add(&work->words, truth->text, kind, lower, &work->truth) &&
           tokens_add(&work->words, answer->text, kind, lower, &work->answer);
}

bool work_shared(struct measure_work *work, const struct token_list *a, const struct token_list *b,
                 size_t ids, size_t *shared)
{
    void *grown = work->scratch.ids;
    bool ok = tokens_room(&grown, &work->scratch.cap, ids, sizeof *work->scratch.ids);
    work->scratch.ids = grown;
    if (!ok)
        return false;
    uint32_t *counts = work->scratch.ids;
    *shared = 0;
    if (ids == 0)
        return true;
    memset(counts, 0, ids * sizeof *counts);
    for (size_t i = 0; i < a->count; i++)
        counts[a->ids[i]]++;
    for (size_t i = 0; i < b->count; i++) {
        if (counts[b->ids[i]] > 0) {
            counts[b->ids[i]]--;
            ++*shared;
        }
    }
    return true;
}

struct lcs_pair work_pair(const struct measure_work *work)
{
    return (struct lcs_pair){work->truth.ids, work->answer.ids, work->truth.count,
                             work->answer.count, work->words.count};
}

/* ---------------------------------------------------------------- segments */

struct segments segments_of_truth(const struct set_page *truth)
{
    return (struct segments){truth->has_segments, truth->segments, truth->segment_count, 0,
                             truth->text};
}

struct segments segments_of_answer(const struct measure_answer *answer)
{
    return (struct segments){answer->has_segments, answer->segments, answer->segment_count, 0,
                             answer->text};
}

static bool is_blank(struct pith__span text)
{
    for (size_t i = 0; i < text.len;) {
        uint32_t cp;
        i += pith__utf8_next(text.ptr + i, &cp);
        if ((words_of(cp)->flags & WORDS_SPACE) == 0)
            return false;
    }
    return true;
}

bool segments_next(struct segments *segments, struct set_segment *segment)
{
    while (segments->listed && segments->at < segments->count) {
        *segment = segments->list[segments->at++];
        if (segment->kind == 0)
            segment->kind = 'p';
        if (!is_blank(segment->text))
            return true;
    }
    while (!segments->listed && segments->rest.len > 0) {
        const unsigned char *p = segments->rest.ptr;
        const unsigned char *feed = memchr(p, '\n', segments->rest.len);
        size_t len = feed != NULL ? (size_t)(feed - p) : segments->rest.len;
        size_t used = feed != NULL ? len + 1 : len;
        segments->rest = (struct pith__span){p + used, segments->rest.len - used};
        *segment = (struct set_segment){'p', {p, len}};
        if (!is_blank(segment->text))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- scores */

double harmonic(double a, double b)
{
    return a + b > 0 ? 2 * a * b / (a + b) : 0;
}

static double share(size_t part, size_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0;
}

void work_scores(struct measure_row *row, size_t right, size_t answered, size_t wanted)
{
    row->counts = true;
    row->values[0] = share(right, answered);
    row->values[1] = share(right, wanted);
    row->values[2] = harmonic(row->values[0], row->values[1]);
    row->values[3] = (double)right;
    row->values[4] = (double)answered;
    row->values[5] = (double)wanted;
}

void work_leave_out(struct measure_row *row)
{
    row->counts = false;
    for (size_t i = 0; i < MEASURE_VALUES; i++)
        row->values[i] = NAN;
}
