/*
 * bounds.c - see bounds.h.
 */
#include "bounds.h"

double memory_bound(size_t len, bool plain)
{
    return (plain ? 128.0 : 64.0) * (double)len + 16e6;
}

double output_bound(size_t len, pith_format format)
{
    static const struct {
        double times, more;
    } bounds[] = {
        [PITH_FORMAT_TEXT] = {16, 100e3},      [PITH_FORMAT_MARKDOWN] = {80, 100e3},
        [PITH_FORMAT_HTML] = {100, 100e3},     [PITH_FORMAT_JSON] = {160, 500e3},
        [PITH_FORMAT_CLEANEVAL] = {16, 100e3}, [PITH_FORMAT_EXPLAIN] = {240, 200e3},
    };
    return bounds[format].times * (double)len + bounds[format].more;
}
