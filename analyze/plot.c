/*
 * plot.c - see plot.h.
 */
#include "analyze/plot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "render/escape.h"

#define INK  "#222222"
#define GRID "#dddddd"

/* ---------------------------------------------------------------- markup */

/* Writes markup; external text goes through escaped(). */
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

static void escaped(struct pith__writer *writer, const char *text)
{
    pith__write_name(writer, text, pith__write_html);
}

void plot_text(struct pith__writer *writer, double x, double y, double size,
               enum plot_anchor anchor, const char *text)
{
    static const char *const anchors[] = {"start", "middle", "end"};

    put(writer, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%g\" text-anchor=\"%s\">", x, y, size,
        anchors[anchor]);
    escaped(writer, text);
    put(writer, "</text>\n");
}

void plot_number(char *text, size_t size, double number)
{
    char digits[40];
    size_t len, out = 0;

    snprintf(digits, sizeof digits, "%.0f", number);
    len = strlen(digits);
    for (size_t i = 0; i < len && out + 2 < size; i++) {
        if (i > 0 && (len - i) % 3 == 0 && digits[i - 1] != '-')
            text[out++] = ',';
        text[out++] = digits[i];
    }
    text[out] = '\0';
}

/* ---------------------------------------------------------------- the page */

void plot_page_begin(struct pith__writer *writer, const struct plot_page *page)
{
    put(writer,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "
        "viewBox=\"0 0 %g %g\" role=\"img\" aria-labelledby=\"title summary\" "
        "font-family=\"Helvetica, Arial, sans-serif\" fill=\"" INK "\">\n<title id=\"title\">",
        page->width, page->height, page->width, page->height);
    escaped(writer, page->title);
    put(writer, "</title>\n<desc id=\"summary\">");
    escaped(writer, page->summary);
    put(writer, "</desc>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
                "<g font-weight=\"bold\">\n");
    plot_text(writer, 24, 36, 20, PLOT_START, page->title);
    put(writer, "</g>\n<g fill=\"#555555\">\n");
    plot_text(writer, 24, 59, 14, PLOT_START, page->about);
    put(writer, "</g>\n");
}

void plot_page_end(struct pith__writer *writer)
{
    put(writer, "</svg>\n");
}

/* ---------------------------------------------------------------- axes */

/* The position of VALUE along the axis: 0 to 1. */
static double place(const struct plot_axis *axis, double value)
{
    if (axis->log)
        return (log10(value) - log10(axis->low)) / (log10(axis->high) - log10(axis->low));
    return (value - axis->low) / (axis->high - axis->low);
}

double plot_at_x(const struct plot *plot, double x)
{
    return plot->left + plot->width * place(&plot->x, x);
}

double plot_at_y(const struct plot *plot, double y)
{
    return plot->top + plot->height * (1 - place(&plot->y, y));
}

/* The distance between ticks: 1, 2 or 5 times a power of ten, for about WANTED ticks. */
static double tick_step(const struct plot_axis *axis, double wanted)
{
    double rough = (axis->high - axis->low) / wanted;
    double power = pow(10, floor(log10(rough)));
    double lead = rough / power;

    power *= lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10;
    return axis->whole ? fmax(power, 1) : power;
}

/* The position of tick number INDEX, from 0; NAN after the last. */
static double tick(const struct plot_axis *axis, double wanted, size_t index)
{
    double step, value;

    if (axis->log) {
        value = pow(10, ceil(log10(axis->low) - 1e-9) + (double)index);
    } else {
        step = tick_step(axis, wanted);
        value = (ceil(axis->low / step - 1e-9) + (double)index) * step;
    }
    return value <= axis->high * (1 + 1e-9) ? value : NAN;
}

static void tick_label(const struct plot_axis *axis, double value, char *label, size_t size)
{
    if (axis->percent)
        snprintf(label, size, "%.6g %%", value * 100);
    else if (fabs(value) >= 1000)
        plot_number(label, size, value);
    else
        snprintf(label, size, "%.6g", fabs(value) < 1e-12 ? 0 : value);
}

static void draw_x_ticks(const struct plot *plot, double size)
{
    double bottom = plot->top + plot->height, value;
    double wanted = plot->inset ? 5 : 10;
    char label[40];

    for (size_t i = 0; !isnan(value = tick(&plot->x, wanted, i)); i++) {
        double x = plot_at_x(plot, value);

        tick_label(&plot->x, value, label, sizeof label);
        put(plot->writer, "<path d=\"M%.1f %.1fv5\" stroke=\"" INK "\"/>\n", x, bottom);
        plot_text(plot->writer, x, bottom + 7 + size, size, PLOT_MIDDLE, label);
    }
}

static void draw_y_ticks(const struct plot *plot, double size)
{
    double wanted = plot->inset ? 4 : 6, value;
    char label[40];

    for (size_t i = 0; !isnan(value = tick(&plot->y, wanted, i)); i++) {
        double y = plot_at_y(plot, value);

        tick_label(&plot->y, value, label, sizeof label);
        put(plot->writer, "<path d=\"M%.1f %.1fh%.1f\" stroke=\"" GRID "\"/>\n", plot->left, y,
            plot->width);
        plot_text(plot->writer, plot->left - 8, y + size * 0.36, size, PLOT_END, label);
    }
}

static void draw_labels(const struct plot *plot, double size)
{
    double bottom = plot->top + plot->height;
    double x = plot->left - (plot->inset   ? 52
                             : plot->y.log ? 84
                                           : 68),
           y = plot->top + plot->height / 2;

    if (plot->x.label)
        plot_text(plot->writer, plot->left + plot->width / 2, bottom + 16 + 2 * size, size,
                  PLOT_MIDDLE, plot->x.label);
    if (!plot->y.label)
        return;
    put(plot->writer, "<g transform=\"rotate(-90 %.1f %.1f)\">\n", x, y);
    plot_text(plot->writer, x, y, size, PLOT_MIDDLE, plot->y.label);
    put(plot->writer, "</g>\n");
}

