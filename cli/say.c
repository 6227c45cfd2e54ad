/*
 * say.c - messages and progress on standard error.
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "io/tame.h"

/* Columns of the progress line on the terminal, and the lock for it. */
static int progress;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool cli_shows_progress(void)
{
    const char *term = getenv("TERM");

    return term && strcmp(term, "dumb") != 0 && isatty(STDERR_FILENO);
}

/* https://no-color.org: set and not empty means no colour. */
static bool colourful(void)
{
    const char *no_color = getenv("NO_COLOR");

    return !(no_color && *no_color) && cli_shows_progress();
}

/* Overwrites it with spaces: NO_COLOR may be set because the terminal has no escape sequences. */
static void erase_progress(void)
{
    if (progress > 0)
        fprintf(stderr, "\r%*s\r", progress, "");
    progress = 0;
}

void cli_say(const char *subject, const char *format, ...)
{
    char line[8192] = "";
    int len = 0;
    va_list args;

    if (subject)
        len = snprintf(line, sizeof line, "%.4096s: ", *subject ? subject : "''");
    va_start(args, format);
    vsnprintf(line + len, sizeof line - (size_t)len, format, args);
    va_end(args);
    tame_text(line);
    pthread_mutex_lock(&lock);
    erase_progress();
    fprintf(stderr, "%s %s\n", colourful() ? "\033[1;31mpith:\033[0m" : "pith:", line);
    pthread_mutex_unlock(&lock);
}

void cli_note(const char *file, uint64_t line, const char *message)
{
    if (line > 0)
        cli_say(file, "line %" PRIu64 ": %s", line, message);
    else
        cli_say(file, "%s", message);
}

void cli_left_out(const char *subject, uint64_t pages)
{
    if (pages > 0)
        cli_say(subject, "skipped %" PRIu64 " page%s", pages, pages == 1 ? "" : "s");
}

void cli_progress(const char *line)
{
    if (line && !cli_shows_progress())
        return;
    pthread_mutex_lock(&lock);
    erase_progress();
    if (line)
        progress = fprintf(stderr, "%s", line);
    pthread_mutex_unlock(&lock);
}

int cli_print(const char *text)
{
    if (fputs(text, stdout) != EOF && fflush(stdout) == 0)
        return CLI_OK;
    if (errno != EPIPE)
        cli_say("standard output", "%s", strerror(errno));
    return CLI_FAILED;
}
