#!/usr/bin/env python3
"""Writes src/model/fold_table.inc: the symbols that characters are mapped to for the n-gram models.

src/model/chargram_fold.c explains their use. Symbols 1 to 95 are printable ASCII, from the space on; the classes
below follow.

    tools/gen_fold.py            writes the table
    tools/gen_fold.py --check    exits 1 if the committed table differs, 77 if this Python has another
                                 version of Unicode
"""

import pathlib
import re
import unicodedata

import generated

TABLE = pathlib.Path(__file__).resolve().parent.parent / "src/model/fold_table.inc"

# Each class with the character that represents it in readable output.
CLASSES = {
    "copyright": "\u00a9", "trade": "\u00ae", "bullet": "\u2022", "angle": "\u00ab",
    "currency": "\u00a4", "number": "\u00bd", "upper": "\u042f", "lower": "\u044f",
    "letter": "\u0639", "han": "\u5b57", "kana": "\u304b", "hangul": "\ud55c", "sea": "\u0e01",
    "punctuation": "\u00a7", "symbol": "\u2605",
}  # fmt: skip
NAMES = list(CLASSES)
LETTERS = {"upper", "lower", "letter", "han", "kana", "hangul", "sea"}
SPACE, TILDE = 1, 95

LIMIT = 0x40000
SHIFT = 7

BLANKS = {0x85, 0x200B, 0xFEFF, 0x2800, 0x115F, 0x1160, 0x3164, 0xFFA0}
LATIN = re.compile(r"(FULLWIDTH )?LATIN (SMALL|CAPITAL) (LETTER|LIGATURE) (?:SHARP )?([A-Z])")
BULLET = re.compile(r"BULLET|MIDDLE DOT|BLACK.*(SQUARE|CIRCLE|TRIANGLE|POINTER)|ARROW|INTERPUNCT")
HAN = re.compile(r"CJK (UNIFIED|COMPATIBILITY) IDEOGRAPH|IDEOGRAPHIC (ITERATION|CLOSING) MARK")
KANA = re.compile(r"(HALFWIDTH |COMBINING )?(HENTAIGANA|HIRAGANA|KATAKANA)")
HANGUL = re.compile(r"(HALFWIDTH )?HANGUL ")
SEA = re.compile(r"(THAI|LAO|KHMER|MYANMAR) ")
TYPED = [
    (re.compile(r"SINGLE.*QUOTATION MARK|APOSTROPHE|^PRIME$|ACUTE ACCENT"), "'"),
    (re.compile(r"QUOTATION MARK|DOUBLE PRIME"), '"'),
    (re.compile(r"FULL STOP|ELLIPSIS|DANDA|TWO DOT LEADER"), "."),
    (re.compile(r"QUESTION MARK"), "?"),
    (re.compile(r"EXCLAMATION MARK"), "!"),
    (re.compile(r"SEMICOLON"), ";"),
    (re.compile(r"COMMA"), ","),
    (re.compile(r"COLON"), ":"),
]


def of_class(name):
    return TILDE + 1 + NAMES.index(name)


def of_ascii(character):
    return ord(character) - 0x1F


def of_letter(cp, category, name):
    latin = LATIN.match(name)
    if latin and category in ("Lu", "Ll", "Lt", "Lo"):
        letter = latin.group(4)
        return of_ascii(letter if category in ("Lu", "Lt") else letter.lower())
    for pattern, word in ((HAN, "han"), (KANA, "kana"), (HANGUL, "hangul"), (SEA, "sea")):
        if pattern.match(name):
            return of_class(word)
    if category in ("Lu", "Lt"):
        return of_class("upper")
    return of_class("lower" if category == "Ll" else "letter")


def of_sign(cp, category, name):
    if cp == 0xA9:
        return of_class("copyright")
    if cp in (0xAE, 0x2120, 0x2122):
        return of_class("trade")
    if cp in (0xAB, 0xBB, 0x2039, 0x203A):
        return of_class("angle")
    if BULLET.search(name):
        return of_class("bullet")
    if category == "Pd" or cp == 0xAD:
        return of_ascii("-")
    for pattern, typed in TYPED:
        if pattern.search(name):
            return of_ascii(typed)
    if category in ("Ps", "Pe"):
        return of_ascii("(" if category == "Ps" else ")")
    if category == "Sc":
        return of_class("currency")
    if category[0] in "PS":
        return of_class("punctuation" if category[0] == "P" else "symbol")
    return TILDE


