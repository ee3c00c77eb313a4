//! The general solver.
//!
//! [`search`] is the skeleton: the tightest line first. It works on a [`table`] of open squares, which holds any
//! problem without regions; on [`regions`], which holds those; or on [`masks`], which are faster and hold the plain board
//! alone ([`position`] says what it asks of them); and with a [`bound`] or without.

pub(crate) mod bound;
pub(crate) mod list;
pub(crate) mod masks;
pub(crate) mod partial;
pub(crate) mod position;
pub(crate) mod regions;
pub(crate) mod search;
pub(crate) mod table;
pub(crate) mod torus;
pub(crate) mod word;

use crate::board::Square;
use crate::board::placement::Placement;

/// The placement of queens that a search has found.
pub(crate) fn placement(size: u32, queens: &[Square]) -> Placement {
    let mut columns = vec![0; size as usize];
    for queen in queens {
        columns[queen.row as usize] = queen.column;
    }
    Placement::proved(size, columns)
}
