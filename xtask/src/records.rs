//! The certificates of docs/records: each holds, and those of one size agree.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::Deserialize;

use crate::failure::Failure;
use crate::program::{Program, binary, root};

/// What does not depend on how a count was cut.
#[derive(Deserialize, PartialEq, Eq, Debug)]
struct Totals {
    total: String,
    fundamental: String,
    half_turn: String,
    quarter_turn: String,
}

#[derive(Deserialize)]
struct Certificate {
    plan: Plan,
    #[serde(flatten)]
    totals: Totals,
}

#[derive(Deserialize)]
struct Plan {
    n: u32,
}

/// Above this size a pattern takes a search of minutes, which is left to `queens run verify` by hand.
const LARGEST_BY_SEARCH: u32 = 21;

/// Verifies all of them: hashes, sums, identities, a sample of ranges, and a few patterns by search.
pub fn verify() -> Result<(), Failure> {
    Program::new("cargo build --release").run()?;
    let mut of_size: BTreeMap<u32, (String, Totals)> = BTreeMap::new();
    for path in certificate_files()? {
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        let wrong = |what: String| {
            Failure::new(what, "one of them is wrong, or no certificate: count again")
        };
        let text = fs::read_to_string(&path).map_err(|e| wrong(format!("{name}: {e}")))?;
        let Certificate { plan, totals } =
            serde_json::from_str(&text).map_err(|e| wrong(format!("{name}: {e}")))?;
        let verify = Program::at(&binary("queens")).arg("run").arg("verify").arg(&path);
        let by_search = if plan.n > LARGEST_BY_SEARCH { "0" } else { "3" };
        verify.arg("--patterns").arg(by_search).run()?;
        match of_size.get(&plan.n) {
            None => {
                of_size.insert(plan.n, (name, totals));
            }
            Some((other, same)) if *same == totals => {
                eprintln!("{name} and {other} agree");
            }
            Some((other, _)) => {
                return Err(wrong(format!("{name} and {other} differ in their totals")));
            }
        }
    }
    if of_size.is_empty() {
        return Err(Failure::new("docs/records has no certificates", "restore them"));
    }
    Ok(())
}

/// The certificates' files.
pub fn certificate_files() -> Result<Vec<PathBuf>, Failure> {
    let folder = root().join("docs/records");
    let failed = |error: std::io::Error| Failure::at(&folder, &error);
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
