//! A board as text and as a picture.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use queens::Placement;
use queens::draw::Drawing;

fn main() -> Result<(), queens::Error> {
    let placement: Placement = "2 4 6 1 3 5".parse()?;
    let drawing = Drawing::of(&placement)?;
    println!("{}", drawing.unicode());

    // The library writes no files: what you do with the picture is up to you.
    let svg = drawing.svg();
    assert!(svg.starts_with("<svg "));
    println!("{} bytes of SVG", svg.len());
    Ok(())
}
