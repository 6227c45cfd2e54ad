/*
 * model_path.h - finds model files by name. The library itself loads no files.
 */
#ifndef IO_MODEL_PATH_H
#define IO_MODEL_PATH_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Finds the file of the model NAME, such as "auto" (auto.forest), "en" (en.chargram) or "en-words"
 * (en.wordgram), or a full file name such as "de.wordgram". Searches the folders in the environment
 * variable PITH_MODEL_PATH, separated by colons (semicolons on Windows), then the folder where
 * models are installed. Writes the result to PATH, of SIZE bytes.
 *
 * Returns false if there is no such file, the name is empty or has a slash, or the path is too
 * long.
 */
bool io_model_find(const char *name, char *path, size_t size);

#endif
