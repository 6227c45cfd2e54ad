/*
 * escape.c - see escape.h.
 */
#include "render/escape.h"

#include "render/inline.h"

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

/* A writer and its escape function. */
struct target {
    struct pith__writer *writer;
    pith__escape *escape;
};

static void put_text(void *user, const char *text, size_t len)
{
    const struct target *target = user;
    target->escape(target->writer, text, len);
}

/* Replaces the controls U+0080 to U+009F: they are not text, and terminals obey them. */
static void put_control(void *user, const char *two, size_t len)
{
    (void)two;
    (void)len;
    pith__write_string(((const struct target *)user)->writer, "\xEF\xBF\xBD");
}

void pith__write_name(struct pith__writer *writer, const char *name, pith__escape *escape)
{
    if (escape == pith__write_json)
        pith__write_json_name(writer, name);
    else
        pith__utf8_repair(name, strlen(name), put_text, put_control,
                          &(struct target){writer, escape});
}
