/*
 * feature_list.h - names of features and of groups of them, as people write them.
 */
#ifndef PITH_FEATURE_LIST_H
#define PITH_FEATURE_LIST_H

#include "features/features.h"

/* Marks in FEATURES, (PITH__FEATURES), what a list such as "words,links,curr_tagP" names. A name is
 * that of a feature; that of one without its prev_, curr_ or next_, which means all three; or that
 * of a group. Returns NULL, or the name that is none; *LEN gets its length. */
const char *feature_list_read(const char *list, bool *features, size_t *len);

/* The name of group number INDEX, from 0; NULL: there is no such. */
const char *feature_group_name(size_t index);

/* True for the features that only a caller with a corpus knows. */
bool feature_is_global(size_t feature);

#endif
