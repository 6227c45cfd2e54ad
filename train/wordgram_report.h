/*
 * wordgram_report.h - what was counted and fitted for a model of words, for people.
 */
#ifndef PITH_WORDGRAM_REPORT_H
#define PITH_WORDGRAM_REPORT_H

#include <stdio.h>

#include "train/wordgram_file.h"
#include "train/wordgram_fit.h"

/* How much text there was, and what is kept of it. */
void wordgram_report_counts(const struct wordgram_fit *fit, FILE *file);

/* How exact the model is on text that was held out. */
void wordgram_report_measured(const struct wordgram_measured *measured,
                              enum pith__wordgram_estimate estimate, FILE *file);

/* All that the model keeps, with counts and exact log probabilities. */
void wordgram_report_all(const struct wordgram_fit *fit, const char *estimate, FILE *file);

#endif
