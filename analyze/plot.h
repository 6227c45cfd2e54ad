/*
 * plot.h - draws axes, bars, lines, points and legends as SVG.
 *
 * A page holds one or several plots. What is drawn into a plot is in the units of its axes. The SVG
 * is self-contained: no external scripts, fonts or styles.
 */
#ifndef PITH_PLOT_H
#define PITH_PLOT_H

#include "base/writer.h"

struct plot_page {
    double width, height; /* in SVG units, pixels on a screen */
    const char *title;
    const char *about;   /* a line below the title that describes the data */
    const char *summary; /* alternative text: what the drawing shows */
};

void plot_page_begin(struct pith__writer *writer, const struct plot_page *page);
void plot_page_end(struct pith__writer *writer);

struct plot_axis {
    const char *label;
    double low, high;
    bool log;     /* logarithmic, base ten; LOW is above 0 */
    bool percent; /* values are fractions, ticks are percentages */
    bool whole;   /* values are counts: only whole numbers have ticks */
    bool bare;    /* no ticks and no grid */
};

struct plot {
    struct pith__writer *writer;
    const char *id; /* unique on the page */
    double left, top, width, height;
    const char *inset; /* NULL, or the heading of a plot within another, which has a white
                          background, smaller letters and fewer ticks */
    struct plot_axis x, y;
};

/* Draws the grid, ticks and labels. Everything drawn until plot_end() is clipped to the plot. */
void plot_begin(const struct plot *plot);
void plot_end(const struct plot *plot);

struct plot_style {
    const char *colour;
    const char *dash; /* of lines, as in SVG's stroke-dasharray; NULL: none */
    double width;     /* of lines; diameter of points */
};

/* Vertical bars around FIRST, FIRST + 1, ...: from bases[i] (NULL: from 0) up by heights[i]. Empty
 * bars are skipped. */
void plot_bars(const struct plot *plot, const struct plot_style *style, size_t first,
               const double *bases, const double *heights, size_t count);

/* A horizontal bar from 0 to LENGTH around the height Y, 0.8 units thick. */
void plot_lying_bar(const struct plot *plot, const struct plot_style *style, double y,
                    double length);

/* A line through COUNT points; it is not drawn where it is at or below the lower end of the axis.
 */
void plot_line(const struct plot *plot, const struct plot_style *style, const double *x,
               const double *y, size_t count);

/* Points; those without a position, such as NAN, or 0 on a logarithmic axis, are skipped. */
void plot_points(const struct plot *plot, const struct plot_style *style, const double *x,
                 const double *y, size_t count);

/* The position of a value on the page. */
double plot_at_x(const struct plot *plot, double x);
double plot_at_y(const struct plot *plot, double y);

/* The space that an inset takes around its plot area, for axes and text. */
enum { PLOT_INSET_LEFT = 70, PLOT_INSET_TOP = 34, PLOT_INSET_RIGHT = 16, PLOT_INSET_BOTTOM = 50 };

enum plot_anchor { PLOT_START, PLOT_MIDDLE, PLOT_END };

/* Text on the page; SIZE is in pixels. */
void plot_text(struct pith__writer *writer, double x, double y, double size,
               enum plot_anchor anchor, const char *text);

enum plot_sample { PLOT_BAR, PLOT_LINE, PLOT_POINT };

struct plot_key {
    enum plot_sample sample;
    const struct plot_style *style;
    const char *label;
};

/* Entries from top to bottom, PLOT_KEY_HEIGHT each, with the upper left corner at X, Y. */
enum { PLOT_KEY_HEIGHT = 22 };
void plot_legend(struct pith__writer *writer, double x, double y, const struct plot_key *keys,
                 size_t count);

/* Formats NUMBER with commas: 12,345. */
void plot_number(char *text, size_t size, double number);

#endif
