//! The links of a folder of HTML pages: each leads to a file of the folder and to a place in it.
//!
//! Links to other sites are not followed: a test that asks the network fails for reasons that are not the
//! change's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::failure::Failure;

/// What a page has that matters here.
#[derive(Default, Debug)]
struct Page {
    /// What its links and pictures refer to, as written.
    references: BTreeSet<String>,
    /// The places that a fragment may name.
    places: BTreeSet<String>,
}

/// Checks all pages below `folder`, but those below the folders `given`, which may only be led to.
pub(crate) fn check(folder: &Path, given: &[&str]) -> Result<(), Failure> {
    let files = files(folder)?;
    let mut pages: BTreeMap<PathBuf, Page> = BTreeMap::new();
    let mut complaints = Vec::new();
    let mut checked = 0;
    let is_page = |path: &Path| path.extension().is_some_and(|extension| extension == "html");
    for path in files.iter().filter(|path| is_page(path)) {
        let aside = given.iter().any(|name| path.starts_with(name));
        // Where the server is asked for what does not exist, links begin at its root.
        if aside || path == Path::new("404.html") {
            continue;
        }
        let references = page(folder, path, &mut pages)?.references.clone();
        for reference in references {
            let Some((target, place)) = inside(path, &reference) else { continue };
            checked += 1;
            let page_of = path.display();
            let Some(target) = target else {
                complaints.push(format!("{page_of}: {reference} leaves the book"));
                continue;
            };
            let target = if files.contains(&target) { target } else { target.join("index.html") };
            if !files.contains(&target) {
                complaints.push(format!("{page_of}: {reference} leads nowhere"));
            } else if !place.is_empty()
                && is_page(&target)
                && !page(folder, &target, &mut pages)?.places.contains(&place)
            {
                complaints.push(format!("{page_of}: {reference} names no place of that page"));
            }
        }
    }
    if complaints.is_empty() {
        eprintln!("{checked} links between {} pages and {} files hold", pages.len(), files.len());
        return Ok(());
    }
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    Err(Failure::new(
        format!("{} links of the book are broken, listed above", complaints.len()),
        "correct them in docs/, and put every page that is led to into docs/SUMMARY.md",
    ))
}

/// All files below a folder, as paths from there.
fn files(folder: &Path) -> Result<BTreeSet<PathBuf>, Failure> {
    let mut found = BTreeSet::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(path) = folders.pop() {
        let failed = |error: std::io::Error| cannot_read(&folder.join(&path), &error);
        for entry in fs::read_dir(folder.join(&path)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let below = path.join(entry.file_name());
            if entry.file_type().map_err(failed)?.is_dir() {
                folders.push(below);
            } else {
                found.insert(below);
            }
        }
    }
    Ok(found)
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(
        format!("{} could not be read: {error}", path.display()),
        "remove the folder and build the book again",
    )
}

/// A page, read once.
fn page<'a>(
    folder: &Path,
    path: &Path,
    pages: &'a mut BTreeMap<PathBuf, Page>,
) -> Result<&'a Page, Failure> {
    if !pages.contains_key(path) {
        let full = folder.join(path);
        let html = fs::read_to_string(&full).map_err(|error| cannot_read(&full, &error))?;
        pages.insert(path.to_owned(), read(&html));
    }
    Ok(&pages[path])
}

/// The path and the place that a reference of a page leads to, or none if it leads to another site. The
/// path is none if it is above the folder.
fn inside(page: &Path, reference: &str) -> Option<(Option<PathBuf>, String)> {
    let scheme = reference.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| scheme.chars().all(|c| c.is_ascii_alphanumeric() || c == '+');
    if scheme.is_some_and(is_scheme) || reference.starts_with("//") {
        return None;
    }
    let (path, place) = reference.split_once('#').unwrap_or((reference, ""));
    let path = decoded(path.split('?').next().unwrap_or_default());
    let mut target = if path.is_empty() { page.to_owned() } else { page.parent()?.to_owned() };
    for component in Path::new(&path).components() {
        match component {
            Component::Normal(name) => target.push(name),
            Component::CurDir => {}
            Component::ParentDir if target.pop() => {}
            // The book may be put into any folder of a server, so its root is unknown.
            _ => return Some((None, String::new())),
        }
    }
    Some((Some(target), decoded(place)))
}

