/*
 * pith.h - the public interface of libpith.
 *
 * Pith removes boilerplate from web pages and keeps the main content. It reads a page in any
 * encoding, however broken, cuts it into blocks of text, decides which blocks to keep, and writes
 * them as text, markdown, HTML or JSON.
 *
 * The header goes from the simple to the special: one call; contexts, pages and blocks; options;
 * advanced calls (models, your own decisions, memory); experimental calls, which may still change.
 *
 * Ownership:
 *   - Arguments are borrowed for the length of the call. The one exception is the page's bytes:
 *     they must stay alive and unchanged for as long as the page is used.
 *   - const results belong to the object they come from.
 *   - Functions whose name ends in _new or _dup give an object to the caller, who frees it with the
 *     _free function of its type. pith_extract() and pith_render_new() give text that pith_free()
 *     frees.
 *
 * NULL is never a crash. A function that returns a pith_status returns PITH_ERR_ARGUMENT if an
 * argument that it needs is NULL. A function that reads from an object returns NULL, 0 or an empty
 * string. A function that frees or resets does nothing. An out-parameter or pith_error may be NULL
 * where the description says so.
 *
 * Any bytes are a valid page: broken HTML is not an error. The library never prints, exits or
 * aborts. It has no mutable globals, starts no threads and loads nothing at run time. Different
 * contexts may be used in different threads at the same time; one context serves one thread at a
 * time. Threads may share models, and options that no thread changes. Text is UTF-8, given as
 * pointer and length; it ends with a NUL only where a declaration says so.
 *
 * A call needs at most 112 kB of stack, whatever the page is: nothing is recursive. A thread with
 * 128 kB, musl's default, can make every call.
 *
 * Binary compatibility: later versions may add functions, enumerators, and fields at the end of
 * structs. So get structs from the library by pointer, and pass sizeof where a function asks for
 * it. Numbers of enumerators never change their meaning.
 */
#ifndef PITH_H
#define PITH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(PITH_BUILDING)
#define PITH_API __declspec(dllexport)
#elif defined(_WIN32) && defined(PITH_DLL)
#define PITH_API __declspec(dllimport)
#elif defined(__GNUC__)
#define PITH_API __attribute__((visibility("default")))
#else
#define PITH_API
#endif

/* ----------------------------------------------------------------- version */

/* The version of this header, also as one number that can be compared: 2000 for 0.2.0. */
#define PITH_VERSION_MAJOR 0
#define PITH_VERSION_MINOR 2
#define PITH_VERSION_PATCH 0
#define PITH_VERSION_NUMBER                                                                        \
    (PITH_VERSION_MAJOR * 1000000 + PITH_VERSION_MINOR * 1000 + PITH_VERSION_PATCH)

/*
 * pith_version, pith_version_number - the version of the library that is running.
 *
 * As static text such as "0.2.0", and as PITH_VERSION_NUMBER was when the library was compiled.
 */
PITH_API const char *pith_version(void);
PITH_API uint32_t pith_version_number(void);

/* -------------------------------------------------------- status and errors */

/*
 * pith_status - what a call that can fail returns. Zero is success.
 */
typedef enum pith_status {
    PITH_OK = 0,           /* the call did what it promises */
    PITH_ERR_NOMEM = 1,    /* out of memory; the object can still be used */
    PITH_ERR_ARGUMENT = 2, /* a pointer that must not be NULL is, or an argument is out of range */
    PITH_ERR_CHARSET = 3,  /* not an encoding in the WHATWG's list */
    PITH_ERR_SINK = 4,     /* a pith_sink returned non-zero: the output stopped there */
    PITH_ERR_NAME = 5,     /* there is no method, option or choice of this name */
    PITH_ERR_MODEL = 6,    /* not a model, one for another version, or none that the page needs */
    PITH_ERR_DEADLINE = 7, /* the deadline passed while the page was written: what is written is
                              well-formed, but not the whole page */
    PITH_ERR_VALUE = 8     /* the value of an option has the wrong form or is out of range */
} pith_status;

/*
 * pith_status_message - a short English sentence for a status. Static; never NULL.
 */
PITH_API const char *pith_status_message(pith_status status);

/*
 * pith_error - what went wrong, for people and programs.
 *
 * The caller allocates it; a function fills it when it fails. Its size is the same in all versions:
 * new fields take the place of reserved bytes.
 */
typedef struct pith_error {
    pith_status status; /* what the function returned */
    uint32_t reserved1;
    size_t line;       /* line of the text that was read (a model, say), from 1; 0: not known */
    size_t offset;     /* byte of the value or file where the error is, from 0; 0 if not known */
    char message[192]; /* English, without a full stop, NUL-terminated */
    char reserved2[40];
} pith_error;

/* ---------------------------------------------------------------- one call */

/*
 * pith_options - everything that a caller may ask for; see "options" below.
 */
typedef struct pith_options pith_options;

/*
 * pith_format - what a page is written as.
 */
typedef enum pith_format {
    PITH_FORMAT_TEXT = 0, /* paragraphs with blank lines between them; list items and table
                             rows on lines; "-" or their number before items; tabs between
                             cells */
    PITH_FORMAT_MARKDOWN =
        1,                /* GitHub's dialect: headings, lists, tables, code, quotes, emphasis */
    PITH_FORMAT_HTML = 2, /* a clean fragment: the same structure, everything escaped */
    PITH_FORMAT_JSON = 3, /* the page and all its blocks, kept or not, as one line; the manual
                             of the JSON output describes it */
    PITH_FORMAT_CLEANEVAL = 4, /* a line for each block: <h>, <l> or <p> and its text */
    PITH_FORMAT_EXPLAIN = 5    /* an HTML page for people: all blocks, coloured by decision */
} pith_format;

