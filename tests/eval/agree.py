#!/usr/bin/env python3
"""Compares the measures with the independent scorer of the labelled sets, PITH_SHARED/eval/score.py.

    tests/eval/agree.py [--all] [--count N] [--seed N] MEASURE_PAGES PITH

MEASURE_PAGES is the program built from measure_pages.c, PITH the command. Compared are

  - every number of every page, and the figures over all pages, on pages made up at random, with the
    tokens "word" and "cjk";
  - the same for characters of all kinds, in upper and lower case;
  - the same numbers and figures on the labelled sets, with the answers of a method of Pith; and the
    figures of `pith eval --csv`, both of these answers and of the method itself, by groups.

Of the sets some pages are taken, with --all all of them (minutes). Numbers must be the same to 1e-9,
rows of CSV, which have six decimals, to 1e-6. Prints the largest difference of each measure; exits
with 1 where one is too large, with 77 (skipped) where the scorer is not there.
"""
import argparse
import collections
import csv
import io
import itertools
import json
import lzma
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("PITH_SHARED") or ROOT.parent / "shared")
if not (SHARED / "eval/score.py").exists() or not hasattr(int, "bit_count"):
    print("SKIPPED: there is no scorer, PITH_SHARED/eval/score.py, or Python is older than 3.10")
    sys.exit(77)
sys.dont_write_bytecode = True
sys.path.insert(0, str(SHARED / "eval"))
import score  # noqa: E402

# Every so many pages of each set, without --all: score.py takes up to 0.1 s for one.
SETS = {"wcxb-dev": 45, "cleaneval-en": 25, "l3s-gn1": 10, "trafilatura-a": 1}
NEAR, NEAR_CSV = 1e-9, 1e-6
METHOD = "words"


class Agreement:
    """The largest differences so far, and whether one is too large."""

    def __init__(self):
        self.worst = collections.Counter()
        self.bad = 0

    def number(self, what, ours, theirs, near=NEAR):
        """WHAT: the measure, then where."""
        gap = abs(ours - theirs) if isinstance(ours, (int, float)) else float("inf")
        self.worst[what[0]] = max(self.worst[what[0]], gap)
        if not gap <= near:
            self.complain(what, ours, theirs)

    def row(self, what, ours, theirs):
        """A row may have more numbers than the scorer's; None says that the page does not count."""
        if ours is None or theirs is None or isinstance(ours, str):
            if ours is not theirs:
                self.complain(what, ours, theirs)
            return
        for key, value in theirs.items():
            self.number((*what, key), ours.get(key), value)

    def complain(self, what, ours, theirs):
        self.bad += 1
        if self.bad <= 20:
            print("differs:", *what, "| ours:", ours, "| the scorer's:", theirs)

    def show(self, title):
        largest = " ".join(f"{name} {gap:.1g}" for name, gap in self.worst.items())
        print(f"{title}: largest differences: {largest}")


# ---------------------------------------------------------------- running both

def write_lines(path, records):
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        out.writelines(json.dumps(record) + "\n" for record in records)


