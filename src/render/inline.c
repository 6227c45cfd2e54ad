/*
 * inline.c - see inline.h. In: the nodes of a block. Out: its pieces.
 */
#include "render/inline.h"

#include "base/unicode.h"
#include "blocks/fold.h"
#include "parse/text.h"

/* A link that is never closed continues in every block, and a long <base> is part of every relative
 * address. So all addresses of links and images together may take at most this many times the bytes
 * of the page. */
enum { ADDRESSES_GROWTH = 4 };

void pith__inline_init(struct pith__inline *in, const pith_page *page,
                       const struct pith__render_options *options, struct pith__writer *writer)
{
    memset(in, 0, sizeof *in);
    in->page = page;
    in->writer = writer;
    in->links = options->links != 0;
    in->images = options->images != 0;
    in->link = in->last_image = in->quote.node = in->sup.node = PITH_NONE;
    pith__vec_init(&in->pieces, sizeof(struct pith__piece));
    pith__vec_init(&in->other, sizeof(struct pith__piece));
    pith__vec_init(&in->mark_text, 1);
    pith__vec_init(&in->folded, 1);
    pith__vec_init(&in->value, 1);
    pith__vec_init(&in->base_text, 1);
}

void pith__inline_deinit(struct pith__inline *in)
{
    const struct pith__allocator *allocator = in->page->blocks.allocator;
    pith__vec_deinit(&in->pieces, allocator);
    pith__vec_deinit(&in->other, allocator);
    pith__vec_deinit(&in->mark_text, allocator);
    pith__vec_deinit(&in->folded, allocator);
    pith__vec_deinit(&in->value, allocator);
    pith__vec_deinit(&in->base_text, allocator);
}

/* ------------------------------------------------------------------- looks */

/* The format of an element that is not a formatting element in the sense of the HTML standard. */
static unsigned tag_format(unsigned tag)
{
    switch (tag) {
    case PITH__TAG_del:
        return PITH__FORMAT_STRIKE;
    case PITH__TAG_kbd:
    case PITH__TAG_samp:
        return PITH__FORMAT_CODE;
    case PITH__TAG_cite:
    case PITH__TAG_dfn:
    case PITH__TAG_var:
        return PITH__FORMAT_EMPHASIS;
    case PITH__TAG_sup:
        return PITH__FORMAT_SUP;
    case PITH__TAG_sub:
        return PITH__FORMAT_SUB;
    case PITH__TAG_q:
        return PITH__FORMAT_QUOTE;
    default:
        return 0;
    }
}

static bool is_link(const struct pith__doc *doc, const struct pith__node *node)
{
    struct pith__span href;
    return node->tag == PITH__TAG_a && pith__doc_attr(doc, node, PITH__ATTR_HREF, &href);
}

static bool take_turn(struct pith__turn *turn, uint32_t node)
{
    turn->odd ^= node != turn->node;
    turn->node = node;
    return turn->odd;
}

/* Sets a piece's format from its node and the elements above that. */
static void dress_piece(struct pith__inline *in, struct pith__piece *piece, uint32_t index,
                        unsigned format)
{
    const struct pith__doc *doc = &in->page->doc;
    uint32_t block = pith__doc_node(doc, index)->block;
    uint32_t quote = in->quote.node;
    uint32_t sup = in->sup.node;
    bool below_block = true, raised = false, nested = false;
    piece->link = piece->code = PITH_NONE;
    uint32_t up = pith__doc_node(doc, index)->parent;
    for (unsigned steps = 0; steps < PITH__LOOK_UP && up != PITH_NONE; steps++) {
        const struct pith__node *node = pith__doc_node(doc, up);
        below_block = below_block && up != block;
        if (below_block) {
            unsigned look = tag_format(node->tag);
            format |= look;
            if (node->tag == PITH__TAG_code || node->tag == PITH__TAG_tt ||
                look == PITH__FORMAT_CODE)
                piece->code = up;
            if (look == PITH__FORMAT_QUOTE)
                quote = up;
            if (look == PITH__FORMAT_SUP) {
                nested = raised;
                raised = true;
                sup = up;
            }
        } else if ((format & PITH__FORMAT_LINK) == 0 || piece->link != PITH_NONE) {
            break;
        }
        if (piece->link == PITH_NONE && is_link(doc, node))
            piece->link = up;
        up = node->parent;
    }
    /* An image or a line end between two quotations is not a quotation of its own. */
    bool text = pith__doc_node(doc, index)->tag == PITH__TAG_TEXT;
    piece->odd_quote = text ? take_turn(&in->quote, quote) : in->quote.odd;
    piece->odd_sup = text ? take_turn(&in->sup, sup) : in->sup.odd;
    piece->no_power = nested || (format & PITH__FORMAT_LINK) != 0;
    piece->format = (uint8_t)format;
}

