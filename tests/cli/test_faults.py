#!/usr/bin/env python3
"""What the command does when the system fails it: memory, reads, writes, kill -9.

    test_faults.py PROGRAM LIBRARY alloc|io|kill [--all]

LIBRARY is tests/support/faults.c, loaded before the C library; it makes the Nth allocation fail, in
the command and in the libraries that it uses, and reads and writes as they fail on real systems.
Each command first runs without a fault. With one, it may do its work all the same; or it ends with
the exit code that pith(1) has, says why, and what it has written is no wrong output: answers are
whole lines, each right or an error that names the fault. Long commands are tried at some hundred
points; --all tries all.
"""
import gzip
import json
import lzma
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM, LIBRARY, PART = sys.argv[1:4]
PROGRAM, LIBRARY = os.path.abspath(PROGRAM), os.path.abspath(LIBRARY)
ALL = "--all" in sys.argv
POINTS = 90  # of a command, without --all
FAILED = 1
WORDS = "the of a harbour bell ferry morning water market people came look hour late first time years".split()


def text(number, sentences=6):
    dice = random.Random(number)
    return " ".join(" ".join(dice.choices(WORDS, k=12)).capitalize() + "." for _ in range(sentences))


def page(number, paragraphs=4):
    body = "".join(f"<p>{text(number * 100 + i)}" for i in range(paragraphs))
    return (f'<!DOCTYPE html><meta charset=utf-8><title>Page {number}</title><ul><li><a href="/">Home</a>'
            f'<li><a href="/b">More</a></ul><h1>Page {number}</h1>{body}<table><tr><td>a<td>b</table>'
            f"<p>\u00e9t\u00e9 &copy; {number}").encode()


