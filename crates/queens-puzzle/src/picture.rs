//! Puzzles in pictures: a screenshot of a phone, a piece of a page. Photographs of a screen are not meant.
//!
//! A board is a lattice of squares of one size. So the picture is cut into patches of one color; patches that are about as
//! wide as high and stand side by side make the lattice, whatever is around it. If squares are no patches, straight edges make it.
//! Then the colors of the squares are the regions if there are as many as rows, clearly apart; otherwise thick borders are, if they
//! enclose as many.

mod edges;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use queens::{Completer, Error, ErrorKind, Problem, Regions, Square};

use crate::grid::{joined, sides};
use crate::puzzle::{NODES, Puzzle};

/// The sizes of boards that are looked for.
const SIZES: std::ops::RangeInclusive<usize> = 4..=20;

/// How much a channel may differ from the mean of its patch, from clean pictures to noisy ones. Lines between squares that
/// differ less from them are not seen.
const TOLERANCES: [i32; 6] = [5, 9, 15, 24, 36, 54];

/// The longest side that is looked at; larger pictures are made smaller first.
const SIDE: usize = 1600;

/// Reads the board in a picture: red, green, blue and opacity of each pixel, row by row.
///
/// It finds a board of 4 x 4 to 20 x 20 squares with regions in colors, or with thick borders around them. Queens and crosses
/// become marks where they are clear. Takes time in proportion to the number of pixels.
///
/// # Errors
///
/// If there are not width x height pixels, if there is no board, or if its regions are in doubt. The advice then has the letters
/// as far as they were read, to be corrected by hand.
pub fn recognize(width: u32, height: u32, rgba: &[u8]) -> Result<Puzzle, Error> {
    if rgba.is_empty() || 4 * u128::from(width) * u128::from(height) != rgba.len() as u128 {
        let message = format!("{} bytes for a picture of {width} x {height} pixels", rgba.len());
        return Err(Error::new(ErrorKind::Invalid, message, "give four bytes for each pixel"));
    }
    let picture = Picture::new(width as usize, height as usize, rgba);
    // The surer sign first.
    let patches = picture.lattice().into_iter();
    let edges = std::iter::once_with(|| picture.lattice_of_edges()).flatten();
    let mut puzzles = patches.chain(edges).map(|lattice| lattice.puzzle());
    let Some(first) = puzzles.next() else {
        let message =
            format!("there is no board of squares in the picture of {width} x {height} pixels");
        let advice = "crop the picture to the board, or type its rows as letters";
        return Err(Error::new(ErrorKind::Invalid, message, advice));
    };
    first.or_else(|doubt| puzzles.find_map(Result::ok).ok_or(doubt))
}

/// Whether a file is one for [`from_picture`], by its first bytes. No text begins with them.
#[cfg(feature = "pictures")]
pub fn is_picture(head: &[u8]) -> bool {
    head.starts_with(b"\x89PN") || head.starts_with(b"\xff\xd8\xff")
}

/// Reads the board in a PNG or JPEG file, as [`recognize`] does.
///
/// # Errors
///
/// If it is no such file, or a damaged one, or has more than 64 million pixels; and as [`recognize`].
#[cfg(feature = "pictures")]
pub fn from_picture(file: &[u8]) -> Result<Puzzle, Error> {
    let decoded = if file.starts_with(b"\x89PNG") { files::png(file) } else { files::jpeg(file) };
    match decoded {
        Ok((width, height, rgba)) => recognize(width, height, &rgba),
        Err(reason) => {
            let message = format!("the picture cannot be read: {reason}");
            Err(Error::new(ErrorKind::Invalid, message, "give a PNG or a JPEG file"))
        }
    }
}

/// Files as pixels: width, height, four bytes for each; or why not.
#[cfg(feature = "pictures")]
mod files {
    use std::io::Cursor;

    use png::{Decoder, Transformations};
    use zune_core::colorspace::ColorSpace;
    use zune_core::options::DecoderOptions;
    use zune_jpeg::JpegDecoder;

    type Pixels = Result<(u32, u32, Vec<u8>), String>;

    /// The most pixels.
    const MAX: usize = 1 << 26;

