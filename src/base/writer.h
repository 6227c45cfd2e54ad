/*
 * writer.h - buffers small pieces of output and passes them to a pith_sink in large ones.
 */
#ifndef PITH_WRITER_H
#define PITH_WRITER_H

#include "base/clock.h"

struct pith__writer {
    pith_sink sink;
    void *user;
    size_t len;
    uint64_t handed; /* bytes passed to the sink */
    bool failed;     /* the sink asked to stop: nothing more is written */
    bool stopped;    /* deadline passed: open structures are closed, nothing else is written */
    struct pith__clock clock;
    char buffer[4096];
};

/* Writes the digits of NUMBER at the end of DIGITS, and returns the index of the first. */
enum { PITH__DIGITS = 20 };
size_t pith__digits(uint64_t number, char digits[PITH__DIGITS]);

void pith__writer_init(struct pith__writer *writer, pith_sink sink, void *user);
void pith__write(struct pith__writer *writer, const char *data, size_t len);
void pith__write_string(struct pith__writer *writer, const char *string);
void pith__write_number(struct pith__writer *writer, int64_t number);
/* Call before each block: counts UNITS of work in addition to the bytes written. True if this block
 * and all that follow must not be written. */
static inline bool pith__writer_ends(struct pith__writer *writer, size_t units)
{
    if (pith__clock_tick(&writer->clock, units))
        writer->stopped = true;
    return writer->failed || writer->stopped;
}
/* Bytes written so far. */
static inline uint64_t pith__writer_bytes(const struct pith__writer *writer)
{
    return writer->handed + writer->len;
}
/* Whether to end a large block here because the deadline has passed. Small blocks are written to
 * their end. */
static inline bool pith__writer_cuts(struct pith__writer *writer)
{
    bool late = pith__clock_tick(&writer->clock, 0);
    writer->stopped = writer->stopped || late;
    return late;
}
/* The same for a block that began when BEGUN bytes were written; never cuts a small one. */
static inline bool pith__writer_cuts_block(struct pith__writer *writer, uint64_t begun)
{
    return pith__writer_bytes(writer) - begun > PITH__PIECE_MOST && pith__writer_cuts(writer);
}
/* Flushes the buffer and returns the status. */
pith_status pith__writer_finish(struct pith__writer *writer);

#endif
