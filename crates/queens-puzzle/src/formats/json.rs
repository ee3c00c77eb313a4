//! Arrays and objects: boards as arrays of rows, and collections of boards under any keys.

use queens::{Error, Problem, Regions, Square};

use super::cells::Sure;
use super::flat::side;
use super::marks::{contradiction, marked};
use super::value::Value;
use super::{Form, cells, compact, flat, invalid, one_star, rows, sbn};
use crate::puzzle::Puzzle;

pub(super) const FORM: Form<Value> = Form {
    name: "JSON",
    is: |_| true,
    read: |value| match all(value, Sure::Shape)? {
        nothing if nothing.is_empty() => all(value, Sure::Only).and_then(some),
        puzzles => Ok(puzzles),
    },
};

/// The form of the library's own documents: an object with `n`, and keys of a problem alone.
pub(super) const PROBLEM: Form<Value> = Form {
    name: "queens.problem/1",
    is: |value| {
        let Value::Object(members) = value else { return false };
        let is_key = |key: &str| KEYS.split(' ').any(|other| other == key);
        match value.get("schema") {
            Some(schema) => schema.word().is_some_and(|name| name.starts_with("queens.problem/")),
            // Rows as texts, with marks, are the same in both forms otherwise.
            None => {
                value.get("n").is_some()
                    && members.iter().all(|(key, _)| is_key(key))
                    && value.get("regions").is_none_or(|rows| {
                        rows.items().is_some_and(|rows| {
                            rows.iter().all(|row| matches!(row, Value::Text(_)))
                        })
                    })
            }
        }
    },
    read: |value| problem(value).map(|puzzle| vec![puzzle]),
};

/// The keys of a problem.
const KEYS: &str = "schema n topology pieces regions queens blocked excluded_diags excluded_antis";

fn problem(value: &Value) -> Result<Puzzle, Error> {
    let refused = |error: serde_json::Error| {
        let message = error.to_string().replace(['\n', '\r'], " ");
        invalid(message, "docs/formats.md describes the object, queens.problem/1")
    };
    let read = |value: &Value| serde_json::from_value::<Problem>(value.to_json()).map_err(refused);
    read(value).and_then(Puzzle::try_from).map_err(|error| {
        // The same without queens may be right, and then they contradict each other.
        let Value::Object(members) = value else { return error };
        let without = members.iter().filter(|(key, _)| key != "queens").cloned().collect();
        let bare = read(&Value::Object(without)).and_then(Puzzle::try_from);
        let queens = named_squares(value, &["queens"]);
        bare.ok().and_then(|bare| contradiction(&bare, &queens)).unwrap_or(error)
    })
}

/// All puzzles in a value; an error if one of them is wrong.
fn all(value: &Value, sure: Sure) -> Result<Vec<Puzzle>, Error> {
    if let Some(regions) = board(value, sure) {
        return regions.map(|regions| vec![Puzzle::new(regions)]);
    }
    match value {
        Value::Array(items) => {
            let within = |number: usize| {
                move |error: Error| error.within(format_args!("item {}", number + 1))
            };
            let found: Vec<Vec<Puzzle>> = items
                .iter()
                .enumerate()
                .map(|(number, item)| all(item, sure).map_err(within(number)))
                .collect::<Result<_, _>>()?;
            let empty = found.iter().position(Vec::is_empty);
            if let Some(number) = empty.filter(|_| found.iter().any(|found| !found.is_empty())) {
                all(&items[number], Sure::Only).and_then(some).map_err(within(number))?;
            }
            Ok(found.concat())
        }
        Value::Object(_) if (PROBLEM.is)(value) => problem(value).map(|puzzle| vec![puzzle]),
        Value::Object(members) => of_members(value, members, sure),
        Value::Text(text) if sure == Sure::Only => of_text(text),
        _ => Ok(Vec::new()),
    }
}

/// Reads a text inside a value: a puzzle on one line, or rows.
fn of_text(text: &str) -> Result<Vec<Puzzle>, Error> {
    let text = text.trim();
    let lines = [compact::FORM, sbn::FORM].into_iter().find(|form| (form.is)(text));
    let block = || [flat::FORM, rows::FORM].into_iter().find(|form| (form.is)(text));
    lines.or_else(block).map_or(Ok(Vec::new()), |form| (form.read)(text))
}

/// Whether there is certainly no board in a value.
pub(super) fn is_bare(value: &Value) -> bool {
    [Sure::Shape, Sure::Only]
        .into_iter()
        .all(|sure| all(value, sure).is_ok_and(|found| found.is_empty()))
}

