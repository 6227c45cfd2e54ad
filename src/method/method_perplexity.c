/*
 * method_perplexity.c - Fernández-Pichel et al., "An unsupervised perplexity-based method for
 * boilerplate removal" (2023): a language model of good text scores each sentence; sentences whose
 * perplexity is above a threshold are dropped.
 *
 * The paper works on text without tags. On pages the method also uses the verdict of the method
 * words; the best combination was chosen on development pages, docs/explanation/methods.md has the
 * figures.
 */
#include "method/perplexity.h"

#include "base/unicode.h"
#include "method/method.h"
#include "model/model.h"
#include "text/letters.h"
#include "text/sentences.h"
#include "text/tokens.h"

/* How to combine it with the method words. A block that words drops is kept if it has at least
 * WORDS_MIN words, few links, and most of its text is below the threshold. In a block that words
 * keeps the threshold is TRUST times as high. */
enum { WORDS_MIN = 10, TRUST = 8 };
#define LINKS_MAX 0.333333f

enum combine { COMBINE_DEFAULT, COMBINE_ALONE, COMBINE_WORDS };

static const struct pith__choice pers[] = {
    {"sentence", PITH__PER_SENTENCE, "sentences; preformatted blocks as a whole"},
    {"block", PITH__PER_BLOCK, "blocks"},
    {"line", PITH__PER_LINE, "lines; preformatted blocks as a whole"},
    {NULL, 0, NULL}};

static const struct pith__choice combines[] = {
    {"default", COMBINE_DEFAULT,
     "drops what words drops, unless it has ten words, few links and most of its text is below the "
     "threshold; raises the threshold eightfold in what words keeps; the same as alone for plain "
     "text"},
    {"alone", COMBINE_ALONE, "the method of the paper"},
    {"words", COMBINE_WORDS, "also drops what words drops"},
    {NULL, 0, NULL}};

static const struct pith__param params[] = {
    {{"perplexity.limit", "perplexity",
      "perplexity threshold: text above it is dropped; on the scale of PyPlexity's models", "4000",
      PITH_TYPE_NUMBER, PITH_GROUP_DECISION, 1, 1e9},
     offsetof(struct pith__perplexity_params, limit),
     NULL},
    {{"perplexity.mark", "perplexity",
      "keep text above the threshold and tag it with its perplexity", "false", PITH_TYPE_FLAG,
      PITH_GROUP_DECISION, 0, 0},
     offsetof(struct pith__perplexity_params, mark),
     NULL},
    {{"perplexity.per", "perplexity", "the unit that is judged", "sentence", PITH_TYPE_CHOICE,
      PITH_GROUP_DECISION, 0, 0},
     offsetof(struct pith__perplexity_params, per),
     pers},
    {{"perplexity.combine", "perplexity", "how the verdict of the method words is used", "default",
      PITH_TYPE_CHOICE, PITH_GROUP_DECISION, 0, 0},
     offsetof(struct pith__perplexity_params, combine),
     combines},
    {{"perplexity.lang", "perplexity",
      "language of the built-in model; default: the page's. Without a model for it nothing is "
      "dropped",
      NULL, PITH_TYPE_TEXT, PITH_GROUP_DECISION, 0, 0},
     offsetof(struct pith__perplexity_params, lang),
     NULL},
};

/* The parts of the current page, and memory for those of the next. */
struct kept {
    struct pith__vec used, spare; /* of pith_part */
};

struct state {
    pith_part *parts; /* in text order */
    size_t count;
    float limit_trusted; /* in blocks that the method words keeps */
    bool mark;           /* mark the parts above the threshold instead of dropping them */
};

/* ------------------------------------------------------------------- model */

/* Is a page in another language? Its first words tell, if there are enough of them: more than one
 * in FOREIGN_PART is unknown to the model, and there are less than half as many expected words
 * (probability of at least 2^-EASY_BITS) as unknown ones. English text has hardly any unknown
 * words, and half or more of its words are expected; in thirty other languages a quarter to all are
 * unknown and at most an eighth is expected. */
enum { FOREIGN_LEAST = 20, FOREIGN_MOST = 1000, FOREIGN_PART = 6, EASY_BITS = 10 };

struct language_count {
    uint32_t words, unknown, easy, marks;
};

static void count_language(const struct pith__wordgram *model, struct pith__span text,
                           struct language_count *count)
{
    struct pith__tokens tokens;
    struct pith__text_token token;
    struct pith__wordgram_score score;
    pith__tokens_init(&tokens, text);
    pith__wordgram_begin(model, &score);
    while (count->words < FOREIGN_MOST && pith__tokens_next(&tokens, &token)) {
        uint32_t cp;
        pith__utf8_next(token.text, &cp);
        unsigned class = pith__unicode_class(cp);
        int64_t chance = pith__wordgram_add(model, &score, token.hash);
        if ((class & PITH__UC_WORD) == 0) {
            count->marks++;
        } else if ((class & PITH__UC_DIGIT) == 0) {
            count->words++;
            count->unknown += score.previous == PITH__WORDGRAM_UNKNOWN;
            count->easy += chance >= -EASY_BITS * PITH__WORDGRAM_ONE;
        }
    }
}

