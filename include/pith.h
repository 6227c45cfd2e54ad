/*
 * pith.h - the public interface of libpith.
 *
 * Pith takes a web page, whatever its encoding and however broken, and cuts it
 * into blocks of text with everything a later stage wants to know about them.
 *
 * Three rules of ownership hold everywhere:
 *   - arguments are borrowed for the length of the call, except the page's bytes
 *     given to pith_context_parse(), which must stay alive and unchanged as long as
 *     the page is used;
 *   - const results belong to the object that gave them, and live as long as it does;
 *   - ownership passes to the caller only from functions whose name ends in _new.
 *
 * Any bytes are a valid page: broken HTML is not an error. The library never prints,
 * exits or aborts, keeps no mutable globals and starts no threads. Different contexts
 * may be used in different threads at the same time; one context serves one thread at
 * a time. Text is UTF-8, pointer and length; it is not terminated by a NUL unless a
 * declaration says so.
 *
 * Passing NULL never causes a crash. A function that returns a pith_status fails with
 * PITH_ERR_ARGUMENT where it needs what is NULL. One that gets something from an object answers as
 * if that were not there: with NULL, 0 or an empty string. One that frees or resets an object does
 * nothing.
 *
 * A call takes at most 112 kB of stack, whatever the page is: nothing is recursive. A thread with
 * a stack of 128 kB, musl's default, can make every call.
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

#define PITH_VERSION_MAJOR 0
#define PITH_VERSION_MINOR 1
#define PITH_VERSION_PATCH 0

/* ------------------------------------------------------------------ status */

/*
 * pith_status - what a call that can fail returns.
 *
 * Zero is success. Numbers are never reused in later versions.
 */
typedef enum pith_status {
    PITH_OK = 0,           /* the call did what it promises */
    PITH_ERR_NOMEM = 1,    /* the allocator gave no memory; the object can still be used */
    PITH_ERR_ARGUMENT = 2, /* a pointer that must not be NULL is, or an option is out of range */
    PITH_ERR_CHARSET = 3,  /* pith_options.charset names no encoding of the WHATWG's list */
    PITH_ERR_SINK = 4,     /* a pith_sink returned non-zero: the output stopped there */
    PITH_ERR_METHOD = 5,   /* a name is no method's */
    PITH_ERR_MODEL = 6,    /* the bytes are no model, or one that does not fit this version */
    PITH_ERR_DEADLINE = 7  /* pith_options.deadline_ms passed while the page was written: what is
                              written is well-formed, but not all of the page */
} pith_status;

/*
 * pith_status_message - a short English sentence for a status.
 *
 * Never NULL, also for numbers that are no status. The string is static.
 */
PITH_API const char *pith_status_message(pith_status status);

/*
 * pith_version - the version of the library that is running, such as "0.1.0".
 *
 * The string is static and NUL-terminated.
 */
PITH_API const char *pith_version(void);

/* ---------------------------------------------------------------- one call */

/*
 * pith_text_new - the main text of a page, for the hurried.
 *
 * Reads LEN bytes of HTML at BYTES (NULL is allowed when LEN is 0), with all options
 * at their defaults, and stores in *TEXT a new NUL-terminated UTF-8 string: the kept blocks
 * parted by blank lines, as PITH_FORMAT_TEXT has them. *TEXT_LEN, when TEXT_LEN is
 * not NULL, gets its length without the NUL. A page without content gives an empty string.
 *
 * The caller frees *TEXT with pith_text_free(). On failure *TEXT is NULL.
 * Fails with PITH_ERR_NOMEM or PITH_ERR_ARGUMENT. Safe in any thread.
 */
PITH_API pith_status pith_text_new(const char *bytes, size_t len, char **text, size_t *text_len);

/*
 * pith_text_free - frees what pith_text_new() gave. NULL is allowed.
 */
PITH_API void pith_text_free(char *text);

/* ---------------------------------------------------------------- contexts */

/*
 * pith_allocator - where a context gets its memory from.
 *
 * RESIZE is the only function: with OLD == NULL it allocates NEW_SIZE bytes; with
 * NEW_SIZE == 0 it frees OLD and returns NULL; otherwise it resizes OLD from OLD_SIZE
 * bytes, keeping the contents. It returns NULL when there is no memory, and OLD is
 * then still valid. Results are aligned as malloc's are. CTX is passed through.
 *
 * All memory that a context takes comes from it.
 */
typedef struct pith_allocator {
    void *(*resize)(void *ctx, void *old, size_t old_size, size_t new_size);
    void *ctx;
} pith_allocator;

/*
 * pith_context - the reusable memory in which pages are parsed.
 *
 * Parsing a thousand pages with one context costs a handful of allocations.
 */
typedef struct pith_context pith_context;

/*
 * pith_page - a parsed page. It belongs to its context.
 */
typedef struct pith_page pith_page;

/*
 * pith_context_new - a new context.
 *
 * ALLOCATOR is copied; NULL means malloc. Returns NULL when there is no memory. The
 * caller frees the result with pith_context_free().
 */
