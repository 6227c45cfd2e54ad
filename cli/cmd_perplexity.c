/*
 * cmd_perplexity.c - pith perplexity: how likely text is by a language model of good text, sentence
 * by sentence; and what share of it would stay under a limit.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "cli_files.h"
#include "encoding/encoding.h"
#include "io/input.h"
#include "io/output.h"
#include "method/perplexity.h"
#include "model/model.h"
#include "opts.h"
#include "page_job.h"
#include "render/escape.h"
#include "render/inline.h"
#include "text/sentences.h"

static const struct opts_usage usage = {
    "perplexity",
    "usage: pith perplexity [OPTION...] [TEXT|FILE...]\n"
    "\n"
    "Scores plain text by a language model: a line a sentence with its perplexity, a\n"
    "tab and its text. Good text has some hundreds, boilerplate and junk have many\n"
    "thousands. An argument that is no file and has a space in it is text. Without\n"
    "any, or where one is -, reads standard input. For pages: pith strip PAGE | ...,\n"
    "and to clean text or pages: pith -m perplexity.\n",
    "  pith perplexity \"this is normal text\"\n"
    "  pith strip page.html | pith perplexity --limit 8000    what would go\n"
    "  pith perplexity --json --model de.wordgram text.txt\n"
    "  pith perplexity --sweep *.txt                          what limits leave\n",
};

/* The limits of the paper's Figure 2. */
static const double limits[] = {1000, 2000, 4000, 6000, 8000, 10000, 12000, 14000};
enum { LIMITS = sizeof limits / sizeof *limits };

struct amount {
    uint64_t parts, words, bytes;
};

struct run {
    /* set by options */
    bool text, json, csv, sweep;
    uint64_t limit; /* 0: none */
    unsigned per;
    const char *lang, *model_file, *charset, *output_file;
    uint64_t max_input;

    struct pith__wordgram model;
    double limit_of_model;
    double limits_of_model[LIMITS];
    struct pith__arena arena;
    struct input input;
    struct output output;
    struct pith__writer writer;
    const char *name;    /* of the file at hand; NULL: it is an argument */
    struct amount total; /* of the input at hand */
    struct amount all, stays[LIMITS];
    int unread;
};

enum per { PER_SENTENCE, PER_BLOCK, PER_LINE };

/* ------------------------------------------------------------------ output */

static int to_output(const char *data, size_t len, void *output)
{
    return output_write(output, data, len) ? 0 : 1;
}

/* The bytes of what is no part of a line's text at AT: white space and control characters. */
static size_t blank_len(struct pith__span text, size_t at)
{
    if (text.ptr[at] < 0x7F)
        return text.ptr[at] <= ' ';
    return pith__control_len((const char *)text.ptr + at, text.len - at);
}

/* On one line: white space folded, control characters as a space. */
static void write_folded(struct pith__writer *writer, struct pith__span text)
{
    bool started = false;

    for (size_t at = 0; at < text.len;) {
        size_t from = at, blank = blank_len(text, at);

        if (blank > 0) {
            at += blank;
            continue;
        }
        while (at < text.len && blank_len(text, at) == 0)
            at++;
        pith__write(writer, " ", started);
        pith__write(writer, (const char *)text.ptr + from, at - from);
        started = true;
    }
}

static void write_part(struct run *run, struct pith__span part, double perplexity, uint64_t tokens)
{
    char number[64];

    snprintf(number, sizeof number, "%.2f", perplexity);
    if (!run->json) {
        pith__write_string(&run->writer, number);
        pith__write(&run->writer, "\t", 1);
        write_folded(&run->writer, part);
        pith__write(&run->writer, "\n", 1);
        return;
    }
    pith__write_string(&run->writer, "{");
    if (run->name) {
        pith__write_string(&run->writer, "\"id\":\"");
        pith__write_name(&run->writer, run->name, pith__write_json);
        pith__write_string(&run->writer, "\",");
    }
    pith__write_string(&run->writer, "\"perplexity\":");
    pith__write_string(&run->writer, number);
    pith__write_string(&run->writer, ",\"tokens\":");
    pith__write_number(&run->writer, (int64_t)tokens);
    pith__write_string(&run->writer, ",\"text\":\"");
    pith__write_json(&run->writer, (const char *)part.ptr, part.len);
    pith__write_string(&run->writer, "\"}\n");
}

static double share(uint64_t part, uint64_t all)
{
    return all > 0 ? (double)part / (double)all : 1;
}

#define SWEEP_JSON "%s{\"limit\":%.0f,\"sentences\":%.4f,\"words\":%.4f,\"bytes\":%.4f}"

