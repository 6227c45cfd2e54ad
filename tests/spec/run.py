#!/usr/bin/env python3
"""Runs the examples of a spec document.

    run.py PITH SPEC.md...

An example is a fenced block that starts with ```example: HTML, a line with a single dot, and the
blocks that Pith makes of it, one a line: kind, what else is known in words, a bar, the text (\\n for a
line end, ⍽ for a no-break space). In the HTML, ␣ stands for a space that would be lost at a line's
end, → for a tab.

An example that starts with ```text is plain text instead.
"""
import json
import re
import subprocess
import sys


def describe(block):
    words = [block["kind"]]
    for field in ("level", "list_depth", "ordinal", "quote_depth", "row", "column", "language"):
        if field in block:
            words.append(f"{field.replace('list_depth', 'depth').replace('quote_depth', 'quote')}={block[field]}")
    words += block.get("flags", [])
    words += [f"words={block['words']}", f"links={block['link_words']}"]
    return " ".join(words) + " | " + block["text"].replace("\n", "\\n").replace("\u00a0", "⍽")


def matches(want, got):
    """WANT may leave out words that it is not about, but for the kind and the text."""
    want_head, _, want_text = want.partition(" | ")
    got_head, _, got_text = got.partition(" | ")
    got_words = got_head.split()
    want_words = want_head.split()
    return want_text == got_text and want_words[0] == got_words[0] and set(want_words) <= set(got_words)


def run_example(pith, html, *options):
    run = subprocess.run([pith, "-f", "json", "--charset", "utf-8", *options, "-"], input=html.encode(), capture_output=True)
    if run.returncode != 0:
        return [f"exit code {run.returncode}: {run.stderr.decode()}"]
    return [describe(block) for block in json.loads(run.stdout)["blocks"]]


def main():
    pith, passed, failed = sys.argv[1], 0, 0
    for name in sys.argv[2:]:
        text = open(name, encoding="utf-8").read()
        for match in re.finditer(r"^```(example|text)\n(.*?)^\.\n(.*?)^```$", text, re.S | re.M):
            html = match.group(2).replace("␣", " ").replace("→", "\t").removesuffix("\n")
            want = match.group(3).splitlines()
            got = run_example(pith, html, *(["--text"] if match.group(1) == "text" else []))
            if len(want) == len(got) and all(map(matches, want, got)):
                passed += 1
                continue
            failed += 1
            line = text.count("\n", 0, match.start()) + 1
            print(f"{name}:{line}:\n{html}\n--- wanted\n" + "\n".join(want) + "\n--- got\n" + "\n".join(got) + "\n")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
