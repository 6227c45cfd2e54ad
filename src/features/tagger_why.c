/*
 * tagger_why.c - which kind of knowledge each of the tagger's features is, as a reason for people.
 */
#include "features/tagger.h"

/* How a feature's name begins, and what stands in it. The first that fits counts. */
static const struct {
    const char *begin, *part;
    pith_why why;
} kinds[] = {
    {"page.", "", PITH_WHY_PAGE},
    {"", "inkDensity", PITH_WHY_LINK_DENSITY},
    {"", "Links", PITH_WHY_LINK_DENSITY},
    {"block.links", "", PITH_WHY_LINK_DENSITY},
    {"block.plainWords", "", PITH_WHY_LINK_DENSITY},

    {"before", "", PITH_WHY_AROUND},
    {"behind", "", PITH_WHY_AROUND},
    {"block.toLong", "", PITH_WHY_AROUND},
    {"block.sinceLong", "", PITH_WHY_AROUND},
    {"block.near", "", PITH_WHY_AROUND},

    {"repeat", "", PITH_WHY_REPEATED},
    {"level", "sibling", PITH_WHY_REPEATED},
    {"block.copies", "", PITH_WHY_REPEATED},
    {"block.copyOrder", "", PITH_WHY_REPEATED},
    {"block.alike", "", PITH_WHY_REPEATED},
    {"block.bare", "", PITH_WHY_REPEATED},
    {"block.same", "", PITH_WHY_REPEATED},
    {"block.repeats", "", PITH_WHY_REPEATED},

    {"top.", "", PITH_WHY_POSITION},
    {"title.", "", PITH_WHY_POSITION},
    {"longest.", "", PITH_WHY_POSITION},
    {"level", "place", PITH_WHY_POSITION},
    {"block.", "osition", PITH_WHY_POSITION},
    {"block.index", "", PITH_WHY_POSITION},
    {"block.behind", "", PITH_WHY_POSITION},
    {"block.wordsBehind", "", PITH_WHY_POSITION},
    {"block.from", "", PITH_WHY_POSITION},
    {"block.heading", "", PITH_WHY_POSITION},

    {"level", "", PITH_WHY_CONTAINER},
    {"block.up", "", PITH_WHY_CONTAINER},
    {"block.down", "", PITH_WHY_CONTAINER},
    {"block.common", "", PITH_WHY_CONTAINER},
    {"block.inHeavy", "", PITH_WHY_CONTAINER},
    {"block.heavy", "", PITH_WHY_CONTAINER},
    {"block.images", "", PITH_WHY_CONTAINER},
    {"block.times", "", PITH_WHY_CONTAINER},
    {"block.controls", "", PITH_WHY_CONTAINER},

    {"block.kind", "", PITH_WHY_TAGS},
    {"block.level", "", PITH_WHY_TAGS},
    {"block.", "ag", PITH_WHY_TAGS}, /* tag, blockTag */
    {"block.", "epth", PITH_WHY_TAGS},
    {"block.row", "", PITH_WHY_TAGS},
    {"block.column", "", PITH_WHY_TAGS},
    {"block.hidden", "", PITH_WHY_TAGS},
    {"block.noscript", "", PITH_WHY_TAGS},
    {"block.link", "", PITH_WHY_TAGS},
    {"block.", "", PITH_WHY_TEXT},
    {"", "", PITH_WHY_TAGS}, /* roles, tags above, class names */
};

void pith__tagger_whys(uint8_t whys[PITH__TAGGER_FEATURES])
{
    char name[64], summary[64];
    for (size_t i = 0; i < PITH__TAGGER_FEATURES; i++) {
        size_t k = 0;
        pith__tagger_name(i, name, summary, sizeof name);
        while (strncmp(name, kinds[k].begin, strlen(kinds[k].begin)) != 0 ||
               strstr(name, kinds[k].part) == NULL)
            k++;
        whys[i] = (uint8_t)kinds[k].why;
    }
}
