/*
 * cmd_train.c - pith train density: labelled pages in; out: a decision tree, how well it does on
 * held-out sites, and a model for --model. Also dispatches to the other trainers.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cli_files.h"
#include "io/memory_file.h"
#include "io/nearest.h"
#include "io/output.h"
#include "io/parallel.h"
#include "opts.h"
#include "train/decision_report.h"
#include "train/feature_list.h"
#include "train/svm.h"
#include "train_parts.h"

static const struct opts_usage usage = {
    "train",
    "usage: pith train density --data SET... [OPTION...]\n"
    "       pith train auto|kind|ngram|perplexity ..., see: pith train NAME --help\n"
    "\n"
    "Trains a decision tree on labelled pages, as in the Boilerpipe paper. Reports\n"
    "how well such trees do on held-out sites. SET is a file of JSON lines (also .gz,\n"
    ".xz, .zst) or a folder of labelled pages. Each block counts by its words.\n"
    "\n"
    "Features are given by name, or as groups: words, links, density (each of a block\n"
    "and its neighbours), local-current, local (default), all.\n",
    "  pith train density --data pages.jsonl.xz -o news.tree\n"
    "  pith -m density --model news.tree page.html\n"
    "  pith train density --data a.jsonl --data b.jsonl --where lang=en --classes 4\n",
};

enum algorithm { TREE, ONE_RULE, SVM };
enum unit { SITE, BLOCK };
enum { WEIGHT_MOST = 1000 };

static const char *const class_words[] = {"2", "4", NULL};
static const char *const unit_words[] = {"site", "block", NULL};
static const char *const count_words[] = {"words", "blocks", NULL};
static const char *const algorithm_words[] = {"tree", "1r", "svm", NULL};
static const char *const prune_words[] = {"none", "ebp", "rep", NULL}; /* as decision_prune */

/* In the order of matrix_target(). */
static const char *const class_names[PITH__LABELS] = {"boilerplate", "headline", "text",
                                                      "supplemental"};

/* The file of the model. */
struct saving {
    struct output output;
    bool done;
};

struct train {
    struct opt_list sets, wheres, weighs;
    const char *features;
    const char *output; /* NULL: no model */
    unsigned classes;   /* index of class_words */
    unsigned algorithm, prune;
    unsigned by;    /* enum unit: what folds, and the third for pruning, are made of */
    unsigned count; /* index of count_words: the weight of a block in training */
    uint64_t folds, seed, min_leaf, max_leaves, threads;
    bool rank;

    /* derived from the options */
    bool chosen[PITH__FEATURES];
    double weights[PITH__LABELS]; /* weight of a word, by class */
    double words;                 /* in the data */
    unsigned class_count;
    struct decision_options options;
    bool quiet;            /* the model goes to standard output */
    struct saving *saving; /* NULL: the model is not saved */
};

/* ------------------------------------------------------------------- words */

static unsigned feature_count(const struct train *train)
{
    unsigned count = 0;

    for (size_t i = 0; i < PITH__FEATURES; i++)
        count += train->chosen[i];
    return count;
}

/* ------------------------------------------------------------------- model */

/* Some features need counts over many pages. Callers of the library can supply them; the command
 * cannot. */
static void warn_of_global(const struct pith__decision_tree *tree)
{
    for (uint32_t i = 0; i < tree->node_count; i++) {
        uint16_t feature = tree->nodes[i].feature;

        if (feature != PITH__DECISION_LEAF && feature_is_global(feature)) {
            cli_say(NULL,
                    "the model uses %s, which --model takes for 0; --features local "
                    "avoids it",
                    pith_feature_name(feature));
            return;
        }
    }
}

static bool save_model(const struct train *train, const struct matrix *matrix,
                       const struct pith__decision_tree *tree)
{
    struct memory_file memory;
    FILE *file = memory_file_open(&memory);
    bool good = file != NULL;

    if (good) {
        decision_model_write(
            &(struct decision_model){.sources = train_sources_of(&train->sets, &train->wheres),
                                     .weighs = train->weighs.items,
                                     .weigh_count = train->weighs.count,
                                     .classes = train->class_count,
                                     .matrix = matrix,
                                     .words = train->words,
                                     .features = train->features,
                                     .one_rule = train->algorithm == ONE_RULE,
                                     .by_blocks = train->count == 1,
                                     .options = &train->options,
                                     .folds = train->folds,
                                     .tree = tree},
            file);
        good = memory_file_close(&memory, file);
    }
    if (!good) {
        train_no_memory();
    } else {
        good = output_write(&train->saving->output, memory.out.data, memory.out.len);
        train->saving->done = good;
        warn_of_global(tree);
    }
    memory_file_deinit(&memory);
    return good;
}