/* Whether to write the address of a link or an image. */
static pith_status check_address(struct pith__inline *in, uint32_t node, enum pith__attr_name name,
                                 bool *good)
{
    size_t most = in->page->doc.source.len;
    struct pith__span address;
    *good = false;
    if (in->addresses / ADDRESSES_GROWTH > most)
        return PITH_OK;
    PITH__TRY(name == PITH__ATTR_SRC ? pith__inline_image(in, node, &address)
                                     : pith__inline_address(in, node, name, &address));
    in->addresses += address.len;
    *good = address.len > 0 && in->addresses / ADDRESSES_GROWTH <= most;
    return PITH_OK;
}

/* Drops the link of a piece if its address is not to be written. */
static pith_status check_link(struct pith__inline *in, struct pith__piece *piece)
{
    const struct pith__doc *doc = &in->page->doc;
    if (!in->links || piece->link == PITH_NONE)
        piece->format &= (uint8_t)~PITH__FORMAT_LINK;
    /* A link that the parser reopened has the attributes of the original. */
    else if (in->link != PITH_NONE &&
             pith__doc_node(doc, piece->link)->extent == pith__doc_node(doc, in->link)->extent)
        piece->link = in->link;
    if ((piece->format & PITH__FORMAT_LINK) != 0 && piece->link != in->link) {
        PITH__TRY(check_address(in, piece->link, PITH__ATTR_HREF, &in->link_is_good));
        in->link = piece->link;
    }
    if ((piece->format & PITH__FORMAT_LINK) == 0 || !in->link_is_good) {
        piece->format &= (uint8_t)~PITH__FORMAT_LINK;
        piece->link = PITH_NONE;
    }
    return PITH_OK;
}

/* ------------------------------------------------------------------ pieces */

static pith_status add(struct pith__inline *in, const struct pith__piece *like, unsigned kind,
                       const char *text, size_t len)
{
    PITH__TRY(pith__vec_reserve(&in->pieces, in->page->blocks.allocator, 1));
    struct pith__piece *piece = pith__inline_pieces(in) + in->pieces.len++;
    *piece = *like;
    piece->kind = (uint8_t)kind;
    piece->text = text;
    piece->len = (uint32_t)len;
    return PITH_OK;
}

static bool is_word(const char *p)
{
    uint32_t cp;
    pith__utf8_next((const unsigned char *)p, &cp);
    return (pith__unicode_class(cp) & PITH__UC_WORD) != 0;
}

static size_t char_len(const char *p)
{
    uint32_t cp;
    return pith__utf8_next((const unsigned char *)p, &cp);
}

/* Adds a run of text without white space at its ends. Punctuation at the ends becomes a piece of
 * its own, so that emphasis marks can be moved off it. */
static pith_status add_run(struct pith__inline *in, const struct pith__piece *like,
                           const char *text, size_t len)
{
    struct pith__piece edge = *like;
    size_t begin = 0;
    size_t end = len;
    if (len == 0)
        return PITH_OK;
    if ((like->format & PITH__FORMAT_CODE) != 0)
        return add(in, like, PITH__PIECE_TEXT, text, len);
    edge.edge = true;
    while (begin < len && !is_word(text + begin))
        begin += char_len(text + begin);
    while (end > begin) {
        size_t at = end - 1;
        while (((unsigned char)text[at] & 0xC0) == 0x80)
            at--;
        if (is_word(text + at))
            break;
        end = at;
    }
    if (begin > 0)
        PITH__TRY(add(in, &edge, PITH__PIECE_TEXT, text, begin));
    if (end > begin)
        PITH__TRY(add(in, like, PITH__PIECE_TEXT, text + begin, end - begin));
    if (len > end)
        PITH__TRY(add(in, &edge, PITH__PIECE_TEXT, text + end, len - end));
    return PITH_OK;
}

