//! What the server of `LinkedIn` answers: somewhere inside is `colorGrid`, a list of objects with the `colors` of a row.

use queens::Error;

use super::cells::Sure;
use super::json::{board, check_n};
use super::value::Value;
use super::{Form, invalid};
use crate::puzzle::Puzzle;

pub(super) const FORM: Form<Value> = Form {
    name: "LinkedIn's answer",
    is: |value| !grids(value).is_empty(),
    read: |value| grids(value).into_iter().map(puzzle).collect(),
};

/// The objects with a board, in their order.
fn grids(value: &Value) -> Vec<&Value> {
    match value {
        _ if value.get("colorGrid").is_some() => vec![value],
        Value::Array(items) => items.iter().flat_map(grids).collect(),
        Value::Object(members) => members.iter().flat_map(|(_, value)| grids(value)).collect(),
        _ => Vec::new(),
    }
}

fn puzzle(object: &Value) -> Result<Puzzle, Error> {
    let within = |error: Error| error.within("`colorGrid`");
    let regions =
        object.get("colorGrid").and_then(|grid| board(grid, Sure::Only)).unwrap_or_else(|| {
            let advice = "write a list of objects, each with the `colors` of a row";
            Err(invalid("this is no list of rows", advice))
        });
    let puzzle = Puzzle::new(regions.map_err(within)?);
    check_n(object, &puzzle)?;
    Ok(puzzle)
}
