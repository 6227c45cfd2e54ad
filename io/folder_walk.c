/*
 * folder_walk.c - in: names of files and folders; out: the path of each page.
 *
 * A stack of sorted listings stands for the folders above the page at hand. A folder is sorted as
 * if its name ended with a slash: so the order is that of whole paths.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/folder_walk.h"

/* Names being read. */
struct listing {
    char *text; /* each ended by a NUL */
    size_t len, cap, count;
};

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

/* ----------------------------------------------------------------- listing */

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

/* Adds NAME, which is in the folder open as DIR, if it is a folder or a page. What cannot be looked
 * at is taken for a file; reading it will tell. False: no memory. */
static bool consider(struct listing *listing, int dir, const char *name, bool text)
{
    struct stat info;
    bool known;

    if (name[0] == '.')
        return true;
    known = fstatat(dir, name, &info, AT_SYMLINK_NOFOLLOW) == 0;
    if (known && S_ISDIR(info.st_mode))
        return add_name(listing, name, true);
    if (walk_ending(name, text) == 0)
        return true;
    if (known && S_ISLNK(info.st_mode))
        known = fstatat(dir, name, &info, 0) == 0;
    return (known && !S_ISREG(info.st_mode)) || add_name(listing, name, false);
}

/* Returns 0 or an errno; LISTING has what was found before it. */
static int list(struct listing *listing, const char *path, bool text)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    int error;

    if (!dir)
        return errno;
    while ((errno = 0, entry = readdir(dir)) != NULL) {
        if (!consider(listing, dirfd(dir), entry->d_name, text)) {
            errno = ENOMEM;
            break;
        }
    }
    error = errno;
    closedir(dir);
    return error;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Makes a level of LISTING. False: no memory. */
static bool sort(struct walk_level *level, const struct listing *listing)
{
    const char *name = listing->text;

    *level = (struct walk_level){.text = listing->text};
    level->names = malloc((listing->count + 1) * sizeof *level->names);
    if (!level->names)
        return false;
    for (; level->count < listing->count; level->count++) {
        level->names[level->count] = name;
        name += strlen(name) + 1;
    }
    qsort(level->names, level->count, sizeof *level->names, compare);
    return true;
}

/* ----------------------------------------------------------------- walking */

static void leave(struct folder_walk *walk)
{
    struct walk_level *level = &walk->levels[--walk->depth];

    free(level->text);
    free(level->names);
}

/* Goes into the folder in walk->path. Returns NULL, or what is wrong; then there may still be
 * something in it. */
static const char *enter(struct folder_walk *walk)
{
    struct listing listing = {0};
    struct walk_level *level = &walk->levels[walk->depth];
    size_t len = strlen(walk->path);
    int error;

    if (walk->depth == WALK_DEPTH)
        return "there are too many folders above it; name it by itself";
    if (len >= WALK_PATH)
        return strerror(ENAMETOOLONG);
    error = list(&listing, walk->path, walk->text);
    walk->depth++;
    if (!sort(level, &listing))
        error = ENOMEM;
    level->path_len = len + (walk->path[len - 1] != '/');
    return error ? strerror(error) : NULL;
}

/* Gives the folder in walk->path as something that cannot be read. */
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

/* Begins with the next operand. True: it gave PAGE. */
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

/* Goes on in the innermost folder. True: it gave PAGE. */
static bool go_on(struct folder_walk *walk, struct walk_page *page)
{
    struct walk_level *level = &walk->levels[walk->depth - 1];
    const char *name, *error;
    size_t len;

    if (level->at == level->count) {
        leave(walk);
        return false;
    }
    name = level->names[level->at++];
    len = strlen(name);
    if (level->path_len + len >= WALK_ROOM)
        len = WALK_ROOM - 1 - level->path_len; /* no system has such names */
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
