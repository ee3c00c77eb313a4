//! Method 2: meet in the middle.
//!
//! Cut the board between its middle rows. The queens above occupy a set D of columns, those below the
//! other columns. Turned upside down, the placements below are placements above. So with T(D) for all
//! placements of the upper half in the columns D, the solutions are the pairs of one of T(D) and one of
//! T(other columns), turned upside down, that share no diagonal; summed over all D. The art is to make
//! the T(D) fast and to look at few of the pairs:
//!
//! | step | where |
//! |:--|:--|
//! | number the diagonals that cross the middle, from the centre outwards | `diagonals` |
//! | list the column sets, one for each orbit under mirror, flip and half turn | `columns` |
//! | tabulate the outermost rows by their columns | `outer` |
//! | complete them by the inner rows: the half-boards T(D), sorted by the innermost queens | `lists` |
//! | cut one list by its next queen, filter the other by that queen's diagonals, again and again | `pairs` |
//! | count the remaining pairs with tables | `planes` |
//!
//! A quarter turn exchanges the middle rows and the middle columns. For even n, call the *limit* of a
//! solution the distance from the centre of the nearest queen of the two middle rows, and its *key* that
//! of the nearest queen of the two middle columns. Solutions with key > limit are as many as those with
//! key < limit; so those are counted twice, those with key = limit once, and the rest never. For odd n
//! the two distances differ unless one queen stands in the centre, and a solution without a queen there
//! stands for eight: the middle row's queen is in the left half, the middle column's queen above, and
//! farther from the centre than the middle row's. docs/join.md tells all of it with figures.

mod columns;
mod diagonals;
#[cfg(any(target_arch = "x86_64", target_feature = "simd128", test))]
pub(crate) mod eights;
mod half_turn;
mod lists;
mod outer;
mod pairs;
pub(crate) mod planes;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable;

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::Range;

use self::diagonals::{Halves, MAX_OUTER};
pub(crate) use self::half_turn::{HALF_TURN_N, half_turn};
use self::lists::{List, Lists, MAX_CUTS, Wanted};
use self::outer::OuterTable;
use self::pairs::{Count, Pairing};
use self::planes::Kernel;
use crate::backend::{BackendId, StopFlag, Stopped, Unavailable};
use crate::blocks::MODULI;
use crate::board::BoardSize;

/// The smallest size that the method takes.
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens::BoardSize;
/// use queens::join::{MIN_N, Plan};
///
/// assert!(Plan::new(BoardSize::new(MIN_N)?, NonZeroUsize::MIN, None).is_ok());
/// assert!(Plan::new(BoardSize::new(MIN_N - 1)?, NonZeroUsize::MIN, None).is_err());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub const MIN_N: u32 = 4;

/// The largest size that the method takes.
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens::BoardSize;
/// use queens::join::{MAX_N, Plan};
///
/// assert!(Plan::new(BoardSize::new(MAX_N + 1)?, NonZeroUsize::MIN, None).is_err());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub const MAX_N: u32 = 32;

/// How the method is to count a board, and the memory that this takes.
///
/// # Examples
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens::BoardSize;
/// use queens::join::Plan;
///
/// let threads = NonZeroUsize::new(2).unwrap();
/// let plan = Plan::new(BoardSize::new(18)?, threads, None)?;
/// let smaller = Plan::new(BoardSize::new(18)?, threads, Some(plan.memory() / 2))?;
/// assert!(smaller.memory() <= plan.memory() / 2);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    size: BoardSize,
    halves: Halves,
    /// Innermost rows by whose queens lists can be cut.
    cuts: u32,
    /// Pairs up to which they are counted at once.
    leaf: usize,
    threads: NonZeroUsize,
    table: u64,
    lists: u64,
}

