/*
 * work.h - what the measures share: memory, and some common computations.
 */
#ifndef PITH_WORK_H
#define PITH_WORK_H

#include "eval/lcs.h"
#include "eval/matcher.h"
#include "eval/measure.h"
#include "eval/word_ids.h"

struct measure_work {
    struct tokens words;
    struct tokens grams; /* words are sequences of word ids */
    struct token_list truth, answer;
    struct token_list truth_marks, answer_marks; /* numbers that go with segments or sentences */
    struct token_list distinct;                  /* the answer's distinct sentences */
    struct token_list scratch;
    struct token_bytes steps;
    struct token_bytes truth_text, answer_text;
    struct lcs lcs;
    struct matcher matcher;
};

/* Tokenizes both texts into work->truth and work->answer. Returns false when out of memory. */
bool work_words(struct measure_work *work, const struct set_page *truth,
                const struct measure_answer *answer, enum token_kind kind, bool lower);

/* Size of the multiset intersection of A and B, whose numbers are below IDS. */
bool work_shared(struct measure_work *work, const struct token_list *a, const struct token_list *b,
                 size_t ids, size_t *shared);

/* Makes room for COUNT numbers in work->scratch. */
bool work_scratch(struct measure_work *work, size_t count);

/* The words of answer and truth as a pair for lcs.h. */
struct lcs_pair work_pair(const struct measure_work *work);

/* Iterates over the segments of a page: its own, or a paragraph per line. Blank ones are skipped.
 * segments_next() returns false at the end. */
struct segments {
    bool listed;
    const struct set_segment *list;
    size_t count, at;
    struct pith__span rest;
};
struct segments segments_of_truth(const struct set_page *truth);
struct segments segments_of_answer(const struct measure_answer *answer);
bool segments_next(struct segments *segments, struct set_segment *segment);

/* Appends the tag of a segment, such as <p>, to LIST; nothing if it has no kind. */
bool work_mark(struct measure_work *work, char kind, struct token_list *list);

/* Indexes of values. Most measures: */
enum { VALUE_P, VALUE_R, VALUE_F, VALUE_TP, VALUE_N_PRED, VALUE_N_TRUE };
/* ncleaner, after these, the same for tags: */
enum { VALUE_TAGS = 6 };
/* shingle, after the first three: */
enum { VALUE_ACCURACY = 3 };
enum { EDIT_TEXT_ONLY, EDIT_LEV };
enum {
    SNIPPETS_TP,
    SNIPPETS_FN,
    SNIPPETS_FP,
    SNIPPETS_TN,
    SNIPPETS_WITH_RATE,
    SNIPPETS_WITHOUT_RATE,
    SNIPPETS_FOUND, /* with or without */
    SNIPPETS_WITH,
    SNIPPETS_F1
};
enum {
    SEGMENTS_LAB, /* precision, recall, F */
    SEGMENTS_UNL = 3,
    SEGMENTS_LAB_TP = 6,
    SEGMENTS_UNL_TP,
    SEGMENTS_N_PRED,
    SEGMENTS_N_TRUE,
    SEGMENTS_TM2007
};

/* Sets precision, recall and their harmonic mean; 0 / 0 counts as 0. */
void work_prf(double *values, size_t right, size_t answered, size_t wanted);

/* Sets these three and the three counts: six values. */
void work_scores(double *values, size_t right, size_t answered, size_t wanted);

double harmonic(double a, double b);

/* Excludes a page from a measure. */
void work_leave_out(struct measure_row *row);

/* Return value of a measure whose texts could not be compared. If they are too long, marks the row.
 */
bool work_give_up(struct measure_row *row, enum lcs_result result);

#define MEASURE_PAGE(name)                                                                         \
    bool measure_##name(struct measure_work *work, const struct set_page *truth,                   \
                        const struct measure_answer *answer, struct measure_row *row)
MEASURE_PAGE(wordf1);
MEASURE_PAGE(shingle);
MEASURE_PAGE(bow);
MEASURE_PAGE(align);
MEASURE_PAGE(ncleaner);
MEASURE_PAGE(editsim);
MEASURE_PAGE(snippets);
MEASURE_PAGE(rougeLsum);
MEASURE_PAGE(segments);

#endif
