//! Measuring the algorithms side by side: which searches a budget of time allows, and how each is
//! timed.

mod contender;
mod predict;
mod survey;

pub use contender::Rehearsal;
pub use survey::{Cell, Measured, Row, Survey, survey};
