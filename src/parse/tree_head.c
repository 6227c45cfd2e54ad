/*
 * tree_head.c - what comes before the body: doctype, head, and framesets in place of the body.
 */
#include "parse/builder.h"

void pith__open_body(struct pith__builder *b)
{
    b->left_noscript |= pith__top(b)->tag == PITH__TAG_noscript;
    pith__pop_to(b, 2);
    b->body = (uint32_t)b->doc->nodes.len;
    pith__insert_implied(b, PITH__TAG_body);
    b->phase = PHASE_BODY;
}

static void open_frameset(struct pith__builder *b)
{
    pith__pop_to(b, 2);
    pith__insert(b, PITH__TAG_frameset, 0);
    b->phase = PHASE_FRAMESET;
}

/* Tags that fix the body of a page, so that a later <frameset> is ignored. */
static bool settles_body(const struct pith__doc *doc, const struct pith__node *node)
{
    const struct pith__node *above;
    switch (node->tag) {
    case PITH__TAG_TEXT:
        above = pith__doc_node(doc, node->parent);
        return (above->flags & PITH__NODE_FOREIGN) != 0 ||
               !(HAS(above->tag, RAWTEXT) || HAS(above->tag, RCDATA));
    case PITH__TAG_pre:
    case PITH__TAG_listing:
    case PITH__TAG_li:
    case PITH__TAG_dd:
    case PITH__TAG_dt:
    case PITH__TAG_button:
    case PITH__TAG_applet:
    case PITH__TAG_marquee:
    case PITH__TAG_object:
    case PITH__TAG_table:
    case PITH__TAG_area:
    case PITH__TAG_br:
    case PITH__TAG_embed:
    case PITH__TAG_img:
    case PITH__TAG_keygen:
    case PITH__TAG_wbr:
    case PITH__TAG_hr:
    case PITH__TAG_textarea:
    case PITH__TAG_xmp:
    case PITH__TAG_iframe:
    case PITH__TAG_select:
    case PITH__TAG_input:
        return true;
    default:
        return false;
    }
}

void pith__try_frameset(struct pith__builder *b)
{
    if (b->frameset_late || b->body == PITH_NONE || b->last[PITH__TAG_template] != 0)
        return;
    b->frameset_late = true; /* scan the nodes only once */
    for (size_t i = b->body; i < b->doc->nodes.len; i++) {
        if (settles_body(b->doc, pith__doc_node(b->doc, i)))
            return;
    }
    /* Removes the body with all its content. */
    pith__pop_to(b, 2);
    b->doc->nodes.len = b->body;
    b->body = PITH_NONE;
    memset(&b->active, 0, sizeof b->active);
    open_frameset(b);
}

static bool frameset_start(struct pith__builder *b)
{
    unsigned tag = b->token.tag;
    if (tag == PITH__TAG_frameset || tag == PITH__TAG_frame)
        pith__insert(b, tag, 0);
    else if (tag == PITH__TAG_noframes)
        pith__insert_raw(b, tag);
    return true;
}

bool pith__head_start(struct pith__builder *b)
{
    unsigned tag = b->token.tag;
    if (b->phase == PHASE_FRAMESET)
        return frameset_start(b);
    bool in_noscript = pith__top(b)->tag == PITH__TAG_noscript;
    switch (tag) {
    case PITH__TAG_html:
        pith__adopt_attrs(b, 0);
        return true;
    case PITH__TAG_head:
        if (b->phase == PHASE_BEFORE_HEAD) {
            b->phase = PHASE_IN_HEAD;
            pith__insert(b, tag, 0);
        }
        return true;
    case PITH__TAG_body:
        pith__pop_to(b, 2);
        b->body = (uint32_t)b->doc->nodes.len;
        pith__insert(b, tag, 0);
        b->phase = PHASE_BODY;
        b->frameset_late = true;
        return true;
    case PITH__TAG_frameset:
        open_frameset(b);
        return true;
    case PITH__TAG_noscript:
        if (in_noscript)
            return true;
        break;
    default:
        break;
    }
    if (!HAS(tag, HEAD) || (b->phase == PHASE_AFTER_HEAD && tag == PITH__TAG_noscript)) {
        pith__open_body(b);
        return false;
    }
    if (b->phase == PHASE_BEFORE_HEAD) {
        pith__insert_implied(b, PITH__TAG_head);
        b->phase = PHASE_IN_HEAD;
    }
    /* <noscript> in the head allows only metadata elements. */
    if (in_noscript && (tag == PITH__TAG_title || tag == PITH__TAG_script ||
                        tag == PITH__TAG_template || tag == PITH__TAG_base)) {
        pith__pop_to(b, b->top);
        b->left_noscript = true;
    }
    if (HAS(tag, RAWTEXT) || HAS(tag, RCDATA))
        pith__insert_raw(b, tag);
    else if (tag == PITH__TAG_template)
        pith__insert_template(b);
    else
        pith__insert(b, tag, tag == PITH__TAG_noscript ? PITH__NODE_NOSCRIPT : 0);
    return true;
}

