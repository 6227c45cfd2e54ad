/*
 * test_encoding.c - which encoding, its decoding, and the way back to the bytes.
 *
 * Bytes that are not ASCII are written in octal (a hexadecimal escape would swallow letters after
 * it), the texts they stand for as they are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "encoding/charset.h"

#include <cmocka.h>

/* A literal with its length, so that it may hold NULs. */
#define BYTES(text) (const unsigned char *)(text), sizeof(text) - 1

/* An allocator that counts what is alive and fails at call number FAIL_AT (from 1; 0: never). */
struct counter {
    size_t alive;
    size_t calls;
    size_t fail_at;
};

static void *counting_resize(void *ctx, void *old, size_t old_size, size_t new_size)
{
    struct counter *counter = ctx;
    if (new_size == 0) {
        counter->alive -= old != NULL ? old_size : 0;
        free(old);
        return NULL;
    }
    if (++counter->calls == counter->fail_at)
        return NULL;
    void *result = realloc(old, new_size);
    assert_non_null(result);
    counter->alive += new_size - (old != NULL ? old_size : 0);
    return result;
}

/* A decoded page. Its input is a copy of exact size, so that ASan sees a read beyond the end. */
struct page {
    struct pith__arena arena;
    struct pith__decoded decoded;
    unsigned char *input;
    size_t len;
};

static void decode(struct page *page, const unsigned char *bytes, size_t len, const char *charset)
{
    page->input = malloc(len == 0 ? 1 : len);
    page->len = len;
    assert_non_null(page->input);
    memcpy(page->input, bytes, len);
    pith__arena_init(&page->arena, &pith__allocator_default);
    assert_int_equal(
        pith__decode(&page->arena, page->input, len, charset, false, NULL, &page->decoded),
        PITH_OK);
    const struct pith__span utf8 = page->decoded.utf8;
    assert_int_equal(pith__utf8_valid_prefix(utf8.ptr, utf8.len), utf8.len);
}

static void drop(struct page *page)
{
    pith__arena_deinit(&page->arena);
    free(page->input);
}

static void expect_text(const struct page *page, const char *text)
{
    assert_int_equal(page->decoded.utf8.len, strlen(text));
    assert_memory_equal(page->decoded.utf8.ptr, text, strlen(text));
}

static void expect(const unsigned char *bytes, size_t len, const char *charset, const char *text,
                   size_t replaced)
{
    struct page page;
    decode(&page, bytes, len, charset);
    expect_text(&page, text);
    assert_int_equal(page.decoded.replaced, replaced);
    drop(&page);
}

static void expect_charset(const unsigned char *bytes, size_t len, const char *http,
                           const char *name, pith_charset_source source)
{
    struct page page;
    decode(&page, bytes, len, http);
    assert_string_equal(page.decoded.charset, name);
    assert_int_equal(page.decoded.source, source);
    drop(&page);
}

