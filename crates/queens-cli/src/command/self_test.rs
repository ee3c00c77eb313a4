//! `queens self-test`: each algorithm against the next simpler one, in this very binary.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args as ClapArgs;
use queens::{Counter, Kernel, Method, Placement, Problem, SymmetryClasses, is_solution, known};
use queens_gallery::Member;

use crate::outcome::{Exit, Failure};
use crate::output;

/// Check this binary on this machine: each algorithm against the next simpler one.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The chain begins at the definition (no two queens on a line, checked pair by pair) and ends at the
published values. Exit code 0 if all checks hold, 1 if one does not.")]
pub(crate) struct Args {}

/// A check: what is compared with what, and the first difference, if there is one.
struct Check {
    name: String,
    run: Box<dyn Fn() -> Result<(), Failure>>,
}

pub(crate) fn run(_: &Args) -> Result<Exit, Failure> {
    let mut out = output::stdout();
    let good = anstyle::AnsiColor::Green.on_default();
    let bad = anstyle::AnsiColor::Red.on_default().bold();
    let mut failed = 0;
    let checks = checks();
    for check in &checks {
        match (check.run)() {
            Ok(()) if output::is_quiet() => {}
            Ok(()) => writeln!(out, "{good}ok{good:#}      {}", check.name)?,
            Err(Failure::Said(what)) => {
                failed += 1;
                writeln!(out, "{bad}FAILED{bad:#}  {}: {what}", check.name)?;
            }
            Err(failure) => return Err(failure),
        }
        out.flush()?;
    }
    writeln!(out, "{} checks, {failed} failed", checks.len())?;
    out.flush()?;
    Ok(if failed == 0 { Exit::Done } else { Exit::No })
}

fn checks() -> Vec<Check> {
    let mut checks = Vec::new();
    let mut check = |name: String, run: Box<dyn Fn() -> Result<(), Failure>>| {
        checks.push(Check { name, run });
    };
    check(
        "brute force = the definition on every board of one queen a row, n = 0..5".to_owned(),
        Box::new(|| each(0..=5, |n| same(n, &gallery(Member::BruteForce, n)?, &by_definition(n)))),
    );
    let mut simpler = Member::BruteForce;
    for &member in &Member::ALL[1..] {
        let most = if simpler == Member::BruteForce { 6 } else { 9 };
        check(
            format!("{member} = {simpler}, n = 0..{most}"),
            Box::new(move || {
                each(0..=most, |n| same(n, &gallery(member, n)?, &gallery(simpler, n)?))
            }),
        );
        simpler = member;
    }
    check(
        "list = bitwise, n = 0..9".to_owned(),
        Box::new(|| each(0..=9, |n| same(n, &listed(n)?, &gallery(Member::Bitwise, n)?))),
    );
    for id in Kernel::ALL.into_iter().filter(|kernel| kernel.missing().is_none()) {
        check(
            format!("count on {id} = mirror, n = 0..13"),
            Box::new(move || {
                each(0..=13, |n| {
                    let counted = counted_by(Method::Search, id, n)?;
                    same(n, &counted, &u128::from(Member::Mirror.count(n)?))
                })
            }),
        );
    }
    for id in Kernel::ALL.into_iter().filter(|kernel| kernel.check(Method::Color).is_ok()) {
        check(
            format!("count by color on {id} = by search on scalar, n = 0..14"),
            Box::new(move || {
                each(0..=14, |n| {
                    let searched = counted_by(Method::Search, Kernel::Scalar, n)?;
                    same(n, &counted_by(Method::Color, id, n)?, &searched)
                })
            }),
        );
    }
    check(
        "fundamental solutions by orbits = by listing, n = 0..9".to_owned(),
        Box::new(|| {
            each(0..=9, |n| {
                let listed = placements(n)?.filter(Placement::is_canonical).count();
                same(n, &classes(n)?.fundamental(), &(listed as u128))
            })
        }),
    );
    check(
        "a constructed solution satisfies the definition, n = 4..200".to_owned(),
        Box::new(|| {
            each(4..=200, |n| {
                let placement = queens::find(n)?;
                same(n, &placement.is_some_and(|p| is_solution(p.columns())), &true)
            })
        }),
    );
    check(
        format!("count = {}, n = 0..14", known::TOTAL.oeis),
        Box::new(|| {
            each(0..=14, |n| {
                let counted = queens::count(n)?;
                same(n, &Some(counted), &known::TOTAL.at(n))
            })
        }),
    );
    check(
        format!("fundamental solutions = {}, n = 1..13", known::FUNDAMENTAL.oeis),
        Box::new(|| {
            each(1..=13, |n| same(n, &Some(classes(n)?.fundamental()), &known::FUNDAMENTAL.at(n)))
        }),
    );
    checks
}

fn each(
    mut sizes: impl Iterator<Item = u32>,
    check: impl Fn(u32) -> Result<(), Failure>,
) -> Result<(), Failure> {
    sizes.try_for_each(check)
}

fn same<T: PartialEq + std::fmt::Debug>(n: u32, left: &T, right: &T) -> Result<(), Failure> {
    if left == right {
        return Ok(());
    }
    let mut difference = format!("n = {n}: {left:?} is not {right:?}");
    difference.truncate(200);
    Err(Failure::new(difference, "report it: the project counts on these checks"))
}

/// Every way to put one queen on each row, filtered by the definition.
fn by_definition(n: u32) -> Vec<Vec<u32>> {
    let mut boards = vec![Vec::new()];
    for _row in 0..n {
        boards = boards
            .iter()
            .flat_map(|board: &Vec<u32>| {
                (0..n).map(|column| [board.as_slice(), &[column]].concat())
            })
            .collect();
    }
    boards.retain(|board| is_solution(board));
    boards
}

/// The solutions that an algorithm of the gallery finds, sorted.
fn gallery(member: Member, n: u32) -> Result<Vec<Vec<u32>>, Failure> {
    let mut found = Vec::new();
    let _ = member.run(n, &mut |columns: &[u32]| {
        found.push(columns.to_vec());
        ControlFlow::Continue(())
    })?;
    found.sort_unstable();
    Ok(found)
}

fn counted_by(method: Method, id: Kernel, n: u32) -> Result<u128, Failure> {
    let counter = Counter::new(n).method(method);
    Ok(counter.kernel(id).run()?.total)
}

fn placements(n: u32) -> Result<queens::Solutions, Failure> {
    Ok(queens::list(&Problem::new(n))?)
}

fn listed(n: u32) -> Result<Vec<Vec<u32>>, Failure> {
    Ok(placements(n)?.map(|placement| placement.columns().to_vec()).collect())
}

fn classes(n: u32) -> Result<SymmetryClasses, Failure> {
    Ok(queens::symmetry(n)?)
}
