#!/usr/bin/env python3
"""pith train density, and pith -m density --model: trees from small pages, and what is said of bad input.

    test_train.py PROGRAM [NAME...]
"""
import json
import random
import re
import unittest

from test_cli import FAILED, OK, USAGE, CommandTest

WORDS = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split()
NOT_CONTENT, HEADLINE, FULL_TEXT, SUPPLEMENTAL = range(4)


def page(number):
    """A labelled page: links, a headline, paragraphs with a caption between them, a short foot."""
    dice = random.Random(number)

    def text(words):
        return " ".join(dice.choices(WORDS, k=words))

    blocks = [(NOT_CONTENT, "<li><a href=/>{}</a>", text(dice.randint(1, 4))) for _ in range(6)]
    blocks += [(HEADLINE, "<h1>{}</h1>", text(7))]
    blocks += [(FULL_TEXT, "<p>{}</p>", text(dice.randint(20, 60))) for _ in range(3)]
    blocks += [(SUPPLEMENTAL, "<h6>{}</h6>", text(9))]
    blocks += [(FULL_TEXT, "<p>{}</p>", text(dice.randint(20, 60)))]
    blocks += [(NOT_CONTENT, "<div>{}</div>", text(3))]
    return {"id": str(number), "url": f"http://www.site{number % 12}.example/{number}",
            "lang": "en" if number % 2 else "de", "html": "".join(tag.format(words) for _, tag, words in blocks),
            "blocks": [[label, words] for label, _, words in blocks]}


class TrainTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("pages.jsonl", [page(number) for number in range(60)])

    def write(self, name, pages):
        self.page(name, "".join(json.dumps(each) + "\n" for each in pages))

    def train(self, *args, code=OK):
        result = self.run_pith("train", "density", "--min-leaf", "20", *args)
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stdout.decode()

    def model(self, *args):
        """The text of a model."""
        self.train("--data", "pages.jsonl", "-o", "model", *args)
        return (self.folder / "model").read_text()

    def figure(self, out, name):
        return float(re.search(rf"^{re.escape(name)} +([\d.]+) %", out, re.M)[1])

    def said(self, *args, code=USAGE):
        result = self.run_pith(*args)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, b"")
        return result.stderr.decode()


