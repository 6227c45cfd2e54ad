/*
 * label.c - labels blocks. In: a page and the ground truth text of its content. Out: a label for
 * each block.
 *
 * First the words of both are aligned in order, and each block is judged by its pairs. Ground truth
 * may have another order than the page. So the words that no labelled block has are aligned with
 * the remaining blocks, for a few more rounds, and judged more strictly.
 *
 * Short blocks are the hard ones: any page has a menu, and any ground truth has most of the menu's
 * words somewhere. They must be in the ground truth unchanged, and either fill whole lines there or
 * be next to the same block as on the page.
 */
#include "label/label.h"

/* Blocks with fewer words are short. */
enum { SHORT = 3 };

/* Neighbours of a block on the page are at most this many blocks away. */
enum { NEAR = 3 };

/* Rounds after the first. Each handles one more piece that was moved; few ground truths have
 * many. */
enum { ROUNDS = 4 };

struct labeller {
    struct pith__arena arena;
    const struct pith__allocator *allocator;
    const pith_page *page;
    uint8_t *labels;
    struct pith__vocabulary vocabulary;
    struct pith__wording truth;
    uint8_t *starts; /* (words of the ground truth + 1): 1 at the start of a line */
    uint32_t *owner; /* by word of the ground truth: 1 + the labelled block that has it */
    struct pith__page_words blocks;
    uint32_t *partner; /* by word of the page */
};

/* ----------------------------------------------------------------- reading */

static pith_status read_truth(struct labeller *l, struct pith__span text)
{
    size_t most = pith__words_most(text.len);
    PITH__TRY(pith__vocabulary_init(&l->vocabulary, text.len, &l->arena));
    l->starts = pith__arena_alloc(&l->arena, most + 1);
    l->truth.words = pith__arena_alloc(&l->arena, most * sizeof(uint32_t));
    if (l->starts == NULL || l->truth.words == NULL)
        return PITH_ERR_NOMEM;
    memset(l->starts, 0, most + 1);
    while (text.len > 0) {
        const unsigned char *end = memchr(text.ptr, '\n', text.len);
        size_t len = end != NULL ? (size_t)(end - text.ptr) + 1 : text.len;
        l->starts[l->truth.count] = 1;
        PITH__TRY(
            pith__words_read(&l->truth, (struct pith__span){text.ptr, len}, &l->vocabulary, true));
        text.ptr += len;
        text.len -= len;
    }
    l->starts[l->truth.count] = 1;
    size_t used = l->truth.count * sizeof(uint32_t);
    pith__arena_trim(&l->arena, l->truth.words, most * sizeof(uint32_t), used);
    l->owner = pith__arena_alloc(&l->arena, used);
    if (l->owner == NULL)
        return PITH_ERR_NOMEM;
    memset(l->owner, 0, used);
    return PITH_OK;
}

/* ----------------------------------------------------------------- judging */

/* How well a block fits the ground truth. */
struct fit {
    uint32_t words;
    uint32_t paired;   /* words with a partner */
    uint32_t from, to; /* the range of the ground truth that contains the partners */
};

static struct fit fit_of(const struct labeller *l, size_t block)
{
    uint32_t begin = l->blocks.first[block], end = l->blocks.first[block + 1];
    struct fit fit = {end - begin, 0, 0, 0};
    for (uint32_t i = begin; i < end; i++) {
        if (l->partner[i] == PITH__NO_WORD)
            continue;
        if (fit.paired++ == 0)
            fit.from = l->partner[i];
        fit.to = l->partner[i] + 1;
    }
    return fit;
}

/* At least half of the words have partners, and the range of those is not much longer than the
 * block. */
static bool fits_in_order(const struct fit *fit)
{
    return 2 * fit->paired >= fit->words && fit->to - fit->from <= 2 * fit->words + 2;
}

static bool fits_elsewhere(const struct fit *fit)
{
    return 5 * fit->paired >= 4 * fit->words &&
           fit->to - fit->from <= fit->words + fit->words / 4 + 1;
}

