//! Any file is read as a picture, or refused in a sentence. And a board that is drawn from the bytes, in colors of their choice, is
//! read as it was drawn, or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::{Options, board::squares};
use queens_fuzz::assert_line;
use queens_puzzle::{from_picture, is_picture, recognize};

fuzz_target!(|bytes: &[u8]| {
    if is_picture(bytes) {
        // A decoder may take a second for the many pixels that few bytes promise.
        if let Err(error) = from_picture(bytes, &Options::new()) {
            assert_line(&error.to_string());
            assert!(!error.advice().is_empty());
        }
    } else {
        drawn(bytes);
    }
});

/// The width of the lines around all squares, in pixels.
const LINE: usize = 2;

/// Draws a board on black: its size, the width and height of its squares, colors, and a color for each square.
fn drawn(bytes: &[u8]) {
    let [size, wide, high, rest @ ..] = bytes else { return };
    let n = 4 + usize::from(size % 5);
    let [wide, high] = [wide, high].map(|side| 8 + usize::from(side % 5));
    if rest.len() < 3 * n + n * n {
        return;
    }
    let (colors, of) = rest.split_at(3 * n);
    // Not so dark that they could be taken for lines.
    let color = |at: usize| [0, 1, 2].map(|channel| colors[3 * at + channel] | 0x60);
    let of: Vec<[u8; 3]> =
        of[..n * n].iter().map(|&color_of| color(usize::from(color_of) % n)).collect();
    let (width, height) = (n * (wide + LINE) + LINE, n * (high + LINE) + LINE);
    let mut rgba = Vec::new();
    for pixel in 0..width * height {
        let (x, y) = (pixel % width, pixel / width);
        let is_line = x % (wide + LINE) < LINE || y % (high + LINE) < LINE;
        let color = if is_line { [0; 3] } else { of[y / (high + LINE) * n + x / (wide + LINE)] };
        rgba.extend(color);
        rgba.push(255);
    }
    let Ok(puzzle) = recognize(width as u32, height as u32, &rgba, &Options::new()) else { return };
    assert_eq!(puzzle.n() as usize, n);
    assert!(puzzle.queens().chain(puzzle.crosses()).next().is_none(), "{puzzle:?}");
    let region: Vec<u32> = squares(n as u32).map(|square| puzzle.regions().at(square)).collect();
    for a in 0..n * n {
        for b in 0..a {
            assert_eq!(region[a] == region[b], of[a] == of[b], "{a} and {b} of {puzzle:?}");
        }
    }
}
