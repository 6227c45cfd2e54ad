/*
 * test_guess.c - encodings of texts that declare none.
 *
 * The sentences are written here as they are; a legacy encoding's bytes for them are found by
 * decoding every sequence that it has (test_encoding.c checks the decoders).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "encoding/charset.h"

#include <cmocka.h>

#define BYTES(text) (const unsigned char *)(text), sizeof(text) - 1

struct bytes {
    unsigned char ptr[16384];
    size_t len;
};

static void append(struct bytes *out, const void *bytes, size_t len)
{
    assert_true(out->len + len <= sizeof out->ptr);
    memcpy(out->ptr + out->len, bytes, len);
    out->len += len;
}

static const struct pith__charset *guess(const unsigned char *bytes, size_t len,
                                         pith_charset_source *source)
{
    /* A copy of exact size, so that ASan sees a read beyond the end. */
    unsigned char *copy = malloc(len == 0 ? 1 : len);
    assert_non_null(copy);
    memcpy(copy, bytes, len);
    const struct pith__charset *charset =
        pith__charset_guess(copy, len, pith__utf8_valid_prefix(copy, len), true, source);
    assert_non_null(charset);
    free(copy);
    return charset;
}

static void expect(const unsigned char *bytes, size_t len, const char *name)
{
    pith_charset_source source;
    assert_string_equal(guess(bytes, len, &source)->name, name);
}

/* ---------------------------------------------------------------- encoding */

/* Every character of an encoding with the bytes that mean it. */
struct encoder {
    struct pith__arena arena;
    struct pith__span sequences; /* each of them and a line feed */
    struct pith__span decoded;   /* the same as UTF-8 */
};

static void encoder_init(struct encoder *encoder, const char *label)
{
    const struct pith__charset *charset = pith__charset_find(label, strlen(label));
    assert_non_null(charset);
    bool single = charset->family == PITH__FAMILY_SINGLE;
    struct pith__decoded decoded;
    size_t n = 0;
    pith__arena_init(&encoder->arena, &pith__allocator_default);
    unsigned char *all = pith__arena_alloc(&encoder->arena, 3 * 128 * 256);
    assert_non_null(all);
    for (unsigned a = 0x80; a < 0x100; a++)
        for (unsigned b = single ? 0xFF : 0x40; b < 0x100; b++) {
            all[n++] = (unsigned char)a;
            if (!single)
                all[n++] = (unsigned char)b;
            all[n++] = '\n';
        }
    assert_int_equal(pith__decode(&encoder->arena, all, n, label, false, NULL, &decoded), PITH_OK);
    encoder->sequences = (struct pith__span){all, n};
    encoder->decoded = decoded.utf8;
}

/* Appends the bytes of the character of LEN bytes at UTF8. */
static void encode_one(const struct encoder *encoder, const char *utf8, size_t len,
                       struct bytes *out)
{
    const unsigned char *from = encoder->sequences.ptr, *to = encoder->decoded.ptr;
    const unsigned char *end = to + encoder->decoded.len;
    while (to < end) {
        const unsigned char *from_end = memchr(from + 1, '\n', 4);
        const unsigned char *to_end = memchr(to, '\n', (size_t)(end - to));
        assert_true(from_end != NULL && to_end != NULL);
        if ((size_t)(to_end - to) == len && memcmp(to, utf8, len) == 0) {
            append(out, from, (size_t)(from_end - from));
            return;
        }
        from = from_end + 1;
        to = to_end + 1;
    }
    fail_msg("%.*s is not in this encoding", (int)len, utf8);
}

static void encode(const char *utf8, const char *label, struct bytes *out)
{
    struct encoder encoder;
    encoder_init(&encoder, label);
    for (size_t len; *utf8 != '\0'; utf8 += len) {
        size_t bad;
        len = pith__utf8_sequence((const unsigned char *)utf8, strlen(utf8), &bad);
        if (len == 1)
            append(out, utf8, 1);
        else
            encode_one(&encoder, utf8, len, out);
    }
    pith__arena_deinit(&encoder.arena);
}

/* --------------------------------------------------------------- languages */

#define GERMAN "Grüße aus Köln: Die Straße führt über die Brücke, und am Ufer blühen schöne Bäume."
#define FRENCH                                                                                     \
    "L'été dernier, nous avons goûté des crêpes à côté de la forêt, près du vieux château."
