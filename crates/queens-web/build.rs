//! Lists the files of the page, so that the program holds them.
//!
//! Twenty lines instead of a library: rust-embed brings a dozen packages along, a second hash function
//! among them, which would make every build of the command line slower.

#![allow(clippy::print_stdout, reason = "cargo reads it")]

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let directory = |name| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let root = directory("CARGO_MANIFEST_DIR").join("page");
    println!("cargo::rerun-if-changed=page");
    let (mut folders, mut files) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { &mut folders } else { &mut files }.push(path);
        }
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&root).expect("it was found there");
        let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        let place = file.to_str().ok_or_else(|| io::Error::other("a path is not UTF-8"))?;
        let _ = writeln!(list, "    ({:?}, include_bytes!({place:?})),", parts.join("/"));
    }
    list.push_str("]\n");
    fs::write(directory("OUT_DIR").join("page.rs"), list)
}
