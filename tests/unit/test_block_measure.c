/*
 * test_block_measure.c - figures of blocks: a case by hand, others against those of scikit-learn
 * 1.9, and what must hold where there is little to measure.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "eval/block_measure.h"
#include "eval/stats.h"
#include "eval/weighted_scores.h"

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static size_t figure_number(const char *name)
{
    for (size_t i = 0; block_figure_name(i) != NULL; i++) {
        if (strcmp(block_figure_name(i), name) == 0)
            return i;
    }
    fail_msg("there is no %s", name);
    return 0;
}

static double figure_of(const struct block_measure *measure, const char *name,
                        const uint32_t *pages, size_t count)
{
    double scratch[64];
    assert_true(block_measure_scratch(measure) <= COUNT(scratch));
    return block_figure_over(measure, figure_number(name), pages, count, scratch);
}

struct wanted {
    const char *name;
    double value;
};

static void check_figures(const struct block_measure *measure, const struct wanted *wanted,
                          size_t wanted_count, const uint32_t *pages, size_t count)
{
    for (size_t i = 0; i < wanted_count; i++) {
        double got = figure_of(measure, wanted[i].name, pages, count);
        bool none = isnan(wanted[i].value);
        if (none ? !isnan(got) : !(fabs(got - wanted[i].value) < 1e-12))
            fail_msg("%s: %.15g, not %.15g", wanted[i].name, got, wanted[i].value);
    }
}

/* Two pages, with a tie of content and noise on each. */
static const struct block_answer first_page[] = {
    {10, SET_FULL_TEXT, BLOCK_TEXT, true, 0.9f},
    {5, SET_NOT_CONTENT, BLOCK_BOILERPLATE, false, 0.1f},
    {5, SET_RELATED, BLOCK_TEXT, true, 0.9f},
};
static const struct block_answer second_page[] = {
    {20, SET_COMMENT, BLOCK_BOILERPLATE, false, 0.4f},
    {2, SET_HEADLINE, BLOCK_HEADLINE, true, 0.8f},
    {8, SET_NOT_CONTENT, BLOCK_BOILERPLATE, false, 0.4f},
    {1, SET_NOT_CONTENT, BLOCK_BOILERPLATE, false, 0},
};

static void test_by_hand(void **state)
{
    const double none = (double)NAN;
    const struct wanted wanted[] = {
        {"block.accuracy", 26.0 / 51},
        {"block.p", 12.0 / 17},
        {"block.r", 12.0 / 32},
        {"block.f1", 24.0 / 49},
        {"block.fpr", 5.0 / 19},
        /* Pairs of words in the right order: 10 (5/2 + 8 + 5 + 1) + 2 (8 + 5 + 1) + 20 (8/2 + 5 +
         * 1) of 32 * 19. */
        {"block.auc", 393.0 / 608},
        {"block.weighted_p", (32 * 12.0 / 17 + 19 * 14.0 / 34) / 51},
        {"block.weighted_r", 26.0 / 51},
        {"block.weighted_f1", (32 * 24.0 / 49 + 19 * 28.0 / 53) / 51},
        {"block.weighted_fpr", (32 * 5.0 / 19 + 19 * 20.0 / 32) / 51},
        {"block.weighted_auc", 393.0 / 608},
        {"block4.accuracy", 26.0 / 51},
        {"block4.text_p", 10.0 / 15},
        {"block4.text_r", 10.0 / 30},
        {"block4.text_f1", 20.0 / 45},
        {"block4.text_fpr", 5.0 / 21},
        /* The headline and the block with score 0 have nothing of text, and so are lowest: 10 (5/2
         * + 8 + 5 + 3) + 20 (8/2 + 5 + 3) of 30 * 21. */
        {"block4.text_auc", 425.0 / 630},
        {"block4.boilerplate_p", 14.0 / 34},
        {"block4.boilerplate_r", 14.0 / 19},
        {"block4.boilerplate_f1", 28.0 / 53},
        {"block4.boilerplate_fpr", 20.0 / 32},
        {"block4.boilerplate_auc", 393.0 / 608},
        {"block4.headline_p", 1},
        {"block4.headline_f1", 1},
        {"block4.headline_fpr", 0},
        {"block4.headline_auc", 1},
        {"block4.supplemental_p", 0},
        {"block4.supplemental_r", 0},
        {"block4.supplemental_auc", none},
        {"block4.weighted_p", (30 * 10.0 / 15 + 2 + 19 * 14.0 / 34) / 51},
        {"block4.weighted_r", 26.0 / 51},
        {"block4.weighted_auc", (30 * 425.0 / 630 + 2 + 19 * 393.0 / 608) / 51},
        {"blockset.micro_content_f1", 4.0 / 6},
        {"blockset.micro_noise_f1", 6.0 / 8},
        {"blockset.micro_f1", 17.0 / 24},
        {"blockset.macro_content_f1", 2.0 / 3},
        {"blockset.macro_noise_f1", 11.0 / 15},
        {"blockset.macro_f1", 0.7},
    };
    struct block_measure *measure = block_measure_new();
    (void)state;
    assert_non_null(measure);
    assert_true(block_measure_add(measure, 1, second_page, COUNT(second_page)));
    assert_true(block_measure_add(measure, 0, first_page, COUNT(first_page)));
    block_measure_finish(measure);
    check_figures(measure, wanted, COUNT(wanted), NULL, 2);

    /* The first page alone. Of its pairs of words half are ties. */
    static const struct wanted of_first[] = {
        {"block.p", 10.0 / 15},
        {"block.auc", 10 * (5 / 2.0 + 5) / 100},
        {"blockset.macro_noise_f1", 2.0 / 3},
    };
    static const uint32_t first = 0;
    check_figures(measure, of_first, COUNT(of_first), &first, 1);
    block_measure_free(measure);
}

