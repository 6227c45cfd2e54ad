/*
 * measure_ncleaner.c - words in blocks that truth and answer share, as NCleaner's evaluation finds
 * them: Python's difflib, with the mark of each segment as a word before its words.
 */
#include "eval/work.h"

static bool add_marked(struct measure_work *work, struct segments segments, struct token_list *list)
{
    struct set_segment segment;
    list->count = 0;
    while (segments_next(&segments, &segment)) {
        const char mark[] = {'<', segment.kind, '>'};
        uint32_t number;
        if (!tokens_number(&work->words, mark, sizeof mark, &number) ||
            !token_list_push(list, number) ||
            !tokens_add(&work->words, segment.text, TOKENS_SPLIT, false, list))
            return false;
    }
    return true;
}

MEASURE_PAGE(ncleaner)
{
    work_leave_out(row);
    tokens_reset(&work->words);
    if (!add_marked(work, segments_of_truth(truth), &work->truth) ||
        !add_marked(work, segments_of_answer(answer), &work->answer))
        return false;
    size_t wanted = work->truth.count, answered = work->answer.count, right = 0;
    if (wanted == 0)
        return true;
    enum matcher_result result =
        matcher_run(&work->matcher, (struct lcs_pair){work->answer.ids, work->truth.ids, answered,
                                                      wanted, work->words.count});
    if (result == MATCHER_NO_MEMORY)
        return false;
    if (result == MATCHER_TOO_LONG)
        return true;
    for (size_t i = 0; i < work->matcher.block_count; i++)
        right += work->matcher.blocks[i].size;
    work_scores(row, right, answered, wanted);
    return true;
}
