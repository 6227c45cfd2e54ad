"""Shared by the generators of Unicode tables: writes a file, or reports that it is out of date.

Tables of another Unicode version than this Python's are not checked: the exit code is then 77, skipped.
"""
import argparse
import re
import sys
import unicodedata


def check(table, wanted):
    have = table.read_text(encoding="utf-8") if table.exists() else ""
    if have == wanted:
        return
    version = re.search(r"Unicode ([0-9.]+)", have)
    if version and version.group(1) != unicodedata.unidata_version:
        print(f"SKIPPED: {table.name} is of Unicode {version.group(1)}, this Python has "
              f"{unicodedata.unidata_version}", file=sys.stderr)
        sys.exit(77)
    sys.exit(f"{table.name} is out of date: run {sys.argv[0]}")


def main(table, generate, description):
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    wants_check = parser.parse_args().check
    wanted = generate()
    if wants_check:
        check(table, wanted)
    else:
        table.write_text(wanted, encoding="utf-8")
