#!/usr/bin/env python3
"""The explain page without a browser: whole in itself, well formed, harmless, and complete.

    explain.py PITH

Takes the golden pages and some made to do harm. explain_browser.py looks at it in a browser.
"""
import base64
import hashlib
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PITH = sys.argv.pop(1) if len(sys.argv) > 1 else "pith"

VOID = {"meta", "input"}
# All that the page is made of. None of these loads anything, without src, href or style.
TAGS = VOID | set("""html head title style body div header footer main aside h1 h2 h3 p dl dt dd ul li
    span small b i em bdi kbd fieldset legend label button output canvas noscript script""".split())
ATTRIBUTES = set("""lang charset http-equiv content name class id dir type value checked title for hidden
    tabindex placeholder autocomplete aria-label aria-hidden data-number""".split())
FACTS = 11  # numbers of a row before its features


def run(*args, page):
    result = subprocess.run([PITH, *args, "-"], input=page, capture_output=True, check=True)
    return result.stdout.decode("utf-8")  # strict: it must be UTF-8


CONTROL = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")  # what HTML cannot show is left out


class Explained(html.parser.HTMLParser):
    """Reads an explain page and complains about everything that does not belong there."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.problems = [], []
        self.blocks, self.inside, self.policy = [], {}, ""
        self.title = self.heading = ""
        self.feed(text)
        self.close()
        if self.open:
            self.problems.append(f"still open at the end: {self.open}")
        self.data = json.loads(self.inside.get("application/json", "null"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag not in TAGS:
            self.problems.append(f"<{tag}>")
        if not given.keys() <= ATTRIBUTES:
            self.problems.append(f"<{tag}> with {given.keys() - ATTRIBUTES}")
        if given.get("http-equiv"):
            self.policy = given["content"]
        if "block" in given.get("class", "").split():
            self.blocks.append({"id": given["id"], "keep": "keep" in given["class"].split(), "text": ""})
        if tag not in VOID:
            self.open.append((tag, given))

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.problems.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, text):
        if not self.open:
            return
        tag, given = self.open[-1]
        if tag in ("script", "style"):
            kind = given.get("type", tag)
            if kind in self.inside:
                self.problems.append(f"two of {kind}")
            self.inside[kind] = text
        elif tag == "title":
            self.title += text
        elif tag == "h1":
            self.heading += text
        elif tag == "p" and given.get("class") == "text":
            self.blocks[-1]["text"] += text

    def handle_comment(self, text):
        self.problems.append(f"a comment: {text[:40]}")


class ExplainTest(unittest.TestCase):
    def explain(self, page):
        explained = Explained(run("--explain", page=page))
        self.assertEqual(explained.problems, [])
        return explained

    def check(self, page):
        """All of the page's blocks are there as they are in JSON, with a row each."""
        explained = self.explain(page)
        wanted = json.loads(run("-f", "json", page=page))
        data = explained.data
        self.assertEqual(len(explained.blocks), len(wanted["blocks"]))
        self.assertEqual(len(data["blocks"]), len(wanted["blocks"]))
        self.assertEqual(explained.heading, wanted["title"] or "Untitled page")
        for index, (shown, row, block) in enumerate(zip(explained.blocks, data["blocks"],
                                                        wanted["blocks"])):
            self.assertEqual(shown["id"], f"b{index}")
            self.assertEqual(shown["keep"], block["keep"])
            self.assertEqual(shown["text"], CONTROL.sub("", block["text"]))
            self.assertEqual(len(row), FACTS + len(data["features"]))
            score, why, _, kind, _, element, begin, end, words, link_words, sentences = row[:FACTS]
            self.assertAlmostEqual(score, block["score"], 2)
            self.assertEqual(data["why"][why][0], block["why"])
            self.assertTrue(kind.startswith(block["kind"]))
            self.assertEqual([begin, end, words, link_words, sentences],
                             [block[name] for name in
                              ("begin", "end", "words", "link_words", "sentences")])
            self.assertEqual(row[FACTS], words)  # the first feature
            self.assertEqual(row[FACTS + 12], index + 1)  # absolutePosition
            path = []
            while element != -1:
                element, label = data["elements"][str(element)]
                path.insert(0, label)
            if block["path"][0] != "...":
                self.assertEqual(len(path), len(block["path"]))
            self.assertEqual(re.split("[#.]", path[-1])[0], re.split("[#.]", block["path"][-1])[0])
        return explained

    def test_golden_pages(self):
        for path in sorted((ROOT / "tests/golden").glob("*.html")):
            with self.subTest(path.name):
                self.check(path.read_bytes())

    def test_policy_allows_our_two_alone(self):
        explained = self.explain(b"<p>x")
        digests = [base64.b64encode(hashlib.sha256(explained.inside[kind].encode()).digest()).decode()
                   for kind in ("style", "script")]
        self.assertEqual(explained.policy,
                         f"default-src 'none'; style-src 'sha256-{digests[0]}'; "
                         f"script-src 'sha256-{digests[1]}'; base-uri 'none'; form-action 'none'")

    def test_loads_nothing(self):
        explained = self.explain(b"<p>x")
        for kind in ("style", "script"):
            for word in ("http:", "https:", "url(", "@import", "fetch(", "XMLHttp", "import(", "eval(",
                         "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write"):
                self.assertNotIn(word, explained.inside[kind])

    def test_nothing_of_the_page_runs(self):
        page = b"""<title></title><script>alert(1)</script></title>
            <html lang='x" onload="alert(2)'><body class='"></script><script>alert(3)</script>'>
            <div id="&quot; onclick=&quot;alert(4)" class="<!--<script>"><p>&lt;script>alert(5)&lt;/script>
            <p>"'&amp;lt;b&amp;gt; &lt;!-- --> ]]> &lt;/p>&lt;/div>&lt;/main>&lt;style>*{}&lt;/style>
            <pre class='language-"><b>'>
\n x</pre><x-<script>y</x-<script><ol><li value=-7>z"""
        explained = self.check(page)
        self.assertIn("<script>alert(5)</script>", explained.blocks[0]["text"])

    def test_a_name_that_is_no_utf8(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "\udcff<b>.html")
            path.write_bytes(b"<p>x")
            out = subprocess.run([PITH, "--explain", path], capture_output=True, check=True).stdout
        self.assertEqual(Explained(out.decode("utf-8")).problems, [])
        self.assertIn("/\ufffd&lt;b&gt;.html</bdi>", out.decode("utf-8"))

    def test_every_word_has_its_sentence(self):
        data = self.explain(b"<p>x").data
        for table in ("why", "features", "methods"):
            self.assertTrue(data[table])
            for word, sentence in data[table]:
                self.assertTrue(word)
                self.assertTrue(sentence, word)
        self.assertEqual(len(data["features"]), 28)
        self.assertEqual(data["pairs"], 24)

    def test_grows_with_the_page(self):
        deep = b"<section class='a rather long name of a class'>" * 500
        for head, piece in ((b"", b"<p>Some words. "), (b"", b"<div id=" + b"x" * 300 + b">y</div>"),
                            (deep, b"<section>z</section>"), (b"<table>", b"<tr><td>a<td>b")):
            sizes = [len(run("--explain", page=head + piece * count)) for count in (0, 2000, 20000)]
            self.assertLess(sizes[2] - sizes[0], 10.5 * (sizes[1] - sizes[0]))
            self.assertLess(sizes[2] - sizes[0], 20000 * (len(piece) + 700))

    def test_empty_pages_say_so(self):
        for page, words in ((b"", "There is nothing in the page."), (b"<p>", "but no text"),
                            (b"<p><a href=x>x</a>", "no block of it was kept")):
            self.assertIn(words, run("--explain", page=page))


