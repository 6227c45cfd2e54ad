#!/usr/bin/env python3
"""Writes docs/reference/options.md, the reference of all options, from what the library says about them.

    tools/gen_options.py [PROGRAM]           writes it
    tools/gen_options.py [PROGRAM] --check   only compares, and fails if it is out of date

'PROGRAM methods --json' has the descriptors. PROGRAM is build/pith unless given here or in the environment as PITH.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reference/options.md"

GROUPS = {
    "input": ("Input", "What the page is, and how much of it to read."),
    "decision": ("Decision", "Which blocks to keep."),
    "facts": ("Facts", "What else to find out about the page."),
    "output": ("Output", "How to write the result."),
}

HEAD = """# Options

Every option of the library, with its type, range and default. `tools/gen_options.py` writes this page from the
library's own descriptors; `pith methods` prints them, and `pith methods --json` is for programs.

Programs set an option by its name with `pith_options_set(options, "perplexity.limit", "4000", &error)`. The command
has most of them as options of its own, shown in the second column; pith(1) describes the others of the command.
A method's option needs that method: `-m perplexity --limit 4000`.

"""


def escaped(text):
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def form(option):
    if "min" in option:
        return f"{option['type']}, {option['min']:g} to {option['max']:.10g}"
    if "choices" in option and option["name"] != "method":
        return f"{option['type']}: " + ", ".join(f"`{choice['name']}`" for choice in option["choices"])
    return option["type"]


def table(options):
    rows = ["| name | command | value | default | meaning |", "|---|---|---|---|---|"]
    for option in options:
        command = f"`{option['command']}`" if option["command"] else ""
        default = f"`{option['default']}`" if option["default"] else ""
        rows.append(f"| `{option['name']}` | {command} | {form(option)} | {default} | {escaped(option['summary'])} |")
    return "\n".join(rows) + "\n\n"


def choices(options):
    """What the words of choices mean."""
    text = ""
    for option in options:
        if option["name"] != "method" and any(choice["summary"] for choice in option.get("choices", [])):
            text += f"Values of `{option['name']}`:\n\n"
            text += "".join(f"- `{choice['name']}`: {escaped(choice['summary'])}\n" for choice in option["choices"])
            text += "\n"
    return text


def page(descriptors):
    text = HEAD
    for group, (title, summary) in GROUPS.items():
        options = [option for option in descriptors["options"] if option["group"] == group]
        text += f"## {title}\n\n{summary}\n\n{table(options)}{choices(options)}"
    text += "## Methods\n\nThe values of `method`, and the options of each.\n\n"
    for method in descriptors["methods"]:
        text += f"### {method['name']}\n\n{escaped(method['summary'][0].upper() + method['summary'][1:])}.\n\n"
        if method["options"]:
            text += table(method["options"]) + choices(method["options"])
    return text.rstrip("\n") + "\n"


def main():
    programs = [arg for arg in sys.argv[1:] if arg != "--check"] or [os.environ.get("PITH", ROOT / "build/pith")]
    if len(programs) != 1:
        sys.exit(__doc__)
    run = subprocess.run([programs[0], "methods", "--json"], capture_output=True, text=True, encoding="utf-8", check=True)
    want = page(json.loads(run.stdout))
    if "--check" not in sys.argv:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(want, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != want:
        sys.exit("docs/reference/options.md is out of date: run tools/gen_options.py")


if __name__ == "__main__":
    main()
