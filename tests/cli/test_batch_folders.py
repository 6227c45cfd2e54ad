#!/usr/bin/env python3
"""pith batch FOLDER: every page in it, in order, as JSON lines or as one file each.

    test_batch_folders.py PROGRAM [NAME...]
"""
import json
import os
import resource
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from test_batch import SANITIZED, page
from test_cli import FAILED, OK, PROGRAM, STRICT, USAGE, CommandTest

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


class FoldersTest(CommandTest):
    def put(self, name, data="<p>Text</p>"):
        """A file, and the folders above it. NAME may be bytes."""
        path = os.path.join(os.fsencode(self.folder), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())

    def batch(self, *args, code=OK, **more):
        result = self.run_pith("batch", "-m", "all", *args, **more)
        self.assertEqual(result.returncode, code, result.stderr)
        return result

    def answers(self, *args, code=OK):
        lines = self.batch(*args, code=code).stdout.split(b"\n")
        self.assertEqual(lines.pop(), b"")
        return [json.loads(line.decode()) for line in lines]

    def ids(self, *args, code=OK):
        return [answer["id"] for answer in self.answers(*args, code=code)]

    def tree(self, folder):
        """What is below a folder: path, content."""
        top = os.fsencode(self.folder / folder)
        return {os.path.relpath(os.path.join(at, name), top): Path(os.fsdecode(os.path.join(at, name))).read_bytes()
                for at, _, names in os.walk(top) for name in names}


