//! The measurements: which cells are run, and how each is timed.

use std::hint::black_box;
use std::time::{Duration, Instant};

use queens::{StopFlag, Stopped};

use super::contender::{Contender, Rehearsal};
use super::predict::Forecast;
use crate::member::Member;

/// What was measured.
///
/// ```
/// use std::time::Duration;
/// use queens_gallery::Member;
/// use queens_gallery::compare::{Cell, survey};
///
/// let budget = Duration::from_secs(1);
/// let survey = survey(&[Member::BruteForce], &[9], budget, &Default::default(), |_, _| ())?;
/// assert_eq!((survey.sizes, survey.budget), (vec![9], budget));
/// assert_eq!(survey.rows[0].cells, [Cell::TooLarge]); // it accepts n up to 8
/// # Ok::<_, queens::Stopped>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// The columns of the tables, ascending.
    pub sizes: Vec<u32>,
    /// The longest search allowed.
    pub budget: Duration,
    /// The rows of the tables.
    pub rows: Vec<Row>,
}

/// An algorithm's cells.
///
/// ```
/// use std::time::Duration;
/// use queens_gallery::Member;
/// use queens_gallery::compare::survey;
///
/// let budget = Duration::from_nanos(1); // enough for no search
/// let survey = survey(&[Member::Bitwise], &[8, 12], budget, &Default::default(), |_, _| ())?;
/// let row = &survey.rows[0];
/// assert_eq!((row.name, row.cells.len()), ("bitwise", 2));
/// # Ok::<_, queens::Stopped>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The algorithm.
    pub name: &'static str,
    /// A cell for each of the survey's sizes.
    pub cells: Vec<Cell>,
}

/// An algorithm on a board.
///
/// ```
/// use std::time::Duration;
/// use queens_gallery::Member;
/// use queens_gallery::compare::{Cell, survey};
///
/// let (members, budget) = ([Member::Bitwise, Member::BruteForce], Duration::from_nanos(1));
/// let survey = survey(&members, &[9], budget, &Default::default(), |_, _| ())?;
/// assert!(matches!(survey.rows[0].cells[0], Cell::LeftOut(seconds) if seconds > 1e-9));
/// assert_eq!(survey.rows[1].cells[0], Cell::TooLarge);
/// # Ok::<_, queens::Stopped>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cell {
    /// The search was timed.
    Measured(Measured),
    /// The search was not started: it would take about so many seconds, more than the budget.
    LeftOut(f64),
    /// The search was stopped: it took longer than predicted, and longer than the budget.
    Stopped,
    /// The algorithm does not accept the size.
    TooLarge,
}

/// A search that was timed.
///
/// ```
/// use queens_gallery::compare::{Measured, Rehearsal};
///
/// let did = Rehearsal { solutions: 92, nodes: Some(2057), tests: Some(2056) };
/// let measured = Measured { did, solutions: 92, seconds: 4e-6, runs: 12_500 };
/// let nodes_per_second = measured.did.nodes.expect("it counts them") as f64 / measured.seconds;
/// assert!((5.1e8..5.2e8).contains(&nodes_per_second));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// What the search did, from a run of its own.
    pub did: Rehearsal,
    /// The solutions that the timed runs found.
    pub solutions: u64,
    /// Seconds of the fastest run.
    pub seconds: f64,
    /// How often it was run to be timed.
    pub runs: u64,
}

/// A rehearsal may take so many budgets.
///
/// Counting the steps and looking at the clock makes a search slower, by a third at most (measured:
/// 1.05 to 1.33 for the seven algorithms). So what a rehearsal cannot finish in one and a half
/// budgets does not fit the budget without counters either.
const REHEARSAL: f64 = 1.5;

/// Short searches are repeated until they have taken this long in all.
const ENOUGH: Duration = Duration::from_millis(50);

/// A search is run so often, unless that takes longer than [`LONG`].
const RUNS: u64 = 3;

/// Searches that have taken this long in all are not repeated.
const LONG: Duration = Duration::from_secs(1);

/// Runs too short for the clock are timed together, so many that they take this long.
const BATCH: Duration = Duration::from_millis(1);

/// Seconds that a search made only for the sake of the prediction may take.
const PILOT: f64 = 0.1;

