//! A region puzzle: solved with a reason for each step, and a new one.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use queens_puzzle::{Format, Generator, Level, explain, parse, rate};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzles = parse("AABBB\nABBBB\nACCCD\nECCCD\nECCDD\n")?;
    for step in explain(&puzzles[0]).steps {
        println!("{}", step.sentence);
    }

    // The same seed gives the same puzzle on every machine.
    let made = Generator::new(8).seed(1).level(Level::Hard).generate()?;
    assert_eq!(rate(&made)?.level, Level::Hard);
    print!("{}", Format::Letters.write(&made)?);
    Ok(())
}
