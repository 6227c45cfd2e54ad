#!/bin/sh
# Installs what is missing of the packages that the project needs.
#
#   tools/install-deps.sh [build] [test] [dev] [cross]
#
# On Debian and its relatives with apt-get, with sudo where that is needed. On other systems, or
# where that fails, it succeeds if the tools are there, and else names what is needed.
set -eu

build="gcc libc6-dev cmake ninja-build pkg-config zlib1g-dev liblzma-dev libzstd-dev"
test="libcmocka-dev python3 cmark cmark-gfm libcmark-gfm-dev libcmark-gfm-extensions-dev
    python3-markdown-it python3-linkify-it nodejs node-markdown-it"
dev="clang clang-format clang-tidy libclang-rt-dev chromium zsh fish"
cross="gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static"

installed() {
    dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q ' installed$'
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

on_debian() {
    missing=
    for package in $packages; do
        installed "$package" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    echo "Installing:$missing"
    as_root apt-get -qq -o DPkg::Lock::Timeout=300 update || return 1
    # shellcheck disable=SC2086 # one word per package
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 install -y --no-install-recommends $missing >/dev/null
}

check_tools() {
    tools="cmake pkg-config cc"
    libraries="zlib liblzma libzstd"
    case " $* " in *" test "*) tools="$tools python3" libraries="$libraries cmocka" ;; esac
    case " $* " in *" dev "*) tools="$tools clang clang-format" ;; esac
    case " $* " in *" cross "*) tools="$tools s390x-linux-gnu-gcc aarch64-linux-gnu-gcc qemu-s390x-static qemu-aarch64-static" ;; esac
    missing=
    for tool in $tools; do
        command -v "$tool" >/dev/null || missing="$missing $tool"
    done
    for library in $libraries; do
        pkg-config --exists "$library" 2>/dev/null || missing="$missing $library"
    done
    [ -n "$missing" ] || return 0
    echo "Please install what is missing:$missing" >&2
    echo "(In Debian the packages are:$packages)" >&2
    return 1
}

packages=
for group in "$@"; do
    case $group in
    build) packages="$packages $build" ;;
    test) packages="$packages $test" ;;
    dev) packages="$packages $dev" ;;
    cross) packages="$packages $cross" ;;
    *)
        echo "usage: $0 [build] [test] [dev] [cross]" >&2
        exit 2
        ;;
    esac
done

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    on_debian || check_tools "$@"
else
    check_tools "$@"
fi

# lexbor is the judge in some tests; they are skipped without it.
case " $* " in
*" test "* | *" dev "*) pkg-config --exists lexbor || "$(dirname "$0")/get-lexbor.sh" || true ;;
esac

# The markdown-it that people use reads our markdown beside Debian's; without it Debian's alone does.
case " $* " in
*" test "*) "$(dirname "$0")/get-markdown-it.sh" || true ;;
esac
