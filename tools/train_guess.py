#!/usr/bin/env python3
"""Trains src/encoding/guess_table.inc: the language statistics for guessing undeclared encodings.

In: the plain corpora of 30 languages ($PITH_SHARED/data/corpora/<lang>.txt.xz, one sentence per line) and, for
languages without a corpus, the messages of the Debian packages libreoffice-l10n-<lang>. Out: for each language the
costs of character pairs; for each encoding the mapping from bytes to the language's characters; for Chinese,
Japanese and Korean the cost of each character. A cost is -log2 of a probability, in tenths of a bit.
src/encoding/guess_score.c adds them up.

A tenth of the lines, chosen by a hash, is held out; bench/guess.py tests on it.

    tools/train_guess.py --debs DIR      DIR has the packages, from "apt-get download"
"""
import argparse
import collections
import gettext
import io
import lzma
import math
import os
import pathlib
import re
import subprocess
import tarfile
import unicodedata
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "src/encoding/guess_table.inc"
DEB_LANGUAGES = ("be", "et", "hr", "is", "lt", "lv", "mk", "sk", "sl", "sr")

# ------------------------------------------------------------------ languages and encodings

# WHATWG name: (Python codec, prior cost in bits). Rough frequencies of the encodings among pages that are not UTF-8;
# an obsolete encoding must fit much better to be chosen.
ENCODINGS = {
    "windows-1252": ("cp1252", 0), "windows-1251": ("cp1251", 2), "windows-1250": ("cp1250", 3),
    "windows-1253": ("cp1253", 4), "windows-1254": ("cp1254", 4), "windows-1255": ("cp1255", 4),
    "windows-1256": ("cp1256", 4), "windows-1257": ("cp1257", 5), "windows-1258": ("cp1258", 7),
    "windows-874": ("cp874", 4), "ISO-8859-2": ("iso8859_2", 4),
    "ISO-8859-5": ("iso8859_5", 7), "ISO-8859-6": ("iso8859_6", 8), "ISO-8859-7": ("iso8859_7", 5),
    "ISO-8859-13": ("iso8859_13", 9), "ISO-8859-15": ("iso8859_15", 5), "KOI8-R": ("koi8_r", 5), "KOI8-U": ("koi8_u", 6),
    "IBM866": ("cp866", 8), "x-mac-cyrillic": ("mac_cyrillic", 12),
    "macintosh": ("mac_roman", 14),
}  # fmt: skip

WEST = ["windows-1252", "ISO-8859-15", "macintosh"]
CENTRAL = ["windows-1250", "ISO-8859-2"]
BALTIC = ["windows-1257", "ISO-8859-13"]
CYRILLIC = ["windows-1251", "ISO-8859-5", "IBM866", "x-mac-cyrillic"]

# Model: (corpora, alphabet, encodings). Similar languages share a model.
MODELS = {
    "en": (["en-web", "en-news"], "latin", ["windows-1252", "macintosh"]),
    "de": (["de"], "latin", WEST),
    "fr": (["fr"], "latin", WEST),
    "es": (["es", "ca", "gl"], "latin", WEST),
    "it": (["it"], "latin", WEST),
    "pt": (["pt"], "latin", WEST),
    "sv": (["sv", "fi"], "latin", WEST),
    "da": (["da", "no"], "latin", WEST),
    "is": (["is"], "latin", ["windows-1252"]),
    "et": (["et"], "latin", ["windows-1257", "ISO-8859-13", "windows-1252", "ISO-8859-15"]),
    "pl": (["pl"], "latin", CENTRAL),
    "cs": (["cs", "sk"], "latin", CENTRAL),
    "hu": (["hu"], "latin", CENTRAL),
    "ro": (["ro"], "latin", CENTRAL),
    "hr": (["hr", "sl"], "latin", CENTRAL),
    "tr": (["tr"], "latin", ["windows-1254"]),
    "lt": (["lt"], "latin", BALTIC),
    "lv": (["lv"], "latin", BALTIC),
    "vi": (["vi"], "latin", ["windows-1258"]),
    "ru": (["ru"], "cyrillic", CYRILLIC + ["KOI8-R"]),
    "uk": (["uk", "be"], "cyrillic", CYRILLIC + ["KOI8-U"]),
    "bg": (["bg"], "cyrillic", CYRILLIC + ["KOI8-R"]),
    "sr": (["sr", "mk"], "cyrillic", ["windows-1251", "ISO-8859-5"]),
    "el": (["el"], "greek", ["windows-1253", "ISO-8859-7"]),
    "he": (["he"], "hebrew", ["windows-1255"]),
    "ar": (["ar"], "arabic", ["windows-1256", "ISO-8859-6"]),
    "fa": (["fa"], "arabic", ["windows-1256"]),
    "th": (["th"], "thai", ["windows-874"]),
}  # fmt: skip

