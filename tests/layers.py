#!/usr/bin/env python3
"""Checks the includes of all C sources against tests/layers.txt, and that the names of the files are unique: `ctest -R layers`.

    layers.py             exits 1 and says what is wrong
    layers.py --show      also what each unit includes
"""
import collections
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "tests/layers.txt"
SOURCE = (".c", ".h", ".def", ".inc")
# Where "name.h" is looked for, beside the folder of the file itself, as CMakeLists.txt has it.
PATHS = ("", "src", "include", "cli", "tests/support", "tests/judge")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<(pith\.h)>)', re.MULTILINE)


def sources():
    """All C sources, by their paths from the root; builds are left out."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(name for name in folders
                            if not name.startswith(".") and not (pathlib.Path(folder, name, "CMakeCache.txt")).exists())
        for name in sorted(files):
            path = pathlib.Path(folder, name).relative_to(ROOT).as_posix()
            if name.endswith(SOURCE) and not path.startswith(("fuzz/corpus/", "build")):
                yield path


class Rules:
    def __init__(self, text):
        self.units = {}       # unit: paths
        self.allowed = {}     # unit: units
        self.exceptions = {}  # (unit, file): reason
        self.faults = []
        for number, line in enumerate(text.split("\n"), 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            exception = re.fullmatch(r"(\w+) -> ([^:\s]+): *(.*)", line)
            unit = re.fullmatch(r"(\w+) *= *(\S.*)", line)
            rule = re.fullmatch(r"(\w+): *(\S.*)", line)
            if exception and exception[3] and exception.group(1, 2) not in self.exceptions:
                self.exceptions[exception.group(1, 2)] = exception[3]
            elif unit and unit[1] not in self.units:
                self.units[unit[1]] = unit[2].split()
            elif rule and rule[1] not in self.allowed:
                self.allowed[rule[1]] = rule[2].split()
            else:
                self.faults.append(f"line {number} is not understood, or is there twice, or has no reason: {line}")
        self.free = {unit for unit, units in self.allowed.items() if units == ["*"]}
        for unit in self.free:
            self.allowed[unit] = []
        known = set(self.allowed) | {unit for units in self.allowed.values() for unit in units}
        known |= {unit for unit, _ in self.exceptions}
        self.faults += [f"there is no unit '{name}'" for name in sorted(known - set(self.units))]

    def allows(self, unit, other):
        if unit in self.free:
            return other == "support" or other not in self.free
        return other in self.allowed.get(unit, [])

    def unit_of(self, path):
        fits = [(len(part), unit) for unit, parts in self.units.items() for part in parts
                if path == part or (part.endswith("/") and path.startswith(part))]
        return max(fits)[1] if fits else None


def resolve(path, name, known):
    """The file that NAME means in the file PATH; None: the build makes it, or it is not there."""
    for folder in (os.path.dirname(path), *PATHS):
        found = os.path.normpath(os.path.join(folder, name))
        if found in known:
            return found
    return None


def includes(known):
    """(file, file that it includes), and what could not be found."""
    found, lost = [], []
    for path in known:
        text = (ROOT / path).read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            name = match[1] or match[2]
            target = resolve(path, name, known)
            if target:
                found.append((path, target))
            elif not name.endswith(".inc"):  # those are made by the build
                lost.append(f"{path}: there is no '{name}'")
    return found, lost


def find_cycle(edges):
    """Units that include each other in a ring, or None."""
    left = {unit: set(targets) for unit, targets in edges.items()}
    while left:
        free = [unit for unit, targets in left.items() if not targets & set(left)]
        if not free:  # each has one to go on with: so a walk comes back
            walk = [next(iter(left))]
            while walk.count(walk[-1]) == 1:
                walk.append(min(left[walk[-1]] & set(left)))
            return walk[walk.index(walk[-1]):]
        for unit in free:
            del left[unit]
    return None


def check_names(known):
    """A name, ending aside, is of one folder; but a source may be called like the public header."""
    folders = collections.defaultdict(set)
    for path in known:
        if not path.startswith("include/"):
            folders[os.path.splitext(os.path.basename(path))[0]].add(os.path.dirname(path))
    return [f"the name '{name}' is there in {' and '.join(sorted(where))}" for name, where in sorted(folders.items())
            if len(where) > 1]


def check_includes(rules, pairs, known):
    faults, used, edges = [], set(), collections.defaultdict(set)
    for path, target in pairs:
        unit, other = rules.unit_of(path), rules.unit_of(target)
        if None in (unit, other) or unit == other:
            continue
        edges[unit].add(other)
        if rules.allows(unit, other):
            used.add((unit, other))
        elif (unit, target) in rules.exceptions:
            used.add((unit, target))
        else:
            faults.append(f"{path} includes {target}: {unit} may not include {other}")
    needless = [(unit, other) for unit, others in rules.allowed.items() for other in others]
    needless = [pair for pair in [*needless, *rules.exceptions] if pair not in used]
    faults += [f"{unit} includes nothing of {other} any more: take it out" for unit, other in needless]
    faults += [f"{path} belongs to no unit" for path in known if rules.unit_of(path) is None]
    faults += [f"{unit} = {part}: there is no such file" for unit, parts in rules.units.items() for part in parts
               if not any(path == part or (part.endswith("/") and path.startswith(part)) for path in known)]
    cycle = find_cycle(edges)
    if cycle:
        faults.append(f"a cycle: {' -> '.join(cycle)}")
    return faults, edges


def main():
    rules = Rules(RULES.read_text(encoding="utf-8"))
    known = list(sources())
    pairs, faults = includes(set(known))
    wrong, edges = check_includes(rules, pairs, known)
    faults = [*(f"tests/layers.txt: {fault}" for fault in rules.faults), *sorted(faults), *wrong, *check_names(known)]
    if "--show" in sys.argv[1:]:
        for unit in rules.units:
            print(f"{unit}: {' '.join(other for other in rules.units if other in edges[unit])}")
    for fault in faults:
        print(fault)
    print(f"{len(known)} files, {len(pairs)} includes, {len(rules.exceptions)} exceptions, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
