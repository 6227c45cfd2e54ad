#!/usr/bin/env python3
"""Compares our gradient boosting with LightGBM, on the same matrix and with the same settings: `make bench-boost`.

    boost_compare.py [--every K] [--trees N] BUILD DUMP_TAGGER BENCH_BOOST

Installs LightGBM with pip into BUILD/peers/lightgbm, which may be deleted at any time. The matrix has the tagger's
features for every K-th page of WCXB dev, from PITH_SHARED/data or ../shared/data; without it, the exit code is 77.
Runs five-fold cross-validation over pages and compares the out-of-fold log loss. Blocks are weighted by words, and
all pages have the same weight. Exits with 1 if ours is worse by more than 0.003.
"""
import argparse
import os
import struct
import subprocess
import sys
import venv

SETTINGS = {"depth": 6, "leaves": 63, "rate": 0.1, "lambda": 5, "least_weight": 1}
TOLERANCE = 0.003
FOLDS = 5
LEAST_WEIGHT = 0.3  # as in train/auto_train.c


def enter_venv(build):
    """Restarts in a Python that has LightGBM."""
    folder = os.path.join(build, "peers", "lightgbm")
    python = os.path.join(folder, "bin", "python")
    if os.path.realpath(sys.prefix) == os.path.realpath(folder):
        return
    if not os.path.exists(os.path.join(folder, "ready")):
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "lightgbm>=4.5", "numpy", "scipy"], check=True)
        open(os.path.join(folder, "ready"), "w").close()
    sys.exit(subprocess.run([python, *sys.argv]).returncode)


def thin(pack, out, every):
    """Keeps every EVERY-th page of a pack."""
    with open(pack, "rb") as source, open(out, "wb") as target:
        for number in range(sys.maxsize):
            head = source.read(8)
            if not head:
                return
            page = source.read(sum(struct.unpack("<II", head)))
            if number % every == 0:
                target.write(head + page)


def dump(build, shared, dump_tagger, every):
    """Values, labels, and the page and word count of each block."""
    import numpy

    source = os.path.join(shared, "data/wcxb-dev.jsonl.xz")
    base = os.path.join(build, "peers", "boost")
    packs = []
    for field in "html", "text":
        whole, part = os.path.join(build, f"sets/wcxb-dev-{field}.pack"), f"{base}-{field}.pack"
        subprocess.run([sys.executable, "tools/pack_pages.py", source, whole, field], check=True)
        thin(whole, part, every)
        packs.append(part)
    subprocess.run([dump_tagger, *packs, base], check=True)
    labels = numpy.fromfile(base + ".labels", dtype=numpy.uint8).astype(numpy.float32)
    values = numpy.fromfile(base + ".rows", dtype=numpy.float32).reshape(len(labels), -1)
    pages, words, page = [], [], 0
    with open(base + ".blocks", "rb") as blocks:
        while head := blocks.read(4):
            blocks.read(struct.unpack("<I", head)[0])
            for _ in range(struct.unpack("<I", blocks.read(4))[0]):
                count, _, length = struct.unpack("<III", blocks.read(12))
                blocks.read(length)
                pages.append(page)
                words.append(count)
            page += 1
    return values, labels, numpy.array(pages), numpy.array(words)


def weigh(pages, words):
    """Gives all pages the same weight, with a mean of 1."""
    import numpy

    weights = words + LEAST_WEIGHT
    sums = numpy.bincount(pages, weights)
    return (weights / sums[pages] * len(pages) / (sums > 0).sum()).astype(numpy.float32)


def log_loss(chances, labels, weights):
    import numpy

    chances = numpy.clip(chances, 1e-7, 1 - 1e-7)
    losses = -(labels * numpy.log(chances) + (1 - labels) * numpy.log(1 - chances))
    return float((losses * weights).sum() / weights.sum())


def lightgbm_loss(values, labels, weights, trained, trees):
    import lightgbm

    model = lightgbm.train(
        {"objective": "binary", "max_depth": SETTINGS["depth"], "num_leaves": SETTINGS["leaves"],
         "learning_rate": SETTINGS["rate"], "lambda_l2": SETTINGS["lambda"], "max_bin": 255,
         "min_sum_hessian_in_leaf": SETTINGS["least_weight"], "min_data_in_leaf": 1, "min_data_in_bin": 1,
         "num_threads": 1, "verbosity": -1, "deterministic": True, "seed": 1},
        lightgbm.Dataset(values[:trained], labels[:trained], weight=weights[:trained]), num_boost_round=trees)
    chances = model.predict(values)
    return (log_loss(chances[:trained], labels[:trained], weights[:trained]),
            log_loss(chances[trained:], labels[trained:], weights[trained:]), lightgbm.__version__)


def our_loss(values, labels, weights, trained, options):
    matrix = os.path.join(options.build, "peers", "boost.matrix")
    with open(matrix, "wb") as out:
        for part in values, labels, weights:
            part.tofile(out)
    ours = subprocess.run([options.bench_boost, matrix, *map(str, (
        len(labels), trained, values.shape[1], options.trees, SETTINGS["depth"], SETTINGS["leaves"], SETTINGS["rate"],
        SETTINGS["lambda"], SETTINGS["least_weight"], 1))], check=True, capture_output=True, text=True)
    os.remove(matrix)
    return [float(word) for word in ours.stdout.split()]


def compare(options, shared):
    import numpy

    values, labels, pages, words = dump(options.build, shared, options.dump_tagger, options.every)
    weights, rows = weigh(pages, words), []
    for fold in range(FOLDS):
        order = numpy.argsort(pages % FOLDS == fold, kind="stable")  # held-out pages at the end
        fold_of = values[order], labels[order], weights[order], int((pages % FOLDS != fold).sum())
        theirs = lightgbm_loss(*fold_of, options.trees)
        rows.append([*our_loss(*fold_of, options)[:2], *theirs[:2]])
    own_train, own_held, train, held = numpy.mean(rows, axis=0)
    print(f"{len(labels)} blocks of {pages.max() + 1} pages, {values.shape[1]} features, {options.trees} trees, {SETTINGS}")
    print("| | log loss, trained on | log loss, held out | fold by fold |\n|---|---:|---:|---|")
    print(f"| pith | {own_train:.4f} | {own_held:.4f} | {' '.join(f'{row[1]:.4f}' for row in rows)} |")
    print(f"| LightGBM {theirs[2]} | {train:.4f} | {held:.4f} | {' '.join(f'{row[3]:.4f}' for row in rows)} |")
    return bool(own_held > held + TOLERANCE)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--trees", type=int, default=100)
    parser.add_argument("build")
    parser.add_argument("dump_tagger")
    parser.add_argument("bench_boost")
    options = parser.parse_args()
    shared = os.environ.get("PITH_SHARED") or "../shared"
    if not os.path.exists(os.path.join(shared, "data/wcxb-dev.jsonl.xz")):
        print("skipped: WCXB dev is not here")
        return 77
    enter_venv(options.build)
    return compare(options, shared)


if __name__ == "__main__":
    sys.exit(main())
