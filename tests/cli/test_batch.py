#!/usr/bin/env python3
"""pith batch --jsonl: one answer per line, in order, whatever the line is. For folders see
test_batch_folders.py.

    test_batch.py PROGRAM [NAME...]
"""
import contextlib
import gzip
import hashlib
import json
import lzma
import os
import random
import resource
import signal
import subprocess
import threading
import time
import unittest
from pathlib import Path

from test_cli import FAILED, OK, PROGRAM, STRICT, USAGE, CommandTest

PROGRAM_BYTES = Path(PROGRAM).read_bytes()
SANITIZED = b"__asan_init" in PROGRAM_BYTES or b"__tsan_init" in PROGRAM_BYTES
WORDS = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split()


def line(html="<p>One</p>", **more):
    return json.dumps({**more, "html": html}).encode()


def page(number, paragraphs):
    """A page of its own for each number, with markup, escapes and other scripts."""
    dice = random.Random(number)
    text = "".join(f'<p class="c">{" ".join(dice.choices(WORDS, k=30))} \u00e9\u4e2d\U0001f600 "x" \\'
                   for _ in range(paragraphs))
    return f"<title>{number}</title><ul><li><a href=/>menu</a></ul>{text}"


class BatchTest(CommandTest):
    def batch(self, *args, stdin=b"", **more):
        return self.run_pith("batch", "--jsonl", "-m", "all", *args, stdin=stdin, **more)

    def ask(self, *lines, args=(), code=OK):
        """The answers to some lines, as objects."""
        result = self.batch(*args, stdin=b"".join(each + b"\n" for each in lines))
        self.assertEqual(result.returncode, code, result.stderr)
        answers = result.stdout.split(b"\n")
        self.assertEqual(answers.pop(), b"")
        self.assertEqual(len(answers), len(lines))
        return [json.loads(answer.decode()) for answer in answers]

    def error(self, bad, *args):
        """What is said of one bad line among good ones."""
        before, answer, after = self.ask(line(id=1), bad, line(id=3), args=args, code=FAILED)
        self.assertEqual([before["text"], after["text"]], ["One", "One"])
        self.assertEqual(answer["status"], "error")
        self.assertEqual(answer["line"], 2)
        return answer


