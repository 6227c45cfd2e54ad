#!/usr/bin/env python3
"""Do all places that name the version agree, and is the changelog in form? docs/manual/releasing.md says when this is used.

    release_check.py [--release] PITH PITH_PC

The version is that of include/pith.h. Without --release, as in the tests, the changelog may still have it under
"Unreleased". With it, as in 'make release-check', the newest version in the changelog must be this one, with its
date; nothing may be unreleased or uncommitted, and a tag of the version, if it exists, must be the current commit.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SECTIONS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def git(*args):
    run = subprocess.run(["git", "-C", ROOT, *args], capture_output=True, text=True)
    return run.stdout.strip() if run.returncode == 0 else None


def number(version):
    return tuple(map(int, version.split(".")))


def check_changelog(version, release):
    """Problems with CHANGELOG.md."""
    text = read("CHANGELOG.md")
    parts = re.split(r"^## (.*)$", text, flags=re.M)[1:]
    headings = dict(zip(parts[::2], parts[1::2]))
    if not headings or next(iter(headings)) != "[Unreleased]":
        yield "CHANGELOG.md: the first heading is not '## [Unreleased]'"
        return
    versions = []
    for heading in list(headings)[1:]:
        match = re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (?:\d{4}-\d\d-\d\d|not released)", heading)
        if not match:
            yield f"CHANGELOG.md: '## {heading}' is not '## [VERSION] - YYYY-MM-DD'"
            return
        versions.append(match[1])
    for section in re.findall(r"^### (.*)$", text, flags=re.M):
        if section not in SECTIONS:
            yield f"CHANGELOG.md: '### {section}' is none of {', '.join(SECTIONS)}"
    if versions != sorted(versions, key=number, reverse=True):
        yield "CHANGELOG.md: the newest version is not the first"
    unreleased = "\n- " in headings["[Unreleased]"]
    if versions and number(versions[0]) > number(version):
        yield f"CHANGELOG.md has {versions[0]}, include/pith.h has {version}"
    dated = re.search(rf"^## \[{re.escape(version)}\] - \d", text, re.M)
    if not dated and (release or not unreleased):
        yield f"CHANGELOG.md: there is no '## [{version}] - YYYY-MM-DD'"
    if release and unreleased:
        yield f"CHANGELOG.md: what is under [Unreleased] belongs under [{version}]"


def check_git(version):
    """Problems with the commit to be released."""
    head = git("rev-parse", "HEAD")
    tagged = git("rev-parse", f"v{version}^{{commit}}")
    if head is None:
        yield "this is not a clone of the repository"
    elif git("status", "--porcelain", "--untracked-files=no"):
        yield "there are changes that are not committed"
    elif tagged is not None and tagged != head:
        yield f"the tag v{version} is another commit: a version that was released is never changed"


def main():
    args = [arg for arg in sys.argv[1:] if arg != "--release"]
    release = "--release" in sys.argv
    header = read("include/pith.h")
    version = ".".join(re.search(rf"PITH_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))
    said = subprocess.run([args[0], "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    places = {"pith --version": said,
              "pith.pc": re.search(r"^Version: (.*)$", pathlib.Path(args[1]).read_text(), re.M)[1],
              "docs/man/pith.3": re.search(r'^\.TH PITH 3 "[^"]*" "pith ([\d.]+)"', read("docs/man/pith.3"), re.M)[1]}
    # pith(1) may leave the version to the command.
    first = re.search(r'^\.TH PITH 1 "[^"]*" "pith ?([\d.]*)"', read("docs/man/pith.1"), re.M)
    places["docs/man/pith.1"] = first[1] or version if first else "no version"
    wrong = [f"{place} has {found}, include/pith.h has {version}" for place, found in places.items() if found != version]
    wrong += check_changelog(version, release)
    wrong += check_git(version) if release else []
    for each in wrong:
        print(each)
    print(f"{version}: {'not ready' if wrong else 'all places agree'}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
