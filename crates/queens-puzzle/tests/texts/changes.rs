//! The examples of docs/formats.md, changed: what means the same is read as the same board, and what does not has one error.

use crate::all;

/// The examples of puzzles, and the board of each.
fn examples() -> Vec<&'static str> {
    let document = include_str!("../../../../docs/formats.md");
    let start = document.find("\n## Puzzles").unwrap();
    let end = start + document[start..].find("\n### ").unwrap();
    let blocks = document[start..end].split("```").skip(1).step_by(2);
    blocks.map(|block| block.split_once('\n').unwrap().1.trim_end()).collect()
}

const RIGHT: &str = "AAABACBBCCDDCCDD";

/// The parts of a text that are separated by commas and brackets, each on a line.
fn in_lines(example: &str) -> String {
    example.replace(',', ",\n").replace('[', "[\n")
}

/// Other ways to write an example.
fn same(example: &str) -> Vec<String> {
    let mut same = vec![
        format!("{example}\n"),
        format!("{example}\n").replace('\n', "\r\n"),
        format!("\u{feff}{example}"),
        format!("\n\n \n\t\n{example}\n\n\n"),
        format!("\t{}", example.replace('\n', "\n\t")),
        format!("{} \t \n", example.replace('\n', "  \n")),
        format!("; a remark (with {{ and [)\n{example}"),
        format!("{example} ; a remark: [1, 2] {{\n"),
        format!("{example}\n; a remark\n"),
        format!("{example}\n\n; a remark (with [) = {{\n"),
    ];
    if example.contains(['{', '<']) {
        same.push(example.replace('\n', "\n\n"));
        same.push(example.replace('\n', " ").replace("// the last row", ""));
    }
    if example.contains(']') {
        same.push(example.replace("]]", "],]"));
        same.push(example.replace(',', " , ").replace(']', "\t]"));
        same.push(in_lines(example));
    }
    same
}

/// The example cut off at every byte, and without each of its lines, or with it twice.
fn changed(example: &str) -> Vec<String> {
    let mut changed = Vec::new();
    let lines = example.contains('[').then(|| in_lines(example));
    for text in lines.iter().map(String::as_str).chain([example]) {
        for end in 0..text.len() {
            let cut = &text[..end];
            changed.push(cut.to_owned());
            changed.push(format!("{cut}\n\n4x1.{RIGHT}\n"));
            // Elsewhere an empty line ends a puzzle.
            if example.contains(['{', '<']) {
                changed.push(cut.replace('\n', "\n\n"));
            }
        }
        let lines: Vec<&str> = text.lines().collect();
        for at in 0..lines.len() {
            let (before, after) = (lines[..at].join("\n"), lines[at + 1..].join("\n"));
            changed.push(format!("{before}\n{after}"));
            changed.push(format!("{before}\n{0}\n{0}\n{after}", lines[at]));
        }
    }
    changed
}

#[test]
fn changed_examples_are_the_same_board_or_one_error() {
    let mut examples: Vec<String> = examples().into_iter().map(str::to_owned).collect();
    // One of each form, and one of cells.
    assert_eq!(examples.len(), 12);
    let objects = examples.iter().filter(|example| example.starts_with("{\"id\"")).cloned();
    let objects: Vec<String> = objects.flat_map(|object| [object.clone(), object]).collect();
    examples.push(format!("[{}]", objects.join(",\n")));
    for example in &examples {
        let right = all(example);
        assert!(right.iter().all(|read| read == RIGHT), "{example}: {right:?}");
        for text in same(example) {
            assert_eq!(all(&text), right, "{text}");
        }
        for text in changed(example) {
            let errors: Vec<String> = all(&text).into_iter().filter(|read| read != RIGHT).collect();
            let is_error =
                |text: &String| text.starts_with("puzzle in line ") || text == "there is no puzzle";
            assert!(errors.len() <= 1 && errors.iter().all(is_error), "{errors:?}: {text}");
        }
    }
}