impl Plan {
    /// The fastest plan for so many threads that needs at most so much memory, in bytes.
    ///
    /// # Errors
    ///
    /// The size is outside [`MIN_N`] to [`MAX_N`], or the memory too little.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::BoardSize;
    /// use queens::join::Plan;
    ///
    /// let size = BoardSize::new(18)?;
    /// assert!(Plan::new(size, NonZeroUsize::MIN, Some(1 << 30))?.memory() <= 1 << 30);
    /// assert!(Plan::new(size, NonZeroUsize::MIN, Some(1000)).is_err()); // a kilobyte is too little
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        size: BoardSize,
        threads: NonZeroUsize,
        memory: Option<u64>,
    ) -> Result<Self, PlanError> {
        let n = size.get();
        if !(MIN_N..=MAX_N).contains(&n) {
            return Err(PlanError::Size { size });
        }
        let h = n / 2;
        // More outer rows make half-boards faster, until the table no longer fits the caches well.
        let preferred = match n {
            0..=16 => h.saturating_sub(2).max(1),
            _ => 7.min(MAX_OUTER),
        };
        let plans = (1..=preferred).rev().map(|outer| Self::with_outer(size, outer, threads));
        let mut least = u64::MAX;
        for plan in plans {
            least = least.min(plan.memory());
            if memory.is_none_or(|memory| plan.memory() <= memory) {
                return Ok(plan);
            }
        }
        Err(PlanError::Memory { size, given: memory.unwrap_or_default(), least })
    }

    fn with_outer(size: BoardSize, outer: u32, threads: NonZeroUsize) -> Self {
        let halves = Halves::new(size.get(), outer);
        let (cuts, leaf) = match halves.n {
            // For odd n only large leaves are cut at all, for even n by the innermost rows in any case.
            0..=21 if halves.is_odd() => (1, 1_000_000),
            0..=21 => (1, 300_000),
            22..=23 => (2, 2_000_000),
            _ => (3, 2_000_000),
        };
        let planes = halves.planes(0) as f64 + 1.0;
        // Two lists (for odd n three), some of them several times as long as the mean, and what is
        // filtered from them.
        let lists = 12.0 * half_boards_expected(halves) * planes;
        Self {
            size,
            halves,
            cuts: cuts.min(halves.h - halves.outer).min(MAX_CUTS as u32),
            leaf,
            threads,
            table: OuterTable::bytes_expected(halves),
            lists: lists as u64 + (1 << 20),
        }
    }

    /// The size of the board.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::{BoardSize, join::Plan};
    ///
    /// let plan = Plan::new(BoardSize::new(12)?, NonZeroUsize::MIN, None)?;
    /// assert_eq!(plan.size().get(), 12);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Rows that are tabulated.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::{BoardSize, join::Plan};
    ///
    /// let plan = Plan::new(BoardSize::new(20)?, NonZeroUsize::MIN, None)?;
    /// assert!(plan.outer_rows() < 10);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn outer_rows(&self) -> u32 {
        self.halves.outer
    }

    /// The outer table, in bytes.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::{BoardSize, join::Plan};
    ///
    /// let within = |memory| Plan::new(BoardSize::new(18).unwrap(), NonZeroUsize::MIN, memory);
    /// let fastest = within(None)?;
    /// let smaller = within(Some(fastest.memory() / 2))?;
    /// assert!(smaller.outer_rows() < fastest.outer_rows());
    /// assert!(smaller.table_bytes() < fastest.table_bytes());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn table_bytes(&self) -> u64 {
        self.table
    }

    /// The lists of one thread, in bytes.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::{BoardSize, join::Plan};
    ///
    /// // All threads share the table, and each has lists of its own.
    /// let on = |threads| Plan::new(BoardSize::new(12).unwrap(), NonZeroUsize::new(threads).unwrap(), None);
    /// assert_eq!(on(3)?.memory() - on(1)?.memory(), 2 * on(1)?.list_bytes());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn list_bytes(&self) -> u64 {
        self.lists
    }

    /// The threads.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::{BoardSize, join::Plan};
    ///
    /// let plan = Plan::new(BoardSize::new(12)?, NonZeroUsize::MIN, None)?;
    /// assert_eq!(plan.threads().get(), 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// All the memory, in bytes: an estimate from samples, meant to be somewhat too high.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::{BoardSize, join::Plan};
    ///
    /// let plan = Plan::new(BoardSize::new(20)?, NonZeroUsize::MIN, None)?;
    /// assert!(plan.memory() > plan.table_bytes() + plan.list_bytes());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn memory(&self) -> u64 {
        // While the last row is tabulated, the table of the rows before it is still there.
        self.table + self.table / 4 + self.threads.get() as u64 * self.lists
    }

    /// How many column sets there are, canonical or not: the numbers that [`Worker::count`] takes.
    ///
    /// They are numbered in colexicographic order: for even n the sets of n / 2 columns without the last
    /// column, since turning the board upside down exchanges a set with its complement; for odd n the
    /// sets of (n - 1) / 2 of the columns but the middle one, which are the columns of the bottom half.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::{BoardSize, join::Plan};
    ///
    /// // The sets of 4 of the first 7 columns.
    /// assert_eq!(Plan::new(BoardSize::new(8)?, NonZeroUsize::MIN, None)?.sets(), 35);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn sets(&self) -> u32 {
        sets(self.size())
    }
}