/* Deterministic noise. */
static uint32_t noise(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* ------------------------------------------------------------------ labels */

static void expect_label(const char *label, const char *name)
{
    const char *found = pith__charset_canonical(label, strlen(label));
    if (name == NULL)
        assert_null(found);
    else
        assert_string_equal(found, name);
}

static void test_labels(void **state)
{
    (void)state;
    expect_label("utf-8", "UTF-8");
    expect_label(" \t\r\n\fUTF8 \n", "UTF-8");
    expect_label("unicode-1-1-utf-8", "UTF-8");
    expect_label("866", "IBM866");
    expect_label("x-x-big5", "Big5");
    expect_label("x-user-defined", "x-user-defined");
    expect_label("Latin1", "windows-1252");
    expect_label("us-ascii", "windows-1252");
    expect_label("ISO-8859-1", "windows-1252");
    expect_label("iso8859-9", "windows-1254");
    expect_label("tis-620", "windows-874");
    expect_label("gb2312", "GBK");
    expect_label("ks_c_5601-1987", "EUC-KR");
    expect_label("x-mac-ukrainian", "x-mac-cyrillic");
    expect_label("cseucpkdfmtjapanese", "EUC-JP");
    expect_label("utf-16", "UTF-16LE");
    expect_label("unicodefffe", "UTF-16BE");
    expect_label("iso-2022-cn", "replacement");
    expect_label("", NULL);
    expect_label("   ", NULL);
    expect_label("utf-7", NULL);
    expect_label("utf-8x", NULL);
    expect_label("utf 8", NULL);
    expect_label("\vutf-8", NULL);
    expect_label("utf-8\xC2\xA0", NULL);
    expect_label("cseucpkdfmtjapanesecseucpkdfmtjapanese", NULL);
    assert_null(pith__charset_canonical("utf-8\0", 6));
    assert_null(pith__charset_canonical(NULL, 0));
    /* Names are labels of themselves. */
    for (int i = 0; i < PITH__CS_COUNT; i++)
        expect_label(pith__charsets[i].name, pith__charsets[i].name);
}

/* ------------------------------------------------------- order of decision */

static void test_bom_wins(void **state)
{
    (void)state;
    expect_charset(BYTES("\357\273\277a"), "koi8-r", "UTF-8", PITH_CHARSET_BOM);
    expect_charset(BYTES("\377\376a\0"), "koi8-r", "UTF-16LE", PITH_CHARSET_BOM);
    expect_charset(BYTES("\376\377\0a"), "koi8-r", "UTF-16BE", PITH_CHARSET_BOM);
    expect_charset(BYTES("\357\273\277<meta charset=koi8-r>"), NULL, "UTF-8", PITH_CHARSET_BOM);
    expect(BYTES("\357\273\277a\303\251"), NULL, "aé", 0);
    expect(BYTES("\377\376a\0\351\0"), NULL, "aé", 0);
    expect(BYTES("\376\377\0a\0\351"), NULL, "aé", 0);
    expect(BYTES("\357\273\277"), NULL, "", 0);
    expect(BYTES("\377\376"), NULL, "", 0);
}

static void test_http_before_meta(void **state)
{
    struct pith__decoded decoded;
    struct pith__arena arena;
    (void)state;
    expect_charset(BYTES("<meta charset=koi8-r>"), "Latin1", "windows-1252", PITH_CHARSET_HTTP);
    expect_charset(BYTES(""), "gbk", "GBK", PITH_CHARSET_HTTP);
    pith__arena_init(&arena, &pith__allocator_default);
    assert_int_equal(pith__decode(&arena, BYTES("\357\273\277a"), "martian", false, NULL, &decoded),
                     PITH_ERR_CHARSET);
    pith__arena_deinit(&arena);
}

static void test_no_bytes(void **state)
{
    struct pith__decoded decoded;
    struct pith__arena arena;
    size_t cursor = 0;
    (void)state;
    pith__arena_init(&arena, &pith__allocator_default);
    for (int i = 0; i < PITH__CS_COUNT; i++) {
        assert_int_equal(
            pith__decode(&arena, NULL, 0, pith__charsets[i].name, false, NULL, &decoded), PITH_OK);
        assert_int_equal(decoded.utf8.len, 0);
        assert_int_equal(pith__offmap_input(&decoded.map, &cursor, 0), 0);
    }
    pith__arena_deinit(&arena);
}

static void test_meta_before_bytes(void **state)
{
    (void)state;
    expect_charset(BYTES("<meta charset=koi8-r>\303\251"), NULL, "KOI8-R", PITH_CHARSET_META);
    expect_charset(BYTES("<?xml version='1.0' encoding='koi8-r'?>\303\251"), NULL, "KOI8-R",
                   PITH_CHARSET_META);
}

/* A declaration after the prescan's window counts where the bytes are no UTF-8. */
static void test_late_meta(void **state)
{
    unsigned char text[3000];
    const char *meta = "<meta charset=koi8-r>";
    (void)state;
    memset(text, ' ', sizeof text);
    memcpy(text + 2000, meta, strlen(meta));
    memcpy(text + 2500, "\303\251", 2);
    expect_charset(text, sizeof text, NULL, "UTF-8", PITH_CHARSET_UTF8);
    memcpy(text + 2500, "\360\322", 2);
    expect_charset(text, sizeof text, NULL, "KOI8-R", PITH_CHARSET_META);
}

static void test_undeclared_utf8(void **state)
{
    (void)state;
    expect_charset(BYTES(""), NULL, "UTF-8", PITH_CHARSET_UTF8);
    expect_charset(BYTES("plain"), NULL, "UTF-8", PITH_CHARSET_UTF8);
    expect_charset(BYTES("caf\303\251"), NULL, "UTF-8", PITH_CHARSET_UTF8);
    /* Cut off in the middle of its last character. */
    expect_charset(BYTES("caf\303\251 \342\202"), NULL, "UTF-8", PITH_CHARSET_UTF8);
    expect_charset(BYTES("caf\303\251 na\303"), NULL, "UTF-8", PITH_CHARSET_UTF8);
    expect(BYTES("caf\303\251 \342\202"), NULL, "café \uFFFD", 1);
}

static void test_nearly_utf8(void **state)
{
    unsigned char text[200];
    (void)state;
    for (size_t i = 0; i < sizeof text; i += 4)
        memcpy(text + i, "a\303\251 ", 4);
    text[80] = 0xE9; /* a stray letter of windows-1252 among 50 good ones */
    expect_charset(text, sizeof text, NULL, "UTF-8", PITH_CHARSET_GUESS);
    struct page page;
    decode(&page, text, sizeof text, NULL);
    assert_int_equal(page.decoded.replaced, 1);
    drop(&page);
}

static void test_guess(void **state)
{
    struct page page;
    (void)state;
    decode(&page,
           BYTES("<p>\317\360\350\342\345\362, \354\350\360! \335\362\356 "
                 "\357\360\356\361\362\356\351 \362\345\352\361\362 \355\340 "
                 "\360\363\361\361\352\356\354 \377\347\373\352\345 \341\345\347 "
                 "\363\352\340\347\340\355\350\377 \352\356\344\350\360\356\342\352\350.</p>"),
           NULL);
    assert_string_equal(page.decoded.charset, "windows-1251");
    assert_int_equal(page.decoded.source, PITH_CHARSET_GUESS);
    drop(&page);
    decode(
        &page,
        BYTES("\223\372\226\173\214\352\202\314\203\145\203\114\203\130\203\147\202\305\202\267"
              "\201\102\202\261\202\352\202\315\203\145\203\130\203\147\202\305\202\267\201\102"),
        NULL);
    assert_string_equal(page.decoded.charset, "Shift_JIS");
    drop(&page);
}

static void test_fallback(void **state)
{
    (void)state;
    /* Text in no language. */
    expect_charset(BYTES("\201"), NULL, "windows-1252", PITH_CHARSET_FALLBACK);
    expect_charset(BYTES("a \201 b \201"), NULL, "windows-1252", PITH_CHARSET_FALLBACK);
    /* One byte that could begin a sequence is no UTF-8 that was cut off. */
    struct page page;
    decode(&page, BYTES("caf\351"), NULL);
    expect_text(&page, "café");
    drop(&page);
}

/* ----------------------------------------------------------------- prescan */

static void expect_prescan(const unsigned char *bytes, size_t len, const char *name)
{
    unsigned char *copy = malloc(len == 0 ? 1 : len);
    assert_non_null(copy);
    memcpy(copy, bytes, len);
    const struct pith__charset *found = pith__charset_prescan(copy, len, PITH__PRESCAN_WINDOW);
    free(copy);
    if (name == NULL)
        assert_null(found);
    else {
        assert_non_null(found);
        assert_string_equal(found->name, name);
    }
}

static void test_prescan_meta(void **state)
{
    (void)state;
    expect_prescan(BYTES("<meta charset=koi8-r>"), "KOI8-R");
    expect_prescan(BYTES("<META\nCHARSET = ' KOI8-R '>"), "KOI8-R");
    expect_prescan(BYTES("<meta/charset=\"koi8-r\"/>"), "KOI8-R");
    expect_prescan(BYTES("<metacharset=koi8-r>"), NULL);
    expect_prescan(BYTES("<meta charset=koi8-r"), NULL);
    expect_prescan(BYTES("<meta charset=martian><meta charset=koi8-r>"), "KOI8-R");
    expect_prescan(BYTES("<meta charset=gbk charset=koi8-r>"), "GBK");
    expect_prescan(BYTES("<meta charset=utf-16>"), "UTF-8");
    expect_prescan(BYTES("<meta charset=x-user-defined>"), "windows-1252");
    expect_prescan(BYTES("<meta =charset=koi8-r>"), NULL);
}

static void test_prescan_pragma(void **state)
{
    (void)state;
    expect_prescan(BYTES("<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>"),
                   "KOI8-R");
    expect_prescan(BYTES("<meta content='text/html; charset=koi8-r' http-equiv=content-type>"),
                   "KOI8-R");
    expect_prescan(BYTES("<meta content='text/html; charset=koi8-r'>"), NULL);
    expect_prescan(BYTES("<meta http-equiv=refresh content='text/html; charset=koi8-r'>"), NULL);
    expect_prescan(BYTES("<meta http-equiv=content-type content=\"charset charset = 'gbk' x\">"),
                   "GBK");
    expect_prescan(BYTES("<meta http-equiv=content-type content=\"charset='gbk\">"), NULL);
    expect_prescan(BYTES("<meta http-equiv=content-type content=charset=gbk;x>"), "GBK");
    expect_prescan(BYTES("<meta http-equiv=content-type content=charset>"), NULL);
    expect_prescan(BYTES("<meta http-equiv=content-type content='charset=gbk' charset=koi8-r>"),
                   "KOI8-R");
    expect_prescan(BYTES("<meta http-equiv=content-type charset=martian content='charset=gbk'>"),
                   NULL);
}

static void test_prescan_skips(void **state)
{
    (void)state;
    expect_prescan(BYTES("<!-- <meta charset=gbk> --><meta charset=koi8-r>"), "KOI8-R");
    expect_prescan(BYTES("<!--><meta charset=koi8-r>"), "KOI8-R");
    expect_prescan(BYTES("<!-- <meta charset=koi8-r>"), NULL);
    expect_prescan(BYTES("<a title='<meta charset=gbk>'><meta charset=koi8-r>"), "KOI8-R");
    expect_prescan(BYTES("</a title='<meta charset=gbk>'><meta charset=koi8-r>"), "KOI8-R");
    expect_prescan(BYTES("<!x <meta charset=gbk><meta charset=koi8-r>"), "KOI8-R");
    expect_prescan(BYTES("< <meta charset=koi8-r>"), "KOI8-R");
    expect_prescan(BYTES("<"), NULL);
    expect_prescan(BYTES("<a"), NULL);
    expect_prescan(BYTES("</"), NULL);
    expect_prescan(BYTES("<meta"), NULL);
    expect_prescan(BYTES("<a b="), NULL);
    expect_prescan(BYTES(""), NULL);
}

static void test_prescan_window(void **state)
{
    unsigned char text[1100];
    const char *meta = "<meta charset=koi8-r>";
    (void)state;
    memset(text, ' ', sizeof text);
    memcpy(text + 1024 - strlen(meta), meta, strlen(meta));
    expect_prescan(text, sizeof text, "KOI8-R");
    memset(text, ' ', sizeof text);
    memcpy(text + 1025 - strlen(meta), meta, strlen(meta));
    expect_prescan(text, sizeof text, NULL);
}

static void test_prescan_xml(void **state)
{
    (void)state;
    expect_prescan(BYTES("<?xml version=\"1.0\" encoding = \"gbk\"?>"), "GBK");
    expect_prescan(BYTES("<?xml encoding='gbk'?><meta charset=koi8-r>"), "KOI8-R");
    expect_prescan(BYTES("<?xml encoding='utf-16'?>"), "UTF-8");
    expect_prescan(BYTES("<?xml encoding=gbk?>"), NULL);
    expect_prescan(BYTES("<?xml encoding='gb k'?>"), NULL);
    expect_prescan(BYTES("<?xml encoding='gbk?>"), NULL);
    expect_prescan(BYTES("<?xml encoding='gbk'"), NULL);
    expect_prescan(BYTES(" <?xml encoding='gbk'?>"), NULL);
    expect_prescan(BYTES("<?xml?><a encoding='gbk'>"), NULL);
    expect_prescan(BYTES("<\0?\0x\0m\0"), "UTF-16LE");
    expect_prescan(BYTES("\0<\0?\0x\0m"), "UTF-16BE");
}

/* ---------------------------------------------------------------- decoding */

static const struct sample {
    const char *label;
    const unsigned char *bytes;
    size_t len;
    const char *text;
} samples[] = {
    {"utf-16le", BYTES("<\000p\000>\000a\000\351\000\254 =\330\000\336<\000/\000p\000>\000"),
     "<p>aé€😀</p>"},
    {"utf-16be", BYTES("\000<\000p\000>\000a\000\351 \254\330=\336\000\000<\000/\000p\000>"),
     "<p>aé€😀</p>"},
    {"shift_jis",
     BYTES("<p>\223\372\226{\214\352\202\314\303\267\275\304\201A\224\134\225\134\207@\201`</p>"),
     "<p>日本語のﾃｷｽﾄ、能表①～</p>"},
    {"euc-jp",
     BYTES("<p>"
           "\306\374\313\334\270\354\244\316\245\306\245\255\245\271\245\310\241\242\307\275\311"
           "\275</p>\216\303\217\260\241\255\241\371\241\241\301"),
     "<p>日本語のテキスト、能表</p>ﾃ丂①纊～"},
    {"iso-2022-jp", BYTES("<p>\033$BF|K\1348l\033(B a\033(J\134~\033(IC7\033$B-!\033(B</p>"),
     "<p>日本語 a¥‾ﾃｷ①</p>"},
    {"gb18030",
     BYTES("<p>\326\320\316\304\315\370\322\263\243\254\242\343\2249\3746\250\274\2019\3569</p>"),
     "<p>中文网页，€😀ḿ㐀</p>"},
    {"gbk", BYTES("<p>\326\320\316\304\315\370\322\263\243\254\262\342\312\324</p>\200"),
     "<p>中文网页，测试</p>€"},
    {"big5",
     BYTES("<p>\244\244\244\345\272\364\255\266\241A\264\372\270\325</p>\210b\207@\216i\241E"),
     "<p>中文網頁，測試</p>Ê\u0304䏰箸‧"},
    {"euc-kr",
     BYTES("<p>\307\321\261\271\276\356 \214c\271\346\260\242\307\317 \274\204\275\303</p>"),
     "<p>한국어 똠방각하 펲시</p>"},
    {"windows-1250", BYTES("P\370\355li\232 \236lu\235ou\350k\375 k\371\362"),
     "Příliš žluťoučký kůň"},
    {"windows-1251",
     BYTES("\321\372\345\370\374 \345\371\270 \375\362\350\365 \341\363\353\356\352 \271"),
     "Съешь ещё этих булок №"},
    {"windows-1252", BYTES("\214uvre d\222\351t\351 \226 5 \200"), "Œuvre d’été – 5 €"},
    {"windows-1253", BYTES("\316\345\363\352\345\360\334\346\371 \364\347\355 \370\365\367\336"),
     "Ξεσκεπάζω την ψυχή"},
    {"windows-1254", BYTES("Pijamal\375 hasta ya\360\375z \376of\366re"),
     "Pijamalı hasta yağız şoföre"},
    {"windows-1255", BYTES("\371\354\345\355 \362\345\354\355 \244"), "שלום עולם ₪"},
    {"windows-1256", BYTES("\344\325 \332\321\310\355 \201"), "نص عربي پ"},
    {"windows-1257", BYTES("\301linkdama fechtuotojo \360paga"), "Įlinkdama fechtuotojo špaga"},
    {"windows-1258", BYTES("Ti\352ng Vi\352t \376 \375 \365"), "Tiêng Viêt ₫ ư ơ"},
    {"windows-874", BYTES("\300\322\311\322\344\267\302"), "ภาษาไทย"},
    {"koi8-r", BYTES("\360\322\311\327\305\324, \315\311\322 \243"), "Привет, мир ё"},
    {"koi8-u", BYTES("\360\322\311\327\246\324, \247\247 \255"), "Привіт, її ґ"},
    {"iso-8859-2", BYTES("\256lu\273ou\350k\375 k\371\362"), "Žluťoučký kůň"},
    {"iso-8859-5", BYTES("\277\340\330\322\325\342"), "Привет"},
    {"iso-8859-7", BYTES("\305\353\353\334\344\341"), "Ελλάδα"},
    {"iso-8859-8-i", BYTES("\371\354\345\355"), "שלום"},
    {"iso-8859-15", BYTES("\274uvre \340 5 \244"), "Œuvre à 5 €"},
    {"ibm866", BYTES("\217\340\250\242\245\342 \260\261\262"), "Привет ░▒▓"},
    {"macintosh", BYTES("\316uvre \322\216t\216\323 \267"), "Œuvre “été” ∑"},
    {"x-mac-cyrillic", BYTES("\217\360\350\342\345\362, \266"), "Привет, ґ"},
    {"x-user-defined", BYTES("a\200\377"), "a\uF780\uF7FF"},
};

enum { SAMPLES = sizeof samples / sizeof samples[0] };

static void test_samples(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++)
        expect(samples[i].bytes, samples[i].len, samples[i].label, samples[i].text, 0);
}