/*
 * pith_extract - the main content of a page, in one call.
 *
 * Reads LEN bytes of HTML at BYTES (may be NULL if LEN is 0), decides what to keep, and stores in
 * *OUT a new NUL-terminated UTF-8 string in FORMAT. *OUT_LEN, unless OUT_LEN is NULL, gets its
 * length without the NUL. A page without content gives an empty string. OPTIONS may be NULL for the
 * defaults. PITH_FORMAT_JSON and PITH_FORMAT_EXPLAIN have metadata, page type and reasons without
 * being asked.
 *
 * The caller frees *OUT with pith_free(). On failure *OUT is NULL and ERROR, unless NULL, says why:
 * PITH_ERR_NOMEM, PITH_ERR_ARGUMENT or PITH_ERR_MODEL. If the deadline passes, the text is what was
 * written until then. Safe in any thread.
 */
PITH_API pith_status pith_extract(const char *bytes, size_t len, const pith_options *options,
                                  pith_format format, char **out, size_t *out_len,
                                  pith_error *error);

/*
 * pith_free - frees text from pith_extract() or pith_render_new(). NULL is allowed.
 */
PITH_API void pith_free(char *text);

/* ---------------------------------------------------------------- contexts */

/*
 * pith_context - reusable memory for pages. Parsing a thousand pages with one context costs a
 * handful of allocations.
 */
typedef struct pith_context pith_context;

/*
 * pith_page - a parsed page. It belongs to its context.
 */
typedef struct pith_page pith_page;

/*
 * pith_context_new - a new context, or NULL if there is no memory.
 */
PITH_API pith_context *pith_context_new(void);

/*
 * pith_context_free - frees a context and the page in it. NULL is allowed.
 */
PITH_API void pith_context_free(pith_context *context);

/*
 * pith_context_parse - parses a page and decides which of its blocks to keep.
 *
 * Reads LEN bytes at BYTES (may be NULL if LEN is 0). OPTIONS may be NULL for the defaults; they
 * need not outlive the call. The page that the context held before is gone. On success *PAGE is the
 * new page, valid until the next pith_context_parse(), pith_context_reset() or pith_context_free()
 * on this context; BYTES must stay alive and unchanged for as long.
 *
 * Fails with PITH_ERR_NOMEM, PITH_ERR_ARGUMENT or PITH_ERR_MODEL; *PAGE is then NULL, ERROR (unless
 * NULL) says why, and the context can be used again.
 */
PITH_API pith_status pith_context_parse(pith_context *context, const char *bytes, size_t len,
                                        const pith_options *options, const pith_page **page,
                                        pith_error *error);

/*
 * pith_context_reset - drops the page and returns memory beyond a small stock.
 *
 * Not needed between pages; useful after an unusually large one. NULL is allowed.
 */
PITH_API void pith_context_reset(pith_context *context);

/*
 * pith_sink - takes a piece of output. Returns 0 to go on, anything else to stop.
 */
typedef int (*pith_sink)(const char *data, size_t len, void *user);

/*
 * pith_render - writes the kept blocks of a page to SINK, in pieces.
 *
 * Of OPTIONS (may be NULL for the defaults) only the group PITH_GROUP_OUTPUT counts. Fails with
 * PITH_ERR_SINK, PITH_ERR_NOMEM, and with PITH_ERR_ARGUMENT for a number that is no format or if
 * PAGE or SINK is NULL.
 *
 * Each call may take the time that the deadline left when the page was parsed or decided, at least
 * a quarter of it. If that is not enough, the output ends after some block, or inside a large one,
 * and the call returns PITH_ERR_DEADLINE: everything that was opened is closed, JSON has the member
 * "stopped" at its end, and the page itself does not change.
 */
PITH_API pith_status pith_render(const pith_page *page, pith_format format,
                                 const pith_options *options, pith_sink sink, void *user);

/*
 * pith_render_new - the same into a new NUL-terminated string.
 *
 * Stores it in *OUT and its length, unless OUT_LEN is NULL, in *OUT_LEN. The caller frees it with
 * pith_free(). With PITH_ERR_DEADLINE there is a string, too; with other failures *OUT is NULL.
 */
PITH_API pith_status pith_render_new(const pith_page *page, pith_format format,
                                     const pith_options *options, char **out, size_t *out_len);

/* -------------------------------------------------------------------- page */

/*
 * pith_outcome - how a page turned out.
 */
typedef enum pith_outcome {
    PITH_OUTCOME_OK = 0,     /* parsed to its end; some block is kept */
    PITH_OUTCOME_EMPTY = 1,  /* parsed to its end; no block is kept */
    PITH_OUTCOME_PARTIAL = 2 /* a limit was reached; the blocks found so far are there */
} pith_outcome;

/*
 * pith_reason - why a page is empty or partial, and why a block is kept or dropped.
 */
