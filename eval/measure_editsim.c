/*
 * measure_editsim.c - one minus the edit distance of the words, as a share of the longer text.
 */
#include "eval/work.h"

MEASURE_PAGE(editsim)
{
    size_t distance;
    work_leave_out(row);
    if (!work_words(work, truth, answer, TOKENS_SPLIT, true))
        return false;
    size_t wanted = work->truth.count, answered = work->answer.count;
    if (wanted == 0 || !lcs_fits(work_pair(work), false))
        return true;
    if (!lcs_distance(&work->lcs, work_pair(work), &distance))
        return false;
    size_t longer = wanted > answered ? wanted : answered;
    row->counts = true;
    row->values[0] = 1 - (double)distance / (double)longer;
    return true;
}
