/*
 * fuzz_metadata.c - any bytes as a page, for its title, author, date and so on.
 *
 * A first line that has no "<" is the page's address.
 */
#include "base/utf8.h"
#include "fuzz.h"

static void check_fact(const pith_fact *fact)
{
    const unsigned char *value = (const unsigned char *)fact->value;
    require(fact->len > 0 && fact->len <= 2100);
    require(pith__utf8_valid_prefix(value, fact->len) == fact->len);
    for (size_t i = 0; i < fact->len; i++)
        require(value[i] >= ' ' && value[i] != 0x7F);
    require(fact->source != NULL && fact->source[0] != '\0');
}

/* All facts of a page, each checked, as one text. */
static size_t collect(const pith_page *page, char *out, size_t room)
{
    size_t len = 0;
    for (unsigned field = 0; field < PITH_FIELDS; field++) {
        const pith_fact *fact;
        bool several = field == PITH_FIELD_AUTHOR || field == PITH_FIELD_TAG;
        for (size_t i = 0; (fact = pith_page_fact(page, (pith_field)field, i)) != NULL; i++) {
            require(i < (several ? 32 : 1));
            check_fact(fact);
            require(fact->len < room - len);
            memcpy(out + len, fact->value, fact->len);
            len += fact->len;
            out[len++] = (char)field;
        }
    }
    return len;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char first[256 << 10], second[256 << 10];
    char url[200];
    const uint8_t *feed = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t len = feed != NULL ? (size_t)(feed - data) : sizeof url;
    const pith_page *page;
    pith_options *options = fuzz_options("deadline", "0", "metadata", "true", "method", "all",
                                         "charset", "utf-8", NULL);
    if (len < sizeof url && memchr(data, '<', len) == NULL) {
        memcpy(url, data, len);
        url[len] = '\0';
        options_set(options, "url", url, NULL);
        data = feed + 1;
        size -= len + 1;
    }
    pith_context *context = fuzz_context();
    require(pith_context_parse(context, (const char *)data, size, options, &page, NULL) == PITH_OK);
    len = collect(page, first, sizeof first);
    /* They are facts of the page, whoever decides. */
    options_set(options, "method", "bte", NULL);
    if (fuzz_does(size, 4, 0)) {
        require(pith_context_parse(context, (const char *)data, size, options, &page, NULL) ==
                PITH_OK);
        require(collect(page, second, sizeof second) == len && memcmp(first, second, len) == 0);
    }
    return 0;
}
