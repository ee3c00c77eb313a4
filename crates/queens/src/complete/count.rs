//! How many completions a board has: three ways to count them, and which is the fastest.

use super::{Completer, PARTS};
use crate::board::Square;
use crate::count::color::{Board, Patterns};
use crate::count::method::{Kernel, Method};
use crate::count::partition::{Partition, SEARCH_MEMORY};
use crate::count::tally::Tally;
use crate::count::{CountPlan, Counter, search, sum_up};
use crate::error::Error;
use crate::parallel::{Options, Stopped, for_each_part, mixed};
use crate::solve::position::Complete;
use crate::solve::regions::RegionBoard;
use crate::solve::search::Interrupt;
use crate::solve::table::Table;
use crate::solve::torus;
use crate::tuning::complete::{FEWEST_ENDED, LONG, NODE, SHORT, TRIAL, TRIED};

impl<'a> Completer<'a> {
    /// Counts the completions.
    ///
    /// The plain board without queens is counted by [`count()`](crate::count()), up to its largest n, other boards in the
    /// way that [`Completer::plan`] finds the fastest.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`](super::MAX_N), [`ErrorKind::Stopped`](crate::ErrorKind::Stopped),
    /// or if this machine lacks the kernel that was asked for.
    pub fn count(&self) -> Result<CompletionCount, Error> {
        self.check()?;
        if let Some(counter) = self.counter() {
            return by_counter(&counter);
        }
        let (way, _) = self.choose()?;
        self.count_in(way)
    }

    /// How [`Completer::count`] would count, and how long that takes on one thread.
    ///
    /// Three ways are compared. The search in vector lanes, for n up to 32, takes about as long for each node of a row by
    /// row backtracking, whose nodes are estimated by random probes. The solver, which takes the tightest line first,
    /// is tried for a small part of that time. Color ([`crate::engine::color`]) is asked if both take
    /// longer than a tenth of a second.
    ///
    /// # Errors
    ///
    /// As [`Completer::count`].
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::{Completer, CompletionMethod, Problem};
    ///
    /// let superqueens = Problem::new(14).with_superqueens()?;
    /// let plan = Completer::new(&superqueens).plan()?;
    /// assert_eq!(plan.method, CompletionMethod::Search);
    /// assert!(plan.seconds < 1.0);
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn plan(&self) -> Result<CompletionPlan<'a>, Error> {
        self.check()?;
        if let Some(counter) = self.counter() {
            let CountPlan { n, method, memory, .. } = counter.plan()?;
            let partition = Partition::new(n, method)?;
            let seconds = partition.work(&(0..partition.len())) / 1e9;
            let method = match method {
                Method::Search => CompletionMethod::Search,
                Method::Color => CompletionMethod::Color,
            };
            let completer = self.clone();
            return Ok(CompletionPlan { method, seconds, memory, completer, way: None });
        }
        let (way, nanoseconds) = self.choose()?;
        let (method, each) = match &way {
            Way::Done(_) | Way::Solver(_) => (CompletionMethod::Solver, SEARCH_MEMORY),
            Way::Search(_) => (CompletionMethod::Search, SEARCH_MEMORY),
            Way::Color(patterns) => (CompletionMethod::Color, patterns.memory()),
        };
        let memory = each.saturating_mul(self.options.thread_count().get() as u64);
        let (seconds, completer) = (nanoseconds / 1e9, self.clone());
        Ok(CompletionPlan { method, seconds, memory, completer, way: Some(way) })
    }

    fn count_in(&self, way: Way) -> Result<CompletionCount, Error> {
        let Tally { solutions, nodes } = match way {
            Way::Done(tally) => tally,
            Way::Search(mut board) => self.count_by_search(&mut board)?,
            Way::Color(patterns) => self.count_by_color(*patterns)?,
            Way::Solver(parts) => with_position!(self, P, self.count_parts::<P>(&parts))?,
        };
        Ok(CompletionCount { total: solutions, nodes })
    }

    /// The count of the plain board, if it is one.
    fn counter(&self) -> Option<Counter<'a>> {
        let n = self.problem.n();
        let counter = || Counter::new(n).kernel(self.kernel).options(&self.options);
        (self.problem.is_plain() && n <= search::MAX_N).then(counter)
    }

    /// The kernel of the search and of color.
    fn vector_kernel(&self) -> Kernel {
        self.kernel.unwrap_or_else(|| Kernel::fastest(Method::Color))
    }

    /// The fastest way to count, and its nanoseconds on one thread.
    fn choose(&self) -> Result<(Way, f64), Error> {
        let kernel = self.vector_kernel();
        kernel.check(Method::Search)?;
        if torus::is_hopeless(self.problem) {
            return Ok((Way::Done(Tally::ZERO), 0.0));
        }
        let board = search::Board::from_problem(self.problem);
        let by_search = board.as_ref().map_or(f64::INFINITY, |board| board.nanoseconds(kernel));
        let (mut way, mut time) = match board {
            Some(board) => (Way::Search(board), by_search),
            None => (Way::Done(Tally::ZERO), f64::INFINITY),
        };
        if by_search > SHORT {
            let nodes = (by_search * TRIED / NODE).clamp(TRIAL.0, TRIAL.1) as u64;
            let (solver, by_solver, ended) = with_position!(self, P, self.try_solver::<P>(nodes))?;
            if time.is_infinite() || ended >= FEWEST_ENDED && by_solver < time {
                (way, time) = (solver, by_solver);
            }
        }
        let is_long = time > LONG && kernel != Kernel::Scalar;
        if let Some(board) = is_long.then(|| Board::from_problem(self.problem)).flatten() {
            let patterns = Patterns::from_board(board);
            let by_color = patterns.expected(kernel);
            if by_color < time {
                (way, time) = (Way::Color(Box::new(patterns)), by_color);
            }
        }
        Ok((way, time))
    }

    /// Tries so many nodes of the solver: the count, if that was all, or the parts, the time that they would take at least, and
    /// how many of them were tried to their end.
    fn try_solver<P: Complete>(&self, nodes: u64) -> Result<(Way, f64, usize), Error> {
        let mut search = self.search::<P>();
        let (parts, solved) = search.split(self.problem.queens().collect(), PARTS);
        let mut sum = Tally { solutions: solved.len() as u128, nodes: search.nodes.into() };
        let order = mixed(parts.len());
        let (mut tried, mut left) = (0, nodes);
        for turn in 0..parts.len() {
            match search.count(&parts[order(turn)], left) {
                Ok(tally) => sum += tally,
                Err(Interrupt::Spent) => break,
                Err(Interrupt::Stopped) => return Err(self.stopped()),
            }
            left -= search.nodes;
            tried += 1;
        }
        if tried == parts.len() {
            return Ok((Way::Done(sum), 0.0, usize::MAX));
        }
        let nodes = nodes as f64 / (tried as f64 + 0.5) * parts.len() as f64;
        Ok((
            Way::Solver(Parts { parts, split: Tally { solutions: solved.len() as u128, ..sum } }),
            nodes * NODE,
            tried,
        ))
    }

    fn count_by_search(&self, board: &mut search::Board) -> Result<Tally, Error> {
        board.cut();
        let (kernel, mut sum) = (self.vector_kernel(), Tally::ZERO);
        let worker = || |part: &search::Subproblem| board.count(kernel, part, &self.options.stop);
        for_each_part(&board.parts, &self.options, worker, |tally| sum += tally)
            .map_err(|_: Stopped| self.stopped())?;
        Ok(sum)
    }

    fn count_by_color(&self, patterns: Patterns) -> Result<Tally, Error> {
        let threads = self.options.thread_count();
        let partition = Partition::of_patterns(patterns);
        let count = sum_up(&partition, self.vector_kernel(), threads, &self.options);
        count.map_err(|error| if error.is_stopped() { self.stopped() } else { error })
    }

    fn count_parts<P: Complete>(&self, Parts { parts, split }: &Parts) -> Result<Tally, Error> {
        let mut sum = *split;
        let worker = || {
            let mut search = self.search::<P>();
            move |part: &Vec<Square>| search.count(part, u64::MAX)
        };
        for_each_part(parts, &self.options, worker, |tally| sum += tally)
            .map_err(|_: Interrupt| self.stopped())?;
        Ok(sum)
    }
}

