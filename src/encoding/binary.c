/*
 * binary.c - recognizes files that are not text, such as PDFs and images.
 *
 * In: the first bytes of the input. Out: yes or no. Servers label such files text/html, and crawls
 * keep them. Well-known formats are recognized by their signatures, others by control bytes, which
 * occur in text of no WHATWG encoding but UTF-16.
 */
#include "encoding/charset.h"

enum {
    WINDOW = 2048, /* bytes to check */
    /* Minimum number and share of control bytes, at both even and odd offsets, for data that is not
     * text. Compressed data has one in eleven; after a conversion to valid UTF-8, one in 22. */
    CONTROLS_MIN = 4,
    ONE_CONTROL_IN = 40
};

struct signature {
    const char *bytes; /* a dot matches any byte */
    size_t len;
};

/* If a signature is a plain word, it includes bytes of the header that do not occur in text. PDF
 * has none. */
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
    {BYTES("\xCA\xFE\xBA\xBE\0")}, /* Java class files, Mach-O for several processors */
    {BYTES("\0asm")},
    {BYTES("\0\0..ftyp")}, /* MP4 and relatives */
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

/* Control bytes except white space, the shift and escape codes of ISO-2022, and backspace, which
 * old manual pages use for bold. */
static bool is_control(unsigned char c)
{
    return c < 0x08 || (c > 0x0F && c < 0x20 && c != 0x1B);
}

/* Some pages have NULs before their first tag, or are UTF-16 without a declaration. */
static bool starts_with_tag(const unsigned char *bytes, size_t len)
{
    size_t i = 0;
    while (i < len && bytes[i] <= ' ')
        i++;
    return i < len && bytes[i] == '<';
}

/* In UTF-16 either the even or the odd bytes look like text, so both must have control bytes. */
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
    /* Some servers send line feeds or a byte order mark first, even before a PDF. */
    while (start < len && pith__is_space(bytes[start]))
        start++;
    if (has_signature(bytes + start, len - start))
        return true;
    if (charset != NULL &&
        (charset->family == PITH__FAMILY_UTF16LE || charset->family == PITH__FAMILY_UTF16BE))
        return false;
    return !starts_with_tag(bytes + start, len - start) && has_controls(bytes, len);
}
