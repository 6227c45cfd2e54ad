/*
 * decision_grow.c - a tree by C4.5: grown from the root, then pruned.
 *
 * Each feature has a column: the rows in the order of its values. A node is a stretch of every
 * column, and a split parts that stretch in two and keeps the order on both sides, so that nothing
 * is sorted again: a level of the tree costs one pass over all columns.
 */
#include <math.h>
#include <stdlib.h>

#include "eval/stats.h"
#include "train/decision.h"

struct grown {
    double weights[PITH__LABELS]; /* of the rows that it was grown from */
    double held[PITH__LABELS];    /* of the rows that were held out */
    double gain;                  /* of its best split, in bits times words; 0: there is none */
    float threshold;
    uint16_t feature;   /* of its best split */
    uint16_t depth;     /* conditions above it */
    bool split;         /* else it is a leaf */
    bool kept;          /* the split is one of the most useful */
    uint32_t low, high; /* its branches, which stand behind it in the list */
    uint32_t begin, end;
};

/* A row in a column, with its value, so that a pass over the column need not look for it. */
struct cell {
    float value;
    uint32_t row;
};

struct grower {
    const struct decision_data *data;
    const struct decision_options *options;
    uint16_t features[PITH__FEATURES]; /* those to use */
    size_t feature_count;
    size_t rows;            /* to grow from */
    struct cell *columns;   /* (feature_count, rows) */
    struct cell *spare;     /* (rows) */
    uint8_t *high;          /* (rows of the matrix): goes to the upper branch */
    struct pith__vec nodes; /* struct grown */
    uint32_t *waiting;      /* nodes that have a split that is not made yet */
    size_t waiting_count;
};

/* ---------------------------------------------------------------- splitting */

static double x_log_x(double x)
{
    return x > 0 ? x * log2(x) : 0;
}

static double sum_of(const double weights[PITH__LABELS])
{
    return weights[0] + weights[1] + weights[2] + weights[3];
}

/* Entropy times weight. */
static double bits_of(const double weights[PITH__LABELS], unsigned classes)
{
    double bits = x_log_x(sum_of(weights));
    for (unsigned i = 0; i < classes; i++)
        bits -= x_log_x(weights[i]);
    return bits;
}

struct split {
    double gain, ratio;
    float below, above; /* the values on its sides */
};

/* The best threshold of a feature for the rows of a node, by gain. */
static struct split best_threshold(const struct grower *grower, size_t column,
                                   const struct grown *node)
{
    const float *weights = grower->data->weights;
    const struct cell *cells = grower->columns + column * grower->rows;
    const unsigned classes = grower->data->classes;
    const double all = sum_of(node->weights), bits = bits_of(node->weights, classes);
    double low[PITH__LABELS] = {0}, high[PITH__LABELS], best_low = 0;
    struct split best = {0};
    size_t tried = 0;
    for (uint32_t i = node->begin; i + 1 < node->end; i++) {
        low[grower->data->labels[cells[i].row]] += (double)weights[cells[i].row];
        if (!(cells[i].value < cells[i + 1].value))
            continue;
        double weight = sum_of(low);
        if (weight < grower->options->min_leaf)
            continue;
        if (all - weight < grower->options->min_leaf)
            break;
        for (unsigned k = 0; k < PITH__LABELS; k++)
            high[k] = node->weights[k] - low[k];
        double gain = bits - bits_of(low, classes) - bits_of(high, classes);
        tried++;
        if (gain > best.gain) {
            best = (struct split){gain, 0, cells[i].value, cells[i + 1].value};
            best_low = weight;
        }
    }
    if (tried == 0 || best.gain <= 0)
        return (struct split){0};
    /* Who picks among many thresholds finds a good one by chance. */
    best.gain -= log2((double)tried);
    best.ratio = best.gain / (x_log_x(all) - x_log_x(best_low) - x_log_x(all - best_low));
    return best;
}

/* Finds the split of a node: of those with at least average gain the one of the best ratio of gain
 * to what it takes to tell the branches. */
static void find_split(const struct grower *grower, struct grown *node)
{
    struct split splits[PITH__FEATURES];
    double sum = 0, all = sum_of(node->weights);
    size_t count = 0, best = grower->feature_count;
    node->gain = 0;
    if (node->depth >= PITH__DECISION_DEPTH || all < 2 * grower->options->min_leaf ||
        node->weights[decision_majority(node->weights, grower->data->classes)] >= all)
        return;
    for (size_t k = 0; k < grower->feature_count; k++) {
        splits[k] = best_threshold(grower, k, node);
        if (splits[k].gain > 0) {
            sum += splits[k].gain;
            count++;
        }
    }
    for (size_t k = 0; k < grower->feature_count; k++) {
        if (splits[k].gain > 0 && splits[k].gain >= sum / (double)count - 1e-3 * all &&
            (best == grower->feature_count || splits[k].ratio > splits[best].ratio))
            best = k;
    }
    if (best == grower->feature_count)
        return;
    node->gain = splits[best].gain;
    node->threshold = decision_threshold(splits[best].below, splits[best].above);
    node->feature = grower->features[best];
}

