//! Every kernel: the known totals by each method, the same sums whatever the
//! threads; boards of every kind against the solver, which shares no code with the kernels.
//!
//! A kernel that this machine lacks shows as ignored, with its reason in its name: it has not passed.

use libtest_mimic::{Arguments, Failed, Trial};
use queens::board::squares;
use queens::random::Random;
use queens::{Completer, Counter, Kernel, Method, Options, Problem, Square, Symmetry, known};
use queens_testkit::generators;

fn main() {
    let mut trials = Vec::new();
    for kernel in Kernel::ALL {
        if let Some(reason) = kernel.missing() {
            let name = format!("{kernel}: {reason}");
            trials.push(Trial::test(name, || Ok(())).with_ignored_flag(true));
            continue;
        }
        let name = format!("{kernel}: the known totals");
        trials.push(Trial::test(name, move || totals(Method::Search, kernel)));
        if kernel.check(Method::Color).is_ok() {
            let name = format!("color on {kernel}: the known totals");
            trials.push(Trial::test(name, move || totals(Method::Color, kernel)));
        }
    }
    trials.push(Trial::test("every kernel: random boards of every kind", random_boards));
    let (superqueens, torus) = if cfg!(debug_assertions) { (14, 17) } else { (17, 19) };
    trials.push(Trial::test("every kernel: superqueens and the torus", move || {
        for n in 1..=superqueens {
            let problem = Problem::new(n).with_superqueens()?;
            by_every_kernel(&problem, known::SUPERQUEENS.at(n).unwrap_or(0).into())?;
        }
        for n in (1..=torus).step_by(2) {
            by_every_kernel(&Problem::torus(n), known::TORUS.at(n).unwrap_or(0).into())?;
        }
        Ok(())
    }));
    let slow = cfg!(debug_assertions);
    for (method, n) in [(Method::Search, 19), (Method::Color, 19), (Method::Color, 20)] {
        let name = format!("the fastest, {method}: n = {n}");
        trials.push(Trial::test(name, move || large(method, n)).with_ignored_flag(slow));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Every n as far as the profile's patience goes: on one thread and on three, by search above 16 on all cores.
fn totals(method: Method, kernel: Kernel) -> Result<(), Failed> {
    let largest = match (cfg!(debug_assertions), method, kernel) {
        (true, ..) => 14,
        (false, _, Kernel::Portable) => 16,
        (false, _, Kernel::Scalar) => 17,
        (false, ..) => 18,
    };
    for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= largest) {
        let count = |threads| {
            let counter = Counter::new(n).method(method).kernel(kernel);
            counter.options(&Options::new().threads(threads)).run()
        };
        let is_quick = n <= 16 || method == Method::Color;
        let reports = if is_quick { vec![count(1)?, count(3)?] } else { vec![count(0)?] };
        for report in &reports {
            if (report.total, report.method, report.kernel) != (total, method, kernel) {
                return Err(format!("n = {n}: {report:?}, and Q(n) = {total}").into());
            }
            if report.nodes != reports[0].nodes {
                return Err(format!("n = {n}: threads matter: {reports:?}").into());
            }
        }
    }
    Ok(())
}

/// One size beyond, on the fastest.
fn large(method: Method, n: u32) -> Result<(), Failed> {
    let total = Counter::new(n).method(method).run()?.total;
    if Some(total) != known::TOTAL.at(n) {
        return Err(format!("Q({n}) came out as {total}").into());
    }
    Ok(())
}

fn by_every_kernel(problem: &Problem, expected: u128) -> Result<(), Failed> {
    for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.missing().is_none()) {
        let total = Completer::new(problem).kernel(kernel).count()?.total;
        if total != expected {
            return Err(format!("{kernel} counts {total} in place of {expected}: {problem}").into());
        }
    }
    Ok(())
}

/// Ten thousand boards with the release, some in every test: as many solutions as the solver finds one by one.
fn random_boards() -> Result<(), Failed> {
    let mut random = Random::new(56);
    let rounds = if cfg!(debug_assertions) { 400 } else { 10_000 };
    let mut solved = 0;
    for _ in 0..rounds {
        let problem = random_board(&mut random);
        let all = Completer::new(&problem).find_up_to(usize::MAX, None)?.unwrap_or_default();
        solved += u32::from(!all.is_empty());
        by_every_kernel(&problem, all.len() as u128)?;
    }
    if solved < rounds / 4 {
        return Err(format!("only {solved} of the boards have a solution").into());
    }
    Ok(())
}

/// A board of any kind with closed squares, often symmetric, now and then with queens, so sparse that it has thousands of
/// solutions at most.
fn random_board(random: &mut Random) -> Problem {
    let n = [1 + random.below(12), 9 + random.below(16)][usize::from(random.below(4) == 0)];
    let kind = random.below(6);
    let mut problem = match kind {
        0 | 1 => Problem::torus(n),
        2 if n >= 4 => Problem::from(generators::random_regions(n, random.below(1000).into())),
        _ => Problem::new(n),
    };
    if kind == 1 || kind == 3 {
        problem = problem.with_superqueens().expect("there are no queens yet");
    }
    let total = known::TOTAL.at(n).expect("it is known") as f64;
    // The share of open squares at which a few thousand solutions are expected.
    let dense = (3000.0 / total).powf(1.0 / f64::from(n)).min(1.0);
    let open = dense - f64::from(random.below(3)) * 0.05;
    let some = [&Symmetry::ALL[..1], &[Symmetry::Mirror], &[Symmetry::Flip], &[Symmetry::HalfTurn]];
    let more = [&[Symmetry::Transpose][..], &[Symmetry::Mirror, Symmetry::Flip], &Symmetry::ALL];
    let symmetries = [&some[..], &more[..]].concat()[random.below(7) as usize];
    for queen in 0..random.below(8) / 6 {
        let square = Square { row: random.below(n), column: (queen + random.below(n)) % n };
        problem = problem.clone().with_queen(square).unwrap_or(problem);
    }
    for square in squares(n) {
        // As many by orbits as by squares.
        if f64::from(random.below(1 << 20)) / f64::from(1 << 20) > open {
            let images = symmetries.iter().map(|symmetry| symmetry.square(square, n));
            problem = images.fold(problem, |problem, image| {
                problem.clone().with_blocked(image).unwrap_or(problem)
            });
        }
    }
    for _ in 0..random.below(6) / 4 {
        let square = Square { row: random.below(n), column: random.below(n) };
        problem = problem.clone().with_excluded_diag(square).unwrap_or(problem);
        problem = problem.clone().with_excluded_anti(square).unwrap_or(problem);
    }
    problem
}