PITH_API pith_context *pith_context_new(const pith_allocator *allocator);

/*
 * pith_context_free - frees a context and the page in it. NULL is allowed.
 */
PITH_API void pith_context_free(pith_context *context);

/*
 * Methods, as bits: each looks at the blocks of a page and says which of them to keep.
 */
#define PITH_METHOD_ALL        0x01u /* every block */
#define PITH_METHOD_DENSITY    0x02u /* Boilerpipe's tree over link density and text density */
#define PITH_METHOD_WORDS      0x04u /* Boilerpipe's tree over link density and number of words */
#define PITH_METHOD_MINWORDS   0x08u /* blocks of at least ten words */
#define PITH_METHOD_BTE        0x10u /* the stretch of the page with most words and fewest tags */
#define PITH_METHOD_AUTO       0x20u /* a model that was trained on pages of many kinds */
#define PITH_METHOD_NGRAM      0x40u /* models of characters, of content and of boilerplate */
#define PITH_METHOD_PERPLEXITY 0x80u /* sentences that a language model finds likely */
#define PITH_METHOD_DEFAULT    PITH_METHOD_AUTO

/*
 * pith_method_info - what there is to say of a method.
 */
typedef struct pith_method_info {
    uint32_t bit;        /* a PITH_METHOD_ */
    const char *name;    /* as the command line and JSON have it, NUL-terminated */
    const char *summary; /* a line of English, NUL-terminated */
} pith_method_info;

/*
 * pith_method_at - method number INDEX, from 0; NULL when there is no such. Static.
 */
PITH_API const pith_method_info *pith_method_at(size_t index);

/*
 * pith_methods_find - the methods in a list of names such as "density,words".
 *
 * Stores their bits in *METHODS. Fails with PITH_ERR_METHOD for an empty list or a name that is no
 * method's, and with PITH_ERR_ARGUMENT where a pointer is NULL.
 */
PITH_API pith_status pith_methods_find(const char *names, uint32_t *methods);

/*
 * pith_vote - which blocks stay where several methods judge a page.
 */
typedef enum pith_vote {
    PITH_VOTE_MAJORITY = 0, /* those that more than half of the methods keep */
    PITH_VOTE_ANY = 1,      /* those that one of them keeps */
    PITH_VOTE_ALL = 2       /* those that all of them keep */
} pith_vote;

/*
 * pith_filter - what is taken from the kept blocks after the vote, as Boilerpipe's paper has it.
 */
typedef enum pith_filter {
    PITH_FILTER_NONE = 0,    /* nothing */
    PITH_FILTER_LARGEST = 1, /* all but the run of kept blocks with most words */
    PITH_FILTER_MAIN = 2     /* what stands above the page's title or below its comments' heading,
                                and what is far from the largest run */
} pith_filter;
PITH_API const char *pith_vote_name(pith_vote vote);
PITH_API const char *pith_filter_name(pith_filter filter);

/*
 * Rules of PITH_METHOD_NGRAM, as bits: boilerplate that needs no model. docs/methods.md has them.
 */
#define PITH_RULE_CHARS     0x01u /* characters that no text has */
#define PITH_RULE_FORMS     0x02u /* options and fields of forms */
#define PITH_RULE_BARS      0x04u /* menus and footers whose fields are parted by bars */
#define PITH_RULE_COPYRIGHT 0x08u /* copyright lines */
#define PITH_RULE_LINKS     0x10u /* blocks of links */
#define PITH_RULE_ALL       0x1Fu

/*
 * pith_rule_info - what there is to say of a rule.
 */
typedef struct pith_rule_info {
    uint32_t bit;        /* a PITH_RULE_ */
    const char *name;    /* as the command line has it, NUL-terminated */
    const char *summary; /* a line of English, NUL-terminated */
} pith_rule_info;

/*
 * pith_rule_at - rule number INDEX, from 0; NULL when there is no such. Static.
 */
PITH_API const pith_rule_info *pith_rule_at(size_t index);

/*
 * pith_rules_find - the rules in a list of names such as "bars,copyright"; also "all" and "none".
 *
 * Stores their bits in *RULES. Fails with PITH_ERR_METHOD for a name that is no rule's, and with
 * PITH_ERR_ARGUMENT where a pointer is NULL.
 */
PITH_API pith_status pith_rules_find(const char *names, uint32_t *rules);

/*
 * pith_error - what is wrong with something that a caller gave, for people.
 */
typedef struct pith_error {
    size_t line;       /* of the text that was read, from 1; 0: none */
    char message[160]; /* English, without a full stop, NUL-terminated */
} pith_error;

/*
 * pith_model - what was trained on labelled pages: a decision tree for PITH_METHOD_DENSITY, a
 * forest for PITH_METHOD_AUTO or one that tells the kind of a page, n-grams of characters for
 * PITH_METHOD_NGRAM; or on plain text: n-grams of words for PITH_METHOD_PERPLEXITY.
 *
 * It never changes, so any number of contexts and threads may use one at the same time.
 */
