//! What a row of the tables can be.

use std::ops::ControlFlow;
use std::time::Instant;

use queens::{StopFlag, Stopped};

use super::predict;
use crate::member::Member;
use crate::step::{Counters, Observer, Step};

/// Something that counts the solutions of a board, to be compared with others.
pub(super) trait Contender {
    /// The name of its row.
    fn name(&self) -> &'static str;

    /// The largest n it accepts.
    fn max_n(&self) -> u32;

    /// The work of a search, in a unit of its own; it grows with n.
    fn work(&self, n: u32) -> f64;

    /// Searches and counts what it does, up to the deadline; `None` if that came first.
    fn rehearse(
        &self,
        n: u32,
        deadline: Instant,
        stop: &StopFlag,
    ) -> Result<Option<Rehearsal>, Stopped>;

    /// Searches, with nothing in the way of its speed but a look at `stop` at each solution, and
    /// returns the number of solutions.
    fn count(&self, n: u32, stop: &StopFlag) -> Result<u64, Stopped>;
}

/// What a search did.
///
/// ```
/// use std::time::Duration;
/// use queens_gallery::Member;
/// use queens_gallery::compare::{Rehearsal, survey};
///
/// let budget = Duration::from_secs(10);
/// let survey = survey(&[Member::BacktrackScan], &[4], budget, &Default::default(), |_, _| ())?;
/// let (_, _, measured) = survey.measured().next().expect("it takes microseconds");
/// assert_eq!(measured.did, Rehearsal { solutions: 2, nodes: Some(17), tests: Some(60) });
/// # Ok::<_, queens::Stopped>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rehearsal {
    /// Solutions found.
    pub solutions: u64,
    /// Nodes visited, if it counts them.
    pub nodes: Option<u64>,
    /// Tests made, if it counts them.
    pub tests: Option<u64>,
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

    fn rehearse(
        &self,
        n: u32,
        deadline: Instant,
        stop: &StopFlag,
    ) -> Result<Option<Rehearsal>, Stopped> {
        let mut until = Until { counters: Counters::START, deadline, stop, steps: 1 };
        let end = self.search(n, &mut until);
        if stop.is_raised() {
            return Err(Stopped);
        }
        let Counters { nodes, tests, solutions } = until.counters;
        let done = Rehearsal { solutions, nodes: Some(nodes), tests: Some(tests) };
        Ok(end.is_continue().then_some(done))
    }

    fn count(&self, n: u32, stop: &StopFlag) -> Result<u64, Stopped> {
        let mut solutions = 0;
        let end = self.search(n, &mut |_: &[u32]| {
            solutions += 1;
            if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if end.is_continue() { Ok(solutions) } else { Err(Stopped) }
    }
}

/// Counts the steps, and looks at the clock and the flag at the first of every [`STEPS`].
struct Until<'a> {
    counters: Counters,
    deadline: Instant,
    stop: &'a StopFlag,
    /// Steps until the next look at the clock.
    steps: u32,
}

/// A look at the clock costs about as much as ten steps, and this many steps take well below a
/// millisecond.
const STEPS: u32 = 1 << 14;

impl Observer for Until<'_> {
    fn solution(&mut self, _: &[u32]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn step(&mut self, step: impl FnOnce() -> Step) -> ControlFlow<()> {
        self.counters.add(step().event);
        self.steps -= 1;
        if self.steps == 0 {
            self.steps = STEPS;
            if self.stop.is_raised() || Instant::now() >= self.deadline {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use queens::{StopFlag, Stopped};

    use super::{Contender, Rehearsal};
    use crate::member::Member;

    #[test]
    fn a_rehearsal_counts_what_the_counters_count() {
        let deadline = Instant::now() + Duration::from_hours(1);
        let expected = Rehearsal { solutions: 92, nodes: Some(2057), tests: Some(15_720) };
        let never = StopFlag::new();
        let done = Member::BacktrackScan.rehearse(8, deadline, &never).unwrap();
        assert_eq!(done, Some(expected));
        assert_eq!(Contender::count(&Member::BacktrackScan, 8, &never), Ok(92));
    }

    #[test]
    fn a_rehearsal_ends_at_its_deadline() {
        // The deadline has passed: the first step ends searches that would take days.
        let deadline = Instant::now();
        for &member in Member::ALL {
            let n = member.about().max_n;
            assert_eq!(member.rehearse(n, deadline, &StopFlag::new()), Ok(None), "{member}");
        }
    }

    #[test]
    fn a_raised_flag_ends_both() {
        let deadline = Instant::now() + Duration::from_hours(1);
        let stop = StopFlag::new();
        stop.raise();
        for &member in Member::ALL {
            assert_eq!(member.rehearse(member.about().max_n, deadline, &stop), Err(Stopped));
        }
        assert_eq!(Contender::count(&Member::Bitwise, 19, &stop), Err(Stopped));
    }
}
