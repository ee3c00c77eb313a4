//! Everything that can only be measured on a card, in one command.
//!
//! What cannot be measured on the machine is said to be so, with the reason; a wrong count ends it all.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::{Toolkit, at};
use crate::failure::Failure;
use crate::program::{Program, binary, root};

/// What to measure.
pub(crate) struct Measurement {
    /// The source folder of `ygch/n_queens`.
    pub(crate) peer: Option<PathBuf>,
    /// The largest n to be timed.
    pub(crate) largest: u32,
    /// Rounds for n up to 20; above, one.
    pub(crate) rounds: u32,
}

/// The smallest n to be timed: below, starting takes longer than counting.
const SMALLEST: u32 = 18;
/// Sizes with more than one round.
const ROUNDS_N: u32 = 20;
/// What is counted under the sanitizer, which makes everything a hundred times slower.
const SANITIZED_N: u32 = 12;
/// What is counted under the profiler, and how many launches it looks at after the first ones.
const PROFILED_N: u32 = 19;

/// NVIDIA's checker of memory accesses, as the compiler from `PyPI`.
const SANITIZER: &str = "nvidia-cuda-sanitizer-api==13.0.85";

/// Counters: cycles with an instruction issued, lanes at work in each, the units for logic and for
/// multiplications, and shared memory.
const COUNTERS: [&str; 6] = [
    "sm__inst_executed.avg.pct_of_peak_sustained_active",
    "smsp__thread_inst_executed_per_inst_executed.ratio",
    "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active",
    "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.avg.pct_of_peak_sustained_active",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
];

/// Cards of the projection.
const CARDS: f64 = 8.0;

/// Measures all, and writes target/gpu/report.md.
pub(crate) fn report(what: &Measurement) -> Result<(), Failure> {
    Program::new("cargo build --release").run()?;
    let queens = binary("queens");
    let card = card(&queens)?;
    let mut text = format!("# Measured on a card\n\n{card}\n\n");
    note(&mut text, "nvidia-smi", &|| {
        Program::new(
            "nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,clocks.sm,power.limit,memory.total \
             --format=csv",
        )
        .read()
    });
    // What passes here: the conformance suite, every class of n = 8 to 14, random sub-problems, totals.
    Program::new("cargo test --release -p queens-gpu").env("QUEENS_REQUIRE", "cuda").run()?;
    text += "Tests on the card: passed (conformance, every class of n = 8 to 14, random sub-problems up to \
             n = 32, known totals).\n\n";

    let exact = "--sizes 4..17 --rounds 1";
    bench(&queens, "cuda", exact)?;
    writeln!(text, "Exact for n = 4 to 17 (`queens bench --backends cuda {exact}`).\n")
        .expect("a String");
    let mut sizes = Vec::new();
    text += "| n | fastest | median | slowest | nodes | nodes/s | ns/solution |\n|---:|---:|---:|---:|---:|---:|---:|\n";
    for n in SMALLEST..=what.largest {
        let rounds = if n <= ROUNDS_N { what.rounds } else { 1 };
        let watch = Watch::start();
        let row = bench(&queens, "cuda", &format!("--sizes {n} --rounds {rounds}"))?;
        let watched = watch.stop();
        let (fastest, median, slowest) = row.spread();
        writeln!(
            text,
            "| {n} | {fastest:.3} s | {median:.3} s | {slowest:.3} s | {:.4e} | {:.3e} | {:.4} |",
            row.nodes,
            row.nodes / fastest,
            fastest * 1e9 / row.total
        )
        .expect("a String");
        sizes.push((n, row, watched));
    }
    text +=
        "\nEvery count was compared with the known value. While they ran (busy, clock, power):\n\n";
    for (n, _, watched) in &sizes {
        writeln!(text, "* n = {n}: {watched}").expect("a String");
    }
    text.push('\n');
    projection(&mut text, &queens, &sizes)?;
    note(&mut text, "OpenCL on the same machine", &|| {
        let row =
            bench(&queens, "opencl", &format!("--sizes {SMALLEST} --rounds {}", what.rounds))?;
        let (fastest, median, slowest) = row.spread();
        Ok(format!("n = {SMALLEST}: {fastest:.3} s, {median:.3} s, {slowest:.3} s"))
    });
    note(&mut text, "compute-sanitizer", &|| sanitize(&queens));
    note(&mut text, "counters (Nsight Compute)", &|| profile(&queens));
    match &what.peer {
        Some(folder) => note(&mut text, "ygch/n_queens", &|| peer(folder, &sizes)),
        None => text += "## ygch/n_queens\n\nNot measured: `--peer FOLDER` names its sources.\n\n",
    }
    let file = root().join("target/gpu/report.md");
    fs::create_dir_all(root().join("target/gpu")).map_err(|error| at(&file, &error))?;
    fs::write(&file, &text).map_err(|error| at(&file, &error))?;
    eprintln!("\n{text}\nwritten to {}", file.display());
    Ok(())
}

