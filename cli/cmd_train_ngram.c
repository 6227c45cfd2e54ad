/*
 * cmd_train_ngram.c - pith train ngram: labelled pages, or raw and clean files, in; out: a model
 * for the method ngram, and how well such models do.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyze/ngram_charts.h"
#include "cli.h"
#include "cli_files.h"
#include "io/output.h"
#include "opts.h"
#include "train/model_facts.h"
#include "train/ngram_bias.h"
#include "train/ngram_curve.h"
#include "train/ngram_file.h"
#include "train/ngram_report.h"
#include "train/ngram_train.h"
#include "train_parts.h"

static const struct opts_usage usage = {
    "train",
    "usage: pith train ngram --raw DIR --clean DIR [OPTION...]\n"
    "       pith train ngram --data SET... [OPTION...]\n"
    "\n"
    "Trains the two character n-gram models of the method ngram: one of clean text,\n"
    "one of boilerplate. Raw and clean files are paired by name, without extension;\n"
    "raw files are pages (.html) or plain text. SET is a file of JSON lines (also\n"
    ".gz, .xz, .zst) or a folder of labelled pages.\n",
    "  pith train ngram --raw dumps/ --clean cleaned/ -o mine.chargram\n"
    "  pith -m ngram --model mine.chargram page.html\n"
    "  pith train ngram --data pages.jsonl.xz --cv 10 --figures figures/\n"
    "  pith train ngram --data dev.jsonl --curve --test test.jsonl\n",
};

static const char *const folding_words[] = {"ascii", "unicode", NULL}; /* as PITH__FOLD_ */

struct train {
    struct opt_list sets, wheres, clean_texts, tests, test_wheres;
    const char *raw, *clean, *q, *bias, *output, *figures;
    uint64_t order, orders, folds, seed, clean_most, least;
    unsigned folding;
    bool nonlexical, direct, curve;

    /* derived from the options */
    struct ngram_options options;
    bool quiet; /* the model goes to standard output */
};

static bool no_memory(void)
{
    cli_say(NULL, "not enough memory for this much text");
    return false;
}

/* ------------------------------------------------------------------ reading */

static bool read_texts(const struct train *train, struct ngram_texts *texts)
{
    bool good = true;

    if (train->raw)
        good = ngram_texts_pairs(texts, train->raw, train->clean, cli_note);
    for (size_t i = 0; good && i < train->sets.count; i++)
        good = ngram_texts_set(texts, train->sets.items[i], train->wheres.items,
                               train->wheres.count, cli_note);
    for (size_t i = 0; good && i < train->clean_texts.count; i++)
        good = ngram_texts_clean(texts, train->clean_texts.items[i],
                                 train->clean_most ? train->clean_most : UINT64_MAX, cli_note);
    return good;
}

static void print_data(const struct train *train, const struct ngram_texts *texts)
{
    ngram_report_data(texts, stdout);
    printf("training     %s\nfolding      %s\n", train->options.direct ? "direct" : "differential",
           ngram_folding_name(train->options.folding));
}

/* ------------------------------------------------------------ cross-validation */

static bool write_figure(const struct train *train, const char *name, ngram_chart draw,
                         const void *what)
{
    char path[4096];
    struct output output;
    bool good;

    if (!train->figures)
        return true;
    mkdir(train->figures, 0777); /* if this fails, opening the file does, too */
    snprintf(path, sizeof path, "%s/%s", train->figures, name);
    if (!cli_open(&output, path))
        return false;
    good = draw(what, output.file);
    return cli_close(&output, good) && good;
}

/* Tries orders and q, and chooses those that were not given by cross-entropy. */
static bool validate(struct train *train, const struct ngram_texts *texts)
{
    struct ngram_options options = train->options;
    struct ngram_grid *grid;
    unsigned order = 0;
    double q = 0;
    bool good;

    if (train->folds == 0)
        return true;
    grid = malloc(sizeof *grid);
    options.order = (unsigned)train->orders;
    good = grid && ngram_cross_validate(texts, &options, (unsigned)train->folds, train->seed,
                                        train_show_fold, grid);
    if (!good) {
        free(grid);
        return no_memory();
    }
    ngram_grid_pick(grid, &order, &q);
    if (!train->quiet) {
        ngram_report_entropy(grid, stdout);
        ngram_report_f1(grid, stdout);
        printf("picked by cross-entropy: n = %u, q = %g\n", order, q);
    }
    if (!train->order)
        train->options.order = order;
    if (!train->q)
        train->options.q = q;
    good = write_figure(train, "cross-entropy.svg", ngram_chart_entropy, grid) &&
           write_figure(train, "held-out-f1.svg", ngram_chart_f1, grid);
    free(grid);
    return good;
}

