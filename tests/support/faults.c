/*
 * faults.c - a library to be loaded before the C library (LD_PRELOAD), which makes calls of a
 * program fail: those of its own code and those of the libraries that it uses.
 *
 * The environment says which:
 *
 *     FAULT_ALLOC=N      the Nth allocation fails, from 1; with "+" after it, all that follow too
 *     FAULT_READ=KIND    reads: "short" (seven bytes at most), "eintr" (every second one),
 *                        "eagain" (likewise), "eio:N" (the Nth fails)
 *     FAULT_WRITE=KIND   writes, but for standard error: "short", "eintr", "eagain"; "enospc:N",
 *                        "eio:N", "epipe:N" (after N bytes in all)
 *     FAULT_SYNC=eio:N   the Nth fsync() fails
 *     FAULT_COUNT=FILE   at the end, "ALLOCATIONS READS BYTES_WRITTEN SYNCS" goes there
 *
 * The C library's own reads and writes for stdio do not go through here; its allocations do.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What malloc() and so on are inside the C library; looking them up by dlsym() would allocate. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_ulong allocations, reads, written, syncs;
static unsigned long fail_at;
static bool fail_on, ready;

enum kind { NONE, SHORT, EVERY_SECOND, AT };
struct fault {
    enum kind kind;
    int error;
    unsigned long at;
    atomic_ulong calls;
};
static struct fault reading, writing, syncing;

/* ----------------------------------------------------------------- settings */

static void set_up(struct fault *fault, const char *text)
{
    static const struct {
        const char *name;
        enum kind kind;
        int error;
    } kinds[] = {{"short", SHORT, 0},
                 {"eintr", EVERY_SECOND, EINTR},
                 {"eagain", EVERY_SECOND, EAGAIN},
                 {"enospc:", AT, ENOSPC},
                 {"eio:", AT, EIO},
                 {"epipe:", AT, EPIPE}};

    for (size_t i = 0; text && i < sizeof kinds / sizeof *kinds; i++) {
        size_t len = strlen(kinds[i].name);

        if (strncmp(text, kinds[i].name, len) != 0)
            continue;
        fault->kind = kinds[i].kind;
        fault->error = kinds[i].error;
        fault->at = strtoul(text + len, NULL, 10);
    }
}

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("FAULT_ALLOC");
    char *end = NULL;

    if (text) {
        fail_at = strtoul(text, &end, 10);
        fail_on = *end == '+';
    }
    set_up(&reading, getenv("FAULT_READ"));
    set_up(&writing, getenv("FAULT_WRITE"));
    set_up(&syncing, getenv("FAULT_SYNC"));
    ready = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *file = getenv("FAULT_COUNT");
    char line[80];
    int fd, len;

    if (!file || (fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) < 0)
        return;
    len = snprintf(line, sizeof line, "%lu %lu %lu %lu\n", atomic_load(&allocations),
                   atomic_load(&reads), atomic_load(&written), atomic_load(&syncs));
    syscall(SYS_write, fd, line, (size_t)len);
    close(fd);
}

/* --------------------------------------------------------------- allocations */

static bool fails(void)
{
    unsigned long number;

    if (!ready)
        return false;
    number = atomic_fetch_add(&allocations, 1) + 1;
    if (fail_at == 0 || number < fail_at || (number > fail_at && !fail_on))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, bytes);
}

void *memalign(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *got = memalign(alignment, size);

    if (!got)
        return ENOMEM;
    *memory = got;
    return 0;
}

void *mmap(void *at, size_t len, int protection, int flags, int fd, off_t offset)
{
    if (fails())
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, len, protection, flags, fd, offset);
}

/* ------------------------------------------------------------------- reading */

/* True when the call is to fail, with errno; else how much of LEN it may do. */
static bool spoils(struct fault *fault, unsigned long done, size_t *len)
{
    unsigned long call = atomic_fetch_add(&fault->calls, 1) + 1;

    if (fault->kind == SHORT && *len > 7)
        *len = 7;
    if (fault->kind == AT && done<fault->at && * len> fault->at - done)
        *len = fault->at - done;
    if ((fault->kind == EVERY_SECOND && call % 2 == 1) ||
        (fault->kind == AT && done >= fault->at)) {
        errno = fault->error;
        return true;
    }
    return false;
}

ssize_t read(int fd, void *data, size_t len)
{
    unsigned long number = atomic_fetch_add(&reads, 1) + 1;

    if (reading.kind == AT ? number == reading.at : spoils(&reading, 0, &len)) {
        errno = reading.error;
        return -1;
    }
    return syscall(SYS_read, fd, data, len);
}

ssize_t write(int fd, const void *data, size_t len)
{
    ssize_t put;

    if (fd != STDERR_FILENO && spoils(&writing, atomic_load(&written), &len))
        return -1;
    put = syscall(SYS_write, fd, data, len);
    if (put > 0 && fd != STDERR_FILENO)
        atomic_fetch_add(&written, (unsigned long)put);
    return put;
}

int fsync(int fd)
{
    unsigned long number = atomic_fetch_add(&syncs, 1) + 1;

    if (syncing.kind == AT && number == syncing.at) {
        errno = syncing.error;
        return -1;
    }
    return (int)syscall(SYS_fsync, fd);
}
