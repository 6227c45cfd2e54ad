/*
 * cmd_train_auto.c - pith train auto: labelled pages in; out: a model for the method auto, and how
 * well it does on held-out sites.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cli_files.h"
#include "io/input.h"
#include "io/json_out.h"
#include "io/parallel.h"
#include "opts.h"
#include "page_job.h"
#include "train/auto_pages.h"
#include "train/model_facts.h"
#include "train_parts.h"

static const struct opts_usage usage = {
    "train",
    "usage: pith train auto --data SET... [OPTION...]\n"
    "\n"
    "Trains a gradient-boosted forest for the method auto, and reports how well such\n"
    "forests do on held-out sites. SET is a file of JSON lines (also .gz, .xz, .zst)\n"
    "or a folder of labelled pages. --from continues from a model and adapts it to\n"
    "your pages; ten to fifty of them are enough.\n",
    "  pith train auto --data pages.jsonl.xz -o auto.forest\n"
    "  pith -m auto --model auto.forest page.html\n"
    "  pith train auto --from models/auto.forest --data mine/ -o mine.forest\n",
};

static const char *const calibration_words[] = {"platt", "isotonic", NULL};

/* Decimal arguments are read as text. */
struct train {
    struct opt_list sets, snippets, wheres; /* SETS also has SNIPPETS, at its end */
    const char *features, *from, *output, *by, *pages;
    const char *rate, *row_share, *column_share, *lambda, *least_weight, *snippet_weight, *f1_share;
    uint64_t folds, seed, trees, depth, leaves, threads, least_words, copy_words, patience;
    uint64_t forests;
    unsigned calibration;

    /* derived from the options */
    struct tagger_columns columns;
    struct auto_options options;
    pith_model *base; /* the model of --from */
    struct page_models models;
    bool quiet; /* the model goes to standard output */
};

/* Trees of the model that training continues from. */
static size_t trees_before(const struct train *train)
{
    return auto_base_trees(train->options.from);
}

/* --------------------------------------------------------------------- runs */

static bool measure(const struct train *train, const struct matrix *matrix,
                    const struct auto_trained *trained, struct auto_measured *measured)
{
    const struct auto_measuring measuring = {.matrix = matrix,
                                             .paths = train->sets.items,
                                             .path_count = train->sets.count,
                                             .wheres = train->wheres.items,
                                             .where_count = train->wheres.count,
                                             .before = train->base,
                                             .field = train->by};

    return auto_measure_held_out(measuring, trained, &train->columns, measured) ||
           train_no_memory();
}

static bool save_pages(const struct train *train, unsigned folds, struct auto_measured *measured)
{
    struct json_out out = {.limit = SIZE_MAX};
    bool good = auto_pages_write(measured, folds, &out) || train_no_memory();

    good = good && train_save(train->pages, out.data, out.len);
    json_out_deinit(&out);
    return good;
}

static bool validate(const struct train *train, const struct matrix *matrix,
                     struct auto_trained *trained, struct auto_mean *f1)
{
    struct forest_settings settings = trained->settings;
    struct auto_measured measured;
    bool good;

    trained->settings.trust.count = 0; /* the new curve is fitted to uncorrected expected F1 */
    if (!measure(train, matrix, trained, &measured))
        return false;
    *f1 = auto_mean_of(&measured, AUTO_GROUPS, false);
    good = train->base != NULL || auto_fit_trust(&measured, UINT_MAX, &trained->settings) ||
           train_no_memory();
    if (train->base)
        trained->settings.trust = settings.trust;
    if (good && train->pages)
        good = save_pages(train, trained->folds, &measured);
    if (good && !train->quiet) {
        struct auto_report report = {.before = train->base != NULL,
                                     .stops = train->patience > 0,
                                     .trees_before = trees_before(train),
                                     .forests = train->options.forests};

        auto_report_write(&report, trained, &measured, stdout);
    }
    auto_measured_deinit(&measured);
    return good;
}

