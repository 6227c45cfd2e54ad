/*
 * tagger_words.c - what class names, ids and roles say about an element. In: a name. Out: sign
 * bits.
 */
#include "features/tagger_state.h"

/* Only this much of a name is read; the rest of longer ones is layout classes of a CSS
 * framework. */
enum { NAME_BYTES = 96 };

static uint64_t add_letter(uint64_t hash, unsigned char c)
{
    return pith__fnv64(hash, c | 0x20u);
}

static pith_status add_word(struct pith__sign_table *table, uint64_t hash, uint8_t sign)
{
    uint32_t number;
    PITH__TRY(pith__hash_add(&table->words, hash, &number));
    table->signs[number] = sign;
    return PITH_OK;
}

pith_status pith__sign_table_make(struct pith__sign_table *table, struct pith__arena *arena)
{
    static const char *const words[] = {
#define SIGN(name, list) list,
#include "features/tagger_words.def"
#undef SIGN
    };
    memset(table->seen, 0, sizeof table->seen);
    pith__hash_init(&table->words, pith__arena_allocator(arena));
    PITH__TRY(pith__hash_reserve(&table->words, PITH__SIGN_ROOM));
    for (unsigned sign = 0; sign < PITH__SIGNS; sign++) {
        uint64_t hash = PITH__FNV64;
        for (const char *p = words[sign];; p++) {
            if (pith__is_alpha((unsigned char)*p)) {
                hash = add_letter(hash, (unsigned char)*p);
                continue;
            }
            PITH__TRY(add_word(table, hash, (uint8_t)sign));
            hash = PITH__FNV64;
            if (*p == '\0')
                break;
        }
    }
    return PITH_OK;
}

static uint32_t sign_of(const struct pith__sign_table *table, uint64_t hash)
{
    uint32_t number = pith__hash_find(&table->words, hash);
    return number == PITH__HASH_NONE ? 0 : UINT32_C(1) << table->signs[number];
}

static uint32_t signs_in(const struct pith__sign_table *table, struct pith__span name)
{
    const unsigned char *end = name.ptr + name.len;
    uint64_t hash = PITH__FNV64;
    uint32_t signs = 0;
    bool lower = false; /* the last letter was lower case */
    for (const unsigned char *p = name.ptr; p < end; p++) {
        bool letter = pith__is_alpha(*p);
        bool upper = letter && *p < 'a';
        if ((!letter || (upper && lower)) && hash != PITH__FNV64) {
            signs |= sign_of(table, hash);
            hash = PITH__FNV64;
        }
        if (letter)
            hash = add_letter(hash, *p);
        lower = letter && !upper;
    }
    return hash != PITH__FNV64 ? signs | sign_of(table, hash) : signs;
}

static uint32_t first_class(struct pith__span classes)
{
    const unsigned char *p = classes.ptr;
    const unsigned char *end = p + classes.len;
    uint64_t hash = PITH__FNV64;
    while (p < end && pith__is_space(*p))
        p++;
    for (; p < end && !pith__is_space(*p); p++) {
        if (*p < '0' || *p > '9')
            hash = add_letter(hash, *p);
    }
    return hash == PITH__FNV64 ? 0 : (uint32_t)(hash >> 32 ^ hash);
}

/* Pages repeat the same names over and over, so the cache answers most lookups. */
const struct pith__name_seen *pith__name_look(struct pith__sign_table *table,
                                              struct pith__span name)
{
    if (name.len > NAME_BYTES)
        name.len = NAME_BYTES;
    uint64_t hash = pith__bytes_hash(name.ptr, name.len) | 1;
    struct pith__name_seen *seen = &table->seen[hash >> 54];
    if (seen->hash != hash)
        *seen = (struct pith__name_seen){hash, signs_in(table, name), first_class(name)};
    return seen;
}
