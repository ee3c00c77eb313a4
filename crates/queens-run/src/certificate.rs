//! The certificate: the result of a run, block by block, so that a stranger can check it.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use queens::StopFlag;
use queens::blocks::Middle;
use queens::engine::search;
use queens::known;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};

use crate::error::{Kind, RunError, one_line};
use crate::file::write_whole;
use crate::part::number;
use crate::plan::{Plan, PlanDocument};
use crate::tallies::Tallies;

/// The schema of `certificate.json`.
const SCHEMA: &str = "queens.certificate/1";

/// A million blocks take some 30 MB.
const LONGEST: u64 = 1 << 34;

/// The result of a run.
///
/// ```
/// use queens_run::merge;
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
/// // `run` is one of n = 8, and its blocks are counted.
/// let certificate = merge(&run)?.certificate;
/// assert_eq!(certificate.total, 92);
/// assert_eq!(certificate.sums.iter().map(|(_, sum)| sum).sum::<u128>(), 92);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// What was counted, in which pieces.
    pub plan: Plan,
    /// Q(n).
    pub total: u128,
    /// The solutions by the queens of the middle lines, in ascending order.
    pub sums: Vec<(Middle, u128)>,
    /// The solutions with a symmetry.
    pub symmetric: Symmetric,
    /// The root of the Merkle tree over the blocks' entries, in hexadecimal digits.
    pub root: String,
    pub(crate) tallies: Tallies,
}

/// The solutions that a turn maps to themselves, counted directly; they must fit the total.
///
/// ```
/// use queens_run::{Symmetric, merge};
///
#[doc = example_run!()]
/// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
/// // `run` is one of n = 8, and its blocks are counted.
/// let symmetric = merge(&run)?.certificate.symmetric;
/// assert_eq!(symmetric, Symmetric { half_turn: 4, quarter_turn: 0 });
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetric {
    /// By a half turn, A032522.
    pub half_turn: u128,
    /// By a quarter turn, A033148.
    pub quarter_turn: u128,
}

impl Symmetric {
    /// Counts them.
    pub(crate) fn of(size: u32) -> Self {
        let never = StopFlag::new();
        let count = |counted: Result<u64, _>| u128::from(counted.expect("nobody stops it"));
        Self {
            half_turn: count(queens::half_turn(size, &never)),
            quarter_turn: count(search::quarter_turn(size, &never)),
        }
    }

    /// The orbits of eight solutions, of four and of two, when the identities hold.
    fn orbits(self, total: u128) -> u128 {
        let Self { half_turn, quarter_turn } = self;
        let (eight, four) =
            (total.saturating_sub(half_turn), half_turn.saturating_sub(quarter_turn));
        eight / 8 + four / 4 + quarter_turn / 2
    }

    /// The fundamental solutions, A002562, if the total and the symmetric solutions fit together for
    /// n > 1; otherwise the identity that does not hold.
    pub(crate) fn fundamental(self, size: u32, total: u128) -> Result<u128, String> {
        let Self { half_turn, quarter_turn } = self;
        let [orbits, halves, quarters] = identities(size);
        let rest = total.checked_sub(half_turn).filter(|rest| rest.is_multiple_of(8));
        rest.ok_or(orbits)?;
        let rest = half_turn.checked_sub(quarter_turn).filter(|rest| rest.is_multiple_of(4));
        rest.ok_or(halves)?;
        let n = size;
        let possible = match n % 4 {
            0 | 1 => quarter_turn.is_multiple_of(1 << (n / 4)),
            _ => quarter_turn == 0,
        };
        if !possible {
            return Err(quarters);
        }
        Ok(self.orbits(total))
    }
}

/// What must hold between the total and the symmetric solutions.
pub(crate) fn identities(size: u32) -> [String; 3] {
    let n = size;
    let quarters = match n % 4 {
        0 | 1 => format!("quarter_turn is a multiple of 2^{}", n / 4),
        _ => "quarter_turn = 0".to_owned(),
    };
    [
        "total - half_turn is a multiple of 8".to_owned(),
        "half_turn - quarter_turn is a multiple of 4".to_owned(),
        quarters,
    ]
}

/// The certificate as it is written; the order of the keys is part of the format.
#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    run: String,
    plan: PlanDocument,
    total: String,
    fundamental: String,
    half_turn: String,
    quarter_turn: String,
    identities: [String; 3],
    sums: Vec<SumDocument>,
    merkle_root: &'a str,
    blocks: Entries<'a>,
}

/// One of the sums by the middle lines.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SumDocument {
    columns: String,
    solutions: String,
}

/// The certificate as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadDocument {
    #[serde(rename = "schema")]
    _schema: String,
    run: String,
    plan: PlanDocument,
    total: String,
    fundamental: String,
    half_turn: String,
    quarter_turn: String,
    identities: Vec<String>,
    sums: Vec<SumDocument>,
    merkle_root: String,
    blocks: Vec<String>,
}

