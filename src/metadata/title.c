/*
 * title.c - chooses the title of the content among all titles of the page.
 *
 * A page has its title in several places: <title>, og:title, <h1>, JSON-LD. They often differ:
 * <title> has the site's name added or is shortened for search engines, an <h1> may be the site's
 * name or a slogan. A heading that is repeated by a part of <title> or og:title is certainly right.
 * Otherwise the heading that shares enough words with them is taken; otherwise <title> without the
 * site's name.
 *
 * Titles are compared by their letters and digits only, in lower case.
 */
#include "base/hash.h"
#include "metadata/finder.h"
#include "text/url.h"

enum {
    PARTS = 8,
    HEADINGS = 16,
    WORDS = 64,
    LONG = 20 /* letters: two titles do not share that many by chance */
};

/* A title and its parts, which are separated by " - ", " | " and the like. */
struct title {
    struct pith__span text;
    struct pith__span letters;
    const char *source;
    struct pith__span parts[PARTS];
    size_t ends[PARTS]; /* of each part, in LETTERS */
    unsigned count;
};

struct heading {
    struct pith__span text;
    struct pith__span letters;
    uint32_t node;
};

struct chooser {
    struct pith__finder *finder;
    struct title element; /* <title> */
    struct title card;    /* og:title or twitter:title */
    struct title data;    /* JSON-LD and the like */
    struct heading headings[HEADINGS];
    unsigned heading_count;
    struct pith__span site;
    struct pith__span host; /* "www.example.org" */
    struct pith__span name; /* "example" */
};

/* ---------------------------------------------------------------- parts */

static struct pith__span letters_of(struct chooser *chooser, struct pith__span text)
{
    unsigned char letters[PITH__VALUE_MOST + 4];
    return pith__finder_keep(chooser->finder,
                             pith__letters_only(pith__span_cut(text, PITH__VALUE_MOST), letters));
}

/* The length of the mark at P if it can separate parts of a title: "|", "-", "–", "·", "»" ... */
static size_t mark_length(const unsigned char *p, const unsigned char *end)
{
    static const char *const marks[] = {"|", "-", "–", "—", "·", "•", "»", "«", "/", ":",
                                        "~", "<", ">", "›", "‹", "→", "←", "⋆", "*"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t len = strlen(marks[i]);
        if ((size_t)(end - p) >= len && memcmp(p, marks[i], len) == 0)
            return len;
    }
    return 0;
}

/* The next separator in TEXT from FROM on: marks between blanks, or "|" anywhere. Returns its start
 * and stores its end in *BEHIND; TEXT.len if there is none. */
static size_t find_parting(struct pith__span text, size_t from, size_t *behind)
{
    const unsigned char *end = text.ptr + text.len;
    for (size_t i = from; i < text.len; i++) {
        bool bar = text.ptr[i] == '|';
        if (!bar && text.ptr[i] != ' ')
            continue;
        size_t at = bar ? i : i + 1;
        size_t len;
        while ((len = mark_length(text.ptr + at, end)) > 0)
            at += len;
        if (at > i + (bar ? 0 : 1) && (bar || at == text.len || text.ptr[at] == ' ')) {
            *behind = at;
            return i;
        }
    }
    *behind = text.len;
    return text.len;
}

static void make_title(struct chooser *chooser, const struct pith__value *value,
                       struct title *title)
{
    memset(title, 0, sizeof *title);
    title->text = pith__span_cut(value->text, PITH__VALUE_MOST);
    title->source = value->source;
    title->letters = letters_of(chooser, title->text);
    size_t letters = 0;
    for (size_t from = 0; from < title->text.len;) {
        size_t behind;
        size_t at = find_parting(title->text, from, &behind);
        struct pith__span part = {title->text.ptr + from, at - from};
        if (title->count + 1 == PARTS) {
            part.len = title->text.len - from;
            behind = title->text.len;
        }
        part = pith__span_trim(part);
        unsigned char scratch[PITH__VALUE_MOST + 4];
        size_t len = pith__letters_only(part, scratch).len;
        from = behind;
        if (len == 0)
            continue;
        letters += len;
        title->parts[title->count] = part;
        title->ends[title->count++] = letters;
    }
}

/* True if TITLE begins, or ends, with these letters. */
static bool begins_with(const struct title *title, struct pith__span letters)
{
    return letters.len <= title->letters.len &&
           memcmp(title->letters.ptr, letters.ptr, letters.len) == 0;
}

