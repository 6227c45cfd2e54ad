/*
 * tagger_state.h - what pith__tagger_begin() finds out about a page. Internal to tagger*.c.
 */
#ifndef PITH_TAGGER_STATE_H
#define PITH_TAGGER_STATE_H

#include "base/hash.h"
#include "features/tagger.h"

/* No box, no block, no group. */
#define PITH__NO UINT32_MAX

/* An element with at least one block below it. Number 0 is <html>; parents come before children. */
struct pith__box {
    uint32_t node;
    uint32_t parent; /* box; number 0 is its own parent */
    uint32_t bigger; /* nearest box above with more words, or PITH__NO */
    uint32_t repeat; /* nearest box, itself included, with two similar siblings, or PITH__NO */
    uint32_t first;  /* first block in it */
    uint32_t last;
    uint32_t blocks;
    uint32_t words;
    uint32_t link_words;
    uint32_t sentences;
    uint32_t p_words; /* of blocks directly in a <p> */
    uint32_t headings;
    uint32_t images;
    uint32_t controls; /* inputs, buttons and similar */
    uint32_t times;
    uint32_t largest_child;          /* words of the largest child */
    uint32_t path;                   /* hash of the tags and class names from the root */
    uint32_t bare_path;              /* hash of the tags only */
    uint32_t look;                   /* hash of its own tag and class name */
    uint32_t siblings;               /* group of its siblings that look the same, itself included */
    uint32_t order;                  /* how many of those come before it */
    uint32_t near[PITH__ROLES];      /* nearest box of each role, itself included, or PITH__NO */
    uint32_t anchors[PITH__ANCHORS]; /* nearest box that holds the anchor, itself included */
    uint32_t signs;                  /* PITH__SIGN_ bits of the element itself */
    uint32_t signs_above;            /* ... and of all above it, except <html> and <body> */
    uint16_t depth;
    uint8_t tag;
    uint8_t repeats;              /* boxes with at least two similar siblings: itself and above */
    uint8_t holds;                /* bits of the anchors in it */
    uint8_t counts[PITH__UNDERS]; /* occurrences of each tag at and above it, at most 255 */
};

/* Similar things: blocks with the same path, blocks with the same text, sibling boxes. */
struct pith__group {
    uint32_t blocks; /* or boxes, in a group of boxes */
    uint32_t words;
    uint32_t link_words;
    uint32_t first; /* first block */
    uint32_t last;
    uint32_t boxes;
    uint32_t most; /* words of the largest */
};

/*
 * Groups by key, a hash of what makes things similar. Things whose keys collide are grouped
 * together. A page made to collide only changes its own feature values, as it could by repeating a
 * text or class name.
 */
struct pith__groups {
    struct pith__group *list;
    struct pith__hash numbers;
};

pith_status pith__groups_begin(struct pith__groups *groups, size_t most, struct pith__arena *arena);

/* Finds the group with KEY, or adds it. */
static inline pith_status pith__groups_find(struct pith__groups *groups, uint64_t key,
                                            uint32_t *number)
{
    uint32_t count = groups->numbers.count;
    PITH__TRY(pith__hash_add(&groups->numbers, key, number));
    if (*number == count)
        groups->list[count] = (struct pith__group){.first = PITH__NO};
    return PITH_OK;
}

/* Character counts of a block's text. */
struct pith__look {
    uint32_t letters;
    uint32_t upper;
    uint32_t start_upper;
    uint32_t digits;
    uint32_t commas;
    uint32_t stops;
    uint32_t marks; /* other visible characters */
    uint32_t bars;
    uint32_t money;
    uint32_t years;
    uint32_t lines;
    bool copyright;
    uint8_t start;
    uint8_t end;
};

/* The words of a title, as a set of hashes. Words with the same hash count as one. */
enum { PITH__TITLE_WORDS = 48 };
struct pith__title_set {
    struct pith__hash words;
    uint32_t seconds[256]; /* for each first byte, a bit set of second bytes, ignoring case */
};

pith_status pith__title_read(struct pith__title_set *title, struct pith__span text,
                             struct pith__arena *arena);
/* Counts the words of TEXT that are in the title; 0 for long texts, which cannot be the title. */
uint32_t pith__title_common(const struct pith__title_set *title, struct pith__span text);

struct pith__look pith__look_at(struct pith__span text);

