/*
 * byline_date.c - the date as a reader sees it, for pages whose data do not give one.
 *
 * First the page's address, which often has it; then <time> near the heading; then short text
 * there, such as "12 May 2020"; then any <time> on the page. A date that is called an update is a
 * modification date.
 */
#include "metadata/date.h"
#include "metadata/window.h"

enum { YEAR_MIN = 1994 }; /* of web pages; earlier dates are about something else */

/* True if the words before a date say that it is not the publication date. */
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

/* Offers the dates in TEXT, which must not be in the finder's scratch. A modification date is used
 * as the publication date only if there is no other. */
static bool offer_text_dates(struct pith__finder *finder, struct pith__span text, unsigned rank,
                             const char *source)
{
    struct pith__date date;
    size_t len;
    while ((len = pith__date_find(text, finder->dates, &date)) > 0) {
        bool change = is_change((struct pith__span){text.ptr, date.begin});
        if (date.year >= YEAR_MIN && change) {
            offer_date(finder, PITH_FIELD_MODIFIED, rank, source, &date);
            offer_date(finder, PITH_FIELD_DATE, PITH__RANK_CHANGED, source, &date);
        } else if (date.year >= YEAR_MIN) {
            offer_date(finder, PITH_FIELD_DATE, rank, source, &date);
            return true;
        }
        text.ptr += len;
        text.len -= len;
    }
    return false;
}

static bool offer_text_date(struct pith__window *window, size_t index)
{
    return offer_text_dates(window->finder, pith__window_line(window, index), PITH__RANK_TEXT,
                            "byline");
}

/* Offers the dates in the text of an element. */
static bool offer_element_dates(struct pith__finder *finder, uint32_t index, unsigned rank)
{
    unsigned char copy[PITH__VALUE_MOST];
    struct pith__span text = pith__finder_text(finder, index);
    memcpy(copy, text.ptr, text.len);
    return offer_text_dates(finder, (struct pith__span){copy, text.len}, rank, "time");
}

static bool offer_time(struct pith__finder *finder, uint32_t index, unsigned rank)
{
    const struct pith__node *node = pith__doc_node(finder->doc, index);
    struct pith__span value;
    unsigned char before[64];
    size_t len = 0;
    /* The words before it tell what kind of date it is. */
    if (index > 0 && pith__doc_node(finder->doc, index - 1)->tag == PITH__TAG_TEXT) {
        const struct pith__node *text = pith__doc_node(finder->doc, index - 1);
        len = text->extent < sizeof before ? text->extent : sizeof before;
        memcpy(before, finder->doc->source.ptr + text->offset + text->extent - len, len);
    }
    bool change = is_change((struct pith__span){before, len});
    if (pith__doc_attr(finder->doc, node, PITH__ATTR_CLASS, &value))
        change = change || is_change(pith__span_cut(value, 40));
    if (!pith__doc_attr(finder->doc, node, PITH__ATTR_DATETIME, &value) || value.len == 0)
        return offer_element_dates(finder, index, rank);
    pith__finder_offer(finder, change ? PITH_FIELD_MODIFIED : PITH_FIELD_DATE, rank, "time", value,
                       PITH__RAW_ATTRIBUTE);
    if (change)
        pith__finder_offer(finder, PITH_FIELD_DATE, PITH__RANK_CHANGED, "time", value,
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

/* A date in the path of the address: /2020/05/12/, /2020-05-12-title, /20200512/. */
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
            offer_date(finder, PITH_FIELD_DATE, PITH__RANK_URL, "url", &date);
            return;
        }
    }
}

void pith__byline_date(struct pith__window *window)
{
    enum { BEFORE = 8, AFTER = 14 };
    struct pith__finder *finder = window->finder;
    if (!pith__finder_wants(finder, PITH_FIELD_DATE, PITH__RANK_URL))
        return;
    find_url_date(finder);
    if (offer_times(finder, window->start, window->after, PITH__RANK_NEAR) ||
        offer_times(finder, window->before, window->start, PITH__RANK_NEAR) ||
        !pith__finder_wants(finder, PITH_FIELD_DATE, PITH__RANK_TEXT))
        return;
    for (size_t i = 1; i <= AFTER; i++) {
        if (offer_text_date(window, window->heading + i))
            return;
    }
    for (size_t i = 1; i <= BEFORE && i <= window->heading; i++) {
        if (offer_text_date(window, window->heading - i))
            return;
    }
    offer_times(finder, 0, PITH_NONE, PITH__RANK_FAR);
}
