/*
 * measure_ncleaner.c - words in the blocks that truth and answer share, as in NCleaner's
 * evaluation: Python's difflib, with each segment's tag as a word before its words.
 */
#include "eval/work.h"

/* Puts tags and words into LIST, and the positions of the tags into MARKS. */
static bool add_marked(struct measure_work *work, struct segments segments, struct token_list *list,
                       struct token_list *marks)
{
    struct set_segment segment;
    list->count = marks->count = 0;
    while (segments_next(&segments, &segment)) {
        if ((segment.kind != 0 && !token_list_push(marks, (uint32_t)list->count)) ||
            !work_mark(work, segment.kind, list) ||
            !tokens_add(&work->words, segment.text, TOKENS_SPLIT, false, list))
            return false;
    }
    return true;
}

/* Number of MARKS, which ascend, below PLACE. */
static size_t marks_before(const struct token_list *marks, uint32_t place)
{
    size_t low = 0, high = marks->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (marks->ids[middle] < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

MEASURE_PAGE(ncleaner)
{
    work_leave_out(row);
    tokens_reset(&work->words);
    if (!add_marked(work, segments_of_truth(truth), &work->truth, &work->truth_marks) ||
        !add_marked(work, segments_of_answer(answer), &work->answer, &work->answer_marks))
        return false;
    if (work->truth.count + work->answer.count == 0)
        return true;
    enum lcs_result result = matcher_run(&work->matcher, work_pair(work));
    if (result != LCS_OK)
        return work_give_up(row, result);
    size_t right = 0, marks = 0;
    for (size_t i = 0; i < work->matcher.block_count; i++) {
        const struct matcher_block *block = &work->matcher.blocks[i];
        right += block->size;
        marks += marks_before(&work->answer_marks, block->a + block->size) -
                 marks_before(&work->answer_marks, block->a);
    }
    row->counts = true;
    work_scores(row->values, right, work->answer.count, work->truth.count);
    work_scores(row->values + VALUE_TAGS, marks, work->answer_marks.count, work->truth_marks.count);
    return true;
}
