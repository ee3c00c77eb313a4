//! The forms of puzzles that are read, each in a file of its own.

use queens::Error;

use super::value::Value;
use super::{board, compact, flat, json, linkedin, puzzlink, rows, sbn};
use crate::puzzle::Puzzle;

/// A form in which puzzles come: of a line, of lines, of a value, or of a document.
pub(super) struct Form<T: ?Sized> {
    /// The name, for messages: what a text is read as.
    pub(super) name: &'static str,
    /// A puzzle in this form: the same in all of them, and in docs/formats.md.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "tests read it, and compare it with the document")
    )]
    pub(super) example: &'static str,
    /// Whether it has the mark of this form.
    pub(super) is: fn(&T) -> bool,
    /// Reads all puzzles; or says what is wrong with one of them.
    pub(super) read: fn(&T) -> Result<Vec<Puzzle>, Error>,
}

impl<T: ?Sized> Clone for Form<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Form<T> {}

/// Forms of one line, which no row of a board has.
pub(super) const LINES: [Form<str>; 3] = [puzzlink::FORM, compact::FORM, sbn::FORM];

/// Forms of several lines. The first whose mark is there is taken.
pub(super) const BLOCKS: [Form<str>; 4] = [board::FORM, sbn::CUT, flat::FORM, rows::FORM];

/// Forms of values. The last takes any.
pub(super) const VALUES: [Form<Value>; 3] = [linkedin::FORM, json::PROBLEM, json::FORM];

#[cfg(test)]
mod tests {
    use super::super::{legup, script};
    use super::*;
    use crate::parse;

    /// Each form is read as itself, and docs/formats.md has its example.
    #[test]
    fn every_form_has_an_example() {
        let document = include_str!("../../../../docs/formats.md");
        let texts = LINES.into_iter().chain(BLOCKS).chain([legup::FORM, script::FORM]);
        let texts = texts.map(|form| (form.name, form.example));
        for (name, example) in texts.chain(VALUES.map(|form| (form.name, form.example))) {
            let read = parse(example).unwrap_or_else(|error| panic!("{name}: {error}"));
            let [puzzle] = &*read else { panic!("{name}: {} puzzles", read.len()) };
            assert_eq!(puzzle.regions().to_string(), "AAAB\nACBB\nCCDD\nCCDD\n", "{name}");
            assert!(document.contains(example), "docs/formats.md has no {example}");
        }
    }
}
