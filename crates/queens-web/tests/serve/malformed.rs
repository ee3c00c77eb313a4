//! Requests that no program should send. The server rejects them or closes the connection, and continues.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use queens_testkit::http::{Answer, Connection};
use queens_web::Limits;

use crate::server::Served;

/// The first lines of a request with a content.
const POST: &str =
    "POST /api/counts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

/// A server that does not wait long.
fn impatient() -> Served {
    Served::with_limits(Limits { patience: Duration::from_millis(700), ..Limits::default() })
}

/// A server that waits however slow the machine is.
fn patient() -> Served {
    Served::with_limits(Limits { patience: Duration::from_mins(10), ..Limits::default() })
}

fn is_well(server: &Served) {
    assert_eq!(server.get("/api/info")["schema"], "queens.serve.info/1");
    assert_eq!(server.get("/api/jobs")["jobs"].as_array().unwrap().len(), 0);
}

/// Sends bytes, and has the answer; none if the connection was closed without one.
fn send(server: &Served, bytes: &[u8]) -> Option<Answer> {
    let mut connection = Connection::open(server.address).unwrap();
    // The server may close while there is more to come.
    let _ = connection.send(bytes);
    match connection.answer() {
        Ok(answer) => Some(answer),
        Err(error) => {
            use ErrorKind::{BrokenPipe, ConnectionReset, UnexpectedEof};
            let closed = [UnexpectedEof, ConnectionReset, BrokenPipe].contains(&error.kind());
            assert!(closed, "{error}: {:?}", String::from_utf8_lossy(bytes));
            None
        }
    }
}

#[test]
fn malformed_heads_are_rejected() {
    let server = patient();
    for (begin, rest) in [
        ("", "GET\r\n\r\n"),
        ("", "GET / HTTP/1.1\r\nHost: local\u{0}host\r\n\r\n"),
        ("", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}\r\n\r\n"),
        (POST, "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
        (POST, "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
    ] {
        let answer = send(&server, format!("{begin}{rest}").as_bytes());
        assert_eq!(answer.map(|answer| answer.status), Some(400), "{begin}{rest:?}");
    }
    // The preface of HTTP/2 has no answer.
    assert_eq!(send(&server, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), None);
    is_well(&server);
}

/// As much as the server reads of a head, and not a byte more: with a longer one, the answer may be lost.
#[test]
fn floods_of_headers_are_rejected() {
    const HEAD: usize = 16 << 10;
    const HEADERS: usize = 64;
    let server = patient();
    let get = "GET /api/info HTTP/1.1\r\nHost: localhost\r\n";
    let headers = |count: usize| format!("{get}{}\r\n", "X: x\r\n".repeat(count - 1));
    let cut = |head: String| head[..HEAD].to_owned();
    for (head, status) in [
        (headers(HEADERS), 200),
        (headers(HEADERS + 1), 431),
        (cut(format!("{get}X: {}", "x".repeat(HEAD))), 431),
        (cut(format!("GET /{}", "x".repeat(HEAD))), 431),
    ] {
        let answer = send(&server, head.as_bytes()).map(|answer| answer.status);
        assert_eq!(answer, Some(status), "{}", &head[..80]);
    }
    is_well(&server);
}

#[test]
fn long_contents_are_rejected() {
    let server = impatient();
    let spaces = " ".repeat(300_000);
    // Told at once, told by and by, and sent whole.
    for rest in [
        "Content-Length: 99999999999\r\n\r\n".to_owned(),
        format!("Transfer-Encoding: chunked\r\n\r\n{:x}\r\n{spaces}\r\n0\r\n\r\n", spaces.len()),
        format!("Content-Length: {}\r\n\r\n{spaces}", spaces.len()),
    ] {
        let answer = send(&server, format!("{POST}{rest}").as_bytes()).unwrap();
        assert_eq!(answer.status, 413, "{answer:?}");
        assert!(answer.text().contains("too_long"));
    }
    let deep = "[".repeat(60_000);
    let answer = server.raw("POST", "/api/counts", Some(&deep));
    assert_eq!(answer.status, 400, "{answer:?}");
    is_well(&server);
}

/// And then those that had to wait have their turn.
#[test]
fn slow_clients_are_disconnected() {
    let patience = Duration::from_millis(700);
    let server = Served::with_limits(Limits { connections: 3, patience, ..Limits::default() });
    // A content that does not come.
    let post = format!("{POST}Content-Length: 7\r\n\r\n{{\"n\"");
    let answer = send(&server, post.as_bytes()).unwrap();
    assert_eq!(answer.status, 408, "{answer:?}");
    assert!(answer.text().contains("slow"));
    // A head that does not come, nothing at all, and a connection that is kept for nothing.
    let mut half = Connection::open(server.address).unwrap();
    half.send(b"GET /api/info HTTP/1.1\r\nHost: loc").unwrap();
    let mut silent = Connection::open(server.address).unwrap();
    let mut idle = Connection::open(server.address).unwrap();
    idle.request("GET", "/api/info", &[], None).unwrap();
    assert_eq!(idle.answer().unwrap().status, 200);
    let mut fourth = Connection::open(server.address).unwrap();
    fourth.request("GET", "/api/info", &[], None).unwrap();
    assert_eq!(fourth.answer().unwrap().status, 200);
    for connection in [&mut half, &mut silent, &mut idle] {
        assert!(connection.is_closed());
    }
    is_well(&server);
}

#[test]
fn clients_that_do_not_read_are_disconnected() {
    let server = impatient();
    let answer = server.raw("GET", "/api/openapi.json", None).body.len();
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(10))).unwrap();
    stream.set_write_timeout(Some(Duration::from_mins(10))).unwrap();
    // Asks until the system keeps no more for the server, which waits for its reader, and then gives up.
    let request = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut requests = 0;
    let given_up = loop {
        match stream.write_all(request) {
            Ok(()) => requests += 1,
            Err(error) => break error.kind(),
        }
    };
    assert!(matches!(given_up, ErrorKind::ConnectionReset | ErrorKind::BrokenPipe), "{given_up}");
    let mut read = Vec::new();
    let end = stream.read_to_end(&mut read).map_err(|error| error.kind());
    assert!(matches!(end, Ok(_) | Err(ErrorKind::ConnectionReset)), "{end:?}");
    assert!(read.len() < requests * answer, "{} bytes for {requests} requests", read.len());
    drop(stream);
    is_well(&server);
}