/* Length of the white space at the start of TEXT; *LINE tells if it contains a line end. */
static size_t space_len(const char *text, size_t len, bool *line)
{
    size_t i = 0;
    *line = false;
    for (; i < len && pith__is_space((unsigned char)text[i]); i++)
        *line |= text[i] == '\n';
    return i;
}

static size_t controls_len(const char *text, size_t len)
{
    size_t i = 0;
    size_t step;
    while (i < len && (step = pith__control_len(text + i, len - i)) > 0)
        i += step;
    return i;
}

/* Adds the text of a node: runs of text and the gaps between them. A single space inside is part of
 * a run. */
static pith_status add_text(struct pith__inline *in, const struct pith__piece *like,
                            const char *text, size_t len)
{
    size_t from = 0;
    size_t i = 0;
    while (i < len) {
        if (PITH__LIKELY(text[i] > ' ' && text[i] < 0x7F)) {
            i++;
            continue;
        }
        bool line;
        size_t space = space_len(text + i, len - i, &line);
        size_t controls = space > 0 ? 0 : controls_len(text + i, len - i);
        if (space + controls == 0) {
            i += char_len(text + i);
            continue;
        }
        if (space == 1 && text[i] == ' ' && i > from && i + 1 < len &&
            pith__control_len(text + i + 1, len - i - 1) == 0) {
            i++;
            continue;
        }
        PITH__TRY(add_run(in, like, text + from, i - from));
        if (space > 0 || in->whole) {
            unsigned kind = space == 0 ? PITH__PIECE_CONTROL
                            : line     ? PITH__PIECE_BREAK
                                       : PITH__PIECE_SPACE;
            PITH__TRY(add(in, like, kind, text + i, space + controls));
        }
        i += space + controls;
        from = i;
    }
    return add_run(in, like, text + from, len - from);
}

/* -------------------------------------------------------------- white space */

static bool is_gap(const struct pith__piece *piece)
{
    return piece->kind == PITH__PIECE_SPACE || piece->kind == PITH__PIECE_BREAK;
}

/* Removes white space at the ends of the block and doubled white space, which control characters or
 * images in between can leave. */
static void drop_gaps(struct pith__inline *in)
{
    struct pith__piece *pieces = pith__inline_pieces(in);
    size_t out = 0;
    for (size_t i = 0; i < in->pieces.len; i++) {
        bool second = out > 0 && is_gap(&pieces[out - 1]);
        if (is_gap(&pieces[i]) && (out == 0 || second)) {
            if (second && pieces[i].kind == PITH__PIECE_BREAK)
                pieces[out - 1] = pieces[i];
            continue;
        }
        pieces[out++] = pieces[i];
    }
    while (out > 0 && is_gap(&pieces[out - 1]))
        out--;
    in->pieces.len = out;
}

/* Gives a gap or image the formats that the text on both sides has. NEXT is the text after it,
 * LINKED the next piece that can be in a link. */
