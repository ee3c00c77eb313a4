//! The members of the gallery and what they share.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::article::Article;
use crate::step::{Counters, Observer};
use crate::{backtrack_flags, backtrack_scan, bitwise, brute_force, flipped, mirror, permutations};

/// What there is to know about an algorithm before it runs.
///
/// ```
/// use queens_gallery::Member;
///
/// let about = Member::Bitwise.about();
/// assert_eq!(about.name, "bitwise");
/// assert!(about.code.iter().any(|line| line.contains("free & -free")));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name on the command line, the same as its module's.
    pub name: &'static str,
    /// The algorithm in a line.
    pub title: &'static str,
    /// Where it comes from.
    pub articles: &'static [Article],
    /// The idea, in a few sentences.
    pub idea: &'static str,
    /// What it costs, in words.
    pub cost: &'static str,
    /// The algorithm as pseudo-code; [`Step::line`](crate::Step::line) points into it.
    pub code: &'static [&'static str],
    /// What a test of [`Counters::tests`] is for this algorithm.
    pub test: &'static str,
    /// The largest n it accepts: beyond it a run takes more than about a day on one core.
    pub max_n: u32,
}

/// A search for all solutions.
///
/// ```
/// use queens_gallery::Algorithm;
/// use queens_gallery::bitwise::Bitwise;
///
/// assert_eq!(Bitwise::ABOUT.name, "bitwise");
/// ```
pub trait Algorithm {
    /// What there is to know about it.
    ///
    /// ```
    /// use queens_gallery::Algorithm;
    /// use queens_gallery::flipped::Flipped;
    ///
    /// assert_eq!(Flipped::ABOUT.name, "flipped");
    /// ```
    const ABOUT: About;

    /// Searches the n by n board, telling `observer` of each step and each solution.
    ///
    /// `Break` if the observer stopped the search. Sizes beyond [`About::max_n`] are not checked
    /// here; [`Member::run`] does.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use queens_gallery::Algorithm;
    /// use queens_gallery::mirror::Mirror;
    ///
    /// let mut solutions = 0;
    /// let end = Mirror::search(6, &mut |_: &[u32]| {
    ///     solutions += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert!(end.is_continue());
    /// assert_eq!(solutions, 4);
    /// ```
    fn search<O: Observer>(n: u32, observer: &mut O) -> ControlFlow<()>;
}

/// A size that an algorithm of the gallery does not accept.
///
/// ```
/// use queens_gallery::Member;
///
/// let error = Member::BruteForce.count(9).unwrap_err();
/// assert_eq!(error.to_string(), "n = 9 is too large for the algorithm `brute_force`");
/// assert!(error.advice().contains("queens count 9"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeError {
    /// The algorithm.
    pub member: Member,
    /// The size.
    pub n: u32,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n = {} is too large for the algorithm `{}`", self.n, self.member)
    }
}

impl std::error::Error for SizeError {}

impl SizeError {
    /// What to do about it.
    ///
    /// ```
    /// use queens_gallery::Member;
    ///
    /// let error = Member::Bitwise.count(20).unwrap_err();
    /// assert_eq!(error.advice(), "it accepts n up to 19; `queens count 20` counts with the engine");
    /// ```
    pub fn advice(&self) -> String {
        let max = self.member.about().max_n;
        format!("it accepts n up to {max}; `queens count {}` counts with the engine", self.n)
    }
}

/// A name that no algorithm of the gallery has.
///
/// ```
/// use queens_gallery::Member;
///
/// let error = "quantum".parse::<Member>().unwrap_err();
/// assert!(error.advice().starts_with("choose from brute_force, "));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownMember {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the gallery has no algorithm `{}`", self.name.escape_debug())
    }
}

impl std::error::Error for UnknownMember {}

impl UnknownMember {
    /// What to do about it.
    ///
    /// ```
    /// use queens_gallery::Member;
    ///
    /// let error = "quantum".parse::<Member>().unwrap_err();
    /// assert!(error.advice().ends_with(", flipped, mirror"));
    /// ```
    pub fn advice(&self) -> String {
        let names: Vec<&str> = Member::ALL.iter().map(|member| member.name()).collect();
        format!("choose from {}", names.join(", "))
    }
}

