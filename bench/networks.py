#!/usr/bin/env python3
"""Trees, a convolution, a GRU and their mean on the same features, pages and folds: the table in docs/notebook/experiments.md.

    networks.py [--every K] [--seeds N] [--passes N] [--models trees,conv,gru] DUMP SET.jsonl.xz

DUMP is the output of bench/dump_tagger.c for the set (DUMP.rows and so on). Needs torch, lightgbm and numpy, which
pip installs. Runs five-fold cross-validation by site. Prints out-of-fold word F1 (adaptive selection, copies
dropped, nothing under 15 expected words) and log loss, with paired differences to the trees. All of WCXB dev takes
an hour or two on one core.
"""
import argparse
import collections
import json
import lzma
import re
import struct
import time

import lightgbm
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

FOLDS, GAP, LONGEST = 5, 8, 600  # training uses a piece of a longer page
TREES = {"objective": "binary", "learning_rate": 0.08, "num_leaves": 31, "max_depth": 6, "min_sum_hessian_in_leaf": 1,
         "feature_fraction": 0.3, "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 5, "max_bin": 63,
         "num_threads": 1, "verbose": -1}
Page = collections.namedtuple("Page", "begin end words tokens texts truth site kind")


# ------------------------------------------------------------------- pages

def site_of(url):
    host = re.sub(r"^\w+://([^/:?#]*).*", r"\1", url or "").lower().split(".")
    second = len(host) > 2 and len(host[-1]) == 2 and host[-2] in ("com", "co", "org", "ac", "gov", "edu", "net")
    return ".".join(host[-3 if second else -2:])


def tokens_of(text):
    return re.findall(r"\w+", text.lower())


def read_pages(dump, source, every):
    """Every EVERY-th page, and its rows of the dump."""
    with lzma.open(source, "rt", encoding="utf-8", newline="\n") as lines:
        truths = {str(page["id"]): page for page in map(json.loads, lines)}
    pages, rows, row, at = [], [], 0, 0
    with open(dump + ".blocks", "rb") as file:
        number = lambda: struct.unpack("<I", file.read(4))[0]
        for order in range(len(truths)):
            truth = truths[file.read(number()).decode()]
            count, words, texts = number(), [], []
            for _ in range(count):
                words.append(number())
                number()
                texts.append(file.read(number()).decode("utf-8", "replace"))
            if order % every == 0:
                pages.append(Page(at, at + count, np.array(words, float), [tokens_of(text) for text in texts], texts,
                                  collections.Counter(tokens_of(truth["text"])), site_of(truth.get("url")),
                                  truth.get("page_type")))
                rows.append(np.arange(row, row + count))
                at += count
            row += count
    return pages, np.concatenate(rows)


def fold_pages(pages):
    sites = sorted({page.site for page in pages})
    np.random.default_rng(0).shuffle(sites)
    fold = {site: number % FOLDS for number, site in enumerate(sites)}
    return np.array([fold[page.site] for page in pages])


def weights_of(page):
    """Blocks are weighted by words plus a little; all pages have the same weight."""
    weights = page.words + 0.3
    return weights / max(weights.sum(), 1e-9)


def rows_of(pages):
    return np.concatenate([np.arange(page.begin, page.end) for page in pages])


# ------------------------------------------------------------------ figures

def decide(page, chances):
    counts = np.array([len(tokens) for tokens in page.tokens], float)
    order = np.argsort(-chances, kind="stable")
    likely, kept = np.cumsum((chances * counts)[order]), np.cumsum(counts[order])
    if not len(order) or likely[-1] < 15:
        return []
    best, seen, keep = np.argmax(2 * likely / np.maximum(kept + likely[-1], 1e-9)), set(), []
    for block in sorted(order[:best + 1]):
        if counts[block] < 6 or page.texts[block] not in seen:
            keep.append(block)
        seen.add(page.texts[block])
    return keep


def word_f1(page, chances):
    got = collections.Counter()
    for block in decide(page, chances):
        got.update(page.tokens[block])
    both, all_words = (got & page.truth).total(), got.total() + page.truth.total()
    return 2 * both / all_words if all_words else 1.0


def log_loss(pages, labels, chances):
    rows, weights = rows_of(pages), np.concatenate([weights_of(page) for page in pages])
    p, y = np.clip(chances[rows], 1e-6, 1 - 1e-6), labels[rows]
    return -(weights * (y * np.log(p) + (1 - y) * np.log(1 - p))).sum() / weights.sum()


def report(name, pages, labels, chances, base=None):
    scores = np.array([word_f1(page, chances[page.begin:page.end]) for page in pages])
    line = f"{name:24} F1 {scores.mean():.4f}  log loss {log_loss(pages, labels, chances):.4f}"
    if base is not None:
        change = scores - base
        line += f"  {change.mean():+.4f} ± {change.std(ddof=1) / len(change) ** 0.5:.4f}"
    kinds = np.array([str(page.kind) for page in pages])
    print(line, *(f"{kind} {scores[kinds == kind].mean():.3f}" for kind in sorted(set(kinds))), flush=True)
    return scores


