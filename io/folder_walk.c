/*
 * folder_walk.c - in: names of files and folders; out: the path of each page.
 *
 * A stack of sorted listings holds the current folder and its parents. A folder is sorted as if its
 * name ended with a slash, which makes the order that of whole paths.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "io/folder_walk.h"

size_t walk_ending(const char *name, bool text)
{
    static const char *const pages[] = {".html", ".htm", ".xhtml", NULL};
    static const char *const texts[] = {".txt", NULL};
    size_t len = strlen(name);

    for (const char *const *each = text ? texts : pages; *each; each++) {
        size_t ending = strlen(*each);

        if (len > ending && strcasecmp(name + len - ending, *each) == 0)
            return ending;
    }
    return 0;
}

/* Folders and pages are wanted. What stat() cannot examine is taken for a file; reading it will
 * report the error. */
static enum folder_want consider(int dir, const char *name, const void *user)
{
    const struct folder_walk *walk = user;
    struct stat info;
    bool known = fstatat(dir, name, &info, AT_SYMLINK_NOFOLLOW) == 0;

    if (known && S_ISDIR(info.st_mode))
        return FOLDER_FOLDER;
    if (walk_ending(name, walk->text) == 0)
        return FOLDER_LEAVE;
    if (known && S_ISLNK(info.st_mode))
        known = fstatat(dir, name, &info, 0) == 0;
    return known && !S_ISREG(info.st_mode) ? FOLDER_LEAVE : FOLDER_FILE;
}

/* ----------------------------------------------------------------- walking */

static void leave(struct folder_walk *walk)
{
    folder_names_deinit(&walk->levels[--walk->depth].names);
}

/* Descends into the folder in walk->path. Returns NULL or an error message; even then part of the
 * listing may have been read. */
static const char *enter(struct folder_walk *walk)
{
    struct walk_level *level = &walk->levels[walk->depth];
    size_t len = strlen(walk->path);
    int error;

    if (walk->depth == WALK_DEPTH)
        return "folders are nested too deeply; name this one by itself";
    if (len >= WALK_PATH)
        return strerror(ENAMETOOLONG);
    error = folder_names_read(&level->names, walk->path, consider, walk);
    walk->depth++;
    level->at = 0;
    level->path_len = len + (walk->path[len - 1] != '/');
    return error ? strerror(error) : NULL;
}

/* Reports the folder in walk->path as unreadable. */
static bool give_folder(struct folder_walk *walk, struct walk_page *page, const char *error)
{
    *page = (struct walk_page){.path = walk->path, .below = walk->path, .error = error};
    return true;
}

static bool give_file(const char *path, size_t below, struct walk_page *page)
{
    struct stat info;

    *page = (struct walk_page){.path = path, .below = path + below};
    if (stat(path, &info) == 0 && info.st_size > 0)
        page->bytes = (uint64_t)info.st_size;
    return true;
}

/* Starts the next operand. Returns true if that already yields PAGE. */
static bool begin(struct folder_walk *walk, struct walk_page *page)
{
    const char *operand = walk->operands[walk->at++];
    const char *slash = strrchr(operand, '/');
    size_t len = strlen(operand);
    struct stat info;
    const char *error;

    if (len >= WALK_PATH || stat(operand, &info) != 0 || !S_ISDIR(info.st_mode))
        return give_file(operand, slash ? (size_t)(slash + 1 - operand) : 0, page);
    while (len > 1 && operand[len - 1] == '/')
        len--;
    memcpy(walk->path, operand, len);
    walk->path[len] = '\0';
    error = enter(walk);
    walk->below = walk->levels[0].path_len;
    return error && give_folder(walk, page, error);
}

/* Continues in the innermost folder. Returns true if it yields PAGE. */
static bool go_on(struct folder_walk *walk, struct walk_page *page)
{
    struct walk_level *level = &walk->levels[walk->depth - 1];
    const char *name, *error;
    size_t len;

    if (level->at == level->names.count) {
        leave(walk);
        return false;
    }
    name = level->names.names[level->at++];
    len = strlen(name);
    if (level->path_len + len >= WALK_ROOM)
        len = WALK_ROOM - 1 - level->path_len; /* no system has names this long */
    walk->path[level->path_len - 1] = '/';
    memcpy(walk->path + level->path_len, name, len);
    walk->path[level->path_len + len] = '\0';
    if (len == 0 || name[len - 1] != '/')
        return give_file(walk->path, walk->below, page);
    walk->path[level->path_len + len - 1] = '\0';
    error = enter(walk);
    return error && give_folder(walk, page, error);
}

bool walk_next(struct folder_walk *walk, struct walk_page *page)
{
    while (walk->depth > 0 || walk->at < walk->count) {
        if (walk->depth > 0 ? go_on(walk, page) : begin(walk, page))
            return true;
    }
    return false;
}

void walk_deinit(struct folder_walk *walk)
{
    while (walk->depth > 0)
        leave(walk);
}
