//! Files for other programs, read back by small programs that know the formats and nothing of queens. `cargo xtask full`
//! runs the real ones on such files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use proptest::prelude::*;
use queens::export::{Format, MAX_N};
use queens::{ErrorKind, Problem};
use queens_testkit::generators;

/// Constraints on sums of variables that are 0 or 1: each variable with its factor, the relation, the right side.
type Sum = (Vec<(usize, i32)>, String, i32);

/// The number of assignments for which every sum is as it should be: variable by variable.
fn assignments(variables: usize, sums: &[Sum]) -> u128 {
    fn go(at: usize, variables: usize, sums: &[Sum], left: &mut [(i32, i32, i32)]) -> u128 {
        // The sum so far, and the least and the most that the open variables can add.
        let fits = |((_, relation, right), &(sum, least, most)): (&Sum, &(i32, i32, i32))| {
            match &**relation {
                "=" => sum + least <= *right && sum + most >= *right,
                ">=" => sum + most >= *right,
                _ => sum + least <= *right,
            }
        };
        if !sums.iter().zip(&*left).all(fits) {
            return 0;
        }
        if at == variables {
            return 1;
        }
        let mut found = 0;
        for value in 0..=1 {
            let before = left.to_vec();
            for ((terms, ..), (sum, least, most)) in sums.iter().zip(&mut *left) {
                for (_, factor) in terms.iter().filter(|(variable, _)| *variable == at) {
                    *sum += value * factor;
                    *least -= factor.min(&0);
                    *most -= factor.max(&0);
                }
            }
            found += go(at + 1, variables, sums, left);
            left.copy_from_slice(&before);
        }
        found
    }
    let bounds = |(terms, ..): &Sum| {
        let factors = || terms.iter().map(|term| term.1);
        (
            0,
            factors().map(|factor| factor.min(0)).sum(),
            factors().map(|factor| factor.max(0)).sum(),
        )
    };
    let mut left: Vec<(i32, i32, i32)> = sums.iter().map(bounds).collect();
    go(0, variables, sums, &mut left)
}

/// A clause is a sum: each negated literal adds -1.
fn dimacs(text: &str) -> u128 {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let ["p", "cnf", variables, clauses] = head[..] else { panic!("{head:?}") };
    let clause = |line: &str| {
        let literals: Vec<i32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        let (end, literals) = literals.split_last().unwrap();
        assert_eq!(*end, 0);
        let negative = literals.iter().filter(|literal| **literal < 0).count() as i32;
        let term = |literal: &i32| (literal.unsigned_abs() as usize - 1, literal.signum());
        (literals.iter().map(term).collect(), ">=".to_owned(), 1 - negative)
    };
    let sums: Vec<Sum> = lines.map(clause).collect();
    assert_eq!(sums.len(), clauses.parse::<usize>().unwrap());
    assignments(variables.parse().unwrap(), &sums)
}

fn opb(text: &str) -> u128 {
    let (head, _) = text.split_once('\n').unwrap();
    let head: Vec<&str> = head.split(' ').collect();
    let ["*", "#variable=", variables, "#constraint=", constraints] = head[..] else {
        panic!("{head:?}")
    };
    let constraint = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [terms @ .., relation, right, ";"] = &words[..] else { panic!("{line}") };
        let term =
            |term: &[&str]| (term[1][1..].parse::<usize>().unwrap() - 1, term[0].parse().unwrap());
        (terms.chunks(2).map(term).collect(), (*relation).to_owned(), right.parse().unwrap())
    };
    let lines = text.lines().filter(|line| !line.starts_with('*'));
    let sums: Vec<Sum> = lines.map(constraint).collect();
    assert_eq!(sums.len(), constraints.parse::<usize>().unwrap());
    assignments(variables.parse().unwrap(), &sums)
}

fn lp(text: &str) -> u128 {
    let (_, rest) = text.split_once("Subject To\n").unwrap();
    let (constraints, variables) = rest.split_once("Binary\n").unwrap();
    let number: BTreeMap<&str, usize> =
        variables.lines().filter(|line| *line != "End").map(str::trim).zip(0..).collect();
    let constraint = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "+").collect();
        let [terms @ .., relation, right] = &words[..] else { panic!("{text}") };
        let terms = terms.iter().map(|name| (number[name], 1));
        (terms.collect(), (*relation).to_owned(), right.parse().unwrap())
    };
    // What follows a name, up to the next name or the end.
    let mut texts: Vec<String> = Vec::new();
    for line in constraints.lines() {
        match line.split_once(':') {
            Some((_, rest)) => texts.push(rest.to_owned()),
            None => texts.last_mut().unwrap().push_str(line),
        }
    }
    let sums: Vec<Sum> = texts.iter().map(|text| constraint(text)).collect();
    assignments(number.len(), &sums)
}

