//! An estimate of the number of solutions, where no count is known.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use queens::Estimator;

fn main() -> Result<(), queens::Error> {
    for n in [12, 28] {
        let estimate = Estimator::new(n).probes(100_000).seed(1).run()?;
        let percent = 100.0 * estimate.std_error / estimate.mean;
        println!("Q({n}) = {:.3e} ± {percent:.2} %", estimate.mean);
        assert!(percent < 5.0);
    }
    Ok(())
}
