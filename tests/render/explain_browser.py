#!/usr/bin/env python3
"""The explain page in Chromium: no word in the console, nothing loaded, and the card does its work.

    explain_browser.py PITH

Exits with 77, skipped, where there is no Chromium.
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import chromium

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PITH = sys.argv.pop(1) if len(sys.argv) > 1 else "pith"
CARD = "document.querySelector('aside').innerText"


class ExplainTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(chromium.Browser())
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))

    def open(self, page, **looks):
        """Opens the explain page of PAGE, bytes or the name of a golden page."""
        if isinstance(page, str):
            page = (ROOT / f"tests/golden/{page}.html").read_bytes()
        path = self.folder / f"{self.id()}.html"
        path.write_bytes(subprocess.run([PITH, "-m", "words", "--explain", "-"], input=page, capture_output=True,
                                        check=True).stdout)
        opened = self.browser.open(path.as_uri(), **looks)
        self.addCleanup(lambda: self.assertEqual(opened.problems, []))
        self.addCleanup(lambda: self.assertEqual(opened.requests, [path.as_uri()]))
        return opened

    def place(self, page, index):
        """The middle of a block, scrolled into view."""
        return page.run(f"""(() => {{
            const block = document.getElementById("b{index}");
            block.scrollIntoView({{block: "center"}});
            const box = block.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")

    def chosen(self, page):
        page.settle()
        return page.run("document.querySelector('.now')?.id")

    def test_console_is_silent(self):
        for name, dark in (("article", False), ("article", True), ("empty", False),
                           ("right-to-left", True), ("binary-junk", False)):
            self.open(name, dark=dark).settle()

    def test_card_shows_on_focus(self):
        page = self.open("article")
        self.assertIn("reasons on this page", page.run(CARD))
        page.run("document.getElementById('b12').focus()")
        card = page.run(CARD)
        for words in ("Kept: long", "block 13 of 28", "It has many words", "score 0.81", "keeps",
                      "2,329 to 2,696", "article.story", "textDensity"):
            self.assertIn(words, card)
        page.press("Escape")
        self.assertIn("reasons on this page", page.run(CARD))

    def test_card_shows_on_hover(self):
        page = self.open("article")
        page.point(*self.place(page, 1))
        page.settle()
        self.assertIn("Dropped: links", page.run(CARD))
        self.assertIn("block 2 of 28", page.run(CARD))

    def test_card_shows_on_touch(self):
        page = self.open("article", width=390, height=844, touch=True)
        visible = "getComputedStyle(document.querySelector('aside')).visibility"
        self.assertEqual(page.run(visible), "hidden")
        page.tap(*self.place(page, 12))
        self.assertEqual(self.chosen(page), "b12")
        self.assertEqual(page.run(visible), "visible")
        self.assertIn("Kept: long", page.run(CARD))
        page.settle()  # the card must not lie over the block
        self.assertTrue(page.run("document.getElementById('b12').getBoundingClientRect().top < "
                                 "document.querySelector('aside').getBoundingClientRect().top"))
        page.run("document.querySelector('.close').click()")
        self.assertEqual(page.run(visible), "hidden")

    def test_keys(self):
        page = self.open("article")
        kept = page.run("[...document.querySelectorAll('.block')].map(b => b.matches('.keep'))")
        changes = [f"b{at}" for at in range(1, len(kept)) if kept[at] != kept[at - 1]]
        for key, block in (("j", "b0"), ("j", "b1"), ("k", "b0"), ("ArrowDown", "b1"),
                           ("ArrowUp", "b0"), ("n", changes[0]), ("n", changes[1]),
                           ("p", changes[0])):
            page.press(key)
            self.assertEqual(self.chosen(page), block, key)
        page.press("2")
        self.assertEqual(page.run("[...document.querySelectorAll('.block')]"
                                  ".map(b => b.offsetParent !== null)"), kept)
        page.press("3")
        self.assertEqual(page.run("[...document.querySelectorAll('.block')]"
                                  ".map(b => b.offsetParent === null)"), kept)
        page.press("1")
        page.press("/")
        page.ask("Input.insertText", text="GREY heron")
        self.assertEqual(page.run("found.value"), "2 found")
        page.press("Enter")
        self.assertEqual(page.run("found.value"), "1 of 2")
        self.assertEqual(self.chosen(page), "b12")

    def test_reasons_can_be_walked(self):
        page = self.open("article")
        page.run("[...document.querySelectorAll('.reasons button')]"
                 ".find(b => b.textContent === 'short').click()")
        self.assertIn("Dropped: short", page.run(CARD))

    def test_nothing_of_the_page_runs(self):
        page = self.open(b"<title>x</title><p>a<p>&lt;img src=x onerror=hurt()&gt;"
                         b"<div id='</script><script>window.hurt=1</script>'"
                         b" class='<img src=x onerror=alert(1)>'>b")
        page.run("document.getElementById('b2').focus()")
        self.assertEqual(page.run("typeof hurt"), "undefined")
        self.assertIn("window.hurt=1", page.run(CARD))
        self.assertEqual(page.run("document.images.length"), 0)

    def test_nothing_moves(self):
        page = self.open("article")
        page.run("""window.moved = 0; new PerformanceObserver(list => list.getEntries()
                 .forEach(entry => { window.moved += entry.value; }))
                 .observe({type: "layout-shift", buffered: true})""")
        for index in (3, 12, 20):
            page.point(*self.place(page, index))
            page.settle()
        self.assertEqual(page.run("moved"), 0)

    def test_fits_a_narrow_screen(self):
        for name in ("article", "tables", "code", "one-line"):
            page = self.open(name, width=320, height=640, touch=True)
            self.assertLessEqual(page.run("document.documentElement.scrollWidth"), 320, name)

    def test_many_blocks(self):
        page = self.open(b"<p>Some words here. <li><a href=x>link</a>" * 3000)
        page.run("document.getElementById('b5999').focus()")
        self.assertIn("block 6,000 of 6,000", page.run(CARD))


if __name__ == "__main__":
    if not chromium.works():
        print("SKIPPED: there is no Chromium that starts")
        sys.exit(77)
    unittest.main()