/// An error if there are no puzzles.
fn some(puzzles: Vec<Puzzle>) -> Result<Vec<Puzzle>, Error> {
    if puzzles.is_empty() {
        let advice = "write an array of rows, or an object with `regions`";
        return Err(invalid("there is no board in it", advice));
    }
    Ok(puzzles)
}

/// A key by its letters and digits alone.
fn plain(key: &str) -> String {
    key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// Keys whose values are the regions, whatever else is there.
fn names_regions(key: &str) -> bool {
    let ends =
        "regions region regiongrid regionmap regionsgrid areas zones cages colorgrid colourgrid";
    ends.split(' ').any(|end| key.ends_with(end))
}

/// Keys of what is drawn on a board, and not the board.
fn names_marks(key: &str) -> bool {
    let parts = "solution answer solved queens stars marks state placement hint guess";
    parts.split(' ').any(|part| key.contains(part))
}

/// Keys that say how many stars there are in a row.
fn names_stars(key: &str) -> bool {
    ["stars", "star", "starcount", "numstars", "numberofstars", "queensperrow", "queensperregion"]
        .contains(&key)
        || key.starts_with("starsper")
}

/// The puzzle of an object, or the puzzles that it collects.
fn of_members(
    object: &Value,
    members: &[(String, Value)],
    sure: Sure,
) -> Result<Vec<Puzzle>, Error> {
    let members: Vec<(&str, String, &Value)> =
        members.iter().map(|(key, value)| (key.as_str(), plain(key), value)).collect();
    for (_, name, value) in &members {
        if let Some(stars) = value.word().filter(|_| names_stars(name)) {
            one_star(stars)?;
        }
    }
    let read = |sure: Sure, is_meant: &dyn Fn(&str, &Value) -> bool| {
        let meant = members.iter().filter(|(_, name, value)| is_meant(name, value));
        let found = meant.map(|(key, _, value)| {
            all(value, sure).map_err(|error| error.within(format_args!("`{}`", key.escape_debug())))
        });
        found.collect::<Result<Vec<_>, _>>()
    };
    // What may be a board is read only where nothing is called one.
    let mut named = read(Sure::Only, &|name, value| names_regions(name) && !value.is_plain())?;
    named.dedup();
    let mut puzzles = named.concat();
    for drawn in [false, true] {
        if puzzles.is_empty() {
            puzzles = read(sure, &|name, value| names_marks(name) == drawn && !value.is_plain())?
                .concat();
        }
    }
    if puzzles.is_empty() {
        puzzles = read(sure, &|_, value| value.is_plain())?.concat();
    }
    if let [puzzle] = &*puzzles {
        check_n(object, puzzle)?;
        check_named(object, puzzle)?;
        let [queens, crosses] = MARKS.map(|keys| named_squares(object, keys));
        if !queens.is_empty() || !crosses.is_empty() {
            return marked(puzzle, &queens, &crosses).map(|puzzle| vec![puzzle]);
        }
    }
    Ok(puzzles)
}

/// Keys of the queens and of the crosses.
const MARKS: [&[&str]; 2] = [&["queens"], &["crosses", "blocked"]];

/// Refuses some queens, or crosses, that have no names: whether rows or columns come first, and whether they begin with 0, is unknown.
fn check_named(object: &Value, puzzle: &Puzzle) -> Result<(), Error> {
    for key in MARKS.concat() {
        let list = object.get(key).and_then(Value::items).unwrap_or_default();
        let is_partial = key != "queens" || list.len() < puzzle.n() as usize;
        if is_partial && list.iter().any(|mark| named(mark).is_none()) {
            let message = format!("`{key}` has squares without names");
            return Err(invalid(message, "name them: `a1` is in the first column and row"));
        }
    }
    Ok(())
}

/// The squares of lists of names such as `a1`. Other lists are solutions, or something else.
fn named_squares(object: &Value, keys: &[&str]) -> Vec<Square> {
    let lists = keys.iter().filter_map(|key| object.get(key)?.items());
    lists
        .filter_map(|list| list.iter().map(named).collect::<Option<Vec<Square>>>())
        .flatten()
        .collect()
}

fn named(item: &Value) -> Option<Square> {
    match item {
        Value::Text(name) => name.parse().ok(),
        _ => None,
    }
}

/// Compares the size of a board with what is stated beside it.
pub(super) fn check_n(object: &Value, puzzle: &Puzzle) -> Result<(), Error> {
    for key in ["n", "size", "gridSize", "grid_size", "boardSize"] {
        let stated = object.get(key).and_then(Value::word);
        if let Some(stated) =
            stated.filter(|stated| stated.bytes().all(|byte| byte.is_ascii_digit()))
            && stated.parse() != Ok(puzzle.n())
        {
            let message = format!("`{key}` is {stated}, and the board has {} rows", puzzle.n());
            return Err(invalid(message, "see whether the board is whole"));
        }
    }
    Ok(())
}

/// Whether an item of an array cannot be a puzzle itself, but a part of one: a row in an object, or cells.
pub(super) fn is_part(item: &Value) -> bool {
    let is_row = |row: &[Value]| item.get("colors").is_some() || side(row.len()).is_none();
    cells::is_part(item) || row_in_object(item).is_some_and(is_row)
}

/// The row that an object has in place of an array: its only array, of squares.
fn row_in_object(item: &Value) -> Option<&[Value]> {
    let Value::Object(members) = item else { return None };
    let mut rows = members.iter().filter_map(|(_, value)| value.items());
    let row = rows.next()?;
    (rows.next().is_none() && row.iter().all(Value::is_plain)).then_some(row)
}

/// The regions of a value, if it looks like one board: rows, squares row by row, or cells.
pub(super) fn board(value: &Value, sure: Sure) -> Option<Result<Regions, Error>> {
    if let Some(regions) = cells::read(value, sure) {
        return Some(regions);
    }
    let items = value.items()?;
    let row_length = |item: &Value| match item {
        Value::Text(row) => Some(row.chars().count()),
        Value::Array(row) => {
            (!row.iter().any(|square| square.items().is_some())).then_some(row.len())
        }
        item => row_in_object(item).map(<[Value]>::len),
    };
    let lengths = items.iter().map(row_length).collect::<Option<Vec<_>>>();
    let near = lengths.iter().flatten().filter(|&&length| length == items.len()).count();
    let word = |item: &Value| item.word().map(str::to_owned);
    if let Some(labels) = items.iter().map(word).collect::<Option<Vec<_>>>()
        && side(labels.len()).is_some()
        && near < items.len()
    {
        return Some(rows::wrapped(&labels));
    }
    let lengths = lengths?;
    let are_puzzles = !is_names(items)
        && items.iter().all(|item| item.items().is_some_and(|item| is_rows(item, items.len())));
    let may_be = || {
        !lengths.is_empty() && lengths.iter().all(|&length| length > 1 && side(length).is_none())
    };
    let is_board = items.len() >= 4 && 2 * near > items.len() || sure == Sure::Only && may_be();
    (is_board && !are_puzzles).then(|| of_rows(items))
}

/// Whether an item of an array is a puzzle of rows as strings, and not a row of names: it has another length than the
/// array, or each string is as long as the item.
fn is_rows(item: &[Value], items: usize) -> bool {
    let length = |value: &Value| match value {
        Value::Text(row) => Some(row.chars().count()),
        _ => None,
    };
    !item.is_empty()
        && item.iter().all(|row| length(row).is_some())
        && (item.len() != items && item.iter().any(|row| length(row) != Some(1))
            || item.iter().all(|row| length(row) == Some(item.len())))
}

/// Whether an array is one puzzle with a name for each square, though the names are as long as rows would be.
fn is_names(array: &[Value]) -> bool {
    let rows = array.iter().map(|row| row.items().unwrap_or_default());
    let names: std::collections::BTreeSet<&str> =
        rows.clone().flatten().filter_map(Value::word).collect();
    names.len() == array.len() && rows.clone().all(|row| row.len() == array.len())
}

fn of_rows(items: &[Value]) -> Result<Regions, Error> {
    let labels = |(row, item): (u32, &Value)| -> Result<Vec<String>, Error> {
        if let Value::Text(row) = item {
            return Ok(row.chars().map(String::from).collect());
        }
        let squares = item.items().or_else(|| row_in_object(item)).unwrap_or_default();
        let label = |(column, square): (u32, &Value)| {
            square.word().or_else(|| cells::label(square)).map(str::to_owned).ok_or_else(|| {
                let message = format!("the square {} has no region", Square { row, column });
                invalid(message, "write a string or a number for each square")
            })
        };
        (0..).zip(squares).map(label).collect()
    };
    let rows: Vec<Vec<String>> = (0..).zip(items).map(labels).collect::<Result<_, _>>()?;
    super::check_square(&rows.iter().map(Vec::len).collect::<Vec<_>>())?;
    rows::labeled(&rows)
}
