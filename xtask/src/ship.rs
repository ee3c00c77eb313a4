//! What is shipped: the program with its manual and completions, the packages of the registry, the examples.

use std::fs;
use std::path::Path;

use crate::debian;
use crate::failure::Failure;
use crate::help::commands_of;
use crate::program::{Program, binary, built, root, target};

/// Builds the program for distribution in target/ship, laid out as below /usr.
pub(crate) fn ship() -> Result<(), Failure> {
    Program::new("cargo build --profile dist -p queens-cli").run()?;
    let name = format!("queens{}", std::env::consts::EXE_SUFFIX);
    let folder = target().join("ship");
    lay_out(&target().join("dist").join(&name), &folder)?;
    let bin = folder.join("bin");
    let copied = fs::create_dir_all(&bin)
        .and_then(|()| fs::copy(target().join("dist").join(&name), bin.join(&name)));
    copied.map_err(|error| Failure::at(&bin, &error))?;
    eprintln!("{} is what goes below /usr", folder.display());
    Ok(())
}

/// Writes the manual, the completions and the documents.
fn lay_out(program: &Path, folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| Failure::at(folder, &error))?;
    }
    let put = |path: &str, text: &str| {
        let path = folder.join(path);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&path, text)).map_err(|error| Failure::at(&path, &error))
    };
    for command in commands_of(program)? {
        let page = command.iter().fold(Program::at(program).arg("man"), Program::arg).read()?;
        let name = ["queens"].into_iter().chain(command.iter().map(String::as_str));
        let name = name.collect::<Vec<_>>().join("-");
        put(&format!("share/man/man1/{name}.1"), &page)?;
    }
    for (shell, path) in [
        ("bash", "share/bash-completion/completions/queens"),
        ("zsh", "share/zsh/site-functions/_queens"),
        ("fish", "share/fish/vendor_completions.d/queens.fish"),
    ] {
        put(path, &Program::at(program).arg("completions").arg(shell).read()?)?;
    }
    for document in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        let path = root().join(document);
        let text = fs::read_to_string(&path).map_err(|error| Failure::at(&path, &error))?;
        put(&format!("share/doc/queens/{document}"), &text)?;
    }
    Ok(())
}

/// Sees that the manual has no errors, that bash takes the completions, and that every package can be made.
pub(crate) fn check() -> Result<(), Failure> {
    if !Program::new("mandoc -V").succeeds() && !Program::new("which mandoc").succeeds() {
        debian::install(&["mandoc"])?;
    }
    Program::new("cargo build --release").run()?;
    let folder = target().join("ship-check");
    lay_out(&binary("queens"), &folder)?;
    let manual = folder.join("share/man/man1");
    let pages = fs::read_dir(&manual).map_err(|error| Failure::at(&manual, &error))?;
    let mut lint = Program::new("mandoc -T lint -W error");
    let mut number = 0;
    for page in pages.flatten() {
        lint = lint.arg(page.path());
        number += 1;
    }
    lint.run()?;
    eprintln!("{number} pages of the manual have no errors");
    let completions = folder.join("share/bash-completion/completions/queens");
    let script = format!("source '{}' && complete -p queens", completions.display());
    Program::new("bash -euc").arg(script).run()?;
    Program::new(
        "cargo package --workspace --exclude xtask --exclude xtask-documents --exclude queens-testkit --no-verify --allow-dirty",
    )
    .run()
}

/// Lines that fit a screen.
const SCREEN: usize = 45;

/// Runs every example; each asserts what it says, and fits a screen.
pub(crate) fn examples() -> Result<(), Failure> {
    let built = built("", "examples")?;
    let mut run = 0;
    for package in ["queens", "queens-gallery", "queens-run"] {
        let folder = root().join("crates").join(package).join("examples");
        let entries = fs::read_dir(&folder).map_err(|error| Failure::at(&folder, &error))?;
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        names.sort();
        for path in names {
            let text = fs::read_to_string(&path).map_err(|error| Failure::at(&path, &error))?;
            let lines = text.lines().count();
            if lines > SCREEN {
                return Err(Failure::new(
                    format!("{} has {lines} lines", path.display()),
                    format!("an example fits a screen: {SCREEN} lines"),
                ));
            }
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            built(&name).run()?;
            run += 1;
        }
    }
    eprintln!("{run} examples did what they say");
    Ok(())
}
