#!/usr/bin/env python3
"""Compares Pith's tokenizer with html5lib's tokenizer tests.

    tests/judge/html5lib.py [-v] [--floor PERCENT] [--tests FOLDER] TOKEN_DUMP

TOKEN_DUMP is the program built from token_dump.c. The tests are the *.test files in FOLDER, or in
html5lib-tests/tokenizer of the data folder that the environment variable PITH_SHARED names (or of
the folder data in that); without them this says SKIPPED and exits with 77. Prints counts by file;
-v lists the failures. Exits with 1 when less than PERCENT (100 if not given) of the tests that
apply pass.

A test with several initial states counts once for each. Not compared: parse errors, the text of
comments, what is in a doctype; Pith emits none of these, so a comment or doctype token only has to
be where it is expected, and where it is the last one, to end where it should. Not applicable:
tests with lone surrogates, which UTF-8 cannot hold, and those that want the characters of XML.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

STATES = {
    "Data state": "data",
    "RCDATA state": "rcdata",
    "RAWTEXT state": "rawtext",
    "Script data state": "script",
    "PLAINTEXT state": "plaintext",
    "CDATA section state": "cdata",
}
NO_START_TAG = "no-start-tag-so-far"  # in no test's input

SURROGATES = "lone surrogate"
XML = "coercion to XML"

Run = collections.namedtuple("Run", "file description state raw_tag input expected reason")


def unescape(value):
    """Undoes the second level of escaping in strings, lists and dicts."""
    if isinstance(value, str):
        return re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), value)
    if isinstance(value, list):
        return [unescape(item) for item in value]
    if isinstance(value, dict):
        return {unescape(key): unescape(item) for key, item in value.items()}
    return value


def join_surrogates(text):
    """Pairs become the character that they mean; None when a lone one is left."""
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        return None


def join_text(tokens):
    """Makes one of adjacent pieces of text, drops empty ones."""
    joined = []
    for token in tokens:
        if token[0] == "Character" and joined and joined[-1][0] == "Character":
            joined[-1] = ("Character", joined[-1][1] + token[1])
        elif token != ("Character", ""):
            joined.append(token)
    return joined


def expected_tokens(output):
    tokens = []
    for kind, *rest in output:
        if kind in ("Comment", "DOCTYPE"):
            tokens.append((kind,))
        elif kind == "StartTag":
            name, attributes, self_closing = (*rest, False)[:3]
            tokens.append((kind, name, attributes, self_closing))
        else:
            tokens.append((kind, rest[0]))
    return join_text(tokens)


def show_end(source, expected, errors):
    """Puts a tag behind a comment or doctype that comes last, to see where ours ends."""
    if not expected or expected[-1][0] not in ("Comment", "DOCTYPE"):
        return source, expected
    unfinished = any(error["code"].startswith("eof-in-") for error in errors)
    if source.endswith(">") and not unfinished:
        expected = expected + [("StartTag", "b", {}, False)]
    return source + "<b>", expected


def text_of(hexadecimal):
    return bytes.fromhex(hexadecimal).decode()


def start_tag(token):
    name, *attributes = token.rstrip("/").split(":")
    values = {}
    for attribute in attributes:
        key, value = attribute.split("=")
        values.setdefault(text_of(key), text_of(value))  # the first of two with one name holds
    return ("StartTag", text_of(name), values, token.endswith("/"))


def dumped_tokens(line):
    """Reads a line of token_dump's; see there."""
    tokens = []
    for token in line.split():
        kind, _, rest = token.partition("=")
        if kind == "T":
            tokens.append(("Character", text_of(rest)))
        elif kind == "S":
            tokens.append(start_tag(rest))
        elif kind == "E":
            tokens.append(("EndTag", text_of(rest)))
        else:
            tokens.append(({"C": "Comment", "D": "DOCTYPE"}.get(kind, kind),))
    return join_text(tokens)


