#!/bin/sh
# Puts the compiler zig, from the Python registry that pip is set up for, into FOLDER/venv, and a link to it at
# FOLDER/zig. Does nothing if this version is there.
#
#   tools/cross/get-zig.sh FOLDER
set -eu

version=0.17.0
folder=$1

if [ ! -x "$folder/zig" ] || [ "$("$folder/zig" version)" != $version ]; then
    echo "Getting zig $version"
    python3 -m venv --clear "$folder/venv"
    "$folder/venv/bin/python" -m pip --disable-pip-version-check install --quiet "ziglang==$version"
    ln -sf "$("$folder/venv/bin/python" -c 'import ziglang; print(ziglang.__path__[0])')/zig" "$folder/zig"
fi
