/*
 * charset.h - what the files of encoding/ tell each other: the WHATWG's encodings, and who finds
 * out which one a page is in.
 */
#ifndef PITH_CHARSET_H
#define PITH_CHARSET_H

#include "encoding/encoding.h"

/* Encodings whose bytes are cut into characters by the same rule. */
enum pith__family {
    PITH__FAMILY_UTF8,
    PITH__FAMILY_SINGLE, /* one byte, one character */
    PITH__FAMILY_UTF16LE,
    PITH__FAMILY_UTF16BE,
    PITH__FAMILY_SHIFT_JIS,
    PITH__FAMILY_EUC_JP,
    PITH__FAMILY_ISO_2022_JP,
    PITH__FAMILY_EUC_KR,
    PITH__FAMILY_GB18030,
    PITH__FAMILY_BIG5,
    PITH__FAMILY_REPLACEMENT /* the standard's name for encodings that are a danger to decode */
};

/* Names of the encodings, in the order of the standard. */
enum pith__charset_id {
    PITH__CS_UTF_8,
    PITH__CS_IBM866,
    PITH__CS_ISO_8859_2,
    PITH__CS_ISO_8859_3,
    PITH__CS_ISO_8859_4,
    PITH__CS_ISO_8859_5,
    PITH__CS_ISO_8859_6,
    PITH__CS_ISO_8859_7,
    PITH__CS_ISO_8859_8,
    PITH__CS_ISO_8859_8_I,
    PITH__CS_ISO_8859_10,
    PITH__CS_ISO_8859_13,
    PITH__CS_ISO_8859_14,
    PITH__CS_ISO_8859_15,
    PITH__CS_ISO_8859_16,
    PITH__CS_KOI8_R,
    PITH__CS_KOI8_U,
    PITH__CS_MACINTOSH,
    PITH__CS_WINDOWS_874,
    PITH__CS_WINDOWS_1250,
    PITH__CS_WINDOWS_1251,
    PITH__CS_WINDOWS_1252,
    PITH__CS_WINDOWS_1253,
    PITH__CS_WINDOWS_1254,
    PITH__CS_WINDOWS_1255,
    PITH__CS_WINDOWS_1256,
    PITH__CS_WINDOWS_1257,
    PITH__CS_WINDOWS_1258,
    PITH__CS_X_MAC_CYRILLIC,
    PITH__CS_GBK,
    PITH__CS_GB18030,
    PITH__CS_BIG5,
    PITH__CS_EUC_JP,
    PITH__CS_ISO_2022_JP,
    PITH__CS_SHIFT_JIS,
    PITH__CS_EUC_KR,
    PITH__CS_REPLACEMENT,
    PITH__CS_UTF_16BE,
    PITH__CS_UTF_16LE,
    PITH__CS_X_USER_DEFINED,
    PITH__CS_COUNT
};

struct pith__charset {
    const char *name; /* the WHATWG's */
    enum pith__family family;
};

extern const struct pith__charset pith__charsets[PITH__CS_COUNT];

/* The standard's "get an encoding": NULL when LABEL is not in its list. */
const struct pith__charset *pith__charset_find(const char *label, size_t len);

/* The encoding that a byte order mark names, or NULL; in *MARK the mark's length. */
const struct pith__charset *pith__charset_bom(const unsigned char *bytes, size_t len, size_t *mark);

/* HTML's "prescan a byte stream to determine its encoding" over the first WINDOW bytes; NULL when
 * they declare nothing that is known. */
enum { PITH__PRESCAN_WINDOW = 1024 };
const struct pith__charset *pith__charset_prescan(const unsigned char *bytes, size_t len,
                                                  size_t window);

/*
 * For pages that declare nothing in time: bytes that are UTF-8 (*SOURCE is PITH_CHARSET_UTF8), or
 * nearly (PITH_CHARSET_GUESS), or declare something later (PITH_CHARSET_META), or look like
 * something else (PITH_CHARSET_GUESS), or windows-1252 (PITH_CHARSET_FALLBACK). VALID is the length
 * of the valid UTF-8 at the start. PLAIN: they are no HTML, so they declare nothing.
 */
const struct pith__charset *pith__charset_guess(const unsigned char *bytes, size_t len,
                                                size_t valid, bool plain,
                                                pith_charset_source *source);

/* The encoding in which BYTES are most likely text, by statistics of languages (guess_score.c);
 * NULL where they are text in none, or where none of those beyond ASCII stands in a word. Looks at
 * 256 kB at most, and keeps nothing. */
const struct pith__charset *pith__charset_by_text(const unsigned char *bytes, size_t len);

/* Everything but UTF-8: decodes BYTES from START to *LEN, or as far as CLOCK allows: then *LEN is
 * less. Sets OUT->utf8 and OUT->replaced, and of OUT->map the points. Fails with PITH_ERR_NOMEM. */
pith_status pith__legacy_decode(struct pith__arena *arena, const struct pith__charset *charset,
                                const unsigned char *bytes, size_t start, size_t *len,
                                struct pith__clock *clock, struct pith__decoded *out);

#endif
