//! What the commands write as JSON, against the schemas of docs/schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use jsonschema::Validator;
use serde_json::Value;

use crate::queens;

/// Every form of every command that writes JSON, as a document or a line each. The run is made by the first.
const COMMANDS: &str = include_str!("documents.txt");

/// Puzzles with one solution, with several, with none; one that cannot be read, and one in pieces; and a board with a
/// wrong queen.
const PUZZLES: [(&str, &str); 3] = [
    ("puzzles.txt", "4x1.AAABACBBCCDDCCDD\n4x1.AAAABBBBCCCCDDDD\n5x1.AABBBABBBBACCCDECCCDECCDD\n"),
    ("mixed.txt", "4x1.AAABACBBCCDDCCD\n4x1.AABBAABBCCDDCCDA\n"),
    ("board.txt", "Q...\n....\n....\n....\nregions AAAB ACBB CCDD CCDD\n"),
];

/// Files of the run; in a part, each line begins with JSON.
const FILES: [&str; 4] = ["plan.json", "certificate.json", "report.json", "parts/all.1"];

/// All schemas by their titles. They let keys be added; here no other key may be there.
fn schemas() -> BTreeMap<String, Validator> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let schema = |path: &Path| {
        let mut schema: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        schema["unevaluatedProperties"] = false.into();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        (schema["title"].as_str().unwrap().to_owned(), validator)
    };
    fs::read_dir(folder).unwrap().map(|entry| schema(&entry.unwrap().path())).collect()
}

/// What the commands print, and what the run's files hold; the command or the file with each.
fn documents(folder: &Path) -> Vec<(&'static str, Value)> {
    let mut documents = Vec::new();
    for (file, text) in PUZZLES {
        fs::write(folder.join(file), text).unwrap();
    }
    for command in COMMANDS.lines() {
        let output = queens(command).current_dir(folder).output().unwrap();
        // That the answer is no is an answer, and so is that one of several puzzles cannot be read.
        let last = if command.contains("mixed") { 2 } else { 1 };
        let is_answer = output.status.code().is_some_and(|code| code <= last);
        assert!(is_answer, "{command}: {output:?}");
        let stream = serde_json::Deserializer::from_slice(&output.stdout).into_iter();
        documents.extend(stream.map(|document| (command, document.unwrap())));
    }
    for file in FILES {
        let text = fs::read_to_string(folder.join("run").join(file)).unwrap();
        let lines: Vec<&str> =
            if file.starts_with("parts") { text.lines().collect() } else { vec![&text] };
        for line in lines {
            // A checksum stands after the JSON of a line.
            let mut stream = serde_json::Deserializer::from_str(line).into_iter();
            documents.push((file, stream.next().unwrap().unwrap()));
        }
    }
    documents
}

#[test]
fn documents_match_their_schemas() {
    let folder = tempfile::tempdir().unwrap();
    let schemas = schemas();
    let mut seen = BTreeSet::new();
    for (source, document) in documents(folder.path()) {
        // The lines of a part but the first name no schema.
        let name = document["schema"].as_str().unwrap_or("queens.part/2");
        let schema = schemas.get(name).unwrap_or_else(|| panic!("{source}: {name} has no schema"));
        let errors: Vec<String> =
            schema.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{source}: {errors:?}: {document}");
        seen.insert(name.to_owned());
    }
    assert_eq!(seen, schemas.into_keys().collect(), "every schema is that of something");
}