class Walk(FoldersTest):
    def test_an_answer(self):
        self.put("in/a.html", "<h1>A</h1><p>B")
        result = self.batch("in")
        self.assertRegex(result.stdout.decode(), r'^{"id":"in/a.html","status":"ok",'
                         r'"confidence":[01]\.\d{3},"text":"A\\n\\nB"}\n$')
        self.assertEqual(result.stderr, b"")

    def test_the_order_is_that_of_the_bytes_of_paths(self):
        names = ["a.html", "a/b.htm", "a/b/c.html", "a/b-c.html", "a-b/z.html", "a0.html", "B.HTML", "b.xhtml",
                 "a/\u00e9.html", "a/z.html", "a!/x.html", "c/d/e/f/g.html"]
        for name in names:
            self.put("in/" + name)
        expected = sorted(("in/" + name for name in names), key=str.encode)
        for threads in "1", "2", "7":
            self.assertEqual(self.ids("in", "-T", threads), expected)

    def test_operands_in_the_order_in_which_they_are_named(self):
        self.put("b/1.html")
        self.put("a/1.html")
        self.assertEqual(self.ids("b/", "two.html", "./a", "b//1.html"),
                         ["b/1.html", "two.html", "./a/1.html", "b//1.html"])
        self.assertEqual(self.ids(str(self.folder / "a")), [str(self.folder / "a/1.html")])

    def test_what_is_no_page_is_left_out_unless_it_is_named(self):
        for name in "x.css", "html", ".hidden.html", ".git/a.html", "y.html.gz", "z.txt", "p.html", ".html":
            self.put("in/" + name)
        os.mkdir(self.folder / "in/folder.html")
        os.mkfifo(self.folder / "in/fifo.html")
        self.assertEqual(self.ids("in"), ["in/p.html"])
        self.assertEqual(self.ids("in/x.css", "in/.hidden.html"), ["in/x.css", "in/.hidden.html"])

    def test_plain_text(self):
        self.put("in/a.txt", "One < two\n\nThree")
        self.put("in/b.html")
        answer, = self.answers("in", "--text")
        self.assertEqual((answer["id"], answer["text"]), ("in/a.txt", "One < two\n\nThree"))

    def test_links_to_folders_are_not_followed(self):
        self.put("in/a/b.html")
        os.symlink("..", self.folder / "in/a/up")
        os.symlink("b.html", self.folder / "in/a/c.html")
        os.symlink("in", self.folder / "link")
        self.assertEqual(self.ids("in"), ["in/a/b.html", "in/a/c.html"])
        self.assertEqual(self.ids("link"), ["link/a/b.html", "link/a/c.html"])

    def test_deep_folders(self):
        deep = "/".join(["d"] * 100)
        self.put(f"in/{deep}/a.html")
        self.assertEqual(self.ids("in"), [f"in/{deep}/a.html"])
        self.put(f"in/{deep}/{deep}/a.html")
        self.put("in/z.html")
        first, deepest, last = self.answers("in", code=FAILED)
        self.assertEqual([first["id"], last["id"]], [f"in/{deep}/a.html", "in/z.html"])
        self.assertIn("folders are nested too deeply", deepest["error"])
        self.assertEqual(self.ids(deepest["id"], "-T", "1"), [f"in/{deep}/{deep}/a.html"])

    def test_odd_names(self):
        names = [b"with space.html", b"\xff\xfe.html", b"new\nline.html", b"\"quote\\.html", b"-f.html",
                 "\u4e2d.html".encode()]
        for name in names:
            self.put(b"in/" + name, "<p>Text")
        ids = self.ids("in")
        self.assertEqual(ids, ["in/" + name.decode(errors="replace") for name in sorted(names)])
        self.batch("in", "--into", "out")
        self.assertEqual(self.tree("out"), {name[:-5] + b".txt": b"Text\n" for name in names})

    def test_many_files_on_threads(self):
        for number in range(300):
            self.put(f"in/{number % 7}/{number}.html", page(number, 1 + number % 5))
        one = self.batch("in", "-T", "1").stdout
        self.assertEqual(one.count(b"\n"), 300)
        for threads in "2", "5":
            self.assertEqual(self.batch("in", "-T", threads).stdout, one)

    def test_progress_on_a_terminal(self):
        for number in range(3):
            self.put(f"in/{number}.html")
        os.mkfifo(self.folder / "slow")
        try:
            here, there = os.openpty()
        except OSError as error:
            self.skipTest(f"no terminal to be had: {error}")
        with open(self.folder / "out", "wb") as out:
            child = subprocess.Popen([PROGRAM, "batch", "-T", "1", "slow", "in"], stdout=out, stderr=there,
                                     cwd=self.folder, env={"PATH": "", "TERM": "xterm"})
        os.close(there)
        with open(self.folder / "slow", "wb") as slow:
            time.sleep(0.3)
            slow.write(b"<p>Text")
        child.wait()
        said = os.read(here, 65536).decode()
        os.close(here)
        self.assertRegex(said, r"1 pages, \d+ pages/s, \d+\.\d MB/s")

    @unittest.skipIf(SANITIZED, "sanitizers keep freed memory")
    def test_memory_does_not_grow_with_the_number_of_files(self):
        def peak(count):
            with open(self.folder / "out", "wb") as out:
                child = subprocess.Popen([PROGRAM, "batch", "-T", "2", *["in"] * count], stdout=out, cwd=self.folder)
                _, status, usage = os.wait4(child.pid, 0)
            child.returncode = status
            self.assertEqual(status, 0)
            return usage.ru_maxrss
        for number in range(20):
            self.put(f"in/{number}.html", page(number, 100))
        self.assertLess(peak(60), peak(3) + 4096)

    def test_nothing_to_do(self):
        os.mkdir(self.folder / "in")
        result = self.batch("in")
        self.assertEqual(result.stdout, b"")
        self.assertIn(b"found no pages", result.stderr)