class Command:
    """A command, what it is given, and what is right for it to print."""

    def __init__(self, name, *args, kind="text", stdin=None, out=None):
        self.name, self.args, self.kind, self.stdin, self.out = name, args, kind, stdin, out

    def run(self, folder, **env):
        if self.out:
            shutil.rmtree(folder / self.out, ignore_errors=True)
            (folder / self.out).unlink(missing_ok=True) if (folder / self.out).is_file() else None
        with tempfile.TemporaryFile() as stdin:  # not a pipe, which gives its bytes in pieces by chance
            stdin.write(self.stdin or b"")
            stdin.seek(0)
            result = subprocess.run([PROGRAM, *self.args], stdin=stdin, capture_output=True, cwd=folder, timeout=60,
                                    env={**os.environ, "LD_PRELOAD": LIBRARY, **env})
        result.stdout = re.sub(rb"\ncost .*", b"", result.stdout)  # how long training took
        return result

    def files(self, folder):
        """All that it wrote to files, by their names."""
        place = folder / (self.out or "nowhere")
        if place.is_file():
            return {"": place.read_bytes()}
        return {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def write_inputs(folder):
    (folder / "pages").mkdir()
    for number in range(6):
        (folder / f"pages/{number}.html").write_bytes(page(number))
    lines = b"".join(json.dumps({"id": number, "html": page(number).decode(), "url": "http://e.org/"}).encode() + b"\n"
                     for number in range(6))
    (folder / "lines").write_bytes(lines)
    (folder / "lines.gz").write_bytes(gzip.compress(lines))
    (folder / "lines.xz").write_bytes(lzma.compress(lines))
    if shutil.which("zstd"):
        subprocess.run(["zstd", "-q", "lines"], cwd=folder, check=True)
    (folder / "set.jsonl").write_text("".join(
        json.dumps({"id": str(number), "url": f"http://site{number}.example/", "html": page(number).decode(),
                    "text": "\n".join(text(number * 100 + i) for i in range(4))}) + "\n" for number in range(6)))
    (folder / "plain.txt").write_text(text(7, 40))
    (folder / "page.html").write_bytes(page(1, 12))
    (folder / "latin.html").write_bytes("<meta charset=windows-1252><p>".encode() + ("\u00e9t\u00e9 " * 99).encode("cp1252"))
    return lines


def commands(folder):
    lines = write_inputs(folder)
    for form in "text", "markdown", "html", "json", "cleaneval":
        yield Command("page " + form, "-f", form, "page.html", kind="page")
    yield Command("page explain", "--explain", "page.html", kind="page")
    yield Command("page stdin", "-f", "markdown", "--links", "-", stdin=page(2), kind="page")
    yield Command("page -o", "-o", "out", "page.html", kind="file", out="out")
    yield Command("page latin", "latin.html", kind="page")
    yield Command("strip", "strip", "page.html", kind="page")
    for threads in "1", "2":
        for form in "text", "json", "cleaneval":
            yield Command(f"lines {form} -T {threads}", "batch", "--jsonl", "-T", threads, "-f", form, stdin=lines,
                          kind="lines")
        yield Command(f"into -T {threads}", "batch", "-T", threads, "--into", "out", "pages", kind="files", out="out")
        yield Command(f"into -T {threads} fast", "batch", "-T", threads, "--no-sync", "--into", "out", "pages",
                      kind="files", out="out")
        yield Command(f"folder -T {threads}", "batch", "-T", threads, "--metadata", "pages", kind="lines")
    for name in "lines.gz", "lines.xz", "lines.zst":
        if (folder / name).exists():
            yield Command(name, "batch", "--jsonl", "-T", "1", name, kind="lines")
    yield Command("eval", "eval", "-T", "1", "-m", "words,all", "--by", "url", "--json", "set.jsonl",
                  kind="report")
    yield Command("eval table", "eval", "-T", "2", "-m", "words,auto", "set.jsonl", kind="report")
    yield Command("models", "models")
    yield Command("models dump", "models", "dump", "en", "-o", "out", kind="file", out="out")
    yield Command("perplexity", "perplexity", "plain.txt")
    yield Command("ngram", "--text", "-m", "ngram", "plain.txt", kind="page")
    yield Command("train density", "train", "density", "--data", "set.jsonl", "--min-leaf", "20", "-o", "out",
                  "-T", "1", kind="saves", out="out")
    yield Command("train ngram", "train", "ngram", "--data", "set.jsonl", "-o", "out", kind="saves", out="out")
    yield Command("train perplexity", "train", "perplexity", "plain.txt", "-o", "out", "-T", "1", "-M", "32M",
                  kind="saves", out="out")
    yield Command("methods", "methods", "--json")
    yield Command("version", "version")


class Wrong(Exception):
    pass


def claim(good, what):
    if not good:
        raise Wrong(what)


def check_lines(result, right, fault, gave_up):
    """Whole lines in order; each right, or an error that names the fault."""
    claim(result.stdout == b"" or result.stdout.endswith(b"\n"), "a torn line")
    got, wanted = result.stdout.splitlines(), right.splitlines()
    claim(len(got) <= len(wanted), "too many lines")
    errors = 0
    if len(got) == 1 and json.loads(got[0]).get("id") == "pages":  # the folder itself
        claim(fault in json.loads(got[0])["error"] and result.returncode == FAILED, "a wrong answer")
        return 1
    claim(len(got) == len(wanted) or gave_up, "lines are lost")
    for answer, good in zip(got, wanted):
        if answer == good:
            continue
        answer, good = json.loads(answer), json.loads(good)
        claim(answer["status"] == "error" and fault in answer["error"], f"a wrong answer: {answer}")
        claim(answer["id"] in (good["id"], None), "the answer to another line")
        errors += 1
    claim(errors == 0 or result.returncode == FAILED, "errors, but no exit code that says so")
    return errors


def check(command, folder, result, right, files, fault, silent=False, spoilt=False):
    """FAULT is what the message must have in it; SILENT: there need not be one. SPOILT: the output itself fails."""
    said = result.stderr.decode(errors="replace")
    claim(result.returncode in (0, FAILED), f"exit code {result.returncode}")
    errors = 0
    if spoilt:
        claim(right.startswith(result.stdout), "output that is no part of the right one")
    elif command.kind == "lines":
        errors = check_lines(result, right, fault, fault in said or silent)
    elif result.returncode == 0 or command.kind == "page" and result.stdout:
        claim(result.stdout == right, "wrong output")
    else:
        claim(right.startswith(result.stdout) or command.kind in ("saves", "report"),
              "output that is no part of the right one")
    now = command.files(folder)
    for name, data in now.items():
        claim(not name.startswith(".pith-"), "a temporary file is left")
        # A model of the pages that could be read is written, and the exit code says that some could not.
        claim(files.get(name) == data or command.kind == "saves" and result.returncode == FAILED,
              f"the file '{name}' is wrong")
    claim(result.returncode != 0 or len(now) == len(files), "files are lost")
    left = {path.name for path in folder.iterdir()} - command.before - {"out", "count"}
    claim(not left, f"litter: {left}")
    if result.returncode == FAILED:
        claim(errors > 0 or fault in said or silent, f"no word of '{fault}'")


def right_of(command, folder):
    command.before = {path.name for path in folder.iterdir()} - {"out", "count"}
    result = command.run(folder, FAULT_COUNT=str(folder / "count"))
    claim(result.returncode == 0, f"without a fault: {result.returncode}, {result.stderr.decode()}")
    counts = [int(each) for each in (folder / "count").read_text().split()]
    claim(counts[0] > 0, "the library is not loaded")
    return result.stdout, command.files(folder), counts


def points(count, most=POINTS):
    """Some numbers from 1 to COUNT: the first ones, which are set-up, and then in even steps."""
    if ALL or count <= most:
        return range(1, count + 1)
    return sorted({*range(1, most // 2), *range(most // 2, count + 1, count // (most // 2) + 1), count})


def attempt(command, folder, right, files, fault, silent=False, spoilt=False, **env):
    try:
        result = command.run(folder, **env)
        check(command, folder, result, right, files, fault, silent, spoilt)
        return result.returncode, None
    except subprocess.TimeoutExpired:
        return None, f"{command.name}: {env}: hangs"
    except (Wrong, ValueError, KeyError) as wrong:
        return None, f"{command.name}: {env}: {wrong}; it said: {result.stderr.decode(errors='replace')[:300]}"


def test_alloc(folder):
    for command in commands(folder):
        right, files, counts = right_of(command, folder)
        tried = failed = 0
        for number in points(counts[0]):
            for more in "", "+":
                code, wrong = attempt(command, folder, right, files, "memory", FAULT_ALLOC=f"{number}{more}")
                tried += 1
                failed += code == FAILED
                if wrong:
                    yield wrong
        if not failed and counts[0] > 1:  # stdio does without its buffer
            yield f"{command.name}: no allocation failed"
        print(f"{command.name:20} {counts[0]:6} allocations, {tried:4} runs, {failed:4} failed as they should", flush=True)


def test_io(folder):
    for command in commands(folder):
        right, files, (_, reads, written, syncs) = right_of(command, folder)
        for kind in "short", "eintr", "eagain":
            for which in "FAULT_READ", "FAULT_WRITE":
                code, wrong = attempt(command, folder, right, files, "", **{which: kind})
                if wrong or code != 0:
                    yield wrong or f"{command.name}: {which}={kind}: exit code {code}"
        for number in points(reads, 12):
            _, wrong = attempt(command, folder, right, files, os.strerror(5), FAULT_READ=f"eio:{number}")
            if wrong:
                yield wrong
        for kind, word in ("enospc", os.strerror(28)), ("eio", os.strerror(5)), ("epipe", "no word"):
            for byte in sorted({0, 1, written // 3, written // 2, max(written - 1, 0)}):
                if byte < written:
                    code, wrong = attempt(command, folder, right, files, word, kind == "epipe", True,
                                          FAULT_WRITE=f"{kind}:{byte}")
                    if wrong or code == 0:
                        yield wrong or f"{command.name}: {kind} after {byte} bytes: exit code 0"
        # Each file, and its folder once: what has its name is on the disk. A new folder has one above it.
        wanted = len(files) + 1 + (command.kind == "files") if command.out and "--no-sync" not in command.args else 0
        if syncs != wanted:
            yield f"{command.name}: {syncs} calls of fsync(), not {wanted}"
        if wanted:
            code, wrong = attempt(command, folder, right, files, os.strerror(5), FAULT_SYNC=f"eio:{syncs - 1}")
            if wrong or code == 0:
                yield wrong or f"{command.name}: FAULT_SYNC: exit code 0"
        if not command.out:
            with open("/dev/full", "wb") as full:
                result = subprocess.run([PROGRAM, *command.args], input=command.stdin or b"", stdout=full,
                                        stderr=subprocess.PIPE, cwd=folder, timeout=60)
            if result.returncode != FAILED or os.strerror(28).encode() not in result.stderr:
                yield f"{command.name}: /dev/full: {result.returncode}, {result.stderr}"
        print(f"{command.name:20} {reads:4} reads, {written:6} bytes written", flush=True)


def test_kill(folder):
    """kill -9 at random, then --resume, until it is done; and -o, whose file is old or new."""
    many = folder / "many"
    many.mkdir()
    for number in range(400):
        (many / f"{number:03}.html").write_bytes(page(number, 3))
    into = ["batch", "-T", "2", "--no-sync", "-f", "markdown", "--resume"]
    subprocess.run([PROGRAM, *into, "--into", "right", "many"], cwd=folder, check=True, capture_output=True)
    right = {path.name: path.read_bytes() for path in (folder / "right").iterdir()}
    dice = random.Random(1)
    kills = 0
    for turn in range(40 if ALL else 4):
        shutil.rmtree(folder / "out", ignore_errors=True)
        for _ in range(200):
            child = subprocess.Popen([PROGRAM, *into, "--into", "out", "many"], cwd=folder, stderr=subprocess.DEVNULL)
            try:
                child.wait(timeout=dice.uniform(0.005, 0.06))
                break
            except subprocess.TimeoutExpired:
                child.kill()
                kills += child.wait() != 0
            for path in (folder / "out").iterdir() if (folder / "out").exists() else ():
                if not path.name.startswith(".pith-") and right.get(path.name) != path.read_bytes():
                    yield f"kill -9: {path.name} is there and not whole"
        else:
            subprocess.run([PROGRAM, *into, "--into", "out", "many"], cwd=folder, capture_output=True)
        got = {path.name: path.read_bytes() for path in (folder / "out").iterdir() if not path.name.startswith(".pith-")}
        if got != right:
            yield f"kill -9 and --resume: {len(got)} of {len(right)} files, or wrong ones"
    if not kills:
        yield "--into was never killed"
    print(f"--into: killed {kills} times")
    lines = b"".join(json.dumps({"id": i, "html": page(i).decode()}).encode() + b"\n" for i in range(300))
    (folder / "lines").write_bytes(lines)
    command = [PROGRAM, "batch", "--jsonl", "-T", "2", "-o", "answers", "lines"]
    subprocess.run(command, cwd=folder, check=True)
    new = (folder / "answers").read_bytes()
    kills = 0
    for _ in range(100 if ALL else 20):
        (folder / "answers").write_bytes(b"old")
        child = subprocess.Popen(command, cwd=folder)
        time.sleep(dice.uniform(0, 0.05))
        child.kill()
        kills += child.wait() != 0
        if (folder / "answers").read_bytes() not in (b"old", new):
            yield "kill -9: -o left a file that is neither old nor new"
    subprocess.run(command, cwd=folder, check=True)
    if (folder / "answers").read_bytes() != new:
        yield "-o after kill -9: another output"
    if not kills:
        yield "-o was never killed"
    print(f"-o: killed {kills} times")


def main():
    program = Path(PROGRAM).read_bytes()
    if b"__asan_init" in program or b"__tsan_init" in program:
        print("skipped: a sanitizer has allocation to itself; the plain build is what counts here")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        wrongs = list({"alloc": test_alloc, "io": test_io, "kill": test_kill}[PART](Path(folder)))
    for wrong in wrongs[:400]:
        print("WRONG", wrong)
    print(f"{len(wrongs)} wrong")
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
