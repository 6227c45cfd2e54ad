#!/usr/bin/env python3
"""Writes the completion scripts in completions/ from the option tables of the command.

    tools/gen_completions.py [PROGRAM]           writes them
    tools/gen_completions.py [PROGRAM] --check   only compares, and fails if one is out of date

The tables come from 'PROGRAM options', a verb for tools that prints them as JSON. PROGRAM is build/pith unless given
here or in the environment as PITH.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "completions"

# Words for arguments that are free text for the command: some of those it takes.
HINTS = {
    "charset": "utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-jp euc-kr gb18030 big5 utf-16le",
    "measures": "all wordf1 shingle bow align ncleaner editsim snippets rougeLsum segments block block4 blockset",
}


class Verbs:
    def __init__(self, program):
        run = subprocess.run([program, "options"], capture_output=True, text=True, encoding="utf-8", check=True)
        self.all = json.loads(run.stdout)["verbs"]
        self.named = [verb for verb in self.all if verb["summary"]]
        self.names = [verb["name"] for verb in self.named]
        self.nested = {}
        for verb in self.all:
            if not verb["summary"]:
                outer, inner = verb["name"].split()
                self.nested.setdefault(outer, []).append(inner)
        self.tables = [verb for verb in self.all if verb["options"]]


def argument(option):
    """What can follow an option: nothing, free text, words, files or folders; and the words."""
    if option["argument"] is None:
        return "", ""
    words = " ".join(option["choices"]) or HINTS.get(option["name"], "")
    if words:
        return "words", words
    if option["argument"] in ("FILE", "SET", "MODEL"):
        return "files", ""
    return ("folders" if option["argument"] in ("DIR", "FOLDER") else "free"), ""


# ---------------------------------------------------------------- bash

BASH = r"""# Completion of pith for bash; tools/gen_completions.py writes it.

# Sets options, and for the argument of $before: what, words.
_pith_verb()
{
    case $1 in
%(tables)s    esac
}

_pith()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local first=${COMP_WORDS[1]} verb=extract verbs='%(verbs)s '
    local options= what=files words= nested=

    # --format=json comes as three words: --format, =, json
    [[ $word == '=' ]] && word=
    [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD - 2]}
    if ((COMP_CWORD > 1)) && [[ " $verbs" == *" $first "* ]]; then
        verb=$first
    fi
    case $verb in
    help) what=words words=$verbs ;;
    methods) what=words words='%(methods)s' ;;
    version) what=words ;;
%(nested)s    esac
    if [[ -n $nested ]] && ((COMP_CWORD == 2)); then
        what=words words=$nested
    elif [[ $nested == *" ${COMP_WORDS[2]} "* ]]; then
        verb="$verb ${COMP_WORDS[2]}"
    fi
    _pith_verb "$verb"
    ((COMP_CWORD == 1)) && options="$options --version"

    if [[ $word == -* ]]; then
        what=words words=$options
    elif ((COMP_CWORD == 1)); then
        words=$verbs
    fi
    COMPREPLY=()
    case $what in
    files) compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    folders) compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    esac
    if [[ -n $words ]]; then
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$words" -- "$word")
    fi
}
complete -F _pith pith
"""


def bash_table(verb):
    text = f"    '{verb['name']}')\n        options='"
    text += "".join(f"--{option['name']} " for option in verb["options"])
    text += "--help'\n        case $before in\n"
    for option in verb["options"]:
        kind, words = argument(option)
        if kind:
            letter = f" | -{option['letter']}" if option["letter"] else ""
            words = f" words='{words}'" if words else ""
            text += f"        --{option['name']}{letter}) what={kind}{words} ;;\n"
    return text + "        esac\n        ;;\n"


def methods_of(verbs):
    """The methods, which 'pith methods' takes as operands: the choices of --method."""
    return next(option["choices"] for option in verbs.tables[0]["options"] if option["name"] == "method")


def bash(verbs):
    return BASH % {
        "tables": "".join(map(bash_table, verbs.tables)),
        "verbs": " ".join(verbs.names),
        "methods": " ".join(methods_of(verbs)),
        "nested": "".join(f"    {verb}) nested=' {' '.join(inner)} ' ;;\n" for verb, inner in verbs.nested.items()),
    }


# ---------------------------------------------------------------- zsh

ZSH = r"""#compdef pith
# Completion of pith for zsh; tools/gen_completions.py writes it.

_pith_verb() {
    case $1 in
%(tables)s    esac
}

_pith() {
    local -a verbs
    verbs=(
%(verbs)s    )
    local -A nested
    nested=(%(nested)s)
    local verb=$words[2]
    if ((CURRENT == 2)); then
        [[ $verb != -* ]] && _describe -t verbs verb verbs
        _pith_verb extract
    elif (( ! ${verbs[(I)$verb:*]} )); then
        _pith_verb extract
    elif [[ $verb == help ]]; then
        ((CURRENT == 3)) && _describe -t verbs verb verbs
    elif [[ $verb != version ]]; then
        shift words
        ((CURRENT--))
        if [[ -n $nested[$verb] ]] && ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
            compadd -- ${=nested[$verb]}
            return
        elif [[ -n $words[2] && " $nested[$verb] " == *" $words[2] "* ]]; then
            verb="$verb $words[2]"
            shift words
            ((CURRENT--))
        fi
        _pith_verb $verb
    fi
}

