//! A small HTTP client: for tests that also have to send what no library would.

#![allow(missing_docs, reason = "the words of HTTP and of server-sent events")]

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::iter;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// How long a test waits for a byte: a limit against hanging, which no busy machine reaches.
const PATIENCE: Duration = Duration::from_mins(10);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub status: u16,
    /// Names, in lower case, and values.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

#[derive(Debug)]
pub struct Connection(BufReader<TcpStream>);

impl Connection {
    pub fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Self(BufReader::new(stream)))
    }

    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.get_mut().write_all(bytes)
    }

    /// Sends a request with a `Host` of 127.0.0.1, unless `headers` has one.
    pub fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> io::Result<()> {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head.push_str("Host: 127.0.0.1\r\n");
        }
        for (name, value) in headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if let Some(body) = body {
            let _ = write!(head, "Content-Length: {}\r\n", body.len());
        }
        self.send(&[head.as_bytes(), b"\r\n", body.unwrap_or_default()].concat())
    }

    fn line(&mut self) -> io::Result<String> {
        let line = self.0.by_ref().lines().next();
        line.unwrap_or_else(|| Err(io::ErrorKind::UnexpectedEof.into()))
    }

    /// Reads the head of an answer; its content stays to be read.
    pub fn head(&mut self) -> io::Result<Answer> {
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("a line with a status, not {first:?}"));
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            if line.is_empty() {
                return Ok(Answer { status, headers, body: Vec::new() });
            }
            let (name, value) = line.split_once(':').expect("a header is a name and a value");
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }

    /// Reads a whole answer, which is no stream of events.
    pub fn answer(&mut self) -> io::Result<Answer> {
        let mut answer = self.head()?;
        if let Some(length) = answer.header("content-length") {
            answer.body = vec![0; length.parse().expect("a length is a number")];
            self.0.read_exact(&mut answer.body)?;
        }
        Ok(answer)
    }

    /// The events of an answer whose head was read, as they come.
    pub fn events(&mut self) -> impl Iterator<Item = Event> {
        iter::from_fn(move || {
            let mut event = Event::default();
            loop {
                let line = self.line().ok()?;
                match line.split_once(": ") {
                    Some(("event", name)) => name.clone_into(&mut event.name),
                    Some(("id", id)) => id.clone_into(&mut event.id),
                    Some(("data", data)) => data.clone_into(&mut event.data),
                    None if line.is_empty() && !event.data.is_empty() => return Some(event),
                    // Each event is a chunk of its own, after a line with its length; the last chunk has none.
                    None if line == "0" => return None,
                    // A length, the end of a chunk, or a comment, which keeps the connection alive.
                    _ => {}
                }
            }
        })
    }

    /// Whether the other side closes the connection, whatever it sends before.
    pub fn is_closed(&mut self) -> bool {
        io::copy(&mut self.0, &mut io::sink()).is_ok()
    }
}

/// A server-sent event.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Event {
    pub name: String,
    pub id: String,
    pub data: String,
}

impl Event {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.data).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Sends one request on a connection of its own and reads the answer.
pub fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
) -> io::Result<Answer> {
    let mut connection = Connection::open(address)?;
    connection.request(method, path, headers, body)?;
    connection.answer()
}