def classify(cp):
    if 0x20 <= cp < 0x7F:
        return cp - 0x1F
    if cp >= 0x20000:
        return of_class("han")
    if cp == 0xFFFD:  # also what invalid bytes become
        return TILDE
    character = chr(cp)
    category = unicodedata.category(character)
    name = unicodedata.name(character, "")
    if cp in BLANKS or category in ("Zs", "Zl", "Zp", "Cc"):
        return SPACE
    if category == "Nd":
        return of_ascii(str(unicodedata.digit(character)))
    if category[0] == "N":
        return of_class("han" if "HANGZHOU" in name or cp == 0x3007 else "number")
    plain = unicodedata.normalize("NFKC", character)
    if len(plain) == 1 and 0x20 < ord(plain) < 0x7F:
        return of_ascii(plain)
    if category[0] in "LM":
        return of_letter(cp, category, name)
    return of_sign(cp, category, name)


def rows(numbers, per_line):
    for i in range(0, len(numbers), per_line):
        yield "    " + " ".join(f"{number}," for number in numbers[i : i + per_line])


def array(name, numbers, per_line=24):
    return [f"static const unsigned char {name}[{len(numbers)}] = {{", *rows(numbers, per_line), "};"]


def without_words():
    """Maps each symbol to the alphabet without letters, and names those symbols."""
    numbers, names, seen = [0], ["\u00b6"], {}
    for symbol in range(1, TILDE + 1 + len(NAMES)):
        name = chr(symbol + 0x1F) if symbol <= TILDE else CLASSES[NAMES[symbol - TILDE - 1]]
        if symbol > TILDE and NAMES[symbol - TILDE - 1] == "number" or name.isascii() and name.isdigit():
            name = "0"
        elif symbol > TILDE and NAMES[symbol - TILDE - 1] in LETTERS or name.isascii() and name.isalpha():
            name = "a"
        if name not in seen:
            seen[name] = len(names)
            names.append(name)
        numbers.append(seen[name])
    return numbers, names


def quoted(name):
    return '"' + (name if name not in '"\\' else "\\" + name) + '"'


def generate():
    classes = bytes(classify(cp) for cp in range(LIMIT))
    blocks, index = [], []
    for start in range(0, LIMIT, 1 << SHIFT):
        block = classes[start : start + (1 << SHIFT)]
        if block not in blocks:
            blocks.append(block)
        index.append(blocks.index(block))
    assert len(blocks) <= 256
    numbers, names = without_words()
    lexical = ["\u00b6", *map(chr, range(0x20, 0x7F)), *CLASSES.values()]

    lines = ["/* Generated by tools/gen_fold.py: do not edit. */"]
    lines.append(f"/* Unicode {unicodedata.unidata_version} */")
    lines += array("fold_index", index)
    lines.append(f"static const unsigned char fold_blocks[{len(blocks)} << {SHIFT}] = {{")
    for number, block in enumerate(blocks):
        first = index.index(number) << SHIFT
        lines += [f"    /* {number}: U+{first:04X} */", *rows(block, 32)]
    lines.append("};")
    lines += array("fold_ascii", classes[:128])
    lines += array("fold_ascii_without_words", [numbers[symbol] for symbol in classes[:128]])
    lines += array("fold_without_words", numbers)
    for name, list_of in (("fold_names", lexical), ("fold_names_without_words", names)):
        lines.append(f"static const char *const {name}[{len(list_of)}] = {{")
        quotes = [quoted(item) for item in list_of]
        lines += ["    " + " ".join(f"{item}," for item in quotes[i : i + 16])
                  for i in range(0, len(quotes), 16)]  # fmt: skip
        lines.append("};")
    lines.append(f"enum {{ SYMBOLS_ASCII = {TILDE + 1}, SYMBOLS_UNICODE = {len(lexical)},")
    lines.append(f"       SYMBOLS_ASCII_WITHOUT_WORDS = {numbers[TILDE] + 1},")
    lines.append(f"       SYMBOLS_UNICODE_WITHOUT_WORDS = {len(names)},")
    lines.append(f"       SYMBOL_UNSPACED = {of_class('sea')} }};")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    generated.main(TABLE, generate, __doc__)
