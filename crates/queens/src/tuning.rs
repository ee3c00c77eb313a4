//! What was tuned, in one place: each constant with its unit, how it was found, and how to find it again.
//!
//! None of these changes a result. Constants that a method is built on, such as how many placements a byte holds, are
//! where the method is.

use std::num::NonZeroUsize;

/// The first n that the color method counts faster than the search, with vectors and in plain Rust. `queens bench
/// --methods` compares them; docs/lab/measurements.md has the times of WebAssembly.
pub(crate) const FIRST_BY_COLOR: u32 = 16;
pub(crate) const FIRST_BY_COLOR_IN_RUST: u32 = 13;

/// Into how many pieces a count by search is cut, so that its threads end together: a kernel wants many sub-problems in a
/// call.
pub(crate) fn pieces_of_search(threads: NonZeroUsize) -> usize {
    (1 << 7).max(threads.get() << 5)
}

/// Into how many pieces a count by color is cut. Patterns share more in large pieces: one thread, which needs no balance,
/// gets whole families. From n = 23 on a tile has at most 16 sets, and small pieces lose less.
pub(crate) fn pieces_by_color(n: u32, threads: NonZeroUsize) -> usize {
    match (threads.get(), n) {
        (1, ..20) => 1,
        (threads, ..20) => threads << 2,
        (threads, 20..23) => threads << 3,
        (threads, _) => threads << 6,
    }
}

/// Nanoseconds of work between two reports of progress.
pub(crate) const REPORT: f64 = 5e6;

/// The search.
pub(crate) mod search {
    /// Nanoseconds of a node in lanes of 16 bits and of 32, and how many times as long it takes on boards with regions.
    pub(crate) const AVX512: [f64; 2] = [0.25, 0.45];
    pub(crate) const AVX2: [f64; 2] = [0.8, 1.0];
    pub(crate) const PORTABLE: [f64; 2] =
        [if cfg!(target_feature = "simd128") { 2.5 } else { 5.0 }; 2];
    pub(crate) const REGIONS: f64 = 4.0;

    /// Random probes of the nodes of a board: a twentieth of a millisecond.
    pub(crate) const PROBES: u32 = 128;

    /// The nodes of a sub-problem that keep the lanes full, and the sub-problems that are enough for any number of threads.
    pub(crate) const LARGE: f64 = 1e6;
    pub(crate) const MOST_PARTS: usize = 2048;

    /// The rows that are left to a kernel, at least.
    pub(crate) const FEWEST_ROWS: u32 = 6;

    /// The fraction of the rows in which a search has most of its nodes.
    pub(crate) const DEEP: f64 = 0.65;

    /// The placements that a level hands on before the next one goes first, and those that are worth a call of it.
    pub(crate) const BATCH: usize = 1536;
    pub(crate) const ENOUGH: usize = 256;
}

/// Which way to count the completions of a board.
pub(crate) mod complete {
    /// Nanoseconds of the search below which no other way is looked at, and of the fastest way above which color is asked, which takes
    /// that long.
    pub(crate) const SHORT: f64 = 1e7;
    pub(crate) const LONG: f64 = 1e8;

    /// The fraction of the search's time in which the solver is tried, and the least and the most nodes: up to 0.15 s.
    pub(crate) const TRIED: f64 = 0.03;
    pub(crate) const TRIAL: (f64, f64) = (512.0, 1_048_576.0);

    /// The parts that the trial must end for its time to count. On a large open board it ends none, and nothing is known of
    /// them but that they are long.
    pub(crate) const FEWEST_ENDED: usize = 8;

    /// Nanoseconds of a node of the solver (18 with a queen on a1: 80 million in 11 s of Zen 4).
    pub(crate) const NODE: f64 = 140.0;
}

/// The color method. `cargo xtask fit` measures its prices again; `cargo bench -p queens --bench fit -- groups` times groups of
/// patterns.
pub(crate) mod color {
    /// What each of the [`OPERATIONS`](crate::count::color::prices::OPERATIONS) takes, by a kernel with so many lanes.
    pub(crate) struct Prices {
        pub(crate) lanes: usize,
        pub(crate) nanoseconds: [f64; 13],
    }

