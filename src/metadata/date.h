/*
 * date.h - reads dates. In: text as people and programs write it. Out: ISO 8601.
 */
#ifndef PITH_DATE_H
#define PITH_DATE_H

#include "base/base.h"

struct pith__date {
    size_t begin; /* its offset in the text */
    unsigned year;
    unsigned month; /* 0: unknown */
    unsigned day;   /* 0: unknown */
    bool has_time;
    unsigned hour, minute, second;
    bool has_zone;
    int zone; /* minutes east of UTC */
};

/* How to read a date. */
enum {
    PITH__DATE_MONTH_FIRST = 1, /* 05/12/2020 is May 12 */
    PITH__DATE_FIELD =
        2 /* TEXT is a field for a date: it may hold just a month, a year or seconds since 1970 */
};

/*
 * Finds the first date in TEXT, valid UTF-8: ISO 8601, RFC 822, "May 12th, 2020", "12. Mai 2020",
 * "12 de mayo de 2020", "12.05.2020", "5/12/20" and so on, with the time after it if there is one.
 * Returns the position after it, or 0 if there is none.
 */
size_t pith__date_find(struct pith__span text, unsigned how, struct pith__date *date);

/* Writes "2020-05-12", "2020-05-12T10:00:00+02:00", "2020-05" or "2020"; returns the length. */
enum { PITH__DATE_ROOM = 32 };
size_t pith__date_format(const struct pith__date *date, char out[PITH__DATE_ROOM]);

#endif
