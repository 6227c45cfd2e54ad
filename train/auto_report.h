/*
 * auto_report.h - a readable report of how the forests of the method auto do on held-out pages.
 */
#ifndef PITH_AUTO_REPORT_H
#define PITH_AUTO_REPORT_H

#include <stdio.h>

#include "train/auto_train.h"

/* Mean and standard error of F1, or of its gain over the previous model, for the pages of a group
 * or for all. */
struct auto_mean {
    size_t count;
    double mean, error;
};

/* GROUP AUTO_GROUPS means all pages. */
struct auto_mean auto_mean_of(const struct auto_measured *measured, size_t group, bool gained);

/* How the training was done. */
struct auto_report {
    bool before;         /* training continued from a model */
    bool stops;          /* early stopping chose each fold's number of trees */
    size_t trees_before; /* of the model it continued from */
    unsigned forests;    /* forests averaged into one */
};

/* Sorts the pages of MEASURED. */
void auto_report_write(const struct auto_report *report, const struct auto_trained *trained,
                       struct auto_measured *measured, FILE *file);

/* Describes the forest trained on all pages; LEN is the size of its model in bytes. */
void auto_report_forest(const struct boost_forest *forest, size_t len, FILE *file);

#endif
