//! The search method's share of [`Partition`](crate::engine::Partition): sub-problems by number.

use std::ops::Range;

use super::{Class, Subproblem, classes};
use crate::count::method::Kernel;
use crate::count::tally::Tally;
use crate::error::Error;
use crate::parallel::StopFlag;
use crate::random::split_mix;

/// All sub-problems of a size with this many rows filled, in the order of their classes.
#[derive(Clone, Debug)]
pub(crate) struct Units {
    classes: Vec<Numbered>,
    /// The nodes that led to the sub-problems.
    pub(crate) nodes: u128,
    /// By number, the work of all sub-problems before it.
    work: Vec<f64>,
}

/// The sub-problems of one class.
#[derive(Clone, Debug)]
struct Numbered {
    class: Class,
    /// The number of the first one.
    first: u64,
    subproblems: Vec<Subproblem>,
}

/// From this size on a forecast is worth the milliseconds it takes.
const FORECAST_N: u32 = 16;

/// The rows that hold queens in the sub-problems: enough of these for many cores, few enough to hold in memory at
/// any n (130,000 of 24 bytes at n = 32), each large enough to fill the lanes of a vector kernel (0.4 million nodes
/// at n = 16, some 4 million at 17, in the mean).
const fn rows(n: u32) -> u32 {
    match n {
        // Starting a thread and dealing out work takes longer than the whole count.
        0..10 => 0,
        10..=17 => 2,
        18..=19 => 3,
        _ => 4,
    }
}

/// Random probes for the forecast of all sub-problems: more where the count takes longer.
fn probes(n: u32) -> u64 {
    match n {
        0..=16 => 1 << 11,
        17 => 1 << 14,
        _ => 1 << 16,
    }
}

impl Units {
    /// Fills rows until `rows` of them hold queens. Classes that begin with more are left as they are.
    pub(crate) fn new(n: u32) -> Result<Self, Error> {
        let rows = rows(n);
        let (mut numbered, mut nodes, mut first) = (Vec::new(), 0, 0);
        for (mut class, mut subproblems) in classes(n)? {
            nodes += subproblems.len() as u128;
            while class.rows().len() as u32 + rows > n && !class.rows().is_empty() {
                (class, subproblems) = class.expand(&subproblems);
                nodes += subproblems.len() as u128;
            }
            let count = subproblems.len() as u64;
            if count > 0 {
                numbered.push(Numbered { class, first, subproblems });
                first += count;
            }
        }
        let probes = probes(n).div_ceil(first.max(1));
        let (mut work, mut sum) = (vec![0.0], 0.0);
        for Numbered { class, subproblems, .. } in &numbered {
            for subproblem in subproblems {
                sum += if n < FORECAST_N { 1.0 } else { forecast(class, *subproblem, probes) };
                work.push(sum);
            }
        }
        Ok(Self { classes: numbered, nodes, work })
    }

    pub(crate) fn len(&self) -> u64 {
        self.work.len() as u64 - 1
    }

    /// The nodes forecast for these units.
    pub(crate) fn work(&self, units: &Range<u64>) -> f64 {
        self.work[units.end as usize] - self.work[units.start as usize]
    }

    /// The sub-problems of these units, class by class.
    pub(crate) fn of(&self, units: Range<u64>) -> impl Iterator<Item = (&Class, &[Subproblem])> {
        let begin = self.classes.partition_point(|class| class.first <= units.start) - 1;
        let classes = self.classes[begin..].iter();
        classes.take_while(move |class| class.first < units.end).map(move |numbered| {
            let Numbered { class, first, subproblems } = numbered;
            let from = units.start.saturating_sub(*first) as usize;
            let to = (units.end - first).min(subproblems.len() as u64) as usize;
            (class, &subproblems[from..to])
        })
    }

    /// Counts these units, and tells of their work as it is done.
    pub(crate) fn count(
        &self,
        units: Range<u64>,
        kernel: Kernel,
        stop: &StopFlag,
        worked: &mut dyn FnMut(f64),
    ) -> Result<Tally, Error> {
        let mut sum = Tally::ZERO;
        let mut unit = units.start;
        for (class, subproblems) in self.of(units) {
            for subproblem in subproblems {
                let Tally { solutions, nodes } = super::count(kernel, class, subproblem, stop)?;
                // Q(32) fits 128 bits.
                sum += Tally { solutions: solutions * u128::from(class.multiplicity()), nodes };
                worked(self.work(&(unit..unit + 1)));
                unit += 1;
            }
        }
        Ok(sum)
    }
}

/// Estimates the nodes below a sub-problem by random probes (Knuth 1975): walk down at random; the
/// product of the numbers of choices on the way is an unbiased estimate of the nodes on each level.
fn forecast(class: &Class, subproblem: Subproblem, probes: u64) -> f64 {
    // Random numbers of its own, the same in every run.
    let mut random = subproblem.anti ^ subproblem.diag;
    let mut nodes = 0.0;
    for _ in 0..probes {
        let mut position = subproblem;
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
    nodes / probes as f64 + 1.0
}
