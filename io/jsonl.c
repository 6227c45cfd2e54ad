/*
 * jsonl.c - in: {"id": ..., "html" or "text": ..., "url": ...}, or a file; out: {"id": ...,
 * "status": ..., ...}.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "io/jsonl.h"

/* After a page larger than this, its memory is released. */
enum { LARGE_PAGE = 1 << 20 };

/* A member of the JSON object in the line. */
struct member {
    enum pith__json_event kind; /* PITH__JSON_ERROR: absent */
    struct pith__span raw;      /* the whole value as written */
    struct pith__span text;     /* a string's contents as written, without the quotes */
    bool escaped;
};

struct request {
    struct member id, html, text, url;
    bool read; /* to the end */
};

bool jsonl_init(struct jsonl *jsonl, const struct jsonl_job *job)
{
    pith_options *options = pith_options_dup(job->options);

    /* In JSON Lines output metadata has its own member. */
    if (!job->bare && options)
        pith_options_set(options, "front-matter", "false", NULL);
    *jsonl = (struct jsonl){.job = job,
                            .context = pith_context_new(),
                            .options = options,
                            .text_options = pith_options_dup(options)};
    return jsonl->context && jsonl->text_options &&
           pith_options_set(jsonl->text_options, "input", "text", NULL) == PITH_OK &&
           (!job->text_method ||
            pith_options_set(jsonl->text_options, "method", job->text_method, NULL) == PITH_OK);
}

void jsonl_deinit(struct jsonl *jsonl)
{
    pith_context_free(jsonl->context);
    pith_options_free(jsonl->options);
    pith_options_free(jsonl->text_options);
}

/* ----------------------------------------------------------------- reading */

/* Reads the value after a key. On error MEMBER is unchanged. */
static bool read_member(struct pith__json *json, struct member *member)
{
    struct member found = {.kind = pith__json_next(json)};
    const unsigned char *begin;

    if (found.kind == PITH__JSON_ERROR)
        return false;
    found.text = json->text;
    found.escaped = json->escaped;
    switch (found.kind) {
    case PITH__JSON_STRING:
        begin = found.text.ptr - 1;
        break;
    case PITH__JSON_NUMBER:
        begin = found.text.ptr;
        break;
    case PITH__JSON_TRUE:
    case PITH__JSON_NULL:
        begin = json->at - 4;
        break;
    case PITH__JSON_FALSE:
        begin = json->at - 5;
        break;
    default: /* the opening bracket of an array or object */
        begin = json->at - 1;
        break;
    }
    if (!pith__json_skip(json, found.kind))
        return false;
    /* If the text ends inside an object, the number may have been cut short. */
    if (found.kind == PITH__JSON_NUMBER && json->at == json->end)
        return true;
    found.raw = (struct pith__span){begin, (size_t)(json->at - begin)};
    *member = found;
    return true;
}

/* Reads the members of the object; of duplicate keys the last one counts. Returns false if it is
 * not valid JSON. */
static bool read_members(struct pith__json *json, struct request *request)
{
    enum pith__json_event event;

    while ((event = pith__json_next(json)) == PITH__JSON_KEY) {
        struct member *member = NULL;

        if (pith__json_is(json, "id"))
            member = &request->id;
        else if (pith__json_is(json, "html"))
            member = &request->html;
        else if (pith__json_is(json, "text"))
            member = &request->text;
        else if (pith__json_is(json, "url"))
            member = &request->url;
        if (member ? !read_member(json, member) : !pith__json_skip(json, event))
            return false;
    }
    return event == PITH__JSON_OBJECT_END && pith__json_next(json) == PITH__JSON_END;
}

static bool is_blank(struct pith__span text)
{
    size_t i = 0;

    while (i < text.len && pith__is_space(text.ptr[i]))
        i++;
    return i == text.len;
}

__attribute__((format(printf, 2, 3))) static bool wrong(struct jsonl *jsonl, const char *format,
                                                        ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(jsonl->error, sizeof jsonl->error, format, args);
    va_end(args);
    return false;
}

