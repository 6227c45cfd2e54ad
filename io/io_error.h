/*
 * io_error.h - how the functions of io/ tell that something went wrong.
 *
 * Nothing here prints. A function that fails returns false, and fills the member ERROR of the
 * object that it was called for: the file, as people know it, and a sentence about it. What
 * becomes of that, a line on standard error, an exception, an answer over HTTP, is for the caller
 * to choose. struct packed, which others are built on, has packed_error() instead.
 */
#ifndef PITH_IO_ERROR_H
#define PITH_IO_ERROR_H

#include <stdbool.h>

struct io_error {
    int code;          /* an errno; 0: nothing is wrong, or it is not the system that says so */
    const char *file;  /* lives as long as the name that the caller gave, or as the object */
    char message[640]; /* "": there is nothing to tell, as when a reader closed its pipe */
};

/* Fills ERROR, and returns false. */
__attribute__((format(printf, 4, 5))) bool io_fail(struct io_error *error, int code,
                                                   const char *file, const char *format, ...);

#endif
