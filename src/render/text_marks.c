/*
 * text_marks.c - adds marks for plain text. In: a block with <sup> or <q>. Out: its text with marks
 * in their place, so that 10<sup>6</sup> is 10^6, not 106.
 *
 * Notes and ordinals are superscripts, too, and stay unmarked: a superscript counts as an exponent
 * only if it looks like one and is in a place for one.
 */
#include "base/unicode.h"
#include "render/inline.h"

/* Longer superscripts are not exponents. Longer words are not units or variables: a number after
 * such a word refers to a note. */
enum { EXPONENT_MAX = 16, UNIT_MAX = 2, YEAR = 4 };

/* Most characters of a price that are looked at. */
enum { NUMBER_MAX = 16 };

static bool is_marked_tag(unsigned tag)
{
    return tag == PITH__TAG_sup || tag == PITH__TAG_q;
}

bool pith__block_wants_marks(const pith_page *page, size_t index)
{
    const uint32_t *first = page->blocks.first.data;
    uint32_t from = index > 0 ? first[index - 1] : 0;
    uint32_t end = index + 1 < page->info.blocks ? first[index + 1] : (uint32_t)page->doc.nodes.len;
    const struct pith__node *text = pith__doc_node(&page->doc, first[index]);
    uint32_t up = text->parent;
    if (pith__page_blocks(page)[index].kind == PITH_KIND_PREFORMATTED)
        return false;
    for (uint32_t i = from; i < end; i++) {
        if (is_marked_tag(pith__doc_node(&page->doc, i)->tag))
            return true;
    }
    /* One that began in an earlier block. */
    for (unsigned steps = 0; steps < PITH__LOOK_UP && up != text->block && up != PITH_NONE;
         steps++) {
        if (is_marked_tag(pith__doc_node(&page->doc, up)->tag))
            return true;
        up = pith__doc_node(&page->doc, up)->parent;
    }
    return false;
}

/* Takes the last character off TEXT; 0 if it is empty. */
static uint32_t take_last(struct pith__span *text)
{
    uint32_t cp = 0;
    if (text->len == 0)
        return 0;
    while ((text->ptr[--text->len] & 0xC0) == 0x80) {
    }
    pith__utf8_next(text->ptr + text->len, &cp);
    return cp;
}

static bool is_letter(uint32_t cp)
{
    return (pith__unicode_class(cp) & (PITH__UC_WORD | PITH__UC_DIGIT)) == PITH__UC_WORD;
}

static bool is_digit(uint32_t cp)
{
    return (pith__unicode_class(cp) & PITH__UC_DIGIT) != 0;
}

static bool is_sign(uint32_t cp)
{
    return cp == '+' || cp == '-' || cp == 0xB1 || cp == 0x2013 || cp == 0x2212;
}

/* The contents of a superscript. */
struct raised {
    unsigned digits, letters, signs;
    bool first_sign; /* starts with a sign */
    bool inner_sign; /* has a sign inside */
};

/* False if it contains anything else. */
static bool read_raised(struct pith__span text, struct raised *raised)
{
    memset(raised, 0, sizeof *raised);
    bool sign = false;
    for (size_t i = 0; i < text.len;) {
        uint32_t cp;
        bool started = i > 0;
        i += pith__utf8_next(text.ptr + i, &cp);
        if (is_sign(cp)) {
            raised->signs++;
            raised->first_sign |= !started;
            sign = started;
            continue;
        }
        raised->inner_sign |= sign;
        raised->digits += is_digit(cp);
        raised->letters += is_letter(cp);
        if (!is_digit(cp) && !is_letter(cp))
            return false;
    }
    return true;
}

static bool is_currency(uint32_t cp)
{
    return cp == '$' || cp == 0xA3 || cp == 0xA5 || cp == 0x20AC;
}