static bool ends_with(const struct title *title, struct pith__span letters)
{
    return letters.len <= title->letters.len &&
           memcmp(title->letters.ptr + title->letters.len - letters.len, letters.ptr,
                  letters.len) == 0;
}

/* True if the first parts of TITLE, some or all of them, consist of exactly these letters. */
static bool starts_parts(const struct title *title, struct pith__span letters)
{
    for (unsigned i = 0; i < title->count; i++) {
        if (title->ends[i] == letters.len && begins_with(title, letters))
            return true;
    }
    return false;
}

/* The same for later parts, before part END. */
static bool later_parts(const struct title *title, struct pith__span letters, unsigned end)
{
    for (unsigned from = 1; from < end; from++) {
        size_t begin = title->ends[from - 1];
        for (unsigned to = from; to < end; to++) {
            if (title->ends[to] - begin == letters.len && title->ends[to] <= title->letters.len &&
                memcmp(title->letters.ptr + begin, letters.ptr, letters.len) == 0)
                return true;
        }
    }
    return false;
}

static bool ends_parts(const struct title *title, struct pith__span letters)
{
    return later_parts(title, letters, title->count);
}

/* ---------------------------------------------------------------- the site's name */

static void find_site(struct chooser *chooser)
{
    const struct pith__finder *finder = chooser->finder;
    struct pith__span address = finder->url;
    struct pith__url url;
    if (address.len == 0)
        address = finder->best[PITH_FIELD_URL].text;
    pith__url_split(pith__span_cut(address, PITH__VALUE_MOST), &url);
    struct pith__span host = url.authority;
    if (pith__span_starts(host, "www.")) {
        host.ptr += 4;
        host.len -= 4;
    }
    chooser->site = letters_of(chooser, finder->best[PITH_FIELD_SITE].text);
    chooser->host = letters_of(chooser, host);
    while (host.len > 0 && host.ptr[host.len - 1] != '.')
        host.len--;
    if (host.len > 0)
        host.len--;
    for (size_t i = 0; i < host.len; i++) {
        if (host.ptr[i] == '.') { /* blog.example: the last part */
            host.ptr += i + 1;
            host.len -= i + 1;
            i = 0;
        }
    }
    chooser->name = letters_of(chooser, host);
}

/* True for the site's name, as given by the page or by its host name. */
static bool is_site(const struct chooser *chooser, struct pith__span letters)
{
    return letters.len > 0 &&
           (pith__span_equal(letters, chooser->site) || pith__span_equal(letters, chooser->host) ||
            pith__span_equal(letters, chooser->name));
}

static bool part_is_site(const struct chooser *chooser, const struct title *title, unsigned part)
{
    size_t begin = part > 0 ? title->ends[part - 1] : 0;
    if (title->ends[part] > title->letters.len)
        return false;
    return is_site(chooser,
                   (struct pith__span){title->letters.ptr + begin, title->ends[part] - begin});
}

/* The first parts of TITLE, up to and including part LAST. */
static struct pith__span first_parts(const struct title *title, unsigned last)
{
    const unsigned char *begin = title->parts[0].ptr;
    const unsigned char *end = title->parts[last].ptr + title->parts[last].len;
    return (struct pith__span){begin, (size_t)(end - begin)};
}

/* The index of the last part that is not the site's name. */
static unsigned last_own(const struct chooser *chooser, const struct title *title)
{
    unsigned last = title->count - 1;
    while (last > 0 && part_is_site(chooser, title, last))
        last--;
    return last;
}

/* The first part, which on most pages is the title proper. If that is the site's name, it is kept
 * together with what follows: on such pages it is part of the title. */
static struct pith__span cut_title(const struct chooser *chooser, const struct title *title)
{
    if (title->count == 0)
        return title->text;
    bool site = part_is_site(chooser, title, 0);
    return first_parts(title, site ? last_own(chooser, title) : 0);
}

/* ---------------------------------------------------------------- words in common */

struct words {
    uint32_t list[WORDS];
    unsigned count;
};

static bool has_hash(const struct words *words, uint32_t hash)
{
    for (unsigned i = 0; i < words->count; i++) {
        if (words->list[i] == hash)
            return true;
    }
    return false;
}

