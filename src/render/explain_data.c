/*
 * explain_data.c - writes the data of the explain page. In: a page. Out: the members of a JSON
 * object inside a script element, which explain.js reads.
 */
#include "features/features.h"
#include "method/method.h"
#include "method/ngram.h"
#include "render/explain.h"
#include "render/inline.h"

/* ---------------------------------------------------------------- pieces */

/* Writes MARK, then WORD in quotes. */
static void write_word(struct pith__writer *writer, const char *mark, const char *word)
{
    pith__write_string(writer, mark);
    pith__write(writer, "\"", 1);
    pith__write_json_in_script(writer, word, strlen(word));
    pith__write(writer, "\"", 1);
}

/* Writes a number with up to three decimals: 2, 0.5, 0.333. */
static void write_short(struct pith__writer *writer, float number)
{
    const float most = 1e15f; /* only a caller's text frequency can be larger: of no use */
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

/* -------------------------------------------------------------------- rows */

/* Writes what a block is: "heading 2", "table-cell, row 3, column 1", "preformatted, python". */
static void write_kind(struct pith__writer *writer, const pith_page *page, const pith_block *block)
{
    size_t len;
    const char *language = pith_block_language(page, block, &len);
    pith__write_string(writer, ",\"");
    pith__write_string(writer, pith_kind_name(block->kind));
    if (block->level > 0)
        pith__explain_field(writer, " ", block->level);
    if (block->list_depth > 1)
        pith__explain_field(writer, ", list depth ", block->list_depth);
    if (block->quote_depth > 1)
        pith__explain_field(writer, ", quote depth ", block->quote_depth);
    if (block->row != PITH_NONE)
        pith__explain_field(writer, ", row ", block->row + INT64_C(1));
    if (block->row != PITH_NONE && block->column != PITH_NONE)
        pith__explain_field(writer, ", column ", block->column + INT64_C(1));
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
    pith__explain_field(writer, ",", pith__explain_number(block->reason));
    pith__explain_field(writer, ",", voters(page, block));
    write_kind(writer, page, block);
    pith__explain_field(writer, ",", block->flags);
    pith__explain_field(writer, ",", block->element);
    pith__explain_field(writer, ",", block->begin);
    pith__explain_field(writer, ",", block->end);
    pith__explain_field(writer, ",", block->words);
    pith__explain_field(writer, ",", block->link_words);
    pith__explain_field(writer, ",", block->sentences);
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

/* ---------------------------------------------------------------- elements */

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
        pith__explain_field(writer, mark, i);
        pith__explain_field(writer, "\":[",
                            element.parent == PITH_NONE ? -1 : (int64_t)element.parent);
        pith__write_string(writer, ",\"");
        write_clipped(writer, "", element.tag, element.tag_len);
        write_clipped(writer, "#", element.id, element.id_len);
        write_clipped(writer, ".", element.classes, element.classes_len);
        pith__write_string(writer, "\"]");
        mark = ",\n\"";
    }
    pith__write(writer, "}", 1);
}

/* --------------------------------------------------------------- all of it */

/* Writes [["word","sentence"],...] for everything that the rows refer to by number. */
static void write_tables(struct pith__writer *writer, const pith_page *page)
{
    const pith_page_info *info = &page->info;
    unsigned reasons =
        page->decision.judged < info->blocks ? PITH__EXPLAIN_REASONS : PITH__EXPLAIN_REASONS_USUAL;
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
        write_word(writer, i == 0 ? "[[" : "],\n[",
                   pith_reason_name(pith__explain_reasons[i].reason));
        write_word(writer, ",", pith__explain_reasons[i].sentence);
    }
    pith__write_string(writer, "]],\n\"flags\":");
    for (unsigned i = 0; i < PITH__EXPLAIN_FLAGS; i++)
        write_word(writer, i == 0 ? "[" : ",", pith__explain_flags[i]);
    pith__explain_field(writer, "],\n\"pairs\":", PITH__FEATURES_BLOCK);
    pith__write_string(writer, ",\n\"features\":");
    for (size_t i = 0; i < PITH__FEATURES_BLOCK + PITH__FEATURES_PAIR; i++) {
        size_t feature = i + (i < PITH__FEATURES_BLOCK ? 1 : 2) * PITH__FEATURES_BLOCK;
        write_word(writer, i == 0 ? "[[" : "],\n[", pith_feature_name(feature) + strlen("curr_"));
        write_word(writer, ",", pith_feature_summary(feature));
    }
    pith__write_string(writer, "]]");
}

void pith__explain_data(struct pith__writer *writer, const pith_page *page, size_t count,
                        unsigned char *marks)
{
    mark_elements(page, count, marks);
    write_tables(writer, page);
    write_rows(writer, page, count);
    write_shares(writer, page, count);
    write_elements(writer, page, marks);
}
