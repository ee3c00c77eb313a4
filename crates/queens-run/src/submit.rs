//! Handing a run to a scheduler.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use queens::Error;

use crate::error::{failed, reading, writing};
use crate::file::{quoted, write_whole};
use crate::plan::Run;
use crate::shard::BASE;
use crate::status::open_shards;

/// Slurm's own limit on an array's indices unless its configuration says otherwise.
const MAX_ARRAY_SIZE: u32 = 1001;

/// What was done to submit a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submitted {
    /// The script of the array, which a dry call does not write.
    pub script: PathBuf,
    /// The shards that lack ranges.
    pub missing: Vec<u32>,
    /// Those of them that wait or run in Slurm already.
    pub queued: Vec<u32>,
    /// The command line of each array, and Slurm's answer; `None` if it was not run.
    pub arrays: Vec<(String, Option<String>)>,
}

/// Submits the shards that lack ranges, and are not in the queue already, to Slurm as job arrays. With `dry`,
/// only says how it would.
///
/// Memory is twice the plan's forecast, time five times (and ten minutes), for as many threads as the job has
/// processors. `arguments` go to `sbatch`; they replace these limits if they set their own.
///
/// # Errors
///
/// If a file cannot be read or written, or Slurm's commands fail.
///
/// # Examples
///
/// ```
/// use queens_run::submit::slurm;
///
#[doc = example_run!()]
/// // `run` has three shards.
/// let submitted = slurm(&run, &["--time=1:00:00".to_owned()], true)?;
/// let (line, _) = &submitted.arrays[0];
/// assert!(line.contains("--array=0-2") && line.contains("--requeue --mem=") );
/// assert!(line.contains(" --time=1:00:00 ") && !line.contains("--time=11"));
/// assert!(!submitted.script.exists()); // nothing is written when it is dry
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn slurm(run: &Run, arguments: &[String], dry: bool) -> Result<Submitted, Error> {
    let dir = fs::canonicalize(run.dir()).map_err(|error| reading(run.dir(), &error))?;
    let program = env::current_exe().map_err(|error| {
        failed(format!("the program does not know where it is: {error}"), "start it by its path")
    })?;
    let folder = dir.join("slurm");
    let script = folder.join("array.sh");
    let missing: Vec<u32> = open_shards(run)?.into_iter().map(|(shard, _)| shard).collect();
    let text = slurm_script(run, &dir, &program);
    // The run, and the shard of element 0.
    let name_of = |base: u32| format!("queens-{}-{base}", run.name().short());
    let (mut size, mut queued) = (MAX_ARRAY_SIZE, Vec::new());
    if !dry {
        fs::create_dir_all(&folder).map_err(|error| writing(&folder, &error))?;
        write_whole(&script, |out| out.write_all(text.as_bytes()))?;
        size = max_array_size()?;
        for base in (0..run.plan().shards()).step_by(size as usize) {
            queued.extend(queue(&name_of(base))?.into_iter().map(|index| base + index));
        }
    }
    let mut arrays = Vec::new();
    for base in (0..run.plan().shards()).step_by(size as usize) {
        let array = base..base.saturating_add(size);
        let wanted = |shard: &&u32| array.contains(*shard) && !queued.contains(*shard);
        let indices: Vec<u32> = missing.iter().filter(wanted).map(|shard| shard - base).collect();
        if indices.is_empty() {
            continue;
        }
        let log = if base == 0 { "%a.log".into() } else { format!("{base}+%a.log") };
        let mut output = OsString::from("--output=");
        output.push(folder.join(log));
        let mut line: Vec<OsString> = vec![
            "sbatch".into(),
            format!("--job-name={}", name_of(base)).into(),
            format!("--array={}", ranges(&indices)).into(),
            format!("--export=ALL,{BASE}={base}").into(),
            output,
            "--requeue".into(),
        ];
        line.extend(limits(run, arguments).into_iter().map(OsString::from));
        line.extend(arguments.iter().map(OsString::from));
        line.push(script.clone().into());
        let shown: Vec<String> = line.iter().map(|word| quoted(Path::new(word))).collect();
        let said = if dry { None } else { Some(call(&line)?) };
        arrays.push((shown.join(" "), said));
    }
    queued.retain(|shard| missing.contains(shard));
    Ok(Submitted { script, missing, queued, arrays })
}

/// The options of `sbatch` for memory and time that are not among the arguments.
fn limits(run: &Run, arguments: &[String]) -> Vec<String> {
    let plan = run.plan();
    let given = |start: &str| arguments.iter().any(|word| word.starts_with(start));
    let threads = cpus(arguments);
    let mut limits = Vec::new();
    // There are --mem-per-cpu and --mem-per-gpu, too.
    if !given("--mem") {
        let memory = plan.forecast().memory.saturating_mul(2 * threads.get() as u64);
        limits.push(format!("--mem={}M", memory.div_ceil(1 << 20)));
    }
    if !given("--time") && !given("-t") {
        // Slurm takes whole minutes.
        limits.push(format!("--time={}", plan.shard_seconds(threads).div_ceil(60)));
    }
    limits
}

