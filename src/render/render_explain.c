/*
 * render_explain.c - writes a page for people who ask why a block was kept or dropped: one HTML
 * file with all blocks in order, coloured by decision, and the numbers behind each decision.
 *
 * The blocks are markup, so they are visible without scripts. What the card shows about a block,
 * including its features, is a row of JSON that explain.js reads. Features of neighbours are taken
 * from their rows, and each element of the tag paths is written once, so the output is linear in
 * the size of the page. Nothing from the explained page can run: it is escaped, and the content
 * security policy allows only explain.css and explain.js, by their hashes.
 */
#include "method/method.h"
#include "method/ngram.h"
#include "method/perplexity.h"
#include "render/escape.h"
#include "render/explain.h"
#include "render/render.h"

#include "render/explain_assets.inc"

/* ---------------------------------------------------------------- pieces */

/* Writes a share from 0 to 1, with two decimals. */
static void write_share(struct pith__writer *writer, float share)
{
    int64_t hundredths = (int64_t)(share * 100 + 0.5f);
    pith__write_number(writer, hundredths / 100);
    pith__explain_field(writer, hundredths % 100 < 10 ? ".0" : ".", hundredths % 100);
}

/* Writes a number for people: 1,234,567. */
static void write_count(struct pith__writer *writer, size_t number)
{
    char digits[32];
    size_t at = sizeof digits;
    for (size_t i = 0; i == 0 || number > 0; i++, number /= 10) {
        if (i > 0 && i % 3 == 0)
            digits[--at] = ',';
        digits[--at] = (char)('0' + number % 10);
    }
    pith__write(writer, digits + at, sizeof digits - at);
}

/* ------------------------------------------------------------------ words */

const struct pith__explain_reason pith__explain_reasons[] = {
    {PITH_REASON_ALL, "Nothing is judged: every block stays."},
    {PITH_REASON_LONG, "It has many words, as running text has."},
    {PITH_REASON_DENSE, "Its words fill whole lines, as running text does."},
    {PITH_REASON_NEIGHBOURS, "It is short itself, but stands next to running text."},
    {PITH_REASON_STRETCH, "It lies in the stretch of the page with most words and fewest tags."},
    {PITH_REASON_TITLE, "It is the page's title."},
    {PITH_REASON_LINKS, "Much of it is links, as in menus and lists of links."},
    {PITH_REASON_AFTER_LINKS, "It follows a block of links, and no running text comes next."},
    {PITH_REASON_SHORT, "It has few words, and so have the blocks around it."},
    {PITH_REASON_SPARSE, "It fills no line, and neither do the blocks around it."},
    {PITH_REASON_LAST, "Nothing of any length follows it, as at the foot of a page."},
    {PITH_REASON_OUTSIDE, "It lies outside of the stretch with most words and fewest tags."},
    {PITH_REASON_NOT_LARGEST, "It is not in the largest run of content."},
    {PITH_REASON_ABOVE_TITLE, "It stands above the page's title."},
    {PITH_REASON_BELOW_COMMENTS, "It is a readers' comment, or the heading above them."},
    {PITH_REASON_VOTE, "The other methods outvoted the first one."},
    {PITH_REASON_MODEL, "A model that was trained on labelled pages says so."},
    {PITH_REASON_COPY, "The same text is kept further up."},
    {PITH_REASON_NO_CONTENT, "The page as a whole has too little content."},
    {PITH_REASON_CONTAINER, "The model looked most at what the elements around it hold."},
    {PITH_REASON_TAGS, "The model looked most at the tags above it and their names."},
    {PITH_REASON_POSITION, "The model looked most at where on the page it stands."},
    {PITH_REASON_TEXT, "The model looked most at what its text looks like."},
    {PITH_REASON_LINK_DENSITY, "The model looked most at how much of it is links."},
    {PITH_REASON_REPEATED, "The model looked most at how much else looks like it."},
    {PITH_REASON_AROUND, "The model looked most at the blocks around it."},
    {PITH_REASON_PAGE, "The model looked most at what kind of page it is on."},
    {PITH_REASON_TINY, "The page has too few words for the model: all but links and menus stay."},
    {PITH_REASON_LIKELY_TEXT, "Its letters follow each other as they do in content."},
    {PITH_REASON_LIKELY_BOILERPLATE, "Its letters follow each other as they do in boilerplate."},
    {PITH_REASON_RULE, "A rule finds it: a menu with bars, a copyright line, a form, or junk."},
    {PITH_REASON_TOO_SHORT, "It is too short to judge, so it goes with the text around it."},
    {PITH_REASON_FLUENT, "The language model finds it, or some sentence of it, likely enough."},
    {PITH_REASON_PERPLEXITY, "The language model finds all of it unlikely: it is over the limit."},
    {PITH_REASON_TABLE, "It is a cell of a table of which most is kept."},
    {PITH_REASON_DEADLINE, "Time was up before it was judged."},
    {PITH_REASON_CALLER, "The program that uses Pith says so."},
};
_Static_assert(sizeof pith__explain_reasons / sizeof *pith__explain_reasons ==
                   PITH__EXPLAIN_REASONS,
               "explain.h has the number of reasons");

