//! The certificate: the result of a run, range by range, so that anyone can check it.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use queens::{Error, ErrorKind, Options, SymmetryClasses, half_turn, known, quarter_turn};
use serde::{Deserialize, Serialize, Serializer};

use crate::error::{Reading, reading};
use crate::file::{number, read_regular};
use crate::plan::{Plan, PlanDocument};

const SCHEMA: &str = "queens.certificate/2";

/// The longest certificate, in bytes. A million ranges take some 80 MB.
const MAX_BYTES: usize = 1 << 28;

/// What the numbers of a certificate mean; every certificate states it.
pub const MEANING: &str = "Rows and columns are numbered from 0. A square is white if its row plus its \
column is even. The pattern of a solution is the set of the rows whose queen is on a white square. Write a \
pattern as two numbers: E = the sum of 2^i over its rows 2i, O = the sum of 2^i over its rows 2i+1. \
Patterns are compared by E, then by O. A solution belongs to the least of the patterns of its eight images. \
A pattern is listed if it is the least of the patterns that its own images by flips and half turns of the \
board have (without exchanging rows and columns), and if O has as many ones in binary as E, or, for odd n, \
one less; no solution belongs to any other. Listed patterns are numbered from 0: by the number of ones in \
E; then by O, compared as a string of its binary digits, one for each row 1, 3, 5, ... in this order; then, \
for odd n, those whose E has palindromic digits for the rows 0, 2, ..., n-1 last; then by E. An entry of `ranges` is A B S: S \
solutions belong to the patterns A, A+1, ..., B-1.";

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// What was counted, in which ranges.
    pub plan: Plan,
    /// Q(n).
    pub total: u128,
    /// The solutions that a half turn maps to themselves, A032522. Like the next, they are counted directly and must
    /// fit the total.
    pub half_turn: u128,
    /// The solutions that a quarter turn maps to themselves, A033148.
    pub quarter_turn: u128,
    /// The root of the Merkle tree over the ranges' entries, in hexadecimal digits.
    pub root: String,
    /// The solutions of each range.
    pub solutions: Vec<u128>,
}

/// A check and its outcome.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Check {
    /// What was checked.
    pub name: String,
    /// Whether it holds.
    pub holds: bool,
    /// Why it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl Check {
    pub(crate) fn new(name: impl Into<String>, fault: Option<String>) -> Self {
        Self { name: name.into(), holds: fault.is_none(), fault }
    }
}

/// The entry of a range with this many solutions, or the beginning of all its entries.
fn entry(patterns: &Range<u64>, solutions: impl Display) -> String {
    format!("{} {} {solutions}", patterns.start, patterns.end)
}

/// The sum of the ranges, unless it exceeds 128 bits.
fn add_up(solutions: &[u128]) -> Option<u128> {
    solutions.iter().try_fold(0_u128, |total, more| total.checked_add(*more))
}

/// The root of the Merkle tree over all entries, in hexadecimal digits.
///
/// A leaf is the hash of a byte 0, the run's name (32 bytes) and the entry; a node that of a byte 1 and its
/// two children; a node without a sibling moves up unchanged.
fn merkle_root(plan: &Plan, solutions: &[u128]) -> String {
    let name = plan.name().0;
    // Subtrees that wait for their right-hand sibling, the largest first: with each its height.
    let mut waiting: Vec<(u32, blake3::Hash)> = Vec::new();
    let hash = |kind, left: &[u8], right: &[u8]| {
        blake3::Hasher::new().update(&[kind]).update(left).update(right).finalize()
    };
    let join = |left: blake3::Hash, right: blake3::Hash| hash(1, left.as_bytes(), right.as_bytes());
    for (range, solutions) in (0..).zip(solutions) {
        let entry = entry(&plan.range(range), *solutions);
        let (mut height, mut hash) = (0, hash(0, name.as_bytes(), entry.as_bytes()));
        while let Some((_, left)) = waiting.pop_if(|(other, _)| *other == height) {
            (height, hash) = (height + 1, join(left, hash));
        }
        waiting.push((height, hash));
    }
    let root =
        waiting.into_iter().map(|(_, hash)| hash).rev().reduce(|right, left| join(left, right));
    root.expect("a run has ranges").to_hex().to_string()
}