/// [`Plan::sets`] of any plan for this size, which is from [`MIN_N`] to [`MAX_N`].
pub(crate) fn sets(size: BoardSize) -> u32 {
    let (n, h) = (size.get(), size.get() / 2);
    columns::sets(if n % 2 == 1 { 2 * h } else { n - 1 }, h)
}

/// How many of these column sets are worth a count: for even n those that are no images of a set with a
/// smaller number, for odd n all.
pub(crate) fn canonical_sets(size: BoardSize, sets: Range<u32>) -> u32 {
    let halves = Halves::new(size.get(), 1);
    if halves.is_odd() || sets.is_empty() {
        return sets.len() as u32;
    }
    let mut set = u64::from(columns::unrank(sets.start, halves.h));
    let mut count = 0;
    for _ in sets {
        let top = set as u32;
        count += u32::from(columns::orbit(halves, top, halves.columns() & !top).is_some());
        set = columns::following(set);
    }
    count
}

/// The mean number of half-boards of a column set, estimated by random probes with a fixed seed.
fn half_boards_expected(halves: Halves) -> f64 {
    const PROBES: u32 = 4096;
    let mut state = u64::from(halves.n);
    let mut sum = 0.0;
    for _ in 0..PROBES {
        let (mut cols, mut anti, mut diag) = (0_u64, 0_u64, 0_u64);
        let mut width = 1.0;
        for _ in 0..halves.h {
            let mut free = u64::from(halves.columns()) & !(cols | anti | diag);
            let choices = free.count_ones();
            width *= f64::from(choices);
            if choices == 0 {
                break;
            }
            for _ in 0..crate::engine::split_mix(&mut state) % u64::from(choices) {
                free &= free - 1;
            }
            let queen = free & free.wrapping_neg();
            (cols, anti, diag) = (cols | queen, (anti | queen) >> 1, (diag | queen) << 1);
        }
        sum += width;
    }
    sum / f64::from(PROBES) / f64::from(columns::sets(halves.n, halves.h))
}

/// Why there is no plan.
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens::{BoardSize, join::Plan};
///
/// let error = Plan::new(BoardSize::new(3)?, NonZeroUsize::MIN, None).unwrap_err();
/// assert_eq!(error.to_string(), "the join method takes n from 4 to 32, not n = 3");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlanError {
    /// The method does not take the size.
    Size {
        /// The size.
        size: BoardSize,
    },
    /// The memory is too little.
    Memory {
        /// The size of the board.
        size: BoardSize,
        /// The memory that may be used, in bytes.
        given: u64,
        /// The least that would do, in bytes.
        least: u64,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { size } => {
                write!(f, "the join method takes n from {MIN_N} to {MAX_N}, not n = {size}")
            }
            Self::Memory { size, given, least } => write!(
                f,
                "to join n = {size} takes at least {} MB of memory, and {} MB may be used",
                least.div_ceil(1_000_000),
                given / 1_000_000
            ),
        }
    }
}

impl std::error::Error for PlanError {}

impl PlanError {
    /// What to do about it.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::{BoardSize, join::Plan};
    ///
    /// let error = Plan::new(BoardSize::new(18)?, NonZeroUsize::MIN, Some(1000)).unwrap_err();
    /// assert!(error.advice().starts_with("allow more memory, use fewer threads, "));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn advice(&self) -> String {
        match self {
            Self::Size { .. } => "count by the search method".to_owned(),
            Self::Memory { .. } => {
                "allow more memory, use fewer threads, or count by the search method".to_owned()
            }
        }
    }
}

