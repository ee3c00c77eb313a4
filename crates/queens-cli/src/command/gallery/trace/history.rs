//! The steps that can be gone back to.

use std::collections::VecDeque;

use queens::Square;
use queens_gallery::{Event, Masks, Step};

/// The latest steps of a search, packed: 4 bytes a step, 24 with bit strings.
///
/// Old steps are forgotten a chunk at a time, so that growing never copies what is there.
#[derive(Debug)]
pub(super) struct History {
    n: u32,
    chunks: VecDeque<Chunk>,
    max_chunks: usize,
    /// How many steps are forgotten.
    forgotten: u64,
    /// The number of the latest step; the first step has number 1.
    latest: u64,
}

#[derive(Debug)]
struct Chunk {
    heads: Vec<u32>,
    /// `cols`, `ld`, `rd`, `free`, `excl`; as many as heads, or none. `bit` is the square's column.
    masks: Vec<[u32; 5]>,
}

const CHUNK: usize = 1 << 16;
/// About ten million steps: at most 240 MB.
const MAX_CHUNKS: usize = 153;

// The head of a step, from the lowest bit: event, line, row, column, and three flags.
const LINE: u32 = 3;
const ROW: u32 = 11;
const COLUMN: u32 = 17;
const SQUARE: u32 = 1 << 23;
const MASKS: u32 = 1 << 24;
const EXCL: u32 = 1 << 25;

const EVENTS: [Event; 5] =
    [Event::Try, Event::Reject, Event::Place, Event::Remove, Event::Solution];

impl History {
    /// The empty history of a search on the n by n board, n at most 64.
    pub(super) fn new(n: u32) -> Self {
        Self::bounded(n, MAX_CHUNKS)
    }

    pub(super) fn bounded(n: u32, max_chunks: usize) -> Self {
        Self { n, chunks: VecDeque::new(), max_chunks, forgotten: 0, latest: 0 }
    }

    /// How many steps are forgotten.
    pub(super) fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// The number of the latest step, 0 if there is none.
    pub(super) fn latest(&self) -> u64 {
        self.latest
    }

    /// Adds a step after the latest.
    pub(super) fn push(&mut self, step: &Step) {
        if self.chunks.back().is_none_or(|chunk| chunk.heads.len() == CHUNK) {
            if self.chunks.len() == self.max_chunks {
                self.chunks.pop_front();
                self.forgotten += CHUNK as u64;
            }
            self.chunks.push_back(Chunk { heads: Vec::new(), masks: Vec::new() });
        }
        if let Some(chunk) = self.chunks.back_mut() {
            chunk.heads.push(head(step));
            if let Some(masks) = step.masks {
                let excl = masks.excl.unwrap_or(0);
                chunk.masks.push([masks.cols, masks.ld, masks.rd, masks.free, excl]);
            }
        }
        self.latest += 1;
    }

    /// The step of that number, unless it is forgotten or still to come.
    pub(super) fn get(&self, number: u64) -> Option<Step> {
        let index = usize::try_from(number.checked_sub(self.forgotten + 1)?).ok()?;
        let chunk = self.chunks.get(index / CHUNK)?;
        let head = *chunk.heads.get(index % CHUNK)?;
        let square = (head & SQUARE != 0)
            .then_some(Square { row: (head >> ROW) & 63, column: (head >> COLUMN) & 63 });
        let masks = if head & MASKS == 0 {
            None
        } else {
            let &[cols, ld, rd, free, excl] = chunk.masks.get(index % CHUNK)?;
            let bit = square.map_or(0, |square| 1 << (self.n - 1 - square.column));
            let excl = (head & EXCL != 0).then_some(excl);
            Some(Masks { cols, ld, rd, free, bit, excl })
        };
        let event = EVENTS[(head & 7) as usize];
        Some(Step { event, square, line: ((head >> LINE) & 255) as usize, masks })
    }
}

fn head(step: &Step) -> u32 {
    let event = match step.event {
        Event::Try => 0,
        Event::Reject => 1,
        Event::Place => 2,
        Event::Remove => 3,
        Event::Solution => 4,
    };
    let mut head = event | (step.line as u32) << LINE;
    if let Some(square) = step.square {
        head |= SQUARE | square.row << ROW | square.column << COLUMN;
    }
    if let Some(masks) = step.masks {
        head |= MASKS | if masks.excl.is_some() { EXCL } else { 0 };
    }
    head
}

#[cfg(test)]
mod tests {
    use queens_gallery::{Member, Trace};

    use super::*;

    #[test]
    fn every_step_comes_back_as_it_was() {
        for &member in Member::ALL {
            for n in 0..=if member == Member::BruteForce { 4 } else { 7 } {
                let steps: Vec<Step> = Trace::new(member, n).unwrap().collect();
                let mut history = History::new(n);
                for step in &steps {
                    history.push(step);
                }
                assert_eq!(history.get(0), None);
                for (number, step) in (1..).zip(&steps) {
                    assert_eq!(history.get(number).as_ref(), Some(step), "{member} {n} {number}");
                }
                assert_eq!(history.get(steps.len() as u64 + 1), None);
            }
        }
    }

    #[test]
    fn the_oldest_steps_are_forgotten() {
        let steps: Vec<Step> = Trace::new(Member::BacktrackFlags, 9).unwrap().collect();
        assert!(steps.len() > 2 * CHUNK);
        let mut history = History::bounded(9, 2);
        for step in &steps {
            history.push(step);
        }
        let forgotten = history.forgotten();
        assert_eq!(forgotten % CHUNK as u64, 0);
        assert!(forgotten > 0);
        assert_eq!(history.latest(), steps.len() as u64);
        assert_eq!(history.get(forgotten), None);
        for number in forgotten + 1..=history.latest() {
            assert_eq!(history.get(number), Some(steps[number as usize - 1]));
        }
    }
}