/// The card, as `queens info` names it.
fn card(queens: &Path) -> Result<String, Failure> {
    let info = Program::new(&format!("{} info --format json", queens.display())).read()?;
    let info: Value =
        serde_json::from_str(&info).map_err(|error| strange("queens info", &error))?;
    let backends = info["backends"].as_array().into_iter().flatten();
    let Some(cuda) = backends.into_iter().find(|backend| backend["name"] == "cuda") else {
        return Err(Failure::new(
            "`queens info` does not list cuda",
            "see crates/queens-cli/src/main.rs",
        ));
    };
    if cuda["available"] == true {
        return Ok(cuda["device"].as_str().unwrap_or("a card").to_owned());
    }
    Err(Failure::new(
        format!("there is no card to measure: {}", cuda["reason"].as_str().unwrap_or("no reason")),
        "run this on a machine with an NVIDIA card and a driver for CUDA 13.0 or newer",
    ))
}

/// Adds a part that may be impossible here.
fn note(text: &mut String, title: &str, measure: &dyn Fn() -> Result<String, Failure>) {
    eprintln!("\n--- {title} ---");
    let outcome = match measure() {
        Ok(measured) => format!("```text\n{}\n```", measured.trim()),
        Err(failure) => format!("Not measured.\n\n```text\n{failure}\n```"),
    };
    write!(text, "## {title}\n\n{outcome}\n\n").expect("a String");
}

/// A line of `queens bench`.
struct Row {
    total: f64,
    nodes: f64,
    seconds: Vec<f64>,
}

impl Row {
    /// The fastest, the median and the slowest time.
    fn spread(&self) -> (f64, f64, f64) {
        let mut seconds = self.seconds.clone();
        seconds.sort_by(f64::total_cmp);
        (seconds[0], seconds[seconds.len() / 2], seconds[seconds.len() - 1])
    }
}

/// Counts, and compares with the known values: `queens bench` fails over a wrong one. The last size.
fn bench(queens: &Path, backend: &str, args: &str) -> Result<Row, Failure> {
    let line = format!("{} bench --backends {backend} {args} --format json", queens.display());
    eprintln!("$ {line}");
    let printed = Program::new(&line).read()?;
    let report: Value =
        serde_json::from_str(&printed).map_err(|error| strange("queens bench", &error))?;
    let row = report["rows"].as_array().and_then(|rows| rows.last());
    let number = |name: &str| row.and_then(|row| row[name].as_str()?.parse().ok());
    let seconds = row.and_then(|row| row["seconds"].as_array());
    let seconds: Vec<f64> = seconds.into_iter().flatten().filter_map(Value::as_f64).collect();
    match (number("total"), number("nodes")) {
        (Some(total), Some(nodes)) if !seconds.is_empty() => Ok(Row { total, nodes, seconds }),
        _ => Err(strange("queens bench", &printed)),
    }
}

fn strange(program: &str, what: &dyn std::fmt::Display) -> Failure {
    Failure::new(
        format!("`{program}` printed something else: {what}"),
        "see xtask/src/gpu/report.rs",
    )
}

/// nvidia-smi, looking on twice a second.
struct Watch(Option<Child>);

