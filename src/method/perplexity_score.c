/*
 * perplexity_score.c - scores plain text. In: text in any encoding. Out: its sentences, lines or
 * paragraphs, each with its perplexity by a language model.
 */
#include "encoding/encoding.h"
#include "method/method.h"
#include "method/perplexity.h"
#include "text/sentences.h"

struct scoring {
    const struct pith__wordgram *model;
    int (*scored)(const pith_scored *part, void *user);
    void *user;
    bool stopped;
};

static void score(struct scoring *scoring, struct pith__span part)
{
    struct pith__wordgram_score found;
    double perplexity = pith__wordgram_text(scoring->model, part, &found);
    const pith_scored out = {.text = (const char *)part.ptr,
                             .text_len = part.len,
                             .tokens = found.tokens,
                             .words = pith__count_words((const char *)part.ptr, part.len),
                             .perplexity = perplexity,
                             .scaled = pith__wordgram_scaled(scoring->model, perplexity)};
    scoring->stopped = scoring->scored(&out, scoring->user) != 0;
}

static struct pith__span trim(struct pith__span text)
{
    while (text.len > 0 && pith__is_space(text.ptr[0]))
        text.ptr++, text.len--;
    while (text.len > 0 && pith__is_space(text.ptr[text.len - 1]))
        text.len--;
    return text;
}

/* The end of the paragraph or line at the start of TEXT: a blank line, or any line end. */
static size_t part_end(struct pith__span text, bool lines)
{
    const unsigned char *end;
    for (size_t from = 0; (end = memchr(text.ptr + from, '\n', text.len - from)) != NULL;) {
        size_t at = (size_t)(end - text.ptr), next = at + 1;
        if (lines)
            return at;
        while (next < text.len && text.ptr[next] != '\n' && pith__is_space(text.ptr[next]))
            next++;
        if (next < text.len && text.ptr[next] == '\n')
            return at;
        from = next;
    }
    return text.len;
}

static void score_text(struct scoring *scoring, struct pith__span text, uint32_t per)
{
    struct pith__span part;
    if (per == PITH__PER_SENTENCE) {
        struct pith__sentences sentences = pith__sentences_begin(text, false);
        while (!scoring->stopped && pith__sentences_next(&sentences, &part))
            score(scoring, part);
        return;
    }
    for (text = trim(text); text.len > 0 && !scoring->stopped; text = trim(text)) {
        part = (struct pith__span){text.ptr, part_end(text, per == PITH__PER_LINE)};
        text.ptr += part.len;
        text.len -= part.len;
        score(scoring, trim(part));
    }
}

/* The index of the method perplexity in the table of OPTIONS. */
static size_t row_of(const pith_options *options)
{
    size_t row = 0;
    while (options->table[row] != &pith__method_perplexity)
        row++;
    return row;
}

static pith_status score_bytes(const char *bytes, size_t len, const pith_options *options,
                               struct scoring *scoring, pith_error *error)
{
    size_t row = row_of(options);
    const struct pith__perplexity_params *params = options->params[row];
    struct pith__wordgram built_in;
    struct pith__decoded decoded;
    struct pith__arena arena;
    scoring->model = &built_in;
    if (options->models[row] != NULL)
        scoring->model = &options->models[row]->wordgram;
    else
        PITH__TRY(pith__perplexity_model(params->lang, &built_in, error));
    pith__arena_init(&arena, &pith__allocator_default);
    pith_status status = pith__decode(&arena, (const unsigned char *)bytes, len, options->charset,
                                      true, NULL, &decoded);
    if (status == PITH_OK)
        score_text(scoring, decoded.utf8, params->per);
    pith__arena_deinit(&arena);
    return status == PITH_OK && scoring->stopped ? PITH_ERR_SINK : status;
}

pith_status pith_score(const char *bytes, size_t len, const pith_options *options,
                       int (*scored)(const pith_scored *part, void *user), void *user,
                       pith_error *error)
{
    enum { BYTES_MOST = 1 << 30 };
    struct scoring scoring = {.scored = scored, .user = user};
    pith_options *defaults = NULL;
    if (error != NULL)
        memset(error, 0, sizeof *error);
    if (scored == NULL || (bytes == NULL && len > 0) || len > BYTES_MOST)
        return pith__fail_plainly(error, PITH_ERR_ARGUMENT);
    if (options == NULL)
        options = defaults = pith_options_new();
    if (options == NULL)
        return pith__fail_plainly(error, PITH_ERR_NOMEM);
    pith_status status = score_bytes(bytes != NULL ? bytes : "", len, options, &scoring, error);
    pith_options_free(defaults);
    if (status != PITH_OK && error != NULL && error->status != status)
        pith__fail_plainly(error, status);
    return status;
}
