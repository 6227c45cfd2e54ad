#!/usr/bin/env python3
"""The library on other machines: the same bytes for every golden page, in every format and by every method.

    cross.py NATIVE MACHINE CROSS [EMULATOR...]

NATIVE and CROSS are folders with render_page and score_hash, built for this machine and for MACHINE; EMULATOR, a command,
runs the latter here if this machine cannot. CROSS must give the golden files, and in all that these do not hold the bytes and the scores that NATIVE gives.
"""
import glob
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
METHODS = ["auto", "ngram", "perplexity", "words", "density", "minwords", "bte", "all", "words,density,bte"]
FORMATS = ["text", "markdown", "html", "json", "cleaneval", "explain"]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True).stdout


def main(native, machine, cross, *emulator):
    pages = sorted(glob.glob("tests/golden/*.html")) + ["examples/page.html"]
    failed = subprocess.run([sys.executable, "tests/golden/run.py", shlex.join([*emulator, f"{cross}/render_page"])]).returncode
    compared = 0
    for method in METHODS:
        for format in FORMATS:
            options = ["-m", method, "-f", format, "--links", "--images", *pages]
            here, there = run(f"{native}/render_page", *options), run(*emulator, f"{cross}/render_page", *options)
            compared += len(here)
            if here != there:
                failed = 1
                print(f"{machine}: -m {method} -f {format} differs")
    here, there = run(f"{native}/score_hash", *pages), run(*emulator, f"{cross}/score_hash", *pages)
    print(f"{machine}: {len(METHODS) * len(FORMATS)} ways, {compared} bytes compared; scores: {there.decode().strip()}")
    if here != there:
        failed = 1
        print(f"{machine}: scores differ; here: {here.decode().strip()}")
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
