#!/usr/bin/env python3
"""pith analyze: the report, the drawings, and what it says of bad input.

    test_analyze.py PROGRAM [NAME...]
"""
import json
import os
import random
import re
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from test_cli import FAILED, OK, PROGRAM, USAGE, CommandTest

SVG = "{http://www.w3.org/2000/svg}"
CHARTS = ["words.svg", "density.svg", "writer.svg", "gain.svg"]
WORDS = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split()
NOT_CONTENT, HEADLINE, FULL_TEXT, SUPPLEMENTAL, RELATED, COMMENT = range(6)


def sentence(dice, words):
    return " ".join(dice.choices(WORDS, k=words)).capitalize() + "."


def page(number, content=True):
    """A labelled page of news: menu, headline, paragraphs, a caption, related links, comments."""
    dice = random.Random(number)
    blocks = [(NOT_CONTENT, f"<li><a href=/>Menu {dice.choice(WORDS)}</a>", None) for _ in range(12)]
    blocks += [(HEADLINE, "<h1>", sentence(dice, 6))]
    blocks += [(FULL_TEXT, "<p>", sentence(dice, dice.randint(15, 90))) for _ in range(8)]
    blocks += [(SUPPLEMENTAL, "<figcaption>", sentence(dice, 9))]
    blocks += [(RELATED, "<div>", sentence(dice, 5))]
    blocks += [(COMMENT, "<blockquote>", sentence(dice, dice.randint(5, 30))) for _ in range(3)]
    blocks += [(NOT_CONTENT, "<div>", f"Copyright {dice.choice(WORDS)} {number}, all rights reserved")]
    html, labels = "", []
    for label, tag, text in blocks:
        html += tag + (text or "") + "\n"
        labels.append([label if content else NOT_CONTENT, text or re.sub("<.*?>", "", tag)])
    return {"id": str(number), "url": f"http://www.site{number % 5}.example/{number}", "html": html,
            "lang": "en" if number % 2 else "de", "blocks": labels}


class AnalyzeTest(CommandTest):
    def write_set(self, name, pages):
        path = Path(self.folder) / name
        path.write_text("".join(json.dumps(each) + "\n" for each in pages))
        return str(path)

    def analyze(self, *args, code=OK):
        result = self.run_pith("analyze", *args)
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stdout.decode(), result.stderr.decode()

    def found(self, *args):
        return json.loads(self.analyze("--json", *args)[0])


