/*
 * facts.c - writes a page's metadata and type before its content: lines of text, YAML front matter
 * for markdown, a list for HTML.
 */
#include "render/escape.h"
#include "render/render.h"

/* How a format shows the metadata. */
struct style {
    const char *begin;
    const char *field; /* before the field's name */
    const char *first; /* before its first value */
    const char *next;  /* before the others */
    const char *value; /* after each value */
    const char *last;  /* after the last one */
    const char *end;
    const char *list; /* instead of FIRST for fields with several values; NULL: the same */
    pith__escape *escape;
};

static const struct style styles[] = {
    [PITH_FORMAT_TEXT] = {"", "", ": ", "; ", "", "\n", "\n", NULL, pith__write},
    [PITH_FORMAT_MARKDOWN] = {"---\n", "", ": \"", "  - \"", "\"\n", "", "---\n\n", ":\n  - \"",
                              pith__write_yaml},
    [PITH_FORMAT_HTML] = {"<dl>\n", "<dt>", "</dt>\n<dd>", "<dd>", "</dd>\n", "", "</dl>\n", NULL,
                          pith__write_html},
};

void pith__write_facts(const pith_page *page, pith_format format, struct pith__writer *writer)
{
    const struct style *style = &styles[format];
    const char *type = pith_page_type_name(page->info.page_type);
    if (page->metadata.len == 0 && page->info.page_type == PITH_PAGE_UNKNOWN)
        return;
    pith__write_string(writer, style->begin);
    for (unsigned field = 0; field < PITH_FIELDS; field++) {
        bool several = field == PITH_FIELD_AUTHOR || field == PITH_FIELD_TAG;
        const char *first = several && style->list != NULL ? style->list : style->first;
        const pith_fact *fact;
        size_t i = 0;
        for (; (fact = pith_page_fact(page, field, i)) != NULL; i++) {
            if (i == 0) {
                pith__write_string(writer, style->field);
                pith__write_string(writer, pith_field_name(field));
            }
            pith__write_string(writer, i == 0 ? first : style->next);
            style->escape(writer, fact->value, fact->len);
            pith__write_string(writer, style->value);
        }
        if (i > 0)
            pith__write_string(writer, style->last);
    }
    if (page->info.page_type != PITH_PAGE_UNKNOWN) {
        pith__write_string(writer, style->field);
        pith__write_string(writer, "page_type");
        pith__write_string(writer, style->first);
        style->escape(writer, type, strlen(type));
        pith__write_string(writer, style->value);
        pith__write_string(writer, style->last);
    }
    pith__write_string(writer, style->end);
}
