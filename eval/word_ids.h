/*
 * word_ids.h - text in, numbers of words out: the same word has the same number in both texts of a
 * page, and numbers have no gaps, so that all that follows compares integers and uses plain arrays.
 */
#ifndef PITH_WORD_IDS_H
#define PITH_WORD_IDS_H

#include "base/hash.h"

/* What a word is, in Python's words. */
enum token_kind {
    TOKENS_WORD,  /* \w+ */
    TOKENS_ALNUM, /* [^\W_]+ */
    TOKENS_SPLIT, /* str.split() */
    TOKENS_2007   /* the same without , ; : . ? ! in it; a word of nothing else is an empty one */
};

struct token_list {
    uint32_t *ids;
    size_t count, cap;
};

struct token_bytes {
    unsigned char *data;
    size_t len, cap;
};

/* The words of a page. Zeroed at first; its memory is used again. */
struct tokens {
    bool cjk; /* each character of Chinese, Japanese and Korean is a word by itself */
    struct token_bytes lower;
    struct token_bytes word;
    struct pith__hash table;
    size_t count; /* different words */
};

/* Forgets all words; numbers start at 0 again. */
void tokens_reset(struct tokens *tokens);
void tokens_deinit(struct tokens *tokens);

/* Appends the words of TEXT, valid UTF-8, to LIST. LOWER: in lower case, as str.lower() makes it of
 * the whole text. False: there is no memory. */
bool tokens_add(struct tokens *tokens, struct pith__span text, enum token_kind kind, bool lower,
                struct token_list *list);

/* The number of the word of LEN bytes at DATA, which may be any bytes; a new one if need be.
 * False: there is no memory. */
bool tokens_number(struct tokens *tokens, const void *data, size_t len, uint32_t *number);

/* The number of a name, which counts with the NUL at its end. */
bool tokens_number_name(struct tokens *tokens, const char *name, uint32_t *number);
/* The name with a number, until the next one is added. */
const char *tokens_name(const struct tokens *tokens, uint32_t number);

/* TEXT in lower case, behind what OUT has. */
bool tokens_lower(struct pith__span text, struct token_bytes *out);

bool token_list_push(struct token_list *list, uint32_t id);
bool token_bytes_reserve(struct token_bytes *bytes, size_t more);

/* Makes room for COUNT elements of SIZE bytes at *DATA, whose *CAP elements may move. */
bool tokens_room(void **data, size_t *cap, size_t count, size_t size);

#endif
