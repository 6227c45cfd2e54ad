/*
 * window.h - the part of a page around its heading, where readers look for author and date.
 */
#ifndef PITH_WINDOW_H
#define PITH_WINDOW_H

#include "metadata/finder.h"

/* Ranks of what is found there. They continue those of meta_tags.c, json_ld.c and microdata.c. */
enum {
    PITH__RANK_URL = 70,
    PITH__RANK_NEAR = 80,    /* marked up, near the heading */
    PITH__RANK_TEXT = 90,    /* text near the heading */
    PITH__RANK_FAR = 100,    /* marked up, elsewhere */
    PITH__RANK_USER = 110,   /* user name, after the heading */
    PITH__RANK_CHANGED = 120 /* a modification date, if there is no other */
};

enum { PITH__LINE_MOST = 250 }; /* most bytes of a byline */

struct pith__window {
    struct pith__finder *finder;
    size_t heading;  /* block of the heading, or the number of blocks */
    uint32_t before; /* the first node before the heading that is near it */
    uint32_t start;  /* the heading's node */
    uint32_t after;  /* the first node after the heading that is not near it */
};

/* Finds the heading: an <h1>, a block with the words of the title, or the first block of text. */
void pith__window_find(struct pith__window *window, struct pith__span title);

static inline const pith_block *pith__window_block(const struct pith__window *window, size_t index)
{
    return pith_page_block(window->finder->page, index);
}

/* The text of block INDEX if it may be a byline: it is short, and not about other pages. Otherwise
 * empty. */
struct pith__span pith__window_line(const struct pith__window *window, size_t index);

/* The two readers. */
void pith__byline_author(struct pith__window *window);
void pith__byline_date(struct pith__window *window);

#endif
