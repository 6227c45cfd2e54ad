#!/usr/bin/env python3
"""Hostile pages in Chromium: as our HTML, as explain pages, and as markdown that readers turned into HTML.

    harmless.py PITH

No script may run, nothing may be loaded, and no element may be there that could do either when somebody clicks it. Every
way of writing a page is first shown not to hide a script that is there. Exits with 77, skipped, where there is no Chromium.
"""
import html
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import chromium
import markdown_readers
import random_page

PITH = sys.argv.pop(1) if len(sys.argv) > 1 else "pith"
PAGES = 150

# What runs or loads if it is read as markup. Every one calls hurt().
ATTACKS = [
    "<img src=x onerror=hurt()>", "<script>hurt()</script>", "<svg onload=hurt()>", "<svg/onload=hurt()>",
    "<iframe srcdoc='<script>parent.hurt()</script>'>", "<body onload=hurt()>", "<details open ontoggle=hurt()>",
    "<input autofocus onfocus=hurt()>", "<a href=javascript:hurt()>a</a>", "<javascript:hurt()>",
    "[a](javascript:hurt())", "![a](javascript:hurt())", "![a](x onerror=hurt())", "[a]: javascript:hurt()",
    "<math><mtext></p><script>hurt()</script>", "</script><script>hurt()</script>", "--><script>hurt()</script>",
    "]]><script>hurt()</script>", "<style>@import 'http://127.0.0.1:9/'</style>", "<link rel=stylesheet href=http://127.0.0.1:9/>",
    "<meta http-equiv=refresh content='0;url=http://127.0.0.1:9/'>", "<base href=http://127.0.0.1:9/>", "</title><script>hurt()</script>",
    "\"><img src=x onerror=hurt()>", "' onmouseover=hurt() '", "</textarea><img src=x onerror=hurt()>", "<!--<img src=x onerror=hurt()>-->",
    "<![CDATA[<img src=x onerror=hurt()>]]>", "<?xml <img src=x onerror=hurt()>?>", "`<img src=x onerror=hurt()>", "\\<img src=x onerror=hurt()>",
    "&lt;img src=x onerror=hurt()&gt;", "&#60;img src=x onerror=hurt()&#62;", "<javascript&colon;hurt()>", "<data:text/html,hurt>",
]
# Text before an attack that a reader could take for the start of something.
BEFORE = ["", "", "http://e.org/", "http://e.org", "https://e.org/_a_", "www.e.org/", "u@e.org", "\\", "\\\\", "`", "``", "[", "![", "[a](", "|",
          "a\n", "***", "~~", "&", "<", "<http://e.org/", "[http://e.org/", "http://e.org/?a&lt", "http://e.org/'", "\u00a0", "\u2028", "\u202e", "`" * 90, "a\n" + "`" * 300 + "\n"]
# Where they stand. {} is text, or the value of an attribute in double quotes.
PLACES = ["<p>a {} b", "<p>{}", "<h2>{}</h2>", "<ul><li>{}<li>a</ul>", "<table><tr><th>{}<th>b<tr><td>{}<td>c</table>", "<p><a href=x>{}</a>",
          '<p><a href="{}">a</a>', '<p><img src="x" alt="{}">', '<p><img src="{}" alt="a">', "<p><b>{}</b>a", "<p><code>{}</code>",
          "<blockquote>{}</blockquote>", "<figure><figcaption>{}</figcaption></figure>", "<p>a<br>{}<br>b", "<pre>{}</pre>",
          '<pre class="language-{}">a</pre>', "<dl><dt>{}<dd>{}</dl>", "<p>a<sup>{}</sup>", "<p><q>{}</q>", '<p class="{}" id="{}">a', "<p><i>a</i>{}<s>b</s>"]

CANARY = "<script>hurt()</script><img src=x onerror=hurt()><a href=javascript:hurt()>a</a>"
DANGEROUS = """[...document.querySelectorAll("*")].filter(element =>
    [...element.attributes].some(({name, value}) =>
        name.startsWith("on") || name === "srcdoc" || (name === "http-equiv" && /refresh/i.test(value)) ||
        (/^(href|src|action|formaction|data|xlink:href)$/.test(name) && /^\\s*(javascript|data|vbscript):/i.test(value))) ||
    /^(script|iframe|object|embed|base|link|style|form|svg|math|frame|input|textarea|button)$/i.test(element.localName)
    ).map(element => element.outerHTML.slice(0, 200))"""


