#!/usr/bin/env python3
"""Options change the dress of the output, never the decision.

    property.py PITH

For every golden page and several ways to decide: the JSON says the same of every block whatever else is asked for, and
every format holds the letters of the kept blocks, in their order, and no others.
"""
import html
import json
import pathlib
import re
import subprocess
import sys

PAGES = pathlib.Path(__file__).resolve().parent.parent / "golden"
WAYS = [["-m", "words"], ["-m", "density", "--filter", "main"], ["-m", "minwords,bte", "--vote", "any"], ["-m", "all"]]
DRESSES = [["--links"], ["--images", "--metadata"],
           ["--links", "--images", "--metadata", "--url", "https://www.example.org/a/b.html"]]
LETTER = re.compile(r"[^\W_]")


def pith(*args, page):
    run = subprocess.run([sys.argv[1], *args, "-"], input=page, capture_output=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.decode()


def letters(text):
    """Tags may stand inside words, so words are not compared."""
    return "".join(LETTER.findall(text))


def bare(text, form):
    """The text of an output without its dress."""
    if form == "html":
        return html.unescape(re.sub(r"<[^>]*>", "", text))
    if form == "cleaneval":
        return re.sub(r"(?m)^<[phl]>", "", text)
    return text


def is_subsequence(part, whole):
    rest = iter(whole)
    return all(letter in rest for letter in part)


def check(name, data):
    for way in WAYS:
        page = json.loads(pith(*way, "-f", "json", page=data))
        decided = [(block["keep"], block["why"], block["score"], block["text"]) for block in page["blocks"]]
        for dress in DRESSES:
            again = json.loads(pith(*way, *dress, "-f", "json", page=data))["blocks"]
            if [(block["keep"], block["why"], block["score"], block["text"]) for block in again] != decided:
                yield f"{way} {dress}: another decision"
        want = letters("".join(block["text"] for block in page["blocks"] if block["keep"]))
        for form in ("text", "html", "markdown", "cleaneval"):
            got = letters(bare(pith(*way, "-f", form, page=data), form))
            if form in ("html", "cleaneval"):
                same = got == want
            else:  # numbers of list items, languages of code and the like come on top
                same = is_subsequence(want, got)
            if not same:
                yield f"{way} {form}: {len(got)} letters, {len(want)} kept"


def main():
    passed = failed = 0
    for path in sorted(PAGES.glob("*.html")):
        problems = list(check(path.stem, path.read_bytes()))
        for problem in problems:
            print(f"{path.name}: {problem}")
        failed += bool(problems)
        passed += not problems
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
