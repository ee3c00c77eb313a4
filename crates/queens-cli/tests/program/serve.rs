//! `queens serve` as a process: its address, its end, what it leaves behind.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, ChildStdout, Command};

use queens_testkit::eventually;
use queens_testkit::http::{Answer, Connection, ask};
use serde_json::Value;

use crate::queens;

struct Process {
    child: Child,
    stdout: BufReader<ChildStdout>,
    url: String,
    address: SocketAddr,
}

impl Process {
    fn start(arguments: &str) -> Self {
        Self::spawn(&mut queens(&format!("serve --port 0 {arguments}")))
    }

    fn spawn(command: &mut Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut url = String::new();
        stdout.read_line(&mut url).unwrap();
        let authority = url.strip_prefix("http://").unwrap_or_else(|| panic!("{url:?}"));
        let address = authority.split('/').next().unwrap().parse().unwrap();
        Self { child, stdout, url: url.trim_end().to_owned(), address }
    }

    fn ask(&self, method: &str, path: &str, body: Option<&[u8]>) -> Answer {
        let headers = [("Content-Type", "application/json")];
        ask(self.address, method, path, &headers, body).unwrap()
    }

    fn get(&self, path: &str) -> Value {
        let answer = self.ask("GET", path, None);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    /// Sends a signal and has what is on stderr at the end, which has this exit code. Nothing but the address is printed.
    fn stop(mut self, signal: &str, code: i32) -> String {
        crate::signal(&self.child, signal);
        let mut stdout = String::new();
        self.stdout.read_to_string(&mut stdout).unwrap();
        let output = self.child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), &*stdout), (Some(code), ""), "{output:?}");
        crate::talk(&output).to_owned()
    }
}

#[test]
fn the_address_is_all_that_is_printed_and_a_signal_ends_it() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let server = Process::start("");
        let url = &server.url;
        assert!(url.starts_with("http://127.0.0.1:") && url.ends_with('/'), "{url}");
        assert_eq!(server.get("/api/info")["schema"], "queens.serve.info/1");
        // A reader of events and one that keeps its connection do not keep the server.
        let mut idle = Connection::open(server.address).unwrap();
        idle.request("GET", "/", &[], None).unwrap();
        assert_eq!(idle.answer().unwrap().status, 200);
        let long = br#"{"n":20,"kernel":"scalar"}"#;
        let job = server.ask("POST", "/api/counts", Some(long)).json();
        let mut reader = Connection::open(server.address).unwrap();
        let path = format!("/api/jobs/{}/events", job["id"].as_str().unwrap());
        reader.request("GET", &path, &[], None).unwrap();
        assert_eq!(reader.head().unwrap().status, 200);
        // To its end the count would take hours.
        let talk = server.stop(signal, code);
        assert_eq!(talk, "stopped: one job was running; runs keep every finished range\n");
    }
}

#[test]
fn a_browser_is_opened_if_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let opened = folder.path().join("opened");
    let script =
        format!("#!/bin/sh\nprintf %s \"$1\" > {0}.new && /bin/mv {0}.new {0}\n", opened.display());
    for name in ["xdg-open", "open"] {
        fs::write(folder.path().join(name), &script).unwrap();
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let server = Process::spawn(queens("serve --port 0 --open").env("PATH", folder.path()));
    eventually("a browser is opened", || opened.exists());
    assert_eq!(fs::read_to_string(&opened).unwrap(), server.url);
    assert_eq!(server.stop("INT", 130), "stopped: no job was running\n");

    let server = Process::spawn(queens("serve --port 0 --open").env("PATH", "/nowhere"));
    assert_eq!(server.get("/api/info")["schema"], "queens.serve.info/1");
    let said = server.stop("INT", 130);
    assert!(said.starts_with("note: no browser could be opened: "), "{said}");
}

#[test]
fn other_machines_need_the_token() {
    let server = Process::start("--bind 0.0.0.0 --max-n 9");
    let (_, token) = server.url.split_once("/#token=").unwrap();
    assert_eq!(server.ask("GET", "/api/info", None).status, 401);
    let bearer = format!("Bearer {token}");
    let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
    let answer = ask(server.address, "POST", "/api/counts", &headers, Some(b"{\"n\":10}")).unwrap();
    assert_eq!(answer.status, 422, "{}", answer.text());
    let local = Process::start("--token");
    assert!(local.url.contains("/#token="), "{}", local.url);
    assert_eq!(local.ask("GET", "/api/info", None).status, 401);
    for server in [server, local] {
        server.stop("TERM", 143);
    }
}