enum { PAGES = 8, BLOCKS = 30 };

/* Block I of some that are the same for the other program. */
static struct block_answer block_number(unsigned i)
{
    unsigned truth = (i * i + i / 3) % SET_CLASSES;
    unsigned label = block_label_of(truth);
    float score = (float)(i * 37 % 64) / 64;
    bool keep = score >= 0.5f;
    if (i % 3 == 0 || label == BLOCK_BOILERPLATE)
        label = 1 + i % 3;
    return (struct block_answer){i * 7 % 13, (uint8_t)truth,
                                 (uint8_t)(keep ? label : BLOCK_BOILERPLATE), keep, score};
}

static struct block_measure *numbered_pages(void)
{
    struct block_measure *measure = block_measure_new();
    assert_non_null(measure);
    for (unsigned page = 0; page < PAGES; page++) {
        struct block_answer blocks[BLOCKS];
        for (unsigned i = 0; i < BLOCKS; i++)
            blocks[i] = block_number(page * BLOCKS + i);
        assert_true(block_measure_add(measure, page, blocks, BLOCKS));
    }
    block_measure_finish(measure);
    return measure;
}

static void test_against_scikit_learn(void **state)
{
    /* Over all pages; and over some, of which one is there twice. */
    static const struct {
        const char *name;
        double all, some;
    } wanted[] = {
        {"block.accuracy", 0.531795946890287, 0.510928961748634},
        {"block.p", 0.589385474860335, 0.579365079365079},
        {"block.r", 0.528822055137845, 0.523923444976077},
        {"block.f1", 0.557463672391017, 0.550251256281407},
        {"block.fpr", 0.464454976303318, 0.506369426751592},
        {"block.auc", 0.530818555076475, 0.490042056501996},
        {"block.weighted_p", 0.53840062002811, 0.51866185639456},
        {"block.weighted_r", 0.531795946890287, 0.510928961748634},
        {"block.weighted_f1", 0.53335733672045, 0.51328359016377},
        {"block.weighted_fpr", 0.467428868055759, 0.49337494352415},
        {"block.weighted_auc", 0.530818555076475, 0.490042056501996},
        {"block4.accuracy", 0.531795946890287, 0.510928961748634},
        {"block4.weighted_p", 0.573869962056336, 0.576849609111478},
        {"block4.weighted_r", 0.531795946890287, 0.510928961748634},
        {"block4.weighted_f1", 0.539554031849367, 0.506398597500724},
        {"block4.weighted_fpr", 0.274808625645999, 0.266961447172983},
        {"block4.weighted_auc", 0.645205342867589, 0.630403122838668},
        {"block4.boilerplate_p", 0.474125874125874, 0.437853107344633},
        {"block4.boilerplate_r", 0.535545023696682, 0.493630573248408},
        {"block4.boilerplate_f1", 0.502967359050445, 0.464071856287425},
        {"block4.boilerplate_fpr", 0.471177944862155, 0.476076555023923},
        {"block4.boilerplate_auc", 0.530818555076475, 0.490042056501996},
        {"block4.text_p", 0.651685393258427, 0.709401709401709},
        {"block4.text_r", 0.605427974947808, 0.691666666666667},
        {"block4.text_f1", 0.627705627705628, 0.70042194092827},
        {"block4.text_fpr", 0.16281512605042, 0.138211382113821},
        {"block4.text_auc", 0.771911896282521, 0.822946307588076},
        {"block4.headline_p", 1, 1},
        {"block4.headline_r", 0.45398773006135, 0.170454545454545},
        {"block4.headline_f1", 0.624472573839662, 0.29126213592233},
        {"block4.headline_fpr", 0, 0},
        {"block4.headline_auc", 0.726993865030675, 0.585227272727273},
        {"block4.supplemental_p", 0.294416243654822, 0.294573643410853},
        {"block4.supplemental_r", 0.371794871794872, 0.422222222222222},
        {"block4.supplemental_f1", 0.328611898016997, 0.34703196347032},
        {"block4.supplemental_fpr", 0.109019607843137, 0.141744548286604},
        {"block4.supplemental_auc", 0.634839115133233, 0.650830737279335},
        {"blockset.micro_content_f1", 0.561264822134387, 0.535433070866142},
        {"blockset.micro_noise_f1", 0.511013215859031, 0.47787610619469},
        {"blockset.micro_f1", 0.536139018996709, 0.506654588530416},
        {"blockset.macro_content_f1", 0.560987903225806, 0.535282258064516},
        {"blockset.macro_noise_f1", 0.511083743842365, 0.477832512315271},
        {"blockset.macro_f1", 0.536035823534086, 0.506557385189894},
    };
    static const uint32_t pages[] = {5, 2, 5, 0};
    struct block_measure *measure = numbered_pages();
    (void)state;
    for (size_t i = 0; i < COUNT(wanted); i++) {
        assert_string_equal(block_figure_name(i), wanted[i].name); /* none is forgotten */
        check_figures(measure, &(struct wanted){wanted[i].name, wanted[i].all}, 1, NULL, PAGES);
        check_figures(measure, &(struct wanted){wanted[i].name, wanted[i].some}, 1, pages,
                      COUNT(pages));
    }
    assert_null(block_figure_name(COUNT(wanted)));
    block_measure_free(measure);
}

