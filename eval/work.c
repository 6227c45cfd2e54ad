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
    free(work->distinct.ids);
    free(work->scratch.ids);
    free(work->steps.data);
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

bool work_scratch(struct measure_work *work, size_t count)
{
    void *grown = work->scratch.ids;
    bool ok = tokens_room(&grown, &work->scratch.cap, count, sizeof *work->scratch.ids);
    work->scratch.ids = grown;
    return ok;
}

bool work_shared(struct measure_work *work, const struct token_list *a, const struct token_list *b,
                 size_t ids, size_t *shared)
{
    if (!work_scratch(work, ids + 1))
        return false;
    uint32_t *counts = work->scratch.ids;
    *shared = 0;
    memset(counts, 0, ids * sizeof *counts);
    for (size_t i = 0; i < a->count; i++)
        counts[a->ids[i]]++;
    for (size_t i = 0; i < b->count; i++) {
        uint32_t *count = &counts[b->ids[i]];
        *shared += *count > 0;
        *count -= *count > 0;
    }
    return true;
}

struct lcs_pair work_pair(const struct measure_work *work)
{
    return (struct lcs_pair){work->answer.ids, work->truth.ids, work->answer.count,
                             work->truth.count, work->words.count};
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

bool work_mark(struct measure_work *work, char kind, struct token_list *list)
{
    const char mark[] = {'<', kind, '>'};
    uint32_t number;
    return kind == 0 || (tokens_number(&work->words, mark, sizeof mark, &number) &&
                         token_list_push(list, number));
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

void work_prf(double *values, size_t right, size_t answered, size_t wanted)
{
    values[VALUE_P] = share(right, answered);
    values[VALUE_R] = share(right, wanted);
    values[VALUE_F] = harmonic(values[VALUE_P], values[VALUE_R]);
}

void work_scores(double *values, size_t right, size_t answered, size_t wanted)
{
    work_prf(values, right, answered, wanted);
    values[VALUE_TP] = (double)right;
    values[VALUE_N_PRED] = (double)answered;
    values[VALUE_N_TRUE] = (double)wanted;
}

void work_leave_out(struct measure_row *row)
{
    row->counts = row->bounded = false;
    for (size_t i = 0; i < MEASURE_VALUES; i++)
        row->values[i] = NAN;
}

bool work_give_up(struct measure_row *row, enum lcs_result result)
{
    row->bounded = result == LCS_TOO_LONG;
    return row->bounded;
}
