/*
 * fit.c - Levenberg-Marquardt with a small dense solver.
 *
 * The search is over angles t, with p = low + (high - low) * (1 + sin t) / 2, so that no step can
 * leave the bounds. Derivatives are numerical: a curve only has to provide its value.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/fit.h"

enum { ROUNDS = 400 };

/* The normal equations J'J step = J'r of one round; only the lower triangle of J'J is filled. */
struct normal {
    double matrix[FIT_PARAMETERS][FIT_PARAMETERS];
    double right[FIT_PARAMETERS];
};

/* State of one search. RESIDUALS has one element per point, JACOBIAN one row. */
struct search {
    const struct fit_model *model;
    const struct fit_points *points;
    double *residuals, *jacobian;
};

static void to_parameters(const struct fit_model *model, const double *angles, double *p)
{
    for (size_t i = 0; i < model->count; i++)
        p[i] = model->low[i] + (model->high[i] - model->low[i]) * (1 + sin(angles[i])) / 2;
}

/* Stays off the bounds themselves: there the slope is zero, and no step would lead away. */
static void to_angles(const struct fit_model *model, const double *p, double *angles)
{
    for (size_t i = 0; i < model->count; i++) {
        double place = 2 * (p[i] - model->low[i]) / (model->high[i] - model->low[i]) - 1;

        angles[i] = asin(fmax(-0.999, fmin(0.999, place)));
    }
}

/* Fills RESIDUALS and returns the sum of their squares. */
static double residuals_at(const struct search *search, const double *angles, double *residuals)
{
    const struct fit_model *model = search->model;
    const struct fit_points *points = search->points;
    double p[FIT_PARAMETERS], sum = 0;

    to_parameters(model, angles, p);
    for (size_t i = 0; i < points->count; i++) {
        residuals[i] = points->y[i] - model->curve(points->x[i], p, model->user);
        sum += residuals[i] * residuals[i];
    }
    return sum;
}

/* Derivatives of the curve with respect to each angle, by central differences. */
static void jacobian_at(const struct search *search, const double *angles)
{
    const double step = 1e-6;
    const struct fit_model *model = search->model;
    const struct fit_points *points = search->points;

    for (size_t k = 0; k < model->count; k++) {
        double moved[FIT_PARAMETERS], before[FIT_PARAMETERS], behind[FIT_PARAMETERS];

        memcpy(moved, angles, model->count * sizeof *moved);
        moved[k] = angles[k] - step;
        to_parameters(model, moved, before);
        moved[k] = angles[k] + step;
        to_parameters(model, moved, behind);
        for (size_t i = 0; i < points->count; i++)
            search->jacobian[i * model->count + k] =
                (model->curve(points->x[i], behind, model->user) -
                 model->curve(points->x[i], before, model->user)) /
                (2 * step);
    }
}

static void make_normal(const struct search *search, struct normal *normal)
{
    size_t count = search->model->count;

    memset(normal, 0, sizeof *normal);
    for (size_t i = 0; i < search->points->count; i++) {
        const double *row = search->jacobian + i * count;

        for (size_t a = 0; a < count; a++) {
            normal->right[a] += row[a] * search->residuals[i];
            for (size_t b = 0; b <= a; b++)
                normal->matrix[a][b] += row[a] * row[b];
        }
    }
}

/* Solves (J'J + DAMPING * its diagonal) STEP = J'r by Cholesky decomposition. Returns false if
 * there is no solution. */
static bool solve(const struct normal *normal, size_t count, double damping, double *step)
{
    double lower[FIT_PARAMETERS][FIT_PARAMETERS];

    for (size_t a = 0; a < count; a++) {
        for (size_t b = 0; b <= a; b++) {
            double sum = normal->matrix[a][b];

            /* A parameter without influence at this point still gets a diagonal element. */
            if (a == b)
                sum += damping * fmax(sum, 1e-12);
            for (size_t k = 0; k < b; k++)
                sum -= lower[a][k] * lower[b][k];
            if (a == b && !(sum > 0))
                return false;
            lower[a][b] = a == b ? sqrt(sum) : sum / lower[b][b];
        }
    }
    for (size_t a = 0; a < count; a++) {
        step[a] = normal->right[a];
        for (size_t k = 0; k < a; k++)
            step[a] -= lower[a][k] * step[k];
        step[a] /= lower[a][a];
    }
    for (size_t a = count; a-- > 0;) {
        for (size_t k = a + 1; k < count; k++)
            step[a] -= lower[k][a] * step[k];
        step[a] /= lower[a][a];
    }
    return true;
}