# ------------------------------------------------------------------ text

VIETNAMESE_TONES = "\u0300\u0301\u0303\u0309\u0323"


def held_out(line):
    return zlib.crc32(line.encode()) % 10 == 0


def corpora_folder():
    return pathlib.Path(os.environ["PITH_SHARED"]) / "data/corpora"


def deb_lines(debs, lang):
    """The messages of libreoffice-l10n-LANG that are as long as a sentence."""
    lines = set()
    for deb in sorted(pathlib.Path(debs).glob(f"libreoffice-l10n-{lang}_*.deb")):
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], stdout=subprocess.PIPE, check=True)
        with tarfile.open(fileobj=io.BytesIO(data.stdout)) as tar:
            for member in tar:
                if member.name.endswith(".mo") and f"/{lang}/" in member.name:
                    catalog = gettext.GNUTranslations(tar.extractfile(member))._catalog
                    for text in catalog.values():
                        text = re.sub(r"[~_]|<[^>]*>|%\w+|\$\w+", "", text)
                        lines.update(x for x in text.split("\n") if x.count(" ") >= 2)
    return sorted(lines)


def lines_of(lang, debs):
    name = corpora_folder() / f"{lang}.txt.xz"
    if name.exists():
        with lzma.open(name, "rt", encoding="utf-8", newline="\n") as file:
            return [line.rstrip("\n") for line in file]
    return deb_lines(debs, lang)


def tones_apart(text):
    """Vietnamese as in windows-1258: the letter with its circumflex, breve or horn, then the tone mark."""
    out = []
    for char in text:
        parts = unicodedata.normalize("NFD", char)
        tone = "".join(c for c in parts if c in VIETNAMESE_TONES)
        rest = "".join(c for c in parts if c not in VIETNAMESE_TONES)
        out.append(unicodedata.normalize("NFC", rest) + tone)
    return "".join(out)


def tones_where_needed(text):
    """The same as converters write it: decomposed only where the encoding has no letter with the tone."""
    return "".join(c if c in VIETNAMESE_HAS else tones_apart(c) for c in text)


VIETNAMESE_HAS = {bytes([b]).decode("cp1258", "ignore") for b in range(256)}


def as_encoded(lang, lines):
    """Replaces characters by those that legacy encodings use instead."""
    if lang == "vi":
        return [tones_apart(x) if i % 2 else tones_where_needed(x) for i, x in enumerate(lines)]
    if lang == "ro":
        return [x.translate(COMMA_TO_CEDILLA) for x in lines]
    if lang == "fa":
        return [x.translate(FARSI) for x in lines]
    return lines


COMMA_TO_CEDILLA = str.maketrans("șțȘȚ", "şţŞŢ")
FARSI = str.maketrans("ی", "ي")  # windows-1256 has no Farsi yeh

# ------------------------------------------------------------------ classes of characters

# Punctuation shared by all languages: class, its characters, its frequency per 10,000 characters of a web page
# (sentence corpora have been cleaned of them), and the fractions after a letter and before one. The rest is between
# two others.
SIGNS = [
    ("space", "\u00a0", 15, 0.2, 0.3),
    ("quote", "\u2019\u2018\u00b4", 4, 0.5, 0.5),
    ("open", "\u201c\u201e\u00ab\u2039\u201a", 4, 0.05, 0.7),
    ("close", "\u201d\u00bb\u203a", 4, 0.6, 0.05),
    ("dash", "\u2013\u2014\u2026\u2022\u00b7\u2015", 5, 0.2, 0.2),
    ("mark", "\u00ae\u2122", 1, 0.8, 0.05),
    ("sign", "\u00a9\u00b0\u20ac\u00a3\u00a7\u00ba\u00aa\u00ad\u00d7\u00bd\u00b2\u2116\u00bf\u00a1", 3, 0.2, 0.3),
]
RARE = [("letter?", 0.5, 0.4, 0.4), ("sign?", 0.15, 0.2, 0.2)]
RARE_SIGNS = RARE_LETTERS = 50  # number of choices
SIGN_OF = {char: name for name, chars, *_ in SIGNS for char in chars}

