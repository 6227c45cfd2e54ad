"""Programs that read markdown, each with raw HTML allowed and everything that it knows switched on.

    for name, read in readers():
        html = read(markdown)
"""
import json
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
GFM = ["cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", "-e", "autolink", "-e", "tasklist"]
# One by tools/get-markdown-it.sh, one of Debian's package
MARKDOWN_ITS = ("/usr/local/share/pith-tests/markdown-it.js", "/usr/share/nodejs/markdown-it/dist/markdown-it.js")
PYTHONS = (sys.executable, "/usr/bin/python3")  # the second is Debian's, which has Debian's packages


def one_shot(command):
    def read(markdown):
        return subprocess.run(command, input=markdown.encode(), capture_output=True, check=True).stdout.decode()

    return read


class Server:
    """A program that answers one line of JSON with another, so that it starts only once."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def __call__(self, markdown):
        self.process.stdin.write(json.dumps(markdown).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def works(self):
        try:
            return self("a") == "<p>a</p>\n"
        except (ValueError, OSError):
            return False


def servers():
    """The versions of markdown-it, whether they are there or not."""
    for python in dict.fromkeys(PYTHONS):
        yield f"markdown-it-py of {python}", (python, HERE / "read_markdown_it.py")
    for file in MARKDOWN_ITS:
        if pathlib.Path(file).exists():
            for preset in ("commonmark", "default"):
                yield f"markdown-it {preset} of {file}", ("node", HERE / "read_markdown_it.js", file, preset)


def readers():
    """All that there are, by name."""
    if shutil.which("cmark"):
        yield "cmark", one_shot(["cmark", "--unsafe"])
    if shutil.which("cmark-gfm"):
        yield "cmark-gfm", one_shot(GFM)
    for name, command in servers():
        if shutil.which(command[0]):
            server = Server(*command)
            if server.works():
                yield name, server


def is_extended(name):
    """Whether a reader knows tables and struck text, which CommonMark does not have."""
    return name != "cmark" and not name.startswith("markdown-it commonmark")
