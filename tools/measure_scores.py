#!/usr/bin/env python3
"""Measures the basis of the block scores: how much of the text that a method keeps or drops for a given reason is
content.

    measure_scores.py PITH PAGES.jsonl.xz

PAGES has one page per line with "id", "html" and the gold "text" (WCXB dev for the numbers in src/method). For
each method and reason it prints the fraction of words in such blocks that are content. A word counts as content if
the four words around it occur in this order in the gold text; a shorter block counts as a whole.
"""
import collections
import json
import lzma
import re
import subprocess
import sys

WORD = re.compile(r"\w+")
RUN = 4


def runs(words):
    n = min(RUN, len(words))
    return [tuple(words[i:i + n]) for i in range(len(words) - n + 1)] if words else []


def content_words(block, true):
    words = WORD.findall(block.lower())
    found = [run in true[len(run)] for run in runs(words)]
    hit = [any(found[max(0, i - RUN + 1):i + 1]) for i in range(len(words))]
    return sum(hit), len(words)


def main():
    pith, path = sys.argv[1:]
    with lzma.open(path) as file:
        lines = file.read()
    truths = [WORD.findall(json.loads(line)["text"].lower()) for line in lines.split(b"\n")[:-1]]
    for method in ["all", "minwords", "bte", "words", "density"]:
        run = subprocess.run([pith, "batch", "--jsonl", "-m", method, "-f", "json"], input=lines,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        good, total = collections.Counter(), collections.Counter()
        for line, truth in zip(run.stdout.split(b"\n"), truths):
            if not truth:
                continue
            true = {n: {tuple(truth[i:i + n]) for i in range(len(truth) - n + 1)} for n in range(1, RUN + 1)}
            for block in json.loads(line)["blocks"]:
                hits, words = content_words(block["text"], true)
                good[block["why"]] += hits
                total[block["why"]] += words
        for why in sorted(total):
            print(f"{method:9} {why:12} {good[why] / max(1, total[why]):.2f}  of {total[why]} words")


main()
