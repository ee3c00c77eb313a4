//! The parts of the documents that derive from elsewhere: from `--help`, from raw data, from certificates.
//!
//! A chapter may have parts between two marks, `<!-- made: NAME ARGUMENTS -->` and `<!-- end -->`. What is
//! between them is written here, and CI sees that it is what would be written now.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use queens::known;
use queens_gallery::{Article, Content, Member};
use serde::Deserialize;

use crate::failure::Failure;
use crate::help::helps;
use crate::measurements::{self, Time, Times};
use crate::program::{Program, binary, root};
use crate::records::certificate_files;
use crate::schemas;

/// The reference of the command line.
const COMMANDS: &str = "docs/reference/commands.md";

/// What writes all this.
const TASK: &str = "reference";

const START: &str = "<!-- made: ";
const END: &str = "<!-- end -->";

/// Writes them, or with `check` tells whether what is there is what would be written.
pub(crate) fn write(check: bool) -> Result<(), Failure> {
    keep(&root().join(COMMANDS), &commands()?, TASK, check)?;
    let schemas = schemas::all()?;
    let mut table = "| schema | file |\n|:--|:--|\n".to_owned();
    for (name, path, text) in &schemas {
        keep(&root().join(path), text, TASK, check)?;
        let file = path.trim_start_matches("docs/schemas/");
        let _ = writeln!(table, "| `{name}` | [{file}](schemas/{file}) |");
    }
    let sources = Sources {
        gallery: measurements::gallery()?,
        kernels: measurements::kernels()?,
        peers: measurements::peers()?,
        certificates: certificates()?,
        schemas: table,
    };
    let mut chapters = vec![root().join("README.md")];
    markdown(&root().join("docs"), &mut chapters)?;
    for chapter in chapters {
        let text = fs::read_to_string(&chapter).map_err(|error| Failure::at(&chapter, &error))?;
        if text.contains(START) {
            keep(&chapter, &remade(&text, &chapter, &sources)?, TASK, check)?;
        }
    }
    Ok(())
}

fn markdown(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::at(folder, &error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            markdown(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found.sort();
    Ok(())
}

/// Writes a file, or with `check` fails if it is not there already; `task` writes it.
pub(crate) fn keep(path: &Path, text: &str, task: &str, check: bool) -> Result<(), Failure> {
    let name = path.strip_prefix(root()).unwrap_or(path).display();
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        eprintln!("{name} is as it would be written");
        return Ok(());
    }
    if check {
        return Err(Failure::new(
            format!("{name} is not what would be written now"),
            format!("run `cargo xtask {task}`, look at the difference, and commit it"),
        ));
    }
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| fs::write(path, text)).map_err(|error| Failure::at(path, &error))?;
    eprintln!("{name} is written");
    Ok(())
}

/// Every command with its help.
fn commands() -> Result<String, Failure> {
    Program::new("cargo build --release").run()?;
    let mut text = "# The command line\n\n\
        What `queens --help` and `queens COMMAND --help` print. (This page is written by `cargo xtask \
        reference`.)\n"
        .to_owned();
    for (path, help) in helps(&binary("queens"))? {
        let name = ["queens"].into_iter().chain(path.iter().map(String::as_str));
        let name = name.collect::<Vec<_>>().join(" ");
        let _ = write!(text, "\n## `{name}`\n\n```text\n{}\n```\n", help.trim_end());
    }
    Ok(text)
}

/// What the parts are made from.
struct Sources {
    gallery: BTreeMap<String, Times>,
    kernels: BTreeMap<String, Times>,
    peers: BTreeMap<String, Times>,
    certificates: Vec<(String, Certificate)>,
    schemas: String,
}

