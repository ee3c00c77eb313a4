//! Flipped bit strings: a set bit means "not attacked".
//!
//! The second program of "Bitwise Optimization of N-Queens", which leaves the explanation to its
//! readers. [`Article::questions`](crate::Article::questions) has ours. In short: on the empty board every bit is
//! set; the free squares are an AND; placing a queen clears its bit, by XOR; and the bit that a shift
//! brings in at the edge must be set, because no diagonal comes in from outside the board.
//!
//! The article's major diagonals move to the left and its minor ones to the right; in this project
//! `rd` moves to the left and `ld` to the right, as in the other articles. `1 << (n - 1)` has no
//! meaning for n = 0, where nothing is ever shifted.
//!
//! # Cost
//!
//! The tree of `bitwise`; one NOT and one AND less a node, two ORs more.

use std::ops::ControlFlow;

use queens::Square;

use crate::about::About;
use crate::article;
use crate::bitwise::column;
use crate::step::{Event, Masks, Observer, Step};

pub(crate) const ABOUT: About = About {
    name: "flipped",
    title: "bit strings with the opposite meaning",
    articles: &[article::BITWISE_OPTIMIZATION],
    idea: "Let a set bit mean that a square is not attacked. Then the free squares are the AND \
           of the three strings, a queen clears its bit by XOR, and the bit that a shift brings \
           in at the edge of the board must be set again.",
    cost: "the nodes of bitwise; fewer inversions, two corrections of a shift",
    code: &[
        "place(ld, cols, rd):            all three start as n ones",
        "    if cols = 0: SOLUTION",
        "    free = ld & cols & rd",
        "    while free:",
        "        bit = free & -free;  free = free ^ bit",
        "        place((ld ^ bit) >> 1 | leftmost, cols ^ bit, (rd ^ bit) << 1 | 1)",
    ],
    lines: [4, 0, 5, 3, 1],
    test: "an isolated bit; it is always free",
    max_n: 19,
};

pub(crate) fn search<O: Observer>(n: u32, observer: &mut O) -> ControlFlow<()> {
    let all = (1 << n) - 1;
    let leftmost = (1 << n) >> 1;
    let bits = Vec::with_capacity(n as usize);
    Search { n, all, leftmost, bits, observer }.place(all, all, all)
}

struct Search<'a, O> {
    n: u32,
    /// A set bit for every column: nothing is attacked.
    all: u32,
    /// The bit of the leftmost column, the article's `shiftCorrect`.
    leftmost: u32,
    /// The bit of each queen placed.
    bits: Vec<u32>,
    observer: &'a mut O,
}

impl<O: Observer> Search<'_, O> {
    fn place(&mut self, ld: u32, cols: u32, rd: u32) -> ControlFlow<()> {
        let row = self.bits.len() as u32;
        let (n, all) = (self.n, self.all);
        let step = move |event, free, bit: u32| {
            // Bits that left the board on the left stay in `rd`; a reader wants the board only.
            let masks = Some(Masks { cols, ld, rd: rd & all, free, bit, excl: None });
            let square = (bit != 0).then(|| Square { row, column: column(n, bit) });
            Step { event, square, masks }
        };
        if cols == 0 {
            self.observer.step(|| step(Event::Solution, 0, 0))?;
            let columns: Vec<u32> = self.bits.iter().map(|&bit| column(n, bit)).collect();
            return self.observer.solution(&columns);
        }
        // `cols` has no bit beyond the board, so nothing else needs a mask.
        let mut free = ld & cols & rd;
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            self.observer.step(|| step(Event::Try, free | bit, bit))?;
            self.bits.push(bit);
            self.observer.step(|| step(Event::Place, free, bit))?;
            self.place((ld ^ bit) >> 1 | self.leftmost, cols ^ bit, (rd ^ bit) << 1 | 1)?;
            self.bits.pop();
            self.observer.step(|| step(Event::Remove, free, bit))?;
        }
        ControlFlow::Continue(())
    }
}
