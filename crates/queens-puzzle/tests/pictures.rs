//! Boards drawn in many styles, and read again from their pixels.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::print_stdout, reason = "a test names the pictures that it could not read")]

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::iter::repeat_with;
use std::thread::available_parallelism;

use image::imageops::{FilterType, resize};
use image::{Rgb, RgbImage};
use queens::board::squares;
use queens::draw::Drawing;
use queens::engine::{Random, for_each};
use queens::{Placement, Regions, Square};
use queens_puzzle::{Generator, Puzzle, recognize};
use queens_testkit::generators;

/// How many pictures are drawn. Every run draws the same, so that none fails by chance; a seed in `QUEENS_SEED` draws others.
const PICTURES: usize = 200;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Style {
    /// Colored squares, lines between them, perhaps thicker ones between regions.
    Lines,
    /// Colored squares with round corners, on the background.
    Tiles,
    /// Colored regions without lines inside them, perhaps with lines between them.
    Flat,
    /// Squares of one color, thick lines between regions.
    Borders,
}

/// Colors of a popular site, light and soft.
const SOFT: [[u8; 3]; 11] = [
    [187, 163, 226],
    [255, 201, 146],
    [150, 190, 255],
    [179, 223, 160],
    [223, 223, 223],
    [255, 123, 96],
    [230, 243, 136],
    [185, 178, 158],
    [223, 160, 191],
    [163, 210, 216],
    [98, 239, 234],
];

#[derive(Debug)]
struct Sketch {
    /// With its regions in reading order.
    puzzle: Puzzle,
    /// The side of a square without lines, in pixels.
    cell: usize,
    style: Style,
    is_dark: bool,
    /// Widths of the lines inside of regions and between them.
    thin: usize,
    thick: usize,
    radius: usize,
    palette: Vec<[u8; 3]>,
    noise: u32,
    jpeg: Option<u8>,
    percent: u32,
    line: [u8; 3],
    back: [u8; 3],
    /// Left, top, right, bottom.
    margins: [usize; 4],
    crown: u32,
    has_dots: bool,
}

fn between(random: &mut Random, low: usize, high: usize) -> usize {
    low + random.below((high - low + 1) as u32) as usize
}

fn one<T: Copy>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len() as u32) as usize]
}

/// Regions that grow from a queen in each row.
fn grown(columns: &[usize], random: &mut Random) -> Regions {
    let n = columns.len();
    let mut edge: Vec<usize> = (0..n).map(|row| row * n + columns[row]).collect();
    let mut of = vec![u8::MAX; n * n];
    edge.iter().enumerate().for_each(|(row, &square)| of[square] = row as u8);
    while !edge.is_empty() {
        let square = edge.swap_remove(between(random, 0, edge.len() - 1));
        let (row, column) = (square / n, square % n);
        for next in 0..n * n {
            let is_beside = (next / n).abs_diff(row) + (next % n).abs_diff(column) == 1;
            if is_beside && of[next] == u8::MAX {
                of[next] = of[square];
                edge.push(next);
            }
        }
    }
    Regions::new(of).unwrap()
}