/* Is the line's page plain text? If a line has both members, the HTML counts, unless --text says
 * otherwise. */
static bool is_plain(const struct jsonl *jsonl, const struct request *request)
{
    return jsonl->job->plain ||
           (request->html.kind == PITH__JSON_ERROR && request->text.kind != PITH__JSON_ERROR);
}

/* On error REQUEST has the id if it had been read by then. */
static bool read_request(struct jsonl *jsonl, const struct jsonl_line *line,
                         struct request *request)
{
    struct pith__span text = {(const unsigned char *)line->data, line->len};
    size_t mark = 0;
    enum pith__json_event first;
    const struct member *page;
    struct pith__json json;
    const char *name;

    /* Some programs begin a file with a byte order mark. */
    if (line->line == 1 && text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0)
        mark = 3;
    text.ptr += mark;
    text.len -= mark;
    if (is_blank(text))
        return wrong(jsonl, "the line is empty");
    pith__json_init(&json, text);
    first = pith__json_next(&json);
    if (first > PITH__JSON_END && first != PITH__JSON_OBJECT)
        return wrong(jsonl, "not a JSON object; expected one with \"id\" and \"html\"");
    if (first == PITH__JSON_ERROR || !read_members(&json, request))
        return wrong(jsonl, "invalid JSON: %s at byte %zu", json.error,
                     (size_t)(json.at - json.start) + mark);
    request->read = true;
    name = is_plain(jsonl, request) ? "text" : "html";
    page = is_plain(jsonl, request) ? &request->text : &request->html;
    if (page->kind == PITH__JSON_ERROR)
        return wrong(jsonl, "there is no \"%s\"", name);
    if (page->kind != PITH__JSON_STRING)
        return wrong(jsonl, "\"%s\" is not a string", name);
    if (request->url.kind != PITH__JSON_ERROR && request->url.kind != PITH__JSON_NULL &&
        request->url.kind != PITH__JSON_STRING)
        return wrong(jsonl, "\"url\" is not a string");
    return true;
}

/* Decodes a string in place, within the line. */
static struct pith__span decode(const struct member *member)
{
    struct pith__span text = member->text;

    if (member->escaped)
        text.len = pith__json_unescape(text, (unsigned char *)text.ptr);
    return text;
}

/* Decodes the URL and appends a NUL, which takes the place of the closing quote. */
static bool decode_url(struct jsonl *jsonl, const struct member *member, const char **url)
{
    struct pith__span text;

    *url = NULL;
    if (member->kind != PITH__JSON_STRING)
        return true;
    text = decode(member);
    if (text.len > 0 && memchr(text.ptr, '\0', text.len))
        return wrong(jsonl, "\"url\" has a NUL in it");
    ((unsigned char *)text.ptr)[text.len] = '\0';
    *url = (const char *)text.ptr;
    return true;
}

/* ----------------------------------------------------------------- writing */

/* The inside of a JSON string. */
struct string {
    struct json_out *out;
    bool feed; /* a line feed is held back, since the last one is dropped */
};

static int take_text(const char *data, size_t len, void *user)
{
    struct string *string = user;

    if (len == 0)
        return 0;
    if (string->feed)
        json_out_escaped(string->out, "\n", 1);
    string->feed = data[len - 1] == '\n';
    json_out_escaped(string->out, data, len - string->feed);
    return string->out->state != JSON_OUT_GOOD;
}

static int take_raw(const char *data, size_t len, void *user)
{
    struct json_out *out = user;

    json_out_raw(out, data, len);
    return out->state != JSON_OUT_GOOD;
}

/* Writes ,"text":"..." without the final line feed. */
static pith_status write_text(const struct jsonl *jsonl, const pith_page *page,
                              struct json_out *out)
{
    struct string string = {.out = out};
    pith_format format = jsonl->job->format;
    pith_status status;

    json_out_word(out, ",\"");
    json_out_word(out, pith_format_name(format));
    json_out_word(out, "\":\"");
    status = pith_render(page, format, jsonl->options, take_text, &string);
    json_out_word(out, "\"");
    return status;
}

