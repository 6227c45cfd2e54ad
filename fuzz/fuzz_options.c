/*
 * fuzz_options.c - any words as the arguments of a command that has an option of each kind, those
 * of the library among them; and as names and values of the library's options.
 *
 * The bytes are the words, each with a line feed behind it. What the parser says goes nowhere.
 */
#include <stdarg.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/opts.h"
#include "cli/settings.h"
#include "fuzz.h"

enum { WORDS = 200 };

/* In the place of cli/say.c, which prints: the message is made, and is one. */
void cli_say(const char *subject, const char *format, ...)
{
    char message[4096];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    require(len > 0 && (subject == NULL || subject[0] != '\0'));
}

int cli_print(const char *text)
{
    (void)text;
    return 0;
}

static const char *const choices[] = {"text", "markdown", "html", "json", NULL};

/* What the options of the table set. */
struct values {
    bool flag, other;
    const char *text;
    unsigned choice;
    uint64_t count, bytes, time;
    struct opt_list list;
};

static void check_values(const struct values *values)
{
    require(values->choice < 4 && values->count <= 5000000 && values->bytes >= 16 &&
            values->bytes <= (uint64_t)1 << 40 && values->time <= 60000);
    require(values->list.count <= OPT_LIST_MOST);
    for (size_t i = 0; i < values->list.count; i++)
        require(values->list.items[i] != NULL);
}

/* The library sets what it takes and says what it does not. */
static void set_option(pith_options *options, const char *name, const char *value)
{
    pith_error error;
    pith_status status = pith_options_set(options, name, value, &error);
    require(options_try(options, name, value) == status);
    if (status == PITH_OK)
        return;
    require(status == PITH_ERR_NAME || status == PITH_ERR_VALUE || status == PITH_ERR_CHARSET);
    require(error.status == status && error.offset <= strlen(value));
    require(error.message[0] != '\0' && memchr(error.message, '\0', sizeof error.message) != NULL);
}

/* WORD is --NAME=VALUE or NAME=VALUE, or a value for all options. */
static void set_options(pith_options *options, const char *word)
{
    const pith_option_info *info;
    size_t dashes = strspn(word, "-"), len = strcspn(word + dashes, "=");
    char name[64];
    if (word[dashes + len] == '=' && len < sizeof name) {
        memcpy(name, word + dashes, len);
        name[len] = '\0';
        set_option(options, name, word + dashes + len + 1);
        return;
    }
    for (size_t i = 0; (info = pith_option_at(i)) != NULL; i++)
        set_option(options, info->name, word);
}

enum { OWN_ROWS = 10 };

static void parse(int argc, char **argv)
{
    static const struct opts_usage usage = {"fuzz", "", ""};
    struct values values = {.bytes = 16};
    struct settings settings;
    require(settings_init(&settings));
    const struct opt own[OWN_ROWS] = {
        {'q', "quiet", NULL, "say nothing", OPT_FLAG, &values.flag, NULL, 0, 0, NULL},
        {0, "links", NULL, NULL, OPT_FLAG, &values.other, NULL, 0, 0, NULL},
        {'o', "output", "FILE", "write to FILE", OPT_TEXT, &values.text, NULL, 0, 0, NULL},
        {'f', "format", "FORMAT", "as what", OPT_CHOICE, &values.choice, choices, 0, 0, NULL},
        {'n', "lines", "N", "how many", OPT_COUNT, &values.count, NULL, 0, 5000000, NULL},
        {0, "max-input", "N", "bytes", OPT_BYTES, &values.bytes, NULL, 16, (uint64_t)1 << 40, NULL},
        {0, "deadline", "TIME", "time", OPT_TIME, &values.time, NULL, 0, 60000, NULL},
        {'w', "where", "FIELD=VALUE", "which", OPT_LIST, &values.list, NULL, 0, 0, NULL},
        {'m', "method", "METHODS", "who", OPT_TEXT, &settings, NULL, 0, 0, "method"},
        {0, "max-depth", "N", "depth", OPT_COUNT, &settings, NULL, 0, 0, "max-depth"}};
    struct opt table[OWN_ROWS + SETTINGS_METHOD_ROWS] = {{.name = NULL}};
    memcpy(table, own, sizeof own);
    settings_add_rows(&settings, table);
    int code = -1;
    int count = opts_parse(&usage, table, argc, argv, &code);
    require(count >= -1 && count < argc);
    require(count >= 0 || code >= 0);
    check_values(&values);
    if (count >= 0) {
        struct opt_list sets = {{NULL}, 0};
        opts_sets(&sets, &values.list, count, argv, "pith eval SET");
        require(sets.count <= OPT_LIST_MOST);
    }
    settings_deinit(&settings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char program[] = "pith";
    char *argv[WORDS + 2] = {program};
    char *bytes = malloc(size + 1);
    int argc = 1;
    require(bytes != NULL);
    if (size > 0)
        memcpy(bytes, data, size);
    bytes[size] = '\0';
    for (char *at = bytes; at < bytes + size && argc <= WORDS;) {
        argv[argc++] = at;
        at += strcspn(at, "\n");
        *at++ = '\0';
    }
    pith_options *options = fuzz_options(NULL);
    for (int i = 1; i < argc; i++)
        set_options(options, argv[i]);
    parse(argc, argv);
    free(bytes);
    return 0;
}
