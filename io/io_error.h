/*
 * io_error.h - how the functions of io/ report errors.
 *
 * Nothing here prints. A function that fails returns false and fills the ERROR member of the object
 * it was called with: the file, by the name people know, and a sentence about it. The caller
 * decides what to do with it: print it to standard error, raise an exception, answer over HTTP.
 * struct packed, which other modules build on, has packed_error() instead.
 */
#ifndef PITH_IO_ERROR_H
#define PITH_IO_ERROR_H

#include <stdbool.h>

struct io_error {
    int code;          /* an errno; 0: no error, or one that did not come from the system */
    const char *file;  /* lives as long as the name passed in by the caller, or as the object */
    char message[640]; /* "": nothing to report, for example when a reader closed its pipe */
};

/* Fills ERROR and returns false. */
__attribute__((format(printf, 4, 5))) bool io_fail(struct io_error *error, int code,
                                                   const char *file, const char *format, ...);

#endif
