/*
 * wordgram_read.c - see wordgram_read.h.
 *
 * One thread at a time decompresses the next chunk of lines; all threads tokenize and count theirs.
 * What is held out depends only on the lines, not on threads, so the same files give the same model
 * with any number of threads.
 */
#include "train/wordgram_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "io/lines.h"
#include "io/parallel.h"
#include "model/wordgram.h"
#include "text/sentences.h"

enum {
    MAX_LINE = 1 << 20, /* longer lines are processed in pieces */
    MOST_THREADS = 64,
    LEAST_KEYS = 1 << 14, /* minimum per buffer */
    HELD_SHARE = 50,      /* one line in this many is held out */
    RECENT = 1 << 12      /* words in a thread's cache of numbers */
};

/* Shared by all threads. */
struct reader {
    const struct wordgram_reading *reading;
    struct wordgram_counts *counts;
    struct counts pairs, triples;

    pthread_mutex_t lock; /* guards what follows */
    struct lines lines;
    bool failed;

    pthread_mutex_t held_lock;
    _Atomic uint64_t tokens, sentences;
};

struct worker {
    struct reader *reader;
    struct counts_buffer pairs, triples;
    struct lines_chunk chunk;
    struct {
        uint64_t hash;
        uint32_t number;
    } recent[RECENT]; /* by the low bits of the hash */
};

static void note(struct reader *reader, const char *file, const char *message)
{
    reader->failed = true;
    reader->reading->note(file, message);
}

/* ------------------------------------------------------------------ chunks */

static void note_file(struct reader *reader)
{
    const struct io_error *error = &reader->lines.error;
    const char *file = reader->reading->files[reader->lines.at - 1];
    note(reader, file, error->code != 0 ? strerror(error->code) : error->message);
}

/* Fills a chunk with lines of one file. Returns false at the end or after a failure. */
static bool read_chunk(struct reader *reader, struct lines_chunk *chunk)
{
    enum lines_got got = LINES_END;
    pthread_mutex_lock(&reader->lock);
    if (!reader->failed)
        got = lines_read(&reader->lines, chunk, NULL);
    if (got == LINES_FAILED)
        note_file(reader);
    if (got == LINES_SOME) {
        reader->counts->bytes += chunk->len;
        if (reader->reading->progress)
            reader->reading->progress(lines_progress(&reader->lines), reader->tokens);
    }
    pthread_mutex_unlock(&reader->lock);
    return got == LINES_SOME;
}

/* ------------------------------------------------------------- holding out */

/* Halves the held-out text until it fits. */
static void shrink_held(struct held_out *held)
{
    while (held->token_count > WORDGRAM_HELD_MOST) {
        size_t kept = 0, tokens = 0;
        held->share /= 2;
        for (size_t i = 0; i < held->count; i++) {
            struct held_sentence sentence = held->sentences[i];
            if (sentence.line >= held->share)
                continue;
            memmove(held->tokens + tokens, held->tokens + sentence.at,
                    sentence.len * sizeof *held->tokens);
            sentence.at = tokens;
            tokens += sentence.len;
            held->sentences[kept++] = sentence;
        }
        held->count = kept;
        held->token_count = tokens;
    }
}

static bool held_room(struct held_out *held)
{
    if (held->count == held->cap) {
        size_t cap = held->cap ? 2 * held->cap : 1024;
        struct held_sentence *more = realloc(held->sentences, cap * sizeof *more);
        if (!more)
            return false;
        held->sentences = more;
        held->cap = cap;
    }
    if (held->token_count == held->token_cap) {
        size_t cap = held->token_cap ? 2 * held->token_cap : 1 << 14;
        uint64_t *more = realloc(held->tokens, cap * sizeof *more);
        if (!more)
            return false;
        held->tokens = more;
        held->token_cap = cap;
    }
    return true;
}

