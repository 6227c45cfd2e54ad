/*
 * tokens.h - the tokenizer of the language models. In: text. Out: its tokens in lower case, one by
 * one.
 *
 * Tokens are words, numbers and marks; docs/explanation/perplexity.md has the rules. Nothing is
 * allocated: tokens are in a buffer of the iterator, and longer ones are split. The text should be
 * UTF-8; each invalid byte counts as U+FFFD. The work is linear in the text.
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

enum { PITH__TOKEN_MOST = 64 }; /* maximum bytes of a token */

struct pith__text_token {
    uint64_t hash;             /* of its lower-case bytes; models identify tokens by it */
    const unsigned char *text; /* its bytes, until the next call; not NUL-terminated */
    size_t len;                /* 1 to PITH__TOKEN_MOST */
    size_t begin, end;         /* byte offsets in the original text */
};

struct pith__tokens {
    const unsigned char *start, *at, *end;
    unsigned char text[PITH__TOKEN_MOST + 8]; /* the last token, followed by zeros */
};

void pith__tokens_init(struct pith__tokens *tokens, struct pith__span text);

/* Stores the next token. False at the end of the text. */
bool pith__tokens_next(struct pith__tokens *tokens, struct pith__text_token *token);

/* Converts a character to lower case, in all scripts with two cases; returns others unchanged. */
uint32_t pith__char_lower(uint32_t cp);

/* Returns the hash of a token. TEXT must be followed by seven readable bytes, which are zero up to
 * the next multiple of eight. */
uint64_t pith__token_hash(const unsigned char *text, size_t len);

#endif
