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
#include "features/features.h"
#include "method/method.h"
#include "method/ngram.h"
#include "method/perplexity.h"
#include "render/escape.h"
#include "render/inline.h"
#include "render/render.h"

#include "render/explain_assets.inc"

/* ---------------------------------------------------------------- pieces */

/* Writes MARK, then WORD in quotes. */
static void write_word(struct pith__writer *writer, const char *mark, const char *word)
{
    pith__write_string(writer, mark);
    pith__write(writer, "\"", 1);
    pith__write_json_in_script(writer, word, strlen(word));
    pith__write(writer, "\"", 1);
}

static void write_field(struct pith__writer *writer, const char *mark, int64_t number)
{
    pith__write_string(writer, mark);
    pith__write_number(writer, number);
}

/* Writes a number with up to three decimals: 2, 0.5, 0.333. */
static void write_short(struct pith__writer *writer, float number)
{
    const float most =
        1e15f; /* only a caller's text frequency can be larger, and is then useless */
    float size = number < 0 ? -number : number;
    int64_t thousandths = (int64_t)((size < most ? (double)size : (double)most) * 1000 + 0.5);
    int64_t decimals = thousandths % 1000;
    if (number < 0 && thousandths > 0)
        pith__write(writer, "-", 1);
    pith__write_number(writer, thousandths / 1000);
    if (decimals == 0)
        return;
    const char digits[] = {'.', (char)('0' + decimals / 100), (char)('0' + decimals / 10 % 10),
                           (char)('0' + decimals % 10)};
    pith__write(writer, digits, decimals % 100 == 0 ? 2 : decimals % 10 == 0 ? 3 : 4);
}

