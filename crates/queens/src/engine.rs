//! Drives a method over all parts of the plain board, on all cores.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::backend::{Backend, Portion, StopFlag, Stopped};
use crate::board::BoardSize;
use crate::search::{Class, Subproblem, TooLarge, classes};
use crate::symmetry::Multiplicity;
use crate::tally::Tally;

/// How far a count is.
///
/// The search method measures its work in nodes: those expected of the parts done, and those expected
/// in all, by random probes into every part before the count begins. Its parts differ in size by
/// orders of magnitude, so their number alone would mislead. The color method measures it in the
/// nanoseconds that its row patterns are expected to take on some machine.
///
/// ```
/// use queens::Progress;
///
/// assert_eq!(Progress { done: 1, expected: 4 }.fraction(), 0.25);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The work of the parts that are done.
    pub done: u128,
    /// The work in all.
    pub expected: u128,
}

impl Progress {
    /// The part that is done, from 0 to 1.
    ///
    /// ```
    /// use queens::Progress;
    ///
    /// assert_eq!(Progress { done: 1, expected: 4 }.fraction(), 0.25);
    /// ```
    pub fn fraction(self) -> f64 {
        if self.expected == 0 { 1.0 } else { self.done as f64 / self.expected as f64 }
    }
}

/// All that a count of the plain board sums to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Sum {
    /// Q(n): multiplicity times solutions, over all classes.
    pub(crate) total: u128,
    /// Nodes visited: in the kernels and above them. Of the color method, placements on even rows.
    pub(crate) nodes: u128,
}

impl std::ops::AddAssign for Sum {
    fn add_assign(&mut self, more: Self) {
        self.total = add(self.total, more.total);
        self.nodes = add(self.nodes, more.nodes);
    }
}

/// Below this size the whole count takes less than starting a thread and dealing out work.
const SMALL_N: u32 = 10;

/// Random probes to forecast the nodes of all sub-problems: more where the count is longer.
fn probes(n: u32) -> u64 {
    match n {
        0..=16 => 1 << 11,
        17 => 1 << 14,
        _ => 1 << 16,
    }
}

/// From this size on a forecast is worth its milliseconds.
const FORECAST_N: u32 = 16;

/// A part of the work: sub-problems of one class, to be counted by one thread.
struct Unit<'a> {
    class: &'a Class,
    batch: &'a [Subproblem],
    expected: u128,
}

/// Counts the plain board.
///
/// The outer error is a size beyond the method; the inner one says how far the count was when
/// `stop` was raised.
pub(crate) fn run(
    size: BoardSize,
    backend: &dyn Backend,
    threads: NonZeroUsize,
    stop: &StopFlag,
    report: &(dyn Fn(Progress) + Sync),
) -> Result<Result<Sum, Progress>, TooLarge> {
    let mut sum = Sum::default();
    let mut parts = classes(size)?;
    let small = size.get() < SMALL_N;
    let Portion { rows, batch } = backend.portion(size);
    for (class, subproblems) in &mut parts {
        sum.nodes += subproblems.len() as u128;
        while !small && class.rows().len() + rows > size.get() as usize {
            (*class, *subproblems) = class.expand(subproblems);
            sum.nodes += subproblems.len() as u128;
        }
    }
    let subproblems: u64 = parts.iter().map(|(_, subproblems)| subproblems.len() as u64).sum();
    let probes = probes(size.get()).div_ceil(subproblems.max(1));
    let mut units: Vec<Unit<'_>> = Vec::new();
    for (class, subproblems) in &parts {
        let batch = if small { subproblems.len().max(1) } else { batch };
        for batch in subproblems.chunks(batch) {
            let expected = match size.get() {
                0..FORECAST_N => batch.len() as u128,
                _ => forecast(class, batch, probes),
            };
            units.push(Unit { class, batch, expected });
        }
    }
    let units = in_order(units, threads);
    let expected = units.iter().map(|unit| unit.expected).sum();
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((sum, Progress { done: 0, expected }));
    report(Progress { done: 0, expected });
    let work = || -> Result<(), Stopped> {
        let mut out = Vec::new();
        while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
            out.clear();
            out.resize(unit.batch.len(), Tally::ZERO);
            backend.count(unit.class, unit.batch, &mut out, stop)?;
            let part = add_up(&out, unit.class.multiplicity());
            report(finished(&shared, part, unit.expected));
        }
        Ok(())
    };
    let end = on_threads(threads.get().min(units.len().max(1)), work);
    let (sum, progress) = shared.into_inner().expect("no thread panics while it adds");
    Ok(end.map(|()| sum).map_err(|Stopped| progress))
}