/// The blocks' entries, made one by one.
struct Entries<'a>(&'a Tallies);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_seq(Some(self.0.len() as usize))?;
        for block in 0..self.0.len() {
            out.serialize_element(&self.0.entry(block))?;
        }
        out.end()
    }
}

impl Certificate {
    /// The certificate of a plan whose blocks are all known.
    pub(crate) fn new(plan: &Plan, tallies: Tallies) -> Result<Self, RunError> {
        let conflict = |what: String| {
            RunError::of(
                Kind::Conflict,
                format!("the blocks add up to no count of n = {}: {what}", plan.size()),
                "a block must be wrong: recount the run on another machine, or report it",
            )
        };
        let (sums, total) =
            tallies.add_up().ok_or_else(|| conflict("the sum exceeds 128 bits".to_owned()))?;
        let symmetric = Symmetric::of(plan.size());
        symmetric.fundamental(plan.size(), total).map_err(|identity| {
            conflict(format!("with a total of {total}, it does not hold that {identity}"))
        })?;
        let root = tallies.root(plan.name());
        Ok(Self { plan: plan.clone(), total, sums, symmetric, root, tallies })
    }

    /// The fundamental solutions, A002562: orbits under the eight symmetries.
    ///
    /// ```
    /// use queens_run::merge;
    ///
    #[doc = example_run!()]
    /// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
    /// // `run` is one of n = 8, and its blocks are counted.
    /// assert_eq!(merge(&run)?.certificate.fundamental(), 12);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn fundamental(&self) -> u128 {
        self.symmetric.orbits(self.total)
    }

    /// Compares the total with the published one, where there is one.
    ///
    /// # Errors
    ///
    /// [`Kind::Conflict`] if they differ, whoever is right.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens_run::{Kind, merge};
    ///
    #[doc = example_run!()]
    /// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
    /// // `run` is one of n = 8, and its blocks are counted.
    /// let mut certificate = merge(&run)?.certificate;
    /// assert_eq!(certificate.compare_with_published(), Ok(()));
    /// certificate.total -= 8;
    /// assert_eq!(certificate.compare_with_published().unwrap_err().kind(), Kind::Conflict);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn compare_with_published(&self) -> Result<(), RunError> {
        let size = self.plan.size();
        match known::TOTAL.at(size) {
            Some(published) if published != self.total => Err(RunError::of(
                Kind::Conflict,
                format!(
                    "the run gives Q({size}) = {}, and OEIS {} has {published}",
                    self.total,
                    known::TOTAL.oeis
                ),
                "find the wrong blocks: `queens run verify RUN --sample 100` counts all of them again",
            )),
            _ => Ok(()),
        }
    }

    /// Reads a certificate, and looks at what can be seen without counting: whether its blocks, sums,
    /// identities and hashes fit together. Comes back with the certificate and what does not fit.
    ///
    /// # Errors
    ///
    /// What is wrong, as the end of a sentence, if it cannot be understood at all.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens_run::Certificate;
    ///
    /// let error = Certificate::read(b"{\"schema\":\"queens.plan/1\"}").unwrap_err();
    /// assert_eq!(error, "its schema is `queens.plan/1`, not `queens.certificate/1`");
    /// ```
    pub fn read(text: &[u8]) -> Result<(Self, Vec<String>), String> {
        let Claim { certificate, faults } = Claim::read(text)?;
        Ok((certificate, faults.into_iter().map(|(_, what)| what).collect()))
    }

    /// Writes it down, the same bytes for the same certificate.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens_run::{Certificate, merge};
    ///
    #[doc = example_run!()]
    /// # queens_run::Worker::new(&run)?.work(queens_run::Shard::All, &Default::default(), &|_| ())?;
    /// // `run` is one of n = 8, and its blocks are counted.
    /// let certificate = merge(&run)?.certificate;
    /// let mut text = Vec::new();
    /// certificate.write(&mut text)?;
    /// assert_eq!(text, std::fs::read(run.certificate_path())?);
    /// assert_eq!(Certificate::read(&text)?, (certificate, vec![])); // nothing is wrong with it
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let Self { plan, total, sums, symmetric, root, tallies } = self;
        let sum = |(middle, sum): &(Middle, u128)| SumDocument {
            columns: middle.to_string(),
            solutions: sum.to_string(),
        };
        let document = Document {
            schema: SCHEMA,
            run: plan.name().to_string(),
            plan: plan.document(),
            total: total.to_string(),
            fundamental: self.fundamental().to_string(),
            half_turn: symmetric.half_turn.to_string(),
            quarter_turn: symmetric.quarter_turn.to_string(),
            identities: identities(plan.size()),
            sums: sums.iter().map(sum).collect(),
            merkle_root: root,
            blocks: Entries(tallies),
        };
        serde_json::to_writer_pretty(&mut out, &document)?;
        writeln!(out)
    }

    /// Writes it to a file, whole or not at all.
    pub(crate) fn save(&self, path: &Path) -> Result<(), RunError> {
        write_whole(path, |out| self.write(out))
    }
}

