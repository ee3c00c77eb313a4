//! How much work a picture may cost: counted in steps, not in seconds, so that a picture is read or refused alike on every
//! machine.

use std::cell::Cell;

use queens::engine::Watch;
use queens::{Error, ErrorKind, Options};

/// The steps that each search for a lattice may take; a step looks at a pixel, or compares two patches or lines. Pages of text, noise,
/// stripes and textures of 1600 x 1600 pixels took at most 0.6 s of processor time for all searches together (EPYC, Zen 5); without a
/// limit some would take minutes.
const STEPS: u64 = 50_000_000;

/// The work on a picture.
pub(super) struct Work<'a> {
    options: &'a Options<'a>,
    watch: Watch<'a>,
    left: Cell<u64>,
}

/// A search came to the end of its steps, or was stopped.
pub(super) struct Spent;

impl<'a> Work<'a> {
    /// The work of so many searches at most.
    pub(super) fn new(options: &'a Options<'a>, searches: usize) -> Self {
        let watch = Watch::new(options, 0.0, searches as f64);
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
