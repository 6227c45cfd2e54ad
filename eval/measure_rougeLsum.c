/*
 * measure_rougeLsum.c - ROUGE-Lsum: for each sentence of the truth the union of its longest common
 * subsequences with all sentences of the answer (Lin 2004, section 3.2).
 *
 * As in ROUGE 1.5.5 a word is not counted more often than it occurs in either text.
 */
#include "eval/rule_sentences.h"
#include "eval/work.h"

enum { SHORT = 64 };

/* Puts the words into LIST, and the end of each sentence that has words into ENDS. */
static bool add_sentences(struct measure_work *work, struct pith__span text,
                          struct token_list *list, struct token_list *ends)
{
    struct sentences sentences;
    struct pith__span sentence;
    list->count = ends->count = 0;
    sentences_init(&sentences, text);
    while ((sentence = sentences_next(&sentences)).len > 0) {
        size_t before = list->count;
        if (!tokens_add(&work->words, sentence, TOKENS_SPLIT, false, list))
            return false;
        if (list->count > before && !token_list_push(ends, (uint32_t)list->count))
            return false;
    }
    return true;
}

/* A sentence as words. */
struct words {
    const uint32_t *ids;
    size_t count;
};

static struct words sentence_at(const struct token_list *list, const struct token_list *ends,
                                size_t s)
{
    uint32_t from = s > 0 ? ends->ids[s - 1] : 0;
    return (struct words){list->ids + from, ends->ids[s] - from};
}

/* Equal sentences get equal numbers. */
static bool number_sentence(struct measure_work *work, struct words sentence, uint32_t *number)
{
    return tokens_number(&work->grams, sentence.ids, sentence.count * sizeof *sentence.ids, number);
}

/* State for the answer and the current sentence of the truth. */
struct unions {
    struct measure_work *work;
    size_t ids;       /* ids of the answer's words are below this, all others are not */
    size_t sentences; /* the same for sentence ids; work->distinct has their positions */
    size_t longest;   /* length of the answer's longest sentence */
    uint32_t *left;   /* (ids) occurrences of a word in the answer that are not counted yet */
    uint32_t *want;   /* (ids) occurrences in the sentence that are not hit yet; 0 between calls */
    size_t wanted;    /* sum of WANT */
    uint8_t *hits;    /* per word of the sentence: is it in the union */
};

static struct words answer_at(const struct unions *unions, size_t s)
{
    const struct measure_work *work = unions->work;
    return sentence_at(&work->answer, &work->answer_marks, work->distinct.ids[s]);
}

/* ---------------------------------------------------------------- union for one sentence */

static void forget_wanted(struct unions *unions, struct words sentence)
{
    for (size_t i = 0; i < sentence.count; i++) {
        if (sentence.ids[i] < unions->ids)
            unions->want[sentence.ids[i]] = 0;
    }
    unions->wanted = 0;
}

static void find_wanted(struct unions *unions, struct words sentence)
{
    forget_wanted(unions, sentence);
    for (size_t i = 0; i < sentence.count; i++) {
        if (sentence.ids[i] < unions->ids && !unions->hits[i]) {
            unions->want[sentence.ids[i]]++;
            unions->wanted++;
        }
    }
}

static size_t wanted_in(const struct unions *unions, struct words other)
{
    size_t count = 0;
    for (size_t i = 0; i < other.count; i++)
        count += unions->want[other.ids[i]] > 0;
    return count;
}

/* The answer's sentence with the most wanted words. It is compared first, because then most others
 * have nothing to add. */
static size_t find_nearest(const struct unions *unions)
{
    size_t best = 0, most = 0;
    for (size_t s = 0; s < unions->sentences; s++) {
        size_t count = wanted_in(unions, answer_at(unions, s));
        if (count > most) {
            most = count;
            best = s;
        }
    }
    return best;
}

/* Adds the LCS with one sentence of the answer. */
static enum lcs_result unite(struct unions *unions, struct words sentence, struct words other)
{
    struct lcs *lcs = &unions->work->lcs;
    enum lcs_result result = LCS_OK;
    if (wanted_in(unions, other) == 0)
        return LCS_OK;
    if (sentence.count > SHORT) {
        struct lcs_pair pair = {sentence.ids, other.ids, sentence.count, other.count,
                                unions->work->words.count};
        result = lcs_hits(lcs, pair, unions->hits);
    } else {
        uint64_t hits = lcs_rows_hits(lcs, sentence.ids, sentence.count, other.ids, other.count);
        for (size_t i = 0; i < sentence.count; i++)
            unions->hits[i] = (uint8_t)(unions->hits[i] | (hits >> i & 1));
    }
    find_wanted(unions, sentence);
    return result;
}

static enum lcs_result unite_all(struct unions *unions, struct words sentence)
{
    size_t nearest = find_nearest(unions);
    enum lcs_result result = unite(unions, sentence, answer_at(unions, nearest));
    for (size_t s = 0; result == LCS_OK && unions->wanted > 0 && s < unions->sentences; s++)
        result = unite(unions, sentence, answer_at(unions, s));
    return result;
}

