/*
 * input.c - in: a file name; out: its bytes, or a message that says what is wrong and what to do.
 *
 * Pages are read, not mapped: a file that shrinks while it is mapped kills the reader. Models may
 * be mapped.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/input.h"

const char *input_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "standard input" : file;
}

void input_explain(const char *file, int error, char *words, size_t size)
{
    if (error == ENOENT && strstr(file, "://"))
        snprintf(words, size, "web addresses are not fetched");
    else if (error == ENOENT || error == ENOTDIR)
        snprintf(words, size, "no such file; check its name and folder");
    else if (error == EISDIR)
        snprintf(words, size, "is a folder; name the files in it, as in folder/*");
    else if (error == EACCES)
        snprintf(words, size, "no permission to read it; its owner can grant it with chmod +r");
    else if (error == EBADF)
        snprintf(words, size, "cannot read it: it is closed, or open for writing only");
    else if (error == ENOMEM)
        snprintf(words, size, "not enough memory to read it");
    else
        snprintf(words, size, "cannot read it: %s", strerror(error));
}

bool input_fail(struct io_error *error, const char *file, int code)
{
    char words[160];

    input_explain(file, code, words, sizeof words);
    return io_fail(error, code, input_name(file), "%s", words);
}

static bool make_room(struct input *input, size_t size)
{
    char *data;

    if (size <= input->cap)
        return true;
    data = realloc(input->data, size);
    if (!data)
        return false;
    input->data = data;
    input->cap = size;
    return true;
}

static size_t smaller(uintmax_t a, size_t b)
{
    return a < b ? (size_t)a : b;
}

/* Returns 0 or an errno. */
static int read_all(struct input *input, int fd, size_t limit)
{
    struct stat info;
    uintmax_t size = 1 << 16;

    /* The size is only a hint: pipes have none, and files grow. One extra byte lets the last read
     * see the end of the file. */
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0)
        size = (uintmax_t)info.st_size + 1;
    input->len = 0;
    while (input->len < limit) {
        ssize_t got;

        if (!make_room(input, smaller(size, limit)))
            return ENOMEM;
        got = read(fd, input->data + input->len, smaller(input->cap, limit) - input->len);
        if (got == 0)
            return 0;
        if (got > 0)
            input->len += (size_t)got;
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, -1);
        else if (errno != EINTR)
            return errno;
        if (input->len == input->cap)
            size = (uintmax_t)input->cap * 2;
    }
    return 0;
}

int input_open(const char *file)
{
    int fd = strcmp(file, "-") == 0 ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
    struct stat info;

    if (fd >= 0 && fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
        if (fd > STDIN_FILENO)
            close(fd);
        errno = EISDIR;
        return -1;
    }
    return fd;
}

int input_load(struct input *input, const char *file, size_t limit)
{
    int fd = input_open(file);
    int error;

    if (fd < 0)
        return errno;
    error = read_all(input, fd, limit);
    if (fd != STDIN_FILENO)
        close(fd);
    return error;
}

bool input_read(struct input *input, const char *file, size_t limit)
{
    int error = input_load(input, file, limit);

    return error == 0 || input_fail(&input->error, file, error);
}

bool input_read_text(struct input *input, const char *file, size_t limit)
{
    if (!input_read(input, file, limit))
        return false;
    if (!make_room(input, input->len + 1))
        return input_fail(&input->error, file, ENOMEM);
    input->data[input->len] = '\0';
    return true;
}

const char *input_map(const char *file, bool (*wanted)(const unsigned char *head, size_t len),
                      size_t *len)
{
    int fd = strcmp(file, "-") == 0 ? -1 : open(file, O_RDONLY | O_CLOEXEC);
    unsigned char head[8];
    struct stat info;
    void *data = MAP_FAILED;

    if (fd < 0)
        return NULL;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0 &&
        (off_t)(size_t)info.st_size == info.st_size && read(fd, head, sizeof head) == sizeof head &&
        (!wanted || wanted(head, sizeof head))) {
        *len = (size_t)info.st_size;
        data = mmap(NULL, *len, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    close(fd);
    return data != MAP_FAILED ? data : NULL;
}

void input_deinit(struct input *input)
{
    free(input->data);
}
