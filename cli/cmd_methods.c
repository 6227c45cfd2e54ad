/*
 * cmd_methods.c - pith methods: the methods and their options, for people and as JSON.
 *
 * Everything comes from the library's descriptors. tools/gen_options.py makes the reference page of
 * options from the JSON.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cli_files.h"
#include "io/nearest.h"
#include "page_job.h"

static const struct opts_usage usage = {
    "methods",
    "usage: pith methods [NAME...]\n"
    "       pith methods --json\n"
    "\n"
    "Lists the methods that decide what to keep, with their options. With NAME, shows\n"
    "these methods in detail.\n",
    "  pith methods\n"
    "  pith methods perplexity\n"
    "  pith methods --json | jq -r '.methods[].name'\n",
};

enum { WIDE = 80 };

/* The row of ROWS, the options of the command, that sets an option of the library; or NULL. */
static const struct opt *row_of(const struct opt *rows, const pith_option_info *option)
{
    const char *dot = strchr(option->name, '.'), *name = dot ? dot + 1 : option->name;

    while (rows->name &&
           strcmp(rows->set ? rows->set : rows->name, rows->set ? option->name : name) != 0)
        rows++;
    return rows->name ? rows : NULL;
}

/* ---------------------------------------------------------------- for people */

/* Prints TEXT in lines of at most WIDE columns, each after INDENT blanks. */
static void print_folded(int indent, const char *text)
{
    while (*text) {
        size_t room = (size_t)(WIDE - indent), len = strlen(text);

        if (len > room) {
            for (len = room; len > 0 && text[len] != ' ';)
                len--;
            len = len > 0 ? len : strcspn(text, " ");
        }
        printf("%*s%.*s\n", indent, "", (int)len, text);
        text += len;
        text += strspn(text, " ");
    }
}

/* Such as "number from 1 to 100; default 5". */
static void print_form(const pith_option_info *option)
{
    printf("%s", pith_type_name(option->type));
    if (option->type == PITH_TYPE_COUNT || option->type == PITH_TYPE_NUMBER)
        printf(" from %.10g to %.10g", option->min, option->max);
    if (option->preset && option->type != PITH_TYPE_FLAG)
        printf("; default %s", option->preset);
    printf("\n");
}

static void print_option(const struct opt *rows, const pith_option_info *option, bool detailed)
{
    const struct opt *row = row_of(rows, option);
    pith_choice choice;
    char shown[64];

    if (!row)
        return;
    snprintf(shown, sizeof shown, "--%s %s", row->name, row->arg ? row->arg : "");
    printf("  %-18s ", shown);
    print_form(option);
    print_folded(6, option->summary);
    for (size_t i = 0; pith_option_choice(option, i, &choice, sizeof choice); i++) {
        if (detailed) {
            printf("      %s\n", choice.name);
            print_folded(10, choice.summary);
        } else {
            printf("%s%s", i > 0 ? ", " : "      ", choice.name);
        }
    }
    if (!detailed && pith_option_choice(option, 0, &choice, sizeof choice))
        printf("\n");
}

static void print_method(const struct opt *rows, const pith_method_info *method, bool detailed)
{
    const pith_option_info *option;

    printf("%-10s  %s\n", method->name, method->summary);
    for (size_t i = 0; (option = pith_option_at(i)) != NULL; i++) {
        if (option->method && strcmp(option->method, method->name) == 0)
            print_option(rows, option, detailed);
    }
}

static int print_named(const struct opt *rows, int count, char **names)
{
    for (int i = 0; i < count; i++) {
        const pith_method_info *method;
        const char *nearest = NULL;
        size_t at = 0;

        while ((method = pith_method_at(at++)) != NULL && strcmp(method->name, names[i]) != 0)
            nearest = nearest_word(names[i], method->name, nearest);
        if (!method) {
            if (nearest)
                cli_say(names[i], "no such method; did you mean '%s'?", nearest);
            else
                cli_say(names[i], "no such method; see: pith methods");
            return CLI_USAGE;
        }
        print_method(rows, method, true);
    }
    return cli_print("");
}

