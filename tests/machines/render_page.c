/*
 * render_page.c - the least of a command: pages in any format, by the library and libc alone, for
 * machines on which there is nothing else.
 *
 *     render_page [-m METHODS] [-f FORMAT] [--links] [--images] FILE...
 *
 * The options are those of pith(1); "-" is standard input. JSON has the metadata, the kind of the
 * page and reasons, as `pith -f json` has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pith.h"

struct request {
    pith_options *options;
    pith_format format;
};

static int put(const char *data, size_t len, void *user)
{
    return fwrite(data, 1, len, user) == len ? 0 : -1;
}

/* All of FILE; NULL where it cannot be read. */
static char *read_all(FILE *file, size_t *len)
{
    size_t cap = 1 << 16;
    char *bytes = malloc(cap);
    *len = 0;
    while (bytes != NULL) {
        char *more;
        *len += fread(bytes + *len, 1, cap - *len, file);
        if (*len < cap)
            break;
        more = realloc(bytes, cap *= 2);
        if (more == NULL)
            free(bytes);
        bytes = more;
    }
    if (bytes != NULL && ferror(file)) {
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

static int render_file(pith_context *context, const struct request *request, const char *path)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    const pith_page *page;
    size_t len;
    char *bytes = file != NULL ? read_all(file, &len) : NULL;
    pith_status status;

    if (file != NULL && file != stdin)
        fclose(file);
    if (bytes == NULL) {
        fprintf(stderr, "render_page: %s: cannot be read\n", path);
        return 1;
    }
    status = pith_context_parse(context, bytes, len, request->options, &page, NULL);
    if (status == PITH_OK)
        status = pith_render(page, request->format, request->options, put, stdout);
    if (status != PITH_OK)
        fprintf(stderr, "render_page: %s: %s\n", path, pith_status_message(status));
    free(bytes);
    return status != PITH_OK;
}

/* Index of the first argument that is a file; -1 where one cannot be understood. */
static int read_options(int argc, char **argv, struct request *request)
{
    int i;
    for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        const char *name = argv[i], *value = "true";
        if (name[1] != '-' && i + 1 < argc)
            value = argv[++i];
        if (strcmp(name, "-f") == 0) {
            if (!pith_format_find(value, &request->format))
                return -1;
            continue;
        }
        if (strcmp(name, "-m") != 0 && strcmp(name, "--links") != 0 &&
            strcmp(name, "--images") != 0)
            return -1;
        name = name[1] == 'm' ? "method" : name + 2;
        if (pith_options_set(request->options, name, value, NULL) != PITH_OK)
            return -1;
    }
    return i;
}

int main(int argc, char **argv)
{
    static const char *const facts[] = {"metadata", "page-type", "reasons"};
    struct request request = {pith_options_new(), PITH_FORMAT_TEXT};
    pith_context *context = pith_context_new();
    int failed = 0;
    int first;

    if (context == NULL || request.options == NULL)
        return 1;
    pith_options_set(request.options, "deadline", "0", NULL);
    first = read_options(argc, argv, &request);
    if (first < 0) {
        fprintf(stderr,
                "usage: render_page [-m METHODS] [-f FORMAT] [--links] [--images] FILE...\n");
        return 2;
    }
    if (request.format == PITH_FORMAT_JSON || request.format == PITH_FORMAT_EXPLAIN) {
        for (int i = 0; i < 3; i++)
            pith_options_set(request.options, facts[i], "true", NULL);
    }
    for (int i = first; i < argc; i++)
        failed |= render_file(context, &request, argv[i]);
    pith_context_free(context);
    pith_options_free(request.options);
    return fflush(stdout) != 0 || failed;
}
