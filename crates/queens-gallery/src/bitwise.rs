//! Bit strings: Martin Richards' algorithm.
//!
//! All five articles use it, and all go back to Richards' paper. A row of the board is a number of
//! n bits, the leftmost column its highest. `cols` marks the columns that hold a queen; `ld` and
//! `rd` mark the squares *of this row* that lie on a diagonal of a queen above. What none of the
//! three marks is free (`poss`, `possibilities` or `valid_spots` in the articles).
//!
//! * **Why `& -free`?** In two's complement -x is !x + 1: the bits above the lowest set bit are
//!   inverted, the lowest set bit stays, the zeros below stay. So `free & -free` keeps exactly the
//!   lowest set bit: the next free column, found without looking at the others.
//! * **Why are the diagonals shifted?** A queen's diagonal that runs down to the right meets the
//!   next row one column further right, one bit lower: `ld >> 1`. The other one goes to the left:
//!   `rd << 1`. A bit shifted past the edge of the board has left it: below bit 0 it is lost, above
//!   bit n - 1 `done` masks it.
//! * **Why does `cols == done` mean a solution?** Queens are only put on free squares, one a row;
//!   when all n columns hold one, so do all n rows.
//!
//! Before it takes the lowest bit, "Bitwise Optimization of N-Queens" looks at each of the n bits by
//! shifting: [`every_bit`] is that step.
//!
//! The articles mask `poss` in the loop's condition; here `free` is masked once when it is made,
//! as in the other two programs, so that it shows nothing but columns of the board.
//!
//! # Cost
//!
//! The tree of backtracking, 2057 nodes for n = 8, but a row costs a few operations on whole words,
//! and only free squares are looked at: there is one isolated bit for each node but the root.

use std::ops::ControlFlow;

use queens::Square;

use crate::about::About;
use crate::article;
use crate::step::{Counters, Event, Masks, Observer, Step, Steps};

pub(crate) const ABOUT: About = About {
    name: "bitwise",
    title: "Martin Richards' bit strings",
    articles: &[
        article::BITWISE_OPTIMIZATION,
        article::BITWISE_SOLUTION,
        article::EIGHT_QUEENS,
        article::SAVE_SOME_QUEENS,
        article::RICHARDS,
    ],
    idea: "Keep a row's attacked squares as bit strings: one for the columns, one for each \
           direction of diagonals. What no string marks is free, and free & -free isolates a \
           free square without looking at the others. Going down a row, a diagonal moves by \
           one column, so its string is shifted by one bit.",
    cost: "a few word operations at each legal partial placement; only free squares are tested",
    code: &[
        "place(ld, cols, rd):",
        "    if cols = done: SOLUTION",
        "    free = ~(ld | cols | rd) & done",
        "    while free:",
        "        bit = free & -free;  free = free ^ bit",
        "        place((ld | bit) >> 1, cols | bit, (rd | bit) << 1)",
    ],
    lines: [4, 0, 5, 3, 1],
    test: "an isolated bit; it is always free",
    max_n: 19,
};

pub(crate) fn search<O: Observer>(n: u32, observer: &mut O) -> ControlFlow<()> {
    let done = (1 << n) - 1;
    Search { n, done, bits: Vec::with_capacity(n as usize), observer }.place(0, 0, 0)
}

/// The same search with a loop over every bit of a row, as the first article has it before it takes the lowest free bit.
///
/// It visits the nodes of `bitwise` and looks at every square of their rows, as `backtrack_flags` does.
pub fn every_bit<O: Observer>(n: u32, observer: &mut O) -> ControlFlow<()> {
    let done = (1 << n) - 1;
    Search { n, done, bits: Vec::with_capacity(n as usize), observer }.place_by_shifting(0, 0, 0)
}

/// What [`every_bit`] does.
pub fn every_bit_counters(n: u32) -> Counters {
    let mut counters = Counters::START;
    let _ = every_bit(
        n,
        &mut Steps(|step: Step| {
            counters.add(step.event);
            ControlFlow::Continue(())
        }),
    );
    counters
}

struct Search<'a, O> {
    n: u32,
    /// A set bit for every column: what `cols` is when a solution is found.
    done: u32,
    /// The bit of each queen placed.
    bits: Vec<u32>,
    observer: &'a mut O,
}

impl<O: Observer> Search<'_, O> {
    fn place(&mut self, ld: u32, cols: u32, rd: u32) -> ControlFlow<()> {
        let row = self.bits.len() as u32;
        let n = self.n;
        let step = move |event, free, bit: u32| {
            let masks = Some(Masks { cols, ld, rd, free, bit, excl: None });
            let square = (bit != 0).then(|| Square { row, column: column(n, bit) });
            Step { event, square, masks }
        };
        if cols == self.done {
            self.observer.step(|| step(Event::Solution, 0, 0))?;
            let columns: Vec<u32> = self.bits.iter().map(|&bit| column(n, bit)).collect();
            return self.observer.solution(&columns);
        }
        let mut free = !(ld | cols | rd) & self.done;
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            self.observer.step(|| step(Event::Try, free | bit, bit))?;
            self.bits.push(bit);
            self.observer.step(|| step(Event::Place, free, bit))?;
            self.place((ld | bit) >> 1, cols | bit, (rd | bit) << 1)?;
            self.bits.pop();
            self.observer.step(|| step(Event::Remove, free, bit))?;
        }
        ControlFlow::Continue(())
    }

    fn place_by_shifting(&mut self, ld: u32, cols: u32, rd: u32) -> ControlFlow<()> {
        let step = |event| Step { event, square: None, masks: None };
        if cols == self.done {
            self.observer.step(|| step(Event::Solution))?;
            let columns: Vec<u32> = self.bits.iter().map(|&bit| column(self.n, bit)).collect();
            return self.observer.solution(&columns);
        }
        let free = !(ld | cols | rd) & self.done;
        for bit in (0..self.n).map(|i| 1 << i) {
            self.observer.step(|| step(Event::Try))?;
            if free & bit == 0 {
                self.observer.step(|| step(Event::Reject))?;
                continue;
            }
            self.bits.push(bit);
            self.observer.step(|| step(Event::Place))?;
            self.place_by_shifting((ld | bit) >> 1, cols | bit, (rd | bit) << 1)?;
            self.bits.pop();
            self.observer.step(|| step(Event::Remove))?;
        }
        ControlFlow::Continue(())
    }
}

/// The column of a bit: the leftmost column is the highest bit.
pub(crate) fn column(n: u32, bit: u32) -> u32 {
    n - 1 - bit.trailing_zeros()
}
