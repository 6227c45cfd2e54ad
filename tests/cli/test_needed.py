#!/usr/bin/env python3
"""The library needs nothing but the C library: neither other libraries nor converters that are loaded at run time.

    test_needed.py LIBRARY

Reads the dynamic section and the undefined symbols of the shared library with readelf.
"""
import re
import subprocess
import sys

ALLOWED = {"libc", "libm", "ld-linux", "ld-linux-x86-64", "ld-linux-aarch64"}
REFUSED = re.compile(r"^(iconv|libiconv|dlopen|dlsym|setlocale|nl_langinfo|_Z)")


def readelf(*args):
    result = subprocess.run(["readelf", "-W", *args], stdout=subprocess.PIPE, universal_newlines=True, check=True)
    return result.stdout


def main():
    library = sys.argv[1]
    needed = re.findall(r"\(NEEDED\).*\[(.*?)\]", readelf("-d", library))
    bad = [name for name in needed if name.split(".so")[0] not in ALLOWED]
    undefined = re.findall(r"\bUND\s+([^\s@]+)", readelf("--dyn-syms", library))
    bad += [name for name in undefined if REFUSED.match(name)]
    if not undefined or bad:
        sys.exit(f"{library} needs what it should not: {' '.join(bad)}")
    print(f"{library} needs {' '.join(needed)}")


main()
