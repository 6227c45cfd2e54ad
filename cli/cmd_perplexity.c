/*
 * cmd_perplexity.c - pith perplexity: scores sentences with a language model of good text, and
 * shows the share of text that different limits keep.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "cli_files.h"
#include "io/json_out.h"
#include "page_job.h"

static const struct opts_usage usage = {
    "perplexity",
    "usage: pith perplexity [OPTION...] [TEXT|FILE...]\n"
    "\n"
    "Scores plain text with a language model. Prints one line per sentence: its\n"
    "perplexity, a tab and its text. Good text has a perplexity of some hundreds,\n"
    "boilerplate and junk have many thousands. An argument that is not a file and\n"
    "contains a space is text. Without arguments, or for -, reads standard input.\n"
    "To score a page: pith strip PAGE | ...; to clean one: pith -m perplexity.\n",
    "  pith perplexity \"this is normal text\"\n"
    "  pith strip page.html | pith perplexity --limit 8000    what is dropped\n"
    "  pith perplexity --json --model de.wordgram text.txt\n"
    "  pith perplexity --sweep *.txt                          what limits keep\n",
};

/* The limits in Figure 2 of the PyPlexity paper. */
static const double limits[] = {1000, 2000, 4000, 6000, 8000, 10000, 12000, 14000};
enum { LIMITS = sizeof limits / sizeof *limits };

enum { LINE_KEEP = 1 << 20 }; /* bytes of the buffer that are kept for the next line */

struct amount {
    uint64_t parts, words, bytes;
};

struct run {
    /* set by options */
    struct settings settings;
    bool text, json, csv, sweep;
    uint64_t limit; /* 0: none */
    const char *model_file, *output_file;
    uint64_t max_input;

    struct input input;
    struct output output;
    struct json_out line; /* to be written next */
    const char *name;     /* of the current file; NULL: the text is an argument */
    struct amount total;  /* of the current input */
    struct amount all, stays[LIMITS];
    int unread;
    bool lost;      /* the output is not complete */
    bool no_memory; /* not even for a line */
};

/* ------------------------------------------------------------------ output */

/* Writes the line and empties it. */
static void write_line(struct run *run)
{
    if (run->line.state != JSON_OUT_GOOD)
        run->no_memory = true;
    run->lost |= run->no_memory || !output_write(&run->output, run->line.data, run->line.len);
    json_out_reset(&run->line, LINE_KEEP);
}

static void write_part(struct run *run, const pith_scored *part)
{
    struct json_out *line = &run->line;
    char number[64];

    snprintf(number, sizeof number, "%.2f", part->perplexity);
    if (!run->json) {
        json_out_word(line, number);
        json_out_word(line, "\t");
        json_out_folded(line, part->text, part->text_len);
        json_out_word(line, "\n");
        write_line(run);
        return;
    }
    json_out_word(line, "{");
    if (run->name) {
        json_out_word(line, "\"id\":\"");
        json_out_escaped(line, run->name, strlen(run->name));
        json_out_word(line, "\",");
    }
    json_out_word(line, "\"perplexity\":");
    json_out_word(line, number);
    json_out_word(line, ",\"tokens\":");
    json_out_number(line, part->tokens);
    json_out_word(line, ",\"text\":\"");
    json_out_escaped(line, part->text, part->text_len);
    json_out_word(line, "\"}\n");
    write_line(run);
}

static double share(uint64_t part, uint64_t all)
{
    return all > 0 ? (double)part / (double)all : 1;
}

#define SWEEP_JSON "%s{\"limit\":%.0f,\"sentences\":%.4f,\"words\":%.4f,\"bytes\":%.4f}"

static void write_sweep(struct run *run)
{
    struct json_out *line = &run->line;
    char row[256];

    if (run->json)
        json_out_word(line, "[");
    else
        json_out_word(line, run->csv ? "limit,sentences,words,bytes\n"
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
        json_out_word(line, row);
    }
    json_out_word(line, run->json ? "]\n" : "");
    write_line(run);
}

/* ----------------------------------------------------------------- scoring */

static void add(struct amount *amount, const pith_scored *part)
{
    amount->parts++;
    amount->words += part->words;
    amount->bytes += part->text_len;
}

static int take(const pith_scored *part, void *user)
{
    struct run *run = user;

    add(&run->total, part);
    if (run->sweep) {
        add(&run->all, part);
        for (size_t i = 0; i < LIMITS; i++) {
            if (part->scaled <= limits[i])
                add(&run->stays[i], part);
        }
    } else if (run->limit == 0 || part->scaled > (double)run->limit) {
        write_part(run, part);
    }
    return run->lost;
}

/* Scores LEN bytes in any encoding. NAME is a file, or NULL for an argument. */
static void score_bytes(struct run *run, const char *name, const char *bytes, size_t len)
{
    const char *shown = name ? input_name(name) : "the text";
    pith_error error;
    pith_status status;

    run->name = name;
    run->total = (struct amount){0, 0, 0};
    status = pith_score(bytes, len, run->settings.options, take, run, &error);
    if (status != PITH_OK && status != PITH_ERR_SINK) {
        cli_say(shown, "%s", error.message);
        run->unread++;
        return;
    }
    if (len == 0 || run->total.parts == 0)
        cli_say(shown, "empty: there is nothing in it");
    else if (run->total.words == 0)
        cli_say(shown, "there are no words in it");
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
    score_bytes(run, file, run->input.data, run->input.len);
}

