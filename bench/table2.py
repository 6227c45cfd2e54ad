#!/usr/bin/env python3
"""Retrains the classifiers of Boilerpipe's paper and compares them with its Table 2: `make bench-trees`.

    bench/table2.py [--blocks paper|ours] [--by block|site] [--classes 2|4] [--shares set|paper] [--row TEXT] PITH
    [SET]

SET is l3s-gn1.jsonl.xz, the paper's own GoogleNews set (Kohlschuetter, Fankhauser and Nejdl, "Boilerplate
Detection using Shallow Text Features", WSDM 2010); default PITH_SHARED/data, or data in the folder ../shared. Its
licence is for research only: the models trained here are printed and discarded.

Each row is a call of `pith train density`. As in the paper, results are weighted by words, classes by their
fraction of the words, over ten folds; leaves have at least 1,000 words. Folds are made of blocks, as in Weka, so
blocks of a page are on both sides. With --by site they are made of sites, which measures performance on unseen
sites. Weka's 1R has no weights: it is trained on blocks, with buckets of six. It predicts a class without a
probability, so its AUC follows from recall and false-positive rate.

The paper's blocks end at every tag but <a>, and Boilerpipe, as published, does not read the text of <option>,
<object> and <applet>. Ours are not split by inline tags, and include the text of controls. With --blocks paper the
pages are changed before extraction, so that they are split as in the paper. Text without a labelled block is
removed too: the pages were annotated in a browser, and this is what it did not show, such as closed menus.

The published set has fewer headlines and less supplemental text than the paper, as its ZeroR shows. With --shares
paper the words of these two classes are reweighted, in training and evaluation, to the paper's fractions.

The paper's numbers come from its PDF, in which the table's columns for two and four classes run together.
Precision and recall are separate lists. F1 and AUC come in pairs, of which the larger is taken for two classes;
for the pairs in UNSURE this is a guess. False-positive rates and leaves cannot be told apart and are omitted.
"""
import argparse
import concurrent.futures
import json
import lzma
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TREE = ("--prune", "ebp")
SIMPLE = ("--prune", "rep", "--max-leaves", "8")  # Algorithms 1 and 2 have eight leaves
RULE = ("--algorithm", "1r", "--count", "blocks", "--min-leaf", "6")