/* Bytes that other tables, such as glibc's, have other characters for. */
static void test_single_byte_corners(void **state)
{
    (void)state;
    expect(BYTES("\201\215\217\220\235"), "latin1", "\302\201\302\215\302\217\302\220\302\235", 0);
    expect(BYTES("\200\231"), "iso-8859-1", "€™", 0);
    expect(BYTES("\200\231"), "iso-8859-2", "\302\200\302\231", 0);
    expect(BYTES("\312\331"), "windows-1255", "\u05BA\uFFFD", 1);
    expect(BYTES("\341\314"), "windows-1258", "á\u0300", 0);
    expect(BYTES("\256\276"), "koi8-u", "ўЎ", 0);
    expect(BYTES("\306\360"), "macintosh", "∆\uF8FF", 0);
    expect(BYTES("\377\242\266"), "x-mac-cyrillic", "€Ґґ", 0);
    expect(BYTES("\333\374"), "windows-874", "\uFFFD\uFFFD", 2);
    expect(BYTES("\252\322\377"), "windows-1253", "\uFFFD\uFFFD\uFFFD", 3);
}

static void test_bad_sequences(void **state)
{
    (void)state;
    /* An ASCII byte is not swallowed by the lead byte before it. */
    expect(BYTES("\201<p>"), "shift_jis", "\uFFFD<p>", 1);
    expect(BYTES("\202@<"), "shift_jis", "\uFFFD@<", 1);
    expect(BYTES("\201\375a\240\375"), "shift_jis", "\uFFFDa\uFFFD\uFFFD", 3);
    expect(BYTES("\200\223"), "shift_jis", "\302\200\uFFFD", 1);
    expect(BYTES("\244<\216<\217\260<\217<"), "euc-jp", "\uFFFD<\uFFFD<\uFFFD<\uFFFD<", 4);
    expect(BYTES("\365\241\200\216\340\217\376\241"), "euc-jp", "\uFFFD\uFFFD\uFFFD\uFFFD", 4);
    expect(BYTES("\217\260"), "euc-jp", "\uFFFD", 1);
    expect(BYTES("\217\242\303\217\242"), "euc-jp", "¦\uFFFD", 1);
    expect(BYTES("\242\350\260<\377"), "euc-kr", "\uFFFD\uFFFD<\uFFFD", 3);
    expect(BYTES("\201<\2010<\2010\2010\200"), "gb18030", "\uFFFD<\uFFFD0<\302\200€", 2);
    expect(BYTES("\2010\201"), "gbk", "\uFFFD", 1);
    expect(BYTES("\2600"), "gbk", "\uFFFD", 1);
    expect(BYTES("\3769\3769<"), "gbk", "\uFFFD<", 1);
    expect(BYTES("\244<\200\201@\244"), "big5", "\uFFFD<\uFFFD\uFFFD@\uFFFD", 4);
    expect(BYTES("\000\330a\000\000\334b\000\000\330"), "utf-16le", "\uFFFDa\uFFFDb\uFFFD", 3);
    expect(BYTES("\000a\330\000\334"), "utf-16be", "a\uFFFD", 1);
    expect(BYTES("\000a\000"), "utf-16be", "a\uFFFD", 1);
    expect(BYTES("\033(B\033(Ba\033x\200\033$BF|F\033(B"), "iso-2022-jp",
           "\uFFFDa\uFFFDx\uFFFD日\uFFFD", 4);
    expect(BYTES("\033$B\nF"), "iso-2022-jp", "\uFFFD\uFFFD", 2);
    expect(BYTES("anything"), "hz-gb-2312", "\uFFFD", 1);
    expect(BYTES(""), "hz-gb-2312", "", 0);
}

