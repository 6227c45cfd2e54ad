/*
 * decision_data.c - a matrix sorted by all its features, and helpers shared by tree trainers.
 */
#include <stdlib.h>

#include "base/decimal.h"
#include "train/decision.h"
#include "train/sort.h"

/* ----------------------------------------------------------------- sorting */

/* Weights of 1 for blocks with words. */
static bool count_blocks(struct decision_data *data)
{
    const struct matrix *matrix = data->matrix;
    data->ones = malloc((matrix->rows + 1) * sizeof *data->ones);
    for (size_t i = 0; data->ones != NULL && i < matrix->rows; i++)
        data->ones[i] = matrix->weights[i] > 0;
    data->weights = data->ones;
    return data->ones != NULL;
}

bool decision_data_init(struct decision_data *data, const struct matrix *matrix, unsigned classes,
                        bool by_blocks)
{
    static const uint8_t labels[] = {PITH_LABEL_BOILERPLATE, PITH_LABEL_HEADLINE, PITH_LABEL_TEXT,
                                     PITH_LABEL_SUPPLEMENTAL}; /* in the order of targets */
    size_t rows = matrix->rows;
    uint64_t *numbers = malloc((rows + 1) * sizeof *numbers);
    uint64_t *spare = malloc((rows + 1) * sizeof *spare);
    *data = (struct decision_data){
        .matrix = matrix,
        .classes = classes,
        .labels = malloc(rows + 1),
        .columns = malloc((rows + 1) * PITH__FEATURES * sizeof *data->columns),
        .weights = matrix->weights,
    };
    bool good = numbers != NULL && spare != NULL && data->labels != NULL && data->columns != NULL &&
                (!by_blocks || count_blocks(data));
    for (size_t i = 0; good && i < rows; i++) {
        uint8_t target = matrix_target(matrix->classes[i], classes);
        data->labels[i] = classes == 2 ? target : labels[target];
    }
    for (size_t k = 0; good && k < PITH__FEATURES; k++) {
        const uint64_t *sorted = sort_rows(matrix, k, numbers, spare);
        for (size_t i = 0; i < rows; i++)
            data->columns[k * rows + i] = (uint32_t)sorted[i];
    }
    free(numbers);
    free(spare);
    if (!good)
        decision_data_deinit(data);
    return good;
}

void decision_data_deinit(struct decision_data *data)
{
    free(data->labels);
    free(data->columns);
    free(data->ones);
    *data = (struct decision_data){0};
}

/* ------------------------------------------------------------------- parts */

/* Writes NUMBER with the given number of digits; *ROUNDED gets the value that it parses back to.
 * Returns false if it does not parse. */
static bool write_rounded(double number, int digits, char text[32], float *rounded)
{
    int len = snprintf(text, 32, "%.*g", digits, number);
    double read;
    if (!pith__decimal_read((struct pith__span){(unsigned char *)text, (size_t)len}, &read))
        return false;
    *rounded = (float)read;
    return true;
}

float decision_threshold(float a, float b)
{
    double middle = ((double)a + (double)b) / 2;
    for (int digits = 1; digits <= 9; digits++) {
        char text[32];
        float rounded;
        if (write_rounded(middle, digits, text, &rounded) && rounded >= a && rounded < b)
            return rounded;
    }
    return a; /* they are adjacent floats */
}

uint8_t decision_majority(const double weights[PITH__LABELS], unsigned classes)
{
    unsigned best = 0;
    for (unsigned i = 1; i < classes; i++) {
        if (weights[i] > weights[best])
            best = i;
    }
    return (uint8_t)best;
}

void decision_tree_deinit(struct pith__decision_tree *tree)
{
    free(tree->nodes);
    free(tree->leaves);
    *tree = (struct pith__decision_tree){0};
}

unsigned decision_tree_dimensions(const struct pith__decision_tree *tree)
{
    bool asked[PITH__FEATURES] = {false};
    unsigned count = 0;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        uint16_t feature = tree->nodes[i].feature;
        if (feature == PITH__DECISION_LEAF || asked[feature])
            continue;
        asked[feature] = true;
        count++;
    }
    return count;
}

/* ----------------------------------------------------------------- writing */

void decision_head_write(unsigned classes, FILE *file)
{
    fprintf(file, "pith tree 1\nclasses");
    for (unsigned i = 0; i < classes; i++)
        fprintf(file, " %s", pith_label_name((pith_label)i));
    fprintf(file, "\nfeatures %d %016llx\n", (int)PITH__FEATURES,
            (unsigned long long)pith__features_hash());
}

/* Writes a branch with its threshold, in as few digits as are needed to parse back the same value.
 */
static void write_branch(const struct pith__decision *node, unsigned depth, const char *sign,
                         FILE *file)
{
    char text[32];
    float rounded;
    int digits = 1;
    while (digits < 9 && (!write_rounded((double)node->threshold, digits, text, &rounded) ||
                          rounded < node->threshold || rounded > node->threshold ||
                          strstr(text, "e+") != NULL)) /* 20, not 2e+01 */
        digits++;
    while (depth-- > 0)
        fputs("| ", file);
    fprintf(file, "%s %s %.*g", pith_feature_name(node->feature), sign, digits,
            (double)node->threshold);
}

static void write_leaf(const struct pith__decision_leaf *leaf, unsigned classes, FILE *file)
{
    fprintf(file, ": %s", pith_label_name((pith_label)leaf->label));
    for (unsigned i = 0; i < classes; i++)
        fprintf(file, " %.15g", leaf->weights[i]);
    fputc('\n', file);
}

void decision_tree_write(const struct pith__decision_tree *tree, FILE *file)
{
    /* Ancestors of the current node, except those whose upper branch is being written. */
    uint32_t open[PITH__DECISION_DEPTH];
    unsigned depths[PITH__DECISION_DEPTH];
    unsigned count = 0, depth = 0;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const struct pith__decision *node = &tree->nodes[i];
        if (node->feature != PITH__DECISION_LEAF) {
            if (depth > 0)
                fputc('\n', file);
            write_branch(node, depth, "<=", file);
            open[count] = i;
            depths[count++] = depth++;
            continue;
        }
        write_leaf(&tree->leaves[node->more], tree->classes, file);
        if (count > 0) {
            depth = depths[--count];
            write_branch(&tree->nodes[open[count]], depth++, ">", file);
        }
    }
}
