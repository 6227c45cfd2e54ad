/*
 * measure_wordf1.c - bag of words: the multiset intersection of the words (\w+) of truth and
 * answer.
 */
#include "eval/work.h"

MEASURE_PAGE(wordf1)
{
    size_t shared;
    work_leave_out(row);
    if (!work_words(work, truth, answer, TOKENS_WORD, true) ||
        !work_shared(work, &work->truth, &work->answer, work->words.count, &shared))
        return false;
    row->counts = true;
    if (work->truth.count + work->answer.count == 0) /* an empty answer is correct */
        row->values[VALUE_P] = row->values[VALUE_R] = row->values[VALUE_F] = 1;
    else
        work_prf(row->values, shared, work->answer.count, work->truth.count);
    return true;
}
