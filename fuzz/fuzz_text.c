/*
 * fuzz_text.c - any bytes as sentences, and those as tokens; checks that nothing is lost, invented
 * or turned around.
 */
#include "base/unicode.h"
#include "base/utf8.h"
#include "fuzz.h"
#include "text/sentences.h"
#include "text/tokens.h"

static void check_tokens(struct pith__span sentence)
{
    struct pith__tokens tokens;
    struct pith__text_token token;
    size_t at = 0;
    pith__tokens_init(&tokens, sentence);
    while (pith__tokens_next(&tokens, &token)) {
        require(token.len > 0 && token.len <= PITH__TOKEN_MOST);
        require(token.begin >= at && token.end > token.begin && token.end <= sentence.len);
        at = token.end;
    }
}

/* What stands between two sentences is white space. */
static void check_gap(const unsigned char *p, const unsigned char *end)
{
    while (p < end) {
        uint32_t cp;
        p += pith__utf8_next(p, &cp);
        require((pith__unicode_class(cp) & PITH__UC_SPACE) != 0);
    }
    require(p == end);
}

static void check_sentences(struct pith__span text, bool lines, bool valid)
{
    struct pith__sentences sentences = pith__sentences_begin(text, lines);
    struct pith__span sentence;
    const unsigned char *at = text.ptr;
    while (pith__sentences_next(&sentences, &sentence)) {
        require(sentence.len > 0 && sentence.ptr >= at);
        require(sentence.ptr + sentence.len <= text.ptr + text.len);
        if (valid)
            check_gap(at, sentence.ptr);
        at = sentence.ptr + sentence.len;
        for (size_t i = 0; lines && i < sentence.len; i++)
            require(sentence.ptr[i] != '\n');
        check_tokens(sentence);
    }
    if (valid)
        check_gap(at, text.ptr + text.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t nothing;
    struct pith__span text = {size > 0 ? data : &nothing, size};
    bool valid = pith__utf8_valid_prefix(text.ptr, size) == size;
    check_sentences(text, false, valid);
    check_sentences(text, true, valid);
    check_tokens(text);
    return 0;
}
