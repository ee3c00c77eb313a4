//! The kill drill: runs are killed at random instants and their files damaged, again and again; the
//! certificate must come out as if nothing had happened.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::program::{Program, binary, root};

/// Rounds unless told otherwise.
pub(crate) const ROUNDS: u32 = 200;

/// The seed unless told otherwise.
pub(crate) const SEED: u64 = 20_260_801;

/// The sizes that are counted, in turn: long enough to be hit, short enough for hundreds of rounds.
const SIZES: [&str; 2] = ["16", "17"];

const RANGES: &str = "60";
const SHARDS: u32 = 3;

/// The most kills in a round.
const KILLS: u64 = 3;

/// A limit against hanging, for a range that takes well below a second.
const PATIENCE: Duration = Duration::from_mins(10);

/// Plays so many rounds, and fails at the first certificate that differs.
pub(crate) fn run(rounds: u32, seed: u64) -> Result<(), Failure> {
    Program::new("cargo build --release").run()?;
    let folder = root().join("target/drill");
    remove(&folder)?;
    fs::create_dir_all(&folder).map_err(|error| io_failure(&folder, &error))?;
    let mut undisturbed = Vec::new();
    for n in SIZES {
        let expected = folder.join(format!("undisturbed-{n}"));
        plan(&expected, n)?;
        let start = Instant::now();
        finish(&expected)?;
        let time = start.elapsed();
        let ranges = status(&expected, "ranges")?;
        eprintln!("n = {n}, {ranges} ranges, {:.2} s undisturbed", time.as_secs_f64());
        let range = time.div_f64(ranges as f64);
        undisturbed.push((n, range, read(&expected.join("certificate.json"))?, expected));
    }
    eprintln!("{rounds} rounds, seed {seed}");
    let mut random = Random(seed);
    let mut sum = Told::default();
    for round in 0..rounds {
        let dir = folder.join("round");
        remove(&dir)?;
        let (n, range, certificate, expected) = &undisturbed[round as usize % SIZES.len()];
        plan(&dir, n)?;
        let told = disturb(&dir, *range, &mut random)?;
        finish(&dir)?;
        if read(&dir.join("certificate.json"))? != *certificate {
            return Err(Failure::new(
                format!("round {round} of seed {seed} gave another certificate"),
                format!("compare {} with {}", dir.display(), expected.display()),
            ));
        }
        sum.add(&told);
    }
    let Told { kills, in_work, damaged, lost } = sum;
    eprintln!(
        "{kills} kills, {in_work} of them in the middle of the work; {damaged} parts damaged, \
         {lost} lines of them lost and counted anew; {rounds} certificates, all as undisturbed"
    );
    // A drill that hits nothing proves nothing.
    if in_work < rounds / 2 || (rounds >= 20 && lost == 0) {
        return Err(Failure::new(
            format!("only {in_work} kills in {rounds} rounds hit a run at work"),
            "let the drill count a larger board: see SIZES in xtask/src/drill.rs",
        ));
    }
    remove(&folder)
}

/// What happened in a round.
#[derive(Default)]
struct Told {
    kills: u32,
    in_work: u32,
    damaged: u32,
    lost: u64,
}

impl Told {
    fn add(&mut self, other: &Self) {
        self.kills += other.kills;
        self.in_work += other.in_work;
        self.damaged += other.damaged;
        self.lost += other.lost;
    }
}