/// The text of a chapter with its parts as they are now.
fn remade(text: &str, chapter: &Path, sources: &Sources) -> Result<String, Failure> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(START) {
        let wrong = |what: &str| {
            let what = format!("{}: a part {what}", chapter.display());
            Failure::new(what, "see the parts that there are in xtask/documents/src/reference.rs")
        };
        let (line, after) = after.split_once(" -->\n").ok_or_else(|| wrong("has no name"))?;
        let (_, after) = after.split_once(END).ok_or_else(|| wrong("does not end"))?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let made = match words[..] {
            ["member", name] => member(name, sources),
            ["pseudo", name] => pseudo(name),
            ["rungs"] => rungs(sources),
            ["kernel", method, name] => kernel(&format!("{method} {name}"), sources),
            ["kernels"] => Some(kernels(sources)),
            ["peers"] => Some(peers(sources)),
            ["certificates"] => Some(records(sources)),
            ["totals"] => Some(totals()),
            ["schemas"] => Some(sources.schemas.clone()),
            ["code", file] => Some(code(file, None)?),
            ["code", file, anchor] => Some(code(file, Some(anchor))?),
            ["article", number] => article(number),
            ["quiz"] => Some(quiz()),
            _ => None,
        };
        let made =
            made.ok_or_else(|| wrong(&format!("is called `{line}`, which nothing makes")))?;
        let _ = write!(out, "{before}{START}{line} -->\n\n{made}\n{END}");
        rest = after;
    }
    Ok(out + rest)
}

/// A source file, or the lines of it between two marks, without the room before them.
fn code(file: &str, anchor: Option<&str>) -> Result<String, Failure> {
    let path = root().join(file);
    let text = fs::read_to_string(&path).map_err(|error| Failure::at(&path, &error))?;
    let lines: Vec<&str> = match anchor {
        None => text.lines().collect(),
        Some(anchor) => {
            let (start, end) = (format!("// ANCHOR: {anchor}"), format!("// ANCHOR_END: {anchor}"));
            let lines = text.lines().skip_while(|line| line.trim() != start).skip(1);
            lines
                .take_while(|line| line.trim() != end)
                .filter(|line| !line.trim().starts_with("// ANCHOR"))
                .collect()
        }
    };
    if lines.is_empty() {
        return Err(Failure::new(
            format!("{file} has no part `{}`", anchor.unwrap_or_default()),
            "see the lines with ANCHOR in it",
        ));
    }
    let room = |line: &&str| line.len() - line.trim_start().len();
    let room = lines.iter().filter(|line| !line.trim().is_empty()).map(room).min().unwrap_or(0);
    let lines: Vec<&str> = lines.iter().map(|line| line.get(room..).unwrap_or("")).collect();
    Ok(format!("```rust\n{}\n```\n", lines.join("\n").trim_end()))
}

/// An article: what it has, and the command that shows it; what it says, and what we found.
fn article(number: &str) -> Option<String> {
    let article = Article::ALL.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
    let title = match article.link {
        Some(link) => format!("[{}]({link})", article.title),
        None => format!("{} (we know no copy on the web)", article.title),
    };
    let mut text = format!("{title}. By {}. {}.\n\n", article.author, article.language);
    text.push_str("| | in the article | here |\n|:--|:--|:--|\n");
    for Content { kind, what, command, .. } in article.contents {
        let _ = writeln!(text, "| {kind} | {} | `{command}` |", cell(what));
    }
    if !article.questions.is_empty() {
        let what = format!("{} questions", article.questions.len());
        let _ = writeln!(text, "| quiz | {what} | `queens gallery quiz --answers` |");
    }
    text.push_str("\n| it says or does | what we found |\n|:--|:--|\n");
    for (says, found) in article.findings {
        let _ = writeln!(text, "| {} | {} |", cell(says), cell(found));
    }
    Some(text)
}

/// The questions of the articles with our answers.
fn quiz() -> String {
    let mut text = "| question | answer |\n|:--|:--|\n".to_owned();
    for (question, answer) in Article::ALL.iter().flat_map(|article| article.questions) {
        let _ = writeln!(text, "| {} | {} |", cell(question), cell(answer));
    }
    text
}

/// A text as a cell of a table, where `<`, `>` and `|` mean something else.
fn cell(text: &str) -> String {
    text.replace('<', "&lt;").replace('>', "&gt;").replace('|', "\\|")
}

/// The pseudo-code of an algorithm of the gallery.
fn pseudo(name: &str) -> Option<String> {
    let member = Member::ALL.iter().find(|member| member.name() == name)?;
    Some(format!("```text\n{}\n```\n", member.about().code.join("\n")))
}