/// Measures every algorithm on every size, ascending, that the budget allows, on one thread.
///
/// A plain run has no observer but a counter of solutions, or it would not be plain: it cannot tell
/// when its time is over. So no plain run starts before a rehearsal, which counts the steps and stops
/// at its deadline, has shown that the same search ends in time. `before` is told of each cell first.
///
/// # Errors
///
/// [`Stopped`] when `stop` was raised: within a millisecond of a rehearsal, at the next solution of a
/// plain run.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use queens_gallery::Member;
/// use queens_gallery::compare::{Cell, survey};
///
/// let members = [Member::Bitwise, Member::Mirror];
/// let budget = Duration::from_secs(10);
/// let survey = survey(&members, &[6, 8], budget, &Default::default(), |_, _| ())?;
/// assert_eq!(survey.solutions(), [Some(4), Some(92)]);
/// assert_eq!(survey.disagreement(), None);
/// let Cell::Measured(measured) = survey.rows[1].cells[1] else { panic!("it takes microseconds") };
/// assert_eq!(measured.did.nodes, Some(1029));
/// # Ok::<_, queens::Stopped>(())
/// ```
pub fn survey(
    members: &[Member],
    sizes: &[u32],
    budget: Duration,
    stop: &StopFlag,
    before: impl FnMut(&str, u32),
) -> Result<Survey, Stopped> {
    let contenders: Vec<&dyn Contender> =
        members.iter().map(|member| member as &dyn Contender).collect();
    contest(&contenders, sizes, budget, stop, before)
}

fn contest(
    contenders: &[&dyn Contender],
    sizes: &[u32],
    budget: Duration,
    stop: &StopFlag,
    mut before: impl FnMut(&str, u32),
) -> Result<Survey, Stopped> {
    let mut rows = Vec::with_capacity(contenders.len());
    for &contender in contenders {
        let forecast = Forecast::default();
        let mut bench = Bench { contender, budget, stop, forecast, next: 0 };
        let mut cells = Vec::with_capacity(sizes.len());
        for &n in sizes {
            before(contender.name(), n);
            cells.push(bench.cell(n)?);
        }
        rows.push(Row { name: contender.name(), cells });
    }
    Ok(Survey { sizes: sizes.to_vec(), budget, rows })
}

/// A contender and what is known about its speed.
struct Bench<'a> {
    contender: &'a dyn Contender,
    budget: Duration,
    stop: &'a StopFlag,
    forecast: Forecast,
    /// The smallest size that was not tried yet.
    next: u32,
}

impl Bench<'_> {
    fn cell(&mut self, n: u32) -> Result<Cell, Stopped> {
        if n > self.contender.max_n() {
            return Ok(Cell::TooLarge);
        }
        let budget = self.budget.as_secs_f64();
        let predicted = |bench: &Self, n| bench.forecast.seconds(bench.contender.work(n));
        while predicted(self, n) > budget {
            // A larger size timed makes a better prediction.
            let short = |m: &u32| predicted(self, *m) <= PILOT.min(budget / 10.0);
            let Some(pilot) = (self.next..n).rev().find(short) else {
                return Ok(Cell::LeftOut(predicted(self, n)));
            };
            self.measure(pilot)?;
        }
        Ok(self.measure(n)?.map_or(Cell::Stopped, Cell::Measured))
    }

    /// Rehearses and times a search; `None` if it takes too long.
    fn measure(&mut self, n: u32) -> Result<Option<Measured>, Stopped> {
        self.next = n + 1;
        let work = self.contender.work(n);
        let deadline = Instant::now() + self.budget.mul_f64(REHEARSAL);
        let Some(did) = self.contender.rehearse(n, deadline, self.stop)? else {
            // It takes a budget at least, so that all larger sizes are left out.
            self.forecast.learn(work, self.budget.as_secs_f64());
            return Ok(None);
        };
        let timing = time(|| self.contender.count(black_box(n), self.stop))?;
        self.forecast.learn(work, timing.seconds);
        let Timing { solutions, seconds, runs } = timing;
        Ok(Some(Measured { did, solutions, seconds, runs }))
    }
}

struct Timing {
    solutions: u64,
    seconds: f64,
    runs: u64,
}

/// Times a search: the fastest of its runs, or of its batches of runs.
///
/// The fastest, because a machine that does other things as well makes runs slower and never
/// faster.
fn time(mut run: impl FnMut() -> Result<u64, Stopped>) -> Result<Timing, Stopped> {
    let mut batch = 1;
    let mut total = Duration::ZERO;
    let mut timing = Timing { solutions: 0, seconds: f64::INFINITY, runs: 0 };
    while total < ENOUGH || (timing.runs < RUNS && total < LONG) {
        let start = Instant::now();
        for _ in 0..batch {
            timing.solutions = black_box(run()?);
        }
        let took = start.elapsed();
        timing.runs += batch;
        total += took;
        if took < BATCH {
            // The clock's own time still counts.
            batch *= 2;
        } else {
            timing.seconds = timing.seconds.min(took.as_secs_f64() / batch as f64);
        }
    }
    Ok(timing)
}