impl Sketch {
    fn random(random: &mut Random) -> Self {
        let n = match random.below(10) {
            0 => between(random, 4, 6),
            1..=7 => between(random, 6, 12),
            _ => between(random, 13, 20),
        };
        let mut columns: Vec<usize> = (0..n).collect();
        while columns.windows(2).any(|two| two[0].abs_diff(two[1]) <= 1) {
            random.shuffle(&mut columns);
        }
        let solution =
            (0..).zip(&columns).map(|(row, &column)| Square { row, column: column as u32 });
        let puzzle = in_reading_order(&Puzzle::new(grown(&columns, random)));
        let (has_queens, density) = (random.below(2) == 0, random.below(5));
        let queens: Vec<Square> = solution.filter(|_| has_queens && random.below(2) == 0).collect();
        let is_cross = |at: &Square| {
            columns[at.row as usize] != at.column as usize
                && density > 1
                && random.below(density) == 0
        };
        let puzzle = marked(puzzle, queens, squares(n as u32).filter(is_cross));
        let styles = [Style::Lines, Style::Lines, Style::Tiles, Style::Borders, Style::Flat];
        let style = one(random, &styles);
        let is_dark = random.below(3) == 0;
        let mut palette =
            if n <= SOFT.len() && random.below(3) == 0 { SOFT.to_vec() } else { Vec::new() };
        let (low, high) = one(random, &[(40, 250), (130, 255), (20, 160)]);
        let mut gap = 60;
        while palette.len() < n {
            let color = [0; 3].map(|_: u8| between(random, low, high) as u8);
            let apart = |other: &[u8; 3]| -> i32 {
                other.iter().zip(color).map(|(a, b)| i32::from(a.abs_diff(b))).sum()
            };
            if palette.iter().all(|other| apart(other) >= gap) {
                palette.push(color);
            } else if random.below(1000) == 0 {
                gap -= 1;
            }
        }
        // Large squares take most of the time. Where patches show them they are read like small ones, so
        // one such board in eight has them.
        let is_large = style == Style::Flat || random.below(8) == 0;
        let largest = match n {
            _ if !is_large => 30,
            ..=12 => 70,
            _ => 40,
        };
        let cell = between(random, 22, largest);
        let dark = [[0, 0, 0], [27, 31, 35], [36, 36, 44]];
        let light = [[255, 255, 255], [243, 242, 238], [230, 236, 240]];
        let back = one(random, if is_dark { &dark } else { &light });
        let line = match style {
            Style::Borders if is_dark => one(random, &[[120, 120, 120], [90, 90, 95]]),
            Style::Borders => one(random, &[[190, 190, 190], [0, 0, 0], [120, 120, 120]]),
            _ => one(random, &[[0, 0, 0], [40, 40, 40], [255, 255, 255]]),
        };
        let thin = match style {
            Style::Tiles => between(random, 2, (cell / 10).max(2)),
            Style::Flat => 0,
            _ => between(random, 1, (cell / 20).max(1)),
        };
        let thick = match style {
            Style::Borders => thin + between(random, 2, (cell / 14).max(2)),
            Style::Lines | Style::Flat if random.below(2) == 0 => {
                thin + between(random, 1, (cell / 16).max(1))
            }
            _ => thin,
        };
        let radius = if style == Style::Tiles { between(random, 0, cell / 5) } else { 0 };
        Self {
            puzzle,
            cell,
            style,
            is_dark,
            thin,
            thick,
            radius,
            palette,
            noise: one(random, &[0, 0, 0, 1, 2, 4]),
            jpeg: (random.below(3) == 0).then(|| between(random, 65, 95) as u8),
            percent: if random.below(3) == 0 { 80 + random.below(80) } else { 100 },
            line,
            back,
            margins: [0; 4].map(|_: usize| match random.below(3) {
                0 => 0,
                1 => between(random, 1, 30),
                _ => between(random, 0, 150),
            }),
            crown: random.below(3),
            has_dots: random.below(4) == 0,
        }
    }

    /// Where the first pixel of a square is, below its lines.
    fn corner(&self, square: Square) -> (usize, usize) {
        let place = |margin: usize, line: u32| {
            self.margins[margin] + self.thick + line as usize * (self.cell + self.thin)
        };
        (place(0, square.column), place(1, square.row))
    }

    fn region(&self, square: Square) -> usize {
        self.puzzle.regions().at(square) as usize
    }

