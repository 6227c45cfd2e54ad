/*
 * method_bte.c - body text extraction after Finn, Kushmerick and Smyth, "Fact or fiction: content
 * classification for digital libraries" (2001).
 *
 * They look for the stretch [i, j] of a page's tokens with the most words inside and the most tags
 * outside. The number of tags is fixed, so this is the stretch with the largest difference of words
 * and tags: a maximum subarray, which one pass finds (Kadane), while the paper's own search is
 * quadratic. Stretches start and end at block boundaries.
 */
#include "method/method.h"

/* Counts tags in the source, outside of text that is never shown (scripts hold many "<"). */
struct tags {
    const struct pith__doc *doc;
    uint32_t node; /* the next node to look at */
};

/* Counts end tags in the source, since they leave no nodes. */
static uint32_t end_tags(const unsigned char *p, const unsigned char *end)
{
    uint32_t count = 0;
    while (p < end && (p = memchr(p, '<', (size_t)(end - p))) != NULL) {
        count += end - p > 2 && p[1] == '/' && pith__is_alpha(p[2]);
        p++;
    }
    return count;
}

/* Counts the tags from the current node up to node LAST: start tags are nodes, end tags are between
 * nodes. */
static uint32_t tags_until(struct tags *tags, uint32_t last)
{
    const struct pith__doc *doc = tags->doc;
    uint32_t count = 0;
    for (; tags->node < last; tags->node++) {
        const struct pith__node *node = pith__doc_node(doc, tags->node);
        size_t from = node->offset;
        size_t to = tags->node + 1 < doc->nodes.len ? node[1].offset : doc->source.len;
        if (node->tag == PITH__TAG_TEXT)
            from += node->extent;
        else
            count += (node->flags & PITH__NODE_IMPLIED) == 0;
        if (from < to)
            count += end_tags(doc->source.ptr + from, doc->source.ptr + to);
    }
    return count;
}

/* Scores are the share of words in such blocks that are content on WCXB's development pages,
 * measured by tools/measure_scores.py. */
static void judge_page(struct pith__judging *judging)
{
    pith_page *page = judging->page;
    pith_block *blocks = pith__page_blocks(page);
    const uint32_t *first = page->blocks.first.data;
    struct tags tags = {&page->doc, 0};
    size_t count = page->info.blocks;
    size_t start = 0, best_start = 0, best_end = 0;
    int64_t sum = 0, best = 0;
    for (size_t i = 0; i < count; i++) {
        if (pith__judge_late(judging, i, 2 + (first[i] - tags.node))) {
            count = i;
            break;
        }
        /* The tags between the first text of the previous block and the first text of this one. */
        sum -= tags_until(&tags, first[i]);
        if (sum <= 0) {
            sum = 0;
            start = i;
        }
        sum += blocks[i].words;
        if (sum > best) {
            best = sum;
            best_start = start;
            best_end = i + 1;
        }
    }
    for (size_t i = 0; i < count; i++) {
        bool keep = i >= best_start && i < best_end;
        pith__judge(judging, &blocks[i], keep ? 0.80f : 0.30f, keep,
                    keep ? PITH_REASON_STRETCH : PITH_REASON_OUTSIDE);
    }
}

const struct pith__method pith__method_bte = {
    .info = {"bte", "the stretch with most words and fewest tags"},
    .judge = judge_page,
};
