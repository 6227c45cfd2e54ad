#!/bin/sh
# Makes the source archive of a release, with its checksum, and tries it.
#
#   tools/dist.sh FOLDER [COMMIT]
#
# FOLDER/pith-VERSION.tar.gz has the files of COMMIT (default: HEAD) and nothing else: the same commit gives the same
# bytes. It is then unpacked and built elsewhere, and must say its version and give the golden files.
set -eu
folder=$1
commit=${2:-HEAD}
part() { git show "$commit:include/pith.h" | sed -n "s/^#define PITH_VERSION_$1 //p"; }
version=$(part MAJOR).$(part MINOR).$(part PATCH)
name=pith-$version
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

git archive --format=tar --prefix="$name/" "$commit" | gzip -9n >"$folder/$name.tar.gz.part"
mv "$folder/$name.tar.gz.part" "$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
tar -C "$tree" -xzf "$folder/$name.tar.gz"
cmake -S "$tree/$name" -B "$tree/build" >/dev/null
cmake --build "$tree/build" --parallel "$(nproc)" >/dev/null
said=$("$tree/build/pith" --version | head -n 1)
[ "$said" = "pith $version" ] || {
    echo "dist.sh: the program of the archive says '$said'" >&2
    exit 1
}
(cd "$tree/$name" && python3 tests/golden/run.py "$tree/build/pith")
cat "$folder/$name.tar.gz.sha256"
