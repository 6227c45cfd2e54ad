#!/usr/bin/env python3
"""Accuracy of the sentence splitter: bench/sentences.py BENCH_SENTENCES [--errors TEXT...]

Lines of the corpora that hold one sentence each are joined and split again. English is all of en-mixed (MASC),
en-mixed without its meeting transcripts, tweets and blog comments, and NTREX news; the other languages are
translations of the same news. Many lines there hold two sentences or a headline without a stop, so precision and
recall are lower bounds.
"""

import lzma
import os
import subprocess
import sys

SHARED = os.environ.get("PITH_SHARED", "../shared")
# Positions of the NTREX lines in the files, found by names that occur in these news.
NEWS = {
    "ar": 9300, "bn": 7100, "cs": 15300, "da": 22300, "de": 15300, "el": 13300, "es": 10300,
    "fa": 15900, "fi": 13100, "fr": 13700, "he": 7100, "hi": 12100, "hu": 14500, "id": 13500,
    "it": 15300, "ja": 11700, "ko": 9900, "nl": 27300, "pl": 16900, "pt": 13700, "ro": 21700,
    "ru": 5100, "sv": 20700, "th": 1100, "tr": 24100, "uk": 18100, "vi": 8900, "zh": 19100,
}  # fmt: skip
LINES = 1600
SPOKEN = ((1500, 2500), (10500, 11000), (16500, 17500))  # chosen by where F is low


def lines(name, first=0, count=None):
    path = f"{SHARED}/data/corpora/{name}.txt.xz"
    with lzma.open(path, "rt", encoding="utf-8") as file:
        everything = file.read().split("\n")
    return everything[first : None if count is None else first + count]


def sets():
    mixed = lines("en-mixed")
    yield "en mixed", mixed, False
    running = [
        line
        for i, line in enumerate(mixed)
        if not any(first <= i < end for first, end in SPOKEN)
    ]
    yield "en running", running, False
    yield "en news", lines("en-news", 88300), False
    for language, first in NEWS.items():
        yield f"{language} news", lines(language, first, LINES), language in ("ja", "zh")


def main():
    program, errors = sys.argv[1], sys.argv[3:]
    print(f"{'text':10} {'known':>6} {'found':>6} {'P':>6} {'R':>6} {'F':>6} {'MB/s':>6}")
    for name, text, joined in sets():
        if errors and name not in errors:
            continue
        options = ["--joined"] * joined + ["--errors"] * bool(errors)
        output = subprocess.run(
            [program, *options], input="\n".join(text).encode(), stdout=subprocess.PIPE, check=True
        ).stdout.decode(errors="replace")
        *mistakes, last = output.splitlines()
        right, found, known, size, seconds = map(float, last.split())
        print("".join(line + "\n" for line in mistakes), end="")
        print(
            f"{name:10} {known:6.0f} {found:6.0f} {right / found:6.3f} {right / known:6.3f} "
            f"{2 * right / (found + known):6.3f} {size / seconds / 1e6:6.0f}"
        )


if __name__ == "__main__":
    main()
