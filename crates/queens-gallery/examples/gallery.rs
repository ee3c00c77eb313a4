//! The classic algorithms, counted and watched.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use queens_gallery::{Counters, Goal, Member, Trace};

fn main() -> Result<(), Box<dyn Error>> {
    for member in Member::ALL.iter().filter(|member| **member != Member::BruteForce) {
        let Counters { nodes, tests, solutions } = Counters::of(*member, 8)?;
        println!("{member:<16} {solutions} solutions, {nodes} nodes, {tests} tests");
        assert_eq!(solutions, 92);
    }

    // Step by step, or to the next solution at once.
    let mut trace = Trace::new(Member::Bitwise, 8)?;
    trace.seek(Goal::NextSolution, |_| true);
    let placed = trace.counters().nodes - 1;
    println!("bitwise places {placed} queens before its first solution");
    Ok(())
}