/// Text with its percent signs resolved.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let digits = others.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match digits.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &others[2..];
            }
            _ => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads the tags of a page.
fn read(html: &str) -> Page {
    let mut page = Page::default();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let past = |end: &str| rest.find(end).map_or("", |at| &rest[at + end.len()..]);
        if rest.starts_with("<!--") {
            rest = past("-->");
            continue;
        }
        let Some((name, attributes, after)) = tag(rest) else {
            rest = &rest[1..];
            continue;
        };
        for (attribute, value) in attributes {
            match attribute {
                "href" | "src" => page.references.insert(value),
                "id" | "name" => page.places.insert(value),
                _ => false,
            };
        }
        rest = match name {
            // What is in these is no HTML.
            "script" => past("</script>"),
            "style" => past("</style>"),
            _ => after,
        };
    }
    page
}

/// The name and the attributes of the tag that the text begins with, and what comes after it.
type Tag<'a> = (&'a str, Vec<(&'a str, String)>, &'a str);

fn tag(text: &str) -> Option<Tag<'_>> {
    let text = text.strip_prefix('<')?;
    let text = text.strip_prefix('/').unwrap_or(text);
    let end = text.find(|c: char| c.is_whitespace() || c == '>' || c == '/')?;
    let (name, mut rest) = text.split_at(end);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return Some((name, attributes, after));
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '=' || c == '>')?;
        let attribute = &rest[..end];
        rest = &rest[end..];
        let Some(value) = rest.strip_prefix('=') else { continue };
        let quote = value.chars().next()?;
        if quote != '"' && quote != '\'' {
            let end = value.find(|c: char| c.is_whitespace() || c == '>')?;
            attributes.push((attribute, value[..end].to_owned()));
            rest = &value[end..];
            continue;
        }
        let (value, after) = value[1..].split_once(quote)?;
        attributes.push((attribute, value.replace("&amp;", "&").replace("&#x27;", "'")));
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_and_text_is_not() {
        let page = read(
            "<!-- <a href='no'> --><h1 id=\"top\" class=x>1 &lt; 2</h1><a href=\"a.html#b\">a</a>\
             <script>'<a href=\"no\">'</script><img alt='<' src='p.svg'/><br>",
        );
        let references: Vec<&str> = page.references.iter().map(String::as_str).collect();
        assert_eq!(references, ["a.html#b", "p.svg"]);
        assert_eq!(page.places.iter().collect::<Vec<_>>(), ["top"]);
    }

    #[test]
    fn references_are_resolved_against_their_page() {
        let page = Path::new("a/b.html");
        let to = |reference| inside(page, reference);
        let path = |path: &str, place: &str| Some((Some(PathBuf::from(path)), place.to_owned()));
        assert_eq!(to("c.html#x%20y"), path("a/c.html", "x y"));
        assert_eq!(to("#x"), path("a/b.html", "x"));
        assert_eq!(to("../d%2Ee?q"), path("d.e", ""));
        assert_eq!(to("../../e"), Some((None, String::new())));
        assert_eq!(to("/e"), Some((None, String::new())));
        assert_eq!(to("https://example.org/a#b"), None);
        assert_eq!(to("mailto:a@example.org"), None);
    }

    #[test]
    fn what_is_broken_is_found() {
        let folder = crate::program::target().join("links-test");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("api")).unwrap();
        let write = |name: &str, html: &str| fs::write(folder.join(name), html).unwrap();
        write("a.html", "<a href='b.html#here'></a><a href='api'></a><a href='#me' id='me'></a>");
        write("b.html", "<p id=here></p>");
        write("api/index.html", "<a href='nowhere.html'></a>");
        assert!(check(&folder, &["api"]).is_ok());
        assert!(check(&folder, &[]).is_err());
        for broken in ["c.html", "b.html#there", "../x", "api/x.html"] {
            write("a.html", &format!("<a href=\"{broken}\"></a>"));
            assert!(check(&folder, &["api"]).is_err(), "{broken}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
