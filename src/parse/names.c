/*
 * names.c - the tables made from names.def.
 */
#include "parse/names.h"

/* The flags under their names.def spelling. */
enum {
    BLOCK = PITH__TAGF_BLOCK,
    SPECIAL = PITH__TAGF_SPECIAL,
    SCOPE = PITH__TAGF_SCOPE,
    BUTTON_SCOPE = PITH__TAGF_BUTTON_SCOPE,
    LIST_SCOPE = PITH__TAGF_LIST_SCOPE,
    TABLE_SCOPE = PITH__TAGF_TABLE_SCOPE,
    TABLE_CONTEXT = PITH__TAGF_TABLE_CONTEXT,
    NOT_LIST_STOP = PITH__TAGF_NOT_LIST_STOP,
    VOID = PITH__TAGF_VOID,
    HEAD = PITH__TAGF_HEAD,
    RAWTEXT = PITH__TAGF_RAWTEXT,
    RCDATA = PITH__TAGF_RCDATA,
    UNSEEN = PITH__TAGF_UNSEEN,
    ENDS_P = PITH__TAGF_ENDS_P,
    HEADING = PITH__TAGF_HEADING,
    EXACT = PITH__TAGF_EXACT,
    MARKER = PITH__TAGF_MARKER,
    TABLE_PART = PITH__TAGF_TABLE_PART,
    FOSTERS = PITH__TAGF_FOSTERS,
    FORMATTING = PITH__TAGF_FORMATTING,
    IMPLIED = PITH__TAGF_IMPLIED,
    FALLBACK = PITH__TAGF_FALLBACK
};

const uint32_t pith__tag_flags[PITH__TAG_COUNT] = {
    0,
#define TAG(name, flags) flags,
#include "parse/names.def"
#undef TAG
    0,
};

const char *const pith__tag_names[PITH__TAG_COUNT] = {
    NULL,
#define TAG(name, flags) #name,
#include "parse/names.def"
#undef TAG
    NULL,
};

#define IS(flags, kind) (((flags) & (kind)) != 0 ? 0xFFFF : 0)

const uint16_t pith__tag_near[PITH__TAG_COUNT][PITH__NEAR_COUNT] = {
    {0},
#define TAG(name, flags)                                                                           \
    {IS(flags, SCOPE),                                                                             \
     IS(flags, SCOPE | BUTTON_SCOPE),                                                              \
     IS(flags, SCOPE | LIST_SCOPE),                                                                \
     IS(flags, TABLE_SCOPE),                                                                       \
     IS(flags, TABLE_CONTEXT),                                                                     \
     IS(flags, SPECIAL),                                                                           \
     IS(flags, SPECIAL) & ~IS(flags, NOT_LIST_STOP),                                               \
     IS(flags, BLOCK)},
#include "parse/names.def"
#undef TAG
    {0},
};
