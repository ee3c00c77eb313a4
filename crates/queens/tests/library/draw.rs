//! Pictures of boards: text, SVG and PNG.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use proptest::prelude::*;
use queens::board::squares;
use queens::draw::Drawing;
use queens::{ErrorKind, Placement, Regions, Square};

const ATTACK: &str = "#0072b2";
const BLOCK: &str = "#dedcd8";

#[test]
fn squares_beyond_the_board_are_refused() {
    let far = Square { row: u32::MAX, column: 8 };
    for result in [empty(8).queens([far]), empty(8).attacks([far]), empty(8).blocked([far])] {
        let error = result.unwrap_err().to_string();
        assert_eq!(error, "the square i4294967296 is not on an 8 x 8 board");
    }
}

#[test]
fn the_size_is_bounded_and_the_largest_board_stays_small() {
    let drawing = |n: u32| {
        let columns = (1..n).step_by(2).chain((0..n).step_by(2)).collect();
        Drawing::of(&Placement::new(columns).unwrap())
    };
    let svg = drawing(256).unwrap().coordinates(true).svg();
    assert!(svg.len() < 100_000, "{}", svg.len());
    assert_eq!(drawing(258).unwrap_err().kind(), ErrorKind::TooLarge);
}

fn empty(n: u32) -> Drawing {
    Drawing::new(n).unwrap()
}

fn of(placement: &str) -> Drawing {
    Drawing::of(&placement.parse().unwrap()).unwrap()
}

#[test]
fn four_queens() {
    let [a1, d2, d4] = ["a1", "d2", "d4"].map(|name| name.parse().unwrap());
    let drawing = of("2 4 1 3").attacks([d2]).unwrap().blocked([a1, d4]).unwrap();
    let drawing = drawing.coordinates(true);
    assert_eq!(drawing.ascii(), "  a b c d\n1 # Q * *\n2 * * * Q\n3 Q . * *\n4 . * Q #\n");
    assert_eq!(
        drawing.unicode(),
        [
            "    a   b   c   d  \n",
            "  ┌───┬───┬───┬───┐\n",
            "1 │▒▒▒│ ♛ │ · │ · │\n",
            "  ├───┼───┼───┼───┤\n",
            "2 │ · │ · │ · │ ♛ │\n",
            "  ├───┼───┼───┼───┤\n",
            "3 │ ♛ │   │ · │ · │\n",
            "  ├───┼───┼───┼───┤\n",
            "4 │   │ · │ ♛ │▒▒▒│\n",
            "  └───┴───┴───┴───┘\n",
        ]
        .concat()
    );
}

#[test]
fn the_smallest_boards() {
    for shown in [false, true] {
        assert_eq!(empty(0).coordinates(shown).ascii(), "");
        assert_eq!(empty(0).coordinates(shown).unicode(), "");
    }
    let one = of("1");
    assert_eq!(one.ascii(), "Q\n");
    assert_eq!(one.unicode(), "┌───┐\n│ ♛ │\n└───┘\n");
    let one = one.coordinates(true);
    assert_eq!(one.ascii(), "  a\n1 Q\n");
    assert_eq!(one.unicode(), "    a  \n  ┌───┐\n1 │ ♛ │\n  └───┘\n");
}

#[test]
fn columns_past_z() {
    let drawing = empty(27).coordinates(true);
    let text = drawing.ascii();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2 + 27);
    assert_eq!(lines[0], format!("{}a", " ".repeat(3 + 2 * 26)));
    assert_eq!(lines[1], "   a b c d e f g h i j k l m n o p q r s t u v w x y z a");
    assert_eq!(lines[2], format!(" 1{}", " .".repeat(27)));
    assert_eq!(lines[28], format!("27{}", " .".repeat(27)));

    let text = drawing.unicode();
    let first = text.lines().next().unwrap();
    assert!(first.starts_with("     a   b   c  "), "{first}");
    assert!(first.ends_with(" z  aa  "), "{first}");
}