/// Solutions counted, sorted by what does not depend on the method.
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens::backend::{BackendId, StopFlag};
/// use queens::{BoardSize, join::{Join, Plan}};
///
/// let plan = Plan::new(BoardSize::new(7)?, NonZeroUsize::MIN, None)?;
/// let join = Join::new(plan, BackendId::Portable, &StopFlag::new())??;
/// let tally = join.worker().count(0..plan.sets(), &StopFlag::new())?;
/// assert_eq!(tally.nearest.iter().sum::<u128>(), 40); // all of them, as n is odd
/// assert_eq!(tally.residues, [40, 40]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JoinTally {
    /// Even n: solutions with key > limit, and their images with limit > key, by the columns of the
    /// queens of the upper and the lower middle row of those counted.
    pub apart: Box<[[u128; 32]; 32]>,
    /// By distance from the centre: for even n the solutions with key = limit, by that distance; for
    /// odd n all solutions, by the distance of the nearer one of the queens of the middle row and the
    /// middle column.
    pub nearest: [u128; 17],
    /// The total modulo each of [`MODULI`], added up in registers of their own.
    pub residues: [u32; 2],
    /// Half-boards made.
    pub half_boards: u128,
}

impl JoinTally {
    /// Nothing counted.
    ///
    /// ```
    /// assert_eq!(queens::join::JoinTally::zero().total(), 0);
    /// ```
    pub fn zero() -> Self {
        Self { apart: Box::new([[0; 32]; 32]), nearest: [0; 17], residues: [0; 2], half_boards: 0 }
    }

    /// All solutions.
    ///
    /// # Panics
    ///
    /// If the sum is beyond 128 bits, which Q(32) is not.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::join::JoinTally;
    ///
    /// let mut tally = JoinTally::zero();
    /// tally.apart[2][5] = 16;
    /// tally.nearest[1] = 4;
    /// assert_eq!(tally.total(), 20);
    /// ```
    pub fn total(&self) -> u128 {
        let all = self.apart.iter().flatten().chain(&self.nearest);
        all.fold(0_u128, |sum, part| sum.checked_add(*part).expect("Q(n) fits"))
    }

    /// Adds solutions, each so many times (16 at most), to a place.
    fn add(&mut self, count: impl FnOnce(&mut Self) -> &mut u128, solutions: u64, times: u64) {
        let place = count(self);
        let product = u128::from(solutions) * u128::from(times);
        *place = place.checked_add(product).expect("Q(n) fits 128 bits for every n up to 32");
        for (residue, modulus) in self.residues.iter_mut().zip(MODULI) {
            let part = (solutions % u64::from(modulus) * times) as u32;
            *residue = (*residue + part) % modulus;
        }
    }
}

/// The method, ready to count one board: the plan and the outer table.
///
/// # Examples
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens::BoardSize;
/// use queens::backend::{BackendId, StopFlag};
/// use queens::join::{Join, Plan};
///
/// let (threads, stop) = (NonZeroUsize::MIN, StopFlag::new());
/// let plan = Plan::new(BoardSize::new(10)?, threads, None)?;
/// let join = Join::new(plan, BackendId::Portable, &stop)??;
/// let tally = join.worker().count(0..plan.sets(), &stop)?;
/// assert_eq!(tally.total(), 724);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Join {
    plan: Plan,
    kernel: &'static dyn Kernel,
    table: OuterTable,
    pairing: Pairing,
    /// [`Halves::attacked_by_depth`].
    attacked: Vec<[u128; 32]>,
}