/* Turns lines such as "<h>A title" into ["h","A title"],... */
struct segments {
    struct json_out *out;
    unsigned at; /* bytes of the line so far, up to the three of its tag */
    bool any;
};

static int take_segments(const char *data, size_t len, void *user)
{
    struct segments *segments = user;
    struct json_out *out = segments->out;
    const char *end = data + len;

    while (data < end) {
        const char *feed;

        if (segments->at < 3) { /* <, the letter, > */
            if (segments->at == 0)
                json_out_word(out, segments->any ? ",[\"" : "[\"");
            if (segments->at == 1)
                json_out_raw(out, data, 1);
            if (segments->at == 2)
                json_out_word(out, "\",\"");
            segments->any = true;
            segments->at++;
            data++;
            continue;
        }
        feed = memchr(data, '\n', (size_t)(end - data));
        json_out_escaped(out, data, (size_t)((feed ? feed : end) - data));
        data = feed ? feed + 1 : end;
        if (feed) {
            json_out_word(out, "\"]");
            segments->at = 0;
        }
    }
    return out->state != JSON_OUT_GOOD;
}

static pith_status write_segments(const struct jsonl *jsonl, const pith_page *page,
                                  struct json_out *out)
{
    struct segments segments = {.out = out};
    pith_status status;

    json_out_word(out, ",\"segments\":[");
    status = pith_render(page, jsonl->job->format, jsonl->options, take_segments, &segments);
    json_out_word(out, "]");
    return status;
}

/* Time ran out while the page was being written. Replaces its status, which is at bytes AT to END.
 */
static void mark_partial(struct json_out *out, size_t at, size_t end)
{
    static const char words[] = "\"status\":\"partial\",\"reason\":\"deadline\"";
    size_t len = out->len, size = sizeof words - 1;

    json_out_raw(out, words, size); /* makes room */
    if (out->state != JSON_OUT_GOOD)
        return;
    memmove(out->data + at + size, out->data + end, len - end);
    memcpy(out->data + at, words, size);
    out->len = len - (end - at) + size;
}

/* Writes everything after the id. */
static pith_status write_page(struct jsonl *jsonl, const pith_page *page, struct json_out *out)
{
    const struct jsonl_job *job = jsonl->job;
    const pith_page_info *info = pith_page_get_info(page);
    pith_status status;
    size_t from, end;

    json_out_word(out, ",");
    from = out->len;
    json_out_word(out, "\"status\":\"");
    json_out_word(out, pith_outcome_name(info->outcome));
    if (info->reason != PITH_REASON_NONE) {
        json_out_word(out, "\",\"reason\":\"");
        json_out_word(out, pith_reason_name(info->reason));
    }
    json_out_word(out, "\"");
    end = out->len;
    json_out_word(out, ",\"confidence\":");
    json_out_share(out, info->confidence);
    if (info->page_type != PITH_PAGE_UNKNOWN) {
        json_out_word(out, ",\"page_type\":\"");
        json_out_word(out, pith_page_type_name(info->page_type));
        json_out_word(out, "\",\"page_type_confidence\":");
        json_out_share(out, info->page_type_confidence);
    }
    if (job->metadata)
        json_out_metadata(out, page);
    status = job->format == PITH_FORMAT_CLEANEVAL ? write_segments(jsonl, page, out)
                                                  : write_text(jsonl, page, out);
    json_out_word(out, "}\n");
    if (status == PITH_ERR_DEADLINE)
        mark_partial(out, from, end);
    return status;
}

