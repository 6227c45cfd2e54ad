/*
 * fuzz_encoding.c - any bytes in any encoding to UTF-8; checks what holds of every decoder.
 *
 * The first byte chooses the encoding; one that is no encoding's number says that a label follows,
 * up to the end of the line. The second chooses a place to cut.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "encoding/charset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition)
        abort();
}

/* Memory is kept from one input to the next. */
static struct pith__arena arenas[2];

static void decode(int arena, const char *label, const uint8_t *bytes, size_t len,
                   struct pith__decoded *decoded)
{
    if (arenas[arena].allocator == NULL)
        pith__arena_init(&arenas[arena], &pith__allocator_default);
    pith__arena_reset(&arenas[arena], SIZE_MAX);
    require(pith__decode(&arenas[arena], bytes, len, label, false, NULL, decoded) == PITH_OK);
}

static bool is_start(struct pith__span utf8, size_t at)
{
    return at >= utf8.len || (utf8.ptr[at] & 0xC0) != 0x80;
}

static size_t count_characters(struct pith__span utf8)
{
    size_t count = 0;
    for (size_t i = 0; i < utf8.len; i++)
        count += is_start(utf8, i);
    return count;
}

enum { ALL = 200 };

/* Offsets ascend, stay inside, end at the end, and do not depend on the cursor. */
static void check_offsets(const struct pith__decoded *decoded, size_t len)
{
    size_t cursor = 0, last = 0;
    /* All of a short text, some of a long one: each is a walk through half a run. */
    size_t step = decoded->utf8.len < ALL ? 1 : 31;
    for (size_t at = 0; at < decoded->utf8.len; at += step) {
        if (!is_start(decoded->utf8, at))
            continue;
        size_t stale = 7 * at, input = pith__offmap_input(&decoded->map, &cursor, at);
        require(input >= last && input <= len);
        if (at % 8 == 0)
            require(pith__offmap_input(&decoded->map, &stale, at) == input);
        last = input;
    }
    require(pith__offmap_input(&decoded->map, &cursor, decoded->utf8.len) == len);
}

/* The accent of a letter that is one pair of bytes in Big5. */
static bool is_accent(struct pith__span utf8, size_t at)
{
    return at > 0 && at + 1 < utf8.len && utf8.ptr[at] == 0xCC &&
           (utf8.ptr[at - 1] == 0x8A || utf8.ptr[at - 1] == 0xAA);
}

/* Decoding does not look back: what follows a character is decoded alike when it stands alone. */
static void check_cut(const struct pith__charset *charset, const uint8_t *bytes, size_t len,
                      const struct pith__decoded *whole, size_t at)
{
    struct pith__decoded rest;
    size_t cursor = 0;
    while (!is_start(whole->utf8, at))
        at++;
    if (charset->family == PITH__FAMILY_ISO_2022_JP || charset->family == PITH__FAMILY_REPLACEMENT)
        return;
    if (charset->family == PITH__FAMILY_BIG5 && is_accent(whole->utf8, at))
        return;
    size_t cut = pith__offmap_input(&whole->map, &cursor, at);
    size_t mark;
    if (pith__charset_bom(bytes + cut, len - cut, &mark) != NULL)
        return;
    decode(1, charset->name, bytes + cut, len - cut, &rest);
    require(rest.utf8.len == whole->utf8.len - at);
    require(memcmp(rest.utf8.ptr, whole->utf8.ptr + at, rest.utf8.len) == 0);
}

static void check_ascii(const struct pith__charset *charset, const uint8_t *bytes, size_t len,
                        const struct pith__decoded *decoded)
{
    for (size_t i = 0; i < len; i++)
        if (bytes[i] >= 0x80)
            return;
    if (charset->family == PITH__FAMILY_UTF16LE || charset->family == PITH__FAMILY_UTF16BE ||
        charset->family == PITH__FAMILY_ISO_2022_JP || charset->family == PITH__FAMILY_REPLACEMENT)
        return;
    require(decoded->utf8.len == len && memcmp(decoded->utf8.ptr, bytes, len) == 0);
}

/* Takes the label off the front; NULL: it is none. */
static const struct pith__charset *take_charset(const uint8_t **data, size_t *size)
{
    uint8_t number = **data;
    ++*data;
    --*size;
    if (number < PITH__CS_COUNT)
        return &pith__charsets[number];
    const uint8_t *end = memchr(*data, '\n', *size);
    size_t len = end == NULL ? *size : (size_t)(end - *data);
    const struct pith__charset *charset = pith__charset_find((const char *)*data, len);
    *data += len;
    *size -= len;
    return charset;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pith__decoded decoded, again;
    if (size < 2)
        return 0;
    const struct pith__charset *charset = take_charset(&data, &size);
    if (charset == NULL || size == 0)
        return 0;
    size_t cut = *data++, mark;
    size--;
    const struct pith__charset *bom = pith__charset_bom(data, size, &mark);
    decode(0, charset->name, data, size, &decoded);
    charset = bom == NULL ? charset : bom;
    require(strcmp(decoded.charset, charset->name) == 0);
    struct pith__span utf8 = decoded.utf8;
    require(pith__utf8_valid_prefix(utf8.ptr, utf8.len) == utf8.len);
    require(utf8.len <= 3 * size);
    require(decoded.replaced <= count_characters(utf8));
    if (charset->family != PITH__FAMILY_UTF8)
        require(decoded.map.count <= size / 128 + 1);
    if (charset->family == PITH__FAMILY_SINGLE)
        require(count_characters(utf8) == size);
    decode(1, charset->name, data, size, &again);
    require(again.utf8.len == utf8.len && memcmp(again.utf8.ptr, utf8.ptr, utf8.len) == 0);
    require(again.replaced == decoded.replaced);
    if (bom == NULL)
        check_ascii(charset, data, size, &decoded);
    check_offsets(&decoded, size);
    if (utf8.len > 0)
        check_cut(charset, data, size, &decoded, cut * utf8.len / 256);
    return 0;
}
