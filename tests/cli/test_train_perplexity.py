#!/usr/bin/env python3
"""pith train perplexity: models beside a plain re-statement of their formulas, bounds, and bad input.

    test_train_perplexity.py PROGRAM WORDGRAM_SCORE [NAME...]
"""
import bz2
import gzip
import lzma
import os
import random
import re
import subprocess
import sys
import unittest

SCORER = os.path.abspath(sys.argv.pop(2)) if len(sys.argv) > 2 else "wordgram_score"

from test_cli import FAILED, OK, USAGE, CommandTest  # noqa: E402

import perplexity_reference as reference  # noqa: E402

WORDS = [f"{a}{b}" for a in "bdfgklmnprst" for b in ("a", "en", "ir", "o", "um")]


def sentences(count, seed):
    """Sentences in which some words like to follow some others."""
    dice = random.Random(seed)
    for _ in range(count):
        word, line = dice.randrange(8), []
        for _ in range(dice.randint(1, 14)):
            line.append(WORDS[word])
            word = (word * 3 + min(dice.randrange(9), dice.randrange(9))) % len(WORDS)
            if dice.random() < 0.05:
                word = dice.randrange(len(WORDS))
        yield " ".join(line)


class TrainPerplexityTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.page("text.txt", "".join(line + "\n" for line in sentences(1500, 1)))

    def train(self, *args, code=OK, **more):
        result = self.run_pith("train", "perplexity", *args, **more)
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stdout.decode() if code == OK else result.stderr.decode()

    def score(self, model, lines):
        result = subprocess.run([SCORER, str(self.folder / model)], input="\n".join(lines).encode(),
                                capture_output=True, timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [float(row.split("\t")[0]) for row in result.stdout.decode().splitlines()]

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def tables(self, name):
        """A model without its head, and without its facts, which name the files."""
        return self.bytes_of(name)[256:].rpartition(b"data ")[0]


class Formulas(TrainPerplexityTest):
    def compare(self, model, counts):
        """Exact values to twelve digits, perplexities of a model's file to one per cent."""
        for n in range(2, counts.order + 1):
            for gram, value in counts.values[n].items():
                before = (reference.BEGIN, *gram)[-3:]
                if n == 2 and counts.order == 3 and gram[0] != reference.BEGIN:
                    before = ("?", *gram)  # no triple begins with a word that is not known
                self.assertAlmostEqual(value, model.log(*before), places=10)
        lines = [*sentences(300, 2), "zebra", "zebra ba quagga den", *WORDS]
        for line, got in zip(lines, self.score("model", lines)):
            exact = reference.perplexity(model, line.split())
            self.assertLess(abs(got / exact - 1), 0.01, line)

    def test_interpolation_is_the_plain_formula(self):
        for order in ("2", "3"):
            self.train("text.txt", "-o", "model", "--order", order, "--counts", "counts")
            counts = reference.Counts(self.folder / "counts")
            self.assertGreater(len(counts.grams[int(order)]), 300)
            self.compare(reference.Interpolated(counts), counts)

    def test_counts_are_those_of_the_text(self):
        self.page("small.txt", "a b\na b c\nc a\n")
        self.train("small.txt", "--all", "--min-count", "1", "--min-word", "1", "--order", "3",
                   "--counts", "counts")
        counts = reference.Counts(self.folder / "counts")
        self.assertEqual(counts.grams[1], {("a",): 3, ("b",): 2, ("c",): 2})
        self.assertEqual(counts.grams[2], {("<s>", "a"): 2, ("a", "b"): 2, ("b", "c"): 1,
                                           ("<s>", "c"): 1, ("c", "a"): 1})
        self.assertEqual(counts.grams[3], {("<s>", "a", "b"): 2, ("a", "b", "c"): 1,
                                           ("<s>", "c", "a"): 1})
        self.assertEqual((counts.tokens, counts.sentences), (7, 3))

    def test_kneser_ney_is_the_plain_formula(self):
        for order in ("2", "3"):
            self.train("text.txt", "-o", "model", "--order", order, "--counts", "counts",
                       "--estimate", "kneser-ney", "--min-count", "1", "--min-word", "1")
            counts = reference.Counts(self.folder / "counts")
            self.compare(reference.KneserNey(counts), counts)

    def test_error_and_bytes_are_printed(self):
        out = self.train("text.txt", "--estimate", "kneser-ney")
        self.assertRegex(out, r"(?m)^model +\d+ bytes, [\d.]+ a word, pair$")
        self.assertRegex(out, r"(?m)^error .* mean [\d.]+ %, at most [\d.]+ %$")
        self.assertRegex(out, r"(?m)^limits +1000 is \d+, .*14000 is \d+$")


class Files(TrainPerplexityTest):
    def test_packed_files_give_the_same_model(self):
        plain = self.bytes_of("text.txt")
        self.page("text.gz", gzip.compress(plain))
        self.page("text.xz", lzma.compress(plain))
        self.train("text.txt", "-o", "one", "--lang", "en")
        for packed in ("text.gz", "text.xz"):
            self.train(packed, "-o", "two", "--lang", "en")
            self.assertEqual(self.tables("one"), self.tables("two"))

    def test_threads_and_memory_change_nothing(self):
        self.page("more.txt", "".join(line + "\n" for line in sentences(30000, 3)))
        for more in ([], ["--order", "3", "--estimate", "kneser-ney"], ["--size", "20K"]):
            self.train("text.txt", "more.txt", "-o", "one", "-T", "1", *more)
            self.train("text.txt", "more.txt", "-o", "two", "-T", "3", "-M", "32M", *more)
            self.assertEqual(self.bytes_of("one"), self.bytes_of("two"))

    def test_standard_input_and_output(self):
        self.train("text.txt", "-o", "one")
        result = self.run_pith("train", "perplexity", "-", "-o", "-", stdin=self.bytes_of("text.txt"))
        self.assertEqual(result.returncode, OK, result.stderr)
        self.page("two", result.stdout)
        self.assertEqual(self.tables("one"), self.tables("two"))

    def test_size_is_a_limit(self):
        for size in (8192, 12288, 16384):
            self.train("text.txt", "-o", "model", "--size", str(size), "--order", "3")
            self.assertLessEqual(len(self.bytes_of("model")), size + 600)

    def test_words_that_take_more_than_the_size(self):
        self.page("words.txt", 2 * " ".join(f"w{i}" for i in range(3000)))
        said = self.train("words.txt", "-o", "large", "--size", "4096", "--all", code=FAILED)
        self.assertIn("words alone are larger", said)
        self.assertNotIn("large", self.files())

    def test_all_is_held_out(self):
        self.page("one.txt", "All of line 61 is held out\n")
        self.assertIn("add --all", self.train("one.txt", code=FAILED))
        self.train("one.txt", "--all", "--min-word", "1")

    def test_one_long_line(self):
        line = " ".join(sentences(40000, 5))
        self.page("line.txt", line)
        out = self.train("line.txt", "-o", "model", "-M", "32M")
        tokens = int(re.search(r"text +(\d+) tokens", out)[1])
        self.assertGreater(tokens, 0.9 * len(line.split()))

    def test_a_line_without_a_blank(self):
        self.page("line.txt", b"a" * 3_000_000 + "é".encode() * 1_000_000)
        self.train("line.txt", "-o", "model", "--min-word", "1", "--all")

    def test_nothing_to_learn_from(self):
        for name, data in (("empty.txt", b""), ("nul.txt", b"\0" * 100000), ("blank.txt", b" \n" * 50)):
            self.page(name, data)
            said = self.train(name, "-o", "model", code=FAILED)
            self.assertIn(f"{name}: there are no words in it", said)
            self.assertNotIn("model", self.files())
        self.page("once.txt", "each word once\n")
        self.assertIn("no word occurs often enough", self.train("once.txt", code=FAILED))
        # One of several may be empty.
        self.train("empty.txt", "text.txt", "-o", "model")

    def test_files_that_cannot_be_read(self):
        self.assertIn("nosuch.txt: No such file", self.train("nosuch.txt", "text.txt", code=FAILED))
        self.page("cut.xz", lzma.compress(os.urandom(100000))[:50000])
        self.assertIn("cut.xz: ", self.train("cut.xz", "-o", "model", code=FAILED))
        self.assertNotIn("model", self.files())
        said = self.train("text.txt", "-o", "no/such/folder", code=FAILED)
        self.assertIn("no/such/folder", said)

    def test_temporary_files_that_cannot_be_written(self):
        result = self.run_pith("train", "perplexity", "text.txt", env={**os.environ, "TMPDIR": "/nosuch"})
        self.assertEqual(result.returncode, FAILED)
        self.assertIn(b"temporary file in TMPDIR: No such file", result.stderr)

    def test_bytes_that_are_no_text(self):
        self.page("any.bin", bytes(random.Random(1).randrange(256) for _ in range(200000)))
        self.train("any.bin", "-o", "model", "--counts", "counts")
        self.page("text.bz2", bz2.compress(self.bytes_of("text.txt")))
        self.train("text.bz2", "--all", "--min-word", "1")


class Usage(TrainPerplexityTest):
    def said(self, *args):
        return self.train(*args, code=USAGE)

    def test_what_is_asked_for(self):
        self.assertIn("no text given; use: pith train perplexity", self.said())
        self.assertIn("'German' is not a language code", self.said("text.txt", "--lang", "German"))
        self.assertIn("choose from: 2, 3", self.said("text.txt", "--order", "4"))
        self.assertIn("did you mean 'kneser-ney'?", self.said("text.txt", "--estimate", "kneser-nay"))
        self.assertIn("choose a value from", self.said("text.txt", "-M", "1K"))

    def test_help(self):
        result = self.run_pith("train", "perplexity", "--help")
        lines = result.stdout.decode().splitlines()
        self.assertLessEqual(len(lines), 36)
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertIn("examples:", lines)

    def test_a_model_of_another_kind(self):
        self.train("text.txt", "-o", "words.wordgram")
        self.check("-m", "density", "--model", "words.wordgram", "one.html", code=USAGE,
                   err="words.wordgram: ")


if __name__ == "__main__":
    unittest.main()
