//! Streams of server-sent events: a job's progress, a run's state.
//!
//! Every event carries a whole document, so a reader that reconnects only needs the newest one. The number of an event says which it has.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, unfold};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, sleep, sleep_until};

use crate::api_error::ApiError;
use crate::app::App;
use crate::document::RunDocument;
use crate::jobs::{Job, Snapshot};

/// The time between two events of a job, at least.
const JOB_EVERY: Duration = Duration::from_millis(200);

/// How often a run is looked at.
const RUN_EVERY: Duration = Duration::from_secs(2);

/// A stream ends after this time. A client that is still there reconnects; one that is gone does not hold a place.
const LONGEST: Duration = Duration::from_mins(10);

/// After this time without an event, an empty line is sent, so that no proxy takes the connection for
/// dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Tells proxies that a stream must not be kept back.
const NO_BUFFERING: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

fn last_event(headers: &HeaderMap) -> Option<&str> {
    headers.get(LAST_EVENT_ID)?.to_str().ok()
}

fn stream(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE);
    ([NO_BUFFERING], Sse::new(events).keep_alive(keep_alive)).into_response()
}

fn event(name: &str, id: &str, document: &impl Serialize) -> Event {
    let text = serde_json::to_string(document).expect("strings and numbers are JSON");
    Event::default().event(name).id(id).data(text)
}

struct JobEvents {
    job: Arc<Job>,
    watch: watch::Receiver<Snapshot>,
    /// The version that the reader has.
    last: Option<u64>,
    sent: Option<Instant>,
    ended: bool,
    until: Instant,
    _room: OwnedSemaphorePermit,
}

/// The events of a job.
pub(crate) fn of_job(app: &App, job: Arc<Job>, headers: &HeaderMap) -> Result<Response, ApiError> {
    let watch = job.watch();
    let (version, is_end) = {
        let snapshot = watch.borrow();
        (snapshot.version, snapshot.is_end())
    };
    // A later version than there is comes from an earlier server.
    let last = last_event(headers).and_then(|id| id.parse().ok()).filter(|last| *last <= version);
    if is_end && last == Some(version) {
        // This keeps an `EventSource` from reconnecting.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let until = Instant::now() + LONGEST;
    let room = app.room_for_a_stream()?;
    let events = JobEvents { job, watch, last, sent: None, ended: false, until, _room: room };
    Ok(stream(unfold(events, |mut events| async {
        let event = events.next().await?;
        Some((Ok(event), events))
    })))
}

impl JobEvents {
    async fn next(&mut self) -> Option<Event> {
        if self.ended {
            return None;
        }
        if let Some(sent) = self.sent {
            sleep_until(sent + JOB_EVERY).await;
        }
        loop {
            let snapshot = self.watch.borrow_and_update().clone();
            if self.last.is_none_or(|last| snapshot.version > last) {
                self.last = Some(snapshot.version);
                self.sent = Some(Instant::now());
                self.ended = snapshot.is_end();
                let name = if self.ended { "end" } else { "progress" };
                let document = self.job.document_of(&snapshot);
                return Some(event(name, &snapshot.version.to_string(), &document));
            }
            tokio::select! {
                changed = self.watch.changed() => changed.ok()?,
                () = sleep_until(self.until) => return None,
            }
        }
    }
}

struct RunEvents {
    app: Arc<App>,
    name: String,
    /// What the reader has.
    last: Option<String>,
    first: bool,
    ended: bool,
    ending: watch::Receiver<bool>,
    until: Instant,
    _room: OwnedSemaphorePermit,
}

/// The events of a run.
pub(crate) async fn of_run(
    app: Arc<App>,
    name: String,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let document = app.run_state(&name).await?;
    let last = last_event(headers).map(str::to_owned);
    if is_over(&document) && last.as_deref() == Some(&digest(&document)) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let room = app.room_for_a_stream()?;
    let events = RunEvents {
        name,
        last,
        first: true,
        ended: false,
        ending: app.ending(),
        until: Instant::now() + LONGEST,
        app,
        _room: room,
    };
    Ok(stream(unfold(events, |mut events| async {
        let event = events.next().await?;
        Some((Ok(event), events))
    })))
}

/// Whether the run cannot change any more.
fn is_over(document: &RunDocument) -> bool {
    let status = &document.status;
    status.is_merged() && document.job.is_none()
}

/// A name for a state of a run that does not depend on the time.
fn digest(document: &RunDocument) -> String {
    let timeless = RunDocument { at: 0.0, ..document.clone() };
    let text = serde_json::to_vec(&timeless).expect("strings and numbers are JSON");
    blake3::hash(&text).to_hex()[..16].to_owned()
}

impl RunEvents {
    async fn next(&mut self) -> Option<Event> {
        if self.ended {
            return None;
        }
        loop {
            if !std::mem::take(&mut self.first) {
                tokio::select! {
                    () = sleep(RUN_EVERY) => {}
                    _ = self.ending.wait_for(|ending| *ending) => return None,
                    () = sleep_until(self.until) => return None,
                }
            }
            let document = match self.app.run_state(&self.name).await {
                Ok(document) => document,
                Err(refusal) => {
                    // The next reading may succeed, because files may be moved just now. Then the state is
                    // sent, even if it has not changed.
                    self.last = None;
                    return Some(event("failure", "0", &refusal));
                }
            };
            let digest = digest(&document);
            if self.last.as_deref() != Some(&digest) {
                self.ended = is_over(&document);
                let name = if self.ended { "end" } else { "status" };
                let event = event(name, &digest, &document);
                self.last = Some(digest);
                return Some(event);
            }
            if is_over(&document) {
                // The reader had the last state, and it was not yet said to be the last.
                return None;
            }
        }
    }
}
