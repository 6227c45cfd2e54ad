/*
 * say.c - words for people, on standard error.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* https://no-color.org: set and not empty means no colour. */
static bool colourful(void)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    if (no_color && *no_color)
        return false;
    return term && strcmp(term, "dumb") != 0 && isatty(STDERR_FILENO);
}

void cli_say(const char *subject, const char *format, ...)
{
    va_list args;

    fputs(colourful() ? "\033[1;31mpith:\033[0m " : "pith: ", stderr);
    if (subject)
        fprintf(stderr, "%s: ", subject);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

int cli_print(const char *text)
{
    if (fputs(text, stdout) != EOF && fflush(stdout) == 0)
        return CLI_OK;
    if (errno != EPIPE)
        cli_say("standard output", "%s", strerror(errno));
    return CLI_FAILED;
}
