//! Boards drawn in many styles, and read again from their pixels.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::print_stdout, reason = "a test names the pictures that it could not read")]

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::iter::repeat_with;
use std::thread::available_parallelism;

use image::{Rgb, RgbImage};
use queens::board::squares;
use queens::draw::Drawing;
use queens::engine::for_each;
use queens::random::Random;
use queens::{Options, Placement, Square, StopFlag};
use queens_puzzle::{Generator, Puzzle, recognize};
use queens_testkit::generators;

use self::sketch::{SOFT, Sketch, Style, between, in_reading_order, marked, one};

#[cfg(feature = "pictures")]
mod files;
mod sketch;

fn read(image: RgbImage) -> Result<Puzzle, queens::Error> {
    let image = image::DynamicImage::ImageRgb8(image).into_rgba8();
    recognize(image.width(), image.height(), &image, &Options::new())
}

fn drawn_and_read(seed: u64) -> (u64, Sketch, Result<Puzzle, queens::Error>) {
    let mut random = Random::new(seed);
    let drawing = Sketch::random(&mut random);
    let result = read(drawing.picture(&mut random));
    (seed, drawing, result)
}

#[test]
fn pictures_that_were_once_read_wrongly_are_right_or_in_doubt() {
    for seed in [14146, 20265, 32066, 46587, 46981, 50998, 118_575] {
        let (_, drawing, result) = drawn_and_read(seed);
        let is_wrong = |puzzle: Puzzle| puzzle.regions() != drawing.puzzle.regions();
        assert!(!result.is_ok_and(is_wrong), "{seed}");
    }
}

/// Our own pictures, at every size: with patterns from nine regions on, letters, names of rows and columns, marks; up to eight
/// regions, which differ in color, also with a region in two pieces.
#[test]
fn our_own_pictures_are_read_back() {
    for (n, seed) in (4..=16).flat_map(|n| [(n, u64::from(n % 2)), (n, u64::from(n % 2) + 2)]) {
        let mut random = Random::new(100 * u64::from(n) + seed);
        let mut puzzle = Generator::new(n).seed(seed).generate().unwrap();
        if seed == 3 && n < 9 {
            puzzle = Puzzle::new(generators::swapped(puzzle.regions(), 1, &mut random));
        }
        let solution = puzzle.problem().solve().unwrap();
        let queens = solution.iter().flat_map(Placement::queens).enumerate();
        let queens = queens.filter(|(place, _)| seed > 0 && *place as u64 % 3 == seed % 3);
        let crosses = squares(n).filter(|_| seed > 0 && random.below(3) == 0);
        puzzle = marked(puzzle, queens.map(|(_, queen)| queen), crosses);
        let drawing = Drawing::new(n).unwrap().regions(puzzle.regions()).unwrap();
        let drawing = drawing.queens(puzzle.queens()).unwrap().blocked(puzzle.crosses()).unwrap();
        let drawing = drawing.letters(seed == 2).coordinates(seed % 2 == 0);
        // Patterns and letters take larger squares.
        let width =
            if n < 10 { [60, 72, 72, 80].map(|side| side * n) } else { [800, 1000, 1000, 1200] };
        let png = drawing.png(width[seed as usize]).unwrap();
        let mut read = read(image::load_from_memory(&png).unwrap().into_rgb8());
        let mut expected = in_reading_order(&puzzle);
        // Letters on patterns may hide crosses, or look like them.
        if seed == 2 && n > 8 {
            (expected, read) = (expected.bare(), read.map(|puzzle| puzzle.bare()));
        }
        assert_eq!(read.as_ref(), Ok(&expected), "n = {n}, seed {seed}\n{}", expected.regions());
    }
}

/// A board without a region's color, one that is no board, and bytes that are no picture.
#[test]
fn what_is_in_doubt_is_an_error_with_what_was_seen() {
    let mut random = Random::new(1);
    let is_plain = |drawing: &Sketch| {
        drawing.style == Style::Lines && drawing.puzzle.n() == 9 && drawing.thick == drawing.thin
    };
    let mut drawing = repeat_with(|| Sketch::random(&mut random)).find(is_plain).unwrap();
    drawing.palette = SOFT.to_vec();
    drawing.palette[1] = SOFT[0];
    let error = read(drawing.draw(&mut random)).unwrap_err();
    assert_eq!(error.to_string(), "the picture shows a grid of 9 x 9 with 8 colors, not clearly 9");
    let letters = error.advice().lines().skip(1);
    assert_eq!(letters.map(str::len).collect::<Vec<_>>(), [9; 9]);
    // Two queens as black squares, one of them all of its region: as many colors as rows.
    drawing.puzzle = Puzzle::new("AABBBB\nCAAAAB\nCDDABB\nCDDDBB\nEEEDDD\nEEEEFD".parse().unwrap());
    drawing.palette = SOFT.to_vec();
    let mut image = drawing.draw(&mut random);
    for square in ["a1", "e6"] {
        let (left, top) = drawing.corner(square.parse().unwrap());
        for pixel in 0..drawing.cell * drawing.cell {
            let (x, y) = (left + pixel % drawing.cell, top + pixel / drawing.cell);
            image.put_pixel(x as u32, y as u32, Rgb([0; 3]));
        }
    }
    let error = read(image).unwrap_err();
    assert!(
        error.advice().ends_with("\n?ABBBB\nCAAAAB\nCDDABB\nCDDDBB\nEEEDDD\nEEEE?D"),
        "{error}"
    );
    let error = read(RgbImage::from_pixel(300, 200, Rgb([90, 120, 200]))).unwrap_err();
    assert!(error.to_string().starts_with("there is no board of squares"), "{error}");
    assert!(recognize(2, 2, &[0; 15], &Options::new()).is_err());
    assert!(recognize(0, 0, &[], &Options::new()).is_err());
}

