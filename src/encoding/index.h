/*
 * index.h - the indexes of the WHATWG Encoding standard. They map a pointer, computed by a decoder
 * from the bytes of a sequence, to a code point. 0: no character.
 *
 * tools/gen_encodings.py generates them and documents the sources and what is left out.
 */
#ifndef PITH_INDEX_H
#define PITH_INDEX_H

#include "encoding/charset.h"

enum {
    PITH__BIG5_FIRST = 942, /* first pointer of the array */
    PITH__JIS0212_FIRST = 108,
    /* Pointers from the first to the second are private-use characters in Shift_JIS. The array
     * skips them. */
    PITH__JIS0208_GAP = 8836,
    PITH__JIS0208_GAP_END = 10716,
    PITH__GB18030_RANGES = 206
};

/* Code points from 0x20000 up have their bit set in _wide and their low 16 bits here. */
extern const uint16_t pith__index_big5[18840];
extern const uint8_t pith__index_big5_wide[2355];
extern const uint16_t pith__index_euc_kr[23750];
extern const uint16_t pith__index_gb18030[23940];
/* First pointer and first code point of each range; both increase from there. */
extern const uint16_t pith__index_gb18030_ranges[PITH__GB18030_RANGES][2];
/* Entry I is the last range that starts at or before pointer 256 * I. */
extern const uint8_t pith__index_gb18030_range_of[154];
extern const uint16_t pith__index_jis0208[9224];
extern const uint16_t pith__index_jis0212[7103];
/* Characters of the bytes from 0x80 on, U+FFFD if undefined. One row per encoding, from
 * PITH__CS_IBM866 on. */
extern const uint16_t pith__index_single[28][128];

#define PITH__INDEX_SIZE(index) (sizeof(index) / sizeof *(index))

#endif