    fn draw(&self, random: &mut Random) -> RgbImage {
        let (n, extra) = (self.puzzle.size() as usize, self.thick - self.thin);
        let board = n * (self.cell + self.thin) + self.thin + 2 * extra;
        let [left, top, right, bottom] = self.margins;
        let (width, height) = (left + board + right, top + board + bottom);
        let mut image = RgbImage::from_pixel(width as u32, height as u32, Rgb(self.back));
        let mut fill = |x: usize, y: usize, wide: usize, high: usize, color: [u8; 3]| {
            for row in y..(y + high).min(height) {
                for column in x..(x + wide).min(width) {
                    image.put_pixel(column as u32, row as u32, Rgb(color));
                }
            }
        };
        let text = if self.is_dark { [230; 3] } else { [30; 3] };
        for (from, to) in [(0, top), (top + board, height)] {
            for _ in 0..(to - from) / 8 {
                let (x, y) = (between(random, 0, width - 1), between(random, from, to - 1));
                fill(x, y, between(random, 2, 9), between(random, 3, 12).min(to - y), text);
            }
            if to - from > 50 {
                let color = [0; 3].map(|_: u8| random.below(256) as u8);
                (0..3).for_each(|button| fill(8 + 140 * button, from + 8, 110, 30, color));
            }
        }
        if self.style != Style::Tiles {
            fill(left, top, board, board, self.line);
        }
        let one_color = if self.is_dark { [52, 52, 58] } else { [255, 255, 250] };
        let color_of = |square| {
            if self.style == Style::Borders { one_color } else { self.palette[self.region(square)] }
        };
        for square in squares(self.puzzle.size()) {
            let ((x, y), color) = (self.corner(square), color_of(square));
            for row in 0..self.cell {
                let below = (row + self.radius + 1).saturating_sub(self.cell);
                let off = self.radius.saturating_sub(row).max(below);
                let in_by = self.radius - self.radius.pow(2).saturating_sub(off.pow(2)).isqrt();
                fill(x + in_by, y + row, self.cell - 2 * in_by, 1, color);
            }
        }
        let edge = match self.style {
            Style::Borders if self.is_dark => [240; 3],
            Style::Borders => [0; 3],
            _ => self.line,
        };
        let around = self.thin + extra;
        let (across, along) = (self.thick + extra, self.cell + 2 * around);
        for square in squares(self.puzzle.size()).filter(|_| extra > 0) {
            let (x, y) = self.corner(square);
            let is_edge = |next: Square| {
                next.row.max(next.column) < self.puzzle.size()
                    && self.region(next) != self.region(square)
            };
            if is_edge(Square { column: square.column + 1, ..square }) {
                fill(x + self.cell - extra, y.saturating_sub(around), across, along, edge);
            }
            if is_edge(Square { row: square.row + 1, ..square }) {
                fill(x.saturating_sub(around), y + self.cell - extra, along, across, edge);
            }
        }
        for square in self.puzzle.queens().chain(self.puzzle.crosses()) {
            let is_queen = self.puzzle.queens().any(|queen| queen == square);
            let (left, top) = self.corner(square);
            let is_dim = color_of(square).into_iter().map(u32::from).sum::<u32>() < 330;
            let ink = if is_dim { [250; 3] } else { [10; 3] };
            for pixel in 0..self.cell * self.cell {
                let (row, column) = (pixel / self.cell, pixel % self.cell);
                let place = |i: usize| (i as f64 + 0.5) / self.cell as f64 * 2.0 - 1.0;
                let (x, y) = (place(column), place(row));
                if if is_queen { self.is_crown(x, y) } else { self.is_cross(x, y) } {
                    image.put_pixel((left + column) as u32, (top + row) as u32, Rgb(ink));
                }
            }
        }
        image
    }

    /// Whether a queen has ink at a place of its square, from -1 to 1.
    fn is_crown(&self, x: f64, y: f64) -> bool {
        let base = x.abs() < 0.55 && (0.35..0.55).contains(&y);
        base || match self.crown {
            0 => {
                let peak = 1.0 - (((x + 0.6) / 0.3).rem_euclid(2.0) - 1.0).abs();
                x.abs() < 0.6 && y < 0.35 && y > 0.1 - 0.64 * peak
            }
            1 => {
                x.abs() < 0.5 - 0.2 * (0.42 - y).max(0.0)
                    && (-0.5..0.35).contains(&y)
                    && x.abs() > 0.1
            }
            _ => x * x + (y + 0.1).powi(2) < 0.2 || ((0.1..0.4).contains(&y) && x.abs() < 0.3),
        }
    }

    fn is_cross(&self, x: f64, y: f64) -> bool {
        if self.has_dots {
            return x * x + y * y < 0.05;
        }
        x.abs().max(y.abs()) < 0.35 && ((x - y).abs() < 0.09 || (x + y).abs() < 0.09)
    }

