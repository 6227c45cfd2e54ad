/*
 * tagger.c - collects what the tagger needs to know about each block, and makes feature rows of it.
 *
 * Rows use no logarithms and no products of floats: decision trees do not need them, and a page
 * gives the same bits with any compiler.
 */
#include "features/tagger.h"

#include <stdio.h>

#include "features/tagger_state.h"

/* ------------------------------------------------------------------ blocks */

static struct pith__span text_of(const pith_block *block)
{
    return (struct pith__span){(const unsigned char *)block->text, block->text_len};
}

/* Finds the deepest box that holds both the block and the one before it. Blocks are in tree order,
 * so the total number of steps is bounded by the number of boxes. Text moved out of tables can
 * break that order, hence the explicit limit. */
static void find_common(struct pith__tagger *t, struct pith__tagged *b, uint32_t before)
{
    enum { STEPS = 256 };
    uint32_t x = b->box, y = before;
    for (int i = 0; x != y; i++) {
        if (i == STEPS) {
            x = 0;
            break;
        }
        if (x > y) {
            x = t->boxes[x].parent;
            b->up++;
        } else {
            y = t->boxes[y].parent;
            b->down++;
        }
    }
    b->common = x;
}

/* The box of the nearest block-level element. Uses the parser's link to it: a page may nest inline
 * elements as deep as it likes, and put many blocks into them. */
static uint32_t block_box(const struct pith__tagger *t, uint32_t element)
{
    return t->box_of_node[pith__block_element(&t->page->doc, element)];
}

/* Adds a block to its group. Returns how many were in it before. */
static uint32_t join(struct pith__group *group, const pith_block *block, uint32_t index)
{
    if (group->blocks == 0)
        group->first = index;
    group->last = index;
    group->words += block->words;
    group->link_words += block->link_words;
    return group->blocks++;
}

/* Updates the page totals. */
static void count_block(struct pith__tagger *t, const struct pith__tagged *b, const pith_block *k)
{
    const struct pith__box *box = &t->boxes[b->box];
    uint32_t plain = k->words - k->link_words;
    for (int role = 0; role < PITH__ROLES; role++)
        t->role_blocks[role] += box->near[role] != PITH__NO;
    t->words += k->words;
    t->link_words += k->link_words;
    t->top_headings += k->level == 1;
    t->money_blocks += b->text.money > 0;
    t->code_blocks += k->kind == PITH_KIND_PREFORMATTED;
    t->depths += box->depth;
    if (plain >= PITH__LONG)
        t->long_words += plain;
    if (plain > t->longest_words) {
        t->longest_words = plain;
        t->anchors[PITH__ANCHOR_LONGEST] = b->index;
    }
    if (k->level == 1 && t->anchors[PITH__ANCHOR_TOP] == PITH__NO)
        t->anchors[PITH__ANCHOR_TOP] = b->index;
}

/* Keeps the block most similar to the title so far: headings win over others, earlier over later
 * ones. */
static void compare_title(struct pith__tagger *t, const struct pith__tagged *b, const pith_block *k,
                          uint32_t *best)
{
    if (b->title_words < 2 || k->words > 2 * t->title_words)
        return;
    uint32_t likeness = 4 * b->title_words + 2 * (k->level == 1) + (k->level > 0) +
                        2 * b->title_words * (k->level > 0);
    if (likeness > *best) {
        *best = likeness;
        t->anchors[PITH__ANCHOR_TITLE] = b->index;
    }
}

/* Groups of similar blocks, while they are built. */
struct alike {
    struct pith__groups paths;
    struct pith__groups bare_paths;
    struct pith__groups texts;
};

