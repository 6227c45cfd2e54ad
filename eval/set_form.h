/*
 * set_form.h - what the files set*.c tell each other: the forms of sets, and how a page is built.
 */
#ifndef PITH_SET_FORM_H
#define PITH_SET_FORM_H

#include "base/json.h"
#include "eval/set.h"
#include "io/line_reader.h"
#include "io/packed.h"

enum {
    SET_MAX_PAGE = 256 << 20, /* longer lines and files are named and skipped */
    SET_READ_STEP = 64 << 10  /* room for one reading of a file */
};

/* A form is one of these. */
struct set_form {
    /* As set_next(), set_progress(); CLOSE frees what is the form's own in SET. */
    bool (*next)(struct set *set, struct set_raw *raw);
    double (*progress)(const struct set *set);
    void (*close)(struct set *set);
    /* As set_page_parse(), for a page that is reset. */
    bool (*parse)(struct set_page *page, const struct set_raw *raw, bool html);
};

/* A page in a folder. */
struct set_file {
    char *id;
    char *html;  /* file of the page; NULL: there is none */
    char *truth; /* file of its truth; NULL: there is none */
    char *url;   /* NULL: not known */
    bool twin;   /* another file has that part for the same id already */
};

struct set {
    const struct set_form *form;
    char *path;
    char *name;
    /* A file of lines. */
    struct line_reader lines;
    enum line_got ahead; /* what set_open() read ahead: the first line */
    char *ahead_line;
    size_t ahead_len;
    bool has_ahead;
    /* A folder. */
    struct set_file *files;
    size_t file_count, file_at;
};

extern const struct set_form set_form_json, set_form_folder, set_form_cleaneval, set_form_l3s;

/* Open a file and a folder; SET has its path. False: ERROR says why not. */
bool set_json_open(struct set *set, char *error, size_t error_size);
bool set_folder_open(struct set *set, char *error, size_t error_size);

/* Gives the files of L3S-GN1 the addresses that url-mapping.txt tells, if there is one. */
bool set_l3s_addresses(struct set *set, char *error, size_t error_size);

/* What the forms of folders have in common. */
bool set_folder_next(struct set *set, struct set_raw *raw);
double set_folder_progress(const struct set *set);
void set_folder_close(struct set *set);
/* The page with that id, or NULL. */
struct set_file *set_folder_find(const struct set *set, const char *id);
/* The path of a file in the folder, in new memory; or NULL. */
char *set_folder_path(const struct set *set, const char *name);
/* Gives PAGE its id and, if wanted, its bytes. */
bool set_folder_begin(struct set_page *page, const struct set_raw *raw, bool html);

/* ---------------------------------------------------------------- building pages */

/* Say what is wrong with a page, and are false. */
__attribute__((format(printf, 2, 3))) bool set_page_wrong(struct set_page *page, const char *format,
                                                          ...);
bool set_page_no_memory(struct set_page *page);

/* TEXT as valid UTF-8: itself, or a copy with U+FFFD for what is none. WORD: for NUL too. A pointer
 * that is NULL says that there is no memory. */
struct pith__span set_valid(struct pith__arena *arena, struct pith__span text, bool word);

/* Decodes the bytes of a text file: what a byte order mark says, UTF-8, or windows-1252. */
bool set_decode(struct set_page *page, const char *bytes, size_t len, struct pith__span *text);

/* A copy that ends with a NUL; or NULL. */
char *set_word(struct pith__arena *arena, struct pith__span text);

/* Room for one more behind COUNT items of SIZE bytes; or NULL. The items may move. */
void *set_room(struct pith__arena *arena, void *items, size_t count, size_t size);

bool set_page_add_field(struct set_page *page, const char *name, const char *value);

/* The text of segments, with blank lines between them. False: no memory. */
bool set_join_segments(struct pith__arena *arena, const struct set_segment *segments, size_t count,
                       struct pith__span *text);

/* Make the text of what is known of it otherwise. */
bool set_text_from_segments(struct set_page *page);
bool set_text_from_blocks(struct set_page *page);

/* Makes room in *DATA for MORE bytes behind LEN; *CAP is the room that it has. */
bool set_raw_reserve(char **data, size_t *cap, size_t len, size_t more);

/* ---------------------------------------------------------------- JSON, for pages and answers */

/* The string at hand, decoded; of valid UTF-8. NULL: no memory. */
struct pith__span set_json_text(struct pith__arena *arena, const struct pith__json *json);

/* Why a JSON value could not be read. */
enum set_read { SET_READ, SET_READ_NO_JSON, SET_READ_WRONG, SET_READ_NO_MEMORY };

/* Reads the list of segments that is the next value. *THERE false: it is null. */
enum set_read set_json_segments(struct pith__json *json, struct pith__arena *arena,
                                struct set_segment **segments, size_t *count, bool *there);

/* Reads "id": a string or a number. */
enum set_read set_json_id(struct pith__json *json, struct pith__arena *arena, const char **id);

/* Reads the string that is the next value. *THERE false: it is null, and *TEXT is empty; so it is
 * where the string is not WANTED. */
enum set_read set_json_string(struct pith__json *json, struct pith__arena *arena, bool wanted,
                              struct pith__span *text, bool *there);

/* Whether there is nothing in a line; a byte order mark in the first is nothing. */
bool set_line_is_blank(struct pith__span line, uint64_t number);

/* Starts to read LINE: JSON is then behind the bracket that opens the object. False: ERROR says
 * what LINE is instead. */
bool set_json_begin(struct pith__json *json, struct pith__span line, uint64_t number, char *error,
                    size_t error_size);

/* Reads an answer; it has memory of its own. False: ERROR says what is wrong. */
bool set_answer_parse(struct pith__arena *arena, struct pith__span line, uint64_t number,
                      struct answer *answer, char *error, size_t error_size);

/* Where in LINE the reader is, in bytes. */
size_t set_json_place(const struct pith__json *json, struct pith__span line);

#endif
