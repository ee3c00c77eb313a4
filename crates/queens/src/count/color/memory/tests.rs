//! What a thread really takes.

use std::cell::Cell;
use std::process::Command;
use std::time::Instant;

use crate::count::color::counter::worker;
use crate::count::color::memory::memory;
use crate::count::color::pattern::Family;
use crate::count::color::patterns::{Patterns, Tile};
use crate::count::color::sampling::{random_placement, rows_of_class};
use crate::count::color::squares::Color;
use crate::count::method::{Kernel, Method};
use crate::parallel::StopFlag;
use crate::tuning::color::FIXED;

/// Where the tile of a family begins whose lists are the longest, by random placements.
fn longest_lists(all: &Patterns, family: &Family) -> usize {
    let mut random = 1;
    let mut placements = |a2: u32| -> f64 {
        let one = |color: &Color| {
            let rows = color.own(a2, all.n() / 2);
            let rows = rows_of_class(color.packed, 1, rows);
            let mut of_one = || random_placement(color, &rows, 0, &mut random).1[rows.len()];
            (0..300).map(|_| of_one()).sum::<f64>()
        };
        all.board.colors.iter().map(one).sum()
    };
    let of_sets: Vec<f64> = family.odd.iter().map(|&a2| placements(a2)).collect();
    let tiles = of_sets.windows(all.tile.0.min(of_sets.len()));
    let tiles = tiles.zip(0..).map(|(sets, place)| (sets.iter().sum::<f64>(), place));
    tiles.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a set").1
}

/// The first batches of the tile with the longest lists, of every family that comes near to what is stated: all of
/// its lists are made, and some programs and matrices.
#[test]
#[ignore = "takes minutes: `cargo xtask optimized` runs it"]
fn a_thread_takes_at_most_the_memory_that_is_stated() {
    let Ok(n) = std::env::var("QUEENS_SIZE") else {
        // What a count leaves in the heap would be the next one's: a process for each size.
        for n in [21, 23, 27] {
            let mut test = Command::new(std::env::current_exe().expect("this test"));
            test.args(["a_thread_takes_at_most", "--ignored", "--nocapture"]);
            let done = test.env("QUEENS_SIZE", n.to_string()).status();
            assert!(done.expect("it starts").success(), "n = {n}");
        }
        return;
    };
    let n = n.parse().expect("a size");
    let kernel = Kernel::fastest(Method::Color);
    let all = Patterns::new(n);
    let (choices, mut worker) = (all.choices(kernel), worker(&all, kernel));
    let stated = memory(n, &all.samples);
    std::fs::write("/proc/self/clear_refs", "5").expect("Linux has it");
    for (number, family) in all.families.iter().enumerate() {
        if FIXED + all.samples[number].memory(n) < 0.6 * stated as f64 {
            continue;
        }
        let place = longest_lists(&all, family);
        let a1 = 0..family.partners(family.odd[place]).len().min(all.tile.1);
        let a2 = place..(place + all.tile.0).min(family.odd.len());
        let tile = Tile { family: number, a2, a1 };
        let (stop, start, is_counted) = (StopFlag::new(), Instant::now(), Cell::new(false));
        let worked = &mut |_, _| {
            if is_counted.get() && start.elapsed().as_secs() >= 20 {
                stop.raise();
            }
        };
        let found = &mut |_| is_counted.set(true);
        let done = worker.count(&tile, &choices[number], &stop, found, worked);
        assert!(done.is_ok() || stop.is_raised(), "{done:?}");
    }
    // The largest resident set since it was reset.
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a line");
    let kib: u64 = line.split_whitespace().nth(1).expect("a number").parse().expect("kB");
    let peak = 1024 * kib;
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    println!("n = {n}: {:.1} MiB stated, {:.1} MiB at the peak", mib(stated), mib(peak));
    assert!(peak <= stated, "n = {n}");
}
