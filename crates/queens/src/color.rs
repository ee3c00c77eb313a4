//! Method 3: counting by color.
//!
//! A queen on a white square never shares a diagonal with one on a black square, because every
//! diagonal has squares of one color only. Let W(R, C) be the number of ways to put queens on white
//! squares so that they occupy exactly the rows R and the columns C, one in each, no two on a
//! diagonal, and B(R, C) the same for black squares. Then
//!
//! Q(n) = sum over all R, C of W(R, C) B(rows without R, columns without C).
//!
//! A solution determines R and C, the rows and columns of its white queens; and any two placements
//! counted there together make a solution.
//!
//! W is itself a count of pairs: white squares on even rows and columns, and those on odd rows and
//! columns, have no row or column in common, so a white placement is one of each that share no
//! diagonal. The lists of those are short; for one row pattern R the whole matrix of W over all columns
//! is computed at once. All eight symmetries are used: see `pattern`.

mod cost;
pub(crate) mod kernel;
mod packed;
mod pattern;
mod placements;
mod portable;
mod squares;
#[cfg(test)]
mod tests;
mod tried;
mod worker;

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::backend::{BackendId, StopFlag, Stopped, Unavailable};
use crate::board::BoardSize;
use crate::count::CountError;
use crate::engine::{Progress, mixed, on_threads};
use crate::search::{MAX_N, TooLarge};
#[cfg(target_arch = "x86_64")]
use crate::x86::color as x86;
use cost::Costs;
use kernel::Simd;
use pattern::{Family, Pruning};
use worker::{Tile, Worker};

/// Counts the solutions of the n by n board by color, with the vectors of a backend: Q(n), A000170.
///
/// Progress is measured in the expected nanoseconds of row patterns.
///
/// # Errors
///
/// A [`CountError`]: n is larger than 32, the machine lacks the instructions, or `stop` was raised.
pub(crate) fn count(
    size: BoardSize,
    kernel: BackendId,
    threads: NonZeroUsize,
    stop: &StopFlag,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<u128, CountError> {
    let n = size.get();
    if n > MAX_N {
        return Err(TooLarge { size }.into());
    }
    let Some(run) = driver(kernel) else {
        let reason = "the processor lacks its instructions, or the method has no kernel for it";
        return Err(Unavailable { id: kernel, reason: reason.to_owned() }.into());
    };
    if n < 2 {
        // There are no black squares.
        return Ok(1);
    }
    run(&Job { n, threads, stop, progress }).map_err(|progress| CountError::Stopped { progress })
}

/// The fastest kernel of the method on this machine.
pub(crate) fn best_kernel() -> BackendId {
    let fastest = [BackendId::Avx512, BackendId::Avx2].into_iter().find(|&id| has_kernel(id));
    fastest.unwrap_or(BackendId::Portable)
}

/// Whether the method has a kernel with the vectors of this backend that runs on this machine.
pub(crate) fn has_kernel(id: BackendId) -> bool {
    driver(id).is_some()
}

/// A whole count.
struct Job<'a> {
    n: u32,
    threads: NonZeroUsize,
    stop: &'a StopFlag,
    progress: &'a (dyn Fn(Progress) + Sync),
}

/// Counts with some vectors, or tells how far it was when it was stopped.
type Driver = fn(&Job<'_>) -> Result<u128, Progress>;

fn driver(id: BackendId) -> Option<Driver> {
    match id {
        BackendId::Portable => Some(run::<portable::Portable>),
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx2 if x86::has_narrow() => Some(run::<x86::Narrow>),
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx512 if x86::has_wide_counting() => Some(run::<x86::WideCounting>),
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx512 if x86::has_wide() => Some(run::<x86::Wide>),
        _ => None,
    }
}

/// The patterns of a tile, and the nanoseconds expected for them.
struct Unit {
    tile: Tile,
    expected: u128,
}

fn run<S: Simd>(job: &Job<'_>) -> Result<u128, Progress> {
    let n = job.n;
    let costs = Costs::new(n, S::LANES);
    let families = Family::all(n);
    let units = units(n, &families, &costs);
    let expected = units.iter().map(|unit| unit.expected).sum();
    let nothing = Progress { done: 0, expected };
    let shared = Mutex::new((0u128, nothing));
    // Without a unit there is no turn.
    let count = units.len() as u32;
    let mixed = mixed(count);
    let next = AtomicU32::new(0);
    (job.progress)(nothing);
    let work = || -> Result<(), Stopped> {
        let mut worker = Worker::<S>::new(n);
        loop {
            let turn = next.fetch_add(1, Ordering::Relaxed);
            if turn >= count {
                return Ok(());
            }
            let unit = &units[mixed(turn) as usize];
            let family = &families[unit.tile.family];
            let mut sum = 0u128;
            let cuts = costs.of(unit.tile.family).cuts;
            worker.count(family, cuts, &unit.tile, job.stop, &mut |pattern| {
                sum = sum.checked_add(pattern.solutions).expect("Q(n) fits 128 bits");
            })?;
            let mut shared = shared.lock().expect("no thread panics while it adds");
            shared.0 = shared.0.checked_add(sum).expect("Q(n) fits 128 bits");
            shared.1.done += unit.expected;
            (job.progress)(shared.1);
        }
    };
    let end = on_threads(job.threads.get().min(units.len()), work);
    let (total, progress) = shared.into_inner().expect("no thread panics while it adds");
    end.map(|()| total).map_err(|Stopped| progress)
}

/// All patterns, cut into tiles.
fn units(n: u32, families: &[Family], costs: &Costs) -> Vec<Unit> {
    let pruning = Pruning::new(n);
    let mut units = Vec::new();
    for (number, family) in families.iter().enumerate() {
        let pattern = costs.of(number).pattern;
        // Lists of tried placements serve all odd rows of a tile, boards all even rows. Where a pattern takes
        // long there is less to share, and the memory counts.
        let (odd, even) = match pattern {
            ..1e6 => (16, 64),
            ..2e7 => (4, 32),
            _ => (1, 8),
        };
        for first in (0..family.odd.len()).step_by(odd) {
            let odd = first..(first + odd).min(family.odd.len());
            let partners = || odd.clone().map(|place| family.partners(family.odd[place]));
            let most = partners().map(<[u32]>::len).max().unwrap_or(0);
            for first in (0..most).step_by(even) {
                let even = first..first + even;
                let some = |all: &[u32]| -> f64 {
                    let part = &all[even.start.min(all.len())..even.end.min(all.len())];
                    part.iter().map(|&even| pattern * pruning.share(even)).sum()
                };
                let expected = partners().map(some).sum::<f64>() as u128 + 1;
                units
                    .push(Unit { tile: Tile { family: number, odd: odd.clone(), even }, expected });
            }
        }
    }
    units
}
