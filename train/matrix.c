/*
 * matrix.c - see matrix.h.
 *
 * A page is parsed and labelled, its rows are appended, and it is dropped; of its texts and its
 * site only hashes remain. Text frequencies and shared sites need all pages and are found at the
 * end by sorting these hashes. Texts or sites with equal hashes count as the same: a frequency is
 * then too high by one, or two sites are in the same fold. Ids are compared exactly, because a page
 * with a repeated id is skipped.
 */
#include "train/matrix.h"

#include <stdlib.h>

#include "base/hash.h"
#include "eval/block_labels.h"
#include "eval/site.h"
#include "eval/snippet_labels.h"
#include "eval/stats.h"

/* What is kept of a page. */
struct source {
    const char *path; /* of its set */
    uint64_t line;
    uint64_t id;   /* hash of its id and its set number */
    uint64_t site; /* hash of its site; 0: unknown */
    bool snippets; /* known only by snippets */
    bool again;    /* repeats an id of the set */
};

struct reader {
    struct matrix *matrix;
    const struct matrix_columns *columns;
    const char *path;                                 /* of the current set */
    uint64_t set;                                     /* its number, from 1 */
    bool snippets;                                    /* its blocks are labelled by snippets */
    struct pith__vec values, classes, weights, pages; /* as in the matrix */
    struct pith__vec texts;                           /* (rows): hash of the block's text */
    struct pith__vec sources;                         /* (page_count) */
    struct pith__hash ids;                            /* of the current set */
    pith_context *context;
    const char *const *wheres;
    size_t where_count;
    bool count_texts;
    matrix_note note;
};

/* ------------------------------------------------------------------- pages */

/* Never 0. */
static uint64_t hash_of(const void *data, size_t len, uint64_t seed)
{
    uint64_t hash = pith__fnv64_bytes(PITH__FNV64 + seed, data, len);
    return hash != 0 ? hash : 1;
}

static const char *url_of(const struct set_page *truth)
{
    for (size_t i = 0; i < truth->field_count; i++) {
        if (strcmp(truth->fields[i].name, "url") == 0)
            return truth->fields[i].value;
    }
    return NULL;
}

static uint64_t site_hash(const struct set_page *truth)
{
    const char *url = url_of(truth);
    if (url == NULL)
        return 0;
    struct pith__span site = site_of((struct pith__span){(const unsigned char *)url, strlen(url)});
    return site.len > 0 ? hash_of(site.ptr, site.len, 0) : 0;
}

static bool wanted(const struct reader *reader, const struct set_page *truth)
{
    for (size_t i = 0; i < reader->where_count; i++) {
        if (!set_page_matches(truth, reader->wheres[i]))
            return false;
    }
    return true;
}

static bool reserve(struct pith__vec *vec, size_t more)
{
    return pith__vec_reserve(vec, &pith__allocator_default, more) == PITH_OK;
}

/* Makes room for a page with BLOCKS blocks. */
static bool reserve_rows(struct reader *reader, size_t blocks)
{
    return reader->values.len + blocks <= UINT32_MAX && reserve(&reader->values, blocks) &&
           reserve(&reader->classes, blocks) && reserve(&reader->weights, blocks) &&
           reserve(&reader->pages, blocks) && reserve(&reader->texts, blocks) &&
           reserve(&reader->sources, 1);
}

/* Fills the rows of a page. Each block is measured once and copied to its neighbours. */
static bool fill_local(const pith_page *page, float *rows, size_t blocks, void *user)
{
    (void)user;
    enum { CURR = PITH__FEATURES_BLOCK, NEXT = 2 * CURR, PAIR = 3 * CURR };
    const size_t size = PITH__FEATURES_BLOCK * sizeof *rows;
    for (size_t i = 0; i < blocks; i++) {
        float *row = rows + i * PITH__FEATURES;
        pith__block_features(page, i, row + CURR);
        if (i == 0)
            memset(row, 0, size);
        else
            memcpy(row, row - PITH__FEATURES + CURR, size);
        if (i > 0)
            memcpy(row - PITH__FEATURES + NEXT, row + CURR, size);
        pith__pair_features(row, row + CURR, row + PAIR);
    }
    if (blocks > 0)
        memset(rows + (blocks - 1) * PITH__FEATURES + NEXT, 0, size);
    return true;
}

static const struct matrix_columns local_columns = {.count = PITH__FEATURES, .fill = fill_local};

