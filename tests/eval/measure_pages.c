/*
 * measure_pages.c - the numbers of every measure for pages, for tests/eval/ to compare.
 *
 *     measure_pages [--cjk] [--time] < PAGES
 *
 * In, a line each: a letter and the text in hex. T: the true text. A: the answer. S, s: a segment
 * of the truth, of the answer, its kind as the first character. W, O: a piece that the answer must
 * have, must not have. ".": the page is over. L and l: what follows has segments, perhaps none.
 * Out, a line for each page and measure: its name, then its values, or "-" where the page does not
 * count. Behind the last page, for each figure: "=measure.figure" and its value. With --time
 * instead the seconds that each measure took.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>

#include "eval/measure.h"

enum { MEASURES = 16 };

static void *need(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "measure_pages: out of memory\n");
        exit(2);
    }
    return memory;
}

/* A page as it is read. All memory is of just its size, for ASan. */
struct page {
    struct set_page truth;
    struct measure_answer answer;
    struct set_segment *segments; /* of the answer */
    void **texts;
    size_t text_count, text_cap;
};

static struct pith__span text_of(struct page *page, const char *hex, size_t digits)
{
    size_t len = digits / 2;
    unsigned char *bytes = need(malloc(len > 0 ? len : 1));
    for (size_t i = 0; i < len; i++) {
        const char two[] = {hex[2 * i], hex[2 * i + 1], 0};
        bytes[i] = (unsigned char)strtoul(two, NULL, 16);
    }
    if (page->text_count == page->text_cap) {
        page->text_cap = 2 * page->text_cap + 16;
        page->texts = need(realloc(page->texts, page->text_cap * sizeof *page->texts));
    }
    page->texts[page->text_count++] = bytes;
    return (struct pith__span){bytes, len};
}

static void add_segment(struct set_segment **segments, size_t *count, struct pith__span text)
{
    struct set_segment *grown = need(realloc(*segments, (*count + 1) * sizeof **segments));
    grown[*count] = (struct set_segment){(char)(text.ptr[0] == '-' ? 0 : text.ptr[0]),
                                         {text.ptr + 1, text.len - 1}};
    *segments = grown;
    ++*count;
}

static void add_piece(struct pith__span **pieces, size_t *count, struct pith__span text)
{
    struct pith__span *grown = need(realloc(*pieces, (*count + 1) * sizeof **pieces));
    grown[(*count)++] = text;
    *pieces = grown;
}

static void read_line(struct page *page, char what, struct pith__span text)
{
    struct set_page *truth = &page->truth;
    switch (what) {
    case 'T':
        truth->text = text;
        truth->has_text = true;
        break;
    case 'A':
        page->answer.text = text;
        break;
    case 'L':
        truth->has_segments = true;
        break;
    case 'l':
        page->answer.has_segments = true;
        break;
    case 'S':
        add_segment(&truth->segments, &truth->segment_count, text);
        break;
    case 's':
        add_segment(&page->segments, &page->answer.segment_count, text);
        break;
    case 'W':
        truth->has_snippets = true;
        add_piece(&truth->with, &truth->with_count, text);
        break;
    case 'O':
        truth->has_snippets = true;
        add_piece(&truth->without, &truth->without_count, text);
        break;
    default:
        fprintf(stderr, "measure_pages: a line starts with '%c'\n", what);
        exit(2);
    }
}

static void forget(struct page *page)
{
    for (size_t i = 0; i < page->text_count; i++)
        free(page->texts[i]);
    free(page->texts);
    free(page->truth.segments);
    free(page->truth.with);
    free(page->truth.without);
    free(page->segments);
    memset(page, 0, sizeof *page);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void print_row(const struct measure *measure, const struct measure_row *row)
{
    printf("%s", measure->name);
    for (size_t i = 0; row->counts && i < MEASURE_VALUES; i++) {
        if (!isnan(row->values[i]))
            printf(" %zu:%.17g", i, row->values[i]);
    }
    printf("%s\n", row->counts ? "" : " -");
}

struct results {
    struct measure_row *rows[MEASURES];
    size_t count, cap;
    double seconds[MEASURES];
};

static void measure_page(struct measure_work *work, struct page *page, struct results *results,
                         bool timing)
{
    const struct measure *measure;
    page->answer.segments = page->segments;
    bool grow = results->count == results->cap;
    results->cap = grow ? 2 * results->cap + 16 : results->cap;
    for (size_t m = 0; (measure = measure_at(m)) != NULL; m++) {
        if (grow)
            results->rows[m] =
                need(realloc(results->rows[m], results->cap * sizeof **results->rows));
        struct measure_row *row = &results->rows[m][results->count];
        double start = now();
        if (!measure->page(work, &page->truth, &page->answer, row))
            need(NULL);
        results->seconds[m] += now() - start;
        if (!timing)
            print_row(measure, row);
    }
    results->count++;
}

static void print_figures(const struct results *results, bool timing)
{
    const struct measure *measure;
    double *scratch = need(malloc((results->count + 1) * sizeof *scratch));
    for (size_t m = 0; (measure = measure_at(m)) != NULL; m++) {
        if (timing)
            printf("%-10s %8.3f s\n", measure->name, results->seconds[m]);
        for (size_t f = 0; !timing && measure->figures[f].name != NULL; f++)
            printf(
                "=%s.%s %.17g\n", measure->name, measure->figures[f].name,
                figure_over(&measure->figures[f], results->rows[m], NULL, results->count, scratch));
    }
    free(scratch);
}

int main(int argc, char **argv)
{
    static struct page page;
    struct results results = {{NULL}, 0, 0, {0}};
    bool cjk = false, timing = false;
    for (int i = 1; i < argc; i++) {
        cjk = cjk || strcmp(argv[i], "--cjk") == 0;
        timing = timing || strcmp(argv[i], "--time") == 0;
    }
    struct measure_work *work = need(measure_work_new(cjk));
    char *line = NULL;
    size_t size = 0;
    ssize_t got;
    while ((got = getline(&line, &size, stdin)) > 0) {
        if (line[0] == '.') {
            measure_page(work, &page, &results, timing);
            forget(&page);
        } else {
            read_line(&page, line[0], text_of(&page, line + 1, (size_t)got - 2));
        }
    }
    print_figures(&results, timing);
    for (size_t m = 0; m < MEASURES; m++)
        free(results.rows[m]);
    free(line);
    measure_work_free(work);
    return 0;
}
