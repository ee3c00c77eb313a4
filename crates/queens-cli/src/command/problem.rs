//! Boards as arguments: a size or a file, and conditions.

use queens::Problem;

use crate::command::prelude::*;
use crate::file::Input;

/// A board and what is already on it.
#[derive(ClapArgs, Debug)]
pub(crate) struct Board {
    /// Size of the board; or a file with a board, as text or as JSON; or `-` for stdin.
    #[arg(value_name = "N|FILE")]
    source: PathBuf,
    /// Fix queens on these squares (a1,c5).
    #[arg(long, value_name = "SQUARES", value_parser = arguments::squares)]
    fix: Vec<Squares>,
    /// Block these squares (d4,e5).
    #[arg(long, value_name = "SQUARES", value_parser = arguments::squares)]
    block: Vec<Squares>,
    /// Exclude the `\` diagonals through these squares.
    #[arg(long, value_name = "SQUARES", value_parser = arguments::squares)]
    exclude_diag: Vec<Squares>,
    /// Exclude the `/` diagonals through these squares.
    #[arg(long, value_name = "SQUARES", value_parser = arguments::squares)]
    exclude_anti: Vec<Squares>,
    /// Treat the board as a torus: diagonals continue at the opposite edge.
    #[arg(long)]
    torus: bool,
    /// Use superqueens, which also attack as knights (amazons).
    #[arg(long)]
    superqueens: bool,
}

impl Board {
    pub(crate) fn problem(&self) -> Result<Problem> {
        let text = self.source.to_string_lossy();
        // A negative one is an error of a size, not a file.
        let digits = text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
        let is_number = digits && text != "-";
        let mut problem = match (is_number, self.torus) {
            (true, true) => Problem::torus(queens::board::parse_size(&text)?),
            (true, false) => Problem::new(queens::board::parse_size(&text)?),
            (false, false) => read(&self.source)?,
            (false, true) => {
                return Err(Failure::new(
                    "--torus needs the size of a board, and a file is given",
                    "write the line `torus` into the file, or give a size",
                ));
            }
        };
        if self.superqueens {
            problem = problem.with_superqueens()?;
        }
        let each = |squares: &[Squares]| squares.concat().into_iter();
        problem = each(&self.fix).try_fold(problem, Problem::with_queen)?;
        problem = each(&self.block).try_fold(problem, Problem::with_blocked)?;
        problem = each(&self.exclude_diag).try_fold(problem, Problem::with_excluded_diag)?;
        Ok(each(&self.exclude_anti).try_fold(problem, Problem::with_excluded_anti)?)
    }
}

/// Reads a problem as a text or, if it begins with a brace, as JSON; or a puzzle in any form.
fn read(file: &Path) -> Result<Problem> {
    let advice = "give the size of a board, a file with a board, or - for stdin";
    let mut input = Input::open(file, advice)?;
    let (text, name) = (input.text(advice)?, input.name);
    let problem = if text.trim_start().starts_with('{') {
        serde_json::from_str(&text).map_err(|error| {
            Failure::new(format_args!("{name}: {error}"), "`queens complete --help` shows the form")
        })
    } else {
        text.parse::<Problem>().map_err(|error| error.within(&name).into())
    };
    problem.or_else(|failure| match queens_puzzle::parse(&text).as_deref() {
        Ok([puzzle]) => Ok(puzzle.problem().clone()),
        Ok(several @ [_, _, ..]) => Err(Failure::new(
            format_args!("{name} has {} puzzles, and this takes one board", several.len()),
            "give a file with one of them; `queens puzzle` takes many",
        )),
        _ => Err(failure),
    })
}
