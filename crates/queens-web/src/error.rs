//! Why a server does not start.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why there is no server.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be listened on.
    Address {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: io::Error,
    },
    /// A directory of runs cannot be used.
    Directory {
        /// The directory.
        dir: PathBuf,
        /// The reason, as the end of a sentence.
        reason: String,
    },
    /// Two directories of runs have the same name.
    SameName {
        /// The name.
        name: String,
    },
    /// The system gives no randomness or no threads.
    System(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address { address, error } => write!(f, "{address} cannot be served on: {error}"),
            Self::Directory { dir, reason } => {
                write!(f, "{} cannot be used for runs: {reason}", dir.display())
            }
            Self::SameName { name } => write!(f, "two directories are named {name}"),
            Self::System(error) => write!(f, "the server cannot be started: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

impl ServeError {
    /// What to do about it.
    pub fn advice(&self) -> String {
        match self {
            Self::Address { error, .. } => match error.kind() {
                io::ErrorKind::AddrInUse => {
                    "another program serves there; choose another port, or --port 0 for one that is free"
                }
                io::ErrorKind::PermissionDenied => "choose a port from 1024 on, or --port 0",
                _ => "choose an address of this machine: 127.0.0.1, or 0.0.0.0 for all of them",
            },
            Self::Directory { .. } => "name the directory of a run, or one that holds such directories",
            Self::SameName { .. } => "name one of them, or the directory above both",
            Self::System(_) => "see whether the limits on processes and files are reached",
        }
        .to_owned()
    }
}
