#!/usr/bin/env bash
# Prints the README's first block of commands, without their comments: it has two, one on each line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mapfile -t commands < <(sed -n '/^```sh$/,/^```$/{/^```/!p;/^```$/q}' README.md | sed 's/ *#.*//')
if [[ ${#commands[@]} != 2 ]]; then
  echo "error: the README begins with ${#commands[@]} commands, not with two: ${commands[*]}" >&2
  echo "help: see its section Start, and xtask/readme.sh" >&2
  exit 1
fi
printf '%s\n' "${commands[@]}"