/* Reads the blocks in order. */
static pith_status read_blocks(struct pith__tagger *t, struct pith__arena *arena)
{
    struct pith__title_set title;
    struct alike alike;
    uint32_t best = 0, heading = PITH__NO, headings = 0;
    PITH__TRY(pith__groups_begin(&alike.paths, t->count, arena));
    PITH__TRY(pith__groups_begin(&alike.bare_paths, t->count, arena));
    PITH__TRY(pith__groups_begin(&alike.texts, t->count, arena));
    PITH__TRY(pith__title_read(&title, t->page->blocks.title, arena));
    t->title_words = title.words.count;
    for (uint32_t i = 0; i < t->count; i++) {
        const pith_block *k = &t->list[i];
        struct pith__tagged *b = &t->blocks[i];
        struct pith__span text = text_of(k);
        if (pith__clock_tick(t->page->clock, 32 + text.len / 4))
            return PITH_ERR_DEADLINE;
        b->index = i;
        b->box = t->box_of_node[k->element];
        const struct pith__box *box = &t->boxes[b->box];
        b->block_box = block_box(t, k->element);
        b->text = pith__look_at(text);
        b->title_words = pith__title_common(&title, text);
        b->words_before = t->words;
        b->links_before = t->link_words;
        b->heading = heading;
        b->headings_before = headings;
        find_common(t, b, i > 0 ? t->blocks[i - 1].box : 0);

        uint32_t path, bare;
        PITH__TRY(pith__groups_find(&alike.paths, (uint64_t)box->path << 8 | k->kind, &path));
        PITH__TRY(pith__groups_find(&alike.bare_paths, box->bare_path, &bare));
        b->group = &alike.paths.list[path];
        b->bare_group = &alike.bare_paths.list[bare];
        PITH__TRY(
            pith__groups_find(&alike.texts, pith__bytes_hash(text.ptr, text.len), &b->text_group));
        join(&alike.paths.list[path], k, i);
        join(&alike.bare_paths.list[bare], k, i);
        b->copy = join(&alike.texts.list[b->text_group], k, i);

        compare_title(t, b, k, &best);
        count_block(t, b, k);
        if (k->kind == PITH_KIND_HEADING) {
            heading = i;
            headings++;
        }
    }
    t->texts = alike.texts.list;
    return PITH_OK;
}

/* Finds the distance to the nearest long text before and after each block. */
static void find_long(struct pith__tagger *t)
{
    uint32_t far = (uint32_t)t->count, distance = far;
    for (size_t i = 0; i < t->count; i++) {
        t->blocks[i].since_long = distance;
        bool is_long = t->list[i].words - t->list[i].link_words >= PITH__LONG;
        distance = is_long ? 1 : distance < far ? distance + 1 : far;
    }
    distance = far;
    for (size_t i = t->count; i-- > 0;) {
        t->blocks[i].to_long = distance;
        bool is_long = t->list[i].words - t->list[i].link_words >= PITH__LONG;
        distance = is_long ? 1 : distance < far ? distance + 1 : far;
    }
}

/* ----------------------------------------------------------------- numbers */

/* No value is negative, but converting unsigned numbers to float is slow. */
static float count(int64_t number)
{
    return (float)number;
}

/* Returns 0 for an empty whole. */
static float share(int64_t part, int64_t whole)
{
    return whole > 0 ? (float)part / (float)whole : 0;
}

static float flag(unsigned value)
{
    return value != 0 ? 1.0f : 0.0f;
}

/* Row or column starting at 1; 0 outside tables. */
static float place(uint32_t number)
{
    return number == PITH_NONE ? 0 : count((int64_t)number + 1);
}

static const struct pith__tagged *next_of(const struct pith__tagger *t,
                                          const struct pith__tagged *b)
{
    return &t->blocks[b->index + 1];
}

/* Distance from the anchor in blocks; a value beyond any real one if the page has none. */
static float since(const struct pith__tagger *t, const struct pith__tagged *b, int anchor)
{
    if (t->anchors[anchor] == PITH__NO)
        return -100000.0f;
    return (float)((int64_t)b->index - (int64_t)t->anchors[anchor]);
}

static float heading_distance(const struct pith__tagged *b)
{
    return b->heading == PITH__NO ? -1.0f : count(b->index - b->heading);
}

static float heading_words(const struct pith__tagger *t, const struct pith__tagged *b)
{
    return b->heading == PITH__NO ? -1.0f
                                  : count(b->words_before - t->blocks[b->heading].words_before);
}

static float heading_level(const struct pith__tagger *t, const struct pith__tagged *b)
{
    return b->heading == PITH__NO ? 0 : (float)t->list[b->heading].level;
}

