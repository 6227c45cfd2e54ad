/*
 * auto_pages.c - see auto_pages.h.
 */
#include "train/auto_pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool auto_measure_held_out(struct auto_measuring measuring, const struct auto_trained *trained,
                           const struct tagger_columns *columns, struct auto_measured *measured)
{
    pith_model **models = calloc(trained->folds, sizeof(pith_model *));
    bool good = models != NULL;

    measuring.models = models;
    measuring.fold_of_page = trained->fold_of_page;
    for (unsigned i = 0; good && i < trained->folds; i++)
        good = (models[i] = auto_model(trained, i, columns)) != NULL;
    good = good && auto_measure(&measuring, measured);
    for (unsigned i = 0; models && i < trained->folds; i++)
        pith_model_free(models[i]);
    free(models);
    return good;
}

static void write_page(const struct auto_page *page, const struct auto_measured *measured,
                       struct json_out *out)
{
    char figures[160];

    json_out_word(out, "{\"id\": \"");
    json_out_string(out, page->id, strlen(page->id));
    json_out_word(out, "\", \"group\": \"");
    json_out_string(out, measured->groups[page->group], strlen(measured->groups[page->group]));
    snprintf(figures, sizeof figures,
             "\", \"fold\": %u, \"f1\": %.4f, \"expected\": %.4f, \"confidence\": %.4f, "
             "\"empty\": %s, \"snippets\": %s}\n",
             page->fold, page->f1, page->confidence, page->stated, page->empty ? "true" : "false",
             page->snippets ? "true" : "false");
    json_out_word(out, figures);
}

bool auto_pages_write(struct auto_measured *measured, unsigned folds, struct json_out *out)
{
    if (!auto_state_trust(measured, folds))
        return false;
    for (size_t i = 0; i < measured->count; i++)
        write_page(&measured->pages[i], measured, out);
    return out->state == JSON_OUT_GOOD;
}
