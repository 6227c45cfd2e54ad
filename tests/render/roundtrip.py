#!/usr/bin/env python3
"""Reads the markdown of pages back with a CommonMark parser and compares it with their HTML.

    roundtrip.py PITH                       all golden pages
    roundtrip.py PITH FILE.html...          these pages
    roundtrip.py PITH --jsonl FILE [COUNT]  pages of a set, a line of JSON each, also .xz
    roundtrip.py PITH --random FIRST COUNT  pages made by chance, from a seed and those after it

Every reader of markdown_readers.py turns the markdown into HTML, with raw HTML allowed and all its extensions.
That and our own HTML are laid out as lists of what is on the page (headings with level, items with their lists, quotes,
code with language, tables with their cells, paragraphs; every letter with its emphasis and link), which must be the
same. Marks that CommonMark would not read as meant are left out of the markdown: letters may lose emphasis, but
never gain any; how many do is printed. A reader may make a link of a bare address, if that leads to the very
address. Our HTML must be well-formed XML with no tags and attributes but those it promises.

Without cmark-gfm (Debian has it) the test is skipped.
"""
import html.parser
import json
import lzma
import pathlib
import re
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree

import markdown_readers
import random_page

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# Tag by tag the attributes of our HTML.
ALLOWED = {tag: set() for tag in ("h1 h2 h3 h4 h5 h6 p ul li dl dt dd blockquote table tr th td pre "
                                  "strong em del sup sub q br").split()}
ALLOWED |= {"ol": {"start"}, "code": {"class"}, "a": {"href"}, "img": {"src", "alt"}}

# ... and what readers have beside these.
ALLOWED_READ = ALLOWED | {"thead": set(), "tbody": set(), "s": set()}

FORMATS = {"strong": "b", "em": "i", "del": "s", "s": "s", "code": "c", "sup": "^", "sub": "_"}
QUOTES = set("\"'«»\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a「」『』")
HOLDERS = {"li", "dt", "dd", "blockquote"}
BLOCKS = {"h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "dl", "dt", "dd", "blockquote",
          "table", "tr", "th", "td", "pre", "hr"}


def from_punycode(found):
    try:
        return found.group(1).encode().decode("punycode")
    except UnicodeError:
        return found.group()


def same_address(address):
    """Without what readers write in their own way: escapes, names of the net with other letters, white space, brackets."""
    address = re.sub(r"(?<![\w-])xn--([^\s/.:@?#]+)", from_punycode, address)
    return re.sub(r"[\s\[\]]", "", urllib.parse.unquote(address))


def is_bare(text, href):
    """True for a link that a reader makes of an address in the text."""
    text, href = same_address(text), same_address(href)
    return href in ("http://" + text, "mailto:" + text) or (
        href == text and re.match(r"(https?|ftp)://|//|[\w.]*(mailto|xmpp):", text, re.I) is not None)


