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
    macro_rules! all {
        ($($document:ident)*) => { vec![$(schema::<$document>()),*] };
    }
    all!(
        Bench Completion CompletionCount CompletionList Count CountPlan Estimate Find Forecast
        GalleryComparison GalleryList GalleryRun GalleryStep Info List PartialCounts PlacementLine
        PuzzleCheck PuzzleEnd PuzzleHint PuzzleRate PuzzleError PuzzleNew PuzzleSolve PuzzleStep
        RunMerge RunPattern RunPlan RunVerify SymmetricCount WhiteRowsCount
    )
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
