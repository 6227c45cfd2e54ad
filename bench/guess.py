#!/usr/bin/env python3
"""Accuracy of the guessed encoding of undeclared pages, for Pith and for uchardet.

In: the pages of the labelled sets ($PITH_SHARED/data/*.jsonl.xz), and the lines of the plain corpora that
tools/train_guess.py holds out. Each is encoded in the encodings used for its language on the web, without any
declaration. Out: tables. A guess is correct if it decodes the bytes to the same text as the true encoding.

    bench/guess.py build/bench/bench_guess [--debs DIR] [--part pages] [--misses]

DIR has the packages that tools/train_guess.py uses for languages without a corpus; without it those languages are
skipped. uchardet is compared if its library is installed.
"""
import argparse
import collections
import ctypes
import ctypes.util
import json
import lzma
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import train_guess  # noqa: E402

SETS = ("pith-own", "fundus", "magic-article", "magic-forum", "trafilatura-a", "webforum52", "wcxb-dev",
        "cleaneval-en")  # fmt: skip
MOST_PAGES = 120  # per language

LATIN1 = ["iso-8859-1", "windows-1252"]
WEST = LATIN1 + ["iso-8859-15"]
CENTRAL = ["windows-1250", "iso-8859-2"]
BALTIC = ["windows-1257", "iso-8859-13"]
CYRILLIC = ["windows-1251", "koi8-r", "ibm866", "iso-8859-5", "x-mac-cyrillic"]
ENCODINGS = {
    "en": LATIN1 + ["macintosh"], "de": WEST + ["macintosh"], "fr": WEST + ["macintosh"], "es": WEST, "it": WEST,
    "pt": WEST, "nl": WEST, "sv": WEST, "fi": WEST, "da": WEST, "no": WEST, "ca": WEST, "gl": WEST, "is": WEST,
    "et": BALTIC + ["windows-1252"], "lt": BALTIC, "lv": BALTIC, "pl": CENTRAL, "cs": CENTRAL, "sk": CENTRAL,
    "hu": CENTRAL, "ro": CENTRAL, "hr": CENTRAL, "sl": CENTRAL, "tr": ["windows-1254"], "vi": ["windows-1258"],
    "ru": CYRILLIC, "bg": CYRILLIC, "uk": ["windows-1251", "koi8-u", "iso-8859-5", "ibm866"],
    "sr": ["windows-1251", "iso-8859-5"], "mk": ["windows-1251"], "be": ["windows-1251"],
    "el": ["windows-1253", "iso-8859-7"], "he": ["windows-1255"], "ar": ["windows-1256", "iso-8859-6"],
    "fa": ["windows-1256"], "th": ["windows-874"], "ja": ["shift_jis", "euc-jp", "iso-2022-jp"],
    "zh": ["gbk", "gb18030", "big5"], "ko": ["euc-kr"],
}  # fmt: skip
ALWAYS = ["utf-8", "utf-16le"]
CODECS = {
    "windows-874": "cp874", "ibm866": "cp866", "x-mac-cyrillic": "mac_cyrillic", "macintosh": "mac_roman",
    "shift_jis": "cp932", "gbk": "gb18030", "euc-kr": "cp949", "iso-8859-8-i": "iso8859_8",
}  # fmt: skip
DECLARATION = re.compile(r"<meta[^>]*charset[^>]*>|<\?xml[^>]*\?>|charset\s*=", re.I)


def codec(name):
    return CODECS.get(name.lower(), name)


def encode(text, name, lang):
    """The bytes of the page; characters missing from the encoding become character references."""
    if name == "gbk":
        return text.encode("gbk", "xmlcharrefreplace")
    if lang == "vi" and name == "windows-1258":
        text = train_guess.tones_where_needed(text)
    if lang in ("ro", "fa") and not name.startswith("utf"):
        text = train_guess.as_encoded(lang, [text])[0]
    return text.encode(codec(name), "xmlcharrefreplace")


def same_text(data, guess, truth):
    if truth == "iso-8859-1":
        truth = "windows-1252"  # as every browser decodes it
    if guess.lower() == truth:
        return True
    try:
        return data.decode(codec(guess), "replace") == data.decode(codec(truth), "replace")
    except LookupError:
        return False


