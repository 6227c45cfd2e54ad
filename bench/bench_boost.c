/*
 * bench_boost.c - trains a forest on the first rows of a matrix and prints its log loss on the
 * rest; used by boost_compare.py.
 *
 *     bench_boost MATRIX ROWS TRAINED COLUMNS TREES DEPTH LEAVES RATE LAMBDA LEAST_WEIGHT THREADS
 *
 * MATRIX has 32-bit floats in native byte order: (ROWS, COLUMNS) values, ROWS targets, ROWS
 * weights. The first TRAINED rows are for training.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "meter.h"
#include "train/boost.h"
#include "train/calibrate.h"

int main(int argc, char **argv)
{
    if (argc != 12) {
        fprintf(stderr, "usage: see the start of bench_boost.c\n");
        return 2;
    }
    size_t rows = (size_t)atol(argv[2]), trained = (size_t)atol(argv[3]);
    size_t columns = (size_t)atol(argv[4]), count = rows * (columns + 2);
    float *values = malloc(count * sizeof *values);
    double *chances = malloc((rows + 1) * sizeof *chances);
    FILE *file = fopen(argv[1], "rb");
    if (values == NULL || chances == NULL || file == NULL || trained > rows ||
        fread(values, sizeof *values, count, file) != count) {
        fprintf(stderr, "bench_boost: cannot read %s\n", argv[1]);
        return 1;
    }
    fclose(file);
    const float *targets = values + rows * columns, *weights = targets + rows;
    const struct boost_rows data = {.count = trained,
                                    .columns = columns,
                                    .values = values,
                                    .targets = targets,
                                    .weights = weights};
    struct boost_options options;
    struct boost_forest forest;
    boost_options_init(&options);
    options.trees = (unsigned)atoi(argv[5]);
    options.depth = (unsigned)atoi(argv[6]);
    options.leaves = (unsigned)atoi(argv[7]);
    options.rate = atof(argv[8]);
    options.lambda = atof(argv[9]);
    options.least_weight = atof(argv[10]);
    options.threads = (unsigned)atoi(argv[11]);
    double start = meter_seconds();
    if (!boost_train(&data, NULL, &options, &forest, NULL, NULL))
        return 1;
    double seconds = meter_seconds() - start;
    for (size_t i = 0; i < rows; i++)
        chances[i] = 1 / (1 + exp(-boost_score(&forest, values + i * columns)));
    printf("%.6f %.6f %.1f\n", log_loss(chances, targets, weights, trained),
           log_loss(chances + trained, targets + trained, weights + trained, rows - trained),
           seconds);
    boost_forest_deinit(&forest);
    free(values);
    free(chances);
    return 0;
}