impl Watch {
    fn start() -> Self {
        let watch = Command::new("nvidia-smi")
            .args([
                "--query-gpu=utilization.gpu,clocks.sm,power.draw",
                "--format=csv,noheader",
                "-lms",
                "500",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        Self(watch.ok())
    }

    /// The last line before the end but one: the end itself may be idle.
    fn stop(self) -> String {
        let Some(mut child) = self.0 else { return "nvidia-smi did not start".to_owned() };
        if let Err(error) = child.kill() {
            return format!("nvidia-smi ended by itself: {error}");
        }
        let Ok(output) = child.wait_with_output() else {
            return "nvidia-smi said nothing".to_owned();
        };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines: Vec<&str> = text.lines().collect();
        lines.get(lines.len().saturating_sub(2)).map_or_else(String::new, |line| (*line).to_owned())
    }
}

/// What Q(27) and Q(28) would take: nodes a solution continued in a straight line through the last two sizes,
/// at the speed of the largest.
fn projection(
    text: &mut String,
    queens: &Path,
    sizes: &[(u32, Row, String)],
) -> Result<(), Failure> {
    text.push_str("## Projection\n\n");
    let [.., (a, first, _), (b, second, _)] = sizes else {
        text.push_str("Not made: it needs two sizes.\n\n");
        return Ok(());
    };
    let of = |row: &Row| row.nodes / row.total;
    let slope = (of(second) - of(first)) / f64::from(b - a);
    let speed = second.nodes / second.spread().0;
    for n in [27, 28] {
        let estimate = format!("{} estimate {n} --probes 1000000 --format json", queens.display());
        let estimate = Program::new(&estimate).read()?;
        let estimate: Value =
            serde_json::from_str(&estimate).map_err(|error| strange("queens estimate", &error))?;
        let mean = &estimate["mean"];
        let mean = mean.as_f64().or_else(|| mean.as_str()?.parse().ok());
        let solutions = mean.ok_or_else(|| strange("queens estimate", &estimate))?;
        let nodes = solutions * (of(second) + slope * f64::from(n - b));
        let days = nodes / speed / CARDS / 86_400.0;
        writeln!(
            text,
            "* n = {n}: {nodes:.2e} nodes, {days:.1} days on {CARDS} such cards ({speed:.3e} nodes/s each, as \
             at n = {b})"
        )
        .expect("a String");
    }
    text.push('\n');
    Ok(())
}

/// memcheck, racecheck, initcheck, synccheck.
fn sanitize(queens: &Path) -> Result<String, Failure> {
    let sanitizer = if Program::new("compute-sanitizer --version").succeeds() {
        PathBuf::from("compute-sanitizer")
    } else {
        let toolkit = Toolkit::install()?;
        toolkit.install_more(SANITIZER)?;
        toolkit.find("compute-sanitizer")?
    };
    let mut text = String::new();
    for tool in ["memcheck", "racecheck", "initcheck", "synccheck"] {
        let line = format!(
            "{} --tool {tool} --error-exitcode 9 {} count {SANITIZED_N} --method search --backend cuda",
            sanitizer.display(),
            queens.display()
        );
        eprintln!("$ {line}");
        let printed = Program::new(&line).read()?;
        writeln!(text, "{tool}: {}", printed.trim().lines().last().unwrap_or("nothing"))
            .expect("a String");
    }
    Ok(text)
}

/// The counting kernel's counters.
fn profile(queens: &Path) -> Result<String, Failure> {
    let line = format!(
        "ncu --metrics {} --kernel-name regex:count --launch-skip 20 --launch-count 5 {} count {PROFILED_N} \
         --method search --backend cuda",
        COUNTERS.join(","),
        queens.display()
    );
    eprintln!("$ {line}");
    let printed = Program::new(&line).read()?;
    let of_interest =
        |line: &&str| line.contains("count_") || COUNTERS.iter().any(|name| line.contains(name));
    Ok(printed.lines().filter(of_interest).collect::<Vec<_>>().join("\n"))
}

/// The published record program on the same card, built from its sources, in its README's two
/// configurations.
fn peer(folder: &Path, sizes: &[(u32, Row, String)]) -> Result<String, Failure> {
    let folder = fs::canonicalize(folder).map_err(|error| at(folder, &error))?;
    let sources = if folder.join("src").is_dir() { folder.join("src") } else { folder };
    let capability =
        Program::new("nvidia-smi --query-gpu=compute_cap --format=csv,noheader --id=0").read()?;
    let arch = capability.trim().replace('.', "");
    let nvcc = if Program::new("nvcc --version").succeeds() {
        PathBuf::from("nvcc")
    } else {
        Toolkit::install()?.find("nvcc")?
    };
    let files = ["n_queens_cuda.cu", "n_queens.cpp", "utils.cpp", "main.cpp"]
        .map(|name| sources.join(name).display().to_string());
    let mut text = String::new();
    for (configuration, rows) in [(2, 6), (3, 5)] {
        let program = root().join(format!("target/gpu/n_queens_{configuration}"));
        let build = format!(
            "{} -arch=sm_{arch} -O3 -Xcompiler -fopenmp -D_USE_CONFIG{configuration}_ {} -o {}",
            nvcc.display(),
            files.join(" "),
            program.display()
        );
        Program::new(&build).run()?;
        writeln!(text, "configuration {configuration}, {rows} rows: {build}").expect("a String");
        for (n, ours, _) in sizes {
            let printed = Program::new(&format!("{} {n} {rows}", program.display())).read()?;
            let line = printed.lines().find(|line| line.contains("result")).unwrap_or("no result");
            let right = line.contains(&format!("result {},", ours.total));
            let time = line.split_once("calc time: [").and_then(|(_, rest)| rest.split_once("ms"));
            let time: Option<f64> = time.and_then(|(digits, _)| digits.parse().ok());
            let Some(seconds) = time.map(|milliseconds| milliseconds / 1e3) else {
                writeln!(text, "n = {n}: {line}").expect("a String");
                continue;
            };
            writeln!(
                text,
                "n = {n}: {seconds:.3} s, {:.2} times ours, {}",
                seconds / ours.spread().0,
                if right { "the same count" } else { "ANOTHER COUNT" }
            )
            .expect("a String");
        }
    }
    Ok(text)
}