# ------------------------------------------------------------------ documents


class Document:
    def __init__(self, part, lang, truth, data):
        self.part, self.lang, self.truth, self.data = part, lang, truth, data


def encoded(part, lang, text, names):
    for name in names:
        data = encode(text, name, lang)
        if any(b > 127 for b in data) or name in ("iso-2022-jp", "utf-16le"):
            yield Document(part, lang, name, data)


def set_pages():
    seen = collections.Counter()
    for name in SETS:
        path = pathlib.Path(os.environ["PITH_SHARED"]) / f"data/{name}.jsonl.xz"
        with lzma.open(path, "rt", encoding="utf-8", newline="\n") as file:
            for line in file:
                page = json.loads(line)
                lang = page["lang"]
                if lang in ENCODINGS and seen[lang] < MOST_PAGES and "\ufffd" not in page["html"]:
                    seen[lang] += 1
                    yield lang, DECLARATION.sub("", page["html"]).replace("\0", "")


def pages():
    for lang, html in set_pages():
        names = ENCODINGS[lang]
        if lang == "zh":
            traditional = len(re.findall("[們這為來個說時後國會對學]", html))
            simplified = len(re.findall("[们这为来个说时后国会对学]", html))
            names = ["big5"] if traditional > simplified else ["gbk", "gb18030"]
        yield from encoded("pages", lang, html, names + ALWAYS)
        title = re.search(r"<title[^>]*>([^<]{4,300})</title>", html)
        if title:
            yield from encoded("titles", lang, title.group(0), [n for n in names if n != "iso-2022-jp"])


def chunks(lines, name, lang, wanted):
    """Texts with about WANTED non-ASCII bytes each."""
    text, high = [], 0
    for line in lines:
        text.append(line)
        high += sum(b > 127 for b in encode(line, name, lang))
        if high >= wanted:
            yield "\n".join(f"<p>{x}</p>" for x in text)
            text, high = [], 0


def texts(debs):
    rng = random.Random(1)
    for lang, names in ENCODINGS.items():
        if lang in train_guess.DEB_LANGUAGES and debs is None:
            continue
        corpus = "en-web" if lang == "en" else lang
        lines = [x for x in train_guess.lines_of(corpus, debs) if train_guess.held_out(x)]
        rng.shuffle(lines)
        for name in names:
            if lang == "zh":
                fit = [x for x in lines if train_guess.fits(x, "big5" if name == "big5" else "gb2312")]
            else:
                fit = lines
            for wanted in (20, 60, 200, 2000):
                for n, text in enumerate(chunks(fit, name, lang, wanted)):
                    if n >= 20:
                        break
                    yield from encoded(f"about {wanted} bytes", lang, text, [name])


