/*
 * guess.c - the encoding of a page that declares none where a browser looks first.
 *
 * In: bytes. Out: an encoding and how it was found. UTF-8 proves itself; what is nearly UTF-8 is
 * UTF-8 with damage; a late <meta> is believed; of the rest uchardet sees a sample; what it cannot
 * name is windows-1252.
 */
#include <uchardet/uchardet.h>

#include "encoding/charset.h"

enum {
    /* A browser that meets a <meta> after its prescan changes the encoding and starts again. Pages
     * with long scripts before it count on that. */
    LATE_WINDOW = 64 * 1024,
    /* Enough text for uchardet's statistics, and a bound on its time: it reads 5 to 10 MB/s. */
    SAMPLE = 64 * 1024,
    /*
     * Nearly UTF-8: at least so many characters beyond ASCII, and at most one bad sequence in
     * twenty. In other encodings bytes fall into the pattern of UTF-8 by chance only: in Western
     * text almost never, in double-byte text one time in three or four. Twenty with 95 % right are
     * no chance; fewer could be, and a page with more damage is better judged as a whole.
     */
    NEARLY_MIN = 20,
    NEARLY_ONE_BAD_IN = 20
};

static size_t count_leads(const unsigned char *bytes, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += bytes[i] >= 0xC0;
    return n;
}

/* Counts characters beyond ASCII in *GOOD, bad sequences in *BAD. A sequence that the end of the
 * page cuts off is neither. */
static void count_sequences(const unsigned char *bytes, size_t len, size_t valid, size_t *good,
                            size_t *bad)
{
    *good = count_leads(bytes, valid);
    *bad = 0;
    for (size_t at = valid; at < len;) {
        size_t bad_len, run;
        if (pith__utf8_sequence(bytes + at, len - at, &bad_len) == 0) {
            if (at + bad_len < len || bytes[at] < 0xC2 || bytes[at] > 0xF4)
                ++*bad;
            at += bad_len;
        } else {
            run = pith__utf8_valid_prefix(bytes + at, len - at);
            *good += count_leads(bytes + at, run);
            at += run;
        }
    }
}

/* uchardet's name as an encoding; NULL where the standard has none. */
static const struct pith__charset *by_uchardet_name(const char *name)
{
    const struct pith__charset *charset;
    if (strcmp(name, "UHC") == 0)
        name = "EUC-KR";
    else if (strcmp(name, "MAC-CYRILLIC") == 0)
        name = "x-mac-cyrillic";
    charset = pith__charset_find(name, strlen(name));
    /* The standard refuses to decode some (ISO-2022-KR, HZ): no answer is better than no text. */
    if (charset != NULL && charset->family == PITH__FAMILY_REPLACEMENT)
        return NULL;
    return charset;
}

static const struct pith__charset *ask_uchardet(const unsigned char *bytes, size_t len)
{
    const struct pith__charset *charset = NULL;
    uchardet_t detector = uchardet_new();
    if (detector == NULL)
        return NULL;
    if (uchardet_handle_data(detector, (const char *)bytes, len) == 0) {
        uchardet_data_end(detector);
        charset = by_uchardet_name(uchardet_get_charset(detector));
    }
    uchardet_delete(detector);
    return charset;
}

const struct pith__charset *pith__charset_guess(const unsigned char *bytes, size_t len,
                                                size_t valid, bool plain,
                                                pith_charset_source *source)
{
    size_t good, bad, start = 0;
    *source = PITH_CHARSET_UTF8;
    if (valid == len)
        return &pith__charsets[PITH__CS_UTF_8];
    count_sequences(bytes, len, valid, &good, &bad);
    /* Cut off in the middle of a character, but UTF-8 so far. "caf\xE9" alone is not: nothing
     * before its last byte speaks for UTF-8. */
    if (bad == 0 && good > 0)
        return &pith__charsets[PITH__CS_UTF_8];
    *source = PITH_CHARSET_GUESS;
    if (good >= NEARLY_MIN && bad <= (good + bad) / NEARLY_ONE_BAD_IN)
        return &pith__charsets[PITH__CS_UTF_8];
    *source = PITH_CHARSET_META;
    const struct pith__charset *charset =
        plain ? NULL : pith__charset_prescan(bytes, len, LATE_WINDOW);
    if (charset != NULL)
        return charset;
    *source = PITH_CHARSET_GUESS;
    while (bytes[start] < 0x80)
        start++;
    charset = ask_uchardet(bytes + start, len - start < SAMPLE ? len - start : SAMPLE);
    if (charset != NULL)
        return charset;
    *source = PITH_CHARSET_FALLBACK;
    return &pith__charsets[PITH__CS_WINDOWS_1252];
}
