//! Measuring the algorithms side by side.
//!
//! A search that would exceed a budget of time must not be started, so its time is predicted. The
//! work of every algorithm is known without running it: brute force tests C(n², n) boards, and all
//! the others walk the tree of legal partial placements, whose nodes are OEIS A319283. What this
//! machine takes for a unit of that work is taken from the largest search that was timed:
//!
//! ```text
//! seconds(n) = seconds(m) * work(n) / work(m)        m the largest size timed, m < n
//! ```
//!
//! Before anything was timed, a unit is taken to cost more than any of the algorithms needs for it.
//! A search that seems too long by that measure may still be short, so smaller sizes are timed
//! first, without showing them.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use queens::{StopFlag, Stopped, known};

use crate::member::Member;
use crate::step::{Counters, Step, Steps};

/// Algorithms on boards: a table.
///
/// ```
/// use std::time::Duration;
/// use queens_gallery::Member;
/// use queens_gallery::compare::{Cell, Comparison};
///
/// let members = [Member::Bitwise, Member::Mirror];
/// let budget = Duration::from_secs(10);
/// let table = Comparison::measure(&members, &[6, 8], budget, &Default::default(), |_, _| ())?;
/// assert_eq!(table.solutions(), [Some(4), Some(92)]);
/// assert_eq!(table.disagreement(), None);
/// let (member, n, Cell::Measured(measured)) = table.cells[3] else { panic!("it takes microseconds") };
/// assert_eq!((member, n, measured.counters.nodes), (Member::Mirror, 8, 1029));
/// assert!(measured.runs > 1 && measured.seconds.is_finite());
/// # Ok::<_, queens::Stopped>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The sizes, ascending.
    pub sizes: Vec<u32>,
    /// The longest search allowed.
    pub budget: Duration,
    /// Each algorithm on each of the sizes, row by row.
    pub cells: Vec<(Member, u32, Cell)>,
}

/// An algorithm on a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cell {
    /// The search was timed.
    Measured(Measured),
    /// The search was not started: it would take about this many seconds, more than the budget.
    LeftOut(f64),
    /// The search was stopped: it took longer than predicted, and longer than the budget.
    Stopped,
    /// The algorithm does not accept the size.
    TooLarge,
}

/// A search that was timed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// What it did in a run that counted its steps.
    pub counters: Counters,
    /// The solutions it found in the runs that were timed.
    pub solutions: u64,
    /// The time of the fastest run, in seconds.
    pub seconds: f64,
    /// How often it was run to be timed.
    pub runs: u64,
}

/// Seconds that a unit of work takes at most, on a slow machine, in a build without optimization.
const CEILING: f64 = 200e-9;

/// Seconds that a search made only for the sake of the prediction may take.
const PILOT: f64 = 0.1;

/// A run that counts its steps may take this many budgets. It takes longer than a plain one; one that
/// does not end in time does not fit the budget without counters either.
const COUNTED: f64 = 1.5;

/// Short searches are repeated until they have taken this long in all.
const ENOUGH: Duration = Duration::from_millis(50);

/// A search is run so often, unless that takes longer than [`LONG`].
const RUNS: u64 = 3;

/// Searches that have taken this long in all are not repeated.
const LONG: Duration = Duration::from_secs(1);

/// Runs too short for the clock are timed together, enough of them to take this long.
const BATCH: Duration = Duration::from_millis(1);

/// Steps between two looks at the clock: a look costs about as much as ten steps, and this many
/// take well below a millisecond.
const STEPS: u32 = 1 << 14;

impl Comparison {
    /// Measures every algorithm on every size, ascending, that the budget allows, on one thread.
    ///
    /// A plain run has no observer but a counter of solutions, or it would not be plain: it cannot
    /// tell when its time is over. So no plain run starts before one that counts the steps, and stops
    /// at its deadline, has shown that the same search ends in time. `before` is told of each cell.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when `stop` was raised: within a millisecond while steps are counted, at the next
    /// solution of a plain run.
    pub fn measure(
        members: &[Member],
        sizes: &[u32],
        budget: Duration,
        stop: &StopFlag,
        mut before: impl FnMut(Member, u32),
    ) -> Result<Self, Stopped> {
        let mut cells = Vec::with_capacity(members.len() * sizes.len());
        for &member in members {
            let mut row = Row { member, budget: budget.as_secs_f64(), unit: CEILING, next: 0 };
            for &n in sizes {
                before(member, n);
                cells.push((member, n, row.cell(n, |n| measure(member, n, budget, stop))?));
            }
        }
        Ok(Self { sizes: sizes.to_vec(), budget, cells })
    }

    /// The cells that were measured, row by row: the algorithm, n, and the measurement.
    pub fn measured(&self) -> impl Iterator<Item = (Member, u32, &Measured)> {
        self.cells.iter().filter_map(|(member, n, cell)| match cell {
            Cell::Measured(measured) => Some((*member, *n, measured)),
            _ => None,
        })
    }