/* -------------------------------------------------------------- learning curve */

static bool learn_by_pages(const struct train *train, const struct ngram_texts *texts)
{
    const struct ngram_curve_test test = {train->tests.items, train->tests.count,
                                          train->test_wheres.items, train->test_wheres.count};
    struct ngram_curve curve;
    const char *wrong;

    if (!train->curve)
        return true;
    wrong = ngram_curve_run(texts, &train->options, &test, train->seed, train_show_fold, &curve);
    if (wrong) {
        cli_say("--curve", "%s", wrong);
        return false;
    }
    if (!train->quiet)
        ngram_report_curve(&curve, stdout);
    return write_figure(train, "learning-curve.svg", ngram_chart_curve, &curve);
}

/* ------------------------------------------------------------------- model */

static bool find_bias(struct train *train, const struct ngram_texts *texts)
{
    if (!train->options.auto_bias)
        return true;
    if (!ngram_find_bias(texts, &train->options, NULL, train->seed, &train->options.bias))
        return no_memory();
    if (!train->quiet)
        printf("\nbias chosen on held-out pages: %g\n", train->options.bias);
    return true;
}

static bool train_and_save(const struct train *train, const struct ngram_texts *texts)
{
    const struct ngram_model facts = {.sources = train_sources_of(&train->sets, &train->wheres),
                                      .raw = train->raw,
                                      .clean = train->clean,
                                      .clean_texts = train->clean_texts.items,
                                      .clean_text_count = train->clean_texts.count,
                                      .clean_most = train->clean_most,
                                      .options = &train->options,
                                      .texts = texts};
    size_t len = 0;
    struct pith__chargram model;
    unsigned char *bytes = ngram_model_bytes(&facts, &len);
    bool good = bytes != NULL || no_memory();

    if (good && !train->quiet) {
        pith__chargram_view(&model, bytes);
        printf("\ntrained on all: n = %u, q = %g, %" PRIu32 " strings, %s, %zu kB\n", model.order,
               train->options.q, model.state_count - 1 + model.leaf_count,
               model.table ? "with a table" : "without a table", (len + 999) / 1000);
    }
    if (good && train->output)
        good = train_save(train->output, (const char *)bytes, len);
    free(bytes);
    return good;
}

static int run(struct train *train)
{
    struct ngram_texts texts;
    bool good;
    int code;

    ngram_texts_init(&texts);
    cli_progress("reading");
    good = read_texts(train, &texts);
    cli_progress(NULL);
    if (good && texts.page_count == 0)
        good = false; /* the reason was printed */
    if (good && !train->quiet)
        print_data(train, &texts);
    good = good && validate(train, &texts) && learn_by_pages(train, &texts) &&
           find_bias(train, &texts) && train_and_save(train, &texts);
    cli_left_out(NULL, texts.unusable);
    code = train->quiet ? CLI_OK : cli_print("");
    if (!good || texts.unusable > 0 || texts.bad_sets > 0)
        code = CLI_FAILED;
    ngram_texts_deinit(&texts);
    return code;
}

/* ------------------------------------------------------------------ options */

static int check(struct train *train, int count, char **operands)
{
    const char *wrong = NULL;

    if ((train->raw != NULL) != (train->clean != NULL)) {
        cli_say(train->raw ? "--raw" : "--clean", "use --raw DIR and --clean DIR together");
        return CLI_USAGE;
    }
    if (!train->raw && !opts_sets(&train->sets, &train->wheres, count, operands,
                                  "pith train ngram --raw DIR --clean DIR, or --data SET"))
        return CLI_USAGE;
    if (train->raw && count > 0)
        wrong = "--raw and --clean take no other pages; give a SET without them";
    else if (train->output && !*train->output)
        wrong = "--output needs a file name";
    else if (train->curve && train->tests.count == 0)
        wrong = "--curve needs pages to measure on: --test SET";
    else if (!train->curve && train->tests.count > 0)
        wrong = "--test is for the learning curve; add --curve";
    if (wrong) {
        cli_say(NULL, "%s", wrong);
        return CLI_USAGE;
    }
    train->options.order = train->order ? (unsigned)train->order : 3;
    train->options.folding =
        train->folding | (train->nonlexical ? (unsigned)PITH__FOLD_NONLEXICAL : 0);
    train->options.direct = train->direct;
    train->options.least = train->least;
    train->options.q = 0.5;
    train->options.auto_bias = train->bias && strcmp(train->bias, "auto") == 0;
    if (!train->options.auto_bias &&
        !train_number("--bias", train->bias, -10, 10, &train->options.bias)) {
        cli_say("--bias", "auto chooses it on held-out pages");
        return CLI_USAGE;
    }
    if (!train_number("--interpolation", train->q, 0.001, 0.999, &train->options.q))
        return CLI_USAGE;
    return CLI_OK;
}