static float heading_links(const struct pith__tagger *t, const struct pith__tagged *b)
{
    return b->heading == PITH__NO
               ? 0
               : share(t->list[b->heading].link_words, t->list[b->heading].words);
}

static float heading_depth(const struct pith__tagger *t, const struct pith__tagged *b)
{
    if (b->heading == PITH__NO)
        return -100.0f;
    return (float)t->boxes[t->blocks[b->heading].box].depth - (float)t->boxes[b->box].depth;
}

/* Sums words and link words over B and up to REACH blocks on each side. */
static void sum_near(const struct pith__tagger *t, const struct pith__tagged *b, uint32_t reach,
                     uint32_t *words, uint32_t *links)
{
    size_t first = b->index > reach ? b->index - reach : 0;
    size_t last = b->index + reach < t->count ? b->index + reach : t->count - 1;
    *words = t->blocks[last].words_before + t->list[last].words - t->blocks[first].words_before;
    *links =
        t->blocks[last].links_before + t->list[last].link_words - t->blocks[first].links_before;
}

static float near_words(const struct pith__tagger *t, const struct pith__tagged *b, uint32_t reach)
{
    uint32_t words, links;
    sum_near(t, b, reach, &words, &links);
    return count(words - links);
}

static float near_links(const struct pith__tagger *t, const struct pith__tagged *b, uint32_t reach)
{
    uint32_t words, links;
    sum_near(t, b, reach, &words, &links);
    return share(links, words);
}

static float same_path(const struct pith__tagger *t, const struct pith__tagged *b, int step)
{
    if ((b->index == 0 && step < 0) || (b->index + 1 == t->count && step > 0))
        return 0;
    const struct pith__tagged *other = b + step;
    return other->group == b->group ? 2.0f : flag(other->bare_group == b->bare_group);
}

static bool inside(const struct pith__tagger *t, const struct pith__tagged *b, uint32_t box)
{
    return b->index >= t->boxes[box].first && b->index <= t->boxes[box].last;
}

/* The share of a box's blocks that come before B. */
static float within(const struct pith__tagger *t, const struct pith__tagged *b, uint32_t box)
{
    if (box == PITH__NO || !inside(t, b, box))
        return -1.0f;
    return share(b->index - t->boxes[box].first, t->boxes[box].last - t->boxes[box].first + 1);
}

/* ------------------------------------------------------------------- begin */

/* Stores VALUE as the next number of ROW. VALUE reads its inputs, VIEW, through X. */
#define FILL(x, value)                                                                             \
    do {                                                                                           \
        const struct pith__view *const x = &view;                                                  \
        *row++ = (value);                                                                          \
    } while (0);

/* The page features are the same in all rows. */
static void fill_page(struct pith__tagger *t)
{
    const struct pith__view view = {.tagger = t};
    float *row = t->page_row;
#define PAGE(x, name, summary, value) FILL(x, value)
#include "features/tagger.def"
#undef PAGE
}

static pith_status find_levels(struct pith__tagger *t, struct pith__arena *arena)
{
    t->levels = pith__arena_alloc(arena, t->box_count * sizeof *t->levels);
    if (t->levels == NULL)
        return PITH_ERR_NOMEM;
    for (size_t i = 0; i < t->box_count; i++) {
        if (pith__clock_tick(t->page->clock, 8))
            return PITH_ERR_DEADLINE;
        const struct pith__box *element = &t->boxes[i];
        const struct pith__view view = {
            .tagger = t, .element = element, .alike = &t->siblings[element->siblings]};
        float *row = t->levels[i];
#define LEVEL(x, name, summary, value)      FILL(x, value)
#define LEVEL_HERE(x, name, summary, value) *row++ = 0;
#include "features/tagger.def"
#undef LEVEL
    }
    return PITH_OK;
}

