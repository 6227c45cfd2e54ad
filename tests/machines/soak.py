#!/usr/bin/env python3
"""Mutated pages without end through `pith batch --jsonl`: every line answered, in order, in memory that does not grow.

    soak.py PITH [--lines N] [--threads N] [--seed N] [--format NAME]

Each line is a golden page, or two of them spliced, changed at random: bytes turned, pieces cut out, doubled, moved, tags and
entities thrown in. Some lines are no JSON at all. The seed is printed; the same one gives the same lines. Prints pages and
megabytes a second and the memory after a tenth, a half and all of the lines. Exits with 1 where a line has no answer, the
wrong one or none in its place, and where memory at the end is more than a tenth and 16 MB above that after a tenth of the lines.
"""
import argparse
import glob
import json
import os
import random
import subprocess
import sys
import threading
import time

TROUBLE = ["<div>", "</div>", "<p>", "<table><tr><td>", "</table>", "<b><i>", "<script>", "<!--", "-->", "<svg><desc>", "<select>",
           "<template>", "<plaintext>", "&amp;", "&#x110000;", "&notit;", "\0", "\ufffd", "\u202e", "\ud800", "\x7f", "\"", "'", "<a href=",
           "<pre>\n\n", "<li>" * 40, "<div class=x>" * 200, "]]>", "</body>", "<frameset>", "<math><mi>", "\U0001f9ea", "\u0e01\u0e33"]
MANY = 512  # pages that are made and changed again, so that making lines costs less than reading them


def mutate(pages, chance):
    page = chance.choice(pages)
    if chance.random() < 0.2:
        other = chance.choice(pages)
        page = page[:chance.randrange(len(page) + 1)] + other[chance.randrange(len(other) + 1):]
    for _ in range(chance.choice((1, 1, 2, 3, 8, 30))):
        at = chance.randrange(len(page) + 1)
        until = min(len(page), at + chance.choice((1, 1, 2, 8, 40, 300)))
        kind = chance.randrange(5)
        if kind == 0:
            page = page[:at] + chance.choice(TROUBLE) + page[at:]
        elif kind == 1:
            page = page[:at] + page[until:]
        elif kind == 2:
            page = page[:until] + page[at:until] * chance.choice((1, 2, 10)) + page[until:]
        elif kind == 3:
            page = page[:at] + chr(chance.choice((chance.randrange(128), chance.randrange(0xD7FF)))) + page[until:]
        else:
            page = page[:at] + chance.choice(TROUBLE) * 3 + page[until:]
    return page[:200000]


def make_line(number, pages, chance):
    """A line of input, and what its answer's id must be."""
    if chance.random() < 0.002:
        return chance.choice((b'{"id":1,', b"[]", b"\xff\xfe{", b'{"html":7}', b"nonsense", b'{"id":{}}')), None
    # json writes a lone surrogate as an escape, which is what some crawlers do.
    return json.dumps({"id": number, "html": mutate(pages, chance)}).encode(), number


class Soak:
    """Lines on their way: one thread writes them, another reads the answers."""

    def __init__(self, args):
        self.args, self.bytes, self.expected, self.problems, self.answered = args, 0, [], [], 0
        self.child = subprocess.Popen([args.pith, "batch", "--jsonl", "-T", str(args.threads), "-f", args.format],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def write(self):
        pages = [open(path, encoding="utf-8", errors="surrogateescape").read() for path in sorted(glob.glob("tests/golden/*.html"))]
        pages = [page for page in pages if page]
        chance = random.Random(self.args.seed)
        try:
            for number in range(self.args.lines):
                if number % self.args.lines_per_pool == 0:
                    pool = [make_line(number, pages, chance) for _ in range(MANY)]
                line, known = chance.choice(pool)
                if known is not None:
                    line = line.replace(b'"id": %d,' % known, b'"id": %d,' % number, 1)
                self.expected.append(number if known is not None else None)
                self.bytes += len(line) + 1
                self.child.stdin.write(line + b"\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            self.problems.append("the program closed its input")

    def watch(self):
        """Ends a program that gives no answer for two minutes. The event that is returned ends the watch."""
        done = threading.Event()

        def look():
            before = -1
            while not done.wait(120):
                if self.answered == before:
                    self.problems.append(f"no answer for two minutes after {before}")
                    self.child.kill()
                before = self.answered

        threading.Thread(target=look, daemon=True).start()
        return done

    def memory(self):
        with open(f"/proc/{self.child.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1000

    def check(self, count, line):
        answer = json.loads(line)
        known = self.expected[count]
        if known is not None and answer.get("id") != known or known is None and "error" not in answer:
            self.problems.append(f"answer {count + 1} is for {answer.get('id')}, not {known}: {line[:200]}")
        return "error" in answer

    def run(self):
        """Memory at the marks, answers, answers that are errors."""
        marks, sizes, count, errors = {self.args.lines // 10, self.args.lines // 2, self.args.lines}, [], 0, 0
        writer = threading.Thread(target=self.write)
        watch = self.watch()
        writer.start()
        for line in self.child.stdout:
            errors += self.check(count, line)
            count += 1
            self.answered = count
            if count in marks:
                sizes.append(self.memory())
            if count == self.args.lines:
                self.child.stdin.close()
        watch.set()
        writer.join()
        code = self.child.wait()
        if count != self.args.lines:
            self.problems.append(f"{count} answers for {self.args.lines} lines")
        if code not in (0, 1):
            self.problems.append(f"exit code {code}")
        return sizes, count, errors


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pith")
    parser.add_argument("--lines", type=int, default=1000000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--format", default="text")
    args = parser.parse_args()
    args.lines_per_pool = 4 * MANY
    print(f"{args.lines} lines, seed {args.seed}", flush=True)
    soak, begun = Soak(args), time.monotonic()
    sizes, count, errors = soak.run()
    seconds = time.monotonic() - begun
    spent = os.times().children_user + os.times().children_system
    print(f"{count} answers, {errors} of them errors, {seconds:.0f} s: {count / seconds:.0f} pages/s, {soak.bytes / seconds / 1e6:.1f} MB/s; "
          f"{count / spent:.0f} pages and {soak.bytes / spent / 1e6:.1f} MB a second of processor time")
    print("memory after 10, 50 and 100 % of the lines: " + ", ".join(f"{size:.1f} MB" for size in sizes))
    if len(sizes) == 3 and sizes[2] > sizes[0] * 1.1 + 16:
        soak.problems.append("memory grows")
    print("\n".join(soak.problems[:20]), end="\n" if soak.problems else "")
    return 1 if soak.problems else 0


if __name__ == "__main__":
    sys.exit(main())
