/*
 * page_model.c - in: what --model names; out: a model for the options of the library.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "cli_files.h"
#include "page_job.h"

enum { MODEL_MOST = 64 << 20 };

/* Is NAME no file's, but that of a built-in model? */
static bool is_built_in(const char *name, pith_model_info *info)
{
    if (access(name, F_OK) == 0)
        return false;
    for (size_t i = 0; pith_model_at(i, info, sizeof *info); i++) {
        if (strcmp(info->name, name) == 0)
            return true;
    }
    return false;
}

/* Says that the model is for METHOD, or where this is NULL for types of pages, and what to do. */
static int wrong_model(const struct page_model *wanted, const char *method)
{
    const char *name = input_name(wanted->name);

    if (wanted->only_method)
        cli_say(name, "is a model for something else; needed is one of pith train %s",
                wanted->only_method);
    else if (method)
        cli_say(name, "is a model for another method; add -m %s", method);
    else
        cli_say(name, "is a model for types of pages; add -f json");
    return CLI_USAGE;
}

/* Of the built-in models only those of ngram can be chosen: there are several. */
static int choose_built_in(const struct page_model *wanted, const pith_model_info *info,
                           pith_options *options)
{
    char option[64];

    if (info->method)
        snprintf(option, sizeof option, "%s.model", info->method);
    if (!info->method)
        cli_say(wanted->name, "is built in, for types of pages; -f json uses it without --model");
    else if (!pith_option_find(option))
        cli_say(wanted->name, "is built in, for the method %s, which uses it without --model",
                info->method);
    else if (!settings_asks(wanted->methods, info->method))
        return wrong_model(wanted, info->method);
    else if (pith_options_set(options, option, wanted->name, NULL) == PITH_OK)
        return CLI_OK;
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

int page_model_read(const struct page_model *wanted, pith_options *options, pith_model **model)
{
    struct input input = {0};
    const char *mapped;
    size_t len;
    pith_model_info info;
    pith_error error;
    pith_status status;

    *model = NULL;
    if (!wanted->name)
        return CLI_OK;
    if (is_built_in(wanted->name, &info))
        return choose_built_in(wanted, &info, options);
    mapped = cli_map_model(wanted->name, &len);
    if (!mapped && !cli_read(&input, wanted->name, MODEL_MOST + 1)) {
        input_deinit(&input);
        return CLI_FAILED;
    }
    status = mapped ? pith_model_view_new(mapped, len, model, &error)
                    : pith_model_new(input.data, input.len, model, &error);
    input_deinit(&input);
    if (status != PITH_OK)
        return unreadable(input_name(wanted->name), &error);
    pith_model_get_info(*model, &info, sizeof info);
    if (info.method ? !settings_asks(wanted->methods, info.method) : !wanted->page_type)
        return wrong_model(wanted, info.method);
    pith_options_set_model(options, *model);
    return CLI_OK;
}
