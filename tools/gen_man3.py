#!/usr/bin/env python3
"""Makes docs/man/pith.3 from the comments of include/pith.h.

    tools/gen_man3.py           writes it
    tools/gen_man3.py --check   only compares, and fails if it is out of date

The header consists of an opening comment; headings /* --- name */; comments before declarations, whose first line
is "name - what it is"; declarations up to the next blank line.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = ROOT / "include/pith.h"
PAGE = ROOT / "docs/man/pith.3"

# A declaration: lines up to the next blank one, perhaps after a comment.
DECLARED = r"(?:[^\s/][^\n]*\n(?:[ }][^\n]*\n)*)+"
PARTS = re.compile(rf"/\* -{{3,}} (?P<heading>[\w ]+) \*/"
                   rf"|^(?P<comment>/\*.*?\*/)\n(?P<declared>(?:{DECLARED})?)"
                   rf"|^(?P<bare>{DECLARED})", re.S | re.M)


def escape(line):
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + line if line[:1] in (".", "'") else line


def comment_lines(comment):
    """The text of a comment, without its delimiters."""
    body = re.sub(r"^/\*+|\*/$", "", comment.strip())
    return [re.sub(r"^\s*\* ?", "", line).rstrip() for line in body.strip("\n").split("\n")]


def prose(lines):
    """Paragraphs, and lists whose items begin with a dash."""
    out = []
    for line in lines:
        item = re.match(r"\s+- (.*)", line)
        if item:
            out += [".IP \\(bu 2", escape(item[1])]
        elif line.strip():
            out.append(escape(line.strip()))
        elif out and out[-1] != ".PP":
            out.append(".PP")
    while out and out[-1] == ".PP":
        out.pop()
    return out


def code(text):
    """A declaration as in the header, without what only compilers need."""
    text = re.sub(r"PITH_API ([^;]*;)", lambda found: found[1].replace("\n" + 9 * " ", "\n"), text)
    return [".PP", ".nf", *map(escape, text.strip("\n").split("\n")), ".fi"]


def names(lines):
    """Splits "a, b - what it is" (perhaps over two lines) into the names and the text."""
    text = "\n".join(lines).strip("\n")
    found = re.match(r"(\w[\w, \n]*?) -\s", text)
    if not found:
        return None, lines
    return " ".join(found[1].split()), text[found.end():].split("\n")


def page(header):
    version = ".".join(re.search(rf"VERSION_{part} (\d+)", header)[1]
                       for part in ("MAJOR", "MINOR", "PATCH"))
    opening = re.match(r"/\*.*?\*/", header, re.S)
    body = header[header.index("/* ---"):header.rindex("#ifdef __cplusplus")]
    out = ['.\\" Made by tools/gen_man3.py from include/pith.h; do not edit.',
           f'.TH PITH 3 "" "pith {version}" "Library Functions Manual"',
           ".SH NAME", "pith \\- extract the main content of web pages",
           ".SH SYNOPSIS", ".nf", "#include <pith.h>", "",
           "cc ... $(pkg\\-config \\-\\-cflags \\-\\-libs pith)", ".fi",
           ".SH DESCRIPTION", *prose(comment_lines(opening[0])[2:])]
    for part in PARTS.finditer(body):
        if part["heading"]:
            out.append(f".SH {part['heading'].upper()}")
        elif part["comment"]:
            title, text = names(comment_lines(part["comment"]))
            out += [f".SS {title}"] if title else [".PP"]
            out += prose(text)
            if part["declared"]:
                out += code(part["declared"])
        else:
            out += code(part["bare"])
    out += [".SH SEE ALSO", ".BR pith (1)"]
    return "\n".join(out) + "\n"


def main():
    text = page(HEADER.read_text())
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        sys.exit("docs/man/pith.3 is out of date; run: make generate")


main()
