//! `queens gallery step`: one row of the bit strings, from given words.

use queens_gallery::{Masks, Member, NextRow};

use crate::command::prelude::*;

/// Work out one row of a bit-string algorithm from given bit strings.
///
/// Shows the mask, the free squares, the bit that is tried, and the bit strings of the next row. The leftmost digit
/// is the leftmost column.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens gallery step bitwise 4 --bit 0010                          a queen in column 3 of row 1
  queens gallery step bitwise 4 --ld 0001 --cols 1001 --rd 0101     a row further down
  queens gallery step flipped 8                                     the first row, flipped")]
pub(crate) struct Args {
    /// Algorithm: bitwise or flipped.
    name: Member,
    /// Size of the board.
    #[arg(value_parser = arguments::size)]
    n: u32,
    /// Squares of this row on the `\` diagonals of queens above [default: those of the empty board].
    #[arg(long, value_name = "BITS", value_parser = bits)]
    ld: Option<Bits>,
    /// Columns with a queen [default: those of the empty board].
    #[arg(long, value_name = "BITS", value_parser = bits)]
    cols: Option<Bits>,
    /// Squares of this row on the `/` diagonals of queens above [default: those of the empty board].
    #[arg(long, value_name = "BITS", value_parser = bits)]
    rd: Option<Bits>,
    /// The square for the queen, a single 1 [default: the lowest free bit].
    #[arg(long, value_name = "BITS", value_parser = bits)]
    bit: Option<Bits>,
}

/// A bit string from the command line.
#[derive(Clone, Copy, Debug)]
struct Bits {
    value: u32,
    digits: u32,
}

fn bits(text: &str) -> Result<Bits, Error> {
    let value = u32::from_str_radix(text, 2).ok().filter(|_| !text.starts_with('+'));
    let advice = "write 0s and 1s, the leftmost column first, as in 0010";
    let value = value.ok_or_else(|| bad(text, "is not a bit string", advice))?;
    Ok(Bits { value, digits: text.len() as u32 })
}

impl Bits {
    /// The value, if there is one digit for each column.
    fn of_row(self, name: &str, n: u32) -> Result<u32> {
        if self.digits == n {
            return Ok(self.value);
        }
        Err(Failure::new(
            format_args!("--{name} has {} digits, and a row of the board has {n}", self.digits),
            format!("give one digit for each column, as in {:01$b}", 1, n as usize),
        ))
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let (member, n) = (args.name, args.n);
    if !matches!(member, Member::Bitwise | Member::Flipped) {
        return Err(Failure::new(
            format_args!("`{member}` has no row that follows from ld, cols and rd alone"),
            "choose bitwise or flipped",
        ));
    }
    if n == 0 {
        return Err(Failure::new("a board of size 0 has no row", "give a size of 1 or more"));
    }
    member.about().accepts(n)?;
    let flipped = member == Member::Flipped;
    let done = (1 << n) - 1;
    let empty = if flipped { done } else { 0 };
    let word = |name, bits: Option<Bits>| bits.map_or(Ok(empty), |bits| bits.of_row(name, n));
    let (ld, cols, rd) = (word("ld", args.ld)?, word("cols", args.cols)?, word("rd", args.rd)?);
    let free_of = |ld: u32, cols: u32, rd: u32| {
        if flipped { ld & cols & rd } else { !(ld | cols | rd) & done }
    };
    let free = free_of(ld, cols, rd);
    let bit = match args.bit {
        None => free & free.wrapping_neg(),
        Some(bit) => bit.of_row("bit", n)?,
    };
    if args.bit.is_some() && (!bit.is_power_of_two() || free & bit == 0) {
        let width = n as usize;
        return Err(Failure::new(
            format_args!("--bit {bit:0width$b} is not a free square of this row"),
            format!("choose a single bit of {free:0width$b}"),
        ));
    }

    let mut out = output::stdout();
    let (digits, width) = (n as usize, n as usize + 1);
    let mask = if flipped { "" } else { ", the mask done" };
    writeln!(out, "{:0width$b}  1", 1)?;
    writeln!(out, "{:0width$b}  1 << {n}", 1 << n)?;
    writeln!(out, "{done:0width$b}  (1 << {n}) - 1{mask}\n")?;
    let strings = member.row(n, &Masks { cols, ld, rd, free, bit, excl: None }, true);
    for string in &strings[..3] {
        writeln!(out, " {}  {:<27}{}", string.digits, string.name, string.meaning)?;
    }
    if flipped {
        writeln!(out, " {free:0digits$b}  {:<27}free squares", "free = ld & cols & rd")?;
    } else {
        writeln!(out, " {:0digits$b}  {:<27}attacked", ld | cols | rd, "ld | cols | rd")?;
        writeln!(out, " {free:0digits$b}  {:<27}free squares", "free = ~(...) & done")?;
    }
    if cols == done ^ empty {
        writeln!(out, "every column has a queen: a solution")?;
    } else if free == 0 {
        writeln!(out, "no square is free: go back a row")?;
    } else {
        let name = if args.bit.is_some() { "bit" } else { "bit = free & -free" };
        let column = n - bit.ilog2();
        writeln!(out, " {bit:0digits$b}  {name:<27}a queen in column {column}")?;
        writeln!(out, "\nthe next row:")?;
        let mut next = Vec::new();
        for string in &strings {
            if let Some(NextRow { formula, digits }) = &string.next {
                writeln!(out, " {digits}  {} = {formula}", string.name)?;
                next.push(u32::from_str_radix(digits, 2).expect("these are binary digits"));
            }
        }
        let free = free_of(next[0], next[1], next[2]);
        writeln!(out, " {free:0digits$b}  {:<27}free squares", "free")?;
    }
    output::end(out)
}
