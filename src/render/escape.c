/*
 * escape.c - see escape.h.
 */
#include "render/escape.h"

#include "base/json.h"
#include "base/utf8.h"
#include "render/inline.h"

static void write_json(struct pith__writer *writer, const char *text, size_t len, char also)
{
    for (size_t i = 0; i < len; i++) {
        char code[6];
        size_t plain = pith__json_plain(text + i, len - i, also);
        pith__write(writer, text + i, plain);
        i += plain;
        if (i < len)
            pith__write(writer, code, pith__json_code((unsigned char)text[i], also, code));
    }
}

void pith__write_json(struct pith__writer *writer, const char *text, size_t len)
{
    write_json(writer, text, len, '"');
}

void pith__write_json_in_script(struct pith__writer *writer, const char *text, size_t len)
{
    write_json(writer, text, len, '<');
}

void pith__write_yaml(struct pith__writer *writer, const char *text, size_t len)
{
    size_t done = 0;
    for (size_t i = 0; i < len; i++) {
        bool link = text[i] == ']' && i + 1 < len && text[i + 1] == '(';
        if (text[i] != '<' && !link)
            continue;
        pith__write_json(writer, text + done, i - done);
        pith__write_string(writer, link ? "\\u005d" : "\\u003c");
        done = i + 1;
    }
    pith__write_json(writer, text + done, len - done);
}

void pith__write_html(struct pith__writer *writer, const char *text, size_t len)
{
    size_t done = 0;
    for (size_t i = 0; i < len; i++) {
        const char *code = "";
        size_t skip = 1;
        switch (text[i]) {
        case '&':
            code = "&amp;";
            break;
        case '<':
            code = "&lt;";
            break;
        case '>':
            code = "&gt;";
            break;
        case '"':
            code = "&quot;";
            break;
        case '\f':
        case '\r':
            break;
        default:
            skip = pith__control_len(text + i, len - i);
            if (PITH__LIKELY(skip == 0))
                continue;
        }
        pith__write(writer, text + done, i - done);
        pith__write_string(writer, code);
        done = i + skip;
        i = done - 1;
    }
    pith__write(writer, text + done, len - done);
}

void pith__write_text(struct pith__writer *writer, const char *text, size_t len,
                      pith__escape *escape)
{
    for (size_t n; (n = pith__writer_take(writer, text, len)) > 0; text += n, len -= n)
        escape(writer, text, n);
}

/* NAME is UTF-8. The controls U+0080 to U+009F, which terminals obey, are escaped in JSON, as it
 * does those below U+0020; elsewhere they are no text. */
static void write_tame(struct pith__writer *writer, const char *name, size_t len,
                       pith__escape *escape)
{
    const char *at = name, *begin = name, *end = name + len;
    while (at < end && (at = memchr(at, 0xC2, (size_t)(end - at))) != NULL) {
        unsigned char next = (unsigned char)at[1];
        if (next < 0xA0) {
            char code[6];
            escape(writer, begin, (size_t)(at - begin));
            if (escape == pith__write_json)
                pith__write(writer, code, pith__json_code_c1(next, code));
            else
                pith__write_string(writer, "\xEF\xBF\xBD");
            begin = at + 2;
        }
        at += 2;
    }
    escape(writer, begin, (size_t)(end - begin));
}

void pith__write_name(struct pith__writer *writer, const char *name, pith__escape *escape)
{
    size_t len = strlen(name);
    for (size_t at = 0; at < len; at++) {
        size_t valid = pith__utf8_valid_prefix((const unsigned char *)name + at, len - at);
        write_tame(writer, name + at, valid, escape);
        at += valid;
        if (at < len)
            pith__write_string(writer, "\xEF\xBF\xBD");
    }
}
