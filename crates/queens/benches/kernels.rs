//! The kernels by size, on one thread: `cargo bench -p queens`. Every count is asserted, and
//! `cargo test -p queens --benches` runs each once.
//!
//! `queens bench` compares them with each other and with the gallery, in one run.

use std::num::NonZeroUsize;

use divan::Bencher;
use queens::engine::backend::{open, probe};
use queens::engine::color;
use queens::{BackendId, Counter, Method, Options, known};

fn main() {
    divan::main();
}

/// What this machine can run, in sizes that take milliseconds; the rest has no line.
fn cases() -> Vec<(BackendId, u32)> {
    let sizes = |id| match id {
        BackendId::Scalar | BackendId::Portable => 12..=13,
        _ => 13..=16,
    };
    let available = probe().into_iter().filter(|(_, backend)| backend.is_ok());
    available.flat_map(|(id, _)| sizes(id).map(move |n| (id, n))).collect()
}

#[divan::bench(args = cases(), sample_size = 1)]
fn count(bencher: Bencher<'_, '_>, (id, n): (BackendId, u32)) {
    let size = n;
    bencher.bench(|| {
        let backend = open(id).expect("it is available");
        let counter = Counter::new(size).method(Method::Search).backend(backend);
        let counter = counter.options(&Options::new().threads(NonZeroUsize::MIN));
        let total = counter.run().expect("the backend is available").total;
        assert_eq!(Some(total), known::TOTAL.at(n));
    });
}

/// The kernels of the color method, which is for larger boards.
fn by_color() -> Vec<(BackendId, u32)> {
    let available = |id: &BackendId| color::kernel_is_available(*id).is_ok();
    let sizes = |id| if id == BackendId::Portable { 12..=14 } else { 14..=16 };
    let kernels = BackendId::ALL.into_iter().filter(available);
    kernels.flat_map(|id| sizes(id).map(move |n| (id, n))).collect()
}

#[divan::bench(args = by_color(), sample_size = 1)]
fn color_count(bencher: Bencher<'_, '_>, (id, n): (BackendId, u32)) {
    let size = n;
    bencher.bench(|| {
        let backend = open(id).expect("it is available");
        let counter = Counter::new(size).method(Method::Color).backend(backend);
        let total = counter
            .options(&Options::new().threads(NonZeroUsize::MIN))
            .run()
            .expect("it is available")
            .total;
        assert_eq!(Some(total), known::TOTAL.at(n));
    });
}
