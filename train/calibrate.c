/*
 * calibrate.c - see calibrate.h. Platt, "Probabilistic outputs for support vector machines" (1999);
 * pool adjacent violators: Ayer et al. (1955).
 */
#include "train/calibrate.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* ------------------------------------------------------------------- Platt */

static double loss_of(const double *scores, const float *targets, const float *weights,
                      size_t count, double slope, double shift)
{
    double loss = 0;
    for (size_t i = 0; i < count; i++) {
        double s = slope * scores[i] + shift;
        loss += (double)weights[i] * (fmax(s, 0) + log1p(exp(-fabs(s))) - (double)targets[i] * s);
    }
    return loss;
}

/* Newton's method with step halving; the problem is convex. */
void platt_fit(const double *scores, const float *targets, const float *weights, size_t count,
               double *slope, double *shift)
{
    enum { ROUNDS = 50, HALVINGS = 30 };
    double a = 1, b = 0, loss = loss_of(scores, targets, weights, count, a, b);
    for (int round = 0; round < ROUNDS; round++) {
        double ga = 0, gb = 0, haa = 1e-9, hab = 0, hbb = 1e-9;
        for (size_t i = 0; i < count; i++) {
            double s = scores[i], w = (double)weights[i];
            double p = 1 / (1 + exp(-(a * s + b)));
            double g = w * (p - (double)targets[i]), h = w * p * (1 - p);
            ga += g * s;
            gb += g;
            haa += h * s * s;
            hab += h * s;
            hbb += h;
        }
        double det = haa * hbb - hab * hab;
        if (!(det > 0))
            break;
        double da = (hbb * ga - hab * gb) / det, db = (haa * gb - hab * ga) / det, step = 1;
        double next = INFINITY;
        for (int i = 0; i < HALVINGS; i++, step /= 2) {
            next = a - step * da > 1e-3
                       ? loss_of(scores, targets, weights, count, a - step * da, b - step * db)
                       : INFINITY;
            if (next < loss)
                break;
        }
        if (!(next < loss))
            break;
        a -= step * da;
        b -= step * db;
        if (loss - next < 1e-12 * fabs(loss))
            break;
        loss = next;
    }
    *slope = a;
    *shift = b;
}

/* ------------------------------------------------------------------ curves */

struct sample {
    double x, y, weight;
    size_t order;
};

static int by_x(const void *a, const void *b)
{
    const struct sample *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->order < q->order ? -1 : p->order > q->order;
}

static struct sample join(struct sample a, struct sample b)
{
    double weight = a.weight + b.weight;
    return (struct sample){.x = (a.x * a.weight + b.x * b.weight) / weight,
                           .y = (a.y * a.weight + b.y * b.weight) / weight,
                           .weight = weight};
}

/* Merges sorted samples into parts of equal weight, in place. Returns their number. */
static size_t make_bins(struct sample *samples, size_t count, size_t bins)
{
    double whole = 0, done = 0;
    size_t made = 0, bin = SIZE_MAX;
    for (size_t i = 0; i < count; i++)
        whole += samples[i].weight;
    for (size_t i = 0; i < count; i++) {
        double weight = samples[i].weight;
        size_t here = (size_t)(done / whole * (double)bins);
        if (here != bin)
            samples[made++] = samples[i];
        else
            samples[made - 1] = join(samples[made - 1], samples[i]);
        bin = here;
        done += weight;
    }
    return made;
}

static size_t pool(struct sample *samples, size_t count)
{
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        samples[made++] = samples[i];
        while (made > 1 && samples[made - 2].y >= samples[made - 1].y) {
            samples[made - 2] = join(samples[made - 2], samples[made - 1]);
            made--;
        }
    }
    return made;
}

static float unit(double number)
{
    return (float)fmin(fmax(number, 0), 1);
}

bool curve_fit(const double *x, const double *y, const float *weights, size_t count, size_t bins,
               struct curve *curve)
{
    struct sample *samples = malloc((count + 1) * sizeof *samples);
    size_t used = 0;
    curve->count = 0;
    if (samples == NULL)
        return false;
    if (bins > CURVE_POINTS)
        bins = CURVE_POINTS;
    for (size_t i = 0; i < count; i++) {
        double weight = weights != NULL ? (double)weights[i] : 1;
        if (weight > 0)
            samples[used++] = (struct sample){x[i], y[i], weight, i};
    }
    qsort(samples, used, sizeof *samples, by_x);
    used = pool(samples, make_bins(samples, used, bins));
    for (size_t i = 0; i < used; i++) {
        size_t n = curve->count;
        float px = unit(samples[i].x), py = unit(samples[i].y);
        if (n > 0 && (px <= curve->x[n - 1] || py < curve->y[n - 1]))
            continue;
        curve->x[n] = px;
        curve->y[n] = py;
        curve->count++;
    }
    free(samples);
    return true;
}

double log_loss(const double *chances, const float *targets, const float *weights, size_t count)
{
    double loss = 0, all = 0;
    for (size_t i = 0; i < count; i++) {
        double p = fmin(fmax(chances[i], 1e-7), 1 - 1e-7), t = (double)targets[i];
        loss -= (double)weights[i] * (t * log(p) + (1 - t) * log(1 - p));
        all += (double)weights[i];
    }
    return all > 0 ? loss / all : 0;
}