typedef struct pith_model pith_model;

/*
 * pith_model_new - reads a model.
 *
 * BYTES are the LEN bytes of a file that `pith train` wrote; docs/model-format.md describes it.
 * They need not live on. Stores the model in *MODEL; the caller frees it with pith_model_free().
 *
 * Fails with PITH_ERR_MODEL when the bytes are no model or one for other features, and with
 * PITH_ERR_NOMEM, or with PITH_ERR_ARGUMENT where MODEL is NULL, or BYTES is and LEN is not 0;
 * *MODEL is then NULL. ERROR, which may be NULL, gets what is
 * wrong and, of a tree, in which line.
 */
PITH_API pith_status pith_model_new(const char *bytes, size_t len, pith_model **model,
                                    pith_error *error);

/*
 * pith_model_view_new - the same for bytes that live on, such as those of a mapped file.
 *
 * BYTES must stay alive and unchanged until the model is freed. N-grams are used where they lie;
 * other models are small and copied all the same.
 */
PITH_API pith_status pith_model_view_new(const char *bytes, size_t len, pith_model **model,
                                         pith_error *error);

/*
 * pith_model_method - the method that a model is for, a PITH_METHOD_ bit; 0 for one that tells the
 * kind of a page, and for NULL.
 */
PITH_API uint32_t pith_model_method(const pith_model *model);

/*
 * pith_model_free - frees a model that no page is decided with any more. NULL is allowed.
 */
PITH_API void pith_model_free(pith_model *model);

/*
 * pith_input - what the bytes of a page are.
 */
typedef enum pith_input {
    PITH_INPUT_HTML = 0,
    PITH_INPUT_TEXT = 1 /* plain text: paragraphs, lists and headings are known by their layout,
                           as docs/text-input.md describes; there is no metadata */
} pith_input;

/*
 * pith_page_type - what kind of page it is, by a model that was trained on pages of seven kinds.
 */
typedef enum pith_page_type {
    PITH_PAGE_UNKNOWN = 0,       /* nobody asked, or there is no text */
    PITH_PAGE_ARTICLE = 1,       /* news, blog posts, essays */
    PITH_PAGE_FORUM = 2,         /* threads, questions with answers */
    PITH_PAGE_PRODUCT = 3,       /* one thing that is for sale */
    PITH_PAGE_COLLECTION = 4,    /* many things that are for sale */
    PITH_PAGE_LISTING = 5,       /* lists of other pages: search results, directories, archives */
    PITH_PAGE_DOCUMENTATION = 6, /* manuals, references, guides */
    PITH_PAGE_SERVICE = 7        /* what a company or an office does */
} pith_page_type;
PITH_API const char *pith_page_type_name(pith_page_type type);

/*
 * pith_per - what PITH_METHOD_PERPLEXITY judges at a time.
 */
typedef enum pith_per {
    PITH_PER_SENTENCE = 0, /* sentences; preformatted blocks as a whole */
    PITH_PER_BLOCK = 1,    /* blocks */
    PITH_PER_LINE = 2      /* lines; preformatted blocks as a whole */
} pith_per;

/*
 * pith_combine - what PITH_METHOD_PERPLEXITY makes of what PITH_METHOD_WORDS says.
 */
typedef enum pith_combine {
    PITH_COMBINE_DEFAULT = 0, /* what that drops goes, unless it has ten words, few links and most
                                 of its text is within the limit; in what it keeps, the limit is
                                 eight times as high. On plain text PITH_COMBINE_ALONE */
    PITH_COMBINE_ALONE = 1,   /* nothing: the method of the paper */
    PITH_COMBINE_WORDS = 2    /* what that drops goes */
} pith_combine;

/*
 * pith_frequency - how often the text of a block occurs in the caller's corpus.
 *
 * Given by callers who know; a feature for methods that were trained with it. TEXT has LEN
 * bytes; USER is pith_options.frequency_user.
 */
typedef double (*pith_frequency)(const char *text, size_t len, void *user);

/*
 * pith_options - what a caller may say about a page, how to decide, and how far to go with it.
 *
 * Always fill it with pith_options_init() first: later versions add fields.
 *
 * Passing a bound is not an error: the page holds what was found so far and says
 * PITH_OUTCOME_PARTIAL with the bound as the reason.
 */