# Name in the paper, our options, (precision, recall, F1, AUC) for two and for four classes.
ROWS = [
    ("ZeroR", ("--max-leaves", "1"), (40.7, 63.8, 49.7, 49.0), (35.0, 59.2, 44.0, 48.9)),
    ("Only Avg. Sentence Length", (*RULE, "--features", "curr_avgSentenceLength"),
     (78.5, 67.9, 68.0, 73.3), (72.4, 66.6, 65.2, 72.1)),
    ("C4.8 Element Frequency (P/C/N)", (*TREE, "--features", "textFrequency"),
     (77.7, 76.2, 73.8, 70.9), (70.9, 73.2, 69.8, 69.8)),
    ("Only Avg. Word Length", (*RULE, "--features", "curr_avgWordLength"),
     (80.2, 77.0, 77.5, 78.8), (77.4, 74.8, 73.5, 77.4)),
    ("Only Number of Words @15", (*RULE, "--features", "curr_numWords"),
     (86.7, 86.7, 86.7, 85.6), (80.9, 84.9, 82.8, 84.7)),
    ("Only Link Density @0.33", (*RULE, "--features", "curr_linkDensity"),
     (88.5, 87.8, 87.4, 84.3), (81.7, 83.8, 81.4, 80.7)),
    ("1R: Text Density @10.5", (*RULE, "--features", "curr_textDensity"),
     (87.8, 87.9, 87.9, 86.8), (81.4, 85.4, 83.4, 85.0)),
    ("C4.8 Link Density (P/C/N)", (*TREE, "--features", "links"),
     (91.1, 91.1, 91.0, 94.2), (83.7, 87.4, 85.4, 90.8)),
    ("C4.8 Number of Words (P/C/N)", (*TREE, "--features", "words"),
     (91.1, 90.8, 90.9, 94.7), (87.6, 89.3, 87.6, 94.6)),
    ("C4.8 All Local Features (C)", (*TREE, "--features", "local-current"),
     (92.9, 92.9, 92.9, 96.6), (88.7, 89.9, 88.7, 95.7)),
    ("C4.8 NumWords + LinkDensity, simplified", (*SIMPLE, "--features", "words,links"),
     (92.2, 92.2, 92.2, 95.7), (84.8, 88.9, 86.8, 93.3)),
    ("C4.8 Text + LinkDensity, simplified", (*SIMPLE, "--features", "density,links"),
     (92.4, 92.4, 92.4, 96.9), (84.7, 88.8, 86.7, 93.2)),
    ("C4.8 All Local Features (C) + TDQ",
     (*TREE, "--features", "local-current,curr_textDensityQuotient,curr_textDensityDelta"),
     (92.9, 93.0, 92.9, 97.2), (89.2, 90.3, 89.1, 96.1)),
    ("C4.8 Text+Link Density (P/C/N)", (*TREE, "--features", "density,links"),
     (93.9, 93.8, 93.9, 97.6), (89.3, 91.0, 89.5, 96.1)),
    ("C4.8 All Local Features (P/C/N)", (*TREE, "--features", "local"),
     (95.0, 95.0, 95.0, 98.1), (91.3, 92.4, 91.4, 96.7)),
    ("C4.8 All Local Features + Global Freq.", (*TREE, "--features", "all"),
     (95.1, 95.0, 95.1, 98.0), (91.5, 92.5, 91.6, 96.9)),
    ("SMO All Local Features + Global Freq.", ("--algorithm", "svm", "--features", "all"),
     (95.3, 95.3, 95.3, 95.0), (92.4, 93.2, 91.9, 94.0)),
]
UNSURE = {"ZeroR", "Only Avg. Sentence Length", "C4.8 Element Frequency (P/C/N)", "C4.8 Number of Words (P/C/N)",
          "SMO All Local Features + Global Freq."}  # of their AUC
# Tags that never end a block of ours, and elements whose text Boilerpipe never reads.
INLINE = ("abbr acronym b basefont bdo big br cite code del dfn em font i img input ins kbd label nobr q s samp small span strike "
          "strong sub sup tt u var wbr").split()
UNREAD = re.compile(r"(?is)<option\b[^>]*>[^<]*|<(object|applet)\b.*?</\1\s*>")
CUT = re.compile(r"(?is)<!--.*?-->|<(script|style|textarea|title|iframe|xmp)\b.*?</\1\s*>|</?(?:" + "|".join(INLINE) +
                 r")\b[^<>]*>")
FIGURES = ("precision", "recall", "F1", "ROC AUC")


def find_set():
    root = pathlib.Path(__file__).resolve().parent.parent
    for folder in (os.environ.get("PITH_SHARED"), root.parent / "shared"):
        path = pathlib.Path(folder or "/nowhere") / "data" / "l3s-gn1.jsonl.xz"
        if path.exists():
            return str(path)
    return None


def cut_as_the_paper(html):
    """Puts an empty <div>, which ends blocks, in place of each inline tag."""
    return CUT.sub(lambda match: match[0] if match[1] or match[0].startswith("<!--") else "<div></div>",
                   UNREAD.sub("<div></div>", html))


def write_pages(pages, path):
    with open(path, "w", encoding="utf-8") as out:
        for page in pages:
            out.write(json.dumps(page) + "\n")


def without_unknown(html, labels):
    """Removes the text of blocks that the ground truth does not have, and keeps the tags."""
    html, parts, at = html.encode(), [], 0
    for known, (begin, end) in zip(labels["known"], labels["spans"]):
        if not known:
            parts += html[at:begin], re.sub(rb"(<[^>]*>)|[^<]+|<", lambda match: match[1] or b" ", html[begin:end])
            at = end
    return b"".join([*parts, html[at:]]).decode()


