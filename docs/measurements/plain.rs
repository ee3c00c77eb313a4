//! What anyone writes in ten lines: plain backtracking with bit strings on one thread, without vectors and without symmetry. The
//! mark that `verbs.py` compares `queens` with.
//!
//!     rustc -C opt-level=3 -C target-cpu=native docs/measurements/plain.rs
//!     ./plain count 14 | superqueens 14 | torus 13 | partial 9 | list 10 | blocked 12 a1,b5,c7

use std::io::Write;

/// What is attacked on a row: columns, diagonals to the left and to the right, and by knights on this row and the next.
#[derive(Clone, Copy, Default)]
struct Attacks {
    cols: u32,
    left: u32,
    right: u32,
    knights: u32,
    later: u32,
}

struct Board {
    n: u32,
    full: u32,
    closed: Vec<u32>,
    is_torus: bool,
    are_super: bool,
}

impl Board {
    fn free(&self, row: u32, a: Attacks) -> u32 {
        self.full & !(a.cols | a.left | a.right | a.knights | self.closed[row as usize])
    }

    fn below(&self, a: Attacks, queen: u32) -> Attacks {
        let (left, right) = (a.left | queen, a.right | queen);
        let over = if self.is_torus {
            (left >> (self.n - 1), (right & 1) << (self.n - 1))
        } else {
            (0, 0)
        };
        let (knights, later) = if self.are_super {
            (a.later | queen << 2 | queen >> 2, queen << 1 | queen >> 1)
        } else {
            (0, 0)
        };
        Attacks {
            cols: a.cols | queen,
            left: (left << 1 | over.0) & self.full,
            right: right >> 1 | over.1,
            knights,
            later,
        }
    }

    fn count(&self, row: u32, a: Attacks) -> u64 {
        if row == self.n {
            return 1;
        }
        let (mut free, mut solutions) = (self.free(row, a), 0);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            solutions += self.count(row + 1, self.below(a, queen));
        }
        solutions
    }

    fn partial(&self, row: u32, queens: usize, a: Attacks, placements: &mut [u64]) {
        if row == self.n {
            placements[queens] += 1;
            return;
        }
        self.partial(
            row + 1,
            queens,
            Attacks { left: a.left << 1 & self.full, right: a.right >> 1, ..a },
            placements,
        );
        let mut free = self.free(row, a);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.partial(row + 1, queens + 1, self.below(a, queen), placements);
        }
    }

    fn list(&self, row: u32, a: Attacks, columns: &mut Vec<u32>, out: &mut impl Write) {
        if row == self.n {
            for (i, column) in columns.iter().enumerate() {
                write!(out, "{}{}", if i == 0 { "" } else { " " }, column + 1).unwrap();
            }
            writeln!(out).unwrap();
            return;
        }
        let mut free = self.free(row, a);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            columns.push(queen.trailing_zeros());
            self.list(row + 1, self.below(a, queen), columns, out);
            columns.pop();
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (what, n): (&str, u32) = (&words[0], words[1].parse().unwrap());
    let mut closed = vec![0; n as usize];
    for square in words.get(2).into_iter().flat_map(|squares| squares.split(',')) {
        let (column, row) = (square.as_bytes()[0] - b'a', square[1..].parse::<usize>().unwrap());
        closed[row - 1] |= 1 << column;
    }
    let board = Board {
        n,
        full: (1 << n) - 1,
        closed,
        is_torus: what == "torus",
        are_super: what == "superqueens",
    };
    match what {
        // On a torus all squares are alike: a queen on the first one of the first row stands for n.
        "torus" => {
            println!("{}", u64::from(n) * board.count(1, board.below(Attacks::default(), 1)))
        }
        "partial" => {
            let mut placements = vec![0; n as usize + 1];
            board.partial(0, 0, Attacks::default(), &mut placements);
            println!("{}", placements.iter().map(u64::to_string).collect::<Vec<_>>().join(" "));
        }
        "list" => {
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            board.list(0, Attacks::default(), &mut Vec::new(), &mut out);
        }
        _ => println!("{}", board.count(0, Attacks::default())),
    }
}
