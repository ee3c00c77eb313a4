//! Waiting for work without keeping Python waiting.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use queens::{Options, Progress};

use crate::raise::{Raise, Result};

/// How often signals are looked at, and progress is told.
const TICK: Duration = Duration::from_millis(20);

/// How long to wait for work after a stop request. Work that takes longer continues until it checks its
/// flag.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does the work on a thread of its own and waits for it with the interpreter's lock released.
///
/// `watch`, if there is one, is called with the work done and the work expected, from the thread that
/// waits: fifty times a second at most, and at the end. What it raises, and what a signal raises
/// (`KeyboardInterrupt`), raises the flag of the options and ends the wait within [`PATIENCE`].
pub(crate) fn wait<T, E>(
    py: Python<'_>,
    options: Options<'static>,
    watch: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Options<'_>) -> Result<T, E> + Send + 'static,
) -> Result<T>
where
    T: Send + 'static,
    E: Into<Raise> + Send + 'static,
{
    let (noted, stop) = (Arc::new(Mutex::new(None::<Progress>)), options.stop_flag().clone());
    // Nothing is sent: the receiver hears that the sender is gone.
    let (sender, mut receiver) = channel::<()>();
    let theirs = Arc::clone(&noted);
    let worker = thread::Builder::new().name("queens".to_owned()).spawn(move || {
        let _sender = sender;
        let note = |progress: Progress| {
            let mut latest = theirs.lock().expect("no thread panics while it notes");
            // Another thread may have been faster and have noted more.
            *latest = latest.filter(|latest| latest.done > progress.done).or(Some(progress));
        };
        work(&options.progress(&note))
    });
    let worker = worker.map_err(PyErr::from)?;
    let mut told = None;
    let mut tell = || {
        let latest = *noted.lock().expect("no thread panics while it notes");
        match (watch, latest) {
            (Some(watch), Some(Progress { done, expected })) if told != latest => {
                told = latest;
                watch.call1((done, expected)).map(drop)
            }
            _ => Ok(()),
        }
    };
    let mut ends_within = |time| {
        // A reference that can be handed to a closure that must be `Send`.
        let receiver = &mut receiver;
        py.detach(move || receiver.recv_timeout(time) == Err(RecvTimeoutError::Disconnected))
    };
    while !ends_within(TICK) {
        if let Err(error) = py.check_signals().and_then(|()| tell()) {
            stop.raise();
            ends_within(PATIENCE);
            return Err(error.into());
        }
    }
    tell()?;
    worker.join().unwrap_or_else(|panic| resume_unwind(panic)).map_err(E::into)
}