/* An argument that is not a file is text if it has a space: misspelt file names rarely do. */
static void score_argument(struct run *run, const char *argument)
{
    bool file = strcmp(argument, "-") == 0 || access(argument, F_OK) == 0;

    if (!run->text && !file && !strpbrk(argument, " \t\n")) {
        cli_say(argument, "no such file; to score it as text, add --text");
        run->unread++;
    } else if (run->text || !file) {
        score_bytes(run, NULL, argument, strlen(argument));
    } else {
        score_file(run, argument);
    }
}

/* ------------------------------------------------------------------- model */

static int nothing(const pith_scored *part, void *user)
{
    (void)part;
    (void)user;
    return 0;
}

/* Reads the model. Scores empty text to check that there is one. */
static int find_models(struct run *run, struct page_models *models)
{
    const struct page_model wanted = {
        .name = run->model_file, .methods = "perplexity", .only_method = "perplexity"};
    pith_options *options = run->settings.options;
    pith_error error;
    int code = page_models_read(&wanted, options, models);

    if (code == CLI_OK && pith_score("", 0, options, nothing, NULL, &error) != PITH_OK) {
        cli_say(NULL, "%s", error.message);
        return CLI_USAGE;
    }
    return code;
}

static int run_all(struct run *run, int count, char **arguments)
{
    struct page_models models = {0};
    int code = find_models(run, &models);
    bool lost;

    if (code != CLI_OK || !cli_open(&run->output, run->output_file)) {
        page_models_free(&models);
        return code != CLI_OK ? code : CLI_FAILED;
    }
    if (count == 0)
        score_file(run, "-");
    for (int i = 0; i < count && !run->lost; i++)
        score_argument(run, arguments[i]);
    if (run->sweep)
        write_sweep(run);
    if (run->no_memory)
        cli_say(NULL, "%s", pith_status_message(PITH_ERR_NOMEM));
    lost = !cli_close(&run->output, !run->lost) || run->lost;
    json_out_deinit(&run->line);
    input_deinit(&run->input);
    page_models_free(&models);
    return lost || run->unread > 0 ? CLI_FAILED : CLI_OK;
}

/* Prints which options cannot be combined. */
static bool go_together(const struct run *run)
{
    if (run->csv && (run->json || !run->sweep))
        cli_say("--csv",
                run->json ? "cannot be combined with --json; choose one" : "needs --sweep");
    else if (run->sweep && run->limit)
        cli_say("--limit", "cannot be combined with --sweep, which has its own limits");
    else
        return true;
    return false;
}

int cmd_perplexity(int argc, char **argv)
{
    struct run run = {.max_input = UINT64_C(1) << 30, .line.limit = SIZE_MAX};
    int count, code;
    /* clang-format off */
    const struct opt table[] = {
        {.name = "per", .arg = "WHAT", .kind = OPT_TEXT, .value = &run.settings,
         .set = "perplexity.per", .help = "sentence (default), line, or block (a paragraph)"},
        {.name = "limit", .arg = "N", .kind = OPT_COUNT, .value = &run.limit, .min = 1,
         .max = 1000000000, .help = "print only what is above N, which -m perplexity drops"},
        {.name = "sweep", .kind = OPT_FLAG, .value = &run.sweep,
         .help = "print the share kept by limits from 1K to 14K"},
        {.name = "json", .kind = OPT_FLAG, .value = &run.json,
         .help = "one JSON object per sentence; with --sweep an array"},
        {.name = "csv", .kind = OPT_FLAG, .value = &run.csv,
         .help = "write --sweep as rows limit,sentences,words,bytes"},
        {.name = "lang", .arg = "NAME", .kind = OPT_TEXT, .value = &run.settings,
         .set = "perplexity.lang", .help = "language of the built-in model; default en"},
        {.name = "model", .arg = "FILE", .kind = OPT_TEXT, .value = &run.model_file,
         .help = "use a model written by pith train perplexity"},
        {.name = "text", .kind = OPT_FLAG, .value = &run.text,
         .help = "all arguments are text, not files"},
        {.name = "charset", .arg = "NAME", .kind = OPT_TEXT, .value = &run.settings,
         .set = "charset", .help = "encoding of the input, if known"},
        {.name = "max-input", .arg = "BYTES", .kind = OPT_BYTES, .value = &run.max_input, .min = 1,
         .max = UINT64_C(1) << 30},
        {.letter = 'o', .name = "output", .arg = "FILE", .kind = OPT_TEXT,
         .value = &run.output_file, .help = "write to FILE; it appears only once it is complete"},
        {.name = NULL},
    };
    /* clang-format on */

    if (!settings_init(&run.settings))
        return CLI_FAILED;
    count = opts_parse(&usage, table, argc, argv, &code);
    if (count >= 0)
        code = go_together(&run) ? run_all(&run, count, argv) : CLI_USAGE;
    settings_deinit(&run.settings);
    return code;
}