/* --------------------------------------------------------------------- runs */

/* Folds are made of sites, so there must be several. */
static bool can_validate(const struct train *train, const struct matrix *matrix)
{
    if (train->folds < 2)
        return false;
    if (matrix->site_count < 2) {
        cli_say(NULL, "all pages are from one site: cannot measure the model on held-out sites");
        return false;
    }
    if (train->folds > matrix->site_count)
        cli_say("--folds", "there are only %zu sites; some folds are empty", matrix->site_count);
    return true;
}

static bool validate(const struct train *train, const struct decision_data *data,
                     decision_trainer trainer)
{
    struct decision_figures figures;

    if (train->quiet || !can_validate(train, data->matrix))
        return true;
    if (!decision_cross_validate(data, (unsigned)train->folds, trainer, &train->options,
                                 train_show_fold, &figures))
        return train_no_memory();
    printf("\n%" PRIu64 " folds of %ss, weighted by words\n", train->folds, unit_words[train->by]);
    decision_report_scores(&figures.scores, figures.auc, stdout);
    printf("leaves       %6.1f, asking %.1f features, mean of the folds\n\n", figures.leaves,
           figures.dimensions);
    return true;
}

static bool run_tree(const struct train *train, const struct matrix *matrix)
{
    decision_trainer trainer = train->algorithm == ONE_RULE ? one_rule_train : decision_train;
    bool *pages = malloc((matrix->page_count + 1) * sizeof *pages);
    struct decision_data data;
    struct pith__decision_tree tree = {0};
    bool good = false;

    if (!decision_data_init(&data, matrix, train->class_count, train->count == 1) || !pages) {
        free(pages);
        return train_no_memory();
    }
    for (size_t i = 0; i < matrix->page_count; i++)
        pages[i] = true;
    if (validate(train, &data, trainer)) {
        good = trainer(&tree, &data, pages, &train->options) || train_no_memory();
        if (good && !train->quiet) {
            unsigned asked = decision_tree_dimensions(&tree);

            printf("trained on all: %" PRIu32 " %s, asking %u feature%s\n\n", tree.leaf_count,
                   tree.leaf_count == 1 ? "leaf" : "leaves", asked, asked == 1 ? "" : "s");
            decision_tree_write(&tree, stdout);
        }
        if (good && train->saving)
            good = save_model(train, matrix, &tree);
    }
    decision_tree_deinit(&tree);
    decision_data_deinit(&data);
    free(pages);
    return good;
}

static bool run_svm(const struct train *train, const struct matrix *matrix)
{
    struct svm_options options;
    struct svm_figures figures;

    if (!can_validate(train, matrix))
        return true;
    svm_options_init(&options);
    options.seed = train->seed;
    options.threads = train->options.threads;
    if (!svm_cross_validate(matrix, train->class_count, (unsigned)train->folds, train->chosen,
                            &options, &figures))
        return train_no_memory();
    printf("\n%" PRIu64 " folds of %ss, weighted by words\n", train->folds, unit_words[train->by]);
    decision_report_scores(&figures.scores, figures.auc_votes, stdout);
    decision_report_share("AUC, margins", figures.auc_margins, stdout);
    if (figures.folds_cut_short > 0)
        cli_say(NULL, "%u folds stopped before the SVM converged", figures.folds_cut_short);
    return true;
}

/* Applies --weigh. */
static void weigh(const struct train *train, struct matrix *matrix)
{
    for (size_t i = 0; i < matrix->rows; i++)
        matrix->weights[i] *= (float)train->weights[matrix_target(matrix->classes[i], 4)];
}

