/*
 * charts.c - see charts.h. To add a chart, write a function and add a row to the table at the end.
 *
 * The colours differ in lightness too, so that they can be told apart in grayscale and by
 * colour-blind readers. Most are from the palette of Okabe and Ito.
 */
#include "analyze/charts.h"

#include <math.h>
#include <stdio.h>

#include "analyze/plot.h"

static const struct plot_style not_content = {.colour = "#bdbdbd"};
static const struct plot_style is_content = {.colour = "#2472ae"};

/* The position of the single plot on a page. */
enum { WIDE = 960, LEFT = 100, TOP = 84 };

/* "1 page", "12,345 pages" */
static void count_of(char *text, size_t size, double number, const char *noun)
{
    char digits[40];

    plot_number(digits, sizeof digits, number);
    snprintf(text, size, "%s %s%s", digits, noun, number == 1 ? "" : "s");
}

/* "l3s-gn1.jsonl.xz: 621 pages, 80,350 blocks, 547,902 words" */
static void name_data(const struct findings *findings, char *text, size_t size)
{
    enum { LONGEST = 60 };
    char pages[60], blocks[60], words[60];
    size_t len = strlen(findings->data);
    bool is_long = len > LONGEST;

    if (is_long)
        len = LONGEST;
    while (is_long && len > 0 && ((unsigned char)findings->data[len] & 0xC0) == 0x80)
        len--; /* not within a UTF-8 character */
    count_of(pages, sizeof pages, (double)findings->tally.pages, "page");
    count_of(blocks, sizeof blocks, findings->tally.blocks, "block");
    count_of(words, sizeof words, findings->tally.words, "word");
    snprintf(text, size, "%.*s%s: %s, %s, %s", (int)len, findings->data, is_long ? "..." : "",
             pages, blocks, words);
}

static void begin_page(const struct findings *findings, struct pith__writer *writer, double height,
                       const char *title, const char *summary)
{
    char about[320];

    name_data(findings, about, sizeof about);
    plot_page_begin(
        writer,
        &(struct plot_page){
            .width = WIDE, .height = height, .title = title, .about = about, .summary = summary});
}

static double highest(const double *values, size_t count)
{
    double high = 0;

    for (size_t i = 0; i < count; i++)
        high = fmax(high, values[i]);
    return high;
}

/* ---------------------------------------------------------------- words.svg */

/* The range to draw: up to the length that 1 in 500 blocks exceeds, in tens of words, but no
 * further than bars can be told apart. */
static size_t last_length(const struct tally *tally, const double *blocks)
{
    enum { LONGEST = 120 };
    double passed = tally->long_blocks;
    size_t last = LONGEST;

    for (size_t i = LONGEST + 1; i <= TALLY_WORDS; i++)
        passed += blocks[i];
    while (last > 20 && (passed + blocks[last]) * 500 < tally->blocks)
        passed += blocks[last--];
    return (last + 9) / 10 * 10;
}

/* An enlarged inset of the content alone, in the upper right of the surrounding plot. */
static void draw_content(const struct plot *around, const struct tally *tally, size_t last)
{
    double high = highest(tally->by_words[1] + 1, last);
    struct plot plot = {
        .writer = around->writer,
        .id = "inset",
        .inset = "content alone, magnified",
        .left = around->left + around->width * 0.36,
        .top = around->top + PLOT_INSET_TOP,
        .width = around->width * 0.64 - PLOT_INSET_RIGHT,
        .height = around->height * 0.46,
        .x = {.label = "words in the block", .high = (double)last + 1},
        .y = {.label = "blocks", .high = fmax(high, 1) * 1.08, .whole = true},
    };

    if (!(high > 0)) {
        plot_text(plot.writer, LEFT + 270, 586, 14, PLOT_START, "none of these blocks is content");
        return;
    }
    plot_begin(&plot);
    plot_bars(&plot, &is_content, 1, NULL, tally->by_words[1] + 1, last);
    plot_end(&plot);
}

/* High enough that no bar reaches the inset. */
static double height_below_inset(const double *blocks, size_t last)
{
    size_t first = (size_t)(0.27 * (double)last);

    return fmax(highest(blocks + 1, last) * 1.05, highest(blocks + first, last - first + 1) / 0.32);
}

