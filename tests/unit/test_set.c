/*
 * test_set.c - labelled pages in their four forms, answers of other programs, sites of addresses.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <zlib.h>

#include "base/utf8.h"
#include "eval/set_form.h"
#include "eval/site.h"
#include "folder.h"
#include "scarce.h"

#include <cmocka.h>

static struct folder folder;

static int make_folder(void **state)
{
    (void)state;
    folder_make(&folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    folder_remove(&folder);
    return 0;
}

static struct pith__span span_of(const char *text)
{
    return (struct pith__span){(const unsigned char *)text, strlen(text)};
}

static void check_span(struct pith__span span, const char *wanted)
{
    assert_int_equal(span.len, strlen(wanted));
    assert_memory_equal(span.ptr, wanted, span.len);
    assert_int_equal(pith__utf8_valid_prefix(span.ptr, span.len), span.len);
}

/* ---------------------------------------------------------------- lines */

/* Parses a line that is a copy of exact size, so that ASan sees reads beyond it. */
struct line {
    struct set_raw raw;
    struct set_page page;
};

static bool parse_bytes(struct line *line, const char *bytes, size_t len, uint64_t number,
                        bool html)
{
    line->raw = (struct set_raw){.file = "some.jsonl", .line = number};
    line->raw.data = malloc(len + (len == 0));
    line->raw.len = len;
    assert_non_null(line->raw.data);
    memcpy(line->raw.data, bytes, len);
    set_page_init(&line->page);
    return set_page_parse(&line->page, &line->raw, html);
}

static bool parse(struct line *line, const char *text)
{
    return parse_bytes(line, text, strlen(text), 7, true);
}

static void end(struct line *line)
{
    set_page_deinit(&line->page);
    set_raw_deinit(&line->raw);
}

static const char full[] =
    "{\"id\": \"a\\u00e9\", \"html\": \"<p>One\\ntwo\", \"text\": \"One two\", \"url\": "
    "\"http://x.example/\", \"flags\": [\"new\", 3, null, [1], {\"a\":2}, true], \"lang\": null, "
    "\"words\": 1.50, \"deep\": {\"id\": 9}, \"good\": false,"
    "\"segments\": [[\"h\", \"One\"], [\"P\", \"two\\u0021\"], {\"tag\": \"<l>\", \"text\": "
    "\"three\", \"n\": [1]}, \"none\", [null, \"x\", \"four\"]],"
    "\"blocks\": [[2, \"One two\"], [\"x-nc-sel0\", \"menu\"], {\"text\": \"c\", \"class\": 5}],"
    "\"with\": [\"One\", \"t\\\"o\"], \"without\": [\"menu\"]}";

static void test_a_full_line(void **state)
{
    (void)state;
    static const char *const fields[][2] = {{"id", "a\303\251"}, {"url", "http://x.example/"},
                                            {"flags", "new"},    {"flags", "3"},
                                            {"flags", "None"},   {"flags", "true"},
                                            {"lang", "None"},    {"words", "1.50"},
                                            {"good", "false"}};
    struct line line;
    assert_true(parse(&line, full));
    const struct set_page *page = &line.page;
    assert_string_equal(page->file, "some.jsonl");
    assert_int_equal(page->line, 7);
    assert_string_equal(page->id, "a\303\251");
    assert_true(page->has_html && page->html_is_utf8 && page->has_text);
    check_span(page->html, "<p>One\ntwo");
    check_span(page->text, "One two");
    assert_int_equal(page->field_count, sizeof fields / sizeof *fields);
    for (size_t i = 0; i < page->field_count; i++) {
        assert_string_equal(page->fields[i].name, fields[i][0]);
        assert_string_equal(page->fields[i].value, fields[i][1]);
    }
    assert_true(page->has_segments);
    assert_int_equal(page->segment_count, 5);
    static const char kinds[] = {'h', 'p', 'l', 0, 0};
    static const char *const segments[] = {"One", "two!", "three", "none", "four"};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(page->segments[i].kind, kinds[i]);
        check_span(page->segments[i].text, segments[i]);
    }
    assert_int_equal(page->block_count, 3);
    assert_int_equal(page->blocks[0].class, SET_FULL_TEXT);
    assert_int_equal(page->blocks[1].class, SET_NOT_CONTENT);
    check_span(page->blocks[1].text, "menu");
    assert_int_equal(page->blocks[2].class, SET_COMMENT);
    assert_true(page->has_snippets);
    assert_int_equal(page->with_count, 2);
    check_span(page->with[1], "t\"o");
    assert_int_equal(page->without_count, 1);
    check_span(page->without[0], "menu");
    end(&line);
}

