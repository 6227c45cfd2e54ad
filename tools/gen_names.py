#!/usr/bin/env python3
"""Generates src/parse/name_hash.inc from src/parse/names.def.

    gen_names.py            writes the table
    gen_names.py --check    exits 1 if the committed table is out of date

A name of up to 16 bytes is two little-endian 64-bit words, padded with zeros. Its slot is ((w0 ^ w1 * FOLD) *
MULT) >> (64 - BITS); MULT is searched so that no two names share a slot.
"""
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src/parse/names.def"
TARGET = ROOT / "src/parse/name_hash.inc"
FOLD = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


def words(name):
    raw = name.encode().ljust(16, b"\0")
    assert len(raw) == 16, name
    return int.from_bytes(raw[:8], "little"), int.from_bytes(raw[8:], "little")


def find_multiplier(names, bits):
    keys = [w0 ^ (w1 * FOLD & MASK) for w0, w1 in map(words, names)]
    rng = random.Random(1)
    while True:
        mult = rng.getrandbits(64) | 1
        slots = {(key * mult & MASK) >> (64 - bits) for key in keys}
        if len(slots) == len(keys):
            return mult, [(key * mult & MASK) >> (64 - bits) for key in keys]


def table(kind, names, bits):
    mult, slots = find_multiplier(names, bits)
    out = [f"#define {kind}_HASH_BITS {bits}",
           f"#define {kind}_HASH_MULT UINT64_C({mult:#018x})",
           f"static const uint8_t {kind.lower()}_slots[{1 << bits}] = {{"]
    pairs = sorted(zip(slots, range(1, len(names) + 1)))
    row = "   "
    for slot, number in pairs:
        cell = f" [{slot}] = {number},"
        if len(row) + len(cell) > 98:
            out.append(row)
            row = "   "
        row += cell
    out += [row, "};", f"static const uint64_t {kind.lower()}_words[{len(names) + 1}][2] = {{", "    {0, 0},"]
    for name in names:
        w0, w1 = words(name)
        out.append(f"    {{UINT64_C({w0:#x}), UINT64_C({w1:#x})}}, /* {name} */")
    return out + ["};"]


def main():
    text = SOURCE.read_text()
    tags = re.findall(r"^TAG\((\w+),", text, re.M)
    attrs = re.findall(r'^ATTR\(\w+, "([^"]+)"\)', text, re.M)
    lines = ["/* Made by tools/gen_names.py from names.def. Do not edit. */",
             f"#define NAME_HASH_FOLD UINT64_C({FOLD:#x})"]
    lines += table("TAG", tags, 10) + table("ATTR", attrs, 7)
    made = "\n".join(lines) + "\n"
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.exists() and TARGET.read_text() == made else f"{TARGET} is out of date: run make generate")
    TARGET.write_text(made)


main()
