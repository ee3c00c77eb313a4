//! Waiting for work without keeping Python waiting.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use queens::{Options, Progress};

use crate::raise::Raise;

/// How often signals are looked at, and progress is told.
const TICK: Duration = Duration::from_millis(20);

/// How long to wait for work after a stop request. Work that takes longer continues until it checks its
/// flag.
const PATIENCE: Duration = Duration::from_millis(50);

/// Where work notes its progress, from any thread.
#[derive(Default, Debug)]
struct Meter(Mutex<Reading>);

#[derive(Clone, Copy, Default, Debug)]
struct Reading {
    latest: Option<Progress>,
    /// Whether it was noted since it was last told.
    fresh: bool,
}

impl Meter {
    /// Notes it, unless another thread was faster and has noted more.
    fn note(&self, progress: Progress) {
        let mut reading = self.0.lock().expect("no thread panics while it notes");
        if reading.latest.is_none_or(|latest| latest.done <= progress.done) {
            *reading = Reading { latest: Some(progress), fresh: true };
        }
    }

    /// What was noted last, unless it was told before.
    fn news(&self) -> Option<Progress> {
        let mut reading = self.0.lock().expect("no thread panics while it notes");
        std::mem::take(&mut reading.fresh).then_some(reading.latest).flatten()
    }
}

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
) -> Result<T, Raise>
where
    T: Send + 'static,
    E: Into<Raise> + Send + 'static,
{
    let (meter, stop) = (Arc::new(Meter::default()), options.stop_flag().clone());
    let (sender, mut receiver) = sync_channel(1);
    let worker = {
        let meter = Arc::clone(&meter);
        let work = move || {
            let note = |progress| meter.note(progress);
            // It does not matter if the receiver is gone.
            drop(sender.send(work(&options.progress(&note))));
        };
        thread::Builder::new().name("queens".to_owned()).spawn(work).map_err(PyErr::from)?
    };
    let tell = || match (watch, meter.news()) {
        (Some(watch), Some(Progress { done, expected })) => {
            watch.call1((done, expected)).map(|_| ())
        }
        _ => Ok(()),
    };
    loop {
        // A reference that can be handed to a closure that must be `Send`.
        let theirs = &mut receiver;
        match py.detach(move || theirs.recv_timeout(TICK)) {
            Ok(result) => {
                tell()?;
                return result.map_err(E::into);
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals().and_then(|()| tell()) {
                    stop.raise();
                    let theirs = &mut receiver;
                    let _ = py.detach(move || theirs.recv_timeout(PATIENCE).map(drop));
                    return Err(error.into());
                }
            }
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => resume_unwind(panic),
                Ok(()) => unreachable!("work that ends without a panic sends its result"),
            },
        }
    }
}