    pub(super) fn png(file: &[u8]) -> Pixels {
        let text = |error: png::DecodingError| error.to_string();
        let mut decoder = Decoder::new(Cursor::new(file));
        decoder
            .set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
        let mut reader = decoder.read_info().map_err(text)?;
        let size = reader.output_buffer_size().filter(|&size| size <= 4 * MAX);
        let mut bytes = vec![0; size.ok_or("it is too large")?];
        let frame = reader.next_frame(&mut bytes).map_err(text)?;
        bytes.truncate(frame.buffer_size());
        let rgba = match frame.color_type {
            png::ColorType::Rgba => bytes,
            // Gray and opacity.
            _ => bytes.chunks_exact(2).flat_map(|two| [two[0], two[0], two[0], two[1]]).collect(),
        };
        Ok((frame.width, frame.height, rgba))
    }

    pub(super) fn jpeg(file: &[u8]) -> Pixels {
        let text = |error: zune_jpeg::errors::DecodeErrors| error.to_string();
        let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGBA);
        let mut decoder = JpegDecoder::new_with_options(Cursor::new(file), options);
        decoder.decode_headers().map_err(text)?;
        let (width, height) = decoder.dimensions().ok_or("it has no size")?;
        if width.saturating_mul(height) > MAX {
            return Err("it is too large".into());
        }
        Ok((width as u32, height as u32, decoder.decode().map_err(text)?))
    }
}

type Color = [i32; 3];

/// Squares of one color differ by no more.
const ALIKE: i32 = 20;

/// The largest difference of a channel.
fn difference(a: Color, b: Color) -> i32 {
    (0..3).map(|channel| (a[channel] - b[channel]).abs()).max().unwrap_or(0)
}

/// The largest difference of a channel from a color, or from the blend with another that is nearest.
fn difference_from_blend(pixel: Color, color: Color, other: Option<Color>) -> i32 {
    let Some(other) = other else { return difference(pixel, color) };
    let dot = |a: Color, b: Color| f64::from((0..3).map(|axis| a[axis] * b[axis]).sum::<i32>());
    let from_color = |to: Color| [0, 1, 2].map(|axis| to[axis] - color[axis]);
    let way = from_color(other);
    let share = (dot(way, from_color(pixel)) / dot(way, way).max(1.0)).clamp(0.0, 1.0);
    let blend = [0, 1, 2].map(|axis| color[axis] + (share * f64::from(way[axis])).round() as i32);
    difference(pixel, blend)
}

