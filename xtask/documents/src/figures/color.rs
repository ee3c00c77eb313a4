//! The figures of docs/color.md, drawn from its example for n = 6 and from placements listed here.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{BOTTOM, INK, INNER, LEFT_OUT, MIDDLE, SIDE, Svg, TOP};

/// The figures: where they belong, and what is in them.
pub(super) fn all() -> Vec<(&'static str, String)> {
    vec![("docs/pictures/color-board.svg", board()), ("docs/pictures/color-kernel.svg", kernel())]
}

/// A solution on the board in two colors, with a diagonal of each, and the same squares by classes.
fn board() -> String {
    const QUEENS: [i32; 6] = [3, 0, 4, 1, 5, 2];
    let mut svg = Svg::new(700, 284);
    let square = |svg: &mut Svg, x: i32, y: i32, row: i32, col: i32| {
        let white = (row + col) % 2 == 0;
        let fill = match (row + col, row - col) {
            (6, _) => TOP,
            (_, 1) => BOTTOM,
            _ if white => LEFT_OUT,
            _ => MIDDLE,
        };
        svg.rect(x, y, SIDE, SIDE, fill);
        if QUEENS[row as usize] == col {
            let (x, y) = (x + SIDE / 2, y + SIDE / 2);
            let fill = if white { LEFT_OUT } else { INK };
            let _ = writeln!(
                svg.body,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{fill}\" stroke=\"{INK}\" \
                 stroke-width=\"2\"/>"
            );
        }
    };
    let (left, top) = (40, 56);
    svg.centered(left + 3 * SIDE, 16, "n = 6");
    for line in 0..6 {
        svg.centered(left + line * SIDE + SIDE / 2, top - 6, &line.to_string());
        svg.centered(left - 10, top + line * SIDE + 16, &line.to_string());
        for col in 0..6 {
            square(&mut svg, left + col * SIDE, top + line * SIDE, line, col);
        }
    }
    for (i, (name, rows, columns)) in (0..).zip([
        ("EE", "A1", "B1"),
        ("OO", "A2", "B2"),
        ("EO", "~A1", "~B2"),
        ("OE", "~A2", "~B1"),
    ]) {
        let (x, y) = (270 + i % 2 * 220, 40 + i / 2 * 124);
        let (row, col) = ([0, 1, 0, 1][i as usize], [0, 1, 1, 0][i as usize]);
        svg.left(x, y - 22, &format!("{name}: {}", if i < 2 { "white" } else { "black" }));
        let mut occupied = [Vec::new(), Vec::new()];
        for a in 0..3 {
            svg.centered(x + a * SIDE + SIDE / 2, y - 6, &(2 * a + col).to_string());
            svg.centered(x - 10, y + a * SIDE + 16, &(2 * a + row).to_string());
            for b in 0..3 {
                square(&mut svg, x + b * SIDE, y + a * SIDE, 2 * a + row, 2 * b + col);
                if QUEENS[(2 * a + row) as usize] == 2 * b + col {
                    occupied[0].push(a.to_string());
                    occupied[1].push(b.to_string());
                }
            }
        }
        occupied[1].sort_unstable();
        for (i, name) in (0..).zip([rows, columns]) {
            let set = occupied[i as usize].join(", ");
            svg.left(x + 3 * SIDE + 12, y + 30 + i * 20, &format!("{name} = {{{set}}}"));
        }
    }
    svg.left(
        40,
        256,
        "Blue: an anti diagonal, all of its squares white. Orange: a diagonal, all black.",
    );
    svg.left(
        40,
        272,
        "Each class is a board of its own; the numbers at its border are those of the whole board.",
    );
    svg.finish()
}