typedef struct pith_options {
    const char *charset; /* charset of the HTTP header, NUL-terminated; default NULL: none known */
    const char *id;      /* a name for the page that JSON repeats, such as its file or address,
                            NUL-terminated; it must live as long as the page; default NULL */
    const char *url;     /* address of the page, NUL-terminated, for metadata and relative links;
                            it must live as long as the page; default NULL */
    pith_input input;    /* default PITH_INPUT_HTML */
    uint32_t methods;    /* PITH_METHOD_ bits; default PITH_METHOD_DEFAULT */
    const pith_model *model; /* a tree decides for PITH_METHOD_DENSITY, a forest for
                                PITH_METHOD_AUTO, n-grams of characters for PITH_METHOD_NGRAM, of
                                words for PITH_METHOD_PERPLEXITY; it must live until the page is
                                decided; default NULL: the method's own */
    const char *model_name;  /* for PITH_METHOD_NGRAM without a model: a model that the library
                                carries, "en" for English or "any" for all languages,
                                NUL-terminated; default NULL: as the page's language is */
    float bias;              /* for PITH_METHOD_NGRAM: added to what each character says, in nats.
                                Above 0 more is kept, below 0 less; default 0, from -10 to 10 */
    uint32_t rules;          /* for PITH_METHOD_NGRAM: PITH_RULE_ bits; default PITH_RULE_ALL */
    int short_alone;         /* for PITH_METHOD_NGRAM: not 0: blocks of a few characters are judged
                                like all others; default 0: they go with their neighbours */
    float beta;              /* for PITH_METHOD_AUTO: what is kept has the highest expected F of
                                this beta. Below 1 it is cleaner, above 1 more complete; default
                                1, from 0.01 to 100 */
    int reasons;             /* not 0: PITH_METHOD_AUTO also finds out for each block what moved
                                it most, and PITH_METHOD_NGRAM what each character said, for
                                PITH_FORMAT_EXPLAIN; that takes some time. Default 0:
                                pith_block.why is then PITH_WHY_MODEL for the former */
    float limit;             /* for PITH_METHOD_PERPLEXITY: what is over it goes; on the scale of
                                PyPlexity's models, to which those of Kneser-Ney are calibrated;
                                default 4000, above 0 */
    pith_per per;            /* for PITH_METHOD_PERPLEXITY; default PITH_PER_SENTENCE */
    pith_combine combine;    /* for PITH_METHOD_PERPLEXITY; default PITH_COMBINE_DEFAULT */
    int mark;                /* for PITH_METHOD_PERPLEXITY: not 0: what is over the limit stays,
                                and text, markdown, HTML and CleanEval's lines tag it with its
                                perplexity; default 0 */
    const char *language;    /* for PITH_METHOD_PERPLEXITY without a model: the language, such as
                                "en", NUL-terminated; default NULL: as the page's is, and where
                                the library has no model for that, nothing is over the limit */
    pith_vote vote;          /* where there are several; default PITH_VOTE_MAJORITY */
    pith_filter filter;      /* default PITH_FILTER_NONE */
    const char *comment_words; /* headings of comments for PITH_FILTER_MAIN beside those that Pith
                                  knows: a line each, NUL-terminated; default NULL */
    int metadata;              /* not 0: find the page's title, author, date and so on; default 0 */
    int page_type;             /* not 0: find what kind of page it is, which takes some time;
                                  default 0 */
    const pith_model *type_model; /* one that tells the kind of a page; it must live until the page
                                     is parsed; default NULL: the library's own */
    pith_frequency frequency;     /* default NULL: not known */
    void *frequency_user;         /* passed to it */
    size_t max_input;             /* bytes read of a page; default 256 MiB, at most 1 GiB */
    uint32_t max_depth;           /* elements above a block; deeper ones are left out of the path;
                                     default 512, at most 65535, at least 8 */
    uint32_t max_nodes;   /* elements and pieces of text kept; default 16,000,000; at least 16 */
    uint32_t deadline_ms; /* wall-clock time for one page in milliseconds; default 30,000; 0: none.
                             All stages look at it: decoding may take until 15 % of it, the scan
                             40 %, the blocks 50 %, methods 70 %, metadata and kind of page 75 %;
                             the rest, counted from the end of pith_context_parse() on, is for
                             each pith_render(). A stage that is stopped leaves what it has found:
                             see PITH_REASON_DEADLINE. Cost is linear in the input, so the other
                             bounds already bound the time: this is a net, and alone depends on
                             the clock */
} pith_options;

/*
 * pith_options_init - sets every option to its default. NULL is allowed, and nothing is done.
 */
PITH_API void pith_options_init(pith_options *options);

/*
 * pith_context_parse - parses one page and decides which of its blocks to keep.
 *
 * Reads LEN bytes at BYTES (NULL is allowed when LEN is 0). OPTIONS may be NULL for
 * the defaults. The page that the context held before is gone. On success *PAGE is the
 * new page, valid until the next pith_context_parse(), pith_context_reset() or
 * pith_context_free() on this context; BYTES must stay alive and unchanged as long.
 *
 * Fails with PITH_ERR_NOMEM, PITH_ERR_ARGUMENT, PITH_ERR_CHARSET, PITH_ERR_MODEL; *PAGE is then
 * NULL and the context can be used again.
 */
PITH_API pith_status pith_context_parse(pith_context *context, const char *bytes, size_t len,
                                        const pith_options *options, const pith_page **page);