/// CIE 1976 L*a*b*, in which distances are about what people see, for sRGB under D65.
fn lab(color: Color) -> [f64; 3] {
    let [r, g, b] = color.map(|channel| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    let [x, y, z] = [
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    ]
    .map(|value| if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt()
}

/// The least and the largest value.
fn bounds(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    (values.clone().fold(f64::MAX, f64::min), values.fold(f64::MIN, f64::max))
}

struct Picture {
    width: usize,
    height: usize,
    /// In bytes, which stay in the cache while patches are looked for.
    pixels: Vec<[u8; 3]>,
}

/// A connected part of a picture in about one color, by its width and height and its center.
struct Patch {
    size: [f64; 2],
    center: [f64; 2],
}

impl Picture {
    /// The picture on white, made smaller by a whole factor if it is large.
    fn new(width: usize, height: usize, rgba: &[u8]) -> Self {
        let factor = width.max(height).div_ceil(SIDE);
        let (small_width, small_height) = ((width / factor).max(1), (height / factor).max(1));
        let mut pixels = Vec::with_capacity(small_width * small_height);
        for y in 0..small_height {
            for x in 0..small_width {
                let mut sum = [0; 3];
                let mut count = 0;
                for row in y * factor..((y + 1) * factor).min(height) {
                    for column in x * factor..((x + 1) * factor).min(width) {
                        let pixel = &rgba[4 * (row * width + column)..][..4];
                        let opacity = i32::from(pixel[3]);
                        for (sum, channel) in sum.iter_mut().zip(pixel) {
                            *sum += (i32::from(*channel) * opacity + 255 * (255 - opacity)) / 255;
                        }
                        count += 1;
                    }
                }
                pixels.push(sum.map(|sum| (sum / count) as u8));
            }
        }
        Self { width: small_width, height: small_height, pixels }
    }

    fn at(&self, x: usize, y: usize) -> Color {
        self.pixels[y * self.width + x].map(i32::from)
    }

    /// The parts in one color that may be squares of a board, perhaps with a mark, or with round corners.
    fn patches(&self, tolerance: i32) -> Vec<Patch> {
        let mut seen = vec![false; self.pixels.len()];
        let mut stack = Vec::new();
        let mut patches = Vec::new();
        for start in 0..self.pixels.len() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            stack.push([start % self.width, start / self.width]);
            let (mut first, mut last) = ([usize::MAX; 2], [0; 2]);
            let (mut pixels, mut sum) = (0, [0; 3]);
            while let Some([x, y]) = stack.pop() {
                first = [first[0].min(x), first[1].min(y)];
                last = [last[0].max(x), last[1].max(y)];
                pixels += 1;
                for (sum, channel) in sum.iter_mut().zip(self.at(x, y)) {
                    *sum += channel;
                }
                // The mean settles soon, so that a patch does not creep along a gradient.
                let mean = sum.map(|sum| sum / pixels);
                for [x, y] in
                    [[x.wrapping_sub(1), y], [x + 1, y], [x, y.wrapping_sub(1)], [x, y + 1]]
                {
                    if x < self.width && y < self.height {
                        let seen = &mut seen[y * self.width + x];
                        if !*seen && difference(self.at(x, y), mean) <= tolerance {
                            *seen = true;
                            stack.push([x, y]);
                        }
                    }
                }
            }
            let size = [0, 1].map(|axis| (last[axis] - first[axis] + 1) as f64);
            let (short, long) = (size[0].min(size[1]), size[0].max(size[1]));
            if short >= 6.0 && long <= 1.25 * short && f64::from(pixels) >= 0.4 * size[0] * size[1]
            {
                let center = [0, 1].map(|axis| (first[axis] + last[axis]) as f64 / 2.0);
                patches.push(Patch { size, center });
            }
        }
        patches
    }

    /// The first lattice with the most squares of those that the tolerances show.
    fn lattice(&self) -> Option<Lattice<'_>> {
        let lattices =
            TOLERANCES.into_iter().flat_map(|tolerance| self.lattices(&self.patches(tolerance)));
        lattices.min_by_key(|lattice| Reverse(lattice.filled))
    }

    /// The lattices that patches of about one size make.
    fn lattices(&self, patches: &[Patch]) -> Vec<Lattice<'_>> {
        let mut sides: Vec<f64> =
            patches.iter().map(|patch| patch.size[0].min(patch.size[1])).collect();
        sides.sort_by(f64::total_cmp);
        sides.dedup_by(|a, b| *a < 1.06 * *b);
        sides.into_iter().flat_map(|side| self.lattices_of_side(patches, side)).collect()
    }

    fn lattices_of_side(&self, patches: &[Patch], side: f64) -> Vec<Lattice<'_>> {
        let slack = (0.14 * side).max(2.0);
        let fits = |patch: &&Patch| patch.size.iter().all(|length| (length - side).abs() <= slack);
        let alike: Vec<[f64; 2]> = patches.iter().filter(fits).map(|patch| patch.center).collect();
        if alike.len() < 12 {
            return Vec::new();
        }
        // Neighbors in a row or a column: what stands nearest to the right, and below.
        let mut links = Vec::new();
        for (a, from) in alike.iter().enumerate() {
            for axis in 0..2 {
                let ahead = alike.iter().enumerate().filter(|(_, to)| {
                    let (along, across) = (to[axis] - from[axis], to[1 - axis] - from[1 - axis]);
                    along > 0.8 * side
                        && along < 1.5 * side + 4.0
                        && across.abs() < 0.2 * side + 1.0
                });
                if let Some((b, to)) = ahead.min_by(|(_, a), (_, b)| a[axis].total_cmp(&b[axis])) {
                    links.push((to[axis] - from[axis], (a, b)));
                }
            }
        }
        let mut steps: Vec<f64> = links.iter().map(|link| link.0).collect();
        steps.sort_by(f64::total_cmp);
        let Some(&step) = steps.get(steps.len() / 2) else { return Vec::new() };
        links.retain(|(along, _)| (along - step).abs() <= 0.08 * step + 1.5);
        let group = joined(alike.len(), links.iter().map(|link| link.1));
        let members = |number: usize| -> Vec<[f64; 2]> {
            (0..alike.len()).filter(|&at| group[at] == number).map(|at| alike[at]).collect()
        };
        (0..count(&group))
            .filter_map(|number| self.lattice_of(&members(number), &alike, side, step))
            .collect()
    }

    /// The lattice of some patches of a size, if most of its squares are there, and if it is no part of a larger one.
    fn lattice_of(
        &self,
        members: &[[f64; 2]],
        alike: &[[f64; 2]],
        side: f64,
        step: f64,
    ) -> Option<Lattice<'_>> {
        let [(left, right), (top, bottom)] =
            [0, 1].map(|axis: usize| bounds(members.iter().map(|center| center[axis])));
        let n = ((right - left) / step).round() as usize + 1;
        let rows = ((bottom - top) / step).round() as usize + 1;
        if n != rows || !SIZES.contains(&n) {
            return None;
        }
        let step = ((right - left) + (bottom - top)) / (2 * (n - 1)) as f64;
        let place = |&[x, y]: &[f64; 2]| {
            let at = [(x - left) / step, (y - top) / step];
            let is_off = |at: f64| (at - at.round()).abs() * step > 0.15 * step + 1.5;
            (!at.into_iter().any(is_off)).then(|| at.map(f64::round))
        };
        let mut seen = vec![false; n * n];
        for [column, row] in members.iter().filter_map(place) {
            let (column, row) = (column as usize, row as usize);
            if column < n && row < n {
                seen[row * n + column] = true;
            }
        }
        let filled = seen.iter().filter(|&&seen| seen).count();
        let lattice = Lattice { picture: self, n, left, top, step, side, filled };
        let on = alike.iter().filter_map(place).count();
        (5 * filled >= 4 * n * n && on <= 2 * filled).then_some(lattice)
    }
}

