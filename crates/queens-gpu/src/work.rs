//! Drives a card over the sub-problems of one class: expand, count, again.

use std::time::{Duration, Instant};

use queens::StopFlag;
use queens::Tally;
use queens::engine::search::Subproblem;

use crate::device::{Card, Failed, MAX_ROUNDS, OWNERS, Rest};
use crate::order::Order;

/// Why the work is not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// As the caller wished.
    Stopped,
    Failed(Failed),
}

impl From<Failed> for Ended {
    fn from(failed: Failed) -> Self {
        Self::Failed(failed)
    }
}

/// Placements that are worth a launch: fewer would leave most of a card idle.
const ENOUGH: usize = 1 << 14;

/// Rounds of the first slice.
const FIRST_ROUNDS: u32 = 1 << 12;

/// How long a slice should take: long enough that starting it is nothing, short enough for the stop flag and
/// for cards that also draw a desktop, whose drivers end what takes seconds.
const SLICE: std::ops::Range<Duration> = Duration::from_millis(60)..Duration::from_millis(250);

/// Counts the sub-problems; `rounds` is remembered from call to call.
///
/// Placements wait on levels, one for each row to be expanded. The deepest level with enough of them goes
/// first, so that memory is bounded; tasks are counted when the queue is full, or nothing else is left.
pub(crate) fn count(
    card: &mut Card,
    rounds: &mut u32,
    order: &Order,
    subproblems: &[Subproblem],
    out: &mut [Tally],
    stop: &StopFlag,
) -> Result<(), Ended> {
    for (batch, out) in subproblems.chunks(OWNERS).zip(out.chunks_mut(OWNERS)) {
        card.begin(order, batch.len())?;
        let mut owners = 0..batch.len();
        loop {
            if stop.is_raised() {
                return Err(Ended::Stopped);
            }
            if card.waiting(0) == 0 && !owners.is_empty() {
                let some = owners.by_ref().take(card.capacity());
                let states: Vec<_> = some.map(|i| (batch[i], i as u32)).collect();
                card.put(&states)?;
            }
            let levels = 0..order.expansions.len();
            let enough = |level: &usize| card.expandable(*level) >= ENOUGH;
            let some = |level: &usize| card.expandable(*level) > 0;
            // A full queue must not be filled by the handful.
            let last = levels.end - 1;
            let full = card.waiting(last) >= ENOUGH && !enough(&last);
            let level = levels.clone().rev().find(enough);
            let level = level.or_else(|| levels.clone().find(some)).filter(|_| !full);
            match level {
                Some(level) => card.expand(level, card.expandable(level))?,
                None if card.tasks() > 0 => complete(card, rounds, stop)?,
                None => break,
            }
        }
        out.copy_from_slice(&card.tallies()?);
    }
    Ok(())
}

/// Counts all tasks that wait, slice by slice.
fn complete(card: &mut Card, rounds: &mut u32, stop: &StopFlag) -> Result<(), Ended> {
    let (total, groups) = (card.tasks(), card.groups()?);
    if *rounds == 0 {
        *rounds = FIRST_ROUNDS;
    }
    let mut taken = 0;
    loop {
        let start = Instant::now();
        let rest = card.slice(groups, taken, *rounds)?;
        if rest == (Rest { taken: total, busy: 0 }) {
            return Ok(());
        }
        let time = start.elapsed();
        if time < SLICE.start && *rounds < MAX_ROUNDS {
            *rounds *= 2;
        } else if time > SLICE.end && *rounds > 1 {
            *rounds /= 2;
        }
        taken = rest.taken;
        if stop.is_raised() {
            return Err(Ended::Stopped);
        }
    }
}
