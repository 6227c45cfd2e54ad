/*
 * auto_report.h - what forests of the method auto did on pages that they had not seen, for people.
 */
#ifndef PITH_AUTO_REPORT_H
#define PITH_AUTO_REPORT_H

#include <stdio.h>

#include "train/auto_train.h"

/* Mean and standard error of F1, or of what was gained since before, over the pages of a group, or
 * of all. */
struct auto_mean {
    size_t count;
    double mean, error;
};

/* GROUP: AUTO_GROUPS for all pages. */
struct auto_mean auto_mean_of(const struct auto_measured *measured, size_t group, bool gained);

/* What the training was. */
struct auto_report {
    bool before;         /* it went on from a model */
    bool stops;          /* each fold has as many trees as did it good */
    size_t trees_before; /* of the model that it went on from */
    unsigned forests;    /* that the mean is of */
};

/* Sorts the pages of MEASURED. */
void auto_report_write(const struct auto_report *report, const struct auto_trained *trained,
                       struct auto_measured *measured, FILE *file);

/* Of the forest that all pages went into; LEN: bytes of its model. */
void auto_report_forest(const struct boost_forest *forest, size_t len, FILE *file);

#endif
