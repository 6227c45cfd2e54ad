/*
 * fuzz_jsonl.c - any bytes as lines of `pith batch --jsonl`: each gets one line, which is JSON.
 *
 * The first byte picks the format and what else is asked for, the rest are the lines.
 */
#include "base/json.h"
#include "base/utf8.h"
#include "fuzz.h"
#include "io/jsonl.h"

/* One object on one line, of valid UTF-8, that has the member "id". */
static void check_answer(const char *data, size_t len)
{
    const unsigned char *text = (const unsigned char *)data;
    struct pith__json json;
    enum pith__json_event event;
    bool has_id = false;
    require(len > 2 && data[len - 1] == '\n' && memchr(data, '\n', len - 1) == NULL);
    require(pith__utf8_valid_prefix(text, len) == len);
    pith__json_init(&json, (struct pith__span){text, len});
    require(pith__json_next(&json) == PITH__JSON_OBJECT);
    while ((event = pith__json_next(&json)) > PITH__JSON_END)
        has_id |= event == PITH__JSON_KEY && json.depth == 1 && pith__json_is(&json, "id");
    require(event == PITH__JSON_END && has_id);
}

static void answer(struct jsonl *jsonl, const uint8_t *line, size_t len, uint64_t number)
{
    struct json_out out = {.limit = SIZE_MAX};
    char *copy = malloc(len > 0 ? len : 1); /* just its size, so that ASan sees reads beyond it */
    require(copy != NULL);
    if (len > 0)
        memcpy(copy, line, len);
    enum jsonl_outcome outcome = jsonl_answer(
        jsonl, (struct jsonl_line){copy, len, "in.jsonl", number, number, LINES_WHOLE}, &out);
    require(outcome <= JSONL_ERROR);
    check_answer(out.data, out.len);
    free(copy);
    json_out_deinit(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* One for each way to set the options: they are fixed while lines are answered. */
    static struct jsonl_job jobs[8];
    static struct jsonl answerers[8];
    uint8_t pick = size > 0 ? data[0] : 0;
    struct jsonl_job *job = &jobs[pick >> 4 & 7];
    struct jsonl *jsonl = &answerers[pick >> 4 & 7];
    if (jsonl->job == NULL) {
        const char *metadata = options_flag(pick & 32);
        job->options = options_with("deadline", "0", "method", (pick & 16) != 0 ? "words" : "all",
                                    "metadata", metadata, "front-matter", metadata, "input",
                                    (pick & 64) != 0 ? "text" : "html", NULL);
        job->plain = (pick & 64) != 0;
        job->metadata = (pick & 32) != 0;
        job->max_answer = (uint64_t)64 << 20;
        require(jsonl_init(jsonl, job));
    }
    job->format = (pith_format)(pick % (PITH_FORMAT_CLEANEVAL + 1));
    job->max_line = (pick & 128) != 0 ? 100 : 1 << 20;
    job->name_file = (pick & 128) != 0;
    const uint8_t *line = data + (size > 0), *end = data + size;
    for (uint64_t number = 1; line < end && number <= 8; number++) {
        const uint8_t *feed = memchr(line, '\n', (size_t)(end - line));
        size_t len = (size_t)((feed != NULL ? feed : end) - line);
        answer(jsonl, line, len, number);
        line += len + 1;
    }
    return 0;
}
