/*
 * report.c - see report.h.
 */
#include "analyze/report.h"

#include <stdarg.h>
#include <stdio.h>

#include "render/escape.h"

enum { TOP_FEATURES = 10 };

__attribute__((format(printf, 2, 3))) static void put(struct pith__writer *writer,
                                                      const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pith__write_string(writer, text);
}

static double share(double part, double all)
{
    return all > 0 ? 100 * part / all : 0;
}

/* ---------------------------------------------------------------- text */

static void text_class(struct pith__writer *writer, const struct tally *tally, const char *name,
                       double blocks, double words)
{
    put(writer, "  %-18s %10.0f %7.1f %% %11.0f %7.1f %%\n", name, blocks,
        share(blocks, tally->blocks), words, share(words, tally->words));
}

static void text_classes(const struct findings *findings, struct pith__writer *writer)
{
    const struct tally *tally = &findings->tally;

    put(writer, "classes                  blocks     share       words     share\n");
    for (unsigned i = 0; i < SET_CLASSES; i++)
        text_class(writer, tally, tally_class_name(i), tally->class_blocks[i],
                   tally->class_words[i]);
    text_class(writer, tally, "all content", findings_content_blocks(findings),
               findings_content_words(findings));
    text_class(writer, tally, "total", tally->blocks, tally->words);
    put(writer, "  Content is headline, full text, supplemental text and user comments.\n");
    if (tally->wordless > 0)
        put(writer, "  %zu blocks without a word are not counted.\n", tally->wordless);
}

/* Writes a value and the paper's. FORMAT has the number of decimals and what follows the number. */
static void text_figure(struct pith__writer *writer, const char *name, const char *format,
                        double value, const char *paper)
{
    char here[40];
    int columns = 30 + (strstr(name, "²") != NULL); /* a two-byte character */

    snprintf(here, sizeof here, "%.*f%s", format[0] - '0', value, format + 1);
    put(writer, "  %-*s %9s %9s\n", columns, name, here, paper);
}

static void text_writer(const struct findings *findings, struct pith__writer *writer)
{
    const struct fit *one = &findings->one, *two = &findings->two;

    put(writer, "\nwords per block, 1 to %d              here     paper\n", TALLY_WORDS);
    if (findings->has_one) {
        text_figure(writer, "one state    p", "4", one->p[WRITER_ONE_P], "0.3145");
        text_figure(writer, "             adjusted R²", "2 %", one->adjusted_r2 * 100, "96.7 %");
        text_figure(writer, "             RMSE", "4", one->rmse, "0.0046");
    }
    if (findings->has_two) {
        text_figure(writer, "two states   PN(S)", "4", two->p[WRITER_TWO_S], "0.7586");
        text_figure(writer, "             PS(N)", "4", two->p[WRITER_TWO_P], "0.3968");
        text_figure(writer, "             PL(N)", "5", two->p[WRITER_TWO_Q], "0.04369");
        text_figure(writer, "             adjusted R²", "2 %", two->adjusted_r2 * 100, "98.81 %");
        text_figure(writer, "             RMSE", "4", two->rmse, "0.0027");
    }
    if (!findings->has_one || !findings->has_two)
        put(writer, "  too few distinct blocks for a fit\n");
}

static void text_beta(struct pith__writer *writer, const double *p, size_t first, const char *name,
                      size_t last)
{
    put(writer, "  %-26s weight %.3f, a %.2f, b %.2f, mean %.2f\n", name, p[first], p[first + 1],
        p[first + 2], mix_beta_mean(p, first + 1, last));
}

