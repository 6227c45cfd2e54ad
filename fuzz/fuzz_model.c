/*
 * fuzz_model.c - any bytes as a model; checks what must hold of one that is taken.
 */
#include <math.h>

#include "base/crc32.h"
#include "fuzz.h"
#include "model/model.h"

/* Every branch goes on in the order of the nodes, and every leaf is met once. */
static void check_tree(const struct pith__decision_tree *tree)
{
    uint32_t leaves = 0;
    require(tree->classes == 2 || tree->classes == PITH__LABELS);
    require(tree->node_count == 2 * tree->leaf_count - 1);
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const struct pith__decision *node = &tree->nodes[i];
        if (node->feature == PITH__DECISION_LEAF) {
            require(node->more == leaves++);
            continue;
        }
        require(node->feature < PITH__FEATURES && node->threshold == node->threshold);
        require(node->more > i + 1 && node->more < tree->node_count);
        require(tree->nodes[node->more - 1].feature == PITH__DECISION_LEAF);
    }
    require(leaves == tree->leaf_count);
}

static void check_leaves(const struct pith__decision_tree *tree)
{
    for (uint32_t i = 0; i < tree->leaf_count; i++) {
        const struct pith__decision_leaf *leaf = &tree->leaves[i];
        float score = pith__decision_score(leaf, tree->classes);
        double sum = 0;
        require(leaf->label < tree->classes && score >= 0 && score <= 1);
        for (unsigned label = 0; label < tree->classes; label++)
            sum += pith__decision_share(leaf, label, tree->classes);
        require(sum > 0.999999 && sum < 1.000001);
    }
}

/* Every walk stays in its tree, whatever a row holds. */
static void check_forest(const struct pith__forest *forest)
{
    static float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW];
    double scores[PITH__FOREST_GROUP], walked_scores[PITH__FOREST_GROUP];
    struct pith__forest walked = *forest;
    for (int i = 0; i < PITH__FOREST_GROUP; i++) {
        for (int k = 0; k < PITH__TAGGER_FEATURES; k++)
            rows[i][k] = (float)((i * 7919 + k * 104729) % 1999 - 999) / (float)(1 + i);
        rows[i][PITH__TAGGER_FEATURES] = -INFINITY;
    }
    pith__forest_score(forest, (const float(*)[PITH__FOREST_ROW])rows, scores);
    walked.full = NULL;
    pith__forest_score(&walked, (const float(*)[PITH__FOREST_ROW])rows, walked_scores);
    require(memcmp(scores, walked_scores, sizeof scores) == 0);
    for (int i = 0; i < PITH__FOREST_GROUP; i++) {
        double chance = pith__forest_chance(forest, scores[i]);
        require(chance >= 0 && chance <= 1.000001);
    }
    for (int i = 0; i <= 10; i++) {
        double trust = pith__curve_at(&forest->trust, i / 10.0);
        require(trust >= 0 && trust <= 1.000001);
    }
}

/* A page decided by a forest. */
static void use_forest(const pith_model *model)
{
    static const char html[] = "<h1>One</h1><p>two three <a href=x>four</a>. Five 2008<p>six<p>-";
    pith_options *options = fuzz_options("method", "auto", "reasons", "true", NULL);
    pith_options_set_model(options, model);
    pith_context *context = fuzz_context();
    const pith_page *page;
    const pith_block *block;
    require(pith_context_parse(context, html, sizeof html - 1, options, &page, NULL) == PITH_OK);
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++)
        require(block->score >= 0 && block->score <= 1 &&
                (block->reason > PITH_REASON_MODEL || block->reason == PITH_REASON_NO_CONTENT));
    require(pith_page_get_info(page)->confidence >= 0 && pith_page_get_info(page)->confidence <= 1);
}

/* Every walk stays in the model and each step ends, by the table and without it. */
static void check_chargram(const struct pith__chargram *model)
{
    static const unsigned char text[] =
        "Home | The river rose, \xC3\xA9t\xC3\xA9 \xFF 2008. \xC2\xA9";
    unsigned char symbols[sizeof text], longer[4 * sizeof text];
    int32_t shares[sizeof text];
    size_t count = pith__fold(model->folding, text, sizeof text - 1, symbols, NULL);
    int64_t sum = pith__chargram_explain(model, symbols, count, shares), shared = 0;
    for (size_t i = 0; i < count; i++)
        shared += shares[i];
    require(sum - shared >= PITH__CHARGRAM_ORDER * INT16_MIN);
    require(pith__chargram_score(model, text, sizeof text - 1) == sum);
    /* A text that is long enough to be walked in lanes. */
    struct pith__chargram tree = *model;
    tree.table = NULL;
    for (size_t i = 0; i < sizeof longer; i++)
        longer[i] = (unsigned char)(i * 7 % model->symbols);
    pith__chargram_score_symbols(&tree, longer, sizeof longer);
    require(model->bytes >= model->fact_len && model->symbols > 0);
}

/* A forest that tells kinds of pages: its walks end, whatever a row holds, and its answer is one.
 */
