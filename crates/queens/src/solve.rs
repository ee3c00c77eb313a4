//! The general solver.
//!
//! [`search`] is the skeleton: the tightest line first. It works on a [`table`] of open squares, which holds any
//! problem without regions; on [`regions`], which holds those; or on [`masks`], which are faster, hold the plain board
//! alone, and have a [`bound`]. [`position`] says what it asks of them.

mod bound;
pub(crate) mod list;
pub(crate) mod masks;
pub(crate) mod partial;
pub(crate) mod position;
pub(crate) mod regions;
pub(crate) mod search;
pub(crate) mod table;
pub(crate) mod torus;