/// The ways to put queens on three rows of a class of n = 14: their columns, and their diagonals as bits.
/// The classes share anti diagonals whose sums of indices differ by `anti`.
fn placements(rows: [u32; 3], anti: u32) -> Vec<(Vec<u32>, u64)> {
    let lines = |row: u32, column: u32| 1 << (anti + row + column) | 1_u64 << (32 + row - column);
    let mut all = vec![(Vec::new(), 0)];
    for row in rows {
        let longer = |(columns, taken): &(Vec<u32>, u64)| {
            let free = |column: &u32| !columns.contains(column) && lines(row, *column) & taken == 0;
            let add = |column| ([&columns[..], &[column]].concat(), taken | lines(row, column));
            (0..7).filter(free).map(add).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// One line of four byte lanes, what the squares of a placement leave alive of it, and counts.
fn kernel() -> String {
    const CELL: i32 = 14;
    /// The most central row first.
    const TRIED: [u32; 3] = [2, 1, 0];
    let set = |columns: &[u32]| {
        let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
        format!("{{{}}}", columns.join(", "))
    };
    let sorted = |mut columns: Vec<u32>| {
        columns.sort_unstable();
        columns
    };
    let mut lists: BTreeMap<Vec<u32>, Vec<u64>> = BTreeMap::new();
    for (columns, diagonals) in placements([4, 5, 6], 1) {
        lists.entry(sorted(columns)).or_default().push(diagonals);
    }
    let mut lanes: Vec<_> = lists.into_iter().collect();
    lanes.sort_by_key(|(_, list)| std::cmp::Reverse(list.len()));
    lanes.truncate(4);
    let same = |columns: &Vec<u32>| sorted(columns.clone()) == [0, 3, 6];
    let tried: Vec<_> =
        placements(TRIED, 0).into_iter().filter(|(columns, _)| same(columns)).collect();

    let mut svg = Svg::new(740, 374);
    let left = 200;
    let lane_x = |lane: i32| left + lane * (8 * CELL + 12);
    svg.text(left - 10, 16, "end", "columns B2");
    svg.text(left - 10, 32, "end", "placements q");
    for (lane, (columns, list)) in (0..).zip(&lanes) {
        svg.centered(lane_x(lane) + 4 * CELL, 16, &set(columns));
        svg.centered(lane_x(lane) + 4 * CELL, 32, &list.len().to_string());
    }
    // A line of bits: which placements share no diagonal with some queens.
    let line = |svg: &mut Svg, y: i32, name: &str, queens: u64, fill: &str| {
        svg.text(left - 10, y + 11, "end", name);
        for (lane, (_, list)) in (0..).zip(&lanes) {
            for bit in 0..8 {
                let alive = list.get(bit as usize).is_some_and(|q| q & queens == 0);
                let x = lane_x(lane) + bit * CELL;
                svg.rect(x, y, CELL, CELL, if alive { fill } else { LEFT_OUT });
            }
        }
    };
    let (columns, diagonals) = &tried[0];
    let third = 1 << (TRIED[2] + columns[2]) | 1_u64 << (32 + TRIED[2] - columns[2]);
    let pair = format!("rows 2, 1: columns {}, {}", columns[0], columns[1]);
    line(&mut svg, 42, "all", 0, MIDDLE);
    line(&mut svg, 64, &pair, diagonals & !third, TOP);
    line(&mut svg, 86, &format!("row 0: column {}", columns[2]), third, TOP);
    line(&mut svg, 108, "AND: survivors", *diagonals, INNER);
    let mut y = 148;
    for (columns, diagonals) in &tried {
        let name = format!("columns {}, {}, {}", columns[0], columns[1], columns[2]);
        line(&mut svg, y, &name, *diagonals, INNER);
        y += 22;
    }
    svg.text(left - 10, y + 14, "end", "counts, to the matrix");
    for (lane, (_, list)) in (0..).zip(&lanes) {
        let fit = |(_, queens): &(_, u64)| list.iter().filter(|q| *q & queens == 0).count();
        let count: usize = tried.iter().map(fit).sum();
        svg.rect(lane_x(lane), y, 8 * CELL, 20, BOTTOM);
        svg.centered(lane_x(lane) + 4 * CELL, y + 14, &count.to_string());
    }
    svg.left(
        20,
        y + 52,
        "A byte is a column set B2, a bit one packed placement q. The two lines below \"all\" are entries of tables:",
    );
    svg.left(
        20,
        y + 68,
        "what some squares of EE leave alive. Below the gap: all tried placements p with the columns B1 = {0, 3, 6}.",
    );
    svg.finish()
}
