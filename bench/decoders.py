#!/usr/bin/env python3
"""Speed of decoding legacy encodings, compared with iconv: bench/decoders.py BENCH_ENCODING [FOLDER]

Text in the language of each encoding, from the corpora in PITH_SHARED, is encoded by Python: as running text, and
as HTML with four times as much ASCII markup. The files stay in FOLDER, if given. Without the corpora it uses the
golden pages, which are too small to say much.
"""
import lzma
import os
import pathlib
import subprocess
import sys
import tempfile

SHARED = os.environ.get("PITH_SHARED", "../shared")
MOST = 2_000_000  # maximum number of characters per text
TEXTS = [
    ("windows-1252", "cp1252", "fr"), ("windows-1250", "cp1250", "cs"), ("windows-1251", "cp1251", "ru"),
    ("koi8-u", "koi8_u", "uk"), ("windows-1253", "cp1253", "el"), ("windows-1254", "cp1254", "tr"),
    ("windows-1255", "cp1255", "he"), ("windows-1256", "cp1256", "ar"), ("windows-874", "cp874", "th"),
    ("shift_jis", "cp932", "ja"), ("euc-jp", "euc_jp", "ja"), ("iso-2022-jp", "iso2022_jp", "ja"),
    ("gbk", "gbk", "zh"), ("gb18030", "gb18030", "ko"), ("big5", "big5", "zh"), ("euc-kr", "cp949", "ko"),
    ("utf-16le", "utf_16_le", "ja"), ("utf-16be", "utf_16_be", "ru"),
]  # fmt: skip
MARKUP = '<div class="story-item clearfix"><h3 id="item-{0}"><a href="https://www.example.org/news/{0}/index.html">{1}</a>' \
         '</h3><span class="share"><a href="#" rel="nofollow"><i class="icon icon-small"></i></a></span></div>\n'


def lines(language):
    path = pathlib.Path(SHARED) / "data/corpora" / f"{language}.txt.xz"
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return file.read(MOST).split("\n")


def html(text):
    for number, line in enumerate(text):
        for start in range(0, len(line), 40):
            yield MARKUP.format(number, line[start : start + 40])


def write(folder, label, codec, language):
    text = lines(language)
    for kind, content in (("text", "\n".join(text)), ("html", "".join(html(text))[:MOST])):
        (folder / f"{kind}-{label}").write_bytes(content.encode(codec, "ignore"))
        yield f"{label}={kind}-{label}"


def golden(folder):
    for page in sorted(pathlib.Path("tests/golden").glob("encoding-*.html")):
        label = page.stem[len("encoding-") :]
        if label in {text[0] for text in TEXTS}:
            (folder / f"page-{label}").write_bytes(page.read_bytes() * 200)
            yield f"{label}=page-{label}"


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else temporary)
        folder.mkdir(exist_ok=True)
        if (pathlib.Path(SHARED) / "data/corpora").is_dir():
            arguments = [argument for text in TEXTS for argument in write(folder, *text)]
        else:
            print("The corpora are not here: golden pages instead\n", flush=True)
            arguments = list(golden(folder))
        subprocess.run([program, *arguments], cwd=folder, check=True)


main()