# Non-ASCII letters with a class of their own. English has them in names and loanwords.
MOST = {"en": 4}
OTHER_MOST = 75
LEAST = 0.002  # minimum fraction of a language's non-ASCII letters for a class of its own
SMOOTH = 12.0
MOST_COST = 170
BAD_COST = 180  # an invalid byte; broken pages have a few


def fold(char):
    lower = char.lower()
    return lower if len(lower) == 1 else char


def is_letter(char):
    return unicodedata.category(char)[0] in "LM"


def script_of(char):
    name = unicodedata.name(char, "")
    if name.startswith("COMBINING"):
        return "latin"
    return name.split(" ")[0].lower()


class Model:
    """Pairs of characters of a language, at least one of them non-ASCII."""

    def __init__(self, name, alphabet, encodings, lines):
        self.name, self.alphabet = name, alphabet
        self.encodable = repertoire(encodings)
        self.latin = alphabet == "latin"
        self.ascii = [chr(c) for c in range(97, 123)] + [" "] if self.latin else ["a", " "]
        pairs, chars = collections.Counter(), collections.Counter()
        for line in lines:
            line = " " + line + " "
            chars.update(line)
            pairs.update(zip(line, line[1:]))
        self.letters = self.pick_letters(chars)
        self.classes = self.ascii + self.letters + [s[0] for s in SIGNS] + [r[0] for r in RARE] + ["bad"]
        self.index = {c: i for i, c in enumerate(self.classes)}
        self.cased = any(c.upper() != c for c in self.letters)
        self.count(pairs, sum(chars.values()))

    def pick_letters(self, chars):
        letters = collections.Counter()
        for char, n in chars.items():
            if char in self.encodable and is_letter(char) and script_of(char) == self.alphabet:
                letters[fold(char)] += n
        least = LEAST * sum(letters.values())
        return sorted(c for c, n in letters.most_common(MOST.get(self.name, OTHER_MOST)) if n >= least)

    def known(self, char):
        return ord(char) < 128 or char in self.encodable

    def class_of(self, char):
        if ord(char) < 128:
            if not char.isalpha():
                return self.index[" "]
            return self.index[char.lower()] if self.latin else self.index["a"]
        if fold(char) in self.index and is_letter(char):
            return self.index[fold(char)]
        if char in SIGN_OF:
            return self.index[SIGN_OF[char]]
        return self.index["letter?" if is_letter(char) else "sign?"]

    def case_of(self, char):
        """0: not a letter, 1: lower case or caseless, 2: upper case."""
        if not char.isalpha():
            return 0
        return 2 if char.lower() != char else 1

    def count(self, pairs, total):
        n, ascii_count = len(self.classes), len(self.ascii)
        self.counts = [[0.0] * n for _ in range(n)]
        cases = [[1.0, 1.0] for _ in range(3)]
        for (a, b), times in pairs.items():
            if (ord(a) < 128 and ord(b) < 128) or not (self.known(a) and self.known(b)):
                continue
            self.counts[self.class_of(a)][self.class_of(b)] += times
            if self.case_of(b):
                cases[self.case_of(a)][self.case_of(b) - 1] += times
        self.add_signs(total)
        self.case_costs = self.cost_of_cases(cases)
        self.costs = [[self.cost(a, b, ascii_count) for b in range(n)] for a in range(n)]

    def add_signs(self, total):
        beside = self.letter_shares()
        rates = [(name, rate, after, before) for name, _, rate, after, before in SIGNS] + RARE
        other = self.index[" "]
        for name, rate, after, before in rates:
            times, at = rate * total / 10000, self.index[name]
            self.counts[other][at] += times * (1 - after)
            self.counts[at][other] += times * (0.9 - before)
            self.counts[at][at] += times * 0.1
            for letter, share in beside.items():
                self.counts[letter][at] += times * after * share
                self.counts[at][letter] += times * before * share
            for neighbour, neighbour_rate, *_ in rates:
                self.counts[at][self.index[neighbour]] += times * neighbour_rate / 10000

    def letter_shares(self):
        """How often each letter is next to a non-ASCII one."""
        seen = collections.Counter()
        for a, row in enumerate(self.counts):
            for b, times in enumerate(row):
                seen[a] += times
                seen[b] += times
        letters = {i: n for i, n in seen.items() if self.classes[i] in self.letters or i < len(self.ascii) - 1}
        total = sum(letters.values()) or 1
        if self.latin:  # in Latin scripts most letters are ASCII, wherever they are
            return {i: 0.5 * n / total + 0.5 / (len(letters)) for i, n in letters.items()}
        return {i: n / total for i, n in letters.items()}

    def cost_of_cases(self, cases):
        if not self.cased:
            return [[0, 0]] * 3
        mixed = [(0.75, 0.25), (0.985, 0.015), (0.6, 0.4)]  # headings in capitals, brand names
        costs = []
        for (lower, upper), (web_lower, web_upper) in zip(cases, mixed):
            low = 0.7 * lower / (lower + upper) + 0.3 * web_lower
            up = 0.7 * upper / (lower + upper) + 0.3 * web_upper
            costs.append([round(-10 * math.log2(low)), round(-10 * math.log2(up))])
        return costs

    def size(self, at):
        name = self.classes[at]
        if name == "letter?":
            return RARE_LETTERS
        if name == "sign?":
            return RARE_SIGNS
        for sign, chars, *_ in SIGNS:
            if sign == name:
                return len(chars)
        return 26 if name == "a" and not self.latin else 1

    def cost(self, a, b, ascii_count):
        bad = self.index["bad"]
        if a < ascii_count and b < ascii_count:
            return 0
        if b == bad:
            return BAD_COST
        if a == bad:
            a = self.index["sign?"]
        first = ascii_count if a < ascii_count else 0
        row = self.counts[a]
        seen = sum(row[first:bad])
        column = self.background(first)
        share = (row[b] + SMOOTH * column[b]) / (seen + SMOOTH)
        return min(MOST_COST, round(10 * (-math.log2(share) + math.log2(self.size(b)))))

    def background(self, first):
        if not hasattr(self, "backgrounds"):
            self.backgrounds = {}
        if first not in self.backgrounds:
            bad = self.index["bad"]
            sums = [sum(row[b] for row in self.counts) if first <= b < bad else 0 for b in range(len(self.classes))]
            sums = [n + 0.5 if first <= b < bad else 0 for b, n in enumerate(sums)]
            self.backgrounds[first] = [n / sum(sums) for n in sums]
        return self.backgrounds[first]

    def map_of(self, encoding):
        """Class of each byte from 0x80, with bit 7 for capitals."""
        codec = ENCODINGS[encoding][0]
        out = []
        for byte in range(128, 256):
            char = decode_byte(byte, encoding, codec)
            if char is None:
                out.append(self.index["bad"])
                continue
            upper = 128 if self.cased and self.case_of(char) == 2 else 0
            out.append(self.class_of(char) + upper)
        return out