static bool is_near(const struct labeller *l, size_t block, uint32_t word)
{
    if (word >= l->truth.count || l->owner[word] == 0)
        return false;
    size_t owner = l->owner[word] - 1;
    return owner < block ? block - owner <= NEAR : owner - block <= NEAR;
}

static void take(struct labeller *l, size_t block)
{
    l->labels[block] = 1;
    for (uint32_t i = l->blocks.first[block]; i < l->blocks.first[block + 1]; i++) {
        if (l->partner[i] != PITH__NO_WORD)
            l->owner[l->partner[i]] = (uint32_t)block + 1;
    }
}

/* Labels the blocks that fit and are not short, and returns how many. */
static size_t judge_long(struct labeller *l, bool in_order)
{
    size_t taken = 0;
    for (size_t i = 0; i < l->page->info.blocks; i++) {
        struct fit fit = fit_of(l, i);
        if (l->labels[i] || fit.words < SHORT ||
            !(in_order ? fits_in_order(&fit) : fits_elsewhere(&fit)))
            continue;
        take(l, i);
        taken++;
    }
    return taken;
}

/* Short blocks that are consecutive on the page and in the ground truth. */
struct group {
    size_t first, last;
    struct fit fit; /* of all of them together */
};

/* Is this a short block that the ground truth has unchanged? */
static bool is_whole(const struct labeller *l, size_t block, struct fit *fit)
{
    *fit = fit_of(l, block);
    return !l->labels[block] && fit->words > 0 && fit->words < SHORT && fit->paired == fit->words &&
           fit->to - fit->from == fit->words;
}

static bool group_fits(const struct labeller *l, const struct group *group, bool in_order)
{
    const struct fit *fit = &group->fit;
    if (fit->words >= SHORT)
        return true;
    bool starts = l->starts[fit->from], ends = l->starts[fit->to];
    if (in_order && starts && ends)
        return true;
    return (starts || l->owner[fit->from - 1] != 0) && (ends || l->owner[fit->to] != 0) &&
           ((fit->from > 0 && is_near(l, group->first, fit->from - 1)) ||
            is_near(l, group->last, fit->to));
}

static size_t judge_group(struct labeller *l, const struct group *group, bool in_order)
{
    size_t taken = 0;
    if (group->fit.words == 0 || !group_fits(l, group, in_order))
        return 0;
    for (size_t i = group->first; i <= group->last; i++) {
        struct fit fit;
        if (is_whole(l, i, &fit)) {
            take(l, i);
            taken++;
        }
    }
    return taken;
}

static size_t judge_short(struct labeller *l, bool in_order)
{
    struct group group = {0, 0, {0, 0, 0, 0}};
    size_t taken = 0;
    for (size_t i = 0; i < l->page->info.blocks; i++) {
        struct fit fit;
        if (!is_whole(l, i, &fit))
            continue;
        if (group.fit.words > 0 && i - group.last <= NEAR && fit.from == group.fit.to) {
            group.last = i;
            group.fit.words += fit.words;
            group.fit.to = fit.to;
            continue;
        }
        taken += judge_group(l, &group, in_order);
        group = (struct group){i, i, fit};
    }
    return taken + judge_group(l, &group, in_order);
}

/* Short blocks come last, when the labels around them are known. */
static size_t judge(struct labeller *l, bool in_order)
{
    size_t taken = judge_long(l, in_order);
    return taken + judge_short(l, in_order);
}

/* ----------------------------------------------------------------- the rest */

/* The rest of a text: words, and their positions in it. */
struct rest {
    struct pith__wording wording;
    uint32_t *at;
};

static bool rest_init(struct rest *rest, uint32_t most, struct pith__arena *arena)
{
    rest->wording.words = pith__arena_alloc(arena, most * sizeof(uint32_t));
    rest->at = pith__arena_alloc(arena, most * sizeof(uint32_t));
    return rest->wording.words != NULL && rest->at != NULL;
}

static void rest_add(struct rest *rest, uint32_t word, uint32_t at)
{
    rest->at[rest->wording.count] = at;
    rest->wording.words[rest->wording.count++] = word;
}

