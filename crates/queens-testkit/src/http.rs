//! A small HTTP client: for tests that also have to send what no library would.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// How long a test waits for a byte: a limit against hanging, which no busy machine reaches.
const PATIENCE: Duration = Duration::from_mins(10);

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Names, in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The content.
    pub body: Vec<u8>,
}

impl Answer {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The content as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The content as JSON.
    ///
    /// # Panics
    ///
    /// If it is not.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A connection.
#[derive(Debug)]
pub struct Connection(BufReader<TcpStream>);

impl Connection {
    /// Connects.
    pub fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Self(BufReader::new(stream)))
    }

    /// Sends bytes as they are.
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
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(body.unwrap_or_default());
        self.send(&bytes)
    }

    /// Reads a line without its end; none at the end of the stream.
    pub fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        self.0.read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        while line.last().is_some_and(|byte| matches!(byte, b'\r' | b'\n')) {
            line.pop();
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    /// Reads the head of an answer; its content stays to be read.
    pub fn head(&mut self) -> io::Result<Answer> {
        let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
        let first = self.line()?.ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| bad(&first))?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?.ok_or_else(|| bad("the head breaks off"))?;
            if line.is_empty() {
                return Ok(Answer { status, headers, body: Vec::new() });
            }
            let (name, value) = line.split_once(':').ok_or_else(|| bad(&line))?;
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }

    /// Reads a whole answer.
    pub fn answer(&mut self) -> io::Result<Answer> {
        let mut answer = self.head()?;
        if let Some(length) = answer.header("content-length") {
            let length = length.parse().map_err(|_| io::ErrorKind::InvalidData)?;
            answer.body.resize(length, 0);
            self.0.read_exact(&mut answer.body)?;
        } else if answer.header("transfer-encoding") == Some("chunked") {
            while let Some(piece) = self.chunk()? {
                answer.body.extend(piece);
            }
        }
        Ok(answer)
    }

    /// Reads a chunk of an answer sent in chunks; none after the last.
    fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let eof = || io::Error::from(io::ErrorKind::UnexpectedEof);
        let line = self.line()?.ok_or_else(eof)?;
        let length = usize::from_str_radix(&line, 16).map_err(|_| io::ErrorKind::InvalidData)?;
        let mut piece = vec![0; length];
        self.0.read_exact(&mut piece)?;
        self.line()?.ok_or_else(eof)?;
        Ok((length > 0).then_some(piece))
    }

    /// The events of an answer whose head was read, as they come.
    pub fn events(&mut self) -> Events<'_> {
        Events { connection: self, text: String::new() }
    }

    /// Whether the other side closes the connection, whatever it sends before.
    pub fn is_closed(&mut self) -> bool {
        io::copy(&mut self.0, &mut io::sink()).is_ok()
    }
}

/// A server-sent event.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// Its number.
    pub id: String,
    /// What it carries.
    pub data: String,
}

impl Event {
    /// What it carries, as JSON.
    ///
    /// # Panics
    ///
    /// If it is not.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.data).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// The events of a stream.
#[derive(Debug)]
pub struct Events<'a> {
    connection: &'a mut Connection,
    text: String,
}

impl Iterator for Events<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            while let Some(end) = self.text.find("\n\n") {
                let block: String = self.text.drain(..end + 2).collect();
                let mut event = Event::default();
                for line in block.lines() {
                    let (field, value) = line.split_once(':').unwrap_or((line, ""));
                    let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
                    match field {
                        "event" => event.name = value,
                        "id" => event.id = value,
                        "data" => event.data = value,
                        _ => {}
                    }
                }
                // A comment keeps the connection alive, and is no event.
                if !event.data.is_empty() {
                    return Some(event);
                }
            }
            let piece = self.connection.chunk().ok()??;
            self.text.push_str(&String::from_utf8_lossy(&piece));
        }
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
