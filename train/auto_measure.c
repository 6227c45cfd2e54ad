/*
 * auto_measure.c - in: pages, each extracted by a model that has not seen its site; out: how close
 * the output is to the ground truth.
 *
 * Pages are read again and go through the whole library, so this measures what a user gets.
 */
#include <stdlib.h>

#include "eval/work.h"
#include "train/auto_train.h"

struct run {
    const struct auto_measuring *measuring;
    struct auto_measured *measured;
    pith_context *context;
    struct measure_work *work;
    const struct measure *measure, *snippets;
    struct pith__vec text; /* bytes of the output */
    uint64_t set;          /* number of the current set, from 1 */
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

/* Measures the output for the context's page with MEASURE. */
static bool measure_text(struct run *run, const pith_page *page, const struct set_page *truth,
                         const struct measure *measure, struct measure_row *row)
{
    struct measure_answer answer = {{NULL, 0}, false, NULL, 0};
    run->text.len = 0;
    if (take("", 0, &run->text) != 0 ||
        pith_render(page, PITH_FORMAT_TEXT, NULL, take, &run->text) != PITH_OK)
        return false;
    answer.text = (struct pith__span){run->text.data, run->text.len};
    return measure->page(run->work, truth, &answer, row);
}

/* Computes the F1 of the output for the context's page, and counts the required and forbidden
 * snippets in it. */
static bool measure_page(struct run *run, const pith_page *page, const struct set_page *truth,
                         struct auto_page *out, struct auto_found *found, double *f1)
{
    const struct measure *measure = out->snippets ? run->snippets : run->measure;
    struct measure_row row;
    if (!measure_text(run, page, truth, measure, &row))
        return false;
    *f1 = row.counts ? row.values[measure->page_value] : 0;
    if (out->snippets && row.counts) {
        *found = (struct auto_found){row.values[SNIPPETS_TP], row.values[SNIPPETS_FP]};
        out->wanted = row.values[SNIPPETS_WITH];
    }
    return true;
}

/* The index of the page's value of the field; values beyond the last index share it. */
static uint32_t group_of(struct auto_measured *measured, const struct set_page *truth,
                         const char *field)
{
    const char *value = "None";
    for (size_t i = 0; i < truth->field_count; i++) {
        if (strcmp(truth->fields[i].name, field) == 0)
            value = truth->fields[i].value;
    }
    uint32_t group = 0;
    while (group < measured->group_count &&
           strncmp(measured->groups[group], value, AUTO_GROUP_NAME - 1) != 0)
        group++;
    if (group == AUTO_GROUPS)
        return AUTO_GROUPS - 1;
    if (group == measured->group_count) {
        strncpy(measured->groups[group], value, AUTO_GROUP_NAME - 1);
        measured->group_count++;
    }
    return group;
}

/* Extracts and measures the next page of the matrix. */
static bool add_judged(struct run *run, const struct set_page *truth, pith_options *options)
{
    const struct auto_measuring *measuring = run->measuring;
    struct auto_page *out = &run->measured->pages[run->measured->count];
    const pith_page *page;
    pith_options_set_model(options,
                           measuring->models[measuring->fold_of_page[run->measured->count]]);
    if (pith_context_parse(run->context, (const char *)truth->html.ptr, truth->html.len, options,
                           &page, NULL) != PITH_OK)
        return false;
    *out = (struct auto_page){.fold = measuring->fold_of_page[run->measured->count],
                              .snippets = measuring->matrix->snippets[run->measured->count],
                              .confidence = (double)pith_page_get_info(page)->confidence,
                              .empty = pith_page_get_info(page)->kept_words == 0};
    if (!measure_page(run, page, truth, out, &out->found, &out->f1))
        return false;
    if (measuring->before != NULL) {
        pith_options_set_model(options, measuring->before);
        if (pith_context_decide(run->context, options, NULL) != PITH_OK ||
            !measure_page(run, page, truth, out, &out->found_before, &out->before))
            return false;
    }
    out->group = group_of(run->measured, truth, measuring->field);
    out->id = strdup(truth->id);
    run->measured->count += out->id != NULL;
    return out->id != NULL;
}

static bool add_page(struct run *run, const struct set_page *truth)
{
    pith_options *options = matrix_page_options_new(truth, "auto");
    bool good = options != NULL && add_judged(run, truth, options);
    pith_options_free(options);
    return good;
}

static bool wanted(const struct run *run, const struct set_page *truth)
{
    const struct auto_measuring *measuring = run->measuring;
    for (size_t i = 0; i < measuring->where_count; i++) {
        if (!set_page_matches(truth, measuring->wheres[i]))
            return false;
    }
    /* Pages that are not in the matrix are seen here too; those that are come in its order. */
    return run->measured->count < measuring->matrix->page_count && truth->has_html &&
           matrix_page_id(truth, run->set) == measuring->matrix->ids[run->measured->count];
}

static bool read_set(struct run *run, const char *path)
{
    char error[200];
    struct set *set = set_open(path, error, sizeof error);
    struct set_raw raw = {0};
    struct set_page truth;
    bool good = true;
    if (set == NULL) /* it could not be opened the first time either */
        return true;
    run->set++;
    set_page_init(&truth);
    while (good && set_next(set, &raw)) {
        if (raw.error[0] == '\0' && set_page_parse(&truth, &raw, true) && wanted(run, &truth))
            good = add_page(run, &truth);
    }
    set_page_deinit(&truth);
    set_raw_deinit(&raw);
    set_close(set);
    return good;
}

bool auto_measure(const struct auto_measuring *measuring, struct auto_measured *measured)
{
    struct run run = {.measuring = measuring,
                      .measured = measured,
                      .context = pith_context_new(),
                      .work = measure_work_new(false),
                      .measure = measure_find("wordf1", 6),
                      .snippets = measure_find("snippets", 8)};
    memset(measured, 0, sizeof *measured);
    pith__vec_init(&run.text, 1);
    measured->pages = calloc(measuring->matrix->page_count + 1, sizeof *measured->pages);
    bool good = run.context != NULL && run.work != NULL && measured->pages != NULL;
    for (size_t i = 0; good && i < measuring->path_count; i++)
        good = read_set(&run, measuring->paths[i]);
    good = good && measured->count == measuring->matrix->page_count;
    pith__vec_deinit(&run.text, &pith__allocator_default);
    measure_work_free(run.work);
    pith_context_free(run.context);
    if (!good)
        auto_measured_deinit(measured);
    return good;
}

void auto_measured_deinit(struct auto_measured *measured)
{
    for (size_t i = 0; i < measured->count; i++)
        free(measured->pages[i].id);
    free(measured->pages);
    measured->pages = NULL;
    measured->count = 0;
}

bool auto_fit_trust(const struct auto_measured *measured, unsigned except,
                    struct forest_settings *settings)
{
    enum { PAGES_A_BIN = 40, BINS_MOST = 24 };
    double *x = malloc((measured->count + 1) * sizeof *x);
    double *y = malloc((measured->count + 1) * sizeof *y);
    double empty = 1, empty_right = 0.5; /* as if there had been one page, half right */
    size_t count = 0;
    bool good = x != NULL && y != NULL;
    for (size_t i = 0; good && i < measured->count; i++) {
        const struct auto_page *page = &measured->pages[i];
        if (page->fold == except || page->snippets)
            continue;
        if (page->empty) {
            empty++;
            empty_right += page->f1;
            continue;
        }
        x[count] = page->confidence;
        y[count++] = page->f1;
    }
    if (good) {
        size_t bins = count / PAGES_A_BIN + 1;
        settings->empty_trust = empty_right / empty;
        good = curve_fit(x, y, NULL, count, bins < BINS_MOST ? bins : BINS_MOST, &settings->trust);
    }
    free(x);
    free(y);
    return good;
}

bool auto_state_trust(struct auto_measured *measured, unsigned folds)
{
    struct forest_settings settings = {0};
    for (unsigned fold = 0; fold < folds; fold++) {
        if (!auto_fit_trust(measured, fold, &settings))
            return false;
        for (size_t i = 0; i < measured->count; i++) {
            struct auto_page *page = &measured->pages[i];
            if (page->fold == fold)
                page->stated = page->empty ? settings.empty_trust
                                           : curve_at(&settings.trust, page->confidence);
        }
    }
    return true;
}