/// Whatever is sent as JSON to whatever address: an answer that is described, and no job that was not
/// asked for.
#[test]
fn no_content_makes_the_server_fail() {
    let server = Served::with_limits(Limits {
        count_n: 6,
        jobs: 64,
        time: Duration::from_secs(1),
        ..Limits::default()
    });
    let words = r#"8 -1 1e400 null true [] {} "a1" ["a1","c2"] "count" "search" 18446744073709551616
                   {"n":5,"queens":["a1"]} {"n":1000000,"blocked":["a1"]}"#;
    let word = select(words.split_whitespace().collect::<Vec<_>>());
    let value = prop_oneof![
        14 => word.prop_map(str::to_owned),
        1 => "[0-9]{1,3}",
        1 => "\"[a-z]{0,8}[0-9]{0,3}\"",
    ];
    let key = select(vec![
        "n", "problem", "answer", "limit", "method", "kernel", "threads", "seconds", "probes",
        "seed", "name", "folder", "shard", "x",
    ]);
    let object = proptest::collection::vec((key, value), 0..4).prop_map(|pairs| {
        let pairs = pairs.iter().map(|(key, value)| format!("\"{key}\":{value}"));
        format!("{{{}}}", pairs.collect::<Vec<_>>().join(","))
    });
    let body = prop_oneof![4 => object, 1 => "\\PC{0,40}"];
    let paths = ["counts", "estimates", "completions", "runs", "runs/x/work"];
    let path = select(paths.map(|path| format!("/api/{path}")).to_vec());
    let mut runner = TestRunner::new(Config { cases: 300, ..Config::default() });
    let outcome = runner.run(&(path, body), |(path, body)| {
        // Compares the answer with the description.
        let (status, job) = server.ask("POST", &path, Some(&body));
        // Completions are found at once; on a machine that stands still for a second, other jobs end too
        // before their answer is written.
        let fine = match status {
            200 => job["state"] != "running",
            _ => matches!(status, 202 | 400..500),
        };
        prop_assert!(fine, "{path} {body}: {status} {job}");
        if let Some(id) = job["id"].as_str() {
            server.ask("DELETE", &format!("/api/jobs/{id}"), None);
        }
        Ok(())
    });
    outcome.unwrap();
    assert_eq!(server.get("/api/info")["schema"], "queens.serve.info/1");
}