uint64_t matrix_page_id(const struct set_page *page, uint64_t set)
{
    return hash_of(page->id, strlen(page->id), set);
}

pith_options *matrix_page_options_new(const struct set_page *page, const char *method)
{
    pith_options *options = pith_options_new();
    /* Rows must not depend on the clock. */
    if (options == NULL || (pith_options_set(options, "method", method, NULL) == PITH_OK &&
                            pith_options_set(options, "deadline", "0", NULL) == PITH_OK &&
                            pith_options_set(options, "charset",
                                             page->html_is_utf8 ? "utf-8" : NULL, NULL) == PITH_OK))
        return options;
    pith_options_free(options);
    return NULL;
}

/* Appends the rows of a page, whose classes are already there, except for unlabelled blocks.
 * Returns false when out of memory. */
static bool append(struct reader *reader, const pith_page *page, const struct set_page *truth,
                   size_t rows)
{
    float *weights = reader->weights.data;
    uint32_t *pages = reader->pages.data;
    uint64_t *texts = reader->texts.data;
    struct source *sources = reader->sources.data;
    const size_t columns = reader->columns->count;
    float *values = (float *)reader->values.data + reader->values.len * columns;
    uint8_t *classes = (uint8_t *)reader->classes.data + reader->classes.len;
    bool by_page = reader->columns->page_rows > 0;
    size_t known = 0;
    uint32_t before = reader->ids.count, number;
    if (pith__hash_add_bytes(&reader->ids, truth->id, strlen(truth->id), &number) != PITH_OK ||
        !reader->columns->fill(page, values, rows, reader->columns->user))
        return false;
    for (size_t i = 0; i < rows; i++) {
        const pith_block *block = by_page ? NULL : pith_page_block(page, i);
        if (classes[i] == SNIPPET_UNKNOWN)
            continue;
        memmove(values + known * columns, values + i * columns, columns * sizeof *values);
        classes[known++] = classes[i];
        weights[reader->weights.len++] = by_page ? 1 : (float)block->words;
        pages[reader->pages.len++] = (uint32_t)reader->sources.len;
        texts[reader->texts.len++] =
            reader->count_texts ? hash_of(block->text, block->text_len, 0) : 0;
    }
    reader->values.len += known;
    reader->classes.len += known;
    sources[reader->sources.len++] =
        (struct source){reader->path,     truth->line,      matrix_page_id(truth, reader->set),
                        site_hash(truth), reader->snippets, number < before};
    return true;
}

/* Adds a page. Returns NULL or an error message. */
static const char *add_page(struct reader *reader, const struct set_page *truth)
{
    if (!truth->has_html)
        return "this ground truth has no page";
    if (reader->snippets ? !truth->has_snippets : !truth->has_text && truth->block_count == 0)
        return reader->snippets ? "this page has no snippets" : "this page has no ground truth";
    const struct matrix_columns *columns = reader->columns;
    int class = columns->page_rows > 0 ? columns->page_class(truth, columns->user) : 0;
    if (class < 0)
        return "the field named by --field is not a kind of page";
    pith_options *options = matrix_page_options_new(truth, "all");
    const pith_page *page;
    if (options == NULL)
        return pith_status_message(PITH_ERR_NOMEM);
    pith_status status = pith_options_set(options, "url", url_of(truth), NULL);
    if (status == PITH_OK)
        status = pith_context_parse(reader->context, (const char *)truth->html.ptr, truth->html.len,
                                    options, &page, NULL);
    pith_options_free(options);
    if (status != PITH_OK)
        return pith_status_message(status);
    size_t rows = columns->page_rows > 0 ? columns->page_rows : pith_page_get_info(page)->blocks;
    if (!reserve_rows(reader, rows + 1)) /* one extra, so that no pointer is NULL */
        return pith_status_message(PITH_ERR_NOMEM);
    uint8_t *classes = (uint8_t *)reader->classes.data + reader->classes.len;
    if (columns->page_rows > 0)
        memset(classes, class, rows);
    else if (reader->snippets ? !snippet_labels(page, truth, classes)
                              : !block_labels(reader->context, page, truth, classes, NULL))
        return "not enough memory to label its blocks";
    return append(reader, page, truth, rows) ? NULL : pith_status_message(PITH_ERR_NOMEM);
}

/* -------------------------------------------------------------------- sets */

