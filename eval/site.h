/*
 * site.h - which site a URL belongs to.
 */
#ifndef PITH_SITE_H
#define PITH_SITE_H

#include "base/base.h"

/* The registered domain in URL, such as "example.co.uk" for "https://www.example.co.uk/a". Uses a
 * rule (two labels; three if the second is a country's own com, co, org, ac, gov ...) instead of
 * the public suffix list. Empty if there is no host. The result points into URL. */
struct pith__span site_of(struct pith__span url);

#endif
