#!/usr/bin/env python3
"""Compares NCleaner's Tables 3 and 4 with our results, and runs its method on other sets: `make bench-ngram`.

    bench/ncleaner.py [--threads N] [--tables] PITH [FOLDER]

FOLDER has cleaneval-en.jsonl.xz, wcxb-dev.jsonl.xz, l3s-gn1.jsonl.xz and trafilatura-a.jsonl.xz; default
PITH_SHARED/data, or data in the folder ../shared. The paper is Evert, "A lightweight and efficient tool for
cleaning Web pages", LREC 2008. Its results are for the test part of CleanEval, by its own alignment, which is our
measure `ncleaner`. Its text comes from the browser Lynx, ours from `pith strip`, read again by `--text`. With
--tables only these two tables are made, which takes a minute.

No model was trained or tuned on CleanEval's test part, L3S-GN1 or trafilatura's pages. WCXB dev is part of the
training data: `pith train ngram` reports their performance on held-out pages.
"""
import argparse
import csv
import os
import pathlib
import subprocess
import sys

# Name, options, F, precision, recall for words (Table 3) and for tags (Table 4).
ROWS = [
    ("keep everything", ("-m", "all"), (88.72, 83.11, 95.15), (0.00, 0.00, 0.00)),
    ("lexical, HTML", ("-m", "ngram", "--model", "en"), (92.73, 94.70, 90.83), (60.85, 69.30, 54.24)),
    ("lexical, text", ("-m", "ngram", "--model", "en", "--as", "text"), (90.18, 90.30, 90.05), (34.04, 28.98, 41.25)),
    ("non-lexical, HTML", ("-m", "ngram", "--model", "any"), (92.31, 91.65, 92.97), (55.76, 52.76, 59.13)),
    ("non-lexical, text", ("-m", "ngram", "--model", "any", "--as", "text"), (89.86, 89.88, 89.85), (33.21, 27.43, 42.07)),
]
# The paper's method with our models, without neighbours; and the model chosen by the page's words.
MORE = [
    ("lexical, HTML, --short-alone", ("-m", "ngram", "--model", "en", "--short-alone")),
    ("lexical, HTML, --rules none", ("-m", "ngram", "--model", "en", "--rules", "none")),
    ("by language, HTML", ("-m", "ngram")),
]
# Set, measure, columns to show.
SETS = [
    ("cleaneval-en", ("--where", "split=test", "--measures", "wordf1"), ("wordf1.f1", "wordf1.p", "wordf1.r")),
    ("wcxb-dev", ("--measures", "wordf1"), ("wordf1.f1", "wordf1.p", "wordf1.r")),
    ("l3s-gn1", ("--measures", "bow"), ("bow.f1", "bow.p", "bow.r")),
]


def measure(pith, threads, path, *options):
    """The figures of a run: {(method, measure, group): value}."""
    run = subprocess.run([pith, "eval", "--csv", "--bootstrap", "0", "-T", str(threads), *options, str(path)],
                         capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr)
    rows = list(csv.DictReader(run.stdout.splitlines()))
    return {(row["method"], row["measure"], row["group"]): row["value"] for row in rows}


def marks(figures, what):
    method = next(iter(figures))[0]
    return [100 * float(figures[method, f"ncleaner.{what}micro_{which}", "all"]) for which in "fpr"]


def print_tables(pith, threads, path):
    found = []
    for name, options, *paper in ROWS + [(name, options, None, None) for name, options in MORE]:
        figures = measure(pith, threads, path, "--where", "split=test", "--measures", "ncleaner", *options)
        found.append((name, (marks(figures, ""), marks(figures, "tag_")), paper))
    for number, title in ((0, "Table 3: words"), (1, "Table 4: marks of segments")):
        print(f"\n{title} (per cent, over all pages together)\n")
        print(f"{'':30}{'F':>7}{'P':>7}{'R':>7}   {'paper: F':>9}{'P':>7}{'R':>7}   {'F less the paper':>16}")
        for name, ours, paper in found:
            line = f"{name:30}" + "".join(f"{value:7.2f}" for value in ours[number])
            if paper[number]:
                line += f"   {paper[number][0]:9.2f}" + "".join(f"{value:7.2f}" for value in paper[number][1:])
                line += f"   {ours[number][0] - paper[number][0]:+16.2f}"
            print(line)


def print_sets(pith, threads, folder):
    print("\nOther measures and sets, mean over pages\n")
    for name, options, columns in SETS:
        for label, chosen in (("ngram", ("-m", "ngram")), ("ngram, en", ("-m", "ngram", "--model", "en")),
                              ("ngram, any", ("-m", "ngram", "--model", "any")), ("words", ("-m", "words")), ("all", ("-m", "all"))):
            figures = measure(pith, threads, folder / f"{name}.jsonl.xz", *options, *chosen)
            method = next(iter(figures))[0]
            line = "  ".join(f"{column} {100 * float(figures[method, column, 'all']):.2f}"
                             for column in columns if (method, column, "all") in figures)
            print(f"{name:14}{label:12}{line}", flush=True)


def print_languages(pith, threads, path):
    print("\nSnippets of trafilatura's pages, by language: accuracy, and F1\n")
    for label, chosen in (("ngram, any", ("-m", "ngram", "--model", "any")), ("ngram", ("-m", "ngram")),
                          ("words", ("-m", "words")), ("all", ("-m", "all"))):
        figures = measure(pith, threads, path, "--measures", "snippets", "--by", "lang", *chosen)
        method = next(iter(figures))[0]
        for group in ("all", "lang=de", "lang=en", "lang=es", "lang=fr", "lang=pl"):
            line = "  ".join(f"{key[1].removeprefix('snippets.')} {value}" for key, value in figures.items()
                             if key[0] == method and key[2] == group and key[1].split(".")[1] in ("accuracy", "f1", "n"))
            print(f"{label:12}{group:10}{line}", flush=True)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--tables", action="store_true")
    arguments.add_argument("pith")
    arguments.add_argument("folder", nargs="?")
    options = arguments.parse_args()
    folder = pathlib.Path(options.folder or pathlib.Path(os.environ.get("PITH_SHARED") or "../shared") / "data")
    if not (folder / "cleaneval-en.jsonl.xz").exists():
        print(f"skipped: there is no {folder}/cleaneval-en.jsonl.xz")
        sys.exit(77)
    print_tables(options.pith, options.threads, folder / "cleaneval-en.jsonl.xz")
    if options.tables:
        return
    print_sets(options.pith, options.threads, folder)
    print_languages(options.pith, options.threads, folder / "trafilatura-a.jsonl.xz")


main()
