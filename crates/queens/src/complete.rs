//! Boards that are begun: one completion, all of them, their number, or the proof that there is
//! none.
//!
//! Completing a board is NP-complete, and counting its completions #P-complete (Gent, Jefferson and
//! Nightingale, JAIR 59, 2017): for every method there are boards on which it takes for ever. This
//! one is an exact search. A position keeps the open squares of every row and of every column; a
//! line with a single one gets its queen at once, a line with none ends the branch, and otherwise
//! the line with the fewest is tried first.
//!
//! Placements of fewer queens than lines are counted, too: row by row, for lines that may stay empty tell
//! nothing.

mod completions;
mod partial;
mod solver;
mod torus;
mod word;

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Mutex;

pub use completions::Completions;
pub use partial::PartialCount;
use solver::{Cut, Interrupt, Solver};
use word::Word;

use crate::backend::StopFlag;
use crate::board::Square;
use crate::count::Counter;
use crate::parallel::{Progress, all_cores, for_each, mixed};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::search;

/// The largest n that can be completed: a row of the board is a word of 128 bits.
///
/// ```
/// use queens::complete::MAX_N;
/// use queens::Problem;
///
/// let problem = Problem::new(MAX_N + 1);
/// assert!(queens::complete(&problem).is_err());
/// ```
pub const MAX_N: u32 = 128;

/// Completes a board: some solution of the problem, or none if there is provably none.
///
/// The same problem always has the same answer. [`Completer`] has the choices.
///
/// # Errors
///
/// [`CompleteError::TooLarge`] past [`MAX_N`].
///
/// # Examples
///
/// ```
/// use queens::Problem;
///
/// let corner = Problem::new(8).with_queen("a1".parse()?)?;
/// let placement = queens::complete(&corner)?.expect("four solutions have a queen on a1");
/// assert_eq!(placement.columns()[0], 0);
/// let centre = Problem::new(6).with_queen("c3".parse()?)?;
/// assert_eq!(queens::complete(&centre)?, None);
/// # Ok::<_, queens::Error>(())
/// ```
pub fn complete(problem: &Problem) -> Result<Option<Placement>, CompleteError> {
    Completer::new(problem).find().map(|completion| completion.placement)
}

