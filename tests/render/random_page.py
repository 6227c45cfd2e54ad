"""Pages made by chance from what is hard to write as markdown: marks next to letters, punctuation of
several scripts, formats that cross, lists and quotes in each other, characters that mean something, and
addresses, which readers turn into links, with everything around and in them that is not theirs."""
import html
import random

WORDS = ["a", "foo", "bar", "1", "10", "x_y", "é", "中文", "。", "，", "（", "—", "“", "”", "€", "→", "*", "_", "`",
         "~", "~~", "**", "[", "]", "(", ")", "!", "#", "-", "+", "=", ":", "|", "\\", "&amp;", "&lt;", "&gt;",
         "&amp;amp;", "&nbsp;", ".", ",", "1.", "2)", "---", "www.x.y", "http://x.y", "a@b.c", "&lt;a@b&gt;",
         "&lt;br&gt;", "[x]", "[ ]", "```", "\u200b", "🍷"]
TAGS = ["b", "i", "s", "code", "a href=x", "a href='y(z) w'", "del", "kbd", "span", "em", "strong",
        "sup", "sub"]

# What is put together to addresses, and what does harm if it is let loose behind one. Here "<" and "&" are text.
STARTS = ["http://", "https://", "HTTP://", "ftp://", "www.", "//", "http:", "mailto:", "xmpp:", "javascript:", "data:",
          "magnet://", "javascript://", "file:///", "", "", "x", "_", "<http://", "<javascript:", "(http://", "[http://"]
HOSTS = ["e.org", "x.y", "a-b.co.uk", "localhost", "127.0.0.1", "é.org", "xn--9ca.org", "u@e.org",
         "_u_@e.org", "a.b+c@x_y.org", "", "例え.jp", "e.org."]
PATHS = ["", "/", "/a_b", "/_a_b/__init__.py", "/*a*", "/~u", "/(a)", "/(a", "/a)", "/?a=1&b=2", "/?a&lt;", "/&copy;b",
         "/&amp;lt;", "/&#60;", "/\\", "/\\*", "/`a`", "/a|b", "/[a](b)", "/[a]", "/![a](b)", "/'a", "/\"a", "/%41%3C",
         "/é", "/a。", "#a", "/a;", "/a&amp", "/{a}", "/a!", "/a^b", "/$a$", "/a~~b~~", "/:a:", "/a--b", "/a..."]
BEHIND = ["<img src=x onerror=alert(1)>", "<javascript:alert(1)>", "<script>alert(1)</script>", "</p>", "<!--", "<?", ">",
          "<b onclick=x>", "](javascript:alert(1))", "]: javascript:alert(1)", "&lt;b&gt;", "\u00a0a", "\u3000", "\u2028",
          "\u200b", "\u202e", "\\<b>", "\\", "\\\\", *"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"]


def address():
    text = random.choice(STARTS) + random.choice(HOSTS) + random.choice(PATHS)
    for _ in range(random.choice([0, 0, 1, 1, 2])):
        text += random.choice(BEHIND)
    return html.escape(text)


def word():
    return address() if random.random() < 0.15 else random.choice(WORDS)


def inline():
    out, open_tags = [], []
    for _ in range(random.randint(1, 9)):
        chance = random.random()
        if chance < 0.3 and len(open_tags) < 4:
            tag = random.choice(TAGS) if random.random() < 0.9 else f"a href='{address()}'"
            out.append(f"<{tag}>")
            open_tags.append(tag.split()[0])
        elif chance < 0.5 and open_tags:
            out.append(f"</{open_tags.pop(random.randrange(len(open_tags)))}>")
        elif chance < 0.55:
            out.append("<br>")
        elif chance < 0.58:
            out.append("<img src=i alt='p|q*'>" if chance < 0.57 else f"<img src='{address()}' alt='{address()}'>")
        elif chance < 0.61:
            out.append(f"<q>{word()} <b>{word()}</b></q>")
        else:
            out.append(word())
        if random.random() < 0.4:
            out.append(" ")
    return "".join(out) + "".join(f"</{tag}>" for tag in reversed(open_tags))


def maybe(share, make):
    return make() if random.random() < share else ""


def some(make):
    return "".join(make() for _ in range(random.randint(1, 3)))


def block(depth=0):
    def inner():
        return block(depth + 1)

    def item():
        return f"<li>{maybe(0.8, inline)}{maybe(0.4, inner)}</li>"

    def cell(tag="td"):
        return f"<{tag}>{inline()}" + maybe(0.15, lambda: "<p>" + inline())

    makers = [
        (6, lambda: f"<p>{inline()}</p>\n"),
        (1, lambda: f"<h{random.randint(1, 6)}>{inline()}</h1>\n"),
        (3, lambda: f"<ul>{some(item)}</ul>"),
        (2, lambda: f"<ol start={random.choice([1, 1, 3, 0, -1, 99])}>{some(item)}</ol>"),
        (2, lambda: f"<blockquote>{inner()}{inner()}</blockquote>"),
        (2, lambda: f"<table><tr>{some(lambda: cell('th'))}{some(lambda: '<tr>' + some(cell))}</table>"),
        (1, lambda: f"<table>{some(lambda: '<tr>' + some(cell))}</table>"),
        (2, lambda: f"<pre class=language-c>{random.choice(['', chr(10), '  '])}a `` {inline()}\n\n\tb  \n```\n</pre>"),
        (1, lambda: f"<figure><figcaption>{inline()}</figcaption></figure>"),
        (2, lambda: f"<dl><dt>{inline()}<dd>{inner()}</dl>"),
    ]
    if depth > 4:
        makers = makers[:1]
    weights, choices = zip(*makers)
    return random.choices(choices, weights)[0]()


def make(seed):
    random.seed(seed)
    return (f"<meta charset=utf-8><title>{address()}</title>" + "".join(block() for _ in range(40))).encode()
