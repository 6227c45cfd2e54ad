/*
 * scarce.c - see scarce.h.
 */
#include "scarce.h"

#include <errno.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t len);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t len);

static size_t fail_in; /* 0: no call fails */
static bool failed;

void scarce_fail(size_t call)
{
    fail_in = call;
    failed = false;
}

bool scarce_failed(void)
{
    return failed;
}

static bool fails(void)
{
    bool now = fail_in == 1;
    fail_in -= fail_in > 0;
    failed = failed || now;
    if (now)
        errno = ENOMEM;
    return now;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t len)
{
    return fails() ? NULL : __real_strndup(text, len);
}