/*
 * pith_context_decide - judges the context's page anew, without parsing it again.
 *
 * Of OPTIONS, which may be NULL for the defaults, only methods, model, model_name, bias,
 * rules, short_alone, beta, limit, per, combine, mark, language, reasons, vote, filter and
 * comment_words count, and deadline_ms, three quarters of which the decision may take. The page and
 * its blocks say from then on what the new decision is. Fails with PITH_ERR_ARGUMENT when the
 * context holds no page or an option is out of range, with PITH_ERR_MODEL when there is no model of
 * the name or for the language asked for, and with PITH_ERR_NOMEM; the page is then as it was.
 */
PITH_API pith_status pith_context_decide(pith_context *context, const pith_options *options);

/*
 * pith_context_label - which blocks of the context's page stand in a text that is known to be its
 * content, for training and measuring.
 *
 * TRUTH is LEN bytes of plain text, at most 1 GiB, meant to be UTF-8 (NULL is allowed when LEN is
 * 0). LABELS has room for a number a block; it gets 1 for each block that stands in TRUTH and 0 for
 * the others.
 *
 * Words are compared: runs of letters and digits, whatever their case and what stands between them.
 * They are paired in order, so that of two copies of a text the one between its neighbours counts;
 * then what is left on both sides, for a truth may have another order than the page. A block
 * stands in TRUTH when at least half of its words do, close together. An empty TRUTH has no blocks.
 *
 * Time is O(n log n) in the words of both, whatever they are; memory is given back at the end. The
 * page stays as it is. Fails with PITH_ERR_NOMEM, and with PITH_ERR_ARGUMENT when the context holds
 * no page or a pointer is NULL; LABELS is then undefined.
 */
PITH_API pith_status pith_context_label(pith_context *context, const char *truth, size_t len,
                                        uint8_t *labels);

/*
 * pith_context_reset - drops the page and gives memory beyond a small stock back.
 *
 * Not needed between pages; useful after an unusually large one. NULL is allowed.
 */
PITH_API void pith_context_reset(pith_context *context);

/* -------------------------------------------------------------------- page */

/*
 * pith_outcome - how a page turned out.
 */
typedef enum pith_outcome {
    PITH_OUTCOME_OK = 0,     /* parsed to its end; some block is kept */
    PITH_OUTCOME_EMPTY = 1,  /* parsed to its end; no block is kept */
    PITH_OUTCOME_PARTIAL = 2 /* a bound was passed; the blocks found so far are there */
} pith_outcome;

/*
 * pith_reason - why a page is empty or partial.
 */
typedef enum pith_reason {
    PITH_REASON_NONE = 0,       /* the outcome is PITH_OUTCOME_OK */
    PITH_REASON_NO_INPUT = 1,   /* empty: zero bytes, or white space alone */
    PITH_REASON_NO_TEXT = 2,    /* empty: markup without text (a JavaScript shell, a frameset) */
    PITH_REASON_INPUT = 3,      /* partial: longer than max_input; the rest was not read */
    PITH_REASON_NODES = 4,      /* partial: more than max_nodes; parsing stopped there */
    PITH_REASON_DEADLINE = 5,   /* partial: deadline_ms passed. The page ends where parsing
                                   stopped; blocks that were not yet judged are dropped,
                                   with PITH_WHY_DEADLINE; some metadata, or the kind of page, may be
                                   missing */
    PITH_REASON_DEPTH = 6,      /* partial: deeper than max_depth; all text is there, but blocks
                                   below the limit know only the elements above it */
    PITH_REASON_NO_CONTENT = 7, /* empty: there is text, but no block of it is kept */
    PITH_REASON_BINARY = 8 /* empty: binary data, such as a PDF or an image, and no page; the first
                              bytes say so, and nothing of it was parsed */
} pith_reason;

/*
 * pith_charset_source - what decided a page's encoding. The first that applies wins.
 */
typedef enum pith_charset_source {
    PITH_CHARSET_BOM = 0,     /* a byte order mark */
    PITH_CHARSET_HTTP = 1,    /* pith_options.charset */
    PITH_CHARSET_META = 2,    /* <meta charset>, <meta http-equiv> or an XML declaration */
    PITH_CHARSET_UTF8 = 3,    /* nothing declared; the bytes are valid UTF-8 */
    PITH_CHARSET_GUESS = 4,   /* nothing declared; the likeliest by what the bytes look like */
    PITH_CHARSET_FALLBACK = 5 /* nothing declared, no guess: windows-1252 */
} pith_charset_source;

/*
 * pith_page_info - facts about a page as a whole.
 */