/// The order in which threads take the parts: large and small ones mixed, so that the part done tells
/// the time left (with the largest first, it told a quarter too little at n = 19: what seems to be the largest
/// is smaller than it seems more often than not, and cheaper a node). The smallest come at the end, in
/// descending order, so that the threads finish together.
fn in_order(mut units: Vec<Unit<'_>>, threads: NonZeroUsize) -> Vec<Unit<'_>> {
    const LAST: usize = 8; // parts a thread
    units.sort_by_key(|unit| Reverse(unit.expected));
    let last = units.split_off(units.len().saturating_sub(LAST * threads.get()));
    let mut units: Vec<_> = units.into_iter().map(Some).collect();
    let count = units.len() as u32;
    let mixed = mixed(count);
    let first =
        (0..count).map(|turn| units[mixed(turn) as usize].take().expect("each turn has its own"));
    first.chain(last).collect()
}

/// Adds a part to what the threads share, and tells how far the count is now.
fn finished(shared: &Mutex<(Sum, Progress)>, part: Sum, work: u128) -> Progress {
    let mut shared = shared.lock().expect("no thread panics while it adds");
    shared.0 += part;
    shared.1.done += work;
    shared.1
}

/// Does the same on so many threads, the calling one included.
pub(crate) fn on_threads(
    threads: usize,
    work: impl Fn() -> Result<(), Stopped> + Sync,
) -> Result<(), Stopped> {
    thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let own = work();
        let join =
            |worker: thread::ScopedJoinHandle<'_, _>| worker.join().expect("a kernel panicked");
        workers.into_iter().map(join).fold(own, Result::and)
    })
}

/// The unit of each turn: all units in an order that mixes them evenly, so that the part done tells
/// the time left. The turns are multiples of a number near the golden section of `units`.
pub(crate) fn mixed(units: u32) -> impl Fn(u32) -> u32 + Copy {
    let gcd = |mut a: u32, mut b: u32| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let section = (f64::from(units) * 0.618) as u32;
    let stride = (section.max(1)..=u32::MAX)
        .find(|&stride| gcd(stride, units) == 1)
        .expect("a prime is among them");
    move |turn| (u64::from(turn) * u64::from(stride) % u64::from(units)) as u32
}

fn add_up(tallies: &[Tally], multiplicity: Multiplicity) -> Sum {
    let mut sum = Tally::ZERO;
    for &tally in tallies {
        sum += tally;
    }
    let total = multiplicity.times(u128::from(sum.solutions)).expect("a u64 times 8 fits a u128");
    Sum { total, nodes: u128::from(sum.nodes) }
}

fn add(a: u128, b: u128) -> u128 {
    a.checked_add(b).expect("Q(n) fits 128 bits for every n that the method takes")
}

/// Estimates the nodes below the sub-problems by Knuth's probes (1975): walk down at random; the
/// product of the numbers of choices along the way is an unbiased estimate of the nodes on each
/// level.
pub(crate) fn forecast(class: &Class, batch: &[Subproblem], probes: u64) -> u128 {
    // A stream of its own for each batch, the same in every run.
    let mut random = batch.first().map_or(0, |subproblem| subproblem.anti ^ subproblem.diag);
    let mut nodes = 0.0;
    for subproblem in batch {
        for _ in 0..probes {
            let mut position = *subproblem;
            let mut width = 1.0;
            for &row in class.rows() {
                let free = position.free(row, class.size()) & class.allowed(row);
                let choices = free.count_ones();
                if choices == 0 {
                    break;
                }
                width *= f64::from(choices);
                nodes += width;
                let mut chosen = free;
                for _ in 0..split_mix(&mut random) % u64::from(choices) {
                    chosen &= chosen - 1;
                }
                position = position.put(chosen & chosen.wrapping_neg(), row, class.size());
            }
        }
    }
    (nodes / probes as f64) as u128 + 1
}

/// `SplitMix64` (Steele, Lea and Flood 2014).
#[inline]
pub(crate) fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_has_its_turn() {
        for units in (1..200).chain([760, 11_023, 42_254]) {
            let mut seen: Vec<u32> = (0..units).map(mixed(units)).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..units), "{units}");
        }
    }
}