static bool train_and_save(struct train *train, const struct matrix *matrix)
{
    struct auto_trained trained = {.settings = {.slope = 1,
                                                .least_words = (double)train->least_words,
                                                .copy_words = (double)train->copy_words,
                                                .empty_trust = 0.5}};
    struct auto_model model = {.sources = train_sources_of(&train->sets, &train->wheres),
                               .from = train->from,
                               .options = &train->options,
                               .matrix = matrix,
                               .columns = &train->columns,
                               .trained = &trained};
    unsigned char *bytes = NULL;
    size_t len = 0;
    bool good = auto_train(matrix, &train->columns, &train->options, &trained) || train_no_memory();

    if (!good)
        return false;
    good = trained.folds == 0 || validate(train, matrix, &trained, &model.f1);
    if (good) {
        model.sources.snippet_count = train->snippets.count;
        bytes = auto_model_bytes(&model, &len);
        if (!bytes)
            cli_say(NULL, "the forest is too large for a model; use fewer trees or leaves");
    }
    if (bytes && !train->quiet)
        auto_report_forest(&trained.forests[trained.folds], len, stdout);
    good = bytes && (!train->output || train_save(train->output, (const char *)bytes, len));
    free(bytes);
    auto_trained_deinit(&trained);
    return good;
}

/* Folds are made of sites. --from may adapt a model to a single site: folds are then made of
 * pages. */
static void choose_folds(struct train *train, struct matrix *matrix)
{
    train->options.folds = (unsigned)train->folds;
    if (train->folds < 2 || matrix->site_count >= train->folds)
        return;
    if (train->base && matrix->page_count >= train->folds) {
        cli_say(NULL, "too few sites to hold some out; holding out pages instead");
        for (size_t i = 0; i < matrix->page_count; i++)
            matrix->sites[i] = (uint32_t)i;
        matrix->site_count = matrix->page_count;
        return;
    }
    cli_say(NULL, "too few sites to hold some out: cannot measure the model on held-out sites");
    train->options.folds = 0;
}

static int run(struct train *train)
{
    const struct train_sources sources = train_sources_of(&train->sets, &train->wheres);
    struct matrix matrix;

    if (!train_can_save(train->output) || !train_can_save(train->pages))
        return CLI_FAILED;
    if (!train_read(&matrix, &train->columns.columns, &sources))
        return CLI_FAILED;
    if (!train->quiet)
        printf("data             %zu pages of %zu sites, %zu blocks, %.0f words\n"
               "features         %zu\n",
               matrix.page_count, matrix.site_count, matrix.rows, matrix_words(&matrix),
               train->columns.count);
    choose_folds(train, &matrix);
    return train_end(&matrix, train_and_save(train, &matrix), false);
}

/* ------------------------------------------------------------------ options */

static bool read_numbers(struct train *train)
{
    struct boost_options *boost = &train->options.boost;

    return train_number("--rate", train->rate, 0.001, 1, &boost->rate) &&
           train_number("--rows", train->row_share, 0.01, 1, &boost->row_share) &&
           train_number("--columns", train->column_share, 0.01, 1, &boost->column_share) &&
           train_number("--lambda", train->lambda, 0, 1e6, &boost->lambda) &&
           train_number("--f1", train->f1_share, 0, 1000, &boost->f1_share) &&
           train_number("--snippet-weight", train->snippet_weight, 0.001, 1000,
                        &train->options.snippet_weight) &&
           train_number("--least-weight", train->least_weight, 0, 1e6, &boost->least_weight);
}

static int read_features(struct train *train)
{
    struct input input = {0};
    const char *name;
    size_t len = 0;
    char word[64];

    if (!cli_read_text(&input, train->features, 1 << 20))
        return CLI_FAILED;
    name = tagger_columns_choose(&train->columns, input.data, &len);
    if (name) {
        snprintf(word, sizeof word, "%.*s", (int)len, name);
        if (len > 0)
            cli_say(train->features, "unknown feature '%s'; src/features/tagger.def lists all",
                    word);
        else
            cli_say(train->features, "has no feature names; write one per line");
    }
    input_deinit(&input);
    return name ? CLI_USAGE : CLI_OK;
}