int cmd_train_ngram(int argc, char **argv)
{
    struct train *train = calloc(1, sizeof *train);
    int code, count;

    if (!train) {
        no_memory();
        return CLI_FAILED;
    }
    train->orders = PITH__CHARGRAM_ORDER;
    train->seed = 1;
    /* clang-format off */
    const struct opt table[] = {
        {.name = "raw", .arg = "DIR", .kind = OPT_TEXT, .value = &train->raw,
         .help = "pages or plain text, one file each"},
        {.name = "clean", .arg = "DIR", .kind = OPT_TEXT, .value = &train->clean,
         .help = "the same without boilerplate, with the same names"},
        {.letter = 'd', .name = "data", .arg = "SET", .kind = OPT_LIST, .value = &train->sets,
         .help = "labelled pages"},
        {.name = "where", .arg = "FIELD=VALUE", .kind = OPT_LIST, .value = &train->wheres,
         .help = "only pages with this value; also FIELD!=VALUE"},
        {.name = "clean-text", .arg = "FILE", .kind = OPT_LIST, .value = &train->clean_texts,
         .help = "more clean text, one segment per line"},
        {.name = "clean-most", .arg = "BYTES", .kind = OPT_BYTES, .value = &train->clean_most,
         .min = 1, .max = UINT64_C(1) << 40},
        {.letter = 'n', .name = "order", .arg = "N", .kind = OPT_COUNT, .value = &train->order,
         .min = 1, .max = PITH__CHARGRAM_ORDER, .help = "n-gram order, 1 to 8; default 3"},
        {.letter = 'q', .name = "interpolation", .arg = "Q", .kind = OPT_TEXT, .value = &train->q,
         .help = "weight of shorter n-grams, 0 to 1; default 0.5"},
        {.name = "folding", .arg = "HOW", .kind = OPT_CHOICE, .value = &train->folding,
         .choices = folding_words, .help = "alphabet: ascii (default), unicode"},
        {.name = "non-lexical", .kind = OPT_FLAG, .value = &train->nonlexical,
         .help = "letters become a, digits 0: for any language"},
        {.name = "direct", .kind = OPT_FLAG, .value = &train->direct,
         .help = "count labelled blocks, not differences"},
        {.name = "bias", .arg = "NATS", .kind = OPT_TEXT, .value = &train->bias,
         .help = "above 0 keep more, below less; auto: by held-out pages"},
        {.name = "least", .arg = "N", .kind = OPT_COUNT, .value = &train->least, .max = UINT32_MAX},
        {.name = "cv", .arg = "N", .kind = OPT_COUNT, .value = &train->folds, .min = 2, .max = 255,
         .help = "choose n and q by cross-validation with N folds"},
        {.name = "orders", .arg = "N", .kind = OPT_COUNT, .value = &train->orders, .min = 1,
         .max = PITH__CHARGRAM_ORDER, .help = "highest order that --cv tries; default 8"},
        {.name = "curve", .kind = OPT_FLAG, .value = &train->curve,
         .help = "print the learning curve by number of pages"},
        {.name = "test", .arg = "SET", .kind = OPT_LIST, .value = &train->tests,
         .help = "labelled pages that --curve measures on"},
        {.name = "test-where", .arg = "FIELD=VALUE", .kind = OPT_LIST, .value = &train->test_wheres,
         .help = "only such pages of --test"},
        {.name = "figures", .arg = "DIR", .kind = OPT_TEXT, .value = &train->figures,
         .help = "write charts (SVG) of --cv and --curve to DIR"},
        {.name = "seed", .arg = "N", .kind = OPT_COUNT, .value = &train->seed, .max = UINT64_MAX,
         .help = "seed of folds and of the curve; default 1"},
        {.letter = 'o', .name = "output", .arg = "MODEL", .kind = OPT_TEXT, .value = &train->output,
         .help = "write the model, for -m ngram --model MODEL"},
        {.name = NULL},
    };
    /* clang-format on */
    count = opts_parse(&usage, table, argc, argv, &code);
    if (count >= 0)
        code = check(train, count, argv);
    if (count >= 0 && code == CLI_OK) {
        train->quiet = train->output && strcmp(train->output, "-") == 0;
        code = run(train);
    }
    free(train);
    return code;
}
