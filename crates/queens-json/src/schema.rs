//! JSON Schemas of the documents, derived from their types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

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
        RunMerge RunPlan SymmetricCount WhiteRowsCount
    )
}