static void dress_gap(struct pith__piece *piece, const struct pith__piece *before,
                      const struct pith__piece *next, const struct pith__piece *before_linked,
                      const struct pith__piece *linked)
{
    unsigned own = piece->kind == PITH__PIECE_IMAGE ? piece->format & PITH__FORMAT_LINK : 0;
    unsigned format = before != NULL && next != NULL ? before->format & next->format : 0;
    format &= (unsigned)~PITH__FORMAT_LINK;
    if (format != 0 && before->odd_quote != next->odd_quote)
        format &= (unsigned)~PITH__FORMAT_QUOTE;
    if (format != 0 && before->odd_sup != next->odd_sup)
        format &= (unsigned)~PITH__FORMAT_SUP;
    if (piece->kind != PITH__PIECE_SPACE || (format & PITH__FORMAT_CODE) == 0 ||
        before->code == PITH_NONE || before->code != next->code || before->link != next->link ||
        ((before->format ^ next->format) & (PITH__FORMAT_SUP | PITH__FORMAT_SUB)) != 0)
        format &= (unsigned)~PITH__FORMAT_CODE; /* code neither starts nor ends with a space */
    if (piece->kind != PITH__PIECE_IMAGE) {
        piece->link = PITH_NONE;
        if (before_linked != NULL && linked != NULL && before_linked->link == linked->link &&
            (before_linked->format & linked->format & PITH__FORMAT_LINK) != 0) {
            piece->link = linked->link;
            own = PITH__FORMAT_LINK;
        }
    }
    piece->format = (uint8_t)(format | own);
    piece->odd_quote = before != NULL && before->odd_quote;
    piece->odd_sup = before != NULL && before->odd_sup;
}

static void dress_gaps(struct pith__inline *in)
{
    struct pith__piece *pieces = pith__inline_pieces(in);
    const struct pith__piece *before = NULL;
    const struct pith__piece *linked = NULL;
    size_t count = in->pieces.len;
    for (size_t i = 0; i < count;) {
        if (pieces[i].kind == PITH__PIECE_TEXT) {
            before = linked = &pieces[i++];
            continue;
        }
        size_t end = i;
        while (end < count && pieces[end].kind != PITH__PIECE_TEXT)
            end++;
        const struct pith__piece *next = end < count ? &pieces[end] : NULL;
        bool alone = end - i == 1;
        for (; i < end; i++) {
            const struct pith__piece *behind = next;
            if (i + 1 < end && pieces[i + 1].kind == PITH__PIECE_IMAGE)
                behind = &pieces[i + 1];
            dress_gap(&pieces[i], before, next, linked, behind);
            if (!alone)
                pieces[i].format &= (uint8_t)~PITH__FORMAT_CODE;
            if (pieces[i].kind == PITH__PIECE_IMAGE)
                linked = &pieces[i];
        }
    }
}

/* ------------------------------------------------------------------ images */

enum { STANDING = PITH__NODE_HIDDEN | PITH__NODE_NOSCRIPT | PITH__NODE_SHADOW };

static uint32_t first_of(const struct pith__inline *in, size_t index)
{
    const struct pith__vec *first = &in->page->blocks.first;
    return index < first->len ? ((const uint32_t *)first->data)[index]
                              : (uint32_t)in->page->doc.nodes.len;
}

/* Whether the image at NODE is in the same element as the text of block INDEX. */
static bool stands_with(const struct pith__inline *in, const struct pith__node *node, size_t index)
{
    const struct pith__doc *doc = &in->page->doc;
    if (index >= in->page->info.blocks)
        return false;
    const struct pith__node *text = pith__doc_node(doc, first_of(in, index));
    return node->block == text->block && ((node->flags ^ text->flags) & STANDING) == 0;
}

/* The address of an <img> as the page has it. */
static bool raw_image(const struct pith__doc *doc, uint32_t index, struct pith__span *raw)
{
    const struct pith__node *node = pith__doc_node(doc, index);
    return (pith__doc_attr(doc, node, PITH__ATTR_DATA_SRC, raw) && raw->len > 0) ||
           pith__doc_attr(doc, node, PITH__ATTR_SRC, raw);
}

/* Whether the <img> at INDEX can be shown at all. An image that is repeated in <noscript> is shown
 * once. */
static pith_status image_is_good(struct pith__inline *in, uint32_t index, bool *good)
{
    const struct pith__doc *doc = &in->page->doc;
    const struct pith__node *node = pith__doc_node(doc, index);
    *good = false;
    if (node->tag != PITH__TAG_img || (node->flags & PITH__NODE_UNSEEN) != 0)
        return PITH_OK;
    PITH__TRY(check_address(in, index, PITH__ATTR_SRC, good));
    struct pith__span raw, last;
    if (*good && (node->flags & PITH__NODE_NOSCRIPT) != 0 && in->last_image != PITH_NONE &&
        raw_image(doc, index, &raw) && raw_image(doc, in->last_image, &last))
        *good = raw.len != last.len || memcmp(raw.ptr, last.ptr, raw.len) != 0;
    return PITH_OK;
}