class Report(AnalyzeTest):
    def test_classes_and_fits(self):
        said, noise = self.analyze("--data", self.write_set("news.jsonl", map(page, range(40))))
        self.assertEqual(noise, "")
        self.assertIn("news.jsonl: 40 pages\n", said)
        for part in ("not content", "headline", "full text", "supplemental", "related content", "user comments",
                     "all content", "total", "one state", "two states", "PN(S)", "adjusted R²", "RMSE", "0.3145",
                     "0.04369", "functional text (beta)", "descriptive text (beta)", "fuzzy transition (normal)",
                     "information gain"):
            self.assertIn(part, said)
        self.assertRegex(said, r"headline +40 ")
        self.assertRegex(said, r"full text +320 ")
        self.assertRegex(said, r"all content +520 +\d+\.\d %")
        self.assertTrue(all(len(row) <= 100 for row in said.splitlines()))

    def test_json_has_it_all(self):
        found = self.found("--data", self.write_set("news.jsonl", map(page, range(40))))
        self.assertEqual(found["pages"], 40)
        self.assertEqual(found["classes"]["headline"]["blocks"], 40)
        self.assertEqual(found["classes"]["headline"]["words"], 240)
        self.assertEqual(found["blocks"], sum(each["blocks"] for each in found["classes"].values()))
        self.assertEqual(found["words"], sum(each["words"] for each in found["classes"].values()))
        by_words = found["blocks_by_words"]
        self.assertEqual(len(by_words["content"]), 250)
        self.assertEqual(by_words["not_content"][1], 480)  # the menu's two words
        self.assertEqual(sum(by_words["content"]) + sum(by_words["not_content"]) + by_words["longer"], found["blocks"])
        densities = found["words_by_text_density"]
        self.assertAlmostEqual(sum(map(sum, densities.values())), found["words"])
        self.assertEqual(sum(densities["not content: anchor text"]), 960)
        self.assertEqual(sum(densities["headlines"]), 240)
        self.assertTrue(0 < found["one_state"]["p"] < 1)
        self.assertGreater(found["two_states"]["r2"], found["one_state"]["r2"])
        self.assertGreater(found["two_states"]["ps_n"], found["two_states"]["pl_n"])
        self.assertEqual(found["one_state"]["points"], 250)
        self.assertGreater(found["text_density"]["r2"], 0.9)
        gains = [each["gain"] for each in found["gains"]]
        self.assertEqual(len(gains), 76)
        self.assertEqual(gains, sorted(gains, reverse=True))
        self.assertLessEqual(gains[0], found["entropy"] + 1e-6)
        self.assertLessEqual(max(each["gain_4"] for each in found["gains"]), found["entropy_4"] + 1e-6)
        self.assertEqual(sum(found["link_words_by_text_density"]), 960)

    def test_figures_by_hand(self):
        # One word, one word, two words: a writer that stops with p has p = 2/3 and (1 - p) p = 1/3 at best nearly.
        html = "<p>One<p>Two<p>Three four"
        labels = [[NOT_CONTENT, "One"], [FULL_TEXT, "Two"], [FULL_TEXT, "Three four"]]
        found = self.found("--data", self.write_set("s.jsonl", [{"id": "a", "html": html, "blocks": labels}]))
        self.assertEqual((found["blocks"], found["words"]), (3, 4))
        self.assertEqual(found["blocks_by_words"]["content"][:3], [1, 1, 0])
        self.assertEqual(found["blocks_by_words"]["not_content"][:3], [1, 0, 0])
        # The least of (p - 2/3)² + (p (1 - p) - 1/3)² + sum of (p (1 - p)^k)², by trying.
        tried = min((i / 1e4 for i in range(1, 10000)),
                    key=lambda p: (p - 2 / 3)**2 + (p * (1 - p) - 1 / 3)**2
                    + sum((p * (1 - p)**k)**2 for k in range(2, 60)))
        self.assertAlmostEqual(found["one_state"]["p"], tried, delta=2e-4)

    def test_where(self):
        name = self.write_set("news.jsonl", map(page, range(10)))
        self.assertEqual(self.found("--data", name, "--where", "lang=en")["pages"], 5)
        self.assertEqual(self.found("--data", name, "--where", "lang!=en", "--where", "id!=2")["pages"], 4)

    def test_several_sets(self):
        first = self.write_set("a.jsonl", map(page, range(10)))
        second = self.write_set("b.jsonl", map(page, range(10, 25)))
        together = self.found("--data", first, second)
        self.assertEqual((together["pages"], together["data"]), (25, "a.jsonl, b.jsonl"))
        self.assertEqual(self.found("--data", first, "--data", second), together)

    def test_truth_as_text(self):
        pages = [page(number) for number in range(10)]
        for each in pages:
            each["text"] = "\n".join(text for label, text in each.pop("blocks") if label == FULL_TEXT)
        found = self.found("--data", self.write_set("text.jsonl", pages))
        self.assertGreaterEqual(found["classes"]["full text"]["blocks"], 80)
        self.assertEqual(found["classes"]["headline"]["blocks"], 0)


