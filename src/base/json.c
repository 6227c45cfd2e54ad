/*
 * json.c - see json.h.
 *
 * A state machine says what may come next; one bit per open container says what to return to. Most
 * of our input is strings, so those are read sixteen bytes at a time.
 */
#include "base/json.h"
#include "base/lanes.h"
#include "base/unicode.h"

/* What the next event may be. */
enum {
    WANT_VALUE,        /* at the start, and after a comma in an array */
    WANT_FIRST_VALUE,  /* after "[" */
    WANT_FIRST_KEY,    /* after "{" */
    WANT_KEY,          /* after a comma in an object */
    WANT_MEMBER_VALUE, /* after a key */
    WANT_COMMA,        /* after a value in a container */
    WANT_END,          /* after the outermost value */
    FAILED
};

/* The character that a backslash and a letter stand for; 0 for \u and invalid escapes. */
static const unsigned char letters[256] = {
    ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
    ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t',
};

void pith__json_init(struct pith__json *json, struct pith__span text)
{
    static const unsigned char nothing[1] = {0};
    memset(json, 0, sizeof *json);
    json->start = json->at = text.len > 0 ? text.ptr : nothing;
    json->end = json->start + text.len;
    json->expect = WANT_VALUE;
}

/* ---------------------------------------------------------------- parts */

static enum pith__json_event fail(struct pith__json *json, const unsigned char *at,
                                  const char *error)
{
    json->at = at;
    json->error = error;
    json->expect = FAILED;
    return PITH__JSON_ERROR;
}

static bool in_object(const struct pith__json *json)
{
    unsigned top = json->depth - 1;
    return (json->in_object[top / 8] >> top % 8 & 1) != 0;
}

/* Sets the state that follows a complete value. */
static void after_value(struct pith__json *json)
{
    json->expect = json->depth > 0 ? WANT_COMMA : WANT_END;
}