static void draw_words(const struct findings *findings, struct pith__writer *writer)
{
    const struct tally *tally = &findings->tally;
    const struct plot_key keys[] = {{PLOT_BAR, &is_content, "content"},
                                    {PLOT_BAR, &not_content, "not content"}};
    double blocks[TALLY_WORDS + 1], beyond = tally->long_blocks;
    char note[120], count[60];
    size_t last;

    tally_all_words(tally, blocks);
    last = last_length(tally, blocks);
    struct plot plot = {
        .writer = writer,
        .id = "plot",
        .left = LEFT,
        .top = TOP,
        .width = WIDE - LEFT - 30,
        .height = 430,
        .x = {.label = "words in the block", .low = 0, .high = (double)last + 1},
        .y = {.label = "number of blocks",
              .low = 0,
              .high = fmax(height_below_inset(blocks, last), 1),
              .whole = true},
    };

    begin_page(findings, writer, 620, "Blocks by number of words",
               "Bars: number of blocks by words, content stacked on the rest; an inset shows "
               "content blocks alone.");
    plot_begin(&plot);
    plot_bars(&plot, &not_content, 1, NULL, tally->by_words[0] + 1, last);
    plot_bars(&plot, &is_content, 1, tally->by_words[0] + 1, tally->by_words[1] + 1, last);
    plot_end(&plot);
    draw_content(&plot, tally, last);
    plot_legend(writer, LEFT, 570, keys, 1);
    plot_legend(writer, LEFT + 120, 570, keys + 1, 1);
    for (size_t i = last + 1; i <= TALLY_WORDS; i++)
        beyond += blocks[i];
    count_of(count, sizeof count, beyond, "block");
    snprintf(note, sizeof note, "not shown: %s with more than %zu words", count, last);
    if (beyond > 0)
        plot_text(writer, WIDE - 30, 586, 13, PLOT_END, note);
    plot_page_end(writer);
}

/* ---------------------------------------------------------------- density.svg */

static const struct plot_style kind_styles[TALLY_KINDS] = {
    [TALLY_PLAIN] = {.colour = "#d9d9d9"},        [TALLY_ANCHOR] = {.colour = "#949494"},
    [TALLY_RELATED] = {.colour = "#7b3b73"},      [TALLY_HEADLINE] = {.colour = "#e69f00"},
    [TALLY_SUPPLEMENTAL] = {.colour = "#f0e442"}, [TALLY_COMMENT] = {.colour = "#6fb7e3"},
    [TALLY_ARTICLE] = {.colour = "#2472ae"},
};

static const struct {
    fit_curve *curve;
    struct plot_style style;
    const char *label;
} mix_lines[] = {
    {mix_functional, {"#000000", "7 4", 1.8}, "functional text (beta)"},
    {mix_descriptive, {"#000000", "9 3 2 3", 1.8}, "descriptive text (beta)"},
    {mix_fuzzy, {"#000000", "2 3", 2}, "fuzzy transition (normal)"},
    {mix_curve, {"#d55e00", NULL, 2.4}, "complete fit"},
};
enum { MIX_LINES = sizeof mix_lines / sizeof *mix_lines };

/* Words in links, content or not. */
static const struct plot_style linked_style = {.colour = "#000000", .width = 6};

static void draw_linked(const struct plot *plot, const struct tally *tally, size_t bins)
{
    double x[TALLY_DENSITY + 1], y[TALLY_DENSITY + 1];

    for (size_t i = 0; i < bins; i++) {
        x[i] = (double)i;
        y[i] = tally->linked[i] > 0 ? tally->linked[i] : NAN;
    }
    plot_points(plot, &linked_style, x, y, bins);
}

static void draw_mix(const struct plot *plot, const struct findings *findings)
{
    enum { STEPS = 400 };
    double x[STEPS + 1], y[STEPS + 1];

    for (size_t k = 0; k < MIX_LINES; k++) {
        for (size_t i = 0; i <= STEPS; i++) {
            x[i] = plot->x.low + (plot->x.high - plot->x.low) * (double)i / STEPS;
            y[i] = findings->tally.words *
                   mix_lines[k].curve(x[i], findings->mix.p, &findings->mix_last);
        }
        plot_line(plot, &mix_lines[k].style, x, y, STEPS + 1);
    }
}

