/*
 * charset_label.c - finds the encoding for a label written by a page or server.
 *
 * In: "latin1", " UTF8 ", "sjis". Out: one of the 40 encodings of the WHATWG Encoding standard.
 */
#include "encoding/charset.h"

#include <string.h>

const struct pith__charset pith__charsets[PITH__CS_COUNT] = {
    [PITH__CS_UTF_8] = {"UTF-8", PITH__FAMILY_UTF8},
    [PITH__CS_IBM866] = {"IBM866", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_2] = {"ISO-8859-2", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_3] = {"ISO-8859-3", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_4] = {"ISO-8859-4", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_5] = {"ISO-8859-5", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_6] = {"ISO-8859-6", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_7] = {"ISO-8859-7", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_8] = {"ISO-8859-8", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_8_I] = {"ISO-8859-8-I", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_10] = {"ISO-8859-10", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_13] = {"ISO-8859-13", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_14] = {"ISO-8859-14", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_15] = {"ISO-8859-15", PITH__FAMILY_SINGLE},
    [PITH__CS_ISO_8859_16] = {"ISO-8859-16", PITH__FAMILY_SINGLE},
    [PITH__CS_KOI8_R] = {"KOI8-R", PITH__FAMILY_SINGLE},
    [PITH__CS_KOI8_U] = {"KOI8-U", PITH__FAMILY_SINGLE},
    [PITH__CS_MACINTOSH] = {"macintosh", PITH__FAMILY_SINGLE},
    [PITH__CS_WINDOWS_874] = {"windows-874", PITH__FAMILY_SINGLE},
    [PITH__CS_WINDOWS_1250] = {"windows-1250", PITH__FAMILY_SINGLE},
    [PITH__CS_WINDOWS_1251] = {"windows-1251", PITH__FAMILY_SINGLE},
    [PITH__CS_WINDOWS_1252] = {"windows-1252", PITH__FAMILY_SINGLE},
    [PITH__CS_WINDOWS_1253] = {"windows-1253", PITH__FAMILY_SINGLE},
    [PITH__CS_WINDOWS_1254] = {"windows-1254", PITH__FAMILY_SINGLE},
    [PITH__CS_WINDOWS_1255] = {"windows-1255", PITH__FAMILY_SINGLE},
    [PITH__CS_WINDOWS_1256] = {"windows-1256", PITH__FAMILY_SINGLE},
    [PITH__CS_WINDOWS_1257] = {"windows-1257", PITH__FAMILY_SINGLE},
    [PITH__CS_WINDOWS_1258] = {"windows-1258", PITH__FAMILY_SINGLE},
    [PITH__CS_X_MAC_CYRILLIC] = {"x-mac-cyrillic", PITH__FAMILY_SINGLE},
    [PITH__CS_GBK] = {"GBK", PITH__FAMILY_GB18030},
    [PITH__CS_GB18030] = {"gb18030", PITH__FAMILY_GB18030},
    [PITH__CS_BIG5] = {"Big5", PITH__FAMILY_BIG5},
    [PITH__CS_EUC_JP] = {"EUC-JP", PITH__FAMILY_EUC_JP},
    [PITH__CS_ISO_2022_JP] = {"ISO-2022-JP", PITH__FAMILY_ISO_2022_JP},
    [PITH__CS_SHIFT_JIS] = {"Shift_JIS", PITH__FAMILY_SHIFT_JIS},
    [PITH__CS_EUC_KR] = {"EUC-KR", PITH__FAMILY_EUC_KR},
    [PITH__CS_REPLACEMENT] = {"replacement", PITH__FAMILY_REPLACEMENT},
    [PITH__CS_UTF_16BE] = {"UTF-16BE", PITH__FAMILY_UTF16BE},
    [PITH__CS_UTF_16LE] = {"UTF-16LE", PITH__FAMILY_UTF16LE},
    [PITH__CS_X_USER_DEFINED] = {"x-user-defined", PITH__FAMILY_SINGLE},
};

static const struct {
    char label[24]; /* lower-case */
    uint8_t charset;
} labels[] = {
#include "encoding/label_table.inc"
};

const struct pith__charset *pith__charset_find(const char *label, size_t len)
{
    char key[sizeof labels[0].label] = "";
    size_t low = 0, high = sizeof labels / sizeof labels[0];
    while (len > 0 && pith__is_space((unsigned char)label[0])) {
        label++;
        len--;
    }
    while (len > 0 && pith__is_space((unsigned char)label[len - 1]))
        len--;
    if (len == 0 || len >= sizeof key)
        return NULL;
    if (memchr(label, '\0', len) != NULL)
        return NULL; /* keys are compared with their NUL padding */
    for (size_t i = 0; i < len; i++)
        key[i] = (char)(label[i] >= 'A' && label[i] <= 'Z' ? label[i] + ('a' - 'A') : label[i]);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = memcmp(key, labels[middle].label, sizeof key);
        if (order == 0)
            return &pith__charsets[labels[middle].charset];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *pith__charset_canonical(const char *label, size_t len)
{
    const struct pith__charset *charset = pith__charset_find(label, len);
    return charset == NULL ? NULL : charset->name;
}