impl Join {
    /// Makes the outer table, on the threads of the plan. Takes the memory that the plan states for it.
    ///
    /// # Errors
    ///
    /// The outer one if the method has no such kernel on this machine; it has no scalar one. The inner
    /// one when `stop` was raised.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::backend::{BackendId, StopFlag};
    /// use queens::{BoardSize, join::{Join, Plan}};
    ///
    /// let plan = Plan::new(BoardSize::new(8)?, NonZeroUsize::MIN, None)?;
    /// assert!(Join::new(plan, BackendId::Portable, &StopFlag::new())?.is_ok());
    /// assert!(Join::new(plan, BackendId::Scalar, &StopFlag::new()).is_err()); // there is no such kernel
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        plan: Plan,
        backend: BackendId,
        stop: &StopFlag,
    ) -> Result<Result<Self, Stopped>, Unavailable> {
        Ok(Self::with_kernel(plan, kernel(backend)?, stop))
    }

    fn with_kernel(
        plan: Plan,
        kernel: &'static dyn Kernel,
        stop: &StopFlag,
    ) -> Result<Self, Stopped> {
        let attacked = plan.halves.attacked_by_depth();
        let table = OuterTable::build(kernel, plan.halves, &attacked, plan.threads, stop)?;
        let pairing = Pairing::new(plan.halves, plan.leaf);
        Ok(Self { plan, kernel, table, pairing, attacked })
    }

    /// The plan.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::backend::{BackendId, StopFlag};
    /// use queens::{BoardSize, join::{Join, Plan}};
    ///
    /// let plan = Plan::new(BoardSize::new(8)?, NonZeroUsize::MIN, None)?;
    /// let join = Join::new(plan, BackendId::Portable, &StopFlag::new())??;
    /// assert_eq!(*join.plan(), plan);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The memory of the outer table, in bytes.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::backend::{BackendId, StopFlag};
    /// use queens::{BoardSize, join::{Join, Plan}};
    ///
    /// let plan = Plan::new(BoardSize::new(8)?, NonZeroUsize::MIN, None)?;
    /// let join = Join::new(plan, BackendId::Portable, &StopFlag::new())??;
    /// assert!(join.table_bytes() > 0);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn table_bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// One that counts, with memory of its own. One thread has one.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::backend::{BackendId, StopFlag};
    /// use queens::{BoardSize, join::{Join, Plan}};
    ///
    /// let (plan, stop) = (Plan::new(BoardSize::new(8)?, NonZeroUsize::MIN, None)?, StopFlag::new());
    /// let join = Join::new(plan, BackendId::Portable, &stop)??;
    /// let (mut one, mut other) = (join.worker(), join.worker()); // each on a thread of its own, say
    /// let (first, rest) = (one.count(0..20, &stop)?, other.count(20..35, &stop)?);
    /// assert_eq!(first.total() + rest.total(), 92);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn worker(&self) -> Worker<'_> {
        Worker { join: self, lists: Lists::new(), mirrored: false }
    }
}

/// Whether the method has this kernel on this machine.
///
/// # Errors
///
/// [`Unavailable`] with the reason.
///
/// # Examples
///
/// ```
/// use queens::BackendId;
/// use queens::join::kernel_is_available;
///
/// assert!(kernel_is_available(BackendId::Portable).is_ok()); // on any machine
/// assert!(kernel_is_available(BackendId::Scalar).is_err()); // on none
/// ```
pub fn kernel_is_available(id: BackendId) -> Result<(), Unavailable> {
    kernel(id).map(|_| ())
}

/// The kernel of the method that is nearest to a backend: itself if it is there, plain Rust for
/// `scalar`, else the fastest.
///
/// ```
/// use queens::BackendId;
/// use queens::join::{best_kernel, kernel_near};
///
/// assert_eq!(kernel_near(BackendId::Scalar), BackendId::Portable);
/// assert_eq!(kernel_near(BackendId::Cuda), best_kernel());
/// ```
pub fn kernel_near(id: BackendId) -> BackendId {
    match id {
        BackendId::Scalar => BackendId::Portable,
        id if kernel(id).is_ok() => id,
        _ => best_kernel(),
    }
}

/// The fastest kernel of the method on this machine.
///
/// ```
/// use queens::join::{best_kernel, kernel_is_available};
///
/// assert!(kernel_is_available(best_kernel()).is_ok());
/// ```
pub fn best_kernel() -> BackendId {
    let fastest_first = [BackendId::Avx512, BackendId::Avx2];
    let available = |id: &BackendId| kernel(*id).is_ok();
    fastest_first.into_iter().find(available).unwrap_or(BackendId::Portable)
}

fn kernel(id: BackendId) -> Result<&'static dyn Kernel, Unavailable> {
    let lacking = |reason: &str| Unavailable { id, reason: reason.to_owned() };
    match id {
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        BackendId::Portable => Ok(&crate::wasm::bytes::Simd128),
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        BackendId::Portable => Ok(&portable::Portable),
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx2 => {
            crate::x86::bytes::avx2().ok_or_else(|| lacking("this processor lacks AVX2"))
        }
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx512 => crate::x86::bytes::avx512()
            .ok_or_else(|| lacking("this processor lacks AVX-512F, AVX-512BW or AVX-512VL")),
        #[cfg(not(target_arch = "x86_64"))]
        BackendId::Avx2 | BackendId::Avx512 => Err(lacking("it needs an x86-64 processor")),
        BackendId::Scalar | BackendId::Cuda | BackendId::OpenCl => {
            Err(lacking("the join method has kernels for portable, avx2 and avx512 only"))
        }
    }
}

