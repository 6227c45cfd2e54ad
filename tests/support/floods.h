/*
 * floods.h - pages and texts of any size whose class names, texts, tags or words were chosen to
 * crowd a hash table. Whoever makes a page can do the same: the functions are known.
 */
#ifndef PITH_TEST_FLOODS_H
#define PITH_TEST_FLOODS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FLOOD_WORD = 9, FLOOD_PART = 192 }; /* bytes with the NUL, at most */

struct flood {
    const char *name;
    const char *head;
    /* The part of the page with WORD, the INDEXth. Returns its length. */
    size_t (*part)(const char *word, size_t index, char part[FLOOD_PART]);
    /* The key that WORD becomes, in box PARENT, and the slot where it is looked for. */
    uint64_t (*key)(const char *word, uint32_t parent);
    uint32_t (*slot)(uint64_t key);
    size_t letters; /* of the alphabet that words are of */
    size_t room;    /* of the table; 0: for as many keys as the page has */
    bool title;     /* HEAD ends with words as many as there is room for, and </title> */
    bool deep;      /* PART is an element that stays open: see flood_make() */
    bool past;      /* crowds a table that is gone */
};

extern const struct flood floods[];
extern const size_t flood_count;

/* A page of exactly LEN bytes. CROWDED: its keys begin in one slot of sixty-four; else they are any
 * keys, on a page of the same form. The method auto looks at parts of a page, of 8,192 blocks and
 * 32,768 elements: a deep flood has fewer blocks, each in many elements, and fills every part. From
 * malloc; NULL where memory ran out. */
unsigned char *flood_make(const struct flood *flood, size_t len, bool crowded);

/* Words, one after the other. */
struct flood_words {
    const struct flood *flood;
    size_t room; /* of the table */
    bool crowded;
    uint64_t number; /* of the last word; 0 at first */
};

/* The next word whose key, in box PARENT, is wanted. */
void flood_word(struct flood_words *words, uint32_t parent, char word[FLOOD_WORD]);

/* COUNT words with BEFORE in front of each, for labelling a page by a text: RUNS crowds the table
 * of two words in a row, else that of words. NUL-terminated, from malloc. */
char *flood_text(unsigned count, bool runs, bool crowded, const char *before, size_t *len);

#endif
