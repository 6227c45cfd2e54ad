/*
 * work.h - what the measures share: memory, and the few sums that many of them need.
 */
#ifndef PITH_WORK_H
#define PITH_WORK_H

#include "eval/lcs.h"
#include "eval/matcher.h"
#include "eval/measure.h"
#include "eval/tokens.h"

struct measure_work {
    struct tokens words;
    struct tokens grams; /* whose bytes are numbers of words */
    struct token_list truth, answer;
    struct token_list truth_marks, answer_marks; /* a number for each segment or sentence */
    struct token_list scratch;
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

/* work->truth and work->answer to compare. */
struct lcs_pair work_pair(const struct measure_work *work);

/* The segments of a page: those it has, or a paragraph for each line that has more than blanks.
 * False: there is no more. Segments of nothing but blanks are left out. */
struct segments {
    bool listed;
    const struct set_segment *list;
    size_t count, at;
    struct pith__span rest;
};
struct segments segments_of_truth(const struct set_page *truth);
struct segments segments_of_answer(const struct measure_answer *answer);
bool segments_next(struct segments *segments, struct set_segment *segment);

/* Sets precision, recall, their harmonic mean and the three sizes, values[0..5]; 0 where there is
 * nothing to divide by. */
void work_scores(struct measure_row *row, size_t right, size_t answered, size_t wanted);

double harmonic(double a, double b);

/* A row of a page that does not count. */
void work_leave_out(struct measure_row *row);

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
