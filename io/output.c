/*
 * output.c - in: data; out: standard output, a device, or a file replaced by rename().
 */
#define _XOPEN_SOURCE 700 /* realpath() and fsync() are in POSIX's options */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/output.h"
#include "io/temporary.h"

/* Sets the error to what CODE, an errno, means for OUTPUT. */
static bool fail(struct output *output, int code)
{
    struct io_error *error = &output->error;

    if (code == EACCES || code == EROFS || code == EPERM)
        return io_fail(error, code, output->name,
                       "no permission to write there; choose another place");
    if (code == ENOENT || code == ENOTDIR)
        return io_fail(error, code, output->name, "cannot write it: its folder does not exist");
    if (code == EISDIR && output->folder != AT_FDCWD)
        return io_fail(error, code, output->name,
                       "cannot write it: there is a folder of that name");
    if (code == EISDIR)
        return io_fail(error, code, output->name, "is a folder");
    if (code == EPIPE)
        return io_fail(error, code, output->name, "%s", "");
    return io_fail(error, code, output->name, "cannot write it: %s", strerror(code));
}

/* Opens a temporary file beside output->path, with the mode that the final file will have. */
static int open_beside(const struct output *output, const struct stat *old)
{
    mode_t mask = umask(0);
    int fd;

    umask(mask);
    fd = temporary_open(AT_FDCWD, output->path, ".XXXXXX", 0600);
    if (fd >= 0)
        fchmod(fd, old ? old->st_mode & 0777 : 0666 & ~mask);
    return fd;
}

/* Finishes opening OUTPUT as FD; -1: opening failed, see errno. */
static bool take(struct output *output, int fd)
{
    int error;

    output->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (output->file)
        return true;
    error = errno;
    if (fd >= 0) {
        close(fd);
        if (output->path)
            temporary_drop();
    }
    free(output->path);
    return fail(output, error);
}

bool output_open(struct output *output, const char *path)
{
    struct stat info;
    bool exists;
    int fd;

    *output = (struct output){.name = "standard output", .folder = AT_FDCWD, .file = stdout};
    if (!path || strcmp(path, "-") == 0)
        return true;
    output->name = path;
    exists = stat(path, &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) {
        fd = open(path, O_WRONLY | O_CLOEXEC); /* a device or a pipe: nothing to replace */
    } else {
        output->sync = true;
        /* Resolve symbolic links, so that the link stays and its target is replaced. */
        output->path = exists ? realpath(path, NULL) : strdup(path);
        fd = output->path ? open_beside(output, exists ? &info : NULL) : -1;
    }
    return take(output, fd);
}

bool output_open_in(struct output *output, int folder, const char *name, const char *shown,
                    bool sync)
{
    *output = (struct output){.name = shown, .path = strdup(name), .folder = folder, .sync = sync};
    /* A name of fixed length, since NAME may already be as long as the system allows. */
    return take(output, output->path ? temporary_open(folder, "", ".pith-XXXXXXXX", 0666) : -1);
}

/* Not through stdio, which loses what it could not write at once. */
static bool put(struct output *output, const char *data, size_t len)
{
    struct pollfd end = {.fd = fileno(output->file), .events = POLLOUT};

    while (len > 0 && !output->error.code) {
        ssize_t put = write(end.fd, data, len);

        if (put >= 0) {
            data += put;
            len -= (size_t)put;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            poll(&end, 1, -1);
        } else if (errno != EINTR) {
            output->error.code = errno;
        }
    }
    return !output->error.code;
}

bool output_write(struct output *output, const char *data, size_t len)
{
    if (len == 0) /* DATA may be NULL */
        return !output->error.code;
    if (len > sizeof output->data - output->held && !output_flush(output))
        return false;
    if (len > sizeof output->data)
        return put(output, data, len);
    memcpy(output->data + output->held, data, len);
    output->held += len;
    return !output->error.code;
}

bool output_flush(struct output *output)
{
    size_t len = output->held;

    output->held = 0;
    return put(output, output->data, len);
}

/* Flushes FILE to disk. Some kinds of files are not on a disk and say so. */
static bool sync_file(FILE *file)
{
    int error = 0;

    if (fflush(file) != 0)
        return false;
    while (fsync(fileno(file)) != 0 && (error = errno) == EINTR)
        error = 0;
    return error == 0 || error == EINVAL || error == ENOTSUP || error == ENOSYS;
}

void output_sync_folder(int folder)
{
    while (fsync(folder) != 0 && errno == EINTR)
        continue;
}

/* If the folder is writable but not readable, the name reaches the disk a little later. */
static void sync_folder_of(char *path)
{
    char *slash = strrchr(path, '/');
    int folder;

    if (slash)
        slash[slash == path] = '\0';
    folder = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    output_sync_folder(folder);
    close(folder);
}

bool output_close(struct output *output, bool keep)
{
    bool failed = !output_flush(output) || ferror(output->file);
    int error = output->error.code;

    if (keep && !failed && output->path && output->sync && !sync_file(output->file)) {
        failed = true;
        error = errno;
    }
    if (fclose(output->file) != 0 && error == 0) {
        failed = true;
        error = errno;
    }
    if (failed && error == 0)
        error = EIO; /* fprintf() failed earlier and its errno is lost */
    if (output->path) {
        if (!keep || failed)
            temporary_drop();
        else if ((error = temporary_keep(output->folder, output->path)) != 0)
            failed = true;
        else if (output->sync && output->folder == AT_FDCWD)
            sync_folder_of(output->path);
        free(output->path);
    }
    output->error.code = 0;
    return !failed || fail(output, error);
}