static void write_sweep(struct run *run)
{
    char row[256];

    if (run->json)
        pith__write_string(&run->writer, "[");
    else
        pith__write_string(&run->writer, run->csv ? "limit,sentences,words,bytes\n"
                                                  : " limit    sentences      words      bytes\n");
    for (size_t i = 0; i < LIMITS; i++) {
        double parts = share(run->stays[i].parts, run->all.parts);
        double words = share(run->stays[i].words, run->all.words);
        double bytes = share(run->stays[i].bytes, run->all.bytes);

        if (run->json)
            snprintf(row, sizeof row, SWEEP_JSON, i > 0 ? "," : "", limits[i], parts, words, bytes);
        else if (run->csv)
            snprintf(row, sizeof row, "%.0f,%.4f,%.4f,%.4f\n", limits[i], parts, words, bytes);
        else
            snprintf(row, sizeof row, "%6.0f  %9.1f %%  %7.1f %%  %7.1f %%\n", limits[i],
                     100 * parts, 100 * words, 100 * bytes);
        pith__write_string(&run->writer, row);
    }
    pith__write_string(&run->writer, run->json ? "]\n" : "");
}

/* ----------------------------------------------------------------- scoring */

static void add(struct amount *amount, struct pith__span part, uint64_t words)
{
    amount->parts++;
    amount->words += words;
    amount->bytes += part.len;
}

static void score(struct run *run, struct pith__span part)
{
    struct pith__wordgram_score found;
    double perplexity = pith__wordgram_text(&run->model, part, &found);
    uint64_t words = pith__count_words((const char *)part.ptr, part.len);

    add(&run->total, part, words);
    if (run->sweep) {
        add(&run->all, part, words);
        for (size_t i = 0; i < LIMITS; i++) {
            if (perplexity <= run->limits_of_model[i])
                add(&run->stays[i], part, words);
        }
    } else if (run->limit == 0 || perplexity > run->limit_of_model) {
        write_part(run, part, perplexity, found.tokens);
    }
}

static struct pith__span trim(struct pith__span text)
{
    while (text.len > 0 && pith__is_space(text.ptr[0]))
        text.ptr++, text.len--;
    while (text.len > 0 && pith__is_space(text.ptr[text.len - 1]))
        text.len--;
    return text;
}

/* Where the block or line at the start of TEXT ends: at a blank line, or any line end. */
static size_t part_end(struct pith__span text, bool lines)
{
    const unsigned char *end;

    for (size_t from = 0; (end = memchr(text.ptr + from, '\n', text.len - from)) != NULL;) {
        size_t at = (size_t)(end - text.ptr), next = at + 1;

        if (lines)
            return at;
        while (next < text.len && text.ptr[next] != '\n' && pith__is_space(text.ptr[next]))
            next++;
        if (next < text.len && text.ptr[next] == '\n')
            return at;
        from = next;
    }
    return text.len;
}

static void score_text(struct run *run, struct pith__span text)
{
    struct pith__span part;

    if (run->per == PER_SENTENCE) {
        struct pith__sentences sentences = pith__sentences_begin(text, false);

        while (!run->writer.failed && pith__sentences_next(&sentences, &part))
            score(run, part);
        return;
    }
    for (text = trim(text); text.len > 0 && !run->writer.failed; text = trim(text)) {
        part = (struct pith__span){text.ptr, part_end(text, run->per == PER_LINE)};
        text.ptr += part.len;
        text.len -= part.len;
        score(run, trim(part));
    }
}

/* Scores LEN bytes in any encoding. NAME is a file, or NULL for an argument. */
static void score_bytes(struct run *run, const char *name, const char *bytes, size_t len)
{
    struct pith__decoded decoded;
    pith_status status;

    run->name = name;
    run->total = (struct amount){0, 0, 0};
    pith__arena_reset(&run->arena, SIZE_MAX);
    status = pith__decode(&run->arena, (const unsigned char *)bytes, len, run->charset, true, NULL,
                          &decoded);
    if (status != PITH_OK) {
        cli_say(name ? input_name(name) : "the text", "%s", pith_status_message(status));
        run->unread++;
        return;
    }
    score_text(run, decoded.utf8);
    if (len == 0 || run->total.parts == 0)
        cli_say(name ? input_name(name) : "the text", "empty: there is nothing in it");
    else if (run->total.words == 0)
        cli_say(name ? input_name(name) : "the text", "there is no word in it");
}

static void score_file(struct run *run, const char *file)
{
    if (!cli_read(&run->input, file, (size_t)run->max_input + 1)) {
        run->unread++;
        return;
    }
    if (run->input.len > run->max_input) {
        cli_say(input_name(file), "partial: the rest was not read; raise --max-input");
        run->input.len = (size_t)run->max_input;
        run->unread++;
    }
    score_bytes(run, strcmp(file, "-") == 0 ? "-" : file, run->input.data, run->input.len);
}