def repertoire(encodings):
    """Every non-ASCII character in any of the encodings."""
    found = {decode_byte(b, e, ENCODINGS[e][0]) for e in encodings for b in range(128, 256)}
    return found - {None}


def decode_byte(byte, encoding, codec):
    if encoding in ("KOI8-U",) and byte in (0xAE, 0xBE):
        return "ў" if byte == 0xAE else "Ў"
    if encoding == "x-mac-cyrillic" and byte in (0xA2, 0xB6):
        return "Ґ" if byte == 0xA2 else "ґ"
    char = bytes([byte]).decode(codec, "ignore")
    return None if char == "" or unicodedata.category(char) == "Cc" else char


# ------------------------------------------------------------------ Chinese, Japanese, Korean

# Table: (corpus, codec, first and last lead byte, ranges of trail bytes). Rows beyond are rare.
HIGH = [(0xA1, 0xFE)]
WIDE = {
    "gb": ("zh", "gb2312", [(0xA1, 0xA9), (0xB0, 0xD7)], HIGH),
    "jis": ("ja", "euc_jp", [(0xA1, 0xA8), (0xB0, 0xCF)], HIGH),
    "ks": ("ko", "euc_kr", [(0xA1, 0xAC), (0xB0, 0xC8)], HIGH),
    "big5": ("zh", "big5", [(0xA1, 0xC6)], [(0x40, 0x7E), (0xA1, 0xFE)]),
}
LEVELS = 16


def cells(leads, trails):
    return [bytes([a, b]) for lo, hi in leads for a in range(lo, hi + 1) for t0, t1 in trails for b in range(t0, t1 + 1)]


