/*
 * measure_rougeLsum.c - ROUGE-L of summaries: for each sentence of the truth the union of its
 * longest common subsequences with all sentences of the answer (Lin 2004, section 3.2).
 *
 * As in ROUGE 1.5.5 a word is not counted more often than either text has it.
 */
#include <stdlib.h>

#include "eval/sentences.h"
#include "eval/work.h"

enum { STRIP = 64 };

/* Puts the words into LIST, and into ENDS where each sentence with words ends. */
static bool add_sentences(struct measure_work *work, struct pith__span text,
                          struct token_list *list, struct token_list *ends)
{
    list->count = ends->count = 0;
    while (text.len > 0) {
        size_t before = list->count;
        struct pith__span sentence = sentence_next(&text);
        if (!tokens_add(&work->words, sentence, TOKENS_ALNUM, true, list))
            return false;
        if (list->count > before && !token_list_push(ends, (uint32_t)list->count))
            return false;
    }
    return true;
}

/* A sentence of the truth and which of its words are in the union. */
struct sentence {
    const uint32_t *words;
    size_t count;
    uint8_t *hit;
};

static bool number_sentence(struct measure_work *work, const uint32_t *words, size_t count,
                            uint32_t *number)
{
    return tokens_number(&work->grams, words, count * sizeof *words, number);
}

/* Gives the answer's sentences numbers from 0 on; *KNOWN gets how many differ. */
static bool number_answer(struct measure_work *work, size_t *known)
{
    tokens_reset(&work->grams);
    for (size_t s = 0, from = 0; s < work->answer_marks.count; s++) {
        uint32_t number;
        size_t to = work->answer_marks.ids[s];
        if (!number_sentence(work, work->answer.ids + from, to - from, &number))
            return false;
        from = to;
    }
    *known = work->grams.count;
    return true;
}

/* One of up to 64 words. When all are found, the rest of the answer is not looked at. */
static bool union_short(struct measure_work *work, struct sentence *sentence)
{
    size_t from = 0;
    uint64_t all = ~UINT64_C(0) >> (STRIP - sentence->count), found = 0, rows;
    bool ok = lcs_rows_begin(&work->lcs, sentence->words, sentence->count, work->words.count);
    for (size_t s = 0; ok && s < work->answer_marks.count && found != all; s++) {
        size_t to = work->answer_marks.ids[s];
        ok = lcs_rows_path(&work->lcs, sentence->words, sentence->count, work->answer.ids + from,
                           to - from, &rows);
        found |= ok ? rows : 0;
        from = to;
    }
    lcs_rows_end(&work->lcs, sentence->words, sentence->count);
    for (size_t i = 0; i < sentence->count; i++)
        sentence->hit[i] = found >> i & 1;
    return ok;
}

static bool union_long(struct measure_work *work, struct sentence *sentence, uint32_t *matches)
{
    size_t from = 0, found = 0;
    memset(sentence->hit, 0, sentence->count);
    for (size_t s = 0; s < work->answer_marks.count && found < sentence->count; s++) {
        size_t to = work->answer_marks.ids[s];
        struct lcs_pair pair = {sentence->words, work->answer.ids + from, sentence->count,
                                to - from, work->words.count};
        if (!lcs_path(&work->lcs, pair, matches))
            return false;
        for (size_t i = 0; i < sentence->count; i++) {
            found += matches[i] != LCS_NONE && !sentence->hit[i];
            sentence->hit[i] |= matches[i] != LCS_NONE;
        }
        from = to;
    }
    return true;
}

/* The bound of lcs_fits() for all sentences together. */
static bool fits(const struct measure_work *work)
{
    uint64_t strips = 0;
    for (size_t s = 0, from = 0; s < work->truth_marks.count; s++) {
        strips += (work->truth_marks.ids[s] - from + STRIP - 1) / STRIP;
        from = work->truth_marks.ids[s];
    }
    return work->answer.count == 0 || strips <= LCS_STEPS / work->answer.count;
}

/* Counts the words that are hit; LEFT has how often the answer has each word. A union has a word of
 * the truth once, so the truth's own counts are never exceeded. */
static size_t count_hits(const struct sentence *sentence, uint32_t *left)
{
    size_t hits = 0;
    for (size_t i = 0; i < sentence->count; i++) {
        if (sentence->hit[i] && left[sentence->words[i]] > 0) {
            left[sentence->words[i]]--;
            hits++;
        }
    }
    return hits;
}

static bool count_all(struct measure_work *work, size_t *hits)
{
    size_t ids = work->words.count, words = work->truth.count;
    uint32_t *left = calloc(ids + words + words / 4 + 1, sizeof *left);
    if (left == NULL)
        return false;
    uint32_t *matches = left + ids;
    uint8_t *hit = (uint8_t *)(matches + words);
    size_t known;
    for (size_t i = 0; i < work->answer.count; i++)
        left[work->answer.ids[i]]++;
    bool ok = number_answer(work, &known);
    *hits = 0;
    for (size_t s = 0, from = 0; ok && s < work->truth_marks.count; s++) {
        size_t to = work->truth_marks.ids[s];
        struct sentence sentence = {work->truth.ids + from, to - from, hit};
        uint32_t number;
        ok = number_sentence(work, sentence.words, sentence.count, &number);
        if (ok && number < known) /* most are in the answer as they are: all words are found */
            memset(sentence.hit, 1, sentence.count);
        else if (ok)
            ok = sentence.count <= STRIP ? union_short(work, &sentence)
                                         : union_long(work, &sentence, matches);
        *hits += ok ? count_hits(&sentence, left) : 0;
        from = to;
    }
    free(left);
    return ok;
}

MEASURE_PAGE(rougeLsum)
{
    size_t hits;
    work_leave_out(row);
    tokens_reset(&work->words);
    if (!add_sentences(work, truth->text, &work->truth, &work->truth_marks) ||
        !add_sentences(work, answer->text, &work->answer, &work->answer_marks))
        return false;
    if (work->truth.count == 0 || !fits(work))
        return true;
    if (!count_all(work, &hits))
        return false;
    work_scores(row, hits, work->answer.count, work->truth.count);
    return true;
}
