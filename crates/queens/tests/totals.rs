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
            trials.push(Trial::test(format!("{kernel}: the known totals"), move || totals(kernel)));
        }
        if kernel.check(Method::Color).is_ok() {
            let name = format!("color on {kernel}: the known totals");
            trials.push(Trial::test(name, move || by_color(kernel)));
        }
    }
    let slow = cfg!(debug_assertions);
    for n in [19, 20] {
        for method in Method::ALL.into_iter().filter(|method| *method == Method::Color || n < 20) {
            let name = format!("the fastest, {method}: n = {n}");
            trials.push(Trial::test(name, move || large(method, n)).with_ignored_flag(slow));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Every n as far as the profile's patience goes: up to 16 on one thread and on three, above on all
/// cores.
fn totals(kernel: Kernel) -> Result<(), Failed> {
    let largest = if cfg!(debug_assertions) { 14 } else { 18 };
    for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= largest) {
        let count = |threads| {
            let counter = Counter::new(n).method(Method::Search).kernel(kernel);
            counter.options(&Options::new().threads(threads)).run()
        };
        let reports = if n <= 16 { vec![count(1)?, count(3)?] } else { vec![count(0)?] };
        for report in &reports {
            if report.total != total || report.kernel != kernel {
                return Err(format!("n = {n}: {report:?}, and Q(n) = {total}").into());
            }
            if report.nodes != reports[0].nodes {
                return Err(format!("n = {n}: threads matter: {reports:?}").into());
            }
        }
    }
    Ok(())
}

/// The color method: every n as far as the profile's patience goes, whatever the threads.
fn by_color(kernel: Kernel) -> Result<(), Failed> {
    let largest = match (cfg!(debug_assertions), kernel) {
        (true, _) => 14,
        (false, Kernel::Portable) => 16,
        (false, _) => 18,
    };
    for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= largest) {
        let count = |threads| {
            let counter = Counter::new(n).method(Method::Color).kernel(kernel);
            counter.options(&Options::new().threads(threads)).run()
        };
        let reports = [count(1)?, count(3)?];
        for report in &reports {
            if (report.total, report.method, report.kernel) != (total, Method::Color, kernel) {
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
    if cfg!(debug_assertions) {
        return Err(format!("n = {n} takes minutes without optimisation").into());
    }
    let total = Counter::new(n).method(method).run()?.total;
    if Some(total) != known::TOTAL.at(n) {
        return Err(format!("Q({n}) came out as {total}").into());
    }
    Ok(())
}
