//! JSON Schemas of all that the program writes as JSON, made from what it does write.
//!
//! Each command is run in all its forms on small boards. From the documents that carry the same `schema`
//! follows which keys they have, which of these always, and of what type each is. A format that changes
//! without anybody saying so changes a file of docs/schemas, and CI sees it. Every key must also be named in
//! docs/formats.md, which tells what it means.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::program::{Program, binary, root, target};

/// Commands whose answer is JSON, as a document or a line each. The run is made before, in `run`.
const COMMANDS: [&str; 44] = [
    "count 8 --format json",
    "count 8 --classes --format json",
    "count 12 --method color --backend portable --format jsonl",
    "count 8 --dry-run --format json",
    "count 18 --dry-run --method color --backend portable --format json",
    "list 5 --format json",
    "list 5 --format jsonl",
    "find 8 --format json",
    "find 8 --seed 1 --format json",
    "find 3 --format json",
    "estimate 6 --probes 1000 --format json",
    "estimate 14 --probes 50000 --format json",
    "estimate 3 --probes 1000 --format json",
    "complete 8 --fix a1 --block b5 --exclude-diag d3 --exclude-anti a2 --format json",
    "complete 6 --fix c3 --format json",
    "complete 7 --torus --count --format json",
    "complete 6 --fix b1 --list --format json",
    "complete 5 --partial --format json",
    "complete 5 --superqueens --partial --format json",
    "complete 10 --superqueens --fix c1 --format json",
    "complete 10 --superqueens --count --format json",
    "complete 10 --superqueens --list --format json",
    "puzzle solve puzzles.txt --format jsonl",
    "puzzle check puzzles.txt --format jsonl",
    "puzzle rate puzzles.txt --format jsonl",
    "puzzle explain puzzles.txt --format jsonl",
    "puzzle hint puzzles.txt --format jsonl",
    "puzzle hint board.txt --format jsonl",
    "info --format json",
    "bench --sizes 8 --rounds 1 --methods search,color --compare mirror --format json",
    "gallery list --format json",
    "gallery run bitwise 6 --format json",
    "gallery run bitwise 6 --print --format json",
    "gallery run brute_force 5 --limit 1 --format json",
    "gallery trace mirror 4 --format jsonl",
    "gallery trace brute_force 3 --format jsonl",
    "gallery compare brute_force,bitwise --sizes 4,5,7,9 --budget 300ms --format json",
    "run status run --format json",
    "run merge run --format json",
    "run verify run --format json",
    "run verify run --pattern 1 --format json",
    "run status run --format json",
    "run plan 8 --dir other --format json",
];

/// Puzzles with one solution, with several, with none; and a board with a wrong queen.
const PUZZLES: [(&str, &str); 2] = [
    ("puzzles.txt", "4x1.AAABACBBCCDDCCDD\n4x1.AAAABBBBCCCCDDDD\n5x1.AABBBABBBBACCCDECCCDECCDD\n"),
    ("board.txt", "Q...\n....\n....\n....\nregions AAAB ACBB CCDD CCDD\n"),
];

/// Files of the run that are JSON; in a part, each line begins with it.
const FILES: [&str; 4] = ["plan.json", "certificate.json", "report.json", "parts/all.1"];

/// Backends as machines with other cards list them: a schema is that of all machines.
const BACKENDS_ELSEWHERE: [&str; 2] = [
    r#"{ "name": "cuda", "available": true, "device": "a card" }"#,
    r#"{ "name": "opencl", "available": false, "reason": "no driver" }"#,
];