class Outline(html.parser.HTMLParser):
    """Lists what is on a page. A block is [kind, holders, text], where the text is a list of
    (character, looks). PLAIN: of what stands for an image only letters and digits, as markdown-it loses the rest where
    it is escaped."""

    def __init__(self, source, plain=False):
        super().__init__(convert_charrefs=True)
        self.plain = plain
        self.blocks, self.text = [], []
        self.holders, self.lists, self.looks = [], [], []
        self.inner = []  # holders with those of definition lists, which markdown does not have
        self.kind, self.row, self.language = "p", None, None
        self.link = (0, "")  # where the last one starts, and leads
        self.strange = []  # tags that have no place in what is read
        self.feed(source)
        self.close()
        self.flush()

    def flush(self):
        text = self.text
        self.text = []
        while text and text[-1][0].isspace():
            text.pop()
        if self.kind != "code":
            while text and text[0][0].isspace():
                text.pop(0)
        if text and self.row is None:
            self.blocks.append([self.kind, tuple(self.holders), text])

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if set(attrs) - ALLOWED_READ.get(tag, {None}) or tag not in ALLOWED_READ:
            self.strange.append(f"<{tag} {attrs}> was not written")
        if tag in HOLDERS:
            self.inner.append(tag)
        if tag in BLOCKS and self.kind != "code" and self.row is None:
            self.flush()
        if tag in ("ul", "ol"):
            self.lists.append([tag, int(attrs.get("start", 1))])
        elif tag == "li":
            kind, number = self.lists[-1]
            self.lists[-1][1] += 1
            # CommonMark has no numbers below 0 or above nine digits: such items are bulleted.
            numbered = kind == "ol" and 0 <= number <= 999999999
            self.holders.append(number if numbered else "*")
            self.blocks.append(["item", tuple(self.holders), []])
        elif tag == "blockquote":
            self.holders.append(">")
        elif tag == "pre":
            self.kind = "code"
        elif tag == "code" and self.kind == "code":
            self.kind = "code"
            self.blocks.append(["language", (), [(attrs.get("class", ""), "")]])
        elif tag == "table":
            self.row = []
        elif tag == "tr":
            self.row = []
        elif tag in ("td", "th"):
            self.text = []
        elif re.fullmatch("h[1-6]", tag):
            self.kind = tag
        elif tag in FORMATS:
            self.looks.append(FORMATS[tag])
        elif tag == "q":
            self.text.append(("“", frozenset("q")))
        elif tag == "a":
            self.link = (len(self.text), attrs.get("href", ""))
            self.looks.append("a:" + same_address(self.link[1]))
        elif tag == "img":
            alt = attrs.get("alt", "")
            alt = "".join(filter(str.isalnum, alt)) if self.plain else alt
            self.text.append(("![" + alt + "](" + same_address(attrs["src"]) + ")", self.look("a:")))
        elif tag == "br":
            self.text.append((" " if self.kind.startswith("h") else "\n", ""))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if tag in BLOCKS and self.row is None:
            self.flush()
        if tag in HOLDERS:
            self.inner.pop()
        if tag in ("td", "th"):
            self.row.append(self.squeezed())
            self.text = []
        elif tag == "tr":
            while self.row and not self.row[-1]:
                self.row.pop()
            if self.row:  # a row without cells is the header of a table that has none
                self.blocks.append(["row", tuple(self.holders), self.row])
        elif tag == "table":
            self.row = None
        if tag == "q":
            self.end_quote()
        if tag == "a":
            self.end_link()
        if tag in ("ul", "ol"):
            self.lists.pop()
        elif tag in ("li", "blockquote"):
            self.holders.pop()
        elif tag == "pre" or re.fullmatch("h[1-6]", tag):
            self.kind = "p"
        elif (tag in FORMATS and self.kind != "code") or tag == "a":
            self.looks.pop()

    def end_quote(self):
        """A quotation has marks in markdown, unless the page has written its own."""
        start = max(i for i, (_, look) in enumerate(self.text) if look == {"q"})
        before = [c for c, look in self.text[:start] if look != {"q"}]
        if re.search(r"\w['\u2019]$", "".join(before[-2:])):
            before.append("l")  # that is no quotation mark but an apostrophe
        if QUOTES.isdisjoint(before[-1:] + [self.text[start + 1][0]]):
            self.text.append(("”", frozenset("q")))
        else:
            self.text.pop(start)

    def end_link(self):
        """A link that leads to what it says may as well be none."""
        start, href = self.link
        if is_bare("".join(c for c, _ in self.text[start:]), href):
            self.text[start:] = [(c, frozenset(look) - {"a:" + same_address(href)}) for c, look in self.text[start:]]

    def look(self, only=""):
        return frozenset(look for look in self.looks if look.startswith(only))

    def handle_data(self, data):
        look = self.look()
        if self.inner[-1:] == ["dt"] and self.kind == "p" and self.row is None:
            look |= {"b"}  # terms are bold in markdown
        if self.kind == "code":
            self.text += [(c, "") for c in data]
            return
        for c in data:
            if c in " \n\t\r":
                if self.text and self.text[-1][0] not in " \n":
                    self.text.append((" ", ""))
            else:
                if c == "\n" and self.text and self.text[-1][0] == " ":
                    self.text.pop()
                self.text.append((c, look))

    def squeezed(self):
        text = list(self.text)
        while text and text[-1][0].isspace():
            text.pop()
        while text and text[0][0].isspace():
            text.pop(0)
        return text


def letters(text):
    """The text alone, with line ends and the spaces around them as one."""
    return re.sub(r" *\n[ \n]*", "\n", "".join(c for c, _ in text))


def compare_looks(kind, ours, read, counts):
    """What differs in two texts; counts letters with emphasis, and those that lost it."""
    if letters(ours) != letters(read):
        return f"{kind}: {letters(ours)!r} became {letters(read)!r}"
    pairs = [[(c, look) for c, look in text if c.isalnum() or len(c) > 1] for text in (ours, read)]
    for (c, look), (_, got) in zip(*pairs):
        look, got = frozenset(look), frozenset(got)
        counts["emphasis"] += not look.isdisjoint("bis")
        if look == got or (kind == "row" and "\\|" in letters(ours)):  # that cannot be code in a cell
            continue
        if kind == "language" or not got < look or look - got - set("bis"):
            return f"{kind}: {letters(ours)!r}: {c!r} with {sorted(look)} became {sorted(got)}"
        counts["lost"] += 1
    return None


