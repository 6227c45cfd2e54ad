/*
 * judge.c - compares our scanner with lexbor's tree over page sets.
 *
 *     judge [-v] [--pages SHARE] [--paths SHARE] [--links SHARE] FILE.html|FILE.pack...
 *
 * Prints, for each argument and in all: pages, pages whose text is equal (white space and
 * script, style, template left out), text bytes with the same block-level elements above them, and
 * bytes for which both agree about being in a link. A page whose text differs where the scanner
 * says that it may (docs/explanation/internals.md lists the cases) is counted apart. Exits 1 when
 * the totals are below the floors (defaults: 99.9 % of pages, 99.8 % of bytes for paths and for
 * links), or more than 0.2 % of the pages are counted apart. -v shows where pages differ.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flat.h"
#include "pages.h"

struct total {
    size_t pages, same_pages, bytes, same_path, same_link;
    size_t apart;
};

static void show(const struct page *page, const struct flat *ours, const struct flat *lexbor,
                 struct flat_diff diff)
{
    if (!diff.same_text) {
        size_t from = diff.first > 40 ? diff.first - 40 : 0;
        size_t a = ours->len - from < 100 ? ours->len - from : 100;
        size_t b = lexbor->len - from < 100 ? lexbor->len - from : 100;
        printf("  %s: texts part at byte %zu\n    ours   ...%.*s\n    lexbor ...%.*s\n", page->name,
               diff.first, (int)a, (const char *)ours->text + from, (int)b,
               (const char *)lexbor->text + from);
    }
    if (diff.same_path < diff.first) {
        size_t left = lexbor->len - diff.path_at < 60 ? lexbor->len - diff.path_at : 60;
        printf("  %s: paths differ for %zu of %zu bytes, first at %zu: %.*s\n", page->name,
               diff.first - diff.same_path, diff.text_bytes, diff.path_at, (int)left,
               (const char *)lexbor->text + diff.path_at);
    }
}

static int judge_page(const struct page *page, struct total *total, int verbose)
{
    struct flat ours, lexbor;
    int failed = flat_ours(&ours, page->bytes, page->len) != 0;
    failed |= flat_lexbor(&lexbor, page->bytes, page->len) != 0;
    if (!failed) {
        struct flat_diff diff = flat_compare(&ours, &lexbor);
        if (ours.inexact && !diff.same_text) {
            total->apart++;
        } else {
            total->pages++;
            total->same_pages += (size_t)diff.same_text;
            total->bytes += diff.text_bytes;
            total->same_path += diff.same_path;
            total->same_link += diff.same_link;
        }
        if (verbose)
            show(page, &ours, &lexbor, diff);
    } else {
        fprintf(stderr, "%s: could not be parsed\n", page->name);
    }
    flat_free(&ours);
    flat_free(&lexbor);
    return failed ? -1 : 0;
}

static double share(size_t part, size_t whole)
{
    return whole == 0 ? 100.0 : 100.0 * (double)part / (double)whole;
}

static void print_total(const char *name, const struct total *total)
{
    const char *slash = strrchr(name, '/');
    printf("%-24s %5zu pages, text equal %8.4f %% (%zu differ), block paths %8.4f %%, links %8.4f "
           "%%; %zu apart\n",
           slash != NULL ? slash + 1 : name, total->pages, share(total->same_pages, total->pages),
           total->pages - total->same_pages, share(total->same_path, total->bytes),
           share(total->same_link, total->bytes), total->apart);
}

int main(int argc, char **argv)
{
    const double most_apart = 0.2;
    double page_floor = 99.9, path_floor = 99.8, link_floor = 99.8;
    int verbose = 0, failed = 0;
    struct total all = {0, 0, 0, 0, 0, 0};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0) {
            verbose = 1;
        } else if (strcmp(argv[i], "--pages") == 0 && i + 1 < argc) {
            page_floor = atof(argv[++i]);
        } else if (strcmp(argv[i], "--paths") == 0 && i + 1 < argc) {
            path_floor = atof(argv[++i]);
        } else if (strcmp(argv[i], "--links") == 0 && i + 1 < argc) {
            link_floor = atof(argv[++i]);
        } else {
            struct page_set set = {0};
            struct total total = {0, 0, 0, 0, 0, 0};
            failed |= page_set_add(&set, argv[i]) != 0;
            for (size_t k = 0; k < set.count; k++)
                failed |= judge_page(&set.pages[k], &total, verbose) != 0;
            page_set_free(&set);
            if (total.pages > 1)
                print_total(argv[i], &total);
            all.pages += total.pages;
            all.same_pages += total.same_pages;
            all.bytes += total.bytes;
            all.same_path += total.same_path;
            all.same_link += total.same_link;
            all.apart += total.apart;
        }
    }
    print_total("all", &all);
    if (share(all.same_pages, all.pages) < page_floor ||
        share(all.same_path, all.bytes) < path_floor ||
        share(all.same_link, all.bytes) < link_floor) {
        printf("below the floor: %.2f %% of pages, %.2f %% and %.2f %% of bytes\n", page_floor,
               path_floor, link_floor);
        failed = 1;
    }
    if (share(all.apart, all.pages + all.apart) > most_apart && all.apart > 0) {
        printf("more than %.1f %% of the pages are counted apart\n", most_apart);
        failed = 1;
    }
    return failed;
}
