//! Streams of server-sent events: a job's progress, a run's state.
//!
//! Every event carries a whole document, so a reader that reconnects only needs the newest one. The number of an event says which it has.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::sleep;

use crate::api_error::ApiError;
use crate::app::App;
use crate::jobs::{Job, JobDocument, raw};
use crate::runs::RunDocument;

/// The time between two events of a job, at least.
const JOB_EVERY: Duration = Duration::from_millis(200);

const RUN_EVERY: Duration = Duration::from_secs(2);

/// A stream ends after this time. A client that is still there reconnects; one that is gone does not hold a place.
const LONGEST: Duration = Duration::from_mins(10);

/// After this time without an event, an empty line is sent, so that no proxy takes the connection for
/// dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

fn last_event(headers: &HeaderMap) -> Option<&str> {
    headers.get("last-event-id")?.to_str().ok()
}

/// Answers with the events that `events` sends: until it returns, the reader goes away, or the stream has lasted for
/// [`LONGEST`].
fn stream<F: Future<Output = ()> + Send + 'static>(
    room: OwnedSemaphorePermit,
    events: impl FnOnce(Sender<Event>) -> F,
) -> Response {
    let (sender, receiver) = channel(1);
    let events = events(sender.clone());
    tokio::spawn(async move {
        tokio::select! {
            () = events => {}
            () = sender.closed() => {}
            () = sleep(LONGEST) => {}
        }
        drop(room);
    });
    let received = unfold(receiver, |mut receiver| async {
        Some((Ok::<_, Infallible>(receiver.recv().await?), receiver))
    });
    let events = Sse::new(received).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    // Proxies must not keep a stream back.
    ([("x-accel-buffering", "no")], events).into_response()
}

fn event(name: &str, id: &str, document: &impl Serialize) -> Event {
    Event::default().event(name).id(id).data(raw(document).get())
}

pub(crate) fn of_job(app: &App, job: Arc<Job>, headers: &HeaderMap) -> Result<Response, ApiError> {
    let mut watch = job.state.subscribe();
    let now = watch.borrow().clone();
    // A later version than there is comes from an earlier server.
    let last: Option<u64> = last_event(headers).and_then(|id| id.parse().ok());
    let mut last = last.filter(|last| *last <= now.version);
    if now.is_end() && last == Some(now.version) {
        // This keeps an `EventSource` from reconnecting.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(stream(app.room_for_a_stream()?, |sender| async move {
        loop {
            let is_new = |document: &JobDocument| last.is_none_or(|last| document.version > last);
            let changed = watch.wait_for(is_new).await.map(|document| document.clone());
            let document = job.timed(changed.expect("the job has the sender"));
            let (version, ended) = (document.version, document.is_end());
            let name = if ended { "end" } else { "progress" };
            let event = event(name, &version.to_string(), &document);
            if sender.send(event).await.is_err() || ended {
                return;
            }
            last = Some(version);
            sleep(JOB_EVERY).await;
        }
    }))
}

pub(crate) async fn of_run(
    app: Arc<App>,
    name: String,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let document = app.run_state(&name).await?;
    let mut last = last_event(headers).map(str::to_owned);
    if is_over(&document) && last.as_deref() == Some(&digest(&document)) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let mut ending = app.jobs.ending.subscribe();
    Ok(stream(app.room_for_a_stream()?, |sender| async move {
        loop {
            match app.run_state(&name).await {
                Ok(document) => {
                    let (digest, over) = (digest(&document), is_over(&document));
                    if last.as_ref() != Some(&digest) {
                        let name = if over { "end" } else { "status" };
                        let _ = sender.send(event(name, &digest, &document)).await;
                        last = Some(digest);
                    }
                    // A reader may have the last state without having been told that it is the last.
                    if over {
                        return;
                    }
                }
                Err(refusal) => {
                    // The next reading may succeed, because files may be moved just now. Then the state is
                    // sent, even if it has not changed.
                    last = None;
                    let _ = sender.send(event("failure", "0", &refusal)).await;
                }
            }
            tokio::select! {
                () = sleep(RUN_EVERY) => {}
                _ = ending.wait_for(|ending| *ending) => return,
            }
        }
    }))
}

/// Whether the run cannot change any more.
fn is_over(document: &RunDocument) -> bool {
    document.status.is_merged() && document.job.is_none()
}

/// A name for a state of a run that does not depend on the time.
fn digest(document: &RunDocument) -> String {
    let mut timeless = document.clone();
    timeless.at = 0.0;
    blake3::hash(raw(&timeless).get().as_bytes()).to_hex()[..16].to_owned()
}
