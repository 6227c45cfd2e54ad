/*
 * byline.c - the author and the date as a reader sees them, where the page's data do not tell.
 *
 * Both stand near the heading, so the blocks around it are read: first elements that are marked up
 * (<time>, rel=author, a class that speaks of an author), then short text such as "By Ann Lee" and
 * "12 May 2020". The address may hold the date, too. Comments are left out.
 */
#include "metadata/date.h"
#include "metadata/finder.h"

/* Ranks go on from those of meta_tags.c, json_ld.c, microdata.c. */
enum {
    RANK_URL = 70,
    RANK_NEAR = 80,  /* marked up, near the heading */
    RANK_TEXT = 90,  /* text near the heading */
    RANK_FAR = 100,  /* marked up, elsewhere */
    RANK_USER = 110, /* name of a user, after the heading */
    RANK_CHANGED = 120
};

enum { BLOCK_MOST = 250, YEAR_MIN = 1994 };

struct window {
    struct pith__finder *finder;
    size_t heading;  /* block of the heading, or behind all */
    uint32_t before; /* nodes before the heading that are near */
    uint32_t after;  /* the first node behind the heading that is not */
};

static const pith_block *block_at(const struct window *window, size_t index)
{
    return pith_page_block(window->finder->page, index);
}

/* The first text of block INDEX, a node. */
static uint32_t first_node(const struct window *window, size_t index)
{
    const struct pith__blocks *blocks = &window->finder->page->blocks;
    return index < blocks->first.len ? ((const uint32_t *)blocks->first.data)[index] : PITH_NONE;
}

