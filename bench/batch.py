#!/usr/bin/env python3
"""Measures pith batch --jsonl: the speedup by two threads, and the memory.

    batch.py BUILD PITH

The input is WCXB dev if PITH_SHARED/data has it, else the golden pages repeated many times. One thread and two run
in turn, and the best of several rounds counts. For comparison it also measures what the machine itself can give:
two independent processes of one thread each.
"""
import glob
import json
import lzma
import os
import shutil
import subprocess
import sys
import threading
import time

ROUNDS = 9


def lines_file(build):
    target = os.path.join(build, "sets/batch.jsonl")
    source = os.path.join(os.environ.get("PITH_SHARED") or "", "data/wcxb-dev.jsonl.xz")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.environ.get("PITH_SHARED") and os.path.exists(source):
        if not os.path.exists(target) or os.path.getmtime(target) < os.path.getmtime(source):
            with lzma.open(source) as lines, open(target + ".part", "wb") as out:
                shutil.copyfileobj(lines, out, 1 << 20)
            os.replace(target + ".part", target)
        return target
    target = os.path.join(build, "sets/golden.jsonl")
    with open(target, "w", encoding="utf-8") as out:
        pages = [open(page, encoding="utf-8", errors="replace").read()
                 for page in sorted(glob.glob("tests/golden/*.html"))]
        for number in range(200):
            for page in pages:
                out.write(json.dumps({"id": number, "html": page}) + "\n")
    return target


def run(pith, path, threads, processes=1):
    """Wall-clock and processor seconds."""
    before = os.times()
    begun = time.perf_counter()
    children = [subprocess.Popen([pith, "batch", "--jsonl", "-T", str(threads), path],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                for _ in range(processes)]
    for child in children:
        child.wait()
    clock = time.perf_counter() - begun
    after = os.times()
    return clock, (after.children_user + after.children_system
                   - before.children_user - before.children_system)


def speed(pith, path):
    rounds = [(run(pith, path, 1), run(pith, path, 2), run(pith, path, 1, 2)) for _ in range(ROUNDS)]
    one, two, apart = (min(each[i][0] for each in rounds) for i in range(3))
    work = [min(each[i][1] for each in rounds) for i in range(2)]
    size = os.path.getsize(path) / 1e6
    with open(path, "rb") as lines:
        count = sum(1 for _ in lines)
    print(f"batch --jsonl, {count} lines, {size:.0f} MB, best of {ROUNDS} rounds:")
    print(f"  one thread   {size / one:6.0f} MB/s  {count / one:7.0f} pages/s")
    print(f"  two threads  {size / two:6.0f} MB/s  {count / two:7.0f} pages/s: {one / two:.2f} times one, "
          f"with {work[1] / work[0]:.2f} times its processor time")
    print(f"  two processes of one thread, each with all lines: {2 * one / apart:.2f} times one")


def peak(pith, threads, count):
    """Peak memory in megabytes for COUNT small lines."""
    block = b"".join(json.dumps({"id": i, "html": f"<p>This is page {i}. <a href=/>Home</a><p>"
                                                  + "It has some words. " * 8}).encode() + b"\n"
                     for i in range(1000))
    child = subprocess.Popen([pith, "batch", "--jsonl", "-T", str(threads)], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
    writer = threading.Thread(target=lambda: [child.stdin.write(block) for _ in range(count // 1000)])
    writer.start()
    answered = 0
    while answered < count:
        answered += child.stdout.read(1 << 16).count(b"\n")
    with open(f"/proc/{child.pid}/status", encoding="ascii") as status:
        kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    writer.join()
    child.stdin.close()
    child.wait()
    return kilobytes / 1000


def main():
    build, pith = sys.argv[1:]
    speed(pith, lines_file(build))
    for threads in 1, 2:
        print(f"  memory with {threads} thread{'s' * (threads > 1)}: {peak(pith, threads, 10000):.1f} MB after "
              f"10,000 small lines, {peak(pith, threads, 1000000):.1f} MB after 1,000,000")


main()