/* Adds an image with spaces around it. */
static pith_status add_image(struct pith__inline *in, uint32_t index)
{
    struct pith__piece piece;
    bool good;
    PITH__TRY(image_is_good(in, index, &good));
    if (!good)
        return PITH_OK;
    in->last_image = index;
    memset(&piece, 0, sizeof piece);
    dress_piece(in, &piece, index, PITH__FORMAT_LINK);
    PITH__TRY(check_link(in, &piece));
    piece.image = index;
    PITH__TRY(add(in, &piece, PITH__PIECE_SPACE, " ", 1));
    PITH__TRY(add(in, &piece, PITH__PIECE_IMAGE, "", 0));
    return add(in, &piece, PITH__PIECE_SPACE, " ", 1);
}

/* Adds the images of block INDEX among the nodes from FROM to END: those that belong to it and not
 * to the block before. */
static pith_status add_images(struct pith__inline *in, size_t index, uint32_t from, uint32_t end)
{
    bool leading = end == first_of(in, index);
    for (uint32_t i = from; i < end; i++) {
        const struct pith__node *node = pith__doc_node(&in->page->doc, i);
        if (node->tag == PITH__TAG_img && stands_with(in, node, index) &&
            !(leading && index > 0 && stands_with(in, node, index - 1)))
            PITH__TRY(add_image(in, i));
    }
    return PITH_OK;
}

/* The nearest <figure> around a node, or PITH_NONE if none is near. */
static uint32_t figure_of(const struct pith__inline *in, uint32_t index)
{
    for (unsigned steps = 0; steps < PITH__LOOK_UP && index != 0; steps++) {
        index = pith__doc_node(&in->page->doc, index)->block;
        if (pith__doc_node(&in->page->doc, index)->tag == PITH__TAG_figure)
            return index;
    }
    return PITH_NONE;
}

/* Whether to show an image between blocks INDEX - 1 and INDEX: if both are kept, or if one is kept
 * and in the same figure. */
static bool is_shown_between(const struct pith__inline *in, size_t index, uint32_t image)
{
    bool kept[2];
    for (unsigned side = 0; side < 2; side++) {
        const pith_block *block =
            side + index > 0 ? pith_page_block(in->page, index + side - 1) : NULL;
        kept[side] = block != NULL && block->keep;
    }
    if (kept[0] && kept[1])
        return true;
    uint32_t figure = kept[0] || kept[1] ? figure_of(in, image) : PITH_NONE;
    if (figure == PITH_NONE)
        return false;
    return figure_of(in, first_of(in, kept[0] ? index - 1 : index)) == figure;
}

pith_status pith__inline_next_image(struct pith__inline *in, size_t index, uint32_t after,
                                    uint32_t *image)
{
    uint32_t from = index > 0 ? first_of(in, index - 1) : 0;
    uint32_t end = first_of(in, index);
    *image = PITH_NONE;
    if (!in->images)
        return PITH_OK;
    for (uint32_t i = after == PITH_NONE ? from : after + 1; i < end; i++) {
        const struct pith__node *node = pith__doc_node(&in->page->doc, i);
        if (node->tag != PITH__TAG_img || (node->flags & PITH__NODE_HIDDEN) != 0 ||
            stands_with(in, node, index) || (index > 0 && stands_with(in, node, index - 1)) ||
            !is_shown_between(in, index, i))
            continue;
        bool good;
        PITH__TRY(image_is_good(in, i, &good));
        if (good) {
            *image = in->last_image = i;
            break;
        }
    }
    return PITH_OK;
}

/* ------------------------------------------------------------------- a block */

/* Folds one more node and stores the length of the resulting text in *LEN. STARTED: there was text
 * before. */
