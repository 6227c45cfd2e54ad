/*
 * options_with.c - see options_with.h.
 */
#include "options_with.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct made {
    pith_options *options;
    struct made *next;
};

static _Atomic(struct made *) all_made;

static void set(pith_options *options, const char *name, const char *value)
{
    pith_error error;
    if (pith_options_set(options, name, value, &error) == PITH_OK)
        return;
    fprintf(stderr, "%s = %s: %s\n", name, value != NULL ? value : "NULL", error.message);
    abort();
}

static void set_list(pith_options *options, const char *name, va_list pairs)
{
    for (; name != NULL; name = va_arg(pairs, const char *))
        set(options, name, va_arg(pairs, const char *));
}

pith_options *options_with(const char *name, ...)
{
    struct made *made = malloc(sizeof *made);
    va_list pairs;
    if (made == NULL || (made->options = pith_options_new()) == NULL)
        abort();
    made->next = atomic_load(&all_made);
    while (!atomic_compare_exchange_weak(&all_made, &made->next, made))
        continue;
    static atomic_flag asked = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&asked))
        atexit(options_drop);
    va_start(pairs, name);
    set_list(made->options, name, pairs);
    va_end(pairs);
    return made->options;
}

void options_drop(void)
{
    struct made *made = atomic_exchange(&all_made, NULL);
    while (made != NULL) {
        struct made *next = made->next;
        pith_options_free(made->options);
        free(made);
        made = next;
    }
}

void options_set(pith_options *options, const char *name, ...)
{
    va_list pairs;
    va_start(pairs, name);
    set_list(options, name, pairs);
    va_end(pairs);
}

void options_set_number(pith_options *options, const char *name, double value)
{
    char text[64];
    const pith_option_info *info = pith_option_find(name);
    bool whole = info != NULL && info->type == PITH_TYPE_COUNT;
    snprintf(text, sizeof text, whole ? "%.0f" : "%.9g", value);
    set(options, name, text);
}

pith_status options_try(pith_options *options, const char *name, const char *value)
{
    return pith_options_set(options, name, value, NULL);
}

uint32_t method_bits(const char *names)
{
    uint32_t bits = 0;
    for (;;) {
        size_t len = strcspn(names, ","), i = 0;
        const pith_method_info *method;
        while ((method = pith_method_at(i)) != NULL &&
               (strlen(method->name) != len || memcmp(method->name, names, len) != 0))
            i++;
        if (method == NULL)
            abort();
        bits |= UINT32_C(1) << i;
        if (names[len] == '\0')
            return bits;
        names += len + 1;
    }
}
