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

bool pith__number_read(struct pith__span text, double *number)
{
    enum { DIGITS_MOST = 15, EXPONENT_MOST = 999 };
    size_t i = 0, digits = 0;
    uint64_t value = 0;
    int exponent = 0, scale = 0;
    bool negative = text.len > 0 && text.ptr[0] == '-', point = false, any = false;
    for (i += text.len > 0 && (negative || text.ptr[0] == '+'); i < text.len; i++) {
        unsigned char c = text.ptr[i];
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9')
            break;
        any = true;
        if (digits == DIGITS_MOST) {
            exponent += !point;
            continue;
        }
        value = value * 10 + (uint64_t)(c - '0');
        digits += value > 0;
        exponent -= point;
    }
    if (any && i < text.len && (text.ptr[i] == 'e' || text.ptr[i] == 'E')) {
        bool minus = ++i < text.len && text.ptr[i] == '-';
        i += minus || (i < text.len && text.ptr[i] == '+');
        size_t from = i;
        for (; i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9'; i++)
            scale = scale < EXPONENT_MOST ? scale * 10 + (text.ptr[i] - '0') : scale;
        any = i > from;
        exponent += minus ? -scale : scale;
    }
    if (!any || i < text.len)
        return false;
    *number = negative ? -(double)value : (double)value;
    for (; exponent > 0 && value > 0 && *number > -1e300 && *number < 1e300; exponent--)
        *number *= 10;
    for (; exponent < 0 && (*number > 0 || *number < 0); exponent++)
        *number /= 10;
    return true;
}
