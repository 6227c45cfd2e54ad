/*
 * method_auto.c - a forest over the tagger's features estimates the probability that a block is
 * content; the set of blocks with the highest expected F1 is kept.
 *
 * Among all sets of one size, that of the most probable blocks is best, so only prefixes of the
 * blocks sorted by probability p need to be tried. With w the words of a block and beta the weight
 * of recall, the expected F is about
 *
 *     (1 + beta^2) * sum of p w over the set
 *       / (sum of w over the set + beta^2 * sum of p w over all).
 *
 * The tagger needs far more memory for a block than its markup takes, so a page with very many
 * blocks is processed in parts. They share one decision.
 *
 * prepare() does all the work, before any block is touched.
 */
#include <math.h>

#include "blocks/context.h"
#include "features/comments.h"
#include "features/tagger.h"
#include "method/method.h"
#include "method/page_type.h"
#include "model/model.h"

struct params {
    double beta;
};

static const struct pith__param params[] = {
    {{"auto.beta", "auto",
      "keeps the blocks with the highest expected F-beta: below 1 favours precision, above 1 "
      "recall",
      "1", PITH_TYPE_NUMBER, PITH_GROUP_DECISION, 0.01, 100},
     offsetof(struct params, beta),
     NULL},
};

static double beta_of(const struct pith__judging *judging)
{
    return ((const struct params *)judging->params)->beta;
}

/* What the context keeps from page to page. */
struct kept {
    const struct pith__full_forest *full;   /* of the built-in forest; NULL: not looked up yet */
    struct pith__vec moves;                 /* of pith__moves: of the built-in forest */
    bool reasons_known;                     /* REASONS is filled */
    uint8_t reasons[PITH__TAGGER_FEATURES]; /* a pith_reason for each feature, by its name */
};

/* Results for a page. */
struct state {
    const struct pith__judging *judging; /* valid during prepare() */
    struct pith__forest forest;
    const pith_block *blocks;
    float *chances;     /* (blocks) */
    uint32_t *texts;    /* (blocks): the first block of the part with the same text */
    uint8_t *keep;      /* (blocks) */
    uint8_t *comments;  /* (blocks): 1 if an element above has a name such as "comments" */
    uint8_t *reasons;   /* (blocks): a pith_reason */
    pith__moves *moves; /* of the forest, if reasons are wanted; otherwise NULL */
    uint8_t (
        *models)[2]; /* (blocks): the pith_reason for dropping and the one for keeping, if wanted */
};

/* ------------------------------------------------------------------- parts */

/* Blocks per part. Each part costs a pass over all nodes of the page, so there should be few. */
static size_t part_blocks(size_t blocks)
{
    enum { LEAST = 1 << 13, MOST_PARTS = 32 };
    size_t size = (blocks + MOST_PARTS - 1) / MOST_PARTS;
    return size > LEAST ? size : LEAST;
}

/* Time is up: blocks from INDEX on are not judged. */
static pith_status stop(struct pith__decided *decision, size_t index)
{
    if (index < decision->judged)
        decision->judged = index;
    return PITH_OK;
}

/* Calls LOOK for each part of the page, beginning with block BEGIN, while there is time. A part
 * whose blocks have very many elements above them has fewer blocks. */
static pith_status each_part(pith_page *page, struct state *found, struct pith__arena *arena,
                             void (*look)(struct state *found, const struct pith__tagger *tagger,
                                          size_t begin, size_t blocks))
{
    size_t blocks = page->info.blocks, most = part_blocks(blocks), size;
    for (size_t begin = 0; begin < blocks; begin += size) {
        const struct pith__tagger *tagger;
        size_t count = blocks - begin < most ? blocks - begin : most;
        pith__arena_reset(arena, SIZE_MAX);
        pith_status status = pith__tagger_begin_part(page, begin, count, arena, &tagger);
        if (status == PITH_ERR_DEADLINE)
            return stop(found->judging->decision, begin);
        PITH__TRY(status);
        size = pith__tagger_blocks(tagger);
        look(found, tagger, begin, size);
        if (pith__clock_expired(page->clock))
            break;
    }
    return PITH_OK;
}

