//! Writes the JavaScript around the engine: what the tool `wasm-bindgen` does.
//!
//! As a program of this package its version is the one that the engine was compiled with, and all it
//! depends on is in the workspace's Cargo.lock.

#![allow(clippy::print_stderr, reason = "a tool of the developers")]

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wasm, out] = arguments.as_slice() else {
        eprintln!(
            "error: this takes two arguments\nhelp: name the .wasm and the folder to write to"
        );
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen.web(true).and_then(|bindgen| {
        // The page fetches the engine by an address of its own.
        bindgen.omit_default_module_path(true).typescript(true);
        bindgen.remove_name_section(true).remove_producers_section(true);
        bindgen.input_path(wasm).generate(out)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {wasm}: {error:#}\nhelp: build it with `cargo xtask wasm`");
            ExitCode::FAILURE
        }
    }
}
