#!/usr/bin/env python3
"""Compares the measures with model.py, on texts made up and distorted at random.

    tests/eval/measures.py [--count N] [--seed N] MEASURE_PAGES

MEASURE_PAGES is the program built from measure_pages.c. Every value of every measure and page must be
the same to 1e-9, and so must the figures. Prints the largest difference; exits with 1 at one that is
too large and shows the page.
"""
import argparse
import math
import random
import statistics
import subprocess
import sys

import model

WORDS = """the of and to a in is that it was for on are as with his they at be this have from or one had by
word but not what all were we when your can said there use an each which she do how their if will up other
about out many then them these so some her would make like him into time has look two more write go see
number no way could people my than first water been call who oil its now find long down day did get come
made may part J. A. e.g. U.S. foo_bar __ 3.14 "Yes." (no) don't naïve ΟΔΟΣ ΣΑΣ Σ. ΆΣ\u0301 İstanbul ǅ Ⅷ ½ ² ª
straße ﬁn Ⱥ ẞ 日本語 文章。 次の ｶﾀｶﾅ 한국어 ไทย हिन्दी \u00ad x\u00ady 😀 \u200b ☃ … — - . ! ? ?! ." \u0130 \U00010400\U00010401 \u02b0Σ Σ\u02b0
""".split(" ")
BLANKS = [" ", " ", " ", " ", "\n", "  ", "\u00a0", "\t", "\u2003", "\r\n", "\x1c", "\x85", "\u3000", ""]


def make_text(rng, size, vocabulary):
    return "".join(rng.choice(vocabulary) + (" " if rng.random() < 0.8 else rng.choice(BLANKS)) for _ in range(size))


def distort(rng, text):
    parts = text.split(" ")
    for _ in range(rng.choice([0, 1, 3, 10])):
        i, j = sorted(rng.randrange(len(parts) + 1) for _ in range(2))
        how = rng.randrange(6)
        if how == 0:
            del parts[i:j]
        elif how == 1:
            parts[i:j] = [word.upper() for word in parts[i:j]]
        elif how == 2:
            parts = parts[j:] + parts[i:j] + parts[:i]
        elif how == 3:
            parts[i:i] = make_text(rng, 10, WORDS).split(" ")
        elif how == 4:
            parts = [word for word in parts if rng.random() < 0.9]
        else:
            rng.shuffle(parts) if rng.random() < 0.2 else None
    return " ".join(parts)


def make_segments(rng, text):
    how = rng.random()
    if how < 0.4:
        return None
    parts, words = [], text.split(" ")
    while words:
        n = rng.choice([1, 3, 10, 40])
        parts.append((rng.choice("pphl") if parts or rng.random() < 0.8 else "", " ".join(words[:n])))
        words = words[n:]
    return parts if how < 0.97 else []


def make_page(rng):
    size = rng.choice([0, 1, 2, 5, 30, 30, 100, 250, 400])
    vocabulary = rng.choice([WORDS, WORDS, rng.sample(WORDS, 3), ["a"], [f"w{n}" for n in range(500)]])
    text = make_text(rng, size, vocabulary)
    said = distort(rng, text) if rng.random() < 0.9 else make_text(rng, size, WORDS)
    said = said if rng.random() < 0.95 else ""
    pieces = [text[i : i + rng.randrange(40)] for i in (rng.randrange(len(text) + 1) for _ in range(6))]
    cut = rng.randrange(7)
    page = {"text": text, "segments": make_segments(rng, text), "with": pieces[:cut], "without": pieces[cut:]}
    if rng.random() < 0.2:
        page["with"] = page["without"] = []
    return page, {"text": said, "segments": make_segments(rng, said)}


def to_lines(page, answer):
    rows = [("T", page["text"]), ("A", answer["text"])]
    for mark, side in (("Ls", page), ("ls", answer)):
        if side["segments"] is not None:
            rows.append((mark[0], ""))
            rows += [("S" if side is page else "s", (kind or "-") + text) for kind, text in side["segments"]]
    rows += [("W", piece) for piece in page["with"]] + [("O", piece) for piece in page["without"]]
    return "".join(f"{mark}{text.encode().hex()}\n" for mark, text in rows) + ".\n"


def read_row(line):
    name, *cells = line.split()
    if cells == ["-"]:
        return name, None
    return name, {int(cell.partition(":")[0]): float(cell.partition(":")[2]) for cell in cells}


# The figures as the scripts of the papers make them of the values of all pages.
def mean(rows, number):
    return statistics.mean(row[number] for row in rows if number in row)


