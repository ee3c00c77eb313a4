//! Following a search at one's own pace, forwards and backwards.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use queens::Square;

use crate::member::{Member, SizeError};
use crate::step::{Counters, Event, Masks, Observer, Step};

/// The steps of a search, made as they are asked for.
///
/// The search runs on a thread of its own and waits whenever a few hundred steps lie ready, so
/// that a trace of any length takes little memory. It ends when the trace is dropped.
///
/// # Examples
///
/// ```
/// use queens_gallery::{Event, Member, Trace};
///
/// let trace = Trace::new(Member::BacktrackScan, 4)?;
/// let placed = trace.filter(|step| step.event == Event::Place).count();
/// assert_eq!(placed, 16); // A319283(4) less the root
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
#[derive(Debug)]
pub struct Trace {
    steps: Receiver<Step>,
}

/// Steps that lie ready: enough to spare the threads a switch at every step.
const AHEAD: usize = 256;

impl Trace {
    /// Starts `member` on the n by n board.
    ///
    /// # Errors
    ///
    /// [`SizeError`] if n exceeds [`About::max_n`](crate::About::max_n).
    ///
    /// # Examples
    ///
    /// ```
    /// use queens_gallery::{Member, Trace};
    ///
    /// assert_eq!(Trace::new(Member::Bitwise, 4)?.count(), 50);
    /// assert!(Trace::new(Member::BruteForce, 9).is_err());
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn new(member: Member, n: u32) -> Result<Self, SizeError> {
        if n > member.about().max_n {
            return Err(SizeError { member, n });
        }
        let (sender, steps) = sync_channel(AHEAD);
        thread::spawn(move || member.run(n, &mut Sender(sender)));
        Ok(Self { steps })
    }
}

impl Iterator for Trace {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        self.steps.recv().ok()
    }
}

struct Sender(SyncSender<Step>);