class Protocol(BatchTest):
    def test_an_answer(self):
        result = self.batch(stdin=line("<h1>A</h1><p>B \"\\ \u00e9", id="x") + b"\n")
        self.assertRegex(result.stdout.decode(), r'^{"id":"x","status":"ok","confidence":[01]\.\d{3},'
                         r'"text":"A\\n\\nB \\"\\\\ \u00e9"}\n$')
        self.assertEqual((result.returncode, result.stderr), (OK, b""))

    def test_lone_surrogates_in_an_id_are_replaced(self):
        for id, wanted in ((r'"\ud800"', r'"\ufffd"'), (r'"a\uDFffb"', r'"a\ufffdb"'),
                           (r'"\ud83d\ude00"', r'"\ud83d\ude00"'), (r'"\\ud800"', r'"\\ud800"'),
                           (r'"\ud83d\ud83d\ude00\ude00"', r'"\ufffd\ud83d\ude00\ufffd"'),
                           (r'"\ud800x\udc00"', r'"\ufffdx\ufffd"'),
                           (r'[{"\udead": ["\ud800"]}]', r'[{"\ufffd": ["\ufffd"]}]'),
                           (r'"\ud800' + "\x80" + r'\udc00"', r'"\ufffd' + "\\u0080" + r'\ufffd"')):
            for html in '"<p>One"', "7":
                stdin = f'{{"id": {id}, "html": {html}}}\n'.encode()
                self.assertIn(f'{{"id":{wanted},'.encode(), self.batch(stdin=stdin).stdout)
        bad = b'{"id": "\\ud800\xff\\udc00\x9b\xc2\x9b", "html": ""}\n'
        self.assertIn('"\\ufffd\ufffd\\ufffd\ufffd\\u009b"'.encode(), self.batch(stdin=bad).stdout)

    def test_segments(self):
        for html, wanted in (("", []), ("<h1>A</h1><ul><li>B \"</ul>c<p>d", [["h", "A"], ["l", 'B "'],
                                                                       ["p", "c"], ["p", "d"]])):
            answer, = self.ask(line(html, id=1), args=["-f", "cleaneval"])
            self.assertEqual(answer["segments"], wanted)

    def test_an_empty_page_has_a_reason(self):
        for html, reason in ("", "no-input"), ("<script>x</script>", "no-text"), ("%PDF-1.4", "binary"):
            answer, = self.ask(line(html, id=1))
            self.assertEqual((answer["status"], answer["reason"], answer["text"]),
                             ("empty", reason, ""))
        answer, = self.ask(line("<p>One", id=1), args=["-m", "minwords"])
        self.assertEqual((answer["status"], answer["reason"]), ("empty", "no-content"))

    def test_nothing_in_nothing_out(self):
        self.assertEqual(self.ask(), [])

    def test_json_is_the_page_with_the_id_in_front(self):
        result = self.batch("-f", "json", stdin=line("<p>One", id=[1]) + b"\n")
        self.page("one.html", "<p>One")
        whole = self.run_pith("-f", "json", "-m", "all", "--charset", "utf-8", "-",
                              stdin=b"<p>One").stdout
        self.assertEqual(result.stdout, b'{"id":[1],' + whole[1:])

    def test_formats(self):
        html = "<h1>Title</h1><p>Some <b>text</b>.</p><ul><li>One</li></ul>"
        for name in "markdown", "html":
            answer, = self.ask(line(html, id=1), args=["-f", name])
            alone = self.run_pith("-m", "all", "-f", name, "-", stdin=html.encode()).stdout
            self.assertEqual(answer[name], alone.decode().removesuffix("\n"))
            self.assertEqual(list(answer), ["id", "status", "confidence", name])

    def test_cleaneval_is_segments(self):
        answers = self.ask(line("<h1>Ti\"tle</h1><p>Some text.</p><ul><li>One<br>two</li></ul>"),
                           line(""), args=["-f", "cleaneval"])
        self.assertEqual([segment[0] for segment in answers[0]["segments"]], ["h", "p", "l"])
        self.assertEqual(answers[0]["segments"][0][1], "Ti\"tle")
        self.assertEqual(answers[1]["segments"], [])

    def test_metadata_has_a_field_of_its_own(self):
        html = '<title>T</title><meta name=author content="A &quot;B&quot;"><p>One'
        with_it, = self.ask(line(html, id=1, url="https://www.example.org/a"), args=["--metadata"])
        without, = self.ask(line(html, id=1))
        self.assertEqual(with_it["text"], without["text"])
        self.assertNotIn("metadata", without)
        as_json, = self.ask(line(html, id=1, url="https://www.example.org/a"), args=["-f", "json"])
        self.assertEqual(with_it["metadata"], as_json["metadata"])
        self.assertEqual(with_it["metadata"]["title"]["value"], "T")

    def test_ids_are_repeated_as_they_are_written(self):
        ids = ['"a"', '"\\u0041\\n"', '"\u00e9"', '""', "0", "-1.50e+3", "12345678901234567890123",
               "true", "false", "null", "[]", "{}", '[1, {"a": [null]}, "]"]',
               '{"html": "no", "id": 2}', '"\\ud83d\\ude00"']
        text = "".join(f'{{"html":"<p>One","id": {each} }}\n' for each in ids)
        out = self.batch(stdin=text.encode()).stdout.decode().splitlines()
        self.assertEqual([answer[:answer.index(',"status"')] for answer in out],
                         ['{"id":' + each for each in ids])

    def test_a_missing_id_is_the_number_of_the_line(self):
        answers = self.ask(line(id="a"), line(), b"[]", line(), b"{}", code=FAILED)
        self.assertEqual([answer["id"] for answer in answers], ["a", 2, None, 4, 5])

    def test_an_id_read_before_the_fault_is_repeated(self):
        self.assertEqual(self.error(b'{"id":"a","html":"<p>cut sho')["id"], "a")
        self.assertEqual(self.error(b'{"html":"x","id":"a\x01"}')["id"], None)
        self.assertEqual(self.error(b'{"id":7,"html":3}')["id"], 7)

    def test_the_last_of_several_members_counts(self):
        answers = self.ask(b'{"id":1,"html":"<p>a","id":2,"html":"<p>b"}',
                           b'{"id":1,"html":"<p>a","html":null}',
                           b'{"id":1,"html":null,"html":"<p>a"}', code=FAILED)
        self.assertEqual([answer["id"] for answer in answers], [2, 1, 1])
        self.assertEqual([answer.get("text") for answer in answers], ["b", None, "a"])

    def test_other_members_and_white_space_do_not_matter(self):
        answer, = self.ask(b' { "x" : [{"html":"<p>no"}], "\\u0068tml" : "<p>One" , "id":1 } \r')
        self.assertEqual((answer["id"], answer["text"]), (1, "One"))

    def test_an_id_over_several_lines_stays_in_one(self):
        result = self.batch(stdin=b'{"id":[1,\r2],"html":""}\r\n')
        self.assertNotIn(b"\r", result.stdout)

    def test_a_byte_order_mark_before_the_first_line(self):
        bom = b"\xef\xbb\xbf"
        self.assertEqual(self.ask(bom + line(id=1))[0]["text"], "One")
        answer, = self.ask(bom + b'{"id" 1}', code=FAILED)
        self.assertIn("at byte 9", answer["error"])
        self.assertIn("at byte 0", self.error(bom + line())["error"])

    def test_the_last_line_may_lack_its_line_feed(self):
        result = self.batch(stdin=line(id=1) + b"\n" + line(id=2))
        self.assertEqual([json.loads(answer)["id"] for answer in result.stdout.splitlines()], [1, 2])

    def test_characters(self):
        answers = self.ask(br'{"html":"<p>a\u0000b"}', br'{"html":"<p>a\ud83db"}',
                           br'{"html":"<p>\ud83d\ude00\u00e9"}', b'{"html":"<p>a\xff\xc3b"}',
                           b'{"html":"\\ufeff<p>a"}')
        self.assertEqual([answer["text"] for answer in answers],
                         ["ab", "a\ufffdb", "\U0001f600\u00e9", "a\ufffd\ufffdb", "a"])

    def test_a_page_is_utf_8_whatever_it_says(self):
        answer, = self.ask(line("<meta charset=iso-8859-1><p>\u00e9"))
        self.assertEqual(answer["text"], "\u00e9")

    def test_bad_utf_8_in_an_id_is_replaced(self):
        answers = self.ask(b'{"id":"a\xffb","html":"<p>One"}', b'{"id":"\xff"}', code=FAILED)
        self.assertEqual([answer["id"] for answer in answers], ["a\ufffdb", "\ufffd"])


