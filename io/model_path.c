/*
 * model_path.c - see model_path.h.
 */
#include "io/model_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>

/* Set by the build to the folder where models are installed. */
#ifndef PITH_MODEL_FOLDER
#define PITH_MODEL_FOLDER "/usr/local/share/pith"
#endif

#if defined(_WIN32)
#define SEPARATOR ';'
#else
#define SEPARATOR ':'
#endif

static bool is_file(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool find_in(const char *folder, size_t folder_len, const char *name, char *path,
                    size_t size)
{
    int len = snprintf(path, size, "%.*s/%s", (int)folder_len, folder, name);

    return len > 0 && (size_t)len < size && is_file(path);
}

bool io_model_find(const char *name, char *path, size_t size)
{
    const char *folders = getenv("PITH_MODEL_PATH");

    if (size > 0)
        path[0] = '\0';
    if (name[0] == '\0' || strpbrk(name, "/\\") != NULL || strlen(name) > 255)
        return false;
    while (folders != NULL && *folders != '\0') {
        const char *end = strchr(folders, SEPARATOR);
        size_t len = end != NULL ? (size_t)(end - folders) : strlen(folders);

        if (len > 0 && len < 4096 && find_in(folders, len, name, path, size))
            return true;
        folders = end != NULL ? end + 1 : NULL;
    }
    if (find_in(PITH_MODEL_FOLDER, strlen(PITH_MODEL_FOLDER), name, path, size))
        return true;
    if (size > 0)
        path[0] = '\0';
    return false;
}
