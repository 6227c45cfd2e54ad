/*
 * temporary.c - in: part of a name; out: a new file that gets its real name once it is complete.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "io/temporary.h"

/* ----------------------------------------------------------------- signals */

/*
 * Ctrl-C in a long run, or a limit set by the shell, must leave no stray file. The signal may
 * arrive at any time, on another thread than the one that writes. So each side first announces what
 * it does and then checks what the other did. The handler sets STOPPING and removes a file that is
 * OPEN. The writer switches to OPENING before it creates a file, which the handler then leaves
 * alone, and ends the run if it finds STOPPING set.
 */
enum { CLOSED, OPENING, OPEN };
static atomic_int state = CLOSED;
static atomic_int stopping;   /* the signal that ends the run; 0: none */
static char name[4096 + 16];  /* of the file; not changed while it is OPEN */
static int folder = AT_FDCWD; /* the folder it is in */

/* Ends the process the way the signal would have. */
static void end_by(int sig)
{
    sigset_t one;

    signal(sig, SIG_DFL);
    sigemptyset(&one);
    sigaddset(&one, sig);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    raise(sig);
    _exit(128 + sig); /* process 1 of a container, which such a signal does not end */
}

static void on_signal(int sig)
{
    int now;

    atomic_store(&stopping, sig);
    now = atomic_load(&state);
    if (now == OPENING)
        return; /* the writer will see it soon */
    if (now == OPEN)
        unlinkat(folder, name, 0);
    end_by(sig);
}

/* Switches to the next state, unless a signal has arrived; then the run ends here. */
static void go_to(int next)
{
    int sig;

    atomic_store(&state, next);
    sig = atomic_load(&stopping);
    if (sig == 0)
        return;
    if (next == OPEN)
        unlinkat(folder, name, 0);
    end_by(sig);
}

static void catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ};
    static bool caught;
    /* Not signal(): it may reset the handler, and timeout(1) sends two signals. */
    struct sigaction ours = {.sa_handler = on_signal}, old;

    sigemptyset(&ours.sa_mask);
    for (size_t i = 0; !caught && i < sizeof signals / sizeof *signals; i++) {
        /* A signal that the parent told us to ignore (nohup) stays ignored. */
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &ours, NULL);
    }
    caught = true;
}

/* ------------------------------------------------------------------- names */

/* Different in each run, even in two with the same process id on one disk. */
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
    static uint64_t at;
    uint64_t x;

    if (at == 0)
        at = seed();
    x = at += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* -------------------------------------------------------------------- files */

/* Tries names until one is free: a file that exists belongs to another run, which may be writing
 * it. Returns -1 with errno as from open(). */
static int create(mode_t mode)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    char *end = name + strlen(name), *begin = end;
    int fd = -1;

    while (begin > name && begin[-1] == 'X')
        begin--;
    errno = EEXIST;
    for (int tries = 0; fd < 0 && errno == EEXIST && tries < 100; tries++) {
        uint64_t x = draw();

        for (char *at = begin; at < end; at++, x >>= 5)
            *at = "abcdefghijklmnopqrstuvwxyz234567"[x & 31];
        fd = openat(folder, name, flags, mode);
    }
    return fd;
}

int temporary_open(int in, const char *prefix, const char *pattern, mode_t mode)
{
    int fd, error;

    if (strlen(prefix) + strlen(pattern) >= sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    catch_signals();
    go_to(OPENING);
    strcpy(name, prefix);
    strcat(name, pattern);
    folder = in;
    fd = create(mode);
    error = errno;
    go_to(fd < 0 ? CLOSED : OPEN);
    errno = error;
    return fd;
}

int temporary_keep(int in, const char *path)
{
    int error = renameat(folder, name, in, path) == 0 ? 0 : errno;

    if (error)
        unlinkat(folder, name, 0);
    go_to(CLOSED);
    return error;
}

void temporary_drop(void)
{
    unlinkat(folder, name, 0);
    go_to(CLOSED);
}
