/*
 * legacy.c - every encoding but UTF-8, to UTF-8.
 *
 * In: bytes and their encoding. Out: UTF-8 in the arena and the points of the offset map. The
 * decoders are those of the WHATWG's Encoding standard; the knowledge which bytes mean which
 * character is iconv's (glibc's), corrected where it differs from the standard's indexes.
 *
 * Single-byte encodings become a table of 128 code points, kept in the decoder. Double-byte ones
 * go through iconv in runs of whole sequences; a sequence that iconv refuses, or is known to see
 * differently, is decided here. UTF-16 and ISO-2022-JP are decoded here altogether.
 */
#include <errno.h>
#include <iconv.h>

#include "base/unicode.h"
#include "encoding/charset.h"

enum {
    RUN = 128,    /* bytes between two points of the map, and for one call of iconv */
    SHORT_RUN = 4 /* after a sequence that iconv refused: another may be near */
};

struct exception {
    uint32_t bytes;
    uint16_t code;
};

#include "encoding/exception_table.inc"

/* A page on its way: what is read, what is written. */
struct work {
    struct pith__decoder *decoder;
    struct pith__arena *arena;
    enum pith__family family;
    const unsigned char *in;
    size_t at;
    size_t end;
    unsigned char *out; /* large enough for whatever the input may become */
    size_t len;
    struct pith__offpoint *points;
    size_t count;
    size_t cap;
    size_t replaced;
};

/* ------------------------------------------------------------------ output */

static void put(struct work *w, uint32_t code)
{
    w->len += pith__utf8_put(code, w->out + w->len);
}

static void put_bad(struct work *w)
{
    put(w, 0xFFFD);
    w->replaced++;
}

/* Marks that the next character of the output starts at the next byte of the input. */
static pith_status mark(struct work *w)
{
    struct pith__offpoint point = {(uint32_t)w->len, (uint32_t)w->at};
    if (w->count > 0 && w->points[w->count - 1].utf8 == point.utf8) {
        w->points[w->count - 1] = point;
        return PITH_OK;
    }
    if (w->count == w->cap) {
        struct pith__offpoint *more = pith__arena_alloc(w->arena, 2 * w->cap * sizeof *more);
        if (more == NULL)
            return PITH_ERR_NOMEM;
        memcpy(more, w->points, w->count * sizeof *more);
        w->points = more;
        w->cap *= 2;
    }
    w->points[w->count++] = point;
    return PITH_OK;
}

/* Copies ASCII up to END; returns the bytes copied. */
static size_t copy_ascii(struct work *w, size_t end)
{
    size_t start = w->at;
    while (end - w->at >= 8) {
        uint64_t word;
        memcpy(&word, w->in + w->at, 8);
        if ((word & UINT64_C(0x8080808080808080)) != 0)
            break;
        memcpy(w->out + w->len, &word, 8);
        w->at += 8;
        w->len += 8;
    }
    while (w->at < end && w->in[w->at] < 0x80)
        w->out[w->len++] = w->in[w->at++];
    return w->at - start;
}

/* ------------------------------------------------------------- converters */

/* *CONVERTER is NULL when this system's iconv does not know NAME: what it would have decoded
 * becomes U+FFFD. */
static pith_status open_converter(const char *name, void **converter)
{
    iconv_t opened = iconv_open("UTF-8", name);
    *converter = NULL;
    if (opened == (iconv_t)-1)
        return errno == ENOMEM ? PITH_ERR_NOMEM : PITH_OK;
    *converter = opened;
    return PITH_OK;
}

static void close_converter(void **converter)
{
    if (*converter != NULL)
        iconv_close(*converter);
    *converter = NULL;
}

/* Converts up to LEN bytes; returns how many were taken, adds to *WRITTEN. */
static size_t convert(void *converter, const unsigned char *bytes, size_t len, unsigned char *out,
                      size_t room, size_t *written)
{
    /* iconv's prototype lacks a const: it does not write to its input. */
    char *from = (char *)(uintptr_t)bytes, *to = (char *)out;
    size_t left = len, spare = room;
    if (converter == NULL || len == 0)
        return 0;
    iconv(converter, &from, &left, &to, &spare);
    *written += room - spare;
    return len - left;
}

void pith__decoder_init(struct pith__decoder *decoder)
{
    memset(decoder, 0, sizeof *decoder);
}