/// The schemas: where they belong, and what is in them.
pub(crate) fn all() -> Result<Vec<(String, String)>, Failure> {
    let mut shapes: BTreeMap<String, Shape> = BTreeMap::new();
    for document in documents()? {
        let name = document.get("schema").and_then(Value::as_str).map(str::to_owned);
        // The lines of a part but the first have a `line` in place of a schema.
        let line = || Some(format!("queens.part/2 {}", document.get("line")?.as_str()?));
        let name = match name {
            Some(name) if name == "queens.part/2" => line(),
            name => name.or_else(line),
        };
        let name = name.ok_or_else(|| unexpected(&format!("{document} has no schema")))?;
        shapes.entry(name).or_default().see(&document);
    }
    let formats = fs::read_to_string(root().join("docs/formats.md"))
        .map_err(|error| unexpected(&format!("docs/formats.md: {error}")))?;
    let keys =
        shapes.iter().flat_map(|(name, shape)| shape.keys().into_iter().map(move |k| (name, k)));
    let unknown: BTreeSet<String> = keys
        .filter(|(_, key)| !formats.contains(&format!("`{key}`")))
        .map(|(name, key)| format!("`{key}` of {name}"))
        .collect();
    if !unknown.is_empty() {
        let list: Vec<String> = unknown.into_iter().collect();
        return Err(unexpected(&format!("docs/formats.md says nothing of {}", list.join(", "))));
    }
    let mut schemas = Vec::new();
    for (name, shape) in &shapes {
        let mut schema = Map::new();
        schema.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
        schema.insert("title".into(), name.as_str().into());
        schema.extend(shape.schema());
        let text = serde_json::to_string_pretty(&schema).expect("JSON of maps and strings");
        let file = name.replace('/', ".").replace(' ', "-");
        schemas.push((format!("docs/schemas/{file}.json"), text + "\n"));
    }
    Ok(schemas)
}

fn unexpected(what: &str) -> Failure {
    Failure::new(what, "document it in docs/formats.md, and see xtask/documents/src/schemas.rs")
}

/// All documents that the commands write.
fn documents() -> Result<Vec<Value>, Failure> {
    let folder = target().join("schemas");
    let failed = |error: std::io::Error| unexpected(&format!("{}: {error}", folder.display()));
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    let mut found = Vec::new();
    call("count 13 -q --dir run", &folder)?;
    for (name, text) in PUZZLES {
        fs::write(folder.join(name), text).map_err(failed)?;
    }
    for command in COMMANDS {
        let printed = call(command, &folder)?;
        let stream = serde_json::Deserializer::from_str(&printed).into_iter();
        for document in stream {
            let mut document: Value =
                document.map_err(|error| unexpected(&format!("`{command}`: {error}")))?;
            if document["schema"] == "queens.info/1" {
                let backends = document["backends"].as_array_mut();
                let backends = backends.ok_or_else(|| unexpected("no backends in `info`"))?;
                for other in BACKENDS_ELSEWHERE {
                    backends.push(parsed("a backend", other)?);
                }
            }
            found.push(document);
        }
    }
    for file in FILES {
        let text = fs::read_to_string(folder.join("run").join(file)).map_err(failed)?;
        if file.starts_with("parts") {
            for line in text.lines() {
                let json = line.rsplit_once(' ').map_or(line, |(json, _)| json);
                found.push(parsed(file, json)?);
            }
        } else {
            found.push(parsed(file, &text)?);
        }
    }
    fs::remove_dir_all(&folder).map_err(failed)?;
    Ok(found)
}

fn parsed(what: &str, text: &str) -> Result<Value, Failure> {
    serde_json::from_str(text).map_err(|error| unexpected(&format!("{what}: {error}")))
}

/// What a command prints; that the answer is no is an answer.
fn call(command: &str, folder: &Path) -> Result<String, Failure> {
    let words = command.split_whitespace();
    words.fold(Program::at(&binary("queens")), Program::arg).within(folder).read_answer()
}

/// What was seen of a value.
#[derive(Default, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "a value may be of any of the types of JSON")]
struct Shape {
    seen: usize,
    null: bool,
    boolean: bool,
    integer: bool,
    number: bool,
    string: bool,
    /// Whether all strings were whole numbers.
    digits: bool,
    items: Option<Box<Shape>>,
    properties: Option<BTreeMap<String, Shape>>,
    objects: usize,
    /// The one value of a key that names a format.
    constant: Option<String>,
}

