#!/usr/bin/env python3
"""Judges the scanner over the labelled sets, where they are.

    sets.py JUDGE FOLDER

Packs the sets that PITH_SHARED/data has into FOLDER and runs the judge over all of them; its floors
hold for each set and for all. Exits 77 (skipped) where there are none.
"""
import os
import pathlib
import subprocess
import sys

SETS = ["wcxb-dev", "l3s-gn1", "cleaneval-en", "trafilatura-a"]
PACK = pathlib.Path(__file__).resolve().parents[2] / "tools/pack_pages.py"


def main():
    judge, folder = sys.argv[1:]
    data = pathlib.Path(os.environ.get("PITH_SHARED") or "/nonexistent") / "data"
    packs = []
    for name in SETS:
        source = data / f"{name}.jsonl.xz"
        if source.exists():
            packs.append(os.path.join(folder, f"{name}.pack"))
            subprocess.run([sys.executable, str(PACK), str(source), packs[-1]], check=True)
    if not packs:
        print("skipped: no labelled sets; PITH_SHARED names the folder above data/")
        sys.exit(77)
    failed = [pack for pack in packs if subprocess.run([judge, pack]).returncode != 0]
    sys.exit(1 if failed else subprocess.run([judge, *packs]).returncode)


main()