void pith__decoder_deinit(struct pith__decoder *decoder)
{
    close_converter(&decoder->converter);
    close_converter(&decoder->jis);
    decoder->encoding = NULL;
}

/* ------------------------------------------------------------ single bytes */

/* Code points where the standard's index has another character than glibc, or glibc has none. */
static const struct {
    uint8_t charset;
    uint8_t byte;
    uint16_t code;
} single_exceptions[] = {
    {PITH__CS_KOI8_U, 0xAE, 0x045E},       {PITH__CS_KOI8_U, 0xBE, 0x040E},
    {PITH__CS_MACINTOSH, 0xC6, 0x2206},    {PITH__CS_MACINTOSH, 0xF0, 0xF8FF},
    {PITH__CS_WINDOWS_1255, 0xCA, 0x05BA}, {PITH__CS_X_MAC_CYRILLIC, 0xFF, 0x20AC},
};

/* The code point of a UTF-8 sequence of at most three bytes. */
static uint16_t code_of(const unsigned char *p, size_t len)
{
    if (len == 2)
        return (uint16_t)((p[0] & 0x1F) << 6 | (p[1] & 0x3F));
    return (uint16_t)((p[0] & 0x0F) << 12 | (p[1] & 0x3F) << 6 | (p[2] & 0x3F));
}

static void fill_table(const struct pith__charset *charset, void *converter, uint16_t high[128])
{
    for (unsigned i = 0; i < 128; i++) {
        unsigned char byte = (unsigned char)(0x80 + i), out[16];
        size_t len = 0;
        size_t taken = convert(converter, &byte, 1, out, sizeof out, &len);
        /* windows-1255 and -1258 hold a letter back in case an accent follows. */
        if (converter != NULL) {
            char *to = (char *)out + len;
            size_t spare = sizeof out - len;
            iconv(converter, NULL, NULL, &to, &spare);
            len = sizeof out - spare;
        }
        if (taken == 1 && (len == 2 || len == 3))
            high[i] = code_of(out, len);
        else if (charset->iconv == NULL)
            high[i] = (uint16_t)(0xF780 + i); /* x-user-defined */
        else
            high[i] = byte < 0xA0 && converter != NULL ? byte : 0xFFFD;
    }
    for (size_t i = 0; i < sizeof single_exceptions / sizeof single_exceptions[0]; i++)
        if (charset == &pith__charsets[single_exceptions[i].charset])
            high[single_exceptions[i].byte - 0x80] = single_exceptions[i].code;
}

static pith_status decode_single(struct work *w)
{
    const uint16_t *high = w->decoder->high;
    while (w->at < w->end) {
        size_t stop = w->end - w->at < RUN ? w->end : w->at + RUN;
        PITH__TRY(mark(w));
        while (w->at < stop) {
            copy_ascii(w, stop);
            while (w->at < stop && w->in[w->at] >= 0x80) {
                uint16_t code = high[w->in[w->at++] - 0x80];
                put(w, code);
                w->replaced += code == 0xFFFD;
            }
        }
    }
    return PITH_OK;
}

/* ------------------------------------------------------------------ UTF-16 */

static pith_status decode_utf16(struct work *w)
{
    int high = w->family == PITH__FAMILY_UTF16BE ? 0 : 1;
    size_t marked = w->at;
    while (w->at < w->end) {
        const unsigned char *p = w->in + w->at;
        size_t len = pith__sequence_len(w->family, p, w->end - w->at);
        if (w->at >= marked) {
            PITH__TRY(mark(w));
            marked = w->at + RUN;
        }
        uint32_t unit = len < 2 ? 0xFFFD : (uint32_t)p[high] << 8 | p[1 - high];
        w->at += len;
        if (len == 4)
            put(w, 0x10000 + ((unit & 0x3FF) << 10) +
                       (((uint32_t)p[2 + high] << 8 | p[3 - high]) & 0x3FF));
        else if (len != 2 || (unit >= 0xD800 && unit <= 0xDFFF))
            put_bad(w);
        else
            put(w, unit);
    }
    return PITH_OK;
}

/* ------------------------------------------------------------ double bytes */

static uint16_t find_exception(const struct exception *table, size_t count, uint32_t bytes)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table[middle].bytes == bytes)
            return table[middle].code;
        if (table[middle].bytes < bytes)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

