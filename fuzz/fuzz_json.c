/*
 * fuzz_json.c - any bytes to JSON events; checks what must hold for every text.
 */
#include "base/json.h"
#include "base/utf8.h"
#include "fuzz.h"

/* A string lies behind what came before it, and its escapes decode to no more than it is long, in
 * place and elsewhere alike. */
static void check_string(const struct pith__json *json, const unsigned char *before)
{
    struct pith__span text = json->text;
    require(text.ptr >= before && text.ptr + text.len <= json->at);
    unsigned char *out = malloc(text.len + 1);
    unsigned char *copy = malloc(text.len + 1);
    require(out != NULL && copy != NULL);
    size_t len = pith__json_unescape(text, out);
    require(len <= text.len && (len < text.len) == json->escaped);
    memcpy(copy, text.ptr, text.len);
    require(pith__json_unescape((struct pith__span){copy, text.len}, copy) == len);
    require(memcmp(copy, out, len) == 0);
    if (pith__utf8_valid_prefix(text.ptr, text.len) == text.len)
        require(pith__utf8_valid_prefix(out, len) == len);
    bool word = true;
    for (size_t i = 0; i < len; i++)
        word = word && out[i] > 0 && out[i] < 0x80;
    out[len] = '\0';
    require(!word || pith__json_is(json, (const char *)out));
    free(out);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pith__json json;
    pith__json_init(&json, (struct pith__span){data, size});
    const unsigned char *before = json.at;
    unsigned depth = 0;
    enum pith__json_event event;
    while ((event = pith__json_next(&json)) > PITH__JSON_END) {
        require(json.at > before && json.at <= json.end);
        depth += (event == PITH__JSON_OBJECT || event == PITH__JSON_ARRAY);
        depth -= (event == PITH__JSON_OBJECT_END || event == PITH__JSON_ARRAY_END);
        require(json.depth == depth && depth <= PITH__JSON_DEPTH);
        if (event == PITH__JSON_KEY || event == PITH__JSON_STRING)
            check_string(&json, before);
        before = json.at;
    }
    require((event == PITH__JSON_ERROR) == (json.error != NULL));
    require(json.at <= json.end && pith__json_next(&json) == event);

    struct pith__json again;
    pith__json_init(&again, (struct pith__span){data, size});
    bool whole = pith__json_skip(&again, pith__json_next(&again));
    require((whole && pith__json_next(&again) == PITH__JSON_END) == (event == PITH__JSON_END));
    return 0;
}
