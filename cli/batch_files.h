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
    const char *into; /* a folder for one file a page; NULL: JSON lines */
    bool resume;      /* leaves out pages whose file is there */
    bool sync;        /* see into.h */
    unsigned threads;
    size_t waiting; /* bytes of pages and answers that may wait */
};

/* Answers all pages in COUNT files and folders, and returns an exit code. */
int batch_files_run(const struct batch_files_job *job, int count, char *const *operands);

#endif
