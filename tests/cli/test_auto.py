#!/usr/bin/env python3
"""pith train auto, -m auto, --model, --precision and --recall: forests from small pages, and what is said of bad input.

    test_auto.py PROGRAM [NAME...]
"""
import json
import pathlib
import re
import struct
import unittest

from test_cli import FAILED, OK, USAGE, CommandTest
from test_train import FULL_TEXT, HEADLINE, SUPPLEMENTAL, page

SMALL = ["--trees", "8", "--depth", "3", "--leaves", "6", "--rate", "0.3"]


def labelled(number, kind=None):
    """A page whose truth is a text, as auto is measured by."""
    made = page(number)
    blocks = made.pop("blocks")
    made["text"] = "\n".join(text for label, text in blocks if label in (HEADLINE, FULL_TEXT, SUPPLEMENTAL))
    made["page_type"] = kind or ("article" if number % 3 else "forum")
    return made


def told_of(number):
    """A page of which only snippets are known; its true text is not."""
    made = page(number)
    blocks = made.pop("blocks")
    return dict(made, text="", id=f"told {number}", page_type="mixed", url=f"http://www.told{number}.example/",
                **{"with": [blocks[7][1][:60], blocks[8][1][-60:]], "without": [max((text for _, text in blocks[:6]), key=len), blocks[12][1]]})


