#!/bin/sh
# What 'make install' leaves behind, as a program that uses it meets it.
#
#   installed.sh BUILD COMPILER
#
# Installs BUILD into a temporary folder, then builds the examples and the README's program against
# that tree, by pkg-config, with the shared and with the static library.
set -eu
build=$1
cc=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

fail() {
    echo "installed.sh: $1" >&2
    exit 1
}

DESTDIR="$tree" cmake --install "$build" >/dev/null
pc=$(find "$tree" -name pith.pc)
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
root="$tree$(pkg-config --variable=prefix pith)"
include="$tree$(pkg-config --variable=includedir pith)"
lib="$tree$(pkg-config --variable=libdir pith)"

for file in bin/pith share/man/man1/pith.1 share/man/man3/pith.3 share/doc/pith/LICENSE \
    share/bash-completion/completions/pith share/zsh/site-functions/_pith share/fish/vendor_completions.d/pith.fish; do
    [ -f "$root/$file" ] || fail "$file is not installed"
done
# The manuals send readers to files of the documentation.
# shellcheck disable=SC2013 # names without blanks
for file in $(sed 's/\\-/-/g' "$root"/share/man/man*/pith.* | grep -o '[a-z-][a-z-]*\.md' | sort -u); do
    [ -n "$(find "$root/share/doc/pith/docs" -name "$file")" ] || fail "the manuals name $file, which is not installed"
done
[ -f "$lib/cmake/pith/pithConfigVersion.cmake" ] || fail "the CMake package has no version"
case $("$root/bin/pith" --version) in
"pith $(pkg-config --modversion pith)"*) ;;
*) fail "the command and pith.pc differ about the version" ;;
esac

others=$(nm -D --defined-only "$lib/libpith.so" | grep -v ' T pith_[a-z]' || true)
[ -z "$others" ] || fail "the shared library exports more than the interface: $others"

# The README's program is its only block of C.
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^```c$/,/^```$/p' README.md | sed '/^```/d' >"$tree/readme.c"
echo '#include <pith.h>' >"$tree/header.c"
"$cc" -std=c99 -pedantic -Wall -Wextra -Werror -I"$include" -fsyntax-only "$tree/header.c"
if command -v c++ >/dev/null; then
    c++ -x c++ -std=c++11 -pedantic -Wall -Wextra -Werror -I"$include" -fsyntax-only "$tree/header.c"
fi

# shellcheck disable=SC2046 # one word per library
for program in examples/*.c "$tree/readme.c"; do
    name=$(basename "$program" .c)
    "$cc" -Wall -Wextra -Werror -I"$include" "$program" -L"$lib" \
        $(pkg-config --libs-only-l pith) -o "$tree/shared-$name"
    "$cc" -I"$include" "$program" "$lib/libpith.a" -o "$tree/static-$name"
    LD_LIBRARY_PATH="$lib" "$tree/shared-$name" examples/page.html >"$tree/shared.out"
    "$tree/static-$name" examples/page.html >"$tree/static.out"
    cmp "$tree/shared.out" "$tree/static.out"
    [ -s "$tree/shared.out" ] || fail "$name prints nothing"
done
# Uninstalling takes away all that was installed, and nothing else.
touch "$root/share/doc/other"
DESTDIR="$tree" cmake -DMANIFEST="$build/install_manifest.txt" -P tools/uninstall.cmake >/dev/null
left=$(find "$root" -mindepth 1 ! -type d -o -name 'pith*')
[ "$left" = "$root/share/doc/other" ] || fail "make uninstall leaves or takes too much: $left"
echo "$(find "$tree/" -name 'shared-*' | wc -l) programs built against the installed tree"