/* The first block whose text starts behind NODE. */
static size_t block_behind(const struct window *window, uint32_t node)
{
    size_t low = 0;
    size_t high = window->finder->page->blocks.first.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (first_node(window, middle) > node)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The first block with the title's letters, for pages whose heading is no <h1>. */
static size_t find_title_block(const struct window *window, struct pith__span title)
{
    unsigned char letters[PITH__VALUE_MOST + 4];
    unsigned char other[PITH__VALUE_MOST + 4];
    struct pith__span wanted = pith__letters_only(pith__span_cut(title, PITH__VALUE_MOST), letters);
    const pith_block *block;
    for (size_t i = 0; wanted.len > 0 && (block = block_at(window, i)) != NULL; i++) {
        struct pith__span text = {(const unsigned char *)block->text, block->text_len};
        if (text.len >= wanted.len && text.len < PITH__VALUE_MOST && text.len < 2 * wanted.len &&
            pith__span_equal(pith__letters_only(text, other), wanted))
            return i;
    }
    return SIZE_MAX;
}

static void find_window(struct window *window, struct pith__span title)
{
    enum { BLOCKS_BEFORE = 8, BLOCKS_AFTER = 20 };
    const struct pith__finder *finder = window->finder;
    size_t count = finder->page->info.blocks;
    window->heading = SIZE_MAX;
    if (finder->heading != PITH_NONE)
        window->heading = block_behind(window, finder->heading);
    if (window->heading == SIZE_MAX)
        window->heading = find_title_block(window, title);
    if (window->heading == SIZE_MAX && finder->headings.len > 0)
        window->heading = block_behind(window, finder->headings.list[0]);
    for (size_t i = 0; window->heading == SIZE_MAX && i < count; i++) {
        if (block_at(window, i)->keep)
            window->heading = i;
    }
    if (window->heading > count)
        window->heading = count;
    size_t from = window->heading > BLOCKS_BEFORE ? window->heading - BLOCKS_BEFORE : 0;
    window->before = first_node(window, from);
    window->after = first_node(window, window->heading + BLOCKS_AFTER);
}

/* ---------------------------------------------------------------- places */

/* True when TEXT, in any case, holds one of the words of places that tell of other pages. */
static bool is_elsewhere(struct pith__span text)
{
    static const char *const words[] = {"comment", "related", "sidebar", "recommend", "footer"};
    text = pith__span_cut(text, 200);
    for (size_t i = 0; i < text.len; i++) {
        struct pith__span rest = {text.ptr + i, text.len - i};
        if (i > 0 && !pith__is_space(text.ptr[i - 1])) /* not "with-sidebar" */
            continue;
        for (size_t j = 0; j < sizeof words / sizeof *words; j++) {
            if (pith__span_starts(rest, words[j]))
                return true;
        }
    }
    return false;
}

bool pith__stands_elsewhere(const struct pith__doc *doc, uint32_t index)
{
    enum { STEPS = 12 };
    bool margin = false;
    for (int step = 0; step < STEPS && index != PITH_NONE; step++) {
        const struct pith__node *node = pith__doc_node(doc, index);
        struct pith__span value;
        if (node->tag == PITH__TAG_body || node->tag == PITH__TAG_main)
            break;
        if (node->tag == PITH__TAG_article) /* its footer may be its byline */
            margin = false;
        else if (node->tag == PITH__TAG_aside || node->tag == PITH__TAG_footer)
            margin = true;
        if ((pith__doc_attr(doc, node, PITH__ATTR_CLASS, &value) && is_elsewhere(value)) ||
            (pith__doc_attr(doc, node, PITH__ATTR_ID, &value) && is_elsewhere(value)))
            return true;
        index = node->parent;
    }
    return margin;
}

/* ---------------------------------------------------------------- marked elements */

enum { HINT_AUTHOR = 1, HINT_USER = 2 };

struct hint {
    const char *word;
    unsigned hint;
};

/* Words in classes. */
static const struct hint class_hints[] = {
    {"author", HINT_AUTHOR},      {"byline", HINT_AUTHOR},    {"writer", HINT_AUTHOR},
    {"contributor", HINT_AUTHOR}, {"auteur", HINT_AUTHOR},    {"username", HINT_USER},
    {"user-name", HINT_USER},     {"user_name", HINT_USER},   {"user-link", HINT_USER},
    {"poster", HINT_USER},        {"postprofile", HINT_USER}, {"nickname", HINT_USER},
    {"creator", HINT_USER},
};

/* Parts of addresses of pages about somebody. */
static const struct hint link_hints[] = {
    {"/author/", HINT_AUTHOR},  {"/authors/", HINT_AUTHOR}, {"/contributors/", HINT_AUTHOR},
    {"/writers/", HINT_AUTHOR}, {"/staff/", HINT_AUTHOR},   {"/user/", HINT_USER},
    {"/users/", HINT_USER},     {"/members/", HINT_USER},   {"/member.php", HINT_USER},
    {"/u/", HINT_USER},
};

/* True where one of these words may start: nearly all text is passed over by its first two
 * letters. */
static bool may_start(const unsigned char *p)
{
    static const char second[] = "uyo__________i_o____s_r___"; /* behind a, b, c ... */
    unsigned letter = (p[0] | 0x20u) - (unsigned)'a';
    if (letter > 25)
        return p[0] == '/';
    return (p[1] | 0x20) == second[letter] || (letter == 'c' - 'a' && (p[1] | 0x20) == 'r');
}

static unsigned hints_in(struct pith__span text, const struct hint *hints, size_t count)
{
    enum { BYTES = 200 };
    if (text.len > BYTES)
        text.len = BYTES;
    for (size_t i = 0; i + 1 < text.len; i++) {
        if (!may_start(text.ptr + i))
            continue;
        for (size_t j = 0; j < count; j++) {
            if (pith__span_starts((struct pith__span){text.ptr + i, text.len - i}, hints[j].word))
                return hints[j].hint;
        }
    }
    return 0;
}

/* Notes the elements whose class, rel or address speaks of an author or a user. */
static void mark_persons(struct pith__finder *finder)
{
    const struct pith__doc *doc = finder->doc;
    for (uint32_t i = 0; i < doc->nodes.len; i++) {
        const struct pith__node *node = pith__doc_node(doc, i);
        const struct pith__attr *attr = (const struct pith__attr *)doc->attrs.data + node->extent;
        unsigned hints = 0;
        if (node->tag == PITH__TAG_TEXT || (node->flags & PITH__NODE_UNSEEN) != 0)
            continue;
        for (unsigned j = 0; j < node->detail; j++, attr++) {
            struct pith__span value = {doc->source.ptr + attr->offset, attr->len};
            if (attr->name == PITH__ATTR_CLASS)
                hints |= hints_in(value, class_hints, sizeof class_hints / sizeof *class_hints);
            else if (attr->name == PITH__ATTR_HREF && node->tag == PITH__TAG_a)
                hints |= hints_in(value, link_hints, sizeof link_hints / sizeof *link_hints);
            else if ((attr->name == PITH__ATTR_REL || attr->name == PITH__ATTR_ITEMPROP) &&
                     pith__span_starts(value, "author"))
                hints |= HINT_AUTHOR;
        }
        if ((hints & HINT_AUTHOR) != 0)
            pith__marks_add(&finder->persons, i);
        else if ((hints & HINT_USER) != 0)
            pith__marks_add(&finder->users, i);
    }
}

/* ---------------------------------------------------------------- authors */

/* Offers the names in TEXT, which a reader sees. */
static bool offer_names(struct pith__finder *finder, struct pith__span text, unsigned rank,
                        const char *source)
{
    struct pith__span names[4];
    unsigned char copy[BLOCK_MOST];
    if (text.len == 0 || text.len > sizeof copy)
        return false;
    memcpy(copy, text.ptr, text.len);
    size_t count = pith__names_split((struct pith__span){copy, text.len}, true, names,
                                     sizeof names / sizeof *names);
    for (size_t i = 0; i < count; i++)
        pith__finder_offer(finder, PITH_FIELD_AUTHOR, rank, source, names[i], PITH__RAW_TEXT);
    return finder->best[PITH_FIELD_AUTHOR].rank == rank;
}

/* The pieces of text of an element, with " | " between them: a name hardly goes on from one to the
 * next, a job or a date often follows. */
static size_t join_pieces(struct pith__finder *finder, uint32_t index,
                          unsigned char out[BLOCK_MOST])
{
    enum { NODES = 24 };
    static const char *const partings[] = {"and", "&", ",", "und", "et"};
    const struct pith__doc *doc = finder->doc;
    const char *mark = "";
    size_t len = 0;
    for (uint32_t i = index + 1; i < doc->nodes.len && i - index < NODES; i++) {
        const struct pith__node *node = pith__doc_node(doc, i);
        if (node->parent < index)
            break;
        if (node->tag != PITH__TAG_TEXT || (node->flags & PITH__NODE_UNSEEN) != 0)
            continue;
        struct pith__span piece = {doc->source.ptr + node->offset, node->extent};
        piece = pith__finder_clean(finder, piece, PITH__RAW_ATTRIBUTE);
        if (piece.len == 0)
            continue;
        for (size_t j = 0; j < sizeof partings / sizeof *partings; j++) {
            if (pith__span_is(piece, partings[j])) {
                mark = ";";
                piece.len = 0;
                break;
            }
        }
        if (piece.len == 0)
            continue;
        if (len + piece.len + strlen(mark) > BLOCK_MOST)
            break;
        memcpy(out + len, mark, strlen(mark));
        len += strlen(mark);
        memcpy(out + len, piece.ptr, piece.len);
        len += piece.len;
        mark = " | ";
    }
    return len;
}

/* Offers the names in the text of an element. */
static bool offer_element(struct pith__finder *finder, uint32_t index, unsigned rank)
{
    unsigned char text[BLOCK_MOST];
    size_t len = join_pieces(finder, index, text);
    return offer_names(finder, (struct pith__span){text, len}, rank, "byline");
}

/* Offers the first of the marked elements that lies between two nodes. */
static bool offer_marks(struct pith__finder *finder, const struct pith__marks *marks, uint32_t from,
                        uint32_t to, unsigned rank)
{
    if (!pith__finder_wants(finder, PITH_FIELD_AUTHOR, rank))
        return false;
    for (unsigned i = 0; i < marks->len; i++) {
        uint32_t node = marks->list[i];
        if (node >= from && node < to && !pith__stands_elsewhere(finder->doc, node) &&
            offer_element(finder, node, rank))
            return true;
    }
    return false;
}

/* True for a block that may be a byline: short, and of the page's own. */
static bool is_line(const struct window *window, const pith_block *block)
{
    return block != NULL && block->text_len <= BLOCK_MOST && block->sentences <= 3 &&
           !pith__stands_elsewhere(window->finder->doc, block->element);
}

/* The place behind the "by" of a byline: at the start, or between words of a short text. */
static size_t find_by(struct pith__span text)
{
    if (text.len > 3 && pith__span_starts(text, "by") && text.ptr[2] >= 'A' && text.ptr[2] <= 'Z')
        return 2; /* "By" and the name are elements without a blank between them */
    static const char *const starts[] = {"by ",      "by: ",      "written by ", "posted by ",
                                         "author: ", "words by ", "von ",        "par ",
                                         "por ",     "door "};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (pith__span_starts(text, starts[i]))
            return strlen(starts[i]);
    }
    for (size_t i = 0; i + 4 < text.len; i++) {
        if (pith__span_starts((struct pith__span){text.ptr + i, text.len - i}, " by "))
            return i + 4;
    }
    return 0;
}

