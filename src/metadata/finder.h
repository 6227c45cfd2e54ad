/*
 * finder.h - the search for a page's metadata: the offers so far, and how to make more.
 *
 * Every source has a rank in its field. The lowest rank wins, and among equal ranks the first
 * offer. An offer that cannot win is not even decoded, so thousands of them cost next to nothing.
 */
#ifndef PITH_FINDER_H
#define PITH_FINDER_H

#include "page.h"
#include "parse/text.h"
#include "text/letters.h"

enum {
    PITH__VALUE_MOST = 1000, /* most bytes of a value */
    PITH__RAW_MOST = 4000,   /* most bytes of a value's source that are read */
    PITH__LIST_MOST = 32,    /* most authors, most tags */
    PITH__SPLIT_MOST = 256,  /* most texts that are split into names of authors */
    PITH__MARKS_MOST = 64,   /* most headings, times, names that are looked at */
    PITH__RANK_NONE = 255
};

/* The encoding of an offer. */
enum pith__raw {
    PITH__RAW_ATTRIBUTE, /* an attribute's value, with character references */
    PITH__RAW_JSON, /* a JSON string without its quotes, which may hold character references, too */
    PITH__RAW_TEXT  /* plain text */
};

/* Where a title was found, most trusted first, for pages without a heading. */
enum {
    PITH__TITLE_OG,
    PITH__TITLE_TWITTER,
    PITH__TITLE_JSON_LD,
    PITH__TITLE_MICRODATA,
    PITH__TITLE_META,
    PITH__TITLE_ELEMENT,
    PITH__TITLES
};

/* An accepted value; its text is in the arena. */
struct pith__value {
    struct pith__span text;
    const char *source;
    unsigned rank;
};

struct pith__values {
    struct pith__value list[PITH__LIST_MOST];
    unsigned len;
};

/* Nodes to look at again once the title is known. */
struct pith__marks {
    uint32_t list[PITH__MARKS_MOST];
    unsigned len;
};

struct pith__finder {
    const pith_page *page;
    const struct pith__doc *doc;
    struct pith__arena *arena;
    pith_status status; /* the first failure; no offers are accepted after it */

    struct pith__value best[PITH_FIELDS]; /* not used for titles; for lists only the rank */
    struct pith__value titles[PITH__TITLES];
    struct pith__values authors;
    struct pith__values tags;
    struct pith__span url;  /* the page's address by the caller; empty if that is not an address */
    struct pith__span base; /* <base href> */

    struct pith__marks headings; /* <h1> */
    struct pith__marks times;    /* <time> */
    uint32_t heading;            /* node of the page's heading, or PITH_NONE */
    uint32_t item;               /* microdata: the scope of the page's article, or PITH_NONE */
    unsigned properties;         /* microdata: number seen so far */
    unsigned splits;             /* number of texts split into names so far */
    bool article;                /* the page says it is an article */
    bool written_by[2];          /* twitter:data1, twitter:data2 name the author */
    unsigned dates;              /* PITH__DATE_ bits for the page's language */

    unsigned char decoded[PITH__TEXT_ROOM(PITH__RAW_MOST)]; /* scratch */
    unsigned char folded[PITH__TEXT_ROOM(PITH__RAW_MOST)];
};

/* True if an offer of this rank could still win. */
bool pith__finder_wants(const struct pith__finder *finder, pith_field field, unsigned rank);

/* Offers a value. RANK is a PITH__TITLE_ for titles. SOURCE is static. */
void pith__finder_offer(struct pith__finder *finder, pith_field field, unsigned rank,
                        const char *source, struct pith__span raw, enum pith__raw how);

/* Decodes RAW, collapses white space and drops control characters. The result is in the finder's
 * scratch, valid until the next call. */
struct pith__span pith__finder_clean(struct pith__finder *finder, struct pith__span raw,
                                     enum pith__raw how);

/* The same for the text of element NODE; a long text is cut. */
struct pith__span pith__finder_text(struct pith__finder *finder, uint32_t node);

/* A copy in the arena; empty if there is no memory. */
struct pith__span pith__finder_keep(struct pith__finder *finder, struct pith__span text);

void pith__marks_add(struct pith__marks *marks, uint32_t node);

/* The readers, one for each kind of source. */
void pith__find_in_meta(struct pith__finder *finder, const struct pith__node *node);
void pith__find_in_link(struct pith__finder *finder, const struct pith__node *node);
void pith__find_in_microdata(struct pith__finder *finder, uint32_t index,
                             struct pith__span properties);
void pith__find_byline(struct pith__finder *finder); /* call after the title is chosen */

/* True for a node in comments, or among links to other pages. */
bool pith__stands_elsewhere(const struct pith__doc *doc, uint32_t index);

pith_status pith__find_in_json_ld(struct pith__finder *finder, const uint32_t *scripts,
                                  size_t count);

/* Chooses the title, and sets the heading. */
void pith__title_choose(struct pith__finder *finder, struct pith__value *title);

/*
 * Splits a text that names authors into at most MOST names, slices of TEXT, and returns their
 * number. Addresses and e-mail addresses are left out. SEEN: the text is from the page, not from a
 * field for names, so only what looks like a name is one.
 */
size_t pith__names_split(struct pith__span text, bool seen, struct pith__span *names, size_t most);

#endif
