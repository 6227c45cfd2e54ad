/*
 * decision_report.h - a readable report of the training data of trees and their metrics, and the
 * facts stored in a model.
 */
#ifndef PITH_DECISION_REPORT_H
#define PITH_DECISION_REPORT_H

#include <stdio.h>

#include "eval/weighted_scores.h"
#include "train/decision.h"

/* The pages, and the fraction of words in each class. NAMES are those of four classes. WORDS are
 * counted before classes were reweighted. */
void decision_report_data(const struct matrix *matrix, unsigned classes, const char *const *names,
                          double words, FILE *file);

/* Prints a figure from 0 to 1 as a percentage; NAN: undefined. decision_report_scores() prints all
 * of SCORES. */
void decision_report_share(const char *name, double share, FILE *file);
void decision_report_scores(const struct weighted_scores *scores, double auc, FILE *file);

/* All features by their information gain. False: there is no memory. */
bool decision_report_ranking(const struct matrix *matrix, unsigned classes, FILE *file);

/* Writes a line of a model, without characters that would end it. */
void decision_line_write(const char *word, const char *text, size_t len, FILE *file);

/* Writes the name of a set for a model: PATH without folders. */
void decision_set_write(const char *path, FILE *file);

#endif
