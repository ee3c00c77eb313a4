//! The kernels by size, on one thread: `cargo bench -p queens`. Every count is asserted, and
//! `cargo test -p queens --benches` runs each once.
//!
//! `queens bench` compares them with each other and with the gallery, in one run.

use divan::Bencher;
use queens::{Counter, Kernel, Method, Options, known};

fn main() {
    divan::main();
}

/// What this machine can run, in sizes that take milliseconds; the rest has no line.
fn cases() -> Vec<(Kernel, u32)> {
    let sizes = |kernel| match kernel {
        Kernel::Scalar => 12..=13,
        _ => 13..=16,
    };
    // By search, portable is scalar.
    let kernels = Kernel::ALL.into_iter();
    let kernels = kernels.filter(|&it| it != Kernel::Portable && it.missing().is_none());
    kernels.flat_map(|kernel| sizes(kernel).map(move |n| (kernel, n))).collect()
}

#[divan::bench(args = cases(), sample_size = 1)]
fn count(bencher: Bencher<'_, '_>, (kernel, n): (Kernel, u32)) {
    bencher.bench(|| {
        let counter = Counter::new(n).method(Method::Search).kernel(kernel);
        let counter = counter.options(&Options::new().threads(1));
        let total = counter.run().expect("the kernel is available").total;
        assert_eq!(Some(total), known::TOTAL.at(n));
    });
}

/// The kernels of the color method, which is for larger boards.
fn by_color() -> Vec<(Kernel, u32)> {
    let sizes = |kernel| if kernel == Kernel::Portable { 12..=14 } else { 14..=16 };
    let kernels = Kernel::ALL.into_iter().filter(|kernel| kernel.check(Method::Color).is_ok());
    kernels.flat_map(|kernel| sizes(kernel).map(move |n| (kernel, n))).collect()
}

#[divan::bench(args = by_color(), sample_size = 1)]
fn color_count(bencher: Bencher<'_, '_>, (kernel, n): (Kernel, u32)) {
    bencher.bench(|| {
        let counter = Counter::new(n).method(Method::Color).kernel(kernel);
        let total =
            counter.options(&Options::new().threads(1)).run().expect("it is available").total;
        assert_eq!(Some(total), known::TOTAL.at(n));
    });
}