proptest! {
    #[test]
    fn attacks_are_those_of_the_definition(
        (n, queens, attackers) in (1_u32..14).prop_flat_map(|n| {
            let square = || (0..n, 0..n).prop_map(|(row, column)| Square { row, column });
            let squares = || prop::collection::vec(square(), 0..5);
            (Just(n), squares(), squares())
        }),
        coordinates: bool,
    ) {
        let drawing = Drawing::new(n)
            .and_then(|drawing| drawing.queens(queens.clone()))
            .and_then(|drawing| drawing.attacks(attackers.clone()))
            .unwrap();
        let text = drawing.ascii();
        let marks = text.split_whitespace();
        prop_assert_eq!(marks.clone().count(), (n * n) as usize);
        for (square, mark) in squares(n).zip(marks) {
            let attacked = attackers.iter().any(|&attacker| attacker.attacks(square));
            let expected = match (queens.contains(&square), attacked) {
                (true, _) => "Q",
                (false, true) => "*",
                (false, false) => ".",
            };
            prop_assert_eq!(mark, expected, "{}", square);
        }
        let text = drawing.coordinates(coordinates).unicode();
        let width = text.lines().next().unwrap().chars().count();
        prop_assert!(text.lines().all(|line| line.chars().count() == width), "{}", text);
    }
}

fn eight() -> Drawing {
    of("1 5 8 6 3 7 2 4")
}

/// Everything at once, on a board of any size.
fn full(n: u32) -> Drawing {
    let on = |step: usize| squares(n).step_by(step);
    let drawing = empty(n).queens(on(11)).unwrap().attacks(on(23)).unwrap();
    drawing.blocked(on(7)).unwrap().coordinates(true)
}

#[test]
fn there_is_a_use_for_every_queen_and_a_glyph_for_every_character() {
    let svg = eight().coordinates(true).svg();
    assert_eq!(svg.matches("<use href=\"#queen\"").count(), 8);
    assert_eq!(svg.matches("<use href=\"#glyph-").count(), 16);
    assert_eq!(svg.matches("<path id=\"glyph-").count(), 16);
    assert!(!svg.contains("<text"));
    let svg = full(27).svg();
    assert!(svg.contains("<use href=\"#queen\" x=\"0\" y=\"0\"/>"));
    assert_eq!(svg.matches("<use href=\"#glyph-").count(), (26 + 2) + (9 + 2 * 18));
}

#[test]
fn nothing_is_written_that_is_not_shown() {
    let svg = empty(8).svg();
    for part in ["<defs", "<use", "queen\"", ATTACK, BLOCK] {
        assert!(!svg.contains(part), "{part}");
    }
}

#[test]
fn the_label_tells_all_once_and_in_order() {
    let [a1, b2] = [0, 1].map(|i| Square { row: i, column: i });
    let label = |drawing: Drawing| {
        let svg = drawing.svg();
        svg.split('"').skip_while(|part| !part.ends_with("aria-label=")).nth(1).unwrap().to_owned()
    };
    assert_eq!(label(of("1")), "1 queen on a board of 1 x 1: a1");
    let queens = empty(2).queens([b2, a1]).unwrap();
    let marked = queens.attacks([b2, a1, b2]).unwrap().blocked([b2, b2]).unwrap();
    let expected = "2 queens on a board of 2 x 2: a1, b2; attacks from a1, b2; blocked: b2";
    assert_eq!(label(marked), expected);
}

#[test]
fn lines_end_on_the_board() {
    // a1 has three lines: the fourth would be a1 alone.
    let a1 = Square { row: 0, column: 0 };
    let [b1, c1] = [1, 2].map(|column| Square { row: 0, column });
    let lines = |square| {
        let svg = empty(3).attacks([square]).unwrap().svg();
        let path = svg.lines().find(|line| line.contains("stroke=\"#0072b2\"")).unwrap();
        path.split_once(" d=").unwrap().1.to_owned()
    };
    assert_eq!(lines(a1), "\"M6 30h168M30 6v168M6 6l168 168\"/>");
    assert_eq!(lines(b1), "\"M6 30h168M90 6v168M66 6l108 108M6 114l108 -108\"/>");
    assert_eq!(lines(c1), "\"M6 30h168M150 6v168M6 174l168 -168\"/>");
    let c2 = Square { row: 1, column: 2 };
    assert_eq!(lines(c2), "\"M6 90h168M150 6v168M66 6l108 108M66 174l108 -108\"/>");
}

#[cfg(feature = "png")]
mod png {
    use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

    use super::*;

