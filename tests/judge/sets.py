#!/usr/bin/env python3
"""Judges the scanner over the labelled sets, where they are.

    sets.py JUDGE FOLDER

Packs the sets that PITH_SHARED/data has into FOLDER and runs the judge over all of them; its floors
hold for each set. Exits 77 (skipped) where there are none.
"""
import os
import pathlib
import subprocess
import sys

SETS = ["wcxb-dev", "l3s-gn1", "cleaneval-en", "trafilatura-a"]
PACK = pathlib.Path(__file__).resolve().parents[2] / "tools/pack_pages.py"


def is_older(path, inputs):
    return not os.path.exists(path) or any(os.path.getmtime(path) <= os.path.getmtime(each) for each in inputs)


def main():
    judge, folder = sys.argv[1:]
    data = pathlib.Path(os.environ.get("PITH_SHARED") or "/nonexistent") / "data"
    packs = []
    for name in SETS:
        source = data / f"{name}.jsonl.xz"
        if source.exists():
            packs.append(os.path.join(folder, f"{name}.pack"))
            if is_older(packs[-1], [source, PACK]):
                subprocess.run([sys.executable, str(PACK), str(source), packs[-1]], check=True)
    if not packs:
        print("skipped: no labelled sets; PITH_SHARED names the folder above data/")
        sys.exit(77)
    # The floors are shares, so what is above them in each set is above them in all.
    sys.exit(any([subprocess.run([judge, pack]).returncode != 0 for pack in packs]))


main()
