/*
 * cmd_completions.c - in: the option tables of all verbs; out: a completion script for a shell.
 *
 * The scripts in completions/ are written by this verb (make completions), so they offer what the
 * tables have. It is for packagers, so pith --help does not list it.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "opts.h"
#include "pith.h"

/* Verbs of verbs; tests/cli/test_completions.py sees to it that there are such. */
static const struct {
    const char *verb, *name;
} nested[] = {
    {"train", "auto"},       {"train", "density"}, {"train", "kind"},  {"train", "ngram"},
    {"train", "perplexity"}, {"models", "dump"},   {"models", "load"},
};
enum { NESTED = sizeof nested / sizeof *nested };

/* Words for arguments that may be others, too, or several. */
static const struct {
    const char *option, *words;
} hints[] = {
    {"charset", "utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-jp euc-kr gb18030 big5 "
                "utf-16le"},
    {"measures", "all wordf1 shingle bow align ncleaner editsim snippets rougeLsum segments block "
                 "block4 blockset"},
    {"rules", "all none chars forms bars copyright links"},
};

enum argument { ARG_NONE, ARG_FREE, ARG_WORDS, ARG_FILE, ARG_FOLDER };

/* What can stand after OPT; WORDS gets the words of ARG_WORDS, with blanks between. */
static enum argument argument_of(const struct opt *opt, char *words, size_t size)
{
    static const char *const files[] = {"FILE", "SET", "MODEL"};
    size_t used = 0;

    words[0] = '\0';
    if (opt->kind == OPT_FLAG)
        return ARG_NONE;
    for (size_t i = 0; opt->kind == OPT_CHOICE && opt->choices[i] && used < size; i++)
        used +=
            (size_t)snprintf(words + used, size - used, "%s%s", i > 0 ? " " : "", opt->choices[i]);
    for (size_t i = 0; strcmp(opt->name, "method") == 0 && pith_method_at(i) && used < size; i++)
        used += (size_t)snprintf(words + used, size - used, "%s%s", i > 0 ? " " : "",
                                 pith_method_at(i)->name);
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        if (strcmp(opt->name, hints[i].option) == 0)
            used += (size_t)snprintf(words + used, size - used, "%s", hints[i].words);
    }
    if (used > 0)
        return ARG_WORDS;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (strcmp(opt->arg, files[i]) == 0)
            return ARG_FILE;
    }
    return strcmp(opt->arg, "DIR") == 0 || strcmp(opt->arg, "FOLDER") == 0 ? ARG_FOLDER : ARG_FREE;
}

/* TEXT within single quotes; a backslash goes before what is in SPECIAL. */
static void put_quoted(const char *text, const char *special, const char *quote)
{
    for (; *text; text++) {
        if (strchr(special, *text))
            printf("\\%c", *text);
        else if (*text == '\'')
            printf("%s", quote);
        else
            putchar(*text);
    }
}

/* How a shell's script is written: around all, and of a verb. */
struct shell {
    const char *name;
    void (*begin)(void);
    void (*verb)(const char *verb, const struct opt *table);
    void (*end)(void);
};

static void put_verbs(const char *form)
{
    size_t count;
    const struct verb *verbs = cli_verbs(&count);

    for (size_t i = 0; i < count; i++) {
        if (verbs[i].summary)
            printf(form, verbs[i].name);
    }
}

static void put_nested(const char *verb)
{
    for (size_t i = 0; i < NESTED; i++) {
        if (strcmp(nested[i].verb, verb) == 0)
            printf(" %s", nested[i].name);
    }
}

/* ---------------------------------------------------------------- bash */

static void bash_begin(void)
{
    printf("# Completion of pith for bash; 'pith completions bash' writes it.\n\n"
           "# Sets options, and for the argument of $before: what, words.\n"
           "_pith_verb()\n{\n    case $1 in\n");
}

static void bash_verb(const char *verb, const struct opt *table)
{
    static const char *const kinds[] = {"", "free", "words", "files", "folders"};
    char words[1024];

    printf("    '%s')\n        options='", verb);
    for (const struct opt *opt = table; opt->name; opt++)
        printf("--%s ", opt->name);
    printf("--help'\n        case $before in\n");
    for (const struct opt *opt = table; opt->name; opt++) {
        enum argument argument = argument_of(opt, words, sizeof words);

        if (argument == ARG_NONE)
            continue;
        printf("        --%s", opt->name);
        if (opt->letter)
            printf(" | -%c", opt->letter);
        printf(") what=%s%s%s%s ;;\n", kinds[argument], *words ? " words='" : "", words,
               *words ? "'" : "");
    }
    printf("        esac\n        ;;\n");
}

