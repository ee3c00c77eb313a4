//! The lexicographically first solution, by proofs that every earlier prefix is dead.
//!
//! Plain backtracking takes 4.6 * 10^9 tests at n = 33 (A140450), because it learns
//! that the last rows cannot be filled only by trying them in order, again and again. Here every
//! prefix is given to an exact search that takes the tightest row *or column* first. Either it completes the
//! prefix, and then the prefixes of that solution need no search; or no completion exists, and the next
//! column has its turn.
//!
//! **Finding and proving** need different searches. A completion, if there is one, is found by chance:
//! in a few thousand nodes, if the search is started again and again with the squares of a line in another
//! random order; in a fixed order it may take 10^8 nodes to leave a dead corner. Only a prefix that resists
//! is split into parts, which are searched to their ends on all cores.

use crate::board::Square;
use crate::board::placement::Placement;
use crate::error::Error;
use crate::parallel::{Options, StopFlag, Stopped, for_each_part};
use crate::solve::masks::Masks;
use crate::solve::position::Position;
use crate::solve::search::{Interrupt, Search};

/// The largest n of [`first`]: the squares of a line fit a word.
pub const FIRST_MAX_N: u32 = 64;

/// Finds the lexicographically first solution (A141843), on all cores.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`FIRST_MAX_N`].
///
/// # Examples
///
/// ```
/// let placement = queens::find_first(8)?.expect("8 queens have solutions");
/// assert_eq!(placement.to_string(), "1 5 8 6 3 7 2 4");
/// # Ok::<_, queens::Error>(())
/// ```
pub fn find_first(n: u32) -> Result<Option<Placement>, Error> {
    Ok(first(n, &Options::new(), &mut |_, _| ())?.placement)
}

/// Finds the lexicographically first solution, and the prefixes that were proved dead on the way to it.
/// The threads are for hard prefixes; the solution does not depend on their number.
///
/// `watch` is called whenever a prefix is proved dead or the queen of a row is settled, with the columns of
/// the rows settled, counted from 0, and the dead prefixes so far. The time grows exponentially and unevenly
/// (even n are harder than odd ones), so that the work left cannot be forecast.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`FIRST_MAX_N`],
/// [`ErrorKind::Stopped`](crate::ErrorKind::Stopped).
///
/// # Examples
///
/// ```
/// use queens::find::first;
///
/// let mut begins = Vec::new();
/// let watch = &mut |settled: &[u32], _: &[_]| begins = settled.to_vec();
/// let first = first(12, &Default::default(), watch)?;
/// let placement = first.placement.expect("12 has solutions");
/// assert_eq!(placement.to_string(), "1 3 5 8 10 12 6 11 2 7 9 4");
/// assert_eq!(placement.columns(), begins);
/// // No solution begins with 1 3 5 2, nor with any other prefix in this list, which has all those that
/// // come before the solution.
/// assert!(first.dead.iter().any(|dead| dead.columns == [0, 2, 4, 1]));
/// # Ok::<_, queens::Error>(())
/// ```
pub fn first(
    n: u32,
    options: &Options<'_>,
    watch: &mut dyn FnMut(&[u32], &[DeadPrefix]),
) -> Result<First, Error> {
    if n > FIRST_MAX_N {
        let advice = format!("ask for n up to {FIRST_MAX_N}, or for another solution");
        return Err(Error::too_large(n, "find the first solution", advice));
    }
    let (completed, nodes) = decide(n, &[], options)?;
    let Some(mut known) = completed else {
        let dead = vec![DeadPrefix { columns: Vec::new(), nodes }];
        return Ok(First { placement: None, dead });
    };
    let (mut dead, mut board) = (Vec::new(), Masks::new(n));
    // Invariant: `known` is a solution that begins with the queens on `board`.
    for row in 0..n {
        for queen in board.row(row).take_while(|queen| queen.column < known.columns()[row as usize])
        {
            let prefix = [board.queens(), vec![queen]].concat();
            let (completed, nodes) = decide(n, &prefix, options)?;
            if let Some(completed) = completed {
                known = completed;
                break;
            }
            let columns = prefix.iter().map(|queen| queen.column).collect();
            dead.push(DeadPrefix { columns, nodes });
            watch(&known.columns()[..row as usize], &dead);
        }
        board.choose(Square { row, column: known.columns()[row as usize] });
        watch(&known.columns()[..=row as usize], &dead);
    }
    Ok(First { placement: Some(known), dead })
}

/// The lexicographically first solution, and why nothing comes before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct First {
    /// The solution; `None` for n = 2 and n = 3.
    pub placement: Option<Placement>,
    /// Prefixes without a completion, in lexicographic order: for each row of the solution in turn, every
    /// earlier column that the queens before do not attack. To verify the solution, prove each of them dead
    /// by another method, such as [`Completer`](crate::Completer).
    pub dead: Vec<DeadPrefix>,
}

/// Columns of the first rows with which no solution begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeadPrefix {
    /// The columns, counted from 0.
    pub columns: Vec<u32>,
    /// Queens placed in the proof.
    pub nodes: u64,
}

/// Attempts to find a completion, each in another order, before the board is split into parts.
const ATTEMPTS: u64 = 16;

/// Nodes of an attempt: most boards that have a solution show it sooner.
const GRANT: u64 = 1 << 13;

/// Parts that a board is split into, at least.
const PARTS: usize = 256;

/// Completes the board with these queens, or proves that this is impossible. Has the nodes that it took, too.
fn decide(
    n: u32,
    queens: &[Square],
    options: &Options<'_>,
) -> Result<(Option<Placement>, u64), Stopped> {
    let found = StopFlag::new();
    let mut search = Search::new(Masks::new(n), &[&options.stop, &found]);
    search.begin(queens);
    for attempt in 0..ATTEMPTS {
        search.nodes = 0;
        match search.attempt(GRANT, attempt) {
            Ok(completed) => return Ok((completed, search.nodes)),
            Err(Interrupt::Spent) => {}
            Err(Interrupt::Stopped) => return Err(Stopped),
        }
    }
    search.nodes = 0;
    let (parts, mut solved) = search.split(queens.to_vec(), PARTS);
    let (mut completed, mut nodes) = (solved.pop(), search.nodes);
    let worker = || {
        let (mut search, found) = (search.clone(), &found);
        move |part: &Vec<Square>| {
            if found.is_raised() {
                return Ok((None, 0));
            }
            search.begin(part);
            search.nodes = 0;
            match search.attempt(u64::MAX, 0) {
                Ok(None) => Ok((None, search.nodes)),
                Ok(completed) => {
                    found.raise();
                    Ok((completed, search.nodes))
                }
                // By another thread, which has found a completion.
                Err(Interrupt::Stopped) if found.is_raised() => Ok((None, search.nodes)),
                Err(interrupt) => Err(interrupt),
            }
        }
    };
    if completed.is_none() {
        for_each_part(&parts, &options.clone().progress(&|_| ()), worker, |(found, searched)| {
            completed = completed.take().or(found);
            nodes += searched;
        })
        .map_err(|_: Interrupt| Stopped)?;
    }
    Ok((completed, nodes))
}
