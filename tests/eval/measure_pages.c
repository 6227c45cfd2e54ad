/*
 * measure_pages.c - the numbers of every measure for the pages of a set, for agree.py to compare.
 *
 *     measure_pages [--cjk] [--time] TRUTH ANSWERS
 *
 * TRUTH is a labelled set, ANSWERS a file of JSON lines. Out, for each page: a line of JSON, an
 * object with an object of numbers for each measure, or null where the page does not count, or
 * "bounded" where its texts are too long. Behind the last page one such object with the figures
 * over all pages. With --time instead: the seconds of CPU that each measure took.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "eval/measure.h"

enum { MEASURES = 16 };

struct results {
    struct measure_row *rows[MEASURES];
    size_t count, cap;
    double seconds[MEASURES];
    bool timing;
};

static void die(const char *file, uint64_t line, const char *message)
{
    fprintf(stderr, "measure_pages: %s, line %" PRIu64 ": %s\n", file, line, message);
    exit(2);
}

static void *need(void *memory)
{
    if (memory == NULL)
        die("-", 0, "out of memory");
    return memory;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void print_row(const struct measure *measure, const struct measure_row *row)
{
    const char *before = "{";
    printf("\"%s\":", measure->name);
    if (!row->counts) {
        printf(row->bounded ? "\"bounded\"" : "null");
        return;
    }
    for (size_t i = 0; measure->values[i] != NULL; i++) {
        if (!isnan(row->values[i])) {
            printf("%s\"%s\":%.17g", before, measure->values[i], row->values[i]);
            before = ",";
        }
    }
    printf("}");
}

static void make_room(struct results *results)
{
    if (results->count < results->cap)
        return;
    results->cap = 2 * results->cap + 16;
    for (size_t m = 0; measure_at(m) != NULL; m++)
        results->rows[m] = need(realloc(results->rows[m], results->cap * sizeof **results->rows));
}

static void measure_page(struct measure_work *work, const struct set_page *truth,
                         const struct answer *given, struct results *results)
{
    const struct measure *measure;
    struct measure_answer answer = {.text = {(const unsigned char *)"", 0}};
    if (given != NULL)
        answer = (struct measure_answer){given->text, given->has_segments, given->segments,
                                         given->segment_count};
    make_room(results);
    for (size_t m = 0; (measure = measure_at(m)) != NULL; m++) {
        struct measure_row *row = &results->rows[m][results->count];
        double start = now();
        if (!measure->page(work, truth, &answer, row))
            need(NULL);
        results->seconds[m] += now() - start;
        if (!results->timing) {
            printf("%s", m > 0 ? "," : "{");
            print_row(measure, row);
        }
    }
    if (!results->timing)
        printf("}\n");
    results->count++;
}

static void print_figures(const struct results *results)
{
    const struct measure *measure;
    double *scratch = need(malloc((results->count + 1) * sizeof *scratch));
    for (size_t m = 0; (measure = measure_at(m)) != NULL; m++) {
        size_t n = 0;
        for (size_t i = 0; i < results->count; i++)
            n += results->rows[m][i].counts;
        printf("%s\"%s\":", m > 0 ? "," : "{", measure->name);
        printf(n > 0 ? "{\"n\":%zu" : "null", n);
        for (const struct figure *figure = measure->figures; n > 0 && figure->name != NULL;
             figure++)
            printf(",\"%s\":%.17g", figure->name,
                   figure_over(figure, results->rows[m], NULL, results->count, scratch));
        printf(n > 0 ? "}" : "");
    }
    printf("}\n");
    free(scratch);
}

static void print_times(const struct results *results)
{
    double sum = 0;
    for (size_t m = 0; measure_at(m) != NULL; m++) {
        printf("%-10s %8.3f s\n", measure_at(m)->name, results->seconds[m]);
        sum += results->seconds[m];
    }
    printf("%-10s %8.3f s, %zu pages\n", "all", sum, results->count);
}

static void measure_set(const char *path, const struct answers *answers, struct measure_work *work,
                        struct results *results)
{
    struct set_raw raw = {0};
    struct set_page page;
    char error[200];
    struct set *set = set_open(path, error, sizeof error);
    if (set == NULL)
        die(path, 0, error);
    set_page_init(&page);
    while (set_next(set, &raw)) {
        if (*raw.error != '\0' || !set_page_parse(&page, &raw, false))
            die(raw.file, raw.line, *raw.error != '\0' ? raw.error : page.error);
        measure_page(work, &page, answers_find(answers, page.id), results);
    }
    set_page_deinit(&page);
    set_raw_deinit(&raw);
    set_close(set);
}

int main(int argc, char **argv)
{
    struct results results = {0};
    size_t broken;
    bool cjk = false;
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        cjk = cjk || strcmp(argv[at], "--cjk") == 0;
        results.timing = results.timing || strcmp(argv[at], "--time") == 0;
    }
    if (argc - at != 2)
        die("-", 0, "usage: measure_pages [--cjk] [--time] TRUTH ANSWERS");
    struct measure_work *work = need(measure_work_new(cjk));
    struct answers *answers = answers_read(argv[at + 1], die, &broken);
    if (answers == NULL)
        die(argv[at + 1], 0, "cannot be read");
    measure_set(argv[at], answers, work, &results);
    (results.timing ? print_times : print_figures)(&results);
    for (size_t m = 0; m < MEASURES; m++)
        free(results.rows[m]);
    answers_free(answers);
    measure_work_free(work);
    return 0;
}
