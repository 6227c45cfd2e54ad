/*
 * main.c - finds the verb and runs it.
 *
 * A new verb is a row in the table below and a file cmd_<verb>.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "io/nearest.h"
#include "opts.h"

static int cmd_help(int argc, char **argv);

static const struct verb verbs[] = {
    {"extract", "print the main content of pages (the default)", cmd_extract, true},
    {"batch", "process many pages at once: folders or JSON lines", cmd_batch, true},
    {"strip", "remove the tags and keep all of the text", cmd_strip, true},
    {"perplexity", "score text with a language model", cmd_perplexity, true},
    {"eval", "measure methods on labelled pages", cmd_eval, true},
    {"analyze", "report what labelled pages look like, with charts", cmd_analyze, true},
    {"train", "train a model on labelled pages", cmd_train, true},
    {"methods", "list the methods and their options", cmd_methods, true},
    {"models", "list built-in models; convert n-gram models to text", cmd_models, true},
    {"help", "show this page, or the help of a verb: pith help VERB", cmd_help, false},
    {"version", "show the version and facts about the build", cmd_version, false},
    {"options", NULL, cmd_options, false},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

const struct verb *cli_verbs(size_t *count)
{
    *count = VERBS;
    return verbs;
}

static const struct verb *find(const char *name)
{
    for (int i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    }
    return NULL;
}

static const char *nearest(const char *name)
{
    const char *best = NULL;

    for (int i = 0; i < VERBS; i++) {
        if (verbs[i].summary)
            best = nearest_word(name, verbs[i].name, best);
    }
    return best;
}

static int overview(void)
{
    printf("pith - the main content of web pages\n"
           "\n"
           "usage: pith [OPTION...] [FILE...]\n"
           "       pith VERB [OPTION...] [FILE...]\n"
           "\n"
           "verbs:\n");
    for (int i = 0; i < VERBS; i++) {
        if (verbs[i].summary)
            printf("  %-10s %s\n", verbs[i].name, verbs[i].summary);
    }
    printf("\n"
           "Without a FILE, or if FILE is -, pith reads standard input. To read a file that\n"
           "has the name of a verb, write ./extract. 'pith help extract' lists the options.\n"
           "\n"
           "examples:\n"
           "  pith page.html                              the main text of a page\n"
           "  curl -sL https://www.example.org/ | pith -  from the web\n"
           "  pith -f markdown page.html                  keep headings, lists, tables\n"
           "  pith --explain page.html > why.html         what was kept, and why\n"
           "  pith -o corpus.txt pages/*.html             several pages into one file\n");
    return cli_print("");
}

static int no_such_verb(const char *name, const char *kind)
{
    const char *best = nearest(name);

    if (best)
        cli_say(name, "no such %s; did you mean '%s'?", kind, best);
    else
        cli_say(name, "no such %s; see: pith help", kind);
    return CLI_USAGE;
}

static int cmd_help(int argc, char **argv)
{
    char *help[] = {NULL, "--help", NULL};
    const struct verb *verb;

    if (argc < 2)
        return overview();
    verb = find(argv[1]);
    if (!verb)
        return no_such_verb(argv[1], "verb");
    if (verb->run == cmd_help)
        return overview();
    help[0] = argv[1];
    return verb->run(2, help);
}

/*
 * If the parent closed a standard stream, the next file to be opened would take its number, and be
 * read as standard input or receive the output. So /dev/null takes it, opened the wrong way round:
 * using it fails as with a closed stream.
 */
static bool fill_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    const char *first = argc > 1 ? argv[1] : "";
    const struct verb *verb = find(first);

    if (!fill_standard_streams()) {
        cli_say("/dev/null", "cannot be opened to replace a closed standard stream");
        return CLI_FAILED;
    }
    if (verb)
        return verb->run(argc - 1, argv + 1);
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0)
        return overview();
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0)
        return cmd_version(1, argv);
    /* Neither an option nor a file: probably a misspelt verb, or one of another version. */
    if (*first && *first != '-' && (nearest(first) || !strpbrk(first, "./:")) &&
        access(first, F_OK) != 0)
        return no_such_verb(first, "file or verb");
    return cmd_extract(argc, argv);
}
