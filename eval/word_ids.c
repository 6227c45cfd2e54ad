/*
 * word_ids.c - in: UTF-8 text; out: lower case, words, word ids.
 */
#include <stdlib.h>

#include "base/unicode.h"
#include "eval/word_ids.h"
#include "eval/wordchars.h"

enum { ROOM_KEEP = 1 << 16 };

bool tokens_room(void **data, size_t *cap, size_t count, size_t size)
{
    if (count <= *cap)
        return true;
    size_t want = count < 64 ? 64 : count + count / 2;
    void *grown = want <= SIZE_MAX / size ? realloc(*data, want * size) : NULL;
    if (grown == NULL)
        return false;
    *data = grown;
    *cap = want;
    return true;
}

bool token_bytes_reserve(struct token_bytes *bytes, size_t more)
{
    void *data = bytes->data;
    bool ok = tokens_room(&data, &bytes->cap, bytes->len + more, 1);
    bytes->data = data;
    return ok;
}

bool token_list_push(struct token_list *list, uint32_t id)
{
    void *ids = list->ids;
    if (!tokens_room(&ids, &list->cap, list->count + 1, sizeof *list->ids))
        return false;
    list->ids = ids;
    list->ids[list->count++] = id;
    return true;
}

void tokens_reset(struct tokens *tokens)
{
    if (tokens->table.room > ROOM_KEEP) /* one long page must not slow down all pages after it */
        pith__hash_deinit(&tokens->table);
    else
        pith__hash_reset(&tokens->table);
    tokens->count = 0;
}

void tokens_deinit(struct tokens *tokens)
{
    free(tokens->lower.data);
    free(tokens->word.data);
    pith__hash_deinit(&tokens->table);
    memset(tokens, 0, sizeof *tokens);
}

/* ---------------------------------------------------------------- numbers */

bool tokens_number(struct tokens *tokens, const void *data, size_t len, uint32_t *number)
{
    bool good = pith__hash_add_bytes(&tokens->table, data, len, number) == PITH_OK;
    tokens->count = tokens->table.count;
    return good;
}

bool tokens_number_name(struct tokens *tokens, const char *name, uint32_t *number)
{
    return tokens_number(tokens, name, strlen(name) + 1, number);
}

const char *tokens_name(const struct tokens *tokens, uint32_t number)
{
    return (const char *)pith__hash_bytes(&tokens->table, number).ptr;
}

/* ---------------------------------------------------------------- lower case */

/* Is the first character at P that is not case-ignorable cased? An ignorable run lies between two
 * other characters, so each is scanned at most twice. */
static bool cased_behind(const unsigned char *p, const unsigned char *end)
{
    uint32_t cp;
    for (; p < end; p += pith__utf8_next(p, &cp)) {
        pith__utf8_next(p, &cp);
        unsigned flags = words_of(cp)->flags;
        if ((flags & WORDS_IGNORABLE) == 0)
            return (flags & WORDS_CASED) != 0;
    }
    return false;
}

static bool cased_before(const unsigned char *start, const unsigned char *p)
{
    while (p > start) {
        uint32_t cp;
        do
            p--;
        while (p > start && (*p & 0xC0) == 0x80);
        pith__utf8_next(p, &cp);
        unsigned flags = words_of(cp)->flags;
        if ((flags & WORDS_IGNORABLE) == 0)
            return (flags & WORDS_CASED) != 0;
    }
    return false;
}

bool tokens_lower(struct pith__span text, struct token_bytes *out)
{
    if (text.len == 0)
        return true;
    const unsigned char *p = text.ptr, *end = p + text.len;
    /* Two bytes become at most three: U+0130 and U+023A. */
    if (text.len > SIZE_MAX / 4 || !token_bytes_reserve(out, text.len + text.len / 2 + 4))
        return false;
    unsigned char *to = out->data + out->len;
    while (p < end) {
        if (*p < 0x80) {
            *to++ = pith__lower(*p++);
            continue;
        }
        uint32_t cp;
        size_t len = pith__utf8_next(p, &cp);
        if (cp == 0x130) { /* the only one that becomes two characters: i and a dot above */
            memcpy(to, "i\xCC\x87", 3);
            to += 3;
        } else if (cp == 0x3A3) {
            bool final = cased_before(text.ptr, p) && !cased_behind(p + len, end);
            to += pith__utf8_put(final ? 0x3C2 : 0x3C3, to);
        } else {
            to += pith__utf8_put((uint32_t)((int32_t)cp + words_of(cp)->lower), to);
        }
        p += len;
    }
    out->len = (size_t)(to - out->data);
    return true;
}

