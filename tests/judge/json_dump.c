/*
 * json_dump.c - shows the events of our JSON reader, for tests/judge/json_python.py to compare.
 *
 * In, one line for each document: its bytes in hex, after a "=" so that it is never empty.
 * Out, one line for each line: the events, parted by blanks; all text is hex, its escapes decoded.
 *     { } [ ] true false null   k=KEY   s=STRING   n=NUMBER   ! (an error)
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#include "base/json.h"

static void *need(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "json_dump: out of memory\n");
        exit(2);
    }
    return memory;
}

static void put_text(const char *mark, struct pith__span text, bool unescape)
{
    unsigned char *out = need(malloc(text.len + 1));
    memcpy(out, text.ptr, text.len);
    size_t len = unescape ? pith__json_unescape(text, out) : text.len;
    printf(" %s=", mark);
    for (size_t i = 0; i < len; i++)
        printf("%02x", out[i]);
    free(out);
}

static void dump(struct pith__span text)
{
    static const char *const names[] = {"!", "",  "{", "}",    "[",     "]",
                                        "k", "s", "n", "true", "false", "null"};
    struct pith__json json;
    enum pith__json_event event;
    pith__json_init(&json, text);
    do {
        event = pith__json_next(&json);
        if (event >= PITH__JSON_KEY && event <= PITH__JSON_NUMBER)
            put_text(names[event], json.text, json.escaped);
        else
            printf(" %s", names[event]);
    } while (event > PITH__JSON_END);
    printf("\n");
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t got;
    while ((got = getline(&line, &size, stdin)) > 0) {
        size_t len = (size_t)got / 2 - 1;                       /* "=", the digits, a line feed */
        unsigned char *bytes = need(malloc(len > 0 ? len : 1)); /* of just its size, for ASan */
        for (size_t i = 0; i < len; i++) {
            const char digits[] = {line[1 + 2 * i], line[2 + 2 * i], 0};
            bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
        }
        dump((struct pith__span){bytes, len});
        free(bytes);
    }
    free(line);
    return 0;
}
