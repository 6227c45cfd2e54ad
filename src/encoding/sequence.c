/*
 * sequence.c - how the bytes of each encoding are cut into sequences.
 *
 * In: bytes at the start of a sequence. Out: its length. The rules are those of the decoders in
 * the WHATWG's Encoding standard, also for sequences that are cut off or wrong: an ASCII byte
 * where a trail byte should be is not part of the sequence, so that a stray lead byte cannot
 * swallow the "<" of a tag.
 */
#include "encoding/charset.h"

static bool in(unsigned char byte, unsigned char low, unsigned char high)
{
    return byte >= low && byte <= high;
}

static size_t utf16_len(const unsigned char *p, size_t left, int high_byte)
{
    if (left < 2)
        return 1;
    if (!in(p[high_byte], 0xD8, 0xDB))
        return 2;
    if (left < 4)
        return left;
    return in(p[2 + high_byte], 0xDC, 0xDF) ? 4 : 2;
}

/* Lead byte seen; a trail byte is 0x80 or more, or in [LOW, 0x7E]. */
static size_t two_byte_len(const unsigned char *p, size_t left, unsigned char low)
{
    return left >= 2 && (p[1] >= 0x80 || in(p[1], low, 0x7E)) ? 2 : 1;
}

static size_t gb18030_len(const unsigned char *p, size_t left)
{
    if (!in(p[0], 0x81, 0xFE))
        return 1;
    if (left < 2 || !in(p[1], 0x30, 0x39))
        return two_byte_len(p, left, 0x40);
    if ((left > 2 && !in(p[2], 0x81, 0xFE)) || (left > 3 && !in(p[3], 0x30, 0x39)))
        return 1;
    return left < 4 ? left : 4;
}

static size_t euc_jp_len(const unsigned char *p, size_t left)
{
    if (p[0] != 0x8E && p[0] != 0x8F && !in(p[0], 0xA1, 0xFE))
        return 1;
    if (left < 2 || p[1] < 0x80)
        return 1;
    if (p[0] != 0x8F || !in(p[1], 0xA1, 0xFE))
        return 2;
    return left > 2 && p[2] >= 0x80 ? 3 : 2;
}

size_t pith__sequence_len(enum pith__family family, const unsigned char *p, size_t left)
{
    size_t bad, good;
    switch (family) {
    case PITH__FAMILY_UTF8:
        good = pith__utf8_sequence(p, left, &bad);
        return good != 0 ? good : bad;
    case PITH__FAMILY_UTF16LE:
        return utf16_len(p, left, 1);
    case PITH__FAMILY_UTF16BE:
        return utf16_len(p, left, 0);
    case PITH__FAMILY_SHIFT_JIS:
        return in(p[0], 0x81, 0x9F) || in(p[0], 0xE0, 0xFC) ? two_byte_len(p, left, 0x40) : 1;
    case PITH__FAMILY_EUC_KR:
        return in(p[0], 0x81, 0xFE) ? two_byte_len(p, left, 0x41) : 1;
    case PITH__FAMILY_BIG5:
        return in(p[0], 0x81, 0xFE) ? two_byte_len(p, left, 0x40) : 1;
    case PITH__FAMILY_GB18030:
        return gb18030_len(p, left);
    case PITH__FAMILY_EUC_JP:
        return euc_jp_len(p, left);
    case PITH__FAMILY_SINGLE:
    case PITH__FAMILY_ISO_2022_JP:
    case PITH__FAMILY_REPLACEMENT:
        break;
    }
    return 1;
}
