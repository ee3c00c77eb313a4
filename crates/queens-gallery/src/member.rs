//! The members of the gallery and what they share.

use std::ops::ControlFlow;

use queens::Error;

use crate::about::About;
use crate::step::{Counters, Observer, Step, Steps};
use crate::{backtrack_flags, backtrack_scan, bitwise, brute_force, flipped, mirror, permutations};

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
        ///
        /// let error = "quantum".parse::<Member>().unwrap_err();
        /// assert!(error.advice().starts_with("choose from brute_force, "));
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
                match self { $(Self::$variant => const { &$module::ABOUT },)* }
            }

            /// Searches the n by n board, and shows `observer` each step and each solution.
            pub(crate) fn search<O: Observer>(self, n: u32, observer: &mut O) -> ControlFlow<()> {
                match self { $(Self::$variant => $module::search(n, observer),)* }
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
    /// [`ErrorKind::TooLarge`](queens::ErrorKind::TooLarge) if n exceeds [`About::max_n`].
    pub fn run<O: Observer>(self, n: u32, observer: &mut O) -> Result<ControlFlow<()>, Error> {
        self.about().accepts(n)?;
        Ok(self.search(n, observer))
    }

    /// Runs the algorithm and hands over each step, until `follow` breaks or the search ends.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](queens::ErrorKind::TooLarge) if n exceeds [`About::max_n`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use queens_gallery::Member;
    ///
    /// let mut steps = 0;
    /// let _ = Member::Bitwise.steps(4, |_| {
    ///     steps += 1;
    ///     ControlFlow::Continue(())
    /// })?;
    /// // Each of 16 queens is tried, put down and taken away; and there are two solutions.
    /// assert_eq!(steps, 3 * 16 + 2);
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn steps(
        self,
        n: u32,
        follow: impl FnMut(Step) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        self.run(n, &mut Steps(follow))
    }

    /// Counts the solutions of the n by n board.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](queens::ErrorKind::TooLarge) if n exceeds [`About::max_n`].
    pub fn count(self, n: u32) -> Result<u64, Error> {
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
    /// [`ErrorKind::TooLarge`](queens::ErrorKind::TooLarge) if n exceeds [`About::max_n`].
    pub fn of(member: Member, n: u32) -> Result<Self, Error> {
        let mut counters = Self::START;
        let _ = member.steps(n, |step| {
            counters.add(step.event);
            ControlFlow::Continue(())
        })?;
        Ok(counters)
    }
}

queens::named!(Member, "the gallery has no algorithm `{}`");
