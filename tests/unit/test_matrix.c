/*
 * test_matrix.c - labelled pages as rows of numbers, from small sets in a folder of their own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "train/matrix.h"

/* ------------------------------------------------------------------- files */

static char folder[] = "/tmp/pith-matrix-XXXXXX";
static char path[sizeof folder + 16];

/* What was named, a line each: "4: message". */
static char notes[2000];

static void take_note(const char *file, uint64_t line, const char *message)
{
    size_t len = strlen(notes);
    assert_string_equal(file, path);
    snprintf(notes + len, sizeof notes - len, "%d: %s\n", (int)line, message);
}

static void write_set(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static bool read_where(struct matrix *matrix, const char *where, bool count_texts)
{
    const char *paths[] = {path};
    notes[0] = '\0';
    return matrix_read(matrix, paths, 1, &where, where != NULL, count_texts, take_note);
}

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/set.jsonl", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

#define LONG                                                                                       \
    "The river rose by two metres in the night, and the people of the village left their houses."
#define OTHER                                                                                      \
    "Nobody was hurt, but the bridge that led to the market is gone, said the mayor today."

/* Three pages of two sites; all have the same menu. */
static const char three[] =
    "{\"id\":\"1\",\"url\":\"http://www.a.com/1\",\"split\":\"dev\",\"html\":\"<p>Menu</p><p>" LONG
    "</p>\",\"text\":\"" LONG "\"}\n"
    "{\"id\":\"2\",\"url\":\"http://b.org/2\",\"split\":\"test\",\"html\":\"<p>Menu</p><h1>News"
    "</h1><p>" OTHER "</p>\",\"blocks\":[[0,\"Menu\"],[1,\"News\"],[2,\"" OTHER "\"]]}\n"
    "{\"id\":\"3\",\"url\":\"http://a.com/3\",\"split\":\"dev\",\"html\":\"<p>Menu</p><p>Menu</"
    "p><p>" OTHER "</p>\",\"text\":\"" OTHER "\"}\n";

static size_t feature(const char *name)
{
    size_t i = 0;
    while (strcmp(pith_feature_name(i), name) != 0)
        i++;
    return i;
}

static double value(const struct matrix *matrix, size_t row, const char *name)
{
    return (double)matrix->values[row * PITH__FEATURES + feature(name)];
}

/* -------------------------------------------------------------------- rows */

static void rows(void **state)
{
    (void)state;
    static const uint8_t classes[] = {0, 2, 0, 1, 2, 0, 0, 2};
    static const uint32_t pages[] = {0, 0, 1, 1, 1, 2, 2, 2};
    static const float words[] = {1, 18, 1, 1, 17, 1, 1, 17};
    struct matrix matrix;
    write_set(three);
    assert_true(read_where(&matrix, NULL, false));
    assert_string_equal(notes, "");
    assert_int_equal(matrix.rows, 8);
    assert_int_equal(matrix.page_count, 3);
    assert_int_equal(matrix.site_count, 2);
    assert_int_equal(matrix.unusable + matrix.bad_sets, 0);
    assert_memory_equal(matrix.classes, classes, sizeof classes);
    assert_memory_equal(matrix.pages, pages, sizeof pages);
    assert_memory_equal(matrix.weights, words, sizeof words);
    assert_int_equal(matrix.sites[0], 0);
    assert_int_equal(matrix.sites[1], 1);
    assert_int_equal(matrix.sites[2], 0);
    assert_true(value(&matrix, 1, "curr_textFrequency") == 0);
    matrix_free(&matrix);
}

/* Rows are what the library gives for each block. */
static void same_features(void **state)
{
    (void)state;
    static const char html[] = "<p>Menu</p><h1>News</h1><p>" OTHER "</p>";
    struct matrix matrix;
    write_set(three);
    assert_true(read_where(&matrix, "split=test", false));
    assert_int_equal(matrix.rows, 3);
    pith_context *context = pith_context_new();
    const pith_page *page;
    assert_int_equal(pith_context_parse(context, html, sizeof html - 1, NULL, &page, NULL),
                     PITH_OK);
    for (size_t i = 0; i < 3; i++) {
        float row[PITH__FEATURES];
        assert_int_equal(pith_page_features(page, i, row, PITH__FEATURES), PITH__FEATURES);
        assert_memory_equal(row, matrix.values + i * PITH__FEATURES, sizeof row);
    }
    pith_context_free(context);
    matrix_free(&matrix);
}

static void where(void **state)
{
    (void)state;
    struct matrix matrix;
    write_set(three);
    assert_true(read_where(&matrix, "split!=test", false));
    assert_int_equal(matrix.rows, 5);
    assert_int_equal(matrix.page_count, 2);
    assert_int_equal(matrix.site_count, 1);
    matrix_free(&matrix);
    assert_false(read_where(&matrix, "split=none", false));
    assert_string_equal(notes, "0: no pages to train on; does --where match any?\n");
    assert_null(matrix.values);
}

/* Other pages count, not other blocks of the same page. */
static void text_frequency(void **state)
{
    (void)state;
    static const double curr[] = {2, 0, 2, 0, 1, 2, 2, 1};
    struct matrix matrix;
    write_set(three);
    assert_true(read_where(&matrix, NULL, true));
    for (size_t i = 0; i < matrix.rows; i++) {
        bool first = i == 0 || matrix.pages[i] != matrix.pages[i - 1];
        bool last = i + 1 == matrix.rows || matrix.pages[i] != matrix.pages[i + 1];
        assert_true(value(&matrix, i, "curr_textFrequency") == curr[i]);
        assert_true(value(&matrix, i, "prev_textFrequency") == (first ? 0 : curr[i - 1]));
        assert_true(value(&matrix, i, "next_textFrequency") == (last ? 0 : curr[i + 1]));
    }
    matrix_free(&matrix);
}

/* --------------------------------------------------------------- bad input */

static void bad_pages(void **state)
{
    (void)state;
    char text[4000];
    struct matrix matrix;
    snprintf(text, sizeof text,
             "{\"id\":\"0\",\"text\":\"A truth without a page\"}\n"
             "%s"
             "{\"id\":\"2\",\"html\":\"<p>Again\",\"text\":\"Again\"}\n"
             "{\"id\":\"5\",\"html\":\"<p>A page without a truth\"}\n"
             "{\"id\":\"6\",\"html\":\"\",\"text\":\"\"}\n"
             "{\"id\":\"7\",\"html\":\"<p>",
             three);
    write_set(text);
    assert_true(read_where(&matrix, NULL, true));
    assert_int_equal(matrix.rows, 8);
    assert_int_equal(matrix.page_count, 4); /* the empty one too */
    assert_int_equal(matrix.unusable, 4);
    assert_int_equal(matrix.bad_sets, 0);
    assert_non_null(strstr(notes, "1: this ground truth has no page\n"));
    assert_non_null(strstr(notes, "5: an earlier page of the set has the same id\n"));
    assert_non_null(strstr(notes, "6: "));
    assert_non_null(strstr(notes, "8: "));
    /* What stays is what it would be without them. */
    struct matrix alone;
    write_set(three);
    assert_true(read_where(&alone, NULL, true));
    assert_memory_equal(matrix.values, alone.values, 8 * PITH__FEATURES * sizeof(float));
    assert_memory_equal(matrix.classes, alone.classes, 8);
    assert_memory_equal(matrix.pages, alone.pages, 8 * sizeof(uint32_t));
    assert_memory_equal(matrix.sites, alone.sites, 3 * sizeof(uint32_t));
    matrix_free(&alone);
    matrix_free(&matrix);
}

/* A page in the middle goes; the rows behind it move up. */
static void duplicate_in_the_middle(void **state)
{
    (void)state;
    static const uint8_t classes[] = {2, 2};
    static const uint32_t pages[] = {0, 1};
    struct matrix matrix;
    write_set("{\"id\":1,\"html\":\"<p>" LONG "\",\"text\":\"" LONG "\"}\n"
              "{\"id\":1,\"html\":\"<p>Menu<p>" LONG "\",\"text\":\"" LONG "\"}\n"
              "{\"id\":2,\"html\":\"<p>" OTHER "\",\"text\":\"" OTHER "\"}\n");
    assert_true(read_where(&matrix, NULL, true));
    assert_string_equal(notes, "2: an earlier page of the set has the same id\n");
    assert_int_equal(matrix.rows, 2);
    assert_int_equal(matrix.page_count, 2);
    assert_int_equal(matrix.site_count, 2); /* no address: each is a site */
    assert_memory_equal(matrix.classes, classes, sizeof classes);
    assert_memory_equal(matrix.pages, pages, sizeof pages);
    assert_true(value(&matrix, 0, "curr_textFrequency") == 0);
    matrix_free(&matrix);
}

static void no_content(void **state)
{
    (void)state;
    struct matrix matrix;
    write_set("{\"id\":\"1\",\"html\":\"<p>Menu\",\"text\":\"\"}\n");
    assert_true(read_where(&matrix, NULL, false));
    assert_string_equal(notes, "0: no block of this set is content\n");
    assert_int_equal(matrix.rows, 1);
    assert_int_equal(matrix.bad_sets, 1);
    matrix_free(&matrix);
    unlink(path);
    assert_false(read_where(&matrix, NULL, false));
    assert_non_null(strstr(notes, "0: "));
    write_set("");
}

/* ------------------------------------------------------------------- folds */

enum { PAGES = 100, SITES = 40, FOLDS = 10 };

/* Site 0 has 22 pages, the others two each. */
static struct matrix sites_of(uint32_t sites[PAGES])
{
    for (uint32_t i = 0; i < PAGES; i++)
        sites[i] = i < 2 * (SITES - 1) ? 1 + i / 2 : 0;
    return (struct matrix){.sites = sites, .page_count = PAGES, .site_count = SITES};
}

static void folds_by_site(void **state)
{
    (void)state;
    uint32_t sites[PAGES];
    uint8_t folds[PAGES], again[PAGES], other[PAGES];
    struct matrix matrix = sites_of(sites);
    size_t sizes[FOLDS] = {0};
    int fold_of_site[SITES];
    memset(fold_of_site, -1, sizeof fold_of_site);
    assert_true(matrix_folds(&matrix, FOLDS, 1, folds));
    for (size_t i = 0; i < PAGES; i++) {
        assert_true(folds[i] < FOLDS);
        assert_true(fold_of_site[sites[i]] == -1 || fold_of_site[sites[i]] == folds[i]);
        fold_of_site[sites[i]] = folds[i];
        sizes[folds[i]]++;
    }
    for (unsigned i = 0; i < FOLDS; i++) /* 78 pages in twos, over nine parts */
        assert_true(i == folds[PAGES - 1] ? sizes[i] == 22 : sizes[i] == 8 || sizes[i] == 10);
    assert_true(matrix_folds(&matrix, FOLDS, 1, again));
    assert_memory_equal(folds, again, PAGES);
    assert_true(matrix_folds(&matrix, FOLDS, 2, other));
    assert_memory_not_equal(folds, other, PAGES);
}

static void folds_of_little(void **state)
{
    (void)state;
    uint32_t sites[] = {0, 1, 0};
    uint8_t folds[3];
    struct matrix matrix = {.sites = sites, .page_count = 3, .site_count = 2};
    assert_true(matrix_folds(&matrix, 255, 5, folds));
    assert_int_equal(folds[0], folds[2]);
    assert_int_not_equal(folds[0], folds[1]);
    assert_true(matrix_folds(&matrix, 1, 5, folds));
    assert_int_equal(folds[0] + folds[1] + folds[2], 0);
    matrix.page_count = matrix.site_count = 0;
    assert_true(matrix_folds(&matrix, 10, 5, folds));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),
        cmocka_unit_test(same_features),
        cmocka_unit_test(where),
        cmocka_unit_test(text_frequency),
        cmocka_unit_test(bad_pages),
        cmocka_unit_test(duplicate_in_the_middle),
        cmocka_unit_test(no_content),
        cmocka_unit_test(folds_by_site),
        cmocka_unit_test(folds_of_little),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
