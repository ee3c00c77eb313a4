//! Mirror symmetry: search half of the boards, the others are their reflections.
//!
//! From "Using Symmetry to Optimize an N-Queens Solution". Reflecting a solution left to right
//! gives another one, and never the same one for n > 1. So only the boards with the first queen in
//! the left half need a search:
//!
//! * n even: leave the right half of the first row out.
//! * n odd: leave it out too, but the middle column is in neither half. When the first queen stands
//!   in the middle, the second cannot, and its row has two halves of the same size: leave the right
//!   half of *that* row out. The filter of the second row holds only while the first queen is in the
//!   middle.
//!
//! The free squares are taken from the right. With the right half left out, the middle comes
//! first, and after it the filter of the second row must be switched off. The article's program
//! means to do that by setting the filter to 0, but it writes `x2` for `ex2`. That creates a global
//! variable, the filter stays, and every odd n loses the solutions with a second queen in
//! the right half. The article also doubles the count for n = 1, where the board is its own
//! reflection; here n = 0 and n = 1 are not doubled. [`as_printed`] counts with both slips: 4 instead of 10
//! for n = 5, 2 instead of 1 for n = 1.
//!
//! # Cost
//!
//! Half of the nodes of `bitwise`, and one root.

use std::ops::ControlFlow;

use queens::Square;

use crate::about::About;
use crate::article;
use crate::bitwise::column;
use crate::step::{Event, Masks, Observer, Step};

pub(crate) const ABOUT: About = About {
    name: "mirror",
    title: "bit strings, half of the boards",
    articles: &[article::USING_SYMMETRY],
    idea: "The reflection of a solution is another solution. Search only boards with the first \
           queen in the left half; for odd n, while it stands in the middle, only those with \
           the second queen in the left half. Each solution found counts for itself and its \
           reflection.",
    cost: "half of the nodes of bitwise",
    code: &[
        "place(ld, cols, rd, ex1, ex2):  first call: ex1 = right half,",
        "    if cols = done: SOLUTION    ex2 = right half if n is odd, else 0",
        "                    and its reflection: SOLUTION (if n > 1)",
        "    free = ~(ld | cols | rd | ex1) & done",
        "    while free:",
        "        bit = free & -free;  free = free ^ bit",
        "        place((ld | bit) >> 1, cols | bit, (rd | bit) << 1, ex2, 0)",
        "        ex2 = 0                 past the middle: the filter is off",
    ],
    lines: [5, 0, 6, 7, 1],
    test: "an isolated bit; it is always free",
    max_n: 19,
};

pub(crate) fn search<O: Observer>(n: u32, observer: &mut O) -> ControlFlow<()> {
    start::<true, O>(n, observer)
}

/// Counts as the article's program does: the filter of the second row is never switched off, and every count is
/// doubled.
///
/// Even n come out right from 2 on, odd n do not, except for n = 3: n = 5 gives 4 instead of 10, n = 1 gives 2.
pub fn as_printed(n: u32) -> u64 {
    let mut solutions = 0;
    let _ = start::<false, _>(n, &mut |_: &[u32]| {
        solutions += 1;
        ControlFlow::Continue(())
    });
    solutions
}

fn start<const SWITCH: bool, O: Observer>(n: u32, observer: &mut O) -> ControlFlow<()> {
    let done = (1 << n) - 1;
    let right_half = (1 << (n / 2)) - 1;
    let second_row = if n % 2 == 1 { right_half } else { 0 };
    let bits = Vec::with_capacity(n as usize);
    Search::<SWITCH, O> { n, done, bits, observer }.place(0, 0, 0, right_half, second_row)
}

struct Search<'a, const SWITCH: bool, O> {
    n: u32,
    /// A set bit for every column.
    done: u32,
    /// The bit of each queen placed.
    bits: Vec<u32>,
    observer: &'a mut O,
}

impl<const SWITCH: bool, O: Observer> Search<'_, SWITCH, O> {
    /// `ex1` is left out of this row, `ex2` of the next.
    fn place(&mut self, ld: u32, cols: u32, rd: u32, ex1: u32, mut ex2: u32) -> ControlFlow<()> {
        let row = self.bits.len() as u32;
        let n = self.n;
        let step = move |event, free, bit: u32| {
            let masks = Some(Masks { cols, ld, rd, free, bit, excl: Some(ex1) });
            let square = (bit != 0).then(|| Square { row, column: column(n, bit) });
            Step { event, square, masks }
        };
        if cols == self.done {
            self.observer.step(|| step(Event::Solution, 0, 0))?;
            let columns: Vec<u32> = self.bits.iter().map(|&bit| column(n, bit)).collect();
            self.observer.solution(&columns)?;
            // As printed, every board is counted twice, even the one that is its own reflection.
            if n > 1 || !SWITCH {
                self.observer.step(|| step(Event::Solution, 0, 0))?;
                let reflected: Vec<u32> = columns.iter().map(|column| n - 1 - column).collect();
                self.observer.solution(&reflected)?;
            }
            return ControlFlow::Continue(());
        }
        let mut free = !(ld | cols | rd | ex1) & self.done;
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            self.observer.step(|| step(Event::Try, free | bit, bit))?;
            self.bits.push(bit);
            self.observer.step(|| step(Event::Place, free, bit))?;
            self.place((ld | bit) >> 1, cols | bit, (rd | bit) << 1, ex2, 0)?;
            self.bits.pop();
            if SWITCH {
                ex2 = 0;
            }
            self.observer.step(|| step(Event::Remove, free, bit))?;
        }
        ControlFlow::Continue(())
    }
}
