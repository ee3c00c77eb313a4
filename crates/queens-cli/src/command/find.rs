//! `queens find`: one solution.

use std::io::BufWriter;

use queens::Square;
use queens::draw::Drawing;
use queens::find::{self, DeadPrefix, First};

use crate::command::prelude::*;

/// Find one solution: constructed for any n, random, or the lexicographically first.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  queens find 20                         constructed, without a search
  queens find 1000000000 > solution.txt  ten gigabytes, in a few megabytes of memory
  queens find 1000000 --seed 7           a random one, the same for the same seed
  queens find 32 --first                 the first in lexicographic order (OEIS A141843)
  queens find 12 --seed 1 --draw

Exit code 1: there is none (n = 2 and n = 3).")]
pub(crate) struct Args {
    /// Size of the board.
    #[arg(value_parser = arguments::size)]
    n: u32,
    /// Draw a random solution, the same for the same seed on every machine.
    #[arg(long, value_name = "S", conflicts_with_all = ["first", "progress"])]
    seed: Option<u64>,
    /// Search for the lexicographically first solution.
    #[arg(long)]
    first: bool,
    #[command(flatten)]
    form: placements::Form,
    /// When to show on stderr how far --first is: auto (on a terminal), always or never.
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        hide_possible_values = true,
        requires = "first"
    )]
    progress: When,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let stop = signal::raising()?;
    let First { placement, dead } = match args.seed {
        Some(seed) => {
            let found = find::random(args.n, seed, &Options::new().stop(&stop));
            let placement = or_stopped(found, || "no solution was found yet".to_owned())?;
            First { placement, dead: Vec::new() }
        }
        None if args.first => first(args.n, args.progress, &stop)?,
        None => return write(args, find::construction(args.n), &[], &stop),
    };
    let columns = placement.as_ref().map(|placement| placement.columns().iter().copied());
    write(args, columns, &dead, &stop)
}

fn first(n: u32, progress: When, stop: &StopFlag) -> Result<First> {
    let meter = Meter::spinner(format!("find {n} --first"), progress);
    let mut begins = "no row is settled".to_owned();
    let outcome = find::first(n, &Options::new().stop(stop), &mut |settled, dead| {
        if !settled.is_empty() {
            let columns: Vec<_> = settled.iter().map(|column| (column + 1).to_string()).collect();
            let (dead, es) = (dead.len(), if dead.len() == 1 { "" } else { "es" });
            begins = format!("it begins with {}; {dead} prefix{es} proved dead", columns.join(" "));
            meter.tell(&begins);
        }
    });
    meter.finish();
    or_stopped(outcome, || format!("the first solution was not found yet; {begins}"))
}

fn write(
    args: &Args,
    columns: Option<impl Iterator<Item = u32>>,
    dead: &[DeadPrefix],
    stop: &StopFlag,
) -> Result<Exit> {
    // Not through the filter of colors, which would look at every byte.
    let mut out = io::stdout().lock();
    let n = args.n;
    let method = match args.seed {
        _ if args.first => "first",
        Some(_) => "random",
        None => "construction",
    };
    let Some(columns) = columns else {
        match args.form.format {
            Format::Json | Format::Jsonl => {
                let none = json!({
                    "schema": "queens.find/1",
                    "n": n,
                    "method": method,
                    "seed": args.seed,
                    "columns": null,
                    "whole": true,
                });
                output::json_line(&mut out, &none)?;
            }
            _ => talk::note(format_args!("none: {n} queens have no solution")),
        }
        return Ok(Exit::No);
    };
    if args.form.draw {
        let drawing = Drawing::new(n)?;
        let queens = (0..).zip(columns).map(|(row, column)| Square { row, column });
        write!(out, "{}", args.form.style.draw(&drawing.queens(queens)?))?;
        return Ok(Exit::Done);
    }
    // In blocks of more than a pipe holds.
    let mut out = BufWriter::with_capacity(1 << 18, out);
    let columns = columns.map(|column| column + 1).take_while(|_| !stop.is_raised());
    match args.form.format {
        Format::Json | Format::Jsonl => {
            let seed = args.seed.map_or("null".to_owned(), |seed| seed.to_string());
            write!(
                out,
                "{{\"schema\":\"queens.find/1\",\"n\":{n},\"method\":\"{method}\",\"seed\":{seed},\
                 \"columns\":["
            )?;
            separated(&mut out, b',', columns)?;
            write!(out, "],\"whole\":{}", !stop.is_raised())?;
            if args.first {
                let from_one = |dead: &DeadPrefix| {
                    let columns: Vec<u32> = dead.columns.iter().map(|column| column + 1).collect();
                    json!({ "columns": columns, "nodes": dead.nodes.to_string() })
                };
                let dead: Vec<_> = dead.iter().map(from_one).collect();
                write!(out, ",\"dead\":{}", json!(dead))?;
            }
            write!(out, "}}")?;
        }
        Format::Csv => {
            writeln!(out, "column")?;
            separated(&mut out, b'\n', columns)?;
        }
        Format::Human | Format::Bfile => separated(&mut out, b' ', columns)?,
    }
    writeln!(out)?;
    out.flush()?;
    if stop.is_raised() {
        return Err(Failure::Stopped("the solution was not written to its end".to_owned()));
    }
    Ok(Exit::Done)
}

/// Writes numbers with a separator between each two.
fn separated(
    out: &mut impl Write,
    separator: u8,
    numbers: impl Iterator<Item = u32>,
) -> io::Result<()> {
    let mut digits = itoa::Buffer::new();
    for (i, number) in numbers.enumerate() {
        if i > 0 {
            out.write_all(&[separator])?;
        }
        out.write_all(digits.format(number).as_bytes())?;
    }
    Ok(())
}