/// How many files and threads a process holds.
#[cfg(target_os = "linux")]
fn held(child: &Child) -> [usize; 2] {
    ["fd", "task"].map(|what| fs::read_dir(format!("/proc/{}/{what}", child.id())).unwrap().count())
}

/// The memory of a process, in KiB.
#[cfg(target_os = "linux")]
fn resident(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

/// Hundreds of requests at once, readers of events that go away, jobs that are stopped, requests that are
/// none: afterwards the process holds what it held before.
#[cfg(target_os = "linux")]
#[test]
fn a_storm_leaves_nothing_behind() {
    const CLIENTS: usize = 24;
    const ROUNDS: usize = 25;
    const REQUESTS: [(&str, &str, &str); 6] = [
        ("GET", "/api/info", ""),
        ("GET", "/api/runs/r10", ""),
        ("POST", "/api/counts", r#"{"n":11}"#),
        ("POST", "/api/counts", r#"{"n":"#),
        (
            "POST",
            "/api/completions?wait=1",
            r#"{"problem":{"n":9,"queens":["a1"]},"answer":"list"}"#,
        ),
        ("POST", "/api/counts", r#"{"n":20,"kernel":"scalar"}"#),
    ];
    let folder = tempfile::tempdir().unwrap();
    crate::json(queens("run plan 10 --dir r10 --format json").current_dir(&folder));
    // The GNU allocator keeps large blocks that were freed, one set for each thread, unless this threshold is
    // fixed. The test is about what the server holds, and not about what its allocator keeps.
    let server = Process::spawn(
        queens("serve --port 0 --dir r10 -j 1 --jobs 8")
            .env("MALLOC_MMAP_THRESHOLD_", "131072")
            .current_dir(&folder),
    );
    let address = server.address;
    // Once it has answered its threads are there; once it has hung up its files are those it keeps.
    let mut connection = Connection::open(address).unwrap();
    connection.request("GET", "/api/info", &[("Connection", "close")], None).unwrap();
    assert_eq!(connection.answer().unwrap().status, 200);
    assert!(connection.is_closed());
    let begin = held(&server.child);
    let storm = |client: usize| {
        for round in 0..ROUNDS {
            let answer = match (client + round) % 8 {
                request @ ..6 => {
                    let (method, path, body) = REQUESTS[request];
                    let body = (!body.is_empty()).then_some(body.as_bytes());
                    let answer = server.ask(method, path, body);
                    // A long count, its events, and away.
                    if request == 5 && answer.status == 202 {
                        let job = answer.json();
                        let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
                        let mut connection = Connection::open(address).unwrap();
                        connection.request("GET", &format!("{path}/events"), &[], None).unwrap();
                        assert_eq!(connection.head().unwrap().status, 200);
                        assert_eq!(connection.events().next().unwrap().name, "progress");
                        drop(connection);
                        assert_eq!(server.ask("DELETE", &path, None).status, 202);
                    }
                    answer
                }
                6 => {
                    let mut connection = Connection::open(address).unwrap();
                    connection.request("GET", "/api/runs/r10/events", &[], None).unwrap();
                    connection.head().unwrap()
                }
                _ => {
                    // Half a request, and away.
                    let mut connection = Connection::open(address).unwrap();
                    connection
                        .send(b"POST /api/counts HTTP/1.1\r\nHost: localhost\r\nContent-Le")
                        .unwrap();
                    continue;
                }
            };
            assert!(matches!(answer.status, 200 | 202 | 400 | 429 | 503), "{answer:?}");
        }
    };
    let memory = [(); 2].map(|()| {
        std::thread::scope(|scope| {
            for client in 0..CLIENTS {
                scope.spawn(move || storm(client));
            }
        });
        // Threads that wait for files go after ten seconds without work.
        eventually(&format!("no job is at work, and the server holds {begin:?}"), || {
            let (held, jobs) = (held(&server.child), server.get("/api/jobs"));
            let is_idle =
                jobs["jobs"].as_array().unwrap().iter().all(|job| job["state"] != "running");
            is_idle && held[0] <= begin[0] && held[1] <= begin[1]
        });
        resident(&server.child)
    });
    // The second storm finds nearly all the memory that it needs already there.
    assert!(memory[1] < memory[0] + (8 << 10), "KiB after each storm: {memory:?}");
    assert!(server.get("/api/jobs")["jobs"].as_array().unwrap().len() <= 64);
    assert_eq!(server.stop("TERM", 143), "stopped: no job was running\n", "nothing panicked");
}
