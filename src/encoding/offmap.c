/*
 * offmap.c - maps offsets in the UTF-8 back to the input.
 *
 * In: the map that the decoder built. Out: the offset of the same character in the page's bytes.
 * Starts at the nearest point before, found from the cursor, then counts or decodes characters, at
 * most one run.
 */
#include "encoding/decoders.h"

/* Returns the last point at or before OFFSET; the first point is at 0. */
static size_t find_point(const struct pith__offmap *map, size_t hint, size_t offset)
{
    size_t low = hint < map->count && map->points[hint].utf8 <= offset ? hint : 0;
    size_t step = 1;
    while (map->count - low > step && map->points[low + step].utf8 <= offset) {
        low += step;
        step *= 2;
    }
    size_t high = map->count - low > step ? low + step : map->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (map->points[middle].utf8 <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Counts the bytes of WORD whose lowest bit is set; all other bits must be zero. */
static size_t count_ones(uint64_t word)
{
    return (size_t)((word * UINT64_C(0x0101010101010101)) >> 56);
}

/* Number of bytes in UTF-16, or in a single-byte encoding, for LEN bytes of UTF-8. */
static size_t count_units(const unsigned char *utf8, size_t len, bool utf16)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    size_t continuations = 0, large = 0;
    for (size_t i = 0; i < len; i += 8) {
        uint64_t word = 0;
        memcpy(&word, utf8 + i, len - i < 8 ? len - i : 8);
        continuations += count_ones(word >> 7 & ~(word >> 6) & ones);
        large += count_ones(word >> 7 & word >> 6 & word >> 5 & word >> 4 & ones);
    }
    size_t characters = len - continuations;
    return utf16 ? 2 * (characters + large) : characters;
}

/* Decodes from FROM until OFFSET is reached. */
static size_t walk(const struct pith__offmap *map, struct pith__offpoint from, size_t offset)
{
    pith__step *step = pith__step_of((enum pith__family)map->family);
    const unsigned char *p = map->input + from.input, *end = map->input + map->input_len;
    for (size_t at = from.utf8; at < offset && p < end;) {
        uint32_t code = *p;
        p += code < 0x80 ? 1 : step(p, (size_t)(end - p), &code);
        at += pith__code_len(code);
    }
    return (size_t)(p - map->input);
}

static size_t walk_jis(const struct pith__offmap *map, struct pith__offpoint from, size_t offset)
{
    enum pith__jis_state state = (enum pith__jis_state)(from.input >> PITH__POINT_STATE_SHIFT);
    const unsigned char *p = map->input + (from.input & ((1u << PITH__POINT_STATE_SHIFT) - 1));
    const unsigned char *end = map->input + map->input_len;
    bool escaped = pith__jis_escaped(map->input, p);
    /* A character starts at its own bytes, after any escape sequences before them. */
    for (size_t at = from.utf8; p < end;) {
        enum pith__jis_state next = state;
        uint32_t code;
        size_t taken = pith__step_jis(p, (size_t)(end - p), &next, &escaped, &code);
        if (at >= offset && code != PITH__CODE_NONE)
            break;
        state = next;
        p += taken;
        at += pith__code_len(code);
    }
    return (size_t)(p - map->input);
}

size_t pith__offmap_input(const struct pith__offmap *map, size_t *cursor, size_t utf8_offset)
{
    if (map->points == NULL)
        return utf8_offset + map->shift;
    if (utf8_offset >= map->utf8_len)
        return map->input_len;
    *cursor = find_point(map, *cursor, utf8_offset);
    struct pith__offpoint point = map->points[*cursor];
    switch ((enum pith__family)map->family) {
    case PITH__FAMILY_UTF8:
        return point.input + (utf8_offset - point.utf8);
    case PITH__FAMILY_SINGLE:
    case PITH__FAMILY_UTF16LE:
    case PITH__FAMILY_UTF16BE:
        return point.input + count_units(map->utf8 + point.utf8, utf8_offset - point.utf8,
                                         map->family != PITH__FAMILY_SINGLE);
    case PITH__FAMILY_ISO_2022_JP:
        return walk_jis(map, point, utf8_offset);
    case PITH__FAMILY_REPLACEMENT:
        return point.input;
    default:
        return walk(map, point, utf8_offset);
    }
}
