/*
 * measure_snippets.c - snippets that the answer must contain, and that it must not contain.
 *
 * They are searched for in two ways: with white space normalized and case kept (Trafilatura), and
 * with white space kept and case folded (WCXB).
 */
#include "eval/pieces.h"
#include "eval/work.h"

typedef bool (*fold)(struct pith__span text, struct token_bytes *out);

static bool fold_space(struct pith__span text, struct token_bytes *out)
{
    out->len = 0;
    return piece_fold(text, out);
}

static bool fold_case(struct pith__span text, struct token_bytes *out)
{
    out->len = 0;
    return tokens_lower(text, out);
}

/* Counts the snippets in work->answer_text; both are folded by HOW. */
static bool count_found(struct measure_work *work, fold how, const struct pith__span *pieces,
                        size_t count, size_t *found)
{
    *found = 0;
    for (size_t i = 0; i < count; i++) {
        if (!how(pieces[i], &work->truth_text) || !work_scratch(work, work->truth_text.len + 1))
            return false;
        piece_prepare(&work->truth_text, work->scratch.ids);
        *found += piece_find(&work->answer_text, 0, &work->truth_text, work->scratch.ids) !=
                  PIECE_NOWHERE;
    }
    return true;
}

static bool count_both(struct measure_work *work, fold how, const struct set_page *truth,
                       const struct measure_answer *answer, size_t *with, size_t *without)
{
    return how(answer->text, &work->answer_text) &&
           count_found(work, how, truth->with, truth->with_count, with) &&
           count_found(work, how, truth->without, truth->without_count, without);
}

static double rate(size_t found, size_t count)
{
    return count > 0 ? (double)found / (double)count : 1;
}

MEASURE_PAGE(snippets)
{
    size_t with, without, with_low, without_low, wanted = truth->with_count;
    work_leave_out(row);
    if (!truth->has_snippets)
        return true;
    /* Each search scans the whole text. */
    if (wanted + truth->without_count > LCS_STEPS / (answer->text.len + 1))
        return work_give_up(row, LCS_TOO_LONG);
    if (!count_both(work, fold_space, truth, answer, &with, &without) ||
        !count_both(work, fold_case, truth, answer, &with_low, &without_low))
        return false;
    double *values = row->values, scores[3];
    work_prf(scores, with, with + without, wanted);
    row->counts = true;
    values[SNIPPETS_TP] = (double)with;
    values[SNIPPETS_FN] = (double)(wanted - with);
    values[SNIPPETS_FP] = (double)without;
    values[SNIPPETS_TN] = (double)(truth->without_count - without);
    values[SNIPPETS_WITH_RATE] = rate(with_low, wanted);
    values[SNIPPETS_WITHOUT_RATE] = rate(without_low, truth->without_count);
    values[SNIPPETS_FOUND] = (double)(with + without);
    values[SNIPPETS_WITH] = (double)wanted;
    /* Nothing to find and nothing found is a perfect score. */
    values[SNIPPETS_F1] = wanted + without > 0 ? scores[VALUE_F] : 1;
    return true;
}
