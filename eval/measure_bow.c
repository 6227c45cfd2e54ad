/*
 * measure_bow.c - Boilerpipe's token F1: the same with [^\W_]+ as words.
 */
#include "eval/work.h"

MEASURE_PAGE(bow)
{
    size_t shared;
    work_leave_out(row);
    if (!work_words(work, truth, answer, TOKENS_ALNUM, true))
        return false;
    if (work->truth.count == 0)
        return true;
    if (!work_shared(work, &work->truth, &work->answer, work->words.count, &shared))
        return false;
    work_scores(row, shared, work->answer.count, work->truth.count);
    return true;
}
