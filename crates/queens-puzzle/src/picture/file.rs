//! Files as pixels: whole, turned as they say, and no larger than can be held.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, RgbaImage};
use queens::{Error, ErrorKind};
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

/// The most pixels: four bytes for each are a quarter of a gigabyte.
const MAX_PIXELS: usize = 1 << 26;

/// What a file is by its first bytes: its name, and the format if it can be read.
struct Kind {
    name: &'static str,
    format: Option<ImageFormat>,
}

/// The formats that are read: where their mark is, the mark, the name.
const READ: [(usize, &[u8], &str, ImageFormat); 5] = [
    (0, b"\x89PN", "PNG", ImageFormat::Png),
    (0, b"\xff\xd8\xff", "JPEG", ImageFormat::Jpeg),
    (8, b"WEBP", "WebP", ImageFormat::WebP),
    (0, b"GIF8", "GIF", ImageFormat::Gif),
    (0, b"BM", "BMP", ImageFormat::Bmp),
];

/// The formats that are only named, in the error.
const UNREAD: [(usize, &[u8], &str); 13] = [
    (0, b"II*\0", "TIFF"),
    (0, b"MM\0*", "TIFF"),
    (4, b"ftypavi", "AVIF"),
    (4, b"ftyphe", "HEIC"),
    (4, b"ftypmif1", "HEIC"),
    (4, b"ftypmsf1", "HEIC"),
    (0, b"\xff\x0a", "JPEG XL"),
    (4, b"JXL \r\n", "JPEG XL"),
    (4, b"jP  \r\n", "JPEG 2000"),
    (0, b"8BPS", "Photoshop"),
    (0, b"\0\0\x01\0", "icon"),
    (0, b"qoif", "QOI"),
    (0, b"%PDF", "PDF"),
];

impl Kind {
    fn of(head: &[u8]) -> Option<Self> {
        // A row of regions may be GIF8 or 8BPS, but texts have no such bytes.
        let is_binary = head.iter().take(64).any(|byte| !(b'\t'..=0x7f).contains(byte));
        let is_svg = head.starts_with(b"<svg")
            || head.starts_with(b"<?xml") && head.windows(4).take(1000).any(|four| four == b"<svg");
        let has = |at: usize, mark: &[u8]| {
            head.get(at..).is_some_and(|rest| rest.starts_with(mark))
                && (is_binary || mark == b"%PDF")
        };
        let unread = |name| Self { name, format: None };
        let read = READ.into_iter().find(|&(at, mark, ..)| has(at, mark));
        let read = read.map(|(_, _, name, format)| Self { name, format: Some(format) });
        let other = || UNREAD.into_iter().find(|&(at, mark, _)| has(at, mark));
        read.or_else(|| other().map(|(_, _, name)| unread(name)))
            .or_else(|| is_svg.then(|| unread("SVG")))
    }
}

/// Whether a file is one for [`from_picture`](super::from_picture), by its first bytes: a picture in a format that is read, or in
/// one of those that are named in the error. No text begins with them.
pub fn is_picture(head: &[u8]) -> bool {
    Kind::of(head).is_some()
}

/// The pixels of a file as a viewer shows them.
pub(super) fn pixels(file: &[u8]) -> Result<RgbaImage, Error> {
    let refused =
        |message: String, advice: &str| Err(Error::new(ErrorKind::Invalid, message, advice));
    let another = "save it as PNG, or take a screenshot of the board";
    let Some(Kind { name, format }) = Kind::of(file) else {
        return refused("the file is no picture".into(), "give a PNG, JPEG, WebP, GIF or BMP file");
    };
    let Some(format) = format else {
        return refused(format!("pictures in the format {name} are not read"), another);
    };
    let decoded = match format {
        ImageFormat::Jpeg if jpeg_components(file) == Some(4) => {
            return refused("JPEG files with four inks (CMYK) are not read".into(), another);
        }
        ImageFormat::Jpeg => jpeg(file),
        _ => other(format, file),
    };
    decoded.or_else(|reason| match reason {
        Damage::TooLarge(width, height) => {
            let message =
                format!("the picture has {width} x {height} pixels, more than 64 million");
            refused(message, "crop it to the board")
        }
        Damage::Other(reason) => {
            let reason = reason.replace(['\n', '\r'], " ");
            refused(format!("the {name} file is damaged: {reason}"), "fetch or save the file again")
        }
    })
}

/// Why a file cannot be decoded.
enum Damage {
    TooLarge(usize, usize),
    Other(String),
}