bool pith__head_end(struct pith__builder *b)
{
    unsigned tag = b->token.tag;
    if (b->phase == PHASE_FRAMESET) {
        if (tag == pith__top(b)->tag && b->top > 1)
            pith__pop_to(b, b->top);
        return true;
    }
    switch (tag) {
    case PITH__TAG_head:
        pith__pop_to(b, 2);
        b->phase = PHASE_AFTER_HEAD;
        return true;
    case PITH__TAG_body:
    case PITH__TAG_html:
    case PITH__TAG_br:
        pith__open_body(b);
        return false;
    default:
        if (tag == pith__top(b)->tag && b->top > 2)
            pith__pop_to(b, b->top);
        return true;
    }
}

/* ----------------------------------------------------------------- doctype */

/* Public identifiers with these prefixes select quirks mode (section "The initial insertion
 * mode"). */
static const char *const quirky[] = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
};

static void trim_start(struct pith__span *text)
{
    while (text->len > 0 && pith__is_space(*text->ptr))
        text->ptr++, text->len--;
}

static void advance(struct pith__span *text, size_t by)
{
    text->ptr += by;
    text->len -= by;
}

/* Takes a quoted string off the front of REST. False if there is none, or it is not closed. */
static bool take_quoted(struct pith__span *rest, struct pith__span *quoted)
{
    trim_start(rest);
    if (rest->len == 0 || (*rest->ptr != '"' && *rest->ptr != '\''))
        return false;
    const unsigned char *close = memchr(rest->ptr + 1, *rest->ptr, rest->len - 1);
    if (close == NULL)
        return false;
    quoted->ptr = rest->ptr + 1;
    quoted->len = (size_t)(close - quoted->ptr);
    advance(rest, quoted->len + 2);
    return true;
}

bool pith__doctype_is_quirky(struct pith__span rest)
{
    if (rest.ptr[rest.len - 1] != '>')
        return true;
    rest.len--;
    advance(&rest, strlen("<!doctype"));
    trim_start(&rest);
    struct pith__span name = {rest.ptr, 0};
    while (name.len < rest.len && !pith__is_space(rest.ptr[name.len]))
        name.len++;
    if (!pith__span_is(name, "html"))
        return true;
    advance(&rest, name.len);
    trim_start(&rest);
    struct pith__span public_id = {NULL, 0};
    struct pith__span system_id = {NULL, 0};
    bool has_system = false;
    if (pith__span_starts(rest, "public")) {
        advance(&rest, strlen("public"));
        if (!take_quoted(&rest, &public_id))
            return true;
        has_system = take_quoted(&rest, &system_id);
        trim_start(&rest);
        if (!has_system && rest.len > 0)
            return true;
    } else if (pith__span_starts(rest, "system")) {
        advance(&rest, strlen("system"));
        if (!take_quoted(&rest, &system_id))
            return true;
    } else if (rest.len > 0) {
        return true;
    }
    for (size_t i = 0; i < sizeof quirky / sizeof *quirky; i++) {
        if (pith__span_starts(public_id, quirky[i]))
            return true;
    }
    if (!has_system && (pith__span_starts(public_id, "-//w3c//dtd html 4.01 frameset//") ||
                        pith__span_starts(public_id, "-//w3c//dtd html 4.01 transitional//")))
        return true;
    return pith__span_is(public_id, "-//w3o//dtd w3 html strict 3.0//en//") ||
           pith__span_is(public_id, "-/w3c/dtd html 4.0 transitional/en") ||
           pith__span_is(public_id, "html") ||
           pith__span_is(system_id, "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd");
}