typedef struct pith_page_info {
    const char *id; /* pith_options.id */
    pith_outcome outcome;
    pith_reason reason;
    const char *charset;                /* WHATWG name, NUL-terminated, such as "windows-1252" */
    pith_charset_source charset_source; /* why that one */
    size_t bytes_read;                  /* bytes of the input that were looked at */
    size_t replaced;                    /* bad byte sequences that became U+FFFD */
    size_t nodes;                       /* elements and pieces of text */
    size_t blocks;                      /* number of blocks */
    size_t words;                       /* words of all blocks */
    size_t link_words;                  /* those of them in links */
    size_t kept_blocks;                 /* number of blocks that are kept */
    size_t kept_words;                  /* words of those */
    uint32_t methods;                   /* who decided, as in pith_options */
    pith_vote vote;
    pith_filter filter;
    float confidence; /* how sure the decision is, 0 to 1. Where PITH_METHOD_AUTO alone decided,
                         the F1 to be expected of what is kept; else the mean over the page's words
                         of a block's score where it is kept, and of 1 - score where it is not */
    pith_page_type page_type;   /* where pith_options.page_type asked for it */
    float page_type_confidence; /* how likely it is of that kind, 0 to 1 */
    const char *title;          /* text of <title>, white space folded; may be empty */
    size_t title_len;
    const char *lang; /* lang attribute of <html>, as written; may be empty */
    size_t lang_len;
} pith_page_info;

/*
 * pith_page_get_info - facts about the page. The result lives as long as the page. NULL for NULL.
 */
PITH_API const pith_page_info *pith_page_get_info(const pith_page *page);

/*
 * pith_outcome_name, pith_reason_name, pith_charset_source_name, pith_kind_name -
 * the fixed lower-case word for a value, as it appears in JSON.
 *
 * Static, NUL-terminated; "unknown" for numbers that are no such value.
 */
PITH_API const char *pith_outcome_name(pith_outcome outcome);
PITH_API const char *pith_reason_name(pith_reason reason);
PITH_API const char *pith_charset_source_name(pith_charset_source source);

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
PITH_API const char *pith_kind_name(pith_kind kind);

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
 * pith_why - why a block is kept or goes.
 */
typedef enum pith_why {
    PITH_WHY_ALL = 0,             /* kept: nothing is judged */
    PITH_WHY_LONG = 1,            /* kept: many words */
    PITH_WHY_DENSE = 2,           /* kept: full lines of text */
    PITH_WHY_NEIGHBOURS = 3,      /* kept: short itself, but next to running text */
    PITH_WHY_STRETCH = 4,         /* kept: in the stretch with most words and fewest tags */
    PITH_WHY_TITLE = 5,           /* kept: the page's title, which the method dropped */
    PITH_WHY_LINKS = 6,           /* goes: mostly links */
    PITH_WHY_AFTER_LINKS = 7,     /* goes: follows links, and no running text comes next */
    PITH_WHY_SHORT = 8,           /* goes: few words, among blocks of few words */
    PITH_WHY_SPARSE = 9,          /* goes: no full line of text, nor has a neighbour */
    PITH_WHY_LAST = 10,           /* goes: nothing of any length follows */
    PITH_WHY_OUTSIDE = 11,        /* goes: outside of the stretch with most words and fewest tags */
    PITH_WHY_NOT_LARGEST = 12,    /* goes: not in the largest run of content */
    PITH_WHY_ABOVE_TITLE = 13,    /* goes: above the page's title */
    PITH_WHY_BELOW_COMMENTS = 14, /* goes: readers' comments, or their heading */
    PITH_WHY_VOTE = 15,           /* either: the other methods outvoted the first */
    PITH_WHY_MODEL = 16,          /* either: a trained model says so */
    PITH_WHY_COPY = 17,           /* goes: the same text is kept further up */
    PITH_WHY_NO_CONTENT = 18,     /* goes: the page as a whole has too little content */
    /* Either: the model of PITH_METHOD_AUTO says so, moved most by */
    PITH_WHY_CONTAINER = 19,    /* what the elements around it hold */
    PITH_WHY_TAGS = 20,         /* the tags above it, and their names */
    PITH_WHY_POSITION = 21,     /* where on the page it stands */
    PITH_WHY_TEXT = 22,         /* what its text looks like */
    PITH_WHY_LINK_DENSITY = 23, /* how much of it is links */
    PITH_WHY_REPEATED = 24,     /* how much else looks like it */
    PITH_WHY_AROUND = 25,       /* the blocks around it */
    PITH_WHY_PAGE = 26,         /* what kind of page it is on */
    PITH_WHY_TINY = 27, /* either: too few words on the page for a model; all stay but links,
                           menus and what is not shown */
    /* By PITH_METHOD_NGRAM */
    PITH_WHY_LIKELY_TEXT = 28,        /* kept: its letters follow each other as in content */
    PITH_WHY_LIKELY_BOILERPLATE = 29, /* goes: they do so as in boilerplate */
    PITH_WHY_RULE = 30,               /* goes: a PITH_RULE_ says so */
    PITH_WHY_TOO_SHORT = 31, /* either: too short to judge, so it goes with its neighbours */
    /* By PITH_METHOD_PERPLEXITY */
    PITH_WHY_FLUENT = 32,     /* kept: some of it is within the limit */
    PITH_WHY_PERPLEXITY = 33, /* goes: all of it is over the limit */
    /* By PITH_METHOD_AUTO again */
    PITH_WHY_TABLE = 34, /* kept: so is most of its table */
    /* By none */
    PITH_WHY_DEADLINE = 35 /* dropped: time ran out before it was judged */
} pith_why;
PITH_API const char *pith_why_name(pith_why why);

