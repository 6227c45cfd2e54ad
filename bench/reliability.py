#!/usr/bin/env python3
"""Measures how well the confidence of pages is calibrated: `make bench-reliability`.

    reliability.py BUILD PITH [--pages FILE]

Trains the method auto like its built-in model, in five folds by site (`pith train auto --pages`, some ten
minutes), and compares the expected F1 of pages with their actual word F1, on WCXB dev. All values are out-of-fold:
neither the forest that scored a page nor the curve for its expected F1 was fitted on its fold. Prints a table and
draws BUILD/reliability.svg. With --pages FILE it only reads the output of an earlier run.
"""
import argparse
import json
import math
import os
import subprocess
import sys

EDGES = [0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.975, 1.0001]


def train(build, pith):
    sources = [os.path.join(os.environ.get("PITH_SHARED") or "", "data", name + ".jsonl.xz") for name in ("wcxb-dev", "trafilatura-a")]
    if not all(map(os.path.exists, sources)):
        print("skipped: the sets are not here; PITH_SHARED names the folder that has data/wcxb-dev.jsonl.xz and data/trafilatura-a.jsonl.xz")
        sys.exit(77)
    pages = os.path.join(build, "reliability.jsonl")
    subprocess.run([pith, "train", "auto", "--data", sources[0], "--snippets", sources[1], "--pages", pages], check=True)
    return pages


def mean(values):
    return sum(values) / len(values)


def error(values):
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / len(values) / max(len(values) - 1, 1))


def bins(pages, field):
    """(pages, mean of the stated values, mean of the actual values, its standard error) of each non-empty bin."""
    for low, high in zip(EDGES, EDGES[1:]):
        held = [page for page in pages if low <= page[field] < high]
        if held:
            f1 = [page["f1"] for page in held]
            yield low, min(high, 1), len(held), mean([page[field] for page in held]), mean(f1), error(f1)


def print_table(pages, field, title):
    rows = list(bins(pages, field))
    print(f"\n| {title} | pages | says | is | ± |\n|---|---:|---:|---:|---:|")
    for low, high, count, says, truth, spread in rows:
        print(f"| {low:g} to {high:g} | {count} | {says:.3f} | {truth:.3f} | {spread:.3f} |")
    gap = sum(count * abs(says - truth) for _, _, count, says, truth, _ in rows) / len(pages)
    print(f"\nMean gap {gap:.4f}; all pages say {mean([page[field] for page in pages]):.4f} and are "
          f"{mean([page['f1'] for page in pages]):.4f}.")
    return rows


def draw(rows, path):
    """The curve against the diagonal; the size of a point is the number of pages."""
    side, edge = 400, 50

    def place(x, y):
        return f"{edge + x * side:.1f},{edge + (1 - y) * side:.1f}"

    def text(x, y, words, anchor="middle"):
        return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{words}</text>'

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{side + 2 * edge}" height="{side + 2 * edge}" '
           'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>',
           f'<rect x="{edge}" y="{edge}" width="{side}" height="{side}" fill="none" stroke="#999"/>',
           f'<polyline points="{place(0, 0)} {place(1, 1)}" stroke="#999" stroke-dasharray="4"/>']
    for tenth in range(0, 11, 2):
        at = tenth / 10
        out += [text(edge + at * side, edge + side + 18, f"{at:g}"), text(edge - 6, edge + (1 - at) * side + 4, f"{at:g}", "end")]
    out.append(f'<polyline fill="none" stroke="#06c" points="{" ".join(place(says, truth) for _, _, _, says, truth, _ in rows)}"/>')
    for _, _, count, says, truth, spread in rows:
        x, y = place(says, truth).split(",")
        out.append(f'<polyline stroke="#06c" points="{place(says, truth - spread)} {place(says, min(truth + spread, 1))}"/>')
        out.append(f'<circle cx="{x}" cy="{y}" r="{2 + math.sqrt(count) / 4:.1f}" fill="#06c" fill-opacity="0.5"/>')
    out += [text(edge + side / 2, side + 2 * edge - 12, "confidence"), text(edge, edge - 16, "true word F1, mean of pages", "start"), "</svg>\n"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("pith")
    parser.add_argument("--pages")
    args = parser.parse_args()
    with open(args.pages or train(args.build, args.pith), encoding="utf-8") as file:
        pages = [page for page in map(json.loads, file) if not page["snippets"]]
    rows = print_table(pages, "confidence", "confidence")
    print_table([page for page in pages if not page["empty"]], "expected", "expected F1, before the curve")
    path = os.path.join(args.build, "reliability.svg")
    draw(rows, path)
    print(f"\n{path} shows the first table.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
