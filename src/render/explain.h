/*
 * explain.h - what the two halves of the explain page share: render_explain.c writes its markup,
 * explain_data.c its data.
 */
#ifndef PITH_EXPLAIN_H
#define PITH_EXPLAIN_H

#include "base/json_write.h"
#include "base/writer.h"
#include "page.h"

enum {
    PITH__EXPLAIN_REASONS = 37,
    /* The last two are written only if a page was not judged completely or its caller decided. */
    PITH__EXPLAIN_REASONS_USUAL = PITH__EXPLAIN_REASONS - 2,
    PITH__EXPLAIN_FLAGS = 6
};

/* A sentence for each reason of a block. Their order gives the reasons their numbers in the page's
 * data. */
struct pith__explain_reason {
    pith_reason reason;
    const char *sentence;
};
extern const struct pith__explain_reason pith__explain_reasons[];

/* The number of a pith_reason among those. */
unsigned pith__explain_number(unsigned reason);

/* Names of the PITH_FLAG_ bits, from bit 0. PITH_FLAG_ITEM is missing: the bullet shows it. */
extern const char *const pith__explain_flags[];

/* Writes MARK, then NUMBER. */
static inline void pith__explain_field(struct pith__writer *writer, const char *mark,
                                       int64_t number)
{
    pith__write_string(writer, mark);
    pith__write_number(writer, number);
}

/* Writes the members of the data's object for the page and its first COUNT blocks. MARKS is
 * scratch: a zeroed bit for each node. */
void pith__explain_data(struct pith__writer *writer, const pith_page *page, size_t count,
                        unsigned char *marks);

#endif