/* The page as the JSON renderer writes it: the fields after the id follow its opening brace. */
static pith_status write_object(struct jsonl *jsonl, const pith_page *page, struct json_out *out)
{
    const pith_page_info *info = pith_page_get_info(page);
    size_t begin = out->len;
    pith_status status = pith_render(page, PITH_FORMAT_JSON, jsonl->options, take_raw, out);

    if (status == PITH_OK || status == PITH_ERR_DEADLINE)
        out->data[begin] = ',';
    if (status == PITH_ERR_DEADLINE) {
        size_t end =
            begin + 1 + strlen("\"status\":\"\"") + strlen(pith_outcome_name(info->outcome));

        if (info->reason != PITH_REASON_NONE)
            end += strlen(",\"reason\":\"\"") + strlen(pith_reason_name(info->reason));
        mark_partial(out, begin + 1, end);
    }
    return status;
}

static void write_name(struct json_out *out, const char *name)
{
    json_out_word(out, "\"");
    json_out_string(out, name, strlen(name));
    json_out_word(out, "\"");
}

/* Line number 0 means that the page is a file. */
static void write_id(const struct jsonl_line *line, const struct request *request,
                     struct json_out *out)
{
    json_out_word(out, "{\"id\":");
    if (line->line == 0)
        write_name(out, line->file);
    else if (request->id.kind != PITH__JSON_ERROR)
        json_out_repaired(out, (const char *)request->id.raw.ptr, request->id.raw.len);
    else if (request->read)
        json_out_number(out, line->number);
    else
        json_out_word(out, "null");
}

/* Extracts the page in BYTES and writes the answer to LINE, as far as OUT accepts it. */
static pith_status judge_once(struct jsonl *jsonl, const struct jsonl_line *line,
                              const struct request *request, struct pith__span bytes,
                              const pith_options *options, struct json_out *out,
                              pith_outcome *outcome)
{
    const struct jsonl_job *job = jsonl->job;
    const pith_page *page;
    pith_status status = pith_context_parse(jsonl->context, (const char *)bytes.ptr, bytes.len,
                                            options, &page, NULL);

    if (status == PITH_OK) {
        *outcome = pith_page_get_info(page)->outcome;
        if (job->bare) {
            status = pith_render(page, job->format, jsonl->options, take_raw, out);
        } else {
            write_id(line, request, out);
            status =
                (job->format == PITH_FORMAT_JSON ? write_object : write_page)(jsonl, page, out);
        }
    }
    if (status == PITH_ERR_DEADLINE) { /* still an answer */
        *outcome = PITH_OUTCOME_PARTIAL;
        status = PITH_OK;
    }
    if (bytes.len > LARGE_PAGE || out->state == JSON_OUT_NOT_NOW)
        pith_context_reset(jsonl->context);
    return status;
}

/* The same, even if OUT has no room now. Then this drops the page, waits, and starts over: waiting
 * in the middle of a page would hold the page's memory while its deadline passes. */
static bool judge(struct jsonl *jsonl, const struct jsonl_line *line, const struct request *request,
                  struct pith__span bytes, const pith_options *options, struct json_out *out,
                  pith_outcome *outcome)
{
    size_t begin = out->len;
    pith_status status = judge_once(jsonl, line, request, bytes, options, out, outcome);

    while (out->state == JSON_OUT_NOT_NOW) {
        json_out_rewind(out, begin);
        json_out_trim(out);
        if (!out->wait(out, out->wanted))
            return wrong(jsonl, "the run has ended");
        status = judge_once(jsonl, line, request, bytes, options, out, outcome);
    }
    if (out->state == JSON_OUT_TOO_LONG)
        return wrong(jsonl, "the answer would have more than %" PRIu64 " bytes",
                     jsonl->job->max_answer);
    if (out->state == JSON_OUT_NO_MEMORY || status == PITH_ERR_NOMEM)
        return wrong(jsonl, "not enough memory for this page");
    return status == PITH_OK || wrong(jsonl, "%s", pith_status_message(status));
}

static bool answer(struct jsonl *jsonl, const struct jsonl_line *line,
                   const struct request *request, struct json_out *out, pith_outcome *outcome)
{
    bool plain = is_plain(jsonl, request);
    pith_options *options = plain ? jsonl->text_options : jsonl->options;
    struct pith__span bytes = decode(plain ? &request->text : &request->html);
    const char *url;

    if (!decode_url(jsonl, &request->url, &url))
        return false;
    if (pith_options_set(options, "url", url, NULL) != PITH_OK)
        return wrong(jsonl, "not enough memory for this page");
    return judge(jsonl, line, request, bytes, options, out, outcome);
}

