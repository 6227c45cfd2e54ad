/*
 * cmd_extract.c - pith extract, the default verb: the text of pages, or their blocks as JSON.
 */
#include "cli.h"
#include "page_job.h"

static const struct opts_usage usage = {
    "extract",
    "usage: pith [extract] [OPTION...] [FILE...]\n"
    "\n"
    "Prints the text of web pages, in any encoding and however broken. Without FILE,\n"
    "or where FILE is -, reads standard input. Texts of several pages are parted by\n"
    "blank lines; JSON is one line per page.\n",
    "  pith page.html\n"
    "  curl -sL https://www.example.org/ | pith -\n"
    "  pith -f json page.html | jq '.blocks[].text'\n"
    "  pith -o corpus.txt pages/*.html\n",
};

int cmd_extract(int argc, char **argv)
{
    static const char *const formats[] = {"text", "json", NULL};
    enum { TEXT, JSON };
    unsigned format = TEXT;
    struct page_job job;
    struct opt table[1 + PAGE_JOB_OPTS] = {
        {.letter = 'f',
         .name = "format",
         .arg = "FORMAT",
         .kind = OPT_CHOICE,
         .value = &format,
         .choices = formats,
         .help = "text (default), or json: blocks with all their facts"},
    };
    int count, code;

    page_job_init(&job);
    page_job_opts(&job, table + 1);
    count = opts_parse(&usage, table, argc, argv, &code);
    if (count < 0)
        return code;
    if (format == JSON) {
        job.format = PITH_FORMAT_JSON;
        job.blank_between = false;
    }
    return page_job_run(&job, count, argv);
}
