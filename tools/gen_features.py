#!/usr/bin/env python3
"""Makes the table in docs/reference/features.md from src/features/features.def.

    tools/gen_features.py           writes it
    tools/gen_features.py --check   only compares, and fails if it is out of date

The text around the table is written by hand.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FEATURES = ROOT / "src/features/features.def"
PAGE = ROOT / "docs/reference/features.md"

ROW = re.compile(r'^(BLOCK|PAIR)\(\w+,\s*(\w+),\s*"([^"]*)"', re.M)
TABLE = re.compile(r"(?<=<!-- features.def -->\n).*?(?=<!-- end -->)", re.S)


def table(features):
    lines = ["| name | of which blocks | what it is |", "|---|---|---|"]
    for kind, name, summary in ROW.findall(features):
        blocks = "prev, curr, next" if kind == "BLOCK" else "curr"
        lines.append(f"| `{name}` | {blocks} | {summary.replace('<', '&lt;')} |")
    return "\n".join(lines) + "\n"


def main():
    have = PAGE.read_text(encoding="utf-8")
    made = table(FEATURES.read_text(encoding="utf-8"))
    want, found = TABLE.subn(lambda _: made, have)
    if found != 1:
        sys.exit(f"{PAGE} has no place for the table")
    if "--check" in sys.argv[1:]:
        if have != want:
            sys.exit("docs/reference/features.md is out of date: run tools/gen_features.py")
    else:
        PAGE.write_text(want, encoding="utf-8")


if __name__ == "__main__":
    main()