/// Where the squares of a board are.
struct Lattice<'a> {
    picture: &'a Picture,
    n: usize,
    /// The center of the first square, and the distance of centers.
    left: f64,
    top: f64,
    step: f64,
    /// How wide squares are, without lines.
    side: f64,
    /// How many squares showed as patches.
    filled: usize,
}

enum Mark {
    Queen,
    Cross,
}

impl<'a> Lattice<'a> {
    fn center(&self, at: usize) -> [f64; 2] {
        [self.left + (at % self.n) as f64 * self.step, self.top + (at / self.n) as f64 * self.step]
    }

    /// The pixels around the center of a square, up to a share of its side, with their places from -1 to 1.
    fn pixels(&self, at: usize, share: f64) -> impl Iterator<Item = (f64, f64, Color)> + use<'a> {
        let picture = self.picture;
        let ([x, y], reach) = (self.center(at), self.side * share / 2.0);
        let range = |middle: f64, end: usize| {
            let from = (middle - reach).ceil().max(0.0) as usize;
            from..=((middle + reach).floor().max(0.0) as usize).min(end - 1)
        };
        let half = self.side / 2.0;
        let columns = range(x, picture.width);
        range(y, picture.height).flat_map(move |row| {
            columns.clone().map(move |column| {
                ((column as f64 - x) / half, (row as f64 - y) / half, picture.at(column, row))
            })
        })
    }

    fn puzzle(&self) -> Result<Puzzle, Error> {
        let colors = self.colors();
        let of = self.regions(&colors)?;
        let patterns = self.patterns(&colors, &of);
        let mut puzzle = Puzzle::new(regions_of(&of)?);
        for (at, &color) in colors.iter().enumerate() {
            let square = Square { row: (at / self.n) as u32, column: (at % self.n) as u32 };
            // What contradicts the queens before is not clear.
            puzzle = match self.mark(at, color, patterns[of[at]]) {
                Some(Mark::Queen) => puzzle.clone().with_queen(square).unwrap_or(puzzle),
                Some(Mark::Cross) => puzzle.clone().with_cross(square).unwrap_or(puzzle),
                None => puzzle,
            };
        }
        Ok(puzzle)
    }

    /// The pixels of a square near its corners, where queens do not reach, with their places.
    fn corners(&self, at: usize) -> impl Iterator<Item = (f64, f64, Color)> + use<'a> {
        let is_near = |x: f64, y: f64| x.max(y) > 0.62 && x.min(y) > 0.4;
        self.pixels(at, 0.84).filter(move |(x, y, _)| is_near(x.abs(), y.abs()))
    }

    /// The color of each square: the most common one near its corners.
    fn colors(&self) -> Vec<Color> {
        let near = |at| self.corners(at).map(|(.., color)| color).collect::<Vec<_>>();
        let color = |at| mean(&common(&near(at)));
        (0..self.n * self.n).map(color).collect()
    }

    /// The color of the pattern on each region, if it has one. Only regions that share their color with another have: there are
    /// more regions than colors.
    fn patterns(&self, colors: &[Color], of: &[usize]) -> Vec<Option<Color>> {
        let squares = |region: usize| (0..of.len()).filter(move |&at| of[at] == region);
        let color = |region| mean(&squares(region).map(|at| colors[at]).collect::<Vec<_>>());
        let base: Vec<Color> = (0..count(of)).map(color).collect();
        let pattern = |region: usize| {
            let is_like =
                |other: &usize| *other != region && difference(base[*other], base[region]) <= ALIKE;
            (0..base.len()).find(is_like)?;
            let second = |at: usize| {
                // In the upper left corner there may be a letter.
                let near = self.corners(at).filter(|(x, y, _)| x.max(*y) > 0.0);
                let near: Vec<Color> = near.map(|(.., color)| color).collect();
                let far = |color: &Color| difference(*color, colors[at]);
                // Not the blends at the rims of its strokes.
                let least = near.iter().map(far).max().unwrap_or(0) * 3 / 4;
                let is_other = |color: &Color| far(color) > least.max(30);
                let others: Vec<Color> = near.iter().copied().filter(is_other).collect();
                let second = common(&others);
                (25 * second.len() > near.len()).then(|| mean(&second))
            };
            // A mark may reach into a corner, but not on most squares.
            let seconds: Vec<Color> = squares(region).filter_map(second).collect();
            (2 * seconds.len() > squares(region).count()).then(|| mean(&common(&seconds)))
        };
        (0..base.len()).map(pattern).collect()
    }

    /// The region of each square, by colors or by borders.
    fn regions(&self, colors: &[Color]) -> Result<Vec<usize>, Error> {
        let n = self.n;
        let found = self.by_color(colors).or_else(|by_color| {
            let number = count(&by_color);
            match self.by_border(colors) {
                Some(of) if count(&of) == n => Ok(of),
                Some(of) if number <= 2 => {
                    let seen = format!("thick borders around {} regions", count(&of));
                    Err((of, seen))
                }
                _ => {
                    let s = if number == 1 { "" } else { "s" };
                    Err((by_color, format!("{number} color{s}")))
                }
            }
        });
        let (of, doubt) = match found {
            Ok(of) if !self.has_margin(&of) => return Ok(of),
            Ok(of) => (of, ", or a smaller one in a margin".into()),
            Err((of, seen)) => (of, format!(" with {seen}, not clearly {n}")),
        };
        let message = format!("the picture shows a grid of {n} x {n}{doubt}");
        let letter = |&region: &usize| {
            let region = region as u8;
            char::from(if region < 26 { b'A' + region } else { b'a' + (region - 26) % 26 })
        };
        let rows: Vec<String> = of.chunks(n).map(|row| row.iter().map(letter).collect()).collect();
        let advice = format!("correct these letters and give them instead:\n{}", rows.join("\n"));
        Err(Error::new(ErrorKind::Invalid, message, advice))
    }

    /// Whether a lattice of edges may have a margin in it: a region is in pieces, or is a row or a column at a side; or a row and a
    /// column at the sides have one color; or there is no solution. For two lines of a margin need queens of their own, and
    /// where a row and a column cross, queens touch.
    fn has_margin(&self, of: &[usize]) -> bool {
        let n = self.n;
        let joins = sides(n).filter(|&(a, b)| of[a] == of[b]);
        let has_pieces = || count(&joined(of.len(), joins)) > n;
        let has_side = |color: usize, first: usize, step: usize| {
            [0, n - 1].iter().any(|line| (0..n).all(|at| of[line * first + at * step] == color))
        };
        let is_margin = |&color: &usize| {
            let is_line = of.iter().filter(|&&other| other == color).count() == n;
            let (row, column) = (has_side(color, n, 1), has_side(color, 1, n));
            row && column || is_line && (row || column)
        };
        let has_none = |regions: Regions| {
            let problem = Problem::from(regions);
            let some = Completer::new(&problem).some(1, NODES);
            some.is_ok_and(|some| some.is_some_and(|some| some.is_empty()))
        };
        self.filled == 0
            && (has_pieces() || of.iter().any(is_margin) || regions_of(of).is_ok_and(has_none))
    }

    /// Regions by color if there are n colors, clearly apart; otherwise the groups of colors that differ.
    ///
    /// The squares are joined by the least differences (a minimum spanning tree). The n - 1 largest of these have to be
    /// larger than all others by far.
    fn by_color(&self, colors: &[Color]) -> Result<Vec<usize>, Vec<usize>> {
        let points: Vec<[f64; 3]> = colors.iter().map(|&color| lab(color)).collect();
        // The squares not yet joined, with the least difference from one that is, and that one.
        let mut left: Vec<(f64, (usize, usize))> =
            (1..points.len()).map(|at| (distance(points[at], points[0]), (0, at))).collect();
        let mut edges = Vec::with_capacity(points.len());
        while let Some(next) = (0..left.len()).min_by(|&a, &b| left[a].0.total_cmp(&left[b].0)) {
            edges.push(left.swap_remove(next));
            let (_, (_, joined)) = edges[edges.len() - 1];
            for (least, (from, at)) in &mut left {
                let far = distance(points[*at], points[joined]);
                if far < *least {
                    (*least, *from) = (far, joined);
                }
            }
        }
        edges.sort_by(|a, b| b.0.total_cmp(&a.0));
        let join =
            |edges: &[(f64, (usize, usize))]| joined(points.len(), edges.iter().map(|edge| edge.1));
        let (apart, within) =
            (edges[self.n - 2].0, edges.get(self.n - 1).map_or(0.0, |edge| edge.0));
        if apart >= 2.0 && apart >= 2.0 * within + 0.7 {
            return Ok(join(&edges[self.n - 1..]));
        }
        let close = edges.iter().position(|edge| edge.0 < 4.0).unwrap_or(edges.len());
        Err(join(&edges[close..]))
    }

    /// Regions by borders of two thicknesses, if there are two.
    fn by_border(&self, colors: &[Color]) -> Option<Vec<usize>> {
        let border = |side| (self.border(colors, side), side);
        let mut borders: Vec<_> = sides(self.n).map(border).collect();
        borders.sort_by(|a, b| a.0.total_cmp(&b.0));
        let floor = 0.02 * self.side;
        let ratio = |place: usize| (borders[place].0 + floor) / (borders[place - 1].0 + floor);
        let thick = (1..borders.len()).max_by(|&a, &b| ratio(a).total_cmp(&ratio(b)))?;
        if ratio(thick) < 1.35 {
            return None;
        }
        let of = joined(colors.len(), borders[..thick].iter().map(|border| border.1));
        // A thick border inside of a region: the two thicknesses were told apart wrongly.
        borders[thick..].iter().all(|&(_, (a, b))| of[a] != of[b]).then_some(of)
    }

    /// How thick and dark the line between two squares is: the differences from both on the way from one to the other. What is not
    /// on most ways side by side is no line between them: a pattern, for example.
    fn border(&self, colors: &[Color], (a, b): (usize, usize)) -> f64 {
        let ([x, y], is_across) = (self.center(a), b == a + 1);
        // The middle of the way only, and ways near its corners: there are no marks.
        let steps = (self.step * 0.18) as usize;
        let far = |step: usize| {
            let along = self.step * 0.41 + step as f64;
            let mut far = [-0.46, -0.43, -0.4, 0.0, 0.4, 0.43, 0.46].map(|way: f64| {
                let aside = self.side * way;
                let (x, y) =
                    if is_across { (x + along, y + aside) } else { (x + aside, y + along) };
                let (x, y) = (x.round() as usize, y.round() as usize);
                if x >= self.picture.width || y >= self.picture.height {
                    return 0;
                }
                let color = self.picture.at(x, y);
                difference(color, colors[a]).min(difference(color, colors[b]))
            });
            far.sort_unstable();
            if far[3] > 20 { f64::from(far[3]) / 255.0 } else { 0.0 }
        };
        (0..=steps).map(far).sum()
    }

    /// What stands on a square.
    fn mark(&self, at: usize, color: Color, pattern: Option<Color>) -> Option<Mark> {
        let is_ink =
            |&(_, _, pixel): &(f64, f64, Color)| difference_from_blend(pixel, color, pattern) > 48;
        let (mut ink, rest): (Vec<_>, Vec<_>) = self.pixels(at, 0.78).partition(is_ink);
        let pixels = ink.len() + rest.len();
        match mark_of(&ink, pixels, 0.04) {
            Some(Mark::Cross) => Some(Mark::Cross),
            // A letter may stand beside a cross, and reach into its square.
            other => {
                ink.retain(|(x, y, _)| x.abs().max(y.abs()) < 0.45);
                let inner = mark_of(&ink, pixels, 0.16);
                inner.filter(|mark| matches!(mark, Mark::Cross)).or(other)
            }
        }
    }
}

