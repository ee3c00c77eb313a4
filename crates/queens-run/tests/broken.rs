//! A backend that this library does not contain, and that fails half way, as a device may: whoever drives it
//! says so, and what was finished before is kept.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};

use queens::blocks::Cut;
use queens::engine::backend::{Backend, provide};
use queens::engine::search::{Class, Scalar, Subproblem};
use queens::{BackendId, CountError, Counter, Method, Tally, known};
use queens::{StopFlag, Stopped};
use queens_run::{Ended, Kind, Plan, Run, Shard, Verifier, Worker, merge, verify};

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

const MESSAGE: &str = "the backend `cuda` failed: it is tired";

#[test]
fn a_backend_that_fails_is_named_and_loses_nothing() {
    provide(BackendId::Cuda, || Ok(Box::new(Tiring(AtomicU32::new(0)))));
    let size = 11;

    let counter = Counter::new(size).method(Method::Search).backend(BackendId::Cuda);
    let error = counter.threads(NonZeroUsize::MIN).run().unwrap_err();
    assert!(matches!(error, CountError::Broken(_)), "{error:?}");
    assert_eq!(error.to_string(), MESSAGE);

    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(size, Cut::search(size, Some(40)).unwrap(), 1).unwrap();
    let run = Run::create(&folder.path().join("run"), plan).unwrap();
    let all = run.plan().blocks();
    let worker = Worker::new(&run).unwrap().backend(BackendId::Cuda).unwrap();
    let error = worker.work(Shard::All, &StopFlag::new(), &|_| ()).unwrap_err();
    assert_eq!((error.kind(), error.to_string().as_str()), (Kind::Failed, MESSAGE));

    let worker = Worker::new(&run).unwrap().backend(BackendId::Scalar).unwrap();
    let worked = worker.work(Shard::All, &StopFlag::new(), &|_| ()).unwrap();
    assert_eq!(worked.ended, Ended::Complete);
    assert!((1..all).contains(&worked.counted), "{} of {all} blocks", worked.counted);
    assert_eq!(Some(merge(&run).unwrap().certificate.total), known::TOTAL.at(11));

    let verifier = Verifier {
        sample: 100.0,
        seed: None,
        sums: 0,
        backend: Some(BackendId::Cuda),
        threads: NonZeroUsize::MIN,
    };
    let error = verify(run.dir(), &verifier, &StopFlag::new(), &|_| ()).unwrap_err();
    assert_eq!((error.kind(), error.to_string().as_str()), (Kind::Failed, MESSAGE));
}
