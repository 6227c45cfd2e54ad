/*
 * method_ngram.c - two character n-gram models, of content and of boilerplate: a block is kept if
 * its text is more likely under the first.
 *
 * After Evert, "A lightweight and efficient tool for cleaning Web pages" (2008). Rules that need no
 * model come first (ngram_rules.def). Blocks of a few characters are too short to judge: if the
 * nearest judged blocks before and after agree, a short block follows them, unless the caller wants
 * the paper's way.
 *
 * prepare() does all the work, before any block is touched.
 */
#include "method/method.h"
#include "method/ngram.h"
#include "method/ngram_rules.h"
#include "model/model.h"

enum { SHORT_CHARS = 16 }; /* including the end of a block, which the models score too */

/* The mean log ratio per character, in nats, at which the score of a block is 0.75. */
static const float HALF_WAY = 0.1f;

struct params {
    const char *model; /* a name, or NULL */
    double bias;
    uint32_t rules;
    bool short_alone;
};

static const struct pith__param params[] = {
    {{"ngram.model", "ngram",
      "a built-in model: en for English, any for all languages; default: by the page's language",
      NULL, PITH_TYPE_TEXT, PITH_GROUP_DECISION, 0, 0},
     offsetof(struct params, model),
     NULL},
    {{"ngram.bias", "ngram",
      "added to the score of each character, in nats: above 0 keeps more, below 0 less", "0",
      PITH_TYPE_NUMBER, PITH_GROUP_DECISION, -10, 10},
     offsetof(struct params, bias),
     NULL},
    {{"ngram.rules", "ngram", "rules that drop boilerplate without a model", "all", PITH_TYPE_LIST,
      PITH_GROUP_DECISION, 0, 0},
     offsetof(struct params, rules),
     pith__rule_choices},
    {{"ngram.short-alone", "ngram",
      "judge very short blocks by themselves, not by their neighbours", "false", PITH_TYPE_FLAG,
      PITH_GROUP_DECISION, 0, 0},
     offsetof(struct params, short_alone),
     NULL},
};

struct verdict {
    float score;
    uint8_t keep;
    uint8_t reason;
    bool is_short;
};

struct state {
    struct verdict *verdicts; /* (blocks) */
    int8_t *shares;           /* (bytes of all texts), or NULL */
    const char *texts;        /* start of the first text */
};

/* Scratch for judging blocks. */
struct judge {
    const pith_page *page;
    const struct params *params;
    struct pith__chargram model;
    unsigned char *symbols; /* (length of the longest text), or NULL until needed */
    uint32_t *starts;
    int32_t *units;
    struct pith__arena *arena;
};

/* ---------------------------------------------------------------- language */

/* Words that are frequent in English and not in neighbouring languages. */
static bool is_english_word(const unsigned char *word, size_t len)
{
    static const char words[][5] = {"the", "and",  "of",   "to",  "that",
                                    "for", "with", "this", "are", "you"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (pith__span_is((struct pith__span){word, len}, words[i]))
            return true;
    }
    return false;
}

enum { LANGUAGE_LEAST = 20, LANGUAGE_MOST = 5000, ENGLISH_PART = 20 };

/* The page's language as far as the models care: "en", or "" for all others. On a page with enough
 * words, one in twenty must be a frequent English word, because templates say lang="en" in all
 * countries. On shorter pages the attribute is trusted. */
static struct pith__span find_language(const pith_page *page)
{
    static const struct pith__span english = {(const unsigned char *)"en", 2};
    const struct pith__span declared = {(const unsigned char *)page->info.lang,
                                        page->info.lang_len};
    const pith_block *blocks = pith__page_blocks(page);
    size_t words = 0, hits = 0;
    for (size_t i = 0; i < page->info.blocks && words < LANGUAGE_MOST; i++) {
        const unsigned char *p = (const unsigned char *)blocks[i].text;
        const unsigned char *end = p + pith__judged_len(p, blocks[i].text_len);
        while (p < end) {
            const unsigned char *from = p;
            while (p < end && (pith__is_alpha(*p) || *p >= 0x80))
                p++;
            words += p > from;
            hits += p > from && p - from <= 4 && is_english_word(from, (size_t)(p - from));
            p += p == from;
        }
    }
    if (words < LANGUAGE_LEAST)
        return declared;
    return hits * ENGLISH_PART >= words ? english : (struct pith__span){english.ptr, 0};
}

