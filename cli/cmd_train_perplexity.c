/*
 * cmd_train_perplexity.c - pith train perplexity: text files in; out: a word language model, and
 * how accurate it is.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "cli.h"
#include "cli_files.h"
#include "io/output.h"
#include "io/parallel.h"
#include "opts.h"
#include "train/model_facts.h"
#include "train/wordgram_fit.h"
#include "train/wordgram_report.h"
#include "train_parts.h"

static const struct opts_usage usage = {
    "train",
    "usage: pith train perplexity FILE... -o MODEL [OPTION...]\n"
    "\n"
    "Counts words, bigrams and trigrams in text files (also .gz, .xz, .zst; a line is\n"
    "a paragraph or a sentence) and writes a language model for pith perplexity and\n"
    "-m perplexity. One line in fifty is held out to measure the model.\n",
    "  pith train perplexity news.txt.xz web.gz -o en.wordgram --lang en --size 12M\n"
    "  pith train perplexity de.txt.xz -o de.wordgram --lang de\n"
    "  pith train perplexity text.txt -o kn.wordgram --order 3 --estimate kneser-ney\n",
};

static const char *const estimate_words[] = {"interpolated", "kneser-ney", NULL};
static const char *const order_words[] = {"2", "3", NULL};

struct train {
    uint64_t memory, threads, min_count, min_word, vocabulary, size;
    unsigned order, estimate; /* indexes of order_words, estimate_words */
    const char *output, *language, *counts_file;
    bool all;   /* nothing is held out */
    bool quiet; /* the model goes to standard output */
    char **files;
    int file_count;

    struct wordgram_fitting fitting;
    double started;
};

/* --------------------------------------------------------------- on the way */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void note(const char *file, const char *message)
{
    cli_say(file, "%s", message);
}

static void show_reading(double share, uint64_t words)
{
    enum { WIDTH = 30 };
    char line[128], bar[WIDTH + 1];

    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < (int)(share * WIDTH) ? '=' : ' ';
    bar[WIDTH] = '\0';
    snprintf(line, sizeof line, "counting [%s] %3.0f %%, %.1f million words", bar, 100 * share,
             (double)words / 1e6);
    cli_progress(line);
}

/* ------------------------------------------------------------------- counts */

/* Writes all n-grams of the model with counts and exact log probabilities, for people and tests. */
static bool write_counts(const struct train *train, const struct wordgram_fit *fit)
{
    struct output output;
    bool good = cli_open(&output, train->counts_file);

    if (!good)
        return false;
    wordgram_report_all(fit, estimate_words[train->estimate], output.file);
    good = !ferror(output.file);
    return cli_close(&output, good) && good;
}

/* ------------------------------------------------------------------ figures */

static void print_cost(const struct train *train, const struct wordgram_counts *counts)
{
    double seconds = now() - train->started;
    struct rusage used;

    getrusage(RUSAGE_SELF, &used);
    printf("cost             %.1f s, %.2f million words a second, %.0f MB of memory\n", seconds,
           (double)counts->tokens / 1e6 / seconds, (double)used.ru_maxrss / 1024);
}

/* --------------------------------------------------------------------- runs */

static bool make_model(const struct train *train, const struct wordgram_fit *fit)
{
    struct wordgram_measured measured;
    struct pith__wordgram model;
    const char *message = "not enough memory, or two words have the same hash";
    size_t len;
    unsigned char *bytes = wordgram_bytes(fit, &len), *described = NULL;
    bool good = bytes && pith__wordgram_view(&model, bytes, len, &message);

    cli_progress("measuring");
    if (good) {
        message = "not enough memory";
        good = wordgram_measure(fit, &model, &measured);
    }
    if (good)
        described = wordgram_model_bytes(
            &(struct wordgram_model){train->files, train->file_count, train->language,
                                     estimate_words[train->estimate], fit, &measured},
            bytes, &len);
    cli_progress(NULL);
    if (described) {
        bytes = described;
        if (!train->quiet) {
            wordgram_report_counts(fit, stdout);
            printf("model            %zu bytes, %.2f a word, pair%s\n", len,
                   wordgram_bytes_per_gram(fit, len), fit->fitting->order == 3 ? " or triple" : "");
            wordgram_report_measured(&measured, train->fitting.estimate, stdout);
            print_cost(train, fit->counts);
        }
        good = !train->output || train_save(train->output, (const char *)bytes, len);
    } else {
        cli_say(NULL, "%s", message);
        good = false;
    }
    free(bytes);
    return good;
}

static bool fit_and_save(const struct train *train, struct wordgram_counts *counts)
{
    struct wordgram_fit fit;
    const char *message;
    bool good;

    cli_progress("fitting");
    good = wordgram_fit(&fit, &train->fitting, counts, &message);
    cli_progress(NULL);
    if (!good)
        cli_say(NULL, "%s", message);
    good = good && (!train->counts_file || write_counts(train, &fit));
    good = good && make_model(train, &fit);
    wordgram_fit_deinit(&fit);
    return good;
}

