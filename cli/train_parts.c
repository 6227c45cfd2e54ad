/*
 * train_parts.c - see train_parts.h.
 */
#include "train_parts.h"

#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "cli_files.h"
#include "io/output.h"
#include "opts.h"

bool train_no_memory(void)
{
    cli_say(NULL, "not enough memory for this many blocks");
    return false;
}

void train_progress(unsigned trained, unsigned all)
{
    char line[64];

    if (!cli_shows_progress())
        return;
    snprintf(line, sizeof line, "%u of %u forests", trained, all);
    cli_progress(trained < all ? line : NULL);
}

void train_write_name(const char *label, const char *path, FILE *file)
{
    size_t end = strlen(path), begin;

    while (end > 1 && path[end - 1] == '/')
        end--;
    for (begin = end; begin > 0 && path[begin - 1] != '/'; begin--)
        ;
    fprintf(file, "%s %.*s\n", label, (int)(end - begin), path + begin);
}

bool train_can_save(const char *name)
{
    struct output output;
    struct stat info;

    /* A reader of a pipe would take an early end for the end. */
    if (!name || strcmp(name, "-") == 0 ||
        (stat(name, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)))
        return true;
    return cli_open(&output, name) && cli_close(&output, false);
}

bool train_save(const char *name, const char *bytes, size_t len)
{
    struct output output;
    bool good = cli_open(&output, name);

    if (good) {
        good = output_write(&output, bytes, len);
        good = cli_close(&output, good) && good;
    }
    return good;
}

bool train_number(const char *name, const char *text, double low, double high, double *number)
{
    if (!text)
        return true;
    if (opts_decimal(text, number) && *number >= low && *number <= high)
        return true;
    cli_say(name, "'%s' is not a number from %g to %g", text, low, high);
    return false;
}