static int run(struct train *train)
{
    struct matrix matrix;
    bool good, count_texts = train->rank;

    for (size_t i = 0; i < PITH__FEATURES; i++)
        count_texts |= train->chosen[i] && feature_is_global(i);
    cli_progress("reading");
    good = matrix_read(&matrix, train->sets.items, train->sets.count, train->wheres.items,
                       train->wheres.count, count_texts, cli_note);
    cli_progress(NULL);
    if (!good)
        return CLI_FAILED;
    train->words = matrix_words(&matrix);
    weigh(train, &matrix);
    if (!train->quiet) {
        decision_report_data(&matrix, train->class_count, class_names, train->words, stdout);
        printf("features     %u: %s\n", feature_count(train), train->features);
    }
    if (train->by == BLOCK)
        good = matrix_divide_blocks(&matrix) || train_no_memory();
    if (good && train->rank)
        good = decision_report_ranking(&matrix, train->class_count, stdout) || train_no_memory();
    else if (good && train->algorithm == SVM)
        good = run_svm(train, &matrix);
    else if (good)
        good = run_tree(train, &matrix);
    return train_end(&matrix, good, train->quiet);
}

/* Training is slow, so the output is opened first. */
static int run_and_save(struct train *train)
{
    struct saving saving = {.done = false};
    int code;

    if (!train->output)
        return run(train);
    if (!cli_open(&saving.output, train->output))
        return CLI_FAILED;
    train->saving = &saving;
    code = run(train);
    return cli_close(&saving.output, saving.done) ? code : CLI_FAILED;
}

/* ------------------------------------------------------------------ options */

static bool read_features(struct train *train)
{
    size_t len;
    const char *nearest = NULL, *name = feature_list_read(train->features, train->chosen, &len);
    char word[64];

    if (!name)
        return true;
    snprintf(word, sizeof word, "%.*s", (int)len, name);
    for (size_t i = 0; feature_group_name(i); i++)
        nearest = nearest_word(word, feature_group_name(i), nearest);
    for (size_t i = 0; i < PITH__FEATURES; i++)
        nearest = nearest_word(word, pith_feature_name(i), nearest);
    if (nearest)
        return opts_unknown("--features", "feature", word, nearest, NULL);
    cli_say("--features", "unknown feature '%s'; docs/reference/features.md lists all of them",
            word);
    return false;
}

/* Reads CLASS=FACTOR; the default factor is 1. */
static bool read_weighs(struct train *train)
{
    for (size_t i = 0; i < PITH__LABELS; i++)
        train->weights[i] = 1;
    for (size_t i = 0; i < train->weighs.count; i++) {
        const char *item = train->weighs.items[i], *equals = strchr(item, '=');
        size_t class = 0, len = equals ? (size_t)(equals - item) : 0;
        double factor = 0;

        while (class < PITH__LABELS &&
               (strlen(class_names[class]) != len || strncmp(class_names[class], item, len) != 0))
            class ++;
        if (class == PITH__LABELS || !opts_decimal(equals + 1, &factor) ||
            !(factor > 0 && factor <= WEIGHT_MOST)) {
            cli_say("--weigh",
                    "'%s' is not of the form CLASS=N, with boilerplate, headline, text or "
                    "supplemental, and a number above 0 and at most %d",
                    item, WEIGHT_MOST);
            return false;
        }
        train->weights[class] = factor;
    }
    return true;
}

/* Checks the options. Returns an exit code, after an error with a message. */
static int check(struct train *train, int count, char **operands)
{
    if (count == 0 || strcmp(operands[0], "density") != 0) {
        cli_say(count > 0 ? operands[0] : NULL,
                "name first what to train: auto, density, kind, ngram or perplexity, as in: pith "
                "train auto --data SET");
        return CLI_USAGE;
    }
    if (!opts_sets(&train->sets, &train->wheres, count - 1, operands + 1,
                   "pith train density --data SET"))
        return CLI_USAGE;
    if (train->output && (train->algorithm == SVM || train->rank)) {
        cli_say("--output", "only the algorithms tree and 1r write a model");
        return CLI_USAGE;
    }
    if (train->output && !*train->output) {
        cli_say("--output", "needs a file name");
        return CLI_USAGE;
    }
    if (train->count == 1 && train->algorithm == SVM) {
        cli_say("--count", "the algorithm svm can only count words");
        return CLI_USAGE;
    }
    return read_features(train) && read_weighs(train) ? CLI_OK : CLI_USAGE;
}

