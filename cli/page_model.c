/*
 * page_model.c - in: the argument of --model; out: models for the options of the library.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "cli_files.h"
#include "io/model_path.h"
#include "page_job.h"

enum { MODEL_MOST = 64 << 20, PATH_ROOM = 4096 };

bool page_model_is_built_in(const char *name, pith_model_info *info)
{
    if (access(name, F_OK) == 0)
        return false;
    for (size_t i = 0; pith_model_at(i, info, sizeof *info); i++) {
        if (strcmp(info->name, name) == 0)
            return info->bytes > 0;
    }
    return false;
}

/* Prints that the model is for METHOD, or for page types if that is NULL, and what to do. */
static int wrong_model(const struct page_model *wanted, const char *method)
{
    const char *name = input_name(wanted->name);

    if (wanted->only_method)
        cli_say(name, "is a model for something else; train one with: pith train %s",
                wanted->only_method);
    else if (method)
        cli_say(name, "is a model for the method %s; add -m %s", method, method);
    else
        cli_say(name, "is a model for page types; add -f json");
    return CLI_USAGE;
}

/* Only ngram has several built-in models to choose from. */
static int choose_built_in(const struct page_model *wanted, const pith_model_info *info,
                           pith_options *options)
{
    char option[64];

    if (info->method)
        snprintf(option, sizeof option, "%s.model", info->method);
    if (!info->method)
        cli_say(wanted->name,
                "is the built-in model for page types; -f json uses it without --model");
    else if (!pith_option_find(option))
        cli_say(wanted->name,
                "is the built-in model of the method %s, which uses it without --model",
                info->method);
    else if (!settings_asks(wanted->methods, info->method))
        return wrong_model(wanted, info->method);
    else if (pith_options_set(options, option, wanted->name, NULL) == PITH_OK)
        return CLI_OK;
    else
        cli_say(wanted->name, "%s", pith_status_message(PITH_ERR_NOMEM));
    return CLI_USAGE;
}

static int unreadable(const char *name, const pith_error *error)
{
    if (error->line > 0)
        cli_say(name, "line %zu: %s", error->line, error->message);
    else
        cli_say(name, "%s", error->message);
    return error->status == PITH_ERR_MODEL ? CLI_USAGE : CLI_FAILED;
}

/* The file name of a model that comes with Pith; NAME itself for any other. */
static const char *file_of(const char *name)
{
    pith_model_info info;

    for (size_t i = 0; pith_model_at(i, &info, sizeof info); i++) {
        if (strcmp(info.name, name) == 0)
            return info.file;
    }
    return name;
}

/* Reads the file NAME, or if there is none the model of that name on the search path. */
static int read_file(const char *name, pith_model **model)
{
    struct input input = {0};
    char path[PATH_ROOM];
    const char *mapped;
    size_t len;
    pith_error error;
    pith_status status;

    if (strcmp(name, "-") != 0 && access(name, F_OK) != 0 &&
        io_model_find(file_of(name), path, sizeof path))
        name = path;
    mapped = input_map(name, NULL, &len);
    if (!mapped && !cli_read(&input, name, MODEL_MOST + 1)) {
        input_deinit(&input);
        return CLI_FAILED;
    }
    status = mapped ? pith_model_view_new(mapped, len, model, &error)
                    : pith_model_new(input.data, input.len, model, &error);
    input_deinit(&input);
    return status == PITH_OK ? CLI_OK : unreadable(input_name(name), &error);
}

/* Is this model needed, and not built in? */
static bool is_missed(const struct page_model *wanted, const pith_model_info *info)
{
    if (info->bytes > 0)
        return false;
    return info->method ? settings_asks(wanted->methods, info->method) : wanted->page_type;
}

/* Finds models that the methods need and the build left out, as files. The one for any language
 * comes last, and so is the one that is used. */
static int read_left_out(const struct page_model *wanted, pith_options *options,
                         struct page_models *models)
{
    pith_model_info info;
    char path[PATH_ROOM];

    for (size_t i = 0; pith_model_at(i, &info, sizeof info); i++) {
        pith_model *model;
        int code;

        if (!is_missed(wanted, &info) || models->count == PAGE_MODELS ||
            !io_model_find(info.file, path, sizeof path))
            continue;
        code = read_file(path, &model);
        if (code != CLI_OK)
            return code;
        models->list[models->count++] = model;
        pith_options_set_model(options, model);
    }
    return CLI_OK;
}

int page_models_read(const struct page_model *wanted, pith_options *options,
                     struct page_models *models)
{
    pith_model_info info;
    int code;

    models->count = 0;
    code = read_left_out(wanted, options, models);
    if (code != CLI_OK || !wanted->name)
        return code;
    if (page_model_is_built_in(wanted->name, &info))
        return choose_built_in(wanted, &info, options);
    code = read_file(wanted->name, &models->list[models->count]);
    if (code != CLI_OK)
        return code;
    models->named = models->list[models->count++];
    pith_model_get_info(models->named, &info, sizeof info);
    if (info.method ? !settings_asks(wanted->methods, info.method) : !wanted->page_type)
        return wrong_model(wanted, info.method);
    pith_options_set_model(options, models->named);
    return CLI_OK;
}

void page_models_free(struct page_models *models)
{
    while (models->count > 0)
        pith_model_free(models->list[--models->count]);
}