# ----------------------------------------------------------------- networks

def make_inputs(values, names):
    """Encodes numbers as ranks from -1.5 to 1.5, numbers with few values scaled, and tags and kinds one-hot."""
    columns = []
    for name, column in zip(names, values.T):
        sample = column[:: max(1, len(column) // 100000)]
        some, counts = np.unique(sample, return_counts=True)
        if name.endswith((".tag", ".kind")) or name in ("block.blockTag", "block.end", "block.start"):
            columns += [column == value for value, count in zip(some, counts) if count >= 0.004 * len(sample)]
        elif len(some) > 8:
            edges = np.quantile(sample, np.linspace(0, 1, 129))
            rank = (np.searchsorted(edges, column) + np.searchsorted(edges, column, "right")) / 2
            columns.append((rank / 129 - 0.5) * 3)
        elif len(some) > 1:
            value = np.sign(column) * np.log1p(np.abs(column))
            columns.append(np.clip((value - value.mean()) / (value.std() + 1e-3), -4, 4))
    return torch.from_numpy(np.stack([column.astype(np.float16) for column in columns], 1))


class Convolution(nn.Module):
    """A block and its DISTANCE neighbours on both sides."""

    def __init__(self, width, distance, dropout):
        super().__init__()
        self.linear, self.norm = nn.Linear(3 * width, width), nn.LayerNorm(width)
        self.distance, self.dropout = distance, nn.Dropout(dropout)

    def forward(self, hidden, places, _):
        hidden_now = self.norm(hidden)
        row = hidden_now.new_zeros(int(places[-1]) + GAP + 1, hidden.shape[1]).index_copy(0, places, hidden_now)
        around = torch.cat([hidden_now, row[places - self.distance], row[places + self.distance]], 1)
        return hidden + self.dropout(F.gelu(self.linear(around)))


class Recurrence(nn.Module):
    """A bidirectional GRU; in training over pieces of 96 blocks, which is faster."""

    def __init__(self, width, size, dropout):
        super().__init__()
        self.gru = nn.GRU(width, size, bidirectional=True, batch_first=True)
        self.linear, self.norm, self.dropout = nn.Linear(2 * size, width), nn.LayerNorm(width), nn.Dropout(dropout)

    def forward(self, hidden, _, counts):
        pages = self.norm(hidden).split(counts)
        if self.training:
            pages = [piece for page in pages for piece in page.split(96)]
        packed, _ = self.gru(nn.utils.rnn.pack_sequence(pages, enforce_sorted=False))
        padded, lengths = nn.utils.rnn.pad_packed_sequence(packed, batch_first=True)
        return hidden + self.dropout(self.linear(torch.cat([row[:n] for row, n in zip(padded, lengths)])))


class Network(nn.Module):
    def __init__(self, inputs, kind, width=48, dropout=0.3, column_dropout=0.2):
        super().__init__()
        self.first, self.dropout, self.column_dropout = nn.Linear(inputs, width), nn.Dropout(dropout), column_dropout
        self.layers = nn.ModuleList([Recurrence(width, 32, dropout)] if kind == "gru" else
                                    [Convolution(width, distance, dropout) for distance in (1, 2, 4, 8)])
        self.norm, self.last = nn.LayerNorm(width), nn.Linear(width, 1)

    def forward(self, inputs, places, counts):
        if self.training:  # drops whole columns of a page
            kept = (torch.rand(len(counts), inputs.shape[1]) >= self.column_dropout).float() / (1 - self.column_dropout)
            inputs = inputs * kept.repeat_interleave(torch.tensor(counts), 0)
        hidden = self.dropout(F.gelu(self.first(inputs)))
        for layer in self.layers:
            hidden = layer(hidden, places, counts)
        return self.last(self.norm(hidden))[:, 0]


def batch_of(inputs, pages, random=None):
    """Rows of the pages' blocks, their inputs, weights, positions in a sequence with gaps between pages, and counts.
    In training some pages lose up to three runs of blocks, so that positions and neighbours vary."""
    rows, weights, places, counts, at = [], [], [], [], GAP
    for page in pages:
        keep = np.ones(page.end - page.begin, bool)
        if random is not None and len(keep) > 8 and random.random() < 0.3:
            for _ in range(random.integers(1, 4)):
                begin, length = random.integers(len(keep)), int(len(keep) * random.uniform(0.01, 0.2)) + 1
                keep[begin:begin + length] = False
        kept = np.flatnonzero(keep)
        if random is not None and len(kept) > LONGEST:
            begin = random.integers(len(kept) - LONGEST + 1)
            kept = kept[begin:begin + LONGEST]
        if not len(kept):
            continue
        rows.append(page.begin + kept)
        weights.append((page.words[kept] + 0.3) / (page.words[kept] + 0.3).sum())
        places.append(np.arange(at, at + len(kept)))
        counts.append(len(kept))
        at += len(kept) + GAP
    rows = np.concatenate(rows)
    return (rows, inputs[torch.from_numpy(rows)].float(), torch.from_numpy(np.concatenate(weights)).float(),
            torch.from_numpy(np.concatenate(places)), counts)


def train_network(kind, inputs, labels, pages, seed, passes):
    """Averages the weights of the last steps, which makes the network more stable."""
    torch.manual_seed(seed)
    random, pages = np.random.default_rng(seed), [page for page in pages if page.end > page.begin]
    network, mean = Network(inputs.shape[1], kind), Network(inputs.shape[1], kind)
    mean.load_state_dict(network.state_dict())
    rate, size = (3e-3, 16) if kind == "gru" else (2e-3, 8)
    matrices = [weight for weight in network.parameters() if weight.ndim > 1]
    vectors = [weight for weight in network.parameters() if weight.ndim == 1]
    adam = torch.optim.AdamW([{"params": matrices, "weight_decay": 0.05}, {"params": vectors, "weight_decay": 0}],
                             betas=(0.9, 0.99))
    steps, step = passes * -(-len(pages) // size), 0
    for _ in range(passes):
        order = random.permutation(len(pages))
        lengths = np.array([pages[i].end - pages[i].begin for i in order]) * random.uniform(0.6, 1.6, len(order))
        order = order[np.argsort(lengths)]  # groups pages of similar length
        for part in random.permutation(-(-len(pages) // size)):
            rows, x, weights, places, counts = batch_of(
                inputs, [pages[i] for i in order[part * size:(part + 1) * size]], random)
            for group in adam.param_groups:
                group["lr"] = rate * min(1, (step + 1) / 100) * 0.5 * (1 + np.cos(np.pi * step / steps)) + 1e-6
            losses = F.binary_cross_entropy_with_logits(
                network(x, places, counts), torch.from_numpy(labels[rows]), reduction="none")
            adam.zero_grad()
            ((losses * weights).sum() / len(counts)).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1)
            adam.step()
            step += 1
            with torch.no_grad():
                for weight, now in zip(mean.parameters(), network.parameters()):
                    weight.lerp_(now, 1 - min(0.995, (step + 1) / (step + 10)))
    return mean.eval()


@torch.no_grad()
def ask_network(network, inputs, pages, chances):
    pages = sorted((page for page in pages if page.end > page.begin), key=lambda page: page.end - page.begin)
    for at in range(0, len(pages), 16):
        rows, x, _, places, counts = batch_of(inputs, pages[at:at + 16])
        chances[rows] = torch.sigmoid(network(x, places, counts)).numpy()


# ---------------------------------------------------------------------- runs

def held_out(model, seed, values, inputs, labels, pages, folds, passes):
    """Out-of-fold probabilities of all blocks."""
    chances = np.zeros(len(labels))
    for fold in range(FOLDS):
        known = [page for page, number in zip(pages, folds) if number != fold]
        others = [page for page, number in zip(pages, folds) if number == fold]
        if model == "trees":
            rows, weights = rows_of(known), np.concatenate([weights_of(page) for page in known]) * 1000
            forest = lightgbm.train(dict(TREES, seed=seed), lightgbm.Dataset(values[rows], labels[rows], weight=weights), 150)
            chances[rows_of(others)] = forest.predict(values[rows_of(others)])
        else:
            network = train_network(model, inputs, labels, known, 10 * seed + fold, passes)
            ask_network(network, inputs, others, chances)
    return chances


def mean_of(parts):
    """The mean of log odds."""
    odds = [np.log(np.clip(part, 1e-5, 1 - 1e-5) / (1 - np.clip(part, 1e-5, 1 - 1e-5))) for part in parts]
    return 1 / (1 + np.exp(-np.mean(odds, axis=0)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--models", default="trees,conv,gru")
    parser.add_argument("dump")
    parser.add_argument("set")
    options = parser.parse_args()
    torch.set_num_threads(1)
    labels = np.fromfile(options.dump + ".labels", dtype=np.uint8).astype(np.float32)
    values = np.memmap(options.dump + ".rows", dtype=np.float32, mode="r").reshape(len(labels), -1)
    pages, rows = read_pages(options.dump, options.set, options.every)
    labels, values = labels[rows], values[rows]
    names = [line.split("\t")[0] for line in open(options.dump + ".names", encoding="utf-8")]
    inputs, folds, base, means = make_inputs(values, names), fold_pages(pages), None, []
    for model in options.models.split(","):
        parts = []
        for seed in range(options.seeds):
            begin = time.process_time()
            parts.append(held_out(model, seed, values, inputs, labels, pages, folds, options.passes))
            scores = report(f"{model}, seed {seed}", pages, labels, parts[-1], base)
            base = scores if base is None else base
            print(f"{'':24} {time.process_time() - begin:.0f} s", flush=True)
        means.append(mean_of(parts))
        report(f"{model}, mean of seeds", pages, labels, means[-1], base)
    report("mean of all", pages, labels, mean_of(means), base)


if __name__ == "__main__":
    main()
