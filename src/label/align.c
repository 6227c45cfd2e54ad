/*
 * align.c - aligns two texts. In: the words of both. Out: pairs of equal words, in the same order
 * in both.
 *
 * A table of all words against all words would be exact, but quadratic. Instead texts are aligned
 * level by level: first runs of four words, then, in the gaps between the pairs found so far, runs
 * of two words and single words. In each gap only runs count that are so rare there that they make
 * few pairs; the heaviest chain of these pairs that ascends in both texts wins. What is common in a
 * large gap is rare in the smaller gaps of the next level, and in a gap of eight by eight words
 * nothing is left out.
 *
 * A gap of N and M words has at most PAIRS_MAX / 16 * (N + M) pairs: the number of ways to pair X
 * things with Y is at most PAIRS_MAX, and X * Y / (X + Y) is then largest if both are 8. So the
 * total cost is O((N + M) log M), whatever the texts are.
 */
#include "label/label.h"

enum { PAIRS_MAX = 64, LEVELS = 4, NO_PAIR = -1 };

/* The weight of a pair: rare runs count more, light words a little less at the start of a chain,
 * and pairs that directly follow another much more. So of two copies of a text, the one next to its
 * neighbours wins. */
enum { GAIN_UNIQUE = 8, GAIN_RARE = 4, GAIN_COMMON = 2, GAIN_ADJACENT = 8, LOSS_LIGHT = 1 };

struct pair {
    uint32_t a, b;
    int32_t before; /* the previous pair of its chain, or NO_PAIR */
    uint32_t gain;  /* of the chain up to here */
};

/* The runs of one length: runs[i] is the number of the run that starts at word i. */
struct level {
    uint32_t length;
    uint32_t *a, *b;
};

struct aligner {
    struct pith__arena arena;
    const struct pith__allocator *allocator;
    const uint8_t *light;
    struct level levels[3];
    uint32_t a_count, b_count;
    uint32_t *partner;
    struct pith__vec pairs; /* of struct pair, in the current gap */
    /* By number of the run; all zero between gaps. */
    uint32_t *times_a, *times_b;
    uint32_t *last_b; /* 1 + the last position in B; next_b leads to the earlier ones */
    uint32_t *next_b; /* by position in B: 1 + the previous position with the same run */
    /* By position in B. */
    int32_t *latest; /* the last pair with it */
    int32_t *best;   /* a Fenwick tree: the pair with the highest gain that ends up to there */
};

/* ------------------------------------------------------------------ levels */

/* A key for a run of twice the length of HALF: the numbers of the two runs that it consists of. */
static uint64_t run_key(const uint32_t *half, uint32_t first, uint32_t second)
{
    return (uint64_t)half[first] << 32 | half[second];
}

/* Numbers the runs of B, and gives those of A the numbers that they have in B. */
static pith_status number_runs(struct pith__hash *runs, const struct level *half,
                               struct level *level, const struct aligner *aligner)
{
    for (uint32_t j = 0; j < aligner->b_count; j++) {
        uint32_t k = j + half->length;
        level->b[j] = PITH__NO_WORD;
        if (k >= aligner->b_count || half->b[j] == PITH__NO_WORD || half->b[k] == PITH__NO_WORD)
            continue;
        PITH__TRY(pith__hash_add(runs, run_key(half->b, j, k), &level->b[j]));
    }
    for (uint32_t i = 0; i < aligner->a_count; i++) {
        uint32_t k = i + half->length;
        level->a[i] = PITH__NO_WORD;
        if (k >= aligner->a_count || half->a[i] == PITH__NO_WORD || half->a[k] == PITH__NO_WORD)
            continue;
        level->a[i] = pith__hash_find(runs, run_key(half->a, i, k));
    }
    return PITH_OK;
}

/* Makes runs of twice the length: each is a run and the one right after it. */
static pith_status make_level(struct aligner *aligner, const struct level *half,
                              struct level *level)
{
    struct pith__arena *arena = &aligner->arena;
    struct pith__hash runs;
    pith__hash_init(&runs, *aligner->allocator);
    level->length = 2 * half->length;
    level->a = pith__arena_alloc(arena, aligner->a_count * sizeof(uint32_t));
    level->b = pith__arena_alloc(arena, aligner->b_count * sizeof(uint32_t));
    if (level->a == NULL || level->b == NULL)
        return PITH_ERR_NOMEM;
    pith_status status = pith__hash_reserve(&runs, aligner->b_count);
    if (status == PITH_OK)
        status = number_runs(&runs, half, level, aligner);
    pith__hash_deinit(&runs);
    return status;
}

/* -------------------------------------------------------------------- gaps */

struct gap {
    uint32_t a, a_end, b, b_end;
};

/* The number of positions in a gap where a run of the level fits. */
static uint32_t places(uint32_t begin, uint32_t end, uint32_t length)
{
    return end - begin >= length ? end - begin - length + 1 : 0;
}

