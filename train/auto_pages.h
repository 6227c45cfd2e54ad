/*
 * auto_pages.h - held-out pages, each judged by the forest that has not seen it.
 */
#ifndef PITH_AUTO_PAGES_H
#define PITH_AUTO_PAGES_H

#include "io/json_out.h"
#include "train/auto_train.h"

/* As auto_measure() with the models of the folds, so MEASURING has none. */
bool auto_measure_held_out(struct auto_measuring measuring, const struct auto_trained *trained,
                           const struct tagger_columns *columns, struct auto_measured *measured);

/* The result of each page as a JSON line. False: there is no memory. */
bool auto_pages_write(struct auto_measured *measured, unsigned folds, struct json_out *out);

#endif
