//! How much work a picture may cost: counted in steps, not in seconds, so that a picture is read or refused alike on every
//! machine.

use std::cell::Cell;

use queens::engine::Watch;
use queens::{Error, ErrorKind, Options};

/// The steps that each search for a lattice may take. A step is a comparison of two numbers or so; as many as these take a tenth of
/// a second of processor time. Boards take less than a hundredth of them; noise and textures would take hundreds of times as many.
const STEPS: u64 = 50_000_000;

/// The searches that are made at most: one for each tolerance of colors, and two for edges.
pub(super) const SEARCHES: usize = 8;

/// The work on a picture.
pub(super) struct Work<'a> {
    options: &'a Options<'a>,
    watch: Watch<'a>,
    left: Cell<u64>,
}

/// A search came to the end of its steps, or was stopped.
pub(super) struct Spent;

impl<'a> Work<'a> {
    pub(super) fn new(options: &'a Options<'a>) -> Self {
        let watch = Watch::new(options, 0.0, SEARCHES as f64);
        Self { options, watch, left: Cell::new(0) }
    }

    /// Makes the next search: what it finds, or what it had found when its steps were spent.
    pub(super) fn search<T>(&self, search: impl FnOnce() -> T) -> Result<T, Error> {
        self.left.set(STEPS);
        let found = search();
        if self.options.stop_flag().is_raised() {
            let message = "the picture was not read to its end";
            return Err(Error::new(ErrorKind::Stopped, message, "start it again"));
        }
        self.watch.add(1.0);
        Ok(found)
    }

    /// Takes steps, if there are any left.
    pub(super) fn take(&self, steps: usize) -> Result<(), Spent> {
        let left = self.left.get().saturating_sub(steps as u64);
        self.left.set(left);
        if left == 0 || self.options.stop_flag().is_raised() { Err(Spent) } else { Ok(()) }
    }
}