static int run(const struct train *train)
{
    const struct wordgram_reading reading = {
        .files = train->files,
        .count = train->file_count,
        .order = train->fitting.order,
        .threads = train->threads > 0 ? (unsigned)train->threads : parallel_cores(),
        .memory = (size_t)train->memory,
        .keep_texts = train->counts_file != NULL,
        .hold_out = !train->all,
        .note = note,
        .progress = cli_shows_progress() ? show_reading : NULL};
    struct wordgram_counts counts;
    bool good = wordgram_read(&reading, &counts);

    cli_progress(NULL);
    if (good && counts.tokens == 0 && counts.held.count > 0) {
        cli_say(NULL, "too little text to hold some of it out; add --all");
        good = false;
    } else if (good && counts.tokens == 0) {
        cli_say(train->file_count == 1 ? train->files[0] : NULL, "there are no words in %s",
                train->file_count == 1 ? "it" : "any of the files");
        good = false;
    }
    if (good && counts.words.homeless > 0)
        cli_say(NULL,
                "the word table was full: %" PRIu64 " rare words are counted as unknown; raise "
                "-M",
                (uint64_t)counts.words.homeless);
    good = good && fit_and_save(train, &counts);
    wordgram_counts_deinit(&counts);
    if (good)
        return cli_print("");
    return CLI_FAILED;
}

static bool good_language(const char *name)
{
    size_t len = strlen(name);

    if (len < 2 || len > PITH__WORDGRAM_LANGUAGE)
        return false;
    for (; *name; name++) {
        if (!islower((unsigned char)*name) && *name != '-')
            return false;
    }
    return true;
}

static int check(struct train *train, int count, char **operands)
{
    if (count == 0) {
        cli_say(NULL, "no text given; use: pith train perplexity FILE -o MODEL");
        return CLI_USAGE;
    }
    if (train->output && !*train->output) {
        cli_say("--output", "needs a file name");
        return CLI_USAGE;
    }
    if (train->language && !good_language(train->language)) {
        cli_say("--lang", "'%s' is not a language code such as en or de", train->language);
        return CLI_USAGE;
    }
    train->files = operands;
    train->file_count = count;
    train->quiet = train->output && strcmp(train->output, "-") == 0;
    train->fitting =
        (struct wordgram_fitting){.order = train->order + 2,
                                  .estimate = (enum pith__wordgram_estimate)train->estimate,
                                  .min_count = train->min_count > 0 ? train->min_count
                                               : train->size > 0    ? 1
                                                                    : 2,
                                  .min_word = train->min_word,
                                  .vocabulary = train->vocabulary,
                                  .size = train->size,
                                  .memory = (size_t)train->memory};
    train->started = now();
    return CLI_OK;
}

int cmd_train_perplexity(int argc, char **argv)
{
    struct train train = {.memory = (uint64_t)512 << 20, .min_word = 2};
    /* clang-format off */
    const struct opt table[] = {
        {.letter = 'o', .name = "output", .arg = "MODEL", .kind = OPT_TEXT, .value = &train.output,
         .help = "write the model; otherwise only print figures"},
        {.name = "lang", .arg = "NAME", .kind = OPT_TEXT, .value = &train.language,
         .help = "language of the text, such as en"},
        {.name = "order", .arg = "N", .kind = OPT_CHOICE, .value = &train.order,
         .choices = order_words, .help = "2 (default): bigrams; 3: also trigrams"},
        {.name = "estimate", .arg = "HOW", .kind = OPT_CHOICE, .value = &train.estimate,
         .choices = estimate_words, .help = "interpolated (default, as PyPlexity), kneser-ney"},
        {.name = "size", .arg = "BYTES", .kind = OPT_BYTES, .value = &train.size, .min = 4096,
         .max = UINT32_MAX, .help = "size of the model; keeps the most useful n-grams"},
        {.name = "min-count", .arg = "N", .kind = OPT_COUNT, .value = &train.min_count, .min = 1,
         .max = UINT32_MAX, .help = "drop rarer n-grams; default 2, with --size 1"},
        {.name = "min-word", .arg = "N", .kind = OPT_COUNT, .value = &train.min_word, .min = 1,
         .max = UINT32_MAX, .help = "drop rarer words; default 2"},
        {.name = "vocabulary", .arg = "N", .kind = OPT_COUNT, .value = &train.vocabulary, .min = 1,
         .max = (uint64_t)1 << WORDS_BITS, .help = "keep only the N most frequent words"},
        {.letter = 'M', .name = "memory", .arg = "BYTES", .kind = OPT_BYTES, .value = &train.memory,
         .min = 32 << 20, .max = (uint64_t)1 << 40,
         .help = "default 512M; the rest goes to files in TMPDIR"},
        {.letter = 'T', .name = "threads", .arg = "N", .kind = OPT_COUNT, .value = &train.threads,
         .max = 64, .help = "number of threads; default: one per processor"},
        {.name = "counts", .arg = "FILE", .kind = OPT_TEXT, .value = &train.counts_file,
         .help = "write the n-grams as text, with exact values"},
        {.name = "all", .kind = OPT_FLAG, .value = &train.all,
         .help = "hold nothing out, and measure nothing"},
        {.name = NULL},
    };
    /* clang-format on */
    int code;
    int count = opts_parse(&usage, table, argc, argv, &code);

    if (count < 0)
        return code;
    code = check(&train, count, argv);
    return code == CLI_OK ? run(&train) : code;
}
