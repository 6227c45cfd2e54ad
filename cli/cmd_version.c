/*
 * cmd_version.c - pith version: what a bug report should say about the build.
 *
 * The build defines PITH_BUILD_TYPE.
 */
#include <stdio.h>

#include "cli.h"
#include "opts.h"
#include "pith.h"

static const struct opts_usage usage = {
    "version",
    "usage: pith version\n"
    "\n"
    "Prints the version and facts about the build, for bug reports.\n",
    "  pith version\n",
};

static const char *processor(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") ? "x86-64 with AVX2" : "x86-64 without AVX2";
#elif defined(__aarch64__)
    return "AArch64";
#else
    return "other";
#endif
}

int cmd_version(int argc, char **argv)
{
    const struct opt none = {.name = NULL};
    int code;
    int count = opts_parse(&usage, &none, argc, argv, &code);

    if (count < 0)
        return code;
    if (count > 0) {
        cli_say(argv[0], "pith version takes no arguments");
        return CLI_USAGE;
    }
    printf("pith %s\n", pith_version());
#ifdef __clang__
    printf("compiler   clang %d.%d.%d, %s\n", __clang_major__, __clang_minor__,
           __clang_patchlevel__, PITH_BUILD_TYPE);
#else
    printf("compiler   gcc %d.%d.%d, %s\n", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__,
           PITH_BUILD_TYPE);
#endif
    printf("encodings  the WHATWG's, built in\n");
    printf("processor  %s\n", processor());
    return cli_print("");
}
