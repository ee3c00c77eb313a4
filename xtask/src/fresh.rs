//! A machine where nothing of ours has ever been: a clone, and an empty home of cargo.

use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::failure::Failure;
use crate::program::{Program, root, target};

/// Runs what the README says first, in a clone of what is committed, and tells how long it takes. The second
/// command, only if `whole`, finds a part of its work done by the first; alone it would take at most the sum.
pub(crate) fn run(whole: bool) -> Result<(), Failure> {
    let folder = target().join("fresh");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
    }
    fs::create_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
    let (clone, home) = (folder.join("clone"), folder.join("cargo-home"));
    Program::new("git clone --quiet --no-hardlinks").arg(root()).arg(&clone).run()?;
    let readme = clone.join("README.md");
    let readme = fs::read_to_string(&readme).map_err(|error| failed(&readme, &error))?;
    let commands = commands(&readme);
    let [first, _] = commands[..] else {
        return Err(Failure::new(
            format!("the README begins with {} commands, not with two", commands.len()),
            "see its section Start, and xtask/src/fresh.rs",
        ));
    };
    let fresh = |command: &str| {
        // A home of cargo's in the machine's usual place would not be empty.
        Program::new("env -u CARGO_TARGET_DIR -u CARGO_INCREMENTAL sh -c")
            .arg(command)
            .within(&clone)
            .env("CARGO_HOME", &home)
    };
    let start = Instant::now();
    let printed = fresh(first).read()?;
    eprint!("{printed}");
    let mut times = vec![(first, start.elapsed())];
    if !printed.contains("14772512") {
        return Err(Failure::new(
            format!("`{first}` printed {printed:?} in a fresh clone, not 14772512"),
            "see what it says in target/fresh/clone",
        ));
    }
    if whole {
        let start = Instant::now();
        fresh(commands[1]).run()?;
        times.push((commands[1], start.elapsed()));
    }
    for (command, time) in times {
        eprintln!("{command:<34} {:>7.1} s", time.as_secs_f64());
    }
    fs::remove_dir_all(&folder).map_err(|error| failed(&folder, &error))
}

/// The lines of the README's first block of commands, without their comments.
fn commands(readme: &str) -> Vec<&str> {
    let block = readme.lines().skip_while(|line| *line != "```sh").skip(1);
    let lines = block.take_while(|line| *line != "```");
    lines.map(|line| line.split('#').next().unwrap_or_default().trim()).collect()
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(
        format!("{}: {error}", path.display()),
        "see whether you may write to target/, and whether the disk is full",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_of_the_readme_are_found() {
        let readme = fs::read_to_string(root().join("README.md")).unwrap();
        assert_eq!(commands(&readme), ["cargo run --release -- count 16", "cargo xtask test"]);
    }
}