static void text_mix(const struct findings *findings, struct pith__writer *writer)
{
    const struct fit *mix = &findings->mix;

    put(writer, "\nwords by text density, 0 to %zu words per line\n", findings->mix_last);
    if (!findings->has_mix) {
        put(writer, "  too few distinct blocks for a fit\n");
        return;
    }
    text_beta(writer, mix->p, MIX_FUNCTIONAL, "functional text (beta)", findings->mix_last);
    text_beta(writer, mix->p, MIX_DESCRIPTIVE, "descriptive text (beta)", findings->mix_last);
    put(writer, "  %-26s weight %.3f, mean %.2f, standard deviation %.2f\n",
        "fuzzy transition (normal)", mix->p[MIX_FUZZY], mix->p[MIX_FUZZY_MEAN],
        mix->p[MIX_FUZZY_SIGMA]);
    text_figure(writer, "R²", "4", mix->r2, "0.997");
    text_figure(writer, "RMSE, the highest bar being 1", "4", mix->rmse / findings->mix_peak,
                "0.0213");
}

static void text_gains(const struct findings *findings, struct pith__writer *writer)
{
    if (!(findings->entropy > 0)) {
        put(writer, "\ninformation gain: none, since all blocks are of one class\n");
        return;
    }
    put(writer, "\ninformation gain in bits, out of %.3f (blocks weighted by words)\n",
        findings->entropy);
    for (size_t i = 0; i < TOP_FEATURES; i++) {
        const struct gain *gain = &findings->gains[i];

        put(writer, "  %2zu  %-26s %.3f   four classes %.3f\n", i + 1,
            pith_feature_name(gain->feature), gain->gain, findings->gains_4[gain->feature]);
    }
    put(writer, "  ... and %d more: --json has all of them, -o draws them\n",
        PITH__FEATURES - TOP_FEATURES);
}

/* File names are untrusted: an escape sequence in one must not control the terminal. */
static void plain(struct pith__writer *writer, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        pith__write(writer, (unsigned char)text[i] < ' ' || text[i] == 0x7F ? "?" : text + i, 1);
}

void report_text(const struct findings *findings, struct pith__writer *writer)
{
    pith__write_name(writer, findings->data, plain);
    put(writer, ": %zu page%s\n\n", findings->tally.pages, findings->tally.pages == 1 ? "" : "s");
    text_classes(findings, writer);
    text_writer(findings, writer);
    text_mix(findings, writer);
    text_gains(findings, writer);
    put(writer, "\npaper: Kohlschütter, Fankhauser, Nejdl, \"Boilerplate Detection using Shallow "
                "Text\nFeatures\", WSDM 2010, on L3S-GN1 with blocks of its own.\n");
}

/* ---------------------------------------------------------------- JSON */

static void json_string(struct pith__writer *writer, const char *text)
{
    put(writer, "\"");
    pith__write_name(writer, text, pith__write_json);
    put(writer, "\"");
}

/* "NAME":[values] */
static void json_numbers(struct pith__writer *writer, const char *name, const double *values,
                         size_t count)
{
    json_string(writer, name);
    for (size_t i = 0; i < count; i++)
        put(writer, "%s%.10g", i > 0 ? "," : ":[", values[i]);
    put(writer, "]");
}

static void json_classes(const struct findings *findings, struct pith__writer *writer)
{
    const struct tally *tally = &findings->tally;

    put(writer, ",\"classes\":{");
    for (unsigned i = 0; i < SET_CLASSES; i++) {
        put(writer, "%s", i > 0 ? "," : "");
        json_string(writer, tally_class_name(i));
        put(writer, ":{\"blocks\":%.0f,\"words\":%.10g}", tally->class_blocks[i],
            tally->class_words[i]);
    }
    put(writer, "}");
}

static void json_distributions(const struct findings *findings, struct pith__writer *writer)
{
    const struct tally *tally = &findings->tally;

    put(writer, ",\"blocks_by_words\":{");
    json_numbers(writer, "not_content", tally->by_words[0] + 1, TALLY_WORDS);
    put(writer, ",");
    json_numbers(writer, "content", tally->by_words[1] + 1, TALLY_WORDS);
    put(writer, ",\"longer\":%.0f},\"words_by_text_density\":{", tally->long_blocks);
    for (unsigned kind = 0; kind < TALLY_KINDS; kind++) {
        put(writer, "%s", kind > 0 ? "," : "");
        json_numbers(writer, tally_kind_name(kind), tally->by_density[kind], TALLY_DENSITY + 1);
    }
    put(writer, "},");
    json_numbers(writer, "link_words_by_text_density", tally->linked, TALLY_DENSITY + 1);
}