#define POLISH                                                                                     \
    "Wczoraj wieczorem poszliśmy nad rzekę, żeby zobaczyć, jak łódź płynie w stronę morza."
#define CZECH                                                                                      \
    "Příští týden přijede můj bratr, takže koupíme čerstvý chléb a upečeme sváteční koláč."
#define HUNGARIAN                                                                                            \
    "Tegnap este elmentünk a folyóhoz, és néztük, hogyan úsznak a gyönyörű fehér kacsák. Sűrű " \
    "köd ült a tető fölött."
#define RUSSIAN "Вчера вечером мы гуляли по берегу реки и смотрели, как медленно садится солнце."
#define UKRAINIAN                                                                                  \
    "Увечері ми гуляли берегом річки й дивилися, як її хвилі гойдають човен під зірками."
#define BULGARIAN "Вчера вечерта се разхождахме край реката и гледахме как слънцето бавно залязва."
#define GREEK                                                                                      \
    "Χθες το βράδυ περπατήσαμε στην παραλία και είδαμε τον ήλιο να δύει πίσω από τα νησιά."
#define ARABIC "ذهبنا مساء أمس إلى شاطئ البحر وشاهدنا غروب الشمس خلف الجبال البعيدة."
#define JAPANESE                                                                                   \
    "昨日の夕方、川のほとりを散歩して、夕日が山に沈むのを見ました。とてもきれいでした。"
#define CHINESE "昨天晚上我们在河边散步，看着太阳慢慢落到山的后面，天空非常美丽。"

static const struct sentence {
    const char *encoding;
    const char *text;
} sentences[] = {
    {"windows-1252", GERMAN},
    {"windows-1252", FRENCH},
    {"windows-1252", "El niño preguntó a su papá cuándo llegaría el próximo tren a la estación."},
    {"windows-1252", "A mãe não encontrou o pão na mesa, então foi à padaria da esquina às oito."},
    {"windows-1252",
     "Perché non andiamo più in città? È già tardi, però il caffè è ancora aperto."},
    {"windows-1252", "På måndag åker vi till sjön för att fånga fisk och äta bär på ön."},
    {"windows-1252", "På søndag går vi en tur i skoven, hvor ræven løber over den våde græsplæne."},
    {"windows-1252",
     "Äiti lähti töihin, ja isä jäi kotiin syömään päivällistä yhdessä lasten kanssa."},
    {"windows-1252", "Í gær fórum við að ánni og sáum þrjá hesta sem stóðu kyrrir við húsið."},
    {"windows-1250", POLISH},
    {"ISO-8859-2", POLISH},
    {"windows-1250", CZECH},
    {"ISO-8859-2", CZECH},
    {"windows-1250", HUNGARIAN},
    {"windows-1250", "Sutra ćemo otići u šumu, gdje žive vjeverice, i čekati da kiša prođe."},
    {"windows-1250",
     "Mâine dimineaţă vom pleca la munte, fiindcă acolo aerul e curat şi liniştea mare."},
    {"windows-1251", RUSSIAN},
    {"KOI8-R", RUSSIAN},
    {"IBM866", RUSSIAN},
    {"ISO-8859-5", RUSSIAN},
    {"x-mac-cyrillic", RUSSIAN},
    {"windows-1251", UKRAINIAN},
    {"KOI8-U", UKRAINIAN},
    {"windows-1251", BULGARIAN},
    {"windows-1251", "Јуче смо шетали поред реке и гледали како лађе полако плове ка мору."},
    {"windows-1253", GREEK},
    {"ISO-8859-7",
     "Χθες το βράδυ περπατήσαμε στην παραλία. Άλλοι κοίταζαν το Άγιο Όρος από μακριά."},
    {"windows-1254", "Dün akşam kıyıda yürüdük ve güneşin dağların arkasında batışını izledik."},
    {"windows-1255", "אתמול בערב הלכנו לאורך הנהר וראינו את השמש שוקעת מאחורי ההרים."},
    {"windows-1256", ARABIC},
    {"ISO-8859-6", ARABIC},
    {"windows-1256", "ديروز عصر کنار رودخانه قدم زديم و غروب آفتاب را پشت کوهها تماشا کرديم."},
    {"windows-1257",
     "Vakar vakare vaikščiojome palei upę ir žiūrėjome, kaip saulė leidžiasi už kalnų."},
    {"windows-1257",
     "Vakar vakarā mēs gājām gar upi un skatījāmies, kā saule lēnām noriet aiz kalniem."},
    {"windows-1258",
     "Chiê\314\200u qua chu\314\201ng tôi đi da\314\243o bên bơ\314\200 sông va\314\200 "
     "ngă\314\201m mă\314\243t trơ\314\200i lă\314\243n sau da\314\203y nu\314\201i."},
    {"windows-874", "เมื่อวานตอนเย็นเราเดินเล่นริมแม่น้ำและดูพระอาทิตย์ตกหลังภูเขา"},
    {"Shift_JIS", JAPANESE},
    {"EUC-JP", JAPANESE},
    {"gb18030", CHINESE},
    {"Big5", "昨天晚上我們在河邊散步，看著太陽慢慢落到山的後面，天空非常美麗。"},
    {"EUC-KR", "어제 저녁에 우리는 강가를 걸으면서 해가 산 너머로 천천히 지는 것을 보았습니다."},
};