/// A certificate as somebody wrote it, and what is wrong with it.
pub(crate) struct Claim {
    /// What it claims; as much of it as can be understood.
    pub(crate) certificate: Certificate,
    /// What does not fit together in it.
    pub(crate) faults: Vec<(Aspect, String)>,
}

/// What a fault concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aspect {
    Blocks,
    Sums,
    Total,
    Identities,
    Hashes,
}

impl Claim {
    /// Reads a certificate from a file.
    pub(crate) fn open(path: &Path) -> Result<Self, RunError> {
        let reading = |error: io::Error| RunError::reading(path, &error);
        let mut text = Vec::new();
        let file = BufReader::new(File::open(path).map_err(reading)?);
        file.take(LONGEST).read_to_end(&mut text).map_err(reading)?;
        Self::read(&text).map_err(|what| {
            RunError::new(
                format!("{} is not a certificate that can be checked: {what}", path.display()),
                "name a run's directory or its certificate.json, of this version's schema",
            )
        })
    }

    /// Reads a certificate and looks at what can be seen without counting.
    pub(crate) fn read(text: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Schema {
            schema: String,
        }
        // The parser quotes the names of fields as the file has them.
        let damaged = |error: serde_json::Error| one_line(&format!("it is damaged ({error})"));
        let Schema { schema } = serde_json::from_slice(text).map_err(damaged)?;
        if schema != SCHEMA {
            return Err(format!("its schema is `{}`, not `{SCHEMA}`", schema.escape_debug()));
        }
        let document: ReadDocument = serde_json::from_slice(text).map_err(damaged)?;
        let plan = Plan::from_document(&document.plan)?;
        let size = plan.size();
        let mut faults = Vec::new();
        let mut fault = |aspect, what: String| faults.push((aspect, what));
        let count = document.blocks.len() as u64;
        if count != plan.blocks() {
            return Err(format!("it has {count} blocks, and its plan {}", plan.blocks()));
        }
        let mut tallies = Tallies::new(plan.blocks());
        let mut bad = 0_u64;
        for (block, entry) in (0..).zip(&document.blocks) {
            if !tallies.set_entry(block, entry, size) {
                bad += 1;
                if bad == 1 {
                    let shown: String = entry.chars().take(60).collect();
                    let shown = shown.escape_debug();
                    fault(
                        Aspect::Blocks,
                        format!("the entry of block {block} is wrong: `{shown}`"),
                    );
                }
                // It counts for nothing, which shows in all sums.
                tallies.set(block, &[]);
            }
        }
        if bad > 1 {
            fault(Aspect::Blocks, format!("{} more entries are wrong", bad - 1));
        }
        let value = |name: &str, text: &str| {
            number(text)
                .ok_or_else(|| format!("its {name} is `{}`, not a number", text.escape_debug()))
        };
        let total = value("total", &document.total)?;
        let fundamental = value("fundamental", &document.fundamental)?;
        let half_turn = value("half_turn", &document.half_turn)?;
        let quarter_turn = value("quarter_turn", &document.quarter_turn)?;
        let symmetric = Symmetric { half_turn, quarter_turn };
        let pairs = document.sums.iter().map(|sum| (sum.columns.as_str(), sum.solutions.as_str()));
        let sums = crate::part::read_sums(pairs, size).ok_or("its sums are not in order")?;
        match tallies.add_up() {
            None => fault(Aspect::Total, "the blocks add up to more than 128 bits".to_owned()),
            Some((added, added_total)) => {
                if added != sums {
                    fault(
                        Aspect::Sums,
                        "the blocks' sums do not add up to those claimed".to_owned(),
                    );
                }
                if added_total != total {
                    let what = format!("the blocks add up to {added_total}, not to {total}");
                    fault(Aspect::Total, what);
                }
            }
        }
        match symmetric.fundamental(size, total) {
            Err(identity) => fault(Aspect::Identities, format!("it does not hold that {identity}")),
            Ok(value) if value != fundamental => {
                fault(Aspect::Identities, format!("fundamental is {value}, not {fundamental}"));
            }
            Ok(_) => {}
        }
        if document.identities != identities(size) {
            fault(Aspect::Identities, "the identities claimed are others".to_owned());
        }
        if document.run != plan.name().to_string() {
            fault(Aspect::Hashes, "the run's name is not the hash of the plan".to_owned());
        }
        let root = tallies.root(plan.name());
        if document.merkle_root != root {
            fault(Aspect::Hashes, "the Merkle root is not that of the blocks".to_owned());
        }
        let certificate = Certificate { plan, total, sums, symmetric, root, tallies };
        Ok(Self { certificate, faults })
    }
}