class Training(TrainTest):
    def test_report_and_tree(self):
        out = self.train("--data", "pages.jsonl", "--features", "links,words")
        self.assertRegex(out, r"^data +60 pages of 12 sites, 780 blocks, \d+ words\n"
                              r"classes +boilerplate [\d.]+ %, content [\d.]+ % of the words\n"
                              r"features +6: links,words\n\n10 folds of sites, weighted by words\n")
        for name in ("precision", "recall", "F1", "ROC AUC", "accuracy"):
            self.assertGreater(self.figure(out, name), 95)
        self.assertLess(self.figure(out, "false pos."), 5)
        self.assertRegex(out, r"\nleaves +[\d.]+, asking [\d.]+ features, mean of the folds\n\n"
                              r"trained on all: \d+ leaves, asking \d features?\n\n(\| )*curr_|prev_|next_")

    def test_zero_rule_by_hand(self):
        """One leaf says content; with its share p, recall is p, precision p squared, F1 2 p^2 / (1 + p)."""
        out = self.train("--data", "pages.jsonl", "--max-leaves", "1")
        p = float(re.search(r"content ([\d.]+) %", out)[1]) / 100
        self.assertAlmostEqual(self.figure(out, "recall"), 100 * p, delta=0.06)
        self.assertAlmostEqual(self.figure(out, "accuracy"), 100 * p, delta=0.06)
        self.assertAlmostEqual(self.figure(out, "precision"), 100 * p * p, delta=0.2)
        self.assertAlmostEqual(self.figure(out, "F1"), 100 * p * 2 * p / (1 + p), delta=0.2)
        self.assertIn("\n: text ", out)

    def test_weighed_classes(self):
        """A class that counts three times has the share that follows; words are told as they are."""
        def shares(*args):
            out = self.train("--data", "pages.jsonl", "--classes", "4", "--folds", "0", *args)
            return [float(number) for number in re.findall(r"([\d.]+) %", out.splitlines()[1])], out.splitlines()[0]

        before, words = shares()
        after, same = shares("--weigh", "headline=3", "--weigh", "supplemental=3")
        self.assertEqual(words, same)
        whole = before[0] + 3 * before[1] + before[2] + 3 * before[3]
        for number, (share, factor) in enumerate(zip(before, (1, 3, 1, 3))):
            self.assertAlmostEqual(after[number], 100 * share * factor / whole, delta=0.3)
        self.assertIn("\nweigh headline=3\n", self.model("--weigh", "headline=3"))

    def test_counting_blocks(self):
        """Leaves hold blocks, 780 in all; figures are those of words."""
        for args in (("--algorithm", "1r"), ("--prune", "none")):
            text = self.model("--count", "blocks", "--features", "curr_numWords", *args)
            self.assertIn("\ncount blocks\n", text)
            leaves = re.findall(r": \w+ (\d+) (\d+)$", text.split("\ntree\n")[1], re.M)
            self.assertEqual(sum(int(low) + int(high) for low, high in leaves), 780)
        out = self.train("--data", "pages.jsonl", "--count", "blocks", "--max-leaves", "1")
        self.assertAlmostEqual(self.figure(out, "recall"), float(re.search(r"boilerplate ([\d.]+) %", out)[1]), delta=0.06)

    def test_same_bytes_again(self):
        for args in ((), ("--prune", "rep", "--seed", "7"), ("--algorithm", "1r"), ("--classes", "4", "--prune", "none")):
            self.assertEqual(self.model(*args), self.model(*args))

    def test_model_says_how_it_came_about(self):
        text = self.model("--features", "words", "--where", "lang=en", "--where", "url!=http://a.example/", "--prune", "ebp", "--seed", "5", "--folds", "0",
                          "--max-leaves", "9")
        self.assertRegex(text, r"^pith tree 1\nclasses boilerplate text\nfeatures \d+ [0-9a-f]{16}\ndata pages.jsonl\n"
                               r"where lang=en\nwhere url!=http://a\.example/\npages 30\nrows 390\nwords \d+\nalgorithm tree\nfrom words\nmin-leaf 20\n"
                               r"max-leaves 9\nprune ebp\nseed 5\nfolds 0\ntree\n")
        self.assertEqual(set(re.findall(r"\w+_\w+", text.split("\ntree\n")[1])) - {"prev_numWords", "curr_numWords",
                                                                                  "next_numWords"}, set())

    def test_model_to_standard_output_alone(self):
        out = self.train("--data", "pages.jsonl", "-o", "-")
        self.assertTrue(out.startswith("pith tree 1\n"))
        self.assertEqual(out, self.model())

    def test_one_rule_asks_one_feature(self):
        text = self.model("--algorithm", "1r")
        self.assertEqual(len(set(re.findall(r"(?:prev|curr|next)_\w+", text))), 1)

    def test_support_vector_machine(self):
        out = self.train("--data", "pages.jsonl", "--algorithm", "svm", "--folds", "4")
        self.assertGreater(self.figure(out, "F1"), 95)
        self.assertGreater(self.figure(out, "AUC, margins"), 95)

    def test_ranking(self):
        out = self.train("--data", "pages.jsonl", "--rank")
        rows = re.findall(r"^ *([\d.]+)  (\w+)$", out, re.M)
        gains = [float(gain) for gain, _ in rows]
        self.assertEqual(len(rows), 76)
        self.assertEqual(gains, sorted(gains, reverse=True))

    def test_folds_of_blocks(self):
        out = self.train("--data", "pages.jsonl", "--by", "block")
        self.assertIn("10 folds of blocks", out)
        self.assertIn("60 pages of 12 sites", out)

    def test_sets_together(self):
        self.write("more.jsonl", [page(number) for number in range(60, 80)])
        for args in (("--data", "pages.jsonl", "--data", "more.jsonl"), ("--data", "pages.jsonl", "more.jsonl")):
            self.assertIn("80 pages of", self.train(*args))

    def test_threads_change_nothing(self):
        for algorithm in "tree", "1r", "svm":
            outs = {self.train("--data", "pages.jsonl", "--algorithm", algorithm, "-T", threads)
                    for threads in ("1", "2", "8", "0")}
            self.assertEqual(len(outs), 1, outs)

    def test_one_site(self):
        self.write("site.jsonl", [page(number) for number in (0, 12, 24)])
        result = self.run_pith("train", "density", "--min-leaf", "20", "--data", "site.jsonl")
        self.assertEqual(result.returncode, OK)
        self.assertIn("all pages are from one site", result.stderr.decode())
        self.assertIn("trained on all", result.stdout.decode())

    def test_text_frequency_is_warned_of(self):
        result = self.run_pith("train", "density", "--min-leaf", "20", "--data", "pages.jsonl", "--features",
                               "textFrequency", "--prune", "none", "-o", "model")
        self.assertEqual(result.returncode, OK)
        self.assertIn("textFrequency <=", (self.folder / "model").read_text())
        self.assertIn("which --model takes for 0", result.stderr.decode())


