/*
 * measure_snippets.c - pieces of text that the answer must have, and that it must not have.
 *
 * They are looked for twice: with white space of all kinds and lengths as a blank, none at the
 * ends, in the case as it is (Trafilatura's way); and with white space as it is, in lower case
 * (WCXB's).
 */
#include "eval/wordchars.h"
#include "eval/work.h"

typedef bool (*fold)(struct pith__span text, struct token_bytes *out);

/* Puts TEXT into OUT with its white space folded. */
static bool fold_space(struct pith__span text, struct token_bytes *out)
{
    out->len = 0;
    if (!token_bytes_reserve(out, text.len + 1))
        return false;
    bool blank = false;
    for (size_t i = 0; i < text.len;) {
        uint32_t cp;
        size_t len = pith__utf8_next(text.ptr + i, &cp);
        if ((words_of(cp)->flags & WORDS_SPACE) != 0) {
            blank = out->len > 0;
        } else {
            if (blank)
                out->data[out->len++] = ' ';
            blank = false;
            memcpy(out->data + out->len, text.ptr + i, len);
            out->len += len;
        }
        i += len;
    }
    return true;
}

static bool fold_case(struct pith__span text, struct token_bytes *out)
{
    out->len = 0;
    return tokens_lower(text, out);
}

/* Knuth, Morris and Pratt's search: linear, also in texts that repeat themselves. BACK: for each
 * byte of the piece, how much of its beginning also ends there. */
static bool find(const struct token_bytes *text, const struct token_bytes *piece, uint32_t *back)
{
    size_t k = 0;
    if (piece->len == 0)
        return true;
    back[0] = 0;
    for (size_t i = 1; i < piece->len; i++) {
        while (k > 0 && piece->data[i] != piece->data[k])
            k = back[k - 1];
        k += piece->data[i] == piece->data[k];
        back[i] = (uint32_t)k;
    }
    k = 0;
    for (size_t i = 0; i < text->len && k < piece->len; i++) {
        while (k > 0 && text->data[i] != piece->data[k])
            k = back[k - 1];
        if (k == 0 && text->data[i] != piece->data[0]) { /* on to where it may begin */
            const unsigned char *next = memchr(text->data + i, piece->data[0], text->len - i);
            if (next == NULL)
                return false;
            i = (size_t)(next - text->data);
        }
        k += text->data[i] == piece->data[k];
    }
    return k == piece->len;
}

/* How many of the pieces are in work->answer_text; both are folded by HOW. */
static bool count_found(struct measure_work *work, fold how, const struct pith__span *pieces,
                        size_t count, size_t *found)
{
    *found = 0;
    for (size_t i = 0; i < count; i++) {
        if (!how(pieces[i], &work->truth_text) || !work_scratch(work, work->truth_text.len + 1))
            return false;
        *found += find(&work->answer_text, &work->truth_text, work->scratch.ids);
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
    /* Each piece goes over the whole text. */
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
    /* Where there is nothing to find and nothing is found, that is right. */
    values[SNIPPETS_F1] = wanted + without > 0 ? scores[VALUE_F] : 1;
    return true;
}
