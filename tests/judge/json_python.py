#!/usr/bin/env python3
"""Compares Pith's JSON reader with Python's, on documents made up and broken at random.

    tests/judge/json_python.py [--count N] [--seed N] JSON_DUMP

JSON_DUMP is the program built from json_dump.c. Each of N documents (default 20000) is read by
both; they must agree on whether it is JSON, and then on every value, in order. Prints counts; exits
with 1 at a difference and shows the document.
"""

import argparse
import json
import random
import subprocess
import sys

PIECES = ["a", "Z", " ", "ä", "€", "😀", "\x7f", "\u2028", "\\", '"', "/", "\n", "\t", "\0", "\x1f",
          "\\u00e4", "\\ud83d\\ude00", "\\ud83d", "\\udc00", "text that is longer than a word"]
NUMBERS = ["0", "-0", "1", "-12", "3.25", "1e9", "-1E-9", "0.5e+3", "123456789012345678901234567890"]
BROKEN = b'{}[],:"\\ \t\n\r\x00\x0c\x1f0123456789-+.eEtrufalsn/\xc3\xff'


def make_string(rng):
    """A string as JSON: some pieces escaped, some as they are."""
    out = []
    for _ in range(rng.choice([0, 1, 2, 5, 20])):
        piece = rng.choice(PIECES)
        if not piece.startswith("\\u"):
            piece = json.dumps(piece, ensure_ascii=rng.random() < 0.5)[1:-1]
        out.append(piece)
    return '"%s"' % "".join(out)


def make_value(rng, depth):
    """A value as JSON text."""
    space = lambda: rng.choice(["", "", "", " ", "\n\t", "\r\n  "])
    kind = rng.randrange(6 if depth > 0 else 4)
    if kind == 0:
        return make_string(rng)
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind in (2, 3):
        return rng.choice(["true", "false", "null", make_string(rng)])
    items = []
    for _ in range(rng.choice([0, 1, 2, 4])):
        key = make_string(rng) + space() + ":" if kind == 4 else ""
        items.append(space() + key + space() + make_value(rng, depth - 1) + space())
    return ("{%s}" if kind == 4 else "[%s]") % (",".join(items) or space())


def mutate(rng, data):
    """The document with a few bytes removed, changed, added or doubled."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 4])):
        at = rng.randrange(len(data) + 1)
        how = rng.randrange(5)
        if how == 0:
            del data[at:at + rng.choice([1, 1, 3])]
        elif how == 1:
            data[at:at + 1] = bytes([rng.choice(BROKEN)])
        elif how == 2:
            data[at:at] = bytes([rng.choice(BROKEN)])
        elif how == 3:
            data[at:at] = data[max(0, at - rng.randrange(8)):at]
        else:
            del data[at:]
    return bytes(data)


def refuse(word):
    raise ValueError(word)


class Number(str):
    """A number as written."""


class Pairs(list):
    """An object's members, in order."""


def to_bytes(text):
    """UTF-8, with U+FFFD for lone surrogates."""
    return "".join("\ufffd" if 0xD800 <= ord(c) < 0xE000 else c for c in text).encode()


def events(value):
    """What json_dump shows for a value that Python read."""
    if isinstance(value, Number):
        return ["n=" + value.encode().hex()]
    if isinstance(value, str):
        return ["s=" + to_bytes(value).hex()]
    if isinstance(value, Pairs):
        members = [["k=" + to_bytes(key).hex()] + events(item) for key, item in value]
        return ["{"] + sum(members, []) + ["}"]
    if isinstance(value, list):
        return ["["] + sum(map(events, value), []) + ["]"]
    return [{True: "true", False: "false", None: "null"}[value]]


def read_python(data):
    """The events as Python sees them, or None when it is no JSON."""
    try:
        value = json.loads(data.decode(), object_pairs_hook=Pairs, parse_int=Number,
                           parse_float=Number, parse_constant=refuse)
    except ValueError:
        return None
    return events(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    documents = []
    while len(documents) < args.count:
        data = make_value(rng, rng.randrange(5)).encode()
        if rng.random() < 0.7:
            # Python reads characters and Pith bytes, so what is no UTF-8 becomes U+FFFD first.
            data = mutate(rng, data).decode("utf-8", "replace").encode()
        documents.append(data)
    lines = "".join("=%s\n" % data.hex() for data in documents)
    output = subprocess.run([args.program], input=lines, stdout=subprocess.PIPE, text=True, check=True)
    valid = failed = 0
    for data, line in zip(documents, output.stdout.split("\n")):
        expected = read_python(data)
        ours = line.split()
        same = ours[-1:] == ["!"] if expected is None else ours == expected
        valid += expected is not None
        if not same:
            failed += 1
            print("differs:", data, "\n  ours:  ", ours, "\n  python:", expected)
    print("%d valid, %d broken; %d passed, %d failed" %
          (valid, len(documents) - valid, len(documents) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
