//! What every kernel of the search method must do, written once.

use queens::engine::search::{self, Class, Subproblem, classes};
use queens::{Kernel, Square, StopFlag, Tally};

use crate::oracle;

/// Checks that `kernel` conforms, for every size that the oracle reaches.
///
/// * Its solutions are those of the oracle for n <= 8, and those of the scalar kernel for n = 9 to 12,
///   for sub-problems of every class, as they come and cut further.
/// * Likewise for n = 16 to 20, where kernels change their words, for random sub-problems with a few
///   rows left.
/// * A tally depends on its sub-problem alone: their order does not matter.
/// * A raised flag stops it, and afterwards it counts as before.
pub fn conforms(kernel: Kernel) {
    for n in 0..=8 {
        let mut parts = classes(n).expect("small sizes are counted");
        parts.push((Class::whole(n).expect("likewise"), vec![Subproblem::EMPTY]));
        for (mut class, mut subproblems) in parts {
            counts_like_the_oracle(kernel, &class, &subproblems);
            for _ in 0..2 {
                if !class.rows().is_empty() {
                    (class, subproblems) = class.expand(&subproblems);
                    counts_like_the_oracle(kernel, &class, &subproblems);
                }
            }
        }
    }
    for n in 9..=12 {
        for (mut class, mut subproblems) in classes(n).expect("small sizes are counted") {
            for _ in 0..3 {
                counts_like_the_reference(kernel, &class, &subproblems);
                (class, subproblems) = class.expand(&subproblems);
            }
        }
    }
    for n in 16..=20 {
        let mut parts = classes(n).expect("searched sizes are counted");
        parts.push((Class::whole(n).expect("likewise"), vec![Subproblem::EMPTY]));
        // The whole board often: there the rows left are all on one side.
        for draw in 0..200 {
            let (class, subproblems) = match draw % 4 {
                0 => &parts[parts.len() - 1],
                _ => &parts[draw * 7919 % parts.len()],
            };
            if let Some((class, subproblem)) = deep(class, subproblems, draw) {
                counts_like_the_reference(kernel, &class, &[subproblem]);
            }
        }
    }
    stops(kernel);
}

/// Rows left open by [`deep`]: more than any kernel leaves to the reference, and soon counted.
const LEFT: usize = 13;

/// Some sub-problem far below one of these, if the way there does not end early.
fn deep(class: &Class, subproblems: &[Subproblem], mut draw: usize) -> Option<(Class, Subproblem)> {
    let mut part = (class.clone(), subproblems.to_vec());
    loop {
        draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chosen = *part.1.get((draw >> 33) % part.1.len().max(1))?;
        if part.0.rows().len() <= LEFT {
            return Some((part.0, chosen));
        }
        part = part.0.expand(&[chosen]);
    }
}

/// Beyond the oracle's reach: the scalar kernel, which conforms itself.
fn counts_like_the_reference(kernel: Kernel, class: &Class, subproblems: &[Subproblem]) {
    let stride = subproblems.len().div_ceil(20).max(1);
    let some: Vec<Subproblem> = subproblems.iter().copied().step_by(stride).collect();
    let tallies = count(kernel, class, &some).into_iter().zip(count(Kernel::Scalar, class, &some));
    for (subproblem, (tally, reference)) in some.iter().zip(tallies) {
        assert_eq!(tally.solutions, reference.solutions, "{kernel}: {class:?} {subproblem:?}");
    }
}

fn count(kernel: Kernel, class: &Class, subproblems: &[Subproblem]) -> Vec<Tally> {
    let stop = StopFlag::new();
    let one = |subproblem| search::count(kernel, class, subproblem, &stop);
    subproblems.iter().map(one).collect::<Result<_, _>>().expect("nobody stops it")
}

fn counts_like_the_oracle(kernel: Kernel, class: &Class, subproblems: &[Subproblem]) {
    let allowed = |square: Square| class.allowed(square.row) >> square.column & 1 == 1;
    let tallies = count(kernel, class, subproblems);
    let reversed: Vec<Subproblem> = subproblems.iter().rev().copied().collect();
    let backwards = count(kernel, class, &reversed).into_iter().rev();
    assert!(backwards.eq(tallies.iter().copied()), "{kernel}: the order matters");
    // Every sub-problem of a small class, some of a large one.
    let stride = subproblems.len().div_ceil(40).max(1);
    for (subproblem, tally) in subproblems.iter().zip(tallies).step_by(stride) {
        let queens = queens_of(subproblem, class);
        assert!(!queens.is_empty(), "no queens hold these lines: {subproblem:?}");
        let expected = oracle::completions(class.size(), &queens[0], class.rows(), allowed).len();
        assert_eq!(tally.solutions, expected as u128, "{kernel}: {class:?} {subproblem:?}");
    }
}

/// All sets of queens on the filled rows of a class that hold exactly the lines of a sub-problem,
/// one queen a row. Several sets may hold the same lines; how they can be completed is the same.
pub fn queens_of(subproblem: &Subproblem, class: &Class) -> Vec<Vec<Square>> {
    let n = class.size();
    let filled: Vec<u32> = (0..n).filter(|row| !class.rows().contains(row)).collect();
    // As many lines of each kind as queens: no two queens on one line means that all are held.
    oracle::completions(n, &[], &filled, |queen| {
        subproblem.cols >> queen.column & 1 == 1
            && subproblem.anti >> queen.anti() & 1 == 1
            && subproblem.diag >> (queen.column + n - 1 - queen.row) & 1 == 1
    })
}

fn stops(kernel: Kernel) {
    let class = Class::whole(12).expect("a small one");
    let stop = StopFlag::new();
    stop.raise();
    let end = search::count(kernel, &class, &Subproblem::EMPTY, &stop);
    assert!(end.is_err(), "{kernel} does not stop when the flag is raised");
    assert_eq!(count(kernel, &class, &[Subproblem::EMPTY])[0].solutions, 14_200);
}
