//! A stroke alphabet, so that a picture needs no fonts: `a` to `z` and `0` to `9`.
//!
//! A glyph is the data of an SVG path, drawn with a pen: x to the right from 0, y down from the top of the tall
//! letters, 0, by the top of the small ones, 8, and the base line, 20, to the foot, 26.

/// The height above the base line of a digit or a tall letter, in units.
pub(super) const HEIGHT: u32 = 20;

/// The room between two glyphs, in units.
const GAP: u32 = 5;

/// The glyphs with their widths: the letters, then the digits.
#[rustfmt::skip]
const GLYPHS: [(u32, &str); 36] = [
    (10, "M0 14Q0 8 5 8Q10 8 10 14Q10 20 5 20Q0 20 0 14zM10 8L10 20"),
    (10, "M0 14Q0 8 5 8Q10 8 10 14Q10 20 5 20Q0 20 0 14zM0 0L0 20"),
    (10, "M10 10Q8 8 4 8Q0 8 0 14Q0 20 4 20Q8 20 10 18"),
    (10, "M0 14Q0 8 5 8Q10 8 10 14Q10 20 5 20Q0 20 0 14zM10 0L10 20"),
    (10, "M0 14L10 14M10 14Q10 8 5 8Q0 8 0 14Q0 20 4 20Q8 20 10 18"),
    (8, "M8 0Q4 0 4 6M4 6L4 20M0 8L8 8"),
    (10, "M0 14Q0 8 5 8Q10 8 10 14Q10 20 5 20Q0 20 0 14zM10 8L10 20M10 20Q10 26 6 26Q2 26 0 24"),
    (10, "M0 0L0 20M0 14Q0 8 5 8Q10 8 10 14M10 14L10 20"),
    (0, "M0 8L0 20M0 0L0 2"),
    (4, "M4 8L4 20M4 20Q4 26 0 26M4 0L4 2"),
    (10, "M0 0L0 20M8 8L0 16M4 12L10 20"),
    (4, "M0 0L0 16M0 16Q0 20 4 20"),
    (16, "M0 8L0 20M0 14Q0 8 4 8Q8 8 8 14M8 14L8 20M8 14Q8 8 12 8Q16 8 16 14M16 14L16 20"),
    (10, "M0 8L0 20M0 14Q0 8 5 8Q10 8 10 14M10 14L10 20"),
    (10, "M0 14Q0 8 5 8Q10 8 10 14Q10 20 5 20Q0 20 0 14z"),
    (10, "M0 14Q0 8 5 8Q10 8 10 14Q10 20 5 20Q0 20 0 14zM0 8L0 26"),
    (10, "M0 14Q0 8 5 8Q10 8 10 14Q10 20 5 20Q0 20 0 14zM10 8L10 26"),
    (6, "M0 8L0 20M0 14Q0 8 6 8"),
    (8, "M8 10Q6 8 3 8Q0 8 0 11Q0 14 4 14Q8 14 8 17Q8 20 5 20Q2 20 0 18"),
    (8, "M4 2L4 14M4 14Q4 20 8 20M0 8L8 8"),
    (10, "M0 8L0 14M0 14Q0 20 5 20Q10 20 10 14M10 8L10 20"),
    (12, "M0 8L6 20L12 8"),
    (16, "M0 8L4 20L8 8L12 20L16 8"),
    (10, "M0 8L10 20M10 8L0 20"),
    (10, "M0 8L0 14M0 14Q0 20 5 20Q10 20 10 14M10 8L10 20M10 20Q10 26 6 26Q2 26 0 24"),
    (10, "M0 8L10 8L0 20L10 20"),
    (12, "M0 10Q0 0 6 0Q12 0 12 10Q12 20 6 20Q0 20 0 10z"),
    (6, "M0 4L6 0L6 20"),
    (10, "M0 6Q0 0 5 0Q10 0 10 6M10 6Q10 10 0 20M0 20L10 20"),
    (10, "M0 2Q2 0 6 0Q10 0 10 5Q10 10 4 10M4 10Q10 10 10 15Q10 20 6 20Q2 20 0 18"),
    (12, "M8 20L8 0L0 14L12 14"),
    (10, "M10 0L2 0L0 10M0 10Q2 8 6 8Q10 8 10 14Q10 20 6 20Q2 20 0 18"),
    (10, "M0 14Q0 8 5 8Q10 8 10 14Q10 20 5 20Q0 20 0 14zM8 0Q0 4 0 14"),
    (10, "M0 0L10 0L4 20"),
    (10, "M0 5Q0 0 5 0Q10 0 10 5Q10 10 5 10Q0 10 0 5zM0 15Q0 10 5 10Q10 10 10 15Q10 20 5 20Q0 20 0 15z"),
    (10, "M0 6Q0 0 5 0Q10 0 10 6Q10 12 5 12Q0 12 0 6zM10 6Q10 16 2 20"),
];

/// The width and the path of a small letter or a digit, its top left corner at the origin; nothing for any
/// other character.
pub(super) fn find(glyph: char) -> (u32, &'static str) {
    match glyph {
        'a'..='z' => GLYPHS[glyph as usize - 'a' as usize],
        '0'..='9' => GLYPHS[26 + glyph as usize - '0' as usize],
        _ => (0, ""),
    }
}

/// The glyphs of `text`, each with its distance from the start, and the width of it all, in units.
pub(super) fn layout(text: &str) -> (Vec<(u32, char)>, u32) {
    let mut end = 0;
    let mut glyphs = Vec::new();
    for glyph in text.chars() {
        let start = if glyphs.is_empty() { 0 } else { end + GAP };
        glyphs.push((start, glyph));
        end = start + find(glyph).0;
    }
    (glyphs, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_and_digit_is_drawn_in_its_own_way() {
        let path = |glyph| find(glyph).1;
        let all: Vec<&str> = ('a'..='z').chain('0'..='9').map(path).collect();
        for (i, path) in all.iter().enumerate() {
            assert!(path.starts_with('M') && !all[..i].contains(path), "{path}");
        }
        assert_eq!((path('v'), path('1'), path('!')), ("M0 8L6 20L12 8", "M0 4L6 0L6 20", ""));
    }

    #[test]
    fn labels_fit_a_cell() {
        for n in 0..256 {
            let [column, row] = [crate::board::column_letters(n), (n + 1).to_string()];
            assert!(layout(&column).1 <= 44 && layout(&row).1 <= 46, "{column} {row}");
        }
    }
}