class Deciding(TrainTest):
    def blocks(self, *args):
        self.page("page.html", page(1000)["html"])
        result = self.run_pith("-f", "json", *args, "page.html")
        self.assertEqual(result.returncode, OK, result.stderr)
        return json.loads(result.stdout)["blocks"]

    def test_two_classes(self):
        self.model()
        blocks = self.blocks("-m", "density", "--model", "model")
        self.assertEqual([block["keep"] for block in blocks], [label != NOT_CONTENT for label, _ in page(1000)["blocks"]])
        self.assertEqual({block["why"] for block in blocks}, {"model"})
        self.assertNotIn("label", blocks[0])
        for block in blocks:
            self.assertEqual(block["score"] > 0.5, block["keep"])

    def test_four_classes(self):
        self.model("--classes", "4", "--prune", "none")
        blocks = self.blocks("-m", "density", "--model", "model")
        names = {NOT_CONTENT: "boilerplate", HEADLINE: "headline", FULL_TEXT: "text", SUPPLEMENTAL: "supplemental"}
        self.assertEqual([block["label"] for block in blocks], [names[label] for label, _ in page(1000)["blocks"]])

    def test_without_a_model_nothing_changes(self):
        self.assertNotIn("model", {block["why"] for block in self.blocks("-m", "density")})

    def test_batch_says_the_same(self):
        self.model()
        line = json.dumps({"html": page(1000)["html"]}).encode() + b"\n"
        self.page("page.html", page(1000)["html"])
        text = self.run_pith("-m", "density", "--model", "model", "page.html").stdout.decode()
        for threads in ("1", "4"):
            result = self.run_pith("batch", "--jsonl", "-T", threads, "-m", "density", "--model", "model", stdin=line * 50)
            self.assertEqual(result.returncode, OK, result.stderr)
            answers = [json.loads(answer) for answer in result.stdout.splitlines()]
            self.assertEqual({answer["text"].strip() for answer in answers}, {text.strip()})
            self.assertEqual(len(answers), 50)

    def test_explain_has_a_sentence(self):
        self.model()
        self.page("page.html", page(1000)["html"])
        out = self.run_pith("--explain", "-m", "density", "--model", "model", "page.html").stdout.decode()
        self.assertIn("A model that was trained on labelled pages says so.", out)


