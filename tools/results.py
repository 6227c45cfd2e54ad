#!/usr/bin/env python3
"""Writes tests/quality/results.csv, the scores of every method on every labelled set, and the table of them in
docs/explanation/accuracy.md: `make results`.

    results.py PITH          measures, and writes both
    results.py --check       exits 1 when the page's table is not what results.csv says
    results.py --check PITH  also when results.csv is not what PITH measures (77: the sets are not here)
    results.py --check --quick PITH  the same of the measures that are calculated quickly, on the same pages

The sets are those of PITH_SHARED/data. For a whole set all figures are written, for its parts (by page_type, lang,
split) the main figure of each measure. Figures have four decimals, so that only a change of quality changes the
file.
"""
import csv
import io
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "tests/quality/results.csv"
PAGE = ROOT / "docs/explanation/accuracy.md"
BEGIN, END = "<!-- results.csv: begin -->\n", "<!-- results.csv: end -->\n"

SETS = {"wcxb-dev": ["page_type"], "cleaneval-en": ["split"], "l3s-gn1": [], "trafilatura-a": ["lang"]}
SYSTEMS = "auto,ngram,perplexity,words,density,minwords,bte,all,words:largest,density:largest,words:main,density:main"
TRAINED_ON = {"wcxb-dev": ("auto", "ngram"), "trafilatura-a": ("auto",)}  # scores on training data mean nothing
MAIN = {"wordf1.f1", "shingle.f1", "bow.f1", "align.micro_f", "ncleaner.micro_f", "editsim.text_only_pct", "snippets.f1",
        "rougeLsum.f1", "segments.lab_micro_f", "block.f1"}
QUICK = "wordf1,snippets,block"  # linear in the page; by them every method on every page is seen
# Columns of the page's table: title, set, measure, group.
COLUMNS = [("WCXB dev, word F1", "wcxb-dev", "wordf1.f1", "all"),
           ("L3S-GN1, bag of words", "l3s-gn1", "bow.f1", "all"),
           ("CleanEval test, NCleaner's F", "cleaneval-en", "ncleaner.micro_f", "split=test"),
           ("CleanEval test, edit similarity %", "cleaneval-en", "editsim.text_only_pct", "split=test"),
           ("Trafilatura-a, snippets F", "trafilatura-a", "snippets.f1", "all")]


def measure(pith, data, name, groups, measures):
    path = os.path.join(data, f"{name}.jsonl.xz")
    by = [word for group in groups for word in ("--by", group)]
    systems = [system for system in SYSTEMS.split(",") if system not in TRAINED_ON.get(name, ())]
    if name != "trafilatura-a":
        systems.append("oracle")
    run = subprocess.run([pith, "eval", "--csv", "--bootstrap", "0", "--measures", measures, "-m", ",".join(systems), *by, path],
                         capture_output=True, text=True, encoding="utf-8")
    if run.returncode not in (0, 1) or not run.stdout:
        sys.exit(f"{name}: {run.stderr}")
    for row in csv.reader(io.StringIO(run.stdout)):
        if row[0] != "set" and (row[3] == "all" or row[2] in MAIN):
            value = float(row[4])
            yield [*row[:4], str(int(value)) if value == int(value) and abs(value) > 1 else f"{value:.4f}"]


def results(pith, data, measures):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["set", "method", "measure", "group", "value"])
    for name, groups in SETS.items():
        writer.writerows(measure(pith, data, name, groups, measures))
    return out.getvalue()


def only(text, measures):
    """The rows of some measures."""
    rows = text.splitlines(keepends=True)
    return "".join(rows[:1] + [row for row in rows[1:] if row.split(",")[2].split(".")[0] in measures.split(",")])


def table(text):
    rows = {tuple(row[:4]): row[4] for row in csv.reader(io.StringIO(text))}
    methods = dict.fromkeys([*SYSTEMS.split(","), *(key[1] for key in rows if key[0] in SETS)])
    lines = ["| method | " + " | ".join(column[0] for column in COLUMNS) + " |",
             "|---|" + "---:|" * len(COLUMNS)]
    for method in methods:
        cells = [rows.get((name, method, what, group)) for _, name, what, group in COLUMNS]
        shown = ["" if cell is None else f"{float(cell):.3f}" if float(cell) <= 1 else f"{float(cell):.1f}" for cell in cells]
        lines.append(f"| {'`' + method + '`' if method != 'oracle' else 'oracle: the true blocks'} | {' | '.join(shown)} |")
    return "".join(line + "\n" for line in lines)


def page_with(text):
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return before + BEGIN + table(text) + END + rest.partition(END)[2]


def main():
    args = [arg for arg in sys.argv[1:] if arg not in ("--check", "--quick")]
    check = "--check" in sys.argv
    data = os.path.join(os.environ.get("PITH_SHARED") or "", "data")
    if args and not all(os.path.exists(os.path.join(data, f"{name}.jsonl.xz")) for name in SETS):
        print("the labelled sets are not here: PITH_SHARED names the folder above data/")
        sys.exit(77)
    if check and args and "--quick" in sys.argv:
        if results(args[0], data, QUICK) != only(RESULTS.read_text(encoding="utf-8"), QUICK):
            sys.exit(f"of {QUICK}, results.csv is not what is measured now; make results writes it, and the diff tells what changed")
        return
    text = results(args[0], data, "all") if args else RESULTS.read_text(encoding="utf-8")
    if check:
        if text != RESULTS.read_text(encoding="utf-8"):
            sys.exit("results.csv is not what is measured now; make results writes it, and the diff tells what changed")
        if page_with(text) != PAGE.read_text(encoding="utf-8"):
            sys.exit("the table in docs/explanation/accuracy.md is not that of results.csv; make results writes it")
        return
    RESULTS.write_text(text, encoding="utf-8")
    PAGE.write_text(page_with(text), encoding="utf-8")


if __name__ == "__main__":
    main()