impl Observer for Sender {
    fn solution(&mut self, _: &[u32]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn step(&mut self, step: impl FnOnce() -> Step) -> ControlFlow<()> {
        match self.0.send(step()) {
            Ok(()) => ControlFlow::Continue(()),
            // The trace was dropped.
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Where a search stands after a number of steps.
///
/// # Examples
///
/// Forwards and back again leads to where one was.
///
/// ```
/// use queens_gallery::{Member, Position, Trace};
///
/// let steps: Vec<_> = Trace::new(Member::Bitwise, 5)?.collect();
/// let mut position = Position::START;
/// for step in &steps { position.advance(step); }
/// assert_eq!(position.counters.solutions, 10);
/// for step in steps.iter().rev() { position.retreat(step); }
/// assert_eq!(position, Position::START);
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The queens on the board, in the order they were placed.
    pub queens: Vec<Square>,
    /// What was counted so far.
    pub counters: Counters,
}

impl Position {
    /// Before the first step.
    pub const START: Self = Self { queens: Vec::new(), counters: Counters::START };

    /// Follows a step.
    ///
    /// ```
    /// use queens_gallery::{Member, Position, Trace};
    ///
    /// let mut position = Position::START;
    /// for step in Trace::new(Member::BacktrackScan, 4)?.take(2) {
    ///     position.advance(&step);
    /// }
    /// assert_eq!(position.queens[0].to_string(), "a1");
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn advance(&mut self, step: &Step) {
        self.counters.add(step.event);
        match (step.event, step.square) {
            (Event::Place, Some(square)) => self.queens.push(square),
            (Event::Remove, _) => {
                self.queens.pop();
            }
            _ => {}
        }
    }

    /// Takes back a step that was followed.
    ///
    /// ```
    /// use queens_gallery::{Member, Position, Trace};
    ///
    /// let mut position = Position::START;
    /// let step = Trace::new(Member::BacktrackScan, 4)?.next().expect("there are steps");
    /// position.advance(&step);
    /// position.retreat(&step);
    /// assert_eq!(position, Position::START);
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn retreat(&mut self, step: &Step) {
        self.counters.take_back(step.event);
        match (step.event, step.square) {
            (Event::Remove, Some(square)) => self.queens.push(square),
            (Event::Place, _) => {
                self.queens.pop();
            }
            _ => {}
        }
    }
}

impl Masks {
    /// The named bit strings of an n by n board, in the order in which the articles write them,
    /// each as n digits under the board's columns.
    ///
    /// ```
    /// use queens_gallery::Masks;
    ///
    /// // The example of "Let's Backtrack And Save Some Queens".
    /// let masks = Masks {
    ///     ld: 0b0001_1000, cols: 0b1100_1001, rd: 0b0001_1100,
    ///     free: 0b0010_0010, bit: 0b0000_0010, excl: None,
    /// };
    /// assert_eq!(masks.strings(8)[3], ("free", "00100010".to_owned()));
    /// ```
    pub fn strings(&self, n: u32) -> Vec<(&'static str, String)> {
        let digits = |mask| digits(mask, n);
        let mut strings = vec![
            ("ld", digits(self.ld)),
            ("cols", digits(self.cols)),
            ("rd", digits(self.rd)),
            ("free", digits(self.free)),
            ("bit", digits(self.bit)),
        ];
        if let Some(excl) = self.excl {
            strings.insert(3, ("excl", digits(excl)));
        }
        strings
    }
}

/// The lowest n bits of a mask.
fn digits(mask: u32, n: u32) -> String {
    let done = ((1_u64 << n) - 1) as u32;
    match n {
        0 => String::new(),
        _ => format!("{:0width$b}", mask & done, width = n as usize),
    }
}

impl Member {
    /// The bit strings that a bitwise algorithm hands to the next row when it puts a queen on
    /// `masks.bit`: the name of each, the formula it is made by, and its n digits.
    ///
    /// Empty for the other algorithms.
    ///
    /// ```
    /// use queens_gallery::{Event, Member, Trace};
    ///
    /// let mut steps = Trace::new(Member::Bitwise, 4)?;
    /// let place = steps.find(|step| step.event == Event::Place).unwrap();
    /// let next = Member::Bitwise.next_row(&place.masks.unwrap(), 4);
    /// assert_eq!(next[2], ("rd", "(rd | bit) << 1", "0010".to_owned()));
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn next_row(self, masks: &Masks, n: u32) -> Vec<(&'static str, &'static str, String)> {
        let Masks { ld, cols, rd, bit, .. } = *masks;
        let next = match self {
            Self::Bitwise | Self::Mirror => [
                ("ld", "(ld | bit) >> 1", (ld | bit) >> 1),
                ("cols", "cols | bit", cols | bit),
                ("rd", "(rd | bit) << 1", (rd | bit) << 1),
            ],
            Self::Flipped => [
                ("ld", "(ld ^ bit) >> 1 | leftmost", (ld ^ bit) >> 1 | (1 << n) >> 1),
                ("cols", "cols ^ bit", cols ^ bit),
                ("rd", "(rd ^ bit) << 1 | 1", (rd ^ bit) << 1 | 1),
            ],
            _ => return Vec::new(),
        };
        next.map(|(name, formula, mask)| (name, formula, digits(mask, n))).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_row_is_told_as_the_search_makes_it() {
        for member in [Member::Bitwise, Member::Flipped, Member::Mirror] {
            for n in 1..=7 {
                let steps: Vec<Step> = Trace::new(member, n).unwrap().collect();
                let mut seen = 0;
                for pair in steps.windows(2) {
                    // A row without a free square takes no step of its own.
                    if pair[0].event != Event::Place || pair[1].event == Event::Remove {
                        continue;
                    }
                    let strings = pair[1].masks.unwrap().strings(n);
                    for (name, formula, digits) in member.next_row(&pair[0].masks.unwrap(), n) {
                        assert!(strings.contains(&(name, digits)), "{member} {n} {name}");
                        let code = member.about().code.join("\n");
                        assert!(code.contains(formula), "{member} {formula}");
                    }
                    seen += 1;
                }
                assert!(seen > 0 || n < 4, "{member} {n}");
            }
        }
    }
}
