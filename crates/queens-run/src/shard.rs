//! Which share of a run a process works on.

use std::env;
use std::fmt;
use std::str::FromStr;

use queens::Error;

use crate::error::failed;
use crate::file::number;

/// The share of a run that a process works on, read and written as the number of a shard or `all`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Shard {
    /// The ranges of one shard, by its number from 0.
    Number(u32),
    /// All ranges.
    #[default]
    All,
}

/// The variables in which schedulers give an array element its number; the first that is set counts.
pub const VARIABLES: [&str; 6] = [
    "SLURM_ARRAY_TASK_ID",
    "JOB_COMPLETION_INDEX",
    "PBS_ARRAY_INDEX",
    "AWS_BATCH_JOB_ARRAY_INDEX",
    "HQ_TASK_ID",
    "OMPI_COMM_WORLD_RANK",
];

/// Added to the scheduler's number, for runs with more shards than an array may have elements.
pub(crate) const BASE: &str = "QUEENS_SHARD_BASE";

impl Shard {
    /// The shard that the scheduler gave to this process: the first of [`VARIABLES`] that is set,
    /// plus `QUEENS_SHARD_BASE` if that is set.
    ///
    /// # Errors
    ///
    /// If none is set, or one is not a number.
    pub fn auto() -> Result<Self, Error> {
        Self::from_variables(|name| env::var(name).ok())
    }

    fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Result<Self, Error> {
        let number = |name: &str, text: &str| {
            text.parse::<u32>().map_err(|_| {
                failed(
                    format!("{name} is `{}`, not the number of a shard", text.escape_debug()),
                    "let the array's indices be shard numbers, or name the shard instead of `auto`",
                )
            })
        };
        let Some((name, text)) =
            VARIABLES.iter().find_map(|name| variable(name).map(|text| (*name, text)))
        else {
            return Err(failed(
                "no scheduler told this process the number of its shard",
                format!("name the shard instead of `auto`, or set one of {}", VARIABLES.join(", ")),
            ));
        };
        let index = number(name, &text)?;
        let base = variable(BASE).map_or(Ok(0), |text| number(BASE, &text))?;
        index.checked_add(base).map(Self::Number).ok_or_else(|| {
            failed(
                format!("{name} = {index} plus {BASE} = {base} is no shard"),
                "name the shard instead of `auto`",
            )
        })
    }

    /// Whether two shares have ranges in common.
    pub(crate) fn overlaps(self, other: Self) -> bool {
        self == other || [self, other].contains(&Self::All)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::All => f.pad("all"),
        }
    }
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text == "all" {
            return Ok(Self::All);
        }
        number(text).and_then(|number| number.try_into().ok()).map(Self::Number).ok_or_else(|| {
            failed(
                format!("`{}` is not a shard", text.escape_debug()),
                "give a shard's number from 0, `all`, or `auto` under a scheduler; without one, the next \
                 open shard is taken",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scheduler_is_understood() {
        let auto = |variables: &[(&str, &str)]| {
            let find = |name: &str| variables.iter().find(|(other, _)| *other == name);
            let shard =
                Shard::from_variables(|name| find(name).map(|(_, text)| (*text).to_owned()));
            shard.map_err(|error| error.to_string())
        };
        for name in VARIABLES {
            assert_eq!(auto(&[(name, "7")]), Ok(Shard::Number(7)), "{name}");
        }
        let (slurm, mpi) = ("SLURM_ARRAY_TASK_ID", "OMPI_COMM_WORLD_RANK");
        assert_eq!(auto(&[(slurm, "7"), (BASE, "1000")]), Ok(Shard::Number(1007)));
        assert_eq!(auto(&[(mpi, "1"), (slurm, "2")]), Ok(Shard::Number(2)));
        for (variables, said) in [
            (&[][..], "no scheduler told this process the number of its shard"),
            (&[(mpi, "x\n")], "OMPI_COMM_WORLD_RANK is `x\\n`, not the number of a shard"),
            (
                &[(mpi, "4294967295"), (BASE, "1")],
                "OMPI_COMM_WORLD_RANK = 4294967295 plus QUEENS_SHARD_BASE = 1 is no shard",
            ),
        ] {
            assert_eq!(auto(variables), Err(said.to_owned()));
        }
    }

    #[test]
    fn shards_are_parsed_as_printed() {
        for text in ["0", "7", "4294967295", "all"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "01", "-1", "+1", "4294967296", "every", "1 "] {
            assert!(text.parse::<Shard>().is_err(), "{text:?}");
        }
    }
}
