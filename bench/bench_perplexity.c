/*
 * bench_perplexity.c - speed and memory of scoring text with a word language model.
 *
 *     bench_perplexity MODEL TEXT...
 *
 * MODEL is a file from `pith train perplexity`; TEXT files are plain or compressed. Measures
 * processor time, including tokenizing but not reading and decompressing. Each line is split into
 * sentences.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "io/line_reader.h"
#include "io/packed.h"
#include "model/wordgram.h"
#include "text/sentences.h"

enum { LINE_MOST = 1 << 20 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double resident(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)used.ru_maxrss / 1024;
}

struct totals {
    double cutting, tokenising, scoring; /* seconds */
    uint64_t sentences, tokens, bytes, above;
    double resident; /* before reading any text */
};

static const unsigned char *map(const char *path, size_t *len)
{
    struct stat about;
    int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &about) != 0)
        return NULL;
    *len = (size_t)about.st_size;
    void *bytes = mmap(NULL, *len, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    return bytes == MAP_FAILED ? NULL : bytes;
}

/* Processes one line: splits it, tokenizes it alone, then tokenizes and scores it. */
static void score_line(const struct pith__wordgram *model, struct pith__span line,
                       struct totals *totals)
{
    struct pith__sentences sentences = pith__sentences_begin(line, true);
    struct pith__span sentence;
    struct pith__tokens tokens;
    struct pith__text_token token;
    double start = now();
    while (pith__sentences_next(&sentences, &sentence))
        totals->sentences++;
    double cut = now();
    pith__tokens_init(&tokens, line);
    while (pith__tokens_next(&tokens, &token))
        totals->tokens++;
    double tokenised = now();
    totals->above += pith__wordgram_text(model, line, NULL) > 8000;
    totals->scoring += now() - tokenised;
    totals->tokenising += tokenised - cut;
    totals->cutting += cut - start;
    totals->bytes += line.len;
}

static bool score_file(const struct pith__wordgram *model, const char *path, struct totals *totals)
{
    struct line_reader lines;
    enum line_got got;
    char *line;
    size_t len;
    if (!line_reader_open(&lines, path, LINE_MOST))
        return false;
    while ((got = line_reader_next(&lines, &line, &len)) == LINE_READ)
        score_line(model, (struct pith__span){(unsigned char *)line, len}, totals);
    line_reader_close(&lines);
    return got == LINE_END;
}

static void print(const struct pith__wordgram *model, const struct totals *totals)
{
    double tokens = (double)totals->tokens / 1e6;
    uint64_t grams = 0;
    for (unsigned i = 0; i < model->order; i++)
        grams += model->tables[i].count;
    printf("model            %.2f MB, %.2f bytes an n-gram (%u words, %u pairs, %u triples)\n",
           (double)model->len / 1e6, (double)model->len / (double)grams, model->tables[0].count,
           model->tables[1].count, model->tables[2].count);
    printf("text             %.2f million tokens in %.2f MB, %llu sentences\n", tokens,
           (double)totals->bytes / 1e6, (unsigned long long)totals->sentences);
    printf("scoring          %.2f million tokens a second, tokenising included\n",
           tokens / totals->scoring);
    printf("tokenising       %.2f million tokens a second\n", tokens / totals->tokenising);
    printf("cutting          %.0f MB a second into sentences\n",
           (double)totals->bytes / 1e6 / totals->cutting);
    printf("memory           %.1f MB resident at most\n", resident());
}

int main(int argc, char **argv)
{
    struct pith__wordgram model;
    struct totals totals = {0};
    const char *message;
    size_t len = 0;
    if (argc < 3) {
        fprintf(stderr, "usage: bench_perplexity MODEL TEXT...\n");
        return 2;
    }
    const unsigned char *bytes = map(argv[1], &len);
    if (bytes == NULL) {
        fprintf(stderr, "bench_perplexity: cannot read %s\n", argv[1]);
        return 1;
    }
    double start = now();
    if (!pith__wordgram_view(&model, bytes, len, &message)) {
        fprintf(stderr, "bench_perplexity: %s: %s\n", argv[1], message);
        return 1;
    }
    double viewed = now();
    bool good = pith__wordgram_check(&model, bytes, len, &message);
    printf("loading          %.3f ms, with its checksum %.1f ms\n", 1e3 * (viewed - start),
           1e3 * (now() - viewed));
    for (int i = 2; good && i < argc; i++)
        good = score_file(&model, argv[i], &totals);
    if (!good) {
        fprintf(stderr, "bench_perplexity: the model or a text cannot be read\n");
        return 1;
    }
    print(&model, &totals);
    return 0;
}