/* ----------------------------------------------------------------- chances */

/* The group of features that moved the forest most in the direction of its decision; if none did,
 * the one that moved it most at all. */
static uint8_t strongest(const float *moves, bool keep)
{
    int best = 0, largest = 0;
    for (int kind = 0; kind < PITH__FOREST_MOVES; kind++) {
        if (keep ? moves[kind] > moves[best] : moves[kind] < moves[best])
            best = kind;
        if (fabsf(moves[kind]) > fabsf(moves[largest]))
            largest = kind;
    }
    return (uint8_t)(PITH_REASON_CONTAINER +
                     ((keep ? moves[best] > 0 : moves[best] < 0) ? best : largest));
}

/* Finds the reasons of the forest for a group of blocks, both for dropping and for keeping. */
static void explain_group(const struct state *found, size_t first, size_t count,
                          const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW])
{
    pith__moves sums[PITH__FOREST_GROUP];
    pith__forest_explain(&found->forest, (const pith__moves *)found->moves, rows, sums);
    for (size_t i = 0; i < count; i++) {
        found->models[first + i][0] = strongest(sums[i], false);
        found->models[first + i][1] = strongest(sums[i], true);
    }
}

/* Fills the rows of a group, from block FIRST of the part on, and evaluates the forest. */
static void score_group(const struct state *found, const struct pith__tagger *tagger, size_t begin,
                        size_t first, size_t count,
                        float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW])
{
    const float(*filled)[PITH__FOREST_ROW] = (const float(*)[PITH__FOREST_ROW])rows;
    double scores[PITH__FOREST_GROUP];
    for (size_t i = 0; i < count; i++)
        pith__tagger_row(tagger, first + i, rows[i]);
    pith__forest_score(&found->forest, filled, scores);
    for (size_t i = 0; i < count; i++)
        found->chances[begin + first + i] = (float)pith__forest_chance(&found->forest, scores[i]);
    if (found->moves != NULL)
        explain_group(found, begin + first, count, filled);
}

static void score_part(struct state *found, const struct pith__tagger *tagger, size_t begin,
                       size_t blocks)
{
    enum { ROW_UNITS = 64 }; /* work for a row and its path through the trees */
    float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW];
    for (size_t i = 0; i < PITH__FOREST_GROUP; i++) {
        size_t filled =
            i < blocks ? PITH__TAGGER_FEATURES : 0; /* the forest reads all rows of the group */
        memset(rows[i] + filled, 0, (PITH__FOREST_ROW - filled) * sizeof **rows);
        rows[i][PITH__TAGGER_FEATURES] = -INFINITY;
    }
    for (size_t first = 0; first < blocks; first += PITH__FOREST_GROUP) {
        size_t left = blocks - first;
        if (pith__judge_late(found->judging, begin + first, ROW_UNITS * PITH__FOREST_GROUP))
            break;
        score_group(found, tagger, begin, first,
                    left < PITH__FOREST_GROUP ? left : PITH__FOREST_GROUP, rows);
    }
    for (size_t i = 0; i < blocks; i++) {
        found->texts[begin + i] = (uint32_t)begin + pith__tagger_text(tagger, i);
        /* Comments in code are not readers' comments. */
        found->comments[begin + i] = found->blocks[begin + i].kind != PITH_KIND_PREFORMATTED &&
                                     pith__tagger_named(tagger, i, PITH__SIGN_comment);
    }
}

/* ---------------------------------------------------------------- decision */

/* Sorts blocks by descending probability; ties stay in page order. A radix sort over the bits of
 * the floats, which as integers have the same order. ORDER has room for twice the number of
 * blocks. */
