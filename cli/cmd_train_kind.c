/*
 * cmd_train_kind.c - pith train kind: pages of known kinds in; out: how well their kinds are told
 * on sites that were not learnt from, and a model for it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "io/memory_file.h"
#include "io/parallel.h"
#include "opts.h"
#include "train/kind_report.h"
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

/* Options that are numbers with a point are read as text. */
struct train {
    struct opt_list sets, wheres;
    const char *field, *output;
    const char *rate, *row_share, *column_share, *lambda, *least_weight;
    uint64_t folds, seed, trees, depth, leaves, threads;

    /* found out */
    struct kind_columns columns;
    struct kind_options options;
    bool quiet; /* the model goes to standard output */
};

/* -------------------------------------------------------------------- model */

/* Nothing in it is a date: the same training gives the same file. */
static void write_facts(const struct train *train, const struct matrix *matrix,
                        const struct kind_trained *trained, FILE *file)
{
    const struct boost_options *boost = &train->options.boost;

    for (size_t i = 0; i < train->sets.count; i++)
        train_write_name("data", train->sets.items[i], file);
    for (size_t i = 0; i < train->wheres.count; i++)
        fprintf(file, "where %s\n", train->wheres.items[i]);
    fprintf(file, "pages %zu\nsites %zu\ntrees %u\ndepth %u\nleaves %u\nrate %g\nlambda %g\n",
            matrix->page_count, matrix->site_count, boost->trees, boost->depth, boost->leaves,
            boost->rate, boost->lambda);
    fprintf(file, "least-weight %g\nrows-per-tree %g\ncolumns-per-tree %g\nseed %" PRIu64 "\n",
            boost->least_weight, boost->row_share, boost->column_share, train->seed);
    if (trained->folds > 0) {
        struct kind_figures without = kind_figures_of(matrix, trained, KIND_WITHOUT_ADDRESS);

        fprintf(file, "folds %u\naccuracy %.4f\nlog-loss %.4f\n", trained->folds,
                kind_accuracy(&without), without.loss / (double)without.count);
    }
}

static unsigned char *model_bytes(const struct train *train, const struct matrix *matrix,
                                  const struct kind_trained *trained, size_t *len)
{
    struct memory_file facts;
    unsigned char *bytes = NULL;
    FILE *file = memory_file_open(&facts);

    if (!file)
        return NULL;
    write_facts(train, matrix, trained, file);
    if (memory_file_close(&facts, file))
        bytes = forest_bytes(&trained->forest, train->columns.features, &trained->settings,
                             facts.out.data, len);
    memory_file_deinit(&facts);
    return bytes;
}

/* --------------------------------------------------------------------- runs */

static bool train_and_save(const struct train *train, const struct matrix *matrix)
{
    struct kind_trained trained = {0};
    unsigned char *bytes;
    size_t len = 0;
    bool good;

    if (!kind_train(matrix, &train->options, &trained))
        return train_no_memory();
    if (trained.folds > 0 && !train->quiet)
        kind_report_write(matrix, &trained, stdout);
    bytes = model_bytes(train, matrix, &trained, &len);
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
    struct matrix matrix;
    bool good;
    int code;

    if (!train_can_save(train->output))
        return CLI_FAILED;
    if (cli_shows_progress())
        cli_progress("reading");
    good =
        matrix_read_columns(&matrix, &train->columns.columns, train->sets.items, train->sets.count,
                            train->wheres.items, train->wheres.count, cli_note);
    cli_progress(NULL);
    if (!good)
        return CLI_FAILED;
    if (!train->quiet)
        printf("data             %zu pages of %zu sites\nfeatures         %zu\n", matrix.page_count,
               matrix.site_count, matrix.columns);
    train->options.folds = (unsigned)train->folds;
    if (train->folds > 1 && matrix.site_count < train->folds) {
        cli_say(NULL, "too few sites to hold some out: cannot measure the model on held-out sites");
        train->options.folds = 0;
    }
    good = train_and_save(train, &matrix);
    if (matrix.unusable > 0)
        cli_say(NULL, "skipped %zu page%s", matrix.unusable, matrix.unusable == 1 ? "" : "s");
    code = cli_print("");
    if (!good || matrix.unusable > 0 || matrix.bad_sets > 0)
        code = CLI_FAILED;
    matrix_free(&matrix);
    return code;
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
        {.name = "trees", .arg = "N", .kind = OPT_COUNT, .value = &train->trees,
         .min = 1, .max = PITH__FOREST_TREES / PITH__KINDS - 1,
         .help = "trees per type; default 120"},
        {.name = "depth", .arg = "N", .kind = OPT_COUNT, .value = &train->depth,
         .min = 1, .max = 32,
         .help = "depth of a tree; default 4"},
        {.name = "leaves", .arg = "N", .kind = OPT_COUNT, .value = &train->leaves,
         .min = 2, .max = (PITH__FOREST_NODES + 1) / 2,
         .help = "leaves of a tree; default 8"},
        {.name = "rate", .arg = "X", .kind = OPT_TEXT, .value = &train->rate,
         .help = "learning rate; default 0.1"},
        {.name = "rows", .arg = "SHARE", .kind = OPT_TEXT, .value = &train->row_share,
         .help = NULL},
        {.name = "columns", .arg = "SHARE", .kind = OPT_TEXT, .value = &train->column_share,
         .help = NULL},
        {.name = "lambda", .arg = "X", .kind = OPT_TEXT, .value = &train->lambda,
         .help = NULL},
        {.name = "least-weight", .arg = "X", .kind = OPT_TEXT, .value = &train->least_weight,
         .help = NULL},
        {.name = "folds", .arg = "N", .kind = OPT_COUNT, .value = &train->folds, .max = 255,
         .help = "folds of the cross-validation; default 5; 0: none"},
        {.name = "seed", .arg = "N", .kind = OPT_COUNT, .value = &train->seed, .max = UINT64_MAX,
         .help = "seed of folds and trees; default 1"},
        {.letter = 'T', .name = "threads", .arg = "N", .kind = OPT_COUNT, .value = &train->threads,
         .max = 64,
         .help = NULL},
        {.letter = 'o', .name = "output", .arg = "MODEL", .kind = OPT_TEXT,
         .value = &train->output,
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