int cmd_train(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "auto") == 0)
        return cmd_train_auto(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "kind") == 0)
        return cmd_train_kind(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "ngram") == 0)
        return cmd_train_ngram(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "perplexity") == 0)
        return cmd_train_perplexity(argc - 1, argv + 1);
    struct train train = {.features = "local",
                          .prune = DECISION_PRUNE_REDUCED,
                          .folds = 10,
                          .seed = 1,
                          .min_leaf = 1000};
    /* clang-format off */
    const struct opt table[] = {
        {.letter = 'd', .name = "data", .arg = "SET", .kind = OPT_LIST, .value = &train.sets,
         .help = "labelled pages"},
        {.name = "where", .arg = "FIELD=VALUE", .kind = OPT_LIST, .value = &train.wheres,
         .help = "only pages with this value; also FIELD!=VALUE"},
        {.name = "classes", .arg = "N", .kind = OPT_CHOICE, .value = &train.classes,
         .choices = class_words, .help = "2 (default), or 4: with headlines, supplemental text"},
        {.name = "features", .arg = "LIST", .kind = OPT_TEXT, .value = &train.features,
         .help = "names and groups, such as words,links,curr_tagP"},
        {.name = "algorithm", .arg = "NAME", .kind = OPT_CHOICE, .value = &train.algorithm,
         .choices = algorithm_words, .help = "tree (C4.5, default), 1r, svm (linear, no model)"},
        {.name = "count", .arg = "WHAT", .kind = OPT_CHOICE, .value = &train.count,
         .choices = count_words, .help = "train on words (default) or on blocks"},
        {.name = "weigh", .arg = "CLASS=N", .kind = OPT_LIST, .value = &train.weighs,
         .help = "words of this class count N times: headline=1.5"},
        {.name = "min-leaf", .arg = "WORDS", .kind = OPT_COUNT, .value = &train.min_leaf, .min = 1,
         .max = UINT32_MAX, .help = "fewest words of a leaf, or a 1r bucket; default 1000"},
        {.name = "max-leaves", .arg = "N", .kind = OPT_COUNT, .value = &train.max_leaves, .min = 1,
         .max = DECISION_LEAVES, .help = "most leaves of the tree; default: no limit"},
        {.name = "prune", .arg = "HOW", .kind = OPT_CHOICE, .value = &train.prune,
         .choices = prune_words, .help = "rep (default, on a third of the sites), ebp, none"},
        {.name = "folds", .arg = "N", .kind = OPT_COUNT, .value = &train.folds, .max = 255,
         .help = "folds of the cross-validation; default 10; 0: none"},
        {.name = "by", .arg = "UNIT", .kind = OPT_CHOICE, .value = &train.by, .choices = unit_words,
         .help = "make folds of sites (default), or blocks, as in Weka"},
        {.name = "seed", .arg = "N", .kind = OPT_COUNT, .value = &train.seed, .max = UINT64_MAX,
         .help = "seed that assigns sites to folds; default 1"},
        {.letter = 'T', .name = "threads", .arg = "N", .kind = OPT_COUNT, .value = &train.threads,
         .max = 256, .help = "number of threads; default: one per processor"},
        {.name = "rank", .kind = OPT_FLAG, .value = &train.rank,
         .help = "print all features by information gain"},
        {.letter = 'o', .name = "output", .arg = "MODEL", .kind = OPT_TEXT, .value = &train.output,
         .help = "write the tree for -m density --model MODEL"},
        {.name = NULL},
    };
    /* clang-format on */
    int code;
    int count = opts_parse(&usage, table, argc, argv, &code);

    if (count < 0)
        return code;
    code = check(&train, count, argv);
    if (code != CLI_OK)
        return code;
    train.class_count = train.classes == 0 ? 2 : 4;
    train.quiet = train.output && strcmp(train.output, "-") == 0;
    train.options = (struct decision_options){.features = train.chosen,
                                              .min_leaf = (double)train.min_leaf,
                                              .max_leaves = (unsigned)train.max_leaves,
                                              .prune = (enum decision_prune)train.prune,
                                              .seed = train.seed,
                                              .threads = train.threads > 0 ? (unsigned)train.threads
                                                                           : parallel_cores()};
    return run_and_save(&train);
}