#define FIND(table, bytes) find_exception(table, sizeof table / sizeof table[0], bytes)

static uint32_t sequence_bytes(const unsigned char *p, size_t len)
{
    uint32_t bytes = 0;
    for (size_t i = 0; i < len; i++)
        bytes = bytes << 8 | p[i];
    return bytes;
}

/* The four sequences of Big5 that are a letter with an accent for which Unicode has no single code
 * point: the accent, else 0. */
static uint16_t big5_accent(const unsigned char *p, size_t len)
{
    if (len != 2 || p[0] != 0x88)
        return 0;
    if (p[1] == 0x62 || p[1] == 0xA3)
        return 0x0304;
    return p[1] == 0x64 || p[1] == 0xA5 ? 0x030C : 0;
}

/* Would iconv take the sequence for something that it is not? What it refuses does no harm. */
static bool iconv_errs(enum pith__family family, const unsigned char *p, size_t len)
{
    switch (family) {
    case PITH__FAMILY_EUC_JP: /* C1 controls, user-defined rows, a bar that is not full width */
        if (len == 1)
            return p[0] >= 0x80;
        return p[0] >= 0xF5 || (p[0] == 0x8F && p[1] > 0xED) ||
               (len == 3 && p[1] == 0xA2 && p[2] == 0xC3);
    case PITH__FAMILY_BIG5:
        if (len == 1)
            return p[0] >= 0x80;
        return big5_accent(p, len) != 0 ||
               ((p[0] == 0xA1 || p[0] == 0xA2) && FIND(big5_exceptions, sequence_bytes(p, 2)) != 0);
    case PITH__FAMILY_EUC_KR: /* glibc refuses it, but takes its bytes */
        return len == 2 && p[0] == 0xA2 && p[1] == 0xE8;
    case PITH__FAMILY_GB18030:
        return len == 2 && (p[0] == 0xA3 || p[0] == 0xFE) &&
               FIND(gb18030_exceptions, sequence_bytes(p, 2)) != 0;
    default:
        return false;
    }
}

/* Bytes from here that are whole sequences and iconv's to decode, about LIMIT of them. */
static size_t iconv_run(const struct work *w, size_t limit)
{
    size_t at = w->at, stop = w->end - w->at < limit ? w->end : w->at + limit;
    while (at < stop) {
        size_t len = 1;
        if (w->in[at] >= 0x80) {
            len = pith__sequence_len(w->family, w->in + at, w->end - at);
            if (iconv_errs(w->family, w->in + at, len))
                break;
        }
        at += len;
    }
    return at - w->at;
}

/* A character of JIS X 0208 with the extensions of the standard's index: ROW and CELL are in
 * 0x21..0x7E. False: there is none. */
static bool put_jis(struct work *w, unsigned row, unsigned cell)
{
    unsigned pointer = (row - 0x21) * 94 + (cell - 0x21);
    unsigned lead = pointer / 188, trail = pointer % 188;
    unsigned char pair[2] = {(unsigned char)(lead + (lead < 0x1F ? 0x81 : 0xC1)),
                             (unsigned char)(trail + (trail < 0x3F ? 0x40 : 0x41))};
    return convert(w->decoder->jis, pair, 2, w->out + w->len, 4, &w->len) == 2;
}

/* Writes what the standard has for a sequence that is not iconv's. False: nothing. */
static bool put_exception(struct work *w, const unsigned char *p, size_t len)
{
    uint32_t bytes = sequence_bytes(p, len), code = 0;
    uint16_t accent;
    switch (w->family) {
    case PITH__FAMILY_SHIFT_JIS:
        code = bytes == 0x80 ? 0x80 : 0;
        break;
    case PITH__FAMILY_GB18030:
        code = bytes == 0x80 ? 0x20AC : FIND(gb18030_exceptions, bytes);
        break;
    case PITH__FAMILY_BIG5:
        accent = big5_accent(p, len);
        if (accent != 0) {
            put(w, p[1] < 0x80 ? 0xCA : 0xEA);
            code = accent;
        } else {
            code = FIND(big5_exceptions, bytes);
        }
        break;
    case PITH__FAMILY_EUC_JP:
        if (len == 2 && p[0] >= 0xF5 && p[0] != 0xFF && p[1] >= 0xA1 && p[1] != 0xFF)
            return put_jis(w, p[0] & 0x7Fu, p[1] & 0x7Fu);
        code = bytes == 0x8FA2C3 ? 0xA6 : 0;
        break;
    default:
        break;
    }
    if (code != 0)
        put(w, code);
    return code != 0;
}

