#!/usr/bin/env python3
"""The method auto and the classifier of pages say the same, bit by bit, whatever compiler made them and however hard it tried.

    same_bits.py FOLDER SCORE_HASH LIBRARY LIBRARIES SOURCE... [--all]

Compiles SOURCES, those of the library and of score_hash.c, into FOLDER with each compiler that is here, without and with
optimisation, with AVX2 where the processor has it, and compares what all of them and SCORE_HASH print of the golden pages.
Of the library that is what calculates scores: the features, models, methods and filters, and what else has a float or a
double in it. The others have whole numbers, which no compiler rounds, and come from LIBRARY as it was built; with --all
they are compiled, too.
Files are compiled side by side, one per processor, and only if they, or any header or table, are newer than what was made of
them the last time.
"""
import concurrent.futures
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys

INCLUDES = ["-Iinclude", "-Isrc", "-Itests/support"]
COMMON = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-ffp-contract=off", "-w"]


def variants():
    has_avx2 = "avx2" in pathlib.Path("/proc/cpuinfo").read_text() if os.path.exists("/proc/cpuinfo") else False
    for compiler in ("gcc", "clang"):
        if shutil.which(compiler):
            yield f"{compiler}-O0", [compiler, "-O0"]
    if shutil.which("clang"):
        yield "clang-O2", ["clang", "-O2"]
    if has_avx2 and shutil.which("gcc"):
        yield "gcc-O3-avx2", ["gcc", "-O3", "-mavx2", "-mfma"]


def calculates(source):
    """Is it a part of the way from numbers about blocks to scores?"""
    return bool(re.search(r"^src/(features|model|method|post)/", source)
                or re.search(r"\b(float|double)\b", pathlib.Path(source).read_text(encoding="utf-8")))


def is_older(path, inputs):
    return not path.exists() or any(os.path.getmtime(each) > path.stat().st_mtime for each in inputs)


def compile_source(folder, name, compiler, source, incs, shared):
    target = folder / name / (source.replace("/", "_") + ".o")
    if is_older(target, [source, *shared]):
        target.parent.mkdir(exist_ok=True)
        launcher = os.environ.get("CMAKE_C_COMPILER_LAUNCHER", "").split()
        subprocess.run([*launcher, *compiler, *COMMON, *INCLUDES, f"-I{incs[0].parent}", "-c", source, "-o", target],
                       check=True)
    return target


def build(folder, sources, incs, libraries):
    """Names of the variants, with their programs."""
    shared = [*incs, *glob.glob("src/**/*.[hid]*", recursive=True), *glob.glob("include/*.h"), *glob.glob("models/*")]
    programs = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {name: (compiler, [pool.submit(compile_source, folder, name, compiler, source, incs, shared)
                                  for source in sources])
                for name, compiler in variants()}
        for name, (compiler, objects) in jobs.items():
            programs[name] = folder / f"{name}.out"
            subprocess.run([*compiler, *(each.result() for each in objects), "-o", programs[name], *libraries], check=True)
    return programs


def main(folder, score_hash, library, libraries, *sources):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    incs = [folder.parent / "auto_full.inc"]
    every = "--all" in sources
    sources = [source for source in sources if source.endswith(".c")
               and (every or source.startswith("tests/") or calculates(source))]
    pages = sorted(glob.glob("tests/golden/*.html")) + ["examples/page.html"]
    programs = {"this build": score_hash, **build(folder, sources, incs, [*([] if every else [library]), *libraries.split()])}
    said = {name: subprocess.run([program, *pages], check=True, capture_output=True, text=True).stdout
            for name, program in programs.items()}
    for name, line in said.items():
        print(f"{name:12} {line}", end="")
    print(f"{len(sources)} files compiled by each")
    if len(said) < 2:
        print("skipped: there is no compiler to compare with")
        return 77
    return len(set(said.values())) > 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
