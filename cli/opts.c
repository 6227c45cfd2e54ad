/*
 * opts.c - in: argv and an option table; out: values, operands, or an error message.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "io/nearest.h"
#include "opts.h"
#include "settings.h"

static bool number(const char *text, enum opt_kind kind, uint64_t *out)
{
    static const struct {
        const char *suffix;
        uint64_t factor[3]; /* OPT_COUNT, OPT_BYTES, OPT_TIME; 0: not for this kind */
    } units[] = {{"", {1, 1, 1000}},
                 {"K", {1000, 1u << 10, 0}},
                 {"M", {1000000, 1u << 20, 0}},
                 {"G", {1000000000, 1u << 30, 0}},
                 {"ms", {0, 0, 1}},
                 {"s", {0, 0, 1000}}};
    uint64_t value = 0;
    const char *p = text;

    for (; *p >= '0' && *p <= '9'; p++) {
        if (value > (UINT64_MAX - 9) / 10)
            return false;
        value = value * 10 + (uint64_t)(*p - '0');
    }
    if (p == text)
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        uint64_t factor = units[i].factor[kind == OPT_NUMBER ? 0 : kind - OPT_COUNT];

        if (factor && strcmp(p, units[i].suffix) == 0 && value <= UINT64_MAX / factor) {
            *out = value * factor;
            return true;
        }
    }
    return false;
}

/* The command sets no locale, so strtod() takes a point. */
bool opts_decimal(const char *text, double *number)
{
    char *end;

    if (!*text || text[strspn(text, "0123456789.eE+-")] != '\0')
        return false;
    *number = strtod(text, &end);
    return *end == '\0' && isfinite(*number);
}

bool opts_unknown(const char *shown, const char *kind, const char *word, const char *nearest,
                  const char *known)
{
    if (nearest)
        cli_say(shown, "unknown %s '%s'; did you mean '%s'?", kind, word, nearest);
    else
        cli_say(shown, "unknown %s '%s'; choose from: %s", kind, word, known);
    return false;
}

static bool choose(const struct opt *opt, const char *shown, const char *text)
{
    const char *nearest = NULL;
    char words[128] = "";

    for (unsigned i = 0; opt->choices[i]; i++) {
        if (strcmp(text, opt->choices[i]) == 0) {
            *(unsigned *)opt->value = i;
            return true;
        }
        nearest = nearest_word(text, opt->choices[i], nearest);
        snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", i ? ", " : "",
                 opt->choices[i]);
    }
    return opts_unknown(shown, "value", text, nearest, words);
}

bool opts_list_add(struct opt_list *list, const char *shown, const char *item)
{
    if (list->count == OPT_LIST_MOST) {
        cli_say(shown, "can be given at most %d times", OPT_LIST_MOST);
        return false;
    }
    list->items[list->count++] = item;
    return true;
}

bool opts_sets(struct opt_list *sets, const struct opt_list *wheres, int count, char **operands,
               const char *advice)
{
    for (int i = 0; i < count; i++) {
        if (!opts_list_add(sets, "--data", operands[i]))
            return false;
    }
    if (sets->count == 0) {
        cli_say(NULL, "no pages given; use: %s", advice);
        return false;
    }
    for (size_t i = 0; i < wheres->count; i++) {
        const char *where = wheres->items[i];

        if (strcspn(where, "!=") == 0 || !strchr(where, '=')) {
            cli_say("--where",
                    "'%s' is not of the form FIELD=VALUE or FIELD!=VALUE, such as lang=en", where);
            return false;
        }
    }
    return true;
}

static bool no_number(const struct opt *opt, const char *shown, const char *text)
{
    cli_say(shown, "'%s' is not a %s", text,
            opt->kind == OPT_TIME ? "time; write it like 30s or 500ms"
                                  : "number; write it like 5000, 64K, 16M or 1G");
    return false;
}

/* Sets an option of the library, which checks the value. Units such as K are known only here. */
static bool set(const struct opt *opt, const char *shown, const char *text)
{
    char digits[32];
    uint64_t value;

    if (opt->kind == OPT_FLAG)
        text = "true";
    if (opt->kind >= OPT_COUNT && opt->kind <= OPT_NUMBER) {
        if (number(text, opt->kind, &value)) {
            snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
            text = digits;
        } else if (opt->kind != OPT_NUMBER) {
            return no_number(opt, shown, text);
        }
    }
    return settings_put(opt->value, opt->set, shown, text);
}

/* Stores TEXT, the argument of an option, which the user wrote as SHOWN. */
static bool store(const struct opt *opt, const char *shown, const char *text)
{
    uint64_t value;

    if (opt->set)
        return set(opt, shown, text);
    switch (opt->kind) {
    case OPT_FLAG:
        *(bool *)opt->value = true;
        return true;
    case OPT_TEXT:
        *(const char **)opt->value = text;
        return true;
    case OPT_CHOICE:
        return choose(opt, shown, text);
    case OPT_LIST:
        return opts_list_add(opt->value, shown, text);
    case OPT_COUNT:
    case OPT_BYTES:
    case OPT_TIME:
    case OPT_NUMBER:
        break;
    }
    if (!number(text, opt->kind, &value))
        return no_number(opt, shown, text);
    if (value < opt->min || value > opt->max) {
        cli_say(shown, "%s is out of range; choose a value from %llu to %llu%s", text,
                (unsigned long long)opt->min, (unsigned long long)opt->max,
                opt->kind == OPT_TIME ? " ms" : "");
        return false;
    }
    *(uint64_t *)opt->value = value;
    return true;
}