/// The completion of a board with its choices: one, all or their number; threads; a way to stop it.
///
/// # Examples
///
/// ```
/// use queens::{Completer, Problem};
///
/// let problem = Problem::new(8)
///     .with_queen("a1".parse()?)?
///     .with_blocked("e2".parse()?)?
///     .with_excluded_diag("d1".parse()?)?;
/// let completer = Completer::new(&problem);
/// assert_eq!(completer.count()?.total, 2);
/// let all: Vec<String> = completer.list()?.map(|placement| placement.to_string()).collect();
/// assert_eq!(all, ["1 6 8 3 7 4 2 5", "1 7 5 8 2 4 6 3"]);
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone)]
pub struct Completer<'a> {
    problem: &'a Problem,
    threads: Option<NonZeroUsize>,
    stop: StopFlag,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl fmt::Debug for Completer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Completer")
            .field("problem", &self.problem)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl<'a> Completer<'a> {
    /// A completer of this problem, on all cores.
    ///
    /// ```
    /// use queens::{Completer, Problem};
    ///
    /// let problem = Problem::new(6);
    /// assert_eq!(Completer::new(&problem).count()?.total, 4);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(problem: &'a Problem) -> Self {
        Self { problem, threads: None, stop: StopFlag::new(), progress: &|_| () }
    }

    /// Counts on so many threads. One completion and a list take one thread: which it is and
    /// their order must not depend on chance.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::{Completer, Problem};
    ///
    /// let problem = Problem::torus(7);
    /// assert_eq!(Completer::new(&problem).threads(NonZeroUsize::MIN).count()?.total, 28);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Ends soon after the flag is raised: with [`CompleteError::Stopped`], a list early.
    ///
    /// ```
    /// use queens::backend::StopFlag;
    /// use queens::{Completer, Problem};
    ///
    /// let stop = StopFlag::new();
    /// stop.raise();
    /// let problem = Problem::new(20);
    /// assert!(Completer::new(&problem).stop(&stop).count().is_err());
    /// ```
    pub fn stop(mut self, stop: &StopFlag) -> Self {
        self.stop = stop.clone();
        self
    }

    /// Calls `progress` whenever a part of a count is done, from the thread that did it. The parts
    /// differ in size, and are counted in an order that mixes large and small: so the part of them
    /// that is done tells the part of the work. A board so small that it is counted while it is cut into
    /// parts has none.
    ///
    /// ```
    ///     /// use queens::{Completer, Problem};
    ///
    /// let calls = AtomicU32::new(0);
    /// let progress = |_| {
    ///     calls.fetch_add(1, Ordering::Relaxed);
    /// };
    /// let problem = Problem::new(12).with_queen("a1".parse()?)?;
    /// Completer::new(&problem).progress(&progress).count()?;
    /// assert!(calls.into_inner() > 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn progress(mut self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = progress;
        self
    }

    /// Finds a completion, or proves that there is none.
    ///
    /// # Errors
    ///
    /// [`CompleteError::TooLarge`] past [`MAX_N`], [`CompleteError::Stopped`].
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::{Completer, Problem};
    ///
    /// let centre = Problem::new(6).with_queen("c3".parse()?)?;
    /// assert_eq!(Completer::new(&centre).find()?.placement, None); // proved, not given up
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self) -> Result<Completion, CompleteError> {
        match self.word()? {
            Width::Narrow => self.find_in::<u32>(),
            Width::Middle => self.find_in::<u64>(),
            Width::Wide => self.find_in::<u128>(),
        }
    }

    /// Counts the completions.
    ///
    /// The plain board without queens is counted as [`count()`](crate::count()) does, as far as that
    /// goes. On a torus without queens or closed squares all squares are alike: solutions with a queen
    /// on a1 are counted and multiplied by n, and of those as few as the symmetries of the torus
    /// leave.
    ///
    /// # Errors
    ///
    /// [`CompleteError::TooLarge`] past [`MAX_N`], [`CompleteError::Stopped`].
    ///
    /// ```
    /// use queens::{Completer, Problem, known};
    ///
    /// let torus = Problem::torus(13);
    /// assert_eq!(Completer::new(&torus).count()?.total, 4524);
    /// assert_eq!(known::TORUS.at(13), Some(4524));
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn count(&self) -> Result<CompletionCount, CompleteError> {
        let width = self.word()?;
        let size = self.problem.size();
        if self.problem.is_plain() && size <= search::MAX_N {
            let counter = Counter::new(size).threads(self.thread_count()).stop(&self.stop);
            let counter = counter.progress(self.progress);
            // The size fits and the backend is the best there is: it can only have been stopped.
            let report = counter.run().map_err(|_| CompleteError::Stopped { size })?;
            return Ok(CompletionCount { total: report.total, nodes: report.nodes });
        }
        if torus::is_uniform(self.problem) {
            return self.count_torus();
        }
        match width {
            Width::Narrow => self.count_in::<u32>(),
            Width::Middle => self.count_in::<u64>(),
            Width::Wide => self.count_in::<u128>(),
        }
    }

    /// Counts the ways to have k queens on the board, the fixed ones among them, for every k up to n; and
    /// those of them to which no queen can be added.
    ///
    /// On the plain empty board the placements of k queens are row n of the triangle A348129, and the
    /// maximal ones of all k add up to A146303. With n queens every placement is a solution and maximal.
    /// Takes time in proportion to the number of all placements: 7.5 million at n = 10, 633 million at
    /// n = 12.
    ///
    /// # Errors
    ///
    /// [`CompleteError::TooLarge`] past [`MAX_N`], [`CompleteError::Stopped`].
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::{Completer, Problem};
    ///
    /// let four = Problem::new(4);
    /// let counts = Completer::new(&four).count_partial()?;
    /// let placements: Vec<u128> = counts.iter().map(|count| count.placements).collect();
    /// assert_eq!(placements, [1, 16, 44, 24, 2]); // A348129
    /// assert_eq!(counts.iter().map(|count| count.maximal).sum::<u128>(), 18); // A146303
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn count_partial(&self) -> Result<Vec<PartialCount>, CompleteError> {
        match self.word()? {
            Width::Narrow => self.partial_in::<u32>(),
            Width::Middle => self.partial_in::<u64>(),
            Width::Wide => self.partial_in::<u128>(),
        }
    }

    /// Lists the completions in lexicographic order, each found when it is asked for.
    ///
    /// Takes O(n²) memory. A prefix of the board that has no completion is not entered: before many
    /// rows are left to chance, [`Completer::find`]'s search proves that they can be filled.
    ///
    /// # Errors
    ///
    /// [`CompleteError::TooLarge`] past [`MAX_N`].
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::{Completer, Problem};
    ///
    /// let problem = Problem::new(6);
    /// let all: Vec<String> = Completer::new(&problem).list()?.map(|found| found.to_string()).collect();
    /// assert_eq!(all, ["2 4 6 1 3 5", "3 6 2 5 1 4", "4 1 5 2 6 3", "5 3 1 6 4 2"]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn list(&self) -> Result<Completions, CompleteError> {
        Ok(match self.word()? {
            Width::Narrow => Completions::new::<u32>(self.problem, &self.stop),
            Width::Middle => Completions::new::<u64>(self.problem, &self.stop),
            Width::Wide => Completions::new::<u128>(self.problem, &self.stop),
        })
    }

    /// The width of a word that holds a row.
    fn word(&self) -> Result<Width, CompleteError> {
        let size = self.problem.size();
        match size {
            0..=32 => Ok(Width::Narrow),
            33..=64 => Ok(Width::Middle),
            65..=MAX_N => Ok(Width::Wide),
            _ => Err(CompleteError::TooLarge { size }),
        }
    }

    fn thread_count(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(all_cores)
    }

    fn stopped(&self) -> CompleteError {
        CompleteError::Stopped { size: self.problem.size() }
    }

    /// Counts the torus without queens or closed squares.
    fn count_torus(&self) -> Result<CompletionCount, CompleteError> {
        let size = self.problem.size();
        let mut sum = CompletionCount { total: 0, nodes: 0 };
        let second_queens = torus::second_queens(size);
        for (i, &(column, columns)) in second_queens.iter().enumerate() {
            let queens = [Square { row: 0, column: 0 }, Square { row: 1, column }];
            let pinned = queens.into_iter().try_fold(Problem::torus(size), Problem::with_queen);
            let pinned = pinned.expect("the two do not attack each other");
            // Thousandths of the counts for each second queen, which take about as long as each other.
            let progress = |part: Progress| {
                let done = 1000 * i as u128 + (1000.0 * part.fraction()) as u128;
                let expected = 1000 * second_queens.len() as u128;
                (self.progress)(Progress { done, expected });
            };
            let part =
                Completer { problem: &pinned, progress: &progress, ..self.clone() }.count()?;
            let factor = u128::from(size) * u128::from(columns);
            let total = part.total.checked_mul(factor).and_then(|part| part.checked_add(sum.total));
            sum.total = total.expect("solutions that can be counted fit 128 bits");
            sum.nodes += part.nodes;
        }
        Ok(sum)
    }

    fn find_in<W: Word>(&self) -> Result<Completion, CompleteError> {
        if torus::is_hopeless(self.problem) {
            return Ok(Completion { placement: None, nodes: 0, restarts: 0 });
        }
        if let Some(placement) = torus::linear(self.problem) {
            return Ok(Completion { placement: Some(placement), nodes: 0, restarts: 0 });
        }
        let mut solver = Solver::<W>::new(self.problem, &self.stop);
        let solution = solver.solution(0).map_err(|_| self.stopped())?;
        let placement = solution.map(|queens| placement(self.problem.size(), &queens));
        Ok(Completion { placement, nodes: solver.nodes, restarts: solver.restarts })
    }

    fn count_in<W: Word>(&self) -> Result<CompletionCount, CompleteError> {
        let mut sum = CompletionCount { total: 0, nodes: 0 };
        if torus::is_hopeless(self.problem) {
            return Ok(sum);
        }
        let mut solver = Solver::<W>::new(self.problem, &self.stop);
        let mut parts = vec![self.problem.queens().collect::<Vec<Square>>()];
        while (1..PARTS).contains(&parts.len()) {
            let mut smaller = Vec::new();
            for part in parts {
                match solver.cut(&part) {
                    Cut::Counted(solutions) => sum.add(solutions, 0),
                    Cut::Parts(cut) => {
                        sum.add(0, cut.len() as u64);
                        smaller.extend(cut);
                    }
                }
            }
            parts = smaller;
        }
        let worker = || {
            let mut solver = solver.clone();
            move |part: &Vec<Square>| {
                solver.nodes = 0;
                solver.begin(part.iter().copied());
                let solutions = solver.count(0)?;
                Ok((solutions, solver.nodes))
            }
        };
        self.share(&parts, worker, sum, |sum, (solutions, nodes)| sum.add(solutions, nodes))
    }

    fn partial_in<W: Word>(&self) -> Result<Vec<PartialCount>, CompleteError> {
        let counter = partial::Counter::<W>::new(self.problem, &self.stop);
        let worker = || {
            let mut counter = counter.clone();
            move |part: &partial::Part| counter.count(part)
        };
        self.share(&counter.cut(PARTS), worker, counter.none(), |sum, part| {
            for (sum, part) in sum.iter_mut().zip(part) {
                sum.add(part);
            }
        })
    }

    /// Works on all parts on all threads, in an order that mixes large and small, and adds up what each
    /// gives. Every thread has a worker of its own.
    fn share<Part, Given, Sum, Worker>(
        &self,
        parts: &[Part],
        worker: impl Fn() -> Worker + Sync,
        zero: Sum,
        add: impl Fn(&mut Sum, Given) + Sync,
    ) -> Result<Sum, CompleteError>
    where
        Part: Sync,
        Sum: Send,
        Worker: FnMut(&Part) -> Result<Given, Interrupt>,
    {
        let shared = Mutex::new((zero, 0));
        let mixed = mixed(parts.len());
        for_each(parts.len(), self.thread_count(), || {
            let mut worker = worker();
            let (shared, add) = (&shared, &add);
            move |turn| {
                if self.stop.is_raised() {
                    return Err(self.stopped());
                }
                let given = worker(&parts[mixed(turn)]).map_err(|_| self.stopped())?;
                let mut shared = shared.lock().expect("no thread panics while it adds");
                add(&mut shared.0, given);
                shared.1 += 1;
                let progress = Progress { done: shared.1, expected: parts.len() as u128 };
                drop(shared);
                (self.progress)(progress);
                Ok(())
            }
        })?;
        Ok(shared.into_inner().expect("no thread panics while it adds").0)
    }
}

