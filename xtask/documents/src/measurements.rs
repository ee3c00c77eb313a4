//! The raw data of docs/measurements, which plots and tables are made from.

use std::collections::BTreeMap;
use std::fs;

use queens::known;
use serde::Deserialize;

use crate::failure::Failure;
use crate::program::root;

/// The times of something on one machine, by size.
#[derive(Clone, Default, Debug)]
pub(crate) struct Times {
    pub(crate) of: BTreeMap<u32, Time>,
}

/// One size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    /// Of the fastest run.
    pub(crate) seconds: f64,
    /// Of the run in the middle, and of the slowest, where they were kept.
    pub(crate) spread: Option<[f64; 2]>,
    /// Partial placements visited, and questions asked, where they are counted.
    pub(crate) nodes: Option<u128>,
    pub(crate) tests: Option<u128>,
}

/// The gallery's algorithms, as `queens gallery compare --csv` writes them.
pub(crate) fn gallery() -> Result<BTreeMap<String, Times>, Failure> {
    const FILE: &str = "docs/measurements/compare.csv";
    let mut all: BTreeMap<String, Times> = BTreeMap::new();
    for line in read(FILE)?.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let time = || {
            let [_, n, solutions, nodes, tests, seconds, _] = fields[..] else { return None };
            let n = n.parse().ok()?;
            let time = Time {
                seconds: seconds.parse().ok()?,
                spread: None,
                nodes: Some(nodes.parse().ok()?),
                tests: Some(tests.parse().ok()?),
            };
            (known::TOTAL.at(n) == solutions.parse().ok()).then_some((n, time))
        };
        let (n, time) = time().ok_or_else(|| wrong(FILE, line))?;
        all.entry(fields[0].to_owned()).or_default().of.insert(n, time);
    }
    Ok(all)
}

/// What `queens bench --format json` writes; the rest of it is for readers.
#[derive(Deserialize, Debug)]
struct Bench {
    rows: Vec<Row>,
}

#[derive(Deserialize, Debug)]
struct Row {
    n: u32,
    name: String,
    threads: usize,
    total: String,
    nodes: Option<String>,
    seconds: Vec<f64>,
}

/// The kernels on one thread, by method and name.
pub(crate) fn kernels() -> Result<BTreeMap<String, Times>, Failure> {
    let mut all: BTreeMap<String, Times> = BTreeMap::new();
    for file in ["docs/measurements/kernels-small.json", "docs/measurements/kernels-large.json"] {
        let text = read(file)?;
        let bench: Bench =
            serde_json::from_str(&text).map_err(|error| wrong(file, &error.to_string()))?;
        for row in bench.rows {
            let Row { n, name, threads, total, nodes, mut seconds } = row;
            seconds.sort_by(f64::total_cmp);
            let right = known::TOTAL.at(n).is_some_and(|known| known.to_string() == total);
            let (true, 1, Some(&fastest)) = (right, threads, seconds.first()) else {
                return Err(wrong(file, &format!("{name}, n = {n}")));
            };
            let spread = Some([seconds[seconds.len() / 2], seconds[seconds.len() - 1]]);
            let nodes = nodes.and_then(|nodes| nodes.parse().ok());
            let time = Time { seconds: fastest, spread, nodes, tests: None };
            // The method that was there first is not named.
            let name = if name.contains(' ') { name } else { format!("search {name}") };
            all.entry(name).or_default().of.insert(n, time);
        }
    }
    Ok(all)
}

/// Programs of others and ours, in turn, one thread: `program,n,seconds,slowest,runs`.
pub(crate) fn peers() -> Result<BTreeMap<String, Times>, Failure> {
    const FILE: &str = "docs/measurements/peers.csv";
    let mut all: BTreeMap<String, Times> = BTreeMap::new();
    for line in read(FILE)?.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let time = || {
            let [program, n, seconds, slowest, _] = fields[..] else { return None };
            let seconds: f64 = seconds.parse().ok()?;
            let spread = Some([seconds, slowest.parse().ok()?]);
            let time = Time { seconds, spread, nodes: None, tests: None };
            Some((program, n.parse().ok()?, time))
        };
        let (program, n, time) = time().ok_or_else(|| wrong(FILE, line))?;
        all.entry(program.to_owned()).or_default().of.insert(n, time);
    }
    Ok(all)
}

fn read(file: &str) -> Result<String, Failure> {
    fs::read_to_string(root().join(file)).map_err(|error| wrong(file, &error.to_string()))
}

fn wrong(file: &str, what: &str) -> Failure {
    Failure::new(
        format!("{file} holds what does not belong there: {what}"),
        "measure again as docs/measurements/about.md tells",
    )
}