/* Reads the model to continue from. New trees use only its features. */
static int read_base(struct train *train)
{
    const struct page_model wanted = {
        .name = train->from, .methods = "auto", .only_method = "auto"};
    pith_options *options = pith_options_new();
    int code = options ? page_models_read(&wanted, options, &train->models) : CLI_FAILED;

    pith_options_free(options);

    if (code != CLI_OK)
        return code;
    train->base = train->models.named;
    train->options.from = auto_base(train->base, &train->columns);
    return CLI_OK;
}

/* Collects all sets, in the order of the matrix. */
static bool read_sets(struct train *train, int count, char **operands)
{
    for (int i = 0; i < count; i++) {
        if (!opts_list_add(&train->sets, "--data", operands[i]))
            return false;
    }
    for (size_t i = 0; i < train->snippets.count; i++) {
        if (!opts_list_add(&train->sets, "--snippets", train->snippets.items[i]))
            return false;
    }
    train->columns.columns.snippet_sets = train->snippets.count;
    return opts_sets(&train->sets, &train->wheres, 0, NULL, "pith train auto --data SET");
}

static int check(struct train *train, int count, char **operands)
{
    struct boost_options *boost = &train->options.boost;
    int code = CLI_OK;

    if (!read_sets(train, count, operands))
        return CLI_USAGE;
    if (train->output && !*train->output) {
        cli_say("--output", "needs a file name");
        return CLI_USAGE;
    }
    if (train->from && train->features) {
        cli_say("--features", "cannot be combined with --from: the model keeps its features");
        return CLI_USAGE;
    }
    if (train->features)
        code = read_features(train);
    else if (train->from)
        code = read_base(train);
    boost->trees = (unsigned)(train->trees ? train->trees : train->from ? 30 : 300);
    train->options.forests = (unsigned)(train->forests ? train->forests : train->from ? 1 : 2);
    if (trees_before(train) + (size_t)boost->trees * train->options.forests > PITH__FOREST_TREES) {
        cli_say("--trees", "a model has at most %d, those of all --forests together",
                (int)PITH__FOREST_TREES);
        return CLI_USAGE;
    }
    boost->depth = (unsigned)(train->depth ? train->depth : train->from ? 4 : 5);
    boost->leaves = (unsigned)(train->leaves ? train->leaves : train->from ? 15 : 31);
    boost->rate = train->from ? 0.1 : 0.14;
    boost->lambda = train->from ? 5 : 2.5;
    boost->row_share = train->from ? 0.8 : 0.7;
    boost->column_share = train->from ? 0.4 : 0.2;
    boost->f1_share = 4;
    train->options.snippet_weight = 0.7;
    boost->seed = train->options.seed = train->seed;
    boost->threads = train->threads > 0 ? (unsigned)train->threads : parallel_cores();
    train->options.patience = (unsigned)train->patience;
    train->options.isotonic = train->calibration == 1;
    train->options.done = train_progress;
    if (code == CLI_OK && !read_numbers(train))
        code = CLI_USAGE;
    return code;
}