/* ------------------------------------------------------------------ growing */

/* Adds a node for a stretch of the columns. False: there is no memory. */
static bool add_node(struct grower *grower, uint32_t begin, uint32_t end, unsigned depth)
{
    const struct decision_data *data = grower->data;
    struct grown node = {.begin = begin, .end = end, .depth = (uint16_t)depth};
    if (pith__vec_reserve(&grower->nodes, &pith__allocator_default, 1) != PITH_OK)
        return false;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t row = grower->columns[i].row;
        node.weights[data->labels[row]] += (double)data->weights[row];
    }
    find_split(grower, &node);
    if (node.gain > 0)
        grower->waiting[grower->waiting_count++] = (uint32_t)grower->nodes.len;
    ((struct grown *)grower->nodes.data)[grower->nodes.len++] = node;
    return true;
}

/* Parts the stretch of a node in every column. Returns where the upper branch begins. */
static uint32_t part(struct grower *grower, const struct grown *node)
{
    const float *values = grower->data->matrix->values + node->feature;
    uint32_t middle = node->begin;
    for (uint32_t i = node->begin; i < node->end; i++) {
        uint32_t row = grower->columns[i].row;
        grower->high[row] = values[(size_t)row * PITH__FEATURES] > node->threshold;
        middle += !grower->high[row];
    }
    for (size_t k = 0; k < grower->feature_count; k++) {
        struct cell *column = grower->columns + k * grower->rows;
        uint32_t low = node->begin, high = 0;
        for (uint32_t i = node->begin; i < node->end; i++) {
            struct cell cell = column[i];
            if (grower->high[cell.row])
                grower->spare[high++] = cell;
            else
                column[low++] = cell;
        }
        memcpy(column + low, grower->spare, high * sizeof *column);
    }
    return middle;
}

