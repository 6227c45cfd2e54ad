/*
 * wordgram_score.c - scores lines by a language model, for tests that compare it with a plain
 * re-statement.
 *
 *     wordgram_score MODEL < LINES
 *
 * For each line: perplexity, a tab, and its tokens with spaces between them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/wordgram.h"

static unsigned char *read_all(FILE *file, size_t *len)
{
    unsigned char *data = NULL;
    size_t cap = 0, got;
    *len = 0;
    do {
        cap = 2 * cap + 4096;
        data = realloc(data, cap);
        if (data == NULL)
            abort();
        got = fread(data + *len, 1, cap - *len, file);
        *len += got;
    } while (*len == cap || got > 0);
    return data;
}

static void score(const struct pith__wordgram *model, struct pith__span line)
{
    struct pith__tokens tokens;
    struct pith__text_token token;
    const char *between = "";
    printf("%.17g\t", pith__wordgram_text(model, line, NULL));
    pith__tokens_init(&tokens, line);
    while (pith__tokens_next(&tokens, &token)) {
        printf("%s%.*s", between, (int)token.len, (const char *)token.text);
        between = " ";
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    struct pith__wordgram model;
    const char *message = "cannot be read";
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    size_t len = 0, text_len;
    unsigned char *bytes = file ? read_all(file, &len) : NULL;
    if (bytes == NULL || !pith__wordgram_check(&model, bytes, len, &message)) {
        fprintf(stderr, "wordgram_score: %s\n", message);
        return 1;
    }
    unsigned char *text = read_all(stdin, &text_len), *p = text, *end = text + text_len;
    while (p < end) {
        unsigned char *feed = memchr(p, '\n', (size_t)(end - p));
        unsigned char *stop = feed ? feed : end;
        score(&model, (struct pith__span){p, (size_t)(stop - p)});
        p = stop + 1;
    }
    free(text);
    free(bytes);
    fclose(file);
    return 0;
}
