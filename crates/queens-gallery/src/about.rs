//! What there is to know about an algorithm before it runs.

use queens::{Error, ErrorKind};

/// What there is to know about an algorithm before it runs.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct About {
    /// The name on the command line, the same as its module's.
    pub name: &'static str,
    /// The algorithm in a line.
    pub title: &'static str,
    /// The idea, in a few sentences.
    pub idea: &'static str,
    /// What it costs, in words.
    pub cost: &'static str,
    /// The algorithm as pseudo-code.
    pub code: &'static [&'static str],
    /// What it counts as a test.
    pub test: &'static str,
    /// The largest n it accepts: above it a run takes more than about a day on one core.
    pub max_n: u32,
    /// The titles of the articles that it comes from.
    pub articles: &'static [&'static str],
    /// The line of the code that each [`Event`](crate::Event) belongs to, in their order, from 0; 0 for an event that
    /// never happens. [`Trace::line`](crate::Trace::line) has that of a step.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub lines: [usize; 5],
}

impl About {
    /// Checks that the algorithm accepts the size, as every run does.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`] if n exceeds `max_n`.
    pub fn accepts(&self, n: u32) -> Result<(), Error> {
        let Self { name, max_n, .. } = self;
        if n <= *max_n {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::TooLarge,
            format!("n = {n} is too large for the algorithm `{name}`"),
            format!("it accepts n up to {max_n}; `queens count {n}` counts with the engine"),
        ))
    }
}
