//! A board as other programs write it.

use std::iter::once;

use queens::{Regions, Square};

/// A file of LEGUP, with the value of each cell.
pub(super) fn legup(regions: &Regions, stars: u32, value: impl Fn(Square) -> i32) -> String {
    let cell = |at: Square| {
        format!("<cell value=\"{}\" x=\"{}\" y=\"{}\"/>", value(at), at.column, at.row)
    };
    let region = |region| {
        let cells: String = regions.squares(region).map(cell).collect();
        format!("<region><cells>{cells}</cells></region>")
    };
    let (n, regions) = (regions.n(), (0..regions.n()).map(region).collect::<String>());
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<Legup version=\"2.0.0\">\n\
         <puzzle name=\"StarBattle\"><board size=\"{n}\" puzzle_num=\"{stars}\">{regions}</board></puzzle>\n\
         <solved isSolved=\"false\" lastSaved=\"--\"/>\n</Legup>\n"
    )
}

/// The board in every form but those that the library writes, with numbers or letters for the regions.
pub(super) fn all(regions: &Regions) -> Vec<String> {
    let n = regions.n();
    let at = |row, column| regions.at(Square { row, column });
    let of: Vec<Vec<u32>> =
        (0..n).map(|row| (0..n).map(|column| at(row, column)).collect()).collect();
    let flat: Vec<String> = of.iter().flatten().map(ToString::to_string).collect();
    let rows: Vec<String> = of.iter().map(|row| format!("{row:?}")).collect();
    let list = format!("[{}]", rows.join(",\n  "));
    let region = |region| {
        let cell = |at: Square| format!("[{},{}]", at.row, at.column);
        let cells: Vec<String> = regions.squares(region).map(cell).collect();
        format!("\"{region:02}\":[{}]", cells.join(","))
    };
    let cells: Vec<String> = (0..n).map(region).collect();
    let colors: Vec<String> = rows.iter().map(|row| format!("{{\"colors\":{row}}}")).collect();
    let object = |row: u32, column: u32| {
        let color = at(row, column);
        format!("{{\"row\":{row},\"col\":{column},\"color\":\"c{color:02}\"}}")
    };
    let objects: Vec<String> = (0..n)
        .map(|row| (0..n).map(|column| object(row, column)).collect::<Vec<_>>())
        .map(|row| format!("[{}]", row.join(",")))
        .collect();
    let (letters, colors) = (regions.to_string(), colors.join(","));
    let numbers = rows.join("\n").replace(['[', ']'], "");
    let forms = [
        flat.join(","),
        flat.join(" "),
        flat.join("\n"),
        format!("[{}]", flat.join(",")),
        letters.replace('\n', ""),
        format!("{n}\n{letters}"),
        format!("{n} 1\n{letters}"),
        format!("{n}\n1\n{numbers}"),
        numbers.replace(", ", ";"),
        format!("{{\"grid\":[{}]}}", objects.join(",")),
        rows.join(",\n"),
        rows.concat(),
        format!("{{{}}}", cells.join(",")),
        format!("{{\"data\":[{{\"gridSize\":{n},\"colorGrid\":[{colors}]}}]}}"),
        format!("[{colors}]"),
        format!("export const level = {{\n  size: {n}, // rows\n  grid: {list},\n}} as const;"),
        format!(
            "import {{ a }} from 'b';\nexport const level: Level = {{\n colorRegions: {list}\n}};\n"
        ),
        format!("{{\"n\":{n},\"regions\":{list},\"solution\":[[0,1]]}}"),
        format!("{{\"a\":{list}}}"),
    ];
    forms.into_iter().chain(once(legup(regions, 1, |_| 0))).collect()
}