class Charts(AnalyzeTest):
    def draw(self, name, code=OK, folder="figures"):
        folder = Path(self.folder) / folder
        _, noise = self.analyze("--data", name, "-o", str(folder), code=code)
        self.assertEqual(sorted(os.listdir(folder)), sorted(CHARTS))
        return {each: (folder / each).read_bytes() for each in CHARTS}, noise

    def texts(self, svg):
        return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter(SVG + "text")]

    def check_numbers(self, root):
        """All places are finite numbers."""
        for each in root.iter():
            for attribute in "x", "y", "width", "height", "cx", "cy", "d":
                self.assertNotRegex(each.get(attribute, ""), "nan|inf", each.tag)

    def test_charts_are_svg_with_titles_and_labels(self):
        drawn, noise = self.draw(self.write_set("news.jsonl", map(page, range(40))))
        self.assertEqual(noise, "")
        labels = {"words.svg": ["words in the block", "number of blocks", "content", "not content",
                                "content alone, magnified"],
                  "density.svg": ["number of words", "main article", "user comments", "supplemental text", "headlines",
                                  "related content", "not content: anchor text", "not content: plain text",
                                  "complete fit", "functional text (beta)", "descriptive text (beta)",
                                  "fuzzy transition (normal)", "all words in links"],
                  "writer.svg": ["words in the block", "share of the blocks", "share of the blocks (logarithmic)",
                                 "observed"],
                  "gain.svg": ["curr_numWords", "prev_textDensity", "next_tagA"]}
        for name, svg in drawn.items():
            root = ElementTree.fromstring(svg)
            self.assertEqual(root.tag, SVG + "svg")
            self.assertEqual(root[0].tag, SVG + "title")
            self.assertEqual(root[1].tag, SVG + "desc")
            texts = self.texts(svg)
            self.assertIn(root[0].text, texts)
            self.assertTrue(any(text.startswith("news.jsonl: 40 pages, ") for text in texts), texts)
            for label in labels[name]:
                self.assertIn(label, texts)
            for other in b"<script", b"<style", b"href", b"url(http", b"@import":
                self.assertFalse(other in svg, (name, other))
            self.check_numbers(root)
        self.assertTrue(any("text density (words per line" in text for text in self.texts(drawn["density.svg"])))
        self.assertTrue(any("information gain" in text for text in self.texts(drawn["gain.svg"])))

    def test_letters_stay_on_the_page(self):
        drawn, _ = self.draw(self.write_set("a name that is " + "long, " * 30 + ".jsonl", map(page, range(20))))
        for name, svg in drawn.items():
            root = ElementTree.fromstring(svg)
            width, height = float(root.get("width")), float(root.get("height"))
            for text in root.iter(SVG + "text"):
                x, y, size = (float(text.get(part)) for part in ("x", "y", "font-size"))
                self.assertGreaterEqual(size, 11, name)
                self.assertTrue(0 < y < height, (name, text.text))
                wide = len(text.text) * size * 0.56
                begin = x - wide * {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor")]
                if "share of" not in text.text and "number of" not in text.text:  # upright
                    self.assertTrue(begin >= 0 and begin + wide <= width, (name, text.text))

    def test_the_same_pages_give_the_same_bytes(self):
        name = self.write_set("news.jsonl", map(page, range(30)))
        self.assertEqual(self.draw(name)[0], self.draw(name, folder="again")[0])

    def test_names_are_escaped(self):
        drawn, _ = self.draw(self.write_set("a<b>&\"c.jsonl", map(page, range(5))))
        for svg in drawn.values():
            self.assertTrue(any(text.startswith("a<b>&\"c.jsonl: 5 pages") for text in self.texts(svg)))

    def test_classes_that_are_not_there_have_no_key(self):
        pages = [page(number) for number in range(10)]
        for each in pages:
            each["text"] = "\n".join(text for label, text in each.pop("blocks") if label == FULL_TEXT)
        texts = self.texts(self.draw(self.write_set("text.jsonl", pages))[0]["density.svg"])
        self.assertIn("main article", texts)
        self.assertNotIn("headlines", texts)

    def test_one_page_and_one_block(self):
        for html, text in ("<p>One", "One"), ("<p>" + "word " * 400, "word " * 400):
            drawn, _ = self.draw(self.write_set("one.jsonl", [{"id": "1", "html": html, "text": text}]))
            for svg in drawn.values():
                self.check_numbers(ElementTree.fromstring(svg))

    def test_a_folder_that_is_there_keeps_its_other_files(self):
        folder = Path(self.folder) / "mine"
        folder.mkdir()
        (folder / "words.svg").write_text("old")
        (folder / "notes.txt").write_text("mine")
        self.analyze("--data", self.write_set("news.jsonl", map(page, range(5))), "-o", str(folder))
        self.assertEqual(sorted(os.listdir(folder)), sorted(CHARTS + ["notes.txt"]))
        ElementTree.parse(folder / "words.svg")


class Bad(AnalyzeTest):
    def test_command_line(self):
        for args, said in ((), "no pages given; use: pith"), (("--data",), "needs an argument"), \
                (("--data", "x", "--where", "lang"), "is not of the form FIELD=VALUE"), (("--dada", "x"), "did you mean --data"), \
                (("--data", "x", "--where", "=en"), "is not of the form FIELD=VALUE"):
            result = self.run_pith("analyze", *args)
            self.assertEqual(result.returncode, USAGE, args)
            self.assertIn(said, result.stderr.decode())
            self.assertEqual(result.stdout, b"")

    def test_help(self):
        said, _ = self.analyze("--help")
        self.assertIn("examples:\n", said)
        for option in "--data", "--where", "--output", "--json":
            self.assertIn(option, said)
        self.assertIn("analyze", self.run_pith("help").stdout.decode())

    def test_nothing_to_read(self):
        empty = self.write_set("empty.jsonl", [])
        folder = Path(self.folder) / "none"
        for name in empty, str(Path(self.folder) / "missing.jsonl"):
            said, noise = self.analyze("--data", name, "-o", str(folder), code=FAILED)
            self.assertEqual(said, "")
            self.assertIn(name, noise)
            self.assertFalse(folder.exists())

    def test_no_page_matches(self):
        name = self.write_set("news.jsonl", map(page, range(4)))
        _, noise = self.analyze("--data", name, "--where", "lang=fr", code=FAILED)
        self.assertIn(name, noise)

    def test_pages_without_labels(self):
        name = self.write_set("bare.jsonl", [{"id": "1", "html": "<p>One"}])
        _, noise = self.analyze("--data", name, code=FAILED)
        self.assertIn(f"{name}: line 1: ", noise)

    def test_a_bad_page_among_good_ones(self):
        path = Path(self.write_set("news.jsonl", map(page, range(10))))
        path.write_bytes(path.read_bytes() + b'{"id": "x", "html": \n')
        said, noise = self.analyze("--data", str(path), code=FAILED)
        self.assertIn("news.jsonl: 10 pages", said)
        self.assertIn("line 11: ", noise)
        self.assertIn("skipped 1 page", noise)

    def test_no_content(self):
        name = self.write_set("junk.jsonl", [page(number, content=False) for number in range(10)])
        folder = Path(self.folder) / "figures"
        said, noise = self.analyze("--data", name, "-o", str(folder), code=FAILED)
        self.assertIn("no block of this set is content", noise)
        self.assertRegex(said, r"all content +0 +0\.0 %")
        self.assertEqual(sorted(os.listdir(folder)), sorted(CHARTS))
        texts = "".join(ElementTree.parse(folder / "words.svg").getroot().itertext())
        self.assertIn("none of these blocks is content", texts)

    def test_where_nothing_can_be_written(self):
        name = self.write_set("news.jsonl", map(page, range(4)))
        file = Path(self.folder) / "file"
        file.write_text("mine")
        for folder, said in (str(file), "is not a folder"), (f"{file}/sub", "does not exist"), \
                (f"{self.folder}/no/such/place", "does not exist"), ("", "does not exist"):
            report, noise = self.analyze("--data", name, "-o", folder, code=FAILED)
            self.assertEqual(report, "")
            self.assertIn(said, noise)
        self.assertEqual(file.read_text(), "mine")

    def test_full_disk(self):
        name = self.write_set("news.jsonl", map(page, range(4)))
        folder = Path(self.folder) / "full"
        folder.mkdir()
        (folder / "density.svg").symlink_to("/dev/full")
        _, noise = self.analyze("--data", name, "-o", str(folder), code=FAILED)
        self.assertIn("density.svg", noise)
        self.assertEqual(noise.count("\n"), 1)
        ElementTree.parse(folder / "words.svg")  # what came before it is whole
        self.assertEqual(sorted(os.listdir(folder)), ["density.svg", "words.svg"])
        with open("/dev/full", "wb") as full:
            result = subprocess.run([PROGRAM, "analyze", "--data", name], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(result.returncode, FAILED)
        self.assertIn("standard output", result.stderr.decode())


if __name__ == "__main__":
    unittest.main()