static bool offer_text_author(struct window *window, size_t index)
{
    const pith_block *block = block_at(window, index);
    if (!is_line(window, block))
        return false;
    struct pith__span text = {(const unsigned char *)block->text, block->text_len};
    size_t at = find_by(text);
    if (at == 0 || at >= text.len)
        return false;
    text.ptr += at;
    text.len -= at;
    /* A name starts with a capital, or with a letter that has none; if it is not all there is. */
    bool words = memchr(text.ptr, ' ', text.len) != NULL || block->words > 2;
    if (words && text.ptr[0] >= 'a' && text.ptr[0] <= 'z')
        return false;
    return offer_names(window->finder, text, RANK_TEXT, "byline");
}

/* A block that is just "Written by": the name is the next one. */
static bool offer_labelled_author(struct window *window, size_t index)
{
    static const char *const labels[] = {
        "by",        "by:",        "written by", "written by:", "author",  "author:",
        "posted by", "posted by:", "words by",   "authors:",    "authors", "article by"};
    const pith_block *label = block_at(window, index);
    const pith_block *name = block_at(window, index + 1);
    if (label == NULL || name == NULL || name->text_len > 100)
        return false;
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        if (pith__span_is((struct pith__span){(const unsigned char *)label->text, label->text_len},
                          labels[i]))
            return offer_names(
                window->finder,
                (struct pith__span){(const unsigned char *)name->text, name->text_len}, RANK_TEXT,
                "byline");
    }
    return false;
}