/* Keeps a sentence of a line. When out of memory there is simply less to measure with. */
static void hold(struct held_out *held, uint64_t line, uint32_t number, struct pith__span text)
{
    struct held_sentence sentence = {line, held->token_count, number, 0};
    struct pith__tokens tokens;
    struct pith__text_token token;
    pith__tokens_init(&tokens, text);
    while (pith__tokens_next(&tokens, &token) && held_room(held)) {
        held->tokens[held->token_count++] = token.hash;
        sentence.len++;
    }
    if (sentence.len > 0)
        held->sentences[held->count++] = sentence;
    shrink_held(held);
}

static int by_line(const void *a, const void *b)
{
    const struct held_sentence *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* ---------------------------------------------------------------- counting */

/* The number of a token. Few words make up most of a text, so this table stays in the cache. */
static uint32_t number_of(struct worker *worker, const struct pith__text_token *token)
{
    size_t slot = token->hash & (RECENT - 1);
    if (worker->recent[slot].hash != token->hash || worker->recent[slot].number == WORDS_UNKNOWN) {
        worker->recent[slot].number = words_number(&worker->reader->counts->words, token);
        worker->recent[slot].hash = token->hash;
    }
    return worker->recent[slot].number;
}

static void count_sentence(struct worker *worker, struct pith__span text)
{
    struct reader *reader = worker->reader;
    bool triples = reader->reading->order == 3;
    uint64_t before = WORDS_BEGIN, previous = WORDS_BEGIN, count = 0;
    struct pith__tokens tokens;
    struct pith__text_token token;
    pith__tokens_init(&tokens, text);
    while (pith__tokens_next(&tokens, &token)) {
        uint64_t word = number_of(worker, &token);
        counts_add(&worker->pairs, previous << WORDS_BITS | word);
        if (triples && count > 0)
            counts_add(&worker->triples, (before << WORDS_BITS | previous) << WORDS_BITS | word);
        before = previous;
        previous = word;
        count++;
    }
    atomic_fetch_add_explicit(&reader->tokens, count, memory_order_relaxed);
    atomic_fetch_add_explicit(&reader->sentences, count > 0, memory_order_relaxed);
}

static void hold_line(struct reader *reader, uint64_t hash, struct pith__span line)
{
    struct held_out *held = &reader->counts->held;
    struct pith__sentences sentences = pith__sentences_begin(line, true);
    struct pith__span sentence;
    uint32_t number = 0;
    pthread_mutex_lock(&reader->held_lock);
    while (hash < held->share && pith__sentences_next(&sentences, &sentence))
        hold(held, hash, number++, sentence);
    pthread_mutex_unlock(&reader->held_lock);
}

static void work_on_line(struct worker *worker, struct pith__span line)
{
    struct reader *reader = worker->reader;
    struct pith__sentences sentences = pith__sentences_begin(line, true);
    struct pith__span sentence;
    if (reader->reading->hold_out) {
        uint64_t hash = pith__wordgram_sum(line.ptr, line.len);
        if (hash < UINT64_MAX / HELD_SHARE) {
            hold_line(reader, hash, line);
            return;
        }
    }
    while (pith__sentences_next(&sentences, &sentence))
        count_sentence(worker, sentence);
}

static void work(unsigned thread, void *user)
{
    struct worker *worker = (struct worker *)user + thread;
    while (read_chunk(worker->reader, &worker->chunk)) {
        const unsigned char *p = (const unsigned char *)worker->chunk.data;
        const unsigned char *end = p + worker->chunk.len;
        while (p < end) {
            const unsigned char *feed = memchr(p, '\n', (size_t)(end - p));
            const unsigned char *stop = feed ? feed : end;
            work_on_line(worker, (struct pith__span){p, (size_t)(stop - p)});
            p = stop + 1;
        }
    }
    counts_flush(&worker->pairs);
    if (worker->reader->reading->order == 3)
        counts_flush(&worker->triples);
}

/* ------------------------------------------------------------------- memory */

/* While words are counted, half of the memory is for keys, in two arrays. */
static size_t keys_each(const struct wordgram_reading *reading, unsigned threads)
{
    size_t keys = wordgram_usable(reading->memory) / 2 / threads / (2 * sizeof(uint64_t));
    if (reading->order == 3)
        keys /= 2;
    return keys < LEAST_KEYS ? LEAST_KEYS : keys;
}

/* Three tenths are for words, also during fitting. */
static uint32_t most_words(const struct wordgram_reading *reading)
{
    size_t most = (size_t)1 << WORDS_BITS, words = 1 << 12;
    size_t bytes = wordgram_usable(reading->memory) / 10 * 3;
    while (words < most && 2 * words * WORDS_BYTES <= bytes)
        words *= 2;
    return (uint32_t)words;
}

static bool worker_init(struct worker *worker, struct reader *reader, unsigned threads)
{
    size_t keys = keys_each(reader->reading, threads);
    worker->reader = reader;
    return lines_chunk_init(&worker->chunk) &&
           counts_buffer_init(&worker->pairs, &reader->pairs, keys) &&
           (reader->reading->order < 3 ||
            counts_buffer_init(&worker->triples, &reader->triples, keys));
}

static void worker_deinit(struct worker *worker)
{
    lines_chunk_deinit(&worker->chunk);
    counts_buffer_deinit(&worker->pairs);
    counts_buffer_deinit(&worker->triples);
}

static void count_all(struct reader *reader, unsigned threads)
{
    struct worker *workers = calloc(threads, sizeof *workers);
    bool good = workers != NULL;
    for (unsigned i = 0; good && i < threads; i++)
        good = worker_init(&workers[i], reader, threads);
    if (good)
        parallel_run(threads, work, workers);
    else
        note(reader, NULL, strerror(ENOMEM));
    for (unsigned i = 0; workers && i < threads; i++)
        worker_deinit(&workers[i]);
    free(workers);
}

static void merge_all(struct reader *reader)
{
    struct wordgram_counts *counts = reader->counts;
    size_t memory = wordgram_usable(reader->reading->memory) / 4;
    if (!counts_merge(&reader->pairs, memory, &counts->pairs) ||
        (reader->reading->order == 3 && !counts_merge(&reader->triples, memory, &counts->triples)))
        note(reader, "temporary file in TMPDIR", strerror(errno));
}

bool wordgram_read(const struct wordgram_reading *reading, struct wordgram_counts *counts)
{
    unsigned threads = reading->threads < MOST_THREADS ? reading->threads : MOST_THREADS;
    struct reader reader = {.reading = reading, .counts = counts};
    *counts = (struct wordgram_counts){.held = {.share = UINT64_MAX / HELD_SHARE}};
    pthread_mutex_init(&reader.lock, NULL);
    pthread_mutex_init(&reader.held_lock, NULL);
    bool opened = lines_init(&reader.lines, reading->files, reading->count, MAX_LINE);
    reader.lines.too_long = LINES_SPLIT;
    reader.lines.unpack_pipes = true;
    bool pairs = counts_init(&reader.pairs, 2 * WORDS_BITS);
    bool triples = counts_init(&reader.triples, 3 * WORDS_BITS);
    if (!pairs || !triples)
        note(&reader, "temporary file in TMPDIR", strerror(errno));
    else if (!words_init(&counts->words, most_words(reading), reading->keep_texts) || !opened)
        note(&reader, NULL, strerror(ENOMEM));
    else
        count_all(&reader, threads > 0 ? threads : 1);
    if (counts->words.failed)
        note(&reader, NULL, strerror(ENOMEM));
    if (!reader.failed)
        merge_all(&reader);
    if (counts->held.count > 0)
        qsort(counts->held.sentences, counts->held.count, sizeof *counts->held.sentences, by_line);
    counts->tokens = reader.tokens;
    counts->sentences = reader.sentences;
    counts_deinit(&reader.pairs);
    counts_deinit(&reader.triples);
    lines_deinit(&reader.lines);
    pthread_mutex_destroy(&reader.lock);
    pthread_mutex_destroy(&reader.held_lock);
    return !reader.failed;
}

void wordgram_counts_deinit(struct wordgram_counts *counts)
{
    words_deinit(&counts->words);
    counts_list_deinit(&counts->pairs);
    counts_list_deinit(&counts->triples);
    free(counts->held.sentences);
    free(counts->held.tokens);
}
