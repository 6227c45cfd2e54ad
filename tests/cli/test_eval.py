#!/usr/bin/env python3
"""pith eval: figures for methods and for other programs' answers, on small labelled sets of our own.

    test_eval.py PROGRAM [NAME...]
"""
import csv
import gzip
import io
import json
import lzma
import random
import unittest

from test_cli import FAILED, OK, USAGE, CommandTest

LONG = "This paragraph is long enough that every method of Boilerpipe's paper keeps it as running text of the page."
MENU = "<ul><li><a href=/a>Home</a></li><li><a href=/b>News</a></li></ul>"


def page(number, **more):
    """A page with a menu and two paragraphs, which are the truth."""
    first, second = f"{LONG} It is number {number}.", LONG.replace("This", "Another")
    return {"id": f"p{number}", "page_type": "odd" if number % 2 else "even", "text": f"{first}\n\n{second}", **more,
            "html": f"{MENU}<p>{first}</p><p>{second}</p>"}


class EvalTest(CommandTest):
    def path(self, name):
        return self.folder / name

    def write(self, name, pages):
        """A set of JSON lines; objects or lines as they are."""
        lines = [each if isinstance(each, str) else json.dumps(each) for each in pages]
        data = "".join(line + "\n" for line in lines).encode()
        pack = {"xz": lzma.compress, "gz": gzip.compress}.get(name.rsplit(".", 1)[-1], bytes)
        path = self.path(name)
        path.write_bytes(pack(data))
        return str(path)

    def evaluate(self, *args, code=OK):
        result = self.run_pith("eval", *args)
        self.assertEqual(result.returncode, code, result.stderr.decode())
        return result

    def figures(self, *args, code=OK):
        """{(method, measure, group): value} of a run with --csv."""
        result = self.evaluate("--csv", *args, code=code)
        rows = list(csv.reader(io.StringIO(result.stdout.decode())))
        self.assertEqual(rows[0], ["set", "method", "measure", "group", "value"])
        return {tuple(row[1:4]): float(row[4]) for row in rows[1:]}


