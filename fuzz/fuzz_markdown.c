/*
 * fuzz_markdown.c - any bytes to markdown, which cmark-gfm reads back with raw HTML allowed and all
 * its extensions: nothing may stand there that was not written.
 *
 * The first byte of the input picks links and images, the rest is the page. The same page as our
 * HTML has the addresses that there may be.
 */
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <strings.h>

#include "fuzz.h"

/* What was read: its text without white space and marks, and whether images may be there. */
struct reading {
    struct fuzz_output text;
    const struct fuzz_output *html; /* the page as our HTML */
    int images;
};

/* ------------------------------------------------------------------- tree */

/* The only tags that we write in markdown. */
static int is_our_tag(const char *tag)
{
    static const char *const ours[] = {"<sup>", "</sup>", "<sub>", "</sub>", "<br>"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        if (strcmp(tag, ours[i]) == 0)
            return 1;
    }
    return 0;
}

/* The text of the nodes below NODE, which has no others with text of their own. */
static void collect(cmark_node *node, struct fuzz_output *text)
{
    cmark_iter *iter = cmark_iter_new(node);
    cmark_event_type event;
    fuzz_append("", 0, text);
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        const char *literal = cmark_node_get_literal(cmark_iter_get_node(iter));
        if (event == CMARK_EVENT_ENTER && literal != NULL)
            fuzz_append(literal, strlen(literal), text);
    }
    cmark_iter_free(iter);
}

static int starts(const char *text, const char *with)
{
    return strncasecmp(text, with, strlen(with)) == 0;
}

/* Whether a link is one that a reader makes of an address in the text: it leads there. */
static int is_bare(cmark_node *link)
{
    struct fuzz_output text = {NULL, 0, 0};
    const char *url = cmark_node_get_url(link);
    collect(link, &text);
    int bare = strcmp(url, text.text) == 0;
    for (int i = 0; i < 2 && !bare; i++) {
        static const char *const schemes[] = {"http://", "mailto:"};
        bare = starts(url, schemes[i]) && strcmp(url + strlen(schemes[i]), text.text) == 0;
    }
    free(text.text);
    return bare;
}

/* Whether URL is the value of an attribute NAME of our HTML, which escapes four characters. */
static int is_written(const struct reading *reading, const char *name, const char *url)
{
    struct fuzz_output value = {NULL, 0, 0};
    fuzz_append(name, strlen(name), &value);
    fuzz_append("=\"", 2, &value);
    for (; *url != '\0'; url++) {
        const char *code = *url == '&'   ? "&amp;"
                           : *url == '<' ? "&lt;"
                           : *url == '>' ? "&gt;"
                           : *url == '"' ? "&quot;"
                                         : NULL;
        fuzz_append(code != NULL ? code : url, code != NULL ? strlen(code) : 1, &value);
    }
    fuzz_append("\"", 1, &value);
    int found = strstr(reading->html->text, value.text) != NULL;
    free(value.text);
    return found;
}

static void check_address(const struct reading *reading, cmark_node *node)
{
    const char *url = cmark_node_get_url(node);
    int image = cmark_node_get_type(node) == CMARK_NODE_IMAGE;
    require(!starts(url, "javascript:") && !starts(url, "data:") && !starts(url, "vbscript:"));
    require(!image || reading->images);
    require((!image && is_bare(node)) || is_written(reading, image ? "src" : "href", url));
    require(strcmp(cmark_node_get_title(node), "") == 0);
}

static void check_node(struct reading *reading, cmark_node *node)
{
    cmark_node_type type = cmark_node_get_type(node);
    const char *literal = cmark_node_get_literal(node);
    if (type == CMARK_NODE_HTML_INLINE) {
        require(is_our_tag(literal));
        return;
    }
    require(type != CMARK_NODE_HTML_BLOCK && type != CMARK_NODE_THEMATIC_BREAK &&
            type != CMARK_NODE_FOOTNOTE_DEFINITION && type != CMARK_NODE_FOOTNOTE_REFERENCE);
    require(strcmp(cmark_node_get_type_string(node), "tasklist") != 0);
    if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)
        check_address(reading, node);
    if (literal != NULL)
        fuzz_append(literal, strlen(literal), &reading->text);
}

