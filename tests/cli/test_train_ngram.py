#!/usr/bin/env python3
"""pith train ngram and pith models: models from small texts and pages, dumps, and what is said of bad input.

    test_train_ngram.py PROGRAM [NAME...]
"""
import json
import random
import re
import unittest

from test_cli import FAILED, OK, USAGE, CommandTest

WORDS = "the river rose in night and by morning lower road was under water farmers moved sheep".split()
MENU = ["Home", "News", "Sport", "Weather", "Log in", "Site map", "Contact us", "Next >>", "All rights reserved 2008"]


def texts(number):
    """Boilerplate and content of a page, as lists of paragraphs."""
    dice = random.Random(number)
    menu = [" | ".join(dice.sample(MENU, 4)) for _ in range(3)]
    body = [" ".join(dice.choices(WORDS, k=20)).capitalize() + "." for _ in range(4)]
    return menu, body


class TrainNgramTest(CommandTest):
    def setUp(self):
        super().setUp()
        for folder in ("raw", "clean", "html", "marked"):
            (self.folder / folder).mkdir()
        lines = []
        for number in range(20):
            menu, body = texts(number)
            paragraphs = [menu[0], *body[:2], menu[1], *body[2:], menu[2]]
            self.page(f"raw/{number}.txt", "\n\n".join(paragraphs) + "\n")
            self.page(f"clean/{number}.txt", "\n\n".join(body) + "\n")
            html = "".join(f"<p>{each.replace('>', '&gt;')}</p>\n" for each in paragraphs)
            self.page(f"html/{number}.html", html)
            self.page(f"marked/{number}.txt", "".join(f"<p>{each}\n" for each in body))
            lines.append({"id": str(number), "url": f"http://site{number % 7}.example/{number}",
                          "lang": "en" if number % 2 else "de", "html": html, "text": "\n".join(body)})
        self.page("set.jsonl", "".join(json.dumps(each) + "\n" for each in lines))

    def train(self, *args, code=OK):
        result = self.run_pith("train", "ngram", *args)
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stdout.decode()

    def said(self, *args, code=USAGE):
        result = self.run_pith(*args)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, b"")
        return result.stderr.decode()

    def bytes_of(self, *args):
        self.train(*args, "-o", "model")
        return (self.folder / "model").read_bytes()

    def score(self, dump, string):
        """What the last character of a string adds, from a dump."""
        return float(re.search(rf'^(\S+).* "{re.escape(string)}"$', dump, re.M)[1])

    def dump(self, model="model"):
        result = self.run_pith("models", "dump", model)
        self.assertEqual(result.returncode, OK, result.stderr)
        return result.stdout.decode()

    def test_pairs_of_plain_text(self):
        self.bytes_of("--raw", "raw", "--clean", "clean")
        dump = self.dump()
        self.assertIn("order 3\nfolding ascii\n", dump)
        self.assertLess(self.score(dump, "|"), -1)
        self.assertGreater(self.score(dump, "riv"), 1)

    def test_differences_are_never_below_zero(self):
        (self.folder / "clean/0.txt").write_text("zzz " * 50)
        self.train("--raw", "raw", "--clean", "clean", "-n", "1", "-o", "model")
        self.assertGreater(self.score(self.dump(), "z"), 1)

    def test_pages_give_what_text_gives(self):
        text = self.bytes_of("--raw", "raw", "--clean", "clean", "-n", "4")
        html = self.bytes_of("--raw", "html", "--clean", "marked", "-n", "4")
        self.assertEqual(self.dump_without_facts(text), self.dump_without_facts(html))

    def dump_without_facts(self, data):
        (self.folder / "one").write_bytes(data)
        return re.sub(r"^fact .*\n", "", self.dump("one"), flags=re.M)

    def test_the_same_again(self):
        first = self.bytes_of("--data", "set.jsonl", "--direct", "-n", "5", "-q", "0.3")
        self.assertEqual(first, self.bytes_of("--data", "set.jsonl", "--direct", "-n", "5", "-q", "0.3"))

    def test_dump_and_load(self):
        for options in (["-n", "1"], ["-n", "3"], ["-n", "6", "-q", "0.9"], ["--folding", "unicode", "--non-lexical"],
                        ["-n", "2", "--folding", "unicode", "--direct"]):
            data = self.bytes_of("--data", "set.jsonl", *options)
            self.assertEqual(self.run_pith("models", "dump", "model", "-o", "dump").returncode, OK)
            self.assertEqual(self.run_pith("models", "load", "dump", "-o", "again").returncode, OK)
            self.assertEqual((self.folder / "again").read_bytes(), data, options)

    def test_built_in_models_dump_and_load(self):
        listed = self.run_pith("models").stdout.decode()
        for name in ("en", "any"):
            self.assertRegex(listed, rf"(?m)^{name} +ngram ")
            (self.folder / "dump").write_text(self.dump(name))
            self.assertEqual(self.run_pith("models", "load", "dump", "-o", "again").returncode, OK)
            self.assertEqual(self.dump("again"), (self.folder / "dump").read_text())
        self.assertRegex(listed, r"(?m)^auto +auto ")

    def test_non_lexical(self):
        self.train("--data", "set.jsonl", "--non-lexical", "-n", "2", "-o", "model")
        dump = self.dump()
        self.assertIn("folding ascii-nonlexical\n", dump)
        self.assertLess(self.score(dump, "0"), 0)
        self.assertNotIn('"r', dump)

    def test_cross_validation_picks(self):
        out = self.train("--data", "set.jsonl", "--cv", "5", "--orders", "4", "--figures", "figures", "-o", "model")
        n, q = re.search(r"picked by cross-entropy: n = (\d), q = (\S+)", out).groups()
        self.assertIn(f"trained on all: n = {n}, q = {q},", out)
        self.assertIn("n = 4\n", out)
        rows = re.findall(r"^  0\.50 +(.*)$", out, re.M)
        entropy, f1 = ([float(each) for each in row.split()] for row in rows)
        self.assertGreater(entropy[0], entropy[3])
        self.assertGreater(f1[2], 90)
        for name in ("cross-entropy.svg", "held-out-f1.svg"):
            self.assertIn("<svg", (self.folder / "figures" / name).read_text())
        given = self.train("--data", "set.jsonl", "--cv", "5", "--orders", "2", "-n", "3", "-q", "0.25")
        self.assertIn("trained on all: n = 3, q = 0.25,", given)

    def test_more_clean_text(self):
        self.page("more.txt", "wwww wwww\n" * 200)
        self.train("--data", "set.jsonl", "--clean-text", "more.txt", "-n", "1", "-o", "model")
        much = self.score(self.dump(), "w")
        self.train("--data", "set.jsonl", "--clean-text", "more.txt", "--clean-most", "20", "-n", "1", "-o", "model")
        self.assertGreater(much, self.score(self.dump(), "w") + 0.3)

    def test_bias_and_least(self):
        self.train("--data", "set.jsonl", "-n", "2", "-o", "model")
        plain = self.dump()
        self.train("--data", "set.jsonl", "-n", "2", "--bias", "0.5", "-o", "model")
        for string in ("|", "ri"):
            self.assertAlmostEqual(self.score(self.dump(), string), self.score(plain, string) + 0.5, places=3)
        self.train("--data", "set.jsonl", "-n", "2", "--least", "5", "-o", "model")
        self.assertLess(len(self.dump()), len(plain))
        self.assertEqual(self.run_pith("models", "load", "model", "-o", "x").returncode, FAILED)

    def test_bias_by_pages_held_out(self):
        plain = self.bytes_of("--data", "set.jsonl")
        # The models part these pages well: no bias is needed.
        self.assertIn("bias chosen on held-out pages: 0\n", self.train("--data", "set.jsonl", "--bias", "auto", "-o", "model"))
        self.assertEqual((self.folder / "model").read_bytes(), plain)
        # Texts of the same few letters they do not.
        lines = []
        dice = random.Random(1)
        for number in range(12):
            body, foot = ([" ".join("".join(dice.choices("abcde"[:letters], k=4)) for _ in range(3)) for _ in range(9)]
                          for letters in (4, 5))
            html = "".join(f"<p>{each}</p>\n" for pair in zip(body, foot) for each in pair)
            lines.append({"id": str(number), "url": f"http://site{number}.example/", "html": html, "text": "\n".join(body)})
        self.page("hard.jsonl", "".join(json.dumps(each) + "\n" for each in lines))
        found = re.search(r"bias chosen on held-out pages: (\S+)", self.train("--data", "hard.jsonl", "--bias", "auto", "-o", "model"))[1]
        self.assertNotEqual(float(found), 0)
        self.assertIn(f"fact bias {found}\n", self.dump())
        self.train("--data", "hard.jsonl", "--bias", found, "-o", "same")
        self.assertEqual((self.folder / "same").read_bytes(), (self.folder / "model").read_bytes())
        curve = self.train("--data", "hard.jsonl", "--bias", "auto", "--curve", "--test", "hard.jsonl")
        self.assertRegex(curve, r"pages +words +bias +F +P +R\n +1 +\d+ +0\.000 ")
        self.assertIn("is not a number", self.said("train", "ngram", "--data", "set.jsonl", "--bias", "auto2"))

    def test_where(self):
        self.assertIn("data         10 pages", self.train("--data", "set.jsonl", "--where", "lang=de"))
        self.assertIn("does --where match any?", self.run_pith("train", "ngram", "--data", "set.jsonl", "--where",
                                                         "lang=fr").stderr.decode())

    def test_options_that_do_not_go_together(self):
        self.assertIn("use --raw DIR and --clean DIR together", self.said("train", "ngram", "--raw", "raw"))
        self.assertIn("--test SET", self.said("train", "ngram", "--data", "set.jsonl", "--curve"))
        self.assertIn("add --curve", self.said("train", "ngram", "--data", "set.jsonl", "--test", "set.jsonl"))
        self.assertIn("0.001 to 0.999", self.said("train", "ngram", "--data", "set.jsonl", "-q", "1"))
        self.assertIn("9", self.said("train", "ngram", "--data", "set.jsonl", "-n", "9"))
        self.assertIn("--raw DIR --clean DIR", self.said("train", "ngram"))

    def test_pairs_that_are_none(self):
        self.page("raw/lonely.txt", "nobody\n")
        result = self.run_pith("train", "ngram", "--raw", "raw", "--clean", "clean")
        self.assertEqual(result.returncode, FAILED)
        self.assertIn("lonely.txt", result.stderr.decode())
        self.assertIn("nowhere", self.said("train", "ngram", "--raw", "nowhere", "--clean", "clean", code=FAILED))

    def test_damaged_models_are_refused(self):
        data = self.bytes_of("--data", "set.jsonl", "-n", "3")
        bad = {"cut": data[:-1], "flipped": data[:2000] + bytes([data[2000] ^ 4]) + data[2001:],
               "version": data[:8] + b"\x02" + data[9:], "kind": b"something else"}
        words = {"cut": "longer or shorter", "flipped": "checksum", "version": "another version",
                 "kind": "not an n-gram model"}
        for name, content in bad.items():
            (self.folder / name).write_bytes(content)
            self.assertIn(words[name], self.said("models", "dump", name, code=FAILED))

    def test_bad_dumps_are_refused(self):
        self.train("--data", "set.jsonl", "-n", "2", "-o", "model")
        dump = self.dump()
        bad = {"not a dump": ("pith ngrams 1", "pith tree 1"), "another version": ("ngrams 1", "ngrams 2"),
               "order": ("order 2", "order 9"), "folding": ("folding ascii", "folding latin"),
               "number": ("\n\nlength 1: 96\n", "\n\nlength 1: 96\nx"), "length": ("length 2", "length 3"),
               "in order": ('"!"', '"#"')}
        for words, (old, new) in bad.items():
            self.assertIn(old, dump)
            self.page("bad", dump.replace(old, new, 1))
            said = self.said("models", "load", "bad", "-o", "again", code=FAILED)
            self.assertIn(words, said)
            self.assertIn("line ", said)
            self.assertFalse((self.folder / "again").exists())
        self.page("bad", dump[:len(dump) // 2])
        self.said("models", "load", "bad", "-o", "again", code=FAILED)

    def test_models_says_what_to_write(self):
        self.assertIn("pith models dump MODEL", self.said("models", "eat", "x"))
        self.assertIn("-o FILE", self.said("models", "load", "x"))
        self.assertIn("only n-gram models", self.said("models", "dump", "auto", code=FAILED))


if __name__ == "__main__":
    unittest.main()
