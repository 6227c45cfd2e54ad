/*
 * site.h - which site an address belongs to.
 */
#ifndef PITH_SITE_H
#define PITH_SITE_H

#include "base/base.h"

/* The registered domain in URL, such as "example.co.uk" of "https://www.example.co.uk/a": the part
 * of the host that someone bought. By rule (two labels; three where the second is a country's own
 * com, co, org, ac, gov ...), not by the public suffix list. Empty where there is no host. The
 * result is a part of URL. */
struct pith__span site_of(struct pith__span url);

#endif
