#!/usr/bin/env bash
# dancing-links (Rust): a queen given to `NQueens::new` takes its lines off the problem and attacks nothing.
#
# Expected: `NQueens::new(n, filled)`, documented as an instance "with the given filled values", has the placements with these queens.
# Seen (29 Nov 2026, dancing-links 0.3.1): the lines of a filled square are left out of the constraints, but of the squares only the
# filled one: so other queens may stand in its row, its column and on its diagonals, also several on one diagonal. 8 queens have 345
# solutions with one at a1 (right: 4), 4 queens have 3 (right: 0), among them one whose other queens are b2, c3 and d4. Without filled
# values all counts are right.
# Hurt: people who complete boards or make puzzles with it: "solvable" and "not unique" where neither is true.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cargo init --quiet --vcs none --name filled "$tmp/filled"
cd "$tmp/filled"
echo 'dancing-links = "=0.3.1"' >>Cargo.toml
cat >src/main.rs <<'EOF_RS'
use dancing_links::queens::{NQueens, Possibility};
use dancing_links::ExactCover;

/// The solutions with a queen at a1: of the library, and of its own solutions of the empty board.
fn solutions(n: usize) -> (Vec<String>, usize) {
    let corner = Possibility { row: 0, column: 0 };
    let name = |p: &&Possibility| format!("{}{}", (b'a' + p.column as u8) as char, p.row + 1);
    let filled = NQueens::new(n, [corner]);
    let others = filled.solver().all_solutions().iter().map(|s| {
        let mut squares: Vec<String> = s.iter().map(name).collect();
        squares.sort();
        squares.join(" ")
    }).collect();
    let empty = NQueens::new(n, []);
    let right = empty.solver().all_solutions().iter().filter(|s| s.contains(&&corner)).count();
    (others, right)
}

fn main() {
    for (n, seen, expected) in [(4, 3, 0), (5, 11, 2), (6, 23, 0), (8, 345, 4)] {
        let (others, right) = solutions(n);
        println!("n = {n}, a queen at a1: {} solutions, {right} of the empty board have one there", others.len());
        if n == 4 {
            others.iter().for_each(|squares| println!("  a1 and {squares}"));
        }
        if (others.len(), right) != (seen, expected) {
            eprintln!("changed: {seen} and {expected} expected");
            std::process::exit(1);
        }
    }
}
EOF_RS
cargo tree --quiet --depth 1
cargo run --quiet --release
