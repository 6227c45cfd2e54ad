/*
 * encoding.h - converts input to UTF-8, with a mapping back to the original bytes.
 *
 * In: the page as the caller has it. Out: valid UTF-8 without a byte order mark, the encoding and
 * how it was determined, and a map from every offset in the UTF-8 to the offset in the input.
 * Follows the WHATWG Encoding standard (labels, their decoders, U+FFFD for bad sequences) and
 * HTML's prescan for <meta>.
 */
#ifndef PITH_ENCODING_H
#define PITH_ENCODING_H

#include "base/arena.h"
#include "base/clock.h"

/*
 * A pair of corresponding offsets in the UTF-8 and in the input. Points are frequent, so it is
 * never far from one to any offset before the next.
 */
struct pith__offpoint {
    uint32_t utf8;
    uint32_t input; /* below 2^30; the bits above it are private to encoding/ */
};

struct pith__offmap {
    const struct pith__offpoint *points; /* ascending; NULL: add SHIFT, the length of a BOM */
    size_t count;
    uint32_t shift;
    uint32_t input_len;
    uint8_t family; /* how to measure characters of the input; private to encoding/ */
    const unsigned char *input;
    const unsigned char *utf8;
    size_t utf8_len;
};

/* Returns the input offset of the character at UTF8_OFFSET, which may also be the end of the UTF-8.
 * Calls may come in any order; ascending calls with the same CURSOR, initially zero, are fast. */
size_t pith__offmap_input(const struct pith__offmap *map, size_t *cursor, size_t utf8_offset);

struct pith__decoded {
    struct pith__span utf8; /* a slice of the input if that is valid UTF-8, else in the arena */
    struct pith__offmap map;
    const char *charset; /* WHATWG name, static */
    pith_charset_source source;
    size_t replaced; /* number of sequences replaced by U+FFFD */
    bool stopped;    /* deadline passed before the end of the input */
};

/* BYTES may be NULL if LEN is 0; HTTP_CHARSET and CLOCK may be NULL. PLAIN: the input is not HTML,
 * so a <meta> is just text. LEN must be below 2^30. Fails with PITH_ERR_NOMEM, or with
 * PITH_ERR_CHARSET if HTTP_CHARSET is not a WHATWG label. */
pith_status pith__decode(struct pith__arena *arena, const unsigned char *bytes, size_t len,
                         const char *http_charset, bool plain, struct pith__clock *clock,
                         struct pith__decoded *out);

/* True if the first bytes are not a page or text, but a PDF, an image, an archive or similar.
 * HTTP_CHARSET may be NULL; if it is UTF-16, control bytes are text. */
bool pith__is_binary(const unsigned char *bytes, size_t len, const char *http_charset);

/* Returns the WHATWG name for a label, ignoring case and surrounding white space, or NULL. */
const char *pith__charset_canonical(const char *label, size_t len);

#endif
