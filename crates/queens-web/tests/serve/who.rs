//! Which requests are allowed.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use queens_testkit::http::{Answer, Connection, ask};
use queens_web::{Server, Settings};

use crate::server::Served;

fn ask_with(server: &Served, path: &str, headers: &[(&str, &str)]) -> Answer {
    ask(server.address, "GET", path, headers, None).unwrap()
}

fn is_refused(answer: &Answer, status: u16, code: &str, asked: &str) {
    assert_eq!((answer.status, &answer.json()["code"]), (status, &code.into()), "{asked}");
}

#[test]
fn only_requests_for_this_machine_are_answered() {
    let names = vec!["Queens.Example".to_owned()];
    let server = Served::with(Settings { names, ..Settings::default() });
    let here = "127.0.0.1 127.0.0.1:8092 localhost:1234 LocalHost:1 localhost.:80 [::1] [::1]:8092 \
                queens.example queens.example:8092 QUEENS.Example. 10.1.2.3:80";
    for host in here.split(' ') {
        assert_eq!(ask_with(&server, "/api/info", &[("Host", host)]).status, 200, "{host}");
    }
    let elsewhere = "evil.example evil.example:8092 localhost.evil.example 127.0.0.1.evil.example \
                     queens.example.evil.example user@localhost localhost@evil.example localhost/x \
                     queens [::1 127.1 0x7f.0.0.1 2130706433 :8092 localhost:x";
    for path in ["/", "/api/info", "/api/openapi.json", "/nothing"] {
        for host in elsewhere.split(' ').chain(["", "a b", "local host"]) {
            is_refused(&ask_with(&server, path, &[("Host", host)]), 403, "host", host);
        }
        let answer = ask_with(&server, path, &[("Host", "localhost"), ("Host", "evil.example")]);
        assert_eq!(answer.status, 403);
    }
    // A host in the first line counts too; a request without any is refused.
    assert_eq!(ask_with(&server, "http://evil.example/api/info", &[]).status, 403);
    let mut connection = Connection::open(server.address).unwrap();
    connection.send(b"GET /api/info HTTP/1.1\r\n\r\n").unwrap();
    assert!(matches!(connection.head().unwrap().status, 400 | 403));
}

#[test]
fn other_pages_are_not_answered() {
    let server = Served::new();
    let (host, own) = (("Host", "localhost:8092"), ("Origin", "http://localhost:8092"));
    for good in [
        &[][..],
        &[own],
        &[("Origin", "https://LOCALHOST:8092"), ("Sec-Fetch-Site", "same-origin")],
        &[("Sec-Fetch-Site", "none")],
    ] {
        let answer = ask_with(&server, "/api/info", &[&[host], good].concat());
        assert_eq!(answer.status, 200, "{good:?}");
    }
    for bad in [
        &[("Origin", "http://evil.example")][..],
        &[("Origin", "http://localhost:3000")],
        &[("Origin", "http://localhost")],
        &[("Origin", "http://localhost:8092.evil.example")],
        &[("Origin", "file://localhost:8092")],
        &[("Origin", "null")],
        &[("Origin", "")],
        &[own, ("Origin", "http://evil.example")],
        &[("Sec-Fetch-Site", "cross-site")],
        &[("Sec-Fetch-Site", "same-site")],
    ] {
        for (method, path) in [
            ("GET", "/api/info"),
            ("POST", "/api/counts"),
            ("DELETE", "/api/jobs/1"),
            ("OPTIONS", "/api/counts"),
            ("GET", "/api/jobs/1/events"),
        ] {
            let headers = [&[host, ("Content-Type", "application/json")], bad].concat();
            let answer = ask(server.address, method, path, &headers, Some(b"{\"n\":8}")).unwrap();
            is_refused(&answer, 403, "origin", &format!("{method} {path} {bad:?}"));
            assert_eq!(answer.header("access-control-allow-origin"), None);
        }
    }
    // A form, which any page may send, is not JSON; browsers name its origin besides.
    let post = |kind| {
        let headers = [("Content-Type", kind)];
        ask(server.address, "POST", "/api/counts", &headers, Some(b"{\"n\":8}")).unwrap()
    };
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"]
    {
        is_refused(&post(kind), 415, "not_json", kind);
    }
    let answer = post("Application/JSON; charset=utf-8");
    assert!(matches!(answer.status, 200 | 202), "{answer:?}");
    assert_eq!(server.get("/api/jobs")["jobs"].as_array().unwrap().len(), 1);
}

