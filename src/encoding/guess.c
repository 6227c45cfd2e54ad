/*
 * guess.c - the encoding of a page that declares none where a browser looks first.
 *
 * In: bytes. Out: an encoding and how it was found. UTF-8 proves itself; what is nearly UTF-8 is
 * UTF-8 with damage; a late <meta> is believed; the rest is judged by the statistics of languages
 * (guess_score.c); what looks like no language is windows-1252. UTF-16 and ISO-2022-JP are known by
 * their bytes, before all that.
 */
#include "base/utf8.h"
#include "encoding/charset.h"

enum {
    /* A browser that meets a <meta> after its prescan changes the encoding and starts again. Pages
     * with long scripts before it count on that. */
    LATE_WINDOW = 64 * 1024,
    /* Of ISO-2022-JP and UTF-16 the first bytes tell. */
    ISO_2022_WINDOW = 64 * 1024,
    UTF16_WINDOW = 4 * 1024,
    UTF16_MIN = 8, /* pairs of bytes */
    /*
     * Nearly UTF-8: at least so many characters beyond ASCII, and at most one bad sequence in
     * twenty. In other encodings bytes fall into the pattern of UTF-8 by chance only: in Western
     * text almost never, in double-byte text one time in three or four. Twenty with 95 % right are
     * no chance; fewer could be, and a page with more damage is better judged as a whole.
     */
    NEARLY_MIN = 20,
    NEARLY_ONE_BAD_IN = 20,
    NEARLY_WINDOW = 4 * 1024 * 1024 /* bytes looked at, from the first bad one on */
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

/*
 * UTF-16 without a mark. Mark-up and white space are ASCII in every language, so that each second
 * byte of many pairs is NUL; in no other text is that so.
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

/* How many pairs of bytes in 0x21 to 0x7E there are at AT before the next ESC; 0 when something
 * else comes first. */
static size_t count_jis(const unsigned char *bytes, size_t at, size_t len)
{
    size_t start = at;
    while (at < len && bytes[at] > 0x20 && bytes[at] < 0x7F)
        at++;
    if ((at - start) % 2 != 0 && at < len)
        return 0;
    return at == len || bytes[at] == 0x1B ? (at - start) / 2 : 0;
}

/* All ASCII, but with stretches of double-byte characters between escape sequences, which no other
 * text has. One stretch that is wrong, and it is none. */
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
    /* Cut off in the middle of a character, but UTF-8 so far. "caf\xE9" alone is not: nothing
     * before its last byte speaks for UTF-8. */
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
