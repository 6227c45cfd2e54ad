/*
 * ngram_texts.h - labelled pages, pairs of raw and clean files, and clean text in; segments of text
 * out, to count n-grams in.
 */
#ifndef PITH_NGRAM_TEXTS_H
#define PITH_NGRAM_TEXTS_H

#include "eval/set.h"

enum ngram_kind {
    NGRAM_BOILERPLATE, /* a block of a page that is not in its true text */
    NGRAM_CONTENT,     /* one that is */
    NGRAM_TRUTH,       /* a segment of a page's true text */
    NGRAM_MORE         /* clean text of no page */
};

struct ngram_segment {
    size_t at; /* in the text of all */
    uint32_t len;
    uint32_t words;
    uint32_t page; /* of those of no page 0 */
    uint8_t kind;  /* an ngram_kind */
    bool ruled;    /* a block that goes by one of the method's rules, whatever a model says */
};

struct ngram_texts {
    struct pith__vec text;     /* bytes of all segments, white space folded */
    struct pith__vec segments; /* of struct ngram_segment, page after page */
    struct pith__vec sites;    /* (page_count) uint64_t: a number for the site of each page */
    size_t page_count;
    size_t unusable; /* pages that were named and left out */
    size_t bad_sets; /* sets and files that were named: they cannot be read */
};

/* Says what is wrong with a page or file; the rest is read. */
typedef void (*ngram_note)(const char *file, uint64_t line, const char *message);

void ngram_texts_init(struct ngram_texts *texts);
void ngram_texts_deinit(struct ngram_texts *texts);

/* Each of these adds to TEXTS. False: there is no memory; NOTE was told. */

/* Pages of a set that match all of WHERES (set_page_matches). Blocks are labelled by the truth. */
bool ngram_texts_set(struct ngram_texts *texts, const char *path, const char *const *wheres,
                     size_t where_count, ngram_note note);

/* Files of the folder RAW with the file of the same name, up to its ending, in the folder CLEAN, in
 * the order of names. Raw files are pages where their name ends in .html or .htm, else plain text;
 * clean ones are plain text, in which <p>, <h> and <l> may stand before segments. */
bool ngram_texts_pairs(struct ngram_texts *texts, const char *raw, const char *clean,
                       ngram_note note);

/* Clean text of no page, packed or not, at most MOST bytes of it: a segment a line. */
bool ngram_texts_clean(struct ngram_texts *texts, const char *file, uint64_t most, ngram_note note);

/* Which of FOLDS parts, 1 to 255, each of the PAGES that are true is in, NULL: each of all,
 * (page_count): pages of a site are in the same part. SEED picks among such divisions. False: there
 * is no memory. */
bool ngram_texts_folds(const struct ngram_texts *texts, const bool *pages, unsigned folds,
                       uint64_t seed, uint8_t *fold_of_page);

static inline const unsigned char *ngram_text_of(const struct ngram_texts *texts,
                                                 const struct ngram_segment *segment)
{
    return (const unsigned char *)texts->text.data + segment->at;
}

#endif
