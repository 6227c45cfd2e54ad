/*
 * bench_sentences.c - accuracy of the sentence splitter on known sentences.
 *
 *     bench_sentences [--joined] [--errors] < LINES
 *
 * Every line is a sentence. They are joined by spaces, or with --joined by nothing, and split
 * again, and the sentence ends are compared. Prints how many are correct, found and known, and the
 * speed; with --errors every mistake with its context.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meter.h"
#include "text/sentences.h"

struct text {
    char *data;
    size_t len;
    size_t *ends;
    size_t count;
};

static void *resize(void *old, size_t size)
{
    void *larger = realloc(old, size);
    if (larger == NULL) {
        fprintf(stderr, "bench_sentences: out of memory\n");
        exit(1);
    }
    return larger;
}

static struct text read_lines(FILE *file, bool joined)
{
    struct text text = {NULL, 0, NULL, 0};
    char *line = NULL;
    size_t cap = 0;
    ssize_t len;
    while ((len = getline(&line, &cap, file)) > 0) {
        while (len > 0 && pith__is_space((unsigned char)line[len - 1]))
            len--;
        if (len == 0)
            continue;
        text.data = resize(text.data, text.len + (size_t)len + 1);
        text.ends = resize(text.ends, (text.count + 1) * sizeof *text.ends);
        memcpy(text.data + text.len, line, (size_t)len);
        text.len += (size_t)len;
        text.ends[text.count++] = text.len;
        if (!joined)
            text.data[text.len++] = ' ';
    }
    free(line);
    return text;
}

static void show(const struct text *text, size_t end, const char *what)
{
    size_t from = end > 50 ? end - 50 : 0, to = end + 40 < text->len ? end + 40 : text->len;
    printf("%s\t%.*s|%.*s\n", what, (int)(end - from), text->data + from, (int)(to - end),
           text->data + end);
}

int main(int argc, char **argv)
{
    bool joined = false, errors = false;
    for (int i = 1; i < argc; i++) {
        joined |= strcmp(argv[i], "--joined") == 0;
        errors |= strcmp(argv[i], "--errors") == 0;
    }
    struct text text = read_lines(stdin, joined);
    struct pith__span all = {(const unsigned char *)text.data, text.len}, sentence;
    double start = meter_seconds();
    size_t found = 0, right = 0, at = 0, bytes = 0;
    for (struct pith__sentences it = pith__sentences_begin(all, false);
         pith__sentences_next(&it, &sentence);)
        bytes += sentence.len;
    double seconds = meter_seconds() - start;
    for (struct pith__sentences it = pith__sentences_begin(all, false);
         pith__sentences_next(&it, &sentence);) {
        size_t end = (size_t)(sentence.ptr + sentence.len - all.ptr);
        found++;
        for (; at < text.count && text.ends[at] < end; at++) {
            if (errors)
                show(&text, text.ends[at], "missed");
        }
        if (at < text.count && text.ends[at] == end) {
            right++;
            at++;
        } else if (errors) {
            show(&text, end, "wrong");
        }
    }
    printf("%zu %zu %zu %zu %.6f\n", right, found, text.count, bytes, seconds);
    free(text.data);
    free(text.ends);
    return 0;
}