/* Is the page's text in another language than the model's? Text with a mark for every other word is
 * probably in no language at all. */
static bool is_foreign(const pith_page *page, const struct pith__wordgram *model)
{
    const pith_block *blocks = pith__page_blocks(page);
    struct language_count count = {0, 0, 0, 0};
    for (size_t i = 0; i < page->info.blocks && count.words < FOREIGN_MOST; i++) {
        struct pith__span text = {(const unsigned char *)blocks[i].text, 0};
        text.len = pith__judged_len(text.ptr, blocks[i].text_len);
        count_language(model, text, &count);
    }
    return count.words >= FOREIGN_LEAST && count.unknown * FOREIGN_PART > count.words &&
           2 * count.easy < count.unknown && count.words > 2 * count.marks;
}

pith_status pith__perplexity_model(const char *lang, struct pith__wordgram *model,
                                   pith_error *error)
{
    if (pith__wordgram_built_in(lang, model))
        return PITH_OK;
    if (lang == NULL)
        return pith__fail(
            error, PITH_ERR_MODEL,
            "the method perplexity has no model: none is built in, and none was given");
    return pith__fail(error, PITH_ERR_MODEL,
                      "there is no built-in language model for '%.40s'; there is: %s", lang,
                      pith__wordgram_languages());
}

/* Chooses the model for the page. *MODEL is NULL if there is none for the language that the page
 * declares, or that its words are in. */
static pith_status choose_model(const struct pith__judging *judging, struct pith__wordgram *room,
                                const struct pith__wordgram **model)
{
    const struct pith__perplexity_params *given = judging->params;
    const pith_page *page = judging->page;
    char language[PITH__WORDGRAM_LANGUAGE + 1] = "";
    *model = room;
    if (judging->model != NULL) {
        *model = &judging->model->wordgram;
        return PITH_OK;
    }
    if (given->lang != NULL)
        return pith__perplexity_model(given->lang, room, judging->error);
    /* A subtag after that many letters, as in zh-Hant-TW, does not change the language. */
    size_t len = page->info.lang_len < PITH__WORDGRAM_LANGUAGE ? page->info.lang_len
                                                               : PITH__WORDGRAM_LANGUAGE;
    for (size_t i = 0; i < len; i++)
        language[i] = (char)pith__lower((unsigned char)page->info.lang[i]);
    if (!pith__wordgram_built_in(len > 0 ? language : NULL, room)) {
        *model = NULL;
        return pith__perplexity_model(NULL, room, judging->error);
    }
    if (is_foreign(page, room))
        *model = NULL;
    return PITH_OK;
}

/* ------------------------------------------------------------------- parts */

static pith_status add_part(const struct pith__judging *judging, const struct pith__wordgram *model,
                            double limit, size_t index, struct pith__span part)
{
    struct pith__vec *parts = &((struct kept *)judging->kept)->spare;
    const pith_page *page = judging->page;
    const pith_block *block = pith_page_block(page, index);
    struct pith__wordgram_score score;
    struct pith__span seen = {part.ptr, pith__judged_len(part.ptr, part.len)};
    if (pith__judge_late(judging, index, 8 + seen.len))
        return PITH_OK;
    PITH__TRY(pith__vec_reserve(parts, page->blocks.allocator, 1));
    double perplexity = pith__wordgram_text(model, seen, &score);
    pith_part *made = (pith_part *)parts->data + parts->len++;
    *made = (pith_part){.block = (uint32_t)index,
                        .begin = (uint32_t)(part.ptr - (const unsigned char *)block->text),
                        .tokens = (uint32_t)score.tokens,
                        .perplexity = (float)perplexity,
                        .keep = perplexity <= limit};
    made->end = made->begin + (uint32_t)part.len;
    return PITH_OK;
}

/* Takes the next line off TEXT, with its line end. */
static struct pith__span take_line(struct pith__span *text)
{
    const unsigned char *end = memchr(text->ptr, '\n', text->len);
    struct pith__span line = {text->ptr, end != NULL ? (size_t)(end - text->ptr) : text->len};
    size_t step = line.len + (end != NULL);
    text->ptr += step;
    text->len -= step;
    return line;
}

static bool is_empty(struct pith__span line)
{
    size_t i = 0;
    while (i < line.len && pith__is_space(line.ptr[i]))
        i++;
    return i == line.len;
}

