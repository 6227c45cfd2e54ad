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

static void show(unsigned done, unsigned all, const char *what)
{
    char line[64];

    snprintf(line, sizeof line, "%u of %u %s", done, all, what);
    cli_progress(done < all ? line : NULL);
}

void train_progress(unsigned trained, unsigned all)
{
    show(trained, all, "forests");
}

void train_show_fold(unsigned fold, unsigned folds)
{
    show(fold, folds, "folds");
}

struct train_sources train_sources_of(const struct opt_list *sets, const struct opt_list *wheres)
{
    return (struct train_sources){.sets = sets->items,
                                  .set_count = sets->count,
                                  .wheres = wheres->items,
                                  .where_count = wheres->count};
}

bool train_read(struct matrix *matrix, const struct matrix_columns *columns,
                const struct train_sources *sources)
{
    bool good;

    cli_progress("reading");
    good = matrix_read_columns(matrix, columns, sources->sets, sources->set_count, sources->wheres,
                               sources->where_count, cli_note);
    cli_progress(NULL);
    return good;
}

int train_end(struct matrix *matrix, bool good, bool quiet)
{
    int code;

    cli_left_out(NULL, matrix->unusable);
    code = quiet ? CLI_OK : cli_print("");
    if (!good || matrix->unusable > 0 || matrix->bad_sets > 0)
        code = CLI_FAILED;
    matrix_free(matrix);
    return code;
}

bool train_can_save(const char *name)
{
    struct output output;
    struct stat info;

    /* Opening a pipe and closing it again would look like the end of the model to its reader. */
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