/* What the tagger knows about a block beyond its pith_block. */
struct pith__tagged {
    const struct pith__group *group;
    const struct pith__group *bare_group;
    struct pith__look text;
    uint32_t index;
    uint32_t box;
    uint32_t block_box; /* box of the nearest block-level element */
    uint32_t common;    /* deepest box that also holds the previous block */
    uint32_t up,
        down; /* steps from the block up to it, and from there down to the previous block */
    uint32_t words_before;
    uint32_t links_before;
    uint32_t heading; /* block of the last heading before it, or PITH__NO */
    uint32_t headings_before;
    uint32_t to_long, since_long; /* distance in blocks to the nearest long texts */
    uint32_t text_group;
    uint32_t copy; /* number of earlier blocks with the same text */
    uint32_t title_words;
};

/* Indices of the LEVEL features. */
enum pith__level_place {
#define LEVEL(x, name, summary, value) PITH__LEVEL_##name,
#include "features/tagger.def"
#undef LEVEL
    PITH__LEVEL_SIZE
};

struct pith__tagger {
    const pith_page *page;
    const pith_block *list;
    struct pith__box *boxes;
    float (*levels)[PITH__LEVEL_SIZE]; /* (boxes): LEVEL values that do not depend on the block */
    uint32_t *box_of_node;
    struct pith__tagged *blocks; /* (count + 1): the last is an empty sentinel */
    const struct pith__group *texts;
    const struct pith__group *siblings;
    size_t box_count;
    size_t count;
    uint32_t anchors[PITH__ANCHORS]; /* blocks, or PITH__NO */
    uint32_t heavy; /* deepest box with more than half of the page's words outside links */
    uint32_t words, link_words;
    uint32_t role_blocks[PITH__ROLES];
    uint32_t articles, top_headings, money_blocks, code_blocks, longest_words, long_words;
    uint32_t repeated_blocks, title_words, depths;
    float page_row[PITH__PAGE_FEATURES]; /* the start of every row */
};

/* The inputs of a feature. tagger.def says which of them each family has. */
struct pith__view {
    const struct pith__tagger *tagger;
    const struct pith__tagged *record;
    const pith_block *block;
    const struct pith__box *box;     /* innermost element around the block */
    const struct pith__box *element; /* the element that the feature describes */
    const struct pith__group *alike; /* its siblings that look the same */
    const float *level;              /* its LEVEL values, by PITH__LEVEL_ */
    uint32_t index;                  /* box number of the element */
    uint32_t inner;                  /* words of the next inner level */
    uint32_t anchor;                 /* box number of the anchor's element */
};

/* A text with at least this many words outside links is long. */
enum { PITH__LONG = 20 };

/* Creates the boxes, without the sums over blocks. To stay within MOST boxes it leaves out the last
 * blocks. */
pith_status pith__boxes_make(struct pith__tagger *tagger, size_t most, struct pith__arena *arena);
/* Sums the blocks into the boxes around them, then relates the boxes to each other. */
pith_status pith__boxes_sum(struct pith__tagger *tagger, struct pith__arena *arena);

/* The words of tagger_words.def by hash, and a cache of the names seen last. Each name has one
 * place in the cache and evicts what was there, so lookups never search. Names whose hashes collide
 * are taken for the same: no worse than a page that uses the other name. */
enum {
    PITH__SIGN_WORDS = 0 /* upper bound: each word has a letter, and a space or the end after it */
#define SIGN(name, list) +(int)(sizeof list / 2)
#include "features/tagger_words.def"
#undef SIGN
    ,
    PITH__SIGN_ROOM = 512, /* at least as many as there are */
    PITH__NAME_SLOTS = 1024
};
struct pith__name_seen {
    uint64_t hash;
    uint32_t signs; /* PITH__SIGN_ bits of its words */
    uint32_t first; /* hash of the first class name in it, ignoring digits */
};
struct pith__sign_table {
    struct pith__hash words;
    struct pith__name_seen seen[PITH__NAME_SLOTS];
    uint8_t signs[PITH__SIGN_WORDS]; /* by word number */
};

pith_status pith__sign_table_make(struct pith__sign_table *table, struct pith__arena *arena);
/* Looks up NAME; only its start counts. */
const struct pith__name_seen *pith__name_look(struct pith__sign_table *table,
                                              struct pith__span name);

#endif
