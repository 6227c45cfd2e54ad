#!/usr/bin/env python3
"""Reports test coverage by folder and checks it against the floors in tests/coverage.txt: `make coverage`.

    coverage.py BUILD             prints the table, writes BUILD/uncovered.txt; exits 1 if a folder is below its
    floor
    coverage.py BUILD --raise     also raises the floors to the current coverage minus one percent

BUILD was compiled by gcc with --coverage, and the tests have run. Counts the lines and branches known to gcov, in
all source files and headers of the library and the command. BUILD/uncovered.txt lists the lines that never ran, by
file.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLOORS = ROOT / "tests/coverage.txt"
FOLDERS = ("src/", "io/", "eval/", "train/", "analyze/", "cli/")


def read(build, notes):
    """Line and branch counts of the files behind some objects."""
    said = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", *notes], cwd=build,
                          capture_output=True, check=True).stdout
    for line in filter(None, said.decode().split("\n")):
        report = json.loads(line)
        for file in report["files"]:
            path = pathlib.Path(report["current_working_directory"], file["file"]).resolve()
            if path.is_relative_to(ROOT) and str(path.relative_to(ROOT)).startswith(FOLDERS):
                yield str(path.relative_to(ROOT)), file["lines"]


def gather(build):
    lines, branches = collections.Counter(), collections.Counter()
    notes = [str(path) for path in build.rglob("*.gcno")
             if any(part.startswith("pith") and part.endswith(".dir") for part in path.parts)]  # not those of tests
    if not notes or not any(build.rglob("*.gcda")):
        sys.exit(f"{build}: nothing was counted; make coverage builds it and runs the tests")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for reports in pool.map(lambda some: list(read(build, some)), [notes[i:i + 16] for i in range(0, len(notes), 16)]):
            for path, found in reports:
                for line in found:
                    lines[path, line["line_number"]] += line["count"]
                    for i, branch in enumerate(line["branches"]):
                        branches[path, line["line_number"], i] += branch["count"]
    return lines, branches


def folder_of(path):
    return "src" if path.count("/") == 1 and path.startswith("src/") else os.path.dirname(path)


def shares(counts):
    """Coverage in per cent, by folder and overall."""
    ran, all_ = collections.Counter(), collections.Counter()
    for key, count in counts.items():
        for folder in (folder_of(key[0]), "all"):
            all_[folder] += 1
            ran[folder] += count > 0
    return {folder: (100 * ran[folder] / all_[folder], all_[folder]) for folder in all_}


def read_floors():
    if not FLOORS.exists():
        return {}
    rows = (line.split() for line in FLOORS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    return {folder: (float(lines), float(branches)) for folder, lines, branches in rows}


def write_floors(table):
    text = "# Floors of make coverage: folder, percent of lines, percent of branches. tools/coverage.py reads them.\n"
    for folder, (lines, branches) in sorted(table.items()):
        text += f"{folder:14} {max(lines - 1, 0):5.1f} {max(branches - 1, 0):5.1f}\n"
    FLOORS.write_text(text, encoding="utf-8")


def write_uncovered(build, lines):
    missing = collections.defaultdict(list)
    for (path, number), count in sorted(lines.items()):
        if count == 0:
            missing[path].append(number)
    (build / "uncovered.txt").write_text("".join(f"{path}: {' '.join(map(str, numbers))}\n"
                                                 for path, numbers in sorted(missing.items())), encoding="utf-8")


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    lines, branches = gather(build)
    by_line, by_branch = shares(lines), shares(branches)
    write_uncovered(build, lines)
    if "--raise" in sys.argv:
        write_floors({folder: (by_line[folder][0], by_branch.get(folder, (100, 0))[0]) for folder in by_line})
    floors, below = read_floors(), []
    print(f"{'folder':14} {'lines':>7} {'of':>6}  floor {'branches':>9} {'of':>6}  floor")
    for folder in sorted(by_line):
        got = by_line[folder], by_branch.get(folder, (100, 0))
        floor = floors.get(folder, (0, 0))
        print(f"{folder:14} {got[0][0]:6.1f}% {got[0][1]:6}  {floor[0]:5.1f} {got[1][0]:8.1f}% {got[1][1]:6}  {floor[1]:5.1f}")
        if folder not in floors:
            below.append(f"{folder} has no floor in {FLOORS.relative_to(ROOT)}")
        below += [f"{folder}: {what} {share:.1f} % are below {least} %"
                  for what, (share, _), least in zip(("lines", "branches"), got, floor) if share < least]
    print("\n".join(below) or f"lines that never ran: {build}/uncovered.txt")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
