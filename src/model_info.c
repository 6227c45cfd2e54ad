/*
 * model_info.c - what callers can learn about a model, whether it comes with Pith or was read from
 * a file.
 */
#include "method/method.h"

/* The name of the method that uses models of KIND, or NULL if none does. */
static const char *method_of(enum pith__model_kind kind)
{
    const struct pith__method *const *methods;
    size_t count;
    methods = pith__methods(&count);
    for (size_t i = 0; i < count; i++) {
        if (methods[i]->takes == kind)
            return methods[i]->info.name;
    }
    return NULL;
}

int pith_model_get_info(const pith_model *model, pith_model_info *info, size_t size)
{
    if (model == NULL || info == NULL)
        return 0;
    enum pith__model_kind kind = pith__model_kind(model);
    const pith_model_info found = {.method = method_of(kind),
                                   .language =
                                       kind == PITH__MODEL_WORDGRAM ? model->wordgram.language : "",
                                   .summary = "",
                                   .bytes = model->len};
    pith__give(info, size, &found, sizeof found);
    return 1;
}

int pith_model_at(size_t index, pith_model_info *info, size_t size)
{
    struct pith__built_in model;
    if (info == NULL || !pith__model_known_at(index, &model))
        return 0;
    const pith_model_info found = {.name = model.name,
                                   .method = method_of(model.kind),
                                   .language = model.language,
                                   .summary = model.summary,
                                   .bytes = model.len,
                                   .file = model.file};
    pith__give(info, size, &found, sizeof found);
    return 1;
}
