//! The picture that is looked at: on white, and not too large.

use super::color::Color;

/// The longest side that is looked at; larger pictures are made smaller first.
const SIDE: usize = 1600;

pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    /// In bytes, which stay in the cache while patches are looked for.
    pub(super) pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// The picture on white, made smaller by a whole factor if it is large.
    pub(super) fn new(width: usize, height: usize, rgba: &[u8]) -> Self {
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
                        let opacity = u64::from(pixel[3]);
                        for (sum, channel) in sum.iter_mut().zip(pixel) {
                            *sum += (u64::from(*channel) * opacity + 255 * (255 - opacity)) / 255;
                        }
                        count += 1;
                    }
                }
                pixels.push(sum.map(|sum| (sum / count) as u8));
            }
        }
        Self { width: small_width, height: small_height, pixels }
    }

    pub(super) fn at(&self, x: usize, y: usize) -> Color {
        self.pixels[y * self.width + x].map(i32::from)
    }
}