#[test]
fn every_api_request_needs_the_token() {
    let server = Served::with(Settings { token: true, ..Settings::default() });
    let token = server.token.clone().unwrap();
    assert_eq!(token.len(), 32);
    // Another last digit, and one digit less or more.
    let last = if token.ends_with('0') { "1" } else { "0" };
    let wrong = "|Bearer|Bearer |TOKEN|Basic TOKEN|Bearer SHORT|Bearer TOKEN0|Bearer SHORTLAST";
    let wrong = wrong.replace("TOKEN", &token).replace("SHORT", &token[..31]).replace("LAST", last);
    let right = format!("Bearer {token}");
    let paths = "/api/info /api/openapi.json /api/jobs /api/jobs/1/events /api/nothing /api";
    for path in paths.split(' ') {
        let wrong = wrong.split('|').map(|wrong| vec![("Authorization", wrong)]);
        for headers in wrong.chain([vec![], vec![("Cookie", right.as_str())]]) {
            let answer = ask_with(&server, path, &headers);
            is_refused(&answer, 401, "token", &format!("{path} {headers:?}"));
            assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        }
        let with_query = format!("{path}?token={token}");
        assert_eq!(ask_with(&server, &with_query, &[]).status, 401, "an address ends up in logs");
        for right in [&right, &format!("bearer  {token}")] {
            assert_ne!(ask_with(&server, path, &[("Authorization", right)]).status, 401, "{path}");
        }
    }
    assert_eq!(server.get("/api/info")["schema"], "queens.serve.info/1");
    // The page itself is no secret.
    assert_eq!(ask_with(&server, "/", &[]).status, 200);
    let other = Served::with(Settings { token: true, ..Settings::default() });
    assert_ne!(other.token.as_ref(), Some(&token));
}

#[test]
fn other_addresses_than_loopback_need_a_token() {
    let options =
        Settings { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), port: 0, ..Settings::default() };
    let url = Server::bind(&options).unwrap().url();
    assert!(url.starts_with("http://127.0.0.1:") && url.contains("/#token="), "{url}");
    let with_runs =
        |runs: Vec<PathBuf>| Server::bind(&Settings { port: 0, runs, ..Settings::default() });
    let error = with_runs(vec!["/no/such/place".into()]).unwrap_err();
    assert!(error.to_string().starts_with("/no/such/place cannot be used"), "{error}");
    assert_eq!(error.advice(), "name the directory of a run, or one that holds such directories");
    let folder = tempfile::tempdir().unwrap();
    let error = with_runs(vec![folder.path().to_owned(), folder.path().join(".")]).unwrap_err();
    assert!(error.to_string().starts_with("two directories are named"), "{error}");
}

#[test]
fn the_page_is_served_with_isolating_headers() {
    let server = Served::new();
    let page = ask_with(&server, "/", &[]);
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.text().starts_with("<!doctype html>"), "{}", page.text());
    for answer in [&page, &ask_with(&server, "/api/info", &[]), &ask_with(&server, "/nothing", &[])]
    {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; ") && !policy.contains("'unsafe-"),
            "{policy}"
        );
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(answer.header("cross-origin-embedder-policy"), Some("require-corp"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    let tag = page.header("etag").unwrap();
    let again = ask_with(&server, "/index.html", &[("If-None-Match", tag)]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = ask_with(&server, "/", &[("If-None-Match", "\"0\", W/\"1\"")]);
    assert_eq!((other.status, other.header("cache-control")), (200, Some("no-cache")));
    let pressed = ask_with(&server, "/", &[("Accept-Encoding", "gzip, br")]);
    if pressed.header("content-encoding") == Some("gzip") {
        let text = std::io::read_to_string(flate2::read::GzDecoder::new(&pressed.body[..]));
        assert_eq!(text.unwrap(), page.text());
        assert_ne!(pressed.header("etag"), page.header("etag"));
    }
    let nowhere = "/../Cargo.toml /..%2fCargo.toml /%2e%2e/src/lib.rs //etc/passwd /index.html/ \
                   /assets /assets/ /./index.html //index.html /.git/config";
    for path in nowhere.split(' ') {
        let answer = ask_with(&server, path, &[]);
        is_refused(&answer, 404, "not_found", path);
    }
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"] {
        let answer = ask(server.address, method, "/", &[], None).unwrap();
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET,HEAD")), "{method}");
    }
    let mut connection = Connection::open(server.address).unwrap();
    connection.request("HEAD", "/", &[], None).unwrap();
    let head = connection.head().unwrap();
    assert_eq!((head.status, head.header("etag")), (200, page.header("etag")));
}
