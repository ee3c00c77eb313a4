//! Files of pictures: every format and kind of color, cut off, turned, and those that are not read.

use std::io::Cursor;
use std::iter::repeat_with;

use image::metadata::Orientation;
use image::{DynamicImage, ImageFormat};
use queens::random::Random;
use queens::{Error, Options};
use queens_puzzle::{Format, Puzzle, from_picture, is_picture};

use crate::sketch::{Sketch, Style};

fn read(file: &[u8]) -> Result<Puzzle, Error> {
    from_picture(file, &Options::new())
}

/// A board with thick borders, which gray pictures show too.
fn drawing() -> (Puzzle, DynamicImage) {
    let mut random = Random::new(5);
    let has_borders = |drawing: &Sketch| {
        drawing.style == Style::Borders
            && drawing.thick > drawing.thin + 1
            && drawing.cell < 28
            && drawing.puzzle.n() < 9
    };
    let drawing = repeat_with(|| Sketch::random(&mut random)).find(has_borders).unwrap();
    let image = drawing.draw(&mut random);
    (drawing.puzzle, image.into())
}

fn file(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    image.write_to(&mut file, format).unwrap();
    file.into_inner()
}

#[test]
fn files_are_read_as_their_pixels() {
    let (puzzle, image) = drawing();
    let kinds = [
        (DynamicImage::ImageRgba8(image.to_rgba8()), ImageFormat::Png),
        (DynamicImage::ImageRgb8(image.to_rgb8()), ImageFormat::Png),
        (DynamicImage::ImageRgb16(image.to_rgb16()), ImageFormat::Png),
        (DynamicImage::ImageLuma8(image.to_luma8()), ImageFormat::Png),
        (DynamicImage::ImageLumaA8(image.to_luma_alpha8()), ImageFormat::Png),
        (DynamicImage::ImageRgb8(image.to_rgb8()), ImageFormat::Jpeg),
        (DynamicImage::ImageLuma8(image.to_luma8()), ImageFormat::Jpeg),
        (DynamicImage::ImageRgba8(image.to_rgba8()), ImageFormat::WebP),
        (DynamicImage::ImageRgba8(image.to_rgba8()), ImageFormat::Gif),
        (DynamicImage::ImageRgb8(image.to_rgb8()), ImageFormat::Bmp),
        (DynamicImage::ImageLuma8(image.to_luma8()), ImageFormat::Bmp),
    ];
    for (image, format) in kinds {
        let file = file(&image, format);
        assert!(is_picture(&file));
        let read = read(&file).unwrap();
        assert_eq!(read.regions(), puzzle.regions(), "{format:?} {:?}", image.color());
    }
    assert!(read(b"no picture").is_err());
}

/// Two hundred cuts of a file in each format, from its first bytes to its last: if all pixels are there, it may be read.
#[test]
fn files_that_are_cut_off_are_refused() {
    let (_, image) = drawing();
    let formats = [
        ImageFormat::Png,
        ImageFormat::Jpeg,
        ImageFormat::WebP,
        ImageFormat::Gif,
        ImageFormat::Bmp,
    ];
    let files = formats.map(|format| (format, file(&image.to_rgb8().into(), format)));
    let lossy = include_bytes!("../data/plain.webp").to_vec();
    for (format, file) in files.into_iter().chain([(ImageFormat::WebP, lossy)]) {
        let whole = read(&file).unwrap();
        let ends = (0..200).map(|cut| file.len() * cut / 200).chain(file.len() - 12..file.len());
        for end in ends {
            match read(&file[..end]) {
                Ok(read) => assert_eq!((read, end + 64 > file.len()), (whole.clone(), true)),
                Err(error) if end <= 64 => drop(error),
                Err(error) => assert!(error.to_string().contains("damaged"), "{error}"),
            }
        }
        if format == ImageFormat::Jpeg {
            // With the marker of the end behind the cut: a decoder that fills in gray would be content.
            for end in (1..200).map(|cut| file.len() * cut / 200) {
                let closed = [&file[..end], b"\xff\xd9"].concat();
                let read = read(&closed);
                assert!(read.is_err(), "{end} of {}: {read:?}", file.len());
            }
        }
    }
}

/// The pictures of all eight orientations of EXIF, as a camera writes them, in both orders of bytes.
#[test]
fn files_are_turned_as_they_say() {
    let (puzzle, image) = drawing();
    for value in 1..=8_u8 {
        let orientation = Orientation::from_exif(value).unwrap();
        // What is stored, so that the orientation makes the picture of it: turns back are their opposites.
        let back = match orientation {
            Orientation::Rotate90 => Orientation::Rotate270,
            Orientation::Rotate270 => Orientation::Rotate90,
            other => other,
        };
        let mut stored = image.clone();
        stored.apply_orientation(back);
        for (order, entry) in [
            (*b"MM", [1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0]),
            (*b"II", [0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0]),
        ] {
            let is_big = order == *b"MM";
            let head: [u8; 8] =
                if is_big { [0, 42, 0, 0, 0, 8, 0, 1] } else { [42, 0, 8, 0, 0, 0, 1, 0] };
            let tiff = [&order[..], &head, &entry, &[0; 4]].concat();
            let jpeg = file(&stored.to_rgb8().into(), ImageFormat::Jpeg);
            let segment = [&b"Exif\0\0"[..], &tiff].concat();
            let length = (segment.len() as u16 + 2).to_be_bytes();
            let jpeg = [&jpeg[..2], b"\xff\xe1", &length, &segment, &jpeg[2..]].concat();
            assert_eq!(read(&jpeg).unwrap().regions(), puzzle.regions(), "JPEG, {orientation:?}");
            let png = file(&stored, ImageFormat::Png);
            let chunk = [&b"eXIf"[..], &tiff].concat();
            let (length, sum) = ((tiff.len() as u32).to_be_bytes(), crc(&chunk).to_be_bytes());
            // After the header, which is 33 bytes long with the file's mark.
            let png = [&png[..33], &length, &chunk, &sum, &png[33..]].concat();
            assert_eq!(read(&png).unwrap().regions(), puzzle.regions(), "PNG, {orientation:?}");
        }
    }
}

