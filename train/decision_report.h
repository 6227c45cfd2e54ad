/*
 * decision_report.h - what trees were trained on and how well they do, for people; and the facts
 * about it that a model has.
 */
#ifndef PITH_DECISION_REPORT_H
#define PITH_DECISION_REPORT_H

#include <stdio.h>

#include "eval/weighted_scores.h"
#include "train/decision.h"

/* The pages, and what share of the words each class has. NAMES: of four classes. WORDS: before any
 * class was weighed. */
void decision_report_data(const struct matrix *matrix, unsigned classes, const char *const *names,
                          double words, FILE *file);

/* A figure from 0 to 1, in per cent; NAN: there is none. And all of SCORES. */
void decision_report_share(const char *name, double share, FILE *file);
void decision_report_scores(const struct weighted_scores *scores, double auc, FILE *file);

/* All features by their information gain. False: there is no memory. */
bool decision_report_ranking(const struct matrix *matrix, unsigned classes, FILE *file);

/* A line of a model, without what would end it. */
void decision_line_write(const char *word, const char *text, size_t len, FILE *file);

/* What a path is called in a model: without folders. */
void decision_set_write(const char *path, FILE *file);

#endif