/// The processors of a job: what `--cpus-per-task` or `-c` says, or one.
fn cpus(arguments: &[String]) -> NonZeroUsize {
    let value = |(place, word): (usize, &String)| match word.as_str() {
        "--cpus-per-task" | "-c" => arguments.get(place + 1)?.parse().ok(),
        _ => {
            word.strip_prefix("--cpus-per-task=").or_else(|| word.strip_prefix("-c"))?.parse().ok()
        }
    };
    arguments.iter().enumerate().rev().find_map(value).unwrap_or(NonZeroUsize::MIN)
}

/// The script that every element of the array runs.
fn slurm_script(run: &Run, dir: &Path, program: &Path) -> String {
    let [program, dir] = [program, dir].map(quoted);
    let (name, n) = (run.name(), run.plan().n());
    format!(
        "#!/bin/sh
# An element of a job array works on one shard of a run of queens: n = {n},
# {name}.
# Written by `queens run submit slurm`, which passes the array's indices.
#
# After a node fails, Slurm starts the element again (--requeue), and it continues where it was.
#SBATCH --open-mode=append
# A minute before its time limit, and when it is canceled: it stops cleanly.
#SBATCH --signal=B:TERM@60
# `exec` makes the worker the process that Slurm signals.
exec {program} run work {dir} auto -j \"${{SLURM_CPUS_PER_TASK:-1}}\"
"
    )
}

/// The array indices of this name that wait or run.
fn queue(name: &str) -> Result<Vec<u32>, Error> {
    let name = format!("--name={name}");
    let line = ["squeue", "--noheader", "--array", "--format=%K", &name].map(OsString::from);
    let said = call(&line)?;
    Ok(said.lines().filter_map(|line| line.trim().parse().ok()).collect())
}

/// One more than the largest array index that this Slurm takes.
fn max_array_size() -> Result<u32, Error> {
    let said = call(&["scontrol", "show", "config"].map(OsString::from))?;
    let line = said.lines().find(|line| line.starts_with("MaxArraySize"));
    let value = line.and_then(|line| line.split_once('=')?.1.trim().parse().ok());
    // An index must be less than the size, and a size of 0 means that arrays are off.
    match value {
        Some(0) => Err(failed(
            "this Slurm takes no job arrays: its MaxArraySize is 0",
            "ask its administrator, or start `queens run work RUN SHARD` in jobs of your own",
        )),
        size => Ok(size.unwrap_or(MAX_ARRAY_SIZE)),
    }
}

/// Runs one of Slurm's commands and returns what it prints.
fn call(line: &[OsString]) -> Result<String, Error> {
    let name = line[0].to_string_lossy().into_owned();
    let output = Command::new(&line[0]).args(&line[1..]).stdin(Stdio::null()).output();
    let output = output.map_err(|error| {
        failed(
            format!("`{name}` could not be started: {error}"),
            "submit where Slurm's commands are; `--dry-run` tells what would be submitted",
        )
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.trim().lines().collect::<Vec<_>>().join("; ");
        return Err(failed(
            format!("`{name}` failed: {said}"),
            "see what Slurm says; what was submitted before stays, and is not submitted again",
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Numbers in ascending order, as ranges: `0-3,7`.
fn ranges(numbers: &[u32]) -> String {
    let ranges = numbers.chunk_by(|one, next| one + 1 == *next);
    let texts = ranges.map(|range| match (range[0], range[range.len() - 1]) {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}-{last}"),
    });
    texts.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_ranges() {
        for (numbers, text) in [
            (vec![], ""),
            (vec![5], "5"),
            (vec![0, 1, 2, 3], "0-3"),
            (vec![0, 2, 3, 7, 9, 10], "0,2-3,7,9-10"),
        ] {
            assert_eq!(ranges(&numbers), text);
        }
    }

    #[test]
    fn processors_of_a_job() {
        for (arguments, cpus) in [
            ("", 1),
            ("--cpus-per-task=4", 4),
            ("--partition=x --cpus-per-task 8 -x", 8),
            ("-c 2", 2),
            ("-c3 --time=1", 3),
            ("--cpus-per-task", 1),
            ("-c x", 1),
        ] {
            let words: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
            assert_eq!(super::cpus(&words).get(), cpus, "{arguments}");
        }
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        let words = ["/home/a/r20", "a b", "it's $1", ""].map(|word| quoted(Path::new(word)));
        assert_eq!(words, ["/home/a/r20", "'a b'", r"'it'\''s $1'", "''"]);
    }
}
