/*
 * measure_snippets.c - pieces of text that the answer must have, and that it must not have.
 *
 * White space of all kinds and lengths is a blank, none at the ends; case matters.
 */
#include "eval/wordchars.h"
#include "eval/work.h"

/* Puts TEXT into OUT with its white space folded. */
static bool fold(struct pith__span text, struct token_bytes *out)
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

/* Knuth, Morris and Pratt's search: linear, also in texts that repeat themselves. BACK: for each
 * byte of the piece, how much of its beginning also ends there. */
static bool find(const struct token_bytes *text, const struct token_bytes *piece, uint32_t *back)
{
    size_t k = 0;
    if (piece->len > 0)
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
        k += text->data[i] == piece->data[k];
    }
    return k == piece->len;
}

static bool count_found(struct measure_work *work, const struct pith__span *pieces, size_t count,
                        size_t *found)
{
    *found = 0;
    for (size_t i = 0; i < count; i++) {
        if (!fold(pieces[i], &work->truth_text))
            return false;
        void *back = work->scratch.ids;
        bool ok = tokens_room(&back, &work->scratch.cap, work->truth_text.len + 1,
                              sizeof *work->scratch.ids);
        work->scratch.ids = back;
        if (!ok)
            return false;
        *found += find(&work->answer_text, &work->truth_text, work->scratch.ids);
    }
    return true;
}

MEASURE_PAGE(snippets)
{
    size_t with, without;
    work_leave_out(row);
    if (!truth->has_snippets || truth->with_count + truth->without_count == 0)
        return true;
    if (!fold(answer->text, &work->answer_text) ||
        !count_found(work, truth->with, truth->with_count, &with) ||
        !count_found(work, truth->without, truth->without_count, &without))
        return false;
    double tp = (double)with, fp = (double)without;
    double fn = (double)(truth->with_count - with), tn = (double)(truth->without_count - without);
    const double values[] = {tp, tn, fp, fn, tp + fp, tp + fn, (tp + tn) / (tp + tn + fp + fn)};
    row->counts = true;
    memcpy(row->values, values, sizeof values);
    return true;
}
