/*
 * pieces.c - see pieces.h.
 *
 * The search is Knuth-Morris-Pratt, which is linear even for repetitive texts.
 */
#include "eval/pieces.h"

#include "eval/wordchars.h"

bool piece_fold(struct pith__span text, struct token_bytes *out)
{
    const size_t start = out->len;
    bool blank = false;
    if (!token_bytes_reserve(out, text.len + 1))
        return false;
    for (size_t i = 0; i < text.len;) {
        uint32_t cp;
        size_t len = pith__utf8_next(text.ptr + i, &cp);
        if ((words_of(cp)->flags & WORDS_SPACE) != 0) {
            blank = out->len > start;
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

/* BACK: per byte of the piece, the length of the longest proper prefix that ends there. */
void piece_prepare(const struct token_bytes *piece, uint32_t *back)
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
}

ptrdiff_t piece_find(const struct token_bytes *text, size_t from, const struct token_bytes *piece,
                     const uint32_t *back)
{
    size_t k = 0, i = from;
    for (; i < text->len && k < piece->len; i++) {
        while (k > 0 && text->data[i] != piece->data[k])
            k = back[k - 1];
        if (k == 0 && text->data[i] != piece->data[0]) { /* skip to where it may begin */
            const unsigned char *next = memchr(text->data + i, piece->data[0], text->len - i);
            if (next == NULL)
                return PIECE_NOWHERE;
            i = (size_t)(next - text->data);
        }
        k += text->data[i] == piece->data[k];
    }
    return k == piece->len ? (ptrdiff_t)(i - k) : PIECE_NOWHERE;
}
