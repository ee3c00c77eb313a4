//! The squares of each region as a list, or all squares with their regions: cells that say where they are.
//!
//! A cell is a pair of its row and its column; a text such as `a1`; or an object with `row` and `col` (or `column`), or
//! with `y` and `x`. Rows and columns are counted from 0 if one of them is 0, and otherwise from 1.

use std::collections::BTreeSet;

use queens::board::squares;
use queens::{Error, Regions, Square};

use super::flat::side;
use super::invalid;
use super::value::Value;

/// How sure a reader must be that a value is a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sure {
    /// It has the shape of one.
    Shape,
    /// Nothing else can be it: whatever is wrong is an error.
    Only,
}

/// Row and column, as they are written.
type Place = (i64, i64);

fn place(cell: &Value) -> Option<Place> {
    let number = |value: &Value| value.word()?.parse().ok();
    match cell {
        Value::Array(pair) => match &**pair {
            [row, column] => Some((number(row)?, number(column)?)),
            _ => None,
        },
        Value::Text(name) => {
            let square: Square = name.parse().ok()?;
            Some((i64::from(square.row) + 1, i64::from(square.column) + 1))
        }
        Value::Object(_) => {
            let first = |keys: &[&str]| keys.iter().find_map(|key| cell.get(key)).and_then(number);
            Some((first(&["row", "r", "y"])?, first(&["col", "column", "c", "x"])?))
        }
        _ => None,
    }
}

/// The cells of a region, if a value is a list of them.
fn region(value: &Value) -> Option<Vec<Place>> {
    let cells = match value {
        Value::Object(_) => value.get("cells").or(value.get("squares"))?.items()?,
        value => value.items()?,
    };
    cells.iter().map(place).collect::<Option<Vec<_>>>().filter(|cells| !cells.is_empty())
}

/// The cells of lists whose cells all have labels, as many as a row has squares: these are the regions, and the lists
/// are rows.
fn of_rows(lists: &[(String, &Value)]) -> Option<Vec<(Place, String)>> {
    let cells = lists.iter().map(|(_, list)| list.items()).collect::<Option<Vec<_>>>()?;
    let cells =
        cells.into_iter().flatten().map(|cell| Some((place(cell)?, label(cell)?.to_owned())));
    let cells = cells.collect::<Option<Vec<_>>>()?;
    let labels: BTreeSet<&str> = cells.iter().map(|(_, label)| label.as_str()).collect();
    (side(cells.len()) == Some(labels.len())).then_some(cells)
}

/// The label of the region of a cell that has one.
pub(super) fn label(cell: &Value) -> Option<&str> {
    let keys = ["region", "color", "colour", "regionId", "colorId", "area", "zone", "group"];
    keys.iter()
        .find_map(|key| cell.get(key))
        .and_then(|value| value.word().or_else(|| label(value)))
}

/// Whether a value is a part of a board in this form: the cells of a region, or a cell with its region.
pub(super) fn is_part(value: &Value) -> bool {
    let is_cell =
        matches!(value, Value::Object(_)) && place(value).is_some() && label(value).is_some();
    is_cell || region(value).is_some()
}

/// The regions that lists of cells state, if a value is such lists.
pub(super) fn read(value: &Value, sure: Sure) -> Option<Result<Regions, Error>> {
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) => {
            (1..).zip(items).map(|(number, item)| (format!("{number}"), item)).collect()
        }
        _ => return None,
    };
    if parts.is_empty() || !parts.iter().all(|(_, part)| is_part(part)) {
        return None;
    }
    let cells = parts.iter().flat_map(|(name, part)| match (place(part), label(part)) {
        (Some(place), Some(label)) => vec![(place, label.to_owned())],
        _ => region(part).into_iter().flatten().map(|place| (place, name.clone())).collect(),
    });
    let cells: Vec<(Place, String)> = of_rows(&parts).unwrap_or_else(|| cells.collect());
    let places: BTreeSet<Place> = cells.iter().map(|(place, _)| *place).collect();
    let is_whole = side(cells.len()).is_some() && places.len() == cells.len();
    // Names such as `a1` may be those of regions, one for each square of a row.
    let has_names = parts
        .iter()
        .any(|(_, part)| part.items().is_some_and(|part| part.iter().all(Value::is_plain)));
    (is_whole || sure == Sure::Only && !has_names).then(|| of_cells(cells))
}

fn of_cells(cells: Vec<(Place, String)>) -> Result<Regions, Error> {
    let Some(n) = side(cells.len()) else {
        let message = format!("{} squares are in lists, and no board has so many", cells.len());
        return Err(invalid(message, "list each of the n by n squares once"));
    };
    let first = i64::from(!cells.iter().any(|((row, column), _)| *row == 0 || *column == 0));
    let mut board: Vec<Option<String>> = vec![None; n * n];
    for ((row, column), label) in cells {
        let [row_at, column_at] =
            [row, column].map(|number| usize::try_from(number.saturating_sub(first)).unwrap_or(n));
        if row_at.max(column_at) >= n {
            let message = format!(
                "row {row}, column {column} is not on a board of {n} rows, counted from {first}"
            );
            return Err(invalid(message, "list each of the n by n squares once"));
        }
        if board[row_at * n + column_at].replace(label).is_some() {
            let square = Square { row: row_at as u32, column: column_at as u32 };
            return Err(invalid(
                format!("the square {square} is listed twice"),
                "list each square once",
            ));
        }
    }
    // As many as there are squares, and none twice.
    let labels: Vec<String> = board.into_iter().flatten().collect();
    debug_assert_eq!(labels.len(), squares(n as u32).count());
    super::rows::wrapped(&labels)
}
