#!/usr/bin/env bash
# qemu-user: an ARM program that reads /proc/cpuinfo sees the x86 processor of the host.
#
# Expected: qemu-aarch64 runs a program as if on an ARM processor: runtime detection finds NEON, and /proc/cpuinfo has the lines of an
# ARM kernel ("Features", "CPU implementer").
# Seen (28 Nov 2026, qemu-user-static 7.2 of Debian 12, ripgrep 14.1.0 for aarch64 as a program that does both): detection says NEON,
# /proc/cpuinfo is the host's, with "model name" and "flags" of the x86 processor. One process, two processors.
# Hurt: people who test the NEON path under emulation and record the processor with the result: the record says that an x86 processor
# took the ARM path, or a program that trusts cpuinfo takes the wrong one. (uname -m is emulated: trust that, and write "emulated" beside it.)
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
[[ $(uname -m) == x86_64 ]] || { echo "needs an x86-64 processor" >&2; exit 1; }
apt-get download -qq 'qemu-user-static=1:7.2+dfsg-7+deb12u18+b3' libc6-arm64-cross=2.36-8cross1 libgcc-s1-arm64-cross=12.2.0-14cross1 2>apt.log ||
  { cat apt.log; echo "needs Debian 12 and a fresh apt-get update" >&2; exit 1; }
for package in *.deb; do dpkg-deb -x "$package" .; done
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --platform manylinux2014_aarch64 ripgrep==14.1.0
python3 -m zipfile -e ripgrep-14.1.0-*.whl wheel
rg=wheel/ripgrep-14.1.0.data/scripts/rg
chmod +x "$rg"
emulated() { usr/bin/qemu-aarch64-static -L usr/aarch64-linux-gnu "$rg" "$@"; }
usr/bin/qemu-aarch64-static --version | head -n 1
emulated --version | head -n 1
simd=$(emulated --version | grep runtime)
inside=$(emulated --max-count 1 '^model name' /proc/cpuinfo || true)
host=$(grep --max-count 1 '^model name' /proc/cpuinfo)
arm=$(emulated --count '^(Features|CPU implementer)' /proc/cpuinfo || echo 0)
echo "detected: $simd; in /proc/cpuinfo: '$inside', lines of an ARM kernel: $arm"
[[ $simd == *+NEON* && -n $inside && $inside == "$host" && $arm == 0 ]] || { echo "changed: /proc/cpuinfo is no longer the host's" >&2; exit 1; }
