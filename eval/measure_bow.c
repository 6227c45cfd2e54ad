/*
 * measure_bow.c - Boilerpipe's token F1: bag of words as in wordf1, with [^\W_]+ as words, on pages
 * with a gold text.
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
    row->counts = true;
    work_prf(row->values, shared, work->answer.count, work->truth.count);
    return true;
}
