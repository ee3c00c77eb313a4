//! What a count adds up.

use std::ops::AddAssign;

/// The solutions and nodes of a unit of work, or of several.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub struct Tally {
    /// The solutions.
    pub solutions: u128,
    /// The work done. For the search method, the legal partial placements visited, complete ones
    /// included; for the color method, the placements on even rows that were tried.
    pub nodes: u128,
}

impl Tally {
    /// No solutions, no nodes.
    pub const ZERO: Self = Self { solutions: 0, nodes: 0 };
}

impl AddAssign for Tally {
    /// # Panics
    ///
    /// If a sum exceeds 128 bits, which no board that can be counted comes near.
    fn add_assign(&mut self, other: Self) {
        let sum = |a: u128, b: u128| a.checked_add(b).expect("a tally fits 128 bits");
        self.solutions = sum(self.solutions, other.solutions);
        self.nodes = sum(self.nodes, other.nodes);
    }
}
