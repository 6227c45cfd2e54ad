/*
 * model_facts.c - in: what was trained, how and on what; out: the bytes of a model.
 */
#include "train/model_facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/memory_file.h"
#include "train/decision_report.h"
#include "train/kind_report.h"
#include "train/ngram_report.h"
#include "train/wordgram_fit.h"

/* A file or folder by its name alone. */
static void write_name(const char *label, const char *path, FILE *file)
{
    size_t end = strlen(path), begin;

    while (end > 1 && path[end - 1] == '/')
        end--;
    for (begin = end; begin > 0 && path[begin - 1] != '/'; begin--)
        ;
    fprintf(file, "%s %.*s\n", label, (int)(end - begin), path + begin);
}

static void write_sets(const struct train_sources *sources, FILE *file)
{
    for (size_t i = 0; i < sources->set_count; i++)
        write_name(i + sources->snippet_count < sources->set_count ? "data" : "snippets",
                   sources->sets[i], file);
}

static void write_wheres(const struct train_sources *sources, FILE *file)
{
    for (size_t i = 0; i < sources->where_count; i++)
        fprintf(file, "where %s\n", sources->wheres[i]);
}

/* --------------------------------------------------------------------- auto */

static void write_auto(const struct auto_model *model, FILE *file)
{
    const struct auto_options *options = model->options;
    const struct boost_options *boost = &options->boost;
    const struct auto_trained *trained = model->trained;
    const struct matrix *matrix = model->matrix;

    write_sets(&model->sources, file);
    if (model->sources.snippet_count > 0)
        fprintf(file, "snippet-weight %g\n", options->snippet_weight);
    write_wheres(&model->sources, file);
    if (model->from)
        write_name("from", model->from, file);
    fprintf(file, "pages %zu\nsites %zu\nrows %zu\nwords %.15g\nfeatures %zu\n", matrix->page_count,
            matrix->site_count, matrix->rows, matrix_words(matrix), model->columns->count);
    fprintf(file, "trees %zu\ndepth %u\nleaves %u\nrate %g\nlambda %g\nleast-weight %g\n",
            trained->forests[trained->folds].count, boost->depth, boost->leaves, boost->rate,
            boost->lambda, boost->least_weight);
    fprintf(file, "forests %u\nf1 %g\n", options->forests, boost->f1_share);
    if (options->patience > 0)
        fprintf(file, "patience %u\n", options->patience);
    fprintf(file, "rows-per-tree %g\ncolumns-per-tree %g\nseed %" PRIu64 "\n", boost->row_share,
            boost->column_share, options->seed);
    if (trained->folds > 0)
        fprintf(file, "folds %u\ncalibration %s\nlog-loss %.4f\n", trained->folds,
                options->isotonic ? "isotonic" : "platt", trained->calibrated_loss);
    if (model->f1.count > 0)
        fprintf(file, "word-f1 %.4f\n", model->f1.mean);
}

unsigned char *auto_model_bytes(const struct auto_model *model, size_t *len)
{
    const struct auto_trained *trained = model->trained;
    struct memory_file facts;
    unsigned char *bytes = NULL;
    FILE *file = memory_file_open(&facts);

    if (file) {
        write_auto(model, file);
        if (memory_file_close(&facts, file))
            bytes = forest_bytes(&trained->forests[trained->folds], model->columns->features,
                                 &trained->settings, facts.out.data, len);
    }
    memory_file_deinit(&facts);
    return bytes;
}

/* --------------------------------------------------------------------- kind */

static void write_kind(const struct kind_model *model, FILE *file)
{
    const struct boost_options *boost = &model->options->boost;

    write_sets(&model->sources, file);
    write_wheres(&model->sources, file);
    fprintf(file, "pages %zu\nsites %zu\ntrees %u\ndepth %u\nleaves %u\nrate %g\nlambda %g\n",
            model->matrix->page_count, model->matrix->site_count, boost->trees, boost->depth,
            boost->leaves, boost->rate, boost->lambda);
    fprintf(file, "least-weight %g\nrows-per-tree %g\ncolumns-per-tree %g\nseed %" PRIu64 "\n",
            boost->least_weight, boost->row_share, boost->column_share, model->options->seed);
    if (model->trained->folds > 0) {
        struct kind_figures without =
            kind_figures_of(model->matrix, model->trained, KIND_WITHOUT_ADDRESS);

        fprintf(file, "folds %u\naccuracy %.4f\nlog-loss %.4f\n", model->trained->folds,
                kind_accuracy(&without), without.loss / (double)without.count);
    }
}

unsigned char *kind_model_bytes(const struct kind_model *model, size_t *len)
{
    struct memory_file facts;
    unsigned char *bytes = NULL;
    FILE *file = memory_file_open(&facts);

    if (file) {
        write_kind(model, file);
        if (memory_file_close(&facts, file))
            bytes = forest_bytes(&model->trained->forest, model->columns->features,
                                 &model->trained->settings, facts.out.data, len);
    }
    memory_file_deinit(&facts);
    return bytes;
}

/* -------------------------------------------------------------------- ngram */

