/*
 * fuzz_guess.c - the encoding of any bytes; checks that it is one of the standard's, none that
 * cannot be decoded unless the page itself names it, and that the same bytes get the same answer.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "encoding/charset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition)
        abort();
}

static void require_known(const struct pith__charset *charset, pith_charset_source source)
{
    require(charset != NULL);
    require(charset == pith__charset_find(charset->name, strlen(charset->name)));
    /* A late declaration may name one that is a danger to decode; no guess does. */
    require(charset->family != PITH__FAMILY_REPLACEMENT || source == PITH_CHARSET_META);
    require(source >= PITH_CHARSET_META && source <= PITH_CHARSET_FALLBACK);
    require(source != PITH_CHARSET_UTF8 || charset == &pith__charsets[PITH__CS_UTF_8]);
    require(source != PITH_CHARSET_FALLBACK || charset == &pith__charsets[PITH__CS_WINDOWS_1252]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Exactly as large as it needs to be, so that ASan sees reads beyond it. */
    unsigned char *bytes = malloc(size > 0 ? size : 1);
    require(bytes != NULL);
    if (size > 0)
        memcpy(bytes, data, size);
    size_t valid = pith__utf8_valid_prefix(bytes, size);
    pith_charset_source source, plain_source;
    const struct pith__charset *charset = pith__charset_guess(bytes, size, valid, false, &source);
    const struct pith__charset *plain =
        pith__charset_guess(bytes, size, valid, true, &plain_source);
    require_known(charset, source);
    require_known(plain, plain_source);
    require(plain_source != PITH_CHARSET_META);
    if (source != PITH_CHARSET_META)
        require(charset == plain && source == plain_source);
    free(bytes);
    return 0;
}
