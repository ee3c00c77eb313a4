//! The files of the page, as they were built into the program.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{LazyLock, OnceLock};

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH,
    VARY,
};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::task::block_in_place;

/// Names and contents, as build.rs found them in page/.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

struct File {
    content: &'static [u8],
    tag: String,
    /// Compressed when it is first requested; `None` if that gains nothing.
    gzip: OnceLock<Option<Bytes>>,
}

static PAGE: LazyLock<BTreeMap<&str, File>> = LazyLock::new(|| {
    let file = |&(name, content): &(&'static str, &'static [u8])| {
        let tag = blake3::hash(content).to_hex()[..32].to_owned();
        (name, File { content, tag, gzip: OnceLock::new() })
    };
    FILES.iter().map(file).collect()
});

/// The file at a path of the server, from its `/` on; none if there is none.
pub(crate) fn get(path: &str, asked: &HeaderMap) -> Option<Response> {
    let name = path.strip_prefix('/')?;
    let name = if name.is_empty() { "index.html" } else { name };
    let file = PAGE.get(name)?;
    let gzip = accepts_gzip(asked).then(|| file.gzip()).flatten();
    // Two representations have two tags.
    let form = if gzip.is_some() { "-gz" } else { "" };
    let tag = format!("\"{}{form}\"", file.tag);
    let known = asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let mut known = known.unwrap_or_default().split(',').map(str::trim);
    let known = known.any(|one| one.trim_start_matches("W/") == tag || one == "*");
    // Names there hold a hash of the content: what has such a name never changes.
    let hashed = name.starts_with("assets/");
    let caching = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(CACHE_CONTROL, caching), (VARY, "accept-encoding"), (ETAG, tag.as_str())];
    let kind = [(CONTENT_TYPE, content_type(name))];
    Some(match gzip {
        _ if known => (StatusCode::NOT_MODIFIED, headers).into_response(),
        Some(gzip) => (headers, kind, [(CONTENT_ENCODING, "gzip")], gzip).into_response(),
        None => (headers, kind, file.content).into_response(),
    })
}

impl File {
    fn gzip(&self) -> Option<Bytes> {
        let compress = || {
            let mut out = GzEncoder::new(Vec::new(), Compression::best());
            let gzip = out.write_all(self.content).and_then(|()| out.finish());
            let gzip = gzip.expect("a vector takes all");
            (gzip.len() < self.content.len() / 10 * 9).then(|| gzip.into())
        };
        // The engine has a megabyte: other connections of this thread move to another one meanwhile.
        let compressed = || block_in_place(|| self.gzip.get_or_init(compress).clone());
        self.gzip.get().cloned().unwrap_or_else(compressed)
    }
}

/// Whether an answer may be compressed: `gzip` is accepted, as browsers say it, without a quality, which could be 0.
fn accepts_gzip(asked: &HeaderMap) -> bool {
    let values = asked.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|one| one.trim().eq_ignore_ascii_case("gzip"))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        // What is not known is not guessed.
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn every_file_has_a_type_and_there_is_a_first_one() {
        assert!(FILES.iter().any(|(name, _)| *name == "index.html"));
        for (name, content) in FILES {
            assert_ne!(content_type(name), "application/octet-stream", "{name}");
            assert!(!content.is_empty(), "{name}");
        }
    }

    #[test]
    fn a_browser_that_takes_gzip_is_known_by_its_header() {
        for (value, accepted) in [
            ("gzip", true),
            ("gzip, deflate, br, zstd", true),
            ("br, GZIP", true),
            ("gzip;q=0, *", false),
            ("br", false),
            ("", false),
        ] {
            let asked = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]);
            assert_eq!(accepts_gzip(&asked), accepted, "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
