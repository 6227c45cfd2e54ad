/*
 * cmd_models.c - pith models: lists the built-in models; converts n-gram models to text and back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cli_files.h"
#include "io/input.h"
#include "io/memory_file.h"
#include "opts.h"
#include "page_job.h"
#include "train/ngram_file.h"
#include "train_parts.h"

static const struct opts_usage usage = {
    "models",
    "usage: pith models\n"
    "       pith models dump MODEL [-o FILE]\n"
    "       pith models load DUMP -o FILE\n"
    "\n"
    "Lists the built-in models. 'dump' writes an n-gram model as text, to be read or\n"
    "edited; MODEL is a file or the name of a built-in model. 'load' turns such text\n"
    "back into a model.\n",
    "  pith models\n"
    "  pith models dump en | less\n"
    "  pith models dump mine.chargram -o mine.txt\n"
    "  pith models load mine.txt -o mine.chargram\n",
};

enum { FILE_MOST = 1 << 30 };

static int list(void)
{
    pith_model_info model;

    printf("name       method     language   size      what\n");
    for (size_t i = 0; pith_model_at(i, &model, sizeof model); i++) {
        if (model.bytes == 0)
            continue; /* not built in */
        printf("%-10s %-10s %-8s %7zu kB  %s\n", model.name,
               model.method ? model.method : "page_type", model.language,
               (model.bytes + 999) / 1000, model.summary);
    }
    return cli_print("");
}

/* NAME is a file, or a built-in model if there is no such file, as for --model. */
static bool write_dump(const char *name, struct memory_file *memory)
{
    struct input input = {0};
    pith_model_info model;
    bool built_in = page_model_is_built_in(name, &model);
    FILE *file = NULL;
    const char *wrong = NULL;
    bool good = built_in || cli_read(&input, name, FILE_MOST);

    if (good) {
        file = memory_file_open(memory);
        good = file != NULL && (built_in ? ngram_dump_built_in(name, file, &wrong)
                                         : ngram_dump_bytes(input.data, input.len, file, &wrong));
        good = file != NULL && memory_file_close(memory, file) && good;
        if (!good)
            cli_say(input_name(name), "%s", wrong ? wrong : "not enough memory for this model");
    }
    input_deinit(&input);
    return good;
}

static int dump(const char *name, const char *path)
{
    struct memory_file memory = {0};
    int code = CLI_FAILED;

    if (write_dump(name, &memory))
        code = train_save(path, memory.out.data, memory.out.len) ? CLI_OK : CLI_FAILED;
    memory_file_deinit(&memory);
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
         .help = "write to FILE; it appears only once it is complete"},
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
        cli_say("load", "needs a file for the model: -o FILE");
        return CLI_USAGE;
    }
    cli_say(argv[0], "use: pith models, pith models dump MODEL, or pith models load DUMP -o FILE");
    return CLI_USAGE;
}