typedef enum pith_reason {
    PITH_REASON_NONE = 0, /* of a page: its outcome is PITH_OUTCOME_OK */

    /* Of pages */
    PITH_REASON_NO_INPUT = 1, /* empty: no bytes, or white space alone */
    PITH_REASON_NO_TEXT = 2,  /* empty: markup without text (a JavaScript shell, a frameset) */
    PITH_REASON_INPUT = 3,    /* partial: longer than max-input; the rest was not read */
    PITH_REASON_NODES = 4,    /* partial: more than max-nodes elements; parsing stopped there */
    PITH_REASON_DEPTH = 6,    /* partial: deeper than max-depth; all text is there, but blocks below
                                 that depth know only the elements above it */
    PITH_REASON_BINARY = 8,   /* empty: binary data such as a PDF or an image; not parsed */

    /* Of pages and blocks */
    PITH_REASON_DEADLINE = 5, /* partial: the deadline passed. The page ends where parsing stopped,
                                 blocks that were not judged are dropped for the same reason, and
                                 metadata or the page type may be missing */
    PITH_REASON_NO_CONTENT = 7, /* empty: there is text, but none of it is kept. Dropped: the page
                                   as a whole has too little content */

    /* Of blocks */
    PITH_REASON_ALL = 16,            /* kept: nothing is judged */
    PITH_REASON_LONG = 17,           /* kept: many words */
    PITH_REASON_DENSE = 18,          /* kept: full lines of text */
    PITH_REASON_NEIGHBOURS = 19,     /* kept: short, but next to running text */
    PITH_REASON_STRETCH = 20,        /* kept: in the stretch with most words and fewest tags */
    PITH_REASON_TITLE = 21,          /* kept: the page's title, which the method dropped */
    PITH_REASON_LINKS = 22,          /* dropped: mostly links */
    PITH_REASON_AFTER_LINKS = 23,    /* dropped: follows links, and no running text comes next */
    PITH_REASON_SHORT = 24,          /* dropped: few words, among blocks of few words */
    PITH_REASON_SPARSE = 25,         /* dropped: no full line of text here or in a neighbour */
    PITH_REASON_LAST = 26,           /* dropped: nothing of any length follows */
    PITH_REASON_OUTSIDE = 27,        /* dropped: outside the stretch with most words, fewest tags */
    PITH_REASON_NOT_LARGEST = 28,    /* dropped: not in the largest run of content */
    PITH_REASON_ABOVE_TITLE = 29,    /* dropped: above the page's title */
    PITH_REASON_BELOW_COMMENTS = 30, /* dropped: readers' comments, or their heading */
    PITH_REASON_VOTE = 31,           /* either: the other methods outvoted the first */
    PITH_REASON_MODEL = 32,          /* either: a trained model says so */
    PITH_REASON_COPY = 33,           /* dropped: the same text is kept further up */
    /* Either, by the model of the method auto. What moved it most was ... */
    PITH_REASON_CONTAINER = 34,    /* ... what the elements around the block hold */
    PITH_REASON_TAGS = 35,         /* ... the tags above it, and their names */
    PITH_REASON_POSITION = 36,     /* ... where on the page it is */
    PITH_REASON_TEXT = 37,         /* ... what its text looks like */
    PITH_REASON_LINK_DENSITY = 38, /* ... how much of it is links */
    PITH_REASON_REPEATED = 39,     /* ... how much else looks like it */
    PITH_REASON_AROUND = 40,       /* ... the blocks around it */
    PITH_REASON_PAGE = 41,         /* ... what kind of page it is on */
    PITH_REASON_TINY = 42,         /* either: too few words on the page for a model; everything is
                                      kept but links, menus and hidden text */
    PITH_REASON_LIKELY_TEXT = 43,  /* kept by ngram: its characters are like those of content */
    PITH_REASON_LIKELY_BOILERPLATE = 44, /* dropped by ngram: they are like those of boilerplate */
    PITH_REASON_RULE = 45,               /* dropped by a rule of ngram */
    PITH_REASON_TOO_SHORT = 46,  /* either, by ngram: too short to judge: follows its neighbours */
    PITH_REASON_FLUENT = 47,     /* kept by perplexity: some of it is below the threshold */
    PITH_REASON_PERPLEXITY = 48, /* dropped by perplexity: all of it is above the threshold */
    PITH_REASON_TABLE = 49,      /* kept: most of its table is */
    PITH_REASON_CALLER = 50      /* either: pith_context_set_keep() says so */
} pith_reason;

/*
 * pith_charset_source - what decided a page's encoding. The first that applies wins.
 */
typedef enum pith_charset_source {
    PITH_CHARSET_BOM = 0,     /* a byte order mark */
    PITH_CHARSET_HTTP = 1,    /* the option charset */
    PITH_CHARSET_META = 2,    /* <meta charset>, <meta http-equiv> or an XML declaration */
    PITH_CHARSET_UTF8 = 3,    /* nothing declared; the bytes are valid UTF-8 */
    PITH_CHARSET_GUESS = 4,   /* nothing declared; the most likely one, guessed from the bytes */
    PITH_CHARSET_FALLBACK = 5 /* nothing declared, no guess: windows-1252 */
} pith_charset_source;

/*
 * pith_page_type - what kind of page it is, by a model trained on pages of seven kinds.
 */
typedef enum pith_page_type {
    PITH_PAGE_UNKNOWN = 0,       /* the option page-type is off, or there is no text or no model */
    PITH_PAGE_ARTICLE = 1,       /* news, blog posts, essays */
    PITH_PAGE_FORUM = 2,         /* threads, questions with answers */
    PITH_PAGE_PRODUCT = 3,       /* one thing that is for sale */
    PITH_PAGE_COLLECTION = 4,    /* many things that are for sale */
    PITH_PAGE_LISTING = 5,       /* lists of other pages: search results, directories, archives */
    PITH_PAGE_DOCUMENTATION = 6, /* manuals, references, guides */
    PITH_PAGE_SERVICE = 7        /* what a company or an office does */
} pith_page_type;

/*
 * pith_vote - which blocks are kept if several methods judge a page.
 */
typedef enum pith_vote {
    PITH_VOTE_MAJORITY = 0, /* those that more than half of the methods keep */
    PITH_VOTE_ANY = 1,      /* those that one of them keeps */
    PITH_VOTE_ALL = 2       /* those that all of them keep */
} pith_vote;

/*
 * pith_filter - what is dropped after the vote, as in Boilerpipe's paper.
 */
