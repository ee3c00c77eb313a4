//! A backend that this library does not contain and that fails half way, as a device may.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};

use queens::engine::backend::{Backend, provide};
use queens::{StopFlag, Stopped};
use queens::engine::search::{Class, Scalar, Subproblem};
use queens::{BackendId, CountError, Counter, Method, Tally};

/// Counts a few batches, and no more.
#[derive(Debug)]
struct Tiring(AtomicU32);

const BATCHES: u32 = 5;

impl Backend for Tiring {
    fn id(&self) -> BackendId {
        BackendId::Cuda
    }

    fn count(
        &self,
        class: &Class,
        batch: &[Subproblem],
        out: &mut [Tally],
        stop: &StopFlag,
    ) -> Result<(), Stopped> {
        if self.0.fetch_add(1, Ordering::Relaxed) >= BATCHES {
            return Err(Stopped);
        }
        Scalar.count(class, batch, out, stop)
    }

    fn failure(&self) -> Option<String> {
        (self.0.load(Ordering::Relaxed) > BATCHES).then(|| "it is tired".to_owned())
    }
}

#[test]
fn a_backend_that_fails_is_named() {
    provide(BackendId::Cuda, || Ok(Box::new(Tiring(AtomicU32::new(0)))));
    let counter = Counter::new(11).method(Method::Search);
    let counter = counter.backend(BackendId::Cuda).threads(NonZeroUsize::MIN);
    let error = counter.run().unwrap_err();
    assert!(matches!(error, CountError::Broken(_)), "{error:?}");
    assert_eq!(error.to_string(), "the backend `cuda` failed: it is tired");
}