/* ---------------------------------------------------------------- for programs */

static void put_option(struct json_out *out, const struct opt *rows, const pith_option_info *option)
{
    const struct opt *row = row_of(rows, option);
    pith_choice choice;
    char text[96];

    json_out_text(out, "{\"name\":", option->name);
    snprintf(text, sizeof text, "--%s%s%s", row ? row->name : "", row && row->arg ? " " : "",
             row && row->arg ? row->arg : "");
    json_out_text(out, ",\"command\":", row ? text : NULL);
    json_out_text(out, ",\"type\":", pith_type_name(option->type));
    json_out_text(out, ",\"group\":", pith_group_name(option->group));
    json_out_text(out, ",\"default\":", option->preset);
    if (option->type == PITH_TYPE_COUNT || option->type == PITH_TYPE_NUMBER) {
        snprintf(text, sizeof text, ",\"min\":%.10g,\"max\":%.10g", option->min, option->max);
        json_out_word(out, text);
    }
    for (size_t i = 0; pith_option_choice(option, i, &choice, sizeof choice); i++) {
        json_out_text(out, i > 0 ? ",{\"name\":" : ",\"choices\":[{\"name\":", choice.name);
        json_out_text(out, ",\"summary\":", choice.summary);
        json_out_word(out, "}");
    }
    if (pith_option_choice(option, 0, &choice, sizeof choice))
        json_out_word(out, "]");
    json_out_text(out, ",\"summary\":", option->summary);
    json_out_word(out, "}");
}

/* The options of METHOD, or the general ones if METHOD is NULL. */
static void put_options(struct json_out *out, const struct opt *rows, const char *method)
{
    const pith_option_info *option;
    bool first = true;

    json_out_word(out, "\"options\":[");
    for (size_t i = 0; (option = pith_option_at(i)) != NULL; i++) {
        if (method ? !option->method || strcmp(option->method, method) != 0
                   : option->method != NULL)
            continue;
        json_out_word(out, first ? "\n  " : ",\n  ");
        put_option(out, rows, option);
        first = false;
    }
    json_out_word(out, "]");
}

static int print_json(const struct opt *rows)
{
    struct json_out out = {.limit = SIZE_MAX};
    const pith_method_info *method;

    json_out_text(&out, "{\"version\":", pith_version());
    json_out_word(&out, ",\"methods\":[");
    for (size_t i = 0; (method = pith_method_at(i)) != NULL; i++) {
        json_out_text(&out, i > 0 ? ",\n {\"name\":" : "\n {\"name\":", method->name);
        json_out_text(&out, ",\"summary\":", method->summary);
        json_out_word(&out, ",");
        put_options(&out, rows, method->name);
        json_out_word(&out, "}");
    }
    json_out_word(&out, "],\n");
    put_options(&out, rows, NULL);
    json_out_word(&out, "}\n");
    return cli_print_out(&out);
}

int cmd_methods(int argc, char **argv)
{
    bool json = false;
    /* clang-format off */
    const struct opt table[] = {
        {.name = "json", .kind = OPT_FLAG, .value = &json,
         .help = "write all methods and all options as one JSON object"},
        {.name = NULL},
    };
    /* clang-format on */
    struct page_job job;
    struct opt rows[PAGE_ALL_OPTS];
    int code, count = opts_parse(&usage, table, argc, argv, &code);

    if (count < 0)
        return code;
    if (json && count > 0) {
        cli_say("--json", "writes all methods and takes no names");
        return CLI_USAGE;
    }
    if (!page_job_init(&job))
        return CLI_FAILED;
    page_all_opts(&job, rows);
    if (json) {
        code = print_json(rows);
    } else if (count > 0) {
        code = print_named(rows, count, argv);
    } else {
        for (size_t i = 0; pith_method_at(i); i++)
            print_method(rows, pith_method_at(i), false);
        code = cli_print("");
    }
    page_job_deinit(&job);
    return code;
}