    /// The color in the middle of a square of a board without coordinates.
    fn middle(image: &Pixmap, n: u32, square: Square) -> [u8; 3] {
        let at = |i: u32| (10 + 60 * i + 30) * image.width() / (10 + 60 * n + 10);
        let pixel = image.pixel(at(square.column), at(square.row)).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    /// The image is that of the SVG, which is well-formed then.
    #[test]
    fn the_image_has_the_width_asked_for() {
        for (n, pixels) in [(0, 16), (1, 16), (2, 17), (3, 40), (8, 333), (27, 300), (60, 300)] {
            for drawing in [full(n), full(n).coordinates(false)] {
                let png = drawing.png(pixels).unwrap();
                let image = Pixmap::decode_png(&png).unwrap();
                assert_eq!((image.width(), image.height()), (pixels, pixels));
                // A board lies on paper, whatever it is shown on.
                assert!(image.pixels().iter().all(PremultipliedColorU8::is_opaque));
                assert_eq!(drawing.png(pixels).unwrap(), png);
            }
        }
    }

    #[test]
    fn widths_are_bounded() {
        let (least, most) = Drawing::PIXELS.into_inner();
        assert!(eight().png(least).is_ok());
        for pixels in [0, least - 1, most + 1, u32::MAX] {
            let error = eight().png(pixels).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Invalid);
            assert_eq!(error.advice(), "give a width from 16 to 8192 pixels");
        }
    }

    #[test]
    fn every_square_shows_what_it_holds() {
        let placement: Placement = "1 5 8 6 3 7 2 4".parse().unwrap();
        let [a1, h1, b3] = [(0, 0), (0, 7), (2, 1)].map(|(row, column)| Square { row, column });
        let plain = Pixmap::decode_png(&eight().png(500).unwrap()).unwrap();
        let drawing = eight().blocked([h1, b3]).unwrap().attacks([a1]).unwrap();
        let marked = Pixmap::decode_png(&drawing.png(500).unwrap()).unwrap();
        let (light, dark) = ([0xf6, 0xf0, 0xe2], [0xd3, 0xc2, 0xa1]);
        let (ink, attack, hatch) = ([0x1d, 0x24, 0x33], [0x00, 0x72, 0xb2], [0x85, 0x82, 0x7d]);
        for square in squares(placement.n()) {
            let even = (square.row + square.column) % 2 == 0;
            let ground = if even { light } else { dark };
            let queen = placement.queens().any(|queen| queen == square);
            let (unmarked, expected) = match () {
                () if queen => (ink, ink),
                () if square.attacks(a1) => (ground, attack),
                () if square == b3 => (ground, hatch),
                () => (ground, ground),
            };
            assert_eq!(middle(&plain, 8, square), unmarked, "{square}");
            assert_eq!(middle(&marked, 8, square), expected, "{square}");
        }
    }
}

fn four_regions() -> Drawing {
    let regions: Regions = "AAAB\nACBB\nCCDD\nCCDD".parse().unwrap();
    empty(4).regions(&regions).unwrap()
}

#[test]
fn borders_run_where_regions_meet() {
    let [b1, a1] = ["b1", "a1"].map(|name| name.parse().unwrap());
    let marked = four_regions().queens([b1]).unwrap().blocked([a1]).unwrap();
    assert_eq!(
        marked.coordinates(true).unicode(),
        "    a   b   c   d \n\
         \x20 ┌───────────┬───┐\n\
         1 │ ×   ♛     │   │\n\
         \x20 │   ┌───┬───┘   │\n\
         2 │   │   │       │\n\
         \x20 ├───┘   ├───────┤\n\
         3 │       │       │\n\
         \x20 │       │       │\n\
         4 │       │       │\n\
         \x20 └───────┴───────┘\n"
    );
}

#[test]
fn an_svg_has_a_color_for_every_region_and_a_pattern_from_the_ninth_on() {
    let svg = four_regions().letters(true).svg();
    let palette = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2"];
    let used: Vec<bool> = palette.iter().map(|color| svg.contains(color)).collect();
    assert_eq!(used, [true, true, true, true, false]);
    assert_eq!(svg.matches("<use href=\"#glyph-").count(), 16);
    assert!(svg.contains("; regions: AAAB ACBB CCDD CCDD\""));
    let rows = Regions::new((0..324).map(|square| (square / 18) as u8).collect()).unwrap();
    let svg = empty(18).regions(&rows).unwrap().svg();
    assert_eq!(svg.matches("stroke-opacity=\".45\"").count(), 10);
    let error = empty(5).regions(&rows).unwrap_err().to_string();
    assert_eq!(error, "regions of an 18 x 18 board on a 5 x 5 board");
}
