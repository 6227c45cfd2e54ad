#!/usr/bin/env python3
"""Generates src/render/explain_assets.inc from explain.css and explain.js in the same folder.

    tools/gen_explain.py           writes it
    tools/gen_explain.py --check   only compares, and fails if it is out of date

The explain page embeds both, and allows the browser to run only these two, by their SHA-256.
"""
import base64
import hashlib
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src/render"
ASSETS = FOLDER / "explain_assets.inc"


def literal(text):
    """TEXT as a C string literal, line by line."""
    lines = text.replace("\\", "\\\\").replace('"', '\\"').splitlines()
    return "\n".join(f'    "{line}\\n"' for line in lines)


def main():
    made = ["/* Made by tools/gen_explain.py from explain.css and explain.js; do not edit. */"]
    for kind in ("css", "js"):
        text = (FOLDER / f"explain.{kind}").read_text(encoding="ascii")
        assert "</" not in text, "this would end the element around it"
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        made.append(f'#define EXPLAIN_{kind.upper()}_HASH "sha256-{digest}"')
        made.append(f"static const char explain_{kind}[] =\n{literal(text)};")
    made = "\n".join(made) + "\n"
    if "--check" not in sys.argv[1:]:
        ASSETS.write_text(made)
    elif not ASSETS.exists() or ASSETS.read_text() != made:
        sys.exit("src/render/explain_assets.inc is out of date; run: make generate")


if __name__ == "__main__":
    main()
