/*
 * metadata.h - what a page says about itself: title, author, dates and so on.
 */
#ifndef PITH_METADATA_H
#define PITH_METADATA_H

#include "base/arena.h"
#include "blocks/blocks.h"

/* The facts that were found, in the order of their fields; texts are in the page's arena. */
struct pith__metadata {
    struct pith__fact_entry {
        pith_fact fact;
        uint8_t field; /* a pith_field */
    } * list;
    size_t len;
};

#endif
