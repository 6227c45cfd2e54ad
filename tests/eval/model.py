"""The measures of docs/measures.md in plain Python, for tests/eval/measures.py: short and slow.

A page is a dict with "text", "segments" (pairs of kind and text, or None), "with", "without"; an
answer has "text" and "segments". A function returns the values of eval/measure.h, by number, or
None for a page that does not count.
"""
import collections
import difflib
import re
import unicodedata

HAN = re.compile(r"CJK (UNIFIED|COMPATIBILITY) IDEOGRAPH|HANGZHOU NUMERAL|IDEOGRAPHIC NUMBER")
KANA = re.compile(r"(HALFWIDTH |COMBINING )?(HENTAIGANA|(HIRAGANA|KATAKANA)(-HIRAGANA|-KATAKANA)?) ")


def is_alone(char):
    name = unicodedata.name(char, "")
    return char in "々〆〻" or bool(HAN.match(name) or KANA.match(name))


class Model:
    def __init__(self, cjk=False):
        self.cjk = cjk

    # ------------------------------------------------------------ words

    def tokens(self, pattern, text):
        found = re.findall(pattern, text)
        if not self.cjk:
            return found
        out = []
        for word in found:
            run = ""
            for char in word:
                if is_alone(char):
                    out += [run, char]
                    run = ""
                else:
                    run += char
            out.append(run)
        return [word for word in out if word]

    def words(self, text):
        return self.tokens(r"\w+", text.lower())

    def alnum(self, text):
        return self.tokens(r"[^\W_]+", text.lower())

    def split(self, text):
        return self.tokens(r"\S+", text)

    # ------------------------------------------------------------ measures

    def wordf1(self, page, answer):
        return bag(self.words(page["text"]), self.words(answer["text"]))

    def bow(self, page, answer):
        return bag(self.alnum(page["text"]), self.alnum(answer["text"]))

    def shingle(self, page, answer):
        values = bag(runs(self.tokens(r"\w+", page["text"])), runs(self.tokens(r"\w+", answer["text"])))
        if values and values[4] == 0:
            del values[0]
        return values

    def align(self, page, answer):
        true, said = self.words(page["text"]), self.words(answer["text"])
        return scores(sum(match is not None for match in path(true, said)), said, true)

    def editsim(self, page, answer):
        true, said = self.split(page["text"].lower()), self.split(answer["text"].lower())
        return {0: 1 - distance(true, said) / max(len(true), len(said))} if true else None

    def ncleaner(self, page, answer):
        true, said = (
            [word for kind, text in segments(side) for word in [f"<{kind}>", *self.split(text)]]
            for side in (page, answer)
        )
        blocks = difflib.SequenceMatcher(None, said, true).get_matching_blocks()
        return scores(sum(block.size for block in blocks), said, true)

    def segments(self, page, answer):
        if page["segments"] is None:
            return None
        sides = []
        for side in (page, answer):
            words, kinds = [], []
            for kind, text in segments(side):
                own = self.words(text)
                words += own
                kinds += ([kind] + [None] * len(own))[: len(own)]
            sides.append((words, kinds))
        (true, true_kinds), (said, said_kinds) = sides
        matches = path(true, said)
        right = sum(kind is not None and match is not None and said_kinds[match] == kind
                    for kind, match in zip(true_kinds, matches))
        starts = [[kind for kind in kinds if kind] for kinds in (true_kinds, said_kinds)]
        return scores(right, starts[1], starts[0])

    def snippets(self, page, answer):
        if not page["with"] and not page["without"]:
            return None
        text = " ".join(answer["text"].split())
        found = [[" ".join(piece.split()) in text for piece in page[key]] for key in ("with", "without")]
        tp, fp = map(sum, found)
        fn, tn = len(found[0]) - tp, len(found[1]) - fp
        return dict(enumerate([tp, tn, fp, fn, tp + fp, tp + fn, (tp + tn) / (tp + tn + fp + fn)]))

    def rougeLsum(self, page, answer):
        true, said = (
            [words for words in map(self.alnum, sentences(side["text"])) if words] for side in (page, answer)
        )
        left = collections.Counter(word for words in said for word in words)
        hits = 0
        for words in true:
            union = set()
            for other in said:
                union |= {i for i, match in enumerate(path(words, other)) if match is not None}
            for i in sorted(union):
                if left[words[i]] > 0:
                    left[words[i]] -= 1
                    hits += 1
        return scores(hits, sum(said, []), sum(true, []))


NAMES = ["wordf1", "shingle", "bow", "align", "ncleaner", "editsim", "snippets", "rougeLsum", "segments"]


# ---------------------------------------------------------------- parts


def scores(right, said, true):
    if not true:
        return None
    precision, recall = right / (len(said) or 1), right / len(true)
    f1 = 2 * precision * recall / (precision + recall or 1)
    return dict(enumerate([precision, recall, f1, right, len(said), len(true)]))


def bag(true, said):
    return scores(sum((collections.Counter(true) & collections.Counter(said)).values()), said, true)


def runs(words):
    return [tuple(words[i : i + 4]) for i in range(max(1, len(words) - 3)) if words]


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(before[j - 1] + (x != y), before[j] + 1, row[j - 1] + 1))
    return row[-1]


def path(a, b):
    table = [[0] * (len(b) + 1)]
    for x in a:
        before, row = table[-1], [0]
        for j, y in enumerate(b, 1):
            row.append(before[j - 1] + 1 if x == y else max(before[j], row[j - 1]))
        table.append(row)
    i, j, matches = len(a), len(b), [None] * len(a)
    while i and j:
        if a[i - 1] == b[j - 1]:
            i, j = i - 1, j - 1
            matches[i] = j
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return matches


def segments(side):
    if side["segments"] is None:
        return [("p", line) for line in side["text"].split("\n") if line.strip()]
    return [(kind or "p", text) for kind, text in side["segments"] if text.strip()]


CUT = re.compile(r"(?<=[\u3002\uff01\uff1f\uff61])|([.!?]+[.!?\"')\]\xbb\u2019\u201d\u300d\u300f]*)(?=\s+[^\Wa-z_])")


def sentences(text):
    for line in text.split("\n"):
        start = 0
        for cut in CUT.finditer(line):
            before = line[: cut.start()]
            initial = (cut.group(1) or "").startswith(".") and before[-1:].isalpha() and not before[-2:-1].isalpha()
            if not initial:
                yield line[start : cut.end()]
                start = cut.end()
        yield line[start:]
