/*
 * work.h - what the measures share: memory, and the few sums that many of them need.
 */
#ifndef PITH_WORK_H
#define PITH_WORK_H

#include "eval/lcs.h"
#include "eval/matcher.h"
#include "eval/measure.h"
#include "eval/word_ids.h"

struct measure_work {
    struct tokens words;
    struct tokens grams; /* whose bytes are numbers of words */
    struct token_list truth, answer;
    struct token_list truth_marks, answer_marks; /* numbers that go with segments or sentences */
    struct token_list distinct;                  /* of the answer's sentences, one of each */
    struct token_list scratch;
    struct token_bytes steps;
    struct token_bytes truth_text, answer_text;
    struct lcs lcs;
    struct matcher matcher;
};

/* The words of both texts as work->truth and work->answer. False: there is no memory. */
bool work_words(struct measure_work *work, const struct set_page *truth,
                const struct measure_answer *answer, enum token_kind kind, bool lower);

/* How many of B's numbers A has too, each as often as both have it. The numbers are below IDS. */
bool work_shared(struct measure_work *work, const struct token_list *a, const struct token_list *b,
                 size_t ids, size_t *shared);

/* Room for COUNT numbers in work->scratch. */
bool work_scratch(struct measure_work *work, size_t count);

/* The answer's words against the truth's. */
struct lcs_pair work_pair(const struct measure_work *work);

/* The segments of a page: those it has, or a paragraph for each line. Those of nothing but blanks
 * are left out. False: there is no more. */
struct segments {
    bool listed;
    const struct set_segment *list;
    size_t count, at;
    struct pith__span rest;
};
struct segments segments_of_truth(const struct set_page *truth);
struct segments segments_of_answer(const struct measure_answer *answer);
bool segments_next(struct segments *segments, struct set_segment *segment);

/* Appends the mark of a segment, such as <p>, to LIST; none where it has no kind. */
bool work_mark(struct measure_work *work, char kind, struct token_list *list);

/* Numbers of values. Of most measures: */
enum { VALUE_P, VALUE_R, VALUE_F, VALUE_TP, VALUE_N_PRED, VALUE_N_TRUE };
/* ... of ncleaner behind these, the same of marks: */
enum { VALUE_TAGS = 6 };
/* ... of shingle behind the first three: */
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

/* Sets precision, recall and their harmonic mean; 0 where there is nothing to divide by. */
void work_prf(double *values, size_t right, size_t answered, size_t wanted);

/* Sets these and the three sizes, six values. */
void work_scores(double *values, size_t right, size_t answered, size_t wanted);

double harmonic(double a, double b);

/* A row of a page that does not count. */
void work_leave_out(struct measure_row *row);

/* What a measure returns when two texts could not be compared: the row says it if they are too
 * long. */
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
