#!/usr/bin/env python3
"""Runs the methods over labelled pages and compares them with Figure 2 of Boilerpipe's paper: `make bench-quality`.

    quality.py PITH [DATA]

DATA is a folder with l3s-gn1.jsonl.xz, cleaneval-en.jsonl.xz and wcxb-dev.jsonl.xz: one page per line, with "id",
"html" and the gold "text"; default PITH_SHARED/data. L3S-GN1 is the paper's own GoogleNews set (Kohlschuetter,
Fankhauser and Nejdl, 2010; for research only), CleanEval the shared task of 2007, WCXB the Web Content Extraction
Benchmark of 2026 (github.com/Murrough-Foley/web-content-extraction-benchmark).

The measure is that of the paper: bag-of-words token F1 per page, mean and median over the pages, in per cent.
Tokens are runs of letters and digits in lower case. The gold text of L3S-GN1 is headline, full text and
supplemental text. Pages without content are skipped. "readable" also skips the pages of which a browser would show
nothing, because the collection's copy is broken (an unclosed <title> or <script>).
"""
import collections
import json
import lzma
import os
import re
import statistics
import subprocess
import sys

# The paper's Figure 2: mean and median.
PAPER = {
    "l3s-gn1": {"all": (68.30, 70.60), "minwords": (80.78, 85.10), "bte": (89.29, 96.28), "words": (91.08, 95.87),
                "density": (90.61, 95.56), "words largest": (92.17, 97.65), "density largest": (92.08, 97.62),
                "words main": (95.93, 98.66), "density main": (95.62, 98.49)},
    "cleaneval-en": {"all": (89.24, 95.11), "minwords": (90.08, 95.52), "bte": (91.11, 97.41), "words": (89.86, 97.18),
                     "words largest": (67.81, 76.89), "density largest": (68.30, 79.81),
                     "words main": (79.80, 94.91), "density main": (77.76, 93.34)},
    "wcxb-dev": {},
}
SYSTEMS = ["all", "minwords", "bte", "words", "density", "words largest", "density largest", "words main",
           "density main"]
TOKEN = re.compile(r"[^\W_]+")


def bag(text):
    return collections.Counter(TOKEN.findall(text.lower()))


def f1(predicted, true):
    shared = sum((predicted & true).values())
    return 200.0 * shared / (sum(predicted.values()) + sum(true.values()))


def answers(pith, lines, system):
    method, _, kept = system.partition(" ")
    run = subprocess.run([pith, "batch", "--jsonl", "-m", method, "--filter", kept or "none"], input=lines,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return [json.loads(line).get("text", "") for line in run.stdout.split(b"\n")[:-1]]


def row(system, scores, paper):
    mean, median = statistics.mean(scores), statistics.median(scores)
    cells = [f"{mean:.1f} / {median:.1f}"]
    if paper:
        cells += [f"{paper[0]:.1f} / {paper[1]:.1f}", f"{mean - paper[0]:+.1f} / {median - paper[1]:+.1f}"]
    else:
        cells += ["", ""]
    return cells


def evaluate(pith, path):
    name = os.path.basename(path).removesuffix(".jsonl.xz")
    with lzma.open(path) as file:
        lines = file.read()
    truths = [bag(json.loads(line)["text"]) for line in lines.split(b"\n")[:-1]]
    outputs = {system: answers(pith, lines, system) for system in SYSTEMS}
    pages = [i for i, truth in enumerate(truths) if truth]
    readable = [i for i in pages if outputs["all"][i]]
    print(f"\n{name}: {len(pages)} pages with true content, {len(readable)} of them readable\n")
    print("| method | all pages | paper | difference | readable pages | difference |")
    print("|---|---:|---:|---:|---:|---:|")
    for system in SYSTEMS:
        scores = {i: f1(bag(outputs[system][i]), truths[i]) for i in pages}
        paper = PAPER[name].get(system)
        whole = row(system, list(scores.values()), paper)
        part = row(system, [scores[i] for i in readable], paper)
        print(f"| {system.replace(' ', ' + ')} | {whole[0]} | {whole[1]} | {whole[2]} | {part[0]} | {part[2]} |",
              flush=True)


def main():
    pith = sys.argv[1]
    data = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.environ.get("PITH_SHARED") or "", "data")
    paths = [path for path in (os.path.join(data, f"{name}.jsonl.xz") for name in PAPER) if os.path.exists(path)]
    if not paths:
        print("the labelled pages are not here: see the head of bench/quality.py")
        sys.exit(77)
    print("bag-of-words token F1 in per cent, mean / median over pages")
    for path in paths:
        evaluate(pith, path)


if __name__ == "__main__":
    main()