/* Sets unions->hits for SENTENCE. */
static enum lcs_result find_hits(struct unions *unions, struct words sentence)
{
    struct measure_work *work = unions->work;
    uint32_t number;
    if (!number_sentence(work, sentence, &number))
        return LCS_NO_MEMORY;
    bool known = number < unions->sentences; /* most occur in the answer unchanged */
    memset(unions->hits, known, sentence.count);
    if (known)
        return LCS_OK;
    find_wanted(unions, sentence);
    if (sentence.count <= SHORT && !lcs_rows_begin(&work->lcs, sentence.ids, sentence.count,
                                                   work->words.count, unions->longest))
        return LCS_NO_MEMORY;
    enum lcs_result result = unite_all(unions, sentence);
    if (sentence.count <= SHORT)
        lcs_rows_end(&work->lcs, sentence.ids, sentence.count);
    forget_wanted(unions, sentence);
    return result;
}

/* ---------------------------------------------------------------- all sentences */

/* Assigns ids to the answer's sentences. */
static bool number_answer(struct measure_work *work, struct unions *unions)
{
    tokens_reset(&work->grams);
    work->distinct.count = 0;
    for (size_t s = 0; s < work->answer_marks.count; s++) {
        struct words words = sentence_at(&work->answer, &work->answer_marks, s);
        uint32_t number;
        if (!number_sentence(work, words, &number))
            return false;
        if (number == work->distinct.count && !token_list_push(&work->distinct, (uint32_t)s))
            return false;
        unions->longest = words.count > unions->longest ? words.count : unions->longest;
    }
    unions->sentences = work->distinct.count;
    return true;
}

/* Call it when only the answer's words have ids yet. */
static bool begin_unions(struct measure_work *work, struct unions *unions)
{
    *unions = (struct unions){.work = work, .ids = work->words.count};
    if (!number_answer(work, unions))
        return false;
    if (!work_scratch(work, 2 * unions->ids + 1))
        return false;
    unions->left = work->scratch.ids;
    unions->want = unions->left + unions->ids;
    memset(unions->left, 0, 2 * unions->ids * sizeof *unions->left);
    for (size_t i = 0; i < work->answer.count; i++)
        unions->left[work->answer.ids[i]]++;
    return true;
}

/* A union has each word of the truth once, so only the answer's words can run out. */
static size_t count_hits(const struct unions *unions, struct words sentence)
{
    size_t hits = 0;
    for (size_t i = 0; i < sentence.count; i++) {
        if (unions->hits[i] && unions->left[sentence.ids[i]] > 0) {
            unions->left[sentence.ids[i]]--;
            hits++;
        }
    }
    return hits;
}

/* Is the work for all sentences within the limit for one table? Each sentence of the truth that is
 * not in the answer is compared with the whole answer; a long one also costs its own length for
 * each sentence of the answer. */
static enum lcs_result check_size(struct unions *unions)
{
    struct measure_work *work = unions->work;
    uint64_t steps = 0;
    for (size_t s = 0; s < work->truth_marks.count; s++) {
        struct words sentence = sentence_at(&work->truth, &work->truth_marks, s);
        uint32_t number;
        if (!number_sentence(work, sentence, &number))
            return LCS_NO_MEMORY;
        if (number < unions->sentences)
            continue;
        steps += (uint64_t)((sentence.count + SHORT - 1) / SHORT) * work->answer.count;
        steps += sentence.count > SHORT ? (uint64_t)sentence.count * unions->sentences : 0;
    }
    return steps <= LCS_STEPS ? LCS_OK : LCS_TOO_LONG;
}

static enum lcs_result count_all(struct unions *unions, size_t *hits)
{
    struct measure_work *work = unions->work;
    *hits = 0;
    if (work->answer.count == 0)
        return LCS_OK;
    enum lcs_result result = check_size(unions);
    work->steps.len = 0;
    if (!token_bytes_reserve(&work->steps, work->truth.count))
        return LCS_NO_MEMORY;
    unions->hits = work->steps.data;
    for (size_t s = 0; result == LCS_OK && s < work->truth_marks.count; s++) {
        struct words sentence = sentence_at(&work->truth, &work->truth_marks, s);
        result = find_hits(unions, sentence);
        *hits += result == LCS_OK ? count_hits(unions, sentence) : 0;
    }
    return result;
}

MEASURE_PAGE(rougeLsum)
{
    struct unions unions;
    size_t hits;
    work_leave_out(row);
    tokens_reset(&work->words);
    if (!add_sentences(work, answer->text, &work->answer, &work->answer_marks) ||
        !begin_unions(work, &unions) ||
        !add_sentences(work, truth->text, &work->truth, &work->truth_marks))
        return false;
    if (work->truth.count == 0) { /* an empty truth has nothing to miss */
        row->counts = true;
        row->values[VALUE_R] = 1;
        row->values[VALUE_P] = row->values[VALUE_F] = work->answer.count == 0;
        return true;
    }
    enum lcs_result result = count_all(&unions, &hits);
    if (result != LCS_OK)
        return work_give_up(row, result);
    row->counts = true;
    work_prf(row->values, hits, work->answer.count, work->truth.count);
    return true;
}