/// Parts that a count is cut into, at least, if there are so many: enough for many cores to end
/// together, however they differ in size.
const PARTS: usize = 1 << 10;

/// The words that the search is compiled for.
#[derive(Clone, Copy, Debug)]
enum Width {
    /// 32 bits.
    Narrow,
    /// 64 bits.
    Middle,
    /// 128 bits.
    Wide,
}

/// The placement of queens that a search has found.
fn placement(size: u32, queens: &[Square]) -> Placement {
    let mut columns = vec![0; size as usize];
    for queen in queens {
        columns[queen.row as usize] = queen.column;
    }
    Placement::proved(size, columns)
}

/// Whether a board can be completed.
///
/// ```
/// use queens::{Completer, Problem};
///
/// let problem = Problem::new(6).with_queen("c3".parse()?)?;
/// let completion = Completer::new(&problem).find()?;
/// assert_eq!(completion.placement, None); // proved in so many nodes:
/// assert!(completion.nodes > 0);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// A completion; none if there is provably none.
    pub placement: Option<Placement>,
    /// Queens that were placed by choice.
    pub nodes: u64,
    /// Searches that were begun anew.
    pub restarts: u64,
}

/// How many completions there are.
///
/// ```
/// use queens::{Completer, Problem};
///
/// let problem = Problem::new(8).with_queen("a1".parse()?)?;
/// let count = Completer::new(&problem).count()?;
/// assert_eq!(count.total, 4);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompletionCount {
    /// The completions.
    pub total: u128,
    /// Queens that were placed by choice; for the plain empty board, what
    /// [`CountReport::nodes`](crate::CountReport::nodes) has.
    pub nodes: u128,
}