static void find_author(struct window *window)
{
    enum { BEFORE = 6, AFTER = 14 };
    struct pith__finder *finder = window->finder;
    uint32_t start =
        finder->heading != PITH_NONE ? finder->heading : first_node(window, window->heading);
    if (!pith__finder_wants(finder, PITH_FIELD_AUTHOR, RANK_NEAR))
        return;
    mark_persons(finder);
    if (offer_marks(finder, &finder->persons, start, window->after, RANK_NEAR) ||
        offer_marks(finder, &finder->persons, window->before, start, RANK_NEAR) ||
        !pith__finder_wants(finder, PITH_FIELD_AUTHOR, RANK_TEXT))
        return;
    for (size_t i = 1; i <= AFTER; i++) {
        if (offer_text_author(window, window->heading + i) ||
            offer_labelled_author(window, window->heading + i))
            return;
    }
    for (size_t i = 1; i <= BEFORE && i <= window->heading; i++) {
        if (offer_text_author(window, window->heading - i) ||
            offer_labelled_author(window, window->heading - i))
            return;
    }
    if (offer_marks(finder, &finder->persons, 0, PITH_NONE, RANK_FAR))
        return;
    if (!offer_marks(finder, &finder->users, start, PITH_NONE, RANK_USER))
        offer_marks(finder, &finder->users, 0, PITH_NONE, RANK_USER);
}

