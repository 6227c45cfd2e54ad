/*
 * into.c - in: pages and the paths where they were found; out: files at the same relative paths
 * below a folder.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/into.h"
#include "io/output.h"

enum { FOLDER = O_RDONLY | O_DIRECTORY | O_CLOEXEC };

static const char *ending_of(pith_format format)
{
    switch (format) {
    case PITH_FORMAT_MARKDOWN:
        return ".md";
    case PITH_FORMAT_HTML:
    case PITH_FORMAT_EXPLAIN:
        return ".html";
    case PITH_FORMAT_JSON:
        return ".json";
    case PITH_FORMAT_CLEANEVAL:
        return ".cleaneval";
    case PITH_FORMAT_TEXT:
        break;
    }
    return ".txt";
}

/* A new folder is safe on disk only once its parent folder is synced. */
static void sync_above(int folder)
{
    int above = openat(folder, "..", FOLDER);

    if (above < 0)
        return;
    output_sync_folder(above);
    close(above);
}

bool into_open(struct into *into, const char *name, pith_format format, bool sync)
{
    *into = (struct into){.name = name, .ending = ending_of(format), .sync = sync};
    into->written.fd = into->looked.fd = -1;
    into->made = mkdir(name, 0777) == 0;
    if (!into->made && errno != EEXIST) {
        into->folder = -1;
        return io_fail(&into->error, errno, name, "cannot create this folder: %s", strerror(errno));
    }
    into->found = true;
    into->folder = open(name, FOLDER);
    if (into->folder >= 0 && faccessat(into->folder, ".", W_OK | X_OK, 0) == 0) {
        if (into->made && sync)
            sync_above(into->folder);
        return true;
    }
    io_fail(&into->error, errno, name, "cannot write into it: %s", strerror(errno));
    into_deinit(into);
    return false;
}

/* ------------------------------------------------------- overwriting input */

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Is the folder open as FD equal to WHERE or below it? Closes FD. */
static bool is_within(int fd, const struct stat *where)
{
    struct stat here = {0}, before;
    bool found = false, top = fd < 0 || fstat(fd, &here) != 0;

    while (!top && !(found = is_same(&here, where))) {
        int up = openat(fd, "..", FOLDER);

        close(fd);
        fd = up;
        before = here;
        top = fd < 0 || fstat(fd, &here) != 0 || is_same(&here, &before);
    }
    if (fd >= 0)
        close(fd);
    return found;
}

/* Opens the folder that holds the file PATH. Returns -1 if there is none. */
static int open_parent(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *parent = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    int fd = parent ? open(parent, FOLDER) : -1;

    free(parent);
    return fd;
}

static bool ends_so(const char *name, const char *ending)
{
    size_t len = strlen(name), end = strlen(ending);

    return len >= end && strcmp(name + len - end, ending) == 0;
}

/* Could a file in the folder INTO, whose stat is HERE, overwrite OPERAND or pages in it? */
static bool is_at_risk(const struct into *into, const struct stat *here, const char *operand,
                       bool text)
{
    char sample[16] = "a";
    struct stat info;

    if (stat(operand, &info) != 0)
        return false;
    if (!S_ISDIR(info.st_mode))
        return ends_so(operand, into->ending) && is_within(open_parent(operand), here);
    strcat(sample, into->ending);
    return walk_ending(sample, text) > 0 &&
           (is_within(open(operand, FOLDER), here) || is_within(open(into->name, FOLDER), &info));
}

bool into_is_safe(struct into *into, const struct folder_walk *walk)
{
    struct stat here;

    if (fstat(into->folder, &here) != 0)
        return true;
    for (int i = 0; i < walk->count; i++) {
        if (is_at_risk(into, &here, walk->operands[i], walk->text)) {
            if (into->made)
                rmdir(into->name);
            return io_fail(&into->error, 0, walk->operands[i],
                           "%s files in %.512s could overwrite the input; choose another folder",
                           into->ending, into->name);
        }
    }
    return true;
}