static pith_status find_model(const struct pith__judging *judging, struct pith__chargram *model)
{
    const struct params *given = judging->params;
    if (judging->model != NULL) {
        *model = judging->model->chargram;
        return PITH_OK;
    }
    if (given->model != NULL) {
        if (pith__chargram_built_in(given->model, model))
            return PITH_OK;
        return pith__fail(judging->error, PITH_ERR_MODEL,
                          "the method ngram has no built-in model '%.40s'", given->model);
    }
    struct pith__span lang = find_language(judging->page);
    if (pith__chargram_for_language((const char *)lang.ptr, lang.len, model))
        return PITH_OK;
    return pith__fail(judging->error, PITH_ERR_MODEL,
                      "the method ngram has no model: none is built in, and none was given");
}

/* ------------------------------------------------------------------ blocks */

/* Allocates memory for a text as characters; only some blocks need it. */
static pith_status make_room(struct judge *judge)
{
    const pith_block *blocks = pith__page_blocks(judge->page);
    size_t longest = 1;
    if (judge->symbols != NULL)
        return PITH_OK;
    for (size_t i = 0; i < judge->page->info.blocks; i++) {
        if (blocks[i].text_len > longest)
            longest =
                blocks[i].text_len < PITH__JUDGED_MOST ? blocks[i].text_len : PITH__JUDGED_MOST;
    }
    judge->starts = pith__arena_alloc(judge->arena, longest * sizeof *judge->starts);
    judge->units = pith__arena_alloc(judge->arena, longest * sizeof *judge->units);
    judge->symbols = pith__arena_alloc(judge->arena, longest);
    if (judge->starts == NULL || judge->units == NULL || judge->symbols == NULL)
        return PITH_ERR_NOMEM;
    return PITH_OK;
}

/* Removes the symbols of junk characters from COUNT symbols; returns how many are left. */
static size_t drop_junk(const struct judge *judge, const unsigned char *text, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (pith__junk_len(text + judge->starts[i]) > 0)
            continue;
        judge->symbols[left] = judge->symbols[i];
        judge->starts[left++] = judge->starts[i];
    }
    return left;
}

/* SHARES has a number for each byte of the text; may be NULL. */
static int64_t score_slowly(const struct judge *judge, const pith_block *block, bool junk,
                            size_t *chars, int8_t *shares)
{
    const unsigned char *text = (const unsigned char *)block->text;
    size_t count =
        pith__fold(judge->model.folding, text, block->text_len, judge->symbols, judge->starts);
    if (junk)
        count = drop_junk(judge, text, count);
    *chars = 0;
    for (size_t i = 0; i < count; i++)
        *chars += i == 0 || judge->starts[i] != judge->starts[i - 1];
    int64_t sum = pith__chargram_explain(&judge->model, judge->symbols, count, judge->units);
    if (shares == NULL)
        return sum;
    for (size_t i = 0; i < count; i++) {
        int32_t share = judge->units[i] * PITH__SHARE_UNIT / PITH__CHARGRAM_UNIT;
        share += shares[judge->starts[i]]; /* the share of a space that was inserted before it */
        shares[judge->starts[i]] = (int8_t)(share < INT8_MIN   ? INT8_MIN
                                            : share > INT8_MAX ? INT8_MAX
                                                               : share);
    }
    return sum;
}

/* Maps the mean log ratio per character, in nats, to a score from 0 to 1; 0 becomes 0.5. */
static float score_of(double mean)
{
    double size = mean < 0 ? -mean : mean;
    return (float)(0.5 + 0.5 * mean / (size + (double)HALF_WAY));
}

static pith_status judge_block(struct judge *judge, const pith_block *whole, int8_t *shares,
                               struct verdict *verdict)
{
    const struct params *given = judge->params;
    const unsigned char *text = (const unsigned char *)whole->text;
    pith_block seen = *whole;
    const pith_block *block = &seen;
    seen.text_len = (uint32_t)pith__judged_len(text, whole->text_len);
    size_t chars;
    size_t junk = pith__junk_count(text, block->text_len, &chars);
    int64_t sum;
    if ((given->rules & PITH__RULE_CHARS) == 0)
        junk = 0;
    if (junk > 0 || shares != NULL) {
        PITH__TRY(make_room(judge));
        sum = score_slowly(judge, block, junk > 0, &chars, shares);
    } else {
        sum = pith__chargram_score(&judge->model, text, block->text_len);
    }
    chars++; /* the end of the block */
    double nats =
        pith__chargram_nats(sum + judge->model.prior) + (double)(float)given->bias * (double)chars;
    *verdict = (struct verdict){.score = score_of(nats / (double)chars),
                                .keep = nats >= 0,
                                .reason = nats >= 0 ? PITH_REASON_LIKELY_TEXT
                                                    : PITH_REASON_LIKELY_BOILERPLATE,
                                .is_short = chars < SHORT_CHARS};
    float chance;
    if (pith__rules_find(given->rules, block, &chance) != 0)
        *verdict = (struct verdict){.score = chance, .reason = PITH_REASON_RULE};
    return PITH_OK;
}