/* ---------------------------------------------------------------- dates */

/* True when the words before a date say that it is not that of publication. */
static bool is_change(struct pith__span text)
{
    static const char *const words[] = {"updated", "modified", "reviewed",     "edited",
                                        "changed", "revised",  "aktualisiert", "mis à jour"};
    enum { NEAR = 40 };
    size_t from = text.len > NEAR ? text.len - NEAR : 0;
    for (size_t i = from; i < text.len; i++) {
        struct pith__span rest = {text.ptr + i, text.len - i};
        for (size_t j = 0; j < sizeof words / sizeof *words; j++) {
            if (pith__span_starts(rest, words[j]))
                return true;
        }
    }
    return false;
}

static void offer_date(struct pith__finder *finder, pith_field field, unsigned rank,
                       const char *source, const struct pith__date *date)
{
    char written[PITH__DATE_ROOM];
    size_t len = pith__date_format(date, written);
    pith__finder_offer(finder, field, rank, source,
                       (struct pith__span){(const unsigned char *)written, len}, PITH__RAW_TEXT);
}

/* Offers the dates in TEXT. A date of change is one of publication only where there is no other. */
static bool offer_text_dates(struct pith__finder *finder, struct pith__span text, unsigned rank,
                             const char *source)
{
    struct pith__date date;
    size_t len;
    while ((len = pith__date_find(text, finder->dates, &date)) > 0) {
        bool change = is_change((struct pith__span){text.ptr, date.begin});
        if (date.year >= YEAR_MIN && change) {
            offer_date(finder, PITH_FIELD_MODIFIED, rank, source, &date);
            offer_date(finder, PITH_FIELD_DATE, RANK_CHANGED, source, &date);
        } else if (date.year >= YEAR_MIN) {
            offer_date(finder, PITH_FIELD_DATE, rank, source, &date);
            return true;
        }
        text.ptr += len;
        text.len -= len;
    }
    return false;
}

static bool offer_text_date(struct window *window, size_t index)
{
    const pith_block *block = block_at(window, index);
    if (!is_line(window, block))
        return false;
    return offer_text_dates(
        window->finder, (struct pith__span){(const unsigned char *)block->text, block->text_len},
        RANK_TEXT, "byline");
}

static bool offer_time(struct pith__finder *finder, uint32_t index, unsigned rank)
{
    const struct pith__node *node = pith__doc_node(finder->doc, index);
    struct pith__span value;
    unsigned char before[64];
    size_t len = 0;
    /* The words before it tell what it is the date of. */
    if (index > 0 && pith__doc_node(finder->doc, index - 1)->tag == PITH__TAG_TEXT) {
        const struct pith__node *text = pith__doc_node(finder->doc, index - 1);
        len = text->extent < sizeof before ? text->extent : sizeof before;
        memcpy(before, finder->doc->source.ptr + text->offset + text->extent - len, len);
    }
    bool change = is_change((struct pith__span){before, len});
    if (pith__doc_attr(finder->doc, node, PITH__ATTR_CLASS, &value))
        change = change || is_change(pith__span_cut(value, 40));
    if (!pith__doc_attr(finder->doc, node, PITH__ATTR_DATETIME, &value) || value.len == 0)
        return offer_text_dates(finder, pith__finder_text(finder, index), rank, "time");
    pith__finder_offer(finder, change ? PITH_FIELD_MODIFIED : PITH_FIELD_DATE, rank, "time", value,
                       PITH__RAW_ATTRIBUTE);
    if (change)
        pith__finder_offer(finder, PITH_FIELD_DATE, RANK_CHANGED, "time", value,
                           PITH__RAW_ATTRIBUTE);
    return finder->best[PITH_FIELD_DATE].rank == rank;
}