/// Names the members once: the enumeration, the list of all, and the call of each one's search.
macro_rules! members {
    ($($variant:ident $module:ident $doc:literal)*) => {
        /// An algorithm of the gallery, from the simplest to the fastest.
        ///
        /// ```
        /// use queens_gallery::Member;
        ///
        /// assert_eq!("backtrack-flags".parse(), Ok(Member::BacktrackFlags));
        /// assert!(Member::BruteForce < Member::Bitwise);
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Member {
            $(#[doc = $doc] $variant,)*
        }

        impl Member {
            /// All members, from the simplest to the fastest.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// What there is to know about the algorithm.
            pub const fn about(self) -> &'static About {
                match self { $(Self::$variant => const { &$module::$variant::ABOUT },)* }
            }

            pub(crate) fn search<O: Observer>(self, n: u32, observer: &mut O) -> ControlFlow<()> {
                match self { $(Self::$variant => $module::$variant::search(n, observer),)* }
            }
        }
    };
}

members! {
    BruteForce brute_force "Choose n squares, test the board."
    Permutations permutations "Permute the columns, test the diagonals."
    BacktrackScan backtrack_scan "A queen a row, tested against all queens placed."
    BacktrackFlags backtrack_flags "A queen a row, tested by a flag for every line."
    Bitwise bitwise "Martin Richards' bit strings."
    Flipped flipped "Bit strings with the opposite meaning."
    Mirror mirror "Bit strings, half of the boards."
}

impl Member {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        self.about().name
    }

    /// Runs the algorithm to its end, or until the observer stops it (`Break`).
    ///
    /// # Errors
    ///
    /// [`SizeError`] if n exceeds [`About::max_n`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use queens_gallery::Member;
    ///
    /// let mut first = None;
    /// let ended = Member::BacktrackScan.run(6, &mut |columns: &[u32]| {
    ///     first = Some(columns.to_vec());
    ///     ControlFlow::Break(())
    /// })?;
    /// assert!(ended.is_break());
    /// assert_eq!(first, Some(vec![1, 3, 5, 0, 2, 4]));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn run<O: Observer>(self, n: u32, observer: &mut O) -> Result<ControlFlow<()>, SizeError> {
        if n > self.about().max_n {
            return Err(SizeError { member: self, n });
        }
        Ok(self.search(n, observer))
    }

    /// Counts the solutions of the n by n board.
    ///
    /// # Errors
    ///
    /// [`SizeError`] if n exceeds [`About::max_n`].
    ///
    /// # Examples
    ///
    /// ```
    /// use queens_gallery::Member;
    ///
    /// assert_eq!(Member::Mirror.count(8), Ok(92));
    /// ```
    pub fn count(self, n: u32) -> Result<u64, SizeError> {
        let mut solutions = 0;
        let _ = self.run(n, &mut |_: &[u32]| {
            solutions += 1;
            ControlFlow::Continue(())
        })?;
        Ok(solutions)
    }
}

impl Counters {
    /// Runs `member` on the n by n board and counts what it does.
    ///
    /// # Errors
    ///
    /// [`SizeError`] if n exceeds [`About::max_n`].
    ///
    /// ```
    /// use queens_gallery::{Counters, Member};
    ///
    /// assert_eq!(Counters::of(Member::Permutations, 8)?.tests, 5508);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(member: Member, n: u32) -> Result<Self, SizeError> {
        let mut counters = Self::START;
        let _ = member.run(n, &mut counters)?;
        Ok(counters)
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Member {
    type Err = UnknownMember;

    fn from_str(name: &str) -> Result<Self, UnknownMember> {
        let same = |member: &&Self| member.name() == name.replace('-', "_");
        let unknown = || UnknownMember { name: name.to_owned() };
        Self::ALL.iter().find(same).copied().ok_or_else(unknown)
    }
}
