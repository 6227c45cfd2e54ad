/*
 * ngram_curve.c - see ngram_curve.h.
 */
#include "train/ngram_curve.h"

#include <stdlib.h>

#include "eval/measure.h"
#include "eval/stats.h"
#include "train/matrix.h"
#include "train/ngram_bias.h"

struct run {
    const struct ngram_curve_test *test;
    pith_context *context;
    struct measure_work *work;
    const struct measure *measure;
    const pith_model *model;
    struct pith__vec text;  /* output for a page */
    double right, got, all; /* words: correct, kept, true */
    size_t pages;
};

static int take(const char *data, size_t len, void *user)
{
    struct pith__vec *text = user;
    if (pith__vec_reserve(text, &pith__allocator_default, len + 1) != PITH_OK)
        return 1;
    memcpy((char *)text->data + text->len, data, len);
    text->len += len;
    return 0;
}

/* The index of a value by its name. */
static size_t value_of(const struct measure *measure, const char *name)
{
    size_t i = 0;
    while (strcmp(measure->values[i], name) != 0)
        i++;
    return i;
}

static pith_status measure_page(struct run *run, const struct set_page *truth)
{
    pith_options *options = matrix_page_options_new(truth, "ngram");
    const pith_page *page;
    if (options == NULL)
        return PITH_ERR_NOMEM;
    pith_options_set_model(options, run->model);
    pith_status status = pith_context_parse(run->context, (const char *)truth->html.ptr,
                                            truth->html.len, options, &page, NULL);
    pith_options_free(options);
    PITH__TRY(status);
    run->text.len = 0;
    if (take("", 0, &run->text) != 0)
        return PITH_ERR_NOMEM;
    PITH__TRY(pith_render(page, PITH_FORMAT_TEXT, NULL, take, &run->text));
    struct measure_answer answer = {{run->text.data, run->text.len}, false, NULL, 0};
    struct measure_row row;
    if (!run->measure->page(run->work, truth, &answer, &row))
        return PITH_ERR_NOMEM;
    if (row.counts) {
        run->right += row.values[value_of(run->measure, "tp")];
        run->got += row.values[value_of(run->measure, "n_pred")];
        run->all += row.values[value_of(run->measure, "n_true")];
        run->pages++;
    }
    return PITH_OK;
}

static bool wanted(const struct run *run, const struct set_page *truth)
{
    for (size_t i = 0; i < run->test->where_count; i++) {
        if (!set_page_matches(truth, run->test->wheres[i]))
            return false;
    }
    return truth->has_html && truth->has_text;
}

static const char *measure_set(struct run *run, const char *path)
{
    char error[200];
    struct set *set = set_open(path, error, sizeof error);
    struct set_raw raw = {0};
    struct set_page truth;
    pith_status status = PITH_OK;
    if (set == NULL)
        return "a --test set cannot be read";
    set_page_init(&truth);
    while (status == PITH_OK && set_next(set, &raw)) {
        if (raw.error[0] == '\0' && set_page_parse(&truth, &raw, true) && wanted(run, &truth))
            status = measure_page(run, &truth);
    }
    set_page_deinit(&truth);
    set_raw_deinit(&raw);
    set_close(set);
    return status == PITH_OK ? NULL : pith_status_message(status);
}

/* Measures a model trained on the pages marked in PAGES. */
static const char *measure_model(struct run *run, const struct ngram_texts *texts,
                                 const struct ngram_options *options, const bool *pages)
{
    size_t len;
    pith_model *model = NULL;
    unsigned char *bytes = ngram_train_model(texts, options, pages, "", &len);
    const char *wrong = NULL;
    if (bytes == NULL || pith_model_view_new((char *)bytes, len, &model, NULL) != PITH_OK)
        wrong = pith_status_message(PITH_ERR_NOMEM);
    run->model = model;
    run->right = run->got = run->all = 0;
    run->pages = 0;
    for (size_t i = 0; wrong == NULL && i < run->test->path_count; i++)
        wrong = measure_set(run, run->test->paths[i]);
    if (wrong == NULL && run->pages == 0)
        wrong = "no pages to evaluate on; does --test-where match any?";
    pith_model_free(model);
    free(bytes);
    return wrong;
}

