/*
 * label_words.c - tokenizes text. In: text. Out: the numbers of its words.
 */
#include "base/utf8.h"
#include "label/label.h"
#include "text/letters.h"

pith_status pith__vocabulary_init(struct pith__vocabulary *vocabulary, size_t bytes,
                                  struct pith__arena *arena)
{
    pith__hash_init(&vocabulary->words, pith__arena_allocator(arena));
    /* Few texts have more than one distinct word per six bytes. */
    return pith__hash_reserve(&vocabulary->words, bytes / 6 + 1);
}

/* Appends the word with HASH. */
static pith_status add(struct pith__wording *wording, struct pith__vocabulary *vocabulary,
                       uint64_t hash, bool learn)
{
    uint32_t word = PITH__NO_WORD; /* also for PITH__HASH_NONE */
    if (learn)
        PITH__TRY(pith__hash_add(&vocabulary->words, hash, &word));
    else
        word = pith__hash_find(&vocabulary->words, hash);
    wording->words[wording->count++] = word;
    return PITH_OK;
}

/* Soft hyphens and joiners, which may be in one text but not in the other. */
static bool is_nothing(uint32_t cp)
{
    return cp == 0xAD || (cp >= 0x200B && cp <= 0x200D) || cp == 0x2060 || cp == 0xFEFF;
}

static pith_status read_valid(struct pith__wording *wording, const unsigned char *p,
                              const unsigned char *end, struct pith__vocabulary *vocabulary,
                              bool learn)
{
    uint64_t hash = PITH__FNV64;
    while (p < end) {
        uint32_t cp;
        p += pith__utf8_next(p, &cp);
        unsigned flags = pith__unicode_class(cp);
        if (hash != PITH__FNV64 && ((flags & PITH__UC_WORD) == 0 || (flags & PITH__ALONE) != 0)) {
            if (is_nothing(cp))
                continue;
            PITH__TRY(add(wording, vocabulary, hash, learn));
            hash = PITH__FNV64;
        }
        if ((flags & PITH__UC_WORD) != 0)
            hash = pith__fnv64(hash, pith__letter_lower(cp));
        if ((flags & PITH__ALONE) != 0 && hash != PITH__FNV64) {
            PITH__TRY(add(wording, vocabulary, hash, learn));
            hash = PITH__FNV64;
        }
    }
    return hash == PITH__FNV64 ? PITH_OK : add(wording, vocabulary, hash, learn);
}

pith_status pith__words_read(struct pith__wording *wording, struct pith__span text,
                             struct pith__vocabulary *vocabulary, bool learn)
{
    const unsigned char *p = text.ptr;
    const unsigned char *end = text.ptr + text.len;
    while (p < end) {
        size_t valid = pith__utf8_valid_prefix(p, (size_t)(end - p));
        PITH__TRY(read_valid(wording, p, p + valid, vocabulary, learn));
        p += valid + (p + valid < end);
    }
    return PITH_OK;
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
        PITH__TRY(pith__words_read(&words->wording, text, vocabulary, false));
    }
    words->first[count] = words->wording.count;
    pith__arena_trim(arena, words->wording.words, most * sizeof(uint32_t),
                     words->wording.count * sizeof(uint32_t));
    return PITH_OK;
}