static bool grow(struct grower *grower)
{
    size_t most = grower->options->max_leaves == 1 ? 1 : PITH__DECISION_NODES / 2;
    if (!add_node(grower, 0, (uint32_t)grower->rows, 0))
        return false;
    for (size_t leaves = 1; leaves < most && grower->waiting_count > 0; leaves++) {
        /* The newest first, so that never more wait than the tree is deep. */
        uint32_t index = grower->waiting[--grower->waiting_count];
        struct grown node = ((struct grown *)grower->nodes.data)[index];
        uint32_t middle = part(grower, &node);
        node.split = true;
        node.low = (uint32_t)grower->nodes.len;
        node.high = node.low + 1;
        ((struct grown *)grower->nodes.data)[index] = node;
        if (!add_node(grower, node.begin, middle, node.depth + 1u) ||
            !add_node(grower, middle, node.end, node.depth + 1u))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------ pruning */

/* How many more errors than ERRORS of WEIGHT to expect: the upper bound of a confidence interval of
 * 25 %, by Wilson's score with a correction for continuity; exact where there are none. */
static double more_errors(double weight, double errors)
{
    const double confidence = 0.25, z = 0.67448975019608171;
    if (errors <= 0)
        return weight > 0 ? weight * (1 - pow(confidence, 1 / weight)) : 0;
    if (errors + 0.5 >= weight)
        return weight > errors ? weight - errors : 0;
    double rate = (errors + 0.5) / weight;
    double bound =
        (rate + z * z / (2 * weight) +
         z * sqrt(rate / weight - rate * rate / weight + z * z / (4 * weight * weight))) /
        (1 + z * z / weight);
    return bound * weight - errors;
}

/* The errors that a leaf would make in place of a node: those expected, or those made on the rows
 * that were held out. */
static double leaf_errors(const struct grower *grower, const struct grown *node)
{
    uint8_t label = decision_majority(node->weights, grower->data->classes);
    if (grower->options->prune == DECISION_PRUNE_REDUCED)
        return sum_of(node->held) - node->held[label];
    double weight = sum_of(node->weights), errors = weight - node->weights[label];
    return errors + more_errors(weight, errors);
}

/* Makes leaves of nodes that do no worse as such, from the leaves up: branches stand behind their
 * node. False: there is no memory. */
static bool prune(struct grower *grower)
{
    const double slack = grower->options->prune == DECISION_PRUNE_ERROR ? 0.1 : 0; /* C4.5's */
    struct grown *nodes = grower->nodes.data;
    double *errors = malloc(grower->nodes.len * sizeof *errors);
    if (errors == NULL)
        return false;
    for (size_t i = grower->nodes.len; i-- > 0;) {
        errors[i] = leaf_errors(grower, &nodes[i]);
        if (!nodes[i].split)
            continue;
        double below = errors[nodes[i].low] + errors[nodes[i].high];
        if (errors[i] <= below + slack)
            nodes[i].split = false;
        else
            errors[i] = below;
    }
    free(errors);
    return true;
}

/* The node of those that wait whose split gains most; the first of equal ones. */
static struct grown *take_best(struct grower *grower)
{
    struct grown *nodes = grower->nodes.data;
    size_t best = 0;
    for (size_t i = 1; i < grower->waiting_count; i++) {
        if (nodes[grower->waiting[i]].gain > nodes[grower->waiting[best]].gain)
            best = i;
    }
    struct grown *node = &nodes[grower->waiting[best]];
    grower->waiting[best] = grower->waiting[--grower->waiting_count];
    return node;
}

/* Of a tree with too many leaves, keeps the splits that gain most, from the root down. */
static void thin(struct grower *grower)
{
    struct grown *nodes = grower->nodes.data;
    grower->waiting_count = 0;
    if (nodes[0].split)
        grower->waiting[grower->waiting_count++] = 0;
    for (unsigned leaves = 1; leaves < grower->options->max_leaves && grower->waiting_count > 0;
         leaves++) {
        struct grown *node = take_best(grower);
        node->kept = true;
        if (nodes[node->low].split)
            grower->waiting[grower->waiting_count++] = node->low;
        if (nodes[node->high].split)
            grower->waiting[grower->waiting_count++] = node->high;
    }
    for (size_t i = 0; i < grower->nodes.len; i++)
        nodes[i].split &= nodes[i].kept;
}

/* Adds a row to the weights of all nodes that it comes through. */
static void pass_down(struct grower *grower, uint32_t row, bool held)
{
    const struct decision_data *data = grower->data;
    const float *values = data->matrix->values + (size_t)row * PITH__FEATURES;
    struct grown *nodes = grower->nodes.data;
    for (uint32_t i = 0;;) {
        struct grown *node = &nodes[i];
        (held ? node->held : node->weights)[data->labels[row]] += (double)data->weights[row];
        if (!node->split)
            return;
        i = values[node->feature] <= node->threshold ? node->low : node->high;
    }
}

/* A site with a number that only the seed tells. */
struct drawn {
    uint64_t number;
    uint32_t site;
};

static int by_number(const void *a, const void *b)
{
    const struct drawn *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number ? 1 : x->site < y->site ? -1 : 1;
}

/* Of the pages that PAGES marks, marks in HELD those of every third site. False: no memory. */
static bool hold_out(const struct matrix *matrix, const bool *pages, uint64_t seed, bool *held)
{
    struct drawn *sites = calloc(matrix->site_count + 1, sizeof *sites);
    bool *chosen = calloc(matrix->site_count + 1, sizeof *chosen);
    size_t count = 0;
    if (sites == NULL || chosen == NULL) {
        free(sites);
        free(chosen);
        return false;
    }
    for (size_t i = 0; i < matrix->page_count; i++) {
        uint32_t site = matrix->sites[i];
        if (!pages[i] || chosen[site])
            continue;
        struct stats_random random = {seed ^ (uint64_t)site << 32};
        chosen[site] = true;
        sites[count++] = (struct drawn){stats_random_next(&random), site};
    }
    qsort(sites, count, sizeof *sites, by_number);
    memset(chosen, 0, matrix->site_count * sizeof *chosen);
    for (size_t i = 2; i < count; i += 3)
        chosen[sites[i].site] = true;
    for (size_t i = 0; i < matrix->page_count; i++)
        held[i] = pages[i] && chosen[matrix->sites[i]];
    free(sites);
    free(chosen);
    return true;
}

/* ------------------------------------------------------------------- result */

/* The nodes that are left, as a walk meets them. False: there is no memory. */
static bool finish(const struct grower *grower, struct pith__decision_tree *tree)
{
    const struct grown *nodes = grower->nodes.data;
    uint32_t stack[PITH__DECISION_DEPTH + 1] = {0}, above[PITH__DECISION_DEPTH + 1] = {0};
    size_t open = 1;
    tree->classes = grower->data->classes;
    tree->nodes = calloc(grower->nodes.len, sizeof *tree->nodes);
    tree->leaves = calloc(grower->nodes.len, sizeof *tree->leaves);
    if (tree->nodes == NULL || tree->leaves == NULL) {
        decision_tree_deinit(tree);
        return false;
    }
    while (open > 0) {
        const struct grown *node = &nodes[stack[--open]];
        uint32_t index = tree->node_count++;
        if (index > 0 && above[open] != index - 1) /* an upper branch: its condition learns where */
            tree->nodes[above[open]].more = index;
        if (node->split) {
            tree->nodes[index] = (struct pith__decision){node->threshold, node->feature, 0};
            above[open] = index;
            stack[open++] = node->high;
            above[open] = index;
            stack[open++] = node->low;
            continue;
        }
        struct pith__decision_leaf *leaf = &tree->leaves[tree->leaf_count];
        memcpy(leaf->weights, node->weights, sizeof leaf->weights);
        leaf->label = decision_majority(node->weights, tree->classes);
        tree->nodes[index] = (struct pith__decision){0, PITH__DECISION_LEAF, tree->leaf_count++};
    }
    return true;
}

/* Takes from the columns of all rows those of pages that PAGES marks and HELD does not. */
static bool grower_init(struct grower *grower, const bool *pages, const bool *held)
{
    const struct decision_data *data = grower->data;
    const struct matrix *matrix = data->matrix;
    pith__vec_init(&grower->nodes, sizeof(struct grown));
    for (unsigned k = 0; k < PITH__FEATURES; k++) {
        if (grower->options->features[k])
            grower->features[grower->feature_count++] = (uint16_t)k;
    }
    size_t columns = grower->feature_count > 0 ? grower->feature_count : 1;
    grower->columns = malloc((matrix->rows + 1) * columns * sizeof *grower->columns);
    grower->spare = malloc((matrix->rows + 1) * sizeof *grower->spare);
    grower->high = calloc(matrix->rows + 1, sizeof *grower->high);
    grower->waiting =
        malloc((DECISION_LEAVES + PITH__DECISION_DEPTH + 2) * sizeof *grower->waiting);
    if (grower->columns == NULL || grower->spare == NULL || grower->high == NULL ||
        grower->waiting == NULL)
        return false;
    struct cell *out = grower->columns;
    for (size_t k = 0; k < columns; k++) {
        const uint32_t *column = data->columns + grower->features[k] * matrix->rows;
        for (size_t i = 0; i < matrix->rows; i++) {
            uint32_t page = matrix->pages[column[i]];
            if (pages[page] && !held[page] && data->weights[column[i]] > 0)
                *out++ = (struct cell){
                    matrix->values[(size_t)column[i] * PITH__FEATURES + grower->features[k]],
                    column[i]};
        }
    }
    grower->rows = (size_t)(out - grower->columns) / columns;
    return true;
}

static void grower_deinit(struct grower *grower)
{
    pith__vec_deinit(&grower->nodes, &pith__allocator_default);
    free(grower->columns);
    free(grower->spare);
    free(grower->high);
    free(grower->waiting);
}

/* Shows the rows of HELD's pages to the tree: before pruning, and after it to the leaves' weights.
 */
static void show_held(struct grower *grower, const bool *held, bool to_weights)
{
    const struct matrix *matrix = grower->data->matrix;
    for (size_t i = 0; i < matrix->rows; i++) {
        if (held[matrix->pages[i]])
            pass_down(grower, (uint32_t)i, !to_weights);
    }
}

bool decision_train(struct pith__decision_tree *tree, const struct decision_data *data,
                    const bool *pages, const struct decision_options *options)
{
    const bool reduced = options->prune == DECISION_PRUNE_REDUCED;
    struct grower grower = {.data = data, .options = options};
    bool *held = calloc(data->matrix->page_count + 1, sizeof *held);
    *tree = (struct pith__decision_tree){0};
    bool done = held != NULL;
    if (done && reduced)
        done = hold_out(data->matrix, pages, options->seed, held);
    done = done && grower_init(&grower, pages, held) && grow(&grower);
    if (done && reduced)
        show_held(&grower, held, false);
    /* Without a third site there is nothing to prune by. */
    if (done && options->prune != DECISION_PRUNE_NONE &&
        !(reduced && sum_of(((struct grown *)grower.nodes.data)->held) <= 0))
        done = prune(&grower);
    if (done && options->max_leaves > 0)
        thin(&grower);
    if (done && reduced)
        show_held(&grower, held, true);
    done = done && finish(&grower, tree);
    grower_deinit(&grower);
    free(held);
    return done;
}