    pub(crate) const AVX512: Prices = Prices {
        lanes: 64,
        nanoseconds: [0.0, 2.24, 94.2, 14.3, 0.255, 0.782, 11.9, 14.4, 0.385, 11.4, 3.5, 0.45, 2.0],
    };
    pub(crate) const AVX2: Prices = Prices {
        lanes: 32,
        nanoseconds: [0.15, 2.0, 125.0, 10.1, 0.4, 0.824, 14.0, 18.5, 0.222, 24.6, 2.0, 1.0, 2.0],
    };
    pub(crate) const PORTABLE: Prices = Prices {
        lanes: 32,
        nanoseconds: [1.03, 7.38, 82.8, 11.2, 1.8, 0.0, 16.3, 24.0, 3.47, 17.5, 2.0, 8.0, 3.0],
    };

    /// The most sets A2 and A1 in a tile. Programs serve all A2; lists, and what is filtered, serve all A1. Where lists are
    /// long there is less to share, and the memory counts.
    pub(crate) const fn tile(n: u32) -> (usize, usize) {
        match n {
            ..19 => (256, 1024),
            19..22 => (128, 1024),
            22 => (64, 1024),
            23 => (16, 1024),
            24 => (8, 1024),
            25..27 => (4, 256),
            _ => (1, 256),
        }
    }

    /// Random placements for each family and color: more where the count is longer.
    pub(crate) const fn probes(n: u32) -> u32 {
        match n {
            ..16 => 20,
            16..19 => 100,
            _ => 2000,
        }
    }

    /// The most queens that are placed first.
    pub(crate) const MOST_FIRST: usize = 5;

    /// How many rows ahead a search looks: 3 and 5 cost up to a quarter more than 7, and all rows a tenth more (n = 24).
    pub(crate) const LOOK: usize = 6;

    /// The patterns of a batch, at most: with more, their sums leave the caches.
    pub(crate) const MOST_AT_ONCE: usize = 8;

    /// The most pairs that fit, for each column set of either class, in the mean of a group whose bytes do not
    /// saturate: the largest sum is about twenty times the mean.
    pub(crate) const MOST_FITS: f64 = 12.0;

    /// How many times as long a group takes whose bytes saturate.
    pub(crate) const AGAIN: f64 = 1.4;

    /// Bytes of sums that the first cache has room for.
    pub(crate) const FIRST_CACHE: f64 = (32 << 10) as f64;

    /// Bytes of the matrices of a batch, and of its programs, about. From n = 27 on two patterns take all that smaller
    /// sizes need, and a third of the time goes into what a batch shares.
    pub(crate) const fn room(n: u32) -> [f64; 2] {
        match n {
            ..27 => [(64 << 20) as f64, (108 << 20) as f64],
            _ => [(384 << 20) as f64; 2],
        }
    }

    /// The least n whose colors may be searched: below, a sample would cost more than it saves.
    pub(crate) const FIRST_SEARCHED: u32 = 20;

    /// Bytes of the tables of the patterns that are searched at a time: the more, the more they share.
    pub(crate) const fn tables(n: u32) -> f64 {
        match n {
            ..24 => (32 << 20) as f64,
            24..27 => (64 << 20) as f64,
            _ => (384 << 20) as f64,
        }
    }

    /// Bytes that do not depend on n: 8 MB of them before anything is counted, and gaps between lists and programs.
    pub(crate) const FIXED: f64 = (12 << 20) as f64;

    /// How many times as long as the mean the lists of a tile with so many sets A2 are, at most. Neighbors are alike:
    /// all sets of up to 12 rows were listed, and the lists of one family leave gaps where those of the next do not fit.
    /// `a_thread_takes_at_most_the_memory_that_is_stated` checks them.
    pub(crate) const fn longest_list(odds: f64) -> f64 {
        match odds {
            ..2.0 => 2.3,
            ..5.0 => 2.0,
            ..9.0 => 1.4,
            _ => 1.25,
        }
    }
}
