/*
 * words.c - text in, numbers of words out.
 */
#include "features/measure.h"
#include "label/label.h"
#include "metadata/letters.h"

/* Words are told apart by 64 bits of hash. Two words that share them count as one; text that is
 * made for that is labelled badly, which is all it gets. */
struct pith__word_slot {
    uint64_t hash; /* 0: free */
    uint32_t word;
};

/* A word that finds no place after so many steps stays unknown: then nobody can make us slow. */
enum { STEPS_MAX = 64 };

pith_status pith__vocabulary_init(struct pith__vocabulary *vocabulary, size_t bytes,
                                  struct pith__arena *arena)
{
    size_t slots = 16;
    while (slots < bytes / 3) /* few texts have more than a different word in six bytes */
        slots *= 2;
    vocabulary->slots = pith__arena_alloc(arena, slots * sizeof *vocabulary->slots);
    if (vocabulary->slots == NULL)
        return PITH_ERR_NOMEM;
    memset(vocabulary->slots, 0, slots * sizeof *vocabulary->slots);
    vocabulary->mask = (uint32_t)(slots - 1);
    vocabulary->count = 0;
    return PITH_OK;
}

static uint32_t find(struct pith__vocabulary *vocabulary, uint64_t hash, bool learn)
{
    hash ^= hash >> 32;
    hash *= UINT64_C(0x9E3779B97F4A7C15);
    hash |= 1;
    uint32_t at = (uint32_t)(hash >> 32);
    for (uint32_t step = 1; step <= STEPS_MAX; step++) {
        struct pith__word_slot *slot = &vocabulary->slots[at & vocabulary->mask];
        if (slot->hash == hash)
            return slot->word;
        if (slot->hash == 0) {
            if (!learn)
                return PITH__NO_WORD;
            slot->hash = hash;
            slot->word = vocabulary->count;
            return vocabulary->count++;
        }
        at += step;
    }
    return PITH__NO_WORD;
}

/* Soft hyphens and joiners are in one text and not in the other. */
static bool is_nothing(uint32_t cp)
{
    return cp == 0xAD || (cp >= 0x200B && cp <= 0x200D) || cp == 0x2060 || cp == 0xFEFF;
}

static void read_valid(struct pith__wording *wording, const unsigned char *p,
                       const unsigned char *end, struct pith__vocabulary *vocabulary, bool learn)
{
    const uint64_t start = UINT64_C(0xCBF29CE484222325), prime = UINT64_C(0x100000001B3);
    uint64_t hash = start;
    while (p < end) {
        uint32_t cp;
        p += pith__utf8_next(p, &cp);
        unsigned flags = pith__unicode_class(cp);
        if (hash != start && ((flags & PITH__UC_WORD) == 0 || (flags & PITH__ALONE) != 0)) {
            if (is_nothing(cp))
                continue;
            wording->words[wording->count++] = find(vocabulary, hash, learn);
            hash = start;
        }
        if ((flags & PITH__UC_WORD) != 0)
            hash = (hash ^ pith__letter_lower(cp)) * prime;
        if ((flags & PITH__ALONE) != 0 && hash != start) {
            wording->words[wording->count++] = find(vocabulary, hash, learn);
            hash = start;
        }
    }
    if (hash != start)
        wording->words[wording->count++] = find(vocabulary, hash, learn);
}

void pith__words_read(struct pith__wording *wording, struct pith__span text,
                      struct pith__vocabulary *vocabulary, bool learn)
{
    const unsigned char *p = text.ptr;
    const unsigned char *end = text.ptr + text.len;
    while (p < end) {
        size_t valid = pith__utf8_valid_prefix(p, (size_t)(end - p));
        read_valid(wording, p, p + valid, vocabulary, learn);
        p += valid + (p + valid < end);
    }
}

pith_status pith__page_words_read(struct pith__page_words *words, const pith_page *page,
                                  struct pith__vocabulary *vocabulary, struct pith__arena *arena)
{
    const pith_block *blocks = pith__page_blocks(page);
    size_t count = page->info.blocks, most = 0;
    for (size_t i = 0; i < count; i++)
        most += pith__words_most(blocks[i].text_len);
    words->first = pith__arena_alloc(arena, (count + 1) * sizeof *words->first);
    words->wording = (struct pith__wording){pith__arena_alloc(arena, most * sizeof(uint32_t)), 0};
    if (words->first == NULL || words->wording.words == NULL)
        return PITH_ERR_NOMEM;
    for (size_t i = 0; i < count; i++) {
        struct pith__span text = {(const unsigned char *)blocks[i].text, blocks[i].text_len};
        words->first[i] = words->wording.count;
        pith__words_read(&words->wording, text, vocabulary, false);
    }
    words->first[count] = words->wording.count;
    pith__arena_trim(arena, words->wording.words, most * sizeof(uint32_t),
                     words->wording.count * sizeof(uint32_t));
    return PITH_OK;
}