/* The baseline of the paper's Table 2, which takes all for full text: what it prints follows from
 * the shares of words, 63.8 % content and 59.2 % full text with comments. */
static void test_baseline_of_the_paper(void **state)
{
    static const struct block_answer blocks[] = {
        {362, SET_NOT_CONTENT, BLOCK_TEXT, true, 1}, {100, SET_COMMENT, BLOCK_TEXT, true, 1},
        {492, SET_FULL_TEXT, BLOCK_TEXT, true, 1},   {10, SET_HEADLINE, BLOCK_TEXT, true, 1},
        {36, SET_SUPPLEMENTAL, BLOCK_TEXT, true, 1},
    };
    static const struct wanted wanted[] = {
        {"block.weighted_p", 0.407},    {"block.weighted_r", 0.638},
        {"block.weighted_f1", 0.497},   {"block.weighted_fpr", 0.638},
        {"block.weighted_auc", 0.5},    {"block4.weighted_p", 0.350},
        {"block4.weighted_r", 0.592},   {"block4.weighted_f1", 0.440},
        {"block4.weighted_fpr", 0.592},
    };
    struct block_measure *measure = block_measure_new();
    (void)state;
    assert_non_null(measure);
    assert_true(block_measure_add(measure, 0, blocks, COUNT(blocks)));
    block_measure_finish(measure);
    for (size_t i = 0; i < COUNT(wanted); i++) {
        double got = figure_of(measure, wanted[i].name, NULL, 1);
        if (!(fabs(got - wanted[i].value) < 0.0006))
            fail_msg("%s: %.15g, not %.3f", wanted[i].name, got, wanted[i].value);
    }
    block_measure_free(measure);
}