    /// The measurement of a size by the first algorithm that ran it.
    fn first(&self, n: u32) -> Option<(Member, u32, &Measured)> {
        self.measured().find(|&(_, m, _)| m == n)
    }

    /// The solutions of each size, by the first algorithm that counted them.
    pub fn solutions(&self) -> Vec<Option<u64>> {
        let solutions = |n: &u32| Some(self.first(*n)?.2.solutions);
        self.sizes.iter().map(solutions).collect()
    }

    /// The first disagreement between two counts of the same solutions, in a sentence.
    ///
    /// Each count is compared with that of the algorithm's own counted run, with the count of the
    /// first algorithm that ran the size, and with the value that is known.
    pub fn disagreement(&self) -> Option<String> {
        self.measured().find_map(|(member, n, &Measured { counters, solutions, .. })| {
            let (first, _, Measured { solutions: other, .. }) = self.first(n)?;
            let known = known::TOTAL.at(n).unwrap_or(u128::from(solutions));
            let oeis = known::TOTAL.oeis;
            let (by, count, but) = if counters.solutions != solutions {
                let again = counters.solutions;
                (member, solutions, format!("and {again} when its steps are counted"))
            } else if *other != solutions {
                (first, *other, format!("`{member}` counts {solutions}"))
            } else if known != u128::from(solutions) {
                (member, solutions, format!("OEIS {oeis} has {known}"))
            } else {
                return None;
            };
            Some(format!("`{by}` counts {count} solutions for n = {n}, {but}"))
        })
    }
}

/// Chooses the searches of one algorithm.
struct Row {
    member: Member,
    /// Seconds.
    budget: f64,
    /// Seconds that a unit of work took in the largest search timed.
    unit: f64,
    /// The smallest size that was not tried yet.
    next: u32,
}

impl Row {
    fn cell(
        &mut self,
        n: u32,
        mut measure: impl FnMut(u32) -> Result<Option<Measured>, Stopped>,
    ) -> Result<Cell, Stopped> {
        if self.member.about().accepts(n).is_err() {
            return Ok(Cell::TooLarge);
        }
        while self.predicted(n) > self.budget {
            // A larger size timed makes a better prediction.
            let short = |m: &u32| self.predicted(*m) <= PILOT.min(self.budget / 10.0);
            let Some(pilot) = (self.next..n).rev().find(short) else {
                return Ok(Cell::LeftOut(self.predicted(n)));
            };
            let measured = measure(pilot)?;
            self.learn(pilot, measured);
        }
        let measured = measure(n)?;
        self.learn(n, measured);
        Ok(measured.map_or(Cell::Stopped, Cell::Measured))
    }

    fn predicted(&self, n: u32) -> f64 {
        self.unit * work(self.member, n)
    }

    fn learn(&mut self, n: u32, measured: Option<Measured>) {
        self.next = n + 1;
        // A search that was stopped takes a budget at least, so that all larger sizes are left out.
        let seconds = measured.map_or(self.budget, |measured| measured.seconds);
        self.unit = seconds / work(self.member, n);
    }
}

/// The work of a search for all solutions, in a unit of the algorithm's own: infinite if unknown.
///
/// Only ratios between sizes of one algorithm matter. Where a node costs n tests (or n unused
/// columns at first, fewer below: a constant share of n), the nodes are taken n-fold.
fn work(member: Member, n: u32) -> f64 {
    let nodes = known::NODES.at(n).map_or(f64::INFINITY, |nodes| nodes as f64);
    match member {
        Member::BruteForce => {
            let squares = f64::from(n) * f64::from(n);
            (0..n).map(|i| (squares - f64::from(i)) / f64::from(i + 1)).product()
        }
        Member::Permutations | Member::BacktrackScan | Member::BacktrackFlags => {
            nodes * f64::from(n.max(1))
        }
        Member::Bitwise | Member::Flipped | Member::Mirror => nodes,
    }
}

