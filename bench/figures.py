#!/usr/bin/env python3
"""Compares the findings of pith analyze on L3S-GN1 with Table 1 and section 5 of Boilerpipe's paper.

    figures.py PITH [SET]

SET is l3s-gn1.jsonl.xz, by default from PITH_SHARED/data (Kohlschuetter, Fankhauser and Nejdl, 2010; for research
only): one page per line, with "html" and "blocks", pairs of a class and the text of a block.

Four columns are ours. "Pith's blocks" is the set as it is. "the paper's blocks" are split at every tag but <a>,
without unlabelled text (bench/table2.py). "the set's blocks" are its pages with each labelled block as a paragraph
and nothing else, so blocks end where the annotators had them end. In the last column a lone bar or dash between
spaces also counts as a word. Table 1 and Figure 1 use the paper's blocks.
"""
import html
import json
import lzma
import os
import re
import subprocess
import sys
import tempfile

import table2

ROWS = [
    ("one state: p", "0.3145", lambda found: f"{found['one_state']['p']:.4f}"),
    ("one state: adjusted R²", "96.7 %", lambda found: f"{found['one_state']['adjusted_r2'] * 100:.2f} %"),
    ("one state: RMSE", "0.0046", lambda found: f"{found['one_state']['rmse']:.4f}"),
    ("two states: PN(S)", "0.7586", lambda found: f"{found['two_states']['pn_s']:.4f}"),
    ("two states: PS(N)", "0.3968", lambda found: f"{found['two_states']['ps_n']:.4f}"),
    ("two states: PL(N)", "0.04369", lambda found: f"{found['two_states']['pl_n']:.5f}"),
    ("two states: adjusted R²", "98.81 %", lambda found: f"{found['two_states']['adjusted_r2'] * 100:.2f} %"),
    ("two states: RMSE", "0.0027", lambda found: f"{found['two_states']['rmse']:.4f}"),
    ("two betas and a normal: R²", "0.997", lambda found: f"{found['text_density']['r2']:.4f}"),
    ("two betas and a normal: RMSE", "0.0213", lambda found: f"{found['text_density']['rmse_of_highest']:.4f}"),
]

# Table 1: fraction of blocks and of words, in per cent.
CLASSES = {"not content": (79, 35), "headline": (1, 1), "full text": (12, 51), "supplemental": (3, 3),
           "related content": (4, 9), "user comments": (1, 1)}


def analyze(pith, path):
    run = subprocess.run([pith, "analyze", "--json", "--data", path], stdout=subprocess.PIPE)
    return json.loads(run.stdout)


def analyze_cut(pith, path):
    with tempfile.TemporaryDirectory() as folder:
        return analyze(pith, table2.write_cut(pith, path, folder))


def spelled_out(text):
    """Replaces words without a letter or digit by as many letters."""
    return re.sub(r"\S+", lambda word: word[0] if re.search(r"[^\W_]", word[0]) else "x" * len(word[0]), text)


def analyze_own_blocks(pith, path, change=str):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file, \
            lzma.open(path, "rt", encoding="utf-8", newline="\n") as pages:
        for line in pages:
            page = json.loads(line)
            page["html"] = "".join(f"<p>{html.escape(change(text))}</p>" for _, text in page["blocks"])
            file.write(json.dumps(page) + "\n")
        file.flush()
        return analyze(pith, file.name)


def main():
    pith = sys.argv[1]
    path = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.environ.get("PITH_SHARED") or "",
                                                             "data/l3s-gn1.jsonl.xz")
    if not os.path.exists(path):
        print("the labelled pages are not here: see the head of bench/figures.py")
        sys.exit(77)
    found = [analyze(pith, path), analyze_cut(pith, path), analyze_own_blocks(pith, path),
             analyze_own_blocks(pith, path, spelled_out)]
    print("| L3S-GN1 | paper | Pith's blocks | the paper's blocks | the set's blocks | any run a word |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, paper, value in ROWS:
        print("|", " | ".join([name, paper, *map(value, found)]), "|")
    for count, paper in ("blocks", "72,662"), ("words", "520,483"):
        print(f"| {count} | {paper} |", " | ".join(f"{each[count]:,}" for each in found), "|")
    print()
    print("| class | blocks | share | paper | words | share | paper |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    cut = found[1]
    for name, counts in cut["classes"].items():
        cells = [name]
        for count, paper in zip(("blocks", "words"), CLASSES[name]):
            cells += [f"{counts[count]:,}", f"{100 * counts[count] / cut[count]:.1f} %", f"{paper} %"]
        print("|", " | ".join(cells), "|")
    for gain, classes in ("gain", "two"), ("gain_4", "four"):
        ranking = sorted(cut["gains"], key=lambda each: -each[gain])
        print(f"\n{classes} classes:", ", ".join(f"{each['feature']} {each[gain]:.3f}" for each in ranking))


if __name__ == "__main__":
    main()