/// The checksum of a chunk: CRC-32 of the PNG specification, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)))
}

#[test]
fn other_formats_are_named() {
    let heads: [(&[u8], &str); 8] = [
        (b"II*\0\x08\0\0\0", "TIFF"),
        (b"MM\0*\0\0\0\x08", "TIFF"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "HEIC"),
        (b"\0\0\0\x1cftypavif\0\0\0\0", "AVIF"),
        (b"\xff\x0a\xfa\x1f", "JPEG XL"),
        (b"%PDF-1.7\n", "PDF"),
        (b"<svg xmlns=\"http://www.w3.org/2000/svg\">", "SVG"),
        (b"<?xml version=\"1.0\"?>\n<svg>", "SVG"),
    ];
    for (head, name) in heads {
        assert!(is_picture(head), "{name}");
        let error = read(head).unwrap_err();
        assert_eq!(error.to_string(), format!("pictures in the format {name} are not read"));
        assert_eq!(error.advice(), "save it as PNG, or take a screenshot of the board");
    }
    // Rows of regions that begin like pictures.
    for text in
        ["GIF8\nGIF8\nGIF8\nGIF8\n", "8BPS\n8BPS\n", "BMBM\n", "II*\n", "<?xml?>\n<puzzle/>"]
    {
        assert!(!is_picture(text.as_bytes()), "{text:?}");
    }
    // A JPEG file with four components, up to its scan.
    let frame = b"\xff\xc0\0\x14\x08\0\x10\0\x10\x04\x01\x11\0\x02\x11\0\x03\x11\0\x04\x11\0";
    let cmyk = [&b"\xff\xd8"[..], frame, b"\xff\xd9"].concat();
    let error = read(&cmyk).unwrap_err();
    assert_eq!(error.to_string(), "JPEG files with four inks (CMYK) are not read");
}

/// The files of people, each with what it shows; `?` is in doubt.
#[test]
fn files_of_people_are_read() {
    let right: [(&[u8], &str); 5] = [
        (
            include_bytes!("../data/hover.png"),
            "AABBBBBB ABBBBBBB CCCBBBBD CCCCCBBD CCCCCEED FFCEEEEE FGGHEEEE FGGHHEEE",
        ),
        (
            include_bytes!("../data/not-square.png"),
            "AAABBBB AAABCCC DAEEEFF DDEEEGF DDEEGGF DDDEEFF DDDDFFF",
        ),
        (
            include_bytes!("../data/stretched.png"),
            "AAAAAAABB AAAAAAAAB AAACCAABB DAACCCABB DDDCCCEEF DDEGGHEEF DEEGGHHEF DDEEIIIEF DDEEEEEEE",
        ),
        (
            include_bytes!("../data/plain.webp"),
            "AABBBBBB ABBBBBBB CCCBBBBD CCCCCBBD CCCCCEED FFCEEEEE FGGHEEEE FGGHHEEE",
        ),
        (include_bytes!("../data/rings.png"), "AABBBB CAAAAB CDDABB CDDDBB EEEDDD EEEFFD"),
    ];
    for (file, rows) in right {
        let puzzle = read(file).unwrap();
        assert_eq!(Format::Letters.write(&puzzle).unwrap().trim(), rows.replace(' ', "\n"));
        let marks = [puzzle.queens().count(), puzzle.crosses().count()];
        // Rings are queens in some programs and crosses in others.
        assert_eq!(marks, [0, 0]);
    }
    let solutions: [(&[u8], &str); 2] = [
        (include_bytes!("../data/exif6.jpg"), "3 8 2 5 1 7 4 6"),
        (include_bytes!("../data/plain.webp"), "2 6 8 4 7 1 3 5"),
    ];
    for (file, solution) in solutions {
        let solved = read(file).unwrap().problem().solve().unwrap().unwrap();
        assert_eq!(solved.to_string(), solution);
    }
    let error = read(include_bytes!("../data/black-squares.png")).unwrap_err();
    assert_eq!(error.to_string(), "the picture shows a grid of 6 x 6 with 7 colors, not clearly 6");
    assert!(error.advice().ends_with("\n?ABBBB\nCA?AAB\nCDDABB\nCDDDBB\nEEEDDD\nEEEFFD"));
}
