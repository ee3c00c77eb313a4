//! One solution: constructed, drawn at random, or the lexicographically first.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use queens::is_solution;

fn main() -> Result<(), queens::Error> {
    let n = 1000;
    let constructed = queens::find(n)?.expect("only 2 and 3 have no solutions");
    assert!(is_solution(constructed.columns()));

    // The same seed gives the same solution, on every machine.
    let random = queens::find_random(n, 7)?.expect("only 2 and 3 have no solutions");
    assert!(is_solution(random.columns()));
    assert_ne!(random, constructed);

    let first = queens::find_first(20)?.expect("only 2 and 3 have no solutions");
    println!("{first}");
    Ok(())
}