def compare(ours, read, counts):
    """The first difference, as a list of none or one."""
    for a, b in zip(ours, read):
        texts = [(a[2], b[2])]
        if a[:2] != b[:2] or (a[0] == "row" and len(a[2]) != len(b[2])):
            return [f"{describe(a)} became {describe(b)}"]
        if a[0] == "row":
            texts = zip(a[2], b[2])
        for pair in texts:
            difference = compare_looks(a[0], *pair, counts)
            if difference:
                return [difference]
    return [] if len(ours) == len(read) else [f"{len(ours)} parts in the HTML, {len(read)} in the markdown"]


def describe(block):
    kind, holders, text = block
    return f"{kind} in {list(holders)}: {[letters(cell) for cell in text] if kind == 'row' else letters(text)!r}"


def check_html(source):
    try:
        root = xml.etree.ElementTree.fromstring(f"<root>{source}</root>")
    except xml.etree.ElementTree.ParseError as error:
        yield f"not well-formed: {error}"
        return
    for element in root.iter():
        if element is root:
            continue
        if element.tag not in ALLOWED or set(element.attrib) - ALLOWED[element.tag]:
            yield f"<{element.tag} {element.attrib}> has no place in our HTML"
        for name in ("href", "src"):
            address = element.get(name, "")
            scheme = re.match("([a-zA-Z][a-zA-Z0-9+.-]*):", address)
            if scheme and scheme.group(1).lower() not in ("http", "https", "mailto", "ftp"):
                yield f"{name}={address!r}"


def render(pith, page, format, dress):
    run = subprocess.run([pith, "-m", "all", "-f", format, *dress, "-"], input=page, capture_output=True)
    if run.returncode != 0:
        raise RuntimeError(f"{format}: exit code {run.returncode}: {run.stderr.decode(errors='replace')}")
    return run.stdout.decode()


def without_extensions(page):
    """The page without what CommonMark itself has no marks for."""
    page = re.sub(rb"<(/?)(?:table|thead|tbody|tfoot|tr|td|th)\b", rb"<\1div", page, flags=re.I)
    return re.sub(rb"<(/?)(?:s|del|strike)\b", rb"<\1span", page, flags=re.I)


def check_page(pith, page, dress, readers, counts):
    ours = render(pith, page, "html", dress)
    markdown = render(pith, page, "markdown", dress)
    yield from check_html(ours)
    for name, read in readers:
        plain = name.startswith("markdown-it")
        outline = Outline(read(markdown), plain)
        for problem in outline.strange + compare(Outline(ours, plain).blocks, outline.blocks, counts):
            yield f"{name}: {problem}"


def check(pith, page, readers, counts):
    for extended, page in ((True, page), (False, without_extensions(page))):
        able = [(name, read) for name, read in readers if markdown_readers.is_extended(name) == extended]
        for dress in ([], ["--links", "--images"]):
            yield from check_page(pith, page, dress, able, counts)


def pages(args):
    if args[:1] == ["--jsonl"]:
        opener = lzma.open if args[1].endswith(".xz") else open
        limit = int(args[2]) if len(args) > 2 else None
        with opener(args[1], "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                if limit is not None and number >= limit:
                    return
                page = json.loads(line)
                yield page["id"], page["html"].encode("utf-8", "replace")
    elif args[:1] == ["--random"]:
        for seed in range(int(args[1]), int(args[1]) + int(args[2])):
            yield f"seed {seed}", random_page.make(seed)
    else:
        for path in map(pathlib.Path, args or sorted((ROOT / "tests/golden").glob("*.html"))):
            yield path.name, path.read_bytes()


def main():
    pith, passed, failed = sys.argv[1], 0, 0
    counts = {"emphasis": 0, "lost": 0}
    readers = list(markdown_readers.readers())
    if "cmark-gfm" not in dict(readers):
        print("skipped: cmark-gfm is not installed")
        sys.exit(77)
    for name, page in pages(sys.argv[2:]):
        problems = list(check(pith, page, readers, counts))
        if problems:
            failed += 1
            print(f"{name}:\n  " + "\n  ".join(problems))
        else:
            passed += 1
    print("read by " + ", ".join(dict(readers)))
    for wanted in ("cmark", "cmark-gfm", "markdown-it"):
        if not any(name.split()[0].removesuffix("-py") == wanted for name, _ in readers):
            print(f"1 skipped: {wanted} is not installed")
    print(f"{passed} passed, {failed} failed; of {counts['emphasis']} letters with emphasis {counts['lost']} lost it")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
