/*
 * fuzz_url.c - any bytes as an address and as one that is relative to it.
 *
 * The byte 0x1E parts the two. Without it one address is both.
 */
#include "base/utf8.h"
#include "fuzz.h"
#include "text/url.h"

static bool within(struct pith__span part, struct pith__span text)
{
    return part.ptr == NULL || (part.ptr >= text.ptr && part.ptr + part.len <= text.ptr + text.len);
}

/* The parts of an address, with what stands between them, are all of it. */
static void check_split(struct pith__span text)
{
    struct pith__url url;
    pith__url_split(text, &url);
    require(within(url.scheme, text) && within(url.authority, text) && within(url.path, text) &&
            within(url.query, text) && within(url.fragment, text));
    size_t len = url.path.len + (url.scheme.ptr != NULL ? url.scheme.len + 1 : 0) +
                 (url.authority.ptr != NULL ? url.authority.len + 2 : 0) +
                 (url.query.ptr != NULL ? url.query.len + 1 : 0) +
                 (url.fragment.ptr != NULL ? url.fragment.len + 1 : 0);
    require(len == text.len);
    require(!pith__url_absolute(text) || (url.scheme.ptr != NULL && url.authority.ptr != NULL));
}

static void check_resolve(struct pith__span base, struct pith__span reference)
{
    /* Exactly as large as it must be, so that ASan sees writes beyond it. */
    unsigned char *out = malloc(base.len + reference.len + 4);
    require(out != NULL);
    struct pith__span made = {out, pith__url_resolve(base, reference, out)};
    require(made.len <= base.len + reference.len + 4);
    check_split(made);
    if (pith__utf8_valid_prefix(base.ptr, base.len) == base.len &&
        pith__utf8_valid_prefix(reference.ptr, reference.len) == reference.len)
        require(pith__utf8_valid_prefix(made.ptr, made.len) == made.len);
    free(out);
}

/* As a caller gives it. */
static void check_from(struct pith__span text)
{
    char *copy = malloc(text.len + 1);
    require(copy != NULL);
    if (text.len > 0)
        memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    struct pith__span url = pith__url_from(copy);
    require(url.len == 0 || (url.ptr == (unsigned char *)copy && url.len == strlen(copy)));
    require(pith__utf8_valid_prefix(url.ptr, url.len) == url.len);
    for (size_t i = 0; i < url.len; i++)
        require(url.ptr[i] > ' ');
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t nothing;
    struct pith__span base = {size > 0 ? data : &nothing, size}, reference = base;
    const uint8_t *cut = size > 0 ? memchr(data, 0x1E, size) : NULL;
    if (cut != NULL) {
        base.len = (size_t)(cut - data);
        reference = (struct pith__span){cut + 1, size - base.len - 1};
    }
    check_split(base);
    check_split(reference);
    check_from(base);
    pith__url_of_web(reference);
    if (pith__url_absolute(base))
        check_resolve(base, reference);
    return 0;
}