static void use_kinds(const pith_model *model)
{
    static const char html[] =
        "<title>One</title><h1>One</h1><p>two three <a href=x>four</a>. Five";
    static float row[PITH__KIND_FEATURES + 1];
    double scores[PITH__KINDS];
    for (int i = 0; i < 16; i++) {
        for (int k = 0; k < PITH__KIND_FEATURES; k++)
            row[k] = (float)((i * 7919 + k * 104729) % 1999 - 999) / (float)(1 + i);
        row[PITH__KIND_FEATURES] = -INFINITY;
        pith__forest_outputs(&model->forest, row, scores);
    }
    pith_options *options = fuzz_options("page-type", "true", NULL);
    pith_options_set_model(options, model);
    pith_context *context = fuzz_context();
    const pith_page *page;
    require(pith_context_parse(context, html, sizeof html - 1, options, &page, NULL) == PITH_OK);
    const pith_page_info *info = pith_page_get_info(page);
    require(info->page_type >= PITH_PAGE_ARTICLE && info->page_type <= PITH_PAGE_SERVICE);
    require(info->page_type_confidence >= 0 && info->page_type_confidence <= 1);
}

/* A forest or n-grams with a checksum and a length that are right: else nothing but them is ever
 * tried. */
static uint8_t *mended(const uint8_t *data, size_t size)
{
    static const uint8_t magic[] = {0x89, 'p', 'i', 't', 'h', '\r', '\n'};
    if (size < 4 * PITH__FOREST_HEAD || memcmp(data, magic, sizeof magic) != 0)
        return NULL;
    bool chargram = data[sizeof magic] == 'G';
    uint8_t *bytes = malloc(size);
    require(bytes != NULL);
    memcpy(bytes, data, size);
    for (size_t i = 0; i < 4; i++)
        bytes[4 * PITH__FOREST_SIZE + i] = (uint8_t)((chargram ? size : size / 4) >> 8 * i);
    uint32_t crc = pith__crc32(bytes + 16, size - 16);
    for (size_t i = 0; i < 4; i++)
        bytes[4 * PITH__FOREST_CRC + i] = (uint8_t)(crc >> 8 * i);
    return bytes;
}

static void use(const pith_model *model)
{
    static const char html[] = "<h1>One</h1><p>two three <a href=x>four</a>. Five 2008<p>six";
    pith_options *options = fuzz_options("method", "density", NULL);
    pith_options_set_model(options, model);
    pith_context *context = fuzz_context();
    const pith_page *page;
    const pith_block *block;
    require(pith_context_parse(context, html, sizeof html - 1, options, &page, NULL) == PITH_OK);
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++)
        require(block->keep == (block->label != PITH_LABEL_BOILERPLATE) &&
                block->reason == PITH_REASON_MODEL);
}

/* Words, pairs and triples of words that are there or not. */
static void check_wordgram(const struct pith__wordgram *model)
{
    static const unsigned char text[] =
        "The cat sat on the mat. \xE6\xB1\x89 a dog saw the 3.5 cats";
    struct pith__wordgram_score score;
    double perplexity =
        pith__wordgram_text(model, (struct pith__span){text, sizeof text - 1}, &score);
    require(perplexity >= 1 && isfinite(perplexity) && score.tokens > 10);
    require(pith__wordgram_limit(model, 8000) >= 0);
    require(pith__wordgram_limit(model, 1e6) >= 0);
}

/* A language model with checksums and a length that are right. */
static uint8_t *mended_wordgram(const uint8_t *data, size_t size)
{
    if (size < PITH__WORDGRAM_HEAD || !pith__wordgram_magic(data, size))
        return NULL;
    uint8_t *bytes = malloc(size);
    require(bytes != NULL);
    memcpy(bytes, data, size);
    uint64_t sum = pith__wordgram_sum(bytes + PITH__WORDGRAM_HEAD, size - PITH__WORDGRAM_HEAD);
    for (size_t i = 0; i < 8; i++) {
        bytes[4 * PITH__WORDGRAM_SIZE_AT + i] = (uint8_t)((uint64_t)size >> 8 * i);
        bytes[4 * PITH__WORDGRAM_SUM_AT + i] = (uint8_t)(sum >> 8 * i);
    }
    uint32_t crc = pith__crc32(bytes + 4 * PITH__WORDGRAM_SUM_AT,
                               PITH__WORDGRAM_HEAD - 4 * PITH__WORDGRAM_SUM_AT);
    for (size_t i = 0; i < 4; i++)
        bytes[4 * PITH__WORDGRAM_CRC_AT + i] = (uint8_t)(crc >> 8 * i);
    return bytes;
}

static void try_model(const uint8_t *data, size_t size)
{
    pith_model *model;
    pith_error error;
    pith_status status = pith_model_new((const char *)data, size, &model, &error);
    if (status != PITH_OK) {
        require(status == PITH_ERR_MODEL && model == NULL);
        require(error.line > 0 || (size >= 8 && data[0] == 0x89));
        require(error.message[0] != '\0' &&
                memchr(error.message, '\0', sizeof error.message) != NULL);
        return;
    }
    require(error.line == 0);
    switch (pith__model_kind(model)) {
    case PITH__MODEL_KINDS:
        use_kinds(model);
        break;
    case PITH__MODEL_CHARGRAM:
        check_chargram(&model->chargram);
        break;
    case PITH__MODEL_WORDGRAM:
        check_wordgram(&model->wordgram);
        break;
    case PITH__MODEL_FOREST:
        check_forest(&model->forest);
        use_forest(model);
        break;
    case PITH__MODEL_TREE:
        check_tree(&model->tree);
        check_leaves(&model->tree);
        use(model);
        break;
    case PITH__MODEL_NONE:
        abort();
    }
    pith_model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *forest = mended(data, size), *wordgram = mended_wordgram(data, size);
    try_model(data, size);
    if (wordgram != NULL)
        try_model(wordgram, size);
    free(wordgram);
    if (forest != NULL)
        try_model(forest, size);
    free(forest);
    return 0;
}
