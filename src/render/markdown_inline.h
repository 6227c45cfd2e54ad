/*
 * markdown_inline.h - writes the text of a block as markdown, with marks that a CommonMark parser
 * reads as intended.
 */
#ifndef PITH_MARKDOWN_INLINE_H
#define PITH_MARKDOWN_INLINE_H

#include "base/writer.h"
#include "render/inline.h"
#include "render/walk.h"

/* Where text is written. */
enum pith__md_place { PITH__MD_PARAGRAPH, PITH__MD_HEADING, PITH__MD_CELL };

/* How much of the line is written. */
enum { PITH__MD_LINE_START, PITH__MD_LINE_DIGITS, PITH__MD_LINE_INSIDE };

/* How a stretch of text is written; see markdown_address.c. */
enum pith__md_way {
    PITH__MD_USUAL,  /* with the escapes it needs */
    PITH__MD_RAW,    /* an address as it is */
    PITH__MD_ANGLED, /* an address between "<" and ">" */
    PITH__MD_LINKED, /* an address that starts with "www.", as a link */
    PITH__MD_LOOSE,  /* escaped so that no parser sees an address in it */
    PITH__MD_SPACES  /* a line end after an address: spaces before it instead of a backslash */
};

struct pith__md_span {
    uint32_t begin, end; /* offsets in the flat text */
    uint8_t way;
};

struct pith__md {
    struct pith__writer *writer;
    struct pith__inline in;
    struct pith__outline outline;
    uint8_t place; /* enum pith__md_place */

    /* the current line */
    uint8_t line;     /* PITH__MD_LINE_ */
    unsigned digits;  /* nothing but this many digits is written of it */
    bool first_line;  /* it is the first of its block */
    char before;      /* the previous character; a space at the start of a line */
    unsigned special; /* of the block: characters to escape, as bits for "*_~`" */
    bool has_at;      /* of the block: contains an "@", so a "<" could start an address */

    /* the current block, if it has addresses; otherwise there are no spans */
    struct pith__vec flat;   /* of char: its text, with a byte for every mark */
    struct pith__vec starts; /* of uint32_t: the offset of each piece in it */
    struct pith__vec spans;  /* of struct pith__md_span: special ways, in order */
    size_t span;             /* the current one */
};

void pith__md_init(struct pith__md *md, struct pith__writer *writer, const pith_page *page,
                   const struct pith__render_options *options);
void pith__md_deinit(struct pith__md *md);

static inline bool pith__md_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A letter or digit of ASCII. */
static inline bool pith__md_is_word(char c)
{
    return pith__md_is_digit(c) || pith__is_alpha((unsigned char)c);
}

/* Writes LEN bytes, at least one, inside a line. */
static inline void pith__md_put(struct pith__md *md, const char *text, size_t len)
{
    pith__write(md->writer, text, len);
    md->before = text[len - 1];
    md->line = PITH__MD_LINE_INSIDE;
}

/* Which of "*_~`" have to be escaped in a block because there is, or may be, a second one: in
 * marks, addresses, or other blocks of a cell. */
unsigned pith__md_find_special(const struct pith__md *md, const pith_block *block);

/* Whether C is one of those. */
bool pith__md_is_special(const struct pith__md *md, char c);

/* Whether "&" and what follows could be a character reference. NEXT is the character after END. */
bool pith__md_is_reference(const char *p, const char *end, char next);

/* Whether there is code among pieces [BEGIN, END) that contains PAIR, two characters. */
bool pith__md_code_has(const struct pith__inline *in, size_t begin, size_t end, const char *pair);

/* Finds the addresses in the current pieces and decides how to write them. */
pith_status pith__md_plan(struct pith__md *md);

/* How to write text from byte AT of a piece on, up to *END, which is lowered if that changes
 * earlier. Call it in text order. */
enum pith__md_way pith__md_way_at(struct pith__md *md, size_t piece, size_t at, size_t *end);

/* Whether the last block may end with an address written as it is. */
bool pith__md_ends_raw(const struct pith__md *md);

/* Writes a piece of text with escapes. */
void pith__md_piece(struct pith__md *md, size_t index);

/* Removes the formats of the current pieces whose marks would not be read as intended, and nests
 * the rest. */
void pith__md_settle(struct pith__inline *in);

/* Writes what comes before a line in the outermost DEPTH open holders. */
void pith__md_prefix(struct pith__md *md, unsigned depth);

/* Writes block INDEX, which is not preformatted. STRONG: all of it is bold. */
pith_status pith__md_text(struct pith__md *md, size_t index, bool strong);

/* Writes an image that is not in a block. */
pith_status pith__md_image(struct pith__md *md, uint32_t node);

#endif
