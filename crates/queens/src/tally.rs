//! What a count of a sub-problem amounts to.

use std::ops::AddAssign;

/// The solutions and nodes of a sub-problem, or of several.
///
/// A *node* is a legal partial placement that the search visits below the sub-problem's own: it is
/// counted when its last queen is put on a free square, complete placements included.
///
/// # Examples
///
/// ```
/// use queens::Tally;
///
/// let mut sum = Tally::ZERO;
/// sum += Tally { solutions: 2, nodes: 17 };
/// assert_eq!(sum.nodes, 17);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub struct Tally {
    /// The ways to complete the sub-problem.
    pub solutions: u64,
    /// The partial placements visited.
    pub nodes: u64,
}

impl Tally {
    /// No solutions, no nodes.
    ///
    /// ```
    /// use queens::Tally;
    ///
    /// let mut sum = Tally { solutions: 2, nodes: 17 };
    /// sum += Tally::ZERO;
    /// assert_eq!(sum, Tally { solutions: 2, nodes: 17 });
    /// ```
    pub const ZERO: Self = Self { solutions: 0, nodes: 0 };
}

impl AddAssign for Tally {
    /// # Panics
    ///
    /// If a sum exceeds 64 bits; a sub-problem so large would take centuries.
    fn add_assign(&mut self, other: Self) {
        let sum = |a: u64, b: u64| a.checked_add(b).expect("a tally fits 64 bits");
        self.solutions = sum(self.solutions, other.solutions);
        self.nodes = sum(self.nodes, other.nodes);
    }
}
