"""Pages made by chance from what is hard to write as markdown: marks next to letters, punctuation of
several scripts, formats that cross, lists and quotes in each other, characters that mean something."""
import random

WORDS = ["a", "foo", "bar", "1", "10", "x_y", "é", "中文", "。", "，", "（", "—", "“", "”", "€", "→", "*", "_", "`",
         "~", "~~", "**", "[", "]", "(", ")", "!", "#", "-", "+", "=", ":", "|", "\\", "&amp;", "&lt;", "&gt;",
         "&amp;amp;", "&nbsp;", ".", ",", "1.", "2)", "---", "www.x.y", "http://x.y", "a@b.c", "&lt;a@b&gt;",
         "&lt;br&gt;", "[x]", "[ ]", "```", "\u200b", "🍷"]
TAGS = ["b", "i", "s", "code", "a href=x", "a href='y(z) w'", "del", "kbd", "span", "em", "strong",
        "sup", "sub"]


def inline():
    out, open_tags = [], []
    for _ in range(random.randint(1, 9)):
        chance = random.random()
        if chance < 0.3 and len(open_tags) < 4:
            tag = random.choice(TAGS)
            out.append(f"<{tag}>")
            open_tags.append(tag.split()[0])
        elif chance < 0.5 and open_tags:
            out.append(f"</{open_tags.pop(random.randrange(len(open_tags)))}>")
        elif chance < 0.55:
            out.append("<br>")
        elif chance < 0.58:
            out.append("<img src=i alt='p|q*'>")
        elif chance < 0.61:
            out.append(f"<q>{random.choice(WORDS)} <b>{random.choice(WORDS)}</b></q>")
        else:
            out.append(random.choice(WORDS))
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
        (2, lambda: f"<dl><dt>{inline()}<dd>{inner()}</dl>"),
    ]
    if depth > 4:
        makers = makers[:1]
    weights, choices = zip(*makers)
    return random.choices(choices, weights)[0]()


def make(seed):
    random.seed(seed)
    return ("<meta charset=utf-8>" + "".join(block() for _ in range(40))).encode()
