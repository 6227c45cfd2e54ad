/*
 * writer.h - collects small pieces of output and hands them to a pith_sink in large ones.
 */
#ifndef PITH_WRITER_H
#define PITH_WRITER_H

#include "base/clock.h"

struct pith__writer {
    pith_sink sink;
    void *user;
    size_t len;
    uint64_t handed; /* bytes that went to the sink */
    bool failed;     /* the sink said stop: nothing more is written */
    bool stopped;    /* time was up: what was begun is ended, and nothing else is written */
    struct pith__clock clock;
    char buffer[4096];
};

/* Writes the digits of NUMBER at the end of DIGITS, and returns where they begin. */
enum { PITH__DIGITS = 20 };
size_t pith__digits(uint64_t number, char digits[PITH__DIGITS]);

void pith__writer_init(struct pith__writer *writer, pith_sink sink, void *user);
void pith__write(struct pith__writer *writer, const char *data, size_t len);
void pith__write_string(struct pith__writer *writer, const char *string);
void pith__write_number(struct pith__writer *writer, int64_t number);
/* Counts UNITS of work beside the bytes that are written, before each block. True when it is not to
 * be written, nor any behind it. */
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
/* A small block is written to its end, even if time is up meanwhile. Whether to end a large one
 * here. */
static inline bool pith__writer_cuts(struct pith__writer *writer)
{
    bool late = pith__clock_tick(&writer->clock, 0);
    writer->stopped = writer->stopped || late;
    return late;
}
/* The same for a block that was begun when BEGUN bytes were written: it may be small. */
static inline bool pith__writer_cuts_block(struct pith__writer *writer, uint64_t begun)
{
    return pith__writer_bytes(writer) - begun > PITH__PIECE_MOST && pith__writer_cuts(writer);
}
/* Hands out what is left and says how it went. */
pith_status pith__writer_finish(struct pith__writer *writer);

#endif
