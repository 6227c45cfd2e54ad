/*
 * charset.h - interfaces shared within encoding/: the WHATWG encodings, and the functions that
 * determine the encoding of a page.
 */
#ifndef PITH_CHARSET_H
#define PITH_CHARSET_H

#include "encoding/encoding.h"

/* Encodings that form characters from bytes by the same rule. */
enum pith__family {
    PITH__FAMILY_UTF8,
    PITH__FAMILY_SINGLE, /* one byte per character */
    PITH__FAMILY_UTF16LE,
    PITH__FAMILY_UTF16BE,
    PITH__FAMILY_SHIFT_JIS,
    PITH__FAMILY_EUC_JP,
    PITH__FAMILY_ISO_2022_JP,
    PITH__FAMILY_EUC_KR,
    PITH__FAMILY_GB18030,
    PITH__FAMILY_BIG5,
    PITH__FAMILY_REPLACEMENT /* the standard's term for encodings too dangerous to decode */
};

/* The encodings, in the order of the standard. */
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
    const char *name; /* WHATWG name */
    enum pith__family family;
};

extern const struct pith__charset pith__charsets[PITH__CS_COUNT];

/* The standard's "get an encoding". Returns NULL if LABEL is not in its list. */
const struct pith__charset *pith__charset_find(const char *label, size_t len);

/* Returns the encoding that a byte order mark indicates, or NULL. Stores the length of the mark in
 * *MARK. */
const struct pith__charset *pith__charset_bom(const unsigned char *bytes, size_t len, size_t *mark);

/* HTML's "prescan a byte stream to determine its encoding", over the first WINDOW bytes. Returns
 * NULL if they declare no known encoding. */
enum { PITH__PRESCAN_WINDOW = 1024 };
const struct pith__charset *pith__charset_prescan(const unsigned char *bytes, size_t len,
                                                  size_t window);

/*
 * For pages without an early declaration. The result is UTF-8 if the bytes are valid (*SOURCE is
 * PITH_CHARSET_UTF8) or nearly so (PITH_CHARSET_GUESS), a later declaration (PITH_CHARSET_META),
 * what the text looks like (PITH_CHARSET_GUESS), or windows-1252 (PITH_CHARSET_FALLBACK). VALID is
 * the length of the valid UTF-8 prefix. PLAIN: the input is not HTML, so it has no declaration.
 */
const struct pith__charset *pith__charset_guess(const unsigned char *bytes, size_t len,
                                                size_t valid, bool plain,
                                                pith_charset_source *source);

/* Returns the encoding in which BYTES are most likely text, by language statistics (guess_score.c).
 * NULL if they are not text in any encoding, or if no word has a non-ASCII byte. Reads at most 256
 * kB; has no state. */
const struct pith__charset *pith__charset_by_text(const unsigned char *bytes, size_t len);

/* Decodes any encoding but UTF-8: BYTES from START to *LEN. If CLOCK stops it, reduces *LEN to what
 * was read. Sets OUT->utf8, OUT->replaced, and the points of OUT->map. Fails with
 * PITH_ERR_NOMEM. */
pith_status pith__legacy_decode(struct pith__arena *arena, const struct pith__charset *charset,
                                const unsigned char *bytes, size_t start, size_t *len,
                                struct pith__clock *clock, struct pith__decoded *out);

#endif
