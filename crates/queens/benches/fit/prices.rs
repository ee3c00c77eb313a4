//! Fits the prices of what is done again, on a machine that is otherwise idle: the bench `fit` calls it.

#![allow(
    clippy::print_stdout,
    clippy::missing_panics_doc,
    reason = "a developer's command: it prints what it measures"
)]

use super::choice::Choice;
use super::counter::worker;
use super::pattern::Family;
use super::patterns::{Patterns, Tile};
use super::prices::{Amounts, OPERATIONS, cost, prices};
use super::sampling::{FamilySample, Way};
use super::worker::PatternCount;
use crate::count::method::{Kernel, Method};
use crate::parallel::StopFlag;
use crate::tuning::color::Prices;

/// What the processor has spent on this thread, whatever else the machine does.
fn nanoseconds() -> f64 {
    // The kernel adds up at every tick, some milliseconds apart, and when a thread offers to stop.
    std::thread::yield_now();
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux has it");
    times.split(' ').next().and_then(|time| time.parse().ok()).expect("nanoseconds")
}

/// Some patterns of a family that were counted in some way: what was done for each, and the nanoseconds.
struct Measured {
    name: String,
    ways: [Way; 2],
    searched: Option<usize>,
    amounts: Amounts,
    time: f64,
}

/// Every way to count: of one color at a time, and by a search of either color.
fn ways_to_measure(sample: &FamilySample, base: [Way; 2]) -> Vec<([Way; 2], Option<usize>)> {
    let mut all = Vec::new();
    for color in 0..2 {
        for way in sample.colors[color].ways().filter(|way| way.shared + 2 >= way.first) {
            let mut ways = base;
            ways[color] = way;
            all.push((ways, None));
        }
        if !sample.unshared[color].is_empty() {
            all.push((base, Some(color)));
        }
    }
    all
}

/// Counts some patterns of every family with every number of queens placed first, of one color at a time.
fn measure(n: u32, kernel: Kernel, prices: &Prices, budget: f64) -> Vec<Measured> {
    let all = Patterns::new(n);
    let chosen: Vec<Choice> = all.samples.iter().map(|family| family.cheapest(prices)).collect();
    let whole = all.work(&(0..all.len()));
    let mut found = Vec::new();
    for (number, family) in all.families.iter().enumerate() {
        let work_before =
            |number| all.odd_sets[all.odd_sets.partition_point(|set| set.family < number)].work;
        if work_before(number + 1) - work_before(number) < 0.01 * whole {
            continue;
        }
        // As many patterns of a tile as there is time for.
        let place = family.middle();
        let (most_odd, most_even) = all.tile;
        let partners = family.partners(family.odd[place]);
        let room = (budget / chosen[number].nanoseconds_per_pattern).max(8.0) as usize;
        // What patterns share of their lists and programs hides the rest if they have only the ones in common.
        let evens = partners.len().min(most_even).min(room.isqrt());
        let odds = (room / evens).clamp(1, most_odd.min(family.odd.len() - place));
        let start = (partners.len() - evens) / 2;
        let tile = Tile { family: number, a2: place..place + odds, a1: start..start + evens };
        let FamilySample { colors, at_once, .. } = all.samples[number].clone();
        let odds = &family.odd[place..place + odds];
        let sample = FamilySample::new(&all.board, colors, at_once, odds, tile.slice(partners));
        let base = chosen[number].ways;
        let mut best = f64::INFINITY;
        for (ways, searched) in ways_to_measure(&sample, base) {
            let choice = Choice { ways, searched, ..chosen[number] };
            let mut worker = worker(&all, kernel);
            let mut time = f64::INFINITY;
            for _ in 0..3 {
                let (mut patterns, start) = (0.0, nanoseconds());
                let found = &mut |_| patterns += 1.0;
                let done = worker.count(&tile, &choice, &StopFlag::new(), found, &mut |_, _| ());
                done.expect("it is not stopped");
                time = time.min((nanoseconds() - start) / patterns);
                if time > 2.0 * best {
                    break;
                }
            }
            best = best.min(time);
            let of = |color: usize| sample.done_for_color(color, ways[color], prices.lanes);
            let amounts = match searched {
                None => sample.done(ways, &of(0), &of(1)),
                Some(color) => sample.done_by_search(color, ways[1 - color], &of(1 - color)),
            };
            let name = format!("n = {n}, {} + {}", family.on_even, family.on_odd);
            found.push(Measured { name, ways, searched, amounts, time });
        }
    }
    found
}

/// Prices of at least 0 with the least sum of squares of relative errors.
fn fitted(measured: &[&Measured], start: &Amounts) -> Amounts {
    let mut prices = *start;
    for _ in 0..20_000 {
        for i in 0..prices.len() {
            let (mut above, mut below) = (0.0, 1e-12);
            for one in measured {
                let weight = one.time.recip();
                let rest = one.time - cost(&one.amounts, &prices) + one.amounts[i] * prices[i];
                above += one.amounts[i] * weight * rest * weight;
                below += (one.amounts[i] * weight).powi(2);
            }
            prices[i] = (above / below).max(0.0);
        }
    }
    prices
}