int cmd_train_auto(int argc, char **argv)
{
    struct train *train = calloc(1, sizeof *train);
    int code, count;

    if (!train) {
        train_no_memory();
        return CLI_FAILED;
    }
    train->by = "page_type";
    train->folds = 5;
    train->seed = 1;
    train->least_words = 15;
    train->copy_words = 6;
    /* clang-format off */
    const struct opt table[] = {
        {.letter = 'd', .name = "data", .arg = "SET", .kind = OPT_LIST, .value = &train->sets,
         .help = "labelled pages"},
        {.name = "snippets", .arg = "SET", .kind = OPT_LIST, .value = &train->snippets,
         .help = "pages labelled by snippets, \"with\" and \"without\""},
        {.name = "snippet-weight", .arg = "X", .kind = OPT_TEXT, .value = &train->snippet_weight},
        {.name = "where", .arg = "FIELD=VALUE", .kind = OPT_LIST, .value = &train->wheres,
         .help = "only pages with this value; also FIELD!=VALUE"},
        {.name = "from", .arg = "MODEL", .kind = OPT_TEXT, .value = &train->from,
         .help = "continue from a model, and compare with it"},
        {.name = "features", .arg = "FILE", .kind = OPT_TEXT, .value = &train->features,
         .help = "features to use, one per line, or like level1.*"},
        {.name = "trees", .arg = "N", .kind = OPT_COUNT, .value = &train->trees, .min = 1,
         .max = PITH__FOREST_TREES, .help = "number of trees; default 300; with --from 30"},
        {.name = "forests", .arg = "N", .kind = OPT_COUNT, .value = &train->forests, .min = 1,
         .max = 16, .help = "forests to average; default 2; with --from 1"},
        {.name = "depth", .arg = "N", .kind = OPT_COUNT, .value = &train->depth, .min = 1,
         .max = 32, .help = "depth of a tree; default 5; with --from 4"},
        {.name = "leaves", .arg = "N", .kind = OPT_COUNT, .value = &train->leaves, .min = 2,
         .max = (PITH__FOREST_NODES + 1) / 2,
         .help = "leaves of a tree; default 31; with --from 15"},
        {.name = "patience", .arg = "N", .kind = OPT_COUNT, .value = &train->patience, .max = 1000,
         .help = "stop N trees after the best; default 0: never"},
        {.name = "rate", .arg = "X", .kind = OPT_TEXT, .value = &train->rate,
         .help = "learning rate; default 0.14; with --from 0.1"},
        {.name = "f1", .arg = "X", .kind = OPT_TEXT, .value = &train->f1_share,
         .help = "weight of page F1 beside log loss; default 4"},
        {.name = "rows", .arg = "SHARE", .kind = OPT_TEXT, .value = &train->row_share},
        {.name = "columns", .arg = "SHARE", .kind = OPT_TEXT, .value = &train->column_share},
        {.name = "lambda", .arg = "X", .kind = OPT_TEXT, .value = &train->lambda},
        {.name = "least-weight", .arg = "X", .kind = OPT_TEXT, .value = &train->least_weight},
        {.name = "folds", .arg = "N", .kind = OPT_COUNT, .value = &train->folds, .max = 255,
         .help = "folds of the cross-validation; default 5; 0: none"},
        {.name = "calibration", .arg = "HOW", .kind = OPT_CHOICE, .value = &train->calibration,
         .choices = calibration_words, .help = "of probabilities: platt (default), isotonic"},
        {.name = "least-words", .arg = "N", .kind = OPT_COUNT, .value = &train->least_words,
         .max = 100000},
        {.name = "copy-words", .arg = "N", .kind = OPT_COUNT, .value = &train->copy_words,
         .max = 100000},
        {.name = "by", .arg = "FIELD", .kind = OPT_TEXT, .value = &train->by,
         .help = "also report by this field; default page_type"},
        {.name = "pages", .arg = "FILE", .kind = OPT_TEXT, .value = &train->pages,
         .help = "write the result of each held-out page as JSON lines"},
        {.name = "seed", .arg = "N", .kind = OPT_COUNT, .value = &train->seed, .max = UINT64_MAX,
         .help = "seed of folds and trees; default 1"},
        {.letter = 'T', .name = "threads", .arg = "N", .kind = OPT_COUNT, .value = &train->threads,
         .max = 64},
        {.letter = 'o', .name = "output", .arg = "MODEL", .kind = OPT_TEXT, .value = &train->output,
         .help = "write the model, for -m auto --model MODEL"},
        {.name = NULL},
    };
    /* clang-format on */
    tagger_columns_init(&train->columns);
    boost_options_init(&train->options.boost);
    count = opts_parse(&usage, table, argc, argv, &code);
    if (count >= 0)
        code = check(train, count, argv);
    if (count >= 0 && code == CLI_OK) {
        train->quiet = train->output && strcmp(train->output, "-") == 0;
        code = run(train);
    }
    page_models_free(&train->models);
    tagger_columns_deinit(&train->columns);
    free(train);
    return code;
}
