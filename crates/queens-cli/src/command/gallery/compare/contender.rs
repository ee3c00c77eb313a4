//! What a row of the tables can be.

use std::ops::ControlFlow;
use std::time::Instant;

use queens_gallery::{Counters, Member, Observer, Step};

use super::predict;
use crate::outcome::Failure;

/// Something that counts the solutions of a board, to be compared with others.
pub(super) trait Contender {
    /// The name of its row.
    fn name(&self) -> &'static str;

    /// The largest n it accepts.
    fn max_n(&self) -> u32;

    /// The work of a search, in a unit of its own; it grows with n.
    fn work(&self, n: u32) -> f64;

    /// Searches and counts what it does, up to the deadline; `None` if that came first.
    fn rehearse(&self, n: u32, deadline: Instant) -> Result<Option<Rehearsal>, Failure>;

    /// Searches, with nothing in the way of its speed, and returns the number of solutions.
    fn count(&self, n: u32) -> Result<u64, Failure>;
}

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rehearsal {
    /// Solutions found.
    pub(super) solutions: u64,
    /// Nodes visited, if it counts them.
    pub(super) nodes: Option<u64>,
    /// Tests made, if it counts them.
    pub(super) tests: Option<u64>,
}

impl Contender for Member {
    fn name(&self) -> &'static str {
        Member::name(*self)
    }

    fn max_n(&self) -> u32 {
        self.about().max_n
    }

    fn work(&self, n: u32) -> f64 {
        predict::work(*self, n)
    }

    fn rehearse(&self, n: u32, deadline: Instant) -> Result<Option<Rehearsal>, Failure> {
        let mut until = Until { counters: Counters::START, deadline, steps: 1 };
        let end = self.run(n, &mut until)?;
        let Counters { nodes, tests, solutions } = until.counters;
        let done = Rehearsal { solutions, nodes: Some(nodes), tests: Some(tests) };
        Ok(end.is_continue().then_some(done))
    }

    fn count(&self, n: u32) -> Result<u64, Failure> {
        Ok(Member::count(*self, n)?)
    }
}

/// Counts the steps, and looks at the clock at the first of every [`STEPS`].
struct Until {
    counters: Counters,
    deadline: Instant,
    /// Steps until the next look at the clock.
    steps: u32,
}

/// A look at the clock costs about as much as ten steps, and this many steps take well below a
/// millisecond.
const STEPS: u32 = 1 << 14;

impl Observer for Until {
    fn solution(&mut self, _: &[u32]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn step(&mut self, step: impl FnOnce() -> Step) -> ControlFlow<()> {
        self.counters.add(step().event);
        self.steps -= 1;
        if self.steps == 0 {
            self.steps = STEPS;
            if Instant::now() >= self.deadline {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use queens_gallery::Member;

    use super::{Contender, Rehearsal};

    #[test]
    fn a_rehearsal_counts_what_the_counters_count() {
        let deadline = Instant::now() + Duration::from_hours(1);
        let expected = Rehearsal { solutions: 92, nodes: Some(2057), tests: Some(15_720) };
        let done = Member::BacktrackScan.rehearse(8, deadline).unwrap();
        assert_eq!(done, Some(expected));
        assert_eq!(Contender::count(&Member::BacktrackScan, 8).unwrap(), 92);
    }

    #[test]
    fn a_rehearsal_ends_at_its_deadline() {
        // The deadline has passed: the first step ends searches that would take days.
        let deadline = Instant::now();
        for &member in Member::ALL {
            let n = member.about().max_n;
            assert_eq!(member.rehearse(n, deadline).unwrap(), None, "{member}");
        }
    }
}
