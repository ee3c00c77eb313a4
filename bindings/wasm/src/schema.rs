//! What the calls answer, as a JSON Schema: the types of the page and of the npm package are generated from it.

use queens_puzzle::{Explanation, Hint, Rating};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use crate::count::{Counted, Estimate, Known, Symmetric};
use crate::gallery::{MemberAbout, Run, SeekResult, TraceSlice, Tree};
use crate::puzzle::{Check, PuzzleView, Solutions};
use crate::solutions::Orbit;
use crate::solve::{Completion, Reading};

/// What each call of the engine answers. Those that answer with numbers or with a picture are missing.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is asked for")]
struct Answers {
    members: Vec<MemberAbout>,
    trace: TraceSlice,
    seek: SeekResult,
    difference: SeekResult,
    tree: Tree,
    gallery_run: Run,
    orbit: Orbit,
    known: Known,
    /// A piece of a count.
    count: Counted,
    classes: Symmetric,
    estimate: Estimate,
    complete: Completion,
    count_completions: Counted,
    problem_text: Reading,
    puzzle_read: Vec<PuzzleView>,
    puzzle_recognize: PuzzleView,
    puzzle_solve: Solutions,
    puzzle_count: Counted,
    puzzle_check: Check,
    puzzle_explain: Explanation,
    puzzle_hint: Hint,
    puzzle_rate: Rating,
    puzzle_generate: PuzzleView,
}

/// The schema, with a property for each call.
pub fn schema() -> Schema {
    // What follows the first paragraph is for those who call from Rust.
    let shorten = |schema: &mut Schema| {
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
        }
    };
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with_transform(RecursiveTransform(shorten));
    settings.into_generator().into_root_schema_for::<Answers>()
}
