#!/usr/bin/env python3
"""Runs the benchmarks and describes the machine: `make bench`.

    run.py BUILD PITH BENCH_PAGES BENCH_GROWTH BENCH_CALLS

Pages: the packs or pages named by the environment variable PITH_BENCH_PAGES; else WCXB dev, if PITH_SHARED/data
has it (github.com/Murrough-Foley/web-content-extraction-benchmark, as JSON lines with "id" and "html"); else the
golden pages, which are too small to say much.
"""
import glob
import os
import platform
import subprocess
import sys


def first_line(command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0].strip()
    except OSError:
        return ""


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        for line in info:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def wcxb(build, shared):
    """The pack of WCXB dev, created if missing; None if SHARED/data does not have the set."""
    source = os.path.join(shared, "data/wcxb-dev.jsonl.xz")
    if not shared or not os.path.exists(source):
        return None
    pack = os.path.join(build, "sets/wcxb-dev.pack")
    subprocess.run([sys.executable, "tools/pack_pages.py", source, pack], check=True)
    return pack


def pages(build):
    if os.environ.get("PITH_BENCH_PAGES"):
        return os.environ["PITH_BENCH_PAGES"].split()
    pack = wcxb(build, os.environ.get("PITH_SHARED") or "")
    if pack:
        return [pack]
    print("WCXB dev is not here (see bench/run.py): golden pages instead\n")
    return sorted(glob.glob("tests/golden/*.html"))


def machine():
    return (f"{processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, "
            f"{platform.libc_ver()[0]} {platform.libc_ver()[1]}")


def main():
    build, pith, bench_pages, bench_growth, bench_calls = sys.argv[1:]
    lexbor = first_line(["pkg-config", "--modversion", "lexbor"]) or "not installed"
    print(f"{first_line([pith, '--version'])}; {machine()}; lexbor {lexbor}")
    chosen = pages(build)
    print(", ".join(os.path.basename(page) for page in chosen[:3]) + ":", end=" ", flush=True)
    subprocess.run([bench_pages, *chosen], check=True)
    print(flush=True)
    subprocess.run([bench_calls, *(f"tests/golden/{name}.html" for name in ("plain-text", "article", "forum"))], check=True)
    print(flush=True)
    subprocess.run([bench_growth], check=True)
    print(flush=True)
    subprocess.run([sys.executable, "bench/batch.py", build, pith], check=True)


if __name__ == "__main__":
    main()