static void draw_ground(const struct plot *plot)
{
    put(plot->writer,
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"4\" "
        "fill=\"#ffffff\" stroke=\"" GRID "\"/>\n",
        plot->left - PLOT_INSET_LEFT, plot->top - PLOT_INSET_TOP,
        plot->width + PLOT_INSET_LEFT + PLOT_INSET_RIGHT,
        plot->height + PLOT_INSET_TOP + PLOT_INSET_BOTTOM);
    plot_text(plot->writer, plot->left + plot->width / 2, plot->top - 13, 13, PLOT_MIDDLE,
              plot->inset);
}

void plot_begin(const struct plot *plot)
{
    struct pith__writer *writer = plot->writer;
    double size = plot->inset ? 12 : 14;

    if (plot->inset)
        draw_ground(plot);
    put(writer,
        "<clipPath id=\"%s\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>"
        "</clipPath>\n",
        plot->id, plot->left, plot->top, plot->width, plot->height);
    if (!plot->y.bare)
        draw_y_ticks(plot, size - 1);
    if (!plot->x.bare)
        draw_x_ticks(plot, size - 1);
    draw_labels(plot, size);
    put(writer, "<g clip-path=\"url(#%s)\">\n", plot->id);
}

void plot_end(const struct plot *plot)
{
    put(plot->writer, "</g>\n<path d=\"M%.1f %.1fv%.1fh%.1f\" fill=\"none\" stroke=\"" INK "\"/>\n",
        plot->left, plot->top, plot->height, plot->width);
}

/* ---------------------------------------------------------------- data */

void plot_bars(const struct plot *plot, const struct plot_style *style, size_t first,
               const double *bases, const double *heights, size_t count)
{
    put(plot->writer, "<path fill=\"%s\" d=\"", style->colour);
    for (size_t i = 0; i < count; i++) {
        double base = bases ? bases[i] : 0;
        double bottom = plot_at_y(plot, base), top = plot_at_y(plot, base + heights[i]);
        double left = plot_at_x(plot, (double)(first + i) - 0.42);
        double right = plot_at_x(plot, (double)(first + i) + 0.42);

        if (heights[i] > 0)
            put(plot->writer, "M%.2f %.2fV%.2fH%.2fV%.2fz", left, bottom, top, right, bottom);
    }
    put(plot->writer, "\"/>\n");
}

void plot_lying_bar(const struct plot *plot, const struct plot_style *style, double y,
                    double length)
{
    double left = plot_at_x(plot, 0), top = plot_at_y(plot, y + 0.4);
    double bottom = plot_at_y(plot, y - 0.4);

    put(plot->writer, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>\n",
        left, fmin(top, bottom), plot_at_x(plot, length) - left, fabs(bottom - top), style->colour);
}

/* Draws the visible parts of the line: slightly above the axis or higher. */
static void draw_path(const struct plot *plot, const double *x, const double *y, size_t count)
{
    bool drawn = false;

    for (size_t i = 0; i < count; i++) {
        bool seen = y[i] > 0 && place(&plot->y, y[i]) > 0.002;

        if (seen)
            put(plot->writer, "%s%.1f %.1f", drawn ? "L" : "M", plot_at_x(plot, x[i]),
                plot_at_y(plot, y[i]));
        drawn = seen;
    }
}

static void draw_stroke(struct pith__writer *writer, const struct plot_style *style)
{
    put(writer, " stroke=\"%s\" stroke-width=\"%g\"", style->colour, style->width);
    if (style->dash)
        put(writer, " stroke-dasharray=\"%s\"", style->dash);
}

void plot_line(const struct plot *plot, const struct plot_style *style, const double *x,
               const double *y, size_t count)
{
    put(plot->writer, "<path fill=\"none\"");
    draw_stroke(plot->writer, style);
    put(plot->writer, " d=\"");
    draw_path(plot, x, y, count);
    put(plot->writer, "\"/>\n");
}

void plot_points(const struct plot *plot, const struct plot_style *style, const double *x,
                 const double *y, size_t count)
{
    put(plot->writer, "<g fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"0.6\">\n", style->colour);
    for (size_t i = 0; i < count; i++) {
        if (isfinite(plot_at_y(plot, y[i])))
            put(plot->writer, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\"/>\n", plot_at_x(plot, x[i]),
                plot_at_y(plot, y[i]), style->width / 2);
    }
    put(plot->writer, "</g>\n");
}

/* ---------------------------------------------------------------- legend */

static void draw_sample(struct pith__writer *writer, double x, double y, const struct plot_key *key)
{
    const struct plot_style *style = key->style;

    if (key->sample == PLOT_BAR) {
        put(writer, "<rect x=\"%.1f\" y=\"%.1f\" width=\"16\" height=\"14\" fill=\"%s\"/>\n", x + 6,
            y - 7, style->colour);
    } else if (key->sample == PLOT_POINT) {
        put(writer, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\" fill=\"%s\"/>\n", x + 14, y,
            style->width / 2, style->colour);
    } else {
        put(writer, "<path d=\"M%.1f %.1fh28\"", x, y);
        draw_stroke(writer, style);
        put(writer, "/>\n");
    }
}

void plot_legend(struct pith__writer *writer, double x, double y, const struct plot_key *keys,
                 size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double middle = y + ((double)i + 0.5) * PLOT_KEY_HEIGHT;

        draw_sample(writer, x, middle, &keys[i]);
        plot_text(writer, x + 36, middle + 5, 14, PLOT_START, keys[i].label);
    }
}