/// What is done to drawings, how many are drawn, and how many hundredths are read right at least: of those with lines between squares,
/// and of all.
struct Change {
    name: &'static str,
    pictures: usize,
    right: [usize; 2],
    apply: fn(&mut Sketch, &mut Random),
}

const CHANGES: [Change; 7] = [
    Change { name: "as drawn", pictures: 40, right: [98, 93], apply: |_, _| () },
    Change {
        name: "stretched by 2 to 6 %",
        pictures: 120,
        right: [97, 93],
        apply: |drawing, random| stretch(drawing, random, 2, 6),
    },
    Change {
        name: "stretched by 6 to 10 %",
        pictures: 80,
        right: [97, 90],
        apply: |drawing, random| stretch(drawing, random, 6, 10),
    },
    Change {
        name: "widened by 10 to 17 %",
        pictures: 20,
        right: [90, 85],
        apply: |drawing, random| {
            drawing.stretch[0] = 1.0 + between(random, 100, 170) as f64 / 1000.0;
        },
    },
    Change {
        name: "turned by up to 5 degrees",
        pictures: 100,
        right: [90, 70],
        apply: |drawing, random| {
            let degrees = between(random, 2, 50) as f64 / 10.0;
            drawing.degrees = if random.below(2) == 0 { degrees } else { -degrees };
        },
    },
    Change {
        name: "a square under the mouse",
        pictures: 40,
        right: [60, 60],
        apply: |drawing, random| {
            let squares: Vec<Square> = squares(drawing.puzzle.n()).collect();
            let share = one(random, &[75, 80, 85, 90, 94, 106, 110, 115, 120, 125]);
            drawing.under_mouse = Some((one(random, &squares), share));
        },
    },
    Change {
        name: "colors without lines",
        pictures: 40,
        right: [0, 70],
        apply: |drawing, random| {
            drawing.style = Style::Flat;
            (drawing.thin, drawing.thick) = (0, 0);
            stretch(drawing, random, 0, 6);
        },
    },
];

fn stretch(drawing: &mut Sketch, random: &mut Random, least: usize, most: usize) {
    let part = between(random, least * 10, most * 10) as f64 / 1000.0;
    let by = if random.below(2) == 0 { 1.0 + part } else { 1.0 - part };
    drawing.stretch[random.below(2) as usize] = by;
}

/// How a drawing was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Right,
    /// The regions are right, and no mark is wrong, but some are missing.
    Bare,
    Refused,
    Wrong,
}

fn outcome(drawing: &Sketch, read: &Result<Puzzle, queens::Error>) -> Outcome {
    let Ok(read) = read else { return Outcome::Refused };
    let on = |puzzle: &Puzzle| -> [BTreeSet<Square>; 2] {
        [puzzle.queens().collect(), puzzle.crosses().collect()]
    };
    let (seen, there) = (on(read), on(&drawing.puzzle));
    if read.regions() != drawing.puzzle.regions()
        || (0..2).any(|kind| !seen[kind].is_subset(&there[kind]))
    {
        Outcome::Wrong
    } else if seen == there {
        Outcome::Right
    } else {
        Outcome::Bare
    }
}

