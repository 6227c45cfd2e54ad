#!/usr/bin/env python3
"""-m ngram, --text, --bias, --rules, --short-alone, --model en|any, pith eval --as text, as a user sees them.

    test_ngram.py PROGRAM [NAME...]
"""
import json
import unittest

from test_cli import FAILED, OK, USAGE, CommandTest

STORY = ("It was a dark and stormy night, and the rain fell in torrents on the roofs of the town, so that nobody heard "
         "the door that was opened and closed again.")
END = ("In the morning they found that the clock had stopped, and that the man who had wound it for all these years "
       "was gone.")
MENU = "Home | News | Sport | Contact us"
FOOT = "\u00a9 2019 Example News, all rights reserved"
PAGE = f"<html lang=en><p>{MENU}<h1>The clock of the town</h1><p>{STORY}<p>He saw<p>{END}<p>{FOOT}"
TEXT = f"{MENU}\n\nThe clock of the town\n\n{STORY}\n\n  * He saw\n\n{END}\n\n{FOOT}\n"


class NgramTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.page("page.html", PAGE)
        self.page("page.txt", TEXT)

    def lines(self, *args, stdin=None):
        result = self.run_pith("-m", "ngram", *args, stdin=stdin)
        self.assertEqual((result.returncode, result.stderr), (OK, b""))
        return result.stdout.decode().splitlines()

    def blocks(self, *args):
        return {block["text"]: block for block in json.loads(self.lines("-f", "json", *args)[0])["blocks"]}

    def said(self, *args, code=USAGE):
        result = self.run_pith(*args)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, b"")
        return result.stderr.decode()

    def test_a_page(self):
        self.assertEqual(self.lines("-f", "cleaneval", "page.html"),
                         ["<h>The clock of the town", "<p>" + STORY, "<p>He saw", "<p>" + END])
        blocks = self.blocks("page.html")
        self.assertEqual({text: block["why"] for text, block in blocks.items()},
                         {MENU: "rule", "The clock of the town": "likely-text", STORY: "likely-text",
                          "He saw": "too-short", END: "likely-text", FOOT: "rule"})

    def test_plain_text(self):
        want = ["<h>The clock of the town", "<p>" + STORY, "<l>He saw", "<p>" + END]
        self.assertEqual(self.lines("--text", "-f", "cleaneval", "page.txt"), want)
        self.assertEqual(self.lines("--text", "-f", "cleaneval", stdin=TEXT.encode()), want)
        answer = json.loads(self.run_pith("batch", "--jsonl", "-m", "ngram", "-f", "cleaneval",
                                          stdin=json.dumps({"text": TEXT}).encode() + b"\n").stdout)
        self.assertEqual([f"<{kind}>{text}" for kind, text in answer["segments"]], want)
        everything = self.run_pith("strip", "--text", "page.txt").stdout.decode()
        self.assertTrue(everything.startswith(MENU) and FOOT in everything)

    def test_the_default_for_text(self):
        pairs = [{"text": TEXT}, {"html": PAGE}]
        lines = "".join(json.dumps(pair) + "\n" for pair in pairs).encode()
        answers = self.run_pith("batch", "--jsonl", "-f", "json", stdin=lines).stdout.splitlines()
        self.assertEqual([json.loads(answer)["methods"] for answer in answers], [["ngram"], ["auto"]])
        answers = self.run_pith("batch", "--jsonl", "-m", "words", "-f", "json", stdin=lines).stdout.splitlines()
        self.assertEqual([json.loads(answer)["methods"] for answer in answers], 2 * [["words"]])
        self.assertIn("-m auto", self.said("extract", "--text", "--precision", "page.txt"))

    def test_offsets_of_text(self):
        for text, block in self.blocks("--text", "page.txt").items():
            self.assertEqual(TEXT.encode()[block["begin"]:block["end"]].decode(), text)

    def test_bias(self):
        self.assertEqual(len(self.lines("-f", "cleaneval", "--bias", "10", "--rules", "none", "page.html")), 6)
        result = self.run_pith("-m", "ngram", "--bias=-10", "page.html")
        self.assertEqual((result.returncode, result.stdout), (OK, b""))
        self.assertIn("is not a number", self.said("-m", "ngram", "--bias", "much", "page.html"))
        self.assertIn("-10 to 10", self.said("-m", "ngram", "--bias", "11", "page.html"))
        self.assertIn("add -m ngram", self.said("--bias", "1", "page.html"))

    def test_rules(self):
        self.assertNotEqual(self.blocks("--rules", "none", "page.html")[MENU]["why"], "rule")
        blocks = self.blocks("--rules", "copyright,chars", "page.html")
        self.assertEqual((blocks[FOOT]["why"], blocks[MENU]["why"]), ("rule", "likely-boilerplate"))
        self.assertIn("did you mean 'bars'", self.said("-m", "ngram", "--rules", "chars,bar", "page.html"))
        self.assertIn("choose from: chars, forms, bars, copyright, links, all, none",
                      self.said("-m", "ngram", "--rules", "everything", "page.html"))
        self.assertIn("add -m ngram", self.said("--rules", "all", "page.html"))

    def test_short_blocks(self):
        self.assertIn(self.blocks("--short-alone", "page.html")["He saw"]["why"], ("likely-text", "likely-boilerplate"))
        self.assertIn("add -m ngram", self.said("--short-alone", "page.html"))

    def test_models(self):
        by_language, english, every = (self.blocks(*args, "page.html")[STORY]["score"]
                                       for args in ((), ("--model", "en"), ("--model", "any")))
        self.assertEqual(by_language, english)
        self.assertNotEqual(english, every)
        self.assertIn("no such file", self.said("-m", "ngram", "--model", "klingon", "page.html", code=FAILED))
        self.assertIn("add -m ngram", self.said("-m", "auto", "--model", "any", "page.html"))
        self.page("any", "no model")
        self.assertIn("any", self.said("-m", "ngram", "--model", "any", "page.html"))

    def test_models_of_others(self):
        self.assertIn("en: is a model for the method ngram; add -m ngram", self.said("-m", "words", "--model", "en", "page.html"))
        self.assertIn("train one with: pith train perplexity", self.said("perplexity", "--model", "en", "some text"))
        for method in ("ngram", "perplexity"):
            self.assertIn("en-words: is the built-in model of the method perplexity",
                          self.said("-m", method, "--model", "en-words", "page.html"))
        self.assertIn("kind: is the built-in model for page types", self.said("--model", "kind", "page.html"))
        self.page("none", "no model")
        self.assertIn("none: line 1: not a model of Pith", self.said("-m", "ngram", "--model", "none", "page.html"))
        listed = self.run_pith("models").stdout.decode().splitlines()
        self.assertEqual([line.split()[:2] for line in listed[1:]],
                         [["auto", "auto"], ["kind", "page_type"], ["en", "ngram"], ["any", "ngram"],
                          ["en-words", "perplexity"]])

    def test_votes(self):
        blocks = self.blocks("-m", "ngram,all", "--vote", "any", "page.html")
        self.assertTrue(all(block["keep"] for block in blocks.values()))
        blocks = self.blocks("-m", "ngram,all", "page.html")
        self.assertEqual([block["keep"] for block in blocks.values()], [False, True, True, True, True, False])

    def test_explain(self):
        def data_of(*args):
            page = self.run_pith("--explain", *args, "page.html").stdout.decode()
            return json.loads(page[page.index('id="data">') + 10:].partition("</script>")[0])

        data = data_of("-m", "ngram")
        self.assertEqual([len(letters) for letters in data["letters"]],
                         [len(text) for text in self.blocks("page.html")])
        self.assertLessEqual(set("".join(data["letters"])), set("ABCDEFGHIJKLMNOPQ"))
        self.assertNotIn("letters", data_of())

    def test_eval_as_text(self):
        self.page("set.jsonl", json.dumps({"id": 1, "html": PAGE, "text": f"The clock of the town {STORY} He saw {END}"}) + "\n")
        for args in ((), ("--as", "text")):
            result = self.run_pith("eval", "-m", "ngram", "--csv", "--measures", "wordf1", *args, "set.jsonl")
            self.assertIn("wordf1.f1,all,1.0", result.stdout.decode())
        self.assertIn("unknown value 'pdf'", self.said("eval", "--as", "pdf", "set.jsonl"))
        self.assertIn("add -m ngram", self.said("eval", "-m", "words", "--bias", "1", "set.jsonl"))


if __name__ == "__main__":
    unittest.main()
