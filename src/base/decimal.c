/*
 * decimal.c - see decimal.h.
 */
#include "base/decimal.h"

bool pith__decimal_read(struct pith__span text, double *number)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    size_t i = 0, digits = 0;
    uint64_t value = 0;
    int exponent = 0, scale = 0;
    bool negative = i < text.len && text.ptr[i] == '-', point = false;
    for (i += negative; i < text.len; i++) {
        if (text.ptr[i] == '.' && !point) {
            point = true;
            continue;
        }
        if (text.ptr[i] < '0' || text.ptr[i] > '9' || ++digits > 15)
            break;
        value = value * 10 + (uint64_t)(text.ptr[i] - '0');
        exponent -= point;
    }
    if (digits == 0)
        return false;
    if (i < text.len && text.ptr[i] == 'e') {
        bool minus = ++i < text.len && text.ptr[i] == '-';
        i += minus || (i < text.len && text.ptr[i] == '+');
        size_t from = i;
        for (; i < text.len && i < from + 2 && text.ptr[i] >= '0' && text.ptr[i] <= '9'; i++)
            scale = scale * 10 + (text.ptr[i] - '0');
        if (i == from)
            return false;
        exponent += minus ? -scale : scale;
    }
    if (i < text.len || exponent < -22 || exponent > 22)
        return false;
    *number = exponent < 0 ? (double)value / tens[-exponent] : (double)value * tens[exponent];
    if (negative)
        *number = -*number;
    return true;
}
