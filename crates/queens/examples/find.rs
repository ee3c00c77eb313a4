//! One solution: constructed, drawn at random, or the lexicographically first.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use queens::StopFlag;
use queens::{construct, find, is_solution};

fn main() -> Result<(), Box<dyn Error>> {
    let size = 1000;
    let constructed = construct(size).expect("2 and 3 alone have no solutions");
    assert!(is_solution(constructed.columns()));

    // The same seed gives the same solution, on every machine.
    let random = find::random(size, 7).expect("2 and 3 alone have no solutions");
    assert!(is_solution(random.columns()));
    assert_ne!(random, constructed);

    let first = find::first(20, &StopFlag::new())?;
    println!("{}", first.placement.expect("2 and 3 alone have no solutions"));
    Ok(())
}