static void order_pages(uint32_t *order, size_t count, uint64_t seed)
{
    struct stats_random random = {seed};
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    for (size_t i = count; i > 1; i--) {
        uint32_t k = stats_random_below(&random, (uint32_t)i), swap = order[k];
        order[k] = order[i - 1];
        order[i - 1] = swap;
    }
}

/* 1, 2, 5, 10, 20 ... and COUNT. */
static size_t plan(struct ngram_curve *curve, size_t count)
{
    static const size_t steps[] = {1, 2, 5};
    size_t points = 0;
    for (size_t unit = 1; unit <= count && points + 4 < NGRAM_CURVE_POINTS; unit *= 10) {
        for (size_t i = 0; i < 3; i++) {
            if (steps[i] * unit < count)
                curve->points[points++].pages = steps[i] * unit;
        }
    }
    curve->points[points++].pages = count;
    return points;
}

static double words_of(const struct ngram_texts *texts, const bool *pages)
{
    const struct ngram_segment *segments = texts->segments.data;
    double words = 0;
    for (size_t i = 0; i < texts->segments.len; i++) {
        if (segments[i].kind == NGRAM_TRUTH && pages[segments[i].page])
            words += segments[i].words;
    }
    return words;
}

static const char *run_points(struct run *run, const struct ngram_texts *texts,
                              const struct ngram_options *options, uint64_t seed,
                              const uint32_t *order, bool *pages,
                              void (*done)(unsigned point, unsigned all), struct ngram_curve *curve)
{
    const char *wrong = NULL;
    struct ngram_options biased = *options;
    size_t used = 0;
    curve->count = plan(curve, texts->page_count);
    for (size_t i = 0; wrong == NULL && i < curve->count; i++) {
        struct ngram_curve_point *point = &curve->points[i];
        while (used < point->pages)
            pages[order[used++]] = true;
        if (options->auto_bias && !ngram_find_bias(texts, options, pages, seed, &biased.bias))
            return pith_status_message(PITH_ERR_NOMEM);
        wrong = measure_model(run, texts, &biased, pages);
        point->bias = biased.bias;
        point->words = words_of(texts, pages);
        point->p = run->got > 0 ? run->right / run->got : 0;
        point->r = run->all > 0 ? run->right / run->all : 0;
        point->f = run->got + run->all > 0 ? 2 * run->right / (run->got + run->all) : 0;
        curve->test_pages = run->pages;
        if (wrong == NULL && done != NULL)
            done((unsigned)i + 1, (unsigned)curve->count);
    }
    return wrong;
}

const char *ngram_curve_run(const struct ngram_texts *texts, const struct ngram_options *options,
                            const struct ngram_curve_test *test, uint64_t seed,
                            void (*done)(unsigned point, unsigned all), struct ngram_curve *curve)
{
    struct run run = {.test = test,
                      .context = pith_context_new(),
                      .work = measure_work_new(false),
                      .measure = measure_find("ncleaner", 8)};
    uint32_t *order = malloc((texts->page_count + 1) * sizeof *order);
    bool *pages = calloc(texts->page_count + 1, sizeof *pages);
    const char *wrong = pith_status_message(PITH_ERR_NOMEM);
    *curve = (struct ngram_curve){.count = 0};
    pith__vec_init(&run.text, 1);
    if (run.context != NULL && run.work != NULL && order != NULL && pages != NULL) {
        order_pages(order, texts->page_count, seed);
        wrong = run_points(&run, texts, options, seed, order, pages, done, curve);
    }
    pith__vec_deinit(&run.text, &pith__allocator_default);
    measure_work_free(run.work);
    pith_context_free(run.context);
    free(order);
    free(pages);
    return wrong;
}
