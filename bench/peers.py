#!/usr/bin/env python3
"""Compares our speed with other programs that extract the main text from HTML bytes: `make bench-peers`.

    peers.py [--rounds N] [--every K] BUILD PITH BENCH_PAGES

Installs the peers with pip into BUILD/peers/venv, which may be deleted at any time. Pages: WCXB dev from
PITH_SHARED/data or ../shared/data; without it, the exit code is 77.

Every system has its own process that holds the pages in memory. They run in turn, round after round, one at a
time; the best round of each counts, in processor time. Fast systems run over all pages, slow ones over every K-th.
Ratios are between runs over the same pages: ours is measured on both, right before the peer. All get bytes, and
decoding is part of the job; systems that can be told the encoding are told UTF-8. The output also goes to
BUILD/peers/results.json.
"""
import argparse
import json
import logging
import os
import struct
import subprocess
import sys
import time

import run

# ---------------------------------------------------------------- the peers, called as documented


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    return lambda page: extract_plain_text(HTMLTree.parse_from_bytes(page, "utf-8"), main_content=True)


def trafilatura():
    from trafilatura import extract

    return extract  # takes bytes and detects their encoding itself


def justext():
    import justext as library

    stop_words = library.get_stoplist("English")

    def extract(page):
        paragraphs = library.justext(page, stop_words, encoding="utf-8")
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return extract


def readability():
    from lxml.html import fromstring
    from readability import Document

    # Its result is HTML, from which the text still has to be extracted.
    return lambda page: fromstring(Document(page.decode("utf-8", "replace")).summary()).text_content()


# Name, package, minimum version (the one that the calls above were tested with), and whether it is fast enough for
# all pages.
PEERS = [
    ("Resiliparse", "resiliparse", "1.1.0", True, resiliparse),
    ("Trafilatura", "trafilatura", "2.3.1", False, trafilatura),
    ("jusText", "justext", "3.0.2", False, justext),
    ("readability-lxml", "readability-lxml", "0.9", False, readability),
]

# ---------------------------------------------------------------- a peer's process


def read_pack(path, every):
    """Every EVERY-th page of a pack (tools/pack_pages.py), starting with the first."""
    pages = []
    with open(path, "rb") as pack:
        for number in range(sys.maxsize):
            head = pack.read(8)
            if not head:
                return pages
            name, length = struct.unpack("<II", head)
            if number % every == 0:
                pack.seek(name, 1)
                pages.append(pack.read(length))
            else:
                pack.seek(name + length, 1)


def work(package, pack, every):
    """Runs a round for each line on standard input and answers with a line of JSON."""
    from importlib.metadata import version

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # keep the peer's own output apart from the answers
    logging.disable(logging.CRITICAL)
    extract = next(peer[4] for peer in PEERS if peer[1] == package)()
    pages = read_pack(pack, every)
    hello = {"version": version(package), "pages": len(pages), "bytes": sum(map(len, pages))}
    print(json.dumps(hello), file=answers, flush=True)
    for _ in sys.stdin:
        empty = failed = 0
        start = time.process_time()
        for page in pages:
            try:
                text = extract(page)
                empty += not text or text.isspace()
            except Exception:  # any error is the peer's and is counted
                failed += 1
        seconds = time.process_time() - start
        print(json.dumps({"seconds": seconds, "empty": empty, "failed": failed}), file=answers, flush=True)


# ---------------------------------------------------------------- the comparison