static void test_bad_utf8(void **state)
{
    (void)state;
    expect(BYTES("a\377b"), "utf-8", "a\uFFFDb", 1);
    expect(BYTES("\303\251\303<"), "utf-8", "é\uFFFD<", 1);
    expect(BYTES("\300\200\301\277"), "utf-8", "\uFFFD\uFFFD\uFFFD\uFFFD", 4);
    expect(BYTES("\340\200\200"), "utf-8", "\uFFFD\uFFFD\uFFFD", 3);
    expect(BYTES("\355\240\200"), "utf-8", "\uFFFD\uFFFD\uFFFD", 3);
    expect(BYTES("\360\237\230a"), "utf-8", "\uFFFDa", 1);
    expect(BYTES("\364\220\200\200"), "utf-8", "\uFFFD\uFFFD\uFFFD\uFFFD", 4);
    expect(BYTES("\342\202"), "utf-8", "\uFFFD", 1);
    expect(BYTES("\357\273\277\377x"), NULL, "\uFFFDx", 1);
}

static void test_valid_utf8_is_not_copied(void **state)
{
    struct page page;
    (void)state;
    decode(&page, BYTES("\357\273\277h\303\251"), NULL);
    assert_ptr_equal(page.decoded.utf8.ptr, page.input + 3);
    assert_null(page.arena.chunks);
    drop(&page);
}

