/*
 * tagger_words.c - names in: classes, ids, roles. What they say an element is for out.
 */
#include "features/tagger_state.h"

/* Names are read up to here; what follows in longer ones is the layout of a style library. */
enum { NAME_BYTES = 96 };

#define SEED UINT64_C(0xCBF29CE484222325)

static uint64_t add_letter(uint64_t hash, unsigned char c)
{
    return (hash ^ (c | 0x20u)) * UINT64_C(0x100000001B3);
}

static uint32_t slot_of(uint64_t hash)
{
    return (uint32_t)(hash * UINT64_C(0x9E3779B97F4A7C15) >> 54) % PITH__SIGN_SLOTS;
}

static void add_word(struct pith__sign_table *table, uint64_t hash, uint8_t sign)
{
    uint32_t slot = slot_of(hash);
    while (table->hashes[slot] != 0 && table->hashes[slot] != hash)
        slot = (slot + 1) % PITH__SIGN_SLOTS;
    table->hashes[slot] = hash;
    table->signs[slot] = sign;
}

void pith__sign_table_make(struct pith__sign_table *table)
{
    static const char *const words[] = {
#define SIGN(name, list) list,
#include "features/tagger_words.def"
#undef SIGN
    };
    memset(table, 0, sizeof *table);
    for (uint8_t sign = 0; sign < PITH__SIGNS; sign++) {
        uint64_t hash = SEED;
        for (const char *p = words[sign];; p++) {
            if (pith__is_alpha((unsigned char)*p)) {
                hash = add_letter(hash, (unsigned char)*p);
                continue;
            }
            add_word(table, hash, sign);
            hash = SEED;
            if (*p == '\0')
                break;
        }
    }
}

static uint32_t sign_of(const struct pith__sign_table *table, uint64_t hash)
{
    uint32_t slot = slot_of(hash);
    while (table->hashes[slot] != 0) {
        if (table->hashes[slot] == hash)
            return UINT32_C(1) << table->signs[slot];
        slot = (slot + 1) % PITH__SIGN_SLOTS;
    }
    return 0;
}

static uint32_t signs_in(const struct pith__sign_table *table, struct pith__span name)
{
    const unsigned char *end = name.ptr + name.len;
    uint64_t hash = SEED;
    uint32_t signs = 0;
    bool lower = false; /* the last letter was */
    for (const unsigned char *p = name.ptr; p < end; p++) {
        bool letter = pith__is_alpha(*p);
        bool upper = letter && *p < 'a';
        if ((!letter || (upper && lower)) && hash != SEED) {
            signs |= sign_of(table, hash);
            hash = SEED;
        }
        if (letter)
            hash = add_letter(hash, *p);
        lower = letter && !upper;
    }
    return hash != SEED ? signs | sign_of(table, hash) : signs;
}

static uint32_t first_class(struct pith__span classes)
{
    const unsigned char *p = classes.ptr;
    const unsigned char *end = p + classes.len;
    uint64_t hash = SEED;
    while (p < end && pith__is_space(*p))
        p++;
    for (; p < end && !pith__is_space(*p); p++) {
        if (*p < '0' || *p > '9')
            hash = add_letter(hash, *p);
    }
    return hash == SEED ? 0 : (uint32_t)(hash >> 32 ^ hash);
}

/* Pages say the same names over and over, so most are found among those seen last. */
const struct pith__name_seen *pith__name_look(struct pith__sign_table *table,
                                              struct pith__span name)
{
    if (name.len > NAME_BYTES)
        name.len = NAME_BYTES;
    uint64_t hash = pith__text_hash(name) | 1;
    struct pith__name_seen *seen = &table->seen[hash >> 54];
    if (seen->hash != hash)
        *seen = (struct pith__name_seen){hash, signs_in(table, name), first_class(name)};
    return seen;
}
