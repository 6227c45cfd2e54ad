/*
 * tokens.h - text in; out: its tokens one by one, in lower case, as language models count them.
 *
 * Words, numbers and marks; docs/explanation/perplexity.md has the rules. Nothing is allocated: a
 * token stands in a buffer of the iterator, and what is longer is cut into several. The text should
 * be UTF-8; bytes that are not are taken one by one for U+FFFD. The work is linear in the text.
 *
 *     struct pith__tokens tokens;
 *     struct pith__text_token token;
 *     pith__tokens_init(&tokens, text);
 *     while (pith__tokens_next(&tokens, &token))
 *         use(token.hash);
 */
#ifndef PITH_TOKENS_H
#define PITH_TOKENS_H

#include "base/base.h"

enum { PITH__TOKEN_MOST = 64 }; /* bytes of a token */

struct pith__text_token {
    uint64_t hash;             /* of its bytes in lower case; stands for the token in models */
    const unsigned char *text; /* these bytes, until the next call; not NUL-terminated */
    size_t len;                /* 1 to PITH__TOKEN_MOST */
    size_t begin, end;         /* where it stands in the text as given, in bytes */
};

struct pith__tokens {
    const unsigned char *start, *at, *end;
    unsigned char text[PITH__TOKEN_MOST + 8]; /* of the last token, zeros behind it */
};

void pith__tokens_init(struct pith__tokens *tokens, struct pith__span text);

/* Stores the next token; false at the end of the text. */
bool pith__tokens_next(struct pith__tokens *tokens, struct pith__text_token *token);

/* The small letter of a character, of all scripts that have two cases; others stay. */
uint32_t pith__char_lower(uint32_t cp);

/* The hash of a token. Behind TEXT must be seven bytes that can be read, and are zero up to the
 * next multiple of eight. */
uint64_t pith__token_hash(const unsigned char *text, size_t len);

#endif
