/*
 * batch_files.h - pith batch with files and folders.
 */
#ifndef PITH_BATCH_FILES_H
#define PITH_BATCH_FILES_H

#include "io/jsonl.h"
#include "page_job.h"

struct batch_files_job {
    const struct page_job *page;
    const struct jsonl_job *jsonl;
    const char *into; /* folder for one file per page; NULL: write JSON lines */
    bool resume;      /* skip pages whose output file exists */
    bool sync;        /* see into.h */
    unsigned threads;
    size_t waiting; /* most bytes of pages and answers in the queue */
};

/* Processes all pages in COUNT files and folders. Returns an exit code. */
int batch_files_run(const struct batch_files_job *job, int count, char *const *operands);

#endif