impl Shape {
    fn see(&mut self, value: &Value) {
        self.seen += 1;
        match value {
            Value::Null => self.null = true,
            Value::Bool(_) => self.boolean = true,
            Value::Number(number) if number.is_f64() => self.number = true,
            Value::Number(_) => self.integer = true,
            Value::String(text) => {
                let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                self.digits = digits && (self.digits || !self.string);
                self.string = true;
            }
            Value::Array(values) => {
                let items = self.items.get_or_insert_default();
                for value in values {
                    items.see(value);
                }
            }
            Value::Object(map) => {
                self.objects += 1;
                let properties = self.properties.get_or_insert_default();
                for (key, value) in map {
                    let shape = properties.entry(key.clone()).or_default();
                    shape.see(value);
                    if key == "schema" || key == "line" && value.is_string() {
                        shape.constant = value.as_str().map(str::to_owned);
                    }
                }
            }
        }
    }

    /// All keys, of objects within it, too.
    fn keys(&self) -> Vec<&str> {
        let mut keys = Vec::new();
        for (key, shape) in self.properties.iter().flatten() {
            keys.push(key.as_str());
            keys.extend(shape.keys());
        }
        keys.extend(self.items.iter().flat_map(|items| items.keys()));
        keys
    }

    fn schema(&self) -> Map<String, Value> {
        let mut schema = Map::new();
        if let Some(constant) = &self.constant {
            schema.insert("const".into(), constant.as_str().into());
            return schema;
        }
        let mut types = Vec::new();
        for (is, name) in [
            (self.null, "null"),
            (self.boolean, "boolean"),
            // A number that was whole may have a fraction another time.
            (self.integer && !self.number, "integer"),
            (self.number, "number"),
            (self.string, "string"),
            (self.items.is_some(), "array"),
            (self.properties.is_some(), "object"),
        ] {
            if is {
                types.push(Value::from(name));
            }
        }
        match &types[..] {
            [] => {}
            // What it is at other times was not seen.
            [only] if only == "null" => {}
            [one] => drop(schema.insert("type".into(), one.clone())),
            _ => drop(schema.insert("type".into(), types.into())),
        }
        if self.string && self.digits {
            schema.insert("pattern".into(), "^[0-9]+$".into());
        }
        if let Some(items) = self.items.as_ref().filter(|items| items.seen > 0) {
            schema.insert("items".into(), items.schema().into());
        }
        if let Some(properties) = &self.properties {
            let always = properties.iter().filter(|(_, shape)| shape.seen == self.objects);
            let required: Vec<&str> = always.map(|(key, _)| key.as_str()).collect();
            let each = properties.iter().map(|(key, shape)| (key.clone(), shape.schema().into()));
            schema.insert("properties".into(), Value::Object(each.collect()));
            schema.insert("required".into(), json!(required));
        }
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_are_always_there_are_required() {
        let mut shape = Shape::default();
        shape.see(&json!({ "schema": "a/1", "n": 1, "total": "12", "x": [1, 2.5], "y": null }));
        shape.see(&json!({ "schema": "a/1", "n": 2, "total": "3", "y": "b" }));
        let expected = json!({
            "type": "object",
            "properties": {
                "n": { "type": "integer" },
                "schema": { "const": "a/1" },
                "total": { "type": "string", "pattern": "^[0-9]+$" },
                "x": { "type": "array", "items": { "type": "number" } },
                "y": { "type": ["null", "string"] },
            },
            "required": ["n", "schema", "total", "y"],
        });
        assert_eq!(Value::Object(shape.schema()), expected);
        assert_eq!(shape.keys(), ["n", "schema", "total", "x", "y"]);
    }
}