class AutoTest(CommandTest):
    root = pathlib.Path(__file__).resolve().parent.parent.parent

    def setUp(self):
        super().setUp()
        self.write("pages.jsonl", [labelled(number) for number in range(40)])

    def write(self, name, pages):
        self.page(name, "".join(json.dumps(each) + "\n" for each in pages))

    def train(self, *args, data="pages.jsonl", code=OK):
        result = self.run_pith("train", "auto", *SMALL, "--data", data, *args)
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stdout.decode()

    def said(self, *args, code=USAGE):
        result = self.run_pith(*args)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, b"")
        return result.stderr.decode()

    def json(self, *args):
        result = self.run_pith("-f", "json", "-m", "auto", *args)
        self.assertEqual(result.returncode, OK, result.stderr)
        return json.loads(result.stdout)

    def model(self, *args, name="model"):
        self.train("-o", name, *args)
        return (self.folder / name).read_bytes()

    # what training says and writes

    def test_report(self):
        out = self.train()
        self.assertIn("40 pages of 12 sites", out)
        self.assertRegex(out, r"5 folds by site\nlog loss +0\.\d{4}, calibrated 0\.\d{4}")
        f1 = float(re.search(r"^word F1 +([\d.]+) ±", out, re.M)[1])
        self.assertGreater(f1, 0.97)  # these pages are easy
        self.assertRegex(out, r"(?m)^article +[\d.]+ ± [\d.]+ +26 pages$")
        self.assertRegex(out, r"(?m)^forum +[\d.]+ ± [\d.]+ +14 pages$")
        self.assertRegex(out, r"(?m)^expected F1 .* is ")
        self.assertRegex(out, r"trained on all: 16 trees, \d+ leaves, \d+ kB")

    def test_same_training_same_file(self):
        model = self.model("--seed", "3", "-T", "1")
        self.assertEqual(self.model("--seed", "3", "-T", "2"), model)
        self.assertNotEqual(self.model("--seed", "4"), model)
        self.assertEqual(model[:8], b"\x89pith\r\nF")
        facts = model[model.index(b"data pages.jsonl\n"):].rstrip(b"\0").decode()
        self.assertRegex(facts, r"pages 40\nsites 12\nrows 520\n")
        self.assertRegex(facts, r"trees 16\ndepth 3\nleaves 6\nrate 0\.3\n")
        self.assertIn("forests 2\nf1 4\n", facts)
        self.assertRegex(facts, r"word-f1 (0\.9\d+|1\.0+)\n")

    def test_early_stopping(self):
        args = "--patience", "3", "--forests", "1", "--trees", "60", "--lambda", "1", "--columns", "0.5"  # soon all is learnt
        model = self.model(*args, "-T", "1")
        self.assertEqual(self.model(*args, "-T", "2"), model)
        out = self.train(*args)
        folds = [int(each) for each in re.search(r"(?m)^trees +(.*)$", out)[1].split(", ")]
        self.assertEqual(len(folds), 5)
        self.assertTrue(all(1 <= trees <= 60 for trees in folds) and min(folds) < 60, folds)
        trees = int(re.search(r"trained on all: (\d+) trees", out)[1])
        self.assertIn(b"trees %d\n" % trees, model)
        self.assertIn(b"patience 3\n", model)
        two = self.train(*args, "--forests", "2")
        self.assertEqual([int(each) for each in re.search(r"(?m)^trees +(.*)$", two)[1].split(", ")], folds)
        self.assertNotIn(b"patience", self.model())

    def test_forests_and_f1(self):
        one, three = self.model("--forests", "1"), self.model("--forests", "3")
        self.assertIn(b"trees 8\n", one)
        self.assertIn(b"trees 24\n", three)
        self.assertNotEqual(self.model("--forests", "1", "--f1", "0"), one)
        self.assertIn("--forests", self.said("train", "auto", "--data", "pages.jsonl", "--forests", "17"))
        self.assertIn("at most 4096", self.said("train", "auto", "--data", "pages.jsonl", "--trees", "2049"))
        self.assertIn("--f1", self.said("train", "auto", "--data", "pages.jsonl", "--f1", "-1"))

    def test_settled_blocks(self):
        """After some trees most blocks are surely boilerplate; where trees were added, all are asked."""
        def settled(*args):
            return struct.unpack_from("<Iff", self.model("--lambda", "1", *args), 4 * 21)

        trees, limit, factor = settled("--trees", "60")
        self.assertEqual((trees, limit), (20, -2))
        self.assertTrue(1 < factor < 6, factor)
        self.assertEqual(settled("--trees", "60", "--from", "model"), (0, 0, 0))
        self.assertEqual(settled("--trees", "20", "--forests", "12")[0], 20)  # the first forest alone
        self.assertEqual(settled("--trees", "60", "--folds", "0"), (0, 0, 0))
        self.assertEqual(settled("--trees", "6", "--rate", "0.01"), (0, 0, 0))

    def test_pages(self):
        self.train("--pages", "held")
        lines = [json.loads(line) for line in (self.folder / "held").read_text().splitlines()]
        self.assertEqual(len(lines), 40)
        self.assertEqual(len({line["id"] for line in lines}), 40)
        self.assertEqual({line["fold"] for line in lines}, set(range(5)))
        self.assertEqual({line["group"] for line in lines}, {"article", "forum"})
        for line in lines:
            self.assertTrue(0 <= line["f1"] <= 1 and 0 <= line["expected"] <= 1 and 0 <= line["confidence"] <= 1, line)
        self.assertEqual(self.run_pith("train", "auto", *SMALL, "--data", "pages.jsonl", "--pages", "no/such/file").returncode, FAILED)

    def test_no_place_for_the_model(self):
        """Said before anything is trained, and without a trace."""
        for option in "-o", "--pages":
            for place, said in ("no/such/file", "its folder does not exist"), (".", "is a folder"):
                result = self.run_pith("train", "auto", "--data", "pages.jsonl", option, place)
                self.assertEqual((result.returncode, result.stdout), (FAILED, b""))
                self.assertIn(f"{place}: ".encode(), result.stderr)
                self.assertIn(said.encode(), result.stderr)
        self.train("--folds", "0", "-o", "kept")
        before = sorted(self.folder.iterdir()), (self.folder / "kept").read_bytes()
        self.assertEqual(self.run_pith("train", "auto", "--data", "no such set", "-o", "kept").returncode, FAILED)
        self.assertEqual((sorted(self.folder.iterdir()), (self.folder / "kept").read_bytes()), before)

    def test_standard_output(self):
        out = self.run_pith("train", "auto", *SMALL, "--data", "pages.jsonl", "--folds", "0", "-o", "-")
        self.assertEqual(out.stdout[:8], b"\x89pith\r\nF")

    def test_where_and_by(self):
        out = self.train("--where", "page_type=forum", "--by", "lang", "--folds", "3")
        self.assertIn("14 pages", out)
        self.assertRegex(out, r"(?m)^en ")

    def test_features(self):
        self.page("features", "# two\nblock.words\nlevel1.*\n")
        self.assertIn("features         19\n", self.train("--features", "features", "--folds", "0"))
        self.page("features", "block.wrods\n")
        self.assertIn("unknown feature 'block.wrods'",
                      self.said("train", "auto", "--data", "pages.jsonl", "--features", "features"))

    def test_isotonic(self):
        self.model("--calibration", "isotonic")
        self.page("page.html", labelled(7)["html"])
        self.assertEqual(self.json("--model", "model", "page.html")["status"], "ok")

    def test_one_site(self):
        self.write("one.jsonl", [dict(labelled(number), url="http://www.one.example/") for number in range(12)])
        result = self.run_pith("train", "auto", *SMALL, "--data", "one.jsonl")
        self.assertIn(b"too few sites", result.stderr)
        self.assertNotIn(b"word F1", result.stdout)

    # pages of which only snippets are known

    def test_snippets(self):
        self.write("told.jsonl", [told_of(number) for number in range(20)])
        model = self.model("--snippets", "told.jsonl", "-T", "1")
        self.assertEqual(self.model("--snippets", "told.jsonl", "-T", "2"), model)
        self.assertNotEqual(self.model("--snippets", "told.jsonl", "--snippet-weight", "2"), model)
        facts = model[model.index(b"data pages.jsonl\n"):].rstrip(b"\0").decode()
        self.assertRegex(facts, r"data pages.jsonl\nsnippets told.jsonl\nsnippet-weight 0.7\npages 60\n")
        out = self.train("--snippets", "told.jsonl", "--pages", "held")
        # 13 of each page that is known; else four, and one that has a snippet by chance.
        self.assertIn("60 pages of 32 sites, 601 blocks", out)
        self.assertRegex(out, r"(?m)^word F1 .* 40 pages$")
        found = re.search(r"(?m)^snippets F +([\d.]+) \(precision ([\d.]+), recall ([\d.]+)\) +20 pages$", out)
        self.assertGreater(float(found[1]), 0.9)
        self.assertRegex(out, r"(?m)^mixed +[\d.]+ \(precision .* 20 pages$")
        held = [json.loads(line) for line in (self.folder / "held").read_text().splitlines()]
        self.assertEqual([sum(page["snippets"] is told for page in held) for told in (False, True)], [40, 20])

    def test_snippets_alone(self):
        self.write("told.jsonl", [told_of(number) for number in range(30)])
        result = self.run_pith("train", "auto", *SMALL, "--snippets", "told.jsonl", "-o", "told")
        self.assertEqual(result.returncode, OK, result.stderr)
        self.assertIn(b"snippets F", result.stdout)
        self.assertNotIn(b"word F1", result.stdout)
        self.assertNotIn(b"word-f1", (self.folder / "told").read_bytes())
        self.page("page.html", labelled(7)["html"])
        keeps = [block["keep"] for block in self.json("--model", "told", "page.html")["blocks"]]
        self.assertEqual((keeps[0], keeps[7]), (False, True))

    def test_snippets_adapt(self):
        self.model()
        told = [dict(told_of(number), **{"without": [page(number)["blocks"][6][1]]}) for number in range(100, 130)]
        self.write("told.jsonl", told)  # here the headline is no content
        result = self.run_pith("train", "auto", "--from", "model", "--snippets", "told.jsonl", "--rate", "0.3", "-o", "mine")
        self.assertEqual(result.returncode, OK, result.stderr)
        match = re.search(r"snippets F +([\d.]+) .* before ([\d.]+)\n", result.stdout.decode())
        self.assertGreater(float(match[1]), float(match[2]))

    def test_bad_snippets(self):
        self.write("told.jsonl", [told_of(0), labelled(1)])
        result = self.run_pith("train", "auto", *SMALL, "--data", "pages.jsonl", "--snippets", "told.jsonl")
        self.assertEqual(result.returncode, FAILED)
        self.assertIn(b"this page has no snippets", result.stderr)
        self.assertIn("no pages given; use: pith", self.said("train", "auto"))
        self.assertIn("--snippet-weight", self.said("train", "auto", "--data", "pages.jsonl", "--snippet-weight", "no"))

    # going on from a model

    def test_from(self):
        self.model()
        other = [labelled(number) for number in range(100, 130)]
        for each in other:  # here the headline is no content
            each["text"] = each["text"].split("\n", 1)[1]
            each["url"] = "http://www.one.example/"
        self.write("mine.jsonl", other)
        result = self.run_pith("train", "auto", "--from", "model", "--data", "mine.jsonl", "--rate", "0.3", "-o", "mine")
        self.assertEqual(result.returncode, OK, result.stderr)
        self.assertIn(b"holding out pages instead", result.stderr)
        match = re.search(r"word F1 +([\d.]+) .* before ([\d.]+), gained \+", result.stdout.decode())
        self.assertGreater(float(match[1]), float(match[2]))
        self.page("page.html", labelled(200)["html"])
        self.assertTrue(self.json("--model", "model", "page.html")["blocks"][6]["keep"])
        self.assertFalse(self.json("--model", "mine", "page.html")["blocks"][6]["keep"])

    # deciding

    def test_decides(self):
        self.model()
        self.page("page.html", labelled(7)["html"])
        page = self.json("--model", "model", "page.html")
        self.assertEqual(page["methods"], ["auto"])
        self.assertEqual([block["keep"] for block in page["blocks"]], [False] * 6 + [True] * 6 + [False])
        self.assertGreater(page["confidence"], 0.9)
        whys = {block["why"] for block in page["blocks"]}
        self.assertLessEqual(whys, {"container", "tags", "position", "text", "link-density", "repeated", "around", "page"})

    def test_built_in(self):
        page = self.json(str(self.root / "examples" / "page.html"))
        self.assertEqual(page["status"], "ok")
        text = " ".join(block["text"] for block in page["blocks"] if block["keep"])
        self.assertIn("Visitors set their watches by it", text)
        self.assertNotIn("We set two cookies", text)

    def test_tiny_pages(self):
        for html, text in (("<p>Hello world</p>", "Hello world"), ("just text", "just text"),
                           ("<html><body><h1>Title</h1><p>One short sentence.</p>", "Title\n\nOne short sentence."),
                           ("<nav><a href=/>Home</a></nav><p>これは小さなページです。</p>", "これは小さなページです。")):
            self.page("page.html", html)
            self.assertEqual(self.run_pith("-m", "auto", "page.html").stdout.decode(), text + "\n")

    def test_batch_is_the_same(self):
        self.model()
        line = json.dumps({"html": labelled(7)["html"]}) + "\n"
        self.page("page.html", labelled(7)["html"])
        text = self.run_pith("-m", "auto", "--model", "model", "page.html").stdout.decode()
        for threads in "1", "4":
            result = self.run_pith("batch", "--jsonl", "-T", threads, "-m", "auto", "--model", "model", stdin=(line * 20).encode())
            self.assertEqual({json.loads(each)["text"] for each in result.stdout.splitlines()}, {text.rstrip()})

    def test_nothing(self):
        self.page("empty.html", "<p><a href=x>Home</a> <p><a href=y>Next</a>")
        result = self.run_pith("-m", "auto", "empty.html")
        self.assertEqual(result.stdout, b"")
        self.assertIn(b"try -m all", result.stderr)

    def test_explain(self):
        self.page("page.html", labelled(7)["html"])
        out = self.run_pith("--explain", "-m", "auto", "page.html").stdout.decode()
        self.assertIn("The model looked most at", out)

    # precision and recall

    def test_precision_and_recall(self):
        words = {}
        for option in "--precision", "--recall", None:
            options = [option] if option else []
            words[option] = len(self.run_pith("-m", "auto", *options, str(self.root / "examples" / "page.html")).stdout)
        self.assertLessEqual(words["--precision"], words[None])
        self.assertLessEqual(words[None], words["--recall"])
        self.assertIn("cannot be combined with --recall", self.said("-m", "auto", "--precision", "--recall", "x.html"))
        self.assertIn("add -m auto", self.said("-m", "words", "--recall", "x.html"))

    def test_eval(self):
        def figures(*args):
            result = self.run_pith("eval", "-m", "auto", "--csv", "--bootstrap", "0", "--measures", "wordf1", *args, "pages.jsonl")
            self.assertEqual(result.returncode, OK, result.stderr)
            rows = [line.split(",") for line in result.stdout.decode().splitlines()]
            return {row[2]: float(row[4]) for row in rows[1:] if row[3] == "all"}

        plain, precise, complete = figures(), figures("--precision"), figures("--recall")
        self.assertLessEqual(plain["wordf1.r"], complete["wordf1.r"])
        self.assertLessEqual(precise["wordf1.r"], plain["wordf1.r"])
        self.assertIn("add -m auto", self.said("eval", "-m", "words", "--precision", "pages.jsonl"))

    # what is said of bad input

    def test_bad_models(self):
        good = self.model()
        self.page("page.html", "<p>text")
        for name, data, message in [("cut", good[:-4], "longer or shorter"), ("bad", good[:-9] + b"?" + good[-8:], "damaged"),
                                    ("head", good[:8], "longer or shorter")]:
            (self.folder / name).write_bytes(data)
            self.assertIn(message, self.said("-m", "auto", "--model", name, "page.html"))
        self.assertIn("add -m auto", self.said("-m", "density", "--model", "model", "page.html"))
        self.assertIn("is a model for the method auto; add -m auto", self.said("-m", "words", "--model", "model", "page.html"))
        self.run_pith("train", "density", "--min-leaf", "20", "--data", "pages.jsonl", "-o", "tree")
        self.assertIn("add -m density", self.said("-m", "auto", "--model", "tree", "page.html"))
        self.assertIn("train one with: pith train auto", self.said("train", "auto", "--from", "tree", "--data", "pages.jsonl"))

    def test_bad_options(self):
        for args, message in [(["--rate", "0"], "is not a number from"), (["--rows", "x"], "is not a number from"),
                              (["--trees", "0"], "out of range"), (["--columns", "2"], "is not a number from"),
                              (["--from", "a", "--features", "b"], "cannot be combined with --from"), (["-o", ""], "needs a file name")]:
            self.assertIn(message, self.said("train", "auto", "--data", "pages.jsonl", *args))
        self.assertIn("no pages given; use: pith", self.said("train", "auto"))
        self.assertIn("auto, density, kind, ngram or perplexity", self.said("train", "bte", "--data", "x"))

    def test_bad_pages(self):
        self.page("some.jsonl", json.dumps(labelled(1)) + "\nnothing\n" + json.dumps(labelled(2)) + "\n")
        result = self.run_pith("train", "auto", *SMALL, "--data", "some.jsonl", "--folds", "0")
        self.assertEqual(result.returncode, FAILED)
        self.assertIn(b"line 2", result.stderr)
        self.assertIn("no such file", self.said("train", "auto", "--data", "missing.jsonl", code=FAILED))


if __name__ == "__main__":
    unittest.main()
