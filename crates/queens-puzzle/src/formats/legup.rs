//! Star Battle as LEGUP saves it (2.0.0 and later): XML with the cells of each region.
//!
//! `puzzle_num` of `board` is the number of stars; `x` is the column and `y` the row, from 0; the `value` of a cell is
//! -2 for a star, -1 for a cross, and 0.

use queens::{Error, Square};
use roxmltree::{Document, Node};

use super::marks::marked;
use super::rows::numbered;
use super::{Form, invalid, one_star};
use crate::puzzle::Puzzle;

pub(super) const FORM: Form<str> = Form {
    name: "a LEGUP file",
    is: |text| text.starts_with('<'),
    read: |text| read(text).map(|puzzle| vec![puzzle]),
};

fn read(text: &str) -> Result<Puzzle, Error> {
    let document = Document::parse(text).map_err(|error| {
        invalid(format!("the XML is malformed: {error}"), "see whether the file is whole")
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "Legup" {
        let message =
            format!("this is XML of the kind `{}`, and not LEGUP's", root.tag_name().name());
        return Err(invalid(
            message,
            "give the puzzle in another form, such as a letter for each square",
        ));
    }
    let puzzle = child(root, "puzzle")?;
    let kind = puzzle.attribute("name").unwrap_or_default();
    if kind != "StarBattle" {
        let message = format!("it is a puzzle of the kind `{kind}`, not `StarBattle`");
        return Err(invalid(message, "only Star Battle with one star is solved here"));
    }
    let board = child(puzzle, "board")?;
    one_star(board.attribute("puzzle_num").unwrap_or("1"))?;
    let n = number(board, "size")?;
    if !(4..=32).contains(&n) {
        let message = format!("the board has {n} rows");
        return Err(invalid(message, "boards with regions have 4 to 32 rows"));
    }
    let mut of: Vec<Option<usize>> = vec![None; (n * n) as usize];
    let (mut queens, mut crosses) = (Vec::new(), Vec::new());
    let regions = board.children().filter(|child| child.has_tag_name("region"));
    for (region, cells) in regions.enumerate() {
        for cell in cells.descendants().filter(|cell| cell.has_tag_name("cell")) {
            let (x, y) = (number(cell, "x")?, number(cell, "y")?);
            if !(0..n).contains(&x) || !(0..n).contains(&y) {
                let message = format!("the cell x = {x}, y = {y} is not on a board of {n} rows");
                return Err(invalid(message, "count x and y from 0"));
            }
            let square = Square { row: y as u32, column: x as u32 };
            if of[(y * n + x) as usize].replace(region).is_some() {
                return Err(invalid(
                    format!("the square {square} is in two regions"),
                    "list each square once",
                ));
            }
            match number(cell, "value")? {
                -2 => queens.push(square),
                -1 => crosses.push(square),
                0 => {}
                value => {
                    let message = format!("the value of the cell on {square} is {value}");
                    return Err(invalid(
                        message,
                        "write -2 for a star, -1 for a cross, 0 for an open square",
                    ));
                }
            }
        }
    }
    if let Some(at) = of.iter().position(Option::is_none) {
        let square = Square { row: at as u32 / n as u32, column: at as u32 % n as u32 };
        let message = format!("the square {square} is in no region");
        let advice = "list each square once; LEGUP itself leaves squares with a mark out when it saves a board";
        return Err(invalid(message, advice));
    }
    let of: Vec<usize> = of.into_iter().flatten().collect();
    marked(&Puzzle::new(numbered(&of)?), &queens, &crosses)
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Result<Node<'a, 'i>, Error> {
    let mut children = node.children();
    children
        .find(|child| child.has_tag_name(name))
        .ok_or_else(|| invalid(format!("there is no `{name}`"), "save the puzzle with LEGUP again"))
}

fn number(node: Node<'_, '_>, name: &str) -> Result<i64, Error> {
    node.attribute(name).and_then(|value| value.trim().parse().ok()).ok_or_else(|| {
        let message = format!("`{}` has no number `{name}`", node.tag_name().name());
        invalid(message, "save the puzzle with LEGUP again")
    })
}