class Figures(EvalTest):
    def test_methods(self):
        path = self.write("small.jsonl", [page(1), page(2), page(3)])
        got = self.figures("-m", "words,all", path)
        self.assertEqual(got["words", "wordf1.f1", "all"], 1)
        self.assertEqual(got["words", "wordf1.n", "all"], 3)
        words = len(page(1)["text"].replace("'", " ").split())
        self.assertAlmostEqual(got["all", "wordf1.p", "all"], words / (words + 2), places=5)
        self.assertEqual(got["all", "wordf1.r", "all"], 1)

    def test_every_method_when_none_is_named(self):
        path = self.write("small.jsonl", [page(1)])
        methods = {key[0] for key in self.figures(path)}
        self.assertTrue({"words", "density", "minwords", "bte", "all"} <= methods, methods)

    def test_packed_sets_and_several(self):
        one = self.write("one.jsonl.xz", [page(1)])
        two = self.write("two.jsonl.gz", [page(2), page(3)])
        result = self.evaluate("--csv", "-m", "words", "--data", one, "--data", two)
        rows = [line.split(",") for line in result.stdout.decode().splitlines()]
        self.assertEqual([(row[0], row[4]) for row in rows if row[2] == "wordf1.n"], [("one", "1"), ("two", "2")])

    def test_groups_and_picking(self):
        path = self.write("small.jsonl", [page(1, split="a"), page(2, split="b"), page(3, split="b", flags=["x", "y"])])
        got = self.figures("-m", "words", "--by", "page_type", "--by", "flags", path)
        self.assertEqual(got["words", "wordf1.n", "page_type=odd"], 2)
        self.assertEqual(got["words", "wordf1.n", "flags=y"], 1)
        self.assertEqual(got["words", "wordf1.n", "flags=None"], 2)
        self.assertEqual(self.figures("-m", "words", "--where", "split=b", path)["words", "wordf1.n", "all"], 2)
        self.assertEqual(self.figures("-m", "words", "--where", "flags!=x", path)["words", "wordf1.n", "all"], 2)

    def test_votes_filters_and_the_oracle(self):
        path = self.write("small.jsonl", [page(1)])
        got = self.figures("-m", "all+words:main,oracle", "--vote", "any", path)
        self.assertEqual(got["oracle", "wordf1.f1", "all"], 1)
        self.assertIn(("all+words:main", "wordf1.f1", "all"), got)

    def test_answers_of_other_programs(self):
        path = self.write("small.jsonl", [page(1), page(2)])
        good = self.write("good.jsonl", [{"id": "p1", "text": page(1)["text"]}, {"id": "p2", "text": page(2)["text"]}])
        half = self.write("half.jsonl.gz", [{"id": "p1", "text": page(1)["text"]}, {"id": "unknown", "text": "x"}])
        result = self.evaluate("--csv", "--pred", good, "--pred", f"mine={half}", path)
        self.assertIn(b"mine has no answer for 1 page", result.stderr)
        rows = [line.split(",") for line in result.stdout.decode().splitlines()]
        self.assertIn(["small", "good", "wordf1.f1", "all", "1.000000"], rows)
        self.assertIn(["small", "mine", "wordf1.f1", "all", "0.500000"], rows)

    def test_answers_need_no_pages(self):
        truth = {key: value for key, value in page(1).items() if key != "html"}
        path = self.write("truth.jsonl", [truth])
        good = self.write("good.jsonl", [{"id": "p1", "text": truth["text"]}])
        self.assertEqual(self.figures("--pred", good, path)["good", "wordf1.f1", "all"], 1)

    def test_two_systems_are_compared(self):
        path = self.write("small.jsonl", [page(number) for number in range(40)])
        got = self.figures("-m", "words,all", path)
        self.assertGreater(got["words - all", "wordf1.difference", "all"], 0)
        self.assertEqual(got["words - all", "wordf1.better", "all"], 40)
        self.assertLess(got["words - all", "wordf1.wilcoxon_p", "all"], 1e-5)
        text = self.evaluate("-m", "words,all", path).stdout.decode()
        self.assertRegex(text, r"words - all, page by page\n.*better +worse +pages +t-test p +Wilcoxon p\n"
                               r" *wordf1 +\+0\.\d+ \[.*\] +40 +0 +40 +\d")

    def test_against(self):
        path = self.write("small.jsonl", [page(1), page(2)])
        got = self.figures("-m", "words,all,bte", "--against", "all", path)
        self.assertIn(("bte - all", "wordf1.difference", "all"), got)
        self.assertNotIn(("bte - words", "wordf1.difference", "all"), got)

    def test_intervals(self):
        pages = [page(number) for number in range(30)] + [{**page(99), "text": "quite another"}]
        path = self.write("small.jsonl", pages)
        got = self.figures("-m", "words", path)
        low, value, high = (got["words", f"wordf1.{name}", "all"] for name in ("f1_low", "f1", "f1_high"))
        self.assertTrue(low < value < high <= 1, (low, value, high))
        self.assertEqual(got["words", "wordf1.f1_median", "all"], 1)
        self.assertNotIn(("words", "wordf1.f1_low", "all"), self.figures("-m", "words", "--bootstrap", "0", path))

    def test_formats_say_the_same(self):
        path = self.write("small.jsonl", [page(1), page(2)])
        flat = self.figures("-m", "words,all", "--by", "page_type", path)
        tree = json.loads(self.evaluate("--json", "-m", "words,all", "--by", "page_type", path).stdout)
        only, = tree["sets"]
        self.assertEqual((only["set"], only["pages"], only["broken"]), ("small", 2, 0))
        for group, values in only["groups"].items():
            for method, measures in values["methods"].items():
                for measure, figures in measures.items():
                    for name, value in figures.items():
                        self.assertAlmostEqual(flat[method, f"{measure}.{name}", group], value, places=5)
        self.assertEqual(only["comparisons"][0]["methods"], ["words", "all"])

    def test_threads_do_not_matter(self):
        path = self.write("small.jsonl", [page(number) for number in range(60)])
        outputs = {self.evaluate("--json", "--measures", "all", "-T", threads, path).stdout
                   for threads in ("1", "2", "7")}
        self.assertEqual(len(outputs), 1)

    def test_all_measures(self):
        path = self.write("small.jsonl", [page(1, **{"with": [LONG[:30]], "without": ["Home"]})])
        got = self.figures("--measures", "all", "-m", "words", path)
        for name in "wordf1.f1 shingle.f1 bow.f1 align.micro_f ncleaner.micro_f editsim.text_only_pct snippets.f1 " \
                    "rougeLsum.f1 block.f1".split():
            self.assertEqual(got["words", name, "all"], 100 if "pct" in name else 1, name)

    def test_a_name_with_a_comma_is_quoted(self):
        path = self.write("small.jsonl", [page(1, lang='a,"b"')])
        self.assertIn(("words", "wordf1.n", 'lang=a,"b"'), self.figures("-m", "words", "--by", "lang", path))


