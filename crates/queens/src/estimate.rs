//! Estimates of Q(n) beyond counting.
//!
//! Knuth's probes (1975) walk down the search tree at random; the product of the numbers of choices
//! met on the way is an unbiased estimate of the leaves. Most probes die, so the few that arrive carry
//! everything, and the spread is large: a probe of the plain board of n = 28 has a relative
//! variance of 540. Here probes go down together, a [`population`] at a time, each with a weight:
//!
//! 1. Every probe is replaced by all its children on its next row: the open row with the fewest free
//!    squares, which may be another one for each probe. Children with an open row or a closed-in
//!    column that no queen can reach are dropped; they have no solutions, so nothing is lost.
//! 2. Too many children are thinned out. A child's importance is its weight times the product of the
//!    free squares of its open rows, which is roughly proportional to the solutions below it.
//!    Child i is kept with a probability p(i) proportional to its importance (or 1, where that would
//!    be more), and its weight divided by p(i). The choice is systematic: one random number, and a
//!    child for each whole number that the running sum of the p passes, so that neighbors in the
//!    tree share one draw (Fearnhead and Clifford 2003; Vaisman and Kroese 2015 for trees).
//! 3. Behind the last row the sum of the weights is the estimate of the population.
//!
//! Whatever the p, the expected weight of a child is the weight it had, so by induction over the rows
//! from the last to the first the estimate is unbiased; the importance only makes it sharp. The relative
//! variance at n = 28 is 4.4 for each probe that reaches the end, and no probe of a population is
//! wasted.
//!
//! Populations are independent, so their spread gives the standard error. Each has its own random
//! numbers from the seed and its index, and they are added up in the order of the index: the result
//! depends on neither threads nor machine. (All numbers are made by the four operations, which are the
//! same everywhere.)
//!
//! The first row filled is the middle one, from one half only (mirror). The middle-out classes of
//! [`crate::count::search`] would stratify the first four queens; thinning systematically does that for
//! all rows.

use std::fmt;

use crate::error::Error;
use crate::parallel::{Options, Watch, for_each};
use crate::random::{Random, mix};
use descent::{Descent, descend};

mod descent;

/// The largest n that can be estimated: a row fits a word.
pub const MAX_N: u32 = 128;

/// Probes that go down together, if enough are asked for: many, so that a draw is shared by many;
/// few enough to stay in the cache and to end in a fraction of a second.
pub const fn population(n: u32) -> u64 {
    if n <= 64 { 1024 } else { 256 }
}

/// The minimum number of populations, so that their spread is known; a single one is enough if it visits every
/// solution.
pub const MIN_POPULATIONS: u64 = 32;

/// The maximum number of probes.
pub const MAX_PROBES: u64 = 1 << 34;

/// An estimate with its choices: probes, seed, an end, and the [`Options`] of all work.
///
/// ```
/// use queens::Estimator;
///
/// let estimate = Estimator::new(12).seed(1).probes(100_000).run()?;
/// assert!((estimate.mean - 14_200.0).abs() < 4.0 * estimate.std_error);
/// assert!(estimate.std_error < 0.01 * estimate.mean);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Estimator<'a> {
    n: u32,
    probes: u64,
    seed: u64,
    options: Options<'a>,
    enough: &'a (dyn Fn(&Estimate) -> bool + Sync),
}