unsigned pith__explain_number(unsigned reason)
{
    unsigned i = 0;
    while (i < PITH__EXPLAIN_REASONS - 1 && pith__explain_reasons[i].reason != (pith_reason)reason)
        i++;
    return i;
}

/* The sentence for a page that is empty or partial. */
static const char *reason_sentence(pith_reason reason)
{
    static const char *const sentences[] = {
        [PITH_REASON_NO_INPUT] = "There is nothing in the page.",
        [PITH_REASON_NO_TEXT] = "The page has markup, but no text. A script may fill it in.",
        [PITH_REASON_INPUT] = "The page is longer than was read. The rest is missing here.",
        [PITH_REASON_NODES] = "The page has more elements than are kept. The rest is missing here.",
        [PITH_REASON_DEADLINE] = "Time ran out. The rest of the page is missing here.",
        [PITH_REASON_DEPTH] =
            "Tags are nested too deeply. All text is here, but some tags are not.",
        [PITH_REASON_NO_CONTENT] = "The page has text, but no block of it was kept.",
        [PITH_REASON_BINARY] = "This is binary data, such as a PDF or an image, and no page.",
    };
    const char *sentence =
        (unsigned)reason < sizeof sentences / sizeof *sentences ? sentences[reason] : NULL;
    return sentence != NULL ? sentence : "";
}

const char *const pith__explain_flags[] = {"header",      "continued", "hidden",
                                           "aria-hidden", "noscript",  "shadow"};
_Static_assert(sizeof pith__explain_flags / sizeof *pith__explain_flags == PITH__EXPLAIN_FLAGS,
               "explain.h has the number of flags");

/* The flags that a reader should notice: visitors of the page may not see this text. */
#define FLAGS_SHOWN                                                                                \
    (PITH_FLAG_HIDDEN | PITH_FLAG_ARIA_HIDDEN | PITH_FLAG_NOSCRIPT | PITH_FLAG_SHADOW)

/* --------------------------------------------------------------- the head */

static void write_title(struct pith__writer *writer, const pith_page_info *info)
{
    if (info->title_len > 0)
        pith__write_html(writer, info->title, info->title_len);
    else
        pith__write_string(writer, "Untitled page");
}

static void write_head(struct pith__writer *writer, const pith_page_info *info)
{
    pith__write_string(writer,
                       "<!DOCTYPE html>\n"
                       "<html lang=\"en\">\n"
                       "<head>\n"
                       "<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "style-src '" EXPLAIN_CSS_HASH "'; script-src '" EXPLAIN_JS_HASH "'; "
                       "base-uri 'none'; form-action 'none'\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta name=\"referrer\" content=\"no-referrer\">\n"
                       "<title>Why: ");
    write_title(writer, info);
    pith__write_string(writer, "</title>\n<style>");
    pith__write(writer, explain_css, sizeof explain_css - 1);
    pith__write_string(writer, "</style>\n</head>\n");
}

