#!/bin/sh
# Gets markdown-it, a reader of markdown that judges ours in the tests, as one file, by npm.
#
# Debian's own package of it, which the tests use as well, is years behind what people use. Where
# there is no npm the tests run without the newer one; they name the readers that they ran.
set -eu

version=14.1.0
sum=7c4fab4d4d39fe98206a7fbbed4b1e3578f2b70b6b69d309413e33eec140e19f
folder=/usr/local/share/pith-tests

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

give_up() {
    echo "markdown-it is not there ($1); the tests will run without it" >&2
    exit 1
}

[ ! -e "$folder/markdown-it.js" ] || exit 0
command -v npm >/dev/null || give_up "there is no npm"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "markdown-it@$version" >/dev/null) || give_up "npm does not answer"
mv "$work/markdown-it-$version.tgz" "$work/package.tgz"
echo "$sum  $work/package.tgz" | sha256sum --check --status || give_up "npm has another file"
tar -xzf "$work/package.tgz" -C "$work" package/dist/markdown-it.js
as_root install -D -m 644 "$work/package/dist/markdown-it.js" "$folder/markdown-it.js"