/*
 * pith_label - what a block is to a reader.
 *
 * Only a pith_model of four classes tells headlines and supplemental text from other text.
 */
typedef enum pith_label {
    PITH_LABEL_BOILERPLATE = 0, /* the block goes */
    PITH_LABEL_TEXT = 1,        /* full text, or content of any kind */
    PITH_LABEL_HEADLINE = 2,
    PITH_LABEL_SUPPLEMENTAL = 3 /* captions, dates, bylines */
} pith_label;
PITH_API const char *pith_label_name(pith_label label);

/*
 * pith_block - a run of text that no block-level tag and no double <br> interrupts.
 *
 * Hidden text, and that of <noscript> and shadow roots, is a block of its own also where it
 * stands inside a paragraph; but hidden text that follows shown text of the paragraph is left
 * out, and the paragraph goes on.
 *
 * BEGIN and END are byte offsets into the input as the caller gave it, whatever its
 * encoding: input[BEGIN, END) starts with the first and ends with the last piece of
 * source that became text; tags between them are inside, and so is text that is left out.
 *
 * TEXT has white space folded to single spaces and trimmed, a <br> as a line feed;
 * the text of preformatted blocks and text areas is exact. It is never empty.
 *
 * WORDS counts runs between spaces that hold a letter, mark or digit; a link's border
 * ends a run too. In scripts without spaces a character counts as a part of a word, so
 * that ten words mean about the same amount of text: Han 0.6, kana 0.4, Thai, Lao, Khmer
 * and Burmese 0.2.
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
    uint32_t sentences;  /* ends of sentences; at least 1 where there are words */
    int32_t ordinal;     /* number of the list item around it, in <ol>; or PITH_NO_ORDINAL */
    uint32_t row;    /* row in the innermost table, from 0, in the source's order; or PITH_NONE */
    uint32_t column; /* column, from 0, spans counted (up to 64 row spans at a time) */
    uint8_t kind;    /* a pith_kind */
    uint8_t level;   /* 1 to 6 for headings, else 0 */
    uint8_t list_depth;  /* lists around it, at most 255 */
    uint8_t quote_depth; /* <blockquote>s around it, at most 255 */
    uint16_t flags;      /* PITH_FLAG_... */
    uint8_t label;       /* a pith_label; PITH_LABEL_BOILERPLATE where keep is 0, and only there */
    uint8_t reserved;    /* 0 */
    float score;         /* 0: surely boilerplate, 1: surely content; the mean of the methods */
    uint8_t keep;        /* 1: the block stays, 0: it goes */
    uint8_t why;         /* a pith_why */
    uint16_t votes;      /* PITH_METHOD_ bits of the methods that keep it, before any filter */
} pith_block;

/*
 * pith_page_block - block number INDEX, from 0, in the order of the source.
 *
 * NULL when there is no such block, or PAGE is NULL. The result lives as long as the page.
 */
PITH_API const pith_block *pith_page_block(const pith_page *page, size_t index);

/*
 * pith_part - a sentence or line of a block, or all of it, as PITH_METHOD_PERPLEXITY judged it.
 *
 * What is not kept of a kept block is left out by all formats but JSON, or marked where
 * pith_options.mark asked for that.
 */
typedef struct pith_part {
    uint32_t block;      /* for pith_page_block() */
    uint32_t begin, end; /* bytes of the block's text; white space around it is left out */
    uint32_t tokens;     /* words, numbers and marks in it, in its first megabyte at most */
    float perplexity;    /* by the model */
    uint8_t keep;        /* 1: within the limit, or kept by other methods; 0: over it */
} pith_part;

/*
 * pith_page_part - part number INDEX, from 0, in the order of the source.
 *
 * NULL when PAGE is, or there is no such part; there are none unless PITH_METHOD_PERPLEXITY judged
 * the page. The result lives until the page is decided anew.
 */
PITH_API const pith_part *pith_page_part(const pith_page *page, size_t index);

/*
 * pith_block_language - the programming language that a preformatted block declares.
 *
 * From class words such as "language-python" or "highlight-source-c" on the <pre>, the
 * <code> in it or the element around it. Stores the length in *LEN and returns the name as
 * written; a block without one gives length 0, and so does NULL in place of any argument. The
 * result lives as long as the page.
 */
PITH_API const char *pith_block_language(const pith_page *page, const pith_block *block,
                                         size_t *len);

/*
 * pith_element - an element above a block.
 *
 * CLASSES and ID are the attributes' values as written in the page (character references
 * in them are not decoded); both may be empty.
 */
typedef struct pith_element {
    const char *tag; /* lower-case for known tags, as written for others */
    size_t tag_len;
    const char *id;
    size_t id_len;
    const char *classes; /* words parted by white space */
    size_t classes_len;
    uint32_t parent; /* for pith_page_element(); PITH_NONE at the top */
    uint32_t offset; /* of the start tag's "<" in the caller's input; where the page has no such
                        tag, of what implied it */
} pith_element;

