"""Checks that every function of the public header is in the test of NULL arguments.

    null_covers.py HEADER TEST
"""
import re
import sys


def main(header, test):
    with open(header, encoding="utf-8") as file:
        names = re.findall(r"^PITH_API\b[^;]*?\b(pith_\w+)\(", file.read(), re.M)
    with open(test, encoding="utf-8") as file:
        tested = set(re.findall(r"\bpith_\w+", file.read()))
    missing = [name for name in names if name not in tested]
    for name in missing:
        print(f"{test}: {name}() is not called with NULL")
    print(f"{len(names)} functions, {len(missing)} missing")
    return 1 if missing or len(names) < 50 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