enum { SENTENCES = sizeof sentences / sizeof *sentences };

static void test_languages(void **state)
{
    (void)state;
    for (size_t i = 0; i < SENTENCES; i++) {
        struct bytes bytes = {.len = 0};
        pith_charset_source source;
        encode(sentences[i].text, sentences[i].encoding, &bytes);
        const struct pith__charset *charset = guess(bytes.ptr, bytes.len, &source);
        if (strcmp(charset->name, sentences[i].encoding) != 0)
            fail_msg("%s taken for %s: %s", sentences[i].encoding, charset->name,
                     sentences[i].text);
        assert_int_equal(source, PITH_CHARSET_GUESS);
    }
}

/* Mark-up of ASCII around and between words changes nothing, and neither does a script. */
static void test_markup(void **state)
{
    (void)state;
    for (size_t i = 0; i < SENTENCES; i++) {
        struct bytes plain = {.len = 0}, page = {.len = 0};
        encode(sentences[i].text, sentences[i].encoding, &plain);
        append(&page, "<script>var a = [1, 2, 3];</script><p>", 38);
        for (size_t j = 0; j < plain.len; j++) {
            append(&page, plain.ptr + j, 1);
            if (plain.ptr[j] == ' ')
                append(&page, "<b class=x>and</b> ", 19);
        }
        append(&page, "</p>", 4);
        expect(page.ptr, page.len, sentences[i].encoding);
    }
}

/* The cheapest reading of a page does not depend on where in it the text stands. */
static void test_late(void **state)
{
    (void)state;
    enum { PADDING = 600 * 1024 };
    struct bytes text = {.len = 0};
    encode(RUSSIAN, "KOI8-R", &text);
    unsigned char *page = malloc(PADDING + text.len);
    assert_non_null(page);
    memset(page, ' ', PADDING);
    memcpy(page + PADDING, text.ptr, text.len);
    expect(page, PADDING + text.len, "KOI8-R");
    free(page);
}

/* A byte that fits nothing does not turn the rest over. */
static void test_damage(void **state)
{
    (void)state;
    for (size_t i = 0; i < SENTENCES; i++) {
        struct bytes bytes = {.len = 0};
        encode(sentences[i].text, sentences[i].encoding, &bytes);
        append(&bytes, " \201 ", 3);
        encode(sentences[i].text, sentences[i].encoding, &bytes);
        expect(bytes.ptr, bytes.len, sentences[i].encoding);
    }
}

/* Wherever double-byte text is cut off, from its middle on. */
static void test_cut_off(void **state)
{
    static const struct sentence wide[] = {
        {"Shift_JIS", JAPANESE}, {"EUC-JP", JAPANESE}, {"gb18030", CHINESE}};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct bytes bytes = {.len = 0};
        encode(wide[i].text, wide[i].encoding, &bytes);
        for (size_t len = bytes.len / 2; len < bytes.len; len++)
            expect(bytes.ptr, len, wide[i].encoding);
    }
}