static void skip_space(struct pith__json *json)
{
    const unsigned char *p = json->at;
    while (p < json->end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
        p++;
    json->at = p;
}

static enum pith__json_event open_container(struct pith__json *json, bool object)
{
    if (json->depth == PITH__JSON_DEPTH)
        return fail(json, json->at, "nested too deeply");
    unsigned top = json->depth++;
    uint8_t bit = (uint8_t)(1u << top % 8);
    json->in_object[top / 8] = (uint8_t)((json->in_object[top / 8] & ~bit) | (object ? bit : 0));
    json->expect = object ? WANT_FIRST_KEY : WANT_FIRST_VALUE;
    json->at++;
    return object ? PITH__JSON_OBJECT : PITH__JSON_ARRAY;
}

static enum pith__json_event close_container(struct pith__json *json)
{
    bool object = in_object(json);
    json->depth--;
    json->at++;
    after_value(json);
    return object ? PITH__JSON_OBJECT_END : PITH__JSON_ARRAY_END;
}

/* Returns the value of a hexadecimal digit, or more than 15 if it is not one. */
static unsigned hex_digit(unsigned char c)
{
    if (c >= '0' && c <= '9')
        return c - (unsigned)'0';
    unsigned letter = (c | 0x20u) - (unsigned)'a';
    return letter < 6 ? letter + 10 : 16;
}

/* P is at a backslash. Returns the position after the escape. If it is invalid, returns NULL and
 * sets *AT to the offending byte. */
static const unsigned char *skip_escape(const unsigned char *p, const unsigned char *end,
                                        const unsigned char **at)
{
    *at = ++p;
    if (p == end)
        return NULL;
    if (PITH__LIKELY(letters[*p] != 0))
        return p + 1;
    if (*p != 'u')
        return NULL;
    for (int digits = 0; digits < 4; digits++) {
        *at = ++p;
        if (p == end || hex_digit(*p) > 15)
            return NULL;
    }
    return p + 1;
}

/* Marks the bytes of LANES that need attention inside a string: quotes, escapes, control
 * characters. */
static inline uint32_t find_stops(pith__lanes lanes)
{
    pith__lanes marks =
        pith__lanes_or(pith__lanes_equal(lanes, '"'), pith__lanes_equal(lanes, '\\'));
    return pith__lanes_mask(pith__lanes_or(marks, pith__lanes_within(lanes, 0, ' ' - 1)));
}

/* Skips plain characters and two-character escapes. Returns the first byte that needs a closer
 * look, or END. It may be such an escape too, for example one that crosses the border between two
 * lanes. Sets *ESCAPED if there were escapes. */
static inline const unsigned char *skip_plain(const unsigned char *p, const unsigned char *end,
                                              bool *escaped)
{
    for (; end - p >= PITH__LANES; p += PITH__LANES) {
        for (uint32_t stops = find_stops(pith__lanes_load(p)); stops != 0;) {
            unsigned i = (unsigned)__builtin_ctz(stops);
            if (p[i] != '\\' || i + 1 == PITH__LANES || letters[p[i + 1]] == 0)
                return p + i;
            stops &= ~(3u << i);
            *escaped = true;
        }
    }
    while (p < end && *p != '"' && *p != '\\' && *p >= ' ')
        p++;
    return p;
}

/* Reads the string that starts with the quote at json->at. False on error. */
static bool read_string(struct pith__json *json)
{
    const unsigned char *begin = json->at + 1;
    bool escaped = false;
    const unsigned char *p = skip_plain(begin, json->end, &escaped);
    while (p < json->end && *p == '\\') {
        const unsigned char *at;
        const unsigned char *next = skip_escape(p, json->end, &at);
        if (PITH__UNLIKELY(next == NULL)) {
            fail(json, at,
                 at == json->end ? "the text ends in a string"
                                 : "an escape that JSON does not have");
            return false;
        }
        escaped = true;
        p = skip_plain(next, json->end, &escaped);
    }
    if (p == json->end || *p != '"') {
        fail(json, p,
             p == json->end ? "the text ends in a string" : "a control character in a string");
        return false;
    }
    json->text = (struct pith__span){begin, (size_t)(p - begin)};
    json->escaped = escaped;
    json->at = p + 1;
    return true;
}

static bool is_digit(const struct pith__json *json, const unsigned char *p)
{
    return p < json->end && *p >= '0' && *p <= '9';
}

static const unsigned char *skip_digits(const struct pith__json *json, const unsigned char *p)
{
    while (is_digit(json, p))
        p++;
    return p;
}

static enum pith__json_event read_number(struct pith__json *json)
{
    const unsigned char *begin = json->at;
    const unsigned char *p = begin + (*begin == '-');
    if (!is_digit(json, p))
        return fail(json, p, "expected a digit behind '-'");
    if (*p == '0' && is_digit(json, p + 1))
        return fail(json, p, "a number that starts with 0");
    p = skip_digits(json, p);
    if (p < json->end && *p == '.') {
        if (!is_digit(json, ++p))
            return fail(json, p, "expected a digit behind '.'");
        p = skip_digits(json, p);
    }
    if (p < json->end && (*p | 0x20) == 'e') {
        p++;
        if (p < json->end && (*p == '+' || *p == '-'))
            p++;
        if (!is_digit(json, p))
            return fail(json, p, "expected a digit in an exponent");
        p = skip_digits(json, p);
    }
    json->text = (struct pith__span){begin, (size_t)(p - begin)};
    json->at = p;
    json->escaped = false;
    after_value(json);
    return PITH__JSON_NUMBER;
}

static enum pith__json_event read_word(struct pith__json *json, const char *word,
                                       enum pith__json_event event)
{
    size_t len = strlen(word);
    if ((size_t)(json->end - json->at) < len || memcmp(json->at, word, len) != 0)
        return fail(json, json->at, "a value that JSON does not have");
    json->at += len;
    after_value(json);
    return event;
}

static enum pith__json_event read_value(struct pith__json *json)
{
    if (json->at == json->end)
        return fail(json, json->at, "the text ends where a value is expected");
    switch (*json->at) {
    case '"':
        if (!read_string(json))
            return PITH__JSON_ERROR;
        after_value(json);
        return PITH__JSON_STRING;
    case '{':
        return open_container(json, true);
    case '[':
        return open_container(json, false);
    case 't':
        return read_word(json, "true", PITH__JSON_TRUE);
    case 'f':
        return read_word(json, "false", PITH__JSON_FALSE);
    case 'n':
        return read_word(json, "null", PITH__JSON_NULL);
    case '-':
        return read_number(json);
    default:
        if (is_digit(json, json->at))
            return read_number(json);
        return fail(json, json->at, "expected a value");
    }
}

static enum pith__json_event read_key(struct pith__json *json)
{
    if (json->at == json->end)
        return fail(json, json->at, "the text ends in an object");
    if (*json->at != '"')
        return fail(json, json->at, "expected a key in quotes");
    if (!read_string(json))
        return PITH__JSON_ERROR;
    json->expect = WANT_MEMBER_VALUE;
    return PITH__JSON_KEY;
}

/* ---------------------------------------------------------------- events */

/* After a value in a container: reads its end, or a comma and what follows. */
static enum pith__json_event read_on(struct pith__json *json)
{
    bool object = in_object(json);
    if (json->at == json->end)
        return fail(json, json->at,
                    object ? "the text ends in an object" : "the text ends in an array");
    if (*json->at == (object ? '}' : ']'))
        return close_container(json);
    if (*json->at != ',')
        return fail(json, json->at,
                    object ? "expected ',' or '}' in an object"
                           : "expected ',' or ']' in an array");
    json->at++;
    skip_space(json);
    return object ? read_key(json) : read_value(json);
}

enum pith__json_event pith__json_next(struct pith__json *json)
{
    if (json->expect == FAILED)
        return PITH__JSON_ERROR;
    skip_space(json);
    bool more = json->at < json->end;
    switch (json->expect) {
    case WANT_FIRST_VALUE:
        if (!more)
            return fail(json, json->at, "the text ends in an array");
        return *json->at == ']' ? close_container(json) : read_value(json);
    case WANT_FIRST_KEY:
        return more && *json->at == '}' ? close_container(json) : read_key(json);
    case WANT_MEMBER_VALUE:
        if (!more || *json->at != ':')
            return fail(json, json->at, "expected ':' after a key");
        json->at++;
        skip_space(json);
        return read_value(json);
    case WANT_COMMA:
        return read_on(json);
    case WANT_END:
        return more ? fail(json, json->at, "text after the end") : PITH__JSON_END;
    default:
        return read_value(json);
    }
}

bool pith__json_skip(struct pith__json *json, enum pith__json_event event)
{
    if (event == PITH__JSON_KEY)
        event = pith__json_next(json);
    if (event == PITH__JSON_OBJECT || event == PITH__JSON_ARRAY) {
        unsigned outside = json->depth - 1;
        while (event != PITH__JSON_ERROR && json->depth > outside)
            event = pith__json_next(json);
    }
    return event != PITH__JSON_ERROR;
}

/* ---------------------------------------------------------------- escapes */

/* Returns the code unit of the \uXXXX at P, or more than 0xFFFF if there is none. */
static uint32_t read_unit(const unsigned char *p, const unsigned char *end)
{
    if (end - p < 6 || p[0] != '\\' || p[1] != 'u')
        return UINT32_MAX;
    uint32_t unit = 0;
    for (int i = 2; i < 6; i++) {
        if (hex_digit(p[i]) > 15)
            return UINT32_MAX;
        unit = unit << 4 | hex_digit(p[i]);
    }
    return unit;
}

/*
 * Decodes the escape at *P, which is at a backslash, and moves *P past it. Never writes more bytes
 * than it reads; returns how many. Copies invalid escapes unchanged.
 */
static inline size_t decode_escape(const unsigned char **p, const unsigned char *end,
                                   unsigned char *out)
{
    const unsigned char *s = *p;
    if (PITH__LIKELY(end - s >= 2 && letters[s[1]] != 0)) {
        *p += 2;
        *out = letters[s[1]];
        return 1;
    }
    uint32_t unit = read_unit(s, end);
    if (unit > 0xFFFF) {
        *p += 1;
        *out = '\\';
        return 1;
    }
    *p += 6;
    if (unit >= 0xD800 && unit < 0xE000) {
        uint32_t low = unit < 0xDC00 ? read_unit(s + 6, end) : UINT32_MAX;
        if (low >= 0xDC00 && low < 0xE000) {
            *p += 6;
            unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        } else {
            unit = 0xFFFD;
        }
    }
    return pith__utf8_put(unit, out);
}

size_t pith__json_unescape(struct pith__span raw, unsigned char *out)
{
    const unsigned char *p = raw.ptr;
    const unsigned char *end = p + raw.len;
    unsigned char *to = out;
    bool apart = out != raw.ptr;
    while (p < end) {
        /* Copies whole lanes, except if one holds an escape and the store would overwrite input
         * that is not read yet. */
        while (end - p >= PITH__LANES) {
            uint32_t escapes = pith__lanes_mask(pith__lanes_equal(pith__lanes_load(p), '\\'));
            if (escapes != 0 && !apart && p - to < PITH__LANES)
                break;
            size_t plain = escapes == 0 ? PITH__LANES : (unsigned)__builtin_ctz(escapes);
            memmove(to, p, PITH__LANES);
            to += plain;
            p += plain;
            if (escapes != 0)
                to += decode_escape(&p, end, to);
        }
        while (p < end && *p != '\\')
            *to++ = *p++;
        while (p < end && *p == '\\')
            to += decode_escape(&p, end, to);
    }
    return (size_t)(to - out);
}

bool pith__json_is(const struct pith__json *json, const char *word)
{
    struct pith__span text = json->text;
    size_t len = strlen(word);
    if (!json->escaped)
        return text.len == len && memcmp(text.ptr, word, len) == 0;
    const unsigned char *p = text.ptr;
    const unsigned char *end = p + text.len;
    for (size_t i = 0; i < len; i++) {
        unsigned char c[4];
        if (p == end)
            return false;
        if (*p != '\\')
            c[0] = *p++;
        else if (decode_escape(&p, end, c) != 1)
            return false;
        if (c[0] != (unsigned char)word[i])
            return false;
    }
    return p == end;
}

size_t pith__json_plain(const char *text, size_t len, char also)
{
    const unsigned char *begin = (const unsigned char *)text, *end = begin + len, *p = begin;
    char code[6];
    for (; end - p >= PITH__LANES; p += PITH__LANES) {
        pith__lanes lanes = pith__lanes_load(p);
        pith__lanes more = pith__lanes_or(pith__lanes_equal(lanes, 0x7F),
                                          pith__lanes_equal(lanes, (unsigned char)also));
        uint32_t stops = find_stops(lanes) | pith__lanes_mask(more);
        if (stops != 0)
            return (size_t)(p - begin) + (unsigned)__builtin_ctz(stops);
    }
    while (p < end && pith__json_code(*p, also, code) == 0)
        p++;
    return (size_t)(p - begin);
}