def hostile_page(seed):
    random.seed(seed)

    def text():
        return html.escape(random.choice(BEFORE) + random.choice(ATTACKS) + random.choice(["", "", *BEFORE]))

    parts = [f"<!doctype html><meta charset=utf-8><title>{text()}</title><meta name=author content=\"{text()}\">"]
    for place in random.sample(PLACES, 8):
        parts.append(place.replace("{}", "\0").replace("\0", text(), 1).replace("\0", text()))
    return "".join(parts) + "<p>" + random_page.inline()


class HarmlessTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(chromium.Browser())
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.numbers = itertools.count()
        cls.page = None
        cls.pages = [hostile_page(seed) for seed in range(PAGES)]

    def pith(self, form, *args):
        """What becomes of every page."""
        lines = "".join(json.dumps({"html": page}) + "\n" for page in self.pages)
        run = subprocess.run([PITH, "batch", "--jsonl", "-m", "all", "-f", form, *args], input=lines.encode(),
                             capture_output=True, check=True)
        return [json.loads(line)[form] for line in run.stdout.splitlines()]

    def explained(self, page):
        return subprocess.run([PITH, "--explain", "-"], input=page.encode(), capture_output=True, check=True).stdout.decode()

    def show(self, body):
        """Opens a page. What it runs is counted, as long as it is not told to forbid that."""
        path = self.folder / f"page{next(self.numbers)}.html"
        path.write_text(body, encoding="utf-8")
        page = self.tab()
        page.loaded = False
        page.requests.clear()
        page.problems.clear()
        page.ask("Page.navigate", url=path.as_uri())
        while not page.loaded:
            page.run("0")
        page.settle()
        return page, path.as_uri()

    def tab(self):
        """One tab serves for all pages, since a new one takes longer than they do."""
        if HarmlessTest.page is None:
            HarmlessTest.page = self.browser.open("about:blank")
            HarmlessTest.page.ask("Page.addScriptToEvaluateOnNewDocument", source="window.hurts = 0; "
                                  "window.hurt = () => { window.hurts++; }; window.alert = window.hurt;")
        return HarmlessTest.page

    def harm(self, body):
        """What a page does that it must not."""
        page, address = self.show(body)
        found = [f"hurt() ran {page.run('hurts')} times"] if page.run("hurts") else []
        images = set(page.run("[...document.images].map(image => image.src.split('#')[0])"))
        found += [f"loaded {url}" for url in page.requests if url != address and url not in images]
        found += [f"went to {url}" for url in [page.run("location.href")] if url != address]
        found += page.run(DANGEROUS)
        if found:  # what it started must not be blamed on the next page
            HarmlessTest.page = None
        return found

    def check(self, bodies):
        """Many pages in one document, so that it goes quickly; one by one where that does harm."""
        wrapped = ["<!doctype html><meta charset=utf-8><div>" + "</div>\n<div>".join(bodies[at:at + 50]) + "</div>"
                   for at in range(0, len(bodies), 50)]
        for at, body in enumerate(wrapped):
            if self.harm(body):
                for one, part in enumerate(bodies[50 * at:50 * at + 50]):
                    harm = self.harm("<!doctype html><meta charset=utf-8>" + part)
                    self.assertEqual(harm, [], f"page {50 * at + one}: {part[:2000]}")
                self.fail(f"together: {self.harm(body)}")

    def test_a_script_is_noticed(self):
        harm = self.harm("<!doctype html><meta charset=utf-8>" + CANARY)
        self.assertIn("hurt() ran 2 times", harm)
        self.assertEqual(len(harm), 4, harm)  # and three elements

    def test_a_script_in_markdown_is_noticed(self):
        for name, read in markdown_readers.readers():
            self.assertIn("hurt() ran 2 times", self.harm(read(CANARY + "\n")), name)

    def test_html(self):
        for dress in ([], ["--links", "--images", "--metadata"]):
            self.check(self.pith("html", *dress))

    def test_markdown(self):
        readers = list(markdown_readers.readers())
        self.assertTrue(readers)
        for dress in ([], ["--links", "--images"], ["--metadata"]):
            written = self.pith("markdown", *dress)
            for name, read in readers:
                with self.subTest(name, dress=dress):
                    self.check([read(markdown) for markdown in written])

    def test_explain(self):
        for index in range(0, PAGES, 5):
            page, address = self.show(self.explained(self.pages[index]))
            page.run("document.querySelectorAll('.block').forEach(block => block.focus())")
            self.assertEqual(page.run("hurts"), 0, index)
            self.assertEqual(page.requests, [address], index)
            self.assertEqual(page.problems, [], index)
            self.assertEqual(page.run("document.images.length + document.links.length + document.scripts.length"), 2, index)


if __name__ == "__main__":
    if not chromium.works():
        print("SKIPPED: there is no Chromium that starts")
        sys.exit(77)
    unittest.main()
