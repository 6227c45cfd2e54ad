/*
 * cmd_options.c - pith options: the option tables of all verbs as one JSON object.
 *
 * tools/gen_completions.py writes the completion scripts from it. It is for tools, so pith --help
 * does not list it.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cli_files.h"
#include "opts.h"
#include "pith.h"

/* Subverbs, such as "pith train auto". */
static const struct {
    const char *verb, *name;
} nested[] = {
    {"train", "auto"},       {"train", "density"}, {"train", "kind"},  {"train", "ngram"},
    {"train", "perplexity"}, {"models", "dump"},   {"models", "load"},
};
enum { NESTED = sizeof nested / sizeof *nested };

static struct json_out out = {.limit = SIZE_MAX};

/* The words that OPT takes: its own, or those of the option of the library that it sets. */
static void put_choices(const struct opt *opt)
{
    const char *name = opt->set ? opt->set : opt->name;
    pith_choice choice;

    json_out_word(&out, ",\"choices\":[");
    for (size_t i = 0; opt->kind == OPT_CHOICE && opt->choices[i]; i++)
        json_out_text(&out, i > 0 ? "," : "", opt->choices[i]);
    for (size_t i = 0; opt->kind != OPT_CHOICE &&
                       pith_option_choice(pith_option_find(name), i, &choice, sizeof choice);
         i++)
        json_out_text(&out, i > 0 ? "," : "", choice.name);
    json_out_word(&out, "]");
}

static void put_table(const struct opt *table)
{
    for (const struct opt *opt = table; opt->name; opt++) {
        const char letter[] = {opt->letter, '\0'};

        json_out_text(&out, opt > table ? ",\n{\"name\":" : "\n{\"name\":", opt->name);
        json_out_text(&out, ",\"letter\":", opt->letter ? letter : NULL);
        json_out_text(&out, ",\"argument\":", opt->arg);
        json_out_text(&out, ",\"help\":", opt->help);
        put_choices(opt);
        json_out_word(&out, opt->kind == OPT_LIST ? ",\"repeats\":true}" : ",\"repeats\":false}");
    }
}

/* Asks a verb, or its subverb INNER, for its table. */
static void put_verb(const struct verb *verb, const char *inner)
{
    char name[32], second[32];
    char *argv[] = {name, second, NULL};

    snprintf(name, sizeof name, "%s", verb->name);
    snprintf(second, sizeof second, "%s", inner ? inner : "");
    json_out_word(&out, "{\"name\":\"");
    json_out_word(&out, name);
    json_out_word(&out, inner ? " " : "");
    json_out_word(&out, second);
    json_out_word(&out, "\"");
    json_out_text(&out, ",\"summary\":", inner ? NULL : verb->summary);
    json_out_word(&out, ",\"options\":[");
    if (verb->has_options)
        verb->run(inner ? 2 : 1, argv);
    json_out_word(&out, "]}");
}

int cmd_options(int argc, char **argv)
{
    size_t count;
    const struct verb *verbs = cli_verbs(&count);
    bool first = true;

    if (argc > 1) {
        cli_say(argv[1], "pith options takes no arguments");
        return CLI_USAGE;
    }
    opts_watch(put_table);
    json_out_word(&out, "{\"verbs\":[\n");
    for (size_t i = 0; i < count; i++) {
        if (!verbs[i].summary)
            continue;
        json_out_word(&out, first ? "" : ",\n");
        first = false;
        put_verb(&verbs[i], NULL);
        for (size_t j = 0; j < NESTED; j++) {
            if (strcmp(nested[j].verb, verbs[i].name) != 0)
                continue;
            json_out_word(&out, ",\n");
            put_verb(&verbs[i], nested[j].name);
        }
    }
    opts_watch(NULL);
    json_out_word(&out, "]}\n");
    return cli_print_out(&out);
}