typedef enum pith_filter {
    PITH_FILTER_NONE = 0,    /* nothing */
    PITH_FILTER_LARGEST = 1, /* all but the run of kept blocks with most words */
    PITH_FILTER_MAIN = 2     /* what is above the page's title or below the heading of its comments,
                                and what is far from the largest run */
} pith_filter;

/*
 * pith_page_info - facts about a page as a whole.
 */
typedef struct pith_page_info {
    const char *id; /* the option id, NUL-terminated, or NULL */
    pith_outcome outcome;
    pith_reason reason;                 /* of the outcome */
    const char *charset;                /* WHATWG name, NUL-terminated, such as "windows-1252" */
    pith_charset_source charset_source; /* why that one */
    size_t bytes_read;                  /* bytes of the input that were looked at */
    size_t replaced;                    /* bad byte sequences that became U+FFFD */
    size_t nodes;                       /* elements and pieces of text */
    size_t blocks;                      /* number of blocks */
    size_t words;                       /* words of all blocks */
    size_t link_words;                  /* how many of those are in links */
    size_t kept_blocks;                 /* number of blocks that are kept */
    size_t kept_words;                  /* words of those */
    uint32_t methods;                   /* who decided: bits of pith_method_at() */
    pith_vote vote;
    pith_filter filter;
    float confidence; /* how sure the decision is, 0 to 1. If auto alone decided, the expected F1;
                         otherwise the mean over all words of their block's score, or of 1 - score
                         if it is dropped */
    pith_page_type page_type;   /* if the option page-type is on */
    float page_type_confidence; /* how likely it is of that type, 0 to 1 */
    const char *title;          /* text of <title>, white space collapsed; may be empty */
    size_t title_len;
    const char *lang; /* lang attribute of <html>, as written; may be empty */
    size_t lang_len;
    const char *url; /* the option url, NUL-terminated, or NULL */
} pith_page_info;

/*
 * pith_page_get_info - facts about the page. The result lives as long as the page. NULL for NULL.
 */
PITH_API const pith_page_info *pith_page_get_info(const pith_page *page);

/* ------------------------------------------------------------------ blocks */

/*
 * pith_kind - what a block is on the page.
 *
 * The nearest enclosing element that says so decides: a heading in a table cell is a
 * heading, and its row and column are still there.
 */
typedef enum pith_kind {
    PITH_KIND_PARAGRAPH = 0,    /* <p>, <div>, loose text */
    PITH_KIND_HEADING = 1,      /* <h1> to <h6>: level */
    PITH_KIND_LIST_ITEM = 2,    /* <li>: list_depth, ordinal */
    PITH_KIND_TABLE_CELL = 3,   /* <td>, <th>: row, column, PITH_FLAG_HEADER */
    PITH_KIND_PREFORMATTED = 4, /* <pre>, <listing>, <xmp>, <plaintext>: text is exact */
    PITH_KIND_QUOTE = 5,        /* <blockquote> */
    PITH_KIND_CAPTION = 6,      /* <caption>, <figcaption>, <legend>, <summary> */
    PITH_KIND_TERM = 7,         /* <dt> */
    PITH_KIND_DEFINITION = 8,   /* <dd> */
    PITH_KIND_CONTROL = 9       /* <option>, <textarea>: text of a form's controls */
} pith_kind;

/* Flags of a block. */
#define PITH_FLAG_HEADER      0x01u /* in a <th>, or in a cell of <thead> */
#define PITH_FLAG_CONTINUED   0x02u /* not the first block of its list item, cell, quote, ... */
#define PITH_FLAG_HIDDEN      0x04u /* under hidden, or inline display:none or visibility:hidden */
#define PITH_FLAG_ARIA_HIDDEN 0x08u /* under aria-hidden="true": shown, but decoration */
#define PITH_FLAG_NOSCRIPT    0x10u /* under <noscript> */
#define PITH_FLAG_SHADOW      0x20u /* in a declarative shadow root */
#define PITH_FLAG_ITEM        0x40u /* the first block of a list item, of whatever kind */

/* The parent of the topmost element, and the row and column outside tables. */
#define PITH_NONE UINT32_MAX

/* The ordinal of a block that is in no numbered list item. */
#define PITH_NO_ORDINAL INT32_MIN

/*
 * pith_label - what a block is to a reader.
 *
 * Only a model of four classes tells headlines and supplemental text from other text.
 */
typedef enum pith_label {
    PITH_LABEL_BOILERPLATE = 0, /* the block is dropped */
    PITH_LABEL_TEXT = 1,        /* full text, or content of any kind */
    PITH_LABEL_HEADLINE = 2,
    PITH_LABEL_SUPPLEMENTAL = 3 /* captions, dates, bylines */
} pith_label;

/*
 * pith_block - a run of text that no block-level tag and no double <br> interrupts.
 *
 * Hidden text, and that of <noscript> and shadow roots, is a block of its own, even inside a
 * paragraph. But hidden text after visible text of the same paragraph is left out, and the
 * paragraph continues.
 *
 * BEGIN and END are byte offsets into the input as the caller gave it, whatever its encoding:
 * input[BEGIN, END) starts with the first and ends with the last piece of source that became text;
 * tags between them are inside, and so is text that is left out.
 *
 * TEXT has white space collapsed to single spaces and trimmed, and a line feed for each <br>; the
 * text of preformatted blocks and text areas is exact. It is never empty.
 *
 * WORDS counts runs between spaces that hold a letter, mark or digit; a link's border ends a run
 * too. In scripts without spaces a character counts as a part of a word, so that ten words mean
 * about the same amount of text: Han 0.6, kana 0.4, Thai, Lao, Khmer and Burmese 0.2.
 *
 * Get blocks by pith_page_block() only: later versions add fields at the end.
 */