class Bad(BatchTest):
    def test_blank_lines(self):
        for blank in b"", b" \t", b"\r":
            answer = self.error(blank)
            self.assertEqual((answer["id"], answer["error"]), (None, "the line is empty"))

    def test_no_json(self):
        for bad, at in ((b"hello", 0), (b'{"html" "x"}', 8), (b'{"html":"x"} x', 13),
                        (b'{"html":"x"', 11), (b'{"html":"a\tb"}', 10), (b'{"html":"\\x"}', 10),
                        (b'{"html":"\x00"}', 9), (b"{'html':''}", 1), (b'{"a":01}', 5),
                        (b'{"a":' + b"[" * 300 + b"]" * 300 + b"}", 260), (b'{"html":nul}', 8)):
            self.assertRegex(self.error(bad)["error"], f"^invalid JSON: .* at byte {at}$", bad)

    def test_no_page(self):
        for bad in b"[]", b'"html"', b"3", b"null":
            self.assertIn("not a JSON object", self.error(bad)["error"])
        self.assertEqual(self.error(b'{"id":1}')["error"], 'there is no "html"')
        self.assertEqual(self.error(b'{"HTML":""}')["error"], 'there is no "html"')
        for bad in b"null", b"3", b"[]", b'{"html":"x"}':
            self.assertEqual(self.error(b'{"html":' + bad + b"}")["error"], '"html" is not a string')

    def test_plain_text(self):
        answer, = self.ask(b'{"id": 1, "text": "a &amp; <b>\\n\\n* c"}')
        self.assertEqual((answer["id"], answer["text"]), (1, "a &amp; <b>\n\n- c"))
        both = b'{"html": "<p>a", "text": "<p>b"}'
        self.assertEqual(self.ask(both)[0]["text"], "a")
        self.assertEqual(self.ask(both, args=["--text"])[0]["text"], "<p>b")
        self.assertEqual(self.error(b'{"text": 3}')["error"], '"text" is not a string')
        self.assertIn('there is no "text"', self.run_pith("batch", "--jsonl", "--text", stdin=line("<p>a")).stdout.decode()
                      .replace("\\", ""))

    def test_addresses(self):
        self.assertEqual(self.error(line(url=3))["error"], '"url" is not a string')
        self.assertEqual(self.error(line(url="a\0b"))["error"], '"url" has a NUL in it')
        self.ask(line(url=None), line(url=""), line(url="\u00e9\\ \""), line(url="https://a.example/"))

    def test_the_first_errors_are_named_and_all_are_counted(self):
        result = self.batch(stdin=b"\n".join([line(), b"x"] * 400))
        said = result.stderr.decode().splitlines()
        self.assertEqual(len(said), 6)
        self.assertEqual(said[0], "pith: standard input: line 2: invalid JSON: expected a value at byte 0")
        self.assertIn("line 10:", said[4])
        self.assertIn("400 of 800 lines failed", said[5])
        self.assertEqual(result.returncode, FAILED)

    def test_a_page_that_passes_a_bound_is_partial(self):
        answers = self.ask(line("<p>One" * 100), line("<p>One"), args=["--max-nodes", "50"])
        self.assertEqual((answers[0]["status"], answers[0]["reason"]), ("partial", "nodes"))
        self.assertTrue(answers[0]["text"].startswith("One"))
        self.assertEqual(answers[1]["status"], "ok")
        answers = self.ask(line("<p>One" * 100), args=["--max-input", "10"])
        self.assertEqual((answers[0]["reason"], answers[0]["text"]), ("input", "One\n\nO"))

    def test_strict(self):
        self.ask(line(), args=["--strict"])
        self.ask(line(), line(""), args=["--strict"], code=STRICT)
        self.ask(line(), line(""), b"", args=["--strict"], code=FAILED)
        said = self.batch(stdin=line("")).stderr
        self.assertIn(b"of 1 lines, 1 are empty and 0 are partial", said)

    def test_long_lines(self):
        html = "word " * 4000000
        answers = self.ask(line(html, id=1), line(id=2), args=["-T", "2"])
        self.assertEqual(answers[0]["text"], html.strip())
        self.assertEqual(answers[1]["text"], "One")

    def test_lines_over_the_limit_are_skipped(self):
        for size in 100, 1000, 70000, 300000, 3000000:  # shorter and longer than what is read at once
            for limit in "99", "64K":
                if limit == "64K" and size < 70000:
                    continue
                answers = self.ask(line(id="ok"), line("x" * size, id="long"), line(id="end"),
                                   args=["--max-line", limit], code=FAILED)
                self.assertEqual([answer["id"] for answer in answers], ["ok", "long", "end"])
                self.assertIn("bytes (--max-line); it was skipped", answers[1]["error"])
        # Its last line, without a line feed
        result = self.batch("--max-line", "64K", stdin=line() + b"\n" + line("x" * 3000000))
        self.assertEqual([json.loads(answer)["status"] for answer in result.stdout.splitlines()],
                         ["ok", "error"])

    def test_the_limit_is_exact(self):
        text = line(id=1)
        self.ask(text, args=["--max-line", str(len(text))])
        self.ask(text, args=["--max-line", str(len(text) - 1)], code=FAILED)

    def test_an_answer_that_would_be_too_long(self):
        cells = json.dumps({"id": 1, "text": "a\t" * 340000}).encode() # 210 bytes of JSON each
        answers = self.ask(cells, line(id=2), args=["-f", "json", "--max-line", "1M"],
                           code=FAILED)
        self.assertEqual((answers[0]["id"], answers[1]["id"]), (1, 2))
        self.assertIn("the answer would have more than 67108864 bytes", answers[0]["error"])

    def test_a_number_that_is_cut_is_no_id(self):
        for id, where in ("123456789", 4), ("1.5e10", 3), ("true", 2), ('"abc"', 3):
            head = b'{"html": "' + b"x" * (65536 - 18 - where) + b'", "id":'
            self.assertEqual(len(head), 65536 - where)
            bad = head + id.encode() + b', "more": "' + b"y" * 100000 + b'"}'
            self.assertIsNone(self.error(bad, "--max-line", "64K")["id"], id)
        for bad in b'{"id": 12', b'{"id": -', b'{"id": tru':
            self.assertIsNone(self.error(bad)["id"])
        self.assertEqual(self.error(b'{"id": 12,')["id"], 12)

    @unittest.skipIf(SANITIZED, "sanitizers need address space")
    def test_too_little_memory_costs_one_line(self):
        text = b"".join(each + b"\n" for each in
                        (line(id=1), line("<p>x y z" * 12000000, id=2), line(id=3)))
        for megabytes, error in (60, "for this line"), (250, "for this page"):
            limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)
            result = self.batch("-T", "1", stdin=text, preexec_fn=limit)
            answers = [json.loads(answer) for answer in result.stdout.splitlines()]
            self.assertEqual([answer["id"] for answer in answers], [1, 2, 3])
            self.assertIn("not enough memory " + error, answers[1]["error"])


