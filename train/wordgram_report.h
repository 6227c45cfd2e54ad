/*
 * wordgram_report.h - a readable report of what was counted and fitted for a word model.
 */
#ifndef PITH_WORDGRAM_REPORT_H
#define PITH_WORDGRAM_REPORT_H

#include <stdio.h>

#include "train/wordgram_file.h"
#include "train/wordgram_fit.h"

/* How much text there was, and how much of it the model keeps. */
void wordgram_report_counts(const struct wordgram_fit *fit, FILE *file);

/* How accurate the model is on held-out text. */
void wordgram_report_measured(const struct wordgram_measured *measured,
                              enum pith__wordgram_estimate estimate, FILE *file);

/* Everything in the model, with counts and exact log probabilities. */
void wordgram_report_all(const struct wordgram_fit *fit, const char *estimate, FILE *file);

#endif