/// Counts the steps of a search, then times it; `None` if it takes too long.
///
/// Its time is that of the fastest run or batch of runs, because a machine that does other things as well makes
/// runs slower and never faster.
fn measure(
    member: Member,
    n: u32,
    budget: Duration,
    stop: &StopFlag,
) -> Result<Option<Measured>, Stopped> {
    let deadline = Instant::now() + budget.mul_f64(COUNTED);
    let Some(counters) = count_steps(member, n, deadline, stop)? else { return Ok(None) };
    let mut measured = Measured { counters, solutions: 0, seconds: f64::INFINITY, runs: 0 };
    let (mut batch, mut total) = (1, Duration::ZERO);
    while total < ENOUGH || (measured.runs < RUNS && total < LONG) {
        let start = Instant::now();
        for _ in 0..batch {
            let mut solutions = 0;
            let end = member.search(black_box(n), &mut |_: &[u32]| {
                solutions += 1;
                if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if end.is_break() {
                return Err(Stopped);
            }
            measured.solutions = black_box(solutions);
        }
        let took = start.elapsed();
        measured.runs += batch;
        total += took;
        if took < BATCH {
            // The clock's own time still counts.
            batch *= 2;
        } else {
            measured.seconds = measured.seconds.min(took.as_secs_f64() / batch as f64);
        }
    }
    Ok(Some(measured))
}

/// Searches and counts what it does, up to the deadline; `None` if that came first.
fn count_steps(
    member: Member,
    n: u32,
    deadline: Instant,
    stop: &StopFlag,
) -> Result<Option<Counters>, Stopped> {
    let mut counters = Counters::START;
    // The first step looks at the clock.
    let mut left = 1;
    let mut follow = Steps(|step: Step| {
        counters.add(step.event);
        left -= 1;
        if left == 0 {
            left = STEPS;
            if stop.is_raised() || Instant::now() >= deadline {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    let end = member.search(n, &mut follow);
    if stop.is_raised() {
        return Err(Stopped);
    }
    Ok(end.is_continue().then_some(counters))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of backtracking, where a search takes no time or, from the n of the third column on, is stopped: its
    /// cells (measured, left out, stopped, too large), and the sizes that were run.
    #[test]
    fn a_row_measures_what_is_predicted_to_fit() {
        const NEVER: u32 = u32::MAX;
        for (sizes, budget, stopped, cells, ran) in [
            (&[4, 8, 12][..], 1e-9, NEVER, "---", &[] as &[u32]),
            // By the ceiling n = 14 takes 77 s. After n = 4 it is known to take no time; n = 10, which takes
            // 71 ms by the ceiling, may be a pilot.
            (&[4, 14], 10.0, NEVER, "mm", &[4, 14]),
            (&[14], 10.0, NEVER, "m", &[10, 14]),
            (&[4, 5, 6, 17], 10.0, 5, "m>-x", &[4, 5]),
            (&[14], 10.0, 0, "-", &[10]),
            (&[17, 4_000_000], 1.0, 0, "xx", &[]),
        ] {
            let mut row = Row { member: Member::BacktrackScan, budget, unit: CEILING, next: 0 };
            let mut run = Vec::new();
            let cell = |&n: &u32| {
                let cell = row.cell(n, |n| {
                    run.push(n);
                    let counters = Counters::START;
                    let measured = Measured { counters, solutions: 2, seconds: 1e-9, runs: 1 };
                    Ok((n < stopped).then_some(measured))
                });
                match cell.unwrap() {
                    Cell::Measured(_) => 'm',
                    Cell::LeftOut(seconds) if seconds > budget => '-',
                    Cell::LeftOut(seconds) => panic!("{seconds} s fit {budget} s"),
                    Cell::Stopped => '>',
                    Cell::TooLarge => 'x',
                }
            };
            assert_eq!(sizes.iter().map(cell).collect::<String>(), cells, "{sizes:?}");
            assert_eq!(run, ran, "{sizes:?}");
        }
        let mut row = Row { member: Member::Bitwise, budget: 7.0, unit: CEILING, next: 0 };
        row.learn(8, None);
        assert!((row.predicted(8) - 7.0).abs() < 1e-6, "what was stopped took the budget");
    }

    #[test]
    fn a_raised_flag_and_a_deadline_end_searches_that_would_take_days() {
        let (low, raised) = (StopFlag::new(), StopFlag::new());
        raised.raise();
        for &member in Member::ALL {
            let (n, now) = (member.about().max_n, Instant::now());
            assert_eq!(count_steps(member, n, now, &low), Ok(None), "{member}");
            let later = now + Duration::from_hours(1);
            assert_eq!(count_steps(member, n, later, &raised), Err(Stopped), "{member}");
        }
    }

    #[test]
    fn a_disagreement_names_both() {
        let cell = |counted, solutions| {
            let counters = Counters { nodes: 17, tests: 16, solutions: counted };
            Cell::Measured(Measured { counters, solutions, seconds: 1e-7, runs: 9 })
        };
        let said = |a, b| {
            let cells = vec![(Member::Bitwise, 4, a), (Member::Mirror, 4, b)];
            let budget = Duration::from_secs(1);
            Comparison { sizes: vec![4], budget, cells }.disagreement().unwrap_or_default()
        };
        assert_eq!(said(cell(2, 2), cell(2, 2)), "");
        assert_eq!(
            said(cell(2, 2), cell(3, 3)),
            "`bitwise` counts 2 solutions for n = 4, `mirror` counts 3"
        );
        assert_eq!(
            said(cell(2, 2), cell(3, 2)),
            "`mirror` counts 2 solutions for n = 4, and 3 when its steps are counted"
        );
    }

    #[test]
    fn the_work_is_the_work_that_is_done() {
        for n in 0..=5 {
            let counted = Counters::of(Member::BruteForce, n).unwrap();
            assert!((work(Member::BruteForce, n) - counted.tests as f64).abs() < 1e-6);
        }
        for &member in Member::ALL {
            for n in 1..=member.about().max_n {
                assert!(work(member, n) >= work(member, n - 1), "{member}, n = {n}");
                assert!(work(member, n).is_finite(), "{member}, n = {n}");
            }
        }
    }
}