/* MOST limits the number of boxes; a single block may have more. */
static pith_status begin(const pith_page *page, size_t first, size_t blocks, size_t most,
                         struct pith__arena *arena, const struct pith__tagger **tagger)
{
    struct pith__tagger *t = pith__arena_alloc(arena, sizeof *t);
    *tagger = t;
    if (t == NULL)
        return PITH_ERR_NOMEM;
    *t = (struct pith__tagger){.page = page, .count = blocks};
    memset(t->anchors, 0xFF, sizeof t->anchors);
    if (t->count == 0)
        return PITH_OK;
    t->list = pith__page_blocks(page) + first;
    PITH__TRY(pith__boxes_make(t, most, arena));
    t->blocks = pith__arena_alloc(arena, (t->count + 1) * sizeof *t->blocks);
    if (t->blocks == NULL)
        return PITH_ERR_NOMEM;
    memset(t->blocks, 0, (t->count + 1) * sizeof *t->blocks);
    t->blocks[t->count].index = (uint32_t)t->count;
    PITH__TRY(read_blocks(t, arena));
    find_long(t);
    PITH__TRY(pith__boxes_sum(t, arena));
    PITH__TRY(find_levels(t, arena));
    for (size_t i = 0; i < t->count; i++)
        t->repeated_blocks += t->boxes[t->blocks[i].box].repeat != PITH__NO;
    fill_page(t);
    return PITH_OK;
}

pith_status pith__tagger_begin(const pith_page *page, struct pith__arena *arena,
                               const struct pith__tagger **tagger)
{
    return begin(page, 0, page->info.blocks, SIZE_MAX, arena, tagger);
}

pith_status pith__tagger_begin_part(const pith_page *page, size_t first, size_t blocks,
                                    struct pith__arena *arena, const struct pith__tagger **tagger)
{
    /* Each part scans all nodes, so there must be few parts. */
    enum { BOXES = 1 << 15, MOST_PARTS = 32 };
    size_t share = page->doc.nodes.len / MOST_PARTS;
    return begin(page, first, blocks, share > BOXES ? share : BOXES, arena, tagger);
}

size_t pith__tagger_blocks(const struct pith__tagger *tagger)
{
    return tagger->count;
}

/* -------------------------------------------------------------------- rows */

/* Each function fills one family of features and returns its end. */

static struct pith__view view_of(const struct pith__tagger *t, const struct pith__tagged *b)
{
    return (struct pith__view){
        .tagger = t, .record = b, .block = &t->list[b->index], .box = &t->boxes[b->box]};
}

static float *fill_block(const struct pith__tagger *t, const struct pith__tagged *b, float *row)
{
    const struct pith__view view = view_of(t, b);
#define BLOCK(x, name, summary, value) FILL(x, value)
#include "features/tagger.def"
#undef BLOCK
    return row;
}

static float *fill_zeros(float *row, size_t number)
{
    memset(row, 0, number * sizeof *row);
    return row + number;
}

enum {
    AROUNDS = 0
#define AROUND(x, name, summary, value) +1
#include "features/tagger.def"
#undef AROUND
    ,
    ROLE_SIZE = 0
#define ROLE(x, name, summary, value) +1
#include "features/tagger.def"
#undef ROLE
    ,
    REPEAT_SIZE = 0
#define REPEAT(x, name, summary, value) +1
#include "features/tagger.def"
#undef REPEAT
};

static const int around_steps[PITH__AROUND] = {-3, -2, -1, 1, 2, 3};

static float *fill_around(const struct pith__tagger *t, const struct pith__tagged *b, float *row)
{
    struct pith__view view = view_of(t, b);
    for (int i = 0; i < PITH__AROUND; i++) {
        int64_t at = (int64_t)b->index + around_steps[i];
        if (at < 0 || at >= (int64_t)t->count) {
            row = fill_zeros(row, AROUNDS);
            continue;
        }
        view.record = &t->blocks[at];
        view.block = &t->list[at];
#define AROUND(x, name, summary, value) FILL(x, value)
#include "features/tagger.def"
#undef AROUND
    }
    return row;
}

