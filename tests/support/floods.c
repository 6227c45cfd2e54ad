/*
 * floods.c - see floods.h.
 *
 * Words are counted through, and those are taken whose key begins in the right slots; one in
 * sixty-four is soon found.
 */
#include "floods.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "parse/names.h"

enum { SHARE = 64, BLOCKS = 8192, BOXES = 1 << 15, TITLE_WORDS = 48, RUN_WORDS = 4096 };

/* ------------------------------------------------------------------- keys */

/* As features/tagger_words.c makes it of a class name. */
static uint32_t class_hash(const char *word)
{
    uint64_t hash = PITH__FNV64;
    for (; *word != '\0'; word++)
        hash = pith__fnv64(hash, (unsigned char)*word | 0x20u);
    return (uint32_t)(hash >> 32 ^ hash);
}

/* As features/tagger_tree.c does for <div class=WORD> in box PARENT. */
static uint64_t sibling_key(const char *word, uint32_t parent)
{
    return (uint64_t)parent << 32 | (uint32_t)pith__mix(PITH__TAG_div, class_hash(word));
}

/* The same for the path of <p class=WORD> in <body>. */
static uint64_t path_key(const char *word, uint32_t parent)
{
    uint32_t body = (uint32_t)pith__mix(0, (uint32_t)pith__mix(PITH__TAG_body, 0));
    uint32_t look = (uint32_t)pith__mix(PITH__TAG_p, class_hash(word));
    (void)parent;
    return (uint64_t)(uint32_t)pith__mix(body, look) << 8 | PITH_KIND_PARAGRAPH;
}

static const struct {
    const char *name;
    uint8_t tag;
} nested[] = {{"div", PITH__TAG_div},     {"nav", PITH__TAG_nav},        {"ul", PITH__TAG_ul},
              {"ol", PITH__TAG_ol},       {"main", PITH__TAG_main},      {"dl", PITH__TAG_dl},
              {"aside", PITH__TAG_aside}, {"section", PITH__TAG_section}};

static uint64_t bare_key(const char *word, uint32_t parent)
{
    (void)parent;
    uint32_t path = (uint32_t)pith__mix(0, PITH__TAG_body);
    for (; *word != '\0'; word++)
        path = (uint32_t)pith__mix(path, nested[*word - 'a'].tag);
    return path;
}

static uint64_t text_key(const char *word, uint32_t parent)
{
    (void)parent;
    return pith__bytes_hash(word, strlen(word));
}

static uint64_t title_key(const char *word, uint32_t parent)
{
    (void)parent;
    uint32_t hash = PITH__FNV32;
    for (; *word != '\0'; word++)
        hash = pith__fnv32(hash, (unsigned char)*word);
    return hash | 1;
}

static uint64_t label_key(const char *word, uint32_t parent)
{
    (void)parent;
    return pith__fnv64_bytes(PITH__FNV64, word, strlen(word));
}

/* The table that features/tagger_groups.c had: linear probing without a bound. */
static uint32_t past_slot(uint64_t key)
{
    return (uint32_t)(pith__mix(key, 0) >> 32);
}

/* ------------------------------------------------------------------ parts */

static size_t class_part(const char *word, size_t index, char part[FLOOD_PART])
{
    (void)index;
    return (size_t)snprintf(part, FLOOD_PART, "<p class=%s>x\n", word);
}

static size_t open_part(const char *word, size_t index, char part[FLOOD_PART])
{
    (void)index;
    return (size_t)snprintf(part, FLOOD_PART, "<div class=%s>", word);
}

static size_t text_part(const char *word, size_t index, char part[FLOOD_PART])
{
    (void)index;
    return (size_t)snprintf(part, FLOOD_PART, "<p>%s\n", word);
}

static size_t nested_part(const char *word, size_t index, char part[FLOOD_PART])
{
    size_t len = 0, letters = strlen(word);
    (void)index;
    for (size_t i = 0; i < letters; i++)
        len += (size_t)snprintf(part + len, FLOOD_PART - len, "<%s>", nested[word[i] - 'a'].name);
    part[len++] = 'x';
    for (size_t i = letters; i-- > 0;)
        len += (size_t)snprintf(part + len, FLOOD_PART - len, "</%s>", nested[word[i] - 'a'].name);
    return len;
}

/* Blocks of twenty-five words: no more than are compared with the title. */
static size_t word_part(const char *word, size_t index, char part[FLOOD_PART])
{
    return (size_t)snprintf(part, FLOOD_PART, index % 25 == 0 ? "<p>%s " : "%s ", word);
}

const struct flood floods[] = {
    {.name = "class names, in the hash table that was",
     .head = "<body>",
     .part = open_part,
     .key = sibling_key,
     .slot = past_slot,
     .letters = 26,
     .deep = true,
     .past = true},
    {.name = "class names",
     .head = "<body>",
     .part = open_part,
     .key = sibling_key,
     .slot = pith__hash_slot,
     .letters = 26,
     .deep = true},
    {.name = "class names, by their paths",
     .head = "<body>",
     .part = class_part,
     .key = path_key,
     .slot = pith__hash_slot,
     .letters = 26,
     .room = BLOCKS},
    {.name = "nested tags",
     .head = "<body>",
     .part = nested_part,
     .key = bare_key,
     .slot = pith__hash_slot,
     .letters = 8,
     .room = BLOCKS},
    {.name = "texts",
     .head = "<body>",
     .part = text_part,
     .key = text_key,
     .slot = pith__hash_slot,
     .letters = 26,
     .room = BLOCKS},
    {.name = "words of the title",
     .head = "<title>",
     .part = word_part,
     .key = title_key,
     .slot = pith__hash_slot,
     .letters = 26,
     .room = TITLE_WORDS,
     .title = true},
};
const size_t flood_count = sizeof floods / sizeof *floods;

