/*
 * fuzz_set.c - any bytes as a line of a labelled set, as an answer, as a page in a folder and its
 * truth; checks what must hold for every page.
 *
 * For the folders the first half of the input is the truth, the rest the page.
 */
#include "base/utf8.h"
#include "eval/set_form.h"
#include "eval/site.h"
#include "fuzz.h"

static void check_text(struct pith__span text)
{
    require(text.len == 0 || text.ptr != NULL);
    require(pith__utf8_valid_prefix(text.ptr, text.len) == text.len);
}

static void check_word(const char *word)
{
    check_text((struct pith__span){(const unsigned char *)word, strlen(word)});
}

static void check_segments(const struct set_segment *segments, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        require(segments[i].kind == 0 || strchr("phl", segments[i].kind) != NULL);
        check_text(segments[i].text);
    }
}

static void check_page(const struct set_page *page)
{
    check_word(page->id);
    check_text(page->text);
    if (page->html_is_utf8)
        check_text(page->html);
    check_segments(page->segments, page->segment_count);
    for (size_t i = 0; i < page->field_count; i++) {
        check_word(page->fields[i].name);
        check_word(page->fields[i].value);
    }
    for (size_t i = 0; i < page->block_count; i++) {
        require(page->blocks[i].class < SET_CLASSES);
        check_text(page->blocks[i].text);
    }
    for (size_t i = 0; i < page->with_count; i++)
        check_text(page->with[i]);
    for (size_t i = 0; i < page->without_count; i++)
        check_text(page->without[i]);
    set_page_matches(page, "id=1");
}

static void check_site(struct pith__span url)
{
    struct pith__span site = site_of(url);
    require(site.len == 0 || (site.ptr >= url.ptr && site.ptr + site.len <= url.ptr + url.len));
}

/* Parses with and without the page; both know the same of the truth. */
static void parse(struct set_page *page, const struct set_raw *raw)
{
    bool good = set_page_parse(page, raw, true);
    size_t len = page->text.len;
    size_t fields = page->field_count;
    require(good == (page->error[0] == '\0'));
    if (good)
        check_page(page);
    require(set_page_parse(page, raw, false) == good);
    require(!good || (page->text.len == len && page->field_count == fields));
}

static void parse_answer(struct pith__span line)
{
    struct pith__arena arena;
    struct answer answer;
    char error[200];
    pith__arena_init(&arena, &pith__allocator_default);
    if (set_answer_parse(&arena, line, 2, &answer, error, sizeof error)) {
        check_word(answer.id);
        check_text(answer.text);
        check_segments(answer.segments, answer.segment_count);
    }
    pith__arena_deinit(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct set_form *const folders[] = {&set_form_folder, &set_form_cleaneval,
                                                     &set_form_l3s};
    char *bytes = (char *)(uintptr_t)data; /* nobody writes to it */
    struct set_page page;
    set_page_init(&page);
    parse(&page, &(struct set_raw){.file = "set", .line = 1, .data = bytes, .len = size});
    parse_answer((struct pith__span){data, size});
    check_site((struct pith__span){data, size});
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        parse(&page, &(struct set_raw){.form = folders[i],
                                       .file = "page",
                                       .id = "1",
                                       .truth = bytes,
                                       .truth_len = size / 2,
                                       .data = bytes + size / 2,
                                       .len = size - size / 2});
    set_page_deinit(&page);
    return 0;
}