static float *fill_levels(const struct pith__tagger *t, const struct pith__tagged *b, float *row)
{
    struct pith__view view = view_of(t, b);
    view.index = b->box;
    view.inner = t->list[b->index].words;
    if (t->boxes[view.index].words == view.inner) /* wraps only the block itself: not a level */
        view.index = t->boxes[view.index].bigger;
    for (int i = 0; i < PITH__LEVELS; i++) {
        if (view.index == PITH__NO) {
            row = fill_zeros(row, PITH__LEVEL_SIZE);
            continue;
        }
        view.element = &t->boxes[view.index];
        memcpy(row, t->levels[view.index], sizeof *t->levels);
#define LEVEL(x, name, summary, value)      row++;
#define LEVEL_HERE(x, name, summary, value) FILL(x, value)
#include "features/tagger.def"
#undef LEVEL
        view.inner = view.element->words;
        view.index = view.element->bigger;
    }
    return row;
}

static float *fill_roles(const struct pith__tagger *t, const struct pith__tagged *b, float *row)
{
    struct pith__view view = view_of(t, b);
    for (int i = 0; i < PITH__ROLES; i++) {
        uint32_t near = view.box->near[i];
        if (near == PITH__NO) {
            row = fill_zeros(row, ROLE_SIZE);
            continue;
        }
        view.element = &t->boxes[near];
        view.level = t->levels[near];
#define ROLE(x, name, summary, value) FILL(x, value)
#include "features/tagger.def"
#undef ROLE
    }
    return row;
}

static float *fill_anchors(const struct pith__tagger *t, const struct pith__tagged *b, float *row)
{
    struct pith__view view = view_of(t, b);
    for (int i = 0; i < PITH__ANCHORS; i++) {
        uint32_t common = view.box->anchors[i];
        view.element = &t->boxes[common];
        view.level = t->levels[common];
        view.anchor = t->anchors[i] == PITH__NO ? common : t->blocks[t->anchors[i]].box;
#define ANCHOR(x, name, summary, value) FILL(x, value)
#include "features/tagger.def"
#undef ANCHOR
    }
    return row;
}

static float *fill_repeats(const struct pith__tagger *t, const struct pith__tagged *b, float *row)
{
    struct pith__view view = view_of(t, b);
    view.index = view.box->repeat;
    for (int i = 0; i < PITH__REPEATS; i++) {
        if (view.index == PITH__NO) {
            row = fill_zeros(row, REPEAT_SIZE);
            continue;
        }
        view.element = &t->boxes[view.index];
        view.alike = &t->siblings[view.element->siblings];
#define REPEAT(x, name, summary, value) FILL(x, value)
#include "features/tagger.def"
#undef REPEAT
        view.index = view.index > 0 ? t->boxes[view.element->parent].repeat : PITH__NO;
    }
    return row;
}

/* Without variable shifts, compilers vectorize over the signs. */
static const uint32_t sign_bits[PITH__SIGNS] = {
#define SIGN(name, words) UINT32_C(1) << PITH__SIGN_##name,
#include "features/tagger_words.def"
#undef SIGN
};

static void fill_names(const struct pith__tagger *t, const struct pith__tagged *b, float *row)
{
    const struct pith__box *box = &t->boxes[b->box];
    const struct pith__box *above = &t->boxes[box->parent];
    uint32_t near = (box->signs | above->signs | t->boxes[above->parent].signs) & box->signs_above;
    for (int i = 0; i < PITH__UNDERS; i++)
        *row++ = (float)box->counts[i];
    for (int i = 0; i < PITH__SIGNS; i++)
        row[i] = flag(box->signs_above & sign_bits[i]) + flag(near & sign_bits[i]);
}

void pith__tagger_row(const struct pith__tagger *tagger, size_t index,
                      float row[PITH__TAGGER_FEATURES])
{
    const struct pith__tagged *b = &tagger->blocks[index];
    memcpy(row, tagger->page_row, sizeof tagger->page_row);
    row += PITH__PAGE_FEATURES;
    row = fill_block(tagger, b, row);
    row = fill_around(tagger, b, row);
    row = fill_levels(tagger, b, row);
    row = fill_roles(tagger, b, row);
    row = fill_anchors(tagger, b, row);
    row = fill_repeats(tagger, b, row);
    fill_names(tagger, b, row);
}

uint32_t pith__tagger_text(const struct pith__tagger *tagger, size_t index)
{
    return tagger->texts[tagger->blocks[index].text_group].first;
}