    /// The picture as a screen, a scaling and a camera's format leave it.
    fn picture(&self, random: &mut Random) -> RgbImage {
        let mut image = self.draw(random);
        if self.percent != 100 {
            let scaled = |side: u32| side * self.percent / 100;
            image =
                resize(&image, scaled(image.width()), scaled(image.height()), FilterType::Triangle);
        }
        if self.noise > 0 {
            for channel in image.iter_mut() {
                let noise = random.below(2 * self.noise + 1) as u8;
                *channel = channel.saturating_add(noise).saturating_sub(self.noise as u8);
            }
        }
        if let Some(quality) = self.jpeg {
            let mut file = std::io::Cursor::new(Vec::new());
            let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut file, quality);
            image.write_with_encoder(encoder).unwrap();
            image = image::load_from_memory(file.get_ref()).unwrap().into_rgb8();
        }
        image
    }
}

fn read(image: RgbImage) -> Result<Puzzle, queens::Error> {
    let image = image::DynamicImage::ImageRgb8(image).into_rgba8();
    recognize(image.width(), image.height(), &image)
}

fn drawn_and_read(seed: u64) -> (u64, Sketch, Result<Puzzle, queens::Error>) {
    let mut random = Random::new(seed);
    let drawing = Sketch::random(&mut random);
    let result = read(drawing.picture(&mut random));
    (seed, drawing, result)
}

#[test]
fn boards_of_many_styles_are_read() {
    let first: u64 = std::env::var("QUEENS_SEED").map_or(1, |seed| seed.parse().unwrap());
    // Pictures with lines between all squares or borders, and without; and those of them that were read right.
    let (mut drawn, mut right, mut wrong) = ([0; 2], [0; 2], 0);
    // Of boards that were read right; and marks that were not drawn, or not seen.
    let (mut marks, mut unlike) = (0, 0);
    let draw_and_read = |at: usize| Ok::<_, Infallible>(drawn_and_read(first + at as u64));
    let compare = |(seed, drawing, result): (u64, Sketch, Result<Puzzle, queens::Error>)| {
        let kind = usize::from(drawing.style == Style::Flat);
        drawn[kind] += 1;
        match result {
            Ok(puzzle) if puzzle.regions() == drawing.puzzle.regions() => {
                right[kind] += 1;
                let on = |puzzle: &Puzzle| -> BTreeSet<Square> {
                    puzzle.queens().chain(puzzle.crosses()).collect()
                };
                let (seen, there) = (on(&puzzle), on(&drawing.puzzle));
                marks += there.len();
                unlike += seen.symmetric_difference(&there).count();
            }
            Ok(puzzle) => {
                wrong += 1;
                println!("{seed}: wrong, {drawing:?}\n{}", puzzle.regions());
            }
            Err(error) => println!("{seed}: {error}, {drawing:?}"),
        }
        Ok(())
    };
    let Ok(()) = for_each(PICTURES, available_parallelism().unwrap(), || draw_and_read, compare);
    println!("right: {right:?} of {drawn:?}, wrong: {wrong}; marks wrong: {unlike} of {marks}");
    // Of 24,000 others, 99.7 and 86 % were read, and one wrongly: the last of those below.
    assert!(100 * right[0] >= 99 * drawn[0]);
    assert!(100 * right[1] >= 78 * drawn[1]);
    assert_eq!(wrong, 0);
    assert!(200 * unlike <= marks, "{unlike} of {marks} marks");
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
        let png = drawing.png([800, 1000, 1000, 1200][seed as usize]).unwrap();
        let mut read = read(image::load_from_memory(&png).unwrap().into_rgb8());
        let mut expected = in_reading_order(&puzzle);
        // Letters on patterns may hide crosses, or look like them.
        if seed == 2 && n > 8 {
            (expected, read) = (expected.bare(), read.map(|puzzle| puzzle.bare()));
        }
        assert_eq!(read.as_ref(), Ok(&expected), "n = {n}, seed {seed}\n{}", expected.regions());
    }
}