/// The certificate as a document. The order of the keys is part of the format.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document<R> {
    schema: String,
    meaning: String,
    run: String,
    plan: PlanDocument,
    total: String,
    fundamental: String,
    half_turn: String,
    quarter_turn: String,
    identities: Vec<String>,
    merkle_root: String,
    ranges: R,
}

/// The ranges' entries, made one by one.
struct Entries<'a>(&'a Certificate);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Certificate { plan, solutions, .. } = self.0;
        let ranges = (0..).zip(solutions);
        serializer.collect_seq(ranges.map(|(range, count)| entry(&plan.range(range), *count)))
    }
}

/// The error of ranges that cannot all be right.
fn no_count(n: u32, what: &str) -> Error {
    Error::new(
        ErrorKind::Contradiction,
        format!("the ranges add up to no count of n = {n}: {what}"),
        "a range must be wrong: recount the run on another machine, or report it",
    )
}

impl Certificate {
    /// The certificate of a plan whose ranges are all known.
    pub(crate) fn new(plan: &Plan, solutions: Vec<u128>) -> Result<Self, Error> {
        let n = plan.n();
        let total = add_up(&solutions).ok_or_else(|| no_count(n, "the sum exceeds 128 bits"))?;
        let half_turn = half_turn(n, &Options::new()).expect("it is never stopped");
        let quarter_turn = quarter_turn(n, &Options::new()).expect("it is never stopped");
        let root = merkle_root(plan, &solutions);
        Ok(Self { plan: plan.clone(), total, half_turn, quarter_turn, root, solutions })
    }

    fn classes(&self) -> SymmetryClasses {
        let Self { total, half_turn, quarter_turn, .. } = *self;
        SymmetryClasses { n: self.plan.n(), total, half_turn, quarter_turn }
    }

    /// The fundamental solutions, A002562.
    pub fn fundamental(&self) -> u128 {
        self.classes().fundamental()
    }

    /// The first identity that does not hold.
    fn broken_identity(&self) -> Option<String> {
        let broken = self.classes().identities().into_iter().find(|(_, holds)| !holds)?;
        Some(format!("it does not hold that {}", broken.0))
    }