/*
 * pith_page_element - element number INDEX, as named by pith_block.element or
 * pith_element.parent.
 *
 * Walking from a block to PITH_NONE gives its tag path, innermost first, at most
 * max_depth steps. Fills *ELEMENT and returns 1; returns 0 when INDEX is no element, or a pointer
 * is NULL.
 */
PITH_API int pith_page_element(const pith_page *page, uint32_t index, pith_element *element);

/* --------------------------------------------------------------- rendering */

/*
 * pith_sink - takes a piece of output. Returns 0 to go on, anything else to stop.
 */
typedef int (*pith_sink)(const char *data, size_t len, void *user);

/*
 * pith_format - what a page is written as.
 */
typedef enum pith_format {
    PITH_FORMAT_TEXT = 0, /* paragraphs parted by blank lines, list items and table rows by line
                             ends; "-" or their number before items; tabs between cells */
    PITH_FORMAT_MARKDOWN =
        1,                /* GitHub's dialect: headings, lists, tables, code, quotes, emphasis */
    PITH_FORMAT_HTML = 2, /* a clean fragment: the same structure, everything escaped */
    PITH_FORMAT_JSON = 3, /* the page and all its blocks, kept or not, as one line: docs/json.md */
    PITH_FORMAT_CLEANEVAL = 4, /* a line a block: <h>, <l> or <p> and its text */
    PITH_FORMAT_EXPLAIN = 5    /* an HTML page for people: all blocks, coloured by decision */
} pith_format;
PITH_API const char *pith_format_name(pith_format format);

/*
 * pith_dress - options of the output. They never change which blocks are kept.
 *
 * All zero is the default.
 */
typedef struct pith_dress {
    int links;    /* not 0: markdown and HTML keep the targets of links */
    int images;   /* not 0: markdown and HTML keep images */
    int metadata; /* not 0: text, markdown and HTML start with the page's metadata, where
                     pith_options.metadata asked for it; JSON has it then in any case */
} pith_dress;

/*
 * pith_render - writes the kept blocks of a page to SINK, in pieces.
 *
 * DRESS may be NULL for the defaults. Fails with PITH_ERR_SINK, PITH_ERR_NOMEM, and with
 * PITH_ERR_ARGUMENT for a number that is no format and where PAGE or SINK is NULL.
 *
 * It may take what pith_options.deadline_ms left when the page was parsed or decided, at least a
 * quarter, each time that it is called. Where that is not enough it ends after some block, or in
 * one that is large, with PITH_ERR_DEADLINE: all that was opened is closed, JSON has the member
 * "stopped" at its end, and the page itself stays as it is.
 */
PITH_API pith_status pith_render(const pith_page *page, pith_format format, const pith_dress *dress,
                                 pith_sink sink, void *user);

/* ---------------------------------------------------------------- metadata */

/*
 * pith_field - a fact about a page that it tells beside its content.
 */
typedef enum pith_field {
    PITH_FIELD_TITLE = 0,
    PITH_FIELD_AUTHOR = 1,   /* one entry a person or organisation */
    PITH_FIELD_DATE = 2,     /* of publication, ISO 8601 */
    PITH_FIELD_MODIFIED = 3, /* of the last change, ISO 8601 */
    PITH_FIELD_SITE = 4,     /* name of the site */
    PITH_FIELD_DESCRIPTION = 5,
    PITH_FIELD_LANGUAGE = 6, /* BCP 47 */
    PITH_FIELD_URL = 7,      /* canonical address */
    PITH_FIELD_IMAGE = 8,    /* address of the main image */
    PITH_FIELD_TAG = 9,      /* one entry a keyword */
    PITH_FIELD_LICENSE = 10  /* address or name */
} pith_field;
enum { PITH_FIELDS = 11 };
PITH_API const char *pith_field_name(pith_field field);

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
 * NULL when PAGE is, when there is no such value, or when pith_options.metadata did not ask. Only
 * PITH_FIELD_AUTHOR and PITH_FIELD_TAG have more than one. The result lives as long as the page.
 * Metadata are facts of the page: they are the same whatever the methods decide.
 */
PITH_API const pith_fact *pith_page_fact(const pith_page *page, pith_field field, size_t index);

/* ---------------------------------------------------------------- features */

/*
 * pith_feature_name, pith_feature_summary - of feature number INDEX, from 0.
 *
 * Static, NUL-terminated; NULL when there is no such feature. The table stands in
 * src/features/features.def.
 */
PITH_API const char *pith_feature_name(size_t index);
PITH_API const char *pith_feature_summary(size_t index);

/*
 * pith_page_features - the features of block number INDEX.
 *
 * Writes as many numbers to ROW as there are features and returns how many that is; returns 0
 * when there is no such block, or PAGE is NULL. With ROW == NULL it only returns the number.
 */
PITH_API size_t pith_page_features(const pith_page *page, size_t index, float *row);

#ifdef __cplusplus
}
#endif

#endif /* PITH_H */
