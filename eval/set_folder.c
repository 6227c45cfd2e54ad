/*
 * set_folder.c - in: a folder; out: its pages and their ground truth, two files each, matched by
 * name.
 *
 * All files of the folder are listed and sorted at the start, which puts those of a page next to
 * each other; numbers in names are sorted by value. The bytes are read page by page.
 */
#include "eval/set_form.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/folder_names.h"

/* File extensions of pages and ground truth. */
static const char *const page_endings[] = {".html", ".htm", ".xhtml", NULL};
static const char *const text_endings[] = {"-cleaned.txt", ".txt", NULL};
static const char *const plain_endings[] = {".txt", NULL};

/* CleanEval's folders, under the names used by its distributions. */
static const struct {
    const char *pages, *truths;
} cleaneval_parts[] = {{"orig", "clean"}, {"input", "GoldStandard"}, {"en-original", "en-cleaned"}};

/* A file in the listing. */
struct found {
    char *id;
    char *path;
    bool truth;
};

struct listing {
    struct found *items;
    size_t count, cap;
};

/* ---------------------------------------------------------------- names */

/* Allocates FOLDER/NAME. Returns NULL when out of memory. */
static char *join(const char *folder, const char *name)
{
    size_t a = strlen(folder);
    size_t b = strlen(name);
    while (a > 1 && folder[a - 1] == '/')
        a--;
    char *path = malloc(a + b + 2);
    if (path != NULL) {
        memcpy(path, folder, a);
        path[a] = '/';
        memcpy(path + a + 1, name, b + 1);
    }
    return path;
}

