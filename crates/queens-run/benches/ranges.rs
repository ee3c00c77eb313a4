//! What a whole count would cost: the time of some ranges of its run, against the forecast.
//!
//! `cargo bench -p queens-run --bench ranges -- 26 6` counts six ranges of the run that `queens run plan 26` makes, on one thread,
//! spread evenly over the work, and projects the time of the whole: the sum of the times over the sum of the
//! forecasts, with the standard error of that ratio. A word after the numbers chooses the kernel: `avx2`. Times are the
//! processor's where there is such a clock.

#![allow(clippy::print_stdout, reason = "a benchmark shows what it measures")]

use queens::engine::Partition;
use queens::{Kernel, Method, StopFlag};
use queens_run::Plan;

fn main() {
    let numbers: Vec<u32> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let chosen = std::env::args().find_map(|word| word.parse::<Kernel>().ok());
    let &[n, samples] = numbers.as_slice() else {
        println!("give a size and how many ranges to count: -- 26 6");
        return;
    };
    let plan = Plan::new(n, None, 1).expect("a size that can be counted");
    let partition = Partition::new(n, Method::Color).expect("a size that can be counted");
    let kernel = chosen.unwrap_or(Kernel::fastest(Method::Color));
    let total = partition.work(&(0..partition.len()));
    let mut seen = Vec::new();
    for sample in 0..samples {
        // Multiples of the golden ratio are spread evenly, however many there are.
        let share = ((f64::from(sample) + 0.5) * 0.618_033_988_749_895).fract();
        let range = (0..plan.ranges())
            .map(|range| plan.range(range))
            .find(|range| partition.work(&(0..range.end)) >= share * total)
            .expect("the last range ends with all work");
        let work = partition.work(&range);
        let start = seconds();
        let mut counter = partition.counter(kernel).expect("it is on this machine");
        let tally = counter.count(range, &StopFlag::new(), &mut |_| ()).expect("nothing stops it");
        assert!(tally.nodes > 0);
        seen.push((seconds() - start, work));
    }
    let (time, work) = seen.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let ratio = time / work;
    let squares: f64 = seen.iter().map(|(time, work)| (time - ratio * work).powi(2)).sum();
    let samples = f64::from(samples);
    let error = (squares * samples / (samples - 1.0)).sqrt() / time;
    println!(
        "n = {n} on {kernel}: {samples} of {} ranges of {} patterns took {time:.3} s; all would take {:.0} s of one core, with a standard \
         error of {:.0} %",
        plan.ranges(),
        plan.patterns(),
        ratio * total,
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