class Table(EvalTest):
    """The table for people."""
    def table(self, *args):
        return self.evaluate(*args).stdout.decode()

    def test_lines_fit(self):
        path = self.write("small.jsonl", [page(n, **{"with": [LONG[:30]], "without": ["Home"]}) for n in range(5)])
        for args in [], ["--measures", "all"], ["-m", "words:main,density:largest,all+words+bte"], ["--bootstrap", "0"]:
            lines = self.table(*args, path).splitlines()
            self.assertEqual(lines[0], "small: 5 pages")
            self.assertLessEqual(max(map(len, lines)), 100, args)
            for head, *rows in (part.splitlines() for part in "\n".join(lines[1:]).split("\n\n") if "method" in part):
                for row in rows:
                    self.assertEqual(len(row.rstrip()), len(head), row) if "median" in head[-6:] else None

    def test_one_page_has_no_interval(self):
        text = self.table("-m", "words,all", self.write("small.jsonl", [page(1)]))
        self.assertNotIn("nan", text)
        self.assertRegex(text, r"small: 1 page\n")
        self.assertRegex(text, r"wordf1 +\+0\.\d+ +1 +0 +1 +- +-\n")

    def test_the_largest_group_comes_first(self):
        pages = [page(1, lang="b"), page(2, lang="c"), page(3, lang="c"), page(4, lang="a")]
        text = self.table("-m", "words", "--by", "lang", self.write("small.jsonl", pages))
        self.assertEqual([line for line in text.splitlines() if line.startswith("small")],
                         ["small: 4 pages", "small, lang=c: 2 pages", "small, lang=a: 1 page", "small, lang=b: 1 page"])

    def test_names_do_not_write_on_the_terminal(self):
        path = self.write("small.jsonl", [page(1, lang="a\033[31m\nb\u009b31m\x7f\u202ec")])
        text = self.table("-m", "words", "--by", "lang", "--pred", "m\u00fc=" + self.write("p.jsonl", [page(1)]), path)
        self.assertIn("small, lang=a?[31m?b?31m??c: 1 page\n", text)
        self.assertRegex(text, r"\n  m\u00fc      1\.000")

    def test_sets_of_the_same_name(self):
        one = self.write("small.jsonl", [page(1)])
        self.path("other").mkdir()
        two = self.write("other/small.jsonl", [page(2)])
        names = [row[0] for row in csv.reader(io.StringIO(self.table("--csv", "-m", "words", one, two)))]
        self.assertEqual(list(dict.fromkeys(names)), ["set", "small", two])

    def test_comparisons_of_groups(self):
        path = self.write("small.jsonl", [page(n) for n in range(6)])
        tree = json.loads(self.table("--json", "-m", "words,all", "--by", "page_type", path))
        flat = self.figures("-m", "words,all", "--by", "page_type", path)
        for each in tree["sets"][0]["comparisons"]:
            key = "words - all", each["measure"] + ".t_p", each["group"]
            self.assertAlmostEqual(each["t_p"] / (flat[key] or 1), 1 if flat[key] else 0, places=4)
        self.assertEqual({each["group"] for each in tree["sets"][0]["comparisons"]},
                         {"all", "page_type=odd", "page_type=even"})


