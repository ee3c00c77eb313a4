//! Counting the plain board, in pieces that many workers share; estimates; known values.

use std::collections::BTreeMap;
use std::ops::Range;

use queens::StopFlag;
use queens::engine::Partition;
use queens::known::{self as tables, Sequence};
use queens::{Counter, Estimator, Kernel, Method, Multiplicity, Options, SymmetryClasses};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{CallError, json};

/// Whether the engine was compiled with the vector instructions of WebAssembly.
const VECTORS: bool = cfg!(all(target_arch = "wasm32", target_feature = "simd128"));

/// A count of the plain board in numbered pieces. They are the same in every worker, so that each can count
/// some of them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Count {
    partition: Partition,
    pieces: Vec<Range<u64>>,
    kernel: Kernel,
}

#[derive(Serialize)]
pub(crate) struct Counted {
    pub(crate) total: String,
    pub(crate) nodes: String,
}

#[wasm_bindgen]
impl Count {
    /// Cuts a count into at most this many pieces. The method is `search`, `color` or empty for the faster
    /// one.
    #[wasm_bindgen(constructor)]
    pub fn new(n: u32, method: &str, kernel: &str, pieces: u32) -> Result<Self, CallError> {
        let kernel = if kernel.is_empty() { Kernel::Portable } else { kernel.parse()? };
        let method = if method.is_empty() { Method::faster(n, kernel) } else { method.parse()? };
        let partition = Partition::new(n, method)?;
        kernel.check(partition.method())?;
        let pieces = partition.pieces(pieces as usize);
        Ok(Self { partition, pieces, kernel })
    }

    /// The number of pieces.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> u32 {
        self.pieces.len() as u32
    }

    /// The method.
    #[wasm_bindgen(getter)]
    pub fn method(&self) -> String {
        self.partition.method().name().to_owned()
    }

    /// The kernel that counts.
    #[wasm_bindgen(getter)]
    pub fn kernel(&self) -> String {
        match self.kernel {
            Kernel::Portable if VECTORS => "simd128".to_owned(),
            kernel => kernel.name().to_owned(),
        }
    }

    /// The work expected of every piece, in a unit that depends on the method: for the time left.
    pub fn expected(&self) -> Vec<f64> {
        self.pieces.iter().map(|piece| self.partition.work(piece)).collect()
    }

    /// Counts a piece.
    pub fn count(&self, piece: u32) -> Result<String, CallError> {
        let Some(units) = self.pieces.get(piece as usize) else {
            let what = format!("the count has no piece {piece}");
            return Err(CallError::new(what, format!("it has {}, from 0", self.length())));
        };
        let mut counter = self.partition.counter(self.kernel)?;
        let tally = counter.count(units.clone(), &StopFlag::new(), &mut |_| ())?;
        json(&Counted { total: tally.solutions.to_string(), nodes: tally.nodes.to_string() })
    }
}

#[derive(Serialize)]
struct Classes {
    n: u32,
    total: String,
    fundamental: String,
    half_turn: String,
    quarter_turn: String,
    orbits: [Orbits; 4],
}

#[derive(Serialize)]
struct Orbits {
    size: u32,
    count: String,
}

/// The solutions by symmetry, from their total.
#[wasm_bindgen]
pub fn classes(n: u32, total: &str) -> Result<String, CallError> {
    let wrong = || {
        let what = format!("{} is not the number of solutions for n = {n}", total.escape_debug());
        CallError::new(what, "count them first")
    };
    Counter::new(n).plan()?;
    let is_possible = |total: &u128| tables::TOTAL.at(n).is_none_or(|known| known == *total);
    let total = total.parse().ok().filter(is_possible).ok_or_else(wrong)?;
    let classes = SymmetryClasses::of(n, total, &Options::new())?;
    let orbits = |m: Multiplicity| Orbits { size: m.get(), count: classes.orbits(m).to_string() };
    json(&Classes {
        n,
        total: total.to_string(),
        fundamental: classes.fundamental().to_string(),
        half_turn: classes.half_turn.to_string(),
        quarter_turn: classes.quarter_turn.to_string(),
        orbits: Multiplicity::ALL.map(orbits),
    })
}

#[derive(Serialize)]
pub(crate) struct Estimate {
    n: u32,
    mean: f64,
    std_error: f64,
    probes: u64,
    seed: u32,
    exact: bool,
}

/// Estimates Q(n); the same probes and seed give the same digits as on any machine.
#[wasm_bindgen]
pub fn estimate(n: u32, probes: u32, seed: u32) -> Result<String, CallError> {
    let estimator = Estimator::new(n).probes(u64::from(probes)).seed(u64::from(seed));
    let queens::Estimate { mean, std_error, probes, exact, .. } =
        estimator.options(&Options::new().threads(1)).run()?;
    json(&Estimate { n, mean, std_error, probes, seed, exact })
}

#[derive(Serialize)]
struct Table {
    oeis: &'static str,
    first: u32,
    values: Vec<String>,
}

impl Table {
    fn of<T: ToString>(sequence: &Sequence<T>) -> Self {
        let values = sequence.values.iter().map(T::to_string).collect();
        Self { oeis: sequence.oeis, first: sequence.first, values }
    }
}

/// The published values, each from its first index on.
#[wasm_bindgen]
pub fn known() -> Result<String, CallError> {
    json(&BTreeMap::from([
        ("total", Table::of(&tables::TOTAL)),
        ("fundamental", Table::of(&tables::FUNDAMENTAL)),
        ("half_turn", Table::of(&tables::HALF_TURN)),
        ("quarter_turn", Table::of(&tables::QUARTER_TURN)),
        ("nodes", Table::of(&tables::NODES)),
        ("torus", Table::of(&tables::TORUS)),
    ]))
}