/* The legend beside the plot, from the top of the stack down. */
static void draw_density_legend(const struct findings *findings, struct pith__writer *writer,
                                double left)
{
    struct plot_key keys[TALLY_KINDS + 1 + MIX_LINES];
    char note[80];
    size_t count = 0;

    for (unsigned kind = TALLY_KINDS; kind-- > 0;) {
        if (findings->tally.kind_words[kind] > 0)
            keys[count++] = (struct plot_key){PLOT_BAR, &kind_styles[kind], tally_kind_name(kind)};
    }
    keys[count++] = (struct plot_key){PLOT_POINT, &linked_style, "all words in links"};
    plot_legend(writer, left, TOP, keys, count);
    if (!findings->has_mix)
        return;
    double top = TOP + (double)(count + 1) * PLOT_KEY_HEIGHT;

    count = 0;
    for (size_t k = MIX_LINES; k-- > 0;)
        keys[count++] = (struct plot_key){PLOT_LINE, &mix_lines[k].style, mix_lines[k].label};
    plot_legend(writer, left, top, keys, count);
    snprintf(note, sizeof note, "R² = %.4f", findings->mix.r2);
    plot_text(writer, left + 36, top + (double)count * PLOT_KEY_HEIGHT + 20, 14, PLOT_START, note);
}

/* Room for the bars and the curve over them, but not for a needle between two bars. */
static double density_height(const struct findings *findings, double bar)
{
    double high = bar;

    for (size_t i = 0; findings->has_mix && i <= 10 * findings->mix_last; i++)
        high = fmax(high, findings->tally.words *
                              mix_curve((double)i / 10, findings->mix.p, &findings->mix_last));
    return fmax(fmin(high, 1.5 * bar), 1) * 1.05;
}

static void draw_density(const struct findings *findings, struct pith__writer *writer)
{
    const struct tally *tally = &findings->tally;
    double base[TALLY_DENSITY + 1] = {0}, all[TALLY_DENSITY + 1];
    size_t bins = findings->mix_last + 1;

    tally_all_density(tally, all);
    struct plot plot = {
        .writer = writer,
        .id = "plot",
        .left = LEFT,
        .top = TOP,
        .width = WIDE - LEFT - 260,
        .height = 430,
        .x = {.label = "text density (words per line of 80 columns, rounded)",
              .low = -0.5,
              .high = (double)bins - 0.5},
        .y = {.label = "number of words",
              .low = 0,
              .high = density_height(findings, highest(all, bins)),
              .whole = true},
    };

    begin_page(findings, writer, 580, "Words by text density",
               "Stacked bars: number of words by text density of their blocks and kind of text; "
               "points: words in links; lines: two beta distributions, a normal one and their "
               "sum, fitted to all words.");
    plot_begin(&plot);
    for (size_t kind = 0; kind < TALLY_KINDS; kind++) {
        plot_bars(&plot, &kind_styles[kind], 0, base, tally->by_density[kind], bins);
        for (size_t i = 0; i < bins; i++)
            base[i] += tally->by_density[kind][i];
    }
    if (findings->has_mix)
        draw_mix(&plot, findings);
    draw_linked(&plot, tally, bins);
    plot_end(&plot);
    draw_density_legend(findings, writer, WIDE - 240);
    plot_page_end(writer);
}

/* ---------------------------------------------------------------- writer.svg */

static const struct plot_style observed = {.colour = "#333333", .width = 4.6};
static const struct plot_style one_state = {.colour = "#d55e00", .dash = "8 4", .width = 2.4};
static const struct plot_style two_states = {.colour = "#2472ae", .width = 2.4};