/* Tries steps with increasing damping until one lowers the sum, and moves ANGLES there. Returns
 * false if none does: this is a minimum. TRIED has room for the residuals. */
static bool descend(struct search *search, double *angles, double *sum, double *damping,
                    double *tried)
{
    const size_t count = search->model->count;
    struct normal normal;

    jacobian_at(search, angles);
    make_normal(search, &normal);
    for (; *damping < 1e12; *damping *= 4) {
        double step[FIT_PARAMETERS], next[FIT_PARAMETERS], lower;

        if (!solve(&normal, count, *damping, step))
            continue;
        for (size_t k = 0; k < count; k++)
            next[k] = angles[k] + step[k];
        lower = residuals_at(search, next, tried);
        if (lower < *sum) {
            memcpy(angles, next, count * sizeof *angles);
            memcpy(search->residuals, tried, search->points->count * sizeof *tried);
            *sum = lower;
            *damping = fmax(*damping / 10, 1e-12);
            return true;
        }
    }
    return false;
}

/* Descends from START to a local minimum: stores the parameters in P, returns the sum. */
static double search_from(struct search *search, const double *start, double *tried, double *p)
{
    double angles[FIT_PARAMETERS], damping = 1e-3, sum;
    unsigned still = 0;

    to_angles(search->model, start, angles);
    sum = residuals_at(search, angles, search->residuals);
    for (unsigned round = 0; round < ROUNDS && still < 5; round++) {
        double before = sum;

        if (!descend(search, angles, &sum, &damping, tried))
            break;
        still = before - sum <= 1e-12 * before ? still + 1 : 0;
    }
    to_parameters(search->model, angles, p);
    return sum;
}

/* Sum of squared deviations of the points' heights from their mean. */
static double spread(const struct fit_points *points)
{
    double mean = 0, sum = 0;

    for (size_t i = 0; i < points->count; i++)
        mean += points->y[i] / (double)points->count;
    for (size_t i = 0; i < points->count; i++)
        sum += (points->y[i] - mean) * (points->y[i] - mean);
    return sum;
}

void fit_measure(struct fit *fit, const struct fit_model *model, const struct fit_points *points)
{
    double freedom = (double)points->count - (double)model->count;
    double total = spread(points);

    fit->points = points->count;
    fit->sse = 0;
    for (size_t i = 0; i < points->count; i++) {
        double off = points->y[i] - model->curve(points->x[i], fit->p, model->user);

        fit->sse += off * off;
    }
    fit->r2 = 1 - fit->sse / total;
    fit->adjusted_r2 = 1 - fit->sse / freedom / (total / (double)(points->count - 1));
    fit->rmse = sqrt(fit->sse / freedom);
}

bool fit_run(struct fit *fit, const struct fit_model *model, const struct fit_points *points,
             const double *starts, size_t start_count)
{
    struct search search = {.model = model, .points = points};
    double best = INFINITY;
    double *memory;

    if (points->count <= model->count || !(spread(points) > 0))
        return false;
    memory = calloc(points->count, (2 + model->count) * sizeof *memory);
    if (!memory)
        return false;
    search.residuals = memory + points->count;
    search.jacobian = memory + 2 * points->count;
    for (size_t i = 0; i < start_count; i++) {
        double p[FIT_PARAMETERS];
        double sum = search_from(&search, starts + i * model->count, memory, p);

        if (sum < best) {
            best = sum;
            memcpy(fit->p, p, model->count * sizeof *p);
        }
    }
    free(memory);
    if (!isfinite(best))
        return false;
    fit_measure(fit, model, points);
    return true;
}