def install(build):
    """The Python of an environment with the peers installed."""
    folder = os.path.join(build, "peers/venv")
    python = os.path.join(folder, "bin/python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    if not os.path.exists(python):
        print(f"Installing the peers into {folder}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run(pip + ["--upgrade", "pip"], check=True)  # old versions cannot resolve all dependencies
    subprocess.run(pip + [f"{package}>={oldest}" for _, package, oldest, _, _ in PEERS], check=True)
    return python


class System:
    """A process that waits for its turn."""

    def __init__(self, name, command, version=None):
        said = None if os.environ.get("PITH_PEERS_VERBOSE") else subprocess.DEVNULL
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said,
                                        text=True)
        self.hello = self.answer()
        self.version = version or self.hello["version"]
        self.best = {}  # per label: the fastest answer
        self.forget_peak()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.name} ended; PITH_PEERS_VERBOSE=1 shows what it says")
        return json.loads(line)

    def turn(self, request, label="all"):
        """Requests one run, whose answer is grouped under the label."""
        print(request, file=self.process.stdin, flush=True)
        answer = self.answer()
        if label not in self.best or answer["seconds"] < self.best[label]["seconds"]:
            self.best[label] = answer

    def forget_peak(self):
        try:
            with open(f"/proc/{self.process.pid}/clear_refs", "w") as refs:
                refs.write("5")
            self.knows_peak = True
        except OSError:
            self.knows_peak = False

    def memory(self):
        """Peak resident memory in MB since the pages were read, without the pages; None if unknown."""
        if not self.knows_peak:
            return None
        with open(f"/proc/{self.process.pid}/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return (int(line.split()[1]) * 1024 - self.hello["bytes"]) / 1e6
        return None

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def measure(options, pack, python):
    """After all rounds: ours with its default and its fastest method, lexbor's tree or None, and the peers with their
    steps through the pages."""
    serve = [options.bench_pages, "--serve", pack]
    version = run.first_line([options.pith, "--version"]).split()[-1]
    ours, quickest = System("pith", serve, version), System("pith, `density`", serve, version)
    tree = None
    if ours.hello["lexbor"]:
        tree = System("lexbor's tree alone", serve, run.first_line(["pkg-config", "--modversion", "lexbor"]))
    peers = []
    for name, package, _, fast, _ in PEERS:
        every = 1 if fast else options.every
        command = [python, os.path.abspath(__file__), "--worker", package, pack, str(every)]
        peers.append((System(name, command), every))
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        quickest.turn("density 1")
        if tree:
            tree.turn("lexbor 1")
        for peer, every in peers:
            ours.turn(f"auto {every}", peer.name)
            peer.turn("go")
    return ours, quickest, tree, peers


def row(system, label, pages, size, ours):
    best = system.best[label]
    return {
        "system": system.name, "version": system.version, "pages": pages, "bytes": size,
        "seconds": best["seconds"], "pages_per_second": pages / best["seconds"],
        "mb_per_second": size / best["seconds"] / 1e6, "times_ours": best["seconds"] / ours["seconds"],
        "failed": best.get("failed", 0), "empty": best["empty"], "memory_mb": system.memory(),
    }


def table(rows):
    yield "| | version | pages | pages/s | MB/s | time against pith | failed | empty | memory beyond the pages |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|---:|"
    for entry in rows:
        memory = "?" if entry["memory_mb"] is None else f"{entry['memory_mb']:.0f} MB"
        empty = "" if entry["empty"] is None else entry["empty"]
        yield (f"| {entry['system']} | {entry['version']} | {entry['pages']:,} | {entry['pages_per_second']:,.0f} "
               f"| {entry['mb_per_second']:,.1f} | {entry['times_ours']:,.1f} | {entry['failed']} | {empty} "
               f"| {memory} |")


def report(options, ours, quickest, tree, peers):
    everything = next(peer for peer, every in peers if every == 1)
    first = ours.best[everything.name]
    pages, size = everything.hello["pages"], everything.hello["bytes"]
    rows = [row(ours, everything.name, pages, size, first), row(quickest, "all", pages, size, first)]
    if tree:
        rows.append({**row(tree, "all", pages, size, first), "empty": None})
    for peer, _ in peers:
        rows.append(row(peer, "all", peer.hello["pages"], peer.hello["bytes"], ours.best[peer.name]))
    results = {"machine": run.machine(), "rounds": options.rounds, "every": options.every, "rows": rows,
               "ours": ours.best, "minimum_versions": {peer[1]: peer[2] for peer in PEERS}}
    print(f"{run.machine()}; one thread, processor time, best of {options.rounds} rounds in turn; slow systems "
          f"on every {options.every}th page\n")
    print("\n".join(table(rows)))
    if tree:
        seconds = tree.best["all"]["seconds"]
        results["peer_over_tree"] = everything.best["all"]["seconds"] / seconds
        results["tree_over_ours"] = seconds / first["seconds"]
        print(f"\n{everything.name} takes {results['peer_over_tree']:.1f} times as long as lexbor's tree alone, pith "
              f"{1 / results['tree_over_ours']:.2f} times.")
    print("Oldest versions that pip may take: "
          + ", ".join(f"{package} {oldest}" for _, package, oldest, _, _ in PEERS) + ".")
    with open(os.path.join(options.build, "peers/results.json"), "w", encoding="utf-8") as out:
        json.dump(results, out, indent=1)


def main():
    parser = argparse.ArgumentParser(description="Compares our speed with that of other programs.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default %(default)s)")
    parser.add_argument("--every", type=int, default=10, metavar="K",
                        help="slow systems take every K-th page (default %(default)s)")
    parser.add_argument("build")
    parser.add_argument("pith")
    parser.add_argument("bench_pages")
    options = parser.parse_args()
    pack = run.wcxb(options.build, os.environ.get("PITH_SHARED") or "../shared")
    if pack is None:
        print("skipped: WCXB dev is not here. Put it, as JSON lines with \"id\" and \"html\", into\n"
              "$PITH_SHARED/data/wcxb-dev.jsonl.xz; it comes from\n"
              "github.com/Murrough-Foley/web-content-extraction-benchmark", file=sys.stderr)
        sys.exit(77)
    ours, quickest, tree, peers = measure(options, pack, install(options.build))
    report(options, ours, quickest, tree, peers)
    for system in [ours, quickest] + ([tree] if tree else []) + [peer for peer, _ in peers]:
        system.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        main()
