//! Every backend: the conformance suite, the known totals, the same sums whatever the threads.
//!
//! A backend that this machine lacks shows as ignored, with its reason in its name: it has not passed.

use std::num::NonZeroUsize;

use libtest_mimic::{Arguments, Failed, Trial};
use queens::backend::probe;
use queens::{BoardSize, Counter, known};
use queens_testkit::conformance;

fn main() {
    let mut trials = Vec::new();
    for (id, backend) in probe() {
        match backend {
            Ok(backend) => {
                trials.push(Trial::test(format!("{id}: conforms"), move || {
                    conformance::conforms(backend.as_ref());
                    Ok(())
                }));
                trials.push(Trial::test(format!("{id}: the known totals"), move || totals(id)));
            }
            Err(unavailable) => {
                let name = format!("{id}: {}", unavailable.reason);
                trials.push(Trial::test(name, || Ok(())).with_ignored_flag(true));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Every n as far as the profile's patience goes, on one thread and on three.
fn totals(id: queens::BackendId) -> Result<(), Failed> {
    let largest = match (id, cfg!(debug_assertions)) {
        (_, true) => 14,
        (queens::BackendId::Scalar | queens::BackendId::Portable, false) => 17,
        (_, false) => 18,
    };
    for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= largest) {
        let count = |threads| {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            Counter::new(BoardSize::new(n)?)
                .backend(id)
                .threads(threads)
                .run()
                .map_err(queens::Error::from)
        };
        let (one, three) = (count(1)?, count(3)?);
        if one.total != total || one.backend != id {
            return Err(format!("n = {n}: {one:?}, and Q(n) = {total}").into());
        }
        if (one.total, one.nodes) != (three.total, three.nodes) {
            return Err(format!("n = {n}: threads matter: {one:?} {three:?}").into());
        }
    }
    Ok(())
}
