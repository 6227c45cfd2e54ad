/*
 * decode.c - determines the encoding of a page and converts it to UTF-8.
 *
 * In: bytes, and the charset of the HTTP header if known. Out: struct pith__decoded. The order of
 * precedence is the WHATWG's: byte order mark, HTTP, <meta>. Where a browser would then use the
 * user's language, the bytes themselves decide (guess.c). UTF-8 is decoded here, the others in
 * legacy.c.
 */
#include "base/utf8.h"
#include "encoding/charset.h"

const struct pith__charset *pith__charset_bom(const unsigned char *bytes, size_t len, size_t *mark)
{
    *mark = 0;
    if (len >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        *mark = 3;
        return &pith__charsets[PITH__CS_UTF_8];
    }
    if (len >= 2 && memcmp(bytes, "\xFF\xFE", 2) == 0) {
        *mark = 2;
        return &pith__charsets[PITH__CS_UTF_16LE];
    }
    if (len >= 2 && memcmp(bytes, "\xFE\xFF", 2) == 0) {
        *mark = 2;
        return &pith__charsets[PITH__CS_UTF_16BE];
    }
    return NULL;
}

/* Counts the bad sequences in BYTES, and in *BAD_BYTES their total length. If the deadline passes,
 * reduces *LEN to what was read. */
static size_t count_bad(const unsigned char *bytes, size_t *len, struct pith__clock *clock,
                        size_t *bad_bytes)
{
    size_t bad = 0, bad_len;
    *bad_bytes = 0;
    for (size_t at = 0; at < *len;) {
        if (at > 0 && clock != NULL && pith__clock_tick(clock, 1)) {
            *len = at;
            break;
        }
        if (pith__utf8_sequence(bytes + at, *len - at, &bad_len) == 0) {
            bad++;
            *bad_bytes += bad_len;
            at += bad_len;
        } else {
            at += pith__utf8_valid_prefix(bytes + at, *len - at);
        }
    }
    return bad;
}

/* Copies input[START, *INPUT_LEN), or as much as there is time for, replacing each bad sequence by
 * U+FFFD followed by a point of the map. The first VALID bytes are valid. */
static pith_status replace_bad(struct pith__arena *arena, const unsigned char *bytes, size_t start,
                               size_t *input_len, size_t valid, struct pith__clock *clock,
                               struct pith__decoded *out)
{
    size_t bad_bytes, bad_len, count = 1, n = 0, rest = *input_len - start - valid;
    size_t bad = count_bad(bytes + start + valid, &rest, clock, &bad_bytes);
    size_t len = *input_len = start + valid + rest;
    size_t size = len - start - bad_bytes + 3 * bad;
    struct pith__offpoint *points = pith__arena_alloc(arena, (bad + 1) * sizeof *points);
    unsigned char *utf8 = points == NULL ? NULL : pith__arena_alloc(arena, size);
    if (utf8 == NULL)
        return PITH_ERR_NOMEM;
    points[0] = (struct pith__offpoint){0, (uint32_t)start};
    for (size_t at = start; at < len;) {
        size_t run = valid;
        if (at > start && pith__utf8_sequence(bytes + at, len - at, &bad_len) != 0)
            run = pith__utf8_valid_prefix(bytes + at, len - at);
        else if (at > start)
            run = 0;
        memcpy(utf8 + n, bytes + at, run);
        n += run;
        at += run;
        if (at == len)
            break;
        pith__utf8_sequence(bytes + at, len - at, &bad_len);
        memcpy(utf8 + n, "\xEF\xBF\xBD", 3);
        n += 3;
        at += bad_len;
        points[count++] = (struct pith__offpoint){(uint32_t)n, (uint32_t)at};
    }
    out->utf8 = (struct pith__span){utf8, size};
    out->map.points = points;
    out->map.count = count;
    out->replaced = bad;
    return PITH_OK;
}

pith_status pith__decode(struct pith__arena *arena, const unsigned char *bytes, size_t len,
                         const char *http_charset, bool plain, struct pith__clock *clock,
                         struct pith__decoded *out)
{
    const size_t whole = len;
    const struct pith__charset *http = NULL, *charset;
    size_t start, valid = SIZE_MAX;
    memset(out, 0, sizeof *out);
    if (len == 0)
        bytes = (const unsigned char *)""; /* NULL is allowed here, but arithmetic on it is not */
    if (http_charset != NULL) {
        http = pith__charset_find(http_charset, strlen(http_charset));
        if (http == NULL)
            return PITH_ERR_CHARSET;
    }
    charset = pith__charset_bom(bytes, len, &start);
    out->source = PITH_CHARSET_BOM;
    if (charset == NULL) {
        charset = http;
        out->source = PITH_CHARSET_HTTP;
    }
    if (charset == NULL && !plain) {
        charset = pith__charset_prescan(bytes, len, PITH__PRESCAN_WINDOW);
        out->source = PITH_CHARSET_META;
    }
    if (charset == NULL) {
        valid = pith__utf8_valid_prefix(bytes, len);
        charset = pith__charset_guess(bytes, len, valid, plain, &out->source);
    }
    out->charset = charset->name;
    if (start == len)
        charset = &pith__charsets[PITH__CS_UTF_8]; /* nothing to decode */
    if (charset->family != PITH__FAMILY_UTF8) {
        PITH__TRY(pith__legacy_decode(arena, charset, bytes, start, &len, clock, out));
    } else {
        if (valid == SIZE_MAX)
            valid = pith__utf8_valid_prefix(bytes + start, len - start);
        out->utf8 = (struct pith__span){bytes + start, len - start};
        if (valid < len - start)
            PITH__TRY(replace_bad(arena, bytes, start, &len, valid, clock, out));
    }
    out->stopped = len < whole;
    out->map.shift = (uint32_t)start;
    out->map.input_len = (uint32_t)len;
    out->map.family = (uint8_t)charset->family;
    out->map.input = bytes;
    out->map.utf8 = out->utf8.ptr;
    out->map.utf8_len = out->utf8.len;
    return PITH_OK;
}
