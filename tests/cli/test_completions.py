#!/usr/bin/env python3
"""The completion scripts: what tools/gen_completions.py writes from the tables of the command, and right in their shells.

    test_completions.py PROGRAM
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = {"bash": "pith.bash", "zsh": "_pith", "fish": "pith.fish"}
PAGE = ROOT / "examples/page.html"


def pith(*args):
    return subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, encoding="utf-8")


def script(shell):
    return (ROOT / "completions" / SCRIPTS[shell]).read_text(encoding="utf-8")


def options_of(*verb):
    """The long options that the help of a verb lists."""
    return re.findall(r"^  (?:-\w,|   ) (--[\w-]+)", pith(*verb, "--help").stdout, re.M)


VERBS = [["extract"], ["batch"], ["strip"], ["perplexity"], ["eval"], ["analyze"], ["methods"], ["models"],
         *(["train", kind] for kind in ("auto", "density", "kind", "ngram", "perplexity"))]


class ScriptsTest(unittest.TestCase):
    def test_committed_scripts_are_current(self):
        run = subprocess.run([sys.executable, ROOT / "tools/gen_completions.py", PROGRAM, "--check"],
                             capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_every_listed_option_is_in_every_script(self):
        for verb in VERBS:
            listed = options_of(*verb)
            self.assertTrue(listed, verb)
            name = " ".join(verb)
            bash = re.search(rf"'{name}'\)\n\s+options='([^']*)'", script("bash"))[1].split()
            zsh = re.search(rf"\('{name}'\) (.*?);;", script("zsh"), re.S)[1]
            fish = re.findall(rf"'__pith_is {name}' -l (\S+)", script("fish"))
            for option in listed:
                self.assertIn(option, bash)
                self.assertRegex(zsh, rf"{option}\b")
                self.assertIn(option[2:], fish)

    def test_words_are_accepted(self):
        """Those that no table has, but the verb itself."""
        for option, args in (("rules", ["-m", "ngram"]), ("charset", []), ("format", []), ("vote", []), ("filter", []),
                             ("per", ["-m", "perplexity"]), ("combine", ["-m", "perplexity"])):
            words = re.search(rf"--{option}(?: \| -\w)?\) what=words words='([^']*)'", script("bash"))[1].split()
            self.assertGreater(len(words), 2)
            for word in words:
                self.assertEqual(pith(*args, f"--{option}", word, PAGE).returncode, 0, (option, word))
        words = re.search(r"--measures\) what=words words='([^']*)'", script("bash"))[1].split()
        with tempfile.TemporaryDirectory() as folder:
            truth = pathlib.Path(folder) / "set.jsonl"
            truth.write_text('{"id": "a", "html": "<p>Some words.", "text": "Some words."}\n')
            for word in words:
                self.assertNotEqual(pith("eval", "--measures", word, truth).returncode, 2, word)

    def test_tables_are_for_tools(self):
        run = pith("options", "bash")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual(run.stderr, "pith: bash: pith options takes no arguments\n")
        self.assertNotRegex(pith("help").stdout, r"(?m)^  options ")


class BashTest(unittest.TestCase):
    def complete(self, *words):
        """What is offered for the last of the words."""
        line = " ".join(f"'{word}'" for word in ("pith", *words))
        code = (f"source {ROOT}/completions/pith.bash; COMP_WORDS=({line}); COMP_CWORD={len(words)}; _pith; "
                "((${#COMPREPLY[@]})) && printf '%s\\n' \"${COMPREPLY[@]}\"; true")
        run = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, cwd=ROOT)
        self.assertEqual(run.stderr, "")
        return run.stdout.split()

    def test_verbs_and_files(self):
        self.assertEqual(self.complete("ext"), ["extract"])
        self.assertEqual(self.complete("REA"), ["README.md"])
        self.assertEqual(self.complete("help", "st"), ["strip"])
        self.assertEqual(self.complete("version", ""), [])
        self.assertEqual(self.complete("train", "p"), ["perplexity"])
        self.assertEqual(self.complete("models", "d"), ["dump"])
        self.assertEqual(self.complete("methods", "den"), ["density"])
        self.assertEqual(self.complete("extract", "exam"), ["examples"])

    def test_options(self):
        self.assertEqual(self.complete("--form"), ["--format"])
        self.assertEqual(self.complete("--vers"), ["--version"])
        self.assertEqual(self.complete("batch", "--int"), ["--into"])
        self.assertEqual(self.complete("strip", "--form"), [])
        self.assertEqual(self.complete("train", "ngram", "--non"), ["--non-lexical"])
        self.assertEqual(self.complete("train", "density", "--non"), [])

    def test_arguments(self):
        self.assertEqual(self.complete("-f", "ma"), ["markdown"])
        self.assertEqual(self.complete("--format", "=", "ma"), ["markdown"])
        self.assertEqual(self.complete("-m", "den"), ["density"])
        self.assertEqual(self.complete("batch", "--into", "exam"), ["examples"])
        self.assertEqual(self.complete("batch", "--into", "REA"), [])
        self.assertEqual(self.complete("--url", ""), [])
        self.assertEqual(self.complete("-o", "REA"), ["README.md"])
        self.assertEqual(set(self.complete("train", "density", "--prune", "")), {"rep", "ebp", "none"})


class OtherShellsTest(unittest.TestCase):
    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
    def test_zsh(self):
        run = subprocess.run(["zsh", "-n", ROOT / "completions/_pith"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    @unittest.skipUnless(shutil.which("fish"), "there is no fish")
    def test_fish(self):
        with tempfile.TemporaryDirectory() as home:
            def complete(line):
                run = subprocess.run(["fish", "--no-config", "-c",
                                      f"source {ROOT}/completions/pith.fish; complete -C '{line}'"], cwd=ROOT,
                                     capture_output=True, text=True, env={**os.environ, "HOME": home})
                self.assertEqual(run.stderr, "")
                return [each.split("\t")[0] for each in run.stdout.splitlines()]

            self.assertEqual(complete("pith ext"), ["extract"])
            self.assertEqual(complete("pith -f ma"), ["markdown"])
            self.assertEqual(complete("pith strip --form"), [])
            self.assertEqual(complete("pith train p"), ["perplexity"])
            self.assertEqual(complete("pith train ngram --non"), ["--non-lexical"])
            self.assertEqual(complete("pith batch --into exam"), ["examples/"])


if __name__ == "__main__":
    unittest.main()
