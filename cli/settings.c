/*
 * settings.c - in: options as the user wrote them; out: options of the library, or an error
 * message.
 */
#include "settings.h"

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "io/nearest.h"

bool settings_init(struct settings *settings)
{
    *settings = (struct settings){.options = pith_options_new()};
    if (!settings->options)
        cli_say(NULL, "%s", pith_status_message(PITH_ERR_NOMEM));
    return settings->options != NULL;
}

void settings_deinit(struct settings *settings)
{
    pith_options_free(settings->options);
}

bool settings_no_choice(const pith_option_info *option, const char *shown, const char *value,
                        size_t offset)
{
    const char *nearest = NULL;
    char known[256] = "";
    char word[64];
    pith_choice choice;

    snprintf(word, sizeof word, "%.*s", (int)strcspn(value + offset, ","), value + offset);
    for (size_t i = 0; pith_option_choice(option, i, &choice, sizeof choice); i++) {
        nearest = nearest_word(word, choice.name, nearest);
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "",
                 choice.name);
    }
    return opts_unknown(shown, option->method ? "value" : option->name, word, nearest, known);
}

bool settings_put(struct settings *settings, const char *name, const char *shown, const char *value)
{
    const pith_option_info *option = pith_option_find(name);
    pith_error error;
    pith_status status = pith_options_set(settings->options, name, value, &error);

    if (status == PITH_ERR_NAME)
        return settings_no_choice(option, shown, value, error.offset);
    if (status != PITH_OK) {
        cli_say(shown, "%s", error.message);
        return false;
    }
    if (strcmp(name, "method") == 0)
        settings->method = value;
    if (strcmp(name, "charset") == 0)
        settings->charset = value;
    for (size_t i = 0; option->method && i < 64; i++)
        settings->given |= (uint64_t)(pith_option_at(i) == option) << i;
    return true;
}

/* The name of a method's option on the command line. */
static const char *short_name(const pith_option_info *option)
{
    return option->name + strlen(option->method) + 1;
}

static struct opt row_of(struct settings *settings, const pith_option_info *option)
{
    struct opt row = {.name = short_name(option), .value = settings, .set = option->name};

    switch (option->type) {
    case PITH_TYPE_FLAG:
        row.kind = OPT_FLAG;
        return row;
    case PITH_TYPE_COUNT:
    case PITH_TYPE_NUMBER:
        row.kind = OPT_NUMBER;
        row.arg = "N";
        return row;
    case PITH_TYPE_TEXT:
        row.arg = "NAME";
        break;
    case PITH_TYPE_CHOICE:
        row.arg = "WORD";
        break;
    case PITH_TYPE_LIST:
        row.arg = "WORDS";
        break;
    }
    row.kind = OPT_TEXT;
    return row;
}

void settings_add_rows(struct settings *settings, struct opt *table)
{
    const pith_option_info *option;
    struct opt *row = table;

    while (row->name)
        row++;
    table = row;
    for (size_t i = 0; (option = pith_option_at(i)) && row - table < SETTINGS_METHOD_ROWS - 1;
         i++) {
        /* --model is for files and built-in models of all methods. */
        if (option->method && strcmp(short_name(option), "model") != 0)
            *row++ = row_of(settings, option);
    }
    *row = (struct opt){.name = NULL};
}

bool settings_asks(const char *methods, const char *method)
{
    size_t len = strlen(method);

    while (strncmp(methods, method, len) != 0 || (methods[len] != ',' && methods[len] != '\0')) {
        methods += strcspn(methods, ",");
        if (*methods++ == '\0')
            return false;
    }
    return true;
}

bool settings_fit(const struct settings *settings, const char *methods)
{
    const pith_option_info *option;
    char shown[64];

    for (size_t i = 0; i < 64 && (option = pith_option_at(i)); i++) {
        if ((settings->given >> i & 1) == 0 || settings_asks(methods, option->method))
            continue;
        snprintf(shown, sizeof shown, "--%s", short_name(option));
        cli_say(shown, "is an option of the method %s; add -m %s", option->method, option->method);
        return false;
    }
    return true;
}