/* Adds the hash of each word of TEXT once. Words with the same hash count as one. */
static void add_words(struct words *words, struct pith__span text)
{
    uint32_t hash = PITH__FNV32;
    for (size_t i = 0; i <= text.len && words->count < WORDS;) {
        uint32_t cp = ' ';
        i += i < text.len ? pith__utf8_next(text.ptr + i, &cp) : 1;
        if ((pith__unicode_class(cp) & PITH__UC_WORD) != 0) {
            hash = pith__fnv32(hash, pith__letter_lower(cp));
            continue;
        }
        if (hash != PITH__FNV32 && !has_hash(words, hash))
            words->list[words->count++] = hash;
        hash = PITH__FNV32;
    }
}

/* ---------------------------------------------------------------- choosing */

/* The text of a heading, without the sign of a link to itself and without the site's name after it.
 * Empty for a template that was not filled in. */
static struct pith__span heading_text(struct chooser *chooser, uint32_t node)
{
    struct pith__span text = pith__finder_text(chooser->finder, node);
    struct title title;
    for (size_t before = 0; before != text.len;) {
        before = text.len;
        if (text.len >= 2 && memcmp(text.ptr + text.len - 2, "¶", 2) == 0)
            text.len -= 2;
        else if (text.len >= 1 && (text.ptr[text.len - 1] == '#' || text.ptr[text.len - 1] == ' '))
            text.len--;
    }
    for (size_t i = 0; i + 1 < text.len; i++) {
        if (text.ptr[i] == '{' && text.ptr[i + 1] == '{')
            text.len = 0;
    }
    struct pith__value value = {pith__finder_keep(chooser->finder, text), "h1", 0};
    make_title(chooser, &value, &title);
    return title.count > 0 ? first_parts(&title, last_own(chooser, &title)) : title.text;
}

static void collect_headings(struct chooser *chooser)
{
    const struct pith__marks *marks = &chooser->finder->headings;
    for (unsigned i = 0; i < marks->len && chooser->heading_count < HEADINGS; i++) {
        struct heading *heading = &chooser->headings[chooser->heading_count];
        heading->text = heading_text(chooser, marks->list[i]);
        heading->letters = letters_of(chooser, heading->text);
        heading->node = marks->list[i];
        if (heading->letters.len > 0 && !is_site(chooser, heading->letters))
            chooser->heading_count++;
    }
}

/* The longest heading that the start of another title repeats, or NULL. */
static const struct heading *repeated_heading(const struct chooser *chooser)
{
    const struct heading *best = NULL;
    for (unsigned i = 0; i < chooser->heading_count; i++) {
        const struct heading *heading = &chooser->headings[i];
        bool start =
            starts_parts(&chooser->element, heading->letters) ||
            starts_parts(&chooser->card, heading->letters) ||
            (heading->letters.len >= LONG && begins_with(&chooser->element, heading->letters)) ||
            pith__span_equal(chooser->data.letters, heading->letters);
        /* "Site | Title", "Label - Title - Site" */
        unsigned parts = chooser->element.count;
        bool site = parts > 1 && part_is_site(chooser, &chooser->element, 0);
        bool end =
            parts > 1 && later_parts(&chooser->element, heading->letters, site ? parts : parts - 1);
        if ((start || end) && (best == NULL || heading->letters.len > best->letters.len))
            best = heading;
    }
    return best;
}

/* The heading with most words in common with the other titles, if those are enough. */
static const struct heading *similar_heading(const struct chooser *chooser)
{
    struct words reference = {{0}, 0};
    const struct heading *best = NULL;
    double best_score = 0;
    double best_share = 0;
    add_words(&reference, cut_title(chooser, &chooser->element));
    add_words(&reference, cut_title(chooser, &chooser->card));
    add_words(&reference, chooser->data.text);
    for (unsigned i = 0; i < chooser->heading_count; i++) {
        const struct heading *heading = &chooser->headings[i];
        struct words words = {{0}, 0};
        unsigned shared = 0;
        if (ends_parts(&chooser->element, heading->letters) ||
            ends_parts(&chooser->card, heading->letters))
            continue; /* the name of the site or of a section */
        add_words(&words, heading->text);
        for (unsigned j = 0; j < words.count; j++)
            shared += has_hash(&reference, words.list[j]);
        double score = shared / (words.count + 3.0);
        if (best == NULL || score > best_score) {
            best = heading;
            best_score = score;
            best_share = words.count > 0 ? shared / (double)words.count : 0;
        }
    }
    if (reference.count > 0 && best_share < (chooser->finder->article ? 0.25 : 0.4))
        return NULL;
    return best;
}

