/*
 * cli_files.c - see cli_files.h.
 */
#include "cli_files.h"

#include "cli.h"
#include "model/chargram.h"
#include "model/wordgram.h"

bool cli_fail(const struct io_error *error)
{
    if (error->message[0])
        cli_say(error->file, "%s", error->message);
    return false;
}

bool cli_unreadable(const char *file, int error)
{
    char words[160];

    input_explain(file, error, words, sizeof words);
    cli_say(input_name(file), "%s", words);
    return false;
}

bool cli_read(struct input *input, const char *file, size_t limit)
{
    return input_read(input, file, limit) || cli_fail(&input->error);
}

bool cli_read_text(struct input *input, const char *file, size_t limit)
{
    return input_read_text(input, file, limit) || cli_fail(&input->error);
}

bool cli_open(struct output *output, const char *path)
{
    return output_open(output, path) || cli_fail(&output->error);
}

bool cli_close(struct output *output, bool keep)
{
    return output_close(output, keep) || cli_fail(&output->error);
}

static bool is_used_in_place(const unsigned char *head, size_t len)
{
    return pith__chargram_is(head, len) || pith__wordgram_magic(head, len);
}

const char *cli_map_model(const char *file, size_t *len)
{
    return input_map(file, is_used_in_place, len);
}
