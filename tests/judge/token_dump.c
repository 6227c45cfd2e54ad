/*
 * token_dump.c - shows the tokens of our tokenizer, for tests/judge/html5lib.py to compare.
 *
 * In, one line for each test: STATE FOREIGN RAWTAG INPUT
 *     STATE    data, rcdata, rawtext, script, plaintext or cdata
 *     FOREIGN  1 in SVG and MathML, else 0
 *     RAWTAG   the element whose end tag ends raw text
 *     INPUT    the input in hex, after a "=" so that it is never empty
 * Out, one line for each line: the tokens, parted by blanks; all text is hex.
 *     T=TEXT   S=NAME[:NAME=VALUE]...[/]   E=NAME   C (a comment)   D (a doctype)
 *     !STOPPED when the tokenizer did not go on to the end of the input.
 *
 * Our tokenizer gives slices of the source. What the tree builder does with them is done here: text
 * and values are decoded by parse/text.h; names get lower case and U+FFFD for NUL.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#include "parse/text.h"
#include "parse/tokenizer.h"

static void fail(const char *message)
{
    fprintf(stderr, "token_dump: %s\n", message);
    exit(2);
}

static void put_hex(const unsigned char *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        printf("%02x", p[i]);
}

static void put_decoded(struct pith__span span, unsigned how)
{
    unsigned char *out = malloc(pith__text_room(span.len, true) + 1);
    if (out == NULL)
        fail("out of memory");
    put_hex(out, pith__text_decode(out, span.ptr, span.len, how));
    free(out);
}

static void put_name(struct pith__span name)
{
    for (size_t i = 0; i < name.len; i++) {
        unsigned char c = name.ptr[i];
        if (c == 0)
            printf("efbfbd");
        else
            printf("%02x", c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    }
}

static void put_text(const struct pith__token *token)
{
    static const unsigned how[] = {
        [PITH__CONTENT_DATA] = PITH__TEXT_REFS,
        [PITH__CONTENT_RCDATA] = PITH__TEXT_REFS | PITH__TEXT_REPLACE_NUL,
        [PITH__CONTENT_RAWTEXT] = PITH__TEXT_REPLACE_NUL,
        [PITH__CONTENT_SCRIPT] = PITH__TEXT_REPLACE_NUL,
        [PITH__CONTENT_PLAINTEXT] = PITH__TEXT_REPLACE_NUL,
        [PITH__CONTENT_CDATA] = 0,
    };
    struct pith__span span = {token->begin, (size_t)(token->end - token->begin)};
    printf("T=");
    put_decoded(span, how[token->content]);
}

static void put_start(const struct pith__token *token)
{
    const unsigned char *p = token->name.ptr + token->name.len;
    struct pith__raw_attr attr;
    struct pith__name name;
    bool slash;
    printf("S=");
    put_name(token->name);
    while (pith__attr_next(&p, token->end, &attr, &name, &slash)) {
        printf(":");
        put_name(attr.name);
        printf("=");
        put_decoded(attr.value, PITH__TEXT_REFS | PITH__TEXT_ATTRIBUTE | PITH__TEXT_REPLACE_NUL);
    }
    if (token->self_closing)
        printf("/");
}

static void put_token(const struct pith__token *token)
{
    switch (token->kind) {
    case PITH__TOKEN_TEXT:
        put_text(token);
        break;
    case PITH__TOKEN_START:
        put_start(token);
        break;
    case PITH__TOKEN_END:
        printf("E=");
        put_name(token->name);
        break;
    case PITH__TOKEN_COMMENT:
        /* "</>" is nothing at all, and our tokenizer is right not to care. */
        if (token->end - token->begin == 3 && memcmp(token->begin, "</>", 3) == 0)
            return;
        printf("C");
        break;
    case PITH__TOKEN_DOCTYPE:
        printf("D");
        break;
    case PITH__TOKEN_END_OF_INPUT:
        return;
    }
    printf(" ");
}

static void dump(struct pith__tokenizer *tokenizer)
{
    struct pith__attr attrs[PITH__ATTR_COUNT];
    struct pith__attr_list list = {attrs, 0, 0};
    struct pith__token token;
    const unsigned char *before;
    do {
        before = tokenizer->pos;
        pith__tokenizer_next(tokenizer, &token, &list);
        put_token(&token);
    } while (token.kind != PITH__TOKEN_END_OF_INPUT && tokenizer->pos > before);
    if (tokenizer->pos != tokenizer->end)
        printf("!STOPPED");
    printf("\n");
}

static enum pith__content parse_state(const char *name)
{
    static const char *const names[] = {
        [PITH__CONTENT_DATA] = "data",           [PITH__CONTENT_RCDATA] = "rcdata",
        [PITH__CONTENT_RAWTEXT] = "rawtext",     [PITH__CONTENT_SCRIPT] = "script",
        [PITH__CONTENT_PLAINTEXT] = "plaintext", [PITH__CONTENT_CDATA] = "cdata",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], name) == 0)
            return (enum pith__content)i;
    }
    fail("unknown state");
    return PITH__CONTENT_DATA;
}

/* The input in a block of just its size, so that ASan sees an over-read. */
static unsigned char *parse_hex(const char *hex, size_t *len)
{
    *len = strlen(hex) / 2;
    unsigned char *bytes = malloc(*len > 0 ? *len : 1);
    if (bytes == NULL)
        fail("out of memory");
    for (size_t i = 0; i < *len; i++) {
        const char digits[] = {hex[2 * i], hex[2 * i + 1], 0};
        bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    return bytes;
}

static void run_line(char *line)
{
    char *rest = NULL;
    char *state = strtok_r(line, " \n", &rest);
    char *foreign = strtok_r(NULL, " \n", &rest);
    char *raw_tag = strtok_r(NULL, " \n", &rest);
    char *input = strtok_r(NULL, " \n", &rest);
    if (input == NULL || input[0] != '=')
        fail("a line must be: STATE FOREIGN RAWTAG =INPUT");
    size_t len;
    unsigned char *bytes = parse_hex(input + 1, &len);
    struct pith__tokenizer tokenizer = {
        .begin = bytes,
        .pos = bytes,
        .end = bytes + len,
        .content = parse_state(state),
        .foreign = foreign[0] == '1',
        .raw_tag = {(const unsigned char *)raw_tag, strlen(raw_tag)},
    };
    dump(&tokenizer);
    free(bytes);
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0)
        run_line(line);
    free(line);
    return 0;
}
