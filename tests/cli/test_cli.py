#!/usr/bin/env python3
"""The command as a user meets it: what it prints, what it says, how it exits.

    test_cli.py PROGRAM [NAME...]

Each test runs the program in an empty folder; run() gives its output, its words and its exit code.
"""
import gzip
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "pith"
ROOT = Path(__file__).resolve().parents[2]
OK, FAILED, USAGE, STRICT = 0, 1, 2, 3


class CommandTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.page("one.html", "<p>One</p>")
        self.page("two.html", "<title>No</title><style>p{}</style><p>Two &amp; two</p>")

    def page(self, name, html):
        (self.folder / name).write_bytes(html if isinstance(html, bytes) else html.encode())

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def run_pith(self, *args, stdin=b"", **more):
        # These tests are about the command and not about methods, which drop pages of two words.
        if not {"strip", "batch", "perplexity", "train", "help", "version", "-m", "--"} & set(args):
            if any(arg == "-" or arg.endswith("html") for arg in args) or stdin:
                args = (*args, "-m", "all")
        return subprocess.run([PROGRAM, *args], input=stdin, capture_output=True,
                              cwd=self.folder, timeout=120, **more)

    def check(self, *args, out="", err="", code=OK, stdin=b""):
        """Runs the program; OUT is all of its output, ERR a part of its words ("": none)."""
        result = self.run_pith(*args, stdin=stdin)
        said = result.stderr.decode()
        self.assertEqual(result.stdout.decode(), out)
        self.assertEqual(result.returncode, code, said)
        if err:
            self.assertIn(err, said)
            self.assertTrue(said.startswith("pith: "), said)
        else:
            self.assertEqual(said, "")

    def check_as_nobody(self, *args, err):
        """Like check(), without root's right to read and write everything, and so of a copy that anybody may run."""
        program, more = PROGRAM, {}
        if os.geteuid() == 0:
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            os.chmod(folder.name, 0o755)
            program = shutil.copy(PROGRAM, folder.name)
            more = {"user": 65534, "group": 65534, "extra_groups": []}
        result = subprocess.run([program, *args], stdin=subprocess.DEVNULL, capture_output=True, cwd=self.folder, **more)
        self.assertEqual((result.stdout, result.returncode), (b"", FAILED), result.stderr)
        self.assertIn(err, result.stderr.decode())


class Help(CommandTest):
    def test_help_fits_a_screen_and_has_examples(self):
        for args in (["--help"], ["-h"], ["help"], ["help", "extract"], ["extract", "--help"],
                     ["help", "strip"], ["-f", "json", "--help"], ["version", "--help"],
                     ["help", "version"], ["help", "analyze"], ["help", "train"], ["help", "eval"],
                     ["help", "perplexity"], ["help", "methods"], ["help", "models"], ["help", "batch"],
                     ["train", "kind", "--help"], ["train", "auto", "--help"],
                     ["train", "perplexity", "--help"]):
            result = self.run_pith(*args)
            lines = result.stdout.decode().splitlines()
            self.assertEqual(result.returncode, OK)
            self.assertLessEqual(len(lines), 32)
            self.assertLessEqual(max(map(len, lines)), 80)
            self.assertIn("examples:", lines)

    def test_manual_has_all_options(self):
        manual = (ROOT / "docs/man/pith.1").read_text().replace("\\-", "-")
        for source in sorted((ROOT / "cli").glob("*.c")):
            for name in re.findall(r'\.name = "([a-z-]+)"', source.read_text()):
                self.assertRegex(manual, rf"--{name}(?![a-z-])", source.name)

    def test_version_names_the_build(self):
        for args in (["--version"], ["-V"], ["version"]):
            out = self.run_pith(*args).stdout.decode()
            self.assertRegex(out, r"^pith \d+\.\d+\.\d+\ncompiler .*\nencodings .*WHATWG")
        self.check("version", "2", err="takes no arguments", code=USAGE)

    def test_unknown_option_suggests_the_nearest(self):
        self.check("--frmat=json", "one.html", err="did you mean --format?", code=USAGE)
        self.page("long", "x\n" * 40000)
        self.check("--comment-words", "long", "one.html", err="long: is too long", code=USAGE)
        self.check("--url", "www.example.org", "one.html", err="is not a full address", code=USAGE)
        self.check("--hlep", err="did you mean --help?", code=USAGE)
        self.check("--out", "x", err="did you mean --output?", code=USAGE)
        self.check("--colour", err="see: pith help extract", code=USAGE)
        self.check("strip", "-x", err="see: pith help strip", code=USAGE)

    def test_unknown_verb_suggests_the_nearest(self):
        self.check("extrat", "one.html", err="did you mean 'extract'?", code=USAGE)
        self.check("help", "stripp", err="did you mean 'strip'?", code=USAGE)
        self.check("ext", "one.html", err="did you mean 'extract'?", code=USAGE)
        self.check("serve", err="no such file or verb; see: pith help", code=USAGE)
        self.check("help", "nosuch", err="no such verb; see: pith help", code=USAGE)

    def test_bad_arguments_of_options(self):
        self.check("-f", "jsn", err="did you mean 'json'?", code=USAGE)
        self.check("-f", "pdf", err="choose from: text, markdown", code=USAGE)
        self.check("--format", err="needs an argument", code=USAGE)
        self.check("--strict=1", err="takes no argument", code=USAGE)
        self.check("--charset", "utf-99", "one.html", err="'utf-99' is not a known encoding", code=USAGE)
        for number in ("", "x", "-1", "1.5", "5Q", "99999999999999999999", "99999999999G"):
            self.check("--max-nodes", number, "one.html", err="is not a number", code=USAGE)
        self.check("--max-depth=7", "one.html", err="choose a value from 8 to 65535", code=USAGE)
        self.check("--max-input", "2G", "one.html", err="out of range", code=USAGE)
        self.check("--deadline", "5m", "one.html", err="write it like 30s", code=USAGE)


