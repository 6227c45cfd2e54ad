/*
 * bench_encoding.c - speed of our decoders compared with iconv, if available.
 *
 *     bench_encoding [-r ROUNDS] LABEL=FILE...
 *
 * Each FILE is decoded in turn by ours, with the offset map, and by iconv, with a converter opened
 * in advance; the best round of each in processor time counts. Prints MB of input per second, and
 * the speed relative to iconv.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef PITH_HAVE_ICONV
#include <iconv.h>
#endif

#include "encoding/charset.h"
#include "meter.h"

struct input {
    const struct pith__charset *charset;
    unsigned char *bytes;
    size_t len;
};

static void die(const char *what)
{
    fprintf(stderr, "bench_encoding: %s\n", what);
    exit(1);
}

static void read_input(const char *argument, struct input *input)
{
    const char *equals = strchr(argument, '=');
    FILE *file = equals == NULL ? NULL : fopen(equals + 1, "rb");
    if (file == NULL)
        die("LABEL=FILE is wanted");
    input->charset = pith__charset_find(argument, (size_t)(equals - argument));
    if (input->charset == NULL || input->charset->family == PITH__FAMILY_UTF8)
        die("the label is not one of a legacy encoding");
    enum { MOST = 64 << 20 };
    input->bytes = malloc(MOST);
    if (input->bytes == NULL)
        die("out of memory");
    input->len = fread(input->bytes, 1, MOST, file);
    fclose(file);
}

static double time_ours(const struct input *input, struct pith__arena *arena)
{
    struct pith__decoded decoded;
    size_t len = input->len;
    double start = meter_seconds();
    pith__arena_reset(arena, SIZE_MAX);
    memset(&decoded, 0, sizeof decoded);
    if (pith__legacy_decode(arena, input->charset, input->bytes, 0, &len, NULL, &decoded) !=
        PITH_OK)
        die("out of memory");
    return meter_seconds() - start;
}

#ifdef PITH_HAVE_ICONV

/* glibc's name for the closest encoding, if it differs from the standard's. */
static const char *iconv_name(const char *name)
{
    static const char *const others[][2] = {
        {"IBM866", "CP866"},        {"windows-874", "CP874"}, {"x-mac-cyrillic", "MAC-UK"},
        {"GBK", "GB18030"},         {"Big5", "BIG5-HKSCS"},   {"EUC-JP", "EUC-JP-MS"},
        {"Shift_JIS", "CP932"},     {"EUC-KR", "CP949"},      {"ISO-8859-8-I", "ISO-8859-8"},
        {"macintosh", "MACINTOSH"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i][0]) == 0)
            return others[i][1];
    return name;
}

/* Skips a byte where iconv stops, as every caller must. */
static double time_iconv(const struct input *input, iconv_t converter, char *out, size_t room)
{
    double start = meter_seconds();
    char *from = (char *)input->bytes, *to = out;
    size_t left = input->len, spare = room;
    iconv(converter, NULL, NULL, NULL, NULL);
    while (left > 0 && iconv(converter, &from, &left, &to, &spare) == (size_t)-1 && left > 0) {
        from++;
        left--;
    }
    return meter_seconds() - start;
}

#endif

static void bench(const char *argument, int rounds)
{
    struct input input;
    struct pith__arena arena;
    double ours = 1e9, theirs = 1e9;
    read_input(argument, &input);
    pith__arena_init(&arena, &pith__allocator_default);
#ifdef PITH_HAVE_ICONV
    iconv_t converter = iconv_open("UTF-8", iconv_name(input.charset->name));
    size_t room = 3 * input.len + 16;
    char *out = malloc(room);
    if (out == NULL)
        die("out of memory");
#endif
    for (int i = 0; i < rounds; i++) {
        double time = time_ours(&input, &arena);
        ours = time < ours ? time : ours;
#ifdef PITH_HAVE_ICONV
        if (converter != (iconv_t)-1) {
            time = time_iconv(&input, converter, out, room);
            theirs = time < theirs ? time : theirs;
        }
#endif
    }
    printf("%-28s %8.2f %8.0f", argument, (double)input.len / 1e6, (double)input.len / ours / 1e6);
    if (theirs < 1e9)
        printf(" %8.0f %8.1f", (double)input.len / theirs / 1e6, theirs / ours);
    printf("\n");
#ifdef PITH_HAVE_ICONV
    if (converter != (iconv_t)-1)
        iconv_close(converter);
    free(out);
#endif
    pith__arena_deinit(&arena);
    free(input.bytes);
}

int main(int argc, char **argv)
{
    int first = 1, rounds = 9;
    if (argc > 2 && strcmp(argv[1], "-r") == 0) {
        rounds = atoi(argv[2]);
        first = 3;
    }
    if (first >= argc || rounds < 1)
        die("usage: bench_encoding [-r ROUNDS] LABEL=FILE...");
    printf("%-28s %8s %8s %8s %8s\n", "text", "MB", "MB/s", "iconv", "times");
    for (int i = first; i < argc; i++)
        bench(argv[i], rounds);
    return 0;
}
