#!/usr/bin/env python3
"""Runs the golden pages: every format against its golden file, and offsets against the page itself.

    run.py PITH              compares every tests/golden/NAME.html with NAME.json and formats/NAME.*
    run.py PITH --update     writes these files anew; read the diff before committing it
    run.py PITH NAME...      only these pages

PITH may be several words, such as an emulator and a program for another machine.

NAME.json is the output of `pith -m words -f json`, laid out for reading: a line for the page, a line a block.
formats/NAME.* are the outputs of the other formats with all blocks kept, and links and images shown.
The offsets are checked by cutting the page's bytes at them: what is between must hold the block's
text once tags are taken off and references decoded, whatever the encoding.
"""
import html
import json
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent

# The formats beside JSON, and how their golden files' names end.
FORMATS = {"text": ".txt", "markdown": ".md", "html": ".html", "cleaneval": ".cleaneval"}

# Python's name for the encodings whose WHATWG name it does not know, or knows as something else.
CODECS = {"shift_jis": "cp932", "euc-kr": "cp949", "big5": "big5hkscs", "gbk": "gb18030",
          "windows-874": "cp874", "macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic",
          "euc-jp": "euc_jp"}
# Pages whose cut needs more of an HTML parser or decoder than this script has, and why. Their
# offsets are still checked for order, and unit tests cut them in other ways.
UNCUT = {
    "binary-junk": "no markup to speak of, NULs dropped",
    "broken-comment": "comments that only the standard's states can tell",
    "broken-tags": "tags that only the standard's states can tell",
    "encoding-gbk-bad": "Python's decoder resynchronises in another way",
    "encoding-iso-2022-jp": "stateful: a cut starts behind the escape sequence",
    "encoding-meta-replacement": "decodes to one U+FFFD for the whole page",
    "encoding-shift_jis-bad": "Python's decoder resynchronises in another way",
    "entities": "references cut by tags",
    "nul": "NULs inside references",
    "svg-math": "CDATA that starts inside a block and ends it",
}


def lay_out(page):
    blocks = page.pop("blocks")
    lines = [json.dumps(page, ensure_ascii=False)]
    lines += [json.dumps(block, ensure_ascii=False) for block in blocks]
    return "\n".join(lines) + "\n"


def bare(text):
    """What is left of source or text when layout does not count."""
    text = text.replace("\u301c", "\uff5e")  # Python and the WHATWG differ on JIS's wave dash
    return re.sub(r"[\s\u200b\ufeff\0\ufffd]+", "", text)


def text_of_source(source):
    source = re.sub(r"<!--.*?-->", "", source, flags=re.S)
    source = re.sub(r"<(script|style|title|iframe|noframes|desc|metadata)\b.*?</\1\s*>", "", source,
                    flags=re.S | re.I)
    source = re.sub(r"<template(?![^>]*shadowrootmode)\b.*?</template\s*>", "", source, flags=re.S | re.I)
    source = re.sub(r"<(rt|rp|rtc)\b.*?(?=<r[bpt]|</r)", "", source, flags=re.S | re.I)
    # What is hidden in the midst of a block; where it began one, its start tag is not in the cut.
    source = re.sub(r"<(\w+)\b[^<>]*\shidden(?=[\s>])[^<>]*>.*?</\1\s*>", "", source, flags=re.S | re.I)
    source = re.sub(r"<!\[CDATA\[(.*?)\]\]>", lambda m: html.escape(m.group(1)), source, flags=re.S)
    source = re.sub(r"</?[a-zA-Z][^<>]*(\"[^\"]*\"[^<>]*|'[^']*'[^<>]*)*>|<[!?/][^>]*>", "", source)
    return html.unescape(source)


def check_offsets(name, data, page):
    codec = CODECS.get(page["charset"].lower(), page["charset"])
    at = 0
    for block in page["blocks"]:
        if not 0 <= block["begin"] < block["end"] <= len(data):
            yield f"block at {block['begin']}..{block['end']} is not inside the page"
            continue
        if block["begin"] < at:
            yield f"block at {block['begin']} starts before the one in front of it ends"
        at = block["end"]
        if name in UNCUT:
            continue
        cut = data[block["begin"]:block["end"]].decode(codec, "replace")
        if block["kind"] in ("preformatted", "control") and "<" in block["text"]:
            continue  # raw text: tags there are text
        if bare(text_of_source(cut)) != bare(block["text"]):
            yield f"cut at {block['begin']}..{block['end']} is {cut!r}, text is {block['text']!r}"


def difference(golden, got):
    want = golden.read_text(encoding="utf-8").splitlines() if golden.exists() else []
    changed = [f"+ {line}" for line in got.splitlines() if line not in want]
    changed += [f"- {line}" for line in want if line not in got.splitlines()]
    return f"differs from {golden.relative_to(HERE)}:\n" + "\n".join(changed[:12])


def check_golden(golden, got, update):
    """Yields what is wrong with an output."""
    if update:
        golden.write_text(got, encoding="utf-8", newline="")
    elif not golden.exists() or golden.read_bytes().decode() != got:
        yield difference(golden, got)


def run_pith(pith, path, *options):
    command = [pith] if pathlib.Path(pith).exists() else shlex.split(pith)
    run = subprocess.run([*command, *options, "-"], input=path.read_bytes(), capture_output=True)
    if run.returncode != 0:
        raise RuntimeError(f"{options}: exit code {run.returncode}: {run.stderr.decode(errors='replace')}")
    return run.stdout.decode()


def check_page(pith, path, update):
    page = json.loads(run_pith(pith, path, "-m", "words", "-f", "json"))
    yield from check_offsets(path.stem, path.read_bytes(), page)
    yield from check_golden(path.with_suffix(".json"), lay_out(page), update)
    for format, suffix in FORMATS.items():
        got = run_pith(pith, path, "-m", "all", "-f", format, "--links", "--images")
        yield from check_golden(HERE / "formats" / (path.stem + suffix), got, update)


def main():
    update = "--update" in sys.argv
    args = [arg for arg in sys.argv[1:] if arg != "--update"]
    pith, names = args[0], args[1:]
    pages = sorted(HERE.glob("*.html"))
    passed = failed = 0
    for path in pages:
        if names and path.stem not in names:
            continue
        try:
            problems = list(check_page(pith, path, update))
        except RuntimeError as error:
            problems = [str(error)]
        if problems:
            failed += 1
            print(f"{path.name}: " + "\n  ".join(problems))
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
