/*
 * charts.h - in: findings; out: SVG charts, the figures of Boilerpipe's paper for any data.
 */
#ifndef PITH_CHARTS_H
#define PITH_CHARTS_H

#include "analyze/findings.h"
#include "base/writer.h"

struct chart {
    const char *file; /* such as "words.svg"; NULL ends the table */
    void (*draw)(const struct findings *findings, struct pith__writer *writer);
};

/* The table of charts. */
extern const struct chart charts[];

#endif