/* The trainer's own way to areas gives the same. */
static void test_areas_as_in_training(void **state)
{
    enum { ROWS = PAGES * BLOCKS };
    static double scores[ROWS][BLOCK_LABELS];
    static uint8_t truth[ROWS];
    static float weights[ROWS];
    double auc = 0;
    struct block_measure *measure = numbered_pages();
    (void)state;
    for (unsigned i = 0; i < ROWS; i++) {
        struct block_answer block = block_number(i);
        truth[i] = (uint8_t)block_label_of(block.truth);
        weights[i] = (float)block.words;
        scores[i][BLOCK_BOILERPLATE] = 1 - (double)block.score;
        scores[i][block.keep ? block.label : BLOCK_TEXT] = (double)block.score;
    }
    assert_true(weighted_auc(&scores[0][0], BLOCK_LABELS, truth, weights, ROWS, &auc));
    assert_true(fabs(auc - figure_of(measure, "block4.weighted_auc", NULL, PAGES)) < 1e-12);
    block_measure_free(measure);
}

static void test_little_to_measure(void **state)
{
    static const struct block_answer noise[] = {
        {4, SET_NOT_CONTENT, BLOCK_BOILERPLATE, false, 0.2f},
        {0, SET_NOT_CONTENT, BLOCK_BOILERPLATE, false, (float)NAN},
        {1, SET_NOT_CONTENT, 200, false, 0.2f}, /* no label: as boilerplate */
    };
    static const uint32_t second = 1, beyond = 9;
    const double none = (double)NAN;
    struct block_measure *measure = block_measure_new();
    (void)state;
    assert_non_null(measure);
    block_measure_finish(measure);
    assert_true(isnan(figure_of(measure, "block.accuracy", NULL, 0)));
    assert_true(block_measure_add(measure, 2, NULL, 0));
    assert_true(block_measure_add(measure, 1, noise, COUNT(noise)));
    block_measure_finish(measure);
    for (size_t i = 0; block_figure_name(i) != NULL; i++) {
        assert_true(isnan(figure_of(measure, block_figure_name(i), NULL, 1)));
        assert_true(isnan(figure_of(measure, block_figure_name(i), &beyond, 1)));
    }
    /* A page without content, of which none is said to be there. Pages without blocks do not
     * count. */
    const struct wanted wanted[] = {
        {"block.accuracy", 1},
        {"block.p", 0},
        {"block.f1", 0},
        {"block.fpr", 0},
        {"block.auc", none},
        {"block4.weighted_auc", none},
        {"block4.boilerplate_f1", 1},
        {"blockset.micro_content_f1", 1},
        {"blockset.macro_content_f1", 1},
        {"blockset.macro_f1", 1},
    };
    check_figures(measure, wanted, COUNT(wanted), NULL, 3);
    check_figures(measure, wanted, COUNT(wanted), &second, 1);
    block_measure_free(measure);
    block_measure_free(NULL);
}

/* Any figure can be drawn again and again. */
static void test_bootstrap(void **state)
{
    struct block_measure *measure = numbered_pages();
    static const char *const names[] = {"block.f1", "block.auc", "blockset.macro_f1"};
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        struct block_figure figure = {measure, figure_number(names[i])};
        struct stats_sample sample = {block_figure_sample, &figure, NULL, PAGES,
                                      block_measure_scratch(measure)};
        struct stats_interval interval;
        double value = figure_of(measure, names[i], NULL, PAGES);
        assert_true(stats_bootstrap(&sample, 200, 1, &interval));
        assert_true(interval.low < value && value < interval.high);
    }
    block_measure_free(measure);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_against_scikit_learn),
        cmocka_unit_test(test_baseline_of_the_paper),
        cmocka_unit_test(test_areas_as_in_training),
        cmocka_unit_test(test_little_to_measure),
        cmocka_unit_test(test_bootstrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