/* -------------------------------------------------------------- offset map */

/* At each character: the input up to its offset decodes to the text before it, no more, no less;
 * ascending and with a stale cursor. */
static void check_map(const unsigned char *bytes, size_t len, const char *charset)
{
    struct page page;
    size_t cursor = 0;
    decode(&page, bytes, len, charset);
    const struct pith__span utf8 = page.decoded.utf8;
    for (size_t i = 0; i <= utf8.len; i++) {
        struct page head;
        size_t stale = 1000000 - i;
        if (i < utf8.len && (utf8.ptr[i] & 0xC0) == 0x80)
            continue;
        size_t input = pith__offmap_input(&page.decoded.map, &cursor, i);
        assert_int_equal(pith__offmap_input(&page.decoded.map, &stale, i), input);
        assert_true(input <= len);
        decode(&head, bytes, input, charset);
        /* The accent of a Big5 pair has the offset after the pair. */
        bool accent = i >= 2 && i + 2 <= utf8.len && utf8.ptr[i] == 0xCC;
        if (!accent)
            assert_int_equal(head.decoded.utf8.len, i);
        drop(&head);
    }
    drop(&page);
}

static void test_map_of_samples(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++)
        check_map(samples[i].bytes, samples[i].len, samples[i].label);
}

/* Longer than the distance of the map's points, with ASCII between. */
static void test_map_of_long_pages(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        unsigned char text[1400];
        size_t len = 0;
        bool wide = strncmp(samples[i].label, "utf-16", 6) == 0;
        while (len + samples[i].len + 1 < sizeof text) {
            memcpy(text + len, samples[i].bytes, samples[i].len);
            len += samples[i].len;
            if (!wide && strcmp(samples[i].label, "iso-2022-jp") != 0)
                text[len++] = '\n';
        }
        check_map(text, len, samples[i].label);
    }
}