/// Starts workers and kills them, and damages what they wrote. `range` is about the time of a range.
fn disturb(dir: &Path, range: Duration, random: &mut Random) -> Result<Told, Failure> {
    let mut told = Told::default();
    let ranges = status(dir, "ranges")?;
    for _ in 0..=random.below(KILLS) {
        let before = done(dir)?;
        // One process on everything, or one for each of two shards, at the same time.
        let both = random.below(2) == 0;
        let first = random.below(u64::from(SHARDS));
        let shards = if both {
            vec![first.to_string(), ((first + 1) % u64::from(SHARDS)).to_string()]
        } else {
            vec!["all".to_owned()]
        };
        // So many ranges more, whatever the machine's speed, and then at any moment of the next one.
        let enough = written(dir)? + random.below(ranges - before + 1);
        let mut workers =
            shards.iter().map(|shard| work(dir, shard)).collect::<Result<Vec<_>, _>>()?;
        let since = Instant::now();
        while written(dir)? < enough && workers.iter_mut().any(is_at_work) {
            if since.elapsed() > PATIENCE {
                return Err(Failure::new(
                    format!("nobody has counted another range in {}", dir.display()),
                    "find out what the workers wait for",
                ));
            }
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(range.mul_f64(random.fraction()));
        for mut worker in workers {
            // It may be done already; then there is nothing to kill.
            let _ = worker.kill();
            let status = worker.wait().map_err(|error| io_failure(dir, &error))?;
            told.kills += 1;
            let killed = status.code().is_none();
            let after = done(dir)?;
            told.in_work += u32::from(killed && after > before);
        }
        if random.below(2) == 0 {
            let before = done(dir)?;
            told.damaged += u32::from(damage(dir, random)?);
            told.lost += before - done(dir)?;
        }
    }
    Ok(told)
}

/// Cuts the tail of a part off, or flips a bit in it, or writes rubbish after it.
fn damage(dir: &Path, random: &mut Random) -> Result<bool, Failure> {
    let parts = parts(dir)?;
    if parts.is_empty() {
        return Ok(false);
    }
    let part = &parts[random.below(parts.len() as u64) as usize];
    let mut bytes = read(part)?;
    // The last three lines or so.
    let tail = (bytes.len() as u64).min(800);
    if tail == 0 {
        return Ok(false);
    }
    let place = bytes.len() - 1 - random.below(tail) as usize;
    match random.below(3) {
        0 => bytes.truncate(place),
        1 => bytes[place] ^= 1 << random.below(8),
        _ => bytes.extend((0..random.below(600)).map(|_| random.below(256) as u8)),
    }
    fs::write(part, bytes).map_err(|error| io_failure(part, &error))?;
    Ok(true)
}

fn queens(arguments: &[&str], dir: &Path) -> Command {
    let mut command = Command::new(binary("queens"));
    command.arg("run").arg(arguments[0]);
    command.arg(dir).args(&arguments[1..]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn work(dir: &Path, shard: &str) -> Result<Child, Failure> {
    let mut command = queens(&["work", shard, "--backend", "portable", "-j", "2"], dir);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map_err(|error| io_failure(dir, &error))
}

fn plan(dir: &Path, n: &str) -> Result<(), Failure> {
    let shards = SHARDS.to_string();
    let mut command = Command::new(binary("queens"));
    command.args(["run", "plan", n, "--ranges", RANGES]);
    command.args(["--shards", &shards, "--dir"]).arg(dir);
    output(command).map(|_| ())
}

/// Counts what is missing and merges.
fn finish(dir: &Path) -> Result<(), Failure> {
    output(queens(&["work", "all", "--backend", "portable", "-j", "2"], dir))?;
    output(queens(&["merge"], dir)).map(|_| ())
}

/// The number of ranges that are counted.
fn done(dir: &Path) -> Result<u64, Failure> {
    status(dir, "done")
}

/// A number of the status.
fn status(dir: &Path, key: &str) -> Result<u64, Failure> {
    let printed = output(queens(&["status", "--format", "json"], dir))?;
    let status: serde_json::Value = serde_json::from_slice(&printed).map_err(|error| {
        Failure::new(format!("`queens run status` printed no JSON: {error}"), "correct it")
    })?;
    status[key].as_u64().ok_or_else(|| {
        Failure::new(format!("`queens run status` does not tell `{key}`"), "correct it, or this")
    })
}

/// The lines of ranges in the parts, damaged or not.
fn written(dir: &Path) -> Result<u64, Failure> {
    const RANGE: &[u8] = b"{\"line\":\"range\"";
    let mut lines = 0;
    for part in parts(dir)? {
        lines += read(&part)?.windows(RANGE.len()).filter(|window| *window == RANGE).count();
    }
    Ok(lines as u64)
}

/// The files of the parts, in order.
fn parts(dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let folder = dir.join("parts");
    let entries = fs::read_dir(&folder).map_err(|error| io_failure(&folder, &error))?;
    let mut parts: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    parts.sort();
    Ok(parts)
}

fn is_at_work(worker: &mut Child) -> bool {
    matches!(worker.try_wait(), Ok(None))
}

/// What a command prints, if it succeeds.
fn output(mut command: Command) -> Result<Vec<u8>, Failure> {
    let shown = format!("{command:?}");
    let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output();
    let output = output.map_err(|error| Failure::new(format!("{shown}: {error}"), "build it"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Failure::new(
        format!("{shown} ended with {}: {}", output.status, said.trim()),
        "a run that was disturbed must go on: find out why it does not",
    ))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| io_failure(path, &error))
}

fn remove(folder: &Path) -> Result<(), Failure> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(io_failure(folder, &error))
        }
        _ => Ok(()),
    }
}

fn io_failure(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()), "see whether you may write to target/")
}

/// `SplitMix64` (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A number from 0 to 1.
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