static void count_runs(struct aligner *aligner, const struct level *level, uint32_t a_end,
                       uint32_t b_end, const struct gap *gap)
{
    for (uint32_t j = gap->b; j < b_end; j++) {
        uint32_t run = level->b[j];
        if (run == PITH__NO_WORD)
            continue;
        aligner->times_b[run]++;
        aligner->next_b[j] = aligner->last_b[run];
        aligner->last_b[run] = j + 1;
    }
    for (uint32_t i = gap->a; i < a_end; i++) {
        if (level->a[i] != PITH__NO_WORD)
            aligner->times_a[level->a[i]]++;
    }
}

static void forget_runs(struct aligner *aligner, const struct level *level, uint32_t a_end,
                        uint32_t b_end, const struct gap *gap)
{
    for (uint32_t j = gap->b; j < b_end; j++) {
        if (level->b[j] != PITH__NO_WORD)
            aligner->times_b[level->b[j]] = aligner->last_b[level->b[j]] = 0;
    }
    for (uint32_t i = gap->a; i < a_end; i++) {
        if (level->a[i] != PITH__NO_WORD)
            aligner->times_a[level->a[i]] = 0;
    }
}

static uint32_t gain_of(const struct aligner *aligner, int32_t pair)
{
    return pair == NO_PAIR ? 0 : ((const struct pair *)aligner->pairs.data)[pair].gain;
}

/* The best chain that ends before position B. */
static int32_t best_before(const struct aligner *aligner, const struct gap *gap, uint32_t b)
{
    int32_t best = NO_PAIR;
    for (uint32_t k = b - gap->b; k > 0; k &= k - 1) {
        int32_t pair = aligner->best[gap->b + k - 1];
        if (gain_of(aligner, pair) > gain_of(aligner, best))
            best = pair;
    }
    return best;
}

/* On a tie the pair that is later in A wins: it is nearer to what follows in the chain. */
static void offer(struct aligner *aligner, const struct gap *gap, uint32_t b_end, int32_t pair)
{
    const struct pair *pairs = aligner->pairs.data;
    uint32_t count = b_end - gap->b;
    for (uint32_t k = pairs[pair].b - gap->b + 1; k <= count; k += k & (~k + 1)) {
        int32_t *slot = &aligner->best[gap->b + k - 1];
        if (gain_of(aligner, *slot) <= pairs[pair].gain)
            *slot = pair;
    }
}

static pith_status add_pair(struct aligner *aligner, const struct gap *gap, uint32_t b_end,
                            uint32_t a, uint32_t b, uint32_t gain)
{
    bool light = aligner->light != NULL && aligner->light[a];
    if (aligner->pairs.len == INT32_MAX)
        return PITH_ERR_NOMEM;
    PITH__TRY(pith__vec_reserve(&aligner->pairs, aligner->allocator, 1));
    struct pair *pairs = aligner->pairs.data;
    struct pair *pair = &pairs[aligner->pairs.len];
    *pair = (struct pair){a, b, best_before(aligner, gap, b), gain - (light ? LOSS_LIGHT : 0)};
    pair->gain += gain_of(aligner, pair->before);
    int32_t diagonal = b > gap->b ? aligner->latest[b - 1] : NO_PAIR;
    if (diagonal != NO_PAIR && pairs[diagonal].a + 1 == a &&
        pairs[diagonal].gain + gain + GAIN_ADJACENT >= pair->gain) {
        pair->before = diagonal;
        pair->gain = pairs[diagonal].gain + gain + GAIN_ADJACENT;
    }
    aligner->latest[b] = (int32_t)aligner->pairs.len;
    offer(aligner, gap, b_end, (int32_t)aligner->pairs.len++);
    return PITH_OK;
}

static uint32_t gain_for(uint64_t ways)
{
    return ways == 1 ? GAIN_UNIQUE : ways <= 4 ? GAIN_RARE : GAIN_COMMON;
}

/* Takes the pairs of the best chain, last to first. On a tie the first chain wins: later copies of
 * a whole text are for printing or for small screens. Runs overlap, so the run after it may already
 * have taken a word. */
static void take_chain(struct aligner *aligner, const struct level *level, const struct gap *gap)
{
    const struct pair *pairs = aligner->pairs.data;
    uint32_t a_end = gap->a_end, b_end = gap->b_end;
    int32_t last = NO_PAIR;
    for (size_t i = 0; i < aligner->pairs.len; i++) {
        if (pairs[i].gain > gain_of(aligner, last))
            last = (int32_t)i;
    }
    for (int32_t at = last; at != NO_PAIR; at = pairs[at].before) {
        for (uint32_t k = level->length; k-- > 0;) {
            uint32_t a = pairs[at].a + k, b = pairs[at].b + k;
            if (a < a_end && b < b_end) {
                aligner->partner[a] = b;
                a_end = a;
                b_end = b;
            }
        }
    }
}