class Contrast(unittest.TestCase):
    """Text on its ground has a contrast of at least 4.5 (WCAG AA), at every strength of colour."""

    @staticmethod
    def luminance(colour):
        parts = [part / 255 for part in colour]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    def contrast(self, one, other):
        light, dark = sorted(map(self.luminance, (one, other)), reverse=True)
        return (light + 0.05) / (dark + 0.05)

    def test_contrast(self):
        css = (ROOT / "src/render/explain.css").read_text()
        light, dark = re.findall(r":root \{(.*?)\}", css, re.S)[:2]
        strength = {name: [float(number) for number in re.search(
            rf"\.{name}\.block {{ background: .*calc\(([\d.]+) \+ ([\d.]+)", css).groups()]
            for name in ("keep", "drop")}
        for theme in (light, dark):
            colours = {name: [int(value[at:at + 2], 16) for at in (1, 3, 5)] for name, value in
                       ((name, value if len(value) == 7 else "#" + "".join(2 * c for c in value[1:]))
                        for name, value in re.findall(r"--(\w+): (#\w+)", theme))}
            pairs = [(name, ground) for name in ("ink", "soft", "keep", "drop")
                     for ground in ("paper", "shade")] + [("ink", "found"), ("paper", "ink")]
            grounds = [(name, colours[ground]) for name, ground in pairs]
            for name, inks in (("keep", ("ink", "soft", "keep")), ("drop", ("soft", "drop"))):
                tint = [int(part) for part in re.search(rf"--{name}-tint: (.*?);", theme)[1].split()]
                for alpha in (strength[name][0], sum(strength[name])):
                    ground = [alpha * part + (1 - alpha) * under
                              for part, under in zip(tint, colours["paper"])]
                    grounds += [(ink, ground) for ink in inks]
            for ink, ground in grounds:
                self.assertGreaterEqual(self.contrast(colours[ink], ground), 4.5, (ink, ground))


if __name__ == "__main__":
    unittest.main()