static void test_a_line_is_not_changed(void **state)
{
    (void)state;
    struct line line;
    assert_true(parse(&line, full));
    assert_memory_equal(line.raw.data, full, sizeof full - 1);
    assert_true(set_page_parse(&line.page, &line.raw, false));
    assert_true(line.page.has_html);
    assert_int_equal(line.page.html.len, 0);
    check_span(line.page.text, "One two");
    assert_true(set_page_parse(&line.page, &line.raw, true));
    check_span(line.page.html, "<p>One\ntwo");
    end(&line);
}

static void test_what_may_be_missing(void **state)
{
    (void)state;
    struct line line;
    assert_true(parse(&line, "{\"id\": -12e3, \"text\": \"\"}"));
    assert_string_equal(line.page.id, "-12e3");
    assert_false(line.page.has_html);
    assert_true(line.page.has_text);
    assert_false(line.page.has_segments || line.page.has_snippets);
    end(&line);
    assert_true(parse(&line, "{\"id\":1,\"html\":null,\"with\":[\"a\"],\"segments\":null}"));
    assert_false(line.page.has_html || line.page.has_text || line.page.has_segments);
    end(&line);
    /* The text is made of what there is. */
    assert_true(parse(&line, "{\"id\":1,\"segments\":[[\"h\",\"A\"],[\"p\",\"B\"]]}"));
    check_span(line.page.text, "A\n\nB");
    end(&line);
    assert_true(parse(&line, "{\"id\":1,\"segments\":[]}"));
    assert_true(line.page.has_text && line.page.has_segments);
    end(&line);
    assert_true(parse(&line, "{\"id\":1,\"blocks\":[[0,\"m\"],[1,\"A\"],[4,\"r\"],[3,\"B\"]]}"));
    check_span(line.page.text, "A\nB");
    end(&line);
    /* The last of two counts. */
    assert_true(
        parse(&line, "{\"id\":1,\"text\":\"a\",\"text\":\"b\",\"with\":[\"x\"],\"with\":[]}"));
    check_span(line.page.text, "b");
    assert_int_equal(line.page.with_count, 0);
    end(&line);
}

static void test_text_is_valid(void **state)
{
    (void)state;
    struct line line;
    static const char bad[] = "{\"id\":\"a\\u0000b\377\",\"text\":\"x\\ud800y\\udc00\303z\\u0000\","
                              "\"html\":\"\300\200\\\"\",\"with\":[\"\355\240\200\"],"
                              "\"segments\":[[\"p\",\"\377\"]],\"n\377\":\"\\u0000\"}";
    assert_true(parse_bytes(&line, bad, sizeof bad - 1, 7, true));
    assert_string_equal(line.page.id, "a\357\277\275b\357\277\275");
    assert_int_equal(line.page.text.len, 3 * 3 + 4);
    assert_memory_equal(line.page.text.ptr, "x\357\277\275y\357\277\275\357\277\275z\0", 13);
    check_span(line.page.html, "\357\277\275\357\277\275\"");
    check_span(line.page.with[0], "\357\277\275\357\277\275\357\277\275");
    check_span(line.page.segments[0].text, "\357\277\275");
    assert_string_equal(line.page.fields[1].name, "n\357\277\275");
    assert_string_equal(line.page.fields[1].value, "\357\277\275");
    end(&line);
}

