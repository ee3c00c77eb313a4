//! The parts of a search on several threads.

use std::sync::Mutex;

use super::search::Interrupt;
use crate::parallel::{Options, Progress, Stopped, for_each, mixed};

/// Works on all parts, in an order that mixes large and small ones, and passes on what each gives. Every
/// thread has a worker of its own.
pub(crate) fn share<Part: Sync, Output, Worker>(
    parts: &[Part],
    options: &Options<'_>,
    worker: impl Fn() -> Worker + Sync,
    add: impl FnMut(Output) + Send,
) -> Result<(), Stopped>
where
    Worker: FnMut(&Part) -> Result<Output, Interrupt>,
{
    let shared = Mutex::new((add, 0));
    let mixed = mixed(parts.len());
    for_each(parts.len(), options.thread_count(), || {
        let mut worker = worker();
        let shared = &shared;
        move |turn| {
            if options.stop.is_raised() {
                return Err(Stopped);
            }
            let output = worker(&parts[mixed(turn)]).map_err(|_| Stopped)?;
            let mut shared = shared.lock().expect("no thread panics while it adds");
            (shared.0)(output);
            shared.1 += 1;
            let done = shared.1;
            drop(shared);
            options.note(Progress { done, expected: parts.len() as u128 });
            Ok(())
        }
    })
}