/* Whether the two digits TEXT are the cents of a price that BEFORE ends with. */
static bool is_cents(struct pith__span before, struct pith__span text, uint32_t after)
{
    uint32_t last = take_last(&before);
    if (!is_digit(last))
        return false;
    for (unsigned i = 0; i < NUMBER_MAX && (is_digit(last) || last == ',' || last == '.'); i++)
        last = take_last(&before);
    return text.ptr[0] == '0' || is_currency(last) || is_currency(after);
}

/* The mark to write between BEFORE and the superscript TEXT, which AFTER follows. */
static const char *mark_of(struct pith__span before, struct pith__span text, uint32_t after)
{
    struct raised raised;
    struct pith__span rest = before;
    uint32_t last = take_last(&rest);
    if (text.len > EXPONENT_MAX || !read_raised(text, &raised))
        return "";
    if (raised.digits == 0 && (raised.letters == 0 || raised.signs == 0))
        return ""; /* 1st, Na+ */
    if ((after == '/' || after == 0x2044) && raised.letters + raised.signs == 0)
        return is_digit(last) ? " " : ""; /* 5 1/2 */
    if (raised.digits == 2 && text.len == 2 && is_cents(before, text, after))
        return "."; /* $19.99 */
    if (!is_letter(last) && !is_digit(last) && last != ')' && last != ']' && last != '}')
        return "";
    unsigned number = 0;
    for (struct pith__span all = before; number < YEAR && is_digit(take_last(&all));)
        number++;
    if (number >= YEAR)
        return ""; /* 2019, and then a note */
    unsigned word = 0;
    for (; is_letter(last) && word <= UNIT_MAX; last = take_last(&rest))
        word++;
    if (word > UNIT_MAX && !raised.first_sign)
        return "";
    return raised.inner_sign ? "^(" : "^";
}

/* Inserts the mark of the superscript that OUT ends with, from FROM on. */
static void mark_raised(struct pith__vec *out, size_t from, uint32_t after)
{
    unsigned char *data = out->data;
    size_t len = out->len - from;
    const char *mark =
        mark_of((struct pith__span){data, from}, (struct pith__span){data + from, len}, after);
    size_t shift = strlen(mark);
    memmove(data + from + shift, data + from, len);
    memcpy(data + from, mark, shift);
    out->len += shift;
    if (shift > 1)
        data[out->len++] = ')';
}

/* The end of the run of pieces from I on that are in a superscript; *OTHER: it is not an
 * exponent. */
static size_t raised_end(const struct pith__inline *in, size_t i, bool *other)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    bool odd = pieces[i].odd_sup;
    *other = false;
    for (; i < in->pieces.len && (pieces[i].format & PITH__FORMAT_SUP) != 0 &&
           pieces[i].odd_sup == odd;
         i++)
        *other |= pieces[i].no_power;
    return i;
}

pith_status pith__marked_text(struct pith__inline *in, size_t index, struct pith__span *text)
{
    struct pith__vec *out = &in->folded; /* no piece points there */
    PITH__TRY(pith__inline_load(in, index));
    PITH__TRY(pith__inline_quote(in));
    const struct pith__piece *pieces = pith__inline_pieces(in);
    size_t count = in->pieces.len;
    size_t room = 0;
    for (size_t i = 0; i < count; i++)
        room += pieces[i].len + 3; /* "^()" */
    out->len = 0;
    PITH__TRY(pith__vec_reserve(out, in->page->blocks.allocator, room));
    for (size_t i = 0; i < count;) {
        bool other;
        size_t from = out->len;
        size_t end = raised_end(in, i, &other);
        bool exponent = end > i && !other;
        for (end += end == i; i < end; i++) {
            memcpy((char *)out->data + out->len, pieces[i].text, pieces[i].len);
            out->len += pieces[i].len;
        }
        uint32_t after = 0;
        if (end < count && pieces[end].len > 0)
            pith__utf8_next((const unsigned char *)pieces[end].text, &after);
        if (exponent)
            mark_raised(out, from, after);
    }
    *text = (struct pith__span){out->data, out->len};
    return PITH_OK;
}
