/*
 * window.h - the part of a page around its heading, where readers look for author and date.
 */
#ifndef PITH_WINDOW_H
#define PITH_WINDOW_H

#include "metadata/finder.h"

/* Ranks of what is found there; they go on from those of meta_tags.c, json_ld.c, microdata.c. */
enum {
    PITH__RANK_URL = 70,
    PITH__RANK_NEAR = 80,    /* marked up, near the heading */
    PITH__RANK_TEXT = 90,    /* text near the heading */
    PITH__RANK_FAR = 100,    /* marked up, elsewhere */
    PITH__RANK_USER = 110,   /* name of a user, after the heading */
    PITH__RANK_CHANGED = 120 /* the date of a change, for want of another */
};

enum { PITH__LINE_MOST = 250 }; /* bytes of a byline */

struct pith__window {
    struct pith__finder *finder;
    size_t heading;  /* block of the heading, or behind all */
    uint32_t before; /* the first node before the heading that is near */
    uint32_t start;  /* the heading's node */
    uint32_t after;  /* the first node behind the heading that is not near */
};

/* Finds the heading: an <h1>, a block with the title's words, or the first block of text. */
void pith__window_find(struct pith__window *window, struct pith__span title);

static inline const pith_block *pith__window_block(const struct pith__window *window, size_t index)
{
    return pith_page_block(window->finder->page, index);
}

/* The text of block INDEX where that may be a byline: it is short, and of the page's own. Else
 * empty. */
struct pith__span pith__window_line(const struct pith__window *window, size_t index);

/* The parts. */
void pith__byline_author(struct pith__window *window);
void pith__byline_date(struct pith__window *window);

#endif