typedef struct pith_block {
    const char *text;
    uint32_t text_len;
    uint32_t begin;
    uint32_t end;
    uint32_t element;    /* innermost one that holds all the text, for pith_page_element() */
    uint32_t words;      /* words */
    uint32_t link_words; /* words under <a href> */
    uint32_t sentences;  /* ends of sentences; at least 1 if there are words */
    int32_t ordinal;     /* number of the list item around it, in <ol>; or PITH_NO_ORDINAL */
    uint32_t row;    /* row in the innermost table, from 0, in the source's order; or PITH_NONE */
    uint32_t column; /* column, from 0, spans counted (up to 64 row spans at a time) */
    uint8_t kind;    /* a pith_kind */
    uint8_t level;   /* 1 to 6 for headings, else 0 */
    uint8_t list_depth;  /* lists around it, at most 255 */
    uint8_t quote_depth; /* <blockquote>s around it, at most 255 */
    uint16_t flags;      /* PITH_FLAG_... */
    uint8_t label;       /* a pith_label; PITH_LABEL_BOILERPLATE if and only if keep is 0 */
    uint8_t reserved;    /* 0 */
    float score;         /* 0: surely boilerplate, 1: surely content; the mean of the methods */
    uint8_t keep;        /* 1: the block is kept, 0: it is dropped */
    uint8_t reason;      /* a pith_reason */
    uint16_t votes;      /* bits of the methods that keep it, before any filter */
} pith_block;

/*
 * pith_page_block - block number INDEX, from 0, in the order of the source.
 *
 * NULL if there is no such block, or PAGE is NULL. The result lives as long as the page.
 */
PITH_API const pith_block *pith_page_block(const pith_page *page, size_t index);

/*
 * pith_block_language - the programming language that a preformatted block declares.
 *
 * From class words such as "language-python" or "highlight-source-c" on the <pre>, the <code> in it
 * or the element around it. Stores the length in *LEN and returns the name as written. A block
 * without one gives length 0, and so does NULL for any argument. The result lives as long as the
 * page.
 */
PITH_API const char *pith_block_language(const pith_page *page, const pith_block *block,
                                         size_t *len);

/*
 * pith_element - an element above a block.
 *
 * CLASSES and ID are the attributes as written in the page (character references in them are not
 * decoded); both may be empty.
 */
typedef struct pith_element {
    const char *tag; /* lower-case for known tags, as written for others */
    size_t tag_len;
    const char *id;
    size_t id_len;
    const char *classes; /* words separated by white space */
    size_t classes_len;
    uint32_t parent; /* for pith_page_element(); PITH_NONE at the top */
    uint32_t offset; /* of the start tag's "<" in the caller's input; if the page has no such tag,
                        of what implied it */
} pith_element;

/*
 * pith_page_element - element number INDEX, as named by pith_block.element or pith_element.parent.
 *
 * Walking from a block to PITH_NONE gives its tag path, innermost first, in at most max-depth
 * steps. SIZE is sizeof(pith_element), the number of bytes of *ELEMENT to fill. Returns 1, or 0 if
 * INDEX is no element or a pointer is NULL. The texts live as long as the page.
 */
PITH_API int pith_page_element(const pith_page *page, uint32_t index, pith_element *element,
                               size_t size);

/* ---------------------------------------------------------------- metadata */

/*
 * pith_field - a field of a page's metadata.
 */
typedef enum pith_field {
    PITH_FIELD_TITLE = 0,
    PITH_FIELD_AUTHOR = 1,   /* one entry for each person or organisation */
    PITH_FIELD_DATE = 2,     /* of publication, ISO 8601 */
    PITH_FIELD_MODIFIED = 3, /* of the last change, ISO 8601 */
    PITH_FIELD_SITE = 4,     /* name of the site */
    PITH_FIELD_DESCRIPTION = 5,
    PITH_FIELD_LANGUAGE = 6, /* BCP 47 */
    PITH_FIELD_URL = 7,      /* canonical address */
    PITH_FIELD_IMAGE = 8,    /* address of the main image */
    PITH_FIELD_TAG = 9,      /* one entry for each keyword */
    PITH_FIELD_LICENSE = 10  /* address or name */
} pith_field;
enum { PITH_FIELDS = 11 };

/*
 * pith_fact - the value of a field and where on the page it was found.
 */
typedef struct pith_fact {
    const char *value; /* UTF-8 on one line, never empty */
    size_t len;
    const char *source; /* such as "og:title", "json-ld", "h1", NUL-terminated, static */
} pith_fact;

/*
 * pith_page_fact - value number INDEX, from 0, of a field of the page's metadata.
 *
 * NULL if PAGE is, if there is no such value, or if the option metadata is off. Only
 * PITH_FIELD_AUTHOR and PITH_FIELD_TAG have more than one. The result lives as long as the page.
 * Metadata do not depend on what the methods decide.
 */
PITH_API const pith_fact *pith_page_fact(const pith_page *page, pith_field field, size_t index);

/* ------------------------------------------------------------------- names */

/*
 * pith_..._name - the fixed lower-case word for a value, as it appears in JSON and options.
 *
 * Static, NUL-terminated; "unknown" for any other number.
 */
PITH_API const char *pith_format_name(pith_format format);
PITH_API const char *pith_outcome_name(pith_outcome outcome);
PITH_API const char *pith_reason_name(pith_reason reason);
PITH_API const char *pith_charset_source_name(pith_charset_source source);
PITH_API const char *pith_page_type_name(pith_page_type type);
PITH_API const char *pith_vote_name(pith_vote vote);
PITH_API const char *pith_filter_name(pith_filter filter);
PITH_API const char *pith_kind_name(pith_kind kind);
PITH_API const char *pith_label_name(pith_label label);
PITH_API const char *pith_field_name(pith_field field);