/* ------------------------------------------------------------------- paths */

char *into_path(struct into *into, const struct walk_page *page, const char **error)
{
    size_t ending = walk_ending(page->below, false) + walk_ending(page->below, true);
    size_t stem = strlen(page->below) - ending;
    char *path = malloc(stem + strlen(into->ending) + 1);
    uint32_t before = into->taken.count, number;

    *error = "not enough memory";
    if (!path)
        return NULL;
    memcpy(path, page->below, stem);
    strcpy(path + stem, into->ending);
    if (pith__hash_add_bytes(&into->taken, path, strlen(path), &number) == PITH_OK) {
        if (number == before)
            return path;
        *error = "an earlier page has the same name except for its extension or folder, and so the "
                 "same file";
    }
    free(path);
    return NULL;
}

/* ----------------------------------------------------------------- folders */

/* Opens the folder NAME in the folder open as FD. With MAKE, creates it if needed. */
static int open_below(int fd, const char *name, bool make, bool sync)
{
    if (make && mkdirat(fd, name, 0777) == 0) {
        if (sync)
            output_sync_folder(fd);
    } else if (make && errno != EEXIST) {
        return -1;
    }
    return openat(fd, name, FOLDER | O_NOFOLLOW);
}

static void leave(struct into_place *place)
{
    if (place->fd >= 0)
        close(place->fd);
    place->fd = -1;
}

/* Opens the folder of the file at PATH as PLACE, and points NAME to the file's name in PATH.
 * Returns 0 or an errno. */
static int go_to(const struct into *into, struct into_place *place, const char *path, bool make,
                 const char **name)
{
    const char *slash = strrchr(path, '/');
    char *part = place->path;
    size_t len;

    *name = slash ? slash + 1 : path;
    len = (size_t)(*name - path);
    if (place->fd >= 0 && place->len == len && memcmp(place->path, path, len) == 0)
        return 0;
    if (make && into->sync && place->fd >= 0)
        output_sync_folder(place->fd); /* for the files written there */
    leave(place);
    place->fd = fcntl(into->folder, F_DUPFD_CLOEXEC, 0);
    memcpy(place->path, path, len);
    place->path[len] = '\0';
    place->len = len;
    while (place->fd >= 0 && *part) {
        char *end = strchr(part, '/');
        int next, error;

        *end = '\0';
        next = open_below(place->fd, part, make, into->sync);
        error = errno;
        *end = '/';
        leave(place);
        place->fd = next;
        errno = error;
        part = end + 1;
    }
    return place->fd < 0 ? errno : 0;
}

bool into_has(struct into *into, const char *path)
{
    struct stat info;
    const char *name;

    return go_to(into, &into->looked, path, false, &name) == 0 &&
           fstatat(into->looked.fd, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode);
}

/* ----------------------------------------------------------------- writing */

bool into_write(struct into *into, const char *path, const char *data, size_t len)
{
    const char *name;
    int error = go_to(into, &into->written, path, true, &name);
    struct output output;

    snprintf(into->shown, sizeof into->shown, "%s/%s", into->name, path);
    if (error)
        return io_fail(&into->error, error, into->shown, "cannot create its folder: %s",
                       strerror(error));
    if (output_open_in(&output, into->written.fd, name, into->shown, into->sync) &&
        output_close(&output, len == 0 || output_write(&output, data, len)))
        return true;
    into->error = output.error;
    return false;
}

bool into_is_over(const struct into *into)
{
    int error = into->error.code;

    return error == ENOSPC || error == EDQUOT || error == EROFS || error == EIO;
}

void into_deinit(struct into *into)
{
    if (into->sync && into->written.fd >= 0)
        output_sync_folder(into->written.fd);
    leave(&into->written);
    leave(&into->looked);
    if (into->folder >= 0)
        close(into->folder);
    pith__hash_deinit(&into->taken);
}