impl Survey {
    /// The cells that were measured: the algorithm, n, and the measurement, row by row.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queens_gallery::compare::{Cell, Measured, Rehearsal, Row, Survey};
    ///
    /// let did = Rehearsal { solutions: 2, nodes: Some(17), tests: Some(16) };
    /// let measured = Measured { did, solutions: 2, seconds: 1e-7, runs: 500_000 };
    /// let cells = vec![Cell::Measured(measured), Cell::LeftOut(20.0)];
    /// let rows = vec![Row { name: "bitwise", cells }];
    /// let survey = Survey { sizes: vec![4, 16], budget: Duration::from_secs(10), rows };
    /// assert!(survey.measured().eq([("bitwise", 4, &measured)]));
    /// ```
    pub fn measured(&self) -> impl Iterator<Item = (&'static str, u32, &Measured)> {
        self.rows.iter().flat_map(|row| {
            self.sizes.iter().zip(&row.cells).filter_map(|(&n, cell)| match cell {
                Cell::Measured(measured) => Some((row.name, n, measured)),
                _ => None,
            })
        })
    }

    /// The solutions of each size, by the first algorithm that counted them.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queens_gallery::compare::{Cell, Measured, Rehearsal, Row, Survey};
    ///
    /// let did = Rehearsal { solutions: 2, nodes: Some(17), tests: Some(16) };
    /// let measured = Measured { did, solutions: 2, seconds: 1e-7, runs: 500_000 };
    /// let cells = vec![Cell::Measured(measured), Cell::LeftOut(20.0)];
    /// let rows = vec![Row { name: "bitwise", cells }];
    /// let survey = Survey { sizes: vec![4, 16], budget: Duration::from_secs(10), rows };
    /// assert_eq!(survey.solutions(), [Some(2), None]);
    /// ```
    pub fn solutions(&self) -> Vec<Option<u64>> {
        let of = |&n: &u32| self.measured().find(|&(_, m, _)| m == n);
        self.sizes.iter().map(|n| of(n).map(|(_, _, measured)| measured.solutions)).collect()
    }

