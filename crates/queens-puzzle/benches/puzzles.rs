//! Solving, proving unique, and generating, on one thread: `cargo bench -p queens-puzzle`.

use divan::Bencher;
use queens::{Problem, Uniqueness};
use queens_puzzle::{Generator, Level, rate};

fn main() {
    divan::main();
}

/// The first puzzles of a size that the generator makes: those of `queens puzzle new`.
fn unique(n: u32) -> Vec<Problem> {
    let puzzle = |seed| Generator::new(n).seed(seed).generate().expect("there are such puzzles");
    (0..200).map(|seed| puzzle(seed).problem().clone()).collect()
}

/// Solves a puzzle and proves that there is no other solution.
#[divan::bench(args = 6..=11, sample_size = 1, sample_count = 2000)]
fn solve_and_prove_unique(bencher: Bencher<'_, '_>, n: u32) {
    let puzzles = unique(n);
    let mut turns = puzzles.iter().cycle();
    bencher.bench_local(|| {
        let puzzle = turns.next().expect("there are puzzles");
        assert!(matches!(puzzle.uniqueness(), Ok(Uniqueness::One(_))));
    });
}

/// Makes a puzzle of any difficulty.
#[divan::bench(args = 6..=11, sample_size = 1, sample_count = 1000)]
fn generate(bencher: Bencher<'_, '_>, n: u32) {
    make(bencher, n, None);
}

/// Makes a puzzle of a difficulty.
#[divan::bench(args = [(8, Level::Hard), (8, Level::Expert), (11, Level::Easy), (11, Level::Expert)],
               sample_size = 1, sample_count = 50)]
fn generate_level(bencher: Bencher<'_, '_>, (n, level): (u32, Level)) {
    make(bencher, n, Some(level));
}

/// Makes puzzles, a seed each, and asserts that they are what was asked for.
fn make(bencher: Bencher<'_, '_>, n: u32, level: Option<Level>) {
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let generator = Generator::new(n).seed(seed).level(level);
        let puzzle = generator.generate().expect("there are such puzzles");
        match level {
            None => assert!(matches!(puzzle.problem().uniqueness(), Ok(Uniqueness::One(_)))),
            Some(level) => assert_eq!(rate(&puzzle).map(|rating| rating.level), Ok(level)),
        }
    });
}