/* An argument that is no file is text if it has a space in it: a name misspelt has mostly none. */
static void score_argument(struct run *run, const char *argument)
{
    bool file = strcmp(argument, "-") == 0 || access(argument, F_OK) == 0;

    if (!run->text && !file && !strpbrk(argument, " \t\n")) {
        cli_say(argument, "no such file; where it is the text to be scored, add --text");
        run->unread++;
    } else if (run->text || !file) {
        score_bytes(run, NULL, argument, strlen(argument));
    } else {
        score_file(run, argument);
    }
}

/* ------------------------------------------------------------------- model */

static int find_model(struct run *run, pith_model **model)
{
    const struct page_job job = {.model = run->model_file, .only_method = "perplexity"};
    pith_options options;
    int code;

    pith_options_init(&options);
    options.methods = PITH_METHOD_PERPLEXITY;
    code = page_job_model(&job, &options, model);
    if (code == CLI_OK && *model)
        run->model = (*model)->wordgram;
    else if (code == CLI_OK && !page_job_lang(run->lang))
        code = CLI_USAGE;
    else if (code == CLI_OK && !pith__wordgram_built_in(run->lang, &run->model)) {
        cli_say(NULL, "this build has no language model; name one: --model FILE");
        code = CLI_FAILED;
    }
    if (code != CLI_OK)
        return code;
    run->limit_of_model = pith__wordgram_limit(&run->model, (double)run->limit);
    for (size_t i = 0; i < LIMITS; i++)
        run->limits_of_model[i] = pith__wordgram_limit(&run->model, limits[i]);
    return CLI_OK;
}

static int run_all(struct run *run, int count, char **arguments)
{
    pith_model *model = NULL;
    int code = find_model(run, &model);
    bool lost;

    if (code != CLI_OK || !cli_open(&run->output, run->output_file)) {
        pith_model_free(model);
        return code != CLI_OK ? code : CLI_FAILED;
    }
    pith__arena_init(&run->arena, &pith__allocator_default);
    pith__writer_init(&run->writer, to_output, &run->output);
    if (count == 0)
        score_file(run, "-");
    for (int i = 0; i < count && !run->writer.failed; i++)
        score_argument(run, arguments[i]);
    if (run->sweep)
        write_sweep(run);
    pith__writer_finish(&run->writer);
    lost = !cli_close(&run->output, true);
    pith__arena_deinit(&run->arena);
    input_deinit(&run->input);
    pith_model_free(model);
    return lost || run->unread > 0 ? CLI_FAILED : CLI_OK;
}

int cmd_perplexity(int argc, char **argv)
{
    static const char *const pers[] = {"sentence", "block", "line", NULL};
    struct run run = {.max_input = UINT64_C(1) << 30};
    int count, code;
    /* clang-format off */
    const struct opt table[] = {
        {.name = "per", .arg = "WHAT", .kind = OPT_CHOICE, .value = &run.per, .choices = pers,
         .help = "sentence (default), line, block: up to a blank line"},
        {.name = "limit", .arg = "N", .kind = OPT_COUNT, .value = &run.limit,
         .min = 1, .max = 1000000000,
         .help = "only what is over N: what -m perplexity would drop"},
        {.name = "sweep", .kind = OPT_FLAG, .value = &run.sweep,
         .help = "what share stays under limits of 1K to 14K"},
        {.name = "json", .kind = OPT_FLAG, .value = &run.json,
         .help = "a JSON object a sentence; of --sweep, an array"},
        {.name = "csv", .kind = OPT_FLAG, .value = &run.csv,
         .help = "--sweep as rows of limit,sentences,words,bytes"},
        {.name = "lang", .arg = "NAME", .kind = OPT_TEXT, .value = &run.lang,
         .help = "language of the model that is built in; default en"},
        {.name = "model", .arg = "FILE", .kind = OPT_TEXT, .value = &run.model_file,
         .help = "what pith train perplexity wrote"},
        {.name = "text", .kind = OPT_FLAG, .value = &run.text,
         .help = "every argument is text, none a file"},
        {.name = "charset", .arg = "NAME", .kind = OPT_TEXT, .value = &run.charset,
         .help = "encoding of the input, where it is known"},
        {.name = "max-input", .arg = "BYTES", .kind = OPT_BYTES, .value = &run.max_input,
         .min = 1, .max = UINT64_C(1) << 30,
         .help = NULL},
        {.letter = 'o', .name = "output", .arg = "FILE", .kind = OPT_TEXT,
         .value = &run.output_file,
         .help = "write to FILE, as a whole or not at all"},
        {.name = NULL},
    };
    /* clang-format on */

    count = opts_parse(&usage, table, argc, argv, &code);
    if (count < 0)
        return code;
    if (run.csv && (run.json || !run.sweep)) {
        cli_say("--csv",
                run.json ? "and --json are two forms; choose one" : "is a form of --sweep");
        return CLI_USAGE;
    }
    if (run.sweep && run.limit) {
        cli_say("--limit", "is no part of --sweep, which has limits of its own");
        return CLI_USAGE;
    }
    return run_all(&run, count, argv);
}