def ratio(rows, part, whole):
    return sum(row[part] for row in rows) / (sum(row[whole] for row in rows) or 1)


def harmonic(a, b):
    return 2 * a * b / (a + b or 1)


def figures(name, rows):
    rows = [row for row in rows if row]
    if name in ("wordf1", "bow", "rougeLsum"):
        return {"precision": mean(rows, 0), "recall": mean(rows, 1), "f1": mean(rows, 2),
                "median_f1": statistics.median(row[2] for row in rows)}
    if name == "shingle":
        return {"precision": mean(rows, 0), "recall": mean(rows, 1), "f1": harmonic(mean(rows, 0), mean(rows, 1))}
    if name == "editsim":
        return {"mean": mean(rows, 0), "median": statistics.median(row[0] for row in rows)}
    if name == "snippets":
        tp, tn, fp, fn = (sum(row[i] for row in rows) for i in range(4))
        return {"precision": tp / (tp + fp), "recall": tp / (tp + fn), "accuracy": (tp + tn) / (tp + tn + fp + fn),
                "f1": 2 * tp / (2 * tp + fp + fn), "tp": tp, "tn": tn, "fp": fp, "fn": fn}
    micro_p, micro_r = ratio(rows, 3, 4), ratio(rows, 3, 5)
    return {"micro_p": micro_p, "micro_r": micro_r, "micro_f": harmonic(micro_p, micro_r),
            "macro_p": mean(rows, 0), "macro_r": mean(rows, 1), "macro_f": mean(rows, 2)}


def gap(ours, wanted):
    if ours is None or wanted is None:
        return 0 if ours is wanted else math.inf
    if ours.keys() != wanted.keys():
        return math.inf
    return max((abs(ours[key] - wanted[key]) for key in wanted), default=0)


def run(program, cjk, pages):
    text = "".join(to_lines(*pair) for pair in pages)
    args = [program] + ["--cjk"] * cjk
    lines = subprocess.run(args, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    figure_lines = [line[1:].split() for line in lines if line.startswith("=")]
    rows = [read_row(line) for line in lines if not line.startswith("=")]
    per_page = [dict(rows[i : i + len(model.NAMES)]) for i in range(0, len(rows), len(model.NAMES))]
    return per_page, {name: float(value) for name, value in figure_lines}


def compare(program, cjk, pages, worst):
    failed = 0
    per_page, totals = run(program, cjk, pages)
    maker = model.Model(cjk)
    wanted = {name: [getattr(maker, name)(*pair) for pair in pages] for name in model.NAMES}
    for number, pair in enumerate(pages):
        for name in model.NAMES:
            ours, theirs = per_page[number][name], wanted[name][number]
            difference = gap(ours, theirs)
            worst[name] = max(worst.get(name, 0), difference)
            if difference > 1e-9:
                failed += 1
                if failed < 5:
                    print("differs:", name, "cjk" if cjk else "", "\n  ours: ", ours, "\n  model:", theirs, "\n ", pair)
    for name in model.NAMES:
        for figure, value in figures(name, wanted[name]).items():
            if not abs(totals[f"{name}.{figure}"] - value) <= 1e-9:
                failed += 1
                print("differs:", f"{name}.{figure}", totals[f"{name}.{figure}"], value)
    return failed


def check_characters(program):
    """All characters but most of the ideographs, Hangul and what is beyond, before and behind a sigma:
    words and lower case are Python's."""
    maker, pages, failed = model.Model(), [], 0
    for start in [*range(0, 0x3400, 0x400), *range(0xA000, 0xAC00, 0x400), *range(0xF800, 0x20000, 0x400)]:
        text = " ".join(f"{chr(cp)}\u03a3 A{chr(cp)}\u03a3{chr(cp)} \u03a3{chr(cp)}b" for cp in
                        range(start, start + 0x400) if not 0xD800 <= cp < 0xE000)
        pages.append(({"text": text, "segments": None, "with": [], "without": []},
                      {"text": text.lower(), "segments": None}))
    per_page, _ = run(program, False, pages)
    for rows, (page, answer) in zip(per_page, pages):
        for name in ("wordf1", "bow"):
            if gap(rows[name], getattr(maker, name)(page, answer)) > 1e-9:
                failed += 1
                print("differs:", name, "around", hex(ord(page["text"][0])))
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    worst, failed = {}, check_characters(args.program)
    for cjk in (False, True):
        failed += compare(args.program, cjk, [make_page(rng) for _ in range(args.count)], worst)
    for name, difference in worst.items():
        print(f"{name:10} largest difference {difference:.1e}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
