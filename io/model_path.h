/*
 * model_path.h - where files of models are found. The library itself loads nothing.
 */
#ifndef IO_MODEL_PATH_H
#define IO_MODEL_PATH_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Finds the file of a model, such as "en.wordgram". Folders are those of the environment variable
 * PITH_MODEL_PATH, with colons between them (semicolons on Windows), then the folder that models
 * are installed in. PATH, of SIZE bytes, gets its path.
 *
 * Returns false if there is no such file, the name is empty or has a slash, or the path is too
 * long.
 */
bool io_model_find(const char *name, char *path, size_t size);

#endif
