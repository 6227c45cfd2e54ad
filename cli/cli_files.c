/*
 * cli_files.c - see cli_files.h.
 */
#include "cli_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

bool cli_fail(const struct io_error *error)
{
    if (error->message[0])
        cli_say(error->file, "%s", error->message);
    return false;
}

/* What the user can do if FILE cannot be read; "" if nothing. */
static const char *read_hint(const char *file, int error)
{
    if (error == ENOENT && strstr(file, "://"))
        return "; try: curl -sL ADDRESS | pith -";
    return error == ENOMEM ? "; limit it with --max-input" : "";
}

void cli_explain(const char *file, int error, char *words, size_t size)
{
    char first[160];

    input_explain(file, error, first, sizeof first);
    snprintf(words, size, "%s%s", first, read_hint(file, error));
}

bool cli_fail_to_read(const struct io_error *error)
{
    cli_say(error->file, "%s%s", error->message, read_hint(error->file, error->code));
    return false;
}

bool cli_unreadable(const char *file, int error)
{
    char words[200];

    cli_explain(file, error, words, sizeof words);
    cli_say(input_name(file), "%s", words);
    return false;
}

bool cli_read(struct input *input, const char *file, size_t limit)
{
    return input_read(input, file, limit) || cli_fail_to_read(&input->error);
}

bool cli_read_text(struct input *input, const char *file, size_t limit)
{
    return input_read_text(input, file, limit) || cli_fail_to_read(&input->error);
}

bool cli_open(struct output *output, const char *path)
{
    if (output_open(output, path))
        return true;
    if (output->error.code != EISDIR)
        return cli_fail(&output->error);
    cli_say(path, "%s; -o needs a file name", output->error.message);
    return false;
}

bool cli_close(struct output *output, bool keep)
{
    return output_close(output, keep) || cli_fail(&output->error);
}

int cli_print_out(struct json_out *out)
{
    int code = CLI_FAILED;

    json_out_raw(out, "", 1); /* the NUL that ends the text */
    if (out->state == JSON_OUT_GOOD)
        code = cli_print(out->data);
    else
        cli_say(NULL, "%s", pith_status_message(PITH_ERR_NOMEM));
    json_out_deinit(out);
    return code;
}