class Folders(EvalTest):
    def test_pages_and_texts(self):
        folder = self.path("set")
        folder.mkdir()
        (folder / "a.html").write_text(page(1)["html"])
        (folder / "a.txt").write_text(page(1)["text"])
        self.assertEqual(self.figures("-m", "words", str(folder))["words", "wordf1.f1", "all"], 1)
        (folder / "b.txt").write_text("a truth without a page")
        result = self.evaluate("-m", "words", str(folder), code=FAILED)
        self.assertRegex(result.stderr.decode(), r"b\.txt: .*without a page")
        self.assertIn(b"set: 1 page\n", result.stdout)

    def test_cleaneval(self):
        folder = self.path("cleaneval")
        (folder / "orig").mkdir(parents=True)
        (folder / "clean").mkdir()
        (folder / "orig/1.html").write_text(f"<h1>A heading of the page</h1>{page(1)['html']}")
        (folder / "clean/1.txt").write_text(f"<h>A heading of the page\n\n<p>{page(1)['text']}\n")
        got = self.figures("-m", "all", "--measures", "segments,align", str(folder))
        self.assertEqual(got["all", "segments.lab_micro_r", "all"], 1)
        self.assertEqual(got["all", "align.micro_r", "all"], 1)

    def test_l3s(self):
        folder = self.path("l3s")
        (folder / "annotated").mkdir(parents=True)
        (folder / "annotated/x.html").write_text(
            '<ul><li><a href=/><span class="x-nc-sel0">Home</span></a></ul>'
            f'<h1><span class="x-nc-sel1">Head</span></h1><p><span class="x-nc-sel2">{LONG} {LONG}</span></p>')
        got = self.figures("-m", "words,oracle", "--measures", "bow,block", str(folder))
        self.assertEqual(got["oracle", "bow.f1", "all"], 1)
        self.assertEqual(got["oracle", "block.accuracy", "all"], 1)


class Labels(EvalTest):
    def test_blocks_of_the_truth(self):
        path = self.write("small.jsonl", [page(1), page(2)])
        lines = self.evaluate("--labels", path).stdout.decode().splitlines()
        self.assertEqual([json.loads(line) for line in lines],
                         [{"id": "p1", "labels": [0, 0, 1, 1]}, {"id": "p2", "labels": [0, 0, 1, 1]}])

    def test_blocks_that_the_truth_has(self):
        """Where it has blocks: their classes, which of the page's it knows, and where those stand."""
        html = "<p>Menu</p><p>A text of words</p><p>Not seen</p>"
        path = self.write("small.jsonl", [{"id": "b", "html": html, "blocks": [[0, "Menu"], [2, "A text of words"]]}])
        got = json.loads(self.evaluate("--labels", path).stdout)
        self.assertEqual(got, {"id": "b", "labels": [0, 1, 0], "classes": [0, 2, 0], "known": [1, 1, 0],
                               "spans": [[3, 7], [14, 29], [36, 44]]})

    def test_no_content_at_all(self):
        path = self.write("small.jsonl", [{**page(1), "text": "nothing of this is there"}])
        result = self.evaluate("--labels", path, code=FAILED)
        self.assertRegex(result.stderr.decode(), r"small\.jsonl: no block is content")


class Comparisons(EvalTest):
    def test_what_a_system_does_not_have_is_not_compared(self):
        snippets = {"id": "s", "html": page(1)["html"], "with": ["running text"], "without": ["News"]}
        path = self.write("small.jsonl", [snippets])
        self.assertNotIn(" - oracle", self.evaluate("-m", "words,oracle", path).stdout.decode())


