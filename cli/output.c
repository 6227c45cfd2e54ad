/*
 * output.c - in: pieces of data; out: standard output, a device, or a file replaced by rename().
 */
#define _XOPEN_SOURCE 700 /* realpath() is in POSIX's XSI part */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "output.h"

/* The temporary file, for the signal handler; empty: none. One output is open at a time. */
static char temporary[4096 + sizeof ".XXXXXX"];
static int temporary_folder = AT_FDCWD; /* where it is */

/* Ctrl-C in a long run, or a limit of the shell's, leaves no litter. */
static void clean_up(int sig)
{
    unlinkat(temporary_folder, temporary, 0);
    signal(sig, SIG_DFL);
    raise(sig);
}

static void on_signals(void (*handler)(int))
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ};

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        /* A signal that the parent told us to ignore (nohup) stays ignored. */
        if (signal(signals[i], handler) == SIG_IGN)
            signal(signals[i], SIG_IGN);
    }
}

static void forget_temporary(void)
{
    on_signals(SIG_DFL);
    temporary[0] = '\0';
}

static bool complain(const struct output *output, int error)
{
    if (error == EACCES || error == EROFS || error == EPERM)
        cli_say(output->name, "no permission to write there; choose another place");
    else if (error == ENOENT || error == ENOTDIR)
        cli_say(output->name, "cannot write it: its folder does not exist");
    else if (error == EISDIR && output->folder != AT_FDCWD)
        cli_say(output->name, "cannot write it: there is a folder of that name");
    else if (error == EISDIR)
        cli_say(output->name, "is a folder; -o takes the name of a file");
    else if (error != EPIPE)
        cli_say(output->name, "cannot write it: %s", strerror(error));
    return false;
}

/* Different in each run, also in two of the same process number on one disk. */
static uint64_t seed(void)
{
    struct timespec now = {0};
    uint64_t x;
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    bool got = fd >= 0 && read(fd, &x, sizeof x) == (ssize_t)sizeof x;

    if (fd >= 0)
        close(fd);
    if (got)
        return x;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec) + ((uint64_t)getpid() << 44);
}

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t draw(void)
{
    static uint64_t state;
    uint64_t x;

    if (state == 0)
        state = seed();
    x = state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Makes the temporary file in FOLDER; each X at the end of its name becomes a letter or digit. A
 * file that is there is not ours, whatever its name: another run may be writing it. */
static int create_temporary(int folder, mode_t mode)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    char *end = temporary + strlen(temporary);
    char *begin = end;
    int fd = -1;

    while (begin > temporary && begin[-1] == 'X')
        begin--;
    errno = EEXIST;
    for (int tries = 0; fd < 0 && errno == EEXIST && tries < 100; tries++) {
        uint64_t x = draw();

        for (char *at = begin; at < end; at++, x >>= 5)
            *at = "abcdefghijklmnopqrstuvwxyz234567"[x & 31];
        fd = openat(folder, temporary, flags, mode);
    }
    return fd;
}

/* Opens a temporary file beside output->path, with the mode that the final file gets. */
static int open_beside(const struct output *output, const struct stat *old)
{
    mode_t mask = umask(0);
    int fd;

    umask(mask);
    if (strlen(output->path) + sizeof ".XXXXXX" > sizeof temporary) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(temporary, output->path);
    strcat(temporary, ".XXXXXX");
    temporary_folder = AT_FDCWD;
    fd = create_temporary(AT_FDCWD, 0600);
    if (fd < 0) {
        temporary[0] = '\0';
        return -1;
    }
    fchmod(fd, old ? old->st_mode & 0777 : 0666 & ~mask);
    on_signals(clean_up);
    return fd;
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
        /* Through a symbolic link to the file itself, so that the link stays. */
        output->path = exists ? realpath(path, NULL) : strdup(path);
        fd = output->path ? open_beside(output, exists ? &info : NULL) : -1;
    }
    output->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (output->file)
        return true;
    complain(output, errno);
    free(output->path);
    return false;
}

bool output_open_in(struct output *output, int folder, const char *name, const char *shown)
{
    int fd;

    *output = (struct output){.name = shown, .path = strdup(name), .folder = folder};
    /* Of a fixed length: a name may be as long as the system allows. */
    strcpy(temporary, ".pith-XXXXXXXX");
    temporary_folder = folder;
    on_signals(clean_up);
    fd = output->path ? create_temporary(folder, 0666) : -1;
    output->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (output->file)
        return true;
    output->error = errno;
    complain(output, output->error);
    forget_temporary();
    free(output->path);
    return false;
}

bool output_write(struct output *output, const char *data, size_t len)
{
    if (fwrite(data, 1, len, output->file) == len)
        return true;
    output->error = errno;
    return false;
}

bool output_flush(struct output *output)
{
    if (fflush(output->file) == 0)
        return true;
    output->error = errno;
    return false;
}

bool output_close(struct output *output, bool keep)
{
    bool failed = ferror(output->file) != 0;
    int error = output->error;

    if (fclose(output->file) != 0 && !failed) {
        failed = true;
        error = errno;
    }
    if (output->path) {
        if (keep && !failed &&
            renameat(temporary_folder, temporary, output->folder, output->path) != 0) {
            failed = true;
            error = errno;
        }
        if (!keep || failed)
            unlinkat(temporary_folder, temporary, 0);
        forget_temporary();
        free(output->path);
    }
    output->error = failed ? error : 0;
    return !failed || complain(output, error);
}
