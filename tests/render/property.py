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

PAGES = sorted((pathlib.Path(__file__).resolve().parent.parent / "golden").glob("*.html"))
WAYS = [["-m", "words"], ["-m", "density", "--filter", "main"], ["-m", "minwords,bte", "--vote", "any"], ["-m", "all"]]
DRESSES = [["--links"], ["--images", "--metadata"],
           ["--links", "--images", "--metadata", "--url", "https://www.example.org/a/b.html"]]
LETTER = re.compile(r"[^\W_]")


def pith(*args, **more):
    run = subprocess.run([sys.argv[1], *args], capture_output=True, **more)
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.split(b"\n")[:-1]]


def letters(text):
    """Tags may stand inside words, so words are not compared."""
    return "".join(LETTER.findall(text))


def bare(answer, form):
    """The text of an output without its dress."""
    if form == "html":
        return html.unescape(re.sub(r"<[^>]*>", "", answer["html"]))
    if form == "cleaneval":
        return "".join(text for _, text in answer["segments"])
    return answer[form]


def is_subsequence(part, whole):
    rest = iter(whole)
    return all(letter in rest for letter in part)


def decision(page):
    return [(block["keep"], block["why"], block["score"], block["text"]) for block in page["blocks"]]


def check_decisions(way):
    """Yields what is wrong. All pages at once, whatever their encoding."""
    files = [str(path) for path in PAGES]
    plain = pith(*way, "-f", "json", *files)
    for dress in DRESSES:
        for page, again in zip(plain, pith(*way, *dress, "-f", "json", *files), strict=True):
            if decision(page) != decision(again):
                yield f"{page['id']} {way} {dress}: another decision"


def check_formats(way, lines):
    pages = pith("batch", "--jsonl", *way, "-f", "json", input=lines)
    for form in ("text", "html", "markdown", "cleaneval"):
        for page, answer in zip(pages, pith("batch", "--jsonl", *way, "-f", form, input=lines), strict=True):
            want = letters("".join(block["text"] for block in page["blocks"] if block["keep"]))
            got = letters(bare(answer, form))
            # In text and markdown, numbers of list items, languages of code and the like come on top.
            if got != want if form in ("html", "cleaneval") else not is_subsequence(want, got):
                yield f"{page['id']} {way} {form}: {len(got)} letters, {len(want)} kept"


def json_lines():
    """The pages that are UTF-8, as lines."""
    for path in PAGES:
        try:
            yield json.dumps({"id": path.name, "html": path.read_bytes().decode("utf-8")}) + "\n"
        except UnicodeDecodeError:
            pass


def main():
    lines = "".join(json_lines()).encode()
    problems = [problem for way in WAYS for problem in (*check_decisions(way), *check_formats(way, lines))]
    for problem in problems:
        print(problem)
    print(f"{len(PAGES)} pages, {lines.count(10)} of them in every format, {len(problems)} problems")
    sys.exit(1 if problems or not PAGES else 0)


main()
