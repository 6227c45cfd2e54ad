/*
 * folder_names.c - in: a folder; out: the wanted names in it, sorted.
 */
#include "io/folder_names.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Names collected so far. */
struct listing {
    char *text; /* each ends in a NUL */
    size_t len, cap, count;
};

static bool add_name(struct listing *listing, const char *name, bool folder)
{
    size_t len = strlen(name);

    if (listing->cap - listing->len < len + 2) {
        size_t cap = 2 * listing->cap + len + 4096;
        char *text = realloc(listing->text, cap);

        if (!text)
            return false;
        listing->text = text;
        listing->cap = cap;
    }
    memcpy(listing->text + listing->len, name, len + 1);
    if (folder)
        memcpy(listing->text + listing->len + len, "/", 2);
    listing->len += len + 1 + folder;
    listing->count++;
    return true;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns false when out of memory. */
static bool sort(struct folder_names *names, const struct listing *listing)
{
    const char *name = listing->text;

    *names = (struct folder_names){.text = listing->text};
    names->names = malloc((listing->count + 1) * sizeof *names->names);
    if (!names->names)
        return false;
    for (; names->count < listing->count; names->count++) {
        names->names[names->count] = name;
        name += strlen(name) + 1;
    }
    qsort(names->names, names->count, sizeof *names->names, compare);
    return true;
}

int folder_names_read(struct folder_names *names, const char *path,
                      enum folder_want (*wanted)(int dir, const char *name, const void *user),
                      const void *user)
{
    struct listing listing = {0};
    DIR *dir = opendir(path);
    struct dirent *entry;
    int error = 0;

    *names = (struct folder_names){0};
    if (!dir)
        return errno;
    while (error == 0 && (errno = 0, entry = readdir(dir)) != NULL) {
        const char *name = entry->d_name;
        enum folder_want want = name[0] == '.' ? FOLDER_LEAVE
                                : wanted       ? wanted(dirfd(dir), name, user)
                                               : FOLDER_FILE;

        if (want != FOLDER_LEAVE && !add_name(&listing, name, want == FOLDER_FOLDER))
            error = ENOMEM;
    }
    if (error == 0)
        error = errno;
    closedir(dir);
    return sort(names, &listing) ? error : ENOMEM;
}

void folder_names_deinit(struct folder_names *names)
{
    free(names->text);
    free(names->names);
    *names = (struct folder_names){0};
}