/// Prints the prices of every kernel on this machine, how well they tell the time, and what they choose. Takes ten minutes.
pub fn fit() {
    for kernel in [Kernel::Avx512, Kernel::Avx2, Kernel::Portable] {
        if kernel.missing().is_some() {
            continue;
        }
        let mut prices = Prices { ..*prices(kernel) };
        let mut measured: Vec<Measured> = Vec::new();
        // What is chosen decides what is measured.
        for _ in 0..3 {
            measured.extend((15..=24).flat_map(|n| measure(n, kernel, &prices, 20e6)));
            measured.sort_by(|a, b| a.name.cmp(&b.name));
            let mut near = Vec::new();
            for same in measured.chunk_by(|a, b| a.name == b.name) {
                let best = same.iter().map(|one| one.time).fold(f64::INFINITY, f64::min);
                near.extend(same.iter().filter(|one| one.time < 3.0 * best));
            }
            prices.nanoseconds = fitted(&near, &prices.nanoseconds);
        }
        for (name, price) in OPERATIONS.iter().zip(&prices.nanoseconds) {
            println!("{kernel:<9}{price:>10.3} ns  {name}");
        }
        let cost_of = |one: &Measured| cost(&one.amounts, &prices.nanoseconds);
        let mut errors: Vec<f64> =
            measured.iter().map(|one| (cost_of(one) / one.time).ln().abs().exp()).collect();
        errors.sort_by(f64::total_cmp);
        println!("{kernel}: wrong by a factor of {:.2} in the median", errors[errors.len() / 2]);
        for same in measured.chunk_by(|a, b| a.name == b.name) {
            let least = |a: &&Measured, b: &&Measured| a.time.total_cmp(&b.time);
            let best = same.iter().min_by(least).expect("one at least");
            let cheapest = |a: &&Measured, b: &&Measured| cost_of(a).total_cmp(&cost_of(b));
            let chosen = same.iter().min_by(cheapest).expect("one at least");
            let times = chosen.time / best.time;
            let Measured { name, .. } = best;
            let [best, chosen] = [best, chosen].map(|one| (one.ways, one.searched));
            println!("{kernel}, {name}: {best:?} is the best, {chosen:?} is chosen: {times:.2}");
        }
    }
}

/// Counts groups of patterns: with `QUEENS_GROUPS` a file with a line for each, n, the sets A2 and the sets A1, as numbers
/// with commas. Those of a line are neighbors, as in a tile.
pub fn groups() {
    let file = std::env::var("QUEENS_GROUPS").expect("QUEENS_GROUPS names a file");
    let kernel = std::env::var("QUEENS_KERNEL")
        .map_or(Kernel::fastest(Method::Color), |name| name.parse().expect("a kernel"));
    let text = std::fs::read_to_string(file).expect("a readable file");
    let (mut all, mut whole, mut patterns) = (Patterns::new(2), 0.0, 0);
    for line in text.lines() {
        let mut numbers = line.split_whitespace().map(|numbers| -> Vec<u32> {
            numbers.split(',').map(|number| number.parse().expect("a number")).collect()
        });
        let mut next = || numbers.next().expect("n, the sets A2 and the sets A1");
        let (n, a2s, a1s) = (next()[0], next(), next());
        if n != all.n() {
            all = Patterns::new(n);
        }
        let in_family = |family: &Family| family.odd.contains(&a2s[0]);
        let family = all.families.iter().position(in_family).expect("a set of odd rows");
        let of = &all.families[family];
        let place = |sets: &[u32], set| sets.iter().position(|&s| s == set).expect("a set");
        let a2 = place(&of.odd, a2s[0]);
        let longest = a2s.iter().map(|&a2| of.partners(a2)).max_by_key(|sets| sets.len());
        let a1 = place(longest.expect("a set A2"), a1s[0]);
        let tile = Tile { family, a2: a2..a2 + a2s.len(), a1: a1..a1 + a1s.len() };
        let (mut choice, mut worker) = (all.choices(kernel)[family], worker(&all, kernel));
        if let Ok(s) = std::env::var("QUEENS_SEARCHED") {
            choice.searched = s.parse().ok();
        }
        let (mut count, mut sum) = (0, 0);
        let start = nanoseconds();
        let found = &mut |pattern: PatternCount| {
            count += 1;
            sum += pattern.solutions;
        };
        let done = worker.count(&tile, &choice, &StopFlag::new(), found, &mut |_, _| ());
        done.expect("it is not stopped");
        let time = (nanoseconds() - start) * 1e-6;
        println!(
            "{kernel} n = {n}, {} + {}: {count} patterns, {:.4} ms each ({:?}, {:?}), sum {sum}",
            of.on_even,
            of.on_odd,
            time / f64::from(count),
            choice.ways.map(|Way { first, shared }| (first, shared)),
            choice.searched,
        );
        whole += time;
        patterns += count;
    }
    println!("{kernel}: {:.4} ms each of {patterns}", whole / f64::from(patterns));
}
