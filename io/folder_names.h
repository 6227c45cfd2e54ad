/*
 * folder_names.h - the wanted names in a folder, sorted by their bytes. Only this module reads
 * folders; folder_walk.h descends into subfolders.
 */
#ifndef PITH_FOLDER_NAMES_H
#define PITH_FOLDER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Names that begin with a dot are always skipped. */
enum folder_want {
    FOLDER_LEAVE,
    FOLDER_FILE,
    FOLDER_FOLDER /* a slash is appended to the name and counts for sorting */
};

struct folder_names {
    char *text; /* all names, each ending in a NUL */
    const char **names;
    size_t count;
};

/*
 * Lists the folder PATH. WANTED is called for each NAME in it, with the folder open as DIR; if
 * WANTED is NULL, every name is taken as a file. Returns 0 or an errno. After an error NAMES holds
 * what was found so far and must still be freed.
 */
int folder_names_read(struct folder_names *names, const char *path,
                      enum folder_want (*wanted)(int dir, const char *name, const void *user),
                      const void *user);

void folder_names_deinit(struct folder_names *names);

#endif
