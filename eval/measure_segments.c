/*
 * measure_segments.c - segments that start where the truth has one, and CleanEval's score for text
 * and markup.
 *
 * The words of both are aligned by a longest common subsequence. A segment is correct if its first
 * word is aligned with the first word of a true one, and correctly labelled if their kinds agree
 * too.
 */
#include "eval/work.h"

/* Puts the words, without tags, into LIST, and for each word into KINDS the kind of the segment
 * that begins there, or 0. */
static bool add_words(struct measure_work *work, struct segments segments, struct token_list *list,
                      struct token_list *kinds, size_t *count)
{
    struct set_segment segment;
    list->count = kinds->count = *count = 0;
    while (segments_next(&segments, &segment)) {
        if (!tokens_add(&work->words, segment.text, TOKENS_2007, true, list))
            return false;
        *count += segment.kind != 0;
        for (; kinds->count < list->count; segment.kind = 0) {
            if (!token_list_push(kinds, (uint32_t)segment.kind))
                return false;
        }
    }
    return true;
}

/* Puts words and tags into LIST. */
static bool add_marked(struct measure_work *work, struct segments segments, struct token_list *list)
{
    struct set_segment segment;
    list->count = 0;
    while (segments_next(&segments, &segment)) {
        if (!work_mark(work, segment.kind, list) ||
            !tokens_add(&work->words, segment.text, TOKENS_2007, true, list))
            return false;
    }
    return true;
}

/* Aligns both texts; the path is in work->steps. */
static enum lcs_result align(struct measure_work *work)
{
    work->steps.len = 0;
    if (!token_bytes_reserve(&work->steps, work->truth.count + work->answer.count + 1))
        return LCS_NO_MEMORY;
    return lcs_path(&work->lcs, work_pair(work), work->steps.data, &work->steps.len);
}

static void count_starts(const struct measure_work *work, size_t *labelled, size_t *unlabelled)
{
    size_t i = 0, j = 0;
    *labelled = *unlabelled = 0;
    for (size_t s = 0; s < work->steps.len; s++) {
        uint8_t step = work->steps.data[s];
        if (step == LCS_SAME && work->answer_marks.ids[i] != 0 && work->truth_marks.ids[j] != 0) {
            ++*unlabelled;
            *labelled += work->answer_marks.ids[i] == work->truth_marks.ids[j];
        }
        i += step != LCS_ONLY_B;
        j += step != LCS_ONLY_A;
    }
}

/* ---------------------------------------------------------------- text and markup */

/* Do the NEED steps before or after step S go over words that both texts have? The end of a text
 * counts too. */
static bool has_neighbours(const struct token_bytes *steps, size_t s, int direction, int need)
{
    for (int n = 1; n <= need; n++) {
        size_t at = direction > 0 ? s + (size_t)n : s - (size_t)n;
        if (at >= steps->len) /* or before the beginning, by wrapping */
            return true;
        if (steps->data[at] != LCS_SAME)
            return false;
    }
    return true;
}

/* How often the answer and the truth have a tag, and how often both have it at the same place
 * between the same words. */
struct mark_counts {
    size_t answered, wanted, begins, ends;
};

static struct mark_counts count_marks(const struct measure_work *work, uint32_t mark, int need)
{
    struct mark_counts counts = {0, 0, 0, 0};
    size_t i = 0, j = 0;
    for (size_t s = 0; s < work->steps.len; s++) {
        uint8_t step = work->steps.data[s];
        if (step == LCS_SAME && work->answer.ids[i] == mark) {
            counts.begins += has_neighbours(&work->steps, s, 1, need);
            counts.ends += has_neighbours(&work->steps, s, -1, need);
        }
        if (step != LCS_ONLY_B)
            counts.answered += work->answer.ids[i++] == mark;
        if (step != LCS_ONLY_A)
            counts.wanted += work->truth.ids[j++] == mark;
    }
    return counts;
}

static double mark_score(size_t right, const struct mark_counts *counts)
{
    double scores[3];
    if (counts->answered + counts->wanted == 0)
        return 1;
    work_prf(scores, right, counts->answered, counts->wanted);
    return scores[VALUE_F];
}

/* The mean of the text similarity, with tags as words, and the mean of six scores: for the starts
 * and ends of paragraphs, headings and list items. Returns false when out of memory. */
static bool score_markup(struct measure_work *work, double *score)
{
    static const struct {
        const char *mark;
        int need;
    } kinds[] = {{"<p>", 2}, {"<h>", 1}, {"<l>", 1}};
    size_t same = 0, total = work->truth.count + work->answer.count;
    double sum = 0;
    for (size_t s = 0; s < work->steps.len; s++)
        same += work->steps.data[s] == LCS_SAME;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        uint32_t mark;
        if (!tokens_number(&work->words, kinds[k].mark, strlen(kinds[k].mark), &mark))
            return false;
        struct mark_counts counts = count_marks(work, mark, kinds[k].need);
        sum += mark_score(counts.begins, &counts) + mark_score(counts.ends, &counts);
    }
    *score = 100 * ((double)same / (double)(total - same) + sum / 6) / 2;
    return true;
}

MEASURE_PAGE(segments)
{
    size_t wanted, answered, labelled, unlabelled;
    enum lcs_result result;
    work_leave_out(row);
    if (!truth->has_segments)
        return true;
    tokens_reset(&work->words);
    if (!add_words(work, segments_of_truth(truth), &work->truth, &work->truth_marks, &wanted) ||
        !add_words(work, segments_of_answer(answer), &work->answer, &work->answer_marks, &answered))
        return false;
    if (work->truth.count + work->answer.count == 0)
        return true;
    if ((result = align(work)) != LCS_OK)
        return work_give_up(row, result);
    count_starts(work, &labelled, &unlabelled);
    if (!add_marked(work, segments_of_truth(truth), &work->truth) ||
        !add_marked(work, segments_of_answer(answer), &work->answer))
        return false;
    if ((result = align(work)) != LCS_OK)
        return work_give_up(row, result);
    if (!score_markup(work, &row->values[SEGMENTS_TM2007]))
        return false;
    row->counts = true;
    work_prf(row->values + SEGMENTS_LAB, labelled, answered, wanted);
    work_prf(row->values + SEGMENTS_UNL, unlabelled, answered, wanted);
    row->values[SEGMENTS_LAB_TP] = (double)labelled;
    row->values[SEGMENTS_UNL_TP] = (double)unlabelled;
    row->values[SEGMENTS_N_PRED] = (double)answered;
    row->values[SEGMENTS_N_TRUE] = (double)wanted;
    return true;
}
