/*
 * fuzz_render.c - any bytes, judged by any methods, in every format; checks what must hold of each.
 *
 * The first byte of the input picks methods, links and images, the rest is the page; its length
 * picks the filter and what else can be asked for.
 */
#include <stdio.h>

#include "base/utf8.h"
#include "bounds.h"
#include "fuzz.h"
#include "meter.h"
#include "render/inline.h"
#include "render/render.h"

/* -------------------------------------------------------------------- HTML */

static const char *const tags[] = {"h1",   "h2",         "h3",    "h4",  "h5",  "h6",  "p",   "ul",
                                   "ol",   "li",         "dl",    "dt",  "dd",  "tr",  "th",  "td",
                                   "a",    "blockquote", "table", "br",  "em",  "img", "pre", "del",
                                   "code", "strong",     "mark",  "sup", "sub", "q"};
enum { TAGS = sizeof tags / sizeof *tags };

/* Takes WORD off the front of *P if it is there. */
static int take(const char **p, const char *end, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(end - *p) < len || memcmp(*p, word, len) != 0)
        return 0;
    *p += len;
    return 1;
}

static const char *take_name(const char **p, const char *end)
{
    const char *from = *p;
    while (*p < end && ((**p >= 'a' && **p <= 'z') || (**p >= '1' && **p <= '6')))
        ++*p;
    for (size_t i = 0; i < TAGS; i++) {
        if (strlen(tags[i]) == (size_t)(*p - from) && memcmp(tags[i], from, strlen(tags[i])) == 0)
            return tags[i];
    }
    abort();
}

static void take_attribute(const char **p, const char *end, const char *tag)
{
    if (strcmp(tag, "a") == 0)
        require(take(p, end, " href=\""));
    else if (strcmp(tag, "ol") == 0)
        require(take(p, end, " start=\""));
    else if (strcmp(tag, "code") == 0)
        require(take(p, end, " class=\"language-"));
    else if (strcmp(tag, "mark") == 0 || strcmp(tag, "pre") == 0)
        require(take(p, end, " data-perplexity=\""));
    else
        require(strcmp(tag, "img") == 0 && (take(p, end, " src=\"") || take(p, end, " alt=\"")));
    require(!take(p, end, "javascript:") && !take(p, end, "data:"));
    while (*p < end && **p != '"') {
        require(**p != '<' && **p != '>');
        ++*p;
    }
    require(take(p, end, "\""));
}

/* Every tag is one of ours, has no attributes but ours, and is closed where it has to be. */
static void check_html(const char *p, size_t len)
{
    const char *end = p + len;
    const char *open[128];
    size_t depth = 0;
    while (p < end) {
        if (*p == '&') {
            p++;
            require(take(&p, end, "amp;") || take(&p, end, "lt;") || take(&p, end, "gt;") ||
                    take(&p, end, "quot;"));
        } else if (take(&p, end, "</")) {
            const char *tag = take_name(&p, end);
            require(depth > 0 && open[--depth] == tag && take(&p, end, ">"));
        } else if (take(&p, end, "<")) {
            const char *tag = take_name(&p, end);
            require(depth < sizeof open / sizeof *open);
            open[depth++] = tag;
            while (p < end && *p == ' ')
                take_attribute(&p, end, tag);
            if (take(&p, end, "/"))
                depth--;
            require(take(&p, end, ">"));
        } else {
            require(*p != '>' && *p != '"');
            p++;
        }
    }
    require(depth == 0);
}

/* ------------------------------------------------------------------ formats */

static void check_format(const pith_page *page, pith_format format, const pith_options *options,
                         size_t len)
{
    struct fuzz_output output = {NULL, 0, 0};
    fuzz_append("", 0, &output);
    require(pith_render(page, format, options, fuzz_append, &output) == PITH_OK);
    const unsigned char *text = (const unsigned char *)output.text;
    require(output.len == 0 || pith__utf8_valid_prefix(text, output.len) == output.len);
    require(output.len == 0 || text[output.len - 1] == '\n');
    for (size_t i = 0; i < output.len; i++)
        require((text[i] >= ' ' && text[i] != 0x7F) || text[i] == '\n' || text[i] == '\t' ||
                format == PITH_FORMAT_JSON);
    if (format == PITH_FORMAT_HTML)
        check_html(output.text, output.len);
    require((double)output.len <= output_bound(len, format));
    free(output.text);
}

