//! `queens serve`: the page, and behind it a JSON API for counts, estimates, completions and runs, with
//! live progress.
//!
//! [`Server::bind`] takes an address, [`Server::run`] serves until a flag is raised. What computes is a
//! *job*, on threads of its own; tokio's threads only wait for connections. A server does no more than its
//! [`Limits`] say, for one request and for all together. By default it answers this machine alone.
//!
//! [`OPENAPI`] describes the API; docs/serve.md shows it with examples, and says who may use it.

#![forbid(unsafe_code)]

mod api;
mod api_error;
mod app;
mod compute;
mod events;
mod guard;
mod jobs;
mod limits;
mod page;
mod runs;
mod server;

pub use api::OPENAPI;
pub use limits::Limits;
pub use server::{Server, Settings};
