//! Random placements and problems for property tests.

use proptest::prelude::*;
use queens::board::squares;
use queens::random::Random;
use queens::{Placement, Problem, Regions, Square};

/// A placement of one of the sizes: a solution that a random walk of the list meets.
pub fn placement(sizes: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = Placement> {
    (sizes, any::<prop::sample::Index>()).prop_map(|(n, index)| {
        let all = queens::solutions(n).expect("small sizes are listed");
        // Few enough to hold, many enough to differ.
        let some: Vec<Placement> = all.take(1000).collect();
        index.get(&some).clone()
    })
}

/// A problem of one of the sizes: a few queens fixed, squares blocked and diagonals excluded at
/// random, on a plain board or a torus, one in four with superqueens; or, one in four, on a board with regions.
/// Not every one can be solved.
pub fn problem(sizes: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = Problem> {
    type Add = fn(Problem, Square) -> Result<Problem, queens::Error>;
    sizes.prop_flat_map(|n| {
        let square = (0..n, 0..n).prop_map(|(row, column)| Square { row, column });
        let some = |most| prop::collection::vec(square.clone(), 0..=most);
        let regions = prop::option::weighted(0.25, any::<u64>());
        let kind = (any::<bool>(), prop::bool::weighted(0.25), regions);
        (kind, some(2), some(6), some(1), some(1)).prop_map(
            move |((torus, superqueens, regions), queens, blocked, diags, antis)| {
                let mut problem = match regions.filter(|_| Regions::SIZES.contains(&n)) {
                    Some(seed) => Problem::from(random_regions(n, seed)),
                    None if torus => Problem::torus(n),
                    None => Problem::new(n),
                };
                if superqueens && problem.regions().is_none() {
                    problem = problem.with_superqueens().expect("there are no queens yet");
                }
                let parts: [(Add, Vec<Square>); 4] = [
                    (Problem::with_queen, queens),
                    (Problem::with_blocked, blocked),
                    (Problem::with_excluded_diag, diags),
                    (Problem::with_excluded_anti, antis),
                ];
                for (add, squares) in parts {
                    for square in squares {
                        // What contradicts the rest is left out.
                        problem = add(problem.clone(), square).unwrap_or(problem);
                    }
                }
                problem
            },
        )
    })
}

/// Regions of one of the sizes, grown at random from random squares. Most have no solution, or several.
pub fn regions(sizes: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = Regions> {
    (sizes, any::<u64>()).prop_map(|(n, seed)| random_regions(n, seed))
}

/// The regions that grow from this seed.
pub fn random_regions(n: u32, seed: u64) -> Regions {
    let mut random = Random::new(seed);
    let n = n as usize;
    let mut squares: Vec<usize> = (0..n * n).collect();
    random.shuffle(&mut squares);
    let mut of: Vec<Option<u8>> = vec![None; n * n];
    for (region, &square) in squares[..n].iter().enumerate() {
        of[square] = Some(region as u8);
    }
    while of.contains(&None) {
        let square = random.below((n * n) as u32) as usize;
        let neighbors = [
            (square >= n).then(|| square - n),
            (!square.is_multiple_of(n)).then(|| square - 1),
            (square % n + 1 < n).then(|| square + 1),
            (square + n < n * n).then(|| square + n),
        ];
        let neighbor = neighbors[random.below(4) as usize];
        if of[square].is_none() {
            of[square] = neighbor.and_then(|neighbor| of[neighbor]);
        }
    }
    Regions::new(of.into_iter().flatten().collect()).expect("they grow connected")
}

/// The regions after this many swaps of two random squares: most come to be in several pieces.
pub fn swapped(regions: &Regions, swaps: u32, random: &mut Random) -> Regions {
    let n = regions.n();
    let mut of: Vec<u8> = squares(n).map(|square| regions.at(square) as u8).collect();
    for _ in 0..swaps {
        of.swap(random.below(n * n) as usize, random.below(n * n) as usize);
    }
    Regions::new(of).expect("every region keeps its number of squares")
}