/* ------------------------------------------------------------ short blocks */

/* Short blocks follow the nearest judged blocks on both sides if those agree; nothing is kept
 * beyond the page's ends. AFTER has room for a number for each block. */
static void settle_short(struct verdict *verdicts, size_t count, uint32_t *after)
{
    static const struct verdict nothing = {.score = 0};
    uint32_t next = UINT32_MAX;
    for (size_t i = count; i-- > 0;) {
        after[i] = next;
        if (!verdicts[i].is_short)
            next = (uint32_t)i;
    }
    const struct verdict *before = &nothing;
    for (size_t i = 0; i < count; i++) {
        if (!verdicts[i].is_short) {
            before = &verdicts[i];
            continue;
        }
        const struct verdict *behind = after[i] != UINT32_MAX ? &verdicts[after[i]] : &nothing;
        if (before->keep == behind->keep)
            verdicts[i] = (struct verdict){.score = (before->score + behind->score) / 2,
                                           .keep = before->keep,
                                           .reason = PITH_REASON_TOO_SHORT,
                                           .is_short = true};
    }
}

/* --------------------------------------------------------------- interface */

/* The texts of all blocks are contiguous in memory. */
static size_t text_bytes(const pith_page *page)
{
    const pith_block *blocks = pith__page_blocks(page);
    size_t count = page->info.blocks;
    if (count == 0)
        return 0;
    return (size_t)(blocks[count - 1].text - blocks[0].text) + blocks[count - 1].text_len;
}

/* Fails with PITH_ERR_NOMEM, or with PITH_ERR_MODEL if there is no model of the requested name. */
static pith_status prepare(struct pith__judging *judging)
{
    const pith_page *page = judging->page;
    const pith_block *blocks = pith__page_blocks(page);
    struct pith__arena *arena = judging->arena;
    size_t count = page->info.blocks;
    bool reasons = judging->options->reasons;
    struct judge judge = {.page = page, .params = judging->params, .arena = arena};
    struct state *found = judging->state;
    PITH__TRY(find_model(judging, &judge.model));
    found->texts = count > 0 ? blocks[0].text : NULL;
    found->verdicts = pith__arena_alloc(arena, (count + 1) * sizeof *found->verdicts);
    uint32_t *after = pith__arena_alloc(arena, (count + 1) * sizeof *after);
    if (reasons)
        found->shares = pith__arena_alloc(arena, text_bytes(page) + 1);
    if (found->verdicts == NULL || after == NULL || (reasons && found->shares == NULL))
        return PITH_ERR_NOMEM;
    if (found->shares != NULL) /* blocks that are not judged have no shares */
        memset(found->shares, 0, text_bytes(page) + 1);
    for (size_t i = 0; i < count; i++) {
        const unsigned char *text = (const unsigned char *)blocks[i].text;
        if (pith__judge_late(judging, i, 4 + pith__judged_len(text, blocks[i].text_len))) {
            memset(found->verdicts + i, 0, (count - i) * sizeof *found->verdicts);
            break;
        }
        int8_t *shares =
            found->shares != NULL ? found->shares + (blocks[i].text - found->texts) : NULL;
        PITH__TRY(judge_block(&judge, &blocks[i], shares, &found->verdicts[i]));
    }
    if (!judge.params->short_alone)
        settle_short(found->verdicts, count, after);
    return PITH_OK;
}

static void judge(struct pith__judging *judging)
{
    const struct verdict *verdicts = ((const struct state *)judging->state)->verdicts;
    pith_block *blocks = pith__page_blocks(judging->page);
    for (size_t i = 0; i < judging->page->info.blocks; i++)
        pith__judge(judging, &blocks[i], verdicts[i].score, verdicts[i].keep != 0,
                    (pith_reason)verdicts[i].reason);
}

const int8_t *pith__ngram_shares(const pith_page *page, const pith_block *block)
{
    const struct state *found = pith__method_state(page, &pith__method_ngram);
    if (found == NULL || found->shares == NULL)
        return NULL;
    return found->shares + (block->text - found->texts);
}

const struct pith__method pith__method_ngram = {
    .info = {"ngram", "models of characters, of content and of boilerplate"},
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .params_size = sizeof(struct params),
    .takes = PITH__MODEL_CHARGRAM,
    .prepare = prepare,
    .judge = judge,
    .state_size = sizeof(struct state),
};
