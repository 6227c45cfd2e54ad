/*
 * measure_align.c - words in the longest common subsequence of ground truth and answer.
 */
#include "eval/work.h"

MEASURE_PAGE(align)
{
    size_t length;
    work_leave_out(row);
    if (!work_words(work, truth, answer, TOKENS_SPLIT, false))
        return false;
    if (work->truth.count + work->answer.count == 0)
        return true;
    enum lcs_result result = lcs_length(&work->lcs, work_pair(work), &length);
    if (result != LCS_OK)
        return work_give_up(row, result);
    row->counts = true;
    work_scores(row->values, length, work->answer.count, work->truth.count);
    return true;
}
