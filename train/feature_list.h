/*
 * feature_list.h - parses lists of features and feature groups.
 */
#ifndef PITH_FEATURE_LIST_H
#define PITH_FEATURE_LIST_H

#include "features/features.h"

/* Marks in FEATURES, (PITH__FEATURES), what a list such as "words,links,curr_tagP" names. A name is
 * that of a feature, or of a feature without its prev_, curr_ or next_, which means all three, or
 * of a group. Returns NULL, or an unknown name with its length in *LEN. */
const char *feature_list_read(const char *list, bool *features, size_t *len);

/* The name of group number INDEX, from 0; NULL past the end. */
const char *feature_group_name(size_t index);

/* Does the feature need a whole corpus, which only the caller has? */
bool feature_is_global(size_t feature);

#endif
