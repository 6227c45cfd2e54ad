/*
 * guess.c - guesses the encoding of a page that does not declare it where a browser looks first.
 *
 * In: bytes. Out: an encoding and how it was determined. In order: UTF-16 and ISO-2022-JP by their
 * byte patterns; valid UTF-8; nearly valid UTF-8, taken as damaged UTF-8; a late <meta>; language
 * statistics (guess_score.c); windows-1252 for what resembles no language.
 */
#include "base/utf8.h"
#include "encoding/charset.h"

enum {
    /* A browser that finds a <meta> after its prescan switches the encoding and starts over. Pages
     * with long scripts before it rely on that. */
    LATE_WINDOW = 64 * 1024,
    /* The start of a page is enough to recognize ISO-2022-JP and UTF-16. */
    ISO_2022_WINDOW = 64 * 1024,
    UTF16_WINDOW = 4 * 1024,
    UTF16_MIN = 8, /* byte pairs */
    /*
     * Nearly UTF-8: at least this many non-ASCII characters, and at most one bad sequence in
     * twenty. In other encodings bytes match the pattern of UTF-8 only by chance: almost never in
     * Western text, one time in three or four in double-byte text. Twenty matches at 95 % are not
     * chance; fewer could be, and a page with more damage is better judged as a whole.
     */
    NEARLY_MIN = 20,
    NEARLY_ONE_BAD_IN = 20,
    NEARLY_WINDOW = 4 * 1024 * 1024 /* bytes to check, from the first bad one on */
};

static size_t count_leads(const unsigned char *bytes, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += bytes[i] >= 0xC0;
    return n;
}

/* Counts non-ASCII characters in *GOOD, bad sequences in *BAD. Ignores a sequence cut off by the
 * end of the page. */
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

/*
 * UTF-16 without a byte order mark. Markup and white space are ASCII in every language, so one byte
 * of many pairs is NUL, always on the same side. No other text looks like that.
 */
static const struct pith__charset *find_utf16(const unsigned char *bytes, size_t len)
{
    size_t units = (len < UTF16_WINDOW ? len : UTF16_WINDOW) / 2, little = 0, big = 0;
    for (size_t i = 0; i < units; i++) {
        unsigned char first = bytes[2 * i], second = bytes[2 * i + 1];
        little += first != 0 && first < 0x80 && second == 0;
        big += first == 0 && second != 0 && second < 0x80;
    }
    if (units < UTF16_MIN)
        return NULL;
    if (little > units / 5 && big <= little / 20)
        return &pith__charsets[PITH__CS_UTF_16LE];
    if (big > units / 5 && little <= big / 20)
        return &pith__charsets[PITH__CS_UTF_16BE];
    return NULL;
}

/* Counts the pairs of bytes in 0x21 to 0x7E from AT to the next ESC; 0 if something else comes
 * first. */
static size_t count_jis(const unsigned char *bytes, size_t at, size_t len)
{
    size_t start = at;
    while (at < len && bytes[at] > 0x20 && bytes[at] < 0x7F)
        at++;
    if ((at - start) % 2 != 0 && at < len)
        return 0;
    return at == len || bytes[at] == 0x1B ? (at - start) / 2 : 0;
}

/* All ASCII, with runs of double-byte characters between escape sequences, which no other text has.
 * A single bad run rules it out. */
static bool is_iso_2022_jp(const unsigned char *bytes, size_t len)
{
    size_t found = 0;
    const unsigned char *escape = len > 0 ? memchr(bytes, 0x1B, len) : NULL;
    while (escape != NULL) {
        size_t at = (size_t)(escape - bytes) + 3;
        if (at >= len)
            break;
        if (escape[1] == '$' && (escape[2] == 'B' || escape[2] == '@')) {
            size_t pairs = count_jis(bytes, at, len);
            if (pairs == 0)
                return false;
            found += pairs;
            at += 2 * pairs;
        } else if (escape[1] != '(' || (escape[2] != 'B' && escape[2] != 'J')) {
            return false;
        }
        escape = at < len ? memchr(bytes + at, 0x1B, len - at) : NULL;
    }
    return found > 0;
}

const struct pith__charset *pith__charset_guess(const unsigned char *bytes, size_t len,
                                                size_t valid, bool plain,
                                                pith_charset_source *source)
{
    size_t good, bad;
    const struct pith__charset *charset = find_utf16(bytes, len);
    *source = PITH_CHARSET_GUESS;
    if (charset != NULL)
        return charset;
    if (valid == len && is_iso_2022_jp(bytes, len < ISO_2022_WINDOW ? len : ISO_2022_WINDOW))
        return &pith__charsets[PITH__CS_ISO_2022_JP];
    *source = PITH_CHARSET_UTF8;
    if (valid == len)
        return &pith__charsets[PITH__CS_UTF_8];
    count_sequences(bytes, len - valid < NEARLY_WINDOW ? len : valid + NEARLY_WINDOW, valid, &good,
                    &bad);
    /* Valid UTF-8 except for a character cut off at the end. "caf\xE9" alone does not qualify:
     * nothing before its last byte suggests UTF-8. */
    if (bad == 0 && good > 0)
        return &pith__charsets[PITH__CS_UTF_8];
    *source = PITH_CHARSET_GUESS;
    if (good >= NEARLY_MIN && bad <= (good + bad) / NEARLY_ONE_BAD_IN)
        return &pith__charsets[PITH__CS_UTF_8];
    *source = PITH_CHARSET_META;
    charset = plain ? NULL : pith__charset_prescan(bytes, len, LATE_WINDOW);
    if (charset != NULL)
        return charset;
    *source = PITH_CHARSET_GUESS;
    charset = pith__charset_by_text(bytes, len);
    if (charset != NULL)
        return charset;
    *source = PITH_CHARSET_FALLBACK;
    return &pith__charsets[PITH__CS_WINDOWS_1252];
}
