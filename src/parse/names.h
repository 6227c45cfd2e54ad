/*
 * names.h - tags and attributes by number, and the properties of each tag in the HTML standard.
 */
#ifndef PITH_NAMES_H
#define PITH_NAMES_H

#include "base/base.h"

enum pith__tag {
    PITH__TAG_TEXT = 0, /* not a tag: a piece of text in the node array */
#define TAG(name, flags) PITH__TAG_##name,
#include "parse/names.def"
#undef TAG
    PITH__TAG_OTHER, /* any other name; see the node's source */
    /* On the stack of open elements, names without a number share these, chosen by hash. */
    PITH__TAG_OTHERS = 64,
    PITH__TAG_COUNT = PITH__TAG_OTHER + PITH__TAG_OTHERS
};

enum pith__attr_name {
    PITH__ATTR_OTHER = 0,
#define ATTR(identifier, name) PITH__ATTR_##identifier,
#include "parse/names.def"
#undef ATTR
    PITH__ATTR_COUNT
};

/* Tag properties, set in names.def. */
enum {
    PITH__TAGF_BLOCK = 1 << 0,        /* splits the text: display block, list-item, table... */
    PITH__TAGF_SPECIAL = 1 << 1,      /* "special" in the standard: stops the search for end tags */
    PITH__TAGF_SCOPE = 1 << 2,        /* boundary of the standard's scopes */
    PITH__TAGF_BUTTON_SCOPE = 1 << 3, /* also a boundary of "button scope" */
    PITH__TAGF_LIST_SCOPE = 1 << 4,   /* also a boundary of "list item scope" */
    PITH__TAGF_TABLE_SCOPE = 1 << 5,  /* boundary of "table scope" */
    PITH__TAGF_TABLE_CONTEXT = 1 << 6, /* the innermost one determines the table mode */
    PITH__TAGF_NOT_LIST_STOP = 1 << 7, /* special, but <li>, <dd>, <dt> look past it */
    PITH__TAGF_VOID = 1 << 8,          /* has no content */
    PITH__TAGF_HEAD = 1 << 9,          /* belongs in the head */
    PITH__TAGF_RAWTEXT = 1 << 10,      /* content is text up to its end tag */
    PITH__TAGF_RCDATA = 1 << 11,       /* the same, with character references */
    PITH__TAGF_UNSEEN = 1 << 12,       /* browsers do not show its text */
    PITH__TAGF_ENDS_P = 1 << 13,       /* its start tag ends an open <p> */
    PITH__TAGF_HEADING = 1 << 14,      /* h1 to h6 */
    PITH__TAGF_EXACT = 1 << 15,        /* white space is kept */
    PITH__TAGF_MARKER = 1 << 16,       /* formatting does not extend into it */
    PITH__TAGF_TABLE_PART = 1 << 17,   /* only allowed in tables */
    PITH__TAGF_FOSTERS = 1 << 18,      /* text directly in it moves before the table */
    PITH__TAGF_FORMATTING = 1 << 19,   /* the standard's formatting elements */
    PITH__TAGF_IMPLIED = 1 << 20,      /* its end tag can be implied */
    PITH__TAGF_FALLBACK = 1 << 21      /* its text is a fallback for where it cannot be shown */
};

extern const uint32_t pith__tag_flags[PITH__TAG_COUNT];

/* Kinds of open elements that the tree builder's rules look for; see builder.h. */
enum {
    PITH__NEAR_SCOPE,
    PITH__NEAR_BUTTON_SCOPE,
    PITH__NEAR_LIST_SCOPE,
    PITH__NEAR_TABLE_SCOPE,
    PITH__NEAR_TABLE_CONTEXT,
    PITH__NEAR_SPECIAL,
    PITH__NEAR_LIST_STOP, /* special, but not address, div, p */
    PITH__NEAR_BLOCK,
    PITH__NEAR_COUNT
};

/* For each tag: one for each kind that it belongs to, else zero. */
extern const uint16_t pith__tag_near[PITH__TAG_COUNT][PITH__NEAR_COUNT];

/* NULL for PITH__TAG_TEXT and PITH__TAG_OTHER. */
extern const char *const pith__tag_names[PITH__TAG_COUNT];

/* Converts ASCII letters to lower case, eight bytes at once. */
static inline uint64_t pith__lower8(uint64_t x)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t low7 = x & (0x7F * ones);
    uint64_t above_z = low7 + (0x7F - 'Z') * ones;
    uint64_t from_a = low7 + (0x80 - 'A') * ones;
    uint64_t upper = ~x & (from_a ^ above_z) & (0x80 * ones);
    return x | (upper >> 2);
}

#include "parse/name_hash.inc"

/* Returns the number of a name given as two words (see gen_names.py); 0 if it is not in
 * names.def. */
static inline unsigned pith__tag_by_words(uint64_t w0, uint64_t w1)
{
    uint64_t hash = (w0 ^ w1 * NAME_HASH_FOLD) * TAG_HASH_MULT;
    unsigned tag = tag_slots[hash >> (64 - TAG_HASH_BITS)];
    return tag_words[tag][0] == w0 && tag_words[tag][1] == w1 ? tag : 0;
}

static inline unsigned pith__attr_by_words(uint64_t w0, uint64_t w1)
{
    uint64_t hash = (w0 ^ w1 * NAME_HASH_FOLD) * ATTR_HASH_MULT;
    unsigned attr = attr_slots[hash >> (64 - ATTR_HASH_BITS)];
    return attr_words[attr][0] == w0 && attr_words[attr][1] == w1 ? attr : 0;
}

#endif