static pith_status cut_block(const struct pith__judging *judging,
                             const struct pith__wordgram *model, double limit, size_t index)
{
    const pith_page *page = judging->page;
    uint32_t per = ((const struct pith__perplexity_params *)judging->params)->per;
    const pith_block *block = pith_page_block(page, index);
    struct pith__span text = {(const unsigned char *)block->text, block->text_len}, part;
    /* Code and verse are one part, whatever is in them. */
    if (per == PITH__PER_BLOCK || block->kind == PITH_KIND_PREFORMATTED)
        return add_part(judging, model, limit, index, text);
    if (per == PITH__PER_LINE) {
        while (text.len > 0 && !pith__clock_expired(page->clock)) {
            part = take_line(&text);
            if (!is_empty(part))
                PITH__TRY(add_part(judging, model, limit, index, part));
        }
        return PITH_OK;
    }
    struct pith__sentences sentences = pith__sentences_begin(text, false);
    while (!pith__clock_expired(page->clock) && pith__sentences_next(&sentences, &part))
        PITH__TRY(add_part(judging, model, limit, index, part));
    return PITH_OK;
}

/* Cuts the blocks into parts and scores them. Fails with PITH_ERR_NOMEM, or with PITH_ERR_MODEL if
 * the requested language has no model or the library has none at all. */
static pith_status prepare(struct pith__judging *judging)
{
    const pith_page *page = judging->page;
    const struct pith__perplexity_params *given = judging->params;
    struct kept *kept = judging->kept;
    struct state *state = judging->state;
    struct pith__wordgram room;
    const struct pith__wordgram *model;
    if (kept->used.size == 0) {
        pith__vec_init(&kept->used, sizeof(pith_part));
        pith__vec_init(&kept->spare, sizeof(pith_part));
    }
    state->mark = given->mark;
    kept->spare.len = 0;
    PITH__TRY(choose_model(judging, &room, &model));
    if (model == NULL)
        return PITH_OK;
    double limit = pith__wordgram_limit(model, (double)(float)given->limit);
    state->limit_trusted = (float)pith__wordgram_limit(model, TRUST * (double)(float)given->limit);
    for (size_t i = 0; i < page->info.blocks && !pith__clock_expired(page->clock); i++)
        PITH__TRY(cut_block(judging, model, limit, i));
    const pith_part *parts = kept->spare.data;
    while (kept->spare.len > 0 && parts[kept->spare.len - 1].block >= judging->decision->judged)
        kept->spare.len--; /* of a block that was not judged completely */
    return PITH_OK;
}

/* The page's state, or one without parts if the method did not take part. */
static const struct state *state_of(const pith_page *page)
{
    static const struct state nothing;
    const struct state *state = pith__method_state(page, &pith__method_perplexity);
    return state != NULL ? state : &nothing;
}

bool pith__parts_marked(const pith_page *page)
{
    return state_of(page)->mark;
}

pith_part *pith__parts_of(const pith_page *page, size_t index, size_t *count)
{
    const struct state *state = state_of(page);
    pith_part *parts = state->parts;
    size_t low = 0, high = state->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (parts[middle].block < index)
            low = middle + 1;
        else
            high = middle;
    }
    size_t end = low;
    while (end < state->count && parts[end].block == index)
        end++;
    *count = end - low;
    return *count > 0 ? parts + low : NULL;
}

const pith_part *pith__parts_bad(const pith_page *page, size_t index, size_t at, size_t end)
{
    const struct state *state = state_of(page);
    const pith_part *parts = state->parts;
    size_t low = 0, high = state->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (parts[middle].block < index ||
            (parts[middle].block == index && parts[middle].end <= at))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < state->count && parts[low].block == index && parts[low].begin < end; low++) {
        if (!parts[low].keep)
            return &parts[low];
    }
    return NULL;
}

const pith_part *pith_page_part(const pith_page *page, size_t index)
{
    if (page == NULL || index >= state_of(page)->count)
        return NULL;
    return state_of(page)->parts + index;
}

/* ---------------------------------------------------------------- decision */

/* How often such text is content, by the share of it that is below the threshold and by the verdict
 * of the method words. Measured as tools/measure_scores.py does, on 170 of WCXB's development
 * pages. */
static float score_of(double good, bool words_keeps, bool with_words)
{
    if (!with_words)
        return good >= 0.5 ? 0.72f : 0.31f;
    if (words_keeps)
        return good >= 0.5 ? 0.83f : 0.50f;
    return good >= 0.5 ? 0.31f : 0.21f;
}

