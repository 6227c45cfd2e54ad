/*
 * pages.h - page sets for tests and benchmarks: a folder's .html files given one by one, or a pack
 * made by tools/pack_pages.py.
 *
 * A pack is a row of pages, each: length of the name and of the page as little-endian 32-bit
 * numbers, the name, the page.
 */
#ifndef PITH_TEST_PAGES_H
#define PITH_TEST_PAGES_H

#include <stddef.h>

struct page {
    char *name;
    unsigned char *bytes; /* exactly LEN bytes on the heap, so that ASan sees reads beyond them */
    size_t len;
};

struct page_set {
    struct page *pages;
    size_t count;
    size_t bytes; /* of all pages */
};

/* Adds what PATH holds: pages of a file that ends in ".pack", else the file as one page. Prints
 * what is wrong to stderr and returns -1. */
int page_set_add(struct page_set *set, const char *path);
void page_set_free(struct page_set *set);

#endif
