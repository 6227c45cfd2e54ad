/*
 * texts.c - see texts.h.
 */
#include "texts.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned same(unsigned index, unsigned count)
{
    (void)index;
    (void)count;
    return 0;
}

static unsigned different(unsigned index, unsigned count)
{
    (void)count;
    return index;
}

static unsigned backwards(unsigned index, unsigned count)
{
    return count - 1 - index;
}

static unsigned few(unsigned index, unsigned count)
{
    (void)count;
    return index * 2654435761u >> 28;
}

static unsigned eight_in_turn(unsigned index, unsigned count)
{
    return count < 8 ? index : index % (count / 8);
}

static unsigned eight_mixed(unsigned index, unsigned count)
{
    return (unsigned)((uint64_t)index * 7919 % count / 8);
}

const struct text_shape text_shapes[] = {
    {"one word", same},
    {"different words", different},
    {"different words, backwards", backwards},
    {"sixteen words, mixed", few},
    {"all words eight times, in turn", eight_in_turn},
    {"all words eight times, mixed", eight_mixed},
};
const size_t text_shape_count = sizeof text_shapes / sizeof *text_shapes;

char *text_make(const struct text_shape *shape, unsigned count, const char *before, size_t *len)
{
    size_t size = (size_t)count * (strlen(before) + 9) + 1; /* "w" and up to eight digits */
    char *text = malloc(size);
    *len = 0;
    if (text == NULL)
        return NULL;
    text[0] = '\0';
    for (unsigned i = 0; i < count; i++)
        *len += (size_t)snprintf(text + *len, size - *len, "%sw%x", before, shape->word(i, count));
    return text;
}