def read_file(path):
    """Yields the runs that a .test file asks for."""
    content = json.loads(path.read_text(encoding="utf-8"))
    for test in content.get("tests", []) + content.get("xmlViolationTests", []):
        reason = XML if "xmlViolationTests" in content else None
        source, output = test["input"], test["output"]
        if test.get("doubleEscaped"):
            source, output = unescape(source), unescape(output)
        source = join_surrogates(source)
        if source is None or join_surrogates(json.dumps(output, ensure_ascii=False)) is None:
            source, reason = "", SURROGATES
        source, expected = show_end(source, expected_tokens(output), test.get("errors", []))
        for state in test.get("initialStates", ["Data state"]):
            yield Run(path.name, test["description"], STATES[state],
                      test.get("lastStartTag", NO_START_TAG), source, expected, reason)


def dump(program, runs):
    """Our tokens for each run."""
    lines = "".join(f"{r.state} 0 {r.raw_tag} ={r.input.encode().hex()}\n" for r in runs)
    done = subprocess.run([program], input=lines, stdout=subprocess.PIPE, text=True, check=True,
                          timeout=300)
    answers = done.stdout.splitlines()
    if len(answers) != len(runs):
        sys.exit(f"{program}: {len(runs)} lines in, {len(answers)} lines out")
    return [dumped_tokens(answer) for answer in answers]


def find_tests(folder):
    """The test files; none when they cannot be had."""
    shared = os.environ.get("PITH_SHARED")
    if folder is None and shared:
        candidates = [pathlib.Path(shared, part) for part in ("", "data")]
        candidates = [part / "html5lib-tests/tokenizer" for part in candidates]
        folder = next((part for part in candidates if part.is_dir()), None)
    return sorted(pathlib.Path(folder).glob("*.test")) if folder else []


def report(counts, reasons):
    columns = ("passed", "failed", "not applicable")
    width = max(len(name) for name in counts)
    print(f"{'':{width}}  {'  '.join(columns)}")
    total = collections.Counter()
    for name, count in counts.items():
        total += count
        print(f"{name:{width}}  " + "  ".join(f"{count[c]:{len(c)}}" for c in columns))
    print(f"{'all':{width}}  " + "  ".join(f"{total[c]:{len(c)}}" for c in columns))
    for reason, number in reasons.items():
        print(f"not applicable: {number} ({reason})")
    return 100 * total["passed"] / max(1, total["passed"] + total["failed"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="TOKEN_DUMP")
    parser.add_argument("--tests", metavar="FOLDER")
    parser.add_argument("--floor", metavar="PERCENT", type=float, default=100)
    parser.add_argument("-v", "--verbose", action="store_true", help="list the failures")
    options = parser.parse_args()

    files = find_tests(options.tests)
    if not files:
        print("SKIPPED: html5lib's tests are not there; let PITH_SHARED name the data folder")
        sys.exit(77)
    runs = [run for path in files for run in read_file(path)]
    counts = {path.name: collections.Counter() for path in files}
    reasons = collections.Counter(run.reason for run in runs if run.reason)
    for run, tokens in zip(runs, dump(options.program, runs)):
        outcome = "passed" if tokens == run.expected else "failed"
        counts[run.file]["not applicable" if run.reason else outcome] += 1
        if options.verbose and outcome == "failed" and not run.reason:
            print(f"{run.file}: {run.description} ({run.state})\n  input    {run.input!r}")
            print(f"  expected {run.expected}\n  ours     {tokens}")
    percent = report(counts, reasons)
    partly = sum(not {"Comment", "DOCTYPE"}.isdisjoint(t[0] for t in run.expected) for run in runs)
    print(f"comments and doctypes compared by place only: in {partly} tests")
    print(f"{percent:.2f} % of those that apply pass; the floor is {options.floor:g} %")
    sys.exit(percent < options.floor)


if __name__ == "__main__":
    main()