class Errors(FoldersTest):
    def test_a_file_that_cannot_be_read_has_its_line(self):
        self.put("in/a.html")
        os.symlink("nowhere", self.folder / "in/b.html")
        self.put("in/c.html")
        result = self.batch("in", "nosuch.html", code=FAILED)
        a, b, c, d = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual(list(b), ["id", "status", "error"])
        self.assertEqual((b["id"], b["status"]), ("in/b.html", "error"))
        self.assertIn("no such file", b["error"])
        self.assertEqual([a["text"], c["text"], d["id"]], ["Text", "Text", "nosuch.html"])
        self.assertIn(b"pith: in/b.html: no such file", result.stderr)
        self.assertIn(b"2 of 4 pages failed", result.stderr)

    def test_no_permission(self):
        """Root may read everything, so it runs a copy of the program as nobody."""
        self.put("in/a.html")
        self.put("in/b/c.html")
        self.put("in/d.html")
        os.chmod(self.folder / "in/a.html", 0)
        os.chmod(self.folder / "in/b", 0)
        program, nobody = PROGRAM, None
        if ROOT:
            os.chmod(self.folder, 0o755)
            program, nobody = shutil.copy(PROGRAM, self.folder / "program"), 65534
        result = subprocess.run([program, "batch", "-m", "all", "in"], user=nobody, capture_output=True,
                                cwd=self.folder, timeout=120)
        os.chmod(self.folder / "in/b", 0o700)
        self.assertEqual(result.returncode, FAILED)
        a, b, d = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertIn("no permission", a["error"])
        self.assertEqual(b["id"], "in/b")
        self.assertIn("cannot read this folder", b["error"])
        self.assertEqual(d["text"], "Text")

    def test_empty_pages_and_strict(self):
        self.put("in/a.html", "")
        self.put("in/b.html")
        answer, _ = self.answers("in")
        self.assertEqual((answer["status"], answer["reason"]), ("empty", "no-input"))
        self.batch("in", "--strict", code=STRICT)

    def test_binary_data_are_empty_pages(self):
        self.put("in/a.html", "%PDF-1.7\n")
        self.put("in/b.html", "PK\3\4")
        for answer in self.answers("in"):
            self.assertEqual((answer["status"], answer["reason"], answer["text"]), ("empty", "binary", ""))

    def test_bounds(self):
        self.put("in/a.html", "<p>One</p>" * 1000)
        answer, = self.answers("in", "--max-input", "100")
        self.assertEqual((answer["status"], answer["reason"]), ("partial", "input"))

    def test_usage(self):
        for args, words in ((), "no pages given; use: pith"), (("-",), "standard input"), \
                (("--resume", "one.html"), "needs --into"), (("--no-sync", "one.html"), "needs --into"), (("--into", "", "one.html"), "needs the name"), \
                (("--into", "x", "-o", "y", "one.html"), "choose one"), \
                (("--jsonl", "--into", "x"), "cannot be used with --jsonl; use -o"), \
                (("--jsonl", "--charset", "utf-8"), "JSON is always UTF-8"):
            self.check("batch", *args, err=words, code=USAGE)
        self.check("batch", "--into", "one.html", "two.html", err="needs the name of a folder", code=FAILED)
        self.check("batch", "--into", "no/such", "two.html", err="cannot create this folder", code=FAILED)
        self.assertEqual(self.files(), ["one.html", "two.html"])


class Options(FoldersTest):
    def test_formats_are_those_of_lines(self):
        html = "<title>T</title><h1>Title</h1><p>Some <b>text</b>.</p><ul><li>One</li></ul>"
        self.put("in/a.html", html)
        line = json.dumps({"id": "in/a.html", "html": html}).encode()
        for args in ["-f", "text"], ["-f", "markdown"], ["-f", "html"], ["-f", "cleaneval"], ["--metadata"], \
                ["-m", "words,density", "--vote", "any"], ["-m", "perplexity", "--limit", "100", "--mark"]:
            by_line = self.run_pith("batch", "--jsonl", "-m", "all", *args, stdin=line).stdout
            self.assertEqual(self.batch("in", *args).stdout, by_line)
        answer, = self.answers("in", "-f", "json")
        self.assertEqual([answer["id"], answer["status"]], ["in/a.html", "ok"])
        self.assertEqual(len(answer["blocks"]), 3)

    def test_charset(self):
        self.put("in/a.html", b"<p>\xe1")
        answer, = self.answers("in", "--charset", "iso-8859-2")
        self.assertEqual(answer["text"], "\u00e1")

    def test_output_file(self):
        self.put("in/a.html")
        expected = self.batch("in").stdout
        self.put("out", "old")
        self.assertEqual(self.batch("in", "-o", "out").stdout, b"")
        self.assertEqual((self.folder / "out").read_bytes(), expected)

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_full_disk(self):
        for number in range(50):
            self.put(f"in/{number}.html", page(number, 20))
        for threads in "1", "4":
            result = self.batch("in", "-T", threads, "-o", "/dev/full", code=FAILED)
            self.assertIn(b"/dev/full: cannot write it: No space left", result.stderr)