/* Length of NAME without one of ENDINGS; 0 if it has none, or nothing else. */
static size_t stem_len(const char *name, const char *const *endings)
{
    size_t len = strlen(name);
    for (size_t i = 0; endings[i] != NULL; i++) {
        size_t ending = strlen(endings[i]);
        if (len > ending && strcasecmp(name + len - ending, endings[i]) == 0)
            return len - ending;
    }
    return 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t digits_len(const char *p)
{
    size_t len = 0;
    while (is_digit(p[len]))
        len++;
    return len;
}

/* Compares names, with digits by their numeric value. */
static int compare_names(const char *a, const char *b)
{
    const char *p = a;
    const char *q = b;
    while (*p != '\0' && *q != '\0') {
        if (is_digit(*p) && is_digit(*q)) {
            p += strspn(p, "0");
            q += strspn(q, "0");
            size_t m = digits_len(p);
            size_t n = digits_len(q);
            int order = m != n ? (m < n ? -1 : 1) : memcmp(p, q, m);
            if (order != 0)
                return order;
            p += m;
            q += n;
        } else if (*p != *q) {
            break;
        } else {
            p++;
            q++;
        }
    }
    if (*p != *q)
        return (unsigned char)*p < (unsigned char)*q ? -1 : 1;
    return strcmp(a, b);
}

static int compare_found(const void *a, const void *b)
{
    const struct found *x = a;
    const struct found *y = b;
    int order = compare_names(x->id, y->id);
    if (order == 0)
        order = (int)x->truth - (int)y->truth;
    return order != 0 ? order : strcmp(x->path, y->path);
}

/* ---------------------------------------------------------------- listing */

/* Is NAME a folder in the folder open as DIR? */
static bool is_folder(int dir, const char *name)
{
    struct stat facts;
    return fstatat(dir, name, &facts, 0) == 0 && S_ISDIR(facts.st_mode);
}

static bool add_found(struct listing *listing, const char *folder, const char *name, size_t stem,
                      bool truth)
{
    if (listing->count == listing->cap) {
        size_t cap = listing->cap == 0 ? 64 : 2 * listing->cap;
        struct found *items = realloc(listing->items, cap * sizeof *items);
        if (items == NULL)
            return false;
        listing->items = items;
        listing->cap = cap;
    }
    struct found *found = &listing->items[listing->count];
    *found = (struct found){strndup(name, stem), join(folder, name), truth};
    if (found->id == NULL || found->path == NULL) {
        free(found->id);
        free(found->path);
        return false;
    }
    listing->count++;
    return true;
}

static enum folder_want has_ending(int dir, const char *name, const void *endings)
{
    (void)dir;
    return stem_len(name, endings) > 0 ? FOLDER_FILE : FOLDER_LEAVE;
}

/* Adds the files of FOLDER that have one of ENDINGS. Returns false with errno set on failure. */
static bool list(struct listing *listing, const char *folder, const char *const *endings,
                 bool truth)
{
    struct folder_names names;
    int why = folder_names_read(&names, folder, has_ending, endings);
    for (size_t i = 0; why == 0 && i < names.count; i++) {
        const char *name = names.names[i];
        if (!add_found(listing, folder, name, stem_len(name, endings), truth))
            why = ENOMEM;
    }
    folder_names_deinit(&names);
    errno = why;
    return why == 0;
}

static bool list_part(struct listing *listing, const char *folder, const char *part,
                      const char *const *endings, bool truth)
{
    char *path = join(folder, part);
    bool good = path != NULL && list(listing, path, endings, truth);
    free(path);
    return good;
}

static void free_listing(struct listing *listing)
{
    for (size_t i = 0; i < listing->count; i++) {
        free(listing->items[i].id);
        free(listing->items[i].path);
    }
    free(listing->items);
}

/* Pairs up the files of each page. There is room for one entry per file. */
static void pair_up(struct set *set, struct listing *listing)
{
    struct set_file *page = NULL; /* the current one */
    qsort(listing->items, listing->count, sizeof *listing->items, compare_found);
    for (size_t i = 0; i < listing->count; i++) {
        struct found *found = &listing->items[i];
        struct set_file *file = page;
        bool same = page != NULL && strcmp(page->id, found->id) == 0;
        bool taken = same && (found->truth ? page->truth : page->html) != NULL;
        if (!same || taken) {
            file = &set->files[set->file_count++];
            *file = (struct set_file){.id = found->id, .twin = taken};
            found->id = NULL;
            page = taken ? page : file;
        }
        *(found->truth ? &file->truth : &file->html) = found->path;
        found->path = NULL;
    }
}

static void free_files(struct set *set)
{
    for (size_t i = 0; i < set->file_count; i++) {
        struct set_file *file = &set->files[i];
        free(file->id);
        free(file->html);
        free(file->truth);
        free(file->url);
    }
    free(set->files);
}

struct set_file *set_folder_find(const struct set *set, const char *id)
{
    size_t low = 0;
    size_t high = set->file_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(set->files[middle].id, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < set->file_count && strcmp(set->files[low].id, id) == 0;
    return found ? &set->files[low] : NULL;
}

/* ---------------------------------------------------------------- opening */

/* Lists the folder, open as DIR, and determines its form. */
static bool list_form(struct set *set, int dir, struct listing *listing)
{
    for (size_t i = 0; i < sizeof cleaneval_parts / sizeof *cleaneval_parts; i++) {
        const char *pages = cleaneval_parts[i].pages;
        const char *truths = cleaneval_parts[i].truths;
        if (is_folder(dir, pages) && is_folder(dir, truths)) {
            set->form = &set_form_cleaneval;
            return list_part(listing, set->path, pages, page_endings, false) &&
                   list_part(listing, set->path, truths, text_endings, true);
        }
    }
    if (is_folder(dir, "annotated")) {
        set->form = &set_form_l3s;
        return list_part(listing, set->path, "annotated", page_endings, true) &&
               (!is_folder(dir, "original") ||
                list_part(listing, set->path, "original", page_endings, false));
    }
    set->form = &set_form_folder;
    return list(listing, set->path, page_endings, false) &&
           list(listing, set->path, plain_endings, true);
}

static bool has_page(const struct set *set, const struct listing *listing)
{
    bool found = set->form == &set_form_l3s && listing->count > 0;
    for (size_t i = 0; i < listing->count; i++)
        found = found || !listing->items[i].truth;
    return found;
}

bool set_folder_open(struct set *set, char *error, size_t error_size)
{
    struct listing listing = {0};
    int dir = open(set->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = dir >= 0 && list_form(set, dir, &listing);
    int why = errno != 0 ? errno : ENOMEM;
    if (dir >= 0)
        close(dir);
    if (!good) {
        snprintf(error, error_size, "%s", strerror(why));
    } else if (!has_page(set, &listing)) {
        snprintf(
            error, error_size,
            "the folder has no labelled pages: neither NAME.html with NAME.txt, nor orig/ with "
            "clean/, nor annotated/");
        good = false;
    } else if ((set->files = calloc(listing.count, sizeof *set->files)) == NULL) {
        snprintf(error, error_size, "not enough memory");
        good = false;
    } else {
        pair_up(set, &listing);
    }
    free_listing(&listing);
    if (good && set->form == &set_form_l3s)
        good = set_l3s_addresses(set, error, error_size);
    return good;
}

char *set_folder_path(const struct set *set, const char *name)
{
    return join(set->path, name);
}

/* ---------------------------------------------------------------- reading */

/* Reads FILE into *DATA, which grows. On failure returns false and sets raw->error. */
static bool read_all(struct set_raw *raw, const char *file, char **data, size_t *cap, size_t *len)
{
    struct packed *packed = packed_open(file);
    raw->file = file;
    *len = 0;
    if (packed == NULL) {
        snprintf(raw->error, sizeof raw->error, "the file cannot be read: %s", strerror(errno));
        return false;
    }
    ssize_t got = 1;
    bool room = true;
    while (got > 0 && *len <= SET_MAX_PAGE &&
           (room = set_raw_reserve(data, cap, *len, SET_READ_STEP))) {
        got = packed_read(packed, *data + *len, *cap - *len);
        *len += got > 0 ? (size_t)got : 0;
    }
    if (!room)
        snprintf(raw->error, sizeof raw->error, "not enough memory for this file");
    else if (got < 0)
        snprintf(raw->error, sizeof raw->error, "the file cannot be read: %s",
                 packed_error(packed));
    else if (*len > SET_MAX_PAGE)
        snprintf(raw->error, sizeof raw->error, "the file has more than %d MiB; it was skipped",
                 SET_MAX_PAGE >> 20);
    packed_close(packed);
    return raw->error[0] == '\0';
}

bool set_folder_next(struct set *set, struct set_raw *raw)
{
    if (set->file_at == set->file_count)
        return false;
    const struct set_file *file = &set->files[set->file_at++];
    const char *wrong = NULL;
    raw->id = file->id;
    raw->url = file->url;
    raw->file = file->html != NULL ? file->html : file->truth;
    if (file->twin)
        wrong = "another file has the same name except for its extension";
    else if (file->truth == NULL)
        wrong = "a page without ground truth";
    else if (file->html == NULL && set->form != &set_form_l3s)
        wrong = "ground truth without a page";
    if (wrong != NULL) {
        snprintf(raw->error, sizeof raw->error, "%s", wrong);
        return true;
    }
    if (read_all(raw, file->truth, &raw->truth, &raw->truth_cap, &raw->truth_len) &&
        file->html != NULL)
        read_all(raw, file->html, &raw->data, &raw->cap, &raw->len);
    return true;
}

double set_folder_progress(const struct set *set)
{
    return set->file_count > 0 ? (double)set->file_at / (double)set->file_count : 1;
}

void set_folder_close(struct set *set)
{
    free_files(set);
}

/* ---------------------------------------------------------------- pages and their texts */

bool set_folder_begin(struct set_page *page, const struct set_raw *raw, bool html)
{
    struct pith__span id = {(const unsigned char *)raw->id, strlen(raw->id)};
    page->id = set_word(&page->arena, id);
    page->has_html = true;
    if (html && raw->len > 0)
        page->html = (struct pith__span){(const unsigned char *)raw->data, raw->len};
    if (page->id == NULL || !set_page_add_field(page, "id", page->id)) {
        page->id = "";
        return set_page_no_memory(page);
    }
    return true;
}

static bool folder_parse(struct set_page *page, const struct set_raw *raw, bool html)
{
    page->has_text = true;
    return set_folder_begin(page, raw, html) &&
           set_decode(page, raw->truth, raw->truth_len, &page->text);
}

const struct set_form set_form_folder = {set_folder_next, set_folder_progress, set_folder_close,
                                         folder_parse};