class Pages(CommandTest):
    def test_a_file(self):
        self.check("one.html", out="One\n")
        self.check("extract", "one.html", out="One\n")
        self.check("strip", "two.html", out="Two & two\n")

    def test_no_control_characters(self):
        odd = "\x01\x7f\x80\x9b\x9f\ufffe\uffff"
        fine = "\u00a0\ufffd\ufeff \uff01"
        for filler in ("", 40 * "é"):
            page = f"<meta charset=utf-8><p>{filler}a{odd}b{fine}c".encode()
            self.check("strip", "-", stdin=page, out=f"{filler}ab{fine}c\n")

    def test_standard_input(self):
        self.check(stdin=b"<p>In</p>", out="In\n")
        self.check("-", stdin=b"<p>In</p>", out="In\n")
        self.check("strip", stdin=b"<p>In</p><script>x</script>", out="In\n")

    def test_several_files_are_parted_by_blank_lines(self):
        self.page("empty.html", "")
        self.check("one.html", "-", "two.html", stdin=b"<p>In", out="One\n\nIn\n\nTwo & two\n")
        self.check("one.html", "empty.html", "two.html", out="One\n\nTwo & two\n",
                   err="empty.html: empty: there is nothing in it")

    def test_json_is_one_line_per_page(self):
        for args in (["-fjson"], ["-f", "json"], ["--format=json"], ["--format", "json"]):
            result = self.run_pith("one.html", *args, "two.html")
            pages = [json.loads(line) for line in result.stdout.splitlines()]
            self.assertEqual([page["blocks"][0]["text"] for page in pages], ["One", "Two & two"])
            self.assertEqual([page["id"] for page in pages], ["one.html", "two.html"])

    def test_json_names_the_file_whatever_its_name(self):
        names = ['a "b"\n.html', b"caf\xe9.html", "-"]
        for name in names[:2]:
            (self.folder / os.fsdecode(name)).write_bytes(b"<p>x")
        pages = [json.loads(line) for line in
                 self.run_pith("-f", "json", *names, stdin=b"<p>x").stdout.splitlines()]
        self.assertEqual([page.get("id") for page in pages],
                         ['a "b"\n.html', "caf\ufffd.html", None])

    def test_names_that_look_like_something_else(self):
        self.page("extract", "<p>A verb's name")
        self.page("-f", "<p>An option's name")
        self.page("-dash.html", "<p>Dash")
        self.page("a b\n.html", "<p>Space")
        self.check("./extract", "-m", "all", out="A verb's name\n")
        self.check("-m", "all", "--", "-f", out="An option's name\n")
        self.check("-dash.html", err="write ./-dash.html", code=USAGE)
        self.check("./-dash.html", "a b\n.html", out="Dash\n\nSpace\n")

    def test_names_cannot_write_on_the_terminal(self):
        self.check("x\033[2J\npith: all is well.html", code=FAILED,
                   err="x?[2J?pith: all is well.html: no such file")
        for name, shown in ("x\u009b2J\u0080\u009f\u00a0y".encode(), "x?2J??\u00a0y".encode()), \
                (b"x\x9b2J\x80\x9f\xa0", b"x?2J??\xa0"), \
                ("\u00db\u06db\u4e1b\U0001f6db.html".encode(), "\u00db\u06db\u4e1b\U0001f6db.html".encode()), \
                (b"\xc3\xc2\x9b\xe4\x9b\x9b\x9b\xc2", b"\xc3?\xe4\x9b\x9b?\xc2"), \
                ("a\x7f\u202elmth.\u2066\u200f\u061c\u2028b".encode(), b"a??lmth.????b"):
            said = self.run_pith(b"./" + name, "-m", "all").stderr
            self.assertTrue(said.startswith(b"pith: ./" + shown + b": no such file"), said)

    def test_names_cannot_write_on_the_terminal_from_data_either(self):
        name = "a\u009b31m\x7f\x1b.html"
        self.page(name, "<p>One")
        for args in [], ["batch"]:
            out = self.run_pith(*args, "-f", "json", "-m", "all", name).stdout.decode()
            self.assertTrue(out.startswith('{"id":"a\\u009b31m\\u007f\\u001b.html",'), out)
            self.assertEqual(json.loads(out)["id"], name)

    @unittest.skipIf(b"__asan_init" in Path(PROGRAM).read_bytes() or
                     b"__tsan_init" in Path(PROGRAM).read_bytes(), "sanitizers need address space")
    def test_a_page_is_printed_as_a_whole_or_not_at_all(self):
        self.page("long.html", "<p>A paragraph with <b>bold</b> text. " * 20000)
        whole = {form: self.run_pith("-m", "all", "-f", form, "long.html").stdout
                 for form in ("text", "markdown", "json")}
        failed = megabytes = 0

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)

        least = 8  # for the program itself and its libraries
        while (megabytes := least) and self.run_pith("version", preexec_fn=limit).returncode != OK:
            least += 2
        for form, wanted in whole.items():
            for megabytes in range(least + 2, least + 60, 6):
                result = self.run_pith("-m", "all", "-f", form, "long.html", preexec_fn=limit)
                self.assertIn(result.returncode, (OK, FAILED), result.stderr)
                self.assertEqual(result.stdout, wanted if result.returncode == OK else b"")
                if result.returncode == FAILED:
                    failed += 1
                    self.assertRegex(result.stderr.decode(), "^pith: .*memory")
        self.assertGreater(failed, 3)

    def test_charset(self):
        self.check("--charset", "iso-8859-2", "-", stdin=b"<p>\xb1", out="\u0105\n")

    def test_inputs_that_cannot_be_read_are_named_and_skipped(self):
        self.check("gone.html", err="gone.html: no such file", code=FAILED)
        self.check("one.html/x", err="one.html/x: no such file", code=FAILED)
        self.check("", err="'': no such file", code=FAILED)
        self.check(".", err=".: is a folder; name the files in it", code=FAILED)
        self.check("gone.html", "one.html", out="One\n", err="gone.html", code=FAILED)
        self.check("https://www.example.org/", err="curl -sL", code=FAILED)

    def test_no_permission(self):
        self.folder.chmod(0o755)
        (self.folder / "one.html").chmod(0)
        self.check_as_nobody("one.html", err="no permission to read it")

    def test_empty_pages_are_no_failure_unless_strict(self):
        self.check(err="standard input: empty", out="")
        self.check("--strict", err="empty", out="", code=STRICT)
        self.check("--strict", "one.html", out="One\n")

    def test_bounds_give_partial_pages(self):
        html = b"<p>One</p><p>Two</p>"
        self.check("--max-input=10", stdin=html, out="One\n", err="partial: the rest was not read")
        self.check("--max-input=20", stdin=html, out="One\n\nTwo\n")
        self.check("--strict", "--max-input=10", stdin=html, out="One\n", err="partial",
                   code=STRICT)

    def test_binary_data_is_no_page(self):
        words = "not a page but binary data, such as a PDF or an image"
        self.page("a.pdf.html", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog>>\nendobj\n")
        self.page("b.png.html", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        self.page("c.gz.html", gzip.compress(b"<p>One</p>"))
        for file in "a.pdf.html", "b.png.html", "c.gz.html":
            self.check(file, err=f"{file}: empty: {words}")
            self.check("strip", file, err=words)
            self.check("--strict", file, err=words, code=STRICT)
            self.check("--max-input=10", file, err=words)
        page = json.loads(self.run_pith("-f", "json", "a.pdf.html").stdout)
        self.assertEqual((page["status"], page["reason"], page["blocks"]), ("empty", "binary", []))

    def test_bytes_behind_a_tag_are_a_page(self):
        junk = b"<p>" + bytes((i * i * 31 + i // 7) % 256 for i in range(200000))
        result = self.run_pith("-", stdin=junk)
        self.assertEqual(result.returncode, OK)
        result.stdout.decode()

    def test_a_huge_line(self):
        line = "word " * 4000000 + "end"
        self.check("-", stdin=b"<p>" + line.encode(), out=line + "\n")


class Addresses(CommandTest):
    def link(self, head, url):
        result = self.run_pith("-f", "markdown", "--links", "--url", url, "-",
                               stdin=(head + "<p><a href=x>x</a>").encode())
        return result.stdout.decode()

    def test_relative_to_the_page(self):
        self.assertEqual(self.link("", "https://e.org/d/p"), "[x](https://e.org/d/x)\n")

    def test_relative_to_base(self):
        page = "https://e.org/d/p"
        for base, whole in (("/", "https://e.org/x"), ("/b/", "https://e.org/b/x"),
                            ("b/", "https://e.org/d/b/x"), ("//f.org/", "https://f.org/x"),
                            ("http://f.org/b/?a&amp;b", "http://f.org/b/x"),
                            ("", "https://e.org/d/x"), ("data:,x", "https://e.org/d/x")):
            self.assertEqual(self.link(f"<base href='{base}'>", page), f"[x]({whole})\n")

    def test_a_long_base_does_not_blow_up_a_page(self):
        page = b"<base href='/" + 1000 * b"a/" + b"'>" + 2000 * b"<a href=x>x</a><img src=x>y "
        result = self.run_pith("-f", "markdown", "--links", "--images", "--url", "https://e.org/",
                               "-", stdin=page)
        self.assertIn(b"a/x)", result.stdout)
        self.assertLess(len(result.stdout), 6 * len(page))

    def test_nothing_odd_comes_from_base(self):
        link = self.link("<base href='https://f.org/\n\x1b)&#27;/'>", "https://e.org/")
        self.assertEqual(link, "[x](https://e.org/x)\n")


class Output(CommandTest):
    def test_output_file(self):
        self.check("-o", "out.txt", "one.html", "two.html")
        self.assertEqual((self.folder / "out.txt").read_text(), "One\n\nTwo & two\n")
        self.assertEqual(self.files(), ["one.html", "out.txt", "two.html"])

    def test_a_dash_is_standard_output(self):
        self.check("-o", "-", "one.html", out="One\n")
        self.assertEqual(self.files(), ["one.html", "two.html"])

    def test_output_file_keeps_its_mode_and_its_link(self):
        (self.folder / "old.txt").touch(mode=0o640)
        (self.folder / "link.txt").symlink_to("old.txt")
        self.check("one.html", "--output=link.txt")
        self.assertTrue((self.folder / "link.txt").is_symlink())
        self.assertEqual((self.folder / "old.txt").read_text(), "One\n")
        self.assertEqual((self.folder / "old.txt").stat().st_mode & 0o777, 0o640)

    def test_output_may_be_the_input(self):
        self.check("one.html", "-o", "one.html")
        self.assertEqual((self.folder / "one.html").read_text(), "One\n")

    def test_old_output_survives_a_failure(self):
        (self.folder / "out.txt").write_text("old")
        self.check("-o", "out.txt", "gone.html", err="gone.html", code=FAILED)
        self.assertEqual((self.folder / "out.txt").read_text(), "old")
        self.assertEqual(self.files(), ["one.html", "out.txt", "two.html"])

    def test_output_that_cannot_be_written(self):
        self.check("-o", "gone/out.txt", "one.html", err="its folder does not exist", code=FAILED)
        self.check("-o", ".", "one.html", err="is a folder", code=FAILED)
        self.check("-o", "", "one.html", err="needs a file name", code=USAGE)

    def test_output_without_permission(self):
        self.folder.chmod(0o555)
        self.check_as_nobody("-o", "out.txt", "one.html", err="no permission to write")
        self.folder.chmod(0o700)

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_full_disk(self):
        self.check("-o", "/dev/full", "one.html", err="/dev/full: cannot write", code=FAILED)
        for args in (["strip", "one.html"], ["--help"], ["--version"]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([PROGRAM, *args], stdout=full, stderr=subprocess.PIPE,
                                        cwd=self.folder)
            self.assertIn(b"standard output: ", result.stderr)
            self.assertEqual(result.returncode, FAILED)

    def test_a_closed_pipe_is_no_news(self):
        self.page("big.html", "<p>word" * 300000)
        for ignored in (False, True):  # killed by SIGPIPE, or told by the write
            child = subprocess.Popen([PROGRAM, "strip", "--deadline", "0", "big.html"], stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, cwd=self.folder,
                                     restore_signals=not ignored)
            child.stdout.read(1)
            child.stdout.close()
            self.assertEqual(child.stderr.read(), b"")
            child.stderr.close()
            self.assertEqual(child.wait(), FAILED if ignored else -signal.SIGPIPE)

    def test_an_interrupted_run_leaves_no_litter(self):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no core by SIGQUIT
        for how in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            child = subprocess.Popen([PROGRAM, "-", "-o", "out.txt"], stdin=subprocess.PIPE,
                                     cwd=self.folder)
            while len(self.files()) == 2 and child.poll() is None:  # until its file is there
                time.sleep(0.01)
            time.sleep(0.1)
            child.send_signal(how)
            self.assertEqual(child.wait(), -how)
            child.stdin.close()
            self.assertEqual(self.files(), ["one.html", "two.html"])

    def test_a_file_over_the_shell_s_limit_leaves_no_litter(self):
        self.page("big.html", "<p>word" * 30000)
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        result = self.run_pith("big.html", "-o", "out.txt", preexec_fn=limit)
        self.assertIn(result.returncode, (FAILED, -signal.SIGXFSZ))  # Python ignores the signal
        self.assertEqual(self.files(), ["big.html", "one.html", "two.html"])


class ClosedStreams(CommandTest):
    """A parent may leave a standard stream closed: its number must not come to mean another file."""
    def run_without(self, *args, closed, **more):
        return subprocess.run([PROGRAM, *args], preexec_fn=lambda: [os.close(each) for each in closed],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              cwd=self.folder, timeout=120, **more)

    def test_closed_input_cannot_be_read(self):
        self.page("out", "old")
        files = self.files()
        for args in ([], ["-"], ["strip", "-"], ["-o", "out"], ["-o", "out", "-"], ["perplexity", "-"],
                     *(["batch", "--jsonl", "-T", threads, *more]
                       for threads in ("1", "2", "4") for more in ([], ["-o", "out"]))):
            for closed in [0], [0, 1]:
                result = self.run_without(*args, closed=closed)
                self.assertEqual(result.returncode, FAILED, args)
                self.assertIn(b"pith: standard input: cannot read it", result.stderr)
                self.assertEqual(result.stdout, b"")
            self.assertEqual((self.folder / "out").read_text(), "old")
            self.assertEqual(self.files(), files)

    def test_other_files_are_read_and_written(self):
        self.page("out", "old")
        for closed in [0], [1], [2], [0, 1, 2]:
            result = self.run_without("strip", "one.html", "-o", "out", closed=closed)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (OK, b"", b""))
            self.assertEqual((self.folder / "out").read_text(), "One\n")

    def test_closed_output_is_an_error(self):
        for args in ["strip", "one.html"], ["--help"]:
            for closed in [1], [0, 1]:
                result = self.run_without(*args, closed=closed)
                self.assertEqual(result.returncode, FAILED)
                self.assertIn(b"pith: standard output: ", result.stderr)

    def test_words_do_not_get_into_the_output(self):
        self.page("empty.html", "")
        for closed in [2], [0, 2], [0, 1, 2]:
            result = self.run_without("strip", "one.html", "empty.html", "gone.html", "-o", "out", closed=closed)
            self.assertEqual(result.returncode, FAILED)
            self.assertEqual((self.folder / "out").read_text(), "One\n")


class Terminal(CommandTest):
    def on_terminal(self, *args, **environment):
        """What the program says with a terminal as its standard input and error."""
        try:
            here, there = os.openpty()
        except OSError as error:
            self.skipTest(f"no terminal to be had: {error}")
        result = subprocess.run([PROGRAM, *args], stdin=there, stdout=subprocess.PIPE,
                                stderr=there, cwd=self.folder,
                                env={"PATH": "", "TERM": "xterm", **environment})
        os.close(there)
        said = os.read(here, 4096).decode()
        os.close(here)
        return result.returncode, said

    def test_colour_only_where_it_is_wanted(self):
        self.assertIn("\033[", self.on_terminal("gone.html")[1])
        self.assertIn("\033[", self.on_terminal("gone.html", NO_COLOR="")[1])
        self.assertNotIn("\033[", self.on_terminal("gone.html", NO_COLOR="1")[1])
        self.assertNotIn("\033[", self.on_terminal("gone.html", TERM="dumb")[1])

    def test_nothing_to_read_asks_for_a_page(self):
        code, said = self.on_terminal()
        self.assertEqual(code, USAGE)
        self.assertIn("pith --help", said)


if __name__ == "__main__":
    unittest.main()
