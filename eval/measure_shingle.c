/*
 * measure_shingle.c - 4-word shingles that truth and answer share, as in the Article Extraction
 * Benchmark. Case matters. A text of fewer words is one shingle.
 */
#include <math.h>

#include "eval/work.h"

enum { RUN = 4 };

/* Puts the shingles of WORDS into RUNS. */
static bool add_runs(struct measure_work *work, const struct token_list *words,
                     struct token_list *runs)
{
    size_t len = words->count < RUN ? words->count : RUN;
    runs->count = 0;
    for (size_t i = 0; len > 0 && i + len <= words->count; i++) {
        uint32_t number;
        if (!tokens_number(&work->grams, words->ids + i, len * sizeof *words->ids, &number) ||
            !token_list_push(runs, number))
            return false;
    }
    return true;
}

static bool is_same(const struct token_list *a, const struct token_list *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->ids, b->ids, a->count * sizeof *a->ids) == 0);
}

MEASURE_PAGE(shingle)
{
    size_t shared;
    work_leave_out(row);
    tokens_reset(&work->grams);
    if (!work_words(work, truth, answer, TOKENS_WORD, false) ||
        !add_runs(work, &work->truth, &work->truth_marks) ||
        !add_runs(work, &work->answer, &work->answer_marks) ||
        !work_shared(work, &work->truth_marks, &work->answer_marks, work->grams.count, &shared))
        return false;
    size_t wanted = work->truth_marks.count, answered = work->answer_marks.count;
    row->counts = true;
    work_prf(row->values, shared, answered, wanted);
    row->values[VALUE_ACCURACY] = is_same(&work->truth, &work->answer);
    if (wanted + answered == 0)
        row->values[VALUE_F] = 1;
    /* Mean precision is over the pages with an answer, mean recall over the pages with a truth. */
    if (answered == 0)
        row->values[VALUE_P] = NAN;
    if (wanted == 0)
        row->values[VALUE_R] = NAN;
    return true;
}
