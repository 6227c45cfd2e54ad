/*
 * vec.c - the growing array and the default allocator.
 */
#include <stdlib.h>

#include "base/base.h"

static void *default_resize(void *ctx, void *old, size_t old_size, size_t new_size)
{
    (void)ctx;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

const struct pith__allocator pith__allocator_default = {default_resize, NULL};

void pith__vec_init(struct pith__vec *vec, size_t element_size)
{
    memset(vec, 0, sizeof *vec);
    vec->size = element_size;
}

void pith__vec_deinit(struct pith__vec *vec, const struct pith__allocator *allocator)
{
    if (vec->data != NULL)
        allocator->resize(allocator->ctx, vec->data, vec->cap * vec->size, 0);
    vec->data = NULL;
    vec->len = vec->cap = 0;
}

void pith__vec_trim(struct pith__vec *vec, const struct pith__allocator *allocator, size_t keep)
{
    vec->len = 0;
    if (vec->cap * vec->size > keep)
        pith__vec_deinit(vec, allocator);
}

pith_status pith__vec_grow(struct pith__vec *vec, const struct pith__allocator *allocator,
                           size_t more)
{
    /* Small arrays double. Larger ones grow by less, so that a hostile page does not waste half its
     * memory as slack; realloc of large arrays remaps pages instead of copying bytes. */
    size_t bytes = vec->cap * vec->size;
    size_t slack = bytes < (1u << 16)   ? vec->cap
                   : bytes < (1u << 20) ? vec->cap / 4
                                        : vec->cap / 16;
    size_t need = vec->len + more;
    size_t cap = vec->cap + slack < need ? need : vec->cap + slack;
    if (cap < 16)
        cap = 16;
    if (need < more || cap > SIZE_MAX / vec->size)
        return PITH_ERR_NOMEM;
    void *data =
        allocator->resize(allocator->ctx, vec->data, vec->cap * vec->size, cap * vec->size);
    if (data == NULL)
        return PITH_ERR_NOMEM;
    vec->data = data;
    vec->cap = cap;
    return PITH_OK;
}