/* A heading has few letters, and capitals alone. */
static void test_short(void **state)
{
    static const struct sentence headings[] = {
        {"windows-1252", "Über uns"},
        {"windows-1252", "Café"},
        {"windows-1252", "“Hello”"},
        {"windows-1252", "Brand® name"},
        {"windows-1252", "© 2009"},
        {"windows-1251", "НОВОСТИ ДНЯ"},
        {"windows-1251", "Главная"},
        {"KOI8-R", "Последние новости"},
        {"windows-1250", "Wiadomości i żużel"},
        {"windows-1253", "Αρχική σελίδα"},
        {"Shift_JIS", "最新ニュース"},
        {"gb18030", "最新新闻"},
        {"EUC-KR", "오늘의 뉴스"},
        {"windows-1255", "דף הבית"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        struct bytes bytes = {.len = 0};
        encode(headings[i].text, headings[i].encoding, &bytes);
        expect(bytes.ptr, bytes.len, headings[i].encoding);
    }
}

/* --------------------------------------------------------- other evidence */

static void test_utf8_with_damage(void **state)
{
    (void)state;
    /* Too few characters for the rule of nearly UTF-8, but text in nothing else. */
    expect(BYTES("<p>Gr\303\274\303\237e aus K\303\266ln \226 sch\303\266ne Stra\303\237en</p>"),
           "UTF-8");
    expect(BYTES("\346\227\245\346\234\254\350\252\236 \223 \346\227\245\346\234\254"), "UTF-8");
}

static void test_utf16(void **state)
{
    static const char text[] = "<p>Tegnap este</p>";
    unsigned char little[2 * sizeof text], big[2 * sizeof text];
    (void)state;
    for (size_t i = 0; i + 1 < sizeof text; i++) {
        little[2 * i] = big[2 * i + 1] = (unsigned char)text[i];
        little[2 * i + 1] = big[2 * i] = 0;
    }
    expect(little, 2 * (sizeof text - 1), "UTF-16LE");
    expect(big, 2 * (sizeof text - 1), "UTF-16BE");
    /* NULs here and there are not UTF-16. */
    expect(BYTES("a page with \0\0\0\0\0\0\0\0 a hole in it"), "UTF-8");
    expect(BYTES("a\0b"), "UTF-8");
}

static void test_iso_2022_jp(void **state)
{
    (void)state;
    expect(BYTES("<p>\33$B:#F|$OE75$\33(B</p>"), "ISO-2022-JP");
    expect(BYTES("<p>\33$B:#F|$O"), "ISO-2022-JP");
    expect(BYTES("<p>\33[1mbold\33[0m"), "UTF-8");
    expect(BYTES("<p>\33$Babc </p>"), "UTF-8");
    expect(BYTES("\33(B"), "UTF-8");
    expect(BYTES("\33$B"), "UTF-8");
    expect(BYTES("\33"), "UTF-8");
}

/* -------------------------------------------------------------- no text */

static void test_nothing(void **state)
{
    pith_charset_source source;
    (void)state;
    assert_string_equal(guess(BYTES(""), &source)->name, "UTF-8");
    assert_int_equal(source, PITH_CHARSET_UTF8);
    assert_string_equal(guess(BYTES("nothing but ASCII"), &source)->name, "UTF-8");
    assert_int_equal(source, PITH_CHARSET_UTF8);
    assert_null(pith__charset_by_text(BYTES("nothing but ASCII")));
    assert_null(pith__charset_by_text(BYTES("")));
}

static void test_one_byte(void **state)
{
    (void)state;
    for (unsigned c = 0x80; c < 0x100; c++) {
        unsigned char byte = (unsigned char)c;
        expect(&byte, 1, "windows-1252");
    }
}

static void test_no_text(void **state)
{
    pith_charset_source source;
    unsigned char noise[5000];
    uint32_t random = 1;
    (void)state;
    memset(noise, 0xFF, sizeof noise);
    assert_string_equal(guess(noise, sizeof noise, &source)->name, "windows-1252");
    for (size_t i = 0; i < sizeof noise; i++) {
        random = random * 1664525 + 1013904223;
        noise[i] = (unsigned char)(random >> 24);
    }
    assert_string_equal(guess(noise, sizeof noise, &source)->name, "windows-1252");
    assert_int_equal(source, PITH_CHARSET_FALLBACK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_languages),
        cmocka_unit_test(test_markup),
        cmocka_unit_test(test_late),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_short),
        cmocka_unit_test(test_utf8_with_damage),
        cmocka_unit_test(test_utf16),
        cmocka_unit_test(test_iso_2022_jp),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_one_byte),
        cmocka_unit_test(test_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