/* True if HEADING is a short label followed by the start of TITLE: "Thread: A question". */
static bool labels(const struct chooser *chooser, const struct heading *heading,
                   const struct title *title)
{
    enum { LETTERS = 8 };
    size_t len = title->count > 0 && !part_is_site(chooser, title, 0) ? title->ends[0] : 0;
    return len >= LETTERS && len < heading->letters.len && len <= title->letters.len &&
           memcmp(heading->letters.ptr + heading->letters.len - len, title->letters.ptr, len) == 0;
}

/* A heading that ends like a sentence is a slogan. */
static bool is_slogan(struct pith__span text)
{
    return text.len > 0 && (text.ptr[text.len - 1] == '.' || text.ptr[text.len - 1] == '!');
}

/* If a heading equals the first parts of <title>, the rest is the site's name. */
static void offer_site(struct chooser *chooser, struct pith__span heading)
{
    const struct title *element = &chooser->element;
    unsigned last = element->count;
    if (last < 2 || !starts_parts(element, heading) || element->ends[last - 2] < heading.len)
        return;
    pith__finder_offer(chooser->finder, PITH_FIELD_SITE, 60, "title", element->parts[last - 1],
                       PITH__RAW_TEXT);
}

/* True if the card is <title> without the site's name at either end. If <title> has parts, its last
 * one may be that name. */
static bool card_is_cut(const struct chooser *chooser)
{
    const struct title *element = &chooser->element;
    struct pith__span card = chooser->card.letters;
    return begins_with(element, card) ||
           (ends_with(element, card) && !is_site(chooser, card) &&
            (2 * card.len > element->letters.len || !ends_parts(element, card)));
}

/* True if the data's title was cut short, as search engines ask for. */
static bool data_is_short(const struct chooser *chooser)
{
    struct pith__span data = chooser->data.letters;
    return data.len >= LONG && begins_with(&chooser->element, data) &&
           !starts_parts(&chooser->element, data);
}

static void choose(struct chooser *chooser, struct pith__value *title)
{
    const struct title *element = &chooser->element;
    const struct title *card = &chooser->card;
    const struct title *data = &chooser->data;
    const struct heading *heading = repeated_heading(chooser);
    bool repeated = heading != NULL;
    if (repeated)
        offer_site(chooser, heading->letters);
    else
        heading = similar_heading(chooser);
    if (heading != NULL)
        chooser->finder->heading = heading->node;
    bool slogan = heading != NULL && !repeated && is_slogan(heading->text);

    if (heading != NULL && !repeated && labels(chooser, heading, card))
        *title = (struct pith__value){cut_title(chooser, card), card->source, 0};
    else if (heading != NULL && !repeated && labels(chooser, heading, element))
        *title = (struct pith__value){cut_title(chooser, element), element->source, 0};
    else if (heading != NULL && !slogan)
        *title = (struct pith__value){heading->text, "h1", 0};
    else if (data->text.len > 0 && chooser->finder->article &&
             !pith__span_equal(data->letters, card->letters) && !data_is_short(chooser))
        *title = (struct pith__value){data->text, data->source, 0};
    else if (card->text.len > 0 && (element->text.len == 0 || card_is_cut(chooser)))
        *title = (struct pith__value){cut_title(chooser, card), card->source, 0};
    else if (element->text.len > 0)
        *title = (struct pith__value){cut_title(chooser, element), element->source, 0};
    else if (data->text.len > 0)
        *title = (struct pith__value){data->text, data->source, 0};
    else if (heading != NULL)
        *title = (struct pith__value){heading->text, "h1", 0};
}

void pith__title_choose(struct pith__finder *finder, struct pith__value *title)
{
    static const struct pith__value nothing = {{(const unsigned char *)"", 0}, "", 0};
    const struct pith__value *titles = finder->titles;
    const struct pith__value *card = &titles[PITH__TITLE_OG];
    const struct pith__value *data = &nothing;
    struct chooser chooser;
    memset(&chooser, 0, sizeof chooser);
    chooser.finder = finder;
    if (card->text.len == 0)
        card = &titles[PITH__TITLE_TWITTER];
    for (unsigned i = PITH__TITLE_JSON_LD; i <= PITH__TITLE_META && data->text.len == 0; i++)
        data = &titles[i];
    find_site(&chooser);
    make_title(&chooser, &titles[PITH__TITLE_ELEMENT], &chooser.element);
    make_title(&chooser, card, &chooser.card);
    make_title(&chooser, data, &chooser.data);
    collect_headings(&chooser);
    *title = nothing;
    choose(&chooser, title);
    title->text = pith__finder_keep(finder, title->text);
}