class Threads(BatchTest):
    def mixed(self):
        """Lines of all sizes, some of them bad."""
        lines = []
        for number in range(600):
            lines.append(line(page(number, number * number % 97), id=number))
            if number % 50 == 0:
                lines += [b"", b'{"id":', line("<p>" + "y " * 200000)]
        return b"\n".join(lines)

    def test_the_output_is_the_same_on_any_number_of_threads(self):
        text = self.mixed()
        for form in "text", "json":
            outputs = [self.batch("-f", form, "-T", threads, stdin=text)
                       for threads in ("1", "2", "4", "13", "0")]
            self.assertEqual(len({(each.stdout, each.stderr, each.returncode) for each in outputs}), 1)
            self.assertEqual(outputs[0].stdout.count(b"\n"), text.count(b"\n") + 1)

    def test_lines_that_come_piece_by_piece(self):
        text = self.mixed()[:300000]
        whole = self.batch("-T", "4", stdin=text)
        child = self.start("-T", "4")
        reader = threading.Thread(target=lambda: answers.append(child.stdout.read()))
        answers = []
        reader.start()
        dice = random.Random(1)
        while text:
            size = dice.choice((1, 10, 100, 5000))
            child.stdin.write(text[:size])
            text = text[size:]
        child.stdin.close()
        reader.join()
        self.assertEqual(child.wait(), FAILED)
        self.assertEqual(answers[0], whole.stdout)

    def start(self, *args, **more):
        child = subprocess.Popen([PROGRAM, "batch", "--jsonl", "-m", "all", *args], bufsize=0,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, cwd=self.folder, **more)
        self.addCleanup(child.stdin.close)
        self.addCleanup(child.stdout.close)
        self.addCleanup(child.stderr.close)
        self.addCleanup(child.kill)
        return child

    def test_an_answer_comes_at_once(self):
        for threads in "1", "4":
            child = self.start("-T", threads)
            for number in range(20):
                child.stdin.write(line(id=number) + b"\n")
                self.assertEqual(json.loads(child.stdout.readline())["id"], number)
            child.stdin.close()
            self.assertEqual(child.wait(), OK)

    def test_a_closed_pipe_ends_the_run_though_more_could_come(self):
        for threads in "1", "4":
            for ignored in (False, True):  # killed by SIGPIPE, or told by the write
                child = self.start("-T", threads, restore_signals=not ignored)
                child.stdin.write(line() + b"\n")
                child.stdout.readline()
                child.stdout.close()
                child.stdin.write(line() + b"\n")
                self.assertEqual(child.wait(timeout=60), FAILED if ignored else -signal.SIGPIPE)
                self.assertEqual(child.stderr.read(), b"")

    def test_a_closed_pipe_in_the_middle(self):
        text = (line(page(1, 20)) + b"\n") * 3000
        for threads in "1", "4":
            command = f"'{PROGRAM}' batch --jsonl -T {threads} lines | head -n 3"
            (self.folder / "lines").write_bytes(text)
            result = subprocess.run(command, shell=True, capture_output=True, cwd=self.folder)
            self.assertEqual(result.stdout.count(b"\n"), 3)
            self.assertEqual(result.stderr, b"")

    def test_an_output_that_does_not_wait(self):
        (self.folder / "lines").write_bytes((line(page(1, 20)) + b"\n") * 600)
        self.page("big.html", "<p>" + "word " * 200000)
        for args in *(["batch", "--jsonl", "-m", "all", "-T", threads, "lines"] for threads in ("1", "3")), \
                ["batch", *["big.html"] * 4, "-m", "all"], ["strip", "big.html"]:
            expected = self.run_pith(*args).stdout
            self.assertGreater(len(expected), 900000)
            out, end = os.pipe()
            os.set_blocking(end, False)
            child = subprocess.Popen([PROGRAM, *args], stdout=end, cwd=self.folder)
            os.close(end)
            pieces = []
            with open(out, "rb", buffering=0) as reader:
                while piece := reader.read(50000):
                    pieces.append(piece)
                    time.sleep(0.001)
            self.assertEqual(child.wait(), OK)
            self.assertTrue(b"".join(pieces) == expected, args)

    def test_an_input_that_does_not_wait(self):
        for args in ["strip", "-"], ["batch", "--jsonl", "-m", "all"]:
            into, end = os.pipe()
            os.set_blocking(into, False)
            child = subprocess.Popen([PROGRAM, *args], stdin=into, stdout=subprocess.PIPE, cwd=self.folder)
            os.close(into)
            for piece in line("<p>One ")[:-2], b"two", b'"}\n':
                time.sleep(0.02)
                os.write(end, piece)
            os.close(end)
            self.assertIn(b"One two", child.communicate(timeout=120)[0])
            self.assertEqual(child.returncode, OK)

    def peak(self, child):
        """Bytes of memory that the child had at most, so far."""
        with open(f"/proc/{child.pid}/status") as status:
            return next(int(each.split()[1]) << 10 for each in status if each.startswith("VmHWM"))

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "there is no /proc")
    def test_memory_does_not_grow_with_the_number_of_lines(self):
        text = b"".join(line(page(number, 20)) + b"\n" for number in range(200))
        child = self.start("-T", "2", env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=1"})
        answered = 0

        def feed(times):
            for _ in range(times):
                child.stdin.write(text)

        for times in 10, 190:
            writer = threading.Thread(target=feed, args=(times,))
            writer.start()
            wanted = answered + 200 * times
            while answered < wanted:
                answered += child.stdout.read(1 << 16).count(b"\n")
            writer.join()
            if times == 10:
                early = self.peak(child)
        self.assertLess(self.peak(child), 1.5 * early + (4 << 20))
        child.stdin.close()
        self.assertEqual(child.wait(), OK)

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "there is no /proc")
    def test_many_long_lines_are_not_all_in_memory(self):
        text = line("word " * 6000000) + b"\n"  # 30 MB, 12 of them
        child = self.start("-T", "4", env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=1"})
        writer = threading.Thread(target=lambda: [child.stdin.write(text) for _ in range(12)])
        writer.start()
        answered = 0
        while answered < 12:
            answered += child.stdout.read(1 << 20).count(b"\n")
        writer.join()
        self.assertLess(self.peak(child), 2 << 30)
        child.stdin.close()
        self.assertEqual(child.wait(), OK)

    def largest(self, *args, **files):
        """Peak memory of a run whose output nobody reads at first, and that output's hash."""
        child = subprocess.Popen([PROGRAM, "batch", "-m", "all", "-f", "json", *args],
                                 stdout=subprocess.PIPE, cwd=self.folder,
                                 env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=1"})
        before = None
        while before != (before := Path(f"/proc/{child.pid}/stat").read_text().split()[13:15]):
            time.sleep(0.3)  # until all threads wait
        seen = hashlib.sha256()
        lines = 0
        peak = 0
        while piece := child.stdout.read(1 << 16):
            with contextlib.suppress(StopIteration):  # it has ended
                peak = self.peak(child)
            seen.update(piece)
            lines += piece.count(b"\n")
        child.stdout.close()
        self.assertEqual(child.wait(), OK)
        return peak, (seen.hexdigest(), lines)

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "there is no /proc")
    def test_answers_that_wait_are_bounded(self):
        count = 24 if SANITIZED else 160
        pages = [("<p>word" * (2000 + 100 * (number % 7))).encode() for number in range(count)]
        (self.folder / "lines").write_bytes(
            b"".join(line(html.decode(), id=number) + b"\n" for number, html in enumerate(pages)))
        (self.folder / "pages").mkdir()
        for number, html in enumerate(pages):
            (self.folder / f"pages/{number:04}.html").write_bytes(html)
        for source in ["--jsonl", "lines"], ["pages"]:
            runs = [self.largest("-T", threads, "--max-waiting", waiting, *source)
                    for threads, waiting in (("1", "4M"), ("2", "4M"), ("8", "4M"), ("8", "1"))]
            self.assertEqual({seen for _, seen in runs}, {runs[0][1]})
            self.assertEqual(runs[0][1][1], count)
            for peak, _ in runs:
                if not SANITIZED: # they have memory of their own, and keep what is freed
                    self.assertLess(peak, 48 << 20)


class Files(BatchTest):
    def lines(self, name, *lines):
        (self.folder / name).write_bytes(b"".join(each + b"\n" for each in lines))

    def answers(self, *args, code=OK, **more):
        result = self.batch(*args, **more)
        self.assertEqual(result.returncode, code, result.stderr)
        return [json.loads(answer) for answer in result.stdout.splitlines()]

    def test_files_one_after_the_other(self):
        self.lines("a", line(id="a1"), line(id="a2"))
        (self.folder / "b").write_bytes(line(id="b1"))
        self.lines("empty")
        self.lines("c", line())
        answers = self.answers("a", "b", "empty", "-", "c", stdin=line(id="in"))
        self.assertEqual([answer["id"] for answer in answers], ["a1", "a2", "b1", "in", 5])

    def test_packed_files(self):
        lines = line(id="a") + b"\n" + line(page(1, 50), id="b") + b"\n"
        for name, packed in ("gz", gzip.compress(lines)), ("xz", lzma.compress(lines)):
            (self.folder / name).write_bytes(packed)
            self.assertEqual([answer["id"] for answer in self.answers(name)], ["a", "b"])
            (self.folder / "cut").write_bytes(packed[:-20])
            result = self.batch("cut")
            self.assertEqual(result.returncode, FAILED)
            self.assertIn(b"cut: truncated", result.stderr)

    def test_errors_name_file_and_line(self):
        self.lines("a", line(id="a1"))
        self.lines("b \"\u00e9", line(id="b1"), b"x")
        answer = self.answers("a", "b \"\u00e9", code=FAILED)[-1]
        self.assertEqual((answer["file"], answer["line"]), ("b \"\u00e9", 2))
        self.assertIn("b \"\u00e9: line 2:", self.batch("b \"\u00e9").stderr.decode())

    def test_files_that_cannot_be_read_are_named_and_left_out(self):
        self.lines("a", line(id="a1"))
        result = self.batch("gone", "a", ".")
        self.assertEqual(result.stdout.count(b"\n"), 1)
        self.assertIn(b"gone: no such file", result.stderr)
        self.assertIn(b".: is a folder", result.stderr)
        self.assertEqual(result.returncode, FAILED)

    def test_output_file(self):
        self.lines("a", line(id="a1"), b"")
        (self.folder / "out").write_text("old")
        self.answers("a", "-o", "out", code=FAILED)
        self.assertEqual((self.folder / "out").read_bytes(), self.batch("a").stdout)

    def test_old_output_survives_when_nothing_can_be_read(self):
        (self.folder / "out").write_text("old")
        self.answers("gone", "-o", "out", code=FAILED)
        self.assertEqual((self.folder / "out").read_text(), "old")

    def test_old_output_survives_a_kill(self):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        (self.folder / "out").write_text("old")
        before = self.files()
        for how in signal.SIGTERM, signal.SIGINT:
            child = subprocess.Popen([PROGRAM, "batch", "--jsonl", "-T", "4", "-o", "out"],
                                     stdin=subprocess.PIPE, cwd=self.folder, bufsize=0)
            child.stdin.write((line() + b"\n") * 1000)
            while self.files() == before and child.poll() is None:  # until its file is there
                time.sleep(0.01)
            time.sleep(0.1)
            child.send_signal(how)
            self.assertEqual(child.wait(), -how)
            child.stdin.close()
            self.assertEqual((self.folder / "out").read_text(), "old")
            self.assertEqual(self.files(), before)

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_full_disk(self):
        self.lines("a", *[line(page(1, 20))] * 1000)
        for threads in "1", "4":
            result = self.batch("a", "-T", threads, "-o", "/dev/full")
            self.assertIn(b"/dev/full: cannot write it: No space left", result.stderr)
            self.assertEqual(result.returncode, FAILED)
            with open("/dev/full", "w") as full:
                result = subprocess.run([PROGRAM, "batch", "--jsonl", "-T", threads, "a"],
                                        stdout=full, stderr=subprocess.PIPE, cwd=self.folder)
            self.assertIn(b"standard output: cannot write it: No space left", result.stderr)
            self.assertEqual(result.returncode, FAILED)

    def test_a_file_over_the_shell_s_limit_leaves_the_old_one(self):
        self.lines("a", *[line(page(1, 20))] * 1000)
        (self.folder / "out").write_text("old")
        before = self.files()
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        result = self.batch("a", "-T", "2", "-o", "out", preexec_fn=limit)
        self.assertIn(result.returncode, (FAILED, -signal.SIGXFSZ))
        self.assertEqual((self.folder / "out").read_text(), "old")
        self.assertEqual(self.files(), before)


class Usage(BatchTest):
    def test_options(self):
        self.check("batch", "--jsonl", "-T", "x", err="is not a number", code=USAGE)
        self.check("batch", "--jsonl", "-T", "1025", err="choose a value from 0 to 1024", code=USAGE)
        self.check("batch", "--jsonl", "--max-line", "0", err="out of range", code=USAGE)
        self.check("batch", "--jsonl", "-o", "", err="needs a file name", code=USAGE)
        self.check("batch", "--jsonl", "-m", "words,x", err="unknown method 'x'", code=USAGE)
        self.check("batch", "--jsonl", "--charset=utf-8", err="cannot be used with --jsonl: JSON is always UTF-8", code=USAGE)
        for option in "--url=x", "--explain":
            self.check("batch", "--jsonl", option, err="unknown option", code=USAGE)

    def test_help(self):
        lines = self.run_pith("batch", "--help").stdout.decode().splitlines()
        self.assertLessEqual(len(lines), 32)
        self.assertLessEqual(max(map(len, lines)), 80)

    def on_terminal(self, stdin, *args, **environment):
        """What the program says with a terminal as its standard error; the input waits at its end."""
        try:
            here, there = os.openpty()
        except OSError as error:
            self.skipTest(f"no terminal to be had: {error}")
        child = subprocess.Popen([PROGRAM, "batch", "--jsonl", *args], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=there, cwd=self.folder, bufsize=0,
                                 env={"PATH": "", "TERM": "xterm", **environment})
        os.close(there)
        child.stdin.write(line() + b"\n")
        child.stdout.readline()
        time.sleep(0.3)
        child.stdin.write(stdin)
        child.stdin.close()
        child.stdout.read()
        child.stdout.close()
        child.wait()
        said = b""
        try:
            while piece := os.read(here, 65536):
                said += piece
        except OSError:  # how Linux says that the other side is closed
            pass
        os.close(here)
        return said.decode()

    def test_progress_on_a_terminal(self):
        said = self.on_terminal(line() + b"\nx\n", "-m", "all", NO_COLOR="1")
        self.assertRegex(said, r"3 pages, \d+ pages/s, \d+\.\d MB/s")
        self.assertNotIn("\033", said)
        self.assertTrue(said.endswith("\r\n"), repr(said))  # the bar is gone
        self.assertNotIn("pages/s", self.batch(stdin=line() + b"\nx\n").stderr.decode())
        said = self.on_terminal(line() + b"\nx\n", "-m", "all", TERM="dumb")
        self.assertNotIn("pages/s", said)


if __name__ == "__main__":
    unittest.main()
