/*
 * json_write.c - see json_write.h.
 *
 * Written by hand so that output is streamed, without a tree in memory.
 */
#include "base/json_write.h"

#include "base/json.h"
#include "base/utf8.h"

/* ---------------------------------------------------------------- strings */

void pith__json_put(pith__put *put, void *to, const char *text, size_t len, char also)
{
    for (size_t i = 0; i < len; i++) {
        char code[6];
        size_t plain = pith__json_plain(text + i, len - i, also);
        put(to, text + i, plain);
        i += plain;
        if (i < len)
            put(to, code, pith__json_code((unsigned char)text[i], also, code));
    }
}

/* Passes the control characters U+0080 to U+009F of TEXT to CONTROL, all else to PUT. */
static void part_controls(const char *text, size_t len, pith__put *put, pith__put *control,
                          void *to)
{
    const char *at = text, *begin = text, *end = text + len;
    while (at < end && (at = memchr(at, 0xC2, (size_t)(end - at))) != NULL) {
        if ((unsigned char)at[1] < 0xA0) { /* in range: TEXT is valid UTF-8 */
            put(to, begin, (size_t)(at - begin));
            control(to, at, 2);
            begin = at + 2;
        }
        at += 2;
    }
    put(to, begin, (size_t)(end - begin));
}

void pith__utf8_repair(const char *bytes, size_t len, pith__put *text, pith__put *control, void *to)
{
    for (size_t at = 0; at < len; at++) {
        size_t valid = pith__utf8_valid_prefix((const unsigned char *)bytes + at, len - at);
        part_controls(bytes + at, valid, text, control, to);
        at += valid;
        if (at < len)
            text(to, "\xEF\xBF\xBD", 3);
    }
}

/* Destination of the repaired text. */
struct target {
    pith__put *put;
    void *to;
};

static void put_control(void *user, const char *two, size_t len)
{
    const struct target *target = user;
    char code[6];
    (void)len;
    target->put(target->to, code, pith__json_code_c1((unsigned char)two[1], code));
}

static void put_string(void *user, const char *text, size_t len)
{
    const struct target *target = user;
    pith__json_put(target->put, target->to, text, len, '"');
}

void pith__json_put_name(pith__put *put, void *to, const char *name, size_t len)
{
    pith__utf8_repair(name, len, put_string, put_control, &(struct target){put, to});
}

/* ---------------------------------------------------------------- repairing JSON */

/* Returns the code unit of the escape \uXXXX at AT; 0 if there is none. */
static unsigned unit_at(const char *at, const char *end)
{
    static const char digits[] = "0123456789abcdef";
    unsigned unit = 0;
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return 0;
    for (int i = 2; i < 6; i++) {
        const char *digit = memchr(digits, at[i] | ' ', sizeof digits - 1);
        if (digit == NULL)
            return 0;
        unit = unit << 4 | (unsigned)(digit - digits);
    }
    return unit;
}

static bool is_high(unsigned unit)
{
    return unit >= 0xD800 && unit < 0xDC00;
}

static bool is_low(unsigned unit)
{
    return unit >= 0xDC00 && unit < 0xE000;
}

/* TEXT is JSON: a backslash can only be inside a string, at the start of an escape. */
static void put_pairs(void *user, const char *text, size_t len)
{
    const struct target *target = user;
    const char *begin = text, *end = text + len;
    const char *at = text;
    while (at < end && (at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        unsigned unit = unit_at(at, end);
        if (is_high(unit) && is_low(unit_at(at + 6, end))) {
            at += 12;
        } else if (is_high(unit) || is_low(unit)) {
            target->put(target->to, begin, (size_t)(at - begin));
            target->put(target->to, "\\ufffd", 6);
            begin = at += 6;
        } else {
            at += 2;
        }
    }
    target->put(target->to, begin, (size_t)(end - begin));
}

void pith__json_put_repaired(pith__put *put, void *to, const char *text, size_t len)
{
    pith__utf8_repair(text, len, put_pairs, put_control, &(struct target){put, to});
}

/* ---------------------------------------------------------------- shares */

void pith__json_put_share(pith__put *put, void *to, float share)
{
    unsigned thousandths = (unsigned)(share * 1000 + 0.5f);
    char digits[] = {(char)('0' + thousandths / 1000), '.', (char)('0' + thousandths / 100 % 10),
                     (char)('0' + thousandths / 10 % 10), (char)('0' + thousandths % 10)};
    put(to, digits, sizeof digits);
}

/* ---------------------------------------------------------------- metadata */

static void put_word(pith__put *put, void *to, const char *word)
{
    put(to, word, strlen(word));
}

static void put_fact(pith__put *put, void *to, const pith_fact *fact)
{
    put_word(put, to, "{\"value\":\"");
    pith__json_put(put, to, fact->value, fact->len, '"');
    put_word(put, to, "\",\"source\":\"");
    put_word(put, to, fact->source);
    put_word(put, to, "\"}");
}

void pith__json_put_metadata(pith__put *put, void *to, const pith_page *page, pith__facts *fact_at)
{
    const char *mark = "\"";
    put_word(put, to, ",\"metadata\":{");
    for (unsigned field = 0; field < PITH_FIELDS; field++) {
        bool several = field == PITH_FIELD_AUTHOR || field == PITH_FIELD_TAG;
        const pith_fact *fact = fact_at(page, field, 0);
        if (fact == NULL)
            continue;
        put_word(put, to, mark);
        put_word(put, to, pith_field_name(field));
        put_word(put, to, several ? "\":[" : "\":");
        put_fact(put, to, fact);
        for (size_t i = 1; several && (fact = fact_at(page, field, i)) != NULL; i++) {
            put_word(put, to, ",");
            put_fact(put, to, fact);
        }
        if (several)
            put_word(put, to, "]");
        mark = ",\"";
    }
    put_word(put, to, "}");
}

/* ---------------------------------------------------------------- to a writer */

void pith__put_writer(void *to, const char *data, size_t len)
{
    pith__write(to, data, len);
}

void pith__write_json(struct pith__writer *writer, const char *text, size_t len)
{
    pith__json_put(pith__put_writer, writer, text, len, '"');
}

void pith__write_json_in_script(struct pith__writer *writer, const char *text, size_t len)
{
    pith__json_put(pith__put_writer, writer, text, len, '<');
}

void pith__write_json_name(struct pith__writer *writer, const char *name)
{
    pith__json_put_name(pith__put_writer, writer, name, strlen(name));
}
