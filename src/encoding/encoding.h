/*
 * encoding.h - bytes in, UTF-8 out, with a way back to the bytes.
 *
 * In: the page as the caller has it. Out: valid UTF-8 without a byte order mark, which encoding
 * that was and why, and a map from every offset in the UTF-8 to the offset in the input.
 * Follows the WHATWG's Encoding standard (labels, which decoder a label means, U+FFFD for bad
 * sequences) and HTML's prescan for <meta>.
 */
#ifndef PITH_ENCODING_H
#define PITH_ENCODING_H

#include "base/arena.h"
#include "base/clock.h"

/*
 * A point where an offset in the UTF-8 and one in the input belong together. Points are set often
 * enough that it is a short way from one to any offset before the next.
 */
struct pith__offpoint {
    uint32_t utf8;
    uint32_t input; /* below 2^30; the bits above it are private to encoding/ */
};

struct pith__offmap {
    const struct pith__offpoint *points; /* ascending; NULL: identity plus SHIFT (a BOM's bytes) */
    size_t count;
    uint32_t shift;
    uint32_t input_len;
    uint8_t family; /* how characters of the input are measured; private to encoding/ */
    const unsigned char *input;
    const unsigned char *utf8;
    size_t utf8_len;
};

/* Offset in the input of the character at offset UTF8_OFFSET of the UTF-8 (its length is allowed:
 * the end). Any order of calls is right; ascending calls with the same CURSOR, zeroed at first,
 * are fast. */
size_t pith__offmap_input(const struct pith__offmap *map, size_t *cursor, size_t utf8_offset);

struct pith__decoded {
    struct pith__span utf8; /* a slice of the input where that is valid UTF-8, else in the arena */
    struct pith__offmap map;
    const char *charset; /* the WHATWG's name, static */
    pith_charset_source source;
    size_t replaced; /* sequences that became U+FFFD */
    bool stopped;    /* time was up before the end of the input */
};

/* BYTES may be NULL when LEN is 0, HTTP_CHARSET may be NULL. PLAIN: the bytes are no HTML, so that
 * <meta> is text. CLOCK, or NULL, says how long it may take. Fails with PITH_ERR_NOMEM,
 * PITH_ERR_CHARSET (the caller's label is not in the WHATWG's list). LEN must be below 2^30. */
pith_status pith__decode(struct pith__arena *arena, const unsigned char *bytes, size_t len,
                         const char *http_charset, bool plain, struct pith__clock *clock,
                         struct pith__decoded *out);

/* True when the first bytes are not those of a page or a text, but of a PDF, an image, an archive
 * and the like. HTTP_CHARSET may be NULL; where it says UTF-16, control bytes are text. */
bool pith__is_binary(const unsigned char *bytes, size_t len, const char *http_charset);

/* The WHATWG's name for a label (white space around it and case do not matter), or NULL. */
const char *pith__charset_canonical(const char *label, size_t len);

#endif