/* SHOWN is the option, ARG the whole argument that contains it. */
static bool unknown(const struct opts_usage *usage, const struct opt *table, const char *shown,
                    const char *arg)
{
    const char *word = shown + strspn(shown, "-");
    const char *nearest = nearest_word(word, "help", NULL);

    for (const struct opt *opt = table; opt->name; opt++)
        nearest = nearest_word(word, opt->name, nearest);
    if (access(arg, F_OK) == 0)
        cli_say(arg, "looks like an option; to read the file of this name, write ./%s", arg);
    else if (nearest && word - shown == 2)
        cli_say(shown, "unknown option; did you mean --%s?", nearest);
    else
        cli_say(shown, "unknown option; see: pith help %s", usage->verb);
    return false;
}

static bool misses(const char *shown, const struct opt *opt)
{
    cli_say(shown, "needs an argument: %s %s", shown, opt->arg);
    return false;
}

static const struct opt *by_name(const struct opt *table, const char *name, size_t len)
{
    while (table->name && (strncmp(table->name, name, len) != 0 || table->name[len] != '\0'))
        table++;
    return table->name ? table : NULL;
}

static const struct opt *by_letter(const struct opt *table, char letter)
{
    while (table->name && table->letter != letter)
        table++;
    return table->name ? table : NULL;
}

/* Moves *ARG to the next argument and returns that; NULL if there is none. */
static const char *following(char **argv, int argc, int *arg)
{
    return *arg + 1 < argc ? argv[++*arg] : NULL;
}

/* --name, --name=value, --name value */
static bool long_option(const struct opts_usage *usage, const struct opt *table, int argc,
                        char **argv, int *arg)
{
    char *shown = argv[*arg];
    char *equals = strchr(shown, '=');
    const char *value = NULL;
    const struct opt *opt;

    if (equals) {
        *equals = '\0';
        value = equals + 1;
    }
    opt = by_name(table, shown + 2, strlen(shown + 2));
    if (!opt)
        return unknown(usage, table, shown, argv[*arg]);
    if (opt->kind == OPT_FLAG) {
        if (value)
            cli_say(shown, "takes no argument");
        return !value && store(opt, shown, NULL);
    }
    if (!value && !(value = following(argv, argc, arg)))
        return misses(shown, opt);
    return store(opt, shown, value);
}

/* -x, -xy, -xvalue, -x value */
static bool short_options(const struct opts_usage *usage, const struct opt *table, int argc,
                          char **argv, int *arg)
{
    for (const char *letter = argv[*arg] + 1; *letter; letter++) {
        const char shown[] = {'-', *letter, '\0'};
        const struct opt *opt = by_letter(table, *letter);
        const char *value = letter + 1;

        if (!opt)
            return unknown(usage, table, shown, argv[*arg]);
        if (opt->kind == OPT_FLAG) {
            if (!store(opt, shown, NULL))
                return false;
            continue;
        }
        if (!*value && !(value = following(argv, argc, arg)))
            return misses(shown, opt);
        return store(opt, shown, value);
    }
    return true;
}

static int help(const struct opts_usage *usage, const struct opt *table)
{
    printf("%s%s", usage->synopsis, table->name ? "\noptions:\n" : "");
    for (const struct opt *opt = table; opt->name; opt++) {
        char left[40];
        char letter[] = {opt->letter ? '-' : ' ', opt->letter ? opt->letter : ' ',
                         opt->letter ? ',' : ' ', '\0'};

        if (!opt->help)
            continue;
        snprintf(left, sizeof left, "%s --%s %s", letter, opt->name, opt->arg ? opt->arg : "");
        printf("  %-22s  %s\n", left, opt->help);
    }
    printf("\nexamples:\n%s", usage->examples);
    return cli_print("");
}

static bool wants_help(const char *arg)
{
    return strcmp(arg, "-h") == 0 || strcmp(arg, "--help") == 0;
}

static void (*watching)(const struct opt *table);

void opts_watch(void (*watcher)(const struct opt *table))
{
    watching = watcher;
}

int opts_parse(const struct opts_usage *usage, const struct opt *table, int argc, char **argv,
               int *exit_code)
{
    int operands = 0;
    bool ended = false;

    if (watching) {
        watching(table);
        *exit_code = CLI_OK;
        return -1;
    }
    for (int arg = 1; arg < argc; arg++) {
        const char *word = argv[arg];
        bool good = true;

        if (ended || word[0] != '-' || word[1] == '\0') {
            argv[operands++] = argv[arg];
        } else if (strcmp(word, "--") == 0) {
            ended = true;
        } else if (wants_help(word)) {
            *exit_code = help(usage, table);
            return -1;
        } else if (word[1] == '-') {
            good = long_option(usage, table, argc, argv, &arg);
        } else {
            good = short_options(usage, table, argc, argv, &arg);
        }
        if (!good) {
            *exit_code = CLI_USAGE;
            return -1;
        }
    }
    return operands;
}
