//! The classic algorithms, counted and watched.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use queens_gallery::{Counters, Event, Member, Trace};

fn main() -> Result<(), Box<dyn Error>> {
    for member in Member::ALL.iter().filter(|member| **member != Member::BruteForce) {
        let Counters { nodes, tests, solutions } = Counters::of(*member, 8)?;
        println!("{member:<16} {solutions} solutions, {nodes} nodes, {tests} tests");
        assert_eq!(solutions, 92);
    }

    // Step by step; the search goes on only as long as steps are asked for.
    let steps = Trace::new(Member::Bitwise, 8)?;
    let before_the_first = steps.take_while(|step| step.event != Event::Solution);
    let placed = before_the_first.filter(|step| step.event == Event::Place).count();
    println!("bitwise puts {placed} queens down before it has its first solution");
    Ok(())
}
