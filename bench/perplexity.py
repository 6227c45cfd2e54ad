#!/usr/bin/env python3
"""Evaluates the method perplexity on labelled pages: bench/perplexity.py PITH FOLDER [--quick]

Trains a bigram and a trigram model by interpolation and by Kneser-Ney, of 12 MB each, into FOLDER
unless they are there, and prints for each of them, for limits, for the method alone, after first
dropping what `words` drops, and combined with `words` as the default is: edit similarity on
CleanEval's development pages, word F1 on WCXB's development pages, and beside them edit similarity
on CleanEval's test pages. The combination was chosen by the first two columns, the default limit by
the examples of the paper's Figure 3 (docs/explanation/methods.md). With --quick only the model that is built in is measured.

The sets are those of PITH_SHARED/data.
"""

import csv
import io
import os
import pathlib
import subprocess
import sys

DATA = pathlib.Path(os.environ.get("PITH_SHARED", "../shared")) / "data"
CLEANEVAL, WCXB = DATA / "cleaneval-en.jsonl.xz", DATA / "wcxb-dev.jsonl.xz"
LIMITS = (4000, 8000, 10000)


def train(pith, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for order in (2, 3):
        for estimate in ("interpolated", "kneser-ney"):
            path = folder / f"{order}-{estimate}.wordgram"
            if not path.exists():
                files = sorted(map(str, (DATA / "corpora").glob("en-*.txt.xz")))
                options = f"--lang en --size 12M --order {order} --estimate {estimate}".split()
                run = [pith, "train", "perplexity", *files, "-o", str(path), *options]
                subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
            yield path.stem, ["--model", str(path)]


def figure(pith, data, measure, method, options):
    run = subprocess.run(
        [pith, "eval", "-m", method, "--bootstrap", "0", "--csv", "--measures",
         measure.split(".")[0], *options, str(data)],
        stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    rows = csv.reader(io.StringIO(run.stdout))
    return {row[3]: float(row[4]) for row in rows if row[2] == measure}


def measure(pith, name, method="perplexity", options=()):
    edit = figure(
        pith, CLEANEVAL, "editsim.text_only_pct", method, ["--by", "split", *options]
    )
    words = figure(pith, WCXB, "wordf1.f1", method, options)["all"]
    print(f"{name:44} {edit['split=dev']:8.2f} {words:8.4f} {edit['split=test']:8.2f}", flush=True)


def main():
    pith, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if not CLEANEVAL.exists() or not WCXB.exists():
        print("the labelled sets are not here: PITH_SHARED names the folder above data/")
        sys.exit(77)
    models = [("built in", [])] + ([] if "--quick" in sys.argv else list(train(pith, folder)))
    print(f"{'':44} {'CE dev':>8} {'WCXB':>8} {'CE test':>8}")
    for method in ("all", "words"):
        measure(pith, method, method)
    measure(pith, "perplexity", options=[])
    for name, model in models:
        for combine in ("alone", "words", "default"):
            for per in ("sentence", "block"):
                for limit in LIMITS:
                    options = f"--combine {combine} --per {per} --limit {limit}".split()
                    title = f"{name}, {combine}, {per}, {limit}"
                    measure(pith, title, options=model + options)


if __name__ == "__main__":
    main()
