/*
 * set.h - reads labelled sets: pages with known true content, in four forms.
 *
 *   FILE.jsonl, also .gz, .xz, .zst
 *       One page per line, a JSON object with
 *         "id"               a string or a number, taken as written
 *         "html"             the page
 *         "text"             its true content
 *         "segments"         the same as ["p", "text"], ["h", "text"], ["l", "text"] ...
 *         "blocks"           all blocks of the page as [class, "text"], in order
 *         "with", "without"  strings that the content must and must not contain
 *       and any other fields, to filter and group pages by.
 *   folder of NAME.html + NAME.txt
 *       A page and its true text.
 *   folder with orig/ + clean/
 *       CleanEval: orig/N.html and clean/N.txt or clean/N-cleaned.txt, which has <p>, <h>, <l>
 *       before each segment. Also input/ + GoldStandard/ and en-original/ + en-cleaned/.
 *   folder with annotated/, perhaps original/
 *       L3S-GN1: annotated/NAME.html is the page with <span class="x-nc-selN"> around
 *       labelled text. url-mapping.txt has the URLs.
 *
 * Reading takes two steps, so that several threads can do the second: set_next() gets the bytes of
 * the next page, set_page_parse() parses them.
 */
#ifndef PITH_SET_H
#define PITH_SET_H

#include "base/arena.h"

/* Classes of blocks, with the numbers of L3S-GN1. */
enum set_class {
    SET_NOT_CONTENT = 0,
    SET_HEADLINE = 1,
    SET_FULL_TEXT = 2,
    SET_SUPPLEMENTAL = 3, /* captions, dates, bylines */
    SET_RELATED = 4,
    SET_COMMENT = 5,
    SET_CLASSES = 6
};

/* Is the class part of the gold text? Related content and comments are not the page's own. */
static inline bool set_class_is_text(enum set_class class)
{
    return class == SET_HEADLINE || class == SET_FULL_TEXT || class == SET_SUPPLEMENTAL;
}

/* A field to filter or group pages by. A list becomes one field per member. */
struct set_field {
    const char *name;
    const char *value; /* strings as they are; numbers, true and false as written in JSON; null as
                          "None", which is what the Python scorer calls it */
};

struct set_segment {
    char kind; /* 'p', 'h', 'l' in lower case; 0: text before the first tag */
    struct pith__span text;
};

struct set_block {
    enum set_class class;
    struct pith__span text;
};

/* A labelled page. Everything it points to lives in ARENA until the page is parsed again or freed.
 */
struct set_page {
    struct pith__arena arena;
    const char *file; /* source file, for messages */
    uint64_t line;    /* line in that file; 0: the file is one page */
    const char *id;
    struct pith__span html; /* UTF-8 in a JSON set, else the file's bytes */
    bool html_is_utf8;
    bool has_html;
    bool has_text; /* there is a gold text, which may be empty */
    struct pith__span text;
    struct set_field *fields;
    size_t field_count;
    bool has_segments;
    struct set_segment *segments;
    size_t segment_count;
    bool has_snippets; /* "with" or "without" is present */
    struct pith__span *with, *without;
    size_t with_count, without_count;
    struct set_block *blocks; /* the page's blocks with their classes, in order */
    size_t block_count;
    char error[200]; /* why set_page_parse() returned false, for people */
};

struct set_form;

/* The bytes of a page. Zero it before first use; the memory is reused. Names live as long as the
 * set. */
struct set_raw {
    const struct set_form *form; /* which of the four forms; NULL: a line of JSON */
    const char *file;
    uint64_t line;
    const char *id;     /* for a page in a file; NULL for lines */
    const char *url;    /* the same, if the folder has it */
    char *data, *truth; /* a line, or a page and its ground truth (either may be NULL) */
    size_t len, cap, truth_len, truth_cap;
    char error[200]; /* if not empty, set_next() could not read the page */
};

struct set;

/* Opens PATH, a file or a folder. Returns NULL and fills ERROR if it has none of the four forms. */
struct set *set_open(const char *path, char *error, size_t error_size);

/* A short name for the set: the file name without extensions, or the folder's name. */
const char *set_name(const struct set *set);

/* Gets the next page's bytes, one call at a time. Returns false at the end. If a page cannot be
 * read, raw->error says why. A set that is cut short ends with such a page. */
bool set_next(struct set *set, struct set_raw *raw);

/* Progress from 0 to 1. */
double set_progress(const struct set *set);

void set_close(struct set *set);
void set_raw_deinit(struct set_raw *raw);

/* Parses RAW, on any thread, one page at a time. Returns false if it is not a labelled page or
 * memory runs out: page->error says what is wrong, page->file and page->line where. RAW is not
 * changed and must outlive PAGE. HTML false skips the page itself and reads only the ground truth,
 * which is faster. */
void set_page_init(struct set_page *page);
bool set_page_parse(struct set_page *page, const struct set_raw *raw, bool html);
void set_page_deinit(struct set_page *page);

/* Evaluates --where: "FIELD=VALUE" or "FIELD!=VALUE"; for a list one matching member is enough. A
 * missing field is "None". */
bool set_page_matches(const struct set_page *page, const char *where);

/* The answers of another program: lines of {"id", "text", "segments"}, kept in memory by id. */
struct answers;

struct answer {
    const char *id;
    struct pith__span text;
    bool has_segments;
    struct set_segment *segments;
    size_t segment_count;
};

/* Reads FILE, compressed or not. Calls NOTE for the first lines that are not valid answers or
 * repeat an earlier id, and continues. Returns NULL with errno set if the file cannot be opened.
 * *BROKEN gets the number of bad lines. */
enum { ANSWERS_NAMED = 20 };
struct answers *answers_read(const char *file,
                             void (*note)(const char *file, uint64_t line, const char *message),
                             size_t *broken);

/* The answer for a page id, or NULL. */
const struct answer *answers_find(const struct answers *answers, const char *id);
size_t answers_count(const struct answers *answers);
void answers_free(struct answers *answers);

#endif