    /// Compares the total with the symmetric solutions, and with the published one, if there is one.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let (n, total) = (self.plan.n(), self.total);
        if let Some(broken) = self.broken_identity() {
            return Err(no_count(n, &format!("with a total of {total}, {broken}")));
        }
        let oeis = known::TOTAL.oeis;
        match known::TOTAL.at(n) {
            Some(published) if published != total => Err(Error::new(
                ErrorKind::Contradiction,
                format!("the run gives Q({n}) = {total}, and OEIS {oeis} has {published}"),
                "find the wrong ranges: `queens run verify RUN/refused-certificate.json --sample 100` \
                 recounts all of them",
            )),
            _ => Ok(()),
        }
    }

    /// Writes it, the same bytes for the same certificate.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut out, &self.document())?;
        writeln!(out)
    }

    fn document(&self) -> Document<Entries<'_>> {
        let Self { plan, total, half_turn, quarter_turn, root, .. } = self;
        Document {
            schema: SCHEMA.to_owned(),
            meaning: MEANING.to_owned(),
            run: plan.name().to_string(),
            plan: plan.0.clone(),
            total: total.to_string(),
            fundamental: self.fundamental().to_string(),
            half_turn: half_turn.to_string(),
            quarter_turn: quarter_turn.to_string(),
            identities: self.classes().identities().map(|(identity, _)| identity).into(),
            merkle_root: root.clone(),
            ranges: Entries(self),
        }
    }

    pub(crate) fn open(path: &Path) -> Result<(Self, Vec<Check>), Error> {
        let text = read_regular(path, MAX_BYTES).map_err(|error| reading(path, &error))?;
        Self::read(&text).map_err(|error| error.within(path.display()))
    }

    /// Reads a certificate, right or wrong, and checks all that can be checked without counting: entries, sums,
    /// identities and hashes. A range whose entry is wrong counts as 0.
    ///
    /// # Errors
    ///
    /// If it cannot be understood at all.
    pub fn read(text: &[u8]) -> Result<(Self, Vec<Check>), Error> {
        const READING: Reading = Reading {
            what: "the certificate cannot be checked",
            advice: "name a run's directory or its certificate.json, or get another copy of it",
        };
        let bad = |what: String| READING.refused(&what);
        let document: Document<Vec<String>> = READING.document(text, SCHEMA)?;
        if document.meaning != MEANING {
            return Err(bad(format!("its meaning is not that of `{SCHEMA}`")));
        }
        let plan = Plan::from_document(document.plan).map_err(bad)?;
        let count = document.ranges.len() as u64;
        if count != plan.ranges() {
            return Err(bad(format!("it has {count} ranges, and its plan {}", plan.ranges())));
        }
        let mut wrong = Vec::new();
        let read = (0..).zip(&document.ranges).map(|(range, text)| {
            let solutions = text.strip_prefix(&entry(&plan.range(range), ""));
            solutions.and_then(number).unwrap_or_else(|| {
                wrong.push((range, text));
                0
            })
        });
        let solutions: Vec<u128> = read.collect();
        let wrong_entries = wrong.first().map(|(range, entry)| {
            let shown: String = entry.chars().take(60).collect();
            let more = match wrong.len() - 1 {
                0 => String::new(),
                more => format!("; {more} more entries are wrong"),
            };
            format!("the entry of range {range} is wrong: `{}`{more}", shown.escape_debug())
        });
        let value = |name: &str, text: &str| {
            let what = || bad(format!("its {name} is `{}`, not a number", text.escape_debug()));
            number(text).ok_or_else(what)
        };
        let total = value("total", &document.total)?;
        let fundamental = value("fundamental", &document.fundamental)?;
        let half_turn = value("half_turn", &document.half_turn)?;
        let quarter_turn = value("quarter_turn", &document.quarter_turn)?;
        let root = merkle_root(&plan, &solutions);
        let certificate = Self { plan, total, half_turn, quarter_turn, root, solutions };

        let right = certificate.document();
        let fault = |is_wrong: bool, what: &str| is_wrong.then(|| what.to_owned());
        let other_name = document.run != right.run;
        let other_name = fault(other_name, "the run's name is not the hash of the plan");
        let other_root = document.merkle_root != right.merkle_root;
        let other_root = fault(other_root, "the Merkle root is not that of the ranges");
        let other_claims = document.identities != right.identities;
        let other_claims = fault(other_claims, "the identities claimed are others");
        let other_sum = match add_up(&certificate.solutions) {
            None => Some("the ranges add up to more than 128 bits".to_owned()),
            Some(sum) => {
                (sum != total).then(|| format!("the ranges add up to {sum}, not to {total}"))
            }
        };
        let broken = certificate.broken_identity().or_else(|| {
            let value = certificate.fundamental();
            (value != fundamental).then(|| format!("fundamental is {value}, not {fundamental}"))
        });
        let checks = [
            ("the run's name and the Merkle root are right", [other_name, other_root]),
            ("every range has its entry", [wrong_entries, None]),
            ("the ranges add up to the total", [other_sum, None]),
            ("the identities hold", [broken, other_claims]),
        ];
        let checks = checks.map(|(name, faults)| {
            let fault = faults.into_iter().flatten().reduce(|all, fault| all + "; " + &fault);
            Check::new(name, fault)
        });
        Ok((certificate, checks.into()))
    }
}