/* The pieces of every block together are its text. */
static void check_pieces(const pith_page *page)
{
    static const struct pith__render_options dress = {.links = true};
    struct pith__inline in;
    const pith_block *block;
    pith__inline_init(&in, page, &dress, NULL);
    in.whole = true;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        size_t at = 0;
        require(pith__inline_load(&in, i) == PITH_OK);
        for (size_t k = 0; k < in.pieces.len; k++) {
            const struct pith__piece *piece = pith__inline_pieces(&in) + k;
            require(piece->text == block->text + at);
            at += piece->len;
        }
        require(at == block->text_len);
    }
    pith__inline_deinit(&in);
}

/* The same page by the method perplexity: with marks, sentence by sentence or in other parts. */
static void check_marks(pith_context *context, const pith_page *page, size_t len)
{
    static const char *const pers[] = {"sentence", "block", "line"};
    struct fuzz_output output = {NULL, 0, 0};
    pith_options *options =
        fuzz_options("method", "perplexity", "perplexity.lang", "en", "perplexity.combine", "alone",
                     "perplexity.per", pers[len % 3], "perplexity.mark", "true", NULL);
    require(pith_context_decide(context, options, NULL) == PITH_OK);
    fuzz_append("", 0, &output);
    require(pith_render(page, PITH_FORMAT_HTML, NULL, fuzz_append, &output) == PITH_OK);
    check_html(output.text, output.len);
    require(pith_render(page, PITH_FORMAT_MARKDOWN, NULL, fuzz_append, &output) == PITH_OK);
    require(pith_render(page, PITH_FORMAT_TEXT, NULL, fuzz_append, &output) == PITH_OK);
    require(pith_render(page, PITH_FORMAT_JSON, NULL, fuzz_append, &output) == PITH_OK);
    free(output.text);
}

/* One context for all inputs, whose memory follows the longest of them. */
static struct meter meter;
static size_t longest;

static pith_context *metered_context(void)
{
    static pith_context *context;
    if (context == NULL) {
        context = meter_context(&meter);
        require(context != NULL);
    }
    return context;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t pick = size > 0 ? data[0] : 0;
    const pith_method_info *method = pith_method_at(pick & 7);
    const char *bytes = (const char *)data + (size > 0);
    size_t len = size - (size > 0);
    const char *metadata = options_flag(len / 3 % 2);
    char methods[32] = "all";
    if (method != NULL)
        snprintf(methods, sizeof methods, "%s%s", method->name, (pick & 8) != 0 ? ",all" : "");
    pith_options *options = fuzz_options(
        "deadline", "0", "method", methods, "reasons", "true", /* for what the explain page tells */
        "vote", pith_vote_name((pith_vote)((pick >> 4 & 3) % 3)), "filter",
        pith_filter_name((pith_filter)(len % 3)), "metadata", metadata, "url",
        len / 6 % 2 == 0 ? NULL : "https://www.example.org/a/b.html", "links",
        options_flag(pick >> 6 & 1), "images", options_flag(pick >> 7), "front-matter", metadata,
        NULL);
    pith_context *context = metered_context();
    const pith_page *page = NULL;
    require(pith_context_parse(context, bytes, len, options, &page, NULL) == PITH_OK);
    /* What is done picks len / 12: the length itself has picked options. */
    enum { THINGS = PITH__FORMAT_COUNT + 2 };
    for (unsigned format = 0; format < PITH__FORMAT_COUNT; format++) {
        if (fuzz_does(len / 12, THINGS, format))
            check_format(page, format, options, len);
    }
    if (fuzz_does(len / 12, THINGS, THINGS - 2))
        check_pieces(page);
    if (fuzz_does(len / 12, THINGS, THINGS - 1))
        check_marks(context, page, len);
    longest = len > longest ? len : longest;
    require((double)meter.peak <= memory_bound(longest, false));
    return 0;
}
