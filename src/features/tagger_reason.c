/*
 * tagger_reason.c - maps each of the tagger's features to a reason that people understand.
 */
#include "features/tagger.h"

/* Prefix of a feature's name, and a string that it contains. The first match counts. */
static const struct {
    const char *begin, *part;
    pith_reason reason;
} kinds[] = {
    {"page.", "", PITH_REASON_PAGE},
    {"", "inkDensity", PITH_REASON_LINK_DENSITY},
    {"", "Links", PITH_REASON_LINK_DENSITY},
    {"block.links", "", PITH_REASON_LINK_DENSITY},
    {"block.plainWords", "", PITH_REASON_LINK_DENSITY},

    {"before", "", PITH_REASON_AROUND},
    {"behind", "", PITH_REASON_AROUND},
    {"block.toLong", "", PITH_REASON_AROUND},
    {"block.sinceLong", "", PITH_REASON_AROUND},
    {"block.near", "", PITH_REASON_AROUND},

    {"repeat", "", PITH_REASON_REPEATED},
    {"level", "sibling", PITH_REASON_REPEATED},
    {"block.copies", "", PITH_REASON_REPEATED},
    {"block.copyOrder", "", PITH_REASON_REPEATED},
    {"block.alike", "", PITH_REASON_REPEATED},
    {"block.bare", "", PITH_REASON_REPEATED},
    {"block.same", "", PITH_REASON_REPEATED},
    {"block.repeats", "", PITH_REASON_REPEATED},

    {"top.", "", PITH_REASON_POSITION},
    {"title.", "", PITH_REASON_POSITION},
    {"longest.", "", PITH_REASON_POSITION},
    {"level", "place", PITH_REASON_POSITION},
    {"block.", "osition", PITH_REASON_POSITION},
    {"block.index", "", PITH_REASON_POSITION},
    {"block.behind", "", PITH_REASON_POSITION},
    {"block.wordsBehind", "", PITH_REASON_POSITION},
    {"block.from", "", PITH_REASON_POSITION},
    {"block.heading", "", PITH_REASON_POSITION},

    {"level", "", PITH_REASON_CONTAINER},
    {"block.up", "", PITH_REASON_CONTAINER},
    {"block.down", "", PITH_REASON_CONTAINER},
    {"block.common", "", PITH_REASON_CONTAINER},
    {"block.inHeavy", "", PITH_REASON_CONTAINER},
    {"block.heavy", "", PITH_REASON_CONTAINER},
    {"block.images", "", PITH_REASON_CONTAINER},
    {"block.times", "", PITH_REASON_CONTAINER},
    {"block.controls", "", PITH_REASON_CONTAINER},

    {"block.kind", "", PITH_REASON_TAGS},
    {"block.level", "", PITH_REASON_TAGS},
    {"block.", "ag", PITH_REASON_TAGS}, /* tag, blockTag */
    {"block.", "epth", PITH_REASON_TAGS},
    {"block.row", "", PITH_REASON_TAGS},
    {"block.column", "", PITH_REASON_TAGS},
    {"block.hidden", "", PITH_REASON_TAGS},
    {"block.noscript", "", PITH_REASON_TAGS},
    {"block.link", "", PITH_REASON_TAGS},
    {"block.", "", PITH_REASON_TEXT},
    {"", "", PITH_REASON_TAGS}, /* roles, tags above, class names */
};

void pith__tagger_reasons(uint8_t reasons[PITH__TAGGER_FEATURES])
{
    char name[64], summary[64];
    for (size_t i = 0; i < PITH__TAGGER_FEATURES; i++) {
        size_t k = 0;
        pith__tagger_name(i, name, summary, sizeof name);
        while (strncmp(name, kinds[k].begin, strlen(kinds[k].begin)) != 0 ||
               strstr(name, kinds[k].part) == NULL)
            k++;
        reasons[i] = (uint8_t)kinds[k].reason;
    }
}