static void write_ngram(const struct ngram_model *model, FILE *file)
{
    const struct ngram_options *options = model->options;
    struct ngram_sums blocks =
        ngram_sums_of(model->texts, 1u << NGRAM_CONTENT | 1u << NGRAM_BOILERPLATE);
    struct ngram_sums truth = ngram_sums_of(model->texts, 1u << NGRAM_TRUTH),
                      more = ngram_sums_of(model->texts, 1u << NGRAM_MORE);

    if (model->raw) {
        write_name("raw", model->raw, file);
        write_name("clean", model->clean, file);
    }
    write_sets(&model->sources, file);
    write_wheres(&model->sources, file);
    for (size_t i = 0; i < model->clean_text_count; i++)
        write_name("clean-text", model->clean_texts[i], file);
    if (model->clean_text_count > 0 && model->clean_most)
        fprintf(file, "clean-most %" PRIu64 "\n", model->clean_most);
    fprintf(file, "pages %zu\nwords-raw %.0f\nwords-true %.0f\n", model->texts->page_count,
            blocks.words, truth.words);
    if (more.words > 0)
        fprintf(file, "words-more %.0f\n", more.words);
    fprintf(file, "training %s\nq %g\n", options->direct ? "direct" : "differential", options->q);
    if (options->bias < 0 || options->bias > 0)
        fprintf(file, "bias %g\n", options->bias);
    if (options->least > 1)
        fprintf(file, "least %" PRIu64 "\n", options->least);
}

unsigned char *ngram_model_bytes(const struct ngram_model *model, size_t *len)
{
    struct memory_file facts;
    unsigned char *bytes = NULL;
    FILE *file = memory_file_open(&facts);

    if (file) {
        write_ngram(model, file);
        if (memory_file_close(&facts, file))
            bytes = ngram_train_model(model->texts, model->options, NULL, facts.out.data, len);
    }
    memory_file_deinit(&facts);
    return bytes;
}

/* --------------------------------------------------------------- perplexity */

double wordgram_bytes_per_gram(const struct wordgram_fit *fit, size_t len)
{
    return (double)len / (double)(fit->vocabulary + fit->gram_counts[0] + fit->gram_counts[1]);
}

static void write_wordgram(const struct wordgram_model *model, size_t len, FILE *file)
{
    const struct wordgram_fit *fit = model->fit;
    const struct wordgram_fitting *fitting = fit->fitting;

    for (int i = 0; i < model->file_count; i++)
        write_name("data", model->files[i], file);
    fprintf(file, "order %u\nestimate %s\ntokens %" PRIu64 "\nsentences %" PRIu64 "\n",
            fitting->order, model->estimate, fit->tokens, fit->word_counts[WORDS_BEGIN]);
    fprintf(file, "min-count %" PRIu64 "\nmin-word %" PRIu64 "\n", fitting->min_count,
            fitting->min_word);
    fprintf(file, "words %" PRIu32 "\npairs %zu\ntriples %zu\nbytes-per-ngram %.2f\n",
            fit->vocabulary, fit->gram_counts[0], fit->gram_counts[1],
            wordgram_bytes_per_gram(fit, len));
    if (model->measured->tokens > 0)
        fprintf(file, "held-out-perplexity %.1f\nmean-error %.5f\nmax-error %.5f\n",
                model->measured->exact, model->measured->mean_error, model->measured->max_error);
}

unsigned char *wordgram_model_bytes(const struct wordgram_model *model, unsigned char *bytes,
                                    size_t *len)
{
    struct wordgram_about about = {.language = model->language ? model->language : ""};
    struct memory_file facts;
    unsigned char *described = NULL;
    FILE *file = memory_file_open(&facts);

    memcpy(about.limits, model->measured->limits, sizeof about.limits);
    if (file) {
        write_wordgram(model, *len, file);
        if (memory_file_close(&facts, file)) {
            about.facts = facts.out.data;
            described = wordgram_describe(bytes, len, &about);
        }
    }
    memory_file_deinit(&facts);
    return described;
}

/* ------------------------------------------------------------------ density */

void decision_model_write(const struct decision_model *model, FILE *file)
{
    static const char *const prunings[] = {"none", "ebp", "rep"}; /* as decision_prune */
    const struct train_sources *sources = &model->sources;
    const struct decision_options *options = model->options;

    decision_head_write(model->classes, file);
    for (size_t i = 0; i < sources->set_count; i++)
        decision_set_write(sources->sets[i], file);
    for (size_t i = 0; i < sources->where_count; i++)
        decision_line_write("where", sources->wheres[i], strlen(sources->wheres[i]), file);
    for (size_t i = 0; i < model->weigh_count; i++)
        decision_line_write("weigh", model->weighs[i], strlen(model->weighs[i]), file);
    fprintf(file, "pages %zu\nrows %zu\nwords %.15g\n", model->matrix->page_count,
            model->matrix->rows, model->words);
    fprintf(file, "algorithm %s\nfrom %s\nmin-leaf %.0f\n", model->one_rule ? "1r" : "tree",
            model->features, options->min_leaf);
    if (options->max_leaves > 0)
        fprintf(file, "max-leaves %u\n", options->max_leaves);
    if (model->by_blocks)
        fprintf(file, "count blocks\n");
    if (!model->one_rule)
        fprintf(file, "prune %s\n", prunings[options->prune]);
    fprintf(file, "seed %" PRIu64 "\nfolds %" PRIu64 "\ntree\n", options->seed, model->folds);
    decision_tree_write(model->tree, file);
}
