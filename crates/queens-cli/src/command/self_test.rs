//! `queens self-test`: each algorithm against the next simpler one, in this very binary.

use std::fmt::Display;
use std::ops::{ControlFlow, RangeInclusive};

use queens::{Counter, is_solution, known};
use queens_gallery::Member;

use crate::command::prelude::*;

pub(crate) fn run() -> Result<Exit> {
    let mut report = Report { checks: 0, failed: 0 };
    report.check("brute force = the definition on every board of one queen a row", 0..=5, |n| {
        same(n, &gallery(Member::BruteForce, n)?, &by_definition(n))
    })?;
    for pair in Member::ALL.windows(2) {
        let (simpler, member) = (pair[0], pair[1]);
        let most = if simpler == Member::BruteForce { 6 } else { 9 };
        report.check(format_args!("{member} = {simpler}"), 0..=most, |n| {
            same(n, &gallery(member, n)?, &gallery(simpler, n)?)
        })?;
    }
    report.check("list = bitwise", 0..=9, |n| {
        let listed = queens::solutions(n)?.map(|placement| placement.columns().to_vec());
        same(n, &listed.collect(), &gallery(Member::Bitwise, n)?)
    })?;
    for id in Kernel::ALL.into_iter().filter(|kernel| kernel.missing().is_none()) {
        report.check(format_args!("count on {id} = mirror"), 0..=13, |n| {
            same(n, &counted_by(Method::Search, id, n)?, &u128::from(Member::Mirror.count(n)?))
        })?;
    }
    for id in Kernel::ALL.into_iter().filter(|kernel| kernel.check(Method::Color).is_ok()) {
        let what = format_args!("count by color on {id} = by search on scalar");
        report.check(what, 0..=14, |n| {
            let searched = counted_by(Method::Search, Kernel::Scalar, n)?;
            same(n, &counted_by(Method::Color, id, n)?, &searched)
        })?;
    }
    report.check("fundamental solutions by orbits = by listing", 0..=9, |n| {
        let listed = queens::solutions(n)?.filter(Placement::is_canonical).count();
        same(n, &queens::symmetry(n)?.fundamental(), &(listed as u128))
    })?;
    report.check("a constructed solution satisfies the definition", 4..=200, |n| {
        same(n, &queens::find(n)?.is_some_and(|p| is_solution(p.columns())), &true)
    })?;
    report.check(format_args!("count = {}", known::TOTAL.oeis), 0..=14, |n| {
        same(n, &Some(queens::count(n)?), &known::TOTAL.at(n))
    })?;
    let what = format_args!("fundamental solutions = {}", known::FUNDAMENTAL.oeis);
    report.check(what, 1..=13, |n| {
        same(n, &Some(queens::symmetry(n)?.fundamental()), &known::FUNDAMENTAL.at(n))
    })?;
    let Report { checks, failed } = report;
    output::print(format!("{checks} checks, {failed} failed\n"))?;
    Ok(Exit::yes_if(failed == 0))
}

struct Report {
    checks: u32,
    failed: u32,
}

impl Report {
    /// Compares for each size, and prints the first difference if there is one.
    fn check(
        &mut self,
        name: impl Display,
        mut sizes: RangeInclusive<u32>,
        check: impl Fn(u32) -> Result<()>,
    ) -> Result<()> {
        let name = format!("{name}, n = {}..{}", sizes.start(), sizes.end());
        let mut out = output::stdout();
        self.checks += 1;
        match sizes.try_for_each(check) {
            Ok(()) if talk::is_quiet() => {}
            Ok(()) => writeln!(out, "{GOOD}ok{GOOD:#}      {name}")?,
            Err(Failure::Said(what)) => {
                self.failed += 1;
                writeln!(out, "{BAD}FAILED{BAD:#}  {name}: {what}")?;
            }
            Err(failure) => return Err(failure),
        }
        Ok(out.flush()?)
    }
}

fn same<T: PartialEq + std::fmt::Debug>(n: u32, left: &T, right: &T) -> Result<()> {
    if left == right {
        return Ok(());
    }
    let mut difference = format!("n = {n}: {left:?} is not {right:?}");
    difference.truncate(200);
    Err(Failure::new(difference, "report it: the project counts on these checks"))
}

/// Every way to put one queen on each row, filtered by the definition: all numbers of n digits in base n.
fn by_definition(n: u32) -> Vec<Vec<u32>> {
    let board = |number: u32| (0..n).rev().map(|digit| number / n.pow(digit) % n).collect();
    (0..n.pow(n)).map(board).filter(|board: &Vec<u32>| is_solution(board)).collect()
}

/// The solutions that an algorithm of the gallery finds, sorted.
fn gallery(member: Member, n: u32) -> Result<Vec<Vec<u32>>> {
    let mut found = Vec::new();
    let _ = member.run(n, &mut |columns: &[u32]| {
        found.push(columns.to_vec());
        ControlFlow::Continue(())
    })?;
    found.sort_unstable();
    Ok(found)
}

fn counted_by(method: Method, id: Kernel, n: u32) -> Result<u128> {
    Ok(Counter::new(n).method(method).kernel(id).run()?.total)
}
