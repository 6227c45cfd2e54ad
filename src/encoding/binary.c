/*
 * binary.c - tells files that are no text, such as PDFs and images, from pages.
 *
 * In: the first bytes of the input. Out: yes or no. Servers call such files text/html, and crawls
 * keep them so. Well-known kinds are known by their signatures; others by control bytes, which no
 * encoding of the WHATWG's but UTF-16 has in text.
 */
#include "encoding/charset.h"

enum {
    WINDOW = 2048, /* bytes that are looked at */
    /* So many of them, and one byte in so many, both at even and at odd offsets, are no text. In
     * packed data it is one in eleven; in that, once somebody made it valid UTF-8, one in 22. */
    CONTROLS_MIN = 4,
    ONE_CONTROL_IN = 40
};

struct signature {
    const char *bytes; /* a dot stands for any byte */
    size_t len;
};

/* Where a signature is a word, bytes of the header that no text has are part of it; PDF has none.
 */
#define BYTES(text) text, sizeof(text) - 1

static const struct signature signatures[] = {
    {BYTES("%PDF-")},
    {BYTES("\x89PNG\r\n\x1A\n")},
    {BYTES("\xFF\xD8\xFF")}, /* JPEG */
    {BYTES("GIF87a......\0")},
    {BYTES("GIF89a......\0")},
    {BYTES("RIFF....WEBP")},
    {BYTES("RIFF....WAVE")},
    {BYTES("RIFF....AVI ")},
    {BYTES("II*\0")}, /* TIFF */
    {BYTES("MM\0*")},
    {BYTES("PK\3\4")},       /* zip, and with it docx, xlsx, epub, jar */
    {BYTES("\x1F\x8B\x08")}, /* gzip */
    {BYTES("\3757zXZ\0")},
    {BYTES("\x28\xB5\x2F\xFD")}, /* zstd */
    {BYTES("BZh.1AY&SY")},
    {BYTES("7z\xBC\xAF\x27\x1C")},
    {BYTES("Rar!\x1A\7")},
    {BYTES("\177ELF")},
    {BYTES("\xFE\xED\xFA\xCE.\0\0")}, /* Mach-O */
    {BYTES("\xFE\xED\xFA\xCF.\0\0")},
    {BYTES("\xCE\xFA\xED\xFE.\0\0")},
    {BYTES("\xCF\xFA\xED\xFE.\0\0")},
    {BYTES("\xCA\xFE\xBA\xBE\0")}, /* Java's classes, Mach-O for several processors */
    {BYTES("\0asm")},
    {BYTES("\0\0..ftyp")}, /* MP4 and its kin */
    {BYTES("OggS\0")},
    {BYTES("ID3\2\0")}, /* MP3 */
    {BYTES("ID3\3\0")},
    {BYTES("ID3\4\0")},
    {BYTES("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")}, /* OLE: doc, xls, ppt, msi */
    {BYTES("wOFF....\0")},
    {BYTES("wOF2....\0")},
    {BYTES("SQLite format 3\0")},
};

static bool has_signature(const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        const struct signature *s = &signatures[i];
        size_t n = 0;
        while (n < s->len && n < len &&
               (s->bytes[n] == '.' || (unsigned char)s->bytes[n] == bytes[n]))
            n++;
        if (n == s->len)
            return true;
    }
    return false;
}

/* Control bytes but for white space, the shifts and escapes of ISO-2022, and backspace, with which
 * old manuals print bold. */
static bool is_control(unsigned char c)
{
    return c < 0x08 || (c > 0x0F && c < 0x20 && c != 0x1B);
}

/* Some pages have NULs before their first tag, or are UTF-16 that nobody declares. */
static bool starts_with_tag(const unsigned char *bytes, size_t len)
{
    size_t i = 0;
    while (i < len && bytes[i] <= ' ')
        i++;
    return i < len && bytes[i] == '<';
}

/* In UTF-16 the bytes at even or those at odd offsets look like text's, so both are asked. */
static bool has_controls(const unsigned char *bytes, size_t len)
{
    size_t count[2] = {0, 0};
    for (size_t i = 0; i < len; i++)
        count[i & 1] += is_control(bytes[i]);
    size_t fewer = count[0] < count[1] ? count[0] : count[1];
    return fewer >= CONTROLS_MIN && fewer * 2 * ONE_CONTROL_IN > len;
}

bool pith__is_binary(const unsigned char *bytes, size_t len, const char *http_charset)
{
    if (len > WINDOW)
        len = WINDOW;
    size_t start;
    const struct pith__charset *charset = pith__charset_bom(bytes, len, &start);
    if (charset == NULL && http_charset != NULL)
        charset = pith__charset_find(http_charset, strlen(http_charset));
    /* Some servers send line feeds or a byte order mark first, also before a PDF. */
    while (start < len && pith__is_space(bytes[start]))
        start++;
    if (has_signature(bytes + start, len - start))
        return true;
    if (charset != NULL &&
        (charset->family == PITH__FAMILY_UTF16LE || charset->family == PITH__FAMILY_UTF16BE))
        return false;
    return !starts_with_tag(bytes + start, len - start) && has_controls(bytes, len);
}