static void write_fact(struct pith__writer *writer, const char *term)
{
    pith__write_string(writer, "<div><dt>");
    pith__write_string(writer, term);
    pith__write_string(writer, "</dt><dd>");
}

/* Writes "12 of 345". */
static void write_part(struct pith__writer *writer, size_t part, size_t whole)
{
    write_count(writer, part);
    pith__write_string(writer, " of ");
    write_count(writer, whole);
}

static void write_methods(struct pith__writer *writer, const pith_page *page)
{
    const pith_page_info *info = &page->info;
    const pith_method_info *method;
    const char *mark = "";
    write_fact(writer, "Decided by");
    for (size_t i = 0; i < PITH__METHODS_MOST; i++) {
        if ((method = pith__decided_by(page, i)) != NULL) {
            pith__write_string(writer, mark);
            pith__write_string(writer, method->name);
            mark = ", ";
        }
    }
    if ((info->methods & (info->methods - 1)) != 0) {
        pith__write_string(writer, " <small>by vote: ");
        pith__write_string(writer, pith_vote_name(info->vote));
        pith__write_string(writer, "</small>");
    }
    pith__write_string(writer, "</dd></div>");
}

static void write_note(struct pith__writer *writer, pith_reason reason)
{
    pith__write_string(writer, "<p class=\"note\">");
    pith__write_string(writer, reason_sentence(reason));
    pith__write_string(writer, "</p>\n");
}

static void write_facts(struct pith__writer *writer, const pith_page *page)
{
    const pith_page_info *info = &page->info;
    pith__write_string(writer, "<dl class=\"facts\">");
    write_fact(writer, "Words kept");
    write_part(writer, info->kept_words, info->words);
    if (info->words > 0) {
        pith__explain_field(writer, " <small>(", (int64_t)(info->kept_words * 100 / info->words));
        pith__write_string(writer, "&#8239;%)</small>");
    }
    pith__write_string(writer, "</dd></div>");
    write_fact(writer, "Blocks kept");
    write_part(writer, info->kept_blocks, info->blocks);
    pith__write_string(writer, "</dd></div>");
    write_fact(writer, "Status");
    pith__write_string(writer, pith_outcome_name(info->outcome));
    pith__write_string(writer, "</dd></div>");
    write_fact(writer, "Confidence");
    write_share(writer, info->confidence);
    pith__write_string(writer, "</dd></div>");
    if (info->page_type != PITH_PAGE_UNKNOWN) {
        write_fact(writer, "Page");
        pith__write_string(writer, pith_page_type_name(info->page_type));
        pith__write_string(writer, " <small>confidence: ");
        write_share(writer, info->page_type_confidence);
        pith__write_string(writer, "</small></dd></div>");
    }
    write_methods(writer, page);
    write_fact(writer, "Filter");
    pith__write_string(writer, pith_filter_name(info->filter));
    pith__write_string(writer, "</dd></div>");
    write_fact(writer, "Encoding");
    pith__write_string(writer, info->charset);
    pith__write_string(writer, " <small>source: ");
    pith__write_string(writer, pith_charset_source_name(info->charset_source));
    pith__write_string(writer, "</small></dd></div></dl>\n");
    if (info->reason != PITH_REASON_NONE)
        write_note(writer, info->reason);
}

static void write_header(struct pith__writer *writer, const pith_page *page)
{
    const pith_page_info *info = &page->info;
    pith__write_string(writer, "<header>\n<p class=\"from\">What Pith kept and dropped");
    if (info->id != NULL) {
        pith__write_string(writer, " of <bdi>");
        pith__write_name(writer, info->id, pith__write_html);
        pith__write_string(writer, "</bdi>");
    }
    pith__write_string(writer, "</p>\n<h1 dir=\"auto\">");
    write_title(writer, info);
    pith__write_string(writer, "</h1>\n");
    write_facts(writer, page);
    pith__write_string(writer, "<p class=\"legend\"><span class=\"keep\"><i></i>kept</span>"
                               "<span class=\"drop\"><i></i>dropped</span>"
                               "<span class=\"hidden\"><i></i>not shown to visitors</span>"
                               "<span>The stronger the colour, the surer the decision.</span></p>\n"
                               "</header>\n");
}