bool pith__tagger_within(const struct pith__tagger *tagger, size_t index, enum pith__role role)
{
    return tagger->boxes[tagger->blocks[index].box].near[role] != PITH__NO;
}

bool pith__tagger_named(const struct pith__tagger *tagger, size_t index, int sign)
{
    return (tagger->boxes[tagger->blocks[index].box].signs_above >> sign & 1) != 0;
}

/* ------------------------------------------------------------------- table */

struct entry {
    const char *name;
    const char *summary;
};

/* The families in row order; those with several instances have a prefix for each. */
static const struct entry page_table[] = {
#define PAGE(x, name, summary, value) {#name, summary},
#include "features/tagger.def"
#undef PAGE
};
static const struct entry block_table[] = {
#define BLOCK(x, name, summary, value) {#name, summary},
#include "features/tagger.def"
#undef BLOCK
};
static const struct entry around_table[] = {
#define AROUND(x, name, summary, value) {#name, summary},
#include "features/tagger.def"
#undef AROUND
};
static const struct entry level_table[] = {
#define LEVEL(x, name, summary, value) {#name, summary},
#include "features/tagger.def"
#undef LEVEL
};
static const struct entry role_table[] = {
#define ROLE(x, name, summary, value) {#name, summary},
#include "features/tagger.def"
#undef ROLE
};
static const struct entry anchor_table[] = {
#define ANCHOR(x, name, summary, value) {#name, summary},
#include "features/tagger.def"
#undef ANCHOR
};
static const struct entry repeat_table[] = {
#define REPEAT(x, name, summary, value) {#name, summary},
#include "features/tagger.def"
#undef REPEAT
};
static const struct entry under_table[] = {
#define UNDER(tag) {#tag, "elements of this tag above it"},
#include "features/tagger.def"
#undef UNDER
};
static const struct entry sign_table[] = {
#define SIGN(name, words) {#name, "1: an element above is named like it, 2: a near one"},
#include "features/tagger_words.def"
#undef SIGN
};

static const char *const page_prefix[] = {"page"};
static const char *const block_prefix[] = {"block"};
static const char *const around_prefix[] = {"before3", "before2", "before1",
                                            "behind1", "behind2", "behind3"};
static const char *const level_prefix[] = {"level1", "level2", "level3", "level4", "level5"};
static const char *const role_prefix[] = {"article", "main", "section", "list",   "table",
                                          "form",    "nav",  "aside",   "header", "footer"};
static const char *const anchor_prefix[] = {"top", "title", "longest"};
static const char *const repeat_prefix[] = {"repeat1", "repeat2"};
static const char *const under_prefix[] = {"under"};
static const char *const sign_prefix[] = {"sign"};

static const struct {
    const struct entry *table;
    size_t size;
    const char *const *prefixes;
    size_t prefix_count;
} families[] = {
#define FAMILY(name)                                                                               \
    {                                                                                              \
        name##_table, sizeof name##_table / sizeof *name##_table, name##_prefix,                   \
            sizeof name##_prefix / sizeof *name##_prefix                                           \
    }
    FAMILY(page),   FAMILY(block),  FAMILY(around), FAMILY(level), FAMILY(role),
    FAMILY(anchor), FAMILY(repeat), FAMILY(under),  FAMILY(sign),
#undef FAMILY
};

bool pith__tagger_name(size_t index, char *name, char *summary, size_t size)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        size_t all = families[i].size * families[i].prefix_count;
        if (index >= all) {
            index -= all;
            continue;
        }
        const struct entry *entry = &families[i].table[index % families[i].size];
        snprintf(name, size, "%s.%s", families[i].prefixes[index / families[i].size], entry->name);
        snprintf(summary, size, "%s", entry->summary);
        return true;
    }
    return false;
}

uint64_t pith__tagger_hash(void)
{
    char name[64], summary[256];
    uint64_t hash = PITH__FNV64;
    for (size_t i = 0; pith__tagger_name(i, name, summary, sizeof name); i++)
        hash = pith__fnv64_line(hash, name);
    return hash;
}
