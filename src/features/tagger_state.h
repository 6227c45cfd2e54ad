/*
 * tagger_state.h - what pith__tagger_begin() finds out about a page, for the files tagger*.c alone.
 */
#ifndef PITH_TAGGER_STATE_H
#define PITH_TAGGER_STATE_H

#include "base/hash.h"
#include "features/tagger.h"

/* No box, no block, no group. */
#define PITH__NO UINT32_MAX

/* An element with a block in it, be it deep below. Number 0 is <html>; parents stand first. */
struct pith__box {
    uint32_t node;
    uint32_t parent; /* box; of number 0 itself */
    uint32_t bigger; /* nearest box above with more words, or PITH__NO */
    uint32_t repeat; /* nearest box with two more like it beside it, itself included, or PITH__NO */
    uint32_t first;  /* block */
    uint32_t last;
    uint32_t blocks;
    uint32_t words;
    uint32_t link_words;
    uint32_t sentences;
    uint32_t p_words; /* of blocks right in a <p> */
    uint32_t headings;
    uint32_t images;
    uint32_t controls; /* inputs, buttons and the like */
    uint32_t times;
    uint32_t largest_child;          /* words */
    uint32_t path;                   /* hash of the tags and class names down to here */
    uint32_t bare_path;              /* hash of the tags alone */
    uint32_t look;                   /* hash of its own tag and class name */
    uint32_t siblings;               /* group of the boxes beside it that look like it */
    uint32_t order;                  /* how many of those stand before it */
    uint32_t near[PITH__ROLES];      /* nearest box of each role, itself included, or PITH__NO */
    uint32_t anchors[PITH__ANCHORS]; /* nearest box that holds the anchor, itself included */
    uint32_t signs;                  /* bits of PITH__SIGN_ that the element itself has */
    uint32_t signs_above;            /* ... and all above it, without <html> and <body> */
    uint16_t depth;
    uint8_t tag;
    uint8_t repeats;              /* boxes with two more like them: itself and above */
    uint8_t holds;                /* bits of anchors in it */
    uint8_t counts[PITH__UNDERS]; /* tags of itself and above, at most 255 */
};

/* Things that are alike: blocks with the same path, blocks with the same text, boxes side by side.
 */
struct pith__group {
    uint32_t blocks; /* or boxes, in a group of boxes */
    uint32_t words;
    uint32_t link_words;
    uint32_t first; /* block */
    uint32_t last;
    uint32_t boxes;
    uint32_t most; /* words of the largest */
};

/*
 * Groups by key, which is a hash of what makes things alike. Different things that share it are
 * taken for alike: a page that is made for that gets other numbers for its features, as it would if
 * it said the same text or class name twice, and nothing else.
 */
struct pith__groups {
    struct pith__group *list;
    struct pith__hash numbers;
};

pith_status pith__groups_begin(struct pith__groups *groups, size_t most, struct pith__arena *arena);

/* The number of the group with KEY, which is made if need be. */
static inline pith_status pith__groups_find(struct pith__groups *groups, uint64_t key,
                                            uint32_t *number)
{
    uint32_t count = groups->numbers.count;
    PITH__TRY(pith__hash_add(&groups->numbers, key, number));
    if (*number == count)
        groups->list[count] = (struct pith__group){.first = PITH__NO};
    return PITH_OK;
}

/* What stands in a block's text. */
struct pith__look {
    uint32_t letters;
    uint32_t upper;
    uint32_t start_upper;
    uint32_t digits;
    uint32_t commas;
    uint32_t stops;
    uint32_t marks; /* signs that are none of those */
    uint32_t bars;
    uint32_t money;
    uint32_t years;
    uint32_t lines;
    bool copyright;
    uint8_t start;
    uint8_t end;
};

/* The words of a title, as a set of hashes. Words that share one count as one. */
enum { PITH__TITLE_WORDS = 48 };
struct pith__title_set {
    struct pith__hash words;
    uint32_t seconds[256]; /* after each first byte, a bit for each second one, whatever its case */
};

pith_status pith__title_read(struct pith__title_set *title, struct pith__span text,
                             struct pith__arena *arena);
