/*
 * io_error.c - see io_error.h.
 */
#include "io/io_error.h"

#include <stdarg.h>
#include <stdio.h>

bool io_fail(struct io_error *error, int code, const char *file, const char *format, ...)
{
    va_list args;

    error->code = code;
    error->file = file;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    return false;
}
