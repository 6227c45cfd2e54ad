/*
 * report.h - writes findings as readable text or JSON.
 */
#ifndef PITH_REPORT_H
#define PITH_REPORT_H

#include "analyze/findings.h"
#include "base/writer.h"

/* A readable report, with the values of Boilerpipe's paper next to those found here. */
void report_text(const struct findings *findings, struct pith__writer *writer);

/* One JSON object and a line feed. docs/reference/json.md lists its fields. */
void report_json(const struct findings *findings, struct pith__writer *writer);

#endif
