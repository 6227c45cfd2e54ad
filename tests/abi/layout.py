"""Checks that programs built with an older pith.h still fit the library: its binary interface.

    layout.py COMPILER FROZEN CURRENT CALLER

FROZEN is the header of a release, CURRENT the one of now; CALLER is a program built with FROZEN and linked with the
shared library of now, which runs at the end. Of FROZEN every field must be where it was and as large, every enumerator
and flag must have its number, and every function and callback its type. What CURRENT has beside that may only be at
the end of structs.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Callers allocate it and pass no size.
FIXED_SIZE = {"pith_error"}


def plain(path):
    """The header without comments, and its lines joined where a backslash says so."""
    text = Path(path).read_text(encoding="utf-8").replace("\\\n", " ")
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def structs(text):
    """{struct: [(type, field, array)]}, in the order of the header."""
    found = {}
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", text, re.S):
        fields = found[name] = []
        for line in body.split(";"):
            line = " ".join(line.split())
            if not line:
                continue
            base, rest = re.fullmatch(r"((?:const )?(?:unsigned )?\w+) (.*)", line).groups()
            for part in rest.split(","):
                stars, field, array = re.fullmatch(r" ?(\**)(\w+)((?:\[\w+\])?)", part).groups()
                fields.append((f"{base} {stars}".strip(), field, array))
    return found


def constants(text):
    """Names of enumerators, and of macros that are numbers."""
    names = []
    for body in re.findall(r"\benum \w* ?\{(.*?)\}", text, re.S):
        names += re.findall(r"\b(PITH_\w+)\s*=", body)
    names += re.findall(r"^#define (PITH_\w+)[ \t]+(?!__attribute__)\S", text, re.M)
    return [name for name in names if not name.startswith("PITH_VERSION_") and name != "PITH_API"]


def declarations(text):
    """Functions and callbacks, as declarations that can stand beside those of another header."""
    functions = [" ".join(found.split()) for found in re.findall(r"^PITH_API ([^;]*;)", text, re.M)]
    callbacks = [" ".join(found.split()) for found in re.findall(r"^typedef [^;{]*\(\*pith_\w+\)[^;{]*;", text, re.M)]
    return functions + callbacks


def program(header, text):
    """A program that prints what there is to say of a header, a line for each thing."""
    lines = [f'#include "{Path(header).resolve()}"', "#include <stdio.h>", "int main(void)", "{"]
    for struct, fields in structs(text).items():
        lines.append(f'    printf("sizeof {struct} %zu\\n", sizeof({struct}));')
        for kind, field, array in fields:
            lines.append(f'    printf("{struct}.{field} %zu %zu {kind}{array}\\n", offsetof({struct}, {field}), '
                         f"sizeof((({struct} *)0)->{field}));")
    for name in constants(text):
        lines.append(f'    printf("{name} %lld\\n", (long long)({name}));')
    return "\n".join(lines + ["    return 0;", "}", ""])


def compiled(compiler, source, folder, *more):
    path = Path(folder) / "layout.c"
    path.write_text(source, encoding="utf-8")
    subprocess.run([compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", *more, str(path)], check=True)


def facts(compiler, header, folder):
    """{thing: [numbers and types]} of a header."""
    output = Path(folder) / "layout"
    compiled(compiler, program(header, plain(header)), folder, "-o", str(output))
    printed = subprocess.run([str(output)], check=True, capture_output=True, text=True).stdout
    known = {}
    for line in printed.splitlines():
        words = line.split()
        name = " ".join(words[:2]) if words[0] == "sizeof" else words[0]
        known[name] = words[len(name.split()):]
    return known


def mistakes(then, now):
    """What does not fit any more."""
    for name, was in then.items():
        field = name.rpartition(".")[2]
        if field.startswith("reserved"):
            continue  # a new field may have its place
        if name not in now:
            yield f"{name} is gone"
        elif name.startswith("sizeof "):
            smaller = int(now[name][0]) < int(was[0])
            if smaller or (now[name] != was and name.split()[1] in FIXED_SIZE):
                yield f"{name} is {now[name][0]}, and was {was[0]}"
        elif now[name] != was:
            yield f"{name} is {' '.join(now[name])}, and was {' '.join(was)}"
    ends = {name.split()[1]: int(was[0]) for name, was in then.items() if name.startswith("sizeof ")}
    reserved = {name.partition(".")[0] for name in then if ".reserved" in name}
    for name, is_ in now.items():
        struct = name.partition(".")[0]
        if "." in name and name not in then and struct in ends and struct not in reserved and int(is_[0]) < ends[struct]:
            yield f"{name} is new, but not at the end of {struct}"


def main(compiler, frozen, current, caller):
    with tempfile.TemporaryDirectory() as folder:
        then, now = facts(compiler, frozen, folder), facts(compiler, current, folder)
        wrong = list(mistakes(then, now))
        known = declarations(plain(frozen))
        # A declaration of another type is an error of the compiler.
        compiled(compiler, f'#include "{Path(current).resolve()}"\n' + "\n".join(known) + "\n", folder, "-fsyntax-only")
    for line in wrong:
        print(f"{current}: {line}")
    print(f"{len(then)} fields and numbers, {len(known)} functions and callbacks of {frozen}, {len(wrong)} mistakes")
    if wrong or len(then) < 200 or len(known) < 60:
        return 1
    return subprocess.run([caller], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