static void draw_writer_legend(const struct findings *findings, struct pith__writer *writer,
                               double top)
{
    const struct fit *one = &findings->one, *two = &findings->two;
    struct plot_key keys[3] = {{PLOT_POINT, &observed, "observed"}};
    char labels[2][160];
    size_t count = 1;

    snprintf(labels[0], sizeof labels[0], "one state: p = %.4f; adjusted R² %.2f %%, RMSE %.4f",
             one->p[WRITER_ONE_P], one->adjusted_r2 * 100, one->rmse);
    snprintf(labels[1], sizeof labels[1],
             "two states: PN(S) = %.4f, PS(N) = %.4f, PL(N) = %.5f; adjusted R² %.2f %%, RMSE %.4f",
             two->p[WRITER_TWO_S], two->p[WRITER_TWO_P], two->p[WRITER_TWO_Q],
             two->adjusted_r2 * 100, two->rmse);
    if (findings->has_one)
        keys[count++] = (struct plot_key){PLOT_LINE, &one_state, labels[0]};
    if (findings->has_two)
        keys[count++] = (struct plot_key){PLOT_LINE, &two_states, labels[1]};
    plot_legend(writer, LEFT, top, keys, count);
}

static void draw_model(const struct plot *plot, const struct plot_style *style, fit_curve *curve,
                       const struct fit *fit)
{
    double x[TALLY_WORDS], y[TALLY_WORDS];

    for (size_t i = 0; i < TALLY_WORDS; i++) {
        x[i] = (double)(i + 1);
        y[i] = curve(x[i], fit->p, NULL);
    }
    plot_line(plot, style, x, y, TALLY_WORDS);
}

/* Observed lengths and the models' predictions, with a heading. */
static void draw_lengths(const struct plot *plot, const struct findings *findings,
                         const char *heading)
{
    double x[TALLY_WORDS + 1], y[TALLY_WORDS + 1];

    tally_all_words(&findings->tally, y);
    for (size_t i = 0; i <= TALLY_WORDS; i++) {
        x[i] = (double)i;
        y[i] /= fmax(findings->tally.blocks, 1);
    }
    plot_begin(plot);
    if (findings->has_one)
        draw_model(plot, &one_state, writer_one, &findings->one);
    if (findings->has_two)
        draw_model(plot, &two_states, writer_two, &findings->two);
    plot_points(plot, &observed, x, y, TALLY_WORDS + 1);
    plot_end(plot);
    plot_text(plot->writer, plot->left + plot->width / 2, plot->top - 10, 14, PLOT_MIDDLE, heading);
}

/* The fraction of the most common length, or the highest predicted by a model. */
static double highest_share(const struct findings *findings)
{
    double blocks[TALLY_WORDS + 1];
    double high = 0.01;

    tally_all_words(&findings->tally, blocks);
    high = fmax(high, highest(blocks, TALLY_WORDS + 1) / fmax(findings->tally.blocks, 1));
    if (findings->has_one)
        high = fmax(high, writer_one(1, findings->one.p, NULL));
    if (findings->has_two)
        high = fmax(high, writer_two(1, findings->two.p, NULL));
    return high;
}

/* Two plots: the left one has most blocks, the right one all of them on a scale that shows the tail
 * of long ones. */
static void draw_writer(const struct findings *findings, struct pith__writer *writer)
{
    enum { FIRST_WORDS = 20, PLOT_TOP = TOP + 22, HEIGHT = 410 };
    const struct plot first = {
        .writer = writer,
        .id = "first",
        .left = LEFT,
        .top = PLOT_TOP,
        .width = 330,
        .height = HEIGHT,
        .x = {.label = "words in the block", .low = 0.3, .high = FIRST_WORDS + 0.7},
        .y = {.label = "share of the blocks",
              .high = highest_share(findings) * 1.08,
              .percent = true},
    };
    const struct plot all = {
        .writer = writer,
        .id = "all",
        .left = LEFT + 330 + 128,
        .top = PLOT_TOP,
        .width = WIDE - LEFT - 330 - 128 - 30,
        .height = HEIGHT,
        .x = {.label = "words in the block", .low = 0, .high = TALLY_WORDS + 1},
        .y = {.label = "share of the blocks (logarithmic)",
              .low = fmin(pow(10, floor(log10(1 / fmax(findings->tally.blocks, 1)))), 0.1),
              .high = 1,
              .log = true,
              .percent = true},
    };

    begin_page(findings, writer, 652, "The random writer: how long blocks are",
               "Points: the fraction of blocks by number of words, for short blocks and, on "
               "a logarithmic scale, for all; lines: the random writer with one state and with "
               "two, fitted to them.");
    draw_lengths(&first, findings, "1 to 20 words");
    draw_lengths(&all, findings, "1 to 250 words");
    draw_writer_legend(findings, writer, 574);
    plot_page_end(writer);
}

