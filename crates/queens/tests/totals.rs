//! Every kernel: the conformance suite, the known totals by each method, the same sums whatever the
//! threads.
//!
//! A kernel that this machine lacks shows as ignored, with its reason in its name: it has not passed.

use libtest_mimic::{Arguments, Failed, Trial};
use queens::{Counter, Kernel, Method, Options, known};
use queens_testkit::conformance;

fn main() {
    let mut trials = Vec::new();
    for kernel in Kernel::ALL {
        if let Some(reason) = kernel.missing() {
            let name = format!("{kernel}: {reason}");
            trials.push(Trial::test(name, || Ok(())).with_ignored_flag(true));
            continue;
        }
        // By search, portable is scalar.
        if kernel != Kernel::Portable {
            trials.push(Trial::test(format!("{kernel}: conforms"), move || {
                conformance::conforms(kernel);
                Ok(())
            }));
            let name = format!("{kernel}: the known totals");
            trials.push(Trial::test(name, move || totals(Method::Search, kernel)));
        }
        if kernel.check(Method::Color).is_ok() {
            let name = format!("color on {kernel}: the known totals");
            trials.push(Trial::test(name, move || totals(Method::Color, kernel)));
        }
    }
    let slow = cfg!(debug_assertions);
    for (method, n) in [(Method::Search, 19), (Method::Color, 19), (Method::Color, 20)] {
        let name = format!("the fastest, {method}: n = {n}");
        trials.push(Trial::test(name, move || large(method, n)).with_ignored_flag(slow));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Every n as far as the profile's patience goes: on one thread and on three, by search above 16 on all cores.
fn totals(method: Method, kernel: Kernel) -> Result<(), Failed> {
    let largest = match (cfg!(debug_assertions), method, kernel) {
        (true, ..) => 14,
        (false, Method::Color, Kernel::Portable) => 16,
        (false, _, Kernel::Scalar) => 17,
        (false, ..) => 18,
    };
    for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= largest) {
        let count = |threads| {
            let counter = Counter::new(n).method(method).kernel(kernel);
            counter.options(&Options::new().threads(threads)).run()
        };
        let is_quick = n <= 16 || method == Method::Color;
        let reports = if is_quick { vec![count(1)?, count(3)?] } else { vec![count(0)?] };
        for report in &reports {
            if (report.total, report.method, report.kernel) != (total, method, kernel) {
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
fn large(method: Method, n: u32) -> Result<(), Failed> {
    let total = Counter::new(n).method(method).run()?.total;
    if Some(total) != known::TOTAL.at(n) {
        return Err(format!("Q({n}) came out as {total}").into());
    }
    Ok(())
}
