//! Puzzles in pictures: a screenshot of a phone, a piece of a page. Photographs of a screen are not meant.
//!
//! A board is a lattice of squares of one size. So the picture is cut into patches of one color; patches of one size that
//! stand side by side make the lattice, whatever is around it ([`patches`]). If squares are no patches, straight edges make it
//! ([`edges`]). Then the colors of the squares are the regions if there are as many as rows, clearly apart; otherwise thick borders
//! are, if they enclose as many ([`regions`]). At last, what stands on squares becomes marks ([`marks`]).
//!
//! Each step refuses what it is not sure of. The numbers that divide sure from unsure stand at the top of each file. They are found
//! by trial, with boards in many styles that the tests draw, and with screenshots that people publish.

mod color;
mod edges;
#[cfg(feature = "pictures")]
mod file;
mod lattice;
mod marks;
mod patches;
mod pixels;
mod regions;
mod work;

use queens::{Error, ErrorKind, Options};

#[cfg(feature = "pictures")]
pub use self::file::is_picture;
use self::lattice::Lattice;
use self::pixels::Picture;
use self::work::Work;
use crate::puzzle::Puzzle;

/// Reads the board in a picture: red, green, blue and opacity of each pixel, row by row.
///
/// It finds a board of 4 x 4 to 20 x 20 squares with regions in colors, or with thick borders around them; also if it is stretched by up
/// to a sixth, or turned by a few degrees. Queens and crosses become marks. The work is bounded, whatever is in the picture: about two
/// seconds at most.
///
/// # Errors
///
/// If there are not width x height pixels, if there is no board, or if its regions or marks are in doubt. The advice then has the
/// letters as far as they were read, to be corrected by hand.
pub fn recognize(
    width: u32,
    height: u32,
    rgba: &[u8],
    options: &Options<'_>,
) -> Result<Puzzle, Error> {
    if rgba.is_empty() || 4 * u128::from(width) * u128::from(height) != rgba.len() as u128 {
        let message = format!("{} bytes for a picture of {width} x {height} pixels", rgba.len());
        return Err(Error::new(ErrorKind::Invalid, message, "give four bytes for each pixel"));
    }
    let picture = Picture::new(width as usize, height as usize, rgba);
    let work = Work::new(options, patches::SEARCHES + edges::SEARCHES);
    // The surer sign first.
    let patches = picture.lattice_of_patches(&work)?.map(|lattice| lattice.puzzle());
    if let Some(Ok(puzzle)) = patches {
        return Ok(puzzle);
    }
    let edges = picture.lattice_of_edges(&work)?.map(|lattice| lattice.puzzle());
    match (patches, edges) {
        (_, Some(Ok(puzzle))) => Ok(puzzle),
        (Some(doubt), _) | (None, Some(doubt)) => doubt,
        (None, None) => {
            let message =
                format!("there is no board of squares in the picture of {width} x {height} pixels");
            let advice = "crop the picture to the board, or type its rows as letters";
            Err(Error::new(ErrorKind::Invalid, message, advice))
        }
    }
}

/// Reads the board in a file of a picture, as [`recognize`] does: PNG, JPEG, WebP, GIF (the first frame) or BMP, turned as its
/// metadata say.
///
/// # Errors
///
/// If it is no such file, or if a part of it is missing or damaged, or if it has more than 64 million pixels; and as
/// [`recognize`].
#[cfg(feature = "pictures")]
pub fn from_picture(file: &[u8], options: &Options<'_>) -> Result<Puzzle, Error> {
    let image = file::pixels(file)?;
    recognize(image.width(), image.height(), &image, options)
}

impl Lattice<'_> {
    fn puzzle(&self) -> Result<Puzzle, Error> {
        let colors = self.colors();
        let of = self.regions(&colors)?;
        self.marked(Puzzle::new(regions::regions_of(&of)?), &colors, &of)
    }
}
