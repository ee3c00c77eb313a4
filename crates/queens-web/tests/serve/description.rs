//! Whether the server is what openapi.json says.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use queens_testkit::http::Answer;
use queens_web::OPENAPI;
use serde_json::{Value, json};

use crate::server::Served;

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(OPENAPI).unwrap());

/// Panics if a document is not what a schema says.
pub(crate) fn conforms(name: &str, document: &Value) {
    let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
    fits(&schema, document, name);
}

/// The schemas of the description are JSON Schemas of 2020-12.
fn fits(schema: &Value, document: &Value, what: &str) {
    // `#/components/schemas/...` is looked up from the root.
    let mut whole = schema.clone();
    whole["components"] = DESCRIPTION["components"].clone();
    let validator = jsonschema::draft202012::new(&whole).unwrap();
    let errors: Vec<_> = validator.iter_errors(document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{what}: {errors:?}: {document}");
}

/// The description of the path that a request's path is one of.
fn template(path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap();
    let fits = |template: &str| {
        let mut words = template.split('/').zip(path.split('/'));
        template.split('/').count() == path.split('/').count()
            && words.all(|(one, other)| one == other || one.starts_with('{'))
    };
    let paths = DESCRIPTION["paths"].as_object().unwrap();
    paths.iter().find(|(template, _)| fits(template)).map(|(_, item)| item)
}

/// Compares an answer with the description, and has its document.
pub(crate) fn check(method: &str, path: &str, answer: &Answer) -> Value {
    let status = answer.status.to_string();
    let item = template(path).unwrap_or_else(|| panic!("{path} is not described"));
    let response = followed(&item[method.to_ascii_lowercase()]["responses"][&status]);
    assert!(response.is_object(), "{method} {path}: {status} is not described: {}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/json"), "{method} {path}");
    let document = answer.json();
    let schema = &response["content"]["application/json"]["schema"];
    fits(schema, &document, &format!("{method} {path}: {status}"));
    document
}

/// What stands at the place that an object refers to, or the object itself.
fn followed(value: &'static Value) -> &'static Value {
    match &value["$ref"] {
        Value::String(place) => DESCRIPTION.pointer(place.strip_prefix('#').unwrap()).unwrap(),
        _ => value,
    }
}

#[test]
fn the_description_holds_together() {
    assert_eq!(DESCRIPTION["openapi"], "3.1.0");
    let named = OPENAPI.split("\"$ref\": \"#/components/").skip(1);
    let named: BTreeSet<String> =
        named.map(|rest| rest.split('"').next().unwrap().to_owned()).collect();
    let kinds = ["schemas", "responses", "parameters"];
    let there = kinds.into_iter().flat_map(|kind| {
        let components = DESCRIPTION["components"][kind].as_object().unwrap();
        components.keys().map(move |name| format!("{kind}/{name}"))
    });
    assert_eq!(named, there.collect(), "none is missing, none is superfluous");
    for (name, schema) in DESCRIPTION["components"]["schemas"].as_object().unwrap() {
        assert!(jsonschema::meta::is_valid(schema), "{name}");
        assert_eq!(schema["additionalProperties"], false, "{name} leaves nothing open");
        assert!(schema["description"].is_string(), "{name} says what it is");
    }
    let mut ids = BTreeSet::new();
    for (path, item) in DESCRIPTION["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path}");
            assert!(ids.insert(operation["operationId"].as_str().unwrap()), "{method} {path}");
            let parameters = operation["parameters"].as_array().into_iter().flatten().map(followed);
            let in_path = parameters.filter(|parameter| parameter["in"] == "path");
            assert_eq!(in_path.count(), path.matches('{').count(), "{method} {path}");
            let body = &operation["requestBody"]["content"]["application/json"];
            assert_eq!(body.is_object(), method == "post", "{method} {path}");
            if body.is_object() {
                fits(&body["schema"], &body["example"], &format!("example: {method} {path}"));
            }
        }
    }
}

/// Every method of every path that is described answers, and no other.
#[test]
fn the_api_has_exactly_the_described_paths() {
    let server = Served::new();
    for (path, item) in DESCRIPTION["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "999").replace("{name}", "unknown");
        let mut allowed = BTreeSet::new();
        for method in ["GET", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"] {
            let described = item[method.to_ascii_lowercase()].is_object();
            let answer = server.raw(method, &path, Some("{"));
            if described {
                allowed.insert(method);
                assert!(!matches!(answer.status, 405 | 500..), "{method} {path}: {answer:?}");
                check(method, &path, &answer);
            } else {
                assert_eq!(answer.status, 405, "{method} {path}: {answer:?}");
                let document = answer.json();
                conforms("Error", &document);
                assert_eq!(document["code"], "method");
            }
        }
        let answer = server.raw("PUT", &path, None);
        let told: BTreeSet<&str> = answer.header("allow").unwrap().split(',').collect();
        let told: BTreeSet<&str> = told.into_iter().filter(|method| *method != "HEAD").collect();
        assert_eq!(told, allowed, "{path}");
    }
    assert_eq!(server.get("/api/openapi.json"), *DESCRIPTION);
}