static void bash_end(void)
{
    printf("    esac\n}\n\n_pith()\n{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local first=${COMP_WORDS[1]} verb=extract verbs='");
    put_verbs("%s ");
    printf("'\n    local options= what=files words= nested=\n\n"
           "    # --format=json comes as three words: --format, =, json\n"
           "    [[ $word == '=' ]] && word=\n"
           "    [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    if ((COMP_CWORD > 1)) && [[ \" $verbs\" == *\" $first \"* ]]; then\n"
           "        verb=$first\n"
           "    fi\n"
           "    case $verb in\n"
           "    help) what=words words=$verbs ;;\n"
           "    version) what=words ;;\n"
           "    train) nested='");
    put_nested("train");
    printf(" ' ;;\n    models) nested='");
    put_nested("models");
    printf(
        " ' ;;\n    esac\n"
        "    if [[ -n $nested ]] && ((COMP_CWORD == 2)); then\n"
        "        what=words words=$nested\n"
        "    elif [[ $nested == *\" ${COMP_WORDS[2]} \"* ]]; then\n"
        "        verb=\"$verb ${COMP_WORDS[2]}\"\n"
        "    fi\n"
        "    _pith_verb \"$verb\"\n"
        "    ((COMP_CWORD == 1)) && options=\"$options --version\"\n\n"
        "    if [[ $word == -* ]]; then\n"
        "        what=words words=$options\n"
        "    elif ((COMP_CWORD == 1)); then\n"
        "        words=$verbs\n"
        "    fi\n"
        "    COMPREPLY=()\n"
        "    case $what in\n"
        "    files) compopt -o filenames 2>/dev/null\n"
        "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n"
        "    folders) compopt -o filenames 2>/dev/null\n"
        "        mapfile -t COMPREPLY < <(compgen -d -- \"$word\") ;;\n"
        "    esac\n"
        "    if [[ -n $words ]]; then\n"
        "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
        "    fi\n"
        "}\n"
        "complete -F _pith pith\n");
}

/* ---------------------------------------------------------------- zsh */

static void zsh_begin(void)
{
    printf("#compdef pith\n# Completion of pith for zsh; 'pith completions zsh' writes it.\n\n"
           "_pith_verb() {\n    case $1 in\n");
}

/* The part of a specification after the option's name. */
static void zsh_argument(const struct opt *opt)
{
    char words[1024];
    enum argument argument = argument_of(opt, words, sizeof words);

    if (opt->help) {
        printf("[");
        put_quoted(opt->help, "[]:\\", "'\\''");
        printf("]");
    }
    if (argument != ARG_NONE) {
        printf(":");
        put_quoted(opt->arg, "[]:\\", "'\\''");
        printf(":");
    }
    if (argument == ARG_WORDS)
        printf("(%s)", words);
    if (argument == ARG_FILE || argument == ARG_FOLDER)
        printf("_files%s", argument == ARG_FOLDER ? " -/" : "");
    printf("'");
}

static void zsh_verb(const char *verb, const struct opt *table)
{
    printf("    ('%s') _arguments -s -S '(- *)'{-h,--help}'[show help]'", verb);
    for (const struct opt *opt = table; opt->name; opt++) {
        const char *equals = opt->kind == OPT_FLAG ? "" : "=";
        const char *often = opt->kind == OPT_LIST ? "*" : "";

        if (opt->letter && *often)
            printf(" \\\n        '*'{-%c+,--%s=}'", opt->letter, opt->name);
        else if (opt->letter)
            printf(" \\\n        '(-%c --%s)'{-%c%s,--%s%s}'", opt->letter, opt->name, opt->letter,
                   *equals ? "+" : "", opt->name, equals);
        else
            printf(" \\\n        '%s--%s%s", often, opt->name, equals);
        zsh_argument(opt);
    }
    printf(" \\\n        '*:file:_files' ;;\n");
}

static void zsh_end(void)
{
    size_t count;
    const struct verb *verbs = cli_verbs(&count);

    printf("    esac\n}\n\n_pith() {\n    local -a verbs\n    verbs=(\n");
    for (size_t i = 0; i < count; i++) {
        if (!verbs[i].summary)
            continue;
        printf("        '%s:", verbs[i].name);
        put_quoted(verbs[i].summary, ":\\", "'\\''");
        printf("'\n");
    }
    printf("    )\n    local -A nested\n    nested=(train '");
    put_nested("train");
    printf("' models '");
    put_nested("models");
    printf("')\n"
           "    local verb=$words[2]\n"
           "    if ((CURRENT == 2)); then\n"
           "        [[ $verb != -* ]] && _describe -t verbs verb verbs\n"
           "        _pith_verb extract\n"
           "    elif (( ! ${verbs[(I)$verb:*]} )); then\n"
           "        _pith_verb extract\n"
           "    elif [[ $verb == help ]]; then\n"
           "        ((CURRENT == 3)) && _describe -t verbs verb verbs\n"
           "    elif [[ $verb != version ]]; then\n"
           "        shift words\n"
           "        ((CURRENT--))\n"
           "        if [[ -n $nested[$verb] ]] && ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
           "            compadd -- ${=nested[$verb]}\n"
           "            return\n"
           "        elif [[ -n $words[2] && \" $nested[$verb] \" == *\" $words[2] \"* ]]; then\n"
           "            verb=\"$verb $words[2]\"\n"
           "            shift words\n"
           "            ((CURRENT--))\n"
           "        fi\n"
           "        _pith_verb $verb\n"
           "    fi\n"
           "}\n\n"
           "_pith \"$@\"\n");
}