static pith_status fill_gap(struct aligner *aligner, const struct level *level,
                            const struct gap *gap)
{
    uint32_t a_end = gap->a + places(gap->a, gap->a_end, level->length);
    uint32_t b_end = gap->b + places(gap->b, gap->b_end, level->length);
    if (a_end == gap->a || b_end == gap->b)
        return PITH_OK;
    count_runs(aligner, level, a_end, b_end, gap);
    for (uint32_t j = gap->b; j < b_end; j++)
        aligner->latest[j] = aligner->best[j] = NO_PAIR;
    aligner->pairs.len = 0;
    pith_status status = PITH_OK;
    for (uint32_t i = gap->a; i < a_end && status == PITH_OK; i++) {
        uint32_t run = level->a[i];
        if (run == PITH__NO_WORD)
            continue;
        uint64_t ways = (uint64_t)aligner->times_a[run] * aligner->times_b[run];
        if (ways > PAIRS_MAX)
            continue;
        /* From the last position in B to the first, so that no two pairs of one word are
         * chained. */
        for (uint32_t j = aligner->last_b[run]; j != 0 && status == PITH_OK;
             j = aligner->next_b[j - 1])
            status = add_pair(aligner, gap, b_end, i, j - 1, gain_for(ways));
    }
    if (status == PITH_OK)
        take_chain(aligner, level, gap);
    forget_runs(aligner, level, a_end, b_end, gap);
    return status;
}

/* For what is too common even at the end, such as one word a thousand times: pairs the two ends of
 * a gap as far as they are equal. */
static void fill_ends(struct aligner *aligner, struct gap gap)
{
    const struct level *words = &aligner->levels[0];
    for (; gap.a < gap.a_end && gap.b < gap.b_end; gap.a++, gap.b++) {
        if (words->a[gap.a] != words->b[gap.b] || words->a[gap.a] == PITH__NO_WORD)
            break;
        aligner->partner[gap.a] = gap.b;
    }
    for (; gap.a < gap.a_end && gap.b < gap.b_end; gap.a_end--, gap.b_end--) {
        uint32_t word = words->a[gap.a_end - 1];
        if (word != words->b[gap.b_end - 1] || word == PITH__NO_WORD)
            break;
        aligner->partner[gap.a_end - 1] = gap.b_end - 1;
    }
}

/* LEVEL NULL: only the ends of the gaps. */
static pith_status fill_gaps(struct aligner *aligner, const struct level *level)
{
    struct gap gap = {0, 0, 0, 0};
    for (uint32_t i = 0; i <= aligner->a_count; i++) {
        bool end = i == aligner->a_count;
        if (!end && aligner->partner[i] == PITH__NO_WORD)
            continue;
        gap.a_end = i;
        gap.b_end = end ? aligner->b_count : aligner->partner[i];
        uint32_t next_b = gap.b_end + 1;
        if (level != NULL)
            PITH__TRY(fill_gap(aligner, level, &gap));
        else
            fill_ends(aligner, gap);
        gap.a = i + 1;
        gap.b = next_b;
    }
    return PITH_OK;
}

/* --------------------------------------------------------------- all of it */

static bool make_room(struct aligner *aligner, uint32_t kinds)
{
    /* A level has at most as many distinct runs as B or the vocabulary has words. */
    size_t m = aligner->b_count;
    size_t runs = m > kinds ? m : kinds;
    uint32_t *room = pith__arena_alloc(&aligner->arena, 3 * runs * sizeof(uint32_t));
    aligner->next_b = pith__arena_alloc(&aligner->arena, m * sizeof(uint32_t));
    aligner->latest = pith__arena_alloc(&aligner->arena, m * sizeof(int32_t));
    aligner->best = pith__arena_alloc(&aligner->arena, m * sizeof(int32_t));
    if (room == NULL || aligner->next_b == NULL || aligner->latest == NULL || aligner->best == NULL)
        return false;
    memset(room, 0, 3 * runs * sizeof(uint32_t));
    aligner->times_a = room;
    aligner->times_b = room + runs;
    aligner->last_b = room + 2 * runs;
    return true;
}

static pith_status run(struct aligner *aligner, uint32_t kinds)
{
    static const uint8_t order[LEVELS] = {2, 1, 0, 0};
    if (!make_room(aligner, kinds))
        return PITH_ERR_NOMEM;
    for (int i = 1; i < 3; i++)
        PITH__TRY(make_level(aligner, &aligner->levels[i - 1], &aligner->levels[i]));
    for (int i = 0; i < LEVELS; i++)
        PITH__TRY(fill_gaps(aligner, &aligner->levels[order[i]]));
    return fill_gaps(aligner, NULL);
}

pith_status pith__align(const struct pith__wording *a, const uint8_t *light,
                        const struct pith__wording *b, uint32_t kinds, uint32_t *partner,
                        const struct pith__allocator *allocator)
{
    struct aligner aligner = {.allocator = allocator,
                              .light = light,
                              .levels = {{1, a->words, b->words}},
                              .a_count = a->count,
                              .b_count = b->count,
                              .partner = partner};
    for (uint32_t i = 0; i < a->count; i++)
        partner[i] = PITH__NO_WORD;
    if (a->count == 0 || b->count == 0)
        return PITH_OK;
    pith__arena_init(&aligner.arena, allocator);
    pith__vec_init(&aligner.pairs, sizeof(struct pair));
    pith_status status = run(&aligner, kinds);
    pith__vec_deinit(&aligner.pairs, allocator);
    pith__arena_deinit(&aligner.arena);
    return status;
}
