/*
 * boost_bins.c - in: columns of numbers; out: the bin of each, at most 256 per column.
 */
#include <math.h>
#include <stdlib.h>

#include "train/boost_parts.h"

/* Number of rows sampled to find the bin borders. */
enum { SAMPLE = 200000 };

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

/* Rounds X down to half precision, so that thresholds fit in 16 bits. */
static float half_floor(float x)
{
    const double most = 65504;
    int power;
    double step;

    frexp((double)x, &power);
    step = ldexp(1, (power > -13 ? power : -13) - 11);
    return (float)fmin(fmax(floor((double)x / step) * step, -most), most);
}

/* Finds a half-precision border near the middle of two neighbours, so that unseen values fall to
 * the nearer side. Returns false if there is none. */
static bool between(float low, float high, float *border)
{
    float middle = low + (high - low) / 2;

    *border = half_floor(middle);
    if (*border < low)
        *border = -half_floor(-middle);
    return *border >= low && *border < high;
}

/* Finds borders that split the sorted VALUES into bins of about the same size. Equal values share a
 * bin. If there are few distinct values, each has its own bin unless no border separates them. */
static void find_borders(struct boost_column *column, const float *values, size_t count)
{
    size_t different = count > 0, bin_size, begun = 0;

    for (size_t i = 1; i < count; i++)
        different += values[i] != values[i - 1];
    bin_size = different <= BOOST_BINS ? 1 : count / BOOST_BINS + 1;
    column->bins = 1;
    for (size_t i = 1; i < count && column->bins < BOOST_BINS; i++) {
        if (values[i] == values[i - 1] || i - begun < bin_size ||
            !between(values[i - 1], values[i], &column->borders[column->bins - 1]))
            continue;
        column->bins++;
        begun = i;
    }
}

static uint8_t bin_of(const struct boost_column *column, float value)
{
    unsigned low = 0, high = column->bins - 1;

    while (low < high) {
        unsigned middle = (low + high) / 2;

        if (value <= column->borders[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return (uint8_t)low;
}

static bool fill_bins(struct boost_bins *bins, const struct boost_rows *rows)
{
    size_t step = rows->count / SAMPLE + 1;
    float *sample = malloc((rows->count / step + 1) * sizeof *sample);

    if (!sample)
        return false;
    for (size_t c = 0; c < rows->columns; c++) {
        size_t count = 0;

        for (size_t i = 0; i < rows->count; i += step)
            sample[count++] = rows->values[i * rows->columns + c];
        qsort(sample, count, sizeof *sample, by_value);
        find_borders(&bins->columns[c], sample, count);
        for (size_t i = 0; i < rows->count; i++)
            bins->bins[c * rows->count + i] =
                bin_of(&bins->columns[c], rows->values[i * rows->columns + c]);
    }
    free(sample);
    return true;
}

struct boost_bins *boost_bins_new(const struct boost_rows *rows)
{
    struct boost_bins *bins = calloc(1, sizeof *bins);

    if (!bins)
        return NULL;
    bins->columns = calloc(rows->columns + 1, sizeof *bins->columns);
    bins->bins = malloc((rows->count + 1) * (rows->columns + 1));
    if (bins->columns && bins->bins && fill_bins(bins, rows))
        return bins;
    boost_bins_free(bins);
    return NULL;
}

void boost_bins_free(struct boost_bins *bins)
{
    if (!bins)
        return;
    free(bins->columns);
    free(bins->bins);
    free(bins);
}
