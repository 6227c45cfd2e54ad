/*
 * index.h - the indexes of the WHATWG's Encoding standard: from a pointer, which the decoders make
 * of the bytes of a sequence, to a code point. 0: no character.
 *
 * tools/gen_encodings.py makes them; it says where from, and what is left out.
 */
#ifndef PITH_INDEX_H
#define PITH_INDEX_H

#include "encoding/charset.h"

enum {
    PITH__BIG5_FIRST = 942, /* the pointer that the array begins with */
    PITH__JIS0212_FIRST = 108,
    /* Pointers from the first to the second are private characters in Shift_JIS. The array goes on
     * with the second where the first would be. */
    PITH__JIS0208_GAP = 8836,
    PITH__JIS0208_GAP_END = 10716,
    PITH__GB18030_RANGES = 206
};

/* Code points of 0x20000 and more have their bit in _wide set and their low 16 bits here. */
extern const uint16_t pith__index_big5[18840];
extern const uint8_t pith__index_big5_wide[2355];
extern const uint16_t pith__index_euc_kr[23750];
extern const uint16_t pith__index_gb18030[23940];
/* First pointer and first code point of each range; from there both count up. */
extern const uint16_t pith__index_gb18030_ranges[PITH__GB18030_RANGES][2];
/* At I the last range that begins at or before pointer 256 times I. */
extern const uint8_t pith__index_gb18030_range_of[154];
extern const uint16_t pith__index_jis0208[9224];
extern const uint16_t pith__index_jis0212[7103];
/* Characters of the bytes from 0x80 on, U+FFFD where there is none; a row for each encoding from
 * PITH__CS_IBM866 on. */
extern const uint16_t pith__index_single[28][128];

#define PITH__INDEX_SIZE(index) (sizeof(index) / sizeof *(index))

#endif
