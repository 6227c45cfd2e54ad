#!/usr/bin/env python3
"""Exits 1 when a relative link in the documentation leads to no file or no heading.

    tools/check_links.py

Looks at README.md and the like, docs/ and the README.md of each folder. Pages of the tests are not documentation.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md"), ROOT / "tests/golden/README.md"]


def anchors(page):
    """The names that GitHub gives to the headings of a page."""
    for heading in re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M):
        yield re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def broken(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if re.match(r"[a-z]+:", link):
            continue
        if not target.exists():
            yield f"{link}: there is no such file"
        elif anchor and anchor not in anchors(target):
            yield f"{link}: there is no such heading"


def main():
    problems = [f"{page.relative_to(ROOT)}: {what}" for page in sorted(set(PAGES)) for what in broken(page)]
    print("\n".join(problems) or f"{len(set(PAGES))} pages, all links lead somewhere")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