def fits(text, codec):
    try:
        text.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def wide_counts(name, debs):
    lang, codec, leads, trails = WIDE[name]
    lines = [x for x in lines_of(lang, debs) if not held_out(x)]
    if name in ("gb", "big5"):
        lines = [x for x in lines if fits(x, codec)]
    counts = collections.Counter()
    for line in lines:
        counts.update(line)
    coded = collections.Counter()
    for char, n in counts.items():
        code = char.encode(codec, "ignore")
        if len(code) == 2:
            coded[code] += n
    return coded


def wide_table(name, debs):
    """Sixteen levels of cost and the level of each cell, one nibble each."""
    lang, codec, leads, trails = WIDE[name]
    counts = wide_counts(name, debs)
    total = sum(counts.values())
    table = cells(leads, trails)
    # Roughly Good-Turing: unseen characters share the probability of those seen once.
    once = sum(1 for n in counts.values() if n == 1) + 1
    unseen = max(0.02, once / (6000 - min(5000, len(counts)) + once))
    costs = []
    for cell in table:
        n = counts.get(cell, 0) or unseen
        costs.append(min(220, -10 * math.log2(n / total)))
    low, high = min(costs), 200
    step = (high - low) / (LEVELS - 1)
    levels = [round(low + i * step) for i in range(LEVELS)]
    nibbles = [max(0, min(LEVELS - 1, round((c - low) / step))) for c in costs]
    return levels, nibbles


# ------------------------------------------------------------------ output


def rows(numbers):
    out = []
    for i in range(0, len(numbers), 24):
        out.append(",".join(str(n) for n in numbers[i : i + 24]) + ",")
    return "\n".join(out)


def flat_costs(model):
    """ASCII rows have only the non-ASCII columns, other rows all columns."""
    first = len(model.ascii)
    out = []
    for a, row in enumerate(model.costs):
        out += row[first:] if a < first else row
    return out


def constant(encoding):
    return "PITH__CS_" + encoding.upper().replace("-", "_")


def write(models, wide):
    out = ["/* Written by tools/train_guess.py; models/README.md says from what. */", "/* clang-format off */"]
    costs, readings, maps = [], [], {}
    described = []
    for number, (name, model) in enumerate(models.items()):
        cases = ", ".join("{%d, %d}" % tuple(c) for c in model.case_costs)
        described.append("{%d, %d, %d, {%s}}, /* %s */" % (len(costs), len(model.ascii), len(model.classes), cases, name))
        costs += flat_costs(model)
        for encoding in MODELS[name][2]:
            row = tuple(model.map_of(encoding))
            at = maps.setdefault(row, len(maps))
            readings.append("{%s, %d, %d, %d}," % (constant(encoding), number, 10 * ENCODINGS[encoding][1], at))
    out.append(f"enum {{ MODELS = {len(models)}, READINGS = {len(readings)} }};")
    out.append("static const uint8_t pair_costs[] = {\n" + rows(costs) + "\n};")
    out.append("static const struct model models[MODELS] = {\n" + "\n".join(described) + "\n};")
    out.append("static const uint8_t maps[][128] = {\n" + "\n".join("{\n" + rows(m) + "\n}," for m in maps) + "\n};")
    out.append("static const struct reading readings[READINGS] = {\n" + "\n".join(readings) + "\n};")
    size = len(costs) + 128 * len(maps)
    for name, (levels, nibbles) in wide.items():
        packed = [a | b << 4 for a, b in zip(nibbles[::2], nibbles[1::2] + [0])]
        out.append(f"static const uint8_t {name}_levels[16] = {{{', '.join(map(str, levels))}}};")
        out.append(f"static const uint8_t {name}_cells[] = {{\n{rows(packed)}\n}};")
        size += len(packed) + 16
    TABLE.write_text("\n".join(out) + "\n", encoding="ascii")
    print(f"{len(models)} models, {len(readings)} readings, {len(maps)} maps, {size} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--debs", required=True, help="folder with libreoffice-l10n-*.deb")
    debs = parser.parse_args().debs
    models = {}
    for name, (langs, alphabet, encodings) in MODELS.items():
        lines = []
        for lang in langs:
            kept = [x for x in lines_of(lang, debs) if not held_out(x)]
            lines += as_encoded(lang, kept)
        models[name] = Model(name, alphabet, encodings, lines)
        print(name, len(lines), "lines", len(models[name].classes), "classes", "".join(models[name].letters))
    write(models, {name: wide_table(name, debs) for name in WIDE})


if __name__ == "__main__":
    main()
