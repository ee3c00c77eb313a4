//! Can a partly filled board be completed?

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use queens::Problem;

fn main() -> Result<(), queens::Error> {
    let problem = "8: a1 b5".parse::<Problem>()?;
    match problem.solve()? {
        Some(placement) => println!("{placement}"),
        None => println!("there is no completion"),
    }

    // In how many ways?
    println!("{} completions", problem.count()?);
    Ok(())
}
