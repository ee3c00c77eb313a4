//! What a record would cost: the time of random ranges of row patterns, against the forecast.
//!
//! `cargo bench -p queens-run --bench patterns -- 26 14 4` counts fourteen times four neighboring patterns of n = 26 on one
//! thread, drawn by a hash, and projects the time of the whole count: the sum of the times over the sum of the
//! forecasts, with the standard error of that ratio. A word after the numbers chooses the kernel: `avx2`. Times are the
//! processor's where there is such a clock. Neighbors share lists and boards, and a range of a run has more
//! of them than can be sampled for large n: so the projection tends to be too high.

#![allow(clippy::print_stdout, reason = "a benchmark shows what it measures")]

use queens::engine::Partition;
use queens::{Kernel, Method, StopFlag};

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let chosen = std::env::args().find_map(|word| word.parse::<Kernel>().ok());
    let &[n, samples, together] = numbers.as_slice() else {
        println!("give a size, a number of samples, and how many patterns are in each: -- 26 14 4");
        return;
    };
    let partition = Partition::new(n as u32, Method::Color).expect("a size that can be counted");
    let kernel = chosen.unwrap_or(Kernel::fastest(Method::Color));
    let total = partition.work(&(0..partition.len()));
    let mut seen = Vec::new();
    for sample in 0..samples {
        let drawn = blake3::hash(format!("{n} {sample}").as_bytes());
        let drawn = u64::from_le_bytes(drawn.as_bytes()[..8].try_into().expect("eight bytes"));
        let start = drawn % (partition.len() - together);
        let units = start..start + together;
        let work = partition.work(&units);
        let start = seconds();
        let mut counter = partition.counter(kernel).expect("it is on this machine");
        let tally = counter.count(units, &StopFlag::new(), &mut |_| ()).expect("nothing stops it");
        assert!(tally.nodes > 0);
        seen.push((seconds() - start, work));
    }
    let (time, work) = seen.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let ratio = time / work;
    let squares: f64 = seen.iter().map(|(time, work)| (time - ratio * work).powi(2)).sum();
    let error = (squares * samples as f64 / (samples as f64 - 1.0)).sqrt() / time;
    println!(
        "n = {n} on {}: {:.6} s a pattern in the sample of {samples} times {together}; {:.6} s in the mean of all \
         {} patterns; in all {:.3} days of one core, with a standard error of {:.0} %",
        kernel,
        time / (samples * together) as f64,
        ratio * total / partition.len() as f64,
        partition.len(),
        ratio * total / 86_400.0,
        100.0 * error,
    );
}

/// Of the processor since the process began.
#[cfg(unix)]
fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(not(unix))]
fn seconds() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}
