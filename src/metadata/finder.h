/*
 * finder.h - the search for a page's metadata: what was offered so far, and how to offer more.
 *
 * Every source has a rank in its field; the smallest rank wins, and the first offer of a rank. An
 * offer that cannot win is not even decoded, so thousands of them cost next to nothing.
 */
#ifndef PITH_FINDER_H
#define PITH_FINDER_H

#include "page.h"
#include "parse/text.h"
#include "text/letters.h"

enum {
    PITH__VALUE_MOST = 1000, /* bytes of a value */
    PITH__RAW_MOST = 4000,   /* bytes of the source of a value that are looked at */
    PITH__LIST_MOST = 32,    /* authors; tags */
    PITH__SPLIT_MOST = 256,  /* texts with names of authors that are cut into these */
    PITH__MARKS_MOST = 64,   /* headings, times, names that are looked at */
    PITH__RANK_NONE = 255
};

/* How an offer is written. */
enum pith__raw {
    PITH__RAW_ATTRIBUTE, /* an attribute's value, with character references */
    PITH__RAW_JSON,      /* a JSON string without its quotes; it may hold references too */
    PITH__RAW_TEXT       /* plain text */
};

/* Where a title was found. The order is that of trust, for pages without a heading. */
enum {
    PITH__TITLE_OG,
    PITH__TITLE_TWITTER,
    PITH__TITLE_JSON_LD,
    PITH__TITLE_MICRODATA,
    PITH__TITLE_META,
    PITH__TITLE_ELEMENT,
    PITH__TITLES
};

/* A value that was taken; its text is in the arena. */
struct pith__value {
    struct pith__span text;
    const char *source;
    unsigned rank;
};

struct pith__values {
    struct pith__value list[PITH__LIST_MOST];
    unsigned len;
};

/* Nodes that are looked at again once the title is known. */
struct pith__marks {
    uint32_t list[PITH__MARKS_MOST];
    unsigned len;
};

struct pith__finder {
    const pith_page *page;
    const struct pith__doc *doc;
    struct pith__arena *arena;
    pith_status status; /* the first failure; nothing is taken after it */

    struct pith__value best[PITH_FIELDS]; /* not of titles; of lists only the rank */
    struct pith__value titles[PITH__TITLES];
    struct pith__values authors;
    struct pith__values tags;
    struct pith__span url;  /* of the page, as the caller says; empty where that is no address */
    struct pith__span base; /* <base href> */

    struct pith__marks headings; /* <h1> */
    struct pith__marks times;    /* <time> */
    uint32_t heading;            /* the node of the page's heading, or PITH_NONE */
    uint32_t item;               /* microdata: the scope that is the page's article, or PITH_NONE */
    unsigned properties;         /* microdata: seen so far */
    unsigned splits;             /* texts that were cut into names so far */
    bool article;                /* the page says that it is an article */
    bool written_by[2];          /* twitter:data1, twitter:data2 are the author */
    unsigned dates;              /* PITH__DATE_ bits that hold for the page's language */

    unsigned char decoded[PITH__TEXT_ROOM(PITH__RAW_MOST)]; /* scratch */
    unsigned char folded[PITH__TEXT_ROOM(PITH__RAW_MOST)];
};

/* True when an offer of this rank could still win. */
bool pith__finder_wants(const struct pith__finder *finder, pith_field field, unsigned rank);

/* Offers a value. RANK is a PITH__TITLE_ for titles. SOURCE is static. */
void pith__finder_offer(struct pith__finder *finder, pith_field field, unsigned rank,
                        const char *source, struct pith__span raw, enum pith__raw how);

/* RAW decoded, white space folded, without control characters, in the finder's scratch: valid until
 * the next call. */
struct pith__span pith__finder_clean(struct pith__finder *finder, struct pith__span raw,
                                     enum pith__raw how);

/* The text of the element NODE in the same way; of long text the start. */
struct pith__span pith__finder_text(struct pith__finder *finder, uint32_t node);

/* A copy in the arena; empty when there is no memory. */
struct pith__span pith__finder_keep(struct pith__finder *finder, struct pith__span text);

void pith__marks_add(struct pith__marks *marks, uint32_t node);

/* The parts, one for each kind of source. */
void pith__find_in_meta(struct pith__finder *finder, const struct pith__node *node);
void pith__find_in_link(struct pith__finder *finder, const struct pith__node *node);
void pith__find_in_microdata(struct pith__finder *finder, uint32_t index,
                             struct pith__span properties);
void pith__find_byline(struct pith__finder *finder); /* after the title */

/* True for a node in comments, or among links to other pages. */
bool pith__stands_elsewhere(const struct pith__doc *doc, uint32_t index);

pith_status pith__find_in_json_ld(struct pith__finder *finder, const uint32_t *scripts,
                                  size_t count);

/* Takes the title, and sets the heading. */
void pith__title_choose(struct pith__finder *finder, struct pith__value *title);

/*
 * Cuts a text that names authors into names, up to MOST of them, and returns how many: slices of
 * TEXT. Addresses and e-mail addresses are left out. SEEN: the text was found on the page, not in a
 * field for names, so only what looks like a name is one.
 */
size_t pith__names_split(struct pith__span text, bool seen, struct pith__span *names, size_t most);

#endif
