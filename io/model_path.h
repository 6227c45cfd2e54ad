/*
 * model_path.h - where the files of models are found by name. The library itself loads nothing.
 */
#ifndef IO_MODEL_PATH_H
#define IO_MODEL_PATH_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Finds the file of the model NAME, such as "auto" (auto.forest), "en" (en.chargram) or "en-words"
 * (en.wordgram), or of a whole file name such as "de.wordgram". Folders are those of the
 * environment variable PITH_MODEL_PATH, with colons between them (semicolons on Windows), then the
 * folder that models are installed in. PATH, of SIZE bytes, gets its path.
 *
 * False: there is no such file, the name is empty or has a slash, or its path is too long.
 */
bool io_model_find(const char *name, char *path, size_t size);

#endif
