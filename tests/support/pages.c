/*
 * pages.c - reads page sets; see pages.h.
 */
#include "pages.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *read_file(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    unsigned char *data = NULL;
    size_t cap = 0;
    *len = 0;
    if (file == NULL)
        return NULL;
    for (;;) {
        if (cap - *len < 65536) {
            cap = cap * 2 + 65536;
            unsigned char *larger = realloc(data, cap);
            if (larger == NULL)
                break;
            data = larger;
        }
        size_t got = fread(data + *len, 1, cap - *len, file);
        *len += got;
        if (got == 0) {
            fclose(file);
            return data;
        }
    }
    fclose(file);
    free(data);
    return NULL;
}

static int add_page(struct page_set *set, const void *name, size_t name_len, const void *bytes,
                    size_t len)
{
    if ((set->count & (set->count - 1)) == 0) {
        size_t cap = set->count == 0 ? 1 : set->count * 2;
        struct page *larger = realloc(set->pages, cap * sizeof *larger);
        if (larger == NULL)
            return -1;
        set->pages = larger;
    }
    struct page *page = &set->pages[set->count];
    page->name = malloc(name_len + 1);
    page->bytes = malloc(len > 0 ? len : 1);
    if (page->name == NULL || page->bytes == NULL)
        return -1;
    memcpy(page->name, name, name_len);
    page->name[name_len] = '\0';
    memcpy(page->bytes, bytes, len);
    page->len = len;
    set->count++;
    set->bytes += len;
    return 0;
}

static uint32_t get32(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static int add_pack(struct page_set *set, const unsigned char *data, size_t len)
{
    size_t at = 0;
    while (len - at >= 8) {
        size_t name_len = get32(data + at);
        size_t page_len = get32(data + at + 4);
        at += 8;
        if (name_len > len - at || page_len > len - at - name_len)
            return -1;
        if (add_page(set, data + at, name_len, data + at + name_len, page_len) != 0)
            return -1;
        at += name_len + page_len;
    }
    return at == len ? 0 : -1;
}

int page_set_add(struct page_set *set, const char *path)
{
    size_t len;
    unsigned char *data = read_file(path, &len);
    size_t path_len = strlen(path);
    int result = -1;
    if (data != NULL) {
        if (path_len > 5 && strcmp(path + path_len - 5, ".pack") == 0)
            result = add_pack(set, data, len);
        else
            result = add_page(set, path, path_len, data, len);
    }
    free(data);
    if (result != 0)
        fprintf(stderr, "%s: cannot be read as a page or pack\n", path);
    return result;
}

void page_set_free(struct page_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        free(set->pages[i].name);
        free(set->pages[i].bytes);
    }
    free(set->pages);
    memset(set, 0, sizeof *set);
}
