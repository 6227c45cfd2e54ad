#!/usr/bin/env python3
"""Measures how often Pith finds a page's title, author and date, on WCXB's development pages.

    bench/quality_metadata.py [-v FIELD] [--half 0|1] [--floor FIELD=PERCENT]... [--same METHOD]... PITH

The pages are wcxb-dev.jsonl.xz in the folder that the environment variable PITH_SHARED names, or in its subfolder
data, or in ../shared/data; without them this prints SKIPPED and exits with 77.

Prints for each field the number of pages whose ground truth has it, how many are correct, and the percentage; the
same for the two halves of the set, split by a hash of the domain; and by source. A value is correct if it equals
the ground truth after folding: letters in one case, single spaces, quotes and dashes of one kind, no punctuation
at the ends; dates as YYYY-MM-DD; authors as a set of names. "near" counts titles that share four fifths of their
words with the ground truth (F1), and authors with at least one correct name. "none" is the number of pages without
a value from Pith.

Exits with 1 if a field's percentage is below its floor, or if the metadata or the kind of a page differ between a
METHOD and the default. -v lists the errors in a field.
"""

import argparse
import collections
import hashlib
import json
import lzma
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata
import urllib.parse

FIELDS = ("title", "author", "date")
KEYS = FIELDS + ("id", "url", "page_type")
DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
QUOTES = {ord(a): b for a, b in ("‘'", "’'", "‚'", "`'", '“"', '”"', '„"')}


def find_pages():
    """The file with the pages, or None."""
    here = pathlib.Path(__file__).resolve().parents[2]
    for folder in (os.environ.get("PITH_SHARED"), here.parent / "shared"):
        for path in (pathlib.Path(folder or "/nowhere") / part for part in ("", "data")):
            if (path / "wcxb-dev.jsonl.xz").exists():
                return path / "wcxb-dev.jsonl.xz"
    return None


def fold(text):
    """TEXT without differences that do not count."""
    text = unicodedata.normalize("NFKC", text).casefold().translate(DASHES).translate(QUOTES)
    return " ".join(text.split()).strip(" .,:;!?|-\"'()")


def names(text):
    """The set of names in a ground truth, or in Pith's output."""
    return {fold(name) for name in re.split(r"[,;&|/]|\band\b", text) if fold(name)}


def half_of(url):
    """0 or 1, the same for all pages of a domain."""
    domain = ".".join(urllib.parse.urlsplit(url).netloc.lower().split(".")[-2:])
    return hashlib.md5(domain.encode()).digest()[0] & 1


def is_right(field, ours, truth):
    """Do the values OURS equal the TRUTH?"""
    if field == "date":
        return ours[0][:10] == truth[:10]
    if field == "author":
        return names(", ".join(ours)) == names(truth) or fold(", ".join(ours)) == fold(truth)
    return fold(ours[0]) == fold(truth)


def is_near(field, ours, truth):
    """Are they nearly correct?"""
    if field == "author":
        return bool(set().union(*map(names, ours)) & names(truth))
    if field == "title":
        a, b = (collections.Counter(re.findall(r"\w+", fold(x))) for x in (ours[0], truth))
        return 2 * sum((a & b).values()) >= 0.8 * (sum(a.values()) + sum(b.values()))
    return False


def unpack(path, folder):
    """The pages without their HTML, and a file with the complete pages, so that they are decompressed only once."""
    plain, pages = pathlib.Path(folder) / "pages.jsonl", []
    with lzma.open(path, "rb") as lines, open(plain, "wb") as out:
        for line in lines:
            out.write(line)
            page = json.loads(line)
            pages.append({key: page.get(key) for key in KEYS})
    return pages, plain


def run(program, pages, path, *arguments):
    """The pages, each with what Pith found: {field: [{"value":..., "source":...}, ...]}."""
    command = [program, "batch", "--jsonl", "--metadata", *arguments, path]
    answers = subprocess.run(command, stdout=subprocess.PIPE).stdout.splitlines()
    assert len(answers) == len(pages)
    pages = [dict(page) for page in pages]
    for page, answer in zip(pages, map(json.loads, answers)):
        assert page["id"] == answer["id"]
        page["found"] = {key: value if isinstance(value, list) else [value]
                         for key, value in answer["metadata"].items()}
        page["kind"] = answer.get("page_type")
    return pages


def differing(program, path, pages, method):
    """Number of pages whose metadata differ with METHOD."""
    others = run(program, pages, path, "-m", method)
    changed = [page["id"] for page, other in zip(pages, others)
               if (page["found"], page["kind"]) != (other["found"], other["kind"])]
    print(f"by {method}: metadata of {len(changed)} of {len(pages)} pages are others", *changed[:5])
    return len(changed)


def count(pages, field):
    """Counts for one field over the pages."""
    counts = collections.Counter()
    for page in pages:
        truth = page.get(field)
        found = page["found"].get(field, [])
        if not truth:
            counts["extra"] += bool(found)
            continue
        ours = [fact["value"] for fact in found]
        right = bool(ours) and is_right(field, ours, truth)
        counts["pages"] += 1
        counts["right"] += right
        counts["near"] += right or (bool(ours) and is_near(field, ours, truth))
        counts["none"] += not ours
        if ours:
            counts["from", found[0]["source"]] += 1
            counts["good", found[0]["source"]] += right
    return counts


def show_wrong(pages, field):
    """Lists the pages where FIELD is wrong."""
    for page in pages:
        found = page["found"].get(field, [])
        if page.get(field) and not (found and is_right(field, [f["value"] for f in found],
                                                       page[field])):
            print("%s %s %s\n    truth %s\n    ours  %s" % (
                page["id"], page["page_type"], page["url"], page[field],
                ", ".join("%s (%s)" % (f["value"], f["source"]) for f in found) or "-"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("-v", dest="verbose", choices=FIELDS)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--floor", action="append", default=[])
    parser.add_argument("--same", action="append", default=[])
    args = parser.parse_args()
    path = find_pages()
    if path is None:
        print("SKIPPED: no wcxb-dev.jsonl.xz; set PITH_SHARED")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        pages, plain = unpack(path, folder)
        pages = run(args.program, pages, plain)
        failed = any([differing(args.program, plain, pages, method) for method in args.same])
    if args.half is not None:
        pages = [page for page in pages if half_of(page["url"]) == args.half]
    if args.verbose:
        show_wrong(pages, args.verbose)
    floors = dict(floor.split("=") for floor in args.floor)
    print("%-8s %6s %6s %7s %7s %6s %6s  %s" %
          ("field", "pages", "right", "share", "near", "none", "extra", "halves"))
    for field in FIELDS:
        counts = count(pages, field)
        share = lambda c, key: 100 * c[key] / max(1, c["pages"])
        halves = [share(count([p for p in pages if half_of(p["url"]) == half], field), "right")
                  for half in (0, 1)]
        print("%-8s %6d %6d %6.1f%% %6.1f%% %6d %6d  %.1f%% %.1f%%" % (
            field, counts["pages"], counts["right"], share(counts, "right"), share(counts, "near"),
            counts["none"], counts["extra"], *halves))
        print("         " + ", ".join("%s %d/%d" % (key[1], counts["good", key[1]], number)
                                      for key, number in counts.most_common() if key[0] == "from"))
        failed |= share(counts, "right") < float(floors.get(field, 0))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
