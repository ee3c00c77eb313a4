//! JSON Schemas of the documents, derived from their types.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

#[allow(clippy::wildcard_imports, reason = "it lists nearly all; tests are not linted for it")]
use crate::*;

fn schema<T: JsonSchema>() -> Schema {
    // What a type refers to stands in its place.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>()
}

/// The schemas of all documents of this crate, which have their names as titles.
pub fn schemas() -> Vec<Schema> {
    vec![
        schema::<Bench>(),
        schema::<Completion>(),
        schema::<CompletionCount>(),
        schema::<CompletionList>(),
        schema::<Count>(),
        schema::<CountPlan>(),
        schema::<Estimate>(),
        schema::<Find>(),
        schema::<Forecast>(),
        schema::<GalleryComparison>(),
        schema::<GalleryList>(),
        schema::<GalleryRun>(),
        schema::<GalleryStep>(),
        schema::<Info>(),
        schema::<List>(),
        schema::<PartialCounts>(),
        schema::<PlacementLine>(),
        schema::<PuzzleCheck>(),
        schema::<PuzzleEnd>(),
        schema::<PuzzleHint>(),
        schema::<PuzzleRate>(),
        schema::<PuzzleError>(),
        schema::<PuzzleNew>(),
        schema::<PuzzleSolve>(),
        schema::<PuzzleStep<'_>>(),
        schema::<RunMerge>(),
        schema::<RunPattern>(),
        schema::<RunPlan>(),
        schema::<RunVerify>(),
        schema::<SymmetricCount>(),
        schema::<WhiteRowsCount>(),
    ]
}

impl JsonSchema for Digits {
    fn schema_name() -> Cow<'static, str> {
        "Digits".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9]+$" })
    }
}

impl JsonSchema for Strings {
    fn schema_name() -> Cow<'static, str> {
        "Strings".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<String, Digits>::json_schema(generator)
    }
}