static void write_choice(struct pith__writer *writer, const char *value, const char *word,
                         size_t count)
{
    pith__write_string(writer, "<label><input type=\"radio\" name=\"show\" value=\"");
    pith__write_string(writer, value);
    pith__write_string(writer, strcmp(value, "all") == 0 ? "\" checked><span>" : "\"><span>");
    pith__write_string(writer, word);
    pith__write_string(writer, " <b>");
    write_count(writer, count);
    pith__write_string(writer, "</b></span></label>");
}

static void write_tools(struct pith__writer *writer, const pith_page_info *info)
{
    pith__write_string(writer,
                       info->blocks > 0 ? "<div class=\"tools\">" : "<div class=\"tools\" hidden>");
    pith__write_string(writer, "<div>\n<fieldset class=\"show\">"
                               "<legend class=\"sr\">Blocks to show</legend>");
    write_choice(writer, "all", "All", info->blocks);
    write_choice(writer, "kept", "Kept", info->kept_blocks);
    write_choice(writer, "dropped", "Dropped", info->blocks - info->kept_blocks);
    pith__write_string(
        writer,
        "</fieldset>\n"
        "<div class=\"jump\"><span>Change</span>"
        "<button type=\"button\" id=\"previous\" aria-label=\"Previous change of decision\" "
        "title=\"Previous change of decision (p)\">\u2191</button>"
        "<button type=\"button\" id=\"next\" aria-label=\"Next change of decision\" "
        "title=\"Next change of decision (n)\">\u2193</button></div>\n"
        "<div class=\"find\"><input type=\"search\" id=\"find\" autocomplete=\"off\" "
        "placeholder=\"Find a text or a reason\" aria-label=\"Find a text or a reason\">"
        "<output id=\"found\" for=\"find\"></output></div>\n"
        "</div><div class=\"map\"><canvas id=\"map\" aria-hidden=\"true\"></canvas></div></div>\n");
}

/* ------------------------------------------------------------- the blocks */

/* Writes the classes for explain.css. */
static void write_classes(struct pith__writer *writer, const pith_block *block)
{
    float sure = block->keep ? block->score : 1 - block->score;
    unsigned tenths = (unsigned)(sure * 10 + 0.5f);
    unsigned depth = block->list_depth < 4 ? block->list_depth : 4;
    pith__write_string(writer, block->keep ? "block keep" : "block drop");
    if (tenths < 10)
        pith__explain_field(writer, " s", tenths);
    switch ((pith_kind)block->kind) {
    case PITH_KIND_HEADING:
        pith__explain_field(writer, " h", block->level);
        break;
    case PITH_KIND_PREFORMATTED:
        pith__write_string(writer, " pre");
        break;
    case PITH_KIND_TABLE_CELL:
        pith__write_string(writer, (block->flags & PITH_FLAG_HEADER) != 0 ? " head" : "");
        break;
    case PITH_KIND_QUOTE:
    case PITH_KIND_CAPTION:
    case PITH_KIND_TERM:
    case PITH_KIND_DEFINITION:
    case PITH_KIND_CONTROL:
        pith__write(writer, " ", 1);
        pith__write_string(writer, pith_kind_name(block->kind));
        break;
    case PITH_KIND_PARAGRAPH:
    case PITH_KIND_LIST_ITEM:
        break;
    }
    if (depth > 0)
        pith__explain_field(writer, " in", depth);
    pith__write_string(writer, (block->flags & PITH_FLAG_ITEM) != 0 ? " item" : "");
    if ((block->flags & FLAGS_SHOWN & ~PITH_FLAG_ARIA_HIDDEN) != 0)
        pith__write_string(writer, " hidden");
}

/* Writes the text of a block. Parts that the method perplexity drops are struck out, or marked. If
 * letters are coloured, the text stays in one piece, since explain.js relies on that. */
