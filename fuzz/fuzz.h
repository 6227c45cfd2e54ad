/*
 * fuzz.h - what the fuzz targets share.
 *
 * Speed finds more than thoroughness: a context is used for all inputs, and of several things that
 * could be done with an input only some are. Replays of the seeds, which are few, do all.
 */
#ifndef PITH_FUZZ_H
#define PITH_FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "options_with.h"
#include "pith.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(int condition)
{
    if (!condition)
        abort();
}

/* The context of this process; pages of it are gone. */
static inline pith_context *fuzz_context(void)
{
    static pith_context *context;
    if (context == NULL)
        context = pith_context_new();
    require(context != NULL);
    pith_context_reset(context);
    return context;
}

/* Options for an input, as of options_with(); those of the input before are gone. */
#define fuzz_options(...) (options_drop(), options_with(__VA_ARGS__))

/* Whether an input of this number, such as its length, does thing WHICH of COUNT. */
static inline bool fuzz_does(size_t number, size_t count, size_t which)
{
#ifdef PITH_REPLAY
    (void)number, (void)count, (void)which;
    return true;
#else
    return number % count == which;
#endif
}

/* What a page was rendered to, NUL-terminated once there is something; TEXT is freed by the user.
 */
struct fuzz_output {
    char *text;
    size_t len;
    size_t cap;
};

/* A pith_sink: USER is a struct fuzz_output, zeroed at first. */
static inline int fuzz_append(const char *data, size_t len, void *user)
{
    struct fuzz_output *output = user;
    if (output->cap - output->len <= len) {
        output->cap = 2 * output->cap + len + 1;
        output->text = realloc(output->text, output->cap);
        require(output->text != NULL);
    }
    memcpy(output->text + output->len, data, len);
    output->len += len;
    output->text[output->len] = '\0';
    return 0;
}

#endif
