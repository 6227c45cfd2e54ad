/*
 * cmd_train_kind.c - pith train kind: pages of known types in; out: a model for page types, and how
 * well it does on held-out sites.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "io/parallel.h"
#include "opts.h"
#include "train/kind_report.h"
#include "train/model_facts.h"
#include "train_parts.h"

static const struct opts_usage usage = {
    "train",
    "usage: pith train kind --data SET... [OPTION...]\n"
    "\n"
    "Trains the forest that classifies pages as article, forum, product, collection,\n"
    "listing, documentation or service, and reports how well such forests do on\n"
    "held-out sites. A field of each page in SET has its type.\n",
    "  pith train kind --data pages.jsonl.xz -o kind.forest\n"
    "  pith -f json --model kind.forest page.html\n",
};

/* Decimal arguments are read as text. */
struct train {
    struct opt_list sets, wheres;
    const char *field, *output;
    const char *rate, *row_share, *column_share, *lambda, *least_weight;
    uint64_t folds, seed, trees, depth, leaves, threads;

    /* derived from the options */
    struct kind_columns columns;
    struct kind_options options;
    bool quiet; /* the model goes to standard output */
};

/* --------------------------------------------------------------------- runs */

static bool train_and_save(const struct train *train, const struct matrix *matrix)
{
    struct kind_trained trained = {0};
    const struct kind_model model = {.sources = train_sources_of(&train->sets, &train->wheres),
                                     .options = &train->options,
                                     .matrix = matrix,
                                     .columns = &train->columns,
                                     .trained = &trained};
    unsigned char *bytes;
    size_t len = 0;
    bool good;

    if (!kind_train(matrix, &train->options, &trained))
        return train_no_memory();
    if (trained.folds > 0 && !train->quiet)
        kind_report_write(matrix, &trained, stdout);
    bytes = kind_model_bytes(&model, &len);
    if (!bytes)
        cli_say(NULL, "the forest is too large for a model; use fewer trees or leaves");
    else if (!train->quiet)
        printf("\ntrained on all: %zu trees, %zu kB\n", trained.forest.count, (len + 999) / 1000);
    good = bytes && (!train->output || train_save(train->output, (const char *)bytes, len));
    free(bytes);
    kind_trained_deinit(&trained);
    return good;
}

static int run(struct train *train)
{
    const struct train_sources sources = train_sources_of(&train->sets, &train->wheres);
    struct matrix matrix;

    if (!train_can_save(train->output))
        return CLI_FAILED;
    if (!train_read(&matrix, &train->columns.columns, &sources))
        return CLI_FAILED;
    if (!train->quiet)
        printf("data             %zu pages of %zu sites\nfeatures         %zu\n", matrix.page_count,
               matrix.site_count, matrix.columns);
    train->options.folds = (unsigned)train->folds;
    if (train->folds > 1 && matrix.site_count < train->folds) {
        cli_say(NULL, "too few sites to hold some out: cannot measure the model on held-out sites");
        train->options.folds = 0;
    }
    return train_end(&matrix, train_and_save(train, &matrix), false);
}

/* ------------------------------------------------------------------ options */

static int check(struct train *train, int count, char **operands)
{
    struct boost_options *boost = &train->options.boost;

    if (!opts_sets(&train->sets, &train->wheres, count, operands, "pith train kind --data SET"))
        return CLI_USAGE;
    if (train->output && !*train->output) {
        cli_say("--output", "needs a file name");
        return CLI_USAGE;
    }
    boost->trees = (unsigned)train->trees;
    boost->depth = (unsigned)train->depth;
    boost->leaves = (unsigned)train->leaves;
    boost->lambda = 5;
    boost->least_weight = 3;
    boost->row_share = 0.7;
    boost->column_share = 0.2;
    boost->seed = train->options.seed = train->seed;
    boost->threads = train->threads > 0 ? (unsigned)train->threads : parallel_cores();
    train->options.done = train_progress;
    if (!train_number("--rate", train->rate, 0.001, 1, &boost->rate) ||
        !train_number("--rows", train->row_share, 0.01, 1, &boost->row_share) ||
        !train_number("--columns", train->column_share, 0.01, 1, &boost->column_share) ||
        !train_number("--lambda", train->lambda, 0, 1e6, &boost->lambda) ||
        !train_number("--least-weight", train->least_weight, 0, 1e6, &boost->least_weight))
        return CLI_USAGE;
    return CLI_OK;
}

int cmd_train_kind(int argc, char **argv)
{
    struct train *train = calloc(1, sizeof *train);
    int code, count;

    if (!train) {
        train_no_memory();
        return CLI_FAILED;
    }
    train->field = "page_type";
    train->folds = 5;
    train->seed = 1;
    train->trees = 120;
    train->depth = 4;
    train->leaves = 8;
    /* clang-format off */
    const struct opt table[] = {
        {.letter = 'd', .name = "data", .arg = "SET", .kind = OPT_LIST, .value = &train->sets,
         .help = "labelled pages"},
        {.name = "where", .arg = "FIELD=VALUE", .kind = OPT_LIST, .value = &train->wheres,
         .help = "only pages with this value; also FIELD!=VALUE"},
        {.name = "field", .arg = "NAME", .kind = OPT_TEXT, .value = &train->field,
         .help = "field with the type of a page; default page_type"},
        {.name = "trees", .arg = "N", .kind = OPT_COUNT, .value = &train->trees, .min = 1,
         .max = PITH__FOREST_TREES / PITH__KINDS - 1, .help = "trees per type; default 120"},
        {.name = "depth", .arg = "N", .kind = OPT_COUNT, .value = &train->depth, .min = 1,
         .max = 32, .help = "depth of a tree; default 4"},
        {.name = "leaves", .arg = "N", .kind = OPT_COUNT, .value = &train->leaves, .min = 2,
         .max = (PITH__FOREST_NODES + 1) / 2, .help = "leaves of a tree; default 8"},
        {.name = "rate", .arg = "X", .kind = OPT_TEXT, .value = &train->rate,
         .help = "learning rate; default 0.1"},
        {.name = "rows", .arg = "SHARE", .kind = OPT_TEXT, .value = &train->row_share},
        {.name = "columns", .arg = "SHARE", .kind = OPT_TEXT, .value = &train->column_share},
        {.name = "lambda", .arg = "X", .kind = OPT_TEXT, .value = &train->lambda},
        {.name = "least-weight", .arg = "X", .kind = OPT_TEXT, .value = &train->least_weight},
        {.name = "folds", .arg = "N", .kind = OPT_COUNT, .value = &train->folds, .max = 255,
         .help = "folds of the cross-validation; default 5; 0: none"},
        {.name = "seed", .arg = "N", .kind = OPT_COUNT, .value = &train->seed, .max = UINT64_MAX,
         .help = "seed of folds and trees; default 1"},
        {.letter = 'T', .name = "threads", .arg = "N", .kind = OPT_COUNT, .value = &train->threads,
         .max = 64},
        {.letter = 'o', .name = "output", .arg = "MODEL", .kind = OPT_TEXT, .value = &train->output,
         .help = "write the model, for -f json --model MODEL"},
        {.name = NULL},
    };
    /* clang-format on */
    boost_options_init(&train->options.boost);
    count = opts_parse(&usage, table, argc, argv, &code);
    if (count >= 0) {
        kind_columns_init(&train->columns, train->field);
        code = check(train, count, argv);
        if (code == CLI_OK) {
            train->quiet = train->output && strcmp(train->output, "-") == 0;
            code = run(train);
        }
        kind_columns_deinit(&train->columns);
    }
    free(train);
    return code;
}
