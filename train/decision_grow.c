/*
 * decision_grow.c - C4.5: grows a tree from the root, then prunes it.
 *
 * Each feature has a column with the rows sorted by its values. A node is a range of every column.
 * A split partitions that range and keeps the order on both sides, so nothing is sorted again: one
 * level of the tree costs one pass over all columns.
 */
#include <math.h>
#include <stdlib.h>

#include "eval/stats.h"
#include "train/decision.h"

struct grown {
    double weights[PITH__LABELS]; /* of the training rows */
    double held[PITH__LABELS];    /* of the held-out rows */
    double gain;                  /* of its best split, in bits times words; 0: none */
    float threshold;
    uint16_t feature;   /* of its best split */
    uint16_t depth;     /* number of conditions above it */
    bool split;         /* else it is a leaf */
    bool kept;          /* the split is among the most useful */
    uint32_t low, high; /* its branches, which come after it in the list */
    uint32_t begin, end;
};

/* A row in a column with its value, so that a pass over the column is sequential. */
struct cell {
    float value;
    uint32_t row;
};

struct grower {
    const struct decision_data *data;
    const struct decision_options *options;
    uint16_t features[PITH__FEATURES]; /* those that may be used */
    size_t feature_count;
    size_t rows;            /* number of training rows */
    struct cell *columns;   /* (feature_count, rows) */
    struct cell *spare;     /* (rows) */
    uint8_t *high;          /* (rows of the matrix): the row goes to the upper branch */
    struct pith__vec nodes; /* struct grown */
    uint32_t *waiting;      /* nodes with a split that has not been made yet */
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
    float below, above; /* the values next to it */
};

/* The threshold of a feature with the highest gain for the rows of a node. */
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
    /* Correction for trying many thresholds: one may look good by chance. */
    best.gain -= log2((double)tried);
    best.ratio = best.gain / (x_log_x(all) - x_log_x(best_low) - x_log_x(all - best_low));
    return best;
}

/* Finds the split of a node: among those with at least average gain the one with the best gain
 * ratio. */
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

/* Adds a node for a range of the columns. Returns false when out of memory. */
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

/* Partitions the range of a node in every column. Returns where the upper branch begins. */
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
        /* Depth first, so that the number of waiting nodes is bounded by the depth of the tree. */
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

/* Expected additional errors of a leaf with ERRORS of WEIGHT: the upper bound of a confidence
 * interval of 25 %, by Wilson's score with continuity correction; exact if there are no errors. */
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

/* The errors of a node as a leaf: expected ones, or those on the held-out rows. */
static double leaf_errors(const struct grower *grower, const struct grown *node)
{
    uint8_t label = decision_majority(node->weights, grower->data->classes);
    if (grower->options->prune == DECISION_PRUNE_REDUCED)
        return sum_of(node->held) - node->held[label];
    double weight = sum_of(node->weights), errors = weight - node->weights[label];
    return errors + more_errors(weight, errors);
}

/* Turns nodes that are no worse as leaves into leaves, bottom-up: branches come after their node.
 * Returns false when out of memory. */
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

/* Removes the waiting node with the highest gain; the first of equals. */
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

/* If the tree has too many leaves, keeps the splits with the highest gain, from the root down. */
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

/* Adds a row to the weights of all nodes on its path. */
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

/* A site with a random number derived from the seed. */
struct drawn {
    uint64_t number;
    uint32_t site;
};

static int by_number(const void *a, const void *b)
{
    const struct drawn *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number ? 1 : x->site < y->site ? -1 : 1;
}

/* Marks in HELD the pages of every third site among those marked in PAGES. Returns false when out
 * of memory. */
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

/* Writes the remaining nodes in depth-first order. Returns false when out of memory. */
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
        if (index > 0 && above[open] != index - 1) /* an upper branch: link it to its condition */
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

/* Copies the columns' rows whose pages are marked in PAGES and not in HELD. */
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

/* Passes the rows of held-out pages down the tree: before pruning as HELD, after it into the
 * leaves' weights. */
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
    /* With fewer than three sites there is nothing to prune by. */
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