/// The nodes, tests and times of an algorithm of the gallery.
fn member(name: &str, sources: &Sources) -> Option<String> {
    let times = sources.gallery.get(name)?;
    let mut text =
        "| n | solutions | nodes | tests | fastest run |\n|--:|--:|--:|--:|--:|\n".to_owned();
    for (n, time) in &times.of {
        let Time { nodes, tests, .. } = time;
        let _ = writeln!(
            text,
            "| {n} | {} | {} | {} | {} |",
            grouped(known::TOTAL.at(*n)?),
            grouped((*nodes)?),
            grouped((*tests)?),
            duration(time.seconds)
        );
    }
    Some(text)
}

/// A table with a column for each size; `head` are the columns before.
fn by_size<'a>(
    head: &[&str],
    sizes: &[u32],
    rows: impl IntoIterator<Item = (String, &'a Times)>,
    cell: impl Fn(u32, f64) -> Option<String>,
) -> String {
    let mut text = format!("| {} |", head.join(" | "));
    for n in sizes {
        let _ = write!(text, " n = {n} |");
    }
    let _ = writeln!(text, "\n|:--|{}", "--:|".repeat(head.len() - 1 + sizes.len()));
    for (name, times) in rows {
        let _ = write!(text, "| {name} |");
        for n in sizes {
            let time = times.of.get(n).and_then(|time| cell(*n, time.seconds));
            let _ = write!(text, " {} |", time.as_deref().unwrap_or("-"));
        }
        text.push('\n');
    }
    text
}

/// The gallery and the kernels at a glance.
fn rungs(sources: &Sources) -> Option<String> {
    let mut rows = Vec::new();
    for member in Member::ALL {
        let times = sources.gallery.get(member.name())?;
        let nodes = times.of.get(&7).and_then(|time| time.nodes);
        rows.push((format!("`{member}` | {}", nodes.map_or("-".to_owned(), grouped)), times));
    }
    for name in ["search scalar", "search avx2", "search avx512", "color avx512"] {
        rows.push((format!("{name} | -"), sources.kernels.get(name)?));
    }
    let head = ["rung", "nodes, n = 7"];
    Some(by_size(&head, &[7, 10, 12, 14, 16], rows, |_, seconds| Some(duration(seconds))))
}

/// The times of a kernel by one method.
fn kernel(name: &str, sources: &Sources) -> Option<String> {
    let times = sources.kernels.get(name)?;
    let what = if name.starts_with("color") { "placements" } else { "nodes" };
    let mut text = format!(
        "| n | {what} | fastest | median | slowest | ns a solution |\n|--:|--:|--:|--:|--:|--:|\n"
    );
    for (n, time) in &times.of {
        let [median, slowest] = time.spread?;
        let _ = writeln!(
            text,
            "| {n} | {} | {} | {} | {} | {:.1} |",
            time.nodes.map_or("-".to_owned(), grouped),
            duration(time.seconds),
            duration(median),
            duration(slowest),
            each(*n, time.seconds)?
        );
    }
    Some(text)
}

/// Nanoseconds a solution.
fn each(n: u32, seconds: f64) -> Option<f64> {
    Some(seconds * 1e9 / known::TOTAL.at(n)? as f64)
}

/// Nanoseconds a solution of all kernels.
fn kernels(sources: &Sources) -> String {
    let sizes: BTreeSet<u32> =
        sources.kernels.values().flat_map(|times| times.of.keys().copied()).collect();
    let sizes: Vec<u32> = sizes.into_iter().collect();
    let rows = sources.kernels.iter().map(|(name, times)| (name.clone(), times));
    by_size(&["ns a solution"], &sizes, rows, |n, seconds| {
        Some(format!("{:.1}", each(n, seconds)?))
    })
}

/// Programs of others beside ours.
fn peers(sources: &Sources) -> String {
    let rows = sources.peers.iter().map(|(name, times)| (name.clone(), times));
    let cell = |_, seconds| Some(duration(seconds));
    by_size(&["program"], &[16, 17, 18, 19, 20], rows, cell)
}

