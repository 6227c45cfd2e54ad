/*
 * replay.c - runs a fuzz target over files, without libFuzzer: what the ordinary tests do with
 * the seeds.
 */
#include <stdint.h>
#include <stdio.h>

#include "pages.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv)
{
    struct page_set set = {0};
    for (int i = 1; i < argc; i++) {
        if (page_set_add(&set, argv[i]) != 0)
            return 1;
    }
    for (size_t i = 0; i < set.count; i++)
        LLVMFuzzerTestOneInput(set.pages[i].bytes, set.pages[i].len);
    printf("%zu passed, 0 failed\n", set.count);
    page_set_free(&set);
    return 0;
}
