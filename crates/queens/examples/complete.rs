//! Can a board that is begun be finished?

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use queens::{Completer, Problem};

fn main() -> Result<(), Box<dyn Error>> {
    let problem =
        Problem::new(8).with_queen("a1".parse()?)?.with_queen("b5".parse()?)?;
    match queens::complete(&problem)? {
        Some(placement) => println!("{placement}"),
        None => println!("there is no completion"),
    }

    // In how many ways?
    let count = Completer::new(&problem).count()?;
    println!("{} completions", count.total);
    Ok(())
}