static void leave_out(struct reader *reader, const char *file, uint64_t line, const char *message)
{
    reader->note(file, line, message);
    reader->matrix->unusable++;
}

static void read_page(struct reader *reader, struct set_raw *raw, struct set_page *truth)
{
    if (raw->error[0] != '\0') {
        leave_out(reader, raw->file, raw->line, raw->error);
    } else if (!set_page_parse(truth, raw, true)) {
        leave_out(reader, truth->file, truth->line, truth->error);
    } else if (wanted(reader, truth)) {
        const char *message = add_page(reader, truth);
        if (message != NULL)
            leave_out(reader, truth->file, truth->line, message);
    }
}

static void read_set(struct reader *reader, const char *path)
{
    char error[200];
    struct set *set = set_open(path, error, sizeof error);
    if (set == NULL) {
        reader->note(path, 0, error);
        reader->matrix->bad_sets++;
        return;
    }
    reader->path = path;
    reader->set++;
    pith__hash_reset(&reader->ids);
    struct set_raw raw = {0};
    struct set_page truth;
    size_t first = reader->classes.len, pages = reader->sources.len;
    set_page_init(&truth);
    while (set_next(set, &raw))
        read_page(reader, &raw, &truth);
    set_page_deinit(&truth);
    set_raw_deinit(&raw);
    set_close(set);

    const uint8_t *classes = reader->classes.data;
    while (first < reader->classes.len && reader->columns->page_rows == 0 &&
           matrix_target(classes[first], 2) == 0)
        first++;
    if (first == reader->classes.len) {
        reader->note(path, 0,
                     reader->sources.len > pages || reader->where_count == 0
                         ? "no block of this set is content"
                         : "no pages to train on; does --where match any?");
        reader->matrix->bad_sets++;
    }
}

/* -------------------------------------------------- after all pages are read */

struct key {
    uint64_t hash;
    uint32_t page;
    uint32_t row;
};

static int by_hash(const void *a, const void *b)
{
    const struct key *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->page != y->page ? (x->page < y->page ? -1 : 1) : 0;
}

/* Compacts the rows, dropping those of repeated pages. */
static void close_gaps(struct reader *reader)
{
    struct source *sources = reader->sources.data;
    float *values = reader->values.data, *weights = reader->weights.data;
    uint32_t *pages = reader->pages.data;
    uint8_t *classes = reader->classes.data;
    uint64_t *texts = reader->texts.data;
    size_t page = 0, row = 0, kept_pages = 0, kept = 0, columns = reader->columns->count;
    for (; page < reader->sources.len; page++) {
        for (; row < reader->pages.len && pages[row] == page; row++) {
            if (sources[page].again)
                continue;
            memmove(values + kept * columns, values + row * columns, columns * sizeof *values);
            classes[kept] = classes[row];
            weights[kept] = weights[row];
            texts[kept] = texts[row];
            pages[kept++] = (uint32_t)kept_pages;
        }
        if (!sources[page].again)
            sources[kept_pages++] = sources[page];
    }
    reader->sources.len = kept_pages;
    reader->values.len = reader->classes.len = reader->weights.len = reader->pages.len =
        reader->texts.len = kept;
}

/* Drops pages that repeat an id of their set. */
static void drop_duplicates(struct reader *reader)
{
    const struct source *sources = reader->sources.data;
    size_t count = reader->sources.len;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        any |= sources[i].again;
        if (sources[i].again)
            leave_out(reader, sources[i].path, sources[i].line,
                      "an earlier page of the set has the same id");
    }
    if (any)
        close_gaps(reader);
}

static size_t curr_frequency(void)
{
    size_t i = 0;
    while (strcmp(pith_feature_name(i), "curr_textFrequency") != 0)
        i++;
    return i;
}

/* Copies the changed feature CURR to the neighbours' rows. */
static void copy_to_neighbours(struct matrix *matrix, size_t curr)
{
    for (size_t i = 1; i < matrix->rows; i++) {
        if (matrix->pages[i] != matrix->pages[i - 1])
            continue;
        float *row = matrix->values + i * PITH__FEATURES, *before = row - PITH__FEATURES;
        row[curr - PITH__FEATURES_BLOCK] = before[curr];
        before[curr + PITH__FEATURES_BLOCK] = row[curr];
    }
}