/// The puzzle with those of some queens and crosses that it may have.
fn marked(
    puzzle: Puzzle,
    queens: impl IntoIterator<Item = Square>,
    crosses: impl Iterator<Item = Square>,
) -> Puzzle {
    let with_queen = |puzzle: Puzzle, at| puzzle.clone().with_queen(at).unwrap_or(puzzle);
    let puzzle = queens.into_iter().fold(puzzle, with_queen);
    crosses.fold(puzzle, |puzzle, at| puzzle.clone().with_cross(at).unwrap_or(puzzle))
}

/// The puzzle with its regions numbered as a reader meets them.
fn in_reading_order(puzzle: &Puzzle) -> Puzzle {
    let regions = puzzle.regions();
    // Regions are numbered in the order of their labels: here the first square of each.
    let first = |square| regions.squares(regions.at(square)).next().unwrap();
    let labels: Vec<Square> = squares(puzzle.size()).map(first).collect();
    let rows: Vec<_> = labels.chunks(puzzle.size() as usize).map(<[Square]>::to_vec).collect();
    let bare = Puzzle::new(Regions::from_rows(&rows).unwrap());
    marked(bare, puzzle.queens(), puzzle.crosses())
}

/// A board without a region's color, one that is no board, and bytes that are no picture.
#[test]
fn what_is_in_doubt_is_an_error_with_what_was_seen() {
    let mut random = Random::new(1);
    let is_plain = |drawing: &Sketch| {
        drawing.style == Style::Lines && drawing.puzzle.size() == 9 && drawing.thick == drawing.thin
    };
    let mut drawing = repeat_with(|| Sketch::random(&mut random)).find(is_plain).unwrap();
    drawing.palette = SOFT.to_vec();
    drawing.palette[1] = SOFT[0];
    let error = read(drawing.draw(&mut random)).unwrap_err();
    assert_eq!(error.to_string(), "the picture shows a grid of 9 x 9 with 8 colors, not clearly 9");
    let letters = error.advice().lines().skip(1);
    assert_eq!(letters.map(str::len).collect::<Vec<_>>(), [9; 9]);
    let error = read(RgbImage::from_pixel(300, 200, Rgb([90, 120, 200]))).unwrap_err();
    assert!(error.to_string().starts_with("there is no board of squares"), "{error}");
    assert!(recognize(2, 2, &[0; 15]).is_err());
    assert!(recognize(0, 0, &[]).is_err());
}

/// As PNG in every kind of color, and as JPEG.
#[cfg(feature = "pictures")]
#[test]
fn files_are_read_as_their_pixels() {
    use image::{DynamicImage, ImageFormat};

    let mut random = Random::new(5);
    let has_borders =
        |drawing: &Sketch| drawing.style == Style::Borders && drawing.thick > drawing.thin + 2;
    let drawing = repeat_with(|| Sketch::random(&mut random)).find(has_borders).unwrap();
    let image = DynamicImage::ImageRgb8(drawing.draw(&mut random));
    let kinds = [
        (DynamicImage::ImageRgba8(image.to_rgba8()), ImageFormat::Png),
        (DynamicImage::ImageRgb8(image.to_rgb8()), ImageFormat::Png),
        (DynamicImage::ImageRgb16(image.to_rgb16()), ImageFormat::Png),
        (DynamicImage::ImageLuma8(image.to_luma8()), ImageFormat::Png),
        (DynamicImage::ImageLumaA8(image.to_luma_alpha8()), ImageFormat::Png),
        (DynamicImage::ImageRgb8(image.to_rgb8()), ImageFormat::Jpeg),
        (DynamicImage::ImageLuma8(image.to_luma8()), ImageFormat::Jpeg),
    ];
    for (image, format) in kinds {
        let mut file = std::io::Cursor::new(Vec::new());
        image.write_to(&mut file, format).unwrap();
        let puzzle = queens_puzzle::from_picture(file.get_ref()).unwrap();
        assert_eq!(puzzle.regions(), drawing.puzzle.regions(), "{format:?} {:?}", image.color());
        let half = &file.get_ref()[..file.get_ref().len() / 2];
        assert!(queens_puzzle::from_picture(half).is_err() || format == ImageFormat::Jpeg);
    }
    assert!(queens_puzzle::from_picture(b"no picture").is_err());
}
