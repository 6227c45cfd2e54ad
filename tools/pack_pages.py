#!/usr/bin/env python3
"""Packs the pages of a labelled set into one file for tests and benchmarks in C.

    pack_pages.py SET.jsonl[.xz] OUT.pack [FIELD]

SET has one JSON object per line with "id" and "html", or another FIELD to pack. OUT is a sequence of pages, each:
length of the id and of the page as little-endian 32-bit numbers, the id, the page in UTF-8. An OUT that is newer
than SET is left alone.
"""
import json
import lzma
import os
import struct
import sys


def main():
    source, target = sys.argv[1:3]
    field = sys.argv[3] if len(sys.argv) > 3 else "html"
    if os.path.exists(target) and os.path.getmtime(target) > os.path.getmtime(source):
        return
    opener = lzma.open if source.endswith(".xz") else open
    os.makedirs(os.path.dirname(os.path.abspath(target)), exist_ok=True)
    # Split at "\n" only: pages hold other characters that count as line ends elsewhere.
    with opener(source, "rt", encoding="utf-8", newline="\n") as lines, open(target + ".part", "wb") as out:
        for line in lines:
            page = json.loads(line)
            name = str(page["id"]).encode()
            html = page[field].encode("utf-8", "replace")
            out.write(struct.pack("<II", len(name), len(html)) + name + html)
    os.replace(target + ".part", target)


main()