/// The keys of a certificate that the table shows.
#[derive(Deserialize, Debug)]
struct Certificate {
    plan: Plan,
    total: String,
    fundamental: String,
    merkle_root: String,
}

#[derive(Deserialize, Debug)]
struct Plan {
    n: u32,
    patterns: u64,
    ranges: Vec<u64>,
}

/// The certificates of docs/records, by name.
fn certificates() -> Result<Vec<(String, Certificate)>, Failure> {
    let mut all = Vec::new();
    for path in certificate_files()? {
        let text = fs::read_to_string(&path).map_err(|error| Failure::at(&path, &error))?;
        let certificate: Certificate = serde_json::from_str(&text).map_err(|error| {
            let what = format!("{} is no certificate: {error}", path.display());
            Failure::new(what, "put there what `queens run merge` writes")
        })?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        all.push((name, certificate));
    }
    Ok(all)
}

fn records(sources: &Sources) -> String {
    let mut text = "| n | Q(n) | fundamental | patterns | ranges | Merkle root | certificate |\n\
                    |--:|--:|--:|--:|--:|:--|:--|\n"
        .to_owned();
    for (name, certificate) in &sources.certificates {
        let Certificate { plan, total, fundamental, merkle_root } = certificate;
        let _ = writeln!(
            text,
            "| {} | {total} | {fundamental} | {} | {} | `{}…` | [{name}]({name}) |",
            plan.n,
            plan.patterns,
            plan.ranges.len(),
            &merkle_root[..merkle_root.len().min(16)]
        );
    }
    text
}

/// The published values.
fn totals() -> String {
    let mut text = "| n | Q(n), A000170 | up to symmetry, A002562 | Q(n) / Q(n - 1) |\n\
                    |--:|--:|--:|--:|\n"
        .to_owned();
    for (n, total) in known::TOTAL.iter().skip(1) {
        let fundamental = known::FUNDAMENTAL.at(n).map_or("-".to_owned(), grouped);
        let before = known::TOTAL.at(n - 1).filter(|before| *before > 0);
        let ratio = before.map_or("-".to_owned(), |b| format!("{:.2}", total as f64 / b as f64));
        let _ = writeln!(text, "| {n} | {} | {fundamental} | {ratio} |", grouped(total));
    }
    text
}

/// A number with a space between each three digits.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A time with three digits and its unit.
fn duration(seconds: f64) -> String {
    let (value, unit) = match seconds {
        ..1e-6 => (seconds * 1e9, "ns"),
        ..1e-3 => (seconds * 1e6, "µs"),
        ..1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    match value {
        ..10.0 => format!("{value:.2} {unit}"),
        ..100.0 => format!("{value:.1} {unit}"),
        _ => format!("{value:.0} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_made_anew_and_the_rest_stays() {
        let sources = Sources {
            gallery: BTreeMap::new(),
            kernels: BTreeMap::new(),
            peers: BTreeMap::new(),
            certificates: Vec::new(),
            schemas: String::new(),
        };
        let text = "a\n<!-- made: totals -->\nold\n<!-- end -->\nb\n";
        let made = remade(text, Path::new("x.md"), &sources).unwrap();
        assert!(made.starts_with("a\n<!-- made: totals -->\n\n| n |"));
        assert!(made.ends_with("\n\n<!-- end -->\nb\n"), "{made}");
        assert!(made.contains("\n| 8 | 92 | 12 | 2.30 |\n"), "{made}");
        assert_eq!(remade(&made, Path::new("x.md"), &sources).unwrap(), made);
        for wrong in ["<!-- made: no -->\n<!-- end -->", "<!-- made: totals -->\n"] {
            assert!(remade(wrong, Path::new("x.md"), &sources).is_err());
        }
    }

    #[test]
    fn numbers_and_times_are_written_to_be_read() {
        assert_eq!([9999, 12345, 1_234_567].map(grouped), ["9999", "12 345", "1 234 567"]);
        let times = [2.5e-7, 1.234e-5, 0.1239, 12.0, 350.0].map(duration);
        assert_eq!(times, ["250 ns", "12.3 µs", "124 ms", "12.0 s", "350 s"]);
    }
}