static void write_error(const struct jsonl *jsonl, const struct jsonl_line *line,
                        const struct request *request, struct json_out *out)
{
    out->limit = SIZE_MAX;
    write_id(line, request, out);
    if (jsonl->job->name_file && line->line > 0) {
        json_out_word(out, ",\"file\":");
        write_name(out, line->file);
    }
    if (line->line > 0) {
        json_out_word(out, ",\"line\":");
        json_out_number(out, line->line);
    }
    json_out_word(out, ",\"status\":\"error\",\"error\":\"");
    json_out_escaped(out, jsonl->error, strlen(jsonl->error));
    json_out_word(out, "\"}\n");
}

/* Replaces everything written from BEGIN on with an error line. */
static enum jsonl_outcome answer_error(struct jsonl *jsonl, const struct jsonl_line *line,
                                       const struct request *request, size_t begin,
                                       struct json_out *out)
{
    json_out_rewind(out, begin);
    if (jsonl->job->bare)
        return JSONL_ERROR;
    write_error(jsonl, line, request, out);
    while (out->state == JSON_OUT_NOT_NOW) {
        json_out_rewind(out, begin);
        if (!out->wait(out, out->wanted))
            return JSONL_LOST;
        write_error(jsonl, line, request, out);
    }
    if (out->state == JSON_OUT_GOOD)
        return JSONL_ERROR;
    json_out_rewind(out, begin);
    return JSONL_LOST;
}

static void set_limit(const struct jsonl *jsonl, struct json_out *out)
{
    uint64_t most = jsonl->job->max_answer;

    out->limit = most < SIZE_MAX - out->len ? out->len + (size_t)most : SIZE_MAX;
}

enum jsonl_outcome jsonl_answer(struct jsonl *jsonl, struct jsonl_line line, struct json_out *out)
{
    struct request request = {.read = false};
    const struct jsonl_job *job = jsonl->job;
    size_t begin = out->len;
    pith_outcome outcome = PITH_OUTCOME_EMPTY;
    bool whole = line.cut == LINES_WHOLE && line.len <= job->max_line;

    if (!whole && line.len > LINES_HEAD)
        line.len = LINES_HEAD;
    set_limit(jsonl, out);
    if (read_request(jsonl, &line, &request) && whole &&
        answer(jsonl, &line, &request, out, &outcome))
        return (enum jsonl_outcome)outcome;
    if (line.cut == LINES_NO_MEMORY)
        wrong(jsonl, "not enough memory for this line; it was skipped");
    else if (!whole)
        wrong(jsonl, "the line has more than %" PRIu64 " bytes (--max-line); it was skipped",
              job->max_line);
    return answer_error(jsonl, &line, &request, begin, out);
}

enum jsonl_outcome jsonl_answer_file(struct jsonl *jsonl, const struct jsonl_file *file,
                                     struct json_out *out)
{
    const struct jsonl_line line = {.file = file->name};
    const struct request request = {.read = false};
    struct pith__span bytes = {(const unsigned char *)file->data, file->len};
    pith_options *options = jsonl->job->plain ? jsonl->text_options : jsonl->options;
    pith_outcome outcome = PITH_OUTCOME_EMPTY;
    size_t begin = out->len;

    set_limit(jsonl, out);
    if (file->error)
        wrong(jsonl, "%s", file->error);
    /* A bare page gets the same id as from pith extract; a JSON line has its own. */
    else if (jsonl->job->bare && pith_options_set(options, "id", file->name, NULL) != PITH_OK)
        wrong(jsonl, "not enough memory for this page");
    else if (judge(jsonl, &line, &request, bytes, options, out, &outcome))
        return (enum jsonl_outcome)outcome;
    return answer_error(jsonl, &line, &request, begin, out);
}
