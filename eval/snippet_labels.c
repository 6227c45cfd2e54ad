/*
 * snippet_labels.c - see snippet_labels.h.
 *
 * Snippets are searched for in the texts of all blocks joined by blanks, since some span several
 * blocks. A match labels a block if it covers half of it or more. It labels a longer block only if
 * the snippet is long enough not to occur there by chance: "Home" may be in any sentence. A
 * "without" snippet labels every place where it occurs. A "with" snippet has to occur only once, so
 * if it occurs several times it labels nothing: one of the places may be a teaser, or the page's
 * title.
 */
#include "eval/snippet_labels.h"

#include <stdlib.h>

#include "eval/lcs.h"
#include "eval/pieces.h"

enum { WITH = 1, WITHOUT = 2 };

struct search {
    struct token_bytes text;  /* of all blocks */
    struct token_bytes piece; /* the current snippet */
    struct token_list back;
    size_t *begins; /* (blocks + 1): offsets in TEXT */
    size_t blocks;
    uint8_t *marks; /* (blocks): WITH, WITHOUT */
    bool is_long;   /* of the snippet, see above */
};

static bool join(struct search *search, const pith_page *page)
{
    for (size_t i = 0; i < search->blocks; i++) {
        const pith_block *block = pith_page_block(page, i);
        search->begins[i] = search->text.len;
        if (!piece_fold((struct pith__span){(const unsigned char *)block->text, block->text_len},
                        &search->text) ||
            !token_bytes_reserve(&search->text, 1))
            return false;
        if (search->text.len > search->begins[i])
            search->text.data[search->text.len++] = ' ';
    }
    search->begins[search->blocks] = search->text.len;
    return true;
}

/* Several words, or as many letters in scripts without blanks. */
static bool is_long(const struct token_bytes *piece)
{
    enum { BLANKS = 2, BYTES = 24 };
    size_t blanks = 0;
    for (size_t i = 0; i < piece->len; i++)
        blanks += piece->data[i] == ' ';
    return blanks >= BLANKS || piece->len >= BYTES;
}

/* Marks the blocks labelled by the snippet at byte BEGIN, unless MARK is 0. BLOCK is one that
 * begins before it, and becomes the last such block. Returns whether there are any. */
static bool mark_place(struct search *search, size_t begin, size_t *block, uint8_t mark)
{
    size_t end = begin + search->piece.len;
    bool any = false;
    while (*block + 1 < search->blocks && search->begins[*block + 1] <= begin)
        ++*block;
    for (size_t i = *block; i < search->blocks && search->begins[i] < end; i++) {
        size_t first = search->begins[i], next = search->begins[i + 1];
        size_t last = next > first ? next - 1 : first; /* without the blank */
        size_t from = first > begin ? first : begin, to = last < end ? last : end;
        size_t shared = to > from ? to - from : 0;
        if (shared > 0 &&
            (2 * shared >= last - first || (search->is_long && 2 * shared >= search->piece.len))) {
            search->marks[i] |= mark;
            any = true;
        }
    }
    return any;
}

static bool look_for(struct search *search, struct pith__span snippet, uint8_t mark)
{
    size_t block = 0, places = 0, only = 0, only_block = 0;
    void *back = search->back.ids;
    search->piece.len = 0;
    if (!piece_fold(snippet, &search->piece))
        return false;
    if (search->piece.len == 0)
        return true;
    if (!tokens_room(&back, &search->back.cap, search->piece.len, sizeof *search->back.ids))
        return false;
    search->back.ids = back;
    search->is_long = is_long(&search->piece);
    piece_prepare(&search->piece, search->back.ids);
    for (size_t from = 0; from < search->text.len;) {
        ptrdiff_t found = piece_find(&search->text, from, &search->piece, search->back.ids);
        if (found == PIECE_NOWHERE)
            break;
        if (mark_place(search, (size_t)found, &block, mark == WITHOUT ? mark : 0)) {
            only = (size_t)found;
            only_block = block;
            places++;
        }
        from = (size_t)found + search->piece.len;
    }
    if (mark == WITH && places == 1)
        mark_place(search, only, &only_block, mark);
    return true;
}

static bool look_for_all(struct search *search, const struct set_page *truth)
{
    /* Each search scans the whole text. */
    if (truth->with_count + truth->without_count > LCS_STEPS / (search->text.len + 1))
        return false;
    for (size_t i = 0; i < truth->with_count; i++) {
        if (!look_for(search, truth->with[i], WITH))
            return false;
    }
    for (size_t i = 0; i < truth->without_count; i++) {
        if (!look_for(search, truth->without[i], WITHOUT))
            return false;
    }
    return true;
}

bool snippet_labels(const pith_page *page, const struct set_page *truth, uint8_t *classes)
{
    struct search search = {.blocks = pith_page_get_info(page)->blocks, .marks = classes};
    search.begins = malloc((search.blocks + 1) * sizeof *search.begins);
    memset(classes, 0, search.blocks);
    bool done = search.begins != NULL && join(&search, page) && look_for_all(&search, truth);
    for (size_t i = 0; i < search.blocks; i++)
        classes[i] = (uint8_t)(classes[i] == WITH      ? SET_FULL_TEXT
                               : classes[i] == WITHOUT ? SET_NOT_CONTENT
                                                       : SNIPPET_UNKNOWN);
    free(search.begins);
    free(search.text.data);
    free(search.piece.data);
    free(search.back.ids);
    return done;
}