/// An option is a variable, and an item a sum.
fn cover(text: &str) -> u128 {
    let mut lines = text.lines().filter(|line| !line.starts_with('|'));
    let mut relation = "=";
    let mut sums: BTreeMap<&str, Sum> = BTreeMap::new();
    for item in lines.next().unwrap().split(' ') {
        assert!((1..=8).contains(&item.len()) && !item.contains(':'), "{item}");
        if item == "|" {
            relation = "<=";
        } else {
            let other = sums.insert(item, (Vec::new(), relation.to_owned(), 1));
            assert_eq!(other, None, "{item} stands there twice");
        }
    }
    let mut options = 0;
    for option in lines {
        for item in option.split(' ') {
            sums.get_mut(item).unwrap().0.push((options, 1));
        }
        options += 1;
    }
    assignments(options, &sums.into_values().collect::<Vec<_>>())
}

fn check(problem: &Problem) {
    let count = problem.count().unwrap();
    let readers: [(Format, Reader); 4] = [
        (Format::Dimacs, dimacs),
        (Format::Opb, opb),
        (Format::Lp, lp),
        (Format::ExactCover, cover),
    ];
    for (format, read) in readers {
        let text = problem.export(format).unwrap().to_string();
        assert_eq!(read(&text), count, "{format} of\n{problem}\n{text}");
    }
}

#[test]
fn other_programs_find_as_many_solutions() {
    for n in 1..=6 {
        for board in [Problem::new(n), Problem::torus(n)] {
            check(&board);
            check(&board.with_superqueens().unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn of_random_problems_too(problem in generators::problem(1..=5)) {
        check(&problem);
    }
}

#[test]
fn comments_have_the_problem_and_its_solutions() {
    let problem: Problem = "Q...#\n.....\n.....\n.....\n.....\nexclude-diag d1".parse().unwrap();
    for (format, mark) in Format::ALL.into_iter().zip(["c", "%", "%", "|", "*", "\\"]) {
        let without = problem.export(format).unwrap().to_string();
        assert!(!without.contains("solutions:"), "{without}");
        let text = problem.export(format).unwrap().solutions(7).to_string();
        assert!(text.contains(&format!("\n{mark} solutions: 7\n")), "{text}");
        let comments = text.lines().filter_map(|line| line.strip_prefix(mark)?.strip_prefix(' '));
        let is_board = |line: &&str| {
            line.starts_with("exclude")
                || line.len() == 5 && line.chars().all(|c| "Q.#".contains(c))
        };
        let board: Vec<&str> = comments.filter(is_board).collect();
        assert_eq!(board.join("\n").parse::<Problem>().unwrap(), problem, "{text}");
    }
}

#[test]
fn sizes_that_no_format_takes() {
    for format in Format::ALL {
        let [none, large] = [0, MAX_N + 1].map(|n| Problem::new(n).export(format).unwrap_err());
        assert_eq!(none.to_string(), "the board of n = 0 has no squares to write");
        assert_eq!(large.kind(), ErrorKind::TooLarge);
        assert_eq!(large.to_string(), "n = 129 is too large to export");
    }
}

/// A sink that counts, for files of many megabytes.
#[derive(Default)]
struct Bytes(usize);

impl std::fmt::Write for Bytes {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

#[test]
fn the_largest_board_is_written() {
    use std::fmt::Write;

    for format in Format::ALL {
        // All pairs of squares take seconds: by hand, n = 128 is 51 MB.
        let n = if format == Format::Dimacs { 40 } else { MAX_N };
        let largest = Problem::torus(n).with_superqueens().unwrap();
        let mut bytes = Bytes::default();
        write!(bytes, "{}", largest.export(format).unwrap()).unwrap();
        assert!(bytes.0 > 1 << 10, "{format}");
    }
}
/// Counts what a file in some format says.
type Reader = fn(&str) -> u128;