/* How many bytes of a sequence that means nothing its U+FFFD stands for: all, unless it ends in
 * ASCII; then its lead byte alone, and the rest is read again. GB18030's four bytes are all taken
 * once the last of them is a digit, and so is a pair that the page's end cuts off. */
static size_t bad_len(const struct work *w, const unsigned char *p, size_t len)
{
    bool whole = w->family == PITH__FAMILY_GB18030 && (len == 4 || (len == 2 && p[1] <= 0x39));
    return p[len - 1] >= 0x80 || whole ? len : 1;
}

/* The sequence at the current byte, which iconv may not or will not decode. */
static pith_status decode_irregular(struct work *w)
{
    const unsigned char *p = w->in + w->at;
    size_t len = pith__sequence_len(w->family, p, w->end - w->at);
    bool one_to_one = big5_accent(p, len) == 0;
    size_t taken = len;
    if (!put_exception(w, p, len)) {
        taken = bad_len(w, p, len);
        one_to_one = taken == len;
        put_bad(w);
    }
    w->at += taken;
    return one_to_one ? PITH_OK : mark(w);
}

static pith_status decode_double(struct work *w)
{
    size_t marked = w->at, limit = RUN;
    while (w->at < w->end) {
        if (w->at >= marked) {
            PITH__TRY(mark(w));
            marked = w->at + RUN;
        }
        size_t run = iconv_run(w, limit);
        /* A byte becomes at most three: there is room. */
        size_t taken =
            convert(w->decoder->converter, w->in + w->at, run, w->out + w->len, 3 * run, &w->len);
        w->at += taken;
        /* Looking far ahead again and again would be dear where most sequences are bad. */
        limit = taken < run ? SHORT_RUN : limit < RUN ? 2 * limit : RUN;
        if (taken < run || run == 0)
            PITH__TRY(decode_irregular(w));
    }
    return PITH_OK;
}

/* ------------------------------------------------------------- ISO-2022-JP */

enum jis_state { JIS_ASCII, JIS_ROMAN, JIS_KATAKANA, JIS_PAIRS, JIS_NONE };

/* The state that an escape sequence at P switches to, or JIS_NONE. */
static enum jis_state escape(const unsigned char *p, size_t left)
{
    if (left < 3)
        return JIS_NONE;
    if (p[1] == '(')
        return p[2] == 'B'   ? JIS_ASCII
               : p[2] == 'J' ? JIS_ROMAN
               : p[2] == 'I' ? JIS_KATAKANA
                             : JIS_NONE;
    return p[1] == '$' && (p[2] == '@' || p[2] == 'B') ? JIS_PAIRS : JIS_NONE;
}

/* One byte in a state where a byte is a character. */
static void put_jis_byte(struct work *w, enum jis_state state, unsigned char byte)
{
    if (state == JIS_KATAKANA && byte >= 0x21 && byte <= 0x5F)
        put(w, 0xFF61 - 0x21 + byte);
    else if (state == JIS_KATAKANA || byte >= 0x80 || byte == 0x0E || byte == 0x0F || byte == 0x1B)
        put_bad(w);
    else if (state == JIS_ROMAN && (byte == 0x5C || byte == 0x7E))
        put(w, byte == 0x5C ? 0xA5 : 0x203E);
    else
        put(w, byte);
}

/* Decodes a pair; returns the bytes taken. */
static size_t put_jis_pair(struct work *w, const unsigned char *p, size_t left)
{
    bool lead = p[0] >= 0x21 && p[0] <= 0x7E;
    bool alone = !lead || left < 2 || p[1] == 0x1B;
    if (alone || p[1] < 0x21 || p[1] > 0x7E || !put_jis(w, p[0], p[1]))
        put_bad(w);
    return alone ? 1 : 2;
}

