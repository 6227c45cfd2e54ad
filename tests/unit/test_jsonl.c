/*
 * test_jsonl.c - answers of `pith batch` to pages for which time runs out while they are written:
 * the status stands before what was cut short, and says so.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "io/jsonl.h"
#include "options_with.h"
#include "page.h"

#include <cmocka.h>

static bool has(const struct json_out *out, const char *word)
{
    char *text = strndup(out->data, out->len);
    bool found = strstr(text, word) != NULL;
    free(text);
    return found;
}

static enum jsonl_outcome answer(struct jsonl *jsonl, struct json_out *out)
{
    char line[2000] = "{\"id\":[7],\"html\":\"";
    struct pith__json json;
    enum pith__json_event event;
    for (int i = 0; i < 40; i++)
        strcat(line, "<p>Some words in a row here.");
    strcat(line, "\"}");
    json_out_reset(out, 0);
    out->limit = SIZE_MAX;
    enum jsonl_outcome outcome = jsonl_answer(
        jsonl, (struct jsonl_line){.data = line, .len = strlen(line), .line = 1, .number = 1}, out);
    assert_int_equal(out->data[out->len - 1], '\n');
    pith__json_init(&json, (struct pith__span){(unsigned char *)out->data, out->len});
    while ((event = pith__json_next(&json)) > PITH__JSON_END)
        ;
    assert_int_equal(event, PITH__JSON_END);
    return outcome;
}

/* By METHODS, which leave the page with STATUS when there is time enough. */
static void check_late_answers(const char *methods, const char *status)
{
    static const pith_format formats[] = {PITH_FORMAT_TEXT, PITH_FORMAT_MARKDOWN, PITH_FORMAT_HTML,
                                          PITH_FORMAT_CLEANEVAL, PITH_FORMAT_JSON};
    static const char late[] = "{\"id\":[7],\"status\":\"partial\",\"reason\":\"deadline\",";
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct jsonl_job job = {.options = options_with("method", methods, "deadline", "0", NULL),
                                .format = formats[i],
                                .max_line = 10000,
                                .max_answer = SIZE_MAX};
        struct json_out out = {.limit = SIZE_MAX};
        struct jsonl jsonl;
        assert_true(jsonl_init(&jsonl, &job));
        const enum jsonl_outcome in_time = answer(&jsonl, &out);
        assert_true(has(&out, status));
        size_t whole = out.len;
        uint64_t work = pith__context_clock(jsonl.context)->work;
        uint64_t rendered = pith__context_clock(jsonl.context)->rendered - work;
        for (uint64_t stop = 1; stop < rendered; stop += 7) {
            pith__context_stop_at(jsonl.context, work + stop, true);
            enum jsonl_outcome outcome = answer(&jsonl, &out);
            if (outcome == in_time) { /* the clock is looked at between blocks */
                assert_int_equal(out.len, whole);
                continue;
            }
            assert_int_equal(outcome, JSONL_PARTIAL);
            assert_true(has(&out, late));
            assert_false(has(&out, status));
            assert_true(out.len < whole + sizeof late);
        }
        pith__context_stop_at(jsonl.context, work + 1, true);
        assert_int_equal(answer(&jsonl, &out), JSONL_PARTIAL);
        json_out_deinit(&out);
        jsonl_deinit(&jsonl);
    }
}

static void late_answers_are_partial(void **state)
{
    (void)state;
    check_late_answers("all", "{\"id\":[7],\"status\":\"ok\",\"confidence\":");
}

static void late_answers_without_text_are_partial(void **state)
{
    (void)state;
    check_late_answers(
        "minwords", "{\"id\":[7],\"status\":\"empty\",\"reason\":\"no-content\",\"confidence\":");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(late_answers_are_partial),
                                       cmocka_unit_test(late_answers_without_text_are_partial)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
