//! A server for a test, and asking it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use queens::StopFlag;
use queens_testkit::http::{Answer, Connection, ask};
use queens_web::{Limits, Server, Settings};
use serde_json::Value;

use crate::description;

pub(crate) fn job_path(job: &Value) -> String {
    format!("/api/jobs/{}", job["id"].as_str().unwrap())
}

/// A server on a free port of loopback, until it goes out of scope.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    pub(crate) token: Option<String>,
    stop: StopFlag,
    thread: Option<JoinHandle<usize>>,
}

impl Served {
    pub(crate) fn new() -> Self {
        Self::with(Settings::default())
    }

    pub(crate) fn with_limits(limits: Limits) -> Self {
        Self::with(Settings { limits, ..Settings::default() })
    }

    pub(crate) fn with_runs(runs: &[PathBuf]) -> Self {
        Self::with(Settings { runs: runs.to_vec(), ..Settings::default() })
    }

    pub(crate) fn with(options: Settings) -> Self {
        let server = Server::bind(&Settings { port: 0, ..options }).unwrap();
        let url = server.url();
        let authority = url.strip_prefix("http://").unwrap().split('/').next().unwrap();
        let address = authority.parse().unwrap();
        let token = url.split_once("#token=").map(|(_, token)| token.to_owned());
        let stop = StopFlag::new();
        let flag = stop.clone();
        let thread = Some(thread::spawn(move || server.run(&flag).unwrap()));
        Self { address, token, stop, thread }
    }

    /// Ends it, and has the number of jobs that were at work.
    pub(crate) fn end(mut self) -> usize {
        self.stop.raise();
        self.thread.take().unwrap().join().unwrap()
    }

    /// Asks, and compares the answer with the description.
    pub(crate) fn ask(&self, method: &str, path: &str, body: Option<&str>) -> (u16, Value) {
        let answer = self.raw(method, path, body);
        let document = description::check(method, path, &answer);
        (answer.status, document)
    }

    pub(crate) fn raw(&self, method: &str, path: &str, body: Option<&str>) -> Answer {
        let bearer = self.token.as_ref().map(|token| format!("Bearer {token}"));
        let token = bearer.as_deref().map(|bearer| ("Authorization", bearer));
        let kind = body.map(|_| ("Content-Type", "application/json"));
        let headers: Vec<_> = token.into_iter().chain(kind).collect();
        ask(self.address, method, path, &headers, body.map(str::as_bytes)).unwrap()
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, document) = self.ask("GET", path, None);
        assert_eq!(status, 200, "{path}: {document}");
        document
    }

    /// Begins a job and has its document.
    pub(crate) fn post(&self, path: &str, body: &str) -> Value {
        let (status, document) = self.ask("POST", path, Some(body));
        assert!(matches!(status, 200..=202), "{path} {body}: {status} {document}");
        document
    }

    /// Asks for what is refused with this status and this code.
    pub(crate) fn refuses(&self, method: &str, path: &str, body: Option<&str>, why: (u16, &str)) {
        let (told, document) = self.ask(method, path, body);
        let asked = format!("{method} {path} {body:?}: {told} {document}");
        assert_eq!((told, document["code"].as_str()), (why.0, Some(why.1)), "{asked}");
        assert_eq!(document["schema"], "queens.error/1", "{asked}");
        for line in ["what", "advice"] {
            let text = document[line].as_str().unwrap();
            assert!(!text.is_empty() && !text.contains('\n'), "{asked}");
        }
    }

    /// Waits for a job's end, and has its document.
    pub(crate) fn ended(&self, job: &Value) -> Value {
        let path = format!("{}?wait=30", job_path(job));
        loop {
            let job = self.get(&path);
            if job["state"] != "running" {
                return job;
            }
        }
    }

    /// Begins a job, waits for its end, and has its document. Usually one answer is enough; on a busy
    /// machine the job may outlast the server's patience.
    pub(crate) fn done(&self, path: &str, body: &str) -> Value {
        self.ended(&self.post(&format!("{path}?wait=30"), body))
    }

    pub(crate) fn events(&self, path: &str, last: Option<&str>) -> Connection {
        let (answer, connection) = self.stream(path, last);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/event-stream"));
        connection
    }

    pub(crate) fn stream(&self, path: &str, last: Option<&str>) -> (Answer, Connection) {
        let mut connection = Connection::open(self.address).unwrap();
        let headers: Vec<_> = last.map(|last| ("Last-Event-ID", last)).into_iter().collect();
        connection.request("GET", path, &headers, None).unwrap();
        let head = connection.head().unwrap();
        (head, connection)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.raise();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || thread::panicking(), "the server did not panic");
        }
    }
}