static void rest_of_page(const struct labeller *l, struct rest *rest)
{
    rest->wording.count = 0;
    for (size_t i = 0; i < l->page->info.blocks; i++) {
        for (uint32_t k = l->blocks.first[i]; k < l->blocks.first[i + 1] && !l->labels[i]; k++)
            rest_add(rest, l->blocks.wording.words[k], k);
    }
}

/* A gap becomes one word that matches nothing, so that no run of words spans it. */
static void rest_of_truth(const struct labeller *l, struct rest *rest)
{
    rest->wording.count = 0;
    for (uint32_t i = 0; i < l->truth.count; i++) {
        if (l->owner[i] == 0)
            rest_add(rest, l->truth.words[i], i);
        else if (i > 0 && l->owner[i - 1] == 0)
            rest_add(rest, PITH__NO_WORD, i);
    }
}

static pith_status label_rest(struct labeller *l)
{
    struct rest page, truth;
    uint32_t count = l->blocks.wording.count;
    uint32_t *partner = pith__arena_alloc(&l->arena, count * sizeof(uint32_t));
    if (partner == NULL || !rest_init(&page, count, &l->arena) ||
        !rest_init(&truth, l->truth.count, &l->arena))
        return PITH_ERR_NOMEM;
    for (int round = 0; round < ROUNDS; round++) {
        rest_of_page(l, &page);
        rest_of_truth(l, &truth);
        PITH__TRY(pith__align(&page.wording, NULL, &truth.wording, l->vocabulary.words.count,
                              partner, l->allocator));
        for (uint32_t i = 0; i < page.wording.count; i++)
            l->partner[page.at[i]] =
                partner[i] == PITH__NO_WORD ? PITH__NO_WORD : truth.at[partner[i]];
        if (judge(l, false) == 0)
            break;
    }
    return PITH_OK;
}

/* --------------------------------------------------------------- all of it */

/* Blocks without words, such as a line of stars, follow the blocks around them. */
static void label_wordless(struct labeller *l)
{
    size_t count = l->page->info.blocks;
    for (size_t i = 0; i < count;) {
        size_t end = i;
        while (end < count && l->blocks.first[end + 1] == l->blocks.first[end])
            end++;
        if (i > 0 && end < count && end > i && l->labels[i - 1] && l->labels[end])
            memset(l->labels + i, 1, end - i);
        i = end + 1;
    }
}

static uint8_t *mark_light(struct labeller *l)
{
    const pith_block *blocks = pith__page_blocks(l->page);
    uint8_t *light = pith__arena_alloc(&l->arena, l->blocks.wording.count);
    for (size_t i = 0; i < l->page->info.blocks && light != NULL; i++)
        memset(light + l->blocks.first[i],
               (blocks[i].flags & (PITH_FLAG_HIDDEN | PITH_FLAG_NOSCRIPT)) != 0 ||
                   blocks[i].kind == PITH_KIND_CONTROL,
               l->blocks.first[i + 1] - l->blocks.first[i]);
    return light;
}

static pith_status run(struct labeller *l, struct pith__span truth)
{
    PITH__TRY(read_truth(l, truth));
    PITH__TRY(pith__page_words_read(&l->blocks, l->page, &l->vocabulary, &l->arena));
    uint8_t *light = mark_light(l);
    l->partner = pith__arena_alloc(&l->arena, l->blocks.wording.count * sizeof(uint32_t));
    if (light == NULL || l->partner == NULL)
        return PITH_ERR_NOMEM;
    PITH__TRY(pith__align(&l->blocks.wording, light, &l->truth, l->vocabulary.words.count,
                          l->partner, l->allocator));
    judge(l, true);
    PITH__TRY(label_rest(l));
    label_wordless(l);
    return PITH_OK;
}

pith_status pith__label(const pith_page *page, struct pith__span truth,
                        const struct pith__allocator *allocator, uint8_t *labels)
{
    struct labeller l = {.allocator = allocator, .page = page, .labels = labels};
    if (page->info.blocks == 0)
        return PITH_OK;
    memset(labels, 0, page->info.blocks);
    pith__arena_init(&l.arena, allocator);
    pith_status status = run(&l, truth);
    pith__arena_deinit(&l.arena);
    return status;
}
