/*
 * measure_segments.c - segments that begin where the truth has one of the same kind.
 *
 * The words of both are aligned by a longest common subsequence. A segment is right when its first
 * word is aligned with the first word of one of the same kind.
 */
#include "eval/work.h"

/* Puts the words into LIST, and for each into KINDS: the kind of the segment that begins there,
 * or 0. */
static bool add_segments(struct measure_work *work, struct segments segments,
                         struct token_list *list, struct token_list *kinds, size_t *count)
{
    struct set_segment segment;
    list->count = kinds->count = *count = 0;
    while (segments_next(&segments, &segment)) {
        if (!tokens_add(&work->words, segment.text, TOKENS_WORD, true, list))
            return false;
        bool first = kinds->count < list->count;
        *count += first;
        for (; kinds->count < list->count; first = false) {
            if (!token_list_push(kinds, first ? (uint32_t)segment.kind : 0))
                return false;
        }
    }
    return true;
}

MEASURE_PAGE(segments)
{
    size_t wanted, answered, right = 0;
    work_leave_out(row);
    tokens_reset(&work->words);
    if (!add_segments(work, segments_of_truth(truth), &work->truth, &work->truth_marks, &wanted) ||
        !add_segments(work, segments_of_answer(answer), &work->answer, &work->answer_marks,
                      &answered))
        return false;
    if (wanted == 0 || !truth->has_segments || !lcs_fits(work_pair(work), true))
        return true;
    void *matches = work->scratch.ids;
    bool ok =
        tokens_room(&matches, &work->scratch.cap, work->truth.count, sizeof *work->scratch.ids);
    work->scratch.ids = matches;
    if (!ok || !lcs_path(&work->lcs, work_pair(work), work->scratch.ids))
        return false;
    for (size_t i = 0; i < work->truth.count; i++) {
        uint32_t kind = work->truth_marks.ids[i], j = work->scratch.ids[i];
        right += kind != 0 && j != LCS_NONE && work->answer_marks.ids[j] == kind;
    }
    work_scores(row, right, answered, wanted);
    return true;
}