/// Every run draws the same, so that none fails by chance; a seed in `QUEENS_SEED` draws others, and `QUEENS_TIMES` more of them.
#[test]
fn boards_of_many_styles_are_right_or_refused() {
    let number = |name: &str| std::env::var(name).map_or(1, |number| number.parse().unwrap());
    let (first, times) = (number("QUEENS_SEED"), number("QUEENS_TIMES") as usize);
    for Change { name, pictures, right, apply } in CHANGES {
        let draw_and_read = |at: usize| {
            let seed = first + at as u64;
            let mut random = Random::new(seed);
            let mut drawing = Sketch::random(&mut random);
            apply(&mut drawing, &mut random);
            let result = read(drawing.picture(&mut random));
            Ok::<_, Infallible>((seed, drawing, result))
        };
        // With lines, and all.
        let mut outcomes = [[0; 4]; 2];
        let compare = |(seed, drawing, result): (u64, Sketch, Result<_, _>)| {
            let outcome = outcome(&drawing, &result);
            outcomes[0][outcome as usize] += usize::from(drawing.style != Style::Flat);
            outcomes[1][outcome as usize] += 1;
            if outcome != Outcome::Right {
                let (style, n) = (drawing.style, drawing.puzzle.n());
                println!("{name}, {seed}: {outcome:?}, {style:?} {n}: {result:?}");
            }
            Ok(())
        };
        let threads = available_parallelism().unwrap();
        let Ok(()) = for_each(times * pictures, threads, || draw_and_read, compare);
        println!(
            "{name}: right, without marks, refused, wrong {:?}, of which with lines {:?}",
            outcomes[1], outcomes[0]
        );
        for (outcomes, least) in outcomes.into_iter().zip(right) {
            assert_eq!(outcomes[Outcome::Wrong as usize], 0, "{name}");
            let all: usize = outcomes.iter().sum();
            assert!(100 * outcomes[0] >= least * all, "{name}: {outcomes:?}");
            assert!(
                100 * outcomes[Outcome::Bare as usize] <= 2 * all + 100,
                "{name}: {outcomes:?}"
            );
        }
    }
}

/// The digits, row by row in three columns, as old screens had them.
const DIGITS: [u16; 10] = [
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_111_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_001_001_001,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
];

/// Some pages number the regions on all squares.
#[test]
fn numbers_on_all_squares_are_no_marks() {
    let mut random = Random::new(1);
    let has_lines = |drawing: &Sketch| drawing.style == Style::Lines && drawing.puzzle.n() < 11;
    for _ in 0..12 {
        let mut drawing = repeat_with(|| Sketch::random(&mut random)).find(has_lines).unwrap();
        drawing.puzzle = drawing.puzzle.bare();
        let mut image = drawing.draw(&mut random);
        let dot = drawing.cell / 8;
        for square in squares(drawing.puzzle.n()) {
            let digit = DIGITS[drawing.region(square)];
            let (left, top) = drawing.corner(square);
            let is_dim =
                drawing.palette[drawing.region(square)].iter().all(|&channel| channel < 128);
            for (row, column) in (0..5).flat_map(|row| (0..3).map(move |column| (row, column))) {
                if digit >> (14 - 3 * row - column) & 1 == 0 {
                    continue;
                }
                let x = left + drawing.cell / 2 + column * dot - 3 * dot / 2;
                let y = top + drawing.cell / 2 + row * dot - 5 * dot / 2;
                for pixel in 0..dot * dot {
                    let color = Rgb(if is_dim { [255; 3] } else { [0; 3] });
                    image.put_pixel((x + pixel % dot) as u32, (y + pixel / dot) as u32, color);
                }
            }
        }
        assert_eq!(read(image).as_ref(), Ok(&drawing.puzzle), "{drawing:?}");
    }
}

/// Pictures that have more patches and edges than any board: each would take minutes if all were tried.
#[test]
fn noise_and_textures_are_refused() {
    let mut random = Random::new(1);
    let noise =
        RgbImage::from_fn(700, 700, |_, _| Rgb([0; 3].map(|_: u8| random.below(256) as u8)));
    let two = |is_first: bool| Rgb(if is_first { [250; 3] } else { [30, 30, 120] });
    // A gradient in two colors, as old programs and fax machines have it.
    let dither = RgbImage::from_fn(700, 700, |x, y| two(random.below(700) < u32::midpoint(x, y)));
    let fields = RgbImage::from_fn(900, 900, |x, y| two((x / 8 + y / 8) % 2 == 0));
    let grid = RgbImage::from_fn(900, 900, |x, y| two(x % 9 == 0 || y % 9 == 0));
    let weave = RgbImage::from_fn(900, 900, |x, y| two((x / 7 % 2 == 0) != (y / 11 % 3 == 0)));
    for (name, image) in
        [("noise", noise), ("dither", dither), ("fields", fields), ("grid", grid), ("weave", weave)]
    {
        let error = read(image.clone()).unwrap_err();
        assert!(error.to_string().starts_with("there is no board of squares"), "{name}: {error}");
        // Stopped before it begins: nothing is searched.
        let (image, stop) = (image::DynamicImage::ImageRgb8(image).into_rgba8(), StopFlag::new());
        stop.raise();
        let options = Options::new().stop(&stop);
        let stopped = recognize(image.width(), image.height(), &image, &options);
        assert!(stopped.unwrap_err().is_stopped());
    }
}
