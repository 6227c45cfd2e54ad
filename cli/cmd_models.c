/*
 * cmd_models.c - pith models: which models the library carries; n-gram models as text, and back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "cli_files.h"
#include "io/input.h"
#include "io/memory_file.h"
#include "model/built_in.h"
#include "model/chargram.h"
#include "opts.h"
#include "train/ngram_file.h"
#include "train_parts.h"

static const struct opts_usage usage = {
    "models",
    "usage: pith models\n"
    "       pith models dump MODEL [-o FILE]\n"
    "       pith models load DUMP -o FILE\n"
    "\n"
    "Lists the models that are built in. 'dump' writes an n-gram model as text, to be\n"
    "read and edited; MODEL is a file or the name of one that is built in. 'load' makes\n"
    "the model of such a text, the same bytes as before.\n",
    "  pith models\n"
    "  pith models dump en | less\n"
    "  pith models dump mine.chargram -o mine.txt\n"
    "  pith models load mine.txt -o mine.chargram\n",
};

enum { FILE_MOST = 1 << 30 };

static const char *method_name(uint32_t bit)
{
    const pith_method_info *method;

    for (size_t i = 0; (method = pith_method_at(i)) != NULL; i++) {
        if (method->bit == bit)
            return method->name;
    }
    return "page_type";
}

static int list(void)
{
    struct pith__built_in model;

    printf("name       method     language   size      what\n");
    for (size_t i = 0; pith__built_in_at(i, &model); i++)
        printf("%-10s %-10s %-8s %7zu kB  %s\n", model.name, method_name(model.method),
               model.language, (model.len + 999) / 1000, model.summary);
    return cli_print("");
}

/* The file, or where there is none of that name the model that is built in under it: as --model
 * does it. */
static bool find(const char *name, struct input *input, struct pith__chargram *model)
{
    struct pith__built_in built_in;
    const char *wrong;

    if (access(name, F_OK) != 0 && pith__built_in_find(name, &built_in)) {
        if (pith__chargram_built_in(name, model))
            return true;
        cli_say(name, "only n-gram models can be dumped; models/README.md has what is to say of "
                      "this one");
        return false;
    }
    if (!cli_read(input, name, FILE_MOST))
        return false;
    if (!pith__chargram_check((const unsigned char *)input->data, input->len, &wrong)) {
        cli_say(input_name(name), "%s", wrong);
        return false;
    }
    pith__chargram_view(model, (const unsigned char *)input->data);
    return true;
}

static int dump(const char *name, const char *path)
{
    struct input input = {0};
    struct pith__chargram model;
    struct memory_file memory;
    int code = CLI_FAILED;

    if (find(name, &input, &model)) {
        FILE *file = memory_file_open(&memory);
        bool good = file && ngram_dump(&model, file);

        good = file && memory_file_close(&memory, file) && good;
        if (good)
            code = train_save(path, memory.out.data, memory.out.len) ? CLI_OK : CLI_FAILED;
        else
            cli_say(NULL, "not enough memory for this model");
        memory_file_deinit(&memory);
    }
    input_deinit(&input);
    return code;
}

static int load(const char *name, const char *path)
{
    struct input input = {0};
    pith_error error;
    unsigned char *bytes;
    size_t len;
    int code = CLI_FAILED;

    if (!cli_read(&input, name, FILE_MOST))
        return CLI_FAILED;
    bytes = ngram_load(input.data, input.len, &len, &error);
    if (bytes)
        code = train_save(path, (const char *)bytes, len) ? CLI_OK : CLI_FAILED;
    else
        cli_note(input_name(name), error.line, error.message);
    free(bytes);
    input_deinit(&input);
    return code;
}

int cmd_models(int argc, char **argv)
{
    const char *output = NULL;
    /* clang-format off */
    const struct opt table[] = {
        {.letter = 'o', .name = "output", .arg = "FILE", .kind = OPT_TEXT, .value = &output,
         .help = "write to FILE, as a whole or not at all"},
        {.name = NULL},
    };
    /* clang-format on */
    int code;
    int count = opts_parse(&usage, table, argc, argv, &code);

    if (count < 0)
        return code;
    if (count == 0)
        return list();
    if (count == 2 && strcmp(argv[0], "dump") == 0)
        return dump(argv[1], output);
    if (count == 2 && strcmp(argv[0], "load") == 0) {
        if (output)
            return load(argv[1], output);
        cli_say("load", "needs the name of a file for the model: -o FILE");
        return CLI_USAGE;
    }
    cli_say(argv[0], "write pith models, pith models dump MODEL, or pith models load DUMP -o FILE");
    return CLI_USAGE;
}
