//! A board that bytes spell, in each form that other programs write: it is read as that board. With one byte changed, it is
//! read as boards, or refused: with one line for one text, or for a part of it.

#![no_main]

use std::collections::BTreeMap;
use std::fmt::Write;

use libfuzzer_sys::fuzz_target;
use queens::board::squares;
use queens_fuzz::assert_refusal;
use queens_puzzle::{Puzzle, Reader, parse};

fuzz_target!(|bytes: &[u8]| {
    let [size, form, at, byte, labels @ ..] = bytes else { return };
    let n = 4 + usize::from(size % 9);
    // The label of each square; every label is there.
    let of: Vec<usize> =
        (0..n * n)
            .map(|square| {
                if square < n { square } else { usize::from(*labels.get(square).unwrap_or(&0)) % n }
            })
            .collect();
    let Some((text, of)) = write(usize::from(*form) % 11, n, of) else { return };
    let read = parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let [puzzle] = &*read else { panic!("{} puzzles: {text}", read.len()) };
    assert_eq!(numbered(labels_of(puzzle)), numbered(of), "{text}");

    let mut changed = text.into_bytes();
    let at = usize::from(*at) * 16 % changed.len();
    changed[at] = *byte;
    let mut errors = 0;
    for puzzle in Reader::new(&changed[..]) {
        match puzzle {
            Ok(puzzle) => assert!((4..=32).contains(&puzzle.n())),
            Err(error) => {
                errors += 1;
                assert_refusal(&error);
            }
        }
    }
    // A line end in the middle makes two texts of one, and an empty line does, too.
    assert!(errors <= 8, "{errors} errors for {:?}", String::from_utf8_lossy(&changed));
});

fn labels_of(puzzle: &Puzzle) -> Vec<usize> {
    squares(puzzle.n()).map(|square| puzzle.regions().at(square) as usize).collect()
}

/// The same labels, numbered as they come.
fn numbered(of: Vec<usize>) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    of.into_iter()
        .map(|label| {
            let next = numbers.len();
            *numbers.entry(label).or_insert(next)
        })
        .collect()
}

/// A board in a form, and its labels.
fn write(form: usize, n: usize, mut of: Vec<usize>) -> Option<(String, Vec<usize>)> {
    let rows = |of: &[usize]| of.chunks(n).map(|row| format!("{row:?}")).collect::<Vec<_>>();
    let cells = |of: &[usize], label: usize| {
        (0..n * n)
            .filter(|&square| of[square] == label)
            .map(|square| (square / n, square % n))
            .collect::<Vec<_>>()
    };
    let flat: Vec<String> = of.iter().map(ToString::to_string).collect();
    let mut text = String::new();
    match form {
        0 => text = flat.join(","),
        1 => text = format!("{n}\n1\n{}", rows(&of).join("\n").replace(['[', ']'], "")),
        2 => text = rows(&of).join(",\n"),
        3 => {
            let colors: Vec<String> =
                rows(&of).iter().map(|row| format!("{{\"colors\":{row}}}")).collect();
            text =
                format!("{{\"data\":[{{\"gridSize\":{n},\"colorGrid\":[{}]}}]}}", colors.join(","));
        }
        4 => {
            let lists: Vec<String> = (0..n)
                .map(|label| {
                    let pairs: Vec<String> = cells(&of, label)
                        .iter()
                        .map(|(row, column)| format!("[{row},{column}]"))
                        .collect();
                    format!("\"{label}\":[{}]", pairs.join(","))
                })
                .collect();
            text = format!("{{{}}}", lists.join(","));
        }
        5 => {
            write!(text, "<Legup version=\"2.0.0\"><puzzle name=\"StarBattle\"><board size=\"{n}\" puzzle_num=\"1\">").ok()?;
            for label in 0..n {
                text += "<region><cells>";
                for (y, x) in cells(&of, label) {
                    write!(text, "<cell value=\"0\" x=\"{x}\" y=\"{y}\"/>").ok()?;
                }
                text += "</cells></region>";
            }
            text += "</board></puzzle></Legup>\n";
        }
        6 => {
            text = format!(
                "import {{ a }} from 'b';\nexport const level: Level = {{\n size: {n},\n colorRegions: [{}], // rows\n}};\n",
                rows(&of).join(",\n  ")
            );
        }
        7 => {
            text =
                format!("{{\"n\":{n},\"regions\":[{}],\"solution\":[[0,1]]}}", rows(&of).join(","));
        }
        8 => text = flat.join("\n"),
        9 => text = format!("{{\"first\":[{}]}}", rows(&of).join(",")),
        _ => {
            // The rows down to a cut, and below it columns, the last two together: each region is in one piece.
            let cut = of[n] % (n - 1);
            of = (0..n * n)
                .map(|square| if square / n <= cut { 0 } else { 1 + (square % n).min(n - 2) })
                .collect();
            let bit = |one: usize, other: usize| u8::from(of[one] != of[other]);
            let right = (0..n).flat_map(|row| {
                (0..n - 1).map(move |column| (row * n + column, row * n + column + 1))
            });
            let right: Vec<u8> = right.map(|(one, other)| bit(one, other)).collect();
            let below: Vec<u8> = (0..n * n - n).map(|square| bit(square, square + n)).collect();
            write!(text, "https://puzz.link/p?starbattle/{n}/{n}/1/").ok()?;
            for part in [right, below] {
                for five in part.chunks(5) {
                    let value =
                        (0..5).fold(0, |value, at| value * 2 + five.get(at).copied().unwrap_or(0));
                    text.push(char::from_digit(u32::from(value), 32)?);
                }
            }
        }
    }
    Some((text, of))
}
