//! A developer's command, on a machine that is otherwise idle: fits the prices of what the color method does.
//!
//! `cargo bench -p queens --bench fit` takes ten minutes and prints the prices for `tuning.rs`. With `-- groups`, it
//! counts the groups of patterns that the file `QUEENS_GROUPS` names.

fn main() {
    #[cfg(target_os = "linux")]
    if std::env::args().any(|word| word == "groups") {
        queens::internals::groups();
    } else {
        queens::internals::fit();
    }
}