    /// The first disagreement between two counts of the same solutions, in a sentence.
    ///
    /// Each count is compared with that of the algorithm's own rehearsal, with the value that is
    /// known, and with the count of the first algorithm that ran the size.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queens_gallery::compare::{Cell, Measured, Rehearsal, Row, Survey};
    ///
    /// let did = Rehearsal { solutions: 3, nodes: Some(17), tests: Some(16) };
    /// let measured = Measured { did, solutions: 3, seconds: 1e-7, runs: 500_000 };
    /// let rows = vec![Row { name: "bitwise", cells: vec![Cell::Measured(measured)] }];
    /// let wrong = Survey { sizes: vec![4], budget: Duration::from_secs(10), rows };
    /// let said = "`bitwise` counts 3 solutions for n = 4, OEIS A000170 has 2";
    /// assert_eq!(wrong.disagreement().as_deref(), Some(said));
    /// ```
    pub fn disagreement(&self) -> Option<String> {
        for (name, n, measured) in self.measured() {
            let solutions = measured.solutions;
            if measured.did.solutions != solutions {
                return Some(format!(
                    "`{name}` counts {solutions} solutions for n = {n}, and {} when its steps are \
                     counted",
                    measured.did.solutions
                ));
            }
            let first = self.measured().find(|&(_, m, _)| m == n);
            if let Some((other, _, first)) = first
                && first.solutions != solutions
            {
                return Some(format!(
                    "`{other}` counts {} solutions for n = {n}, `{name}` counts {solutions}",
                    first.solutions
                ));
            }
            if let Some(known) = queens::known::TOTAL.at(n)
                && known != u128::from(solutions)
            {
                let oeis = queens::known::TOTAL.oeis;
                return Some(format!(
                    "`{name}` counts {solutions} solutions for n = {n}, OEIS {oeis} has {known}"
                ));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::time::{Duration, Instant};

    use queens::{StopFlag, Stopped};

    use super::{Cell, Contender, Rehearsal, Survey, contest};

    /// A contender that does no work, but says that it takes a second for each unit of it.
    #[derive(Default)]
    struct Fake {
        name: &'static str,
        wrong: u64,
        /// From this n on a rehearsal does not end.
        endless: Option<u32>,
        rehearsed: RefCell<Vec<u32>>,
        counted: RefCell<Vec<u32>>,
    }

    impl Contender for Fake {
        fn name(&self) -> &'static str {
            self.name
        }

        fn max_n(&self) -> u32 {
            12
        }

        fn work(&self, n: u32) -> f64 {
            f64::from(n + 1).powi(8)
        }

        fn rehearse(&self, n: u32, _: Instant, _: &StopFlag) -> Result<Option<Rehearsal>, Stopped> {
            self.rehearsed.borrow_mut().push(n);
            if self.endless.is_some_and(|endless| n >= endless) {
                return Ok(None);
            }
            Ok(Some(Rehearsal { solutions: 2 + self.wrong, nodes: Some(17), tests: None }))
        }

        fn count(&self, n: u32, _: &StopFlag) -> Result<u64, Stopped> {
            let mut counted = self.counted.borrow_mut();
            if counted.last() != Some(&n) {
                counted.push(n);
            }
            Ok(2 + self.wrong)
        }
    }

    fn run(fakes: &[&Fake], sizes: &[u32], budget: Duration) -> Survey {
        let contenders: Vec<&dyn Contender> =
            fakes.iter().map(|&fake| fake as &dyn Contender).collect();
        contest(&contenders, sizes, budget, &StopFlag::new(), |_, _| {}).unwrap()
    }

    #[test]
    fn a_cell_above_the_budget_is_not_run_at_all() {
        let fake = Fake::default();
        let survey = run(&[&fake], &[4, 8, 12], Duration::from_nanos(1));
        let left_out = survey.rows[0].cells.iter().filter(|cell| matches!(cell, Cell::LeftOut(_)));
        assert_eq!((left_out.count(), survey.rows[0].cells.len()), (3, 3));
        assert!(fake.rehearsed.borrow().is_empty());
        assert!(fake.counted.borrow().is_empty());
    }

    #[test]
    fn cells_within_the_budget_are_rehearsed_and_then_timed() {
        let fake = Fake::default();
        let survey = run(&[&fake], &[4, 5], Duration::from_secs(10));
        assert_eq!(*fake.rehearsed.borrow(), [4, 5]);
        assert_eq!(*fake.counted.borrow(), [4, 5]);
        for (_, _, measured) in survey.measured() {
            assert_eq!(measured.solutions, 2);
            assert!(measured.runs > 1 && measured.seconds < 0.05);
        }
        assert_eq!(survey.measured().count(), 2);
    }

    #[test]
    fn a_size_that_seems_too_long_is_approached_through_smaller_ones() {
        // By the ceiling of 200 ns a unit n = 12 takes 163 s; n = 4 takes 78 ms and may be a pilot.
        // After it the fake is known to take no time at all.
        let fake = Fake::default();
        let survey = run(&[&fake], &[12], Duration::from_secs(10));
        assert_eq!(*fake.rehearsed.borrow(), [4, 12]);
        assert_eq!(survey.measured().map(|(_, n, _)| n).collect::<Vec<_>>(), [12]);
    }

    #[test]
    fn a_rehearsal_that_does_not_end_stops_the_row_without_a_plain_run() {
        let fake = Fake { endless: Some(5), ..Fake::default() };
        let survey = run(&[&fake], &[4, 5, 6, 13], Duration::from_secs(10));
        assert!(matches!(survey.rows[0].cells[0], Cell::Measured(_)));
        assert_eq!(survey.rows[0].cells[1], Cell::Stopped);
        assert!(matches!(survey.rows[0].cells[2], Cell::LeftOut(seconds) if seconds > 10.0));
        assert_eq!(survey.rows[0].cells[3], Cell::TooLarge);
        assert_eq!(*fake.rehearsed.borrow(), [4, 5]);
        assert_eq!(*fake.counted.borrow(), [4]);
    }

    #[test]
    fn a_pilot_that_does_not_end_leaves_the_size_out() {
        let fake = Fake { endless: Some(0), ..Fake::default() };
        let survey = run(&[&fake], &[12], Duration::from_secs(10));
        assert!(matches!(survey.rows[0].cells[0], Cell::LeftOut(_)));
        assert_eq!(*fake.rehearsed.borrow(), [4]);
        assert!(fake.counted.borrow().is_empty());
    }

    #[test]
    fn a_size_that_is_not_accepted_is_marked() {
        let fake = Fake::default();
        let survey = run(&[&fake], &[13, 4_000_000], Duration::from_secs(10));
        assert_eq!(survey.rows[0].cells, [Cell::TooLarge, Cell::TooLarge]);
    }

    #[test]
    fn a_disagreement_names_both() {
        let fakes = [
            Fake { name: "right", ..Fake::default() },
            Fake { name: "wrong", wrong: 1, ..Fake::default() },
        ];
        let alone = run(&[&fakes[0]], &[4], Duration::from_secs(10));
        assert_eq!(alone.disagreement(), None);
        let both = run(&[&fakes[0], &fakes[1]], &[4], Duration::from_secs(10));
        assert_eq!(
            both.disagreement().unwrap(),
            "`right` counts 2 solutions for n = 4, `wrong` counts 3"
        );
        let wrong = run(&[&fakes[1]], &[4], Duration::from_secs(10));
        assert_eq!(
            wrong.disagreement().unwrap(),
            "`wrong` counts 3 solutions for n = 4, OEIS A000170 has 2"
        );
    }
}