static void json_quality(struct pith__writer *writer, const struct fit *fit)
{
    put(writer, ",\"points\":%zu,\"r2\":%.6f,\"adjusted_r2\":%.6f,\"rmse\":%.6f}", fit->points,
        fit->r2, fit->adjusted_r2, fit->rmse);
}

static void json_writer(const struct findings *findings, struct pith__writer *writer)
{
    const double *one = findings->one.p, *two = findings->two.p;

    put(writer, ",\"one_state\":");
    if (findings->has_one) {
        put(writer, "{\"p\":%.6f", one[WRITER_ONE_P]);
        json_quality(writer, &findings->one);
    } else {
        put(writer, "null");
    }
    put(writer, ",\"two_states\":");
    if (findings->has_two) {
        put(writer, "{\"pn_s\":%.6f,\"ps_n\":%.6f,\"pl_n\":%.6f", two[WRITER_TWO_S],
            two[WRITER_TWO_P], two[WRITER_TWO_Q]);
        json_quality(writer, &findings->two);
    } else {
        put(writer, "null");
    }
}

static void json_beta(struct pith__writer *writer, const char *name, const double *p, size_t first,
                      size_t last)
{
    put(writer, "\"%s\":{\"weight\":%.6f,\"a\":%.6f,\"b\":%.6f,\"mean\":%.6f},", name, p[first],
        p[first + 1], p[first + 2], mix_beta_mean(p, first + 1, last));
}

static void json_mix(const struct findings *findings, struct pith__writer *writer)
{
    const double *p = findings->mix.p;

    put(writer, ",\"text_density\":");
    if (!findings->has_mix) {
        put(writer, "null");
        return;
    }
    put(writer, "{\"last\":%zu,", findings->mix_last);
    json_beta(writer, "functional", p, MIX_FUNCTIONAL, findings->mix_last);
    json_beta(writer, "descriptive", p, MIX_DESCRIPTIVE, findings->mix_last);
    put(writer, "\"fuzzy\":{\"weight\":%.6f,\"mean\":%.6f,\"sigma\":%.6f}", p[MIX_FUZZY],
        p[MIX_FUZZY_MEAN], p[MIX_FUZZY_SIGMA]);
    put(writer, ",\"rmse_of_highest\":%.6f", findings->mix.rmse / findings->mix_peak);
    json_quality(writer, &findings->mix);
}

static void json_gains(const struct findings *findings, struct pith__writer *writer)
{
    put(writer, ",\"entropy\":%.6f,\"entropy_4\":%.6f,\"gains\":[", findings->entropy,
        findings->entropy_4);
    for (size_t i = 0; i < PITH__FEATURES; i++) {
        const struct gain *gain = &findings->gains[i];

        put(writer, "%s{\"feature\":\"%s\",\"gain\":%.6f,\"gain_4\":%.6f}", i > 0 ? "," : "",
            pith_feature_name(gain->feature), gain->gain, findings->gains_4[gain->feature]);
    }
    put(writer, "]");
}

void report_json(const struct findings *findings, struct pith__writer *writer)
{
    const struct tally *tally = &findings->tally;

    put(writer, "{\"data\":");
    json_string(writer, findings->data);
    put(writer, ",\"pages\":%zu,\"blocks\":%.0f,\"wordless_blocks\":%zu,\"words\":%.10g",
        tally->pages, tally->blocks, tally->wordless, tally->words);
    json_classes(findings, writer);
    json_writer(findings, writer);
    json_mix(findings, writer);
    json_gains(findings, writer);
    json_distributions(findings, writer);
    put(writer, "}\n");
}