static bool count_texts(struct matrix *matrix, const uint64_t *texts)
{
    struct key *keys = malloc((matrix->rows + 1) * sizeof *keys);
    if (keys == NULL)
        return false;
    for (size_t i = 0; i < matrix->rows; i++)
        keys[i] = (struct key){texts[i], matrix->pages[i], (uint32_t)i};
    qsort(keys, matrix->rows, sizeof *keys, by_hash);
    const size_t curr = curr_frequency();
    for (size_t i = 0, end; i < matrix->rows; i = end) {
        uint32_t pages = 0;
        for (end = i; end < matrix->rows && keys[end].hash == keys[i].hash; end++)
            pages += end > i && keys[end].page != keys[end - 1].page;
        for (size_t k = i; k < end; k++)
            matrix->values[keys[k].row * (size_t)PITH__FEATURES + curr] = (float)pages;
    }
    free(keys);
    copy_to_neighbours(matrix, curr);
    return true;
}

static bool keep_ids(struct matrix *matrix, const struct source *sources)
{
    matrix->ids = malloc((matrix->page_count + 1) * sizeof *matrix->ids);
    matrix->snippets = malloc((matrix->page_count + 1) * sizeof *matrix->snippets);
    if (matrix->ids == NULL || matrix->snippets == NULL)
        return false;
    for (size_t i = 0; i < matrix->page_count; i++) {
        matrix->ids[i] = sources[i].id;
        matrix->snippets[i] = sources[i].snippets;
    }
    return true;
}