/* How many words of TEXT are in the title; 0 for long texts, which are none. */
uint32_t pith__title_common(const struct pith__title_set *title, struct pith__span text);

struct pith__look pith__look_at(struct pith__span text);

/* A block, beside its pith_block. */
struct pith__tagged {
    const struct pith__group *group;
    const struct pith__group *bare_group;
    struct pith__look text;
    uint32_t index;
    uint32_t box;
    uint32_t block_box; /* nearest box that is block-level */
    uint32_t common;    /* deepest box that holds the block before too */
    uint32_t up, down;  /* steps from the block to it, and from there to the block before */
    uint32_t words_before;
    uint32_t links_before;
    uint32_t heading; /* last heading before it, a block, or PITH__NO */
    uint32_t headings_before;
    uint32_t to_long, since_long; /* blocks to the nearest long texts */
    uint32_t text_group;
    uint32_t copy; /* blocks before it with the same text */
    uint32_t title_words;
};

/* The places of the features of an element around a block. */
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
    float (*levels)[PITH__LEVEL_SIZE]; /* (boxes): what does not depend on the block */
    uint32_t *box_of_node;
    struct pith__tagged *blocks; /* (count + 1): the last is none, and stands behind all */
    const struct pith__group *texts;
    const struct pith__group *siblings;
    size_t box_count;
    size_t count;
    uint32_t anchors[PITH__ANCHORS]; /* blocks, or PITH__NO */
    uint32_t heavy; /* the deepest box with half of the page's words outside of links */
    uint32_t words, link_words;
    uint32_t role_blocks[PITH__ROLES];
    uint32_t articles, top_headings, money_blocks, code_blocks, longest_words, long_words;
    uint32_t repeated_blocks, title_words, depths;
    float page_row[PITH__PAGE_FEATURES]; /* the start of every row */
};

/* The inputs of a feature. tagger.def says which of them its families have. */
struct pith__view {
    const struct pith__tagger *tagger;
    const struct pith__tagged *record;
    const pith_block *block;
    const struct pith__box *box;     /* the innermost element around the block */
    const struct pith__box *element; /* that the feature is of */
    const struct pith__group *alike; /* elements beside that one that look like it */
    const float *level;              /* what is known of the element already, by PITH__LEVEL_ */
    uint32_t index;                  /* number of the element among the boxes */
    uint32_t inner;                  /* words of the level below it */
    uint32_t anchor;                 /* number of the anchor's element among the boxes */
};

/* A text of as many words outside of links is long. */
enum { PITH__LONG = 20 };

/* Makes the boxes, without what is summed up from the blocks. Where there are more than MOST it
 * leaves blocks out, from the last on. */
pith_status pith__boxes_make(struct pith__tagger *tagger, size_t most, struct pith__arena *arena);
/* Sums up the blocks into the boxes around them, then what boxes know of each other. */
pith_status pith__boxes_sum(struct pith__tagger *tagger, struct pith__arena *arena);

/* The words of tagger_words.def by hash, and what was found in the names seen last: a name takes
 * the place of another one, so no place is ever searched for. Names that share a hash are taken for
 * the same, which is no more than a page that says the one for the other. */
enum {
    PITH__SIGN_WORDS = 0 /* no more than this: each has a letter and a space or the end behind it */
#define SIGN(name, list) +(int)(sizeof list / 2)
#include "features/tagger_words.def"
#undef SIGN
    ,
    PITH__SIGN_ROOM = 512, /* as many as there are, and some */
    PITH__NAME_SLOTS = 1024
};
struct pith__name_seen {
    uint64_t hash;
    uint32_t signs; /* bits of PITH__SIGN_ for the words in it */
    uint32_t first; /* a hash of the first class name in it, whatever numbers it has */
};
struct pith__sign_table {
    struct pith__hash words;
    struct pith__name_seen seen[PITH__NAME_SLOTS];
    uint8_t signs[PITH__SIGN_WORDS]; /* by number of word */
};

pith_status pith__sign_table_make(struct pith__sign_table *table, struct pith__arena *arena);
/* What NAME says, of which only the start is looked at. */
const struct pith__name_seen *pith__name_look(struct pith__sign_table *table,
                                              struct pith__span name);

#endif
