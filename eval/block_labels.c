/*
 * block_labels.c - see block_labels.h.
 */
#include "eval/block_labels.h"

#include "label/label.h"

/* The words of all gold blocks in order, with the class of each word. */
struct truth_words {
    struct pith__vocabulary vocabulary;
    struct pith__wording wording;
    uint8_t *classes;
};

static bool read_truth(struct truth_words *words, const struct set_page *truth,
                       struct pith__arena *arena)
{
    size_t bytes = 0, most = 0;
    for (size_t i = 0; i < truth->block_count; i++) {
        bytes += truth->blocks[i].text.len;
        most += pith__words_most(truth->blocks[i].text.len);
    }
    words->wording = (struct pith__wording){pith__arena_alloc(arena, most * sizeof(uint32_t)), 0};
    words->classes = pith__arena_alloc(arena, most);
    if (words->wording.words == NULL || words->classes == NULL ||
        pith__vocabulary_init(&words->vocabulary, bytes, arena) != PITH_OK)
        return false;
    for (size_t i = 0; i < truth->block_count; i++) {
        uint32_t first = words->wording.count;
        if (pith__words_read(&words->wording, truth->blocks[i].text, &words->vocabulary, true) !=
            PITH_OK)
            return false;
        memset(words->classes + first, (int)truth->blocks[i].class, words->wording.count - first);
    }
    return true;
}

/* The class of most of the aligned words; of classes with equal counts the first. KNOWN: some word
 * is aligned, or the block has no words. */
static enum set_class vote(const struct truth_words *truth, const uint32_t *partner, uint32_t count,
                           uint8_t *known)
{
    uint32_t votes[SET_CLASSES] = {0};
    unsigned best = SET_NOT_CONTENT;
    *known = count == 0;
    for (uint32_t i = 0; i < count; i++) {
        if (partner[i] == PITH__NO_WORD)
            continue;
        votes[truth->classes[partner[i]]]++;
        *known = 1;
    }
    for (unsigned class = 0; class < SET_CLASSES; class ++) {
        if (votes[class] > votes[best])
            best = class;
    }
    return (enum set_class)best;
}

static bool from_blocks(const pith_page *page, const struct set_page *truth, uint8_t *classes,
                        uint8_t *known, struct pith__arena *arena)
{
    struct truth_words words;
    struct pith__page_words blocks;
    if (!read_truth(&words, truth, arena) ||
        pith__page_words_read(&blocks, page, &words.vocabulary, arena) != PITH_OK)
        return false;
    uint32_t *partner = pith__arena_alloc(arena, blocks.wording.count * sizeof *partner);
    if (partner == NULL ||
        pith__align(&blocks.wording, NULL, &words.wording, words.vocabulary.words.count, partner,
                    arena->allocator) != PITH_OK)
        return false;
    for (size_t i = 0; i < pith_page_get_info(page)->blocks; i++) {
        uint32_t first = blocks.first[i];
        uint8_t judged;
        classes[i] = (uint8_t)vote(&words, partner + first, blocks.first[i + 1] - first, &judged);
        if (known != NULL)
            known[i] = judged;
    }
    return true;
}

bool block_labels(pith_context *context, const pith_page *page, const struct set_page *truth,
                  uint8_t *classes, uint8_t *known)
{
    if (truth->block_count > 0) {
        struct pith__arena arena;
        pith__arena_init(&arena, &pith__allocator_default);
        bool done = from_blocks(page, truth, classes, known, &arena);
        pith__arena_deinit(&arena);
        return done;
    }
    if (!truth->has_text || pith_context_label(context, (const char *)truth->text.ptr,
                                               truth->text.len, classes) != PITH_OK)
        return false;
    for (size_t i = 0; i < pith_page_get_info(page)->blocks; i++) {
        classes[i] = classes[i] ? SET_FULL_TEXT : SET_NOT_CONTENT;
        if (known != NULL)
            known[i] = 1;
    }
    return true;
}
