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
#include "jsonl.h"
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

static void late_answers_are_partial(void **state)
{
    (void)state;
    static const pith_format formats[] = {PITH_FORMAT_TEXT, PITH_FORMAT_MARKDOWN, PITH_FORMAT_HTML,
                                          PITH_FORMAT_CLEANEVAL, PITH_FORMAT_JSON};
    static const char late[] = "{\"id\":[7],\"status\":\"partial\",\"reason\":\"deadline\",";
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct jsonl_job job = {.format = formats[i], .max_line = 10000, .max_answer = SIZE_MAX};
        struct json_out out = {.limit = SIZE_MAX};
        struct jsonl jsonl;
        pith_options_init(&job.options);
        job.options.methods = PITH_METHOD_ALL;
        job.options.deadline_ms = 0;
        assert_true(jsonl_init(&jsonl, &job));
        assert_int_equal(answer(&jsonl, &out), JSONL_OK);
        assert_true(has(&out, "{\"id\":[7],\"status\":\"ok\",\"confidence\":"));
        size_t whole = out.len;
        uint64_t work = pith__context_clock(jsonl.context)->work;
        uint64_t rendered = pith__context_clock(jsonl.context)->rendered - work;
        for (uint64_t stop = 1; stop < rendered; stop += 7) {
            pith__context_stop_at(jsonl.context, work + stop, true);
            enum jsonl_outcome outcome = answer(&jsonl, &out);
            if (outcome == JSONL_OK) { /* the clock is looked at between blocks */
                assert_int_equal(out.len, whole);
                continue;
            }
            assert_int_equal(outcome, JSONL_PARTIAL);
            assert_true(has(&out, late));
            assert_false(has(&out, "\"ok\""));
            assert_true(out.len < whole + sizeof late);
        }
        pith__context_stop_at(jsonl.context, work + 1, true);
        assert_int_equal(answer(&jsonl, &out), JSONL_PARTIAL);
        json_out_deinit(&out);
        jsonl_deinit(&jsonl);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(late_answers_are_partial)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
