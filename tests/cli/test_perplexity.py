#!/usr/bin/env python3
"""pith perplexity and -m perplexity as a user meets them.

    test_perplexity.py PROGRAM [NAME...]
"""
import json
import unittest

from test_cli import FAILED, OK, USAGE, CommandTest

NORMAL = "This is a normal sentence."
JUNK = "Meanwhile, hjldfuia HTML BODY this one will be deleted LINK URL COUISUDOANLHJWQKEJK"
MENU = "Home | Xqz | Vvq zzx | Wqv"


class PerplexityTest(CommandTest):
    def lines(self, *args, code=OK, **more):
        result = self.run_pith("perplexity", *args, **more)
        self.assertEqual(result.returncode, code, result.stderr)
        return [line.split("\t") for line in result.stdout.decode().splitlines()]

    def says(self, *args, code, **more):
        result = self.run_pith(*args, **more)
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stderr.decode()


class Scores(PerplexityTest):
    def test_text_on_the_command_line(self):
        (good, text), (bad, junk) = self.lines(f"{NORMAL} {JUNK}")
        self.assertEqual([text, junk], [NORMAL, JUNK])
        self.assertLess(float(good), 1000)
        self.assertGreater(float(bad), 4000)
        self.assertEqual(self.lines("--text", "Word"), self.lines("-", stdin=b"Word"))

    def test_files_and_standard_input(self):
        self.page("a.txt", f"{NORMAL}\n{JUNK}\n")
        expected = self.lines(f"{NORMAL} {JUNK}")
        self.assertEqual(self.lines(stdin=f"{NORMAL} {JUNK}".encode()), expected)
        self.assertEqual(self.lines("a.txt", "a.txt"), 2 * expected)
        self.assertEqual(self.lines("--limit", "4K", "a.txt"), expected[1:])
        self.page("two words", NORMAL)
        self.assertEqual(self.lines("two words"), expected[:1])  # a file comes first

    def test_granularity(self):
        self.page("a.txt", "One here. Two\nhere.\n\nThree.")
        self.assertEqual([text for _, text in self.lines("a.txt")],
                         ["One here.", "Two here.", "Three."])
        self.assertEqual([text for _, text in self.lines("--per=line", "a.txt")],
                         ["One here. Two", "here.", "Three."])
        self.assertEqual([text for _, text in self.lines("--per=block", "a.txt")],
                         ["One here. Two here.", "Three."])

    def test_a_line_each(self):
        text = "\x01\x02a \tb\n c \x01d\x7f e\x9b 31mf \x85g \x01"
        self.assertEqual([text for _, text in self.lines(stdin=text.encode())], ["a b c d e 31mf g"])

    def test_json(self):
        self.page("a.txt", f"{NORMAL} “Yes”\tshe\nsaid.")
        rows = self.run_pith("perplexity", "--json", "a.txt").stdout.splitlines()
        rows = [json.loads(row) for row in rows]
        self.assertEqual([set(row) for row in rows], 2 * [{"id", "perplexity", "tokens", "text"}])
        self.assertEqual(rows[1]["text"], "“Yes”\tshe\nsaid.")
        self.assertEqual(rows[0]["tokens"], 6)

    def test_sweep(self):
        self.page("a.txt", f"{NORMAL} {JUNK}. " + "Zxq vvw qqz. " * 3)
        table = self.run_pith("perplexity", "--sweep", "a.txt").stdout.decode().splitlines()
        self.assertEqual([row.split()[0] for row in table],
                         "limit 1000 2000 4000 6000 8000 10000 12000 14000".split())
        rows = json.loads(self.run_pith("perplexity", "--sweep", "--json", "a.txt").stdout)
        self.assertEqual(rows[0]["sentences"], 0.2)
        self.assertEqual(rows[-1]["sentences"], 0.4)
        for before, after in zip(rows, rows[1:]):
            for what in ("sentences", "words", "bytes"):
                self.assertLessEqual(before[what], after[what])
        csv = self.run_pith("perplexity", "--sweep", "--csv", "a.txt").stdout.decode().splitlines()
        self.assertEqual(csv[0], "limit,sentences,words,bytes")
        self.assertEqual(csv[1].split(",")[:2], ["1000", "0.2000"])

    def test_mistakes_are_named(self):
        self.assertIn("no such file", self.says("perplexity", "nosuch.txt", code=FAILED))
        self.assertIn("add --text", self.says("perplexity", "nosuch.txt", code=FAILED))
        said = self.says("perplexity", "--lang", "xx", "a b", code=USAGE)
        self.assertIn("no built-in language model for 'xx'; there is: en", said)
        said = self.says("-m", "perplexity", "--lang", "xx", "one.html", code=USAGE)
        self.assertIn("no built-in language model for 'xx'; there is: en", said)
        self.assertIn("--sweep", self.says("perplexity", "--csv", "a b", code=USAGE))
        self.assertIn("--sweep", self.says("perplexity", "--sweep", "--limit=1", "a b", code=USAGE))
        self.assertIn("-m perplexity", self.says("-m", "words", "--limit=1", "one.html", code=USAGE))
        self.page("bad", "x" * 100)
        self.assertIn("bad: ", self.says("perplexity", "--model", "bad", "a b", code=USAGE))
        self.page("tree", "pith-model 1\n")
        self.assertIn("tree: ", self.says("perplexity", "--model", "tree", "a b", code=USAGE))

    def test_odd_input(self):
        self.page("empty", "")
        self.assertIn("empty: there is nothing", self.says("perplexity", "empty", code=OK))
        self.page("nuls", bytes(100000))
        self.assertIn("nuls: there are no words", self.says("perplexity", "nuls", code=OK))
        self.page("long", b"word " * 2000000)
        ((_, text),) = self.lines("long")
        self.assertEqual(len(text), 9999999)
        self.page("latin", "Le café était fermé.".encode("latin-1"))
        self.assertEqual(self.lines("latin")[0][1], "Le café était fermé.")

    def test_a_model_of_your_own(self):
        self.page("corpus", "zu der zeit war es so\n" * 200 + "es war so zu der zeit\n" * 200)
        result = self.run_pith("train", "perplexity", "corpus", "-o", "x.wordgram", "--lang", "xx")
        self.assertEqual(result.returncode, OK, result.stderr)
        (good, _), (bad, _) = self.lines("--model", "x.wordgram", "zu der zeit", "the time is now")
        self.assertLess(float(good) * 100, float(bad))
        said = self.says("-m", "words", "--model", "x.wordgram", "one.html", code=USAGE)
        self.assertIn("perplexity", said)


