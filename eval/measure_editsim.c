/*
 * measure_editsim.c - CleanEval's text similarity by edit distance, as a percentage.
 */
#include "eval/work.h"

MEASURE_PAGE(editsim)
{
    size_t length, distance;
    work_leave_out(row);
    if (!work_words(work, truth, answer, TOKENS_2007, true))
        return false;
    size_t wanted = work->truth.count, answered = work->answer.count;
    if (wanted + answered == 0)
        return true;
    enum lcs_result result = lcs_length(&work->lcs, work_pair(work), &length);
    if (result == LCS_OK)
        result = lcs_distance(&work->lcs, work_pair(work), &distance);
    if (result != LCS_OK)
        return work_give_up(row, result);
    size_t longer = wanted > answered ? wanted : answered;
    row->counts = true;
    row->values[EDIT_TEXT_ONLY] = 100 * (double)length / (double)(wanted + answered - length);
    row->values[EDIT_LEV] = 100 * (1 - (double)distance / (double)longer);
    return true;
}