class Mistakes(TrainTest):
    def test_models(self):
        good = self.model()
        self.page("page.html", "<p>One</p>")
        cases = [("", "line 1: not a model of Pith"), ("<html>", "line 1: not a model of Pith"),
                 (good.replace("pith tree 1", "pith tree 2"), "line 1: a model of version 2"),
                 (re.sub(r"features \d+ \w+", "features 67 0", good), "line 3: the model is for other features (67 0)"),
                 ("\n".join(good.split("\n")[:-2]), "a branch is missing"),
                 (good + "x\n", f"line {good.count(chr(10)) + 1}: the tree ended")]
        for text, message in cases:
            self.page("bad", text)
            for verb in ((), ("batch", "--jsonl")):
                said = self.said(*verb, "-m", "density", "--model", "bad", "page.html")
                self.assertIn("pith: bad: ", said)
                self.assertIn(message, said)
        self.assertIn("is a model for the method density; add -m density", self.said("--model", "model", "-m", "words", "page.html"))
        self.assertIn("no such file", self.said("-m", "density", "--model", "none", "page.html", code=FAILED))

    def test_command_line(self):
        data = ("--data", "pages.jsonl")
        for args, message in ((("train",), "as in: pith train auto --data SET"), (("train", "words", *data), "words: "),
                              (("train", "density"), "no pages given; use: pith"),
                              (("train", "density", *data, "--features", "word"), "did you mean 'words'?"),
                              (("train", "density", *data, "--features", "words,"), "unknown feature ''; docs/reference/features.md lists all of them"),
                              (("train", "density", *data, "--where", "lang"), "is not of the form FIELD=VALUE"),
                              (("train", "density", *data, "--classes", "3"), "--classes"),
                              (("train", "density", *data, "--algorithm", "svm", "-o", "m"), "only the algorithms tree and 1r"),
                              (("train", "density", *data, "--algorithm", "svm", "--count", "blocks"), "the algorithm svm can only count words"),
                              (("train", "density", *data, "--weigh", "headline"), "'headline' is not of the form CLASS=N"),
                              (("train", "density", *data, "--weigh", "menu=2"), "'menu=2' is not of the form CLASS=N"),
                              (("train", "density", *data, "--weigh", "text=0"), "'text=0' is not of the form CLASS=N"),
                              (("train", "density", *data, "--weigh", "text=1001"), "'text=1001' is not of the form CLASS=N"),
                              (("train", "density", *data, "--weigh", "text=2x"), "'text=2x' is not of the form CLASS=N"),
                              (("train", "density", *data, "--min-leaf", "0"), "out of range"),
                              (("train", "density", *data, "-o", ""), "needs a file name")):
            self.assertIn(message, self.said(*args))
        self.assertNotIn("m", self.files())

    def test_bad_pages_are_named_and_the_rest_is_used(self):
        lines = [json.dumps(page(number)) for number in range(30)]
        lines[4] = "{"
        lines[9] = json.dumps({"id": "x", "blocks": [[2, "a"]]})
        self.page("some.jsonl", "\n".join(lines) + "\n")
        result = self.run_pith("train", "density", "--min-leaf", "20", "--data", "some.jsonl", "-o", "model")
        said = result.stderr.decode()
        self.assertEqual(result.returncode, FAILED)
        self.assertIn("line 5: ", said)
        self.assertIn("line 10: ", said)
        self.assertIn("skipped 2 pages", said)
        self.assertIn("pages 28\n", (self.folder / "model").read_text())

    def test_a_place_that_cannot_be_written_is_told_before_the_training(self):
        result = self.run_pith("train", "density", "--data", "pages.jsonl", "-o", "nowhere/a.tree")
        self.assertEqual((result.returncode, result.stdout), (FAILED, b""))
        self.assertIn(b"nowhere/a.tree: cannot write it: its folder does not exist", result.stderr)

    def test_pages_that_nobody_asked_for(self):
        said = self.said("train", "density", "--data", "pages.jsonl", "--where", "lang=xx", code=FAILED)
        self.assertIn("does --where match any?", said)

    def test_nothing_to_read(self):
        self.assertIn("none.jsonl", self.said("train", "density", "--data", "none.jsonl", "-o", "m", code=FAILED))
        self.assertNotIn("m", self.files())


if __name__ == "__main__":
    unittest.main()
