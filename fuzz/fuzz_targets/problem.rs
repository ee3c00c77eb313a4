//! Any text is a problem, and then it survives being written and read, as a text and as JSON, and its
//! search finds the solutions that its definition admits; or it is not, and then a check that shares no
//! code with the library finds the reason too.

#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use queens::{Completer, Options, Placement, Problem, Square};
use queens_fuzz::{assert_refusal, oracle};

fuzz_target!(|text: &str| {
    if text.starts_with('{') {
        if let Ok(problem) = serde_json::from_str::<Problem>(text) {
            survives_json(&problem);
        }
        return;
    }
    match text.parse::<Problem>() {
        Ok(problem) => {
            assert!(is_problem(text), "what is no problem was read: {text:?}");
            let written = problem.to_string();
            assert_eq!(written.parse().as_ref(), Ok(&problem), "changed by writing: {written:?}");
            survives_json(&problem);
            if problem.n() <= 7 {
                search_agrees(&problem);
            }
        }
        Err(error) => {
            assert!(!is_problem(text), "a problem was refused: {error}");
            assert_refusal(&error);
        }
    }
});

fn survives_json(problem: &Problem) {
    let json = serde_json::to_string(problem).expect("a problem is a document");
    let read: Problem = serde_json::from_str(&json).expect("what was written is read");
    assert_eq!(&read, problem, "changed by writing: {json}");
}

fn search_agrees(problem: &Problem) {
    let n = problem.n();
    let columns = oracle::grown(n, |columns, column| {
        let square = Square { row: columns.len() as u32, column };
        let mut above = (0..).zip(columns).map(|(row, &column)| Square { row, column });
        above.all(|queen| !problem.attacks(queen, square))
    });
    let placements = columns.into_iter().filter_map(|columns| problem.placement(columns).ok());
    let listed: Vec<Placement> = placements.collect();
    let completer = Completer::new(problem).options(&Options::new().threads(1));
    assert_eq!(completer.count().expect("a small size").total, listed.len() as u128, "{problem}");
    let found = completer.find().expect("a small size").placement;
    assert_eq!(found.is_some(), !listed.is_empty(), "{problem}");
    assert!(found.is_none_or(|placement| listed.contains(&placement)), "{problem}");
    let completions = completer.list().expect("a small size");
    assert!(completions.eq(listed.into_iter().map(Ok)), "{problem}");
}

/// Tells whether a text states a problem: n rows of n squares, diagonals named by squares of the
/// board, and queens that neither attack each other nor stand on an excluded diagonal.
fn is_problem(text: &str) -> bool {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or("").trim());
    let lines: Vec<&str> = lines.collect();
    if let Some((size, names)) = lines.join(" ").split_once(':')
        && size.trim().starts_with(|c: char| c.is_ascii_digit())
    {
        let size = size.trim().parse::<u32>();
        let (Ok(n), Some(queens)) = (size, squares(names)) else { return false };
        let free = |(i, queen): (usize, &Square)| {
            // A queen that is named twice is one.
            let mut before = queens[..i].iter();
            queen.row.max(queen.column) < n && before.all(|o| o == queen || !o.attacks(*queen))
        };
        return (1..=1000).contains(&n) && queens.iter().enumerate().all(free);
    }
    let (mut board, mut diags, mut antis) = (Vec::new(), vec![], vec![]);
    let (mut torus, mut superqueens) = (false, false);
    let mut regions: Vec<Vec<char>> = Vec::new();
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        let mut words = line.split_whitespace();
        match words.next().unwrap_or("") {
            "torus" if line == "torus" => torus = true,
            "superqueens" if line == "superqueens" => superqueens = true,
            "regions" => regions.extend(words.map(|row| row.chars().collect::<Vec<char>>())),
            kind @ ("exclude-diag" | "exclude-anti") => {
                let named = squares(&line[kind.len()..]).unwrap_or_default();
                if named.is_empty() {
                    return false;
                }
                let lines = if kind == "exclude-diag" { &mut diags } else { &mut antis };
                lines.extend(named);
            }
            _ => board.push(line.split_whitespace().flat_map(str::chars).collect::<Vec<char>>()),
        }
    }
    let n = board.len();
    let is_row = |row: &Vec<char>| {
        row.len() == n && row.iter().all(|c| ['Q', '#', '.', '_', '-'].contains(c))
    };
    let on_board = |square: &Square| square.row.max(square.column) < n as u32;
    if n == 0 || !board.iter().all(is_row) || !diags.iter().chain(&antis).all(on_board) {
        return false;
    }
    // Each region is in one piece or several.
    let labels: BTreeSet<&char> = regions.iter().flatten().collect();
    let are_regions = (4..=32).contains(&n)
        && regions.iter().map(Vec::len).eq(std::iter::repeat_n(n, n))
        && labels.len() == n;
    if !regions.is_empty() && (torus || superqueens || !are_regions) {
        return false;
    }
    let turn = i64::try_from(n).expect("rows that fit a text");
    let same = |a: i64, b: i64| if torus { (a - b) % turn == 0 } else { a == b };
    let rise = |square: &Square| i64::from(square.row) + i64::from(square.column);
    let fall = |square: &Square| i64::from(square.row) - i64::from(square.column);
    // A knight leaps by one in one direction and by two in the other.
    let leaps = |one: &Square, other: &Square| {
        let apart = |a: u32, b: u32, steps: i64| {
            let distance = i64::from(a) - i64::from(b);
            same(distance, steps) || same(distance, -steps)
        };
        let by = |rows, columns| {
            apart(one.row, other.row, rows) && apart(one.column, other.column, columns)
        };
        by(1, 2) || by(2, 1)
    };
    let attack = |one: &Square, other: &Square| {
        let region = |square: &Square| regions[square.row as usize][square.column as usize];
        let in_line = one.row == other.row || one.column == other.column;
        if regions.is_empty() {
            in_line
                || same(rise(one), rise(other))
                || same(fall(one), fall(other))
                || superqueens && leaps(one, other)
        } else {
            let touch = one.row.abs_diff(other.row).max(one.column.abs_diff(other.column)) <= 1;
            in_line || touch || region(one) == region(other)
        }
    };
    let all = (0..n as u32).flat_map(|row| (0..n as u32).map(move |column| Square { row, column }));
    let queens: Vec<Square> =
        all.filter(|square| board[square.row as usize][square.column as usize] == 'Q').collect();
    queens.iter().enumerate().all(|(i, queen)| {
        !queens[..i].iter().any(|other| attack(other, queen))
            && !diags.iter().any(|square| same(fall(square), fall(queen)))
            && !antis.iter().any(|square| same(rise(square), rise(queen)))
    })
}

/// The squares that a text names, if it names nothing else.
fn squares(names: &str) -> Option<Vec<Square>> {
    let names = names.split(|c: char| c.is_whitespace() || c == ',');
    names.filter(|name| !name.is_empty()).map(|name| name.parse().ok()).collect()
}