static void judge_block(const struct pith__judging *judging, pith_block *block,
                        const struct pith__shape *prev, const struct pith__shape *curr,
                        const struct pith__shape *next)
{
    const pith_page *page = judging->page;
    const struct state *state = judging->state;
    struct pith__verdict words = pith__words_verdict(prev, curr, next);
    uint32_t combine = ((const struct pith__perplexity_params *)judging->params)->combine;
    bool takes_advice = combine == COMBINE_DEFAULT && !page->plain;
    bool alone = combine == COMBINE_ALONE || (combine == COMBINE_DEFAULT && page->plain);
    size_t count;
    pith_part *parts = pith__parts_of(page, (size_t)(block - pith__page_blocks(page)), &count);
    uint64_t tokens = 0, good = 0;
    bool any = count == 0; /* no model for this language: nothing is known */
    for (size_t i = 0; i < count; i++) {
        if (takes_advice && words.keep)
            parts[i].keep = parts[i].perplexity <= state->limit_trusted;
        tokens += parts[i].tokens;
        good += parts[i].keep ? parts[i].tokens : 0;
        any |= parts[i].keep != 0;
    }
    double share = tokens > 0 ? (double)good / (double)tokens : 1;
    float score = score_of(share, words.keep, !alone);
    bool saved = takes_advice && count > 0 && share >= 0.5 && curr->size >= WORDS_MIN &&
                 curr->links <= LINKS_MAX;
    if (count == 0 && !alone)
        pith__judge(judging, block, words.score, words.keep, words.reason);
    else if (!alone && !words.keep && !saved)
        pith__judge(judging, block, score, false, words.reason);
    else if (!any && !state->mark)
        pith__judge(judging, block, score, false, PITH_REASON_PERPLEXITY);
    else
        pith__judge(judging, block, score, true, count == 0 ? PITH_REASON_ALL : PITH_REASON_FLUENT);
}

static float words_of(const pith_block *block)
{
    return (float)block->words;
}

static void judge(struct pith__judging *judging)
{
    struct kept *kept = judging->kept;
    struct state *state = judging->state;
    struct pith__vec old = kept->used;
    kept->used = kept->spare;
    kept->spare = old;
    state->parts = kept->used.data;
    state->count = kept->used.len;
    pith__judge_by_neighbours(judging, words_of, judge_block);
}

/* ------------------------------------------------------------------- finish */

uint32_t pith__count_words(const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text, *end = p + len;
    uint32_t words = 0, tenths = 0;
    bool word = false;
    while (p < end) {
        uint32_t cp;
        p += pith__utf8_next(p, &cp);
        unsigned flags = pith__unicode_class(cp);
        if ((flags & PITH__ALONE) != 0) {
            tenths += pith__tenths_of(flags);
        } else if ((flags & PITH__UC_WORD) != 0) {
            words += !word;
            word = true;
        } else if ((flags & PITH__UC_SPACE) != 0) {
            word = false;
        }
    }
    return words + (tenths + 5) / 10;
}

static unsigned count_bits(uint32_t bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* Keeps the parts that other methods keep. */
static void finish(struct pith__judging *judging, unsigned needed)
{
    const pith_block *blocks = pith__page_blocks(judging->page);
    const struct state *state = judging->state;
    pith_part *parts = state->parts;
    for (size_t from = 0, end; from < state->count; from = end) {
        const pith_block *block = &blocks[parts[from].block];
        bool any = false;
        for (end = from; end < state->count && parts[end].block == parts[from].block; end++)
            any |= parts[end].keep != 0;
        if (!block->keep)
            continue;
        bool others = count_bits(block->votes & ~judging->bit) >= needed;
        for (size_t i = from; i < end; i++) {
            if (others || (!any && !state->mark))
                parts[i].keep = 1;
            else if (!parts[i].keep && !state->mark)
                judging->decision->cut_words +=
                    pith__count_words(block->text + parts[i].begin, parts[i].end - parts[i].begin);
        }
    }
}

static void keep_whole(void *memory)
{
    const struct state *state = memory;
    for (size_t i = 0; i < state->count; i++)
        state->parts[i].keep = 1;
}

static void trim(void *memory, const struct pith__allocator *allocator, size_t keep)
{
    struct kept *kept = memory;
    pith__vec_trim(&kept->used, allocator, keep);
    pith__vec_trim(&kept->spare, allocator, keep);
}

const struct pith__method pith__method_perplexity = {
    .info = {"perplexity", "text that a language model finds likely"},
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .params_size = sizeof(struct pith__perplexity_params),
    .takes = PITH__MODEL_WORDGRAM,
    .prepare = prepare,
    .judge = judge,
    .finish = finish,
    .keep_whole = keep_whole,
    .trim = trim,
    .state_size = sizeof(struct state),
    .kept_size = sizeof(struct kept),
};