fn within_limit(width: usize, height: usize) -> Result<(), Damage> {
    let is_small = width.checked_mul(height).is_some_and(|pixels| pixels <= MAX_PIXELS);
    if is_small { Ok(()) } else { Err(Damage::TooLarge(width, height)) }
}

/// A JPEG file, if its data are whole.
///
/// What is missing would be gray, which would be a region. The decoder's strict mode refuses most of it, but not if the marker of the
/// end stands behind a cut: then it decodes zeros (zune-jpeg 0.5.15). So it decodes the file a second time, with other bytes before the
/// end. They are pixels if any are missing.
fn jpeg(file: &[u8]) -> Result<RgbaImage, Damage> {
    const OTHER: [u8; 256] = [0x5a; 256];
    let end = jpeg_end(file).ok_or_else(|| Damage::Other("its end is missing".into()))?;
    let (bytes, width, height, turn) = decoded(file)?;
    let longer = decoded(&[&file[..end], &OTHER, &file[end..]].concat());
    if !longer.is_ok_and(|(longer, ..)| longer == bytes) {
        return Err(Damage::Other("a part of its data is missing".into()));
    }
    let image = RgbaImage::from_raw(width as u32, height as u32, bytes);
    let image = image.ok_or_else(|| Damage::Other("it has too few pixels".into()))?;
    Ok(turned(DynamicImage::ImageRgba8(image), turn))
}

/// The pixels of a JPEG file, its width and height, and its orientation.
fn decoded(file: &[u8]) -> Result<(Vec<u8>, usize, usize, Orientation), Damage> {
    let text = |error: zune_jpeg::errors::DecodeErrors| Damage::Other(error.to_string());
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX)
        .jpeg_set_out_colorspace(ColorSpace::RGBA);
    let mut decoder = JpegDecoder::new_with_options(Cursor::new(file), options);
    decoder.decode_headers().map_err(text)?;
    let (width, height) = decoder.dimensions().unwrap_or_default();
    within_limit(width, height)?;
    let turn = decoder.exif().and_then(|exif| Orientation::from_exif_chunk(exif));
    let bytes = decoder.decode().map_err(text)?;
    Ok((bytes, width, height, turn.unwrap_or(Orientation::NoTransforms)))
}

fn other(format: ImageFormat, file: &[u8]) -> Result<RgbaImage, Damage> {
    let text = |error: ImageError| Damage::Other(error.to_string());
    let reader = ImageReader::with_format(Cursor::new(file), format);
    let mut decoder = reader.into_decoder().map_err(text)?;
    let (width, height) = decoder.dimensions();
    within_limit(width as usize, height as usize)?;
    let turn = decoder.orientation().map_err(text)?;
    Ok(turned(DynamicImage::from_decoder(decoder).map_err(text)?, turn))
}

fn turned(mut image: DynamicImage, turn: Orientation) -> RgbaImage {
    image.apply_orientation(turn);
    image.into_rgba8()
}

/// How many numbers a pixel has.
fn jpeg_components(file: &[u8]) -> Option<u8> {
    // The header of a frame, of any kind of coding; the three others are tables.
    let is_frame = |marker| matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
    let mut markers = JpegMarkers { file, at: 2 };
    markers.find(|&(marker, _)| is_frame(marker)).and_then(|(_, at)| file.get(at + 7).copied())
}

/// Where the marker of the end is. A picture inside of a segment (a small preview) has an end of its own, which does not count.
fn jpeg_end(file: &[u8]) -> Option<usize> {
    let mut markers = JpegMarkers { file, at: 2 };
    markers.find(|&(marker, _)| marker == JPEG_END).map(|(_, at)| at - 2)
}

const JPEG_END: u8 = 0xd9;

/// The markers of a JPEG file and where what belongs to each begins.
struct JpegMarkers<'a> {
    file: &'a [u8],
    at: usize,
}

impl Iterator for JpegMarkers<'_> {
    type Item = (u8, usize);

    fn next(&mut self) -> Option<(u8, usize)> {
        // Between segments there is nothing but fill bytes. In a scan, 0xff is data if 0 follows it, and restarts have no segment.
        let is_marker = |two: &[u8]| two[0] == 0xff && !matches!(two[1], 0 | 0xd0..=0xd7 | 0xff);
        self.at += self.file.get(self.at..)?.windows(2).position(is_marker)? + 2;
        let (marker, start) = (self.file[self.at - 1], self.at);
        if marker != JPEG_END {
            let length = self.file.get(start..start + 2)?;
            self.at += usize::from(length[0]) << 8 | usize::from(length[1]);
        }
        (self.at <= self.file.len()).then_some((marker, start))
    }
}
