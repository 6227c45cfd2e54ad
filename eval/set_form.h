/*
 * set_form.h - internals shared by set*.c: the forms of sets, and how a page is built.
 */
#ifndef PITH_SET_FORM_H
#define PITH_SET_FORM_H

#include "base/json.h"
#include "eval/set.h"
#include "io/line_reader.h"
#include "io/packed.h"

enum {
    SET_MAX_PAGE = 256 << 20, /* longer lines and files are reported and skipped */
    SET_READ_STEP = 64 << 10  /* bytes per read of a file */
};

/* The operations of a form. */
struct set_form {
    /* Like set_next() and set_progress(); CLOSE frees the form's own data in SET. */
    bool (*next)(struct set *set, struct set_raw *raw);
    double (*progress)(const struct set *set);
    void (*close)(struct set *set);
    /* Like set_page_parse(), for a page that has been reset. */
    bool (*parse)(struct set_page *page, const struct set_raw *raw, bool html);
};

/* A page in a folder. */
struct set_file {
    char *id;
    char *html;  /* file of the page, or NULL */
    char *truth; /* file of its ground truth, or NULL */
    char *url;   /* NULL: unknown */
    bool twin;   /* a second file for the same part of the same id */
};

struct set {
    const struct set_form *form;
    char *path;
    char *name;
    /* A JSON Lines file. */
    struct line_reader lines;
    enum line_got ahead; /* result of reading the first line in set_open() */
    char *ahead_line;
    size_t ahead_len;
    bool has_ahead;
    /* A folder. */
    struct set_file *files;
    size_t file_count, file_at;
};

extern const struct set_form set_form_json, set_form_folder, set_form_cleaneval, set_form_l3s;

/* Open a file or a folder, whose path is in SET. They return false and fill ERROR on failure. */
bool set_json_open(struct set *set, char *error, size_t error_size);
bool set_folder_open(struct set *set, char *error, size_t error_size);

/* Reads the URLs of L3S-GN1 pages from url-mapping.txt, if it exists. */
bool set_l3s_addresses(struct set *set, char *error, size_t error_size);

/* Shared by the folder forms. */
bool set_folder_next(struct set *set, struct set_raw *raw);
double set_folder_progress(const struct set *set);
void set_folder_close(struct set *set);
/* The page with the given id, or NULL. */
struct set_file *set_folder_find(const struct set *set, const char *id);
/* Allocates the path of a file in the folder. Returns NULL when out of memory. */
char *set_folder_path(const struct set *set, const char *name);
/* Sets the id of PAGE and, if HTML is true, its bytes. */
bool set_folder_begin(struct set_page *page, const struct set_raw *raw, bool html);

/* ---------------------------------------------------------------- building pages */

/* Set the error of a page and return false. */
__attribute__((format(printf, 2, 3))) bool set_page_wrong(struct set_page *page, const char *format,
                                                          ...);
bool set_page_no_memory(struct set_page *page);

/* TEXT as valid UTF-8: TEXT itself, or a copy with U+FFFD for invalid bytes and, if WORD is set,
 * for NULs. A NULL pointer in the result means out of memory. */
struct pith__span set_valid(struct pith__arena *arena, struct pith__span text, bool word);

/* Decodes the bytes of a text file: by its byte order mark, or as UTF-8 or windows-1252. */
bool set_decode(struct set_page *page, const char *bytes, size_t len, struct pith__span *text);

/* Copies TEXT and appends a NUL. Returns NULL when out of memory. */
char *set_word(struct pith__arena *arena, struct pith__span text);

/* Makes room for one more after COUNT items of SIZE bytes. The items may move. Returns NULL when
 * out of memory. */
void *set_room(struct pith__arena *arena, void *items, size_t count, size_t size);

bool set_page_add_field(struct set_page *page, const char *name, const char *value);

/* Joins segments with blank lines between them. Returns false when out of memory. */
bool set_join_segments(struct pith__arena *arena, const struct set_segment *segments, size_t count,
                       struct pith__span *text);

/* Derive the gold text from other parts of the ground truth. */
bool set_text_from_segments(struct set_page *page);
bool set_text_from_blocks(struct set_page *page);

/* Makes room in *DATA, of capacity *CAP, for MORE bytes after LEN. */
bool set_raw_reserve(char **data, size_t *cap, size_t len, size_t more);

/* ---------------------------------------------------------------- JSON, for pages and answers */

/* Decodes the current string to valid UTF-8. NULL: out of memory. */
struct pith__span set_json_text(struct pith__arena *arena, const struct pith__json *json);

/* Result of reading a JSON value. */
enum set_read { SET_READ, SET_READ_NO_JSON, SET_READ_WRONG, SET_READ_NO_MEMORY };

/* Reads a list of segments. *THERE is false if the value is null. */
enum set_read set_json_segments(struct pith__json *json, struct pith__arena *arena,
                                struct set_segment **segments, size_t *count, bool *there);

/* Reads "id": a string or a number. */
enum set_read set_json_id(struct pith__json *json, struct pith__arena *arena, const char **id);

/* Reads a string. *THERE is false if the value is null. *TEXT is empty then, and also if WANTED is
 * false. */
enum set_read set_json_string(struct pith__json *json, struct pith__arena *arena, bool wanted,
                              struct pith__span *text, bool *there);

/* Is the line blank? A byte order mark in the first line is ignored. */
bool set_line_is_blank(struct pith__span line, uint64_t number);

/* Starts reading LINE, up to the opening bracket of the object. Returns false and fills ERROR if
 * LINE is something else. */
bool set_json_begin(struct pith__json *json, struct pith__span line, uint64_t number, char *error,
                    size_t error_size);

/* Parses an answer into memory of its own. Returns false and fills ERROR on failure. */
bool set_answer_parse(struct pith__arena *arena, struct pith__span line, uint64_t number,
                      struct answer *answer, char *error, size_t error_size);

/* Byte position of the reader in LINE. */
size_t set_json_place(const struct pith__json *json, struct pith__span line);

#endif