/// A way to count, and what is ready for it.
#[derive(Clone, Debug)]
enum Way {
    /// It is known.
    Done(Tally),
    Search(search::Board),
    Color(Box<Patterns>),
    Solver(Parts),
}

/// The parts of a count by the solver, as their queens, and what was counted when they were made.
#[derive(Clone, Debug)]
struct Parts {
    parts: Vec<Vec<Square>>,
    split: Tally,
}

/// A way to count completions; see [`Completer::plan`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompletionMethod {
    /// Row by row, many placements at once in the lanes of vectors.
    Search,
    /// By color.
    Color,
    /// The tightest line first, one placement at a time.
    Solver,
}

crate::named!(CompletionMethod {
    Search "search"
    Color "color"
    Solver "solver"
});

/// What a count of completions would do, and what is ready for it.
#[derive(Clone, Debug)]
pub struct CompletionPlan<'a> {
    /// How it would count.
    pub method: CompletionMethod,
    /// A rough forecast of its seconds on one thread.
    pub seconds: f64,
    /// An upper estimate of the memory that all threads need together, in bytes.
    pub memory: u64,
    completer: Completer<'a>,
    /// None for the plain board, which [`Counter`] counts.
    way: Option<Way>,
}

impl<'a> CompletionPlan<'a> {
    /// Counts as planned, on other threads if these options say so.
    ///
    /// # Errors
    ///
    /// As [`Completer::count`].
    pub fn count(self, options: &Options<'a>) -> Result<CompletionCount, Error> {
        let completer = self.completer.options(options);
        match (self.way, completer.counter()) {
            (Some(way), _) => completer.count_in(way),
            (None, Some(counter)) => by_counter(&counter),
            (None, None) => completer.count(),
        }
    }
}

fn by_counter(counter: &Counter<'_>) -> Result<CompletionCount, Error> {
    let report = counter.run()?;
    Ok(CompletionCount { total: report.total, nodes: report.nodes })
}

/// The number of completions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompletionCount {
    /// The completions.
    pub total: u128,
    /// Queens that were placed by choice; for the plain empty board and boards counted by color, what
    /// [`CountReport::nodes`](crate::CountReport::nodes) has.
    pub nodes: u128,
}
