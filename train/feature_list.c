/*
 * feature_list.c - see feature_list.h.
 */
#include "train/feature_list.h"

enum { CURR = PITH__FEATURES_BLOCK, PAIR = 3 * CURR };

bool feature_is_global(size_t feature)
{
    return strcmp(pith_feature_name(feature) + strlen("curr_"), "textFrequency") == 0;
}

static bool is_local(size_t feature)
{
    return !feature_is_global(feature);
}

static bool is_local_current(size_t feature)
{
    return feature >= CURR && feature < 2 * CURR && !feature_is_global(feature);
}

static bool is_any(size_t feature)
{
    (void)feature;
    return true;
}

static const struct {
    const char *name;
    const char *base;              /* the features' name without their prefix; or */
    bool (*holds)(size_t feature); /* a predicate */
} groups[] = {
    {"words", "numWords", NULL},      {"links", "linkDensity", NULL},
    {"density", "textDensity", NULL}, {"local-current", NULL, is_local_current},
    {"local", NULL, is_local},        {"all", NULL, is_any},
};
enum { GROUPS = sizeof groups / sizeof *groups };

const char *feature_group_name(size_t index)
{
    return index < GROUPS ? groups[index].name : NULL;
}

static bool same(const char *name, size_t len, const char *word)
{
    return strlen(word) == len && memcmp(name, word, len) == 0;
}

/* Does NAME name FEATURE, with or without its prefix? */
static bool is_named(size_t feature, const char *name, size_t len)
{
    const char *whole = pith_feature_name(feature);
    return same(name, len, whole) || same(name, len, whole + strlen("curr_"));
}

static bool mark(const char *name, size_t len, bool *features)
{
    bool known = false;
    size_t group = 0;
    while (group < GROUPS && !same(name, len, groups[group].name))
        group++;
    for (size_t i = 0; i < PITH__FEATURES; i++) {
        bool wanted = group == GROUPS ? is_named(i, name, len)
                      : groups[group].base != NULL
                          ? is_named(i, groups[group].base, strlen(groups[group].base))
                          : groups[group].holds(i);
        features[i] |= wanted;
        known |= wanted;
    }
    return known;
}

const char *feature_list_read(const char *list, bool *features, size_t *len)
{
    memset(features, 0, PITH__FEATURES * sizeof *features);
    for (;;) {
        *len = strcspn(list, ",");
        if (!mark(list, *len, features))
            return list;
        if (list[*len] == '\0')
            return NULL;
        list += *len + 1;
    }
}
