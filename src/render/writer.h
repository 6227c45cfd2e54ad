/*
 * writer.h - collects small pieces of output and hands them to a pith_sink in large ones.
 */
#ifndef PITH_WRITER_H
#define PITH_WRITER_H

#include "base/base.h"

struct pith__writer {
    pith_sink sink;
    void *user;
    size_t len;
    bool failed; /* the sink said stop: nothing more is written */
    char buffer[4096];
};

void pith__writer_init(struct pith__writer *writer, pith_sink sink, void *user);
void pith__write(struct pith__writer *writer, const char *data, size_t len);
void pith__write_string(struct pith__writer *writer, const char *string);
void pith__write_number(struct pith__writer *writer, int64_t number);
/* Hands out what is left and says how it went. */
pith_status pith__writer_finish(struct pith__writer *writer);

#endif