static pith_status decode_iso_2022_jp(struct work *w)
{
    enum jis_state state = JIS_ASCII;
    bool just_escaped = false;
    size_t marked = w->at;
    while (w->at < w->end) {
        const unsigned char *p = w->in + w->at;
        enum jis_state next = p[0] == 0x1B ? escape(p, w->end - w->at) : JIS_NONE;
        if (w->at >= marked || just_escaped) {
            PITH__TRY(mark(w));
            marked = w->at + RUN;
        }
        size_t replaced = w->replaced;
        if (next != JIS_NONE) {
            /* Two in a row could hide text from a filter: the standard lets the second show. */
            if (just_escaped)
                put_bad(w);
            state = next;
            w->at += 3;
        } else if (state == JIS_PAIRS && p[0] != 0x1B) {
            w->at += put_jis_pair(w, p, w->end - w->at);
        } else {
            put_jis_byte(w, p[0] == 0x1B ? JIS_ASCII : state, p[0]);
            w->at++;
        }
        just_escaped = next != JIS_NONE;
        if (w->replaced != replaced)
            PITH__TRY(mark(w));
    }
    return PITH_OK;
}

/* ------------------------------------------------------------------- entry */

static pith_status prepare(struct pith__decoder *decoder, const struct pith__charset *charset)
{
    bool jis =
        charset->family == PITH__FAMILY_EUC_JP || charset->family == PITH__FAMILY_ISO_2022_JP;
    if (jis && decoder->jis == NULL)
        PITH__TRY(open_converter("CP932", &decoder->jis));
    if (decoder->encoding == charset) {
        if (decoder->converter != NULL)
            iconv(decoder->converter, NULL, NULL, NULL, NULL);
        return PITH_OK;
    }
    close_converter(&decoder->converter);
    decoder->encoding = NULL;
    if (charset->iconv != NULL)
        PITH__TRY(open_converter(charset->iconv, &decoder->converter));
    if (charset->family == PITH__FAMILY_SINGLE) {
        fill_table(charset, decoder->converter, decoder->high);
        close_converter(&decoder->converter);
    }
    decoder->encoding = charset;
    return PITH_OK;
}

/* The most that LEN bytes can become. A byte of 0x80 or more stands for at most three bytes of
 * UTF-8, any other for one, except in ISO-2022-JP, which has no high bytes, and UTF-16. */
static size_t output_bound(enum pith__family family, const unsigned char *bytes, size_t len)
{
    size_t high = 0;
    if (family == PITH__FAMILY_ISO_2022_JP)
        return 3 * len;
    if (family == PITH__FAMILY_UTF16LE || family == PITH__FAMILY_UTF16BE)
        return len / 2 * 3 + 3;
    for (size_t i = 0; i < len; i++)
        high += bytes[i] >> 7;
    return len + 2 * high;
}

static pith_status run_decoder(struct work *w)
{
    switch (w->family) {
    case PITH__FAMILY_SINGLE:
        return decode_single(w);
    case PITH__FAMILY_UTF16LE:
    case PITH__FAMILY_UTF16BE:
        return decode_utf16(w);
    case PITH__FAMILY_ISO_2022_JP:
        return decode_iso_2022_jp(w);
    case PITH__FAMILY_REPLACEMENT:
        put_bad(w);
        w->points[w->count++] = (struct pith__offpoint){0, (uint32_t)w->at};
        return PITH_OK;
    default:
        return decode_double(w);
    }
}

pith_status pith__legacy_decode(struct pith__decoder *decoder, struct pith__arena *arena,
                                const struct pith__charset *charset, const unsigned char *bytes,
                                size_t start, size_t len, struct pith__decoded *out)
{
    struct work w = {.decoder = decoder,
                     .arena = arena,
                     .family = charset->family,
                     .in = bytes,
                     .at = start,
                     .end = len,
                     .cap = len / RUN + 16};
    size_t bound = output_bound(w.family, bytes + start, len - start) + 4;
    PITH__TRY(prepare(decoder, charset));
    /* The output last, so that what it does not need goes back to the arena. */
    w.points = pith__arena_alloc(arena, w.cap * sizeof *w.points);
    w.out = w.points == NULL ? NULL : pith__arena_alloc(arena, bound);
    if (w.out == NULL)
        return PITH_ERR_NOMEM;
    PITH__TRY(run_decoder(&w));
    pith__arena_trim(arena, w.out, bound, w.len);
    out->utf8 = (struct pith__span){w.out, w.len};
    out->replaced = w.replaced;
    out->map.points = w.points;
    out->map.count = w.count;
    return PITH_OK;
}
