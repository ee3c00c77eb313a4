//! Every backend: the conformance suite, the known totals, the same sums whatever the threads.
//!
//! A backend that this machine lacks shows as ignored, with its reason in its name: it has not passed.

use std::num::NonZeroUsize;

use libtest_mimic::{Arguments, Failed, Trial};
use queens::backend::probe;
use queens::{BackendId, BoardSize, Counter, known};
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
    let slow = cfg!(debug_assertions);
    trials.push(Trial::test("the fastest: n = 19", nineteen).with_ignored_flag(slow));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Every n as far as the profile's patience goes: up to 16 on one thread and on three, above on all
/// cores.
fn totals(id: BackendId) -> Result<(), Failed> {
    let largest = if cfg!(debug_assertions) { 14 } else { 18 };
    for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= largest) {
        let count = |threads| {
            let mut counter = Counter::new(BoardSize::new(n)?).backend(id);
            if let Some(threads) = NonZeroUsize::new(threads) {
                counter = counter.threads(threads);
            }
            counter.run().map_err(queens::Error::from)
        };
        let reports = if n <= 16 { vec![count(1)?, count(3)?] } else { vec![count(0)?] };
        for report in &reports {
            if report.total != total || report.backend != id {
                return Err(format!("n = {n}: {report:?}, and Q(n) = {total}").into());
            }
            if report.nodes != reports[0].nodes {
                return Err(format!("n = {n}: threads matter: {reports:?}").into());
            }
        }
    }
    Ok(())
}

/// One size beyond, on the fastest.
fn nineteen() -> Result<(), Failed> {
    if cfg!(debug_assertions) {
        return Err("nineteen takes minutes without optimisation".into());
    }
    let total = queens::count(BoardSize::new(19).map_err(queens::Error::from)?)?;
    if Some(total) != known::TOTAL.at(19) {
        return Err(format!("Q(19) came out as {total}").into());
    }
    Ok(())
}