/* ---------------------------------------------------------------- words */

/* Kana, Han, Hangul syllables and the planes of further ideographs, including unassigned code
 * points there and the marks among the kana. */
static bool is_cjk(uint32_t cp)
{
    return (cp >= 0x3040 && cp <= 0x30FF) || (cp >= 0x3400 && cp <= 0x4DBF) ||
           (cp >= 0x4E00 && cp <= 0x9FFF) || (cp >= 0xAC00 && cp <= 0xD7AF) ||
           (cp >= 0xF900 && cp <= 0xFAFF) || (cp >= 0x20000 && cp <= 0x3FFFF);
}

/* What a character does to the current word. */
enum step { STEP_OUT, STEP_IN, STEP_ALONE };

static enum step step_of(const struct tokens *tokens, uint32_t cp, enum token_kind kind)
{
    if (tokens->cjk && cp >= 0x3040 && is_cjk(cp))
        return STEP_ALONE;
    unsigned flags = words_of(cp)->flags;
    bool in = kind >= TOKENS_SPLIT
                  ? (flags & WORDS_SPACE) == 0
                  : (flags & WORDS_ALNUM) != 0 || (cp == '_' && kind == TOKENS_WORD);
    return in ? STEP_IN : STEP_OUT;
}

/* The same for ASCII, where no character is a word of its own: one bit per word character. */
static bool is_plain(unsigned char c, enum token_kind kind)
{
    static const uint64_t in[][2] = {
        [TOKENS_WORD] = {UINT64_C(0x03FF000000000000), UINT64_C(0x07FFFFFE87FFFFFE)},
        [TOKENS_ALNUM] = {UINT64_C(0x03FF000000000000), UINT64_C(0x07FFFFFE07FFFFFE)},
        [TOKENS_SPLIT] = {UINT64_C(0xFFFFFFFE0FFFC1FF), UINT64_C(0xFFFFFFFFFFFFFFFF)},
        [TOKENS_2007] = {UINT64_C(0xFFFFFFFE0FFFC1FF), UINT64_C(0xFFFFFFFFFFFFFFFF)}};
    return c < 0x80 && (in[kind][c / 64] >> c % 64 & 1) != 0;
}

static bool is_mark(unsigned char c)
{
    const uint64_t marks = UINT64_C(1) << ',' | UINT64_C(1) << ';' | UINT64_C(1) << ':' |
                           UINT64_C(1) << '.' | UINT64_C(1) << '?' | UINT64_C(1) << '!';
    return c < 64 && (marks >> c & 1) != 0;
}

/* Copies WORD without punctuation marks into tokens->word. */
static bool drop_marks(struct tokens *tokens, struct pith__span word)
{
    struct token_bytes *out = &tokens->word;
    out->len = 0;
    if (!token_bytes_reserve(out, word.len))
        return false;
    for (size_t i = 0; i < word.len; i++) {
        if (!is_mark(word.ptr[i]))
            out->data[out->len++] = word.ptr[i];
    }
    return true;
}

/* Adds the word unless it is empty. */
static bool push(struct tokens *tokens, enum token_kind kind, struct token_list *list,
                 const unsigned char *from, const unsigned char *to)
{
    struct pith__span word = {from, (size_t)(to - from)};
    uint32_t number;
    if (word.len == 0)
        return true;
    if (kind == TOKENS_2007) {
        if (!drop_marks(tokens, word))
            return false;
        word = (struct pith__span){tokens->word.data, tokens->word.len};
    }
    return tokens_number(tokens, word.ptr, word.len, &number) && token_list_push(list, number);
}

bool tokens_add(struct tokens *tokens, struct pith__span text, enum token_kind kind, bool lower,
                struct token_list *list)
{
    if (text.len == 0)
        return true;
    if (lower) {
        tokens->lower.len = 0;
        if (!tokens_lower(text, &tokens->lower))
            return false;
        text = (struct pith__span){tokens->lower.data, tokens->lower.len};
    }
    const unsigned char *p = text.ptr, *end = p + text.len, *start = p;
    for (;;) {
        while (p < end && is_plain(*p, kind))
            p++;
        if (p == end)
            return push(tokens, kind, list, start, end);
        uint32_t cp;
        size_t len = pith__utf8_next(p, &cp);
        enum step step = step_of(tokens, cp, kind);
        if (step != STEP_IN) {
            if (!push(tokens, kind, list, start, p) ||
                (step == STEP_ALONE && !push(tokens, kind, list, p, p + len)))
                return false;
            start = p + len;
        }
        p += len;
    }
}