/*
 * pith_..._find - the value that has this name.
 *
 * Stores it and returns 1; returns 0 if no value has the name, or a pointer is NULL.
 */
PITH_API int pith_format_find(const char *name, pith_format *format);
PITH_API int pith_outcome_find(const char *name, pith_outcome *outcome);
PITH_API int pith_reason_find(const char *name, pith_reason *reason);
PITH_API int pith_charset_source_find(const char *name, pith_charset_source *source);
PITH_API int pith_page_type_find(const char *name, pith_page_type *type);
PITH_API int pith_vote_find(const char *name, pith_vote *vote);
PITH_API int pith_filter_find(const char *name, pith_filter *filter);
PITH_API int pith_kind_find(const char *name, pith_kind *kind);
PITH_API int pith_label_find(const char *name, pith_label *label);
PITH_API int pith_field_find(const char *name, pith_field *field);

/* ----------------------------------------------------------------- options */

/*
 * An option has a name, a type and a default. Those of methods begin with the method's name, such
 * as "perplexity.limit". pith_option_at() lists them all with their ranges and a line of help;
 * these are the general ones:
 *
 *   - input: "html" (default) or "text": plain text, whose paragraphs, lists and headings are
 *     known by their layout; it has no metadata.
 *   - charset: the charset of the HTTP header.
 *   - id: a name for the page that JSON repeats, such as its file or address.
 *   - url: the page's address, for metadata and relative links.
 *   - max-input: bytes of a page that are read; default 256 MiB, at most 1 GiB.
 *   - max-depth: elements above a block; deeper ones are left out of the path; default 512.
 *   - max-nodes: elements and pieces of text that are kept; default 16,000,000.
 *   - deadline: wall-clock time for a page, in milliseconds; default 30,000; 0: none. Every stage
 *     observes it: decoding may use the first 15 %, parsing up to 40 %, blocks 50 %, methods 70 %,
 *     metadata and page type 75 %; the rest is for each pith_render(). A stage that is stopped
 *     leaves what it has found: see PITH_REASON_DEADLINE. Cost is linear in the input, so the
 *     other limits already bound the time; only this one depends on the clock.
 *   - method: who decides: a name, or several separated by commas; default "auto".
 *   - vote: "majority" (default), "any" or "all", if there are several.
 *   - filter: "none" (default), "largest" or "main".
 *   - comment-words: headings of comments for the filter main beside those that Pith knows, one on
 *     each line.
 *   - reasons: find out for each block what decided about it, which takes some time: without it
 *     the reason of the method auto is PITH_REASON_MODEL; default false.
 *   - metadata: find the page's title, author, date and so on; default false.
 *   - page-type: find the type of the page, which takes some time; default false.
 *   - links: markdown and HTML keep the targets of links; default false.
 *   - images: markdown and HTML keep images; default false.
 *   - front-matter: text, markdown and HTML start with the page's metadata, if it was asked for.
 *
 * Reaching a limit is not an error: the page holds what was found so far and its outcome is
 * PITH_OUTCOME_PARTIAL.
 */

/*
 * pith_options_new, pith_options_dup - new options: the defaults, or a copy. NULL if there is no
 * memory; pith_options_dup() also for NULL. Models and callbacks are not copied but shared.
 */
PITH_API pith_options *pith_options_new(void);
PITH_API pith_options *pith_options_dup(const pith_options *options);

/*
 * pith_options_free - frees options. NULL is allowed.
 */
PITH_API void pith_options_free(pith_options *options);

/*
 * pith_options_set - sets the option NAME to VALUE, both NUL-terminated.
 *
 * A flag is "true" or "false"; a number is written in decimal, such as "0.5"; a choice is one of
 * its words; a list is words separated by commas. VALUE is copied. NULL restores the default.
 *
 * Fails with PITH_ERR_NAME if there is no such option or choice, PITH_ERR_VALUE if the value has
 * the wrong form or is out of range, PITH_ERR_CHARSET, PITH_ERR_NOMEM or PITH_ERR_ARGUMENT. The
 * option is then as before, and ERROR, unless NULL, says what is wrong in words for the user.
 */
PITH_API pith_status pith_options_set(pith_options *options, const char *name, const char *value,
                                      pith_error *error);

/*
 * pith_type - the form of an option's value.
 */
typedef enum pith_type {
    PITH_TYPE_FLAG = 0,   /* "true" or "false" */
    PITH_TYPE_COUNT = 1,  /* a whole number from min to max */
    PITH_TYPE_NUMBER = 2, /* a number from min to max, such as "-0.05" */
    PITH_TYPE_TEXT = 3,   /* any text */
    PITH_TYPE_CHOICE = 4, /* one word of pith_option_choice() */
    PITH_TYPE_LIST = 5    /* words of pith_option_choice(), with commas between them */
} pith_type;

/*
 * pith_group - what an option is about.
 */
typedef enum pith_group {
    PITH_GROUP_INPUT = 0,    /* the page and how far to go with it: pith_context_parse() */
    PITH_GROUP_DECISION = 1, /* what to keep: pith_context_decide(), too */
    PITH_GROUP_FACTS = 2,    /* what else to find: pith_context_parse() */
    PITH_GROUP_OUTPUT = 3    /* how to write it: pith_render() */
} pith_group;
PITH_API const char *pith_type_name(pith_type type);
PITH_API const char *pith_group_name(pith_group group);
PITH_API int pith_type_find(const char *name, pith_type *type);
PITH_API int pith_group_find(const char *name, pith_group *group);

/*
 * pith_option_info - describes an option. Static; texts are NUL-terminated.
 */