/* ------------------------------------------------------------------ pages */

static uint32_t slots_for(size_t room)
{
    uint32_t slots = 16;
    while (slots < 2 * room)
        slots *= 2;
    return slots;
}

void flood_word(struct flood_words *words, uint32_t parent, char word[FLOOD_WORD])
{
    const struct flood *flood = words->flood;
    uint32_t slots = slots_for(words->room);
    do {
        /* Another order than that of numbers, so that any keys are any; all begin alike. */
        uint64_t digits = ++words->number * UINT64_C(0x9E3779B1) % (UINT64_C(1) << 28);
        memset(word, 'a', 2);
        for (size_t i = flood->letters < 26 ? 0 : 2; i < FLOOD_WORD - 1; i++) {
            word[i] = (char)('a' + digits % flood->letters);
            digits /= flood->letters;
        }
        word[FLOOD_WORD - 1] = '\0';
    } while (words->crowded &&
             (flood->slot(flood->key(word, parent)) & (slots - 1)) >= slots / SHARE);
}

/* A title of as many words as count. */
static size_t make_title(struct flood_words *words, unsigned char *page, size_t at, size_t len)
{
    char word[FLOOD_WORD];
    for (size_t i = 0; i < words->room && at + FLOOD_PART < len; i++) {
        flood_word(words, 0, word);
        at += (size_t)snprintf((char *)page + at, FLOOD_PART,
                               i + 1 < words->room ? "%s " : "%s</title>", word);
    }
    return at;
}

/* One block in DEPTH elements, of which the first is in <body>, box 1, and the others each in the
 * last. BOXES are there before. */
static size_t make_deep(struct flood_words *words, unsigned char *page, size_t at, size_t depth,
                        uint32_t boxes)
{
    char word[FLOOD_WORD], part[FLOOD_PART];
    for (size_t i = 0; i < depth; i++) {
        flood_word(words, i == 0 ? 1 : boxes + (uint32_t)i - 1, word);
        size_t size = words->flood->part(word, i, part);
        memcpy(page + at, part, size);
        at += size;
    }
    page[at++] = 'x';
    for (size_t i = 0; i < depth; i++, at += 6)
        memcpy(page + at, "</div>", 6);
    return at;
}

unsigned char *flood_make(const struct flood *flood, size_t len, bool crowded)
{
    const size_t element = FLOOD_WORD + 18; /* bytes of <div class=...></div> */
    const size_t depth = 8, part_blocks = BOXES / depth;
    size_t at = strlen(flood->head), boxes = len / element;
    if (boxes > BOXES)
        boxes = BOXES;
    struct flood_words words = {flood, flood->deep ? boxes + 2 : flood->room, crowded, 0};
    unsigned char *page = malloc(len + depth * element + FLOOD_PART);
    char word[FLOOD_WORD], part[FLOOD_PART];
    if (page == NULL || len < at) {
        free(page);
        return NULL;
    }
    memcpy(page, flood->head, at);
    if (flood->title)
        at = make_title(&words, page, at, len);
    for (size_t i = 0; at < len; i++) {
        if (flood->deep) {
            at = make_deep(&words, page, at, depth, (uint32_t)(2 + i % part_blocks * depth));
            continue;
        }
        flood_word(&words, 1, word);
        size_t size = flood->part(word, i, part);
        memcpy(page + at, part, size);
        at += size;
    }
    return page;
}

/* ------------------------------------------------------------------ texts */

static const struct flood label_words = {
    .part = text_part, .key = label_key, .slot = pith__hash_slot, .letters = 26};

/* The word behind word FIRST, so that the two begin in the right slots. */
static uint32_t behind(uint32_t first, unsigned count, bool crowded, uint64_t *state)
{
    uint32_t slots = slots_for(count), second;
    do {
        *state = pith__mix(++*state, UINT64_C(0xD1B54A32D192ED03));
        second = (uint32_t)(*state >> 32) % RUN_WORDS;
    } while (crowded &&
             (pith__hash_slot((uint64_t)first << 32 | second) & (slots - 1)) >= slots / SHARE);
    return second;
}

char *flood_text(unsigned count, bool runs, bool crowded, const char *before, size_t *len)
{
    size_t size = strlen(before) + FLOOD_WORD;
    char *text = malloc(count * size + 1), word[FLOOD_WORD];
    /* The table has room for a word in six bytes. */
    struct flood_words words = {&label_words, (size_t)count * FLOOD_WORD / 6 + 1, crowded, 0};
    uint64_t state = 0;
    uint32_t last = RUN_WORDS - 1;
    *len = 0;
    if (text == NULL)
        return NULL;
    for (unsigned i = 0; i < count; i++) {
        if (!runs)
            flood_word(&words, 0, word);
        else if (i < RUN_WORDS) /* words get their numbers in this order */
            snprintf(word, sizeof word, "w%u", i);
        else
            snprintf(word, sizeof word, "w%u", last = behind(last, count, crowded, &state));
        *len += (size_t)snprintf(text + *len, size + 1, "%s%s", before, word);
    }
    return text;
}