def write_cut(program, data, folder):
    path = os.path.join(folder, "l3s-gn1.jsonl")
    with lzma.open(data, "rt", encoding="utf-8", newline="\n") as lines:
        pages = [json.loads(line) for line in lines]
    for page in pages:
        page["html"] = cut_as_the_paper(page["html"])
    write_pages(pages, path)
    out = subprocess.run([program, "eval", "--labels", path], check=True, capture_output=True).stdout.decode()
    labels = {page["id"]: page for page in map(json.loads, out.splitlines())}
    for page in pages:
        page["html"] = without_unknown(page["html"], labels[page["id"]])
    write_pages(pages, path)
    return path


def weighs(program, data):
    """Weights for the words of headlines and supplemental text that give them the fractions of the paper's ZeroR."""
    out = subprocess.run([program, "train", "density", "--data", data, "--classes", "4", "--folds", "0", "--max-leaves", "1"],
                         check=True, capture_output=True, text=True).stdout
    share = sum(float(re.search(rf"{name} ([\d.]+) %", out)[1]) for name in ("headline", "supplemental")) / 100
    zero = ROWS[0]
    paper = (zero[2][1] - zero[3][1]) / 100  # content minus full text
    factor = paper * (1 - share) / (share * (1 - paper))
    return ("--weigh", f"headline={factor:.3f}", "--weigh", f"supplemental={factor:.3f}")


def train(program, data, by, classes, options):
    """The figures, in the order of FIGURES, and the number of leaves."""
    command = [program, "train", "density", "--data", data, "--by", by, "--classes", str(classes), *options]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    figures = [float(re.search(rf"^{name} +([\d.]+) %", out, re.M)[1]) for name in (*FIGURES, "false pos.")]
    false_positives = figures.pop()
    if "1r" in options:
        figures[3] = (100 + figures[1] - false_positives) / 2
    leaves = re.search(r"^leaves +([\d.]+)", out, re.M)
    return figures, leaves[1] if leaves else ""


def print_table(program, data, blocks, by, classes, rows, weights):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda row: train(program, data, by, classes, (*row[1], *weights)), rows))
    whose = "the paper's blocks" if blocks == "paper" else "our blocks"
    if weights:
        whose += ", with the paper's shares (" + " ".join(weights[1::2]) + ")"
    print(f"\n{classes} classes, {whose}, 10 folds of {by}s: here, and the difference to the paper\n")
    print("| row | precision | recall | F1 | AUC | leaves |")
    print("|---|---:|---:|---:|---:|---:|")
    near = 0
    for (name, _, *paper), (figures, leaves) in zip(rows, results):
        paper = paper[classes == 4]
        apart = [round(ours - theirs, 1) for ours, theirs in zip(figures, paper)]
        near += all(abs(difference) <= 1 for difference in apart[2:])
        cells = [f"{ours:.1f} ({difference:+.1f})" for ours, difference in zip(figures, apart)]
        if name in UNSURE:
            cells[3] += "?"
        print(f"| {name} | " + " | ".join(cells) + f" | {leaves} |")
    print(f"\nF1 and AUC within one point: {near} of {len(rows)} rows")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--blocks", choices=("paper", "ours"), action="append")
    parser.add_argument("--by", choices=("block", "site"), action="append")
    parser.add_argument("--classes", type=int, choices=(2, 4), action="append")
    parser.add_argument("--shares", choices=("set", "paper"), action="append")
    parser.add_argument("--row", default="", help="only rows with this in their names")
    parser.add_argument("pith")
    parser.add_argument("set", nargs="?", default=find_set())
    args = parser.parse_args()
    if args.set is None:
        print("SKIPPED: no l3s-gn1.jsonl.xz; set PITH_SHARED")
        return 77
    rows = [row for row in ROWS if args.row.lower() in row[0].lower()]
    with tempfile.TemporaryDirectory() as folder:
        for blocks in args.blocks or ("paper", "ours"):
            data = write_cut(args.pith, args.set, folder) if blocks == "paper" else args.set
            for by in args.by or ("block", "site"):
                # Only the setting nearest to the paper is worth comparing.
                both = ("set", "paper") if (blocks, by) == ("paper", "block") else ("set",)
                for shares in args.shares or both:
                    weights = weighs(args.pith, data) if shares == "paper" else ()
                    for classes in args.classes or (2, 4):
                        print_table(args.pith, data, blocks, by, classes, rows, weights)
    return 0


if __name__ == "__main__":
    sys.exit(main())
