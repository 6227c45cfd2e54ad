/*
 * fail.c - fills error structs and other structs that callers allocate.
 */
#include <stdarg.h>
#include <stdio.h>

#include "base/base.h"

/* Removes an incomplete UTF-8 sequence at the end of a truncated message. */
static void mend_end(char *message, size_t size)
{
    size_t len = strlen(message);
    if (len + 1 < size)
        return;
    size_t at = len;
    while (at > 0 && ((unsigned char)message[at - 1] & 0xC0) == 0x80)
        at--;
    if (at > 0 && (unsigned char)message[at - 1] >= 0xC0)
        message[at - 1] = '\0';
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
    mend_end(error->message, sizeof error->message);
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