static void test_map_of_bad_pages(void **state)
{
    (void)state;
    check_map(BYTES("a\377\303\251b\342\202c\377\377"), "utf-8");
    check_map(BYTES("\357\273\277a\377\303\251b"), NULL);
    check_map(BYTES("\377\376a\0\000\330b\0\351\0"), NULL);
    check_map(BYTES("a\202@b\201<\223\372\375\223"), "shift_jis");
    check_map(BYTES("a\244<\217\260<\217\260\241\365\241b"), "euc-jp");
    check_map(BYTES("a\242\350\260<\377b"), "euc-kr");
    check_map(BYTES("a\201<\377\326\320b"), "gb18030");
    check_map(BYTES("a\244<\200\201@\210b\210\245b"), "big5");
    check_map(BYTES("a\033$BF|F\033(B\033(Bb\033xc\033(I\103\1b"), "iso-2022-jp");
    check_map(BYTES("anything"), "hz-gb-2312");
}

static void test_map_after_damage_is_exact(void **state)
{
    struct page page;
    size_t cursor = 0;
    (void)state;
    decode(&page, BYTES("a\377\342\202b\303\251c"), "utf-8");
    expect_text(&page, "a\uFFFD\uFFFDbéc");
    static const size_t utf8[] = {0, 1, 4, 7, 8, 10, 11}, input[] = {0, 1, 2, 4, 5, 7, 8};
    for (size_t i = 0; i < sizeof utf8 / sizeof utf8[0]; i++)
        assert_int_equal(pith__offmap_input(&page.decoded.map, &cursor, utf8[i]), input[i]);
    drop(&page);
}

/* ------------------------------------------------------------------ memory */

static void fail_everywhere(const unsigned char *bytes, size_t len, const char *charset)
{
    for (size_t k = 1;; k++) {
        struct counter counter = {0, 0, k};
        struct pith__allocator allocator = {counting_resize, &counter};
        struct pith__decoded decoded;
        struct pith__arena arena;
        pith__arena_init(&arena, &allocator);
        pith_status status = pith__decode(&arena, bytes, len, charset, false, NULL, &decoded);
        assert_int_equal(status, counter.calls >= k ? PITH_ERR_NOMEM : PITH_OK);
        pith__arena_deinit(&arena);
        assert_int_equal(counter.alive, 0);
        if (status == PITH_OK)
            return;
    }
}

static void test_allocation_failure(void **state)
{
    enum { SIZE = 300000 };
    unsigned char *text = malloc(SIZE);
    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < SAMPLES; i++)
        fail_everywhere(samples[i].bytes, samples[i].len, samples[i].label);
    /* Pages that need several chunks, and a map that grows. */
    for (size_t i = 0; i < SIZE; i += 2)
        memcpy(text + i, "\202@", 2);
    fail_everywhere(text, SIZE, "shift_jis");
    fail_everywhere(text, SIZE, "utf-8");
    fail_everywhere(text, SIZE, "windows-1252");
    free(text);
}

static void test_memory_of_a_legacy_page(void **state)
{
    enum { SIZE = 1000000 };
    static const char line[] = "<p>\317\360\350\342\345\362 \354\350\360</p>\n";
    struct counter counter = {0, 0, 0};
    struct pith__allocator allocator = {counting_resize, &counter};
    struct pith__decoded decoded;
    struct pith__arena arena;
    unsigned char *text = malloc(SIZE);
    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < SIZE; i++)
        text[i] = (unsigned char)line[i % (sizeof line - 1)];
    pith__arena_init(&arena, &allocator);
    assert_int_equal(pith__decode(&arena, text, SIZE, "windows-1251", false, NULL, &decoded),
                     PITH_OK);
    assert_true(counter.alive < 3 * SIZE);
    pith__arena_deinit(&arena);
    free(text);
}

/* ------------------------------------------------------------------- UTF-8 */

/* The answer by the definition, one sequence after the other. */
static size_t slow_prefix(const unsigned char *bytes, size_t len)
{
    size_t i = 0, bad;
    while (i < len) {
        size_t good = pith__utf8_sequence(bytes + i, len - i, &bad);
        if (good == 0)
            break;
        i += good;
    }
    return i;
}

static void check_prefix(const unsigned char *bytes, size_t len)
{
    /* A copy of exact size, for ASan, at any alignment. */
    unsigned char *copy = malloc(len == 0 ? 1 : len);
    assert_non_null(copy);
    memcpy(copy, bytes, len);
    size_t want = slow_prefix(copy, len);
    assert_int_equal(pith__utf8_valid_prefix(copy, len), want);
    assert_int_equal(pith__utf8_valid_prefix_portable(copy, len), want);
    free(copy);
}

/* pith__utf8_sequence() against the definition of UTF-8 by code points. */
static void test_utf8_sequences(void **state)
{
    unsigned char out[4];
    size_t bad;
    (void)state;
    for (uint32_t code = 0; code < 0x110000; code++) {
        size_t len = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        static const unsigned char marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
        for (size_t i = len; i-- > 1;)
            out[i] = (unsigned char)(0x80 | (code >> 6 * (len - 1 - i) & 0x3F));
        out[0] = (unsigned char)(marks[len] | code >> 6 * (len - 1));
        bool surrogate = code >= 0xD800 && code < 0xE000;
        assert_int_equal(pith__utf8_sequence(out, len, &bad), surrogate ? 0 : len);
        if (len > 1) {
            assert_int_equal(pith__utf8_sequence(out, len - 1, &bad), 0);
            assert_int_equal(bad, surrogate ? 1 : len - 1);
        }
    }
}

