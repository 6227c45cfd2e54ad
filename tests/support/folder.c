/*
 * folder.c - see folder.h.
 */
#include "folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void require(int condition, const char *what)
{
    if (!condition) {
        perror(what);
        exit(1);
    }
}

void folder_make(struct folder *folder)
{
    memset(folder, 0, sizeof *folder);
    snprintf(folder->path, sizeof folder->path, "/tmp/pith-test-XXXXXX");
    require(mkdtemp(folder->path) != NULL, folder->path);
}

void folder_remove(struct folder *folder)
{
    while (folder->count > 0)
        remove(folder->made[--folder->count]);
    rmdir(folder->path);
}

const char *folder_path(struct folder *folder, const char *name)
{
    size_t len = (size_t)snprintf(folder->name, sizeof folder->name, "%s/%s", folder->path, name);
    require(len < sizeof folder->name, name);
    return folder->name;
}

/* Remembers what is new, to be removed. */
static const char *remember(struct folder *folder, const char *name)
{
    const char *path = folder_path(folder, name);
    if (access(path, F_OK) != 0) {
        require(folder->count < sizeof folder->made / sizeof *folder->made, "too many files");
        memcpy(folder->made[folder->count++], folder->name, sizeof folder->name);
    }
    return path;
}

const char *folder_write(struct folder *folder, const char *name, const void *data, size_t len)
{
    const char *path = remember(folder, name);
    FILE *file = fopen(path, "wb");
    require(file != NULL, path);
    require(len == 0 || fwrite(data, 1, len, file) == len, path);
    require(fclose(file) == 0, path);
    return path;
}

const char *folder_text(struct folder *folder, const char *name, const char *text)
{
    return folder_write(folder, name, text, strlen(text));
}

void folder_sub(struct folder *folder, const char *name)
{
    const char *path = remember(folder, name);
    require(mkdir(path, 0700) == 0, path);
}
