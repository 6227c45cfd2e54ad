#!/usr/bin/env python3
"""pith methods: methods and options as the library describes them.

    test_methods.py PROGRAM [NAME...]
"""
import json
import subprocess
import unittest

from test_cli import OK, PROGRAM, USAGE, CommandTest


class Methods(CommandTest):
    def descriptors(self):
        result = self.run_pith("methods", "--json")
        self.assertEqual((result.returncode, result.stderr), (OK, b""))
        return json.loads(result.stdout)

    def test_list(self):
        result = self.run_pith("methods")
        text = result.stdout.decode()
        self.assertEqual((result.returncode, result.stderr), (OK, b""))
        for method in self.descriptors()["methods"]:
            self.assertRegex(text, rf"(?m)^{method['name']} +{method['summary']}$")
        self.assertIn("\n  --limit N          number from 1 to 1000000000; default 4000\n", text)
        self.assertIn("\n  --mark             flag\n", text)
        self.assertIn("\n      sentence, block, line\n", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_one_in_detail(self):
        result = self.run_pith("methods", "perplexity")
        text = result.stdout.decode()
        self.assertTrue(text.startswith("perplexity  "))
        self.assertIn("\n      alone\n          the method of the paper\n", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        both = self.run_pith("methods", "perplexity", "words").stdout.decode()
        self.assertTrue(both.startswith(text))
        self.assertIn("\nwords       ", both)

    def test_json_has_what_the_command_takes(self):
        self.page("page.html", "<p>Some text of a page.")
        everything = self.descriptors()
        names = [method["name"] for method in everything["methods"]]
        self.assertEqual(names, [choice["name"] for option in everything["options"] if option["name"] == "method"
                                 for choice in option["choices"]])
        for method in everything["methods"]:
            for option in method["options"]:
                self.assertTrue(option["name"].startswith(method["name"] + "."))
                self.assertTrue(option["summary"])
                self.assertEqual(option["group"], "decision")
                flag = option["command"].split()[0]
                if option["type"] == "flag":
                    self.check_taken(method["name"], flag)
                elif option["type"] in ("number", "count"):
                    for bound in option["min"], option["max"]:
                        self.check_taken(method["name"], flag, str(bound))
                    beyond = self.run_pith("-m", method["name"], flag, str(option["max"] + 1), "page.html")
                    self.assertEqual(beyond.returncode, USAGE, option)
                elif option["type"] in ("choice", "list"):
                    for choice in option["choices"]:
                        self.check_taken(method["name"], flag, choice["name"])
                if option["default"] and option["type"] != "flag":
                    self.check_taken(method["name"], flag, option["default"])

    def check_taken(self, method, *option):
        result = self.run_pith("-m", method, *option, "page.html")
        self.assertEqual(result.returncode, OK, result.stderr)

    def test_general_options(self):
        options = {option["name"]: option for option in self.descriptors()["options"]}
        self.assertEqual(options["max-depth"], {
            "name": "max-depth", "command": "--max-depth N", "type": "count", "group": "input", "default": "512",
            "min": 8, "max": 65535, "summary": options["max-depth"]["summary"]})
        self.assertEqual(options["filter"]["command"], "--filter NAME")
        self.assertEqual([choice["name"] for choice in options["filter"]["choices"]], ["none", "largest", "main"])
        self.assertIsNone(options["id"]["command"])
        self.assertIsNone(options["charset"]["default"])

    def test_mistakes(self):
        self.check("methods", "wrods", err="pith: wrods: no such method; did you mean 'words'?\n", code=USAGE)
        self.check("methods", "readability", err="pith: readability: no such method; see: pith methods\n", code=USAGE)
        self.check("methods", "--json", "words", err="pith: --json: writes all methods and takes no names\n", code=USAGE)

    def test_full_output(self):
        with open("/dev/full", "wb") as full:
            for args in ["methods"], ["methods", "--json"]:
                result = subprocess.run([PROGRAM, *args], stdout=full, stderr=subprocess.PIPE)
                self.assertEqual(result.returncode, 1)
                self.assertIn(b"standard output", result.stderr)


if __name__ == "__main__":
    unittest.main()