/* Every pair and many longer strings of bytes at the borders of the rules, at all places of a
 * block of 64. */
static void test_utf8_borders(void **state)
{
    static const unsigned char border[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
                                           0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
                                           0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};
    unsigned char text[192];
    uint32_t seed = 1;
    (void)state;
    for (unsigned pair = 0; pair < 0x10000; pair++) {
        size_t at = 60 + pair % 7;
        memset(text, 'a', sizeof text);
        text[at] = (unsigned char)(pair >> 8);
        text[at + 1] = (unsigned char)pair;
        check_prefix(text, 130);
    }
    for (int round = 0; round < 100000; round++) {
        size_t at = noise(&seed) % 130, n = 1 + noise(&seed) % 6;
        memset(text, 'a', sizeof text);
        for (size_t i = 0; i < n; i++)
            text[at + i] = border[noise(&seed) % sizeof border];
        check_prefix(text, at + n + noise(&seed) % 50);
    }
}

/* Long valid text of all lengths of sequence, whole and with one byte changed. */
static void test_utf8_noise(void **state)
{
    static const char *const pieces[] = {"a",    "bcdefgh", "é",      "€",
                                         "日本", "😀",       "\u0800", "\U0010FFFF"};
    unsigned char text[700];
    uint32_t seed = 7;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        size_t len = 0, goal = noise(&seed) % 600;
        while (len < goal) {
            const char *piece = pieces[noise(&seed) % (sizeof pieces / sizeof pieces[0])];
            memcpy(text + len, piece, strlen(piece));
            len += strlen(piece);
        }
        check_prefix(text, len);
        if (len == 0)
            continue;
        check_prefix(text, noise(&seed) % len);
        text[noise(&seed) % len] = (unsigned char)noise(&seed);
        check_prefix(text, len);
    }
}

/* Any bytes, any label: no crash, valid UTF-8, a map that ascends and stays inside. */
static void test_noise_in_every_encoding(void **state)
{
    uint32_t seed = 3;
    (void)state;
    for (int round = 0; round < 40 * PITH__CS_COUNT; round++) {
        unsigned char text[600];
        size_t len = noise(&seed) % sizeof text, cursor = 0, last = 0;
        uint32_t mask = round % 2 == 0 ? 0xFF : 0xBF;
        struct page page;
        for (size_t i = 0; i < len; i++)
            text[i] = (unsigned char)(noise(&seed) & mask);
        decode(&page, text, len,
               round < PITH__CS_COUNT ? NULL : pith__charsets[round % PITH__CS_COUNT].name);
        for (size_t i = 0; i <= page.decoded.utf8.len; i++) {
            if (i < page.decoded.utf8.len && (page.decoded.utf8.ptr[i] & 0xC0) == 0x80)
                continue;
            size_t input = pith__offmap_input(&page.decoded.map, &cursor, i);
            assert_true(input >= last && input <= len);
            last = input;
        }
        assert_int_equal(last, len);
        drop(&page);
    }
}

/* ------------------------------------------------------------- binary data */

static bool is_binary(const unsigned char *bytes, size_t len, const char *charset)
{
    unsigned char *copy = malloc(len == 0 ? 1 : len); /* of exact size, for ASan */
    assert_non_null(copy);
    memcpy(copy, bytes, len);
    bool result = pith__is_binary(copy, len, charset);
    free(copy);
    return result;
}

static void test_signatures(void **state)
{
    static const struct {
        const unsigned char *bytes;
        size_t len;
    } files[] = {
        {BYTES("%PDF-1.7")},
        {BYTES("\357\273\277%PDF-1.7")}, /* behind a byte order mark */
        {BYTES("\r\n\r\n%PDF-1.7")},
        {BYTES("\211PNG\r\n\032\n")},
        {BYTES("\377\330\377\340")},
        {BYTES("GIF87a\001\000\001\000\200\001\000")},
        {BYTES("GIF89a\001\000\001\000\200\001\000")},
        {BYTES("RIFF\044\001\000\000WEBP")},
        {BYTES("RIFF\044\001\000\000WAVE")},
        {BYTES("RIFF\044\001\000\000AVI ")},
        {BYTES("II*\000")},
        {BYTES("MM\000*")},
        {BYTES("PK\003\004")},
        {BYTES("\037\213\010")},
        {BYTES("\3757zXZ\000")},
        {BYTES("\050\265\057\375")},
        {BYTES("BZh91AY&SY")},
        {BYTES("7z\274\257\047\034")},
        {BYTES("Rar!\032\007\001")},
        {BYTES("\177ELF")},
        {BYTES("\376\355\372\316\000\000\000\022")},
        {BYTES("\376\355\372\317\001\000\000\022")},
        {BYTES("\316\372\355\376\007\000\000\000")},
        {BYTES("\317\372\355\376\014\000\000\001")},
        {BYTES("\312\376\272\276\000\000\000\064")},
        {BYTES("\000asm\001")},
        {BYTES("\000\000\000\040ftypisom")},
        {BYTES("OggS\000")},
        {BYTES("ID3\002\000")},
        {BYTES("ID3\003\000")},
        {BYTES("ID3\004\000")},
        {BYTES("\320\317\021\340\241\261\032\341")},
        {BYTES("wOFF\000\001\000\000\000")},
        {BYTES("wOF2OTTO\000")},
        {BYTES("SQLite format 3\000")},
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        assert_true(is_binary(files[i].bytes, files[i].len, NULL));
        assert_true(is_binary(files[i].bytes, files[i].len, "utf-16"));
    }
}