static void write_text(struct pith__writer *writer, const pith_page *page, const pith_block *block,
                       size_t index)
{
    bool cut = block->keep && pith__ngram_shares(page, block) == NULL;
    size_t at = 0;
    const pith_part *bad;
    while (cut && !writer->stopped &&
           (bad = pith__parts_bad(page, index, at, block->text_len)) != NULL) {
        pith__write_text(writer, block->text + at, bad->begin - at, pith__write_html);
        pith__explain_field(writer,
                            pith__parts_marked(page) ? "<mark title=\"perplexity "
                                                     : "<s title=\"perplexity ",
                            (int64_t)((double)bad->perplexity + 0.5));
        pith__write_string(writer, "\">");
        pith__write_text(writer, block->text + bad->begin, bad->end - bad->begin, pith__write_html);
        pith__write_string(writer, pith__parts_marked(page) ? "</mark>" : "</s>");
        at = bad->end;
    }
    if (!writer->stopped)
        pith__write_text(writer, block->text + at, block->text_len - at, pith__write_html);
}

static void write_block(struct pith__writer *writer, const pith_page *page, const pith_block *block,
                        size_t index)
{
    pith__explain_field(writer, "<div id=\"b", (int64_t)index);
    pith__write_string(writer, "\" tabindex=\"-1\" class=\"");
    write_classes(writer, block);
    pith__write_string(writer, "\"><p class=\"text\" dir=\"auto");
    if ((block->flags & PITH_FLAG_ITEM) != 0 && block->ordinal != PITH_NO_ORDINAL)
        pith__explain_field(writer, "\" data-number=\"", block->ordinal);
    pith__write_string(writer, "\">");
    write_text(writer, page, block, index);
    pith__write_string(writer, "</p><p class=\"why\">");
    pith__write_string(writer, pith_reason_name(block->reason));
    for (unsigned i = 0; i < PITH__EXPLAIN_FLAGS; i++) {
        if ((block->flags & FLAGS_SHOWN & 1u << i) != 0) {
            pith__write_string(writer, " <em>");
            pith__write_string(writer, pith__explain_flags[i]);
            pith__write_string(writer, "</em>");
        }
    }
    pith__write_string(writer, "</p></div>\n");
}

/* True if the two are adjacent cells of a row. */
static bool is_same_row(const pith_block *left, const pith_block *right)
{
    return left->kind == PITH_KIND_TABLE_CELL && right->kind == PITH_KIND_TABLE_CELL &&
           left->row == right->row && left->column < right->column;
}

/* Writes the blocks and returns their number. */
static size_t write_blocks(struct pith__writer *writer, const pith_page *page)
{
    const pith_block *blocks = pith__page_blocks(page);
    size_t count = page->info.blocks;
    bool in_row = false;
    if (count == 0)
        pith__write_string(writer, "<p class=\"none\">There are no blocks to show.</p>\n");
    for (size_t i = 0; i < count; i++) {
        if (pith__writer_ends(writer, 8)) {
            pith__write_string(writer, in_row ? "</div>\n" : "");
            write_note(writer, PITH_REASON_DEADLINE);
            return i;
        }
        bool goes_on = i + 1 < count && is_same_row(&blocks[i], &blocks[i + 1]);
        if (goes_on && !in_row)
            pith__write_string(writer, "<div class=\"row\">\n");
        write_block(writer, page, &blocks[i], i);
        if (in_row && !goes_on)
            pith__write_string(writer, "</div>\n");
        in_row = goes_on;
    }
    return count;
}

static size_t write_main(struct pith__writer *writer, const pith_page *page)
{
    enum { MANY = 5000 }; /* with more blocks, browsers lay out only those in view */
    const pith_page_info *info = &page->info;
    pith__write_string(writer,
                       info->blocks > MANY ? "<main class=\"many\" lang=\"" : "<main lang=\"");
    pith__write_html(writer, info->lang, info->lang_len);
    pith__write_string(writer, "\">\n");
    size_t blocks = write_blocks(writer, page);
    pith__write_string(writer, "</main>\n<footer>Made by pith ");
    pith__write_string(writer, pith_version());
    pith__write_string(writer, ". This file loads nothing, and runs nothing of the page that it "
                               "explains.</footer>\n");
    return blocks;
}