impl CompletionCount {
    fn add(&mut self, solutions: u64, nodes: u64) {
        let sum = |a: u128, b: u64| a.checked_add(b.into()).expect("each was counted by itself");
        self.total = sum(self.total, solutions);
        self.nodes = sum(self.nodes, nodes);
    }
}

/// Why a board was not completed.
///
/// ```
/// use queens::Problem;
///
/// let error = queens::complete(&Problem::new(1000)).unwrap_err();
/// assert_eq!(error.to_string(), "n = 1000 is too large to complete");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CompleteError {
    /// The size is beyond the method.
    TooLarge {
        /// The size.
        size: u32,
    },
    /// The search was stopped.
    Stopped {
        /// The size of the board.
        size: u32,
    },
}

impl fmt::Display for CompleteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { size } => write!(f, "n = {size} is too large to complete"),
            Self::Stopped { size } => {
                write!(f, "the completion of the {size} x {size} board was stopped")
            }
        }
    }
}

impl std::error::Error for CompleteError {}

impl CompleteError {
    /// What to do about it.
    ///
    /// ```
    /// use queens::Problem;
    ///
    /// let error = queens::complete(&Problem::new(1000)).unwrap_err();
    /// assert_eq!(error.advice(), "boards are completed for n up to 128");
    /// ```
    pub fn advice(&self) -> String {
        match self {
            Self::TooLarge { .. } => format!("boards are completed for n up to {MAX_N}"),
            Self::Stopped { .. } => "start it again; it begins from nothing".to_owned(),
        }
    }
}
