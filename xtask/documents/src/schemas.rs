//! JSON Schemas of all that the program writes as JSON, derived from the types that it writes.
//!
//! A test of the command line holds what the commands do write against them. Every key must also be named in
//! docs/formats.md, which tells what it means.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::program::root;

/// The schemas: their names, where they belong, and what is in them.
pub(crate) fn all() -> Result<Vec<(String, String, String)>, Failure> {
    let formats = fs::read_to_string(root().join("docs/formats.md"))
        .map_err(|error| unexpected(&format!("docs/formats.md: {error}")))?;
    let mut schemas = Vec::new();
    for mut schema in queens_json::schemas().into_iter().chain(queens_run::schemas()) {
        let name = schema.get("title").and_then(Value::as_str).expect("each has one").to_owned();
        // serde writes the tag of a struct, and schemars leaves it out.
        if let Some(Value::Object(properties)) = schema.get_mut("properties")
            && !properties.contains_key("schema")
        {
            properties.insert("schema".to_owned(), json!({ "const": name }));
            if let Some(Value::Array(required)) = schema.get_mut("required") {
                required.insert(0, "schema".into());
            }
        }
        let mut keys = BTreeSet::new();
        keys_of(schema.as_value(), &mut keys);
        if let Some(key) = keys.iter().find(|key| !formats.contains(&format!("`{key}`"))) {
            return Err(unexpected(&format!("docs/formats.md says nothing of `{key}` of {name}")));
        }
        let text = serde_json::to_string_pretty(&schema).expect("JSON of maps and strings");
        let file = format!("docs/schemas/{}.json", name.replace('/', "."));
        schemas.push((name, file, text + "\n"));
    }
    schemas.sort();
    Ok(schemas)
}

fn unexpected(what: &str) -> Failure {
    Failure::new(what, "document it in docs/formats.md, and see xtask/documents/src/schemas.rs")
}

/// All keys of the documents that a schema describes.
fn keys_of(schema: &Value, keys: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::Object(properties)) = map.get("properties") {
                keys.extend(properties.keys().cloned());
            }
            map.values().for_each(|value| keys_of(value, keys));
        }
        Value::Array(values) => values.iter().for_each(|value| keys_of(value, keys)),
        _ => {}
    }
}
