/*
 * fuzz_model.c - any bytes as a model; checks what must hold of one that is taken.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition)
        abort();
}

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

static void use(const pith_model *model)
{
    static const char html[] = "<h1>One</h1><p>two three <a href=x>four</a>. Five 2008<p>six";
    pith_options options;
    pith_options_init(&options);
    options.methods = PITH_METHOD_DENSITY;
    options.model = model;
    pith_context *context = pith_context_new(NULL);
    const pith_page *page;
    const pith_block *block;
    require(context != NULL);
    require(pith_context_parse(context, html, sizeof html - 1, &options, &page) == PITH_OK);
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++)
        require(block->keep == (block->label != PITH_LABEL_BOILERPLATE) &&
                block->why == PITH_WHY_MODEL);
    pith_context_free(context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_model *model;
    pith_error error;
    pith_status status = pith_model_new((const char *)data, size, &model, &error);
    if (status != PITH_OK) {
        require(status == PITH_ERR_MODEL && model == NULL && error.line > 0);
        require(error.message[0] != '\0' &&
                memchr(error.message, '\0', sizeof error.message) != NULL);
        return 0;
    }
    require(error.line == 0);
    check_tree(&model->tree);
    check_leaves(&model->tree);
    use(model);
    pith_model_free(model);
    return 0;
}
