/*
 * set.h - labelled pages: sets of pages of which the true content is known, in four forms.
 *
 *   FILE.jsonl, also .gz, .xz, .zst
 *       A line a page, a JSON object with
 *         "id"               a string or a number, taken as written
 *         "html"             the page
 *         "text"             its true content
 *         "segments"         the same as ["p", "text"], ["h", "text"], ["l", "text"] ...
 *         "blocks"           all blocks of the page as [class, "text"], in order
 *         "with", "without"  strings that the content has and has not
 *       and any other fields, to pick and group pages by.
 *   folder of NAME.html + NAME.txt
 *       A page and its true text.
 *   folder with orig/ + clean/
 *       CleanEval: orig/N.html and clean/N.txt or clean/N-cleaned.txt, which has <p>, <h>, <l>
 *       before each segment. Also input/ + GoldStandard/ and en-original/ + en-cleaned/.
 *   folder with annotated/, perhaps original/
 *       L3S-GN1: annotated/NAME.html is the page with <span class="x-nc-selN"> around
 *       labelled text. url-mapping.txt tells the addresses.
 *
 * Reading is in two steps, so that the second can be done by many threads: set_next() gets the
 * bytes of the next page, set_page_parse() makes sense of them.
 */
#ifndef PITH_SET_H
#define PITH_SET_H

#include "base/arena.h"

/* Classes of blocks, as L3S-GN1 numbers them. */
enum set_class {
    SET_NOT_CONTENT = 0,
    SET_HEADLINE = 1,
    SET_FULL_TEXT = 2,
    SET_SUPPLEMENTAL = 3, /* captions, dates, bylines */
    SET_RELATED = 4,
    SET_COMMENT = 5,
    SET_CLASSES = 6
};

/* Is it in the page's true text? Neither related content nor comments are the page's own. */
static inline bool set_class_is_text(enum set_class class)
{
    return class == SET_HEADLINE || class == SET_FULL_TEXT || class == SET_SUPPLEMENTAL;
}

/* A field of a page that a user can pick or group pages by; a list is a field for each member. */
struct set_field {
    const char *name;
    const char *value; /* text as it is; numbers, true, false, null as written in JSON, but null is
                          "None" (what the scorer in Python calls it) */
};

struct set_segment {
    char kind; /* 'p', 'h', 'l', lower case; 0: text before the first mark */
    struct pith__span text;
};

struct set_block {
    enum set_class class;
    struct pith__span text;
};

/* A labelled page. All it points to lives in ARENA, until the page is parsed again or freed. */
struct set_page {
    struct pith__arena arena;
    const char *file; /* where it comes from, for messages */
    uint64_t line;    /* in that file; 0: the file is one page */
    const char *id;
    struct pith__span html; /* UTF-8 where the set is JSON; else the file's bytes */
    bool html_is_utf8;
    bool has_html;
    bool has_text; /* the truth is known as text; it may be empty all the same */
    struct pith__span text;
    struct set_field *fields;
    size_t field_count;
    bool has_segments;
    struct set_segment *segments;
    size_t segment_count;
    bool has_snippets; /* "with" or "without" are there */
    struct pith__span *with, *without;
    size_t with_count, without_count;
    struct set_block *blocks; /* the page's blocks with their classes, in order */
    size_t block_count;
    char error[200]; /* set_page_parse() returned false: what is wrong, for people */
};

struct set_form;

/* The bytes of a page. Zeroed at first; the memory is used again. Names live as long as the set. */
struct set_raw {
    const struct set_form *form; /* which of the four it is of; NULL: a line of JSON */
    const char *file;
    uint64_t line;
    const char *id;     /* of a page that is a file; NULL for lines */
    const char *url;    /* likewise, where the folder tells it */
    char *data, *truth; /* a line; or a page and its truth (either may be NULL) */
    size_t len, cap, truth_len, truth_cap;
    char error[200]; /* not empty: the page cannot be read; set_next() found out */
};

struct set;

/* Opens PATH, a file or a folder. Stores in ERROR what is wrong and returns NULL when it is neither
 * of the four forms. */
struct set *set_open(const char *path, char *error, size_t error_size);

/* A short name of the set: the file's without its endings, or the folder's. */
const char *set_name(const struct set *set);

/* The next page's bytes, one call at a time. False: there is no more. A page that cannot be read
 * has raw->error. A set that breaks off ends with such a page. */
bool set_next(struct set *set, struct set_raw *raw);

/* How far it is, 0 to 1, for a progress bar. */
double set_progress(const struct set *set);

void set_close(struct set *set);
void set_raw_deinit(struct set_raw *raw);

/* Makes sense of RAW; any thread, one page at a time. False: it is no labelled page, or there is no
 * memory: page->error says what, page->file and page->line where. RAW is not changed, and must live
 * as long as PAGE is used. HTML false: the page itself is not wanted, only the truth (it is
 * quicker). */
void set_page_init(struct set_page *page);
bool set_page_parse(struct set_page *page, const struct set_raw *raw, bool html);
void set_page_deinit(struct set_page *page);

/* --where: "FIELD=VALUE" or "FIELD!=VALUE"; of a list, one member is enough. A field that the page
 * does not have is "None". */
bool set_page_matches(const struct set_page *page, const char *where);

/*
 * The answers of another program: lines of {"id", "text", "segments"}, in memory, by id.
 */
struct answers;

struct answer {
    const char *id;
    struct pith__span text;
    bool has_segments;
    struct set_segment *segments;
    size_t segment_count;
};

/* Reads FILE, packed or not. Calls NOTE for the first lines that are no answer or have an id that
 * an earlier one had, and goes on. NULL: the file cannot be opened; errno says why. *BROKEN gets
 * how many such lines there are. */
enum { ANSWERS_NAMED = 20 };
struct answers *answers_read(const char *file,
                             void (*note)(const char *file, uint64_t line, const char *message),
                             size_t *broken);

/* The answer for a page, or NULL. */
const struct answer *answers_find(const struct answers *answers, const char *id);
size_t answers_count(const struct answers *answers);
void answers_free(struct answers *answers);

#endif