/* --------------------------------------------------------------- the card */

/* Writes which reasons there are, how often, and what they mean. */
static void write_reasons(struct pith__writer *writer, const pith_page *page)
{
    const pith_block *blocks = pith__page_blocks(page);
    size_t counts[PITH__EXPLAIN_REASONS][2] = {{0}};
    for (size_t i = 0; i < page->info.blocks; i++)
        counts[pith__explain_number(blocks[i].reason)][blocks[i].keep != 0]++;
    pith__write_string(writer, "<dl class=\"reasons\">");
    for (unsigned i = 0; i < 2 * PITH__EXPLAIN_REASONS; i++) {
        unsigned number = i % PITH__EXPLAIN_REASONS;
        bool keep = i == number; /* those of kept blocks first */
        if (counts[number][keep] == 0)
            continue;
        pith__write_string(writer, keep ? "<dt class=\"keep\">" : "<dt class=\"drop\">");
        pith__write_string(writer, "<button type=\"button\">");
        pith__write_string(writer, pith_reason_name(pith__explain_reasons[number].reason));
        pith__write_string(writer, "</button> <span>");
        write_count(writer, counts[number][keep]);
        pith__write_string(writer, counts[number][keep] == 1 ? " block</span></dt><dd>"
                                                             : " blocks</span></dt><dd>");
        pith__write_string(writer, pith__explain_reasons[number].sentence);
        pith__write_string(writer, "</dd>");
    }
    pith__write_string(writer, "</dl>\n");
}

/* Writes what the card shows before a block is chosen. */
static void write_card(struct pith__writer *writer, const pith_page *page)
{
    pith__write_string(writer, "<aside aria-label=\"Why this block\" tabindex=\"0\">"
                               "<div><h2>Why?</h2>\n"
                               "<p>Point at a block, or choose one, to see what decided.</p>\n"
                               "<noscript><p>This needs scripts, which are off.</p></noscript>\n");
    if (page->info.blocks > 0) {
        pith__write_string(writer, "<h3>reasons on this page</h3>\n");
        write_reasons(writer, page);
    }
    pith__write_string(writer, "<h3>keys</h3>\n<ul class=\"keys\">"
                               "<li><kbd>j</kbd> <kbd>k</kbd> next, previous block</li>"
                               "<li><kbd>n</kbd> <kbd>p</kbd> next, previous change</li>"
                               "<li><kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> all, kept, dropped</li>"
                               "<li><kbd>/</kbd> find, <kbd>Enter</kbd> next match</li>"
                               "<li><kbd>Esc</kbd> back to this list</li></ul>"
                               "</div></aside>\n");
}

/* --------------------------------------------------------------- the page */

pith_status pith__render_explain(const pith_page *page, const struct pith__render_options *options,
                                 struct pith__writer *writer)
{
    (void)options;
    const struct pith__allocator *allocator = page->doc.allocator;
    size_t bytes = page->doc.nodes.len / 8 + 1;
    unsigned char *marks = allocator->resize(allocator->ctx, NULL, 0, bytes);
    if (marks == NULL)
        return PITH_ERR_NOMEM;
    memset(marks, 0, bytes);
    /* Most of the work comes after the blocks, and is done only for those that were written. */
    pith__clock_part(&writer->clock, 3);
    write_head(writer, &page->info);
    pith__write_string(writer, "<body>\n<div class=\"page\">\n");
    write_header(writer, page);
    write_tools(writer, &page->info);
    size_t blocks = write_main(writer, page);
    pith__write_string(writer, "</div>\n");
    write_card(writer, page);
    pith__write_string(writer, "<script type=\"application/json\" id=\"data\">{");
    pith__explain_data(writer, page, blocks, marks);
    pith__write_string(writer, "}</script>\n<script>");
    pith__write(writer, explain_js, sizeof explain_js - 1);
    pith__write_string(writer, "</script>\n</body>\n</html>\n");
    allocator->resize(allocator->ctx, marks, bytes, 0);
    return PITH_OK;
}
