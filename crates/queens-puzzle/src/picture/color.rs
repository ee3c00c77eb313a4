//! Colors of pixels, how far apart they are, and what many of them have in common.

use std::collections::BTreeMap;

/// Red, green and blue.
pub(super) type Color = [i32; 3];

/// Squares of one color differ by no more.
pub(super) const ALIKE: i32 = 20;

/// How many values of a channel count as one when the most common color is looked for; and how far from it the noise of a JPEG
/// file scatters a color.
const BIN: i32 = 12;
const SCATTER: i32 = 18;

/// The largest difference of a channel.
pub(super) fn difference(a: Color, b: Color) -> i32 {
    (0..3).map(|channel| (a[channel] - b[channel]).abs()).max().unwrap_or(0)
}

/// The blend of two colors that is nearest to a third: its share of the second, and its difference from the third.
pub(super) fn nearest_blend(pixel: Color, color: Color, other: Color) -> (f64, i32) {
    let dot = |a: Color, b: Color| f64::from((0..3).map(|axis| a[axis] * b[axis]).sum::<i32>());
    let from_color = |to: Color| [0, 1, 2].map(|axis| to[axis] - color[axis]);
    let way = from_color(other);
    let share = (dot(way, from_color(pixel)) / dot(way, way).max(1.0)).clamp(0.0, 1.0);
    let blend = [0, 1, 2].map(|axis| color[axis] + (share * f64::from(way[axis])).round() as i32);
    (share, difference(pixel, blend))
}

/// CIE 1976 L*a*b*, in which distances are about what people see, for sRGB under D65: the numbers are those of IEC 61966-2-1 and
/// of the CIE.
pub(super) fn lab(color: Color) -> [f64; 3] {
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

/// The distance of two colors in [`lab`].
pub(super) fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt()
}

/// The most common of some colors, with what noise makes of it.
pub(super) fn common(colors: &[Color]) -> Vec<Color> {
    let mut bins = BTreeMap::<Color, Vec<Color>>::new();
    for color in colors {
        bins.entry(color.map(|channel| channel / BIN)).or_default().push(*color);
    }
    // Noise scatters a color over several bins.
    let around = |bin: &Color| -> usize {
        let near = bins.iter().filter(|(other, _)| difference(**other, *bin) <= 1);
        near.map(|(_, colors)| colors.len()).sum()
    };
    let most = bins.keys().max_by_key(|bin| around(bin)).map_or(&[][..], |bin| &bins[bin]);
    let middle = mean(most);
    colors.iter().copied().filter(|&color| difference(color, middle) <= SCATTER).collect()
}

pub(super) fn mean(colors: &[Color]) -> Color {
    let number = colors.len().max(1) as i32;
    [0, 1, 2].map(|channel| {
        (colors.iter().map(|color| color[channel]).sum::<i32>() + number / 2) / number
    })
}
