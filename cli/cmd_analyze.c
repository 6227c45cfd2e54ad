/*
 * cmd_analyze.c - pith analyze: statistics of labelled pages, as a report and as charts.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyze/charts.h"
#include "analyze/report.h"
#include "cli.h"
#include "cli_files.h"
#include "io/output.h"
#include "opts.h"

static const struct opts_usage usage = {
    "analyze",
    "usage: pith analyze --data SET... [--where F=VALUE]... [-o DIR] [--json]\n"
    "\n"
    "Reports what labelled pages look like, as in the Boilerpipe paper: blocks and\n"
    "words of each class, models of block length and text density, and the features\n"
    "that separate content from boilerplate. SET is a file of JSON lines (also .gz,\n"
    ".xz, .zst) or a folder of labelled pages. Several sets are analyzed as one.\n"
    "\n"
    "-o draws words.svg, density.svg, writer.svg and gain.svg.\n",
    "  pith analyze --data l3s-gn1.jsonl.xz                   a report\n"
    "  pith analyze --data l3s-gn1.jsonl.xz -o figures        and charts\n"
    "  pith analyze --data a.jsonl b.jsonl --where lang=en    pages of two sets\n"
    "  pith analyze --data a.jsonl --json | jq .two_states    for programs\n",
};

struct analyze {
    struct opt_list sets, wheres;
    const char *folder; /* for charts; NULL: none */
    bool json;
};

/* ---------------------------------------------------------------- output */

static int to_output(const char *data, size_t len, void *output)
{
    return output_write(output, data, len) ? 0 : 1;
}

static bool write_chart(const struct findings *findings, const struct chart *chart,
                        const char *folder)
{
    size_t size = strlen(folder) + strlen(chart->file) + sizeof "/";
    char *path = malloc(size);
    struct pith__writer writer;
    struct output output;
    bool good;

    if (!path) {
        cli_say(folder, "not enough memory to write to it");
        return false;
    }
    snprintf(path, size, "%s/%s", folder, chart->file);
    good = cli_open(&output, path);
    if (good) {
        pith__writer_init(&writer, to_output, &output);
        chart->draw(findings, &writer);
        good = pith__writer_finish(&writer) == PITH_OK;
        good = cli_close(&output, good) && good;
    }
    free(path);
    return good;
}

/* Stops at the first failure: the others would fail in the same way. */
static bool write_charts(const struct findings *findings, const char *folder)
{
    for (const struct chart *chart = charts; chart->file; chart++) {
        if (!write_chart(findings, chart, folder))
            return false;
    }
    return true;
}

static bool write_report(const struct findings *findings, bool json)
{
    struct pith__writer writer;
    struct output output;
    bool good;

    cli_open(&output, NULL); /* standard output is open already */
    pith__writer_init(&writer, to_output, &output);
    if (json)
        report_json(findings, &writer);
    else
        report_text(findings, &writer);
    good = pith__writer_finish(&writer) == PITH_OK;
    return cli_close(&output, good) && good;
}

/* Done before anything is read, so that a long run does not fail at its end. *MADE: the folder is
 * new. */
static bool make_folder(const char *folder, bool *made)
{
    struct stat facts;

    *made = mkdir(folder, 0777) == 0;
    if (*made)
        return true;
    if (errno == EEXIST && stat(folder, &facts) == 0) {
        if (!S_ISDIR(facts.st_mode))
            cli_say(folder, "is not a folder; -o needs a folder for the charts");
        else if (access(folder, W_OK | X_OK) != 0)
            cli_say(folder, "no permission to write to it; choose another folder with -o");
        else
            return true;
        return false;
    }
    if (errno == ENOENT || errno == ENOTDIR)
        cli_say(folder, "cannot create this folder: its parent folder does not exist");
    else
        cli_say(folder, "cannot create this folder: %s", strerror(errno));
    return false;
}

/* ---------------------------------------------------------------- the run */

/* The names of the sets: the last parts of their paths. NULL: out of memory. */
static char *name_sets(const struct opt_list *sets)
{
    size_t size = 1, len = 0;
    char *names;

    for (size_t i = 0; i < sets->count; i++)
        size += strlen(sets->items[i]) + 2;
    names = malloc(size);
    for (size_t i = 0; names && i < sets->count; i++) {
        const char *path = sets->items[i];
        size_t end = strlen(path), begin;

        while (end > 1 && path[end - 1] == '/')
            end--;
        for (begin = end; begin > 0 && path[begin - 1] != '/'; begin--)
            ;
        len += (size_t)snprintf(names + len, size - len, "%s%.*s", i > 0 ? ", " : "",
                                (int)(end - begin), path + begin);
    }
    return names;
}

static int run_on(const struct analyze *analyze, const struct matrix *matrix)
{
    struct findings *findings = malloc(sizeof *findings);
    char *names = name_sets(&analyze->sets);
    bool good = findings && names && findings_make(findings, matrix, names);

    if (!good)
        cli_say(NULL, "not enough memory for %zu blocks", matrix->rows);
    good = good && (!analyze->folder || write_charts(findings, analyze->folder));
    good = good && write_report(findings, analyze->json);
    free(names);
    free(findings);
    cli_left_out(NULL, matrix->unusable);
    return good && matrix->unusable == 0 && matrix->bad_sets == 0 ? CLI_OK : CLI_FAILED;
}

static int run(const struct analyze *analyze)
{
    struct matrix matrix;
    bool made = false;
    int code = CLI_FAILED;

    if (analyze->folder && !make_folder(analyze->folder, &made))
        return CLI_FAILED;
    if (matrix_read(&matrix, analyze->sets.items, analyze->sets.count, analyze->wheres.items,
                    analyze->wheres.count, true, cli_note)) {
        code = run_on(analyze, &matrix);
        matrix_free(&matrix);
    }
    if (made)
        rmdir(analyze->folder); /* only works if nothing was written to it */
    return code;
}

int cmd_analyze(int argc, char **argv)
{
    struct analyze analyze = {.folder = NULL};
    /* clang-format off */
    const struct opt table[] = {
        {.name = "data", .arg = "SET", .kind = OPT_LIST, .value = &analyze.sets,
         .help = "labelled pages"},
        {.name = "where", .arg = "F=VALUE", .kind = OPT_LIST, .value = &analyze.wheres,
         .help = "only pages with this value of F; also F!=VALUE"},
        {.letter = 'o', .name = "output", .arg = "DIR", .kind = OPT_TEXT, .value = &analyze.folder,
         .help = "write charts (SVG) to this folder"},
        {.name = "json", .kind = OPT_FLAG, .value = &analyze.json,
         .help = "write the report as JSON"},
        {.name = NULL},
    };
    /* clang-format on */
    int code;
    int count = opts_parse(&usage, table, argc, argv, &code);

    if (count < 0)
        return code;
    if (!opts_sets(&analyze.sets, &analyze.wheres, count, argv, "pith analyze --data SET"))
        return CLI_USAGE;
    return run(&analyze);
}