class Into(FoldersTest):
    def test_the_same_tree(self):
        for name in "a.html", "b/c.htm", "b/d/e.xhtml", "b.v2/F.HTML", "b/empty/no.css":
            self.put("in/" + name, f"<h1>{name}</h1>")
        result = self.batch("in", "--into", "out")
        self.assertEqual((result.stdout, result.stderr), (b"", b""))
        self.assertEqual(self.tree("out"), {b"a.txt": b"a.html\n", b"b/c.txt": b"b/c.htm\n",
                                            b"b/d/e.txt": b"b/d/e.xhtml\n", b"b.v2/F.txt": b"b.v2/F.HTML\n"})
        self.assertFalse((self.folder / "out/b/empty").exists())

    def test_files_that_are_named(self):
        self.put("in/deep/a.html")
        self.put("page")
        self.batch("in/deep/a.html", "../" + self.folder.name + "/page", "--into", "out")
        self.assertEqual(set(self.tree("out")), {b"a.txt", b"page.txt"})

    def test_content_and_endings_by_format(self):
        self.put("in/a.html", "<title>T</title><h1>Title</h1><p>Some <b>text</b>.")
        for name, ending in ("text", "txt"), ("markdown", "md"), ("html", "html"), ("json", "json"), \
                ("cleaneval", "cleaneval"):
            self.batch("in", "-f", name, "--metadata", "--into", "out")
            alone = self.run_pith("-m", "all", "-f", name, "--metadata", "in/a.html").stdout
            self.assertEqual((self.folder / f"out/a.{ending}").read_bytes(), alone)
        self.assertEqual(len(self.tree("out")), 5)

    def test_empty_pages_give_empty_files_and_errors_none(self):
        self.put("in/a.html", "")
        os.symlink("nowhere", self.folder / "in/b.html")
        result = self.batch("in", "--into", "out", code=FAILED)
        self.assertEqual(self.tree("out"), {b"a.txt": b""})
        self.assertIn(b"pith: in/b.html: no such file", result.stderr)
        self.assertIn(b"1 of 2 pages failed", result.stderr)

    def test_an_old_file_survives_an_error(self):
        self.put("in/b.html", "<p>Old")
        self.batch("in", "--into", "out")
        os.remove(self.folder / "in/b.html")
        os.symlink("nowhere", self.folder / "in/b.html")
        self.batch("in", "--into", "out", code=FAILED)
        self.assertEqual(self.tree("out"), {b"b.txt": b"Old\n"})

    def test_two_pages_for_one_file(self):
        self.put("in/a.htm", "<p>First")
        self.put("in/a.html", "<p>Second")
        self.put("more/a.html", "<p>Third")
        for more in [], ["--resume"]:
            result = self.batch("in", "more", "--into", "out", *more, code=FAILED)
            self.assertEqual(self.tree("out"), {b"a.txt": b"First\n"})
            self.assertIn(b"in/a.html: an earlier page", result.stderr)
            self.assertIn(b"more/a.html: an earlier page", result.stderr)

    def test_names_that_share_a_hash_are_two_files(self):
        """Names with the same 64-bit FNV-1a hash, and many with the same hash in base/hash.h."""
        names = [b"8yn0iYCKYHlIj4-BwPqk", b"GReLUrM4wMqfg9yzV3KQ", b"gMPflVXtwGDXbIhP73TX", b"LtHf1prlU1bCeYZEdqWf"]

        def mix(state, value):
            state = (state ^ value) * 0x9E3779B97F4A7C15 % 2 ** 64
            return state ^ state >> 29

        number = 0
        while len(names) < 200:  # paths of 24 bytes: eight, eight that take the difference back, and abcd.txt
            number += 1
            first = b"%08d" % number
            second = (mix(mix(0, 24), int.from_bytes(first, "little")) ^ 0x123456789ABCDEF).to_bytes(8, "little")
            if b"\0" not in second and b"/" not in second:
                names.append(first + second + b"abcd")
        for name in names:
            self.put(b"in/" + name + b".html", b"<p>" + name.hex().encode())
        self.batch("--into", "out", "in")
        self.assertEqual(self.tree("out"), {name + b".txt": name.hex().encode() + b"\n" for name in names})

    def test_nothing_is_written_outside(self):
        self.put("in/sub/a.html")
        self.put("in/b.html")
        os.mkdir(self.folder / "elsewhere")
        self.put("elsewhere/b.txt", "keep")
        os.mkdir(self.folder / "out")
        os.symlink("../elsewhere", self.folder / "out/sub")
        os.symlink("../elsewhere/b.txt", self.folder / "out/b.txt")
        result = self.batch("in", "--into", "out", code=FAILED)
        self.assertIn(b"out/sub/a.txt: cannot create its folder", result.stderr)
        self.assertEqual(self.tree("elsewhere"), {b"b.txt": b"keep"})
        self.assertFalse((self.folder / "out/b.txt").is_symlink())
        self.assertEqual((self.folder / "out/b.txt").read_text(), "Text\n")

    def test_a_folder_in_the_way_and_long_names(self):
        self.put("in/" + "a" * 250 + ".html")
        self.put("in/b.html")
        self.put("in/c.html")
        os.makedirs(self.folder / "out/b.cleaneval")
        result = self.batch("in", "-f", "cleaneval", "--into", "out", code=FAILED)
        self.assertEqual(set(self.tree("out")), {b"c.cleaneval"})
        self.assertIn(b"out/b.cleaneval: cannot write it: there is a folder", result.stderr)
        self.assertIn(b"2 of 3 pages failed", result.stderr)

    def test_inputs_are_not_overwritten(self):
        self.put("in/a.html")
        self.put("in/sub/a.html")
        self.put("in/t.txt")
        before = self.tree(".")
        os.symlink("in", self.folder / "link")
        for args in (["in", "--into", "in"], ["in", "--into", "in/out"], ["in", "--into", "link/sub"],
                     ["in/sub", "--into", "in"], ["in", "--into", "."], ["in/a.html", "--into", "in"],
                     ["one.html", "--into", "."]):
            result = self.batch(*args, "-f", "html", code=USAGE)
            self.assertIn(b"could overwrite the input", result.stderr)
        self.batch("in", "--text", "--into", "in", code=USAGE)
        self.batch("in/t.txt", "--into", "in", code=USAGE)
        os.remove(self.folder / "link")
        self.assertEqual(self.tree("."), before)
        self.assertFalse((self.folder / "in/out").exists())

    def test_beside_the_pages(self):
        self.put("in/a.html")
        self.batch("in", "--into", "in")
        self.batch("in", "-f", "json", "--into", "in")
        self.batch("one.html", "-f", "html", "--into", "out")
        self.assertEqual(set(self.tree("in")), {b"a.html", b"a.txt", b"a.json"})

    def test_resume(self):
        for name in "a", "b", "c", "d/e":
            self.put(f"in/{name}.html", f"<p>{name}")
        self.put("out/a.txt", "there")
        self.put("out/d/e.txt", "")
        result = self.batch("in", "--into", "out", "--resume")
        self.assertEqual(self.tree("out"), {b"a.txt": b"there", b"b.txt": b"b\n", b"c.txt": b"c\n", b"d/e.txt": b""})
        self.assertIn(b"skipped 2 pages", result.stderr)
        self.batch("in", "--into", "out")
        self.assertEqual(self.tree("out")[b"a.txt"], b"a\n")

    def test_resume_does_not_look_outside_either(self):
        for name in "a", "sub/b", "sub/deep/c":
            self.put(f"in/{name}.html")
        for name in "elsewhere/b.txt", "elsewhere/deep/c.txt":
            self.put(name, "keep")
        os.mkdir(self.folder / "out")
        os.symlink("../elsewhere", self.folder / "out/sub")
        result = self.batch("in", "--into", "out", "--resume", code=FAILED)
        self.assertNotIn(b"left out", result.stderr)
        for name in b"b", b"deep/c":
            self.assertIn(b"out/sub/" + name + b".txt: cannot create its folder", result.stderr)
        self.assertEqual(self.tree("elsewhere"), {b"b.txt": b"keep", b"deep/c.txt": b"keep"})
        self.assertEqual((self.folder / "out/a.txt").read_text(), "Text\n")
        os.symlink("out", self.folder / "link")  # the folder that is named may be one
        result = self.batch("in/a.html", "--into", "link", "--resume")
        self.assertIn(b"skipped 1 page", result.stderr)

    def test_a_run_that_is_killed_leaves_whole_files_and_can_be_resumed(self):
        for number in range(400):
            self.put(f"in/{number % 9}/{number}.html", page(number, 40))
        self.batch("in", "--into", "whole")
        whole = self.tree("whole")
        for how in signal.SIGTERM, signal.SIGINT, signal.SIGKILL:
            child = subprocess.Popen([PROGRAM, "batch", "-m", "all", "-T", "2", "in", "--into", "out"],
                                     cwd=self.folder, stderr=subprocess.DEVNULL)
            while not (self.folder / "out/0").exists() and child.poll() is None:
                time.sleep(0.001)
            child.send_signal(how)
            child.wait()
            left = self.tree("out")
            if how == signal.SIGKILL:  # nobody can clean up then, but such files are hidden
                left = {name: text for name, text in left.items() if b".pith-" not in name}
            for name, text in left.items():
                self.assertEqual(text, whole[name], name)
            self.batch("in", "--into", "out", "--resume", "-T", "2")
            self.assertEqual({name: text for name, text in self.tree("out").items() if b".pith-" not in name}, whole)
            shutil.rmtree(self.folder / "out")

    def test_signals_to_any_thread_leave_no_litter(self):
        """As timeout(1) sends them: twice."""
        for number in range(600):
            self.put(f"in/{number % 2}/{number}.html")
        for after in range(0, 120, 6):
            child = subprocess.Popen([PROGRAM, "batch", "-m", "all", "-T", "3", "in", "--into", "out"],
                                     cwd=self.folder, stderr=subprocess.PIPE)
            while child.poll() is None and not (self.folder / f"out/0/{after}.txt").exists():
                time.sleep(0.0005)
            for how in signal.SIGINT, signal.SIGINT, signal.SIGTERM:
                child.send_signal(how)
            self.assertEqual(child.communicate(timeout=120)[1], b"")
            self.assertIn(child.returncode, (OK, -signal.SIGINT, -signal.SIGTERM))
            self.assertEqual(set(self.tree("out").values()) - {b"Text\n"}, set())
            self.assertEqual([name for name in self.tree("out") if b".pith-" in name], [])
            shutil.rmtree(self.folder / "out")

    def test_hidden_files_of_other_runs_are_left_alone(self):
        """Also those with the process number in their name, which two machines may share."""
        self.put("in/a.html")
        for name in ".pith-1", ".pith-abcdefgh", ".pith-abcdefgh.txt":
            self.put("out/" + name, "foreign")

        def put_one():
            self.put(f"out/.pith-{os.getpid()}", "foreign")
        self.batch("in", "--into", "out", preexec_fn=put_one)
        left = self.tree("out")
        self.assertEqual(left.pop(b"a.txt"), b"Text\n")
        self.assertEqual(set(left.values()), {b"foreign"})
        self.assertEqual(len(left), 4)
        os.remove(self.folder / "out/a.txt")
        result = self.batch("in", "--into", "out", "--resume")
        self.assertEqual(result.stderr, b"")
        self.assertEqual((self.folder / "out/a.txt").read_text(), "Text\n")

    def test_runs_at_the_same_time_into_one_folder(self):
        for run in "ab":
            for number in range(150):
                self.put(f"{run}/{run}{number}.html", f"<p>{run}{number} </p>" * 40)
            self.put(f"{run}/both.html", "<p>" + run * 1000)
        runs = [subprocess.Popen([PROGRAM, "batch", "-m", "all", "-T", "2", run, "--into", "out"],
                                 cwd=self.folder, stderr=subprocess.PIPE) for run in "abab"]
        for run in runs:
            self.assertEqual(run.communicate(timeout=120)[1], b"")
            self.assertEqual(run.returncode, OK)
        left = self.tree("out")
        self.assertIn(left.pop(b"both.txt"), (b"a" * 1000 + b"\n", b"b" * 1000 + b"\n"))
        self.assertEqual(len(left), 300)
        for name, text in left.items():
            self.assertEqual(text.split(), [name[:-4]] * 40)

    def test_a_file_over_the_shell_s_limit_leaves_the_old_one(self):
        self.put("in/a.html", page(1, 200))
        self.put("in/b.html")
        self.put("out/a.txt", "old")

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        result = self.batch("in", "--into", "out", preexec_fn=limit, code=FAILED)
        self.assertIn(b"out/a.txt: cannot write it: File too large", result.stderr)
        self.assertEqual(self.tree("out"), {b"a.txt": b"old", b"b.txt": b"Text\n"})

    def test_many_files_on_threads(self):
        for number in range(200):
            self.put(f"in/{number % 7}/{number}.html", page(number, 1 + number % 5))
        self.batch("in", "--into", "one", "-T", "1")
        self.batch("in", "--into", "many", "-T", "6")
        self.assertEqual(len(self.tree("one")), 200)
        self.assertEqual(self.tree("one"), self.tree("many"))


if __name__ == "__main__":
    unittest.main()
