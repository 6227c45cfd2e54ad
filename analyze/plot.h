/*
 * plot.h - numbers in, a drawing as SVG out: axes, bars, lines, points, legends.
 *
 * A page holds one or several plots. What is drawn into a plot is in the units of its axes. The
 * drawing stands alone: no scripts, fonts or styles from elsewhere.
 */
#ifndef PITH_PLOT_H
#define PITH_PLOT_H

#include "base/writer.h"

struct plot_page {
    double width, height; /* in SVG's units, pixels on a screen */
    const char *title;
    const char *about;   /* a line below the title: which data */
    const char *summary; /* what the drawing shows, for those who cannot see it */
};

void plot_page_begin(struct pith__writer *writer, const struct plot_page *page);
void plot_page_end(struct pith__writer *writer);

struct plot_axis {
    const char *label;
    double low, high;
    bool log;     /* to base ten; LOW is above 0 */
    bool percent; /* values are shares, ticks are in per cent */
    bool whole;   /* values are counts, no tick is between two of them */
    bool bare;    /* neither ticks nor grid */
};

struct plot {
    struct pith__writer *writer;
    const char *id; /* a word that no other plot of the page has */
    double left, top, width, height;
    const char *inset; /* NULL, or the heading of a plot within another: on a white ground, with
                          smaller letters and fewer ticks */
    struct plot_axis x, y;
};

/* Draws the grid, ticks and labels. What is drawn until plot_end() is cut at the plot's borders. */
void plot_begin(const struct plot *plot);
void plot_end(const struct plot *plot);

struct plot_style {
    const char *colour;
    const char *dash; /* of lines, as SVG's stroke-dasharray; NULL: none */
    double width;     /* of lines; diameter of points */
};

/* Upright bars around FIRST, FIRST + 1, ...: from bases[i] (NULL: from 0) up by heights[i]. Bars of
 * no height are left out. */
void plot_bars(const struct plot *plot, const struct plot_style *style, size_t first,
               const double *bases, const double *heights, size_t count);

/* A lying bar from 0 to LENGTH around the height Y, as thick as 0.8 of a unit. */
void plot_lying_bar(const struct plot *plot, const struct plot_style *style, double y,
                    double length);

/* A line through COUNT points; where it is no higher than the axis' lower end it is not drawn. */
void plot_line(const struct plot *plot, const struct plot_style *style, const double *x,
               const double *y, size_t count);

/* Points; those that have no place, such as NAN, or 0 on a logarithmic axis, are left out. */
void plot_points(const struct plot *plot, const struct plot_style *style, const double *x,
                 const double *y, size_t count);

/* Where a value is on the page. */
double plot_at_x(const struct plot *plot, double x);
double plot_at_y(const struct plot *plot, double y);

/* The part of a page that an inset takes: that of its axes and of all its letters. */
enum { PLOT_INSET_LEFT = 70, PLOT_INSET_TOP = 34, PLOT_INSET_RIGHT = 16, PLOT_INSET_BOTTOM = 50 };

enum plot_anchor { PLOT_START, PLOT_MIDDLE, PLOT_END };

/* Text on the page; SIZE in pixels. */
void plot_text(struct pith__writer *writer, double x, double y, double size,
               enum plot_anchor anchor, const char *text);

enum plot_sample { PLOT_BAR, PLOT_LINE, PLOT_POINT };

struct plot_key {
    enum plot_sample sample;
    const struct plot_style *style;
    const char *label;
};

/* Entries below each other, PLOT_KEY_HEIGHT each, from the upper left corner X, Y. */
enum { PLOT_KEY_HEIGHT = 22 };
void plot_legend(struct pith__writer *writer, double x, double y, const struct plot_key *keys,
                 size_t count);

/* NUMBER with commas: 12,345. */
void plot_number(char *text, size_t size, double number);

#endif