static uint32_t *sort(const float *chances, size_t blocks, uint32_t *order)
{
    uint32_t *from = order, *to = order + blocks;
    for (uint32_t i = 0; i < blocks; i++)
        from[i] = i;
    for (int shift = 0; shift < 32; shift += 8) {
        size_t starts[257] = {0};
        for (size_t i = 0; i < blocks; i++)
            starts[256 - (pith__float_word(chances[i]) >> shift & 0xFF)]++;
        for (int i = 1; i < 257; i++)
            starts[i] += starts[i - 1];
        for (size_t i = 0; i < blocks; i++)
            to[starts[255 - (pith__float_word(chances[from[i]]) >> shift & 0xFF)]++] = from[i];
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

/* How many of the sorted blocks to keep. */
static size_t best_count(const pith_page *page, const struct state *found, const uint32_t *order,
                         double beta)
{
    const pith_block *blocks = pith__page_blocks(page);
    double all = 0, kept = 0, likely = 0, best = 0;
    size_t count = 0;
    for (size_t i = 0; i < page->info.blocks; i++)
        all += (double)found->chances[i] * blocks[i].words;
    if (all < found->forest.least_words)
        return 0;
    for (size_t i = 0; i < page->info.blocks; i++) {
        const pith_block *block = &blocks[order[i]];
        kept += block->words;
        likely += (double)found->chances[order[i]] * block->words;
        double expected = likely / (kept + beta * beta * all);
        if (block->words > 0 && expected > best) {
            best = expected;
            count = i + 1;
        }
    }
    return count;
}

/* True if a tenth of the kept words is code: manuals repeat the same sentences for every
 * function. */
static bool has_code(const pith_page *page, const struct state *found)
{
    uint64_t all = 0, code = 0;
    for (size_t i = 0; i < page->info.blocks; i++) {
        uint32_t words = found->keep[i] ? found->blocks[i].words : 0;
        all += words;
        code += found->blocks[i].kind == PITH_KIND_PREFORMATTED ? words : 0;
    }
    return code > 0 && 10 * code >= all;
}

/* Keeps longer texts only once. Exceptions: table cells, whose rows would have holes; manuals; and
 * quotes, which are always copies of what they quote. SEEN has a byte for each block, all 0. */
static void drop_copies(const pith_page *page, struct state *found, uint8_t *seen)
{
    const pith_block *blocks = found->blocks;
    bool manual = has_code(page, found);
    for (size_t i = 0; i < page->info.blocks; i++) {
        if (!found->keep[i] || !(found->forest.copy_words > 0) ||
            blocks[i].words < found->forest.copy_words || blocks[i].kind == PITH_KIND_TABLE_CELL)
            continue;
        uint8_t *text = &seen[found->texts[i]];
        if (*text && (!manual || blocks[i].kind == PITH_KIND_QUOTE)) {
            found->keep[i] = 0;
            found->reasons[i] = PITH_REASON_COPY;
        }
        *text = 1;
    }
}

/* The end of the run of blocks that are in the table of block FIRST. *CELLS: all of them are short
 * cells; otherwise it is a layout table. */
static size_t table_end(const pith_page *page, size_t first, bool *cells)
{
    const struct pith__context *records = page->blocks.contexts.data;
    const pith_block *blocks = pith__page_blocks(page);
    uint32_t table = records[pith__block_record(page, first)].table;
    size_t i = first;
    *cells = table != 0;
    for (; i < page->info.blocks && records[pith__block_record(page, i)].table == table; i++)
        *cells = *cells && blocks[i].kind == PITH_KIND_TABLE_CELL &&
                 blocks[i].text_len <= PITH__CELL_TEXT_MAX;
    return i;
}

/* Keeps a table as a whole if half of its words are kept. */
static void fill_tables(const pith_page *page, struct state *found)
{
    const pith_block *blocks = pith__page_blocks(page);
    for (size_t first = 0, end; first < page->info.blocks; first = end) {
        uint64_t all = 0, kept = 0;
        bool cells;
        end = first + 1;
        if (blocks[first].row == PITH_NONE)
            continue;
        end = table_end(page, first, &cells);
        for (size_t i = first; i < end; i++) {
            all += blocks[i].words;
            kept += found->keep[i] ? blocks[i].words : 0;
        }
        for (size_t i = first; cells && kept > 0 && i < end && 2 * kept >= all; i++) {
            if (found->keep[i] || (blocks[i].flags & PITH_FLAG_HIDDEN) != 0)
                continue;
            found->keep[i] = 1;
            found->reasons[i] = PITH_REASON_TABLE;
        }
    }
}

/* Too few words for a model, which was trained on whole pages. */
static bool is_tiny(const pith_page *page, const struct state *found)
{
    return page->info.words > 0 && (double)page->info.words < 7 * found->forest.least_words;
}

/* Keeps everything on a tiny page but links, menus and hidden text. */
static void decide_tiny(struct state *found, const struct pith__tagger *tagger, size_t begin,
                        size_t blocks)
{
    static const enum pith__role roles[] = {PITH__ROLE_NAV, PITH__ROLE_ASIDE, PITH__ROLE_FOOTER};
    for (size_t i = begin; i < begin + blocks; i++) {
        const pith_block *block = &found->blocks[i];
        bool keep = block->words > 0 && 2 * block->link_words < block->words &&
                    block->kind != PITH_KIND_CONTROL &&
                    (block->flags & (PITH_FLAG_HIDDEN | PITH_FLAG_NOSCRIPT)) == 0;
        for (size_t k = 0; k < sizeof roles / sizeof *roles; k++)
            keep = keep && !pith__tagger_within(tagger, i - begin, roles[k]);
        found->keep[i] = keep;
        found->reasons[i] = PITH_REASON_TINY;
        if (keep && found->chances[i] < 0.5f)
            found->chances[i] = 0.5f;
    }
}

static pith_status decide(pith_page *page, struct state *found, struct pith__arena *arena)
{
    size_t blocks = page->info.blocks;
    if (is_tiny(page, found))
        return each_part(page, found, arena, decide_tiny);
    pith__arena_reset(arena, SIZE_MAX);
    uint32_t *order = pith__arena_alloc(arena, 2 * blocks * sizeof *order);
    uint8_t *seen = pith__arena_alloc(arena, blocks);
    if (order == NULL || seen == NULL)
        return PITH_ERR_NOMEM;
    const uint32_t *sorted = sort(found->chances, blocks, order);
    size_t count = best_count(page, found, sorted, beta_of(found->judging));
    memset(found->keep, 0, blocks);
    memset(found->reasons, count > 0 ? PITH_REASON_MODEL : PITH_REASON_NO_CONTENT, blocks);
    memset(seen, 0, blocks);
    for (size_t i = 0; i < count; i++)
        found->keep[sorted[i]] = 1;
    drop_copies(page, found, seen);
    if (count > 0)
        fill_tables(page, found);
    return PITH_OK;
}

/* ---------------------------------------------------------------- comments */

/* The block where comments begin, by their heading. If there is more certain content below it than
 * is kept above it, the heading is a link to the comments at the top of the page. */
static size_t find_heading(const pith_page *page, const struct state *found)
{
    const float sure = 0.9f;
    size_t end = page->info.blocks;
    while (end > 0 && !found->keep[end - 1]) /* footers hold many short texts */
        end--;
    size_t heading =
        pith__comments_find(page, found->keep, 0, end, found->judging->options->comment_words);
    uint64_t above = 0, below = 0;
    for (size_t i = 0; i < end; i++) {
        uint32_t words = found->keep[i] ? found->blocks[i].words : 0;
        if (i < heading)
            above += words;
        else if (found->chances[i] >= sure && !found->comments[i])
            below += words;
    }
    return below > above ? end : heading;
}

/* Marks the kept blocks that are comments: those below a heading that says so, or, if enough else
 * is kept for them to be about, those in elements named so. Returns their number. */
static size_t mark_comments(const pith_page *page, struct state *found)
{
    size_t heading = find_heading(page, found);
    uint64_t others = 0;
    size_t count = 0;
    for (size_t i = 0; i < page->info.blocks; i++)
        others += found->keep[i] && !found->comments[i] ? found->blocks[i].words : 0;
    for (size_t i = 0; i < page->info.blocks; i++) {
        bool named = found->comments[i] && others >= PITH__WORDS_BEFORE_COMMENTS;
        found->comments[i] = found->keep[i] && (i >= heading || named);
        count += found->comments[i];
    }
    return count;
}

/* The probability that what looks like comments on this page is content: on a forum; on a listing,
 * whose entries may be under such a heading; or in documentation, which has replies of its own. */
static double chance_of_posts(const double chances[PITH__KINDS])
{
    return chances[PITH_PAGE_FORUM - 1] + chances[PITH_PAGE_LISTING - 1] +
           chances[PITH_PAGE_DOCUMENTATION - 1];
}

/* Readers' comments are not content on other pages, though they read like it. The page type is only
 * computed if comments were kept. A caller who favours recall gets them. */
static pith_status drop_comments(const pith_page *page, struct state *found,
                                 struct pith__arena *arena)
{
    const pith_model *own = found->judging->options->type_model;
    const uint32_t *words = pith__forest_kinds_built_in();
    double chances[PITH__KINDS];
    struct pith__forest kinds;
    if (words == NULL && own != NULL)
        words = own->words; /* the build left the built-in forest out */
    if (words == NULL || beta_of(found->judging) > 1 || mark_comments(page, found) == 0)
        return PITH_OK;
    pith__forest_view(&kinds, words);
    pith_status status = pith__page_chances(page, &kinds, arena, chances);
    if (status == PITH_ERR_DEADLINE)
        return PITH_OK;
    PITH__TRY(status);
    if (chance_of_posts(chances) > 0.5)
        return PITH_OK;
    for (size_t i = 0; i < page->info.blocks; i++) {
        if (!found->comments[i])
            continue;
        found->keep[i] = 0;
        found->reasons[i] = PITH_REASON_BELOW_COMMENTS;
    }
    return PITH_OK;
}

/* ----------------------------------------------------------------- reasons */

/* The caller's forest, or NULL to use the built-in one. */
static const struct pith__forest *own_forest(const struct pith__judging *judging)
{
    return judging->model != NULL ? &judging->model->forest : NULL;
}

/* Computes the moves of the forest. The context keeps those of the built-in one. */
static pith_status find_moves(const struct pith__judging *judging, struct state *found)
{
    struct pith__arena *arena = judging->arena;
    struct kept *kept = judging->kept;
    size_t nodes = (size_t)found->forest.node_count + 1;
    bool own = own_forest(judging) != NULL;
    if (!own)
        PITH__TRY(pith__vec_reserve(&kept->moves, arena->allocator, nodes - kept->moves.len));
    found->moves = own ? pith__arena_alloc(arena, nodes * sizeof *found->moves) : kept->moves.data;
    if (!own && kept->moves.len == nodes)
        return PITH_OK;
    float *means = pith__arena_alloc(arena, nodes * sizeof *means);
    if (means == NULL || found->moves == NULL)
        return PITH_ERR_NOMEM;
    pith__forest_moves(&found->forest, kept->reasons, PITH_REASON_CONTAINER, found->moves, means);
    kept->moves.len = own ? kept->moves.len : nodes;
    return PITH_OK;
}

static pith_status prepare_reasons(const struct pith__judging *judging, struct state *found)
{
    size_t blocks = judging->page->info.blocks;
    struct kept *kept = judging->kept;
    found->models = pith__arena_alloc(judging->arena, (blocks + 1) * sizeof *found->models);
    if (found->models == NULL)
        return PITH_ERR_NOMEM;
    memset(found->models, PITH_REASON_MODEL, blocks * sizeof *found->models);
    if (!kept->reasons_known)
        pith__tagger_reasons(kept->reasons);
    kept->reasons_known = true;
    return find_moves(judging, found);
}

/* Sets the reasons of the blocks that the forest decided. */
static void settle_reasons(const pith_page *page, struct state *found)
{
    for (size_t i = 0; i < page->info.blocks; i++) {
        if (found->reasons[i] == PITH_REASON_MODEL)
            found->reasons[i] = found->models[i][found->keep[i]];
    }
}

/* --------------------------------------------------------------- interface */

/* The page's confidence may be asked for again when the caller's model is gone. */
static pith_status keep_trust(struct pith__arena *arena, struct pith__curve *trust)
{
    size_t size = 2 * (size_t)trust->count * sizeof *trust->points;
    uint32_t *points = pith__arena_alloc(arena, size + 1);
    if (points == NULL)
        return PITH_ERR_NOMEM;
    memcpy(points, trust->points, size);
    trust->points = points;
    return PITH_OK;
}

/* The forest to use: the caller's or the built-in one. */
static pith_status find_forest(const struct pith__judging *judging, struct pith__forest *forest)
{
    const struct pith__forest *own = own_forest(judging);
    const uint32_t *words = pith__forest_built_in();
    struct kept *kept = judging->kept;
    if (own != NULL) {
        *forest = *own;
        return keep_trust(judging->arena, &forest->trust);
    }
    if (words == NULL)
        return pith__fail(judging->error, PITH_ERR_MODEL,
                          "the method auto has no model: none is built in, and none was given");
    pith__forest_view(forest, words);
    if (kept->full == NULL)
        kept->full = pith__full_built_in();
    forest->full = kept->full;
    return PITH_OK;
}

/* Fails with PITH_ERR_NOMEM, or with PITH_ERR_MODEL if there is no model for the features of this
 * version. */
static pith_status prepare(struct pith__judging *judging)
{
    struct pith__arena *arena = judging->arena, *part = judging->part;
    pith_page *page = judging->page;
    struct kept *kept = judging->kept;
    struct state *found = judging->state;
    size_t blocks = page->info.blocks;
    if (kept->moves.size == 0)
        pith__vec_init(&kept->moves, sizeof(pith__moves));
    PITH__TRY(find_forest(judging, &found->forest));
    found->judging = judging;
    found->blocks = pith__page_blocks(page);
    found->chances = pith__arena_alloc(arena, (blocks + 1) * sizeof *found->chances);
    found->texts = pith__arena_alloc(arena, (blocks + 1) * sizeof *found->texts);
    found->keep = pith__arena_alloc(arena, blocks + 1);
    found->comments = pith__arena_alloc(arena, blocks + 1);
    found->reasons = pith__arena_alloc(arena, blocks + 1);
    if (found->chances == NULL || found->texts == NULL || found->keep == NULL ||
        found->comments == NULL || found->reasons == NULL)
        return PITH_ERR_NOMEM;
    memset(found->chances, 0, blocks * sizeof *found->chances); /* time may run out */
    memset(found->texts, 0, blocks * sizeof *found->texts);
    memset(found->keep, 0, blocks);
    memset(found->comments, 0, blocks);
    memset(found->reasons, PITH_REASON_MODEL, blocks);
    if (judging->options->reasons)
        PITH__TRY(prepare_reasons(judging, found));
    PITH__TRY(each_part(page, found, part, score_part));
    PITH__TRY(decide(page, found, part));
    PITH__TRY(drop_comments(page, found, part));
    if (judging->options->reasons)
        settle_reasons(page, found);
    found->judging = NULL;
    return PITH_OK;
}

static void judge(struct pith__judging *judging)
{
    const struct state *found = judging->state;
    pith_block *blocks = pith__page_blocks(judging->page);
    for (size_t i = 0; i < judging->page->info.blocks; i++)
        pith__judge(judging, &blocks[i], found->chances[i], found->keep[i] != 0,
                    (pith_reason)found->reasons[i]);
}

/* The expected F1 of the blocks that are kept now. */
static float confidence(const pith_page *page, const void *state)
{
    const struct state *found = state;
    const pith_block *blocks = pith__page_blocks(page);
    double all = 0, kept = 0, likely = 0;
    for (size_t i = 0; i < page->info.blocks; i++) {
        double words = blocks[i].words, chance = (double)found->chances[i];
        all += chance * words;
        kept += blocks[i].keep ? words : 0;
        likely += blocks[i].keep ? chance * words : 0;
    }
    if (!(kept > 0))
        return (float)found->forest.empty_trust;
    return (float)pith__curve_at(&found->forest.trust, 2 * likely / (kept + all));
}

static void trim(void *kept, const struct pith__allocator *allocator, size_t keep)
{
    if (keep == 0)
        pith__vec_deinit(&((struct kept *)kept)->moves, allocator);
}

const struct pith__method pith__method_auto = {
    .info = {"auto", "a trained model over what is around, above and like a block"},
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .params_size = sizeof(struct params),
    .takes = PITH__MODEL_FOREST,
    .prepare = prepare,
    .judge = judge,
    .confidence = confidence,
    .trim = trim,
    .state_size = sizeof(struct state),
    .kept_size = sizeof(struct kept),
};
