#!/usr/bin/env python3
"""Our accuracy and that of other extractors on the same labelled pages: `make bench-peers-accuracy`.

    peers_accuracy.py BUILD PITH

Installs the peers as peers.py does, into BUILD/peers/venv. Every system gets the pages of L3S-GN1, CleanEval's test
part and WCXB dev as Unicode text, so that encodings play no part. The peers are called with their defaults; where a
peer can leave readers' comments out, as Pith does, it runs a second time that way. `pith eval` scores all answers.
A page on which a peer raises an error counts as an empty answer. The answers stay in BUILD/peers/answers.

The sets come from PITH_SHARED/data or ../shared/data; without them, exit 77.
"""
import csv
import io
import json
import logging
import lzma
import os
import subprocess
import sys

import peers
import run

# Set, pages to take, measures: title of the column and name of the figure. No method of Pith was trained on the
# first two; on WCXB dev the default method was, so its column has the peers only.
SETS = [("l3s-gn1", None, [("L3S-GN1, word F1", "bow.f1")], ["auto", "words", "words:main"]),
        ("cleaneval-en", "split=test", [("CleanEval test, word F1", "wordf1.f1"),
                                        ("CleanEval test, edit similarity %", "editsim.text_only_pct")],
         ["auto", "words", "words:main"]),
        ("wcxb-dev", None, [("WCXB dev, word F1", "wordf1.f1")], ["words", "words:main"])]

# ---------------------------------------------------------------- calls: Unicode text of a page to its main text


def resiliparse(**options):
    from resiliparse.extract.html2text import extract_plain_text

    return lambda page: extract_plain_text(page, main_content=True, **options)


def trafilatura(**options):
    from trafilatura import extract

    return lambda page: extract(page, **options)


def justext():
    import justext as library

    stop_words = library.get_stoplist("English")

    def extract(page):
        # The bytes are UTF-8, whatever the page says about itself.
        paragraphs = library.justext(page.encode("utf-8"), stop_words, encoding="utf-8")
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return extract


def readability():
    from lxml.html import fromstring
    from readability import Document

    return lambda page: fromstring(Document(page).summary()).text_content()


# Name, package, how to get the function.
SYSTEMS = [
    ("Trafilatura", "trafilatura", trafilatura),
    ("Trafilatura, without comments", "trafilatura", lambda: trafilatura(include_comments=False)),
    ("Resiliparse", "resiliparse", resiliparse),
    ("Resiliparse, without comments", "resiliparse", lambda: resiliparse(comments=False)),
    ("readability-lxml", "readability-lxml", readability),
    ("jusText", "justext", justext),
]


def work(name, source, where, target):
    """Writes an answer for each page of SOURCE to TARGET, and prints how many failed."""
    from importlib.metadata import version

    logging.disable(logging.CRITICAL)
    _, package, make = next(system for system in SYSTEMS if system[0] == name)
    extract = make()
    field, _, value = where.partition("=")
    pages = failed = 0
    with lzma.open(source, "rt", encoding="utf-8", newline="\n") as lines, open(target, "w", encoding="utf-8") as out:
        for line in lines:
            page = json.loads(line)
            if field and page.get(field) != value:
                continue
            pages += 1
            try:
                text = extract(page["html"]) or ""
            except Exception:  # whatever it is, it is the peer's and gets counted
                text, failed = "", failed + 1
            print(json.dumps({"id": page["id"], "text": text}), file=out)
    print(json.dumps({"version": version(package), "pages": pages, "failed": failed}))


# ---------------------------------------------------------------- the comparison


def evaluate(pith, source, where, measures, methods, answers):
    """(system, figure) to value, by `pith eval`."""
    names = ",".join(dict.fromkeys(figure.split(".")[0] for _, figure in measures))
    command = [pith, "eval", "--csv", "--bootstrap", "0", "--measures", names, "-m", ",".join(methods)]
    command += ["--where", where] if where else []
    for name, path in answers.items():
        command += ["--pred", f"{name}={path}"]
    result = subprocess.run(command + [source], capture_output=True, text=True, encoding="utf-8", check=False)
    if result.returncode not in (0, 1) or not result.stdout:
        sys.exit(result.stderr)
    rows = csv.reader(io.StringIO(result.stdout))
    return {(row[1], row[2]): float(row[4]) for row in rows if row[3] == "all" and row[0] != "set"}


def main():
    build, pith = sys.argv[1:]
    data = os.path.join(os.environ.get("PITH_SHARED") or "../shared", "data")
    sources = {name: os.path.join(data, f"{name}.jsonl.xz") for name, *_ in SETS}
    if not all(map(os.path.exists, sources.values())):
        print(f"skipped: the labelled sets are not in {data}; TESTING.md says how to get them", file=sys.stderr)
        sys.exit(77)
    python = peers.install(build)
    folder = os.path.join(build, "peers/answers")
    os.makedirs(folder, exist_ok=True)
    versions, failures, figures, columns = {}, {}, {}, []
    for number, (name, where, measures, methods) in enumerate(SETS):
        answers = {}
        for index, (system, _, _) in enumerate(SYSTEMS):
            print(f"{name}: {system}", file=sys.stderr)
            target = os.path.join(folder, f"{name}-{index}.jsonl")
            said = subprocess.run([python, os.path.abspath(__file__), "--worker", system, sources[name], where or "",
                                   target], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
            answer = json.loads(said.stdout.splitlines()[-1])
            versions[system] = answer["version"]
            failures[system] = failures.get(system, 0) + answer["failed"]
            answers[system] = target
        found = evaluate(pith, sources[name], where, measures, methods, answers)
        figures.update({(number, *key): value for key, value in found.items()})
        columns += [(number, title, figure) for title, figure in measures]
    ours = {"auto": "pith", "words": "pith, `words`", "words:main": "pith, `words --filter main`"}
    version = run.first_line([pith, "--version"]).split()[-1]
    print("| | version | " + " | ".join(title for _, title, _ in columns) + " | pages failed |")
    print("|---|---|" + "---:|" * (len(columns) + 1))
    for system in [*ours, *versions]:
        cells = []
        for number, _, figure in columns:
            value = figures.get((number, system, figure))
            cells.append("" if value is None else f"{value:.1f}" if figure.endswith("pct") else f"{value:.3f}")
        print(f"| {ours.get(system, system)} | {versions.get(system, version)} | {' | '.join(cells)} "
              f"| {failures.get(system, 0)} |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work(*sys.argv[2:])
    else:
        main()
