//! How much memory a thread takes, and how many patterns it can count at a time.

use super::lanes::VECTORS;
use super::sampling::{AtOnce, ColorSample, FamilySample};
use super::walk::LEAVES;
use crate::tuning::color::{FIXED, MOST_AT_ONCE, longest_list, room, tables};

/// The lanes of a segment, at most.
const SEGMENT: f64 = (VECTORS * 64) as f64;

/// More patterns share about as much: the estimate of what a search shares looks at no more.
const MOST_COMPARED: usize = 512;

/// The queues of a search, in bytes.
const QUEUES: f64 = (8 << 20) as f64;

/// How many patterns of a family there is room for at a time.
pub(crate) fn at_once(n: u32, colors: [&ColorSample; 2]) -> AtOnce {
    let sum = |bytes: fn(&ColorSample) -> f64| colors.into_iter().map(bytes).sum::<f64>();
    let [for_matrices, for_programs] = room(n);
    let patterns =
        (for_matrices / sum(ColorSample::matrix)).min(for_programs / sum(ColorSample::program));
    // A table has the entries that count, and two indices for each set of columns.
    let table = |of: &ColorSample| 0.4 * of.matrix() + f64::from(4 << n.div_ceil(2));
    let [white, black] =
        colors.map(|of| ((tables(n) / table(of)) as usize).clamp(1, MOST_COMPARED));
    AtOnce { batch: (patterns as usize).clamp(1, MOST_AT_ONCE), searched: [black, white] }
}

/// An upper estimate of the bytes that a thread takes for the largest of these families.
pub(crate) fn memory(n: u32, families: &[FamilySample]) -> u64 {
    (FIXED + families.iter().map(|family| family.memory(n)).fold(0.0, f64::max)) as u64
}

impl FamilySample {
    /// An upper estimate of the bytes of matrices, lists, what the first queens leave of them, and programs.
    pub(crate) fn memory(&self, n: u32) -> f64 {
        let odds = self.tile[0];
        let at_once = self.at_once.batch as f64;
        // Programs differ, and the sum of many less than one.
        let largest = 1.0 + 0.4 / at_once.sqrt();
        let mut filtered = 0.0f64;
        let mut rest = 0.0;
        for (color, sample) in self.colors.iter().enumerate() {
            let list = sample.list(odds);
            // Some row patterns have a larger share than the mean, and of each program a part counts for all of them.
            let program = largest * sample.program() * (self.columns[color] + 0.25).min(1.0);
            filtered = filtered.max(list * sample.filtered(self.columns[1 - color]));
            // Where an entry is full, wider sums are made for one pattern at a time.
            let wide = 4.0 * sample.matrix();
            rest += list * odds + (sample.matrix() + program) * at_once + wide;
        }
        // Of a color that is searched there are no lists and no matrices, but tables of the other one.
        let searched = if self.search_shares[0].is_empty() { 0.0 } else { tables(n) + QUEUES };
        rest.max(searched + 0.7 * rest) + filtered
    }
}

impl ColorSample {
    /// Bytes of a matrix.
    fn matrix(&self) -> f64 {
        2.0 * self.tried_sets * self.packed_sets
    }

    /// Bytes of one of the lists of so many sets A2, in the mean.
    fn list(&self, odds: f64) -> f64 {
        longest_list(odds) * 8.0 * self.packed
    }

    /// What the queens placed first leave of a segment of a list, if this share of column sets counts: there is room for
    /// all that was left before each of them. Those that no group shares leave something of one vector only: less than
    /// this.
    fn filtered(&self, share: f64) -> f64 {
        let left: f64 = self.left.iter().take(self.most_first()).sum();
        share.min(SEGMENT / self.packed_sets) * left
    }

    /// Bytes of a program in the mean: four for each leaf and for each word before the leaves of a branch.
    fn program(&self) -> f64 {
        let queens = self.on_even as usize;
        let paths = self.prefixes[queens.saturating_sub(2)].min(self.tried());
        let before = 1 + queens.saturating_sub(5);
        4.0 * (self.tried() + before as f64 * (paths + self.tried() / LEAVES as f64))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::cell::Cell;
    use std::process::Command;
    use std::time::Instant;

    use super::super::counter::worker;
    use super::super::pattern::Family;
    use super::super::patterns::{Patterns, Tile};
    use super::super::sampling::random_placement;
    use super::super::squares::{Color, full};
    use super::*;
    use crate::count::method::{Kernel, Method};
    use crate::parallel::StopFlag;

    /// Where the tile of a family begins whose lists are the longest, by random placements.
    fn longest_lists(all: &Patterns, family: &Family) -> usize {
        let mut random = 1;
        let mut placements = |a2: u32| -> f64 {
            let rows = [a2, full(all.n() / 2) & !a2];
            let one = |(color, rows): (&Color, u32)| {
                let mut of_one = || {
                    random_placement(color.packed, rows, &mut random).1[rows.count_ones() as usize]
                };
                (0..300).map(|_| of_one()).sum::<f64>()
            };
            all.board.colors.iter().zip(rows).map(one).sum()
        };
        let of_sets: Vec<f64> = family.odd.iter().map(|&a2| placements(a2)).collect();
        let tiles = of_sets.windows(all.tile.0.min(of_sets.len()));
        let tiles = tiles.zip(0..).map(|(sets, place)| (sets.iter().sum::<f64>(), place));
        tiles.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a set").1
    }

    /// The first batches of the tile with the longest lists, of every family that comes near to what is stated: all of
    /// its lists are made, and some programs and matrices.
    #[test]
    #[ignore = "takes a quarter of an hour: run it alone, with --release and --nocapture"]
    fn a_thread_takes_at_most_the_memory_that_is_stated() {
        let Ok(n) = std::env::var("QUEENS_SIZE") else {
            // What a count leaves in the heap would be the next one's: a process for each size.
            for n in 20..=28 {
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
}
