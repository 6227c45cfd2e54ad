/*
 * folder_names.h - the names in a folder, those that are wanted, in the order of their bytes. This
 * is the one place that reads a folder; folder_walk.h goes into those below.
 */
#ifndef PITH_FOLDER_NAMES_H
#define PITH_FOLDER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Names that begin with a dot are never wanted. */
enum folder_want {
    FOLDER_LEAVE,
    FOLDER_FILE,
    FOLDER_FOLDER /* a slash is added to the name, and counts in the order */
};

struct folder_names {
    char *text; /* all of them */
    const char **names;
    size_t count;
};

/*
 * Lists the folder PATH. WANTED is asked about each NAME in it, where it is open as DIR; NULL: all
 * are files that are wanted. Returns 0 or an errno; NAMES then has what was found before, and is to
 * be freed all the same.
 */
int folder_names_read(struct folder_names *names, const char *path,
                      enum folder_want (*wanted)(int dir, const char *name, const void *user),
                      const void *user);

void folder_names_deinit(struct folder_names *names);

#endif