/* ---------------------------------------------------------------- gain.svg */

/* By the prefix of a feature's name; the last is not a feature. */
static const struct plot_key gain_keys[] = {
    {PLOT_BAR, &(const struct plot_style){.colour = "#2472ae"}, "of the block itself (curr_)"},
    {PLOT_BAR, &(const struct plot_style){.colour = "#e69f00"}, "of the previous block (prev_)"},
    {PLOT_BAR, &(const struct plot_style){.colour = "#d4d4d4"}, "of the next block (next_)"},
    {PLOT_POINT, &(const struct plot_style){.colour = "#000000", .width = 6},
     "about four classes: not content, headline, full text and comments, supplemental"},
};
enum { GAIN_KEYS = sizeof gain_keys / sizeof *gain_keys, GAIN_POINT = GAIN_KEYS - 1 };

static const struct plot_style *gain_style(const char *name)
{
    return gain_keys[name[0] == 'c' ? 0 : name[0] == 'p' ? 1 : 2].style;
}

static void draw_features(const struct plot *plot, const struct findings *findings)
{
    for (size_t i = 0; i < PITH__FEATURES; i++) {
        const struct gain *gain = &findings->gains[i];
        const char *name = pith_feature_name(gain->feature);
        double y = (double)i;

        plot_lying_bar(plot, gain_style(name), y, gain->gain);
        plot_points(plot, gain_keys[GAIN_POINT].style, &findings->gains_4[gain->feature], &y, 1);
    }
}

static void name_features(const struct plot *plot, const struct findings *findings)
{
    for (size_t i = 0; i < PITH__FEATURES; i++) {
        const struct gain *gain = &findings->gains[i];
        double y = plot_at_y(plot, (double)i) + 4.5;
        char value[40];

        snprintf(value, sizeof value, "%.3f", gain->gain);
        plot_text(plot->writer, plot->left - 54, y, 13, PLOT_END, pith_feature_name(gain->feature));
        plot_text(plot->writer, plot->left - 8, y, 13, PLOT_END, value);
    }
}

static void draw_gain(const struct findings *findings, struct pith__writer *writer)
{
    enum { ROW = 17, ABOVE = TOP + 8 + GAIN_KEYS * PLOT_KEY_HEIGHT + 12, NAMES = 270 };
    double high = fmax(findings->gains[0].gain, 0.001);

    for (size_t i = 0; i < PITH__FEATURES; i++)
        high = fmax(high, findings->gains_4[i]);
    struct plot plot = {
        .writer = writer,
        .id = "plot",
        .left = NAMES,
        .top = ABOVE,
        .width = WIDE - NAMES - 40,
        .height = ROW * PITH__FEATURES,
        .x = {.label = "information gain about content or not (bits, blocks weighted by words)",
              .low = 0,
              .high = high * 1.04},
        .y = {.low = PITH__FEATURES - 0.5, .high = -0.5, .bare = true},
    };

    begin_page(findings, writer, ABOVE + ROW * PITH__FEATURES + 70, "Features by information gain",
               "Bars: bits of information in each feature about whether a block is content, the "
               "best first; points: the same about four classes.");
    plot_legend(writer, plot.left, TOP, gain_keys, GAIN_KEYS);
    plot_begin(&plot);
    draw_features(&plot, findings);
    plot_end(&plot);
    name_features(&plot, findings);
    plot_page_end(writer);
}

const struct chart charts[] = {
    {"words.svg", draw_words},
    {"density.svg", draw_density},
    {"writer.svg", draw_writer},
    {"gain.svg", draw_gain},
    {NULL, NULL},
};