/// What the ink on a square is, by its places and the number of the square's pixels. At most some of a cross is away from its strokes.
fn mark_of(ink: &[(f64, f64, Color)], pixels: usize, most_away: f64) -> Option<Mark> {
    let share = ink.len() as f64 / pixels.max(1) as f64;
    if share < 0.012 {
        return None;
    }
    let (left, right) = bounds(ink.iter().map(|ink| ink.0));
    let (top, bottom) = bounds(ink.iter().map(|ink| ink.1));
    let (width, height) = (right - left, bottom - top);
    let (x, y) = (left.midpoint(right), top.midpoint(bottom));
    let size = width.max(height).max(0.01);
    if width.min(height) < 0.7 * size || x.abs().max(y.abs()) > 0.25 {
        return None;
    }
    // The strokes of a cross leave the middles of all four sides empty, the head of a queen has a base.
    let half = size / 2.0;
    let away = ink.iter().filter(|ink| ((ink.0 - x).abs() - (ink.1 - y).abs()).abs() > 0.5 * half);
    let away = away.count() as f64 / ink.len() as f64;
    let filled = share * (2.0 * 0.78) * (2.0 * 0.78) / (width.max(0.01) * height.max(0.01));
    let is_dot = size < 0.65 && filled > 0.6;
    let falling = ink.iter().filter(|ink| (ink.0 - x) * (ink.1 - y) > 0.0).count();
    let has_both_strokes = (ink.len() / 4..=ink.len() * 3 / 4).contains(&falling);
    if is_dot || away < most_away && has_both_strokes {
        return Some(Mark::Cross);
    }
    (size > 0.7 && share > 0.05 && away > 0.08).then_some(Mark::Queen)
}

