/*
 * fail.c - fills error structs and other structs that callers allocate.
 */
#include <stdarg.h>
#include <stdio.h>

#include "base/base.h"
#include "base/utf8.h"

/* Values from outside may be any bytes, and may be cut inside a character: '?' replaces what is not
 * UTF-8. */
static void mend(char *message)
{
    size_t len = strlen(message), at = 0;
    while ((at += pith__utf8_valid_prefix((unsigned char *)message + at, len - at)) < len)
        message[at] = '?';
}

pith_status pith__fail(pith_error *error, pith_status status, const char *format, ...)
{
    if (error == NULL)
        return status;
    va_list args;
    memset(error, 0, sizeof *error);
    error->status = status;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    mend(error->message);
    return status;
}

pith_status pith__fail_plainly(pith_error *error, pith_status status)
{
    return status == PITH_OK ? status
                             : pith__fail(error, status, "%s", pith_status_message(status));
}

void pith__give(void *to, size_t room, const void *from, size_t size)
{
    memcpy(to, from, size < room ? size : room);
    if (room > size)
        memset((char *)to + size, 0, room - size);
}