typedef struct pith_option_info {
    const char *name;    /* for pith_options_set() */
    const char *method;  /* the method it belongs to; NULL: a general option */
    const char *summary; /* a line of English */
    const char *preset;  /* the default as pith_options_set() takes it; NULL: there is none */
    pith_type type;
    pith_group group;
    double min, max; /* of counts and numbers */
} pith_option_info;

/*
 * pith_option_at, pith_option_find - option number INDEX, from 0, or the one of this name; NULL if
 * there is none.
 */
PITH_API const pith_option_info *pith_option_at(size_t index);
PITH_API const pith_option_info *pith_option_find(const char *name);

/*
 * pith_choice - a word that an option takes. Static; texts are NUL-terminated.
 */
typedef struct pith_choice {
    const char *name;
    const char *summary; /* a line of English; may be empty */
} pith_choice;

/*
 * pith_option_choice - choice number INDEX, from 0, of an option.
 *
 * SIZE is sizeof(pith_choice), the number of bytes of *CHOICE to fill. Returns 1, or 0 if there is
 * no such choice or a pointer is NULL.
 */
PITH_API int pith_option_choice(const pith_option_info *option, size_t index, pith_choice *choice,
                                size_t size);

/*
 * pith_method_info - describes a method. Static; texts are NUL-terminated.
 */
typedef struct pith_method_info {
    const char *name;    /* for the option method */
    const char *summary; /* a line of English */
} pith_method_info;

/*
 * pith_method_at - method number INDEX, from 0; NULL if there is none.
 *
 * In pith_page_info.methods and pith_block.votes it has the bit 1 << INDEX, in all versions.
 */
PITH_API const pith_method_info *pith_method_at(size_t index);

/* ------------------------------------------------ advanced: deciding again */

/*
 * pith_context_decide - judges the context's page again, without parsing it again.
 *
 * Of OPTIONS (may be NULL for the defaults) the group PITH_GROUP_DECISION counts, and the deadline,
 * of which the decision may use three quarters. From then on the page and its blocks have the new
 * decision.
 *
 * Fails with PITH_ERR_ARGUMENT if the context holds no page, PITH_ERR_MODEL if a method has no
 * model, or PITH_ERR_NOMEM. The old decision then stands, and ERROR, unless NULL, says why.
 */
PITH_API pith_status pith_context_decide(pith_context *context, const pith_options *options,
                                         pith_error *error);

/*
 * pith_context_set_keep - the caller's own decision about the context's page.
 *
 * KEEP has a number for each of the COUNT blocks of the page: 0 drops the block, anything else
 * keeps all of it. A block whose decision changes gets the reason PITH_REASON_CALLER. Scores and
 * votes stay. Fails with PITH_ERR_ARGUMENT if the context holds no page or COUNT is not its number
 * of blocks.
 */
PITH_API pith_status pith_context_set_keep(pith_context *context, const uint8_t *keep,
                                           size_t count);

/* -------------------------------------------------------- advanced: models */

/*
 * pith_model - a trained model: a decision tree for the method density, a forest for auto or for
 * page types, n-grams of characters for ngram, n-grams of words for perplexity.
 *
 * It never changes, so any number of contexts and threads may use it at the same time.
 */
typedef struct pith_model pith_model;

/*
 * pith_model_new - reads a model.
 *
 * BYTES are the LEN bytes of a file that `pith train` wrote. They are not needed after the call.
 * Stores the model in *MODEL; the caller frees it with pith_model_free().
 *
 * Fails with PITH_ERR_MODEL if the bytes are no model or one for other features, PITH_ERR_NOMEM, or
 * PITH_ERR_ARGUMENT if MODEL is NULL, or BYTES is and LEN is not 0. *MODEL is then NULL, and ERROR,
 * unless NULL, says what is wrong and, for a tree, in which line.
 */
PITH_API pith_status pith_model_new(const char *bytes, size_t len, pith_model **model,
                                    pith_error *error);

/*
 * pith_model_view_new - the same without a copy, for bytes such as those of a mapped file.
 *
 * BYTES must stay alive and unchanged until the model is freed. N-grams are used in place; other
 * models are small and still copied.
 */
PITH_API pith_status pith_model_view_new(const char *bytes, size_t len, pith_model **model,
                                         pith_error *error);

/*
 * pith_model_free - frees a model. No options in use may refer to it. NULL is allowed.
 */
PITH_API void pith_model_free(pith_model *model);

/*
 * pith_model_info - describes a model. Texts are NUL-terminated.
 */
typedef struct pith_model_info {
    const char *name;     /* of a model that comes with Pith; NULL: read from bytes */
    const char *method;   /* the method that uses it; NULL: for page types */
    const char *language; /* such as "en", or "any"; "" if the model does not say */
    const char *summary;  /* a line of English; "" for a model that was read */
    size_t bytes;         /* its size; 0: comes with Pith, but is not in this library */
    const char *file; /* name of the file that holds it, such as "en.wordgram"; NULL: it was read */
} pith_model_info;

/*
 * pith_model_get_info - describes a model. The texts live as long as the model.
 *
 * SIZE is sizeof(pith_model_info), the number of bytes of *INFO to fill. Returns 1, or 0 if a
 * pointer is NULL.
 */
PITH_API int pith_model_get_info(const pith_model *model, pith_model_info *info, size_t size);

/*
 * pith_model_at - describes number INDEX, from 0, of the models that come with Pith. Returns 0 if
 * there is none.
 *
 * The build of the library decides which of them are inside. The texts are static.
 */
PITH_API int pith_model_at(size_t index, pith_model_info *info, size_t size);

