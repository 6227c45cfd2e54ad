#!/usr/bin/env python3
"""The formulas of docs/explanation/perplexity.md once more, as plainly as they can be written, over the counts that
`pith train perplexity --counts FILE` writes: for test_train_perplexity.py, and by hand:

    perplexity_reference.py COUNTS < SENTENCES      a sentence a line, tokens with spaces between them
"""
import collections
import math
import sys

BEGIN = "<s>"
FLOOR = 1e-6


class Counts:
    """What a model keeps: grams[n] has counts, values[n] the exact log probabilities of the trainer."""

    def __init__(self, path):
        self.head = {}
        self.grams = {1: {}, 2: {}, 3: {}}
        self.values = {1: {}, 2: {}, 3: {}}
        with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            for line in file:
                line = line.rstrip("\n")
                if not line:
                    break
                name, _, value = line.partition(" ")
                self.head[name] = value
            for line in file:
                order, count, value, words = line.rstrip("\n").split("\t")
                gram = tuple(words.split(" "))
                self.grams[int(order)][gram] = int(count)
                self.values[int(order)][gram] = float(value)
        self.order = int(self.head["order"])
        self.tokens = int(self.head["tokens"])
        self.sentences = int(self.head["sentences"])

    def known(self, word):
        return word == BEGIN or (word,) in self.grams[1]

    def count(self, *words):
        return self.sentences if words == (BEGIN,) else self.grams[len(words)].get(words, 0)


class Interpolated:
    """As PyPlexity has it: 0.8 P(w|v) + 0.2 P(w) + 1e-6, or 0.6 P(w|uv) + 0.3 P(w|v) + 0.1 P(w) + 1e-6."""

    def __init__(self, counts):
        self.counts = counts

    def ratio(self, *words):
        whole = self.counts.count(*words[:-1])
        return self.counts.count(*words) / whole if whole else 0

    def log(self, u, v, w):
        single = self.counts.count(w) / self.counts.tokens
        if self.counts.order == 2:
            return math.log2(0.8 * self.ratio(v, w) + 0.2 * single + FLOOR)
        pair = self.ratio(v, w)
        triple = pair if v == BEGIN else self.ratio(u, v, w)
        return math.log2(0.6 * triple + 0.3 * pair + 0.1 * single + FLOOR)


def discounts(counts):
    """Of Chen and Goodman, from how many n-grams occur once, twice, three and four times."""
    n = collections.Counter(counts)
    usual = [0, 0.7, 1.05, 1.4]
    if not all(n[k] for k in (1, 2, 3, 4)):
        return usual
    y = n[1] / (n[1] + 2 * n[2])
    found = [0] + [k - (k + 1) * y * n[k + 1] / n[k] for k in (1, 2, 3)]
    return [d if 0 < d < max(k, 1) else usual[k] for k, d in enumerate(found)]


class KneserNey:
    """Modified Kneser-Ney over counts of which nothing was left out."""

    def __init__(self, counts):
        self.order = counts.order
        self.levels = {}
        before = collections.Counter(pair[1:] for pair in counts.grams[2])
        self.add_level(1, before)
        if self.order == 2:
            self.add_level(2, counts.grams[2])
        else:
            pairs = collections.Counter(triple[1:] for triple in counts.grams[3])
            pairs.update({pair: count for pair, count in counts.grams[2].items() if pair[0] == BEGIN})
            self.add_level(2, pairs)
            self.add_level(3, counts.grams[3])
        self.size = len(counts.grams[1]) + 1

    def add_level(self, n, counts):
        d = discounts(counts.values())
        totals, left = collections.Counter(), collections.Counter()
        for gram, count in counts.items():
            totals[gram[:-1]] += count
            left[gram[:-1]] += d[min(count, 3)]
        self.levels[n] = counts, d, totals, left

    def chance(self, gram):
        n = len(gram)
        if n == 0:
            return 1 / self.size
        counts, d, totals, left = self.levels[n]
        total = totals[gram[:-1]]
        if not total:
            return self.chance(gram[1:])
        count = counts.get(gram, 0)
        return (count - d[min(count, 3)]) / total + left[gram[:-1]] / total * self.chance(gram[1:])

    def log(self, u, v, w):
        return math.log2(self.chance((v, w) if self.order == 2 or v == BEGIN else (u, v, w)))


def logs(model, tokens):
    u = v = BEGIN
    for w in tokens:
        yield model.log(u, v, w)
        u, v = v, w


def perplexity(model, tokens):
    """Equation 1 of the paper."""
    return 2 ** (-sum(logs(model, tokens)) / len(tokens))


def main():
    counts = Counts(sys.argv[1])
    model = Interpolated(counts) if counts.head["estimate"] == "interpolated" else KneserNey(counts)
    for line in sys.stdin:
        if line.split():
            print(f"{perplexity(model, line.split()):.6g}\t{line.rstrip()}")


if __name__ == "__main__":
    main()