/* Writes a share from 0 to 1, with two decimals. */
static void write_share(struct pith__writer *writer, float share)
{
    int64_t hundredths = (int64_t)(share * 100 + 0.5f);
    pith__write_number(writer, hundredths / 100);
    write_field(writer, hundredths % 100 < 10 ? ".0" : ".", hundredths % 100);
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

/* A sentence for each reason of a block. Their order gives the reasons their numbers in the page's
 * data. */
static const struct {
    pith_reason reason;
    const char *sentence;
} block_reasons[] = {
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

/* The last two are written only if a page was not judged completely or its caller decided. */
enum { REASONS = sizeof block_reasons / sizeof *block_reasons, REASONS_ALWAYS = REASONS - 2 };

static unsigned number_of(unsigned reason)
{
    unsigned i = 0;
    while (i < REASONS - 1 && block_reasons[i].reason != (pith_reason)reason)
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

/* Names of the PITH_FLAG_ bits, from bit 0. PITH_FLAG_ITEM is missing: the bullet shows it. */
static const char *const flag_names[] = {"header",      "continued", "hidden",
                                         "aria-hidden", "noscript",  "shadow"};
enum { FLAG_NAMES = sizeof flag_names / sizeof *flag_names };

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
        write_field(writer, " <small>(", (int64_t)(info->kept_words * 100 / info->words));
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
        write_field(writer, " s", tenths);
    switch ((pith_kind)block->kind) {
    case PITH_KIND_HEADING:
        write_field(writer, " h", block->level);
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
        write_field(writer, " in", depth);
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
        write_field(writer,
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
    write_field(writer, "<div id=\"b", (int64_t)index);
    pith__write_string(writer, "\" tabindex=\"-1\" class=\"");
    write_classes(writer, block);
    pith__write_string(writer, "\"><p class=\"text\" dir=\"auto");
    if ((block->flags & PITH_FLAG_ITEM) != 0 && block->ordinal != PITH_NO_ORDINAL)
        write_field(writer, "\" data-number=\"", block->ordinal);
    pith__write_string(writer, "\">");
    write_text(writer, page, block, index);
    pith__write_string(writer, "</p><p class=\"why\">");
    pith__write_string(writer, pith_reason_name(block->reason));
    for (unsigned i = 0; i < FLAG_NAMES; i++) {
        if ((block->flags & FLAGS_SHOWN & 1u << i) != 0) {
            pith__write_string(writer, " <em>");
            pith__write_string(writer, flag_names[i]);
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
    size_t counts[REASONS][2] = {{0}};
    for (size_t i = 0; i < page->info.blocks; i++)
        counts[number_of(blocks[i].reason)][blocks[i].keep != 0]++;
    pith__write_string(writer, "<dl class=\"reasons\">");
    for (unsigned i = 0; i < 2 * REASONS; i++) {
        unsigned number = i % REASONS;
        bool keep = i == number; /* those of kept blocks first */
        if (counts[number][keep] == 0)
            continue;
        pith__write_string(writer, keep ? "<dt class=\"keep\">" : "<dt class=\"drop\">");
        pith__write_string(writer, "<button type=\"button\">");
        pith__write_string(writer, pith_reason_name(block_reasons[number].reason));
        pith__write_string(writer, "</button> <span>");
        write_count(writer, counts[number][keep]);
        pith__write_string(writer, counts[number][keep] == 1 ? " block</span></dt><dd>"
                                                             : " blocks</span></dt><dd>");
        pith__write_string(writer, block_reasons[number].sentence);
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

/* --------------------------------------------------------------- the data */

/* Writes what a block is: "heading 2", "table-cell, row 3, column 1", "preformatted, python". */
static void write_kind(struct pith__writer *writer, const pith_page *page, const pith_block *block)
{
    size_t len;
    const char *language = pith_block_language(page, block, &len);
    pith__write_string(writer, ",\"");
    pith__write_string(writer, pith_kind_name(block->kind));
    if (block->level > 0)
        write_field(writer, " ", block->level);
    if (block->list_depth > 1)
        write_field(writer, ", list depth ", block->list_depth);
    if (block->quote_depth > 1)
        write_field(writer, ", quote depth ", block->quote_depth);
    if (block->row != PITH_NONE)
        write_field(writer, ", row ", block->row + INT64_C(1));
    if (block->row != PITH_NONE && block->column != PITH_NONE)
        write_field(writer, ", column ", block->column + INT64_C(1));
    if (len > 0) {
        pith__write_string(writer, ", ");
        pith__write_json_in_script(writer, language, len);
    }
    pith__write(writer, "\"", 1);
}

/* The votes, with a bit for each method that took part, in the order of "methods". */
static uint32_t voters(const pith_page *page, const pith_block *block)
{
    uint32_t bits = 0;
    unsigned asked = 0;
    for (size_t i = 0; i < PITH__METHODS_MOST; i++) {
        if (pith__decided_by(page, i) != NULL)
            bits |= (uint32_t)(block->votes >> i & 1) << asked++;
    }
    return bits;
}

/* Writes a row: what explain.js calls score, why, votes, kind, flags, element, begin, end, words,
 * linkWords and sentences; then the features. */
static void write_row(struct pith__writer *writer, const pith_page *page, const pith_block *block,
                      const float *features, const float *pairs)
{
    pith__write(writer, "[", 1);
    write_short(writer, block->score);
    write_field(writer, ",", number_of(block->reason));
    write_field(writer, ",", voters(page, block));
    write_kind(writer, page, block);
    write_field(writer, ",", block->flags);
    write_field(writer, ",", block->element);
    write_field(writer, ",", block->begin);
    write_field(writer, ",", block->end);
    write_field(writer, ",", block->words);
    write_field(writer, ",", block->link_words);
    write_field(writer, ",", block->sentences);
    for (size_t i = 0; i < PITH__FEATURES_BLOCK + PITH__FEATURES_PAIR; i++) {
        pith__write(writer, ",", 1);
        write_short(writer,
                    i < PITH__FEATURES_BLOCK ? features[i] : pairs[i - PITH__FEATURES_BLOCK]);
    }
    pith__write(writer, "]", 1);
}

static void write_rows(struct pith__writer *writer, const pith_page *page, size_t count)
{
    const pith_block *blocks = pith__page_blocks(page);
    float features[2][PITH__FEATURES_BLOCK] = {{0}}; /* of a block and the one before it */
    float pairs[PITH__FEATURES_PAIR];
    pith__write_string(writer, ",\n\"blocks\":[");
    for (size_t i = 0; i < count; i++) {
        float *curr = features[i & 1];
        pith__block_features(page, i, curr);
        pith__pair_features(features[~i & 1], curr, pairs);
        pith__write_string(writer, i > 0 ? ",\n" : "\n");
        write_row(writer, page, &blocks[i], curr, pairs);
    }
    pith__write_string(writer, "]");
}

/* Writes the share of each character that pith__write_html() writes in the score of the method
 * ngram, as a letter: A is boilerplate, I neutral, Q content; a step is a quarter of a nat. */
static void write_letters(struct pith__writer *writer, const pith_block *block,
                          const int8_t *shares)
{
    enum { QUARTER = PITH__SHARE_UNIT / 4, MOST = 8 };
    size_t skip = 1;
    for (size_t i = 0; i < block->text_len; i += skip) {
        skip = pith__control_len(block->text + i, block->text_len - i);
        if (skip > 0)
            continue;
        skip = 1;
        if (block->text[i] == '\f' || block->text[i] == '\r' || (block->text[i] & 0xC0) == 0x80)
            continue;
        int level = (shares[i] + (shares[i] < 0 ? -QUARTER / 2 : QUARTER / 2)) / QUARTER;
        level = level < -MOST ? -MOST : level > MOST ? MOST : level;
        char letter = (char)('I' + level);
        pith__write(writer, &letter, 1);
    }
}

/* Writes ["AIQ...",...] for all blocks, if the method ngram took part. */
static void write_shares(struct pith__writer *writer, const pith_page *page, size_t count)
{
    const pith_block *blocks = pith__page_blocks(page);
    if (count == 0 || pith__ngram_shares(page, &blocks[0]) == NULL)
        return;
    pith__write_string(writer, ",\n\"letters\":[");
    for (size_t i = 0; i < count; i++) {
        pith__write_string(writer, i > 0 ? ",\n\"" : "\n\"");
        write_letters(writer, &blocks[i], pith__ngram_shares(page, &blocks[i]));
        pith__write(writer, "\"", 1);
    }
    pith__write(writer, "]", 1);
}

/* Writes the start of TEXT, not cut inside a character. */
static void write_clipped(struct pith__writer *writer, const char *mark, const char *text,
                          size_t len)
{
    enum { SHOWN = 256 };
    if (len == 0)
        return;
    if (len > SHOWN) {
        len = SHOWN;
        while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80)
            len--;
    }
    pith__write_string(writer, mark);
    for (size_t i = 0; i < len; i++) { /* white space between class names becomes a dot */
        bool space = pith__is_space((unsigned char)text[i]);
        if (!space || (i + 1 < len && !pith__is_space((unsigned char)text[i + 1]) && i > 0))
            pith__write_json_in_script(writer, space ? "." : text + i, 1);
    }
}

/* Marks the elements above the first COUNT blocks, with a bit for each node. */
static void mark_elements(const pith_page *page, size_t count, unsigned char *marks)
{
    const pith_block *blocks = pith__page_blocks(page);
    for (size_t i = 0; i < count; i++) {
        uint32_t index = blocks[i].element;
        while (index != PITH_NONE && (marks[index / 8] >> index % 8 & 1) == 0) {
            marks[index / 8] |= (unsigned char)(1u << index % 8);
            index = pith__doc_node(&page->doc, index)->parent;
        }
    }
}

/* Writes {"number":[number of the parent,"div#id.class"],...}. */
static void write_elements(struct pith__writer *writer, const pith_page *page,
                           const unsigned char *marks)
{
    const char *mark = "\n\"";
    pith_element element;
    pith__write_string(writer, ",\n\"elements\":{");
    for (uint32_t i = 0; i < page->doc.nodes.len; i++) {
        if ((marks[i / 8] >> i % 8 & 1) == 0 ||
            !pith_page_element(page, i, &element, sizeof element))
            continue;
        write_field(writer, mark, i);
        write_field(writer, "\":[", element.parent == PITH_NONE ? -1 : (int64_t)element.parent);
        pith__write_string(writer, ",\"");
        write_clipped(writer, "", element.tag, element.tag_len);
        write_clipped(writer, "#", element.id, element.id_len);
        write_clipped(writer, ".", element.classes, element.classes_len);
        pith__write_string(writer, "\"]");
        mark = ",\n\"";
    }
    pith__write(writer, "}", 1);
}

/* Writes [["word","sentence"],...] for everything that the rows refer to by number. */
static void write_tables(struct pith__writer *writer, const pith_page *page)
{
    const pith_page_info *info = &page->info;
    unsigned reasons = page->decision.judged < info->blocks ? REASONS : REASONS_ALWAYS;
    const pith_method_info *method;
    const char *mark = "[[";
    pith__write_string(writer, "\"methods\":");
    for (size_t i = 0; i < PITH__METHODS_MOST; i++) {
        if ((method = pith__decided_by(page, i)) == NULL)
            continue;
        write_word(writer, mark, method->name);
        write_word(writer, ",", method->summary);
        mark = "],[";
    }
    write_word(writer, "]],\n\"vote\":", pith_vote_name(info->vote));
    write_word(writer, ",\"filter\":", pith_filter_name(info->filter));
    pith__write_string(writer, ",\n\"why\":");
    for (unsigned i = 0; i < reasons; i++) {
        write_word(writer, i == 0 ? "[[" : "],\n[", pith_reason_name(block_reasons[i].reason));
        write_word(writer, ",", block_reasons[i].sentence);
    }
    pith__write_string(writer, "]],\n\"flags\":");
    for (unsigned i = 0; i < FLAG_NAMES; i++)
        write_word(writer, i == 0 ? "[" : ",", flag_names[i]);
    write_field(writer, "],\n\"pairs\":", PITH__FEATURES_BLOCK);
    pith__write_string(writer, ",\n\"features\":");
    for (size_t i = 0; i < PITH__FEATURES_BLOCK + PITH__FEATURES_PAIR; i++) {
        size_t feature = i + (i < PITH__FEATURES_BLOCK ? 1 : 2) * PITH__FEATURES_BLOCK;
        write_word(writer, i == 0 ? "[[" : "],\n[", pith_feature_name(feature) + strlen("curr_"));
        write_word(writer, ",", pith_feature_summary(feature));
    }
    pith__write_string(writer, "]]");
}

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
    mark_elements(page, blocks, marks);
    pith__write_string(writer, "</div>\n");
    write_card(writer, page);
    pith__write_string(writer, "<script type=\"application/json\" id=\"data\">{");
    write_tables(writer, page);
    write_rows(writer, page, blocks);
    write_shares(writer, page, blocks);
    write_elements(writer, page, marks);
    pith__write_string(writer, "}</script>\n<script>");
    pith__write(writer, explain_js, sizeof explain_js - 1);
    pith__write_string(writer, "</script>\n</body>\n</html>\n");
    allocator->resize(allocator->ctx, marks, bytes, 0);
    return PITH_OK;
}