/*
 * pith_options_set_model - the model that a method, or the page type, is to use.
 *
 * It takes the place of the built-in one, or of one that was set before; NULL for MODEL restores
 * the built-in ones. MODEL must live as long as the options are used. Several methods can have one
 * each. Fails with PITH_ERR_ARGUMENT if OPTIONS is NULL.
 */
PITH_API pith_status pith_options_set_model(pith_options *options, const pith_model *model);

/* -------------------------------------------------------- advanced: memory */

/*
 * pith_resize - the allocator of a context.
 *
 * With OLD == NULL it allocates NEW_SIZE bytes; with NEW_SIZE == 0 it frees OLD and returns NULL;
 * otherwise it resizes OLD from OLD_SIZE bytes, keeping the contents. It returns NULL if there is
 * no memory, and OLD is then still valid. Results are aligned as malloc's are. USER is passed
 * through.
 */
typedef void *(*pith_resize)(void *user, void *old, size_t old_size, size_t new_size);

/*
 * pith_context_new_with - a new context whose memory all comes from RESIZE. NULL if there is none,
 * or if RESIZE is NULL.
 */
PITH_API pith_context *pith_context_new_with(pith_resize resize, void *user);

/* ------------------------------------------------------------ experimental */

/*
 * Everything below may still change in any version.
 */

/*
 * pith_part - a sentence or line of a block, or all of it, as the method perplexity judged it.
 *
 * Parts of a kept block that are not kept are left out by all formats but JSON, or marked if the
 * option perplexity.mark is on.
 */
typedef struct pith_part {
    uint32_t block;      /* for pith_page_block() */
    uint32_t begin, end; /* bytes of the block's text, without white space around it */
    uint32_t tokens;     /* words, numbers and marks, in its first megabyte at most */
    float perplexity;    /* by the model */
    uint8_t keep;        /* 1: below the threshold, or kept by other methods; 0: above it */
} pith_part;

/*
 * pith_page_part - part number INDEX, from 0, in the order of the source.
 *
 * NULL if PAGE is, or there is no such part; there are none unless the method perplexity judged the
 * page. The result lives until the page is decided again.
 */
PITH_API const pith_part *pith_page_part(const pith_page *page, size_t index);

/*
 * pith_scored - a sentence, line or paragraph of plain text with its perplexity.
 */
typedef struct pith_scored {
    const char *text; /* UTF-8; lives until the callback returns */
    size_t text_len;
    uint64_t tokens;   /* words, numbers and marks */
    uint64_t words;    /* as pith_block counts them */
    double perplexity; /* by the model */
    double scaled;     /* the same on the scale of the option perplexity.limit */
} pith_scored;

/*
 * pith_score - scores plain text by a language model, sentence by sentence.
 *
 * BYTES are LEN bytes of text in any encoding. Of OPTIONS (may be NULL) charset, perplexity.per,
 * perplexity.lang and the model of the method perplexity count. Calls SCORED with each part in
 * order, until it returns non-zero. Fails with PITH_ERR_MODEL if there is no model for the
 * language, PITH_ERR_SINK if SCORED stopped it, PITH_ERR_NOMEM or PITH_ERR_ARGUMENT; ERROR, unless
 * NULL, says why. Safe in any thread.
 */
PITH_API pith_status pith_score(const char *bytes, size_t len, const pith_options *options,
                                int (*scored)(const pith_scored *part, void *user), void *user,
                                pith_error *error);

/*
 * pith_frequency - how often the text of a block occurs in the caller's corpus, for methods that
 * were trained with it. TEXT has LEN bytes; USER is passed through.
 */
typedef double (*pith_frequency)(const char *text, size_t len, void *user);

/*
 * pith_options_set_frequency - sets a callback that knows how often a text occurs; NULL for none.
 *
 * USER must live as long as pages are used that were parsed with these options.
 */
PITH_API pith_status pith_options_set_frequency(pith_options *options, pith_frequency frequency,
                                                void *user);

/*
 * pith_context_label - labels the blocks of the context's page by a text that is known to be its
 * content (ground truth), for training and evaluation.
 *
 * TRUTH is LEN bytes of plain text, at most 1 GiB, UTF-8 (may be NULL if LEN is 0). LABELS has room
 * for a number for each block: PITH_LABEL_TEXT if the block is in TRUTH, else
 * PITH_LABEL_BOILERPLATE.
 *
 * Words are compared: runs of letters and digits, whatever their case and what is between them.
 * They are paired in order, so that of two copies of a text the one between its neighbours counts;
 * then what is left on both sides, since the ground truth may have another order than the page. A
 * block is in TRUTH if at least half of its words are, close together. With an empty TRUTH all
 * blocks are boilerplate.
 *
 * Time is O(n log n) in the words of both, whatever they are; memory is returned at the end. The
 * page does not change. Fails with PITH_ERR_NOMEM, and with PITH_ERR_ARGUMENT if the context holds
 * no page or a pointer is NULL; LABELS is then undefined.
 */
PITH_API pith_status pith_context_label(pith_context *context, const char *truth, size_t len,
                                        uint8_t *labels);

/*
 * pith_feature_name, pith_feature_summary - of feature number INDEX, from 0.
 *
 * Static, NUL-terminated; NULL if there is no such feature.
 */
PITH_API const char *pith_feature_name(size_t index);
PITH_API const char *pith_feature_summary(size_t index);

/*
 * pith_page_features - the features of block number INDEX.
 *
 * Writes at most ROOM numbers to ROW, and returns how many features there are; 0 if there is no
 * such block, or PAGE is NULL. ROW may be NULL if ROOM is 0.
 */
PITH_API size_t pith_page_features(const pith_page *page, size_t index, float *row, size_t room);

#ifdef __cplusplus
}
#endif

#endif /* PITH_H */