def run_ours(program, tokens, truth, answers):
    """Rows of all pages, and the figures."""
    args = [program, *(["--cjk"] if tokens == "cjk" else []), str(truth), str(answers)]
    lines = subprocess.run(args, stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
    *rows, figures = map(json.loads, lines)
    return rows, figures


def run_theirs(truth, preds, tokens, names, by=None):
    rows = score.score_pages(truth, preds, names, tokens)
    return list(rows.values()), score.summarise(truth, rows, names, by)


def compare(agreement, title, ours, theirs, ids, names):
    (our_rows, our_figures), (their_rows, their_figures) = ours, theirs
    assert len(our_rows) == len(their_rows) == len(ids)
    for ident, ours_of_page, theirs_of_page in zip(ids, our_rows, their_rows):
        for name in names:
            agreement.row((name, title, ident), ours_of_page[name], theirs_of_page[name])
    for name in names:
        agreement.row((name, title, "all"), our_figures[name], their_figures["all"][name])


# ---------------------------------------------------------------- pages made up

WORDS = """the of and to a in is that it was for on are as with his they at be this have from or one had by word
but not what all were we when your can said there use an each which she do how their if will up other about out many
then them these so some her would make like him into time has look two more write go see number no way could people my
than first water been call who oil its now find long down day did get come made may part J. A. Dr. e.g. U.S. z.B.
Mr. (Prof. "etc. no. vs.) Dr.. A... Mr.! «Dr. «A. ‘J. foo_bar __ 3.14 "Yes." (no) [end.] don't naïve ΟΔΟΣ ΣΑΣ Σ.
ΆΣ\u0301 İstanbul İ. ǅ Ⅷ ½ ² ª straße ﬁn Ⱥ ẞ U.\u212a. 日本語 文章。 次の。次！ ほ？ ・ ゠ ｶﾀｶﾅ 한국어 ᄒ 豈 𠀀𠀁 ไทย हिन्दी \u00ad
x\u00ady 😀 \u200b ☃ … — - . ! ? ?! ." .. ... .。 。。 !」 ’. .’ ,;: , ;a :b! <p> <h> <L> <l> \u0130 \U00010400\U00010401
\u02b0Σ Σ\u02b0 End. Stop! Why? »So.« «Ja.» ‘Well.’ “Oh!” The A It 5""".split()
BLANKS = ["\n", "\n\n", "  ", "\u00a0", "\t", "\u2003", "\r\n", "\x1c", "\x85", "\u3000", "\u2028", "\x0b", ""]


def make_text(rng, size, vocabulary):
    return "".join(rng.choice(vocabulary) + (" " if rng.random() < 0.85 else rng.choice(BLANKS)) for _ in range(size))


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
        elif rng.random() < 0.2:
            rng.shuffle(parts)
    return " ".join(parts)


def make_segments(rng, text):
    how = rng.random()
    if how < 0.4:
        return None
    parts, words = [], text.split(" ")
    while words:
        count = rng.choice([1, 3, 10, 40])
        parts.append((rng.choice(["p", "p", "h", "l", "P", "H"]) if parts or rng.random() < 0.8 else "",
                      " ".join(words[:count])))
        words = words[count:]
    return parts if how < 0.97 else []


def make_snippets(rng, text):
    pieces = []
    for _ in range(rng.randrange(7)):
        at = rng.randrange(len(text) + 1)
        piece = text[at:at + rng.randrange(40)]
        pieces.append(rng.choice([piece, piece, piece.replace(" ", "\n "), piece.upper(), piece + "x", ""]))
    return pieces if rng.random() < 0.8 else None


def make_page(rng, number):
    size = rng.choice([0, 1, 2, 5, 30, 30, 100, 250, 400])
    vocabulary = rng.choice([WORDS, WORDS, rng.sample(WORDS, 3), ["a"], [f"w{n}" for n in range(500)]])
    text = make_text(rng, size, vocabulary)
    said = distort(rng, text) if rng.random() < 0.9 else make_text(rng, size, WORDS)
    page = {"id": f"p{number}", "text": text, "segments": make_segments(rng, text), "group": rng.choice("abc"),
            "with": make_snippets(rng, text), "without": make_snippets(rng, said)}
    said = said if rng.random() < 0.95 else rng.choice(["", " \n"])
    return page, {"id": page["id"], "text": said, "segments": make_segments(rng, said)}


def make_long(rng, number, size):
    """Pages whose tables are worked through in parts."""
    words = [f"w{rng.randrange(40)}" for _ in range(size)]
    said = [word if rng.random() < 0.8 else f"w{rng.randrange(40)}" for word in words if rng.random() < 0.95]
    page = {"id": f"p{number}", "text": " ".join(words), "segments": [["p", " ".join(words[i:i + 50])]
                                                                     for i in range(0, size, 50)]}
    return page, {"id": page["id"], "text": " ".join(said), "segments": None}


def check_made_up(args, folder):
    rng = random.Random(args.seed)
    pairs = [make_page(rng, number) for number in range(args.count)]
    pairs += [make_long(rng, args.count + i, size) for i, size in enumerate((300, 1100, 12500))]
    pairs.append(({"id": "unanswered", "text": "some text"}, {"id": "unknown", "text": "other"}))
    truth, answers = folder / "truth.jsonl", folder / "answers.jsonl"
    write_lines(truth, [page for page, _ in pairs])
    write_lines(answers, [answer for _, answer in pairs])
    read, preds = score.read_truth(str(truth), []), score.read_pred(str(answers))
    names, agreement = list(score.METRICS), Agreement()
    for tokens in ("word", "cjk"):
        theirs = run_theirs(read, preds, tokens, names)
        compare(agreement, tokens, run_ours(args.measure_pages, tokens, truth, answers), theirs, read, names)
    agreement.show(f"{len(read)} pages made up")
    return agreement.bad


CJK_EDGES = [0x3040, 0x30FF, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xAC00, 0xD7AF, 0xF900, 0xFAFF, 0x20000, 0x3FFFF]


def telling_characters():
    """Those that are unlike their neighbours, or have a lower case; generated_words sees to the others."""
    yield from (chr(edge + by) for edge in CJK_EDGES for by in (-1, 0, 1))
    before = None
    for char in map(chr, itertools.chain(range(0xD800), range(0xE000, sys.maxunicode + 1))):
        category = unicodedata.category(char)
        if category != before or char.lower() != char:
            yield char
        before = category


def check_characters(args, folder):
    """In words, where sentences end, and around a sigma, whose lower case depends on its neighbours."""
    table = (ROOT / "eval/wordchars_table.inc").read_text()
    if f"Unicode {unicodedata.unidata_version} " not in table:
        print("characters: not compared, Python has another version of Unicode")
        return 0
    chars, names = list(telling_characters()), ["wordf1", "bow", "shingle", "align", "rougeLsum"]
    agreement, pages, preds = Agreement(), {}, {}
    for start in range(0, len(chars), 32):
        text = " ".join(f"{c}\u03a3 A{c}\u03a3{c} \u03a3{c}b. {c} x.{c} 5" for c in chars[start:start + 32])
        ident = f"U+{ord(chars[start]):04X}"
        pages[ident] = {"id": ident, "text": text}
        preds[ident] = {"id": ident, "text": re.sub("[xA]", "", text).lower()}
    write_lines(folder / "truth.jsonl", pages.values())
    write_lines(folder / "answers.jsonl", preds.values())
    for tokens in ("word", "cjk"):
        ours = run_ours(args.measure_pages, tokens, folder / "truth.jsonl", folder / "answers.jsonl")
        compare(agreement, tokens, ours, run_theirs(pages, preds, tokens, names), pages, names)
    agreement.show(f"{len(chars)} characters")
    return agreement.bad


# ---------------------------------------------------------------- labelled sets

def take_lines(path, every):
    with lzma.open(path, "rb") as lines:
        return [line for number, line in enumerate(lines) if number % every == every // 2]


def make_answers(args, pages, path):
    """Text and segments by the method."""
    outputs = []
    for form in ("text", "cleaneval"):
        command = [args.pith, "batch", "--jsonl", "-m", METHOD, "-f", form, str(pages)]
        output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
        outputs.append([json.loads(line) for line in output.split(b"\n") if line])
    write_lines(path, [{"id": a["id"], "text": a["text"], "segments": b["segments"]} for a, b in zip(*outputs)])


def run_eval(args, tokens, pages, *more):
    """{(measure, figure, group): value} of pith eval."""
    command = [args.pith, "eval", "--csv", "--measures", ",".join(score.METRICS), "--tokens", tokens, "--bootstrap",
               "0", "--by", "lang", *more, str(pages)]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()
    rows = csv.DictReader(io.StringIO(output))
    return {(*row["measure"].split("."), row["group"]): float(row["value"]) for row in rows}


def compare_eval(agreement, title, ours, theirs, names):
    for group, name in itertools.product(theirs, names):
        for figure, value in (theirs[group][name] or {}).items():
            agreement.number((name, title, group, figure), ours.get((name, figure, group)), value, NEAR_CSV)


def check_set(args, folder, name):
    agreement, csv_agreement = Agreement(), Agreement()
    pages, answers = folder / f"{name}.jsonl", folder / "answers.jsonl"
    pages.write_bytes(b"".join(take_lines(SHARED / f"data/{name}.jsonl.xz", 1 if args.all else SETS[name])))
    make_answers(args, pages, answers)
    truth, preds = score.read_truth(str(pages), []), score.read_pred(str(answers))
    names = list(score.METRICS)
    if not any(page["text"] for page in truth.values()):
        names = [each for each in names if each not in score.NEED_TEXT]
    for tokens in ("word", "cjk") if args.all else ("word",):
        theirs = run_theirs(truth, preds, tokens, names, "lang")
        compare(agreement, tokens, run_ours(args.measure_pages, tokens, pages, answers), theirs, truth, names)
        for more in ("--pred", str(answers)), ("-m", METHOD):
            compare_eval(csv_agreement, f"pith eval {more[0]}", run_eval(args, tokens, pages, *more), theirs[1], names)
    agreement.show(f"{name}, {len(truth)} pages")
    csv_agreement.show(f"{name}, pith eval --csv")
    pages.unlink()
    return agreement.bad + csv_agreement.bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="all pages of the sets")
    parser.add_argument("--count", type=int, default=500, help="pages made up")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("measure_pages")
    parser.add_argument("pith")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        bad = check_made_up(args, folder) + check_characters(args, folder)
        for each in SETS:
            if (SHARED / f"data/{each}.jsonl.xz").exists():
                bad += check_set(args, folder, each)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
