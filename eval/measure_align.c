/*
 * measure_align.c - words in the longest common subsequence of truth and answer.
 */
#include "eval/work.h"

MEASURE_PAGE(align)
{
    size_t length;
    work_leave_out(row);
    if (!work_words(work, truth, answer, TOKENS_WORD, true))
        return false;
    if (work->truth.count == 0 || !lcs_fits(work_pair(work), false))
        return true;
    if (!lcs_length(&work->lcs, work_pair(work), &length))
        return false;
    work_scores(row, length, work->answer.count, work->truth.count);
    return true;
}