class Method(PerplexityTest):
    def test_plain_text_sentence_by_sentence(self):
        text = f"{NORMAL} {JUNK}\n".encode()
        args = ("-m", "perplexity", "--text", "-")
        self.check(*args, stdin=text, out=NORMAL + "\n")
        self.check(*args, "--limit", "1M", stdin=text, out=f"{NORMAL} {JUNK}\n")
        marked = self.run_pith(*args, "--mark", stdin=text).stdout.decode()
        self.assertRegex(marked, r"^This is a normal sentence\. \[\d+\] Meanwhile.*KEJK\n$")

    def test_explain_strikes_out(self):
        page = self.run_pith("-m", "perplexity", "--text", "--explain", stdin=f"{NORMAL} {JUNK}\n".encode()).stdout.decode()
        self.assertRegex(page, NORMAL + r' <s title="perplexity \d+">Meanwhile[^<]*KEJK</s></p>')

    def test_other_languages_stay(self):
        german = ("Die Nacht war dunkel, und der Regen fiel auf die D\u00e4cher der Stadt, so dass niemand die T\u00fcr "
                  "h\u00f6rte, die ge\u00f6ffnet und wieder geschlossen wurde.\n")
        russian = ("\u041d\u043e\u0447\u044c \u0431\u044b\u043b\u0430 \u0442\u0451\u043c\u043d\u043e\u0439. " * 8).strip() + "\n"
        for text in (german, russian):
            said = self.run_pith("-m", "perplexity", "--text", stdin=text.encode())
            self.assertEqual((said.stdout.decode(), said.stderr), (text, b""))
            said = self.run_pith("-m", "perplexity", "--lang", "en", "--text", stdin=text.encode())
            self.assertEqual(said.stdout, b"")

    def test_stripped_pages(self):
        """As the paper does it: tags off, then sentence by sentence."""
        page = f"<nav>{MENU}</nav><p>{NORMAL} {JUNK}</p><script>var x;</script>".encode()
        stripped = self.run_pith("strip", stdin=page).stdout
        self.check("-m", "perplexity", "--text", "-", stdin=stripped, out=NORMAL + "\n")

    def test_json_shows_the_parts(self):
        page = f"<p>{NORMAL} {JUNK}</p>".encode()
        args = ("-m", "perplexity", "--combine=alone", "-f", "json", "-")
        block = json.loads(self.run_pith(*args, "--per", "block", stdin=page).stdout)["blocks"][0]
        self.assertGreater(block["perplexity"], 100)
        page = json.loads(self.run_pith(*args, stdin=page).stdout)
        block = page["blocks"][0]
        self.assertEqual([part["keep"] for part in block["parts"]], [True, False])
        text = block["text"].encode()
        self.assertEqual([text[part["begin"]:part["end"]].decode() for part in block["parts"]],
                         [NORMAL, JUNK])
        self.assertEqual(page["kept_words"], 5)

    def test_batch(self):
        lines = "".join(json.dumps({"id": i, "text": f"{NORMAL} {JUNK}"}) + "\n" for i in range(9))
        result = self.run_pith("batch", "--jsonl", "-m", "perplexity", stdin=lines.encode())
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([answer["text"] for answer in answers], 9 * [NORMAL])

    def test_odd_input(self):
        self.page("empty", "")
        self.check("-m", "perplexity", "--text", "empty", err="there is nothing in it")
        self.page("nuls", bytes(100000))
        self.assertIn("nuls: ", self.says("-m", "perplexity", "--text", "nuls", code=OK))
        self.page("long", b"The end of the war. " * 500000)
        result = self.run_pith("-m", "perplexity", "--text", "long")
        self.assertEqual(len(result.stdout), 10000000)


if __name__ == "__main__":
    unittest.main()
