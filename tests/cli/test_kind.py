#!/usr/bin/env python3
"""pith train kind, and the kind of a page in all outputs that have it.

    test_kind.py PROGRAM [NAME...]
"""
import json
import random
import re
import unittest

from test_cli import FAILED, OK, USAGE, CommandTest

SMALL = ["--trees", "6", "--depth", "2", "--leaves", "4", "--rate", "0.5", "--columns", "1", "--least-weight", "0.1"]
KINDS = ["article", "forum", "product", "collection", "listing", "documentation", "service"]
WORDS = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split()
TYPES = ["NewsArticle", "DiscussionForumPosting", "Product", "CollectionPage", "SearchResultsPage", "TechArticle", "Service"]


def page(number):
    """A page that says its kind in its JSON-LD."""
    dice = random.Random(number)
    kind = number % len(KINDS)
    data = json.dumps({"@type": TYPES[kind], "name": "x"})
    text = "".join(f"<p>{' '.join(dice.choices(WORDS, k=20))}.</p>" for _ in range(4))
    return {"id": str(number), "url": f"http://www.site{number % 23}.example/{number}", "page_type": KINDS[kind],
            "html": f'<title>x</title><script type="application/ld+json">{data}</script><h1>One</h1>{text}', "text": "One"}


class KindTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("pages.jsonl", [page(number) for number in range(140)])

    def write(self, name, pages):
        self.page(name, "".join(json.dumps(each) + "\n" for each in pages))

    def train(self, *args, data="pages.jsonl", code=OK):
        result = self.run_pith("train", "kind", *SMALL, "--data", data, *args)
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stdout.decode()

    def json(self, *args):
        result = self.run_pith("-f", "json", *args)
        self.assertEqual(result.returncode, OK, result.stderr)
        return json.loads(result.stdout)

    def test_report(self):
        out = self.train()
        self.assertIn("140 pages of 23 sites", out)
        accuracy = re.search(r"(?m)^accuracy +([\d.]+) +([\d.]+) +± [\d.]+$", out)
        self.assertGreater(float(accuracy[1]), 0.9)  # these pages are easy
        self.assertGreater(float(accuracy[2]), 0.9)
        self.assertRegex(out, r"(?m)^log loss +[\d.]+ +[\d.]+$")
        for kind in KINDS:
            self.assertRegex(out, rf"(?m)^{kind} +[\d.]+ +[\d.]+ +20$")
        self.assertRegex(out, r"(?m)^says .* is ")
        self.assertRegex(out, r"trained on all: 49 trees, \d+ kB")

    def test_same_training_same_file(self):
        models = []
        for seed, threads in ("3", "1"), ("3", "2"), ("4", "1"):
            self.train("--seed", seed, "-T", threads, "-o", "model")
            models.append((self.folder / "model").read_bytes())
        self.assertEqual(models[0], models[1])
        self.assertNotEqual(models[0], models[2])
        facts = models[0][models[0].index(b"data pages.jsonl\n"):].decode()
        self.assertRegex(facts, r"pages 140\nsites 23\ntrees 6\n")
        self.assertRegex(facts, r"folds 5\naccuracy [01]\.\d{4}\nlog-loss \d\.\d{4}\n")

    def test_use(self):
        self.train("-o", "model")
        for number in range(200, 207):
            self.page("page.html", page(number)["html"])
            said = self.json("--model", "model", "page.html")
            self.assertEqual(said["page_type"], page(number)["page_type"])
            self.assertTrue(0.5 < said["page_type_confidence"] <= 1)
            self.assertEqual(self.json("-m", "auto", "--model", "model", "page.html")["page_type"], said["page_type"])
        said = self.run_pith("--model", "model", "page.html")
        self.assertEqual(said.returncode, USAGE)
        self.assertIn(b"is a model for page types", said.stderr)
        said = self.run_pith("train", "auto", "--data", "pages.jsonl", "--from", "model")
        self.assertEqual(said.returncode, USAGE)

    def test_outputs(self):
        self.page("page.html", page(3)["html"])
        type_ = self.json("page.html")["page_type"]
        self.assertIn(type_, KINDS)
        text = self.run_pith("--metadata", "page.html").stdout.decode()
        self.assertRegex(text, rf"(?m)^page_type: {type_}$")
        text = self.run_pith("--metadata", "-f", "markdown", "page.html").stdout.decode()
        self.assertRegex(text, rf'(?m)^page_type: "{type_}"$')
        self.assertIn(f"<dd>{type_} <small>confidence: ", self.run_pith("--explain", "page.html").stdout.decode())
        self.assertNotIn("page_type", self.run_pith("page.html").stdout.decode())
        line = (json.dumps({"html": page(3)["html"]}) + "\n").encode()
        answer = json.loads(self.run_pith("batch", "--jsonl", "--metadata", stdin=line).stdout)
        self.assertEqual(list(answer)[2:5], ["confidence", "page_type", "page_type_confidence"])
        self.assertEqual(answer["page_type"], type_)
        self.assertNotIn("page_type", json.loads(self.run_pith("batch", "--jsonl", stdin=line).stdout))
        self.page("empty.html", "")
        self.assertNotIn("page_type", self.json("empty.html"))

    def test_bad_input(self):
        self.write("odd.jsonl", [page(number) for number in range(40)] + [dict(page(41), page_type="poem")])
        result = self.run_pith("train", "kind", *SMALL, "--data", "odd.jsonl")
        self.assertEqual(result.returncode, FAILED)
        self.assertIn(b"line 41: the field named by --field is not a kind of page", result.stderr)
        self.assertIn(b"skipped 1 page", result.stderr)
        result = self.run_pith("train", "kind", *SMALL, "--data", "odd.jsonl", "--field", "nothing")
        self.assertEqual(result.returncode, FAILED)
        self.assertEqual(self.run_pith("train", "kind").returncode, USAGE)
        self.assertEqual(self.run_pith("train", "kind", "--data", "pages.jsonl", "--rate", "x").returncode, USAGE)
        self.assertEqual(self.run_pith("train", "kind", "--help").returncode, OK)


if __name__ == "__main__":
    unittest.main()
