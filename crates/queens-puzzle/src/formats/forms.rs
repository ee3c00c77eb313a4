//! The forms of puzzles that are read, each in a file of its own.

use queens::Error;

use super::value::Value;
use super::{board, compact, flat, json, linkedin, puzzlink, rows, sbn};
use crate::puzzle::Puzzle;

/// A form in which puzzles come: of a line, of lines, of a value, or of a document.
pub(super) struct Form<T: ?Sized> {
    /// The name, for messages: what a text is read as.
    pub(super) name: &'static str,
    /// Whether it has the mark of this form.
    pub(super) is: fn(&T) -> bool,
    /// Reads all puzzles; or says what is wrong with one of them.
    pub(super) read: fn(&T) -> Result<Vec<Puzzle>, Error>,
}

/// Forms of one line, which no row of a board has.
pub(super) const LINES: [Form<str>; 3] = [puzzlink::FORM, compact::FORM, sbn::FORM];

/// Forms of several lines. The first whose mark is there is taken.
pub(super) const BLOCKS: [Form<str>; 4] = [board::FORM, sbn::CUT, flat::FORM, rows::FORM];

/// Forms of values. The last takes any.
pub(super) const VALUES: [Form<Value>; 3] = [linkedin::FORM, json::PROBLEM, json::FORM];
