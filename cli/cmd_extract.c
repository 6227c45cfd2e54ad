/*
 * cmd_extract.c - pith extract, the default verb: the main content of pages.
 */
#include "cli.h"
#include "page_job.h"

static const struct opts_usage usage = {
    "extract",
    "usage: pith [extract] [OPTION...] [FILE...]\n"
    "\n"
    "Prints the main content of web pages, in any encoding and however broken.\n"
    "Without a FILE, or if FILE is -, reads standard input. A blank line separates\n"
    "the texts of several pages; JSON is one line per page. The manual (man pith)\n"
    "has more options, such as limits on time and memory.\n",
    "  pith page.html\n"
    "  curl -sL https://www.example.org/ | pith -\n"
    "  pith -m density -f markdown --links page.html\n"
    "  pith -f json page.html | jq '.blocks[] | select(.keep).text'\n"
    "  pith --explain page.html > why.html\n"
    "  pith -o corpus.txt pages/*.html\n",
};

int cmd_extract(int argc, char **argv)
{
    struct page_job job;
    struct opt table[PAGE_ALL_OPTS];
    int count, code;

    if (!page_job_init(&job))
        return CLI_FAILED;
    page_all_opts(&job, table);
    count = opts_parse(&usage, table, argc, argv, &code);
    if (count >= 0 && job.explain && count > 1) {
        cli_say("--explain", "can show only one page at a time");
        code = CLI_USAGE;
    } else if (count >= 0) {
        job.blank_between = page_job_format(&job) != PITH_FORMAT_JSON;
        code = page_job_run(&job, count, argv);
    }
    page_job_deinit(&job);
    return code;
}