static void test_pages_are_not_binary(void **state)
{
    static const struct {
        const unsigned char *bytes;
        size_t len;
    } pages[] = {
        {BYTES("")},
        {BYTES(" \n")},
        {BYTES("%")},
        {BYTES("  <p>Text")},
        {BYTES("\357\273\277<p>Text")},
        {BYTES("BMW has a new car.")},
        {BYTES("PK and PKZIP")},
        {BYTES("GIF89a is how files of that format begin.")},
        {BYTES("RIFF is a format.")},
        {BYTES("ID3 is a method.")},
        {BYTES("wOFF and wOF2")},
        {BYTES("See %PDF-1.7")},
        {BYTES("<pre>%PDF-1.7</pre>")},
        {BYTES("a\000b\001c\002")},
        {BYTES("\000\000\000\000\000\000\000\000\000\000<p>Text")}, /* padding */
        {BYTES("<p>\000\001\002\003\004\005\006\007\020\021\022\023\024\025")},
        {BYTES("\357\273\277<p>\000\001\002\003\004\005\006\007\020\021\022\023\024\025")},
        {BYTES("N\bNA\bAM\bME\bE a manual of old, N\bNA\bAM\bME\bE")},
        {BYTES("\200\201\202\203\204\205\206\207\220\221\222\223 windows-1252")},
        {BYTES("\033$B$3$s$K$A$O\033(B \033$B$3$s$K$A$O\033(B \033$B$3$s$K$A$O\033(B")},
        {BYTES("\033$)C\016GQ1[\017 \016GQ1[\017 \016GQ1[\017 \016GQ1[\017")}, /* ISO-2022-KR */
    };
    (void)state;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        assert_false(is_binary(pages[i].bytes, pages[i].len, NULL));
    for (size_t i = 0; i < SAMPLES; i++) {
        assert_false(is_binary(samples[i].bytes, samples[i].len, NULL));
        assert_false(is_binary(samples[i].bytes, samples[i].len, samples[i].label));
    }
}

/* Latin letters and a NUL each are text also where nothing says UTF-16. Where letters are control
 * bytes themselves, a mark or the caller must say so. */
static void test_utf16_is_not_binary(void **state)
{
    unsigned char text[4000];
    (void)state;
    for (size_t i = 0; i < sizeof text; i += 2)
        memcpy(text + i, "a", 2);
    assert_false(is_binary(text, sizeof text, NULL));
    assert_false(is_binary(text + 1, sizeof text - 1, NULL));
    for (size_t i = 0; i < sizeof text; i += 2)
        memcpy(text + i, "\022\004", 2);
    assert_true(is_binary(text, sizeof text, NULL));
    assert_true(is_binary(text, sizeof text, "utf-8"));
    assert_false(is_binary(text, sizeof text, "utf-16"));
    memcpy(text, "\377\376", 2);
    assert_false(is_binary(text, sizeof text, NULL));
    assert_false(is_binary(text, sizeof text, "utf-8"));
}

/* Packed data of any kind, also where every byte was made a character of UTF-8. */
static void test_noise_is_binary(void **state)
{
    uint32_t seed = 5;
    (void)state;
    for (int round = 0; round < 200; round++) {
        unsigned char text[4096] = "x", wide[2 * sizeof text] = "x";
        size_t n = 1;
        for (size_t i = 1; i < sizeof text; i++) {
            text[i] = (unsigned char)noise(&seed);
            if (text[i] >= 0x80)
                wide[n++] = (unsigned char)(0xC0 | text[i] >> 6);
            wide[n++] = text[i] < 0x80 ? text[i] : (unsigned char)(0x80 | (text[i] & 0x3F));
        }
        assert_true(is_binary(text, sizeof text, NULL));
        assert_true(is_binary(wide, n, "utf-8"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_bom_wins),
        cmocka_unit_test(test_http_before_meta),
        cmocka_unit_test(test_no_bytes),
        cmocka_unit_test(test_meta_before_bytes),
        cmocka_unit_test(test_late_meta),
        cmocka_unit_test(test_undeclared_utf8),
        cmocka_unit_test(test_nearly_utf8),
        cmocka_unit_test(test_guess),
        cmocka_unit_test(test_fallback),
        cmocka_unit_test(test_prescan_meta),
        cmocka_unit_test(test_prescan_pragma),
        cmocka_unit_test(test_prescan_skips),
        cmocka_unit_test(test_prescan_window),
        cmocka_unit_test(test_prescan_xml),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_single_byte_corners),
        cmocka_unit_test(test_bad_sequences),
        cmocka_unit_test(test_bad_utf8),
        cmocka_unit_test(test_valid_utf8_is_not_copied),
        cmocka_unit_test(test_map_of_samples),
        cmocka_unit_test(test_map_of_long_pages),
        cmocka_unit_test(test_map_of_bad_pages),
        cmocka_unit_test(test_map_after_damage_is_exact),
        cmocka_unit_test(test_allocation_failure),
        cmocka_unit_test(test_memory_of_a_legacy_page),
        cmocka_unit_test(test_utf8_sequences),
        cmocka_unit_test(test_utf8_borders),
        cmocka_unit_test(test_utf8_noise),
        cmocka_unit_test(test_noise_in_every_encoding),
        cmocka_unit_test(test_signatures),
        cmocka_unit_test(test_pages_are_not_binary),
        cmocka_unit_test(test_utf16_is_not_binary),
        cmocka_unit_test(test_noise_is_binary),
    };
    return cmocka_run_group_tests_name("encoding", tests, NULL, NULL);
}
