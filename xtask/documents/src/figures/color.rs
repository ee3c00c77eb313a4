//! The figures of docs/color.md, drawn from its example for n = 6 and from placements listed here.

use std::fmt::Write;

use super::{BOTTOM, INK, LEFT_OUT, MIDDLE, SIDE, Svg, TOP};

/// The figures: where they belong, and what is in them.
pub(super) fn all() -> Vec<(&'static str, String)> {
    vec![("docs/pictures/color-board.svg", board())]
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
