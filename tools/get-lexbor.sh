#!/bin/sh
# Installs lexbor, the HTML parser that judges ours in the tests, on a Debian that does not have it.
#
# Takes just two packages from Debian's unstable suite, which need nothing newer than libc6 2.33,
# without adding that suite to the system: apt works on a private list in a temporary folder. The
# mirror is the one that the machine's own apt sources name; signatures are checked against the
# Debian archive's keys. Where it cannot be had, it says so and the tests that need it are skipped.
set -eu

keyring=/usr/share/keyrings/debian-archive-keyring.gpg

give_up() {
    echo "lexbor is not there ($1); the tests that need it will be skipped" >&2
    exit 1
}

# The address of the archive itself, not of its security or backports parts: the first "deb" line
# or deb822 "URIs:" field that ends in /debian.
mirror() {
    {
        cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
            sed -n 's/^deb[[:space:]]*\(\[[^]]*\]\)\{0,1\}[[:space:]]*\([^[:space:]]*\).*/\2/p'
        cat /etc/apt/sources.list.d/*.sources 2>/dev/null |
            sed -n 's/^[Uu][Rr][Ii][Ss]:[[:space:]]*//p' | tr -s '[:space:]' '\n'
    } | grep -E '/debian/?$' | head -n 1
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

command -v apt-get >/dev/null || give_up "this is not a Debian system"
[ -r "$keyring" ] || give_up "the Debian archive's keys are not installed"
mirror=$(mirror)
[ -n "$mirror" ] || give_up "no Debian mirror in this machine's apt sources"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
chmod -R a+rX "$folder"
echo "deb [signed-by=$keyring] $mirror sid main" >"$folder/sources.list"

# A mirror's copy can be some days old, so the date of its index is not checked; its signature is.
private_apt() {
    apt-get -qq \
        -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$folder/lists" -o Dir::Cache="$folder/cache" \
        -o Acquire::Check-Valid-Until=false -o APT::Sandbox::User= "$@"
}

echo "Installing: liblexbor3 liblexbor-dev"
private_apt update || give_up "the mirror has no unstable suite"
(cd "$folder" && private_apt download liblexbor3 liblexbor-dev) ||
    give_up "the mirror has no lexbor"
as_root dpkg -i "$folder"/*.deb >/dev/null || give_up "its packages do not fit this system"
