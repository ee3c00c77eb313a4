//! How many solutions there are: all, up to symmetry, and by another method.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use queens::{Counter, Method, Multiplicity};

fn main() -> Result<(), queens::Error> {
    let n = 12;
    let total = queens::count(n)?;
    println!("Q(12) = {total}");

    // The two methods share only the definition of a solution.
    let by_color = Counter::new(n).method(Method::Color).run()?;
    assert_eq!(by_color.total, total);

    let classes = queens::symmetry(n)?;
    println!("up to symmetry {}", classes.fundamental());
    for multiplicity in Multiplicity::ALL {
        println!("orbits of {}: {}", multiplicity.get(), classes.orbits(multiplicity));
    }
    Ok(())
}