class BadInput(EvalTest):
    def bad(self, *pages, args=("-m", "words")):
        """What is said of a set that has a good page at its end; it must be scored all the same."""
        path = self.write("bad.jsonl", [*pages, page(7)])
        result = self.evaluate("--csv", *args, path, code=FAILED)
        self.assertIn("bad,words,wordf1.f1,all,1.000000", result.stdout.decode().splitlines())
        return result.stderr.decode()

    def test_no_json(self):
        self.assertRegex(self.bad(page(1), "{broken"), r"bad\.jsonl: line 2: ")

    def test_a_truth_without_a_page(self):
        self.assertRegex(self.bad({"id": "lonely", "text": "x"}), r"bad\.jsonl: line 1: 'lonely' has a ground truth but no page")

    def test_an_id_twice(self):
        self.assertRegex(self.bad(page(1), page(1)), r"bad\.jsonl: line 2: the id 'p1' is a duplicate")

    def test_a_truncated_file(self):
        path = self.path("cut.jsonl.xz")
        dice = random.Random(1)
        whole = lzma.compress("".join(json.dumps({**page(n), "noise": "".join(dice.choices("abcdefghij", k=2000))}) + "\n"
                                      for n in range(100)).encode())
        path.write_bytes(whole[:len(whole) * 3 // 4])
        result = self.evaluate("--csv", "-m", "words", str(path), code=FAILED)
        self.assertRegex(result.stderr.decode(), r"cut\.jsonl\.xz: .*(truncated|ends|cut)")
        self.assertIn("cut,words,wordf1.f1,all,1.000000", result.stdout.decode().splitlines())

    def test_files_are_named_by_their_own_name(self):
        folder = self.path("pages")
        folder.mkdir()
        for n in range(1, 21):
            for ending, content in ("html", page(n)["html"]), ("txt", page(n)["text"]):
                if (n, ending) not in [(5, "txt"), (19, "html")]:
                    (folder / f"p{n}.{ending}").write_text(content)
        for threads in "1", "2":
            said = self.evaluate("-T", threads, "-m", "words", str(folder), code=FAILED).stderr.decode()
            self.assertIn("p5.html: a page without ground truth", said)
            self.assertIn("p19.txt: ground truth without a page", said)

    def test_bad_answers(self):
        path = self.write("small.jsonl", [page(1)])
        answers = self.write("other.jsonl", ["[]", {"id": "p1", "text": page(1)["text"]}, {"id": "p1", "text": ""}])
        result = self.evaluate("--csv", "--pred", answers, path, code=FAILED)
        self.assertRegex(result.stderr.decode(), r"other\.jsonl: line 1: [^\n]*\n[^\n]*other\.jsonl: line 3: ")
        self.assertIn("small,other,wordf1.f1,all,1.000000", result.stdout.decode().splitlines())

    def test_no_answers_at_all(self):
        path = self.write("small.jsonl", [page(1)])
        answers = self.write("other.jsonl", ["nonsense"] * 50)
        said = self.evaluate("--pred", answers, path, code=FAILED).stderr.decode()
        self.assertRegex(said, r"other\.jsonl: 50 lines cannot be used.*\n.*other\.jsonl: has no answers")
        self.assertEqual(said.count("\n"), 22)
        said = self.evaluate("--pred", str(self.folder), path, code=FAILED).stderr.decode()
        self.assertIn("is a folder", said)

    def test_a_field_that_no_page_has(self):
        path = self.write("small.jsonl", [page(1)])
        result = self.evaluate("-m", "words", "--by", "page_tipe", path)
        self.assertIn(b"no page has the field 'page_tipe'", result.stderr)

    def test_nothing_there(self):
        for name, lines in ("empty.jsonl", []), ("other.jsonl", [page(1)]):
            path = self.write(name, lines)
            result = self.evaluate("-m", "words", "--where", "split=none", path, code=FAILED)
            self.assertRegex(result.stderr.decode(), rf"{name}: ")
        self.assertRegex(self.evaluate("no-such-set.jsonl", code=FAILED).stderr.decode(), "no-such-set.jsonl: ")

    def test_mistakes_on_the_command_line(self):
        path = self.write("small.jsonl", [page(1)])
        for args, said in [
                ((), "no pages given; use: pith eval SET"),
                (("-m", "wrods", path), "did you mean 'words'"),
                (("-m", "words:mian", path), "unknown filter 'mian'"),
                (("--measures", "wordf2", path), "did you mean 'wordf1'"),
                (("--where", "split", path), "is not of the form FIELD=VALUE"),
                (("--against", "bte", "-m", "words,all", path), "not one of the compared systems"),
                (("-m", "words,words", path), "twice"),
                (("-m", "words", "--pred", f"words={path}", path), "twice"),
                (("--measures", "wordf1.f1", path), "did you mean 'wordf1'"),
                (("--csv", "--json", path), "choose one"),
                (("--csv", "--labels", path), "JSON lines"),
                (("--qrels", path, path), "add --trec")]:
            self.assertIn(said, self.evaluate(*args, code=USAGE).stderr.decode())

    def test_too_many_systems(self):
        path = self.write("small.jsonl", [page(1)])
        answers = self.write("answers.jsonl", [{"id": "p1", "text": "x"}])
        many = [word for number in range(64) for word in ("--pred", f"s{number}={answers}")]
        self.assertEqual(self.evaluate("-m", "words", *many, path, code=USAGE).stderr.decode(),
                         "pith: at most 64 systems can be compared at once\n")


class Rankings(EvalTest):
    QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 2\n2 0 a 1\n"
    RUN = "1 Q0 a 1 9.0 run\n1 Q0 b 2 8.0 run\n1 Q0 c 3 7.0 run\n2 Q0 b 1 5.0 run\n2 Q0 a 2 4.0 run\n"

    def files(self):
        self.path("qrels").write_text(self.QRELS)
        self.path("good.run").write_text(self.RUN)
        return str(self.path("qrels")), str(self.path("good.run"))

    def test_figures(self):
        qrels, run = self.files()
        got = self.figures("--trec", qrels, run)
        self.assertAlmostEqual(got["good", "trec.map", "all"], ((1 + 2 / 3) / 2 + 1 / 2) / 2, places=5)
        self.assertAlmostEqual(got["good", "trec.P_10", "all"], (0.2 + 0.1) / 2, places=5)
        self.assertEqual(got, self.figures("--trec", "--qrels", qrels, run))

    def test_two_runs(self):
        qrels, run = self.files()
        self.path("other.run").write_text(self.RUN.replace("9.0", "1.0"))
        both = "--trec", qrels, run, str(self.path("other.run"))
        whole = json.loads(self.evaluate("--json", *both).stdout)
        got = whole["comparisons"]["good - other"]
        maps = {name: whole["runs"][name]["all"] for name in ("good", "other")}
        self.assertAlmostEqual(got["map_difference"], maps["good"]["map"] - maps["other"]["map"], places=8)
        self.assertLess(maps["good"]["map_low"], maps["good"]["map_high"])
        rows = self.figures(*both)
        self.assertAlmostEqual(rows["good - other", "trec.map_difference", "all"], got["map_difference"], places=5)
        self.assertIn("good - other, query by query", self.evaluate(*both).stdout.decode())
        result = self.evaluate(*both, "--against", "neither", code=USAGE)
        self.assertIn("'neither' is not one of the runs", result.stderr.decode())
    def test_mistakes_on_the_command_line(self):
        qrels, run = self.files()
        for args, said in [(("--against", "other", qrels, run), "not one of the runs"),
                           (("--by", "quary", qrels, run), "use --by query"), ((qrels,), "no rankings given")]:
            self.assertIn(said, self.evaluate("--trec", *args, code=USAGE).stderr.decode())

    def test_runs_of_the_same_name(self):
        qrels, run = self.files()
        self.path("other").mkdir()
        other = self.path("other/good.run")
        other.write_text(self.RUN.replace("9.0", "7.5"))
        got = self.figures("--trec", qrels, run, str(other))
        self.assertLess(got[str(other), "trec.map", "all"], got["good", "trec.map", "all"])
        self.assertIn((f"good - {other}", "trec.map_t_p", "all"), got)
        text = self.evaluate("--trec", qrels, run, str(other)).stdout.decode()
        self.assertRegex(text, r"query by query\n.*\n +map +\+0\.\d+ \[")

    def test_a_run_without_figures(self):
        qrels, _ = self.files()
        self.path("bad.run").write_text("nonsense\n" * 30)
        result = self.evaluate("--trec", qrels, str(self.path("bad.run")), code=FAILED)
        self.assertNotIn(b"nan", result.stdout)
        self.assertIn(b"30 lines cannot be used", result.stderr)

    def test_a_bad_line_is_named(self):
        qrels, run = self.files()
        self.path("good.run").write_text("nonsense\n" + self.RUN)
        result = self.evaluate("--trec", qrels, run, code=FAILED)
        self.assertRegex(result.stderr.decode(), r"good\.run: line 1: ")


if __name__ == "__main__":
    unittest.main(argv=["test_eval.py"])
