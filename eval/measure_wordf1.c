/*
 * measure_wordf1.c - words that truth and answer share, each as often as both have it: \w+.
 */
#include "eval/work.h"

MEASURE_PAGE(wordf1)
{
    size_t shared;
    work_leave_out(row);
    if (!work_words(work, truth, answer, TOKENS_WORD, true))
        return false;
    if (work->truth.count == 0)
        return true;
    if (!work_shared(work, &work->truth, &work->answer, work->words.count, &shared))
        return false;
    work_scores(row, shared, work->answer.count, work->truth.count);
    return true;
}
