//! The server over real connections on loopback.
//!
//! Every answer to a request that the description of the API knows is compared with that description:
//! the status, the type, every key.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod api;
mod description;
mod events;
mod malformed;
mod runs;
mod server;
mod who;