def damaged(documents):
    """UTF-8 with stray bytes of windows-1252, and truncated double-byte texts."""
    rng = random.Random(2)
    for doc in documents:
        if doc.part != "pages":
            continue
        data = doc.data
        high = [i for i, b in enumerate(data[:100000]) if b > 127]
        if doc.truth == "utf-8" and len(high) > 60:
            at = rng.choice(high[2:])
            while data[at] & 0xC0 == 0x80:
                at -= 1
            yield Document("UTF-8, a stray byte", doc.lang, "utf-8", data[:at] + b"\x93" + data[at:])
        elif doc.truth in ("gbk", "shift_jis", "euc-jp", "big5", "euc-kr") and len(high) > 60:
            yield Document("cut off", doc.lang, doc.truth, data[: high[len(high) // 2] + 1])


# ------------------------------------------------------------------ guessers


def ask_pith(program, documents):
    frames = b"".join(struct.pack("<I", len(d.data)) + d.data for d in documents)
    run = subprocess.run([program], input=frames, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    size, seconds = map(float, run.stderr.split())
    return [line.split()[0] for line in run.stdout.decode().splitlines()], size, seconds


class Uchardet:
    """Called as Pith used to: after the checks for UTF-8, on 64 kB from the first non-ASCII byte."""

    def __init__(self):
        name = ctypes.util.find_library("uchardet") or "libuchardet.so.0"
        self.lib = ctypes.CDLL(name)
        self.lib.uchardet_new.restype = ctypes.c_void_p
        self.lib.uchardet_get_charset.restype = ctypes.c_char_p
        for function in ("handle_data", "data_end", "get_charset", "delete"):
            getattr(self.lib, "uchardet_" + function).argtypes = [ctypes.c_void_p] + (
                [ctypes.c_char_p, ctypes.c_size_t] if function == "handle_data" else [])
        self.seconds = self.size = 0

    def raw(self, data):
        self.size += len(data)
        start = time.perf_counter()
        detector = self.lib.uchardet_new()
        self.lib.uchardet_handle_data(detector, data, len(data))
        self.lib.uchardet_data_end(detector)
        name = self.lib.uchardet_get_charset(detector).decode()
        self.lib.uchardet_delete(detector)
        self.seconds += time.perf_counter() - start
        return {"UHC": "euc-kr", "MAC-CYRILLIC": "x-mac-cyrillic", "WINDOWS-1252": "windows-1252"}.get(name, name)

    def guess(self, data):
        bad = data.decode("utf-8", "replace").count("\ufffd")
        good = sum(b >= 0xC0 for b in data) - bad
        if bad == 0 or (good >= 20 and bad <= (good + bad) // 20):
            return "utf-8"
        start = next(i for i, b in enumerate(data) if b > 127)
        name = self.raw(data[start : start + 64 * 1024])
        return name if name not in ("", "HZ-GB-2312", "ISO-2022-KR", "ISO-2022-CN") else "windows-1252"


# ------------------------------------------------------------------ report


def table(title, documents, right, key):
    print(f"\n{title:24}{'n':>7}" + "".join(f"{name:>10}" for name in right))
    groups = collections.defaultdict(list)
    for i, doc in enumerate(documents):
        groups[key(doc)].append(i)
    for group, members in groups.items():
        shares = "".join(f"{100 * sum(r[i] for i in members) / len(members):9.1f}%" for r in right.values())
        print(f"{group:24}{len(members):7}{shares}")


def report(documents, right):
    table("part", documents, right, lambda d: d.part)
    for part in ("pages", "titles", "texts"):
        chosen = [i for i, d in enumerate(documents) if (d.part.startswith("about") if part == "texts" else d.part == part)]
        if chosen:
            some = {name: [r[i] for i in chosen] for name, r in right.items()}
            table(f"{part}, by encoding", [documents[i] for i in chosen], some, lambda d: d.truth)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--debs")
    parser.add_argument("--part", help="only this part, such as pages")
    parser.add_argument("--misses", action="store_true", help="list what Pith got wrong")
    args = parser.parse_args()
    documents = list(pages())
    documents += list(damaged(documents)) + list(texts(args.debs))
    if args.part:
        documents = [d for d in documents if d.part.startswith(args.part)]
    guesses, size, seconds = ask_pith(args.program, documents)
    right = {"pith": [same_text(d.data, g, d.truth) for d, g in zip(documents, guesses)]}
    if args.misses:
        missed = collections.Counter((d.part, d.lang, d.truth, g) for d, g, ok in zip(documents, guesses, right["pith"]) if not ok)
        for (part, lang, truth, guess), n in missed.most_common():
            print(f"{n:5} {part:20} {lang} {truth:14} taken for {guess}")
    try:
        uchardet = Uchardet()
    except OSError:
        print("uchardet is not installed", file=sys.stderr)
        uchardet = None
    if uchardet:
        right["uchardet"] = [same_text(d.data, uchardet.guess(d.data), d.truth) for d in documents]
    report(documents, right)
    print(f"\npith: {size / seconds / 1e6:.0f} MB/s, {1e6 * seconds / len(documents):.0f} us a document")
    if uchardet:
        print(f"uchardet: {uchardet.size / uchardet.seconds / 1e6:.1f} MB/s of the samples that it was given, "
              f"{1e6 * uchardet.seconds / len(documents):.0f} us a document")


if __name__ == "__main__":
    main()