static void walk(struct reading *reading, cmark_node *document)
{
    cmark_iter *iter = cmark_iter_new(document);
    cmark_event_type event;
    fuzz_append("", 0, &reading->text);
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        if (event == CMARK_EVENT_ENTER)
            check_node(reading, node);
        if (event == CMARK_EVENT_ENTER && cmark_node_get_type(node) == CMARK_NODE_IMAGE) {
            /* what stands for it is no text of the page */
            while (cmark_iter_next(iter) != CMARK_EVENT_EXIT || cmark_iter_get_node(iter) != node)
                continue;
        }
    }
    cmark_iter_free(iter);
}

/* ------------------------------------------------------------------- text */

/* Takes white space and quotation marks, which a <q> gets in markdown alone, off TEXT. */
static void squeeze(struct fuzz_output *text)
{
    size_t out = 0;
    for (size_t i = 0; i < text->len;) {
        unsigned char c = (unsigned char)text->text[i];
        if (c <= ' ') {
            i++;
        } else if (i + 2 < text->len && memcmp(text->text + i, "\xE2\x80", 2) == 0 &&
                   ((unsigned char)text->text[i + 2] & 0xFE) == 0x9C) {
            i += 3;
        } else {
            text->text[out++] = text->text[i++];
        }
    }
    text->len = out;
    text->text[out] = '\0';
}

/* The text of our HTML: what is between tags, with four references. */
static void strip(const struct fuzz_output *html, struct fuzz_output *text)
{
    static const char *const codes[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    fuzz_append("", 0, text);
    for (const char *p = html->text; *p != '\0'; p++) {
        if (*p == '<') {
            p = strchr(p, '>');
            require(p != NULL);
            continue;
        }
        size_t i = 0;
        while (i < 4 && strncmp(p, codes[i], strlen(codes[i])) != 0)
            i++;
        fuzz_append(i < 4 ? &"&<>\""[i] : p, 1, text);
        p += i < 4 ? strlen(codes[i]) - 1 : 0;
    }
}

/* ----------------------------------------------------------------- target */

static cmark_node *parse(const struct fuzz_output *markdown)
{
    static const char *const names[] = {"table", "strikethrough", "autolink", "tasklist"};
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        require(
            cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(names[i])));
    cmark_parser_feed(parser, markdown->text, markdown->len);
    cmark_node *document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    return document;
}

static void check(const pith_page *page, const pith_options *options, bool images)
{
    struct fuzz_output markdown = {NULL, 0, 0};
    struct fuzz_output html = {NULL, 0, 0};
    struct fuzz_output text = {NULL, 0, 0};
    struct reading reading = {{NULL, 0, 0}, &html, images};
    fuzz_append("", 0, &markdown);
    fuzz_append("", 0, &html);
    require(pith_render(page, PITH_FORMAT_MARKDOWN, options, fuzz_append, &markdown) == PITH_OK);
    require(pith_render(page, PITH_FORMAT_HTML, options, fuzz_append, &html) == PITH_OK);
    cmark_node *document = parse(&markdown);
    walk(&reading, document);
    strip(&html, &text);
    squeeze(&text);
    squeeze(&reading.text);
    require(strcmp(text.text, reading.text.text) == 0);
    cmark_node_free(document);
    free(markdown.text);
    free(html.text);
    free(text.text);
    free(reading.text.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const pith_page *page = NULL;
    uint8_t pick = size > 0 ? data[0] : 0;
    pith_options *options =
        fuzz_options("deadline", "0", "method", "all", "links", options_flag(pick & 1), "images",
                     options_flag(pick >> 1 & 1), NULL);
    require(pith_context_parse(fuzz_context(), (const char *)data + (size > 0), size - (size > 0),
                               options, &page, NULL) == PITH_OK);
    check(page, options, pick >> 1 & 1);
    return 0;
}