/// The most common of some colors, with what noise makes of it.
fn common(colors: &[Color]) -> Vec<Color> {
    let mut bins = BTreeMap::<Color, Vec<Color>>::new();
    for color in colors {
        bins.entry(color.map(|channel| channel / 12)).or_default().push(*color);
    }
    // Noise scatters a color over several bins.
    let around = |bin: &Color| -> usize {
        let near = bins.iter().filter(|(other, _)| difference(**other, *bin) <= 1);
        near.map(|(_, colors)| colors.len()).sum()
    };
    let most = bins.keys().max_by_key(|bin| around(bin)).map_or(&[][..], |bin| &bins[bin]);
    let middle = mean(most);
    colors.iter().copied().filter(|&color| difference(color, middle) <= 18).collect()
}

fn mean(colors: &[Color]) -> Color {
    let number = colors.len().max(1) as i32;
    [0, 1, 2].map(|channel| {
        (colors.iter().map(|color| color[channel]).sum::<i32>() + number / 2) / number
    })
}

fn regions_of(of: &[usize]) -> Result<Regions, Error> {
    Regions::new(of.iter().map(|&region| region as u8).collect())
}

/// The number of regions.
fn count(of: &[usize]) -> usize {
    of.iter().max().map_or(0, |&most| most + 1)
}
