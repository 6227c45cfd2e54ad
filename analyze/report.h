/*
 * report.h - findings as text for people and as JSON for programs.
 */
#ifndef PITH_REPORT_H
#define PITH_REPORT_H

#include "analyze/findings.h"
#include "base/writer.h"

/* A readable report, with the figures of Boilerpipe's paper beside those found here. */
void report_text(const struct findings *findings, struct pith__writer *writer);

/* One JSON object and a line feed. docs/reference/json.md lists its fields. */
void report_json(const struct findings *findings, struct pith__writer *writer);

#endif
