/*
 * ngram_texts.h - in: labelled pages, pairs of raw and clean files, and clean text; out: segments
 * of text to count n-grams in.
 */
#ifndef PITH_NGRAM_TEXTS_H
#define PITH_NGRAM_TEXTS_H

#include "eval/set.h"

enum ngram_kind {
    NGRAM_BOILERPLATE, /* a block of a page that is not in its gold text */
    NGRAM_CONTENT,     /* a block that is */
    NGRAM_TRUTH,       /* a segment of a page's gold text */
    NGRAM_MORE         /* clean text without a page */
};

struct ngram_segment {
    size_t at; /* offset in the text of all segments */
    uint32_t len;
    uint32_t words;
    uint32_t page; /* 0 if it has none */
    uint8_t kind;  /* an ngram_kind */
    bool ruled;    /* a block decided by the method's rules, whatever a model says */
};

struct ngram_texts {
    struct pith__vec text;     /* bytes of all segments, white space folded */
    struct pith__vec segments; /* struct ngram_segment, page by page */
    struct pith__vec sites;    /* (page_count) uint64_t: site id of each page */
    size_t page_count;
    size_t unusable; /* pages reported and skipped */
    size_t bad_sets; /* sets and files reported as unreadable */
};

/* Reports a problem with a page or file, which is skipped. */
typedef void (*ngram_note)(const char *file, uint64_t line, const char *message);

void ngram_texts_init(struct ngram_texts *texts);
void ngram_texts_deinit(struct ngram_texts *texts);

/* Each of these adds to TEXTS. They return false when out of memory, which is reported to NOTE. */

/* Pages of a set that match all of WHERES (set_page_matches). Blocks are labelled by the ground
 * truth. */
bool ngram_texts_set(struct ngram_texts *texts, const char *path, const char *const *wheres,
                     size_t where_count, ngram_note note);

/* Pairs each file of the folder RAW with the file of the same base name in the folder CLEAN, in
 * name order. Raw files are HTML if their name ends in .html or .htm, else plain text; clean ones
 * are plain text, in which segments may start with <p>, <h> or <l>. */
bool ngram_texts_pairs(struct ngram_texts *texts, const char *raw, const char *clean,
                       ngram_note note);

/* Clean text without pages, compressed or not, at most MOST bytes of it: one segment per line. */
bool ngram_texts_clean(struct ngram_texts *texts, const char *file, uint64_t most, ngram_note note);

/* Splits the pages marked in PAGES, or all if NULL, into FOLDS folds, 1 to 255, (page_count): all
 * pages of a site are in the same fold. SEED selects one such split. Returns false when out of
 * memory. */
bool ngram_texts_folds(const struct ngram_texts *texts, const bool *pages, unsigned folds,
                       uint64_t seed, uint8_t *fold_of_page);

static inline const unsigned char *ngram_text_of(const struct ngram_texts *texts,
                                                 const struct ngram_segment *segment)
{
    return (const unsigned char *)texts->text.data + segment->at;
}

#endif
