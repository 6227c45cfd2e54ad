/*
 * word_ids.h - tokenizers: text in, word ids out. A word has the same id in both texts of a page,
 * and ids have no gaps, so that everything downstream compares integers and uses plain arrays.
 */
#ifndef PITH_WORD_IDS_H
#define PITH_WORD_IDS_H

#include "base/hash.h"

/* The tokenizers, in Python terms. */
enum token_kind {
    TOKENS_WORD,  /* \w+ */
    TOKENS_ALNUM, /* [^\W_]+ */
    TOKENS_SPLIT, /* str.split() */
    TOKENS_2007   /* the same without , ; : . ? ! in words; a word of only these becomes empty */
};

struct token_list {
    uint32_t *ids;
    size_t count, cap;
};

struct token_bytes {
    unsigned char *data;
    size_t len, cap;
};

/* The vocabulary of a page. Zero it before first use; its memory is reused. */
struct tokens {
    bool cjk; /* each Chinese, Japanese or Korean character is a word */
    struct token_bytes lower;
    struct token_bytes word;
    struct pith__hash table;
    size_t count; /* distinct words */
};

/* Forgets all words; ids start at 0 again. */
void tokens_reset(struct tokens *tokens);
void tokens_deinit(struct tokens *tokens);

/* Appends the words of TEXT, valid UTF-8, to LIST. LOWER: lowercases as str.lower() does for the
 * whole text. Returns false when out of memory. */
bool tokens_add(struct tokens *tokens, struct pith__span text, enum token_kind kind, bool lower,
                struct token_list *list);

/* Gets the id of the word of LEN arbitrary bytes at DATA, adding it if needed. Returns false when
 * out of memory. */
bool tokens_number(struct tokens *tokens, const void *data, size_t len, uint32_t *number);

/* The id of a name, whose terminating NUL is part of the word. */
bool tokens_number_name(struct tokens *tokens, const char *name, uint32_t *number);
/* The name with the given id; valid until the next one is added. */
const char *tokens_name(const struct tokens *tokens, uint32_t number);

/* Appends TEXT in lower case to OUT. */
bool tokens_lower(struct pith__span text, struct token_bytes *out);

bool token_list_push(struct token_list *list, uint32_t id);
bool token_bytes_reserve(struct token_bytes *bytes, size_t more);

/* Makes room for COUNT elements of SIZE bytes at *DATA, whose capacity is *CAP. They may move. */
bool tokens_room(void **data, size_t *cap, size_t count, size_t size);

#endif
