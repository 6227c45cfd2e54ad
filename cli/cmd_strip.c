/*
 * cmd_strip.c - pith strip: removes the tags and keeps all text.
 *
 * The tag remover of the PyPlexity paper (Fernández-Pichel et al., 2023): drops scripts and styles,
 * and keeps all other text, in any language.
 */
#include "cli.h"
#include "page_job.h"

static const struct opts_usage usage = {
    "strip",
    "usage: pith strip [OPTION...] [FILE...]\n"
    "\n"
    "Removes the tags, scripts and styles of web pages and keeps all other text, with\n"
    "or without content. Without a FILE, or if FILE is -, reads standard input. A\n"
    "blank line separates the texts of several pages.\n",
    "  pith strip page.html\n"
    "  curl -sL https://www.example.org/ | pith strip | wc -w\n",
};

int cmd_strip(int argc, char **argv)
{
    struct page_job job;
    struct opt table[PAGE_JOB_OPTS];
    int count, code;

    if (!page_job_init(&job))
        return CLI_FAILED;
    page_job_opts(&job, table);
    count = opts_parse(&usage, table, argc, argv, &code);
    if (count >= 0)
        code = settings_put(&job.settings, "method", NULL, "all") ? page_job_run(&job, count, argv)
                                                                  : CLI_FAILED;
    page_job_deinit(&job);
    return code;
}