_pith "$@"
"""


def quoted(text, special, quote):
    """The inside of a word in single quotes, with a backslash before the SPECIAL characters."""
    return "".join("\\" + c if c in special else quote if c == "'" else c for c in text)


def zsh_option(option):
    kind, words = argument(option)
    name, letter = option["name"], option["letter"]
    equals = "=" if kind else ""
    if letter and option["repeats"]:
        text = f"'*'{{-{letter}+,--{name}=}}'"
    elif letter:
        text = f"'(-{letter} --{name})'{{-{letter}{'+' if kind else ''},--{name}{equals}}}'"
    else:
        text = f"'{'*' if option['repeats'] else ''}--{name}{equals}"
    if option["help"]:
        text += "[" + quoted(option["help"], "[]:\\", "'\\''") + "]"
    if kind:
        text += f":{option['argument']}:"
    text += {"words": f"({words})", "files": "_files", "folders": "_files -/"}.get(kind, "")
    return " \\\n        " + text + "'"


def zsh_table(verb, operands):
    text = f"    ('{verb['name']}') _arguments -s -S '(- *)'{{-h,--help}}'[show help]'"
    return text + "".join(map(zsh_option, verb["options"])) + f" \\\n        '*:{operands}' ;;\n"


def zsh(verbs):
    methods = f"method:({' '.join(methods_of(verbs))})"
    summaries = [(verb["name"], quoted(verb["summary"], ":\\", "'\\''")) for verb in verbs.named]
    return ZSH % {
        "tables": "".join(zsh_table(verb, methods if verb["name"] == "methods" else "file:_files")
                          for verb in verbs.tables),
        "verbs": "".join(f"        '{name}:{summary}'\n" for name, summary in summaries),
        "nested": " ".join(f"{verb} '{' '.join(inner)}'" for verb, inner in verbs.nested.items()),
    }


# ---------------------------------------------------------------- fish

FISH = r"""# Completion of pith for fish; tools/gen_completions.py writes it.

# The verb of the command line, with the verb of that: 'train auto'.
function __pith_verb
    set -l words (commandline -opc)
    set -l verb extract
    if set -q words[2]; and contains -- $words[2] %(verbs)s
        set verb $words[2]
        if set -q words[3]; and contains -- "$verb $words[3]" %(nested)s
            set verb "$verb $words[3]"
        end
    end
    echo $verb
end

function __pith_is
    test (__pith_verb) = "$argv"
end

function __pith_words
    test (count (commandline -opc)) -eq $argv
end

%(summaries)scomplete -c pith -n '__pith_words 1' -s V -l version -d 'show the version'
complete -c pith -s h -l help -d 'show help'
complete -c pith -n '__pith_is help' -f -a '%(verbs)s'
complete -c pith -n '__pith_is methods' -f -a '%(methods)s'
complete -c pith -n '__pith_is version' -f
"""
FISH_ARGUMENTS = {"": "", "free": " -x", "words": " -x", "files": " -r -F",
                  "folders": " -x -a '(__fish_complete_directories)'"}


def fish_option(verb, option):
    kind, words = argument(option)
    text = f"complete -c pith -n '__pith_is {verb}' -l {option['name']}"
    text += f" -s {option['letter']}" if option["letter"] else ""
    text += FISH_ARGUMENTS[kind]
    text += f" -a '{words}'" if words else ""
    text += " -d '" + quoted(option["help"], "\\", "\\'") + "'" if option["help"] else ""
    return text + "\n"


def fish(verbs):
    nested = [(verb, inner) for verb in verbs.nested for inner in verbs.nested[verb]]
    text = FISH % {
        "verbs": " ".join(verbs.names),
        "methods": " ".join(methods_of(verbs)),
        "nested": " ".join(f"'{verb} {inner}'" for verb, inner in nested),
        "summaries": "".join(f"complete -c pith -n '__pith_words 1' -a {verb['name']} -d '"
                             + quoted(verb["summary"], "\\", "\\'") + "'\n" for verb in verbs.named),
    }
    text += "".join(f"complete -c pith -n '__pith_is {verb}; and __pith_words 2' -f -a {inner}\n"
                    for verb, inner in nested)
    return text + "".join(fish_option(verb["name"], option) for verb in verbs.tables for option in verb["options"])


# ---------------------------------------------------------------- all

def main():
    programs = [arg for arg in sys.argv[1:] if arg != "--check"] or [os.environ.get("PITH", ROOT / "build/pith")]
    if len(programs) != 1:
        sys.exit(__doc__)
    verbs = Verbs(programs[0])
    for name, script in ("pith.bash", bash), ("_pith", zsh), ("pith.fish", fish):
        text = script(verbs)
        if "--check" not in sys.argv:
            (FOLDER / name).write_text(text, encoding="utf-8")
        elif (FOLDER / name).read_text(encoding="utf-8") != text:
            sys.exit(f"completions/{name} is out of date: run make completions")


if __name__ == "__main__":
    main()
