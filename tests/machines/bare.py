#!/usr/bin/env python3
"""The installed program where there is nothing else: a root with its own shared libraries and no other file.

    bare.py BUILD

Installs BUILD with DESTDIR, copies the libraries that the program is linked with, and runs it there by chroot: without locales,
iconv's modules, /proc, /dev and /etc, without environment variables, and with four open files at most
(eight for two threads). Golden pages must give their
golden files, and everything else the bytes that the program gives outside. Exits with 77, skipped, for who may not call chroot.
"""
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CHROOT = shutil.which("chroot", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
PAGES = sorted(glob.glob("tests/golden/*.html")) + ["examples/page.html"]


def install(build, root):
    """The program's path inside ROOT, which gets it and what the dynamic linker loads for it."""
    subprocess.run(["cmake", "--install", build], env={**os.environ, "DESTDIR": str(root)}, check=True, stdout=subprocess.DEVNULL)
    program = next(path for path in root.rglob("bin/pith"))
    # A line is "NAME => PATH (ADDRESS)", or "PATH (ADDRESS)" for the dynamic linker itself.
    for path in re.findall(r"(/\S+) \(0x", subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout):
        (root / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, root / path[1:])
    return "/" + str(program.relative_to(root))


def bare_command(root, program, files=4):
    return ["env", "-i", "prlimit", f"--nofile={files}", CHROOT, str(root), program]


def json_lines():
    lines = [json.dumps({"id": path, "html": pathlib.Path(path).read_bytes().decode("utf-8", "replace")}) for path in PAGES]
    return "".join(line + "\n" for line in lines * 4).encode()


def differences(root, program):
    """Yields what the program does not do as it does outside."""
    (root / "pages").mkdir()
    for path in PAGES:
        shutil.copy(path, root / "pages")
    names = ["pages/" + os.path.basename(path) for path in PAGES]
    ways = [[*format, "-m", method, *names] for format in (["-f", "text"], ["-f", "json"]) for method in ("auto", "ngram", "perplexity")]
    ways += [["--explain", name] for name in names]
    ways += [["batch", "--jsonl", "-T", "2", "-f", format] for format in ("text", "json")]
    ways += [["batch", "-T", "2", "pages"], ["--version"], ["--help"], ["models"]]
    for way in ways:
        lines = json_lines() if "--jsonl" in way else b""
        inside = bare_command(root, program, 8 if way[0] == "batch" else 4)  # its threads have a file each
        there, here = (subprocess.run([*command, *way], input=lines, capture_output=True, cwd=root)
                       for command in (inside, [str(root) + program]))
        if (there.stdout, there.returncode) != (here.stdout, here.returncode):
            yield f"pith {' '.join(way[:6])}: exit code {there.returncode}, outside {here.returncode}; {there.stderr.decode()[-300:]}"
    print(f"{len(ways)} calls compared with those outside")


def main(build):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        program = install(build, root)
        if CHROOT is None or subprocess.run([CHROOT, folder, program, "--version"], capture_output=True).returncode == 125:
            print("skipped: chroot is for root")
            return 77
        failed = subprocess.run([sys.executable, "tests/golden/run.py", " ".join(bare_command(root, program))]).returncode
        problems = list(differences(root, program))
        print("\n".join(problems), end="\n" if problems else "")
        files = [path for path in root.rglob("*") if path.is_file() and "share" not in path.parts and "pages" not in path.parts]
        print(f"{len(files)} files in the root beside pages and documentation: {', '.join(sorted(path.name for path in files))}")
        return 1 if failed or problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
