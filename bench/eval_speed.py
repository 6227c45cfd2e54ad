#!/usr/bin/env python3
"""Times `pith eval` with all measures over WCXB dev, against the independent Python scorer: part of `make
bench-quality`.

    eval_speed.py PITH [--scorer]

The set and the scorer are those of PITH_SHARED (data/wcxb-dev.jsonl.xz, eval/score.py). Times are wall-clock
seconds on all available processors, best of three, including decompression of the set. --scorer also times
score.py on the same answers, with as many processes; it takes minutes.
"""
import os
import subprocess
import sys
import tempfile
import time


def seconds(command, rounds=3, **more):
    best = float("inf")
    for _ in range(rounds):
        begin = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **more)
        best = min(best, time.monotonic() - begin)
    return best


def main():
    pith, shared = sys.argv[1], os.environ.get("PITH_SHARED") or ""
    pages = os.path.join(shared, "data/wcxb-dev.jsonl.xz")
    if not os.path.exists(pages):
        print("the labelled pages are not here: see TESTING.md")
        sys.exit(77)
    cores = len(os.sched_getaffinity(0))
    print(f"1,358 pages of WCXB dev, {cores} processors, seconds\n")
    print(f"unpacking alone (xz -dc)                       {seconds(['xz', '-dc', pages]):7.1f}")
    base = [pith, "eval", "--bootstrap", "0", "-m", "words"]
    print(f"pith eval -m words --measures wordf1           {seconds([*base, '--measures', 'wordf1', pages]):7.1f}")
    print(f"pith eval -m words --measures all              {seconds([*base, '--measures', 'all', pages]):7.1f}")
    with_intervals = [pith, "eval", "-m", "words", "--measures", "all", pages]
    print(f"... and 1000 resamples for the intervals       {seconds(with_intervals):7.1f}", flush=True)
    if "--scorer" not in sys.argv:
        return
    with tempfile.TemporaryDirectory() as folder:
        answers = os.path.join(folder, "words.jsonl")
        with open(answers, "wb") as out:
            unpack = subprocess.Popen(["xz", "-dc", pages], stdout=subprocess.PIPE)
            subprocess.run([pith, "batch", "--jsonl", "-m", "words"], stdin=unpack.stdout, stdout=out,
                           stderr=subprocess.DEVNULL)
        command = [sys.executable, os.path.join(shared, "eval/score.py"), "--truth", pages, "--pred", answers,
                   "--metric", "all", "--jobs", str(cores)]
        print(f"score.py --metric all, {cores} processes               {seconds(command, 1):7.1f}")


if __name__ == "__main__":
    main()