static bool offer_times(struct pith__finder *finder, uint32_t from, uint32_t to, unsigned rank)
{
    if (!pith__finder_wants(finder, PITH_FIELD_DATE, rank))
        return false;
    for (unsigned i = 0; i < finder->times.len; i++) {
        uint32_t node = finder->times.list[i];
        if (node >= from && node < to && !pith__stands_elsewhere(finder->doc, node) &&
            offer_time(finder, node, rank))
            return true;
    }
    return false;
}

/* A date in the path of an address: /2020/05/12/, /2020-05-12-title, /20200512/. */
static void find_url_date(struct pith__finder *finder)
{
    struct pith__span url = finder->url.len > 0 ? finder->url : finder->best[PITH_FIELD_URL].text;
    url = pith__span_cut(url, PITH__VALUE_MOST);
    for (size_t i = 0; i + 8 < url.len; i++) {
        struct pith__span rest = {url.ptr + i + 1, url.len - i - 1};
        struct pith__date date;
        if (url.ptr[i] != '/' || rest.ptr[0] < '1' || rest.ptr[0] > '2')
            continue;
        rest = pith__span_cut(rest, 11);
        size_t len = pith__date_find(rest, 0, &date);
        if (len >= 8 && date.begin == 0 && date.year >= YEAR_MIN) {
            date.has_time = false;
            offer_date(finder, PITH_FIELD_DATE, RANK_URL, "url", &date);
            return;
        }
    }
}

static void find_date(struct window *window)
{
    enum { BEFORE = 8, AFTER = 14 };
    struct pith__finder *finder = window->finder;
    uint32_t start =
        finder->heading != PITH_NONE ? finder->heading : first_node(window, window->heading);
    find_url_date(finder);
    if (offer_times(finder, start, window->after, RANK_NEAR) ||
        offer_times(finder, window->before, start, RANK_NEAR) ||
        !pith__finder_wants(finder, PITH_FIELD_DATE, RANK_TEXT))
        return;
    for (size_t i = 1; i <= AFTER; i++) {
        if (offer_text_date(window, window->heading + i))
            return;
    }
    for (size_t i = 1; i <= BEFORE && i <= window->heading; i++) {
        if (offer_text_date(window, window->heading - i))
            return;
    }
    offer_times(finder, 0, PITH_NONE, RANK_FAR);
}

/* Where the page's data name the site as the author, a person named near the heading knows better:
 * the rank of what was found so far becomes that of a guess. */
static void doubt_author(struct pith__finder *finder)
{
    unsigned char site[PITH__VALUE_MOST + 4];
    unsigned char name[PITH__VALUE_MOST + 4];
    struct pith__span wanted = pith__letters_only(finder->best[PITH_FIELD_SITE].text, site);
    if (finder->authors.len == 1 && wanted.len > 0 &&
        pith__span_equal(pith__letters_only(finder->authors.list[0].text, name), wanted))
        finder->best[PITH_FIELD_AUTHOR].rank = RANK_FAR - 1;
}

void pith__find_byline(struct pith__finder *finder)
{
    struct window window = {finder, SIZE_MAX, 0, 0};
    doubt_author(finder);
    if (!pith__finder_wants(finder, PITH_FIELD_AUTHOR, RANK_NEAR) &&
        !pith__finder_wants(finder, PITH_FIELD_DATE, RANK_URL))
        return;
    find_window(&window, finder->best[PITH_FIELD_TITLE].text);
    find_author(&window);
    find_date(&window);
}
