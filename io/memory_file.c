/*
 * memory_file.c - in: what is printed to a stream; out: all of it in memory, or an error.
 */
#define _GNU_SOURCE /* fopencookie() */

#include <errno.h>

#include "io/memory_file.h"

/* fopencookie() wants 0 when nothing can be written. */
static ssize_t take(void *cookie, const char *data, size_t len)
{
    struct json_out *out = cookie;

    json_out_raw(out, data, len);
    if (out->state == JSON_OUT_GOOD)
        return (ssize_t)len;
    errno = ENOMEM;
    return 0;
}

FILE *memory_file_open(struct memory_file *memory)
{
    *memory = (struct memory_file){.out.limit = SIZE_MAX};
    return fopencookie(&memory->out, "w", (cookie_io_functions_t){.write = take});
}

bool memory_file_close(struct memory_file *memory, FILE *file)
{
    struct json_out *out = &memory->out;
    bool good = !ferror(file);

    good = fclose(file) == 0 && good;
    json_out_raw(out, "", 1);
    if (out->state == JSON_OUT_GOOD)
        out->len--;
    return good && out->state == JSON_OUT_GOOD;
}

void memory_file_deinit(struct memory_file *memory)
{
    json_out_deinit(&memory->out);
}
