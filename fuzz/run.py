#!/usr/bin/env python3
"""Runs the fuzz targets, or minimises what they found.

    run.py BUILD SECONDS [NAME...]    every target, or these, for so long each, one per processor at a time
    run.py BUILD --merge [NAME...]    makes fuzz/corpus/NAME/found-* anew: inputs that reach code that nothing else there reaches

What a target finds interesting is kept in BUILD/corpus/NAME and is where its next run starts, beside fuzz/corpus/NAME and the
golden pages. Its words are in BUILD/log/NAME.txt, and the input that it failed on in BUILD/NAME-*. fuzz/NAME.dict is its
dictionary where there is one, else fuzz/html.dict.

The environment's FUZZ_SEED is where chance begins; without it, or at 0, every run is another.

Prints a line a target: runs, runs a second of processor time, edges reached, files in its corpus, memory. Exits with 1 if one
failed.
"""
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = HERE.parent / "tests/golden"
INPUT = 2048  # bytes of an input at most: short ones run often, and show everything
MALLOC = 2304  # MB that one call may ask for: zstd reserves 2 GiB for files of --long=31, and uses what they fill
# -entropic=0: its bookkeeping takes more time than our code does
LONGEST = 4096  # bytes of a file that is merged: what is longer is no small test
MOST, BYTES = 60, 40000  # files that are found-* in a target's corpus, and their bytes


def targets(build, names):
    found = {path.name[len("fuzz_"):]: path for path in sorted((build / "fuzz").glob("fuzz_*")) if os.access(path, os.X_OK)}
    missing = set(names) - set(found)
    if missing or not found:
        sys.exit(f"there is no target {', '.join(sorted(missing))} in {build}/fuzz")
    return {name: path for name, path in found.items() if not names or name in names}


def seeds(name):
    return [path for path in (HERE / "corpus" / name, GOLDEN) if path.is_dir()]


def last(pattern, text, default="?"):
    found = re.findall(pattern, text)
    return found[-1] if found else default


def fuzz(build, name, program, seconds):
    """A line for the table, and whether all went well."""
    corpus, log = build / "corpus" / name, build / "log" / f"{name}.txt"
    corpus.mkdir(parents=True, exist_ok=True)
    log.parent.mkdir(exist_ok=True)
    words = HERE / f"{name}.dict"
    with open(log, "wb") as out:
        process = subprocess.Popen([program, f"-max_total_time={seconds}", f"-max_len={INPUT}",
                                    f"-seed={os.environ.get('FUZZ_SEED', '0')}", "-entropic=0", "-timeout=20", "-print_final_stats=1",
                                    f"-malloc_limit_mb={MALLOC}",
                                    f"-dict={words if words.exists() else HERE / 'html.dict'}",
                                    f"-artifact_prefix={build}/{name}-", corpus, *seeds(name)],
                                   stdout=out, stderr=subprocess.STDOUT)
        # Not wait(): only this tells the processor's time of this one.
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
    said = log.read_text(encoding="utf-8", errors="replace")
    runs = int(last(r"number_of_executed_units: *([0-9]+)", said, "0"))
    line = (f"{name:12} {runs:>10} runs {runs / (used.ru_utime + used.ru_stime):>7.0f}/s {last(r'cov: ([0-9]+)', said):>6} edges "
            f"{len(list(corpus.iterdir())):>6} files {last(r'peak_rss_mb: *([0-9]+)', said):>5} MB")
    return line + ("" if code == 0 else f"   FAILED: {log}"), code == 0


def smallest(paths):
    """So many of the smallest files as the corpus takes."""
    chosen, size = [], 0
    for path in sorted(paths, key=lambda path: path.stat().st_size):
        size += path.stat().st_size
        if len(chosen) == MOST or size > BYTES or path.stat().st_size > LONGEST:
            break
        chosen.append(path)
    return chosen


def merge(build, name, program):
    """Chooses found-* again, among what was found now and before, beside the other seeds."""
    grown, committed = build / "corpus" / name, HERE / "corpus" / name
    if not grown.is_dir():
        return f"{name:12} nothing found yet: make fuzz first", True
    committed.mkdir(parents=True, exist_ok=True)
    before = set(committed.glob("found-*"))
    with tempfile.TemporaryDirectory() as folder:
        known, found = pathlib.Path(folder, "known"), pathlib.Path(folder, "found")
        known.mkdir()
        found.mkdir()
        for path in (path for seed in seeds(name) for path in seed.rglob("*") if path.is_file()):
            shutil.copy(path, (found if path in before else known) / path.name)
        seed_names = set(known.iterdir())
        # By edges alone, not by how often they are passed: some dozens of files, not thousands.
        code = subprocess.run([program, "-merge=1", "-use_counters=0", "-timeout=20", known, grown, found], capture_output=True).returncode
        if code != 0:
            return f"{name:12} FAILED: an input of its corpus", False
        chosen = smallest(set(known.iterdir()) - seed_names)
        for path in before:
            path.unlink()
        for path in chosen:
            content = path.read_bytes()
            (committed / f"found-{hashlib.sha1(content).hexdigest()[:12]}").write_bytes(content)
    return f"{name:12} {len(chosen):>4} files, {sum(path.stat().st_size for path in committed.glob('found-*'))} bytes", True


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    work = merge if sys.argv[2] == "--merge" else lambda *target: fuzz(*target, int(sys.argv[2]))
    begun, well = time.monotonic(), True
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(work, build, name, program) for name, program in targets(build, sys.argv[3:]).items()]
        for job in concurrent.futures.as_completed(jobs):
            line, good = job.result()
            well = well and good
            print(line, flush=True)
    print(f"{len(jobs)} targets, {time.monotonic() - begun:.0f} s")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
