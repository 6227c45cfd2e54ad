/*
 * own_options.c - options by name, checked by the library; and what there is to choose from.
 *
 *   own_options FILE [NAME=VALUE]...
 *   own_options page.html method=density,words vote=any links=true
 *
 * Without a file it lists all options.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pith.h"

/* Every option with its default, and the words that it takes. */
static void list_options(void)
{
    const pith_option_info *option;
    pith_choice choice;

    for (size_t i = 0; (option = pith_option_at(i)) != NULL; i++) {
        printf("%s=%s: %s\n", option->name, option->preset ? option->preset : "", option->summary);
        for (size_t k = 0; pith_option_choice(option, k, &choice, sizeof choice); k++)
            printf("    %s: %s\n", choice.name, choice.summary);
    }
}

/* Sets NAME=VALUE; the library says what is wrong with it. */
static int set_option(pith_options *options, const char *argument)
{
    size_t len = strcspn(argument, "=");
    char name[64];
    pith_error error;

    snprintf(name, sizeof name, "%.*s", (int)len, argument);
    if (argument[len] != '\0' &&
        pith_options_set(options, name, argument + len + 1, &error) == PITH_OK)
        return 0;
    fprintf(stderr, "%s: %s\n", argument, argument[len] ? error.message : "is no NAME=VALUE");
    return -1;
}

int main(int argc, char **argv)
{
    static char html[1 << 20];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    pith_options *options = pith_options_new();
    char *text = NULL;
    pith_error error;
    size_t len;
    int failed = !options;

    if (!file) {
        list_options();
        pith_options_free(options);
        return EXIT_FAILURE;
    }
    len = fread(html, 1, sizeof html, file);
    fclose(file);

    for (int i = 2; i < argc && !failed; i++)
        failed = set_option(options, argv[i]) != 0;
    if (!failed &&
        pith_extract(html, len, options, PITH_FORMAT_MARKDOWN, &text, NULL, &error) != PITH_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        failed = 1;
    }
    if (text)
        fputs(text, stdout);
    pith_free(text);
    pith_options_free(options);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