/* Numbers the sites in order of their first pages. */
static bool number_sites(struct matrix *matrix, const struct source *sources)
{
    size_t count = matrix->page_count;
    struct key *keys = malloc((count + 1) * sizeof *keys);
    matrix->sites = malloc((count + 1) * sizeof *matrix->sites);
    if (keys == NULL || matrix->sites == NULL) {
        free(keys);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        keys[i] = (struct key){sources[i].site, (uint32_t)i, 0};
    qsort(keys, count, sizeof *keys, by_hash);
    /* First, the index of the site's first page. */
    for (size_t i = 0; i < count; i++) {
        bool same = i > 0 && keys[i].hash == keys[i - 1].hash && keys[i].hash != 0;
        matrix->sites[keys[i].page] = same ? matrix->sites[keys[i - 1].page] : keys[i].page;
    }
    free(keys);
    for (size_t i = 0; i < count; i++) {
        bool is_first = matrix->sites[i] == i;
        matrix->sites[i] =
            is_first ? (uint32_t)matrix->site_count++ : matrix->sites[matrix->sites[i]];
    }
    return true;
}

/* ------------------------------------------------------------------ matrix */

static void init_reader(struct reader *reader)
{
    pith__vec_init(&reader->values, reader->columns->count * sizeof(float));
    pith__vec_init(&reader->classes, sizeof(uint8_t));
    pith__vec_init(&reader->weights, sizeof(float));
    pith__vec_init(&reader->pages, sizeof(uint32_t));
    pith__vec_init(&reader->texts, sizeof(uint64_t));
    pith__vec_init(&reader->sources, sizeof(struct source));
    reader->context = pith_context_new();
}

/* Moves what was read to the matrix. */
static void hand_over(struct reader *reader)
{
    struct matrix *matrix = reader->matrix;
    matrix->rows = reader->classes.len;
    matrix->columns = reader->columns->count;
    matrix->values = reader->values.data;
    matrix->classes = reader->classes.data;
    matrix->weights = reader->weights.data;
    matrix->pages = reader->pages.data;
    matrix->page_count = reader->sources.len;
}

static bool read_all(struct reader *reader, const char *const *paths, size_t path_count)
{
    struct matrix *matrix = reader->matrix;
    memset(matrix, 0, sizeof *matrix);
    init_reader(reader);
    for (size_t i = 0; i < path_count && reader->context != NULL; i++) {
        reader->snippets = i + reader->columns->snippet_sets >= path_count;
        read_set(reader, paths[i]);
    }
    bool done = reader->context != NULL;
    drop_duplicates(reader);
    pith__hash_deinit(&reader->ids);
    hand_over(reader);
    done = done && number_sites(matrix, reader->sources.data) &&
           keep_ids(matrix, reader->sources.data) &&
           (!reader->count_texts || count_texts(matrix, reader->texts.data));
    pith_context_free(reader->context);
    pith__vec_deinit(&reader->texts, &pith__allocator_default);
    pith__vec_deinit(&reader->sources, &pith__allocator_default);
    if (!done)
        reader->note(path_count > 0 ? paths[0] : "", 0, pith_status_message(PITH_ERR_NOMEM));
    else if (matrix->rows == 0 && matrix->bad_sets == 0) /* else the problem has been reported */
        reader->note(path_count > 0 ? paths[0] : "", 0, "no labelled blocks to train on");
    if (done && matrix->rows > 0)
        return true;
    matrix_free(matrix);
    return false;
}

bool matrix_read(struct matrix *matrix, const char *const *paths, size_t path_count,
                 const char *const *wheres, size_t where_count, bool count_texts_too,
                 matrix_note note)
{
    struct reader reader = {.matrix = matrix,
                            .columns = &local_columns,
                            .wheres = wheres,
                            .where_count = where_count,
                            .count_texts = count_texts_too,
                            .note = note};
    return read_all(&reader, paths, path_count);
}

bool matrix_read_columns(struct matrix *matrix, const struct matrix_columns *columns,
                         const char *const *paths, size_t path_count, const char *const *wheres,
                         size_t where_count, matrix_note note)
{
    struct reader reader = {.matrix = matrix,
                            .columns = columns,
                            .wheres = wheres,
                            .where_count = where_count,
                            .note = note};
    return read_all(&reader, paths, path_count);
}

void matrix_free(struct matrix *matrix)
{
    free(matrix->values);
    free(matrix->classes);
    free(matrix->weights);
    free(matrix->pages);
    free(matrix->sites);
    free(matrix->ids);
    free(matrix->snippets);
    memset(matrix, 0, sizeof *matrix);
}

/* ------------------------------------------------------------------- folds */

struct site_size {
    uint32_t site;
    uint32_t pages;
    uint32_t turn; /* random order among sites of the same size */
};

static int largest_first(const void *a, const void *b)
{
    const struct site_size *x = a, *y = b;
    if (x->pages != y->pages)
        return x->pages > y->pages ? -1 : 1;
    return x->turn < y->turn ? -1 : 1;
}

/* Sorts the sites by size, the largest first; those of the same size in random order by SEED. */
static void order_sites(const struct matrix *matrix, uint64_t seed, struct site_size *sizes)
{
    struct stats_random random = {seed};
    for (size_t i = 0; i < matrix->site_count; i++)
        sizes[i] = (struct site_size){(uint32_t)i, 0, (uint32_t)i};
    for (size_t i = 0; i < matrix->page_count; i++)
        sizes[matrix->sites[i]].pages++;
    for (size_t i = matrix->site_count; i > 1; i--) {
        uint32_t k = stats_random_below(&random, (uint32_t)i), turn = sizes[k].turn;
        sizes[k].turn = sizes[i - 1].turn;
        sizes[i - 1].turn = turn;
    }
    qsort(sizes, matrix->site_count, sizeof *sizes, largest_first);
}

bool matrix_folds(const struct matrix *matrix, unsigned folds, uint64_t seed, uint8_t *fold_of_page)
{
    size_t count = matrix->site_count;
    struct site_size *sizes = malloc((count + 1) * sizeof *sizes);
    uint8_t *fold_of_site = malloc(count + 1);
    if (sizes != NULL && fold_of_site != NULL) {
        size_t filled[255] = {0};
        order_sites(matrix, seed, sizes);
        for (size_t i = 0; i < count; i++) {
            uint8_t least = 0;
            for (unsigned k = 1; k < folds; k++) {
                if (filled[k] < filled[least])
                    least = (uint8_t)k;
            }
            filled[least] += sizes[i].pages;
            fold_of_site[sizes[i].site] = least;
        }
        for (size_t i = 0; i < matrix->page_count; i++)
            fold_of_page[i] = fold_of_site[matrix->sites[i]];
    }
    bool done = sizes != NULL && fold_of_site != NULL;
    free(sizes);
    free(fold_of_site);
    return done;
}

bool matrix_divide_blocks(struct matrix *matrix)
{
    uint32_t *sites = malloc((matrix->rows + 1) * sizeof *sites);

    if (!sites)
        return false;
    for (size_t i = 0; i < matrix->rows; i++)
        matrix->pages[i] = sites[i] = (uint32_t)i;
    free(matrix->sites);
    matrix->sites = sites;
    matrix->page_count = matrix->site_count = matrix->rows;
    return true;
}