/// Counts column sets. It keeps its memory from one call to the next.
///
/// ```
/// use std::num::NonZeroUsize;
/// use queens::backend::{BackendId, StopFlag};
/// use queens::{BoardSize, join::{Join, Plan}};
///
/// let (plan, stop) = (Plan::new(BoardSize::new(8)?, NonZeroUsize::MIN, None)?, StopFlag::new());
/// let join = Join::new(plan, BackendId::Portable, &stop)??;
/// let mut worker = join.worker();
/// let mut total = 0;
/// for set in 0..plan.sets() {
///     total += worker.count(set..set + 1, &stop)?.total();
/// }
/// assert_eq!(total, 92);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Worker<'a> {
    join: &'a Join,
    lists: Lists,
    mirrored: bool,
}

impl Worker<'_> {
    /// Looks at the mirror image of each column set instead: other lists, the same numbers.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::backend::{BackendId, StopFlag};
    /// use queens::{BoardSize, join::{Join, Plan}};
    ///
    /// let (plan, stop) = (Plan::new(BoardSize::new(8)?, NonZeroUsize::MIN, None)?, StopFlag::new());
    /// let join = Join::new(plan, BackendId::Portable, &stop)??;
    /// let direct = join.worker().count(0..10, &stop)?;
    /// let mirrored = join.worker().mirrored().count(0..10, &stop)?;
    /// assert_eq!(direct.total(), mirrored.total());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn mirrored(mut self) -> Self {
        self.mirrored = true;
        self
    }

    /// The columns, or their mirror image.
    fn seen(&self, columns: u32) -> u32 {
        if self.mirrored { columns::mirrored(self.join.plan.halves, columns) } else { columns }
    }

    /// Counts the solutions of the column sets with these numbers, each for all its images; sets that
    /// are images of one with a smaller number count nothing. Over all sets of [`Plan::sets`] the
    /// totals add up to Q(n).
    ///
    /// # Errors
    ///
    /// [`Stopped`] when `stop` was raised before the end.
    ///
    /// # Panics
    ///
    /// If there are no such sets.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use queens::backend::{BackendId, StopFlag};
    /// use queens::{BoardSize, join::{Join, Plan}};
    ///
    /// let (plan, stop) = (Plan::new(BoardSize::new(6)?, NonZeroUsize::MIN, None)?, StopFlag::new());
    /// let join = Join::new(plan, BackendId::Portable, &stop)??;
    /// assert_eq!(join.worker().count(0..plan.sets(), &stop)?.total(), 4);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&mut self, sets: Range<u32>, stop: &StopFlag) -> Result<JoinTally, Stopped> {
        let plan = &self.join.plan;
        assert!(sets.end <= plan.sets(), "there are {} column sets", plan.sets());
        let halves = plan.halves;
        let mut tally = JoinTally::zero();
        if sets.is_empty() {
            return Ok(tally);
        }
        let mut set = u64::from(columns::unrank(sets.start, halves.h));
        let begin = self.lists.mark();
        for _ in sets {
            let end = if halves.is_odd() {
                self.odd(set as u32, &mut tally, stop)
            } else {
                self.even(set as u32, &mut tally, stop)
            };
            self.lists.forget(begin);
            end?;
            set = columns::following(set);
        }
        Ok(tally)
    }

    fn generate(&mut self, wanted: &Wanted, tally: &mut JoinTally) -> List {
        let Join { plan, kernel, table, attacked, .. } = self.join;
        let list = self.lists.generate(*kernel, plan.halves, attacked, table, wanted);
        tally.half_boards += list.len as u128;
        list
    }

    /// The pairs of half-boards for odd n; `gone` are the diagonals of the queen of the middle row.
    fn pairs(
        &mut self,
        lists: [&List; 2],
        columns: [u32; 2],
        gone: u64,
        stop: &StopFlag,
    ) -> Result<u64, Stopped> {
        let Join { kernel, pairing, .. } = self.join;
        pairing.count(*kernel, &mut self.lists, lists, columns, gone, stop)
    }

    /// The boards with the queens of these columns above.
    fn even(&mut self, top: u32, tally: &mut JoinTally, stop: &StopFlag) -> Result<(), Stopped> {
        let halves = self.join.plan.halves;
        let bottom = halves.columns() & !top;
        let Some(orbit) = columns::orbit(halves, top, bottom) else { return Ok(()) };
        let (top, bottom) = (self.seen(top), self.seen(bottom));
        let wanted = |columns| Wanted {
            columns,
            attacked: 0,
            middle_above: None,
            cuts: self.join.plan.cuts,
        };
        let (above, below) = (wanted(top), wanted(bottom));
        let above = self.generate(&above, tally);
        let below = self.generate(&below, tally);
        let Join { kernel, pairing, .. } = self.join;
        let report = &mut |[x, y]: [u32; 2], [apart, tied]: Count| {
            let orbit = u64::from(orbit);
            let nearest = halves.distance(x).min(halves.distance(y));
            tally.add(|tally| &mut tally.apart[x as usize][y as usize], apart, 2 * orbit);
            tally.add(|tally| &mut tally.nearest[nearest as usize], tied, orbit);
        };
        let (lists, columns) = ([&above, &below], [top, bottom]);
        pairing.count_by_innermost(*kernel, &mut self.lists, lists, columns, stop, report)
    }

    /// The boards with the queens of these columns below, numbered without the middle column.
    fn odd(&mut self, set: u32, tally: &mut JoinTally, stop: &StopFlag) -> Result<(), Stopped> {
        let halves = self.join.plan.halves;
        let (h, cuts) = (halves.h, self.join.plan.cuts);
        let left = (1 << h) - 1;
        let canonical = (set & left) | (set & !left) << 1;
        let orbit = columns::orbit(halves, canonical, halves.columns() & !canonical & !(1 << h));
        let bottom = self.seen(canonical);
        let others = halves.columns() & !bottom;
        let wanted =
            |columns, attacked, middle_above| Wanted { columns, attacked, middle_above, cuts };
        let all_below = self.generate(&wanted(bottom, 0, None), tally);
        let mark = self.lists.mark();
        for middle in 1..h {
            let middle = if self.mirrored { 2 * h - middle } else { middle };
            if others >> middle & 1 == 0 {
                continue;
            }
            let top = others & !(1 << middle);
            let attacked = halves.attacked_from_middle(middle);
            let nearest = halves.distance(middle);
            let above = self.generate(&wanted(top, attacked, Some(h - nearest)), tally);
            if above.len > 0 {
                let kernel = self.join.kernel;
                let planes = all_below.planes;
                let below = self.lists.filter(kernel, &all_below, attacked, planes, true);
                let count = self.pairs([&above, &below], [top, bottom], attacked, stop)?;
                tally.add(|tally| &mut tally.nearest[nearest as usize], count, 8);
            }
            self.lists.forget(mark);
        }
        // The queen of the middle row in the centre.
        let top = others & !(1 << h);
        if let Some(orbit) = orbit {
            let attacked = halves.attacked_from_middle(h);
            let above = self.generate(&wanted(top, attacked, None), tally);
            let below = self.generate(&wanted(bottom, attacked, None), tally);
            let count = self.pairs([&above, &below], [top, bottom], attacked, stop)?;
            tally.add(|tally| &mut tally.nearest[0], count, u64::from(orbit));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;

    /// Also the kernel for AVX-512 without VBMI, which has no name of its own: where there is the better one,
    /// the tests of `avx512` do not count with it. What the processor lacks shows as ignored there.
    #[test]
    fn every_kernel_that_the_processor_has_counts_the_known_totals() {
        let stop = StopFlag::new();
        let named = [BackendId::Portable, BackendId::Avx2, BackendId::Avx512];
        let kernels = named.into_iter().filter_map(|id| kernel(id).ok());
        #[cfg(target_arch = "x86_64")]
        let kernels = kernels.chain(crate::x86::bytes::avx512_basic());
        for kernel in kernels {
            for n in MIN_N..=15 {
                let size = BoardSize::new(n).expect("a size");
                let plan = Plan::new(size, NonZeroUsize::MIN, None).expect("memory enough");
                let join = Join::with_kernel(plan, kernel, &stop).expect("nobody stops it");
                let tally = join.worker().count(0..plan.sets(), &stop).expect("nobody stops it");
                assert_eq!(Some(tally.total()), known::TOTAL.at(n), "{kernel:?}, n = {n}");
            }
        }
    }
}