static pith_status fold_node(struct pith__inline *in, struct pith__fold *fold,
                             const struct pith__node *node, bool started, size_t *len)
{
    bool text = node->tag == PITH__TAG_TEXT;
    in->folded.len = 0;
    PITH__TRY(pith__vec_reserve(&in->folded, in->page->blocks.allocator,
                                (text ? pith__text_room(node->extent, true) : 0) + 4));
    /* Of the text folded before, only its existence matters. */
    unsigned char *begin = (unsigned char *)in->folded.data + started;
    fold->start = in->folded.data;
    fold->out = fold->shown = begin;
    if (text)
        pith__fold_text(fold, node);
    else
        pith__fold_line(fold, node->offset, (node->flags & PITH__NODE_EXACT) != 0);
    *len = (size_t)(fold->out - begin);
    return PITH_OK;
}

/* Whether there is no time for LEN more bytes of a block whose first DONE bytes are loaded. */
static bool is_late(struct pith__inline *in, size_t done, size_t len)
{
    return done > PITH__PIECE_MOST && in->writer != NULL &&
           pith__clock_tick(&in->writer->clock, 1 + len / 8);
}

/* Loads block INDEX, as far as there is time. */
static pith_status load(struct pith__inline *in, size_t index)
{
    const struct pith__doc *doc = &in->page->doc;
    const pith_block *block = pith_page_block(in->page, index);
    struct pith__fold fold;
    memset(&fold, 0, sizeof fold);
    fold.source = doc->source.ptr;
    pith__fold_begin(&fold);
    uint32_t at = first_of(in, index);
    uint32_t end = first_of(in, index + 1);
    bool shown = at < end && (pith__doc_node(doc, at)->flags & PITH__NODE_HIDDEN) == 0;
    if (in->images)
        PITH__TRY(add_images(in, index, index > 0 ? first_of(in, index - 1) : 0, at));
    /* After the block's text there is only trimmed white space, or text that belongs to no
     * block. */
    for (size_t done = 0; at < end && done < block->text_len; at++) {
        const struct pith__node *node = pith__doc_node(doc, at);
        if ((node->flags & PITH__NODE_UNSEEN) != 0)
            continue;
        if (node->tag == PITH__TAG_img && in->images && stands_with(in, node, index))
            PITH__TRY(add_image(in, at));
        if ((node->tag != PITH__TAG_TEXT && node->tag != PITH__TAG_br) ||
            (shown && (node->flags & PITH__NODE_HIDDEN) != 0)) /* not in the blocks */
            continue;
        size_t len;
        PITH__TRY(fold_node(in, &fold, node, done > 0, &len));
        if (len > block->text_len - done)
            len = block->text_len - done;
        if (is_late(in, done, len)) {
            in->writer->stopped = true;
            return PITH_OK;
        }
        struct pith__piece piece;
        memset(&piece, 0, sizeof piece);
        dress_piece(in, &piece, at, node->tag == PITH__TAG_TEXT ? node->detail : 0);
        PITH__TRY(check_link(in, &piece));
        PITH__TRY(add_text(in, &piece, block->text + done, len));
        done += len;
    }
    return in->images ? add_images(in, index, at, end) : PITH_OK;
}

pith_status pith__inline_load(struct pith__inline *in, size_t index)
{
    struct pith__clock *clock = in->writer != NULL ? &in->writer->clock : NULL;
    bool large = clock != NULL && pith_page_block(in->page, index)->text_len > PITH__PIECE_MOST;
    uint64_t deadline = large ? clock->deadline : 0;
    in->pieces.len = 0;
    in->link = PITH_NONE;
    if (large) /* writing its pieces takes longer than loading them */
        pith__clock_part(clock, 4);
    PITH__TRY(load(in, index));
    if (large)
        pith__clock_allow(clock, deadline);
    if (in->whole) {
        dress_gaps(in);
        return PITH_OK;
    }
    PITH__TRY(pith__inline_cut(in, index));
    drop_gaps(in);
    dress_gaps(in);
    return pith__inline_mark(in, index);
}
