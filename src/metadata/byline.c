/*
 * byline.c - the author as a reader sees it, for pages whose data do not name one.
 *
 * Reads the blocks around the heading: first elements that are marked up (rel=author, a class or
 * link target that speaks of an author), then short text such as "By Ann Lee". Elsewhere on the
 * page only elements count; user names, as in forums, come last. Comments are left out.
 */
#include "metadata/window.h"

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

/* Parts of the addresses of pages about a person. */
static const struct hint link_hints[] = {
    {"/author/", HINT_AUTHOR},  {"/authors/", HINT_AUTHOR}, {"/contributors/", HINT_AUTHOR},
    {"/writers/", HINT_AUTHOR}, {"/staff/", HINT_AUTHOR},   {"/user/", HINT_USER},
    {"/users/", HINT_USER},     {"/members/", HINT_USER},   {"/member.php", HINT_USER},
    {"/u/", HINT_USER},
};

/* May one of these words start here? A quick test of two letters, which rules out nearly all
 * text. */
static bool may_start(const unsigned char *p)
{
    static const char second[] = "uyo__________i_o____s_r___"; /* after a, b, c ... */
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

/* Elements that may hold a name. */
struct persons {
    struct pith__marks authors;
    struct pith__marks users;
};

/* Records the elements whose class, rel or address speaks of an author or a user. */
static void mark_persons(const struct pith__doc *doc, struct persons *persons)
{
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
            pith__marks_add(&persons->authors, i);
        else if ((hints & HINT_USER) != 0)
            pith__marks_add(&persons->users, i);
    }
}

/* ---------------------------------------------------------------- authors */

/* Offers the names in TEXT, which is visible on the page. */
static bool offer_names(struct pith__finder *finder, struct pith__span text, unsigned rank,
                        const char *source)
{
    struct pith__span names[4];
    unsigned char copy[PITH__LINE_MOST];
    if (text.len == 0 || text.len > sizeof copy)
        return false;
    memcpy(copy, text.ptr, text.len);
    size_t count = pith__names_split((struct pith__span){copy, text.len}, true, names,
                                     sizeof names / sizeof *names);
    for (size_t i = 0; i < count; i++)
        pith__finder_offer(finder, PITH_FIELD_AUTHOR, rank, source, names[i], PITH__RAW_TEXT);
    return finder->best[PITH_FIELD_AUTHOR].rank == rank;
}

/* Joins the pieces of text in an element with " | ": a name hardly ever continues from one to the
 * next, but a job or a date often follows. */
static size_t join_pieces(struct pith__finder *finder, uint32_t index,
                          unsigned char out[PITH__LINE_MOST])
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
        if (len + piece.len + strlen(mark) > PITH__LINE_MOST)
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
    unsigned char text[PITH__LINE_MOST];
    size_t len = join_pieces(finder, index, text);
    return offer_names(finder, (struct pith__span){text, len}, rank, "byline");
}

/* Offers the first of the marked elements between two nodes. */
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

/* The position after the "by" of a byline: at the start, or between words of a short text. */
static size_t find_by(struct pith__span text)
{
    if (text.len > 3 && pith__span_starts(text, "by") && text.ptr[2] >= 'A' && text.ptr[2] <= 'Z')
        return 2; /* "By" and the name are elements with no blank between them */
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

static bool offer_text_author(struct pith__window *window, size_t index)
{
    struct pith__span text = pith__window_line(window, index);
    size_t at = find_by(text);
    if (at == 0 || at >= text.len)
        return false;
    text.ptr += at;
    text.len -= at;
    /* A name starts with a capital, or with a letter of a script without case; a single word may be
     * a user name. */
    bool word = memchr(text.ptr, ' ', text.len) == NULL && at <= strlen("written by ");
    if (!word && text.ptr[0] >= 'a' && text.ptr[0] <= 'z')
        return false;
    return offer_names(window->finder, text, PITH__RANK_TEXT, "byline");
}

/* A block that is just "Written by": the name is the next block. */
static bool offer_labelled_author(struct pith__window *window, size_t index)
{
    static const char *const labels[] = {
        "by",        "by:",        "written by", "written by:", "author",  "author:",
        "posted by", "posted by:", "words by",   "authors:",    "authors", "article by"};
    const pith_block *label = pith__window_block(window, index);
    const pith_block *name = pith__window_block(window, index + 1);
    if (label == NULL || name == NULL || name->text_len > 100)
        return false;
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        if (pith__span_is((struct pith__span){(const unsigned char *)label->text, label->text_len},
                          labels[i]))
            return offer_names(
                window->finder,
                (struct pith__span){(const unsigned char *)name->text, name->text_len},
                PITH__RANK_TEXT, "byline");
    }
    return false;
}

/* If the page's data name the site as the author, a person named near the heading is more likely.
 * Lowers the rank of what was found so far to that of a guess. */
static void doubt_author(struct pith__finder *finder)
{
    unsigned char site[PITH__VALUE_MOST + 4];
    unsigned char name[PITH__VALUE_MOST + 4];
    struct pith__span wanted = pith__letters_only(finder->best[PITH_FIELD_SITE].text, site);
    if (finder->authors.len == 1 && wanted.len > 0 &&
        pith__span_equal(pith__letters_only(finder->authors.list[0].text, name), wanted))
        finder->best[PITH_FIELD_AUTHOR].rank = PITH__RANK_FAR - 1;
}

void pith__byline_author(struct pith__window *window)
{
    enum { BEFORE = 6, AFTER = 14 };
    struct pith__finder *finder = window->finder;
    struct persons persons = {{{0}, 0}, {{0}, 0}};
    doubt_author(finder);
    if (!pith__finder_wants(finder, PITH_FIELD_AUTHOR, PITH__RANK_NEAR))
        return;
    mark_persons(finder->doc, &persons);
    if (offer_marks(finder, &persons.authors, window->start, window->after, PITH__RANK_NEAR) ||
        offer_marks(finder, &persons.authors, window->before, window->start, PITH__RANK_NEAR) ||
        !pith__finder_wants(finder, PITH_FIELD_AUTHOR, PITH__RANK_TEXT))
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
    if (offer_marks(finder, &persons.authors, 0, PITH_NONE, PITH__RANK_FAR))
        return;
    if (!offer_marks(finder, &persons.users, window->start, PITH_NONE, PITH__RANK_USER))
        offer_marks(finder, &persons.users, 0, PITH_NONE, PITH__RANK_USER);
}