impl fmt::Debug for Estimator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Estimator")
            .field("n", &self.n)
            .field("probes", &self.probes)
            .field("seed", &self.seed)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl<'a> Estimator<'a> {
    /// An estimate of Q(n) by a million probes with seed 0, on all cores.
    pub fn new(n: u32) -> Self {
        Self { n, probes: 1 << 20, seed: 0, options: Options::new(), enough: &|_| false }
    }

    /// Sends this many probes, rounded up to whole populations: of [`population`] probes, or of fewer
    /// where that would make less than [`MIN_POPULATIONS`].
    pub fn probes(mut self, probes: u64) -> Self {
        self.probes = probes;
        self
    }

    /// Takes the random numbers from this seed.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Works on these threads, until stopped, watched. The result does not depend on them.
    pub fn options(mut self, options: &Options<'a>) -> Self {
        self.options = options.clone();
        self
    }

    /// Calls `enough` with the estimate so far whenever a population is done and at least
    /// [`MIN_POPULATIONS`] are; no more are started when it answers yes. For example, to stop after a time.
    ///
    /// The estimate so far is made of the populations done, in the order in which they ended. Those that other
    /// threads are working on then are finished and count, so the final estimate differs a little.
    pub fn enough(mut self, enough: &'a (dyn Fn(&Estimate) -> bool + Sync)) -> Self {
        self.enough = enough;
        self
    }

    /// Whether the estimate can be made: [`run`](Self::run) begins with this.
    ///
    /// # Errors
    ///
    /// If the size is too large, or there are no or too many probes.
    pub fn check(&self) -> Result<(), Error> {
        let n = self.n;
        if n > MAX_N {
            let advice = format!("estimates are made for n up to {MAX_N}");
            return Err(Error::too_large(n, "estimate", advice));
        }
        let message = match self.probes {
            1..=MAX_PROBES => return Ok(()),
            0 => "no probes give no estimate".to_owned(),
            probes => format!("{probes} probes are too many"),
        };
        Err(Error::invalid(message, format!("ask for 1 to {MAX_PROBES} probes")))
    }

    /// Estimates.
    ///
    /// # Errors
    ///
    /// If the size is too large, if there are no or too many probes, or if the estimate was stopped. (What it
    /// was by then, [`enough`](Self::enough) was told.)
    pub fn run(&self) -> Result<Estimate, Error> {
        let n = self.n;
        self.check()?;
        let population = (self.probes / MIN_POPULATIONS).clamp(1, population(n));
        let one = |index: u64| {
            // A seed of its own for each population: its place in a stream that starts at the seed.
            let mut random = Random::new(mix(self.seed) ^ mix(!index));
            let (population, stop) = (population as usize, &self.options.stop);
            match n {
                0..=32 => descend::<u32>(n, population, &mut random, stop),
                33..=64 => descend::<u64>(n, population, &mut random, stop),
                _ => descend::<u128>(n, population, &mut random, stop),
            }
        };
        // The squares of large estimates overflow; a power of two changes no digit.
        let scale = 2_f64.powi(4 * n as i32);
        let result = |sum: Sum| Estimate {
            n,
            mean: sum.mean * scale,
            std_error: sum.std_error() * scale,
            probes: sum.count * population,
            seed: self.seed,
            exact: false,
        };
        let Descent { value, thinned } = one(0).ok_or_else(stopped)?;
        let value = value / scale;
        if !thinned {
            // All solutions were visited: this is no estimate.
            let exact = result(Sum { count: 1, mean: value, squares: 0.0 });
            return Ok(Estimate { exact: true, ..exact });
        }
        let populations = self.probes.div_ceil(population).max(MIN_POPULATIONS);
        let (mut values, mut so_far) = (vec![(0, value)], Sum::default().with(value));
        let watch = Watch::new(&self.options, 1.0, populations as f64);
        let worker = || |unit| one(unit as u64 + 1).map(|found| (unit + 1, found.value)).ok_or(());
        // What ends the work is no error: there is enough, or the caller wants no more.
        let (units, threads) = (populations as usize - 1, self.options.thread_count());
        let _ended = for_each(units, threads, worker, |(index, value)| {
            let value = value / scale;
            values.push((index, value));
            so_far = so_far.with(value);
            watch.add(1.0);
            let enough = so_far.count >= MIN_POPULATIONS && (self.enough)(&result(so_far));
            if enough { Err(()) } else { Ok(()) }
        });
        if self.options.stop.is_raised() {
            return Err(stopped());
        }
        // The sums of floating-point numbers depend on their order.
        values.sort_unstable_by_key(|(index, _)| *index);
        Ok(result(values.into_iter().fold(Sum::default(), |sum, (_, value)| sum.with(value))))
    }
}

/// An estimate of Q(n).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The size of the board.
    pub n: u32,
    /// The estimate.
    pub mean: f64,
    /// The standard deviation that the mean has, estimated from the spread of the populations.
    pub std_error: f64,
    /// The probes that were sent.
    pub probes: u64,
    /// The seed.
    pub seed: u64,
    /// Whether the probes visited every solution, so that this is no estimate but a count.
    pub exact: bool,
}

impl Estimate {
    /// `std_error` / `mean`; 0 if both are.
    pub fn relative_error(&self) -> f64 {
        if self.mean > 0.0 { self.std_error / self.mean } else { 0.0 }
    }
}

/// A number of an estimate: integers up to 128 bits in decimal digits, others with a point up to a million, and with an exponent
/// above. Digits beyond the error mean nothing.
///
/// ```
/// use queens::estimate::decimal;
///
/// assert_eq!(decimal(92.0), "92");
/// assert_eq!(decimal(4.5), "4.5");
/// assert_eq!(decimal(2.5e117), "2.5e117");
/// ```
pub fn decimal(value: f64) -> String {
    if value == 0.0 || value.fract() == 0.0 && value < 2_f64.powi(128) {
        format!("{value:.0}")
    } else if value < 1e6 {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

fn stopped() -> Error {
    Error::stopped("the estimate was stopped")
}

/// The running mean and spread of the populations (Welford 1962).
#[derive(Clone, Copy, Default)]
struct Sum {
    count: u64,
    mean: f64,
    /// The sum of the squared deviations from the mean.
    squares: f64,
}

impl Sum {
    fn with(self, value: f64) -> Self {
        let count = self.count + 1;
        let mean = self.mean + (value - self.mean) / count as f64;
        Self { count, mean, squares: self.squares + (value - self.mean) * (value - mean) }
    }

    fn std_error(self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let count = self.count as f64;
        (self.squares / (count - 1.0) / count).sqrt()
    }
}
