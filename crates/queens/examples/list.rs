//! The solutions, in lexicographic order.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use queens::Placement;

fn main() -> Result<(), queens::Error> {
    // An iterator: it searches only as far as you ask.
    let first: Vec<Placement> = queens::solutions(8)?.take(3).collect();
    for placement in &first {
        println!("{placement}");
    }
    assert_eq!(first[0].to_string(), "1 5 8 6 3 7 2 4");

    // One of each eight images.
    let fundamental = queens::solutions(8)?.filter(Placement::is_canonical).count();
    println!("{fundamental} up to symmetry");
    assert_eq!(fundamental, 12);
    Ok(())
}
