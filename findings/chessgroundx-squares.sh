#!/usr/bin/env bash
# chessgroundx and Fairy-Stockfish: one FEN, two names for a square, and a10 is drawn on a1.
#
# Expected: a board component for large boards that reads the FEN of a 10 x 10 board as the engine does also understands the engine's
# squares: a10 is the square in the tenth row.
# Seen (28 Nov 2026, chessgroundx 10.7.4, pyffish 0.0.90): both read "Q9/10/.../9Q". The engine calls the first queen's square a10. In
# chessgroundx it is "a:", because a rank is one character, the ones that follow "9" in ASCII: 10 is ":", 11 ";", 12 "<". key2pos("a10")
# is no error: it looks at two characters and returns the position of a1, the other end of the board.
# Hurt: people who show placements on boards above 9 x 9: arrows, marks and moves to the tenth row land in the first.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyffish==0.0.90
npm install --silent --no-audit --no-fund chessgroundx@10.7.4 >npm.log 2>&1 || { cat npm.log; exit 1; }
cat >engine.py <<'EOF_PY'
from importlib.metadata import version
import pyffish, sys

print("pyffish", version("pyffish"))
fen = "Q9/10/10/10/10/10/10/10/10/9Q w - - 0 1"
pyffish.load_variant_config(f"[queens10:chess]\nmaxRank = 10\nmaxFile = 10\nking = -\ncastling = false\nstartFen = {fen}\n")
moves = pyffish.legal_moves("queens10", fen, [])
print("first queen moves:", *[m for m in moves if m.startswith("a10")][:3])
if "a10a9" not in moves or pyffish.get_fen("queens10", fen, []) != fen:
    sys.exit("changed: the engine no longer calls the square a10")
EOF_PY
venv/bin/python engine.py
cat >board.mjs <<'EOF_JS'
import { readFileSync } from "node:fs";
import { read, write } from "chessgroundx/fen.js";
import { key2pos } from "chessgroundx/util.js";
console.log("chessgroundx", JSON.parse(readFileSync("node_modules/chessgroundx/package.json")).version);
const fen = "Q9/10/10/10/10/10/10/10/10/9Q", size = { width: 10, height: 10 };
const board = read(fen, size);
const keys = [...board.pieces.keys()].join(" ");
const where = ["a:", "a10", "a1"].map((key) => `${key} at [${key2pos(key)}]`).join(", ");
console.log(`squares of the queens: ${keys}; ${where}`);
if (write(board, size) !== fen || keys !== "a: j1" || where !== "a: at [0,9], a10 at [0,0], a1 at [0,0]") {
  console.error("changed: the squares are no longer a: and j1, or a10 is no longer taken for a1");
  process.exit(1);
}
EOF_JS
node board.mjs
