//! Boards as screens show them, drawn pixel by pixel.

use image::imageops::{FilterType, resize};
use image::{Rgb, RgbImage};
use queens::board::squares;
use queens::random::Random;
use queens::{Regions, Square};
use queens_puzzle::Puzzle;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Style {
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
pub(super) const SOFT: [[u8; 3]; 11] = [
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
pub(super) struct Sketch {
    /// With its regions in reading order.
    pub(super) puzzle: Puzzle,
    /// The side of a square without lines, in pixels.
    pub(super) cell: usize,
    pub(super) style: Style,
    pub(super) is_dark: bool,
    /// Widths of the lines inside of regions and between them.
    pub(super) thin: usize,
    pub(super) thick: usize,
    pub(super) radius: usize,
    pub(super) palette: Vec<[u8; 3]>,
    pub(super) noise: u32,
    pub(super) jpeg: Option<u8>,
    pub(super) percent: u32,
    pub(super) line: [u8; 3],
    pub(super) back: [u8; 3],
    /// Left, top, right, bottom.
    pub(super) margins: [usize; 4],
    pub(super) crown: u32,
    pub(super) has_dots: bool,
    /// A square that is darker or lighter than its region, and its color in hundredths of the region's; above 100, of the
    /// way to white.
    pub(super) under_mouse: Option<(Square, u32)>,
    /// How much wider and higher the picture is made at last, and by how many degrees it is turned.
    pub(super) stretch: [f64; 2],
    pub(super) degrees: f64,
}

pub(super) fn between(random: &mut Random, low: usize, high: usize) -> usize {
    low + random.below((high - low + 1) as u32) as usize
}

pub(super) fn one<T: Copy>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len() as u32) as usize]
}

/// Regions that grow from a queen in each row.
pub(super) fn grown(columns: &[usize], random: &mut Random) -> Regions {
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
    pub(super) fn random(random: &mut Random) -> Self {
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
            under_mouse: None,
            stretch: [1.0; 2],
            degrees: 0.0,
        }
    }

    /// Where the first pixel of a square is, below its lines.
    pub(super) fn corner(&self, square: Square) -> (usize, usize) {
        let place = |margin: usize, line: u32| {
            self.margins[margin] + self.thick + line as usize * (self.cell + self.thin)
        };
        (place(0, square.column), place(1, square.row))
    }

    pub(super) fn region(&self, square: Square) -> usize {
        self.puzzle.regions().at(square) as usize
    }

    pub(super) fn draw(&self, random: &mut Random) -> RgbImage {
        let (n, extra) = (self.puzzle.n() as usize, self.thick - self.thin);
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
            let color = match self.style {
                Style::Borders => one_color,
                _ => self.palette[self.region(square)],
            };
            match self.under_mouse {
                Some((at, share)) if at == square => color.map(|channel| {
                    let to = if share > 100 { 255 } else { 0 };
                    ((u32::from(channel) * (100 - share.abs_diff(100)) + to * share.abs_diff(100))
                        / 100) as u8
                }),
                _ => color,
            }
        };
        for square in squares(self.puzzle.n()) {
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
        for square in squares(self.puzzle.n()).filter(|_| extra > 0) {
            let (x, y) = self.corner(square);
            let is_edge = |next: Square| {
                next.row.max(next.column) < self.puzzle.n()
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
    pub(super) fn is_crown(&self, x: f64, y: f64) -> bool {
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

    pub(super) fn is_cross(&self, x: f64, y: f64) -> bool {
        if self.has_dots {
            return x * x + y * y < 0.05;
        }
        x.abs().max(y.abs()) < 0.35 && ((x - y).abs() < 0.09 || (x + y).abs() < 0.09)
    }

    /// The picture as a screen, a scaling and a camera's format leave it.
    pub(super) fn picture(&self, random: &mut Random) -> RgbImage {
        let mut image = self.draw(random);
        if self.percent != 100 {
            let scaled = |side: u32| side * self.percent / 100;
            image =
                resize(&image, scaled(image.width()), scaled(image.height()), FilterType::Triangle);
        }
        if self.stretch.iter().any(|by| (by - 1.0).abs() > 0.001) {
            let filters = [FilterType::Triangle, FilterType::CatmullRom, FilterType::Nearest];
            let side = |side: u32, by: f64| (f64::from(side) * by).round() as u32;
            let [width, height] =
                [side(image.width(), self.stretch[0]), side(image.height(), self.stretch[1])];
            image = resize(&image, width, height, one(random, &filters));
        }
        if self.degrees != 0.0 {
            image = turned(&image, self.degrees, self.back);
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

/// The picture turned about its middle, on a larger one, with the blends of four pixels each.
fn turned(image: &RgbImage, degrees: f64, back: [u8; 3]) -> RgbImage {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (width, height) = (f64::from(image.width()), f64::from(image.height()));
    let wide = (width * cos + height * sin.abs()).ceil();
    let high = (height * cos + width * sin.abs()).ceil();
    let at = |x: i64, y: i64| {
        let is_in = x >= 0 && y >= 0 && x < image.width().into() && y < image.height().into();
        if is_in { image.get_pixel(x as u32, y as u32).0 } else { back }
    };
    RgbImage::from_fn(wide as u32, high as u32, |x, y| {
        let (right, down) = (f64::from(x) + 0.5 - wide / 2.0, f64::from(y) + 0.5 - high / 2.0);
        let x = right * cos + down * sin + width / 2.0 - 0.5;
        let y = down * cos - right * sin + height / 2.0 - 0.5;
        let (left, top) = (x.floor() as i64, y.floor() as i64);
        let (aside, below) = (x - x.floor(), y - y.floor());
        let rows = [top, top + 1].map(|row| [at(left, row), at(left + 1, row)]);
        let blend = |channel: usize| {
            let row = |[a, b]: [[u8; 3]; 2]| {
                f64::from(a[channel]) * (1.0 - aside) + f64::from(b[channel]) * aside
            };
            (row(rows[0]) * (1.0 - below) + row(rows[1]) * below).round() as u8
        };
        Rgb([blend(0), blend(1), blend(2)])
    })
}

/// The puzzle with those of some queens and crosses that it may have.
pub(super) fn marked(
    puzzle: Puzzle,
    queens: impl IntoIterator<Item = Square>,
    crosses: impl Iterator<Item = Square>,
) -> Puzzle {
    let with_queen = |puzzle: Puzzle, at| puzzle.clone().with_queen(at).unwrap_or(puzzle);
    let puzzle = queens.into_iter().fold(puzzle, with_queen);
    crosses.fold(puzzle, |puzzle, at| puzzle.clone().with_cross(at).unwrap_or(puzzle))
}

/// The puzzle with its regions numbered as a reader meets them.
pub(super) fn in_reading_order(puzzle: &Puzzle) -> Puzzle {
    let regions = puzzle.regions();
    // Regions are numbered in the order of their labels: here the first square of each.
    let first = |square| regions.squares(regions.at(square)).next().unwrap();
    let labels: Vec<Square> = squares(puzzle.n()).map(first).collect();
    let rows: Vec<_> = labels.chunks(puzzle.n() as usize).map(<[Square]>::to_vec).collect();
    let bare = Puzzle::new(Regions::from_rows(&rows).unwrap());
    marked(bare, puzzle.queens(), puzzle.crosses())
}