/* ---------------------------------------------------------------- fish */

static void fish_begin(void)
{
    size_t count;
    const struct verb *verbs = cli_verbs(&count);

    printf("# Completion of pith for fish; 'pith completions fish' writes it.\n\n"
           "# The verb of the command line, with the verb of that: 'train auto'.\n"
           "function __pith_verb\n"
           "    set -l words (commandline -opc)\n"
           "    set -l verb extract\n"
           "    if set -q words[2]; and contains -- $words[2]");
    put_verbs(" %s");
    printf("\n        set verb $words[2]\n"
           "        if set -q words[3]; and contains -- \"$verb $words[3]\"");
    for (size_t i = 0; i < NESTED; i++)
        printf(" '%s %s'", nested[i].verb, nested[i].name);
    printf("\n            set verb \"$verb $words[3]\"\n        end\n    end\n"
           "    echo $verb\nend\n\n"
           "function __pith_is\n    test (__pith_verb) = \"$argv\"\nend\n\n"
           "function __pith_words\n    test (count (commandline -opc)) -eq $argv\nend\n\n");
    for (size_t i = 0; i < count; i++) {
        if (!verbs[i].summary)
            continue;
        printf("complete -c pith -n '__pith_words 1' -a %s -d '", verbs[i].name);
        put_quoted(verbs[i].summary, "\\", "\\'");
        printf("'\n");
    }
    printf("complete -c pith -n '__pith_words 1' -s V -l version -d 'show the version'\n"
           "complete -c pith -s h -l help -d 'show help'\n"
           "complete -c pith -n '__pith_is help' -f -a '");
    put_verbs("%s ");
    printf("'\ncomplete -c pith -n '__pith_is version' -f\n");
    for (size_t i = 0; i < NESTED; i++)
        printf("complete -c pith -n '__pith_is %s; and __pith_words 2' -f -a %s\n", nested[i].verb,
               nested[i].name);
}

static void fish_verb(const char *verb, const struct opt *table)
{
    static const char *const kinds[] = {"", " -x", " -x", " -r -F",
                                        " -x -a '(__fish_complete_directories)'"};
    char words[1024];

    for (const struct opt *opt = table; opt->name; opt++) {
        enum argument argument = argument_of(opt, words, sizeof words);

        printf("complete -c pith -n '__pith_is %s' -l %s", verb, opt->name);
        if (opt->letter)
            printf(" -s %c", opt->letter);
        printf("%s", kinds[argument]);
        if (*words)
            printf(" -a '%s'", words);
        if (opt->help) {
            printf(" -d '");
            put_quoted(opt->help, "\\", "\\'");
            printf("'");
        }
        printf("\n");
    }
}

static void nothing(void) {}

/* ---------------------------------------------------------------- all verbs */

static const struct shell shells[] = {
    {"bash", bash_begin, bash_verb, bash_end},
    {"zsh", zsh_begin, zsh_verb, zsh_end},
    {"fish", fish_begin, fish_verb, nothing},
};

/* What is being written; opts_parse() has no argument for it. */
static struct {
    const struct shell *shell;
    char verb[64];
} writing;

static void write_table(const struct opt *table)
{
    writing.shell->verb(writing.verb, table);
}

static void write_verb(const struct verb *verb)
{
    char name[32], inner[32];
    char *argv[] = {name, NULL};

    snprintf(name, sizeof name, "%s", verb->name);
    snprintf(writing.verb, sizeof writing.verb, "%s", verb->name);
    verb->run(1, argv);
    for (size_t i = 0; i < NESTED; i++) {
        char *both[] = {name, inner, NULL};

        if (strcmp(nested[i].verb, verb->name) != 0)
            continue;
        snprintf(inner, sizeof inner, "%s", nested[i].name);
        snprintf(writing.verb, sizeof writing.verb, "%s %s", verb->name, nested[i].name);
        verb->run(2, both);
    }
}

int cmd_completions(int argc, char **argv)
{
    size_t count;
    const struct verb *verbs = cli_verbs(&count);

    for (size_t i = 0; argc == 2 && i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(shells[i].name, argv[1]) == 0)
            writing.shell = &shells[i];
    }
    if (!writing.shell) {
        cli_say(NULL, "write pith completions bash, zsh or fish");
        return CLI_USAGE;
    }
    writing.shell->begin();
    opts_watch(write_table);
    for (size_t i = 0; i < count; i++) {
        if (verbs[i].has_options)
            write_verb(&verbs[i]);
    }
    opts_watch(NULL);
    writing.shell->end();
    return cli_print("");
}
