/*
 * fuzz_judge.c - our text against lexbor's, on any bytes.
 *
 * Whatever the page, the text outside script, style and template must be the same, up to white
 * space. The kinds of pages where it is allowed to differ are listed in
 * docs/explanation/internals.md ("Where we differ") and skipped by known_difference().
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encoding/encoding.h"
#include "flat.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* lexbor takes minutes and gigabytes on some pages; small ones show everything. */
enum { MOST = 4096 };

/* What follows the first place where the page has LOWER; empty where it has none. */
static struct pith__span after(struct pith__span page, const char *lower)
{
    while (page.len > 0 && !pith__span_starts(page, lower)) {
        page.ptr++;
        page.len--;
    }
    return page;
}

/* lexbor 3.0.1 takes a form feed before the body for text, so that a <frameset> drops what follows
 * it; it does not end SVG and MathML at <sup>; and when it looks for the heading that </h1>
 * ends, it takes elements of theirs that are named like HTML's <td> for a border of scope, and does
 * not take their own borders for one. */
static int lexbor_errs(struct pith__span page)
{
    static const char *const borders[] = {"<annotation-xml",
                                          "<applet",
                                          "<caption",
                                          "<desc",
                                          "<foreignobject",
                                          "<html",
                                          "<marquee",
                                          "<mi",
                                          "<mn",
                                          "<mo",
                                          "<ms",
                                          "<mtext",
                                          "<object",
                                          "<select",
                                          "<td",
                                          "<template",
                                          "<th",
                                          "<title"};
    struct pith__span svg = after(page, "<svg");
    struct pith__span math = after(page, "<math");
    struct pith__span inside = svg.len > math.len ? svg : math;
    if (after(after(page, "\f"), "<frameset").len > 0)
        return 1;
    if (after(inside, "<sup").len > 0)
        return 1;
    for (size_t i = 0; i < sizeof borders / sizeof *borders; i++) {
        if (after(after(inside, borders[i]), "</h").len > 0)
            return 1;
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > MOST)
        return 0;
    struct pith__arena arena;
    struct pith__decoded decoded;
    pith__arena_init(&arena, &pith__allocator_default);
    if (pith__decode(&arena, data, size, "utf-8", false, NULL, &decoded) == PITH_OK) {
        struct flat ours, lexbor;
        if (flat_ours(&ours, decoded.utf8.ptr, decoded.utf8.len) != 0 ||
            flat_lexbor(&lexbor, decoded.utf8.ptr, decoded.utf8.len) != 0)
            abort();
        struct flat_diff diff = flat_compare(&ours, &lexbor);
        if (!diff.same_text && !ours.inexact && !lexbor_errs(decoded.utf8)) {
            fprintf(stderr, "texts part at byte %zu\nours   %.*s\nlexbor %.*s\n", diff.first,
                    (int)ours.len, (const char *)ours.text, (int)lexbor.len,
                    (const char *)lexbor.text);
            abort();
        }
        flat_free(&ours);
        flat_free(&lexbor);
    }
    pith__arena_deinit(&arena);
    return 0;
}