static void check_wrong(const char *text, size_t len, const char *error)
{
    struct line line;
    assert_false(parse_bytes(&line, text, len, 7, true));
    assert_string_equal(line.page.error, error);
    assert_string_equal(line.page.file, "some.jsonl");
    assert_int_equal(line.page.line, 7);
    assert_non_null(line.page.id);
    end(&line);
}

static void test_lines_that_are_no_pages(void **state)
{
    (void)state;
    static const char *const lines[][2] = {
        {"", "invalid JSON: the text ends where a value is expected at byte 0"},
        {"[1]", "not a JSON object"},
        {"\"x\"", "not a JSON object"},
        {"{\"id\":1", "invalid JSON: the text ends in an object at byte 7"},
        {"{\"id\":1,\"text\":\"abc", "invalid JSON: the text ends in a string at byte 19"},
        {"{\"id\":1,\"text\":\"\"} x", "invalid JSON: text after the end at byte 19"},
        {"{\"id\":1,\"with\":[\"a\"", "invalid JSON: the text ends in an array at byte 19"},
        {"{\"id\":1,\"blocks\":[[1,\"a\"", "invalid JSON: the text ends in an array at byte 24"},
        {"{\"id\":1,\"segments\":[{\"text\"}]}",
         "invalid JSON: expected ':' after a key at byte 27"},
        {"{\"id\":1,\"flags\":[tru]}", "invalid JSON: a value that JSON does not have at byte 17"},
        {"{\"text\":\"\"}", "there is no \"id\""},
        {"{\"id\":null,\"text\":\"\"}", "\"id\" is not a string or a number"},
        {"{\"id\":1,\"html\":2}", "\"html\" is not a string"},
        {"{\"id\":1,\"text\":[]}", "\"text\" is not a string"},
        {"{\"id\":1,\"html\":\"\"}", "a page without ground truth: there is no \"text\""},
        {"{\"id\":1,\"segments\":[[\"p\"]]}",
         "\"segments\" is not a list of pairs such as [\"p\", \"A paragraph\"]"},
        {"{\"id\":1,\"segments\":{}}",
         "\"segments\" is not a list of pairs such as [\"p\", \"A paragraph\"]"},
        {"{\"id\":1,\"blocks\":[[6,\"a\"]]}",
         "\"blocks\" is not a list of pairs such as [2, \"A block of class 0 to 5\"]"},
        {"{\"id\":1,\"blocks\":[[12,\"a\"]]}",
         "\"blocks\" is not a list of pairs such as [2, \"A block of class 0 to 5\"]"},
        {"{\"id\":1,\"blocks\":[\"a\"]}",
         "\"blocks\" is not a list of pairs such as [2, \"A block of class 0 to 5\"]"},
        {"{\"id\":1,\"with\":\"a\"}", "\"with\" is not a list of strings"},
        {"{\"id\":1,\"without\":[1]}", "\"without\" is not a list of strings"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        check_wrong(lines[i][0], strlen(lines[i][0]), lines[i][1]);
    check_wrong("{\"id\":1,\"text\":\"a\0b\"}", 21,
                "invalid JSON: a control character in a string at byte 17");
    /* A line may end anywhere. */
    for (size_t len = 0; len < sizeof full - 1; len++) {
        struct line line;
        assert_false(parse_bytes(&line, full, len, 7, true));
        assert_string_not_equal(line.page.error, "");
        end(&line);
    }
}

static void test_where(void **state)
{
    (void)state;
    static const struct {
        const char *where;
        bool matches;
    } cases[] = {
        {"id=a\303\251", true}, {"id=a", false},      {"id!=a", true},
        {"flags=new", true},    {"flags=3", true},    {"flags=4", false},
        {"flags!=4", true},     {"flags!=3", false},  {"lang=None", true},
        {"lang!=None", false},  {"lang=null", false}, {"nothing=None", true},
        {"nothing=", false},    {"nothing!=x", true}, {"good=false", true},
        {"words=1.50", true},   {"words=1.5", false}, {"url=http://x.example/", true},
        {"nothing", false},     {"", false},          {"=None", true},
    };
    struct line line;
    assert_true(parse(&line, full));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(set_page_matches(&line.page, cases[i].where), cases[i].matches);
    end(&line);
}

/* ---------------------------------------------------------------- sets */

/* Reads a set and writes of each page: id=text[|kind:segment...] or file's end:line!error. */
static void read_set(struct set *set, char *out, size_t room)
{
    struct set_raw raw = {0};
    struct set_page page;
    size_t len = 0;
    double progress = 0;
    set_page_init(&page);
    out[0] = '\0';
    while (set_next(set, &raw)) {
        if (!set_page_parse(&page, &raw, true)) {
            const char *name = strrchr(page.file, '/');
            len +=
                (size_t)snprintf(out + len, room - len, "%s:%d!%s\n",
                                 name != NULL ? name + 1 : page.file, (int)page.line, page.error);
            continue;
        }
        len += (size_t)snprintf(out + len, room - len, "%s=%.*s", page.id, (int)page.text.len,
                                (const char *)page.text.ptr);
        for (size_t i = 0; i < page.segment_count; i++)
            len += (size_t)snprintf(out + len, room - len, "|%c:%.*s",
                                    page.segments[i].kind != 0 ? page.segments[i].kind : '-',
                                    (int)page.segments[i].text.len,
                                    (const char *)page.segments[i].text.ptr);
        for (size_t i = 0; i < page.block_count; i++)
            len += (size_t)snprintf(out + len, room - len, "|%d:%.*s", (int)page.blocks[i].class,
                                    (int)page.blocks[i].text.len,
                                    (const char *)page.blocks[i].text.ptr);
        for (size_t i = 1; i < page.field_count; i++)
            len += (size_t)snprintf(out + len, room - len, "|%s=%s", page.fields[i].name,
                                    page.fields[i].value);
        len += (size_t)snprintf(out + len, room - len, "\n");
        assert_true(set_progress(set) >= progress);
        progress = set_progress(set);
    }
    assert_false(set_next(set, &raw));
    set_page_deinit(&page);
    set_raw_deinit(&raw);
}

static void check_set(const char *path, const char *name, const char *wanted)
{
    char error[300] = "";
    char out[2000];
    struct set *set = set_open(path, error, sizeof error);
    assert_string_equal(error, "");
    assert_non_null(set);
    assert_string_equal(set_name(set), name);
    read_set(set, out, sizeof out);
    assert_string_equal(out, wanted);
    set_close(set);
}

static void check_no_set(const char *path, const char *wanted)
{
    char error[300] = "";
    assert_null(set_open(path, error, sizeof error));
    assert_string_equal(error, wanted);
}

static void test_a_file_of_lines(void **state)
{
    (void)state;
    static const char lines[] = "\xEF\xBB\xBF\r\n\n{\"id\":1,\"text\":\"a\"}\r\n{\"id\":2,\n  \n\n"
                                "{\"id\":2,\"text\":\"b\",\"x\":1}\n{\"id\":\"3\",\"text\":\"c\"}";
    check_set(
        folder_text(&folder, "my.set.jsonl", lines), "my.set",
        "1=a\nmy.set.jsonl:4!invalid JSON: the text ends in an object at byte 8\n2=b|x=1\n3=c\n");
    check_set(folder_text(&folder, "bom", "\xEF\xBB\xBF{\"id\":1,\"text\":\"a\"}"), "bom", "1=a\n");
}

static void test_a_packed_file(void **state)
{
    (void)state;
    static const char lines[] = "{\"id\":1,\"text\":\"a\"}\n{\"id\":2,\"text\":\"b\"}\n";
    unsigned char packed[300];
    z_stream stream = {.next_in = (unsigned char *)(uintptr_t)lines,
                       .avail_in = sizeof lines - 1,
                       .next_out = packed,
                       .avail_out = sizeof packed};
    assert_int_equal(deflateInit2(&stream, 0, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
                     Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    deflateEnd(&stream);
    size_t len = sizeof packed - stream.avail_out;
    check_set(folder_write(&folder, "set.jsonl.gz", packed, len), "set", "1=a\n2=b\n");
    check_set(folder_write(&folder, "set.jsonl.gz", packed, len - 14), "set",
              "1=a\nset.jsonl.gz:2!truncated gzip data; the rest of the file cannot be read\n");
    check_set(folder_write(&folder, "set.jsonl.gz", packed, 12), "set",
              "set.jsonl.gz:1!truncated gzip data; the rest of the file cannot be read\n");
}

static void test_files_that_are_no_sets(void **state)
{
    (void)state;
    static const char no_set[] = "not a labelled set: line 1 is not a JSON object with \"id\", "
                                 "\"html\" and \"text\"";
    check_no_set(folder_path(&folder, "nowhere"), "no such file or folder; check its name");
    check_no_set(folder_text(&folder, "empty.jsonl", ""), "the file is empty");
    check_no_set(folder_text(&folder, "empty.jsonl", " \r\n\n"), "the file is empty");
    check_no_set(folder_text(&folder, "page.html", "<html>"), no_set);
    check_no_set(folder_write(&folder, "nul", "\0\0\n", 3), no_set);
    folder_sub(&folder, "none");
    folder_text(&folder, "none/readme.txt", "no page");
    folder_text(&folder, "none/.html", "no page");
    check_no_set(
        folder_path(&folder, "none"),
        "the folder has no labelled pages: neither NAME.html with NAME.txt, nor orig/ with "
        "clean/, nor annotated/");
}

static void test_pages_and_texts(void **state)
{
    (void)state;
    folder_sub(&folder, "pairs");
    folder_text(&folder, "pairs/p10.html", "<p>x");
    folder_text(&folder, "pairs/p10.txt", "\xEF\xBB\xBFten");
    folder_text(&folder, "pairs/p9.htm", "<p>x");
    folder_write(&folder, "pairs/p9.TXT", "\377\376n\0", 4);
    folder_text(&folder, "pairs/q.xhtml", "<p>x");
    folder_text(&folder, "pairs/q.txt", "caf\351 \200");
    folder_text(&folder, "pairs/r.html", "<p>x");
    folder_text(&folder, "pairs/r.txt", "\303\251\303\251 \351");
    folder_text(&folder, "pairs/a.txt", "");
    folder_text(&folder, "pairs/b.html", "");
    folder_text(&folder, "pairs/q.html", "");
    folder_text(&folder, "pairs/z.html", "");
    folder_text(&folder, "pairs/z.txt", "");
    folder_text(&folder, "pairs/notes.md", "");
    check_set(
        folder_path(&folder, "pairs"), "pairs",
        "a.txt:0!ground truth without a page\nb.html:0!a page without ground truth\np9=n\np10=ten\n"
        "q=caf\303\251 \342\202\254\n"
        "q.xhtml:0!another file has the same name except for its extension\n"
        "r=\303\251\303\251 \357\277\275\nz=\n");
}

static void test_cleaneval(void **state)
{
    (void)state;
    struct set_raw raw = {0};
    struct set_page page;
    char error[300];
    folder_sub(&folder, "clean");
    folder_sub(&folder, "clean/orig");
    folder_sub(&folder, "clean/clean");
    folder_text(&folder, "clean/orig/10.html",
                "\n<text id=\"http://a.example/\" title=\"1 > 2\" encoding='latin1'><p>x</text>\n");
    folder_text(&folder, "clean/clean/10-cleaned.txt",
                "\n  URL: http://b.example/ \n\n<h>Tit\351\n\n<P> One\n two\r\n\r three\n<p>\n<l>\n"
                "<h><l>item <p>\n");
    folder_text(&folder, "clean/orig/9.html", "<text>y</text>");
    folder_text(&folder, "clean/clean/9.txt", "URL: http://b.example/\nbefore\n<p>URL: after");
    folder_text(&folder, "clean/clean/8.txt", "");
    check_set(folder_path(&folder, "clean/"), "clean",
              "8.txt:0!ground truth without a page\n"
              "9=before\n\nURL: after|-:before|p:URL: after|url=http://b.example/\n"
              "10=Tit\303\251\n\nOne two three\n\nitem <p>|h:Tit\303\251|p:One two three|l:item <p>"
              "|encoding=latin1|url=http://a.example/\n");
    set_page_init(&page);
    struct set *set = set_open(folder_path(&folder, "clean"), error, sizeof error);
    assert_true(set_next(set, &raw) && set_next(set, &raw));
    assert_true(set_page_parse(&page, &raw, true));
    assert_true(page.has_html && !page.html_is_utf8);
    check_span(page.html, "<text>y</text>"); /* without attributes it is the page's own */
    assert_true(set_next(set, &raw));
    assert_true(set_page_parse(&page, &raw, true));
    check_span(page.html, "<p>x");
    assert_true(set_page_parse(&page, &raw, false));
    check_span(page.html, "");
    set_page_deinit(&page);
    set_raw_deinit(&raw);
    set_close(set);
}

static const char annotated[] =
    "<html><head><title>t</title></head><body><div><span class=\"x-nc-sel0\">Menu</span> | "
    "<a>more</a></div><h1><span class=\"x-nc-sel1\">A <b>head</b>line</span></h1><p>- <span "
    "class=\"big x-nc-sel3\">By Me</span> &mdash; <span class=\"x-nc-sel2\">Text &amp; text, <span "
    "class=\"x-nc-sel9\">yes</span></span>\n<span class=\"x-nc-sel2\">and<script>no</script> "
    "more.</span><br><span class=\"x-nc-sel5\">Comment <span class=\"x-nc-sel4\">related</span> "
    "comment</span><p>&#183;</p></body></html>";

static void test_l3s(void **state)
{
    (void)state;
    static const char wanted[] =
        "A headline\n- By Me \342\200\224\nText & text, yes and more.|0:Menu | more|1:A headline|3:"
        "- By Me \342\200\224|2:Text & text, yes and "
        "more.|5:Comment|4:related|5:comment|0:\302\267";
    struct set_raw raw = {0};
    struct set_page page;
    char error[300];
    char all[1200];
    folder_sub(&folder, "l3s");
    folder_sub(&folder, "l3s/annotated");
    folder_text(&folder, "l3s/annotated/u-2.html", annotated);
    folder_text(&folder, "l3s/annotated/u-1.html", annotated);
    folder_text(&folder, "l3s/annotated/u-3.html", "");
    snprintf(all, sizeof all, "u-1=%s\nu-2=%s\nu-3=\n", wanted, wanted);
    check_set(folder_path(&folder, "l3s"), "l3s", all);

    folder_sub(&folder, "l3s/original");
    folder_text(&folder, "l3s/original/u-2.html", "<p>the original");
    folder_text(&folder, "l3s/original/u-4.html", "<p>alone");
    folder_text(
        &folder, "l3s/url-mapping.txt",
        "<urn:uuid:u-2> http://a.example/x y \r\n\nu-1\n<u-1>\n<urn:uuid:u-9> z\n<u-2> z\n");
    snprintf(
        all, sizeof all,
        "u-1=%s\nu-2=%s|url=http://a.example/x y\nu-3=\nu-4.html:0!a page without ground truth\n",
        wanted, wanted);
    check_set(folder_path(&folder, "l3s"), "l3s", all);

    set_page_init(&page);
    struct set *set = set_open(folder_path(&folder, "l3s"), error, sizeof error);
    assert_true(set_next(set, &raw) && set_page_parse(&page, &raw, true));
    check_span(page.html, annotated);
    assert_true(set_next(set, &raw) && set_page_parse(&page, &raw, true));
    check_span(page.html, "<p>the original");
    set_page_deinit(&page);
    set_raw_deinit(&raw);
    set_close(set);
}

/* ---------------------------------------------------------------- answers */

static char noted[1000];

static void note(const char *file, uint64_t line, const char *message)
{
    size_t len = strlen(noted);
    const char *name = strrchr(file, '/');
    snprintf(noted + len, sizeof noted - len, "%s:%d: %s\n", name != NULL ? name + 1 : file,
             (int)line, message);
}

static const char answer_lines[] =
    "{\"id\":\"b\",\"text\":\"plain\",\"html\":[1,{}]}\n"
    "{\"id\":7,\"text\":\"\\u00e9\377\",\"segments\":[[\"p\",\"x\"],[\"h\",\"\\n\"]]}\n"
    "\n"
    "{\"id\":\"c\",\"segments\":[[\"h\",\"A\"],[\"p\",\"B\"]]}\n"
    "{\"id\":\"b\",\"text\":\"again\"}\n"
    "{\"id\":\"d\",\"status\":\"error\"}\n"
    "{\"text\":\"\"}\n"
    "{\"id\":\"e\",\"text\":null}\n"
    "{\"id\":\"f\",\"text\":1}\n"
    "[]\n"
    "{\"id\":\"g\",\"text\":\"";

static void test_answers(void **state)
{
    (void)state;
    size_t broken;
    noted[0] = '\0';
    struct answers *answers =
        answers_read(folder_text(&folder, "answers", answer_lines), note, &broken);
    assert_non_null(answers);
    assert_string_equal(noted, "answers:6: there is no \"text\" and there are no \"segments\"\n"
                               "answers:7: there is no \"id\"\n"
                               "answers:9: \"text\" has the wrong type\n"
                               "answers:10: not a JSON object\n"
                               "answers:11: invalid JSON: the text ends in a string at byte 18\n"
                               "answers:5: the id \"b\" was already answered in line 1\n");
    assert_int_equal(broken, 6);
    const struct answer *answer = answers_find(answers, "b");
    assert_non_null(answer);
    assert_string_equal(answer->id, "b");
    check_span(answer->text, "plain");
    assert_false(answer->has_segments);
    answer = answers_find(answers, "7");
    assert_non_null(answer);
    check_span(answer->text, "\303\251\357\277\275");
    assert_true(answer->has_segments);
    assert_int_equal(answer->segment_count, 2);
    assert_int_equal(answer->segments[0].kind, 'p');
    check_span(answer->segments[0].text, "x");
    check_span(answer->segments[1].text, "\n");
    answer = answers_find(answers, "c");
    assert_non_null(answer);
    check_span(answer->text, "A\n\nB");
    answer = answers_find(answers, "e");
    assert_non_null(answer);
    check_span(answer->text, "");
    assert_null(answers_find(answers, "d"));
    assert_null(answers_find(answers, ""));
    answers_free(answers);
    answers_free(NULL);
    answers = answers_read(folder_text(&folder, "answers", ""), note, &broken);
    assert_null(answers_find(answers, "a"));
    answers_free(answers);
    assert_null(answers_read(folder_path(&folder, "nowhere"), note, &broken));
    assert_int_equal(errno, ENOENT);
}

/* ---------------------------------------------------------------- memory */

/* Every call for memory fails once: it is said, nothing is lost, and no page has wrong content. */
static void check_no_memory(const char *path)
{
    bool failed = true;
    for (size_t call = 1; failed; call++) {
        struct set_raw raw = {0};
        struct set_page page;
        char error[300] = "";
        size_t wrong = 0;
        set_page_init(&page);
        scarce_fail(call);
        struct set *set = set_open(path, error, sizeof error);
        while (set != NULL && set_next(set, &raw))
            wrong += !set_page_parse(&page, &raw, true);
        failed = scarce_failed();
        scarce_fail(0);
        if (set == NULL)
            assert_string_not_equal(error, "");
        assert_true(set == NULL ? failed : wrong > 0 || !failed);
        set_page_deinit(&page);
        set_raw_deinit(&raw);
        set_close(set);
        assert_true(call < 1000);
    }
}

static void test_no_memory(void **state)
{
    (void)state;
    char lines[2 * sizeof full + 2];
    snprintf(lines, sizeof lines, "%s\n%s\n", full, full);
    check_no_memory(folder_text(&folder, "memory.jsonl", lines));
    folder_sub(&folder, "memory");
    folder_text(&folder, "memory/a.html", "<p>x");
    folder_text(&folder, "memory/a.txt", "\351");
    check_no_memory(folder_path(&folder, "memory"));
    folder_sub(&folder, "memory/orig");
    folder_sub(&folder, "memory/clean");
    folder_text(&folder, "memory/orig/1.html", "<text id='a' encoding='b'>x</text>");
    folder_text(&folder, "memory/clean/1.txt", "URL: a\n<p>x\ny\n<h>z");
    check_no_memory(folder_path(&folder, "memory"));
    bool failed = true;
    for (size_t call = 1; failed; call++) {
        size_t broken = 0;
        const char *file = folder_text(&folder, "answers", answer_lines);
        noted[0] = '\0';
        scarce_fail(call);
        struct answers *answers = answers_read(file, note, &broken);
        failed = scarce_failed();
        scarce_fail(0);
        assert_true(!failed || answers == NULL || strstr(noted, "not enough memory") != NULL);
        answers_free(answers);
    }
}

static void test_no_memory_l3s(void **state)
{
    (void)state;
    folder_sub(&folder, "l");
    folder_sub(&folder, "l/annotated");
    folder_text(&folder, "l/annotated/1.html", annotated);
    folder_text(&folder, "l/url-mapping.txt", "<1> http://a.example/");
    check_no_memory(folder_path(&folder, "l"));
}

/* ---------------------------------------------------------------- sites */

static void test_sites(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"https://www.example.co.uk/a", "example.co.uk"},
        {"http://example.org", "example.org"},
        {"http://a.b.example.org:8080/x", "example.org"},
        {"//cdn.example.org?x", "example.org"},
        {"http://co.uk/", "co.uk"},
        {"http://www.com.au.example.com/", "example.com"},
        {"http://news.abc.net.au./x", "abc.net.au"},
        {"http://me:pw@www.example.de/@x", "example.de"},
        {"http://WWW.Example.CO.JP#x", "Example.CO.JP"},
        {"http://blog.co.com/", "co.com"},
        {"http://localhost:80/", "localhost"},
        {"http://192.168.0.1/x", "192.168.0.1"},
        {"http://[::1]:80/", "[::1]"},
        {"file:///x/y", ""},
        {"/a/b", ""},
        {"example.org/a", ""},
        {"mailto:me@example.org", ""},
        {"http:/x", ""},
        {"http://", ""},
        {"http://./", ""},
        {"http://.org/", ".org"},
        {"", ""},
        {":", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_span(site_of(span_of(cases[i][0])), cases[i][1]);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_full_line),
        cmocka_unit_test(test_a_line_is_not_changed),
        cmocka_unit_test(test_what_may_be_missing),
        cmocka_unit_test(test_text_is_valid),
        cmocka_unit_test(test_lines_that_are_no_pages),
        cmocka_unit_test(test_where),
        IN_FOLDER(test_a_file_of_lines),
        IN_FOLDER(test_a_packed_file),
        IN_FOLDER(test_files_that_are_no_sets),
        IN_FOLDER(test_pages_and_texts),
        IN_FOLDER(test_cleaneval),
        IN_FOLDER(test_l3s),
        IN_FOLDER(test_answers),
        IN_FOLDER(test_no_memory),
        IN_FOLDER(test_no_memory_l3s),
        cmocka_unit_test(test_sites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
