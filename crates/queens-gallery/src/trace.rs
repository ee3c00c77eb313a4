//! Following a search at your own pace, forwards and backwards.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use queens::{Error, Square};

use crate::member::Member;
use crate::step::{Counters, Event, Step, Steps};

/// A search, and the step it stands on.
///
/// As an iterator, a trace goes forwards and returns the step that it made. It also goes
/// [`back`](Self::back) and [to a solution or a step](Self::seek), and has the
/// [words](Self::words), the [board](Self::cells) and the [bit strings](Self::strings) of the step
/// it stands on.
///
/// A recursive search cannot be halted in the middle. So a trace holds some of the steps on both
/// sides of the one it stands on, at most 23 MB, and runs the search again from its start when it
/// needs others: some tens of nanoseconds a step. It needs no thread.
///
/// ```
/// use queens_gallery::{Event, Goal, Member, Trace};
///
/// let mut trace = Trace::new(Member::BacktrackScan, 4)?;
/// assert_eq!(trace.words(), "the board is empty");
/// trace.seek(Goal::Step(6), |_| true);
/// assert_eq!(trace.words(), "reject b2, the queen on a1 attacks it");
/// trace.back();
/// assert_eq!(trace.words(), "try b2");
///
/// let placed = trace.filter(|step| step.event == Event::Place).count();
/// assert_eq!(placed, 15); // of 16: A319283(4) less the root
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    member: Member,
    n: u32,
    /// Consecutive steps, the one it stands on among them.
    held: VecDeque<Step>,
    /// How many steps came before those held.
    forgotten: u64,
    /// Whether the search ends with the last step held.
    complete: bool,
    number: u64,
    placed: Vec<Square>,
    counters: Counters,
    depths: Vec<u64>,
}

/// Where [`Trace::seek`] goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// The step of that number, 0 for the start; the end if the search has fewer.
    Step(u64),
    /// The next solution; the end if there is none.
    NextSolution,
    /// The latest solution before this step; the start if there is none.
    PreviousSolution,
    /// The end of the search.
    End,
}

/// The most steps held. A step takes 44 bytes.
const MAX_HELD: usize = 1 << 19;
/// The fewest steps read ahead; the number grows with what is behind, so that going through a whole
/// search step by step takes a small multiple of its time.
const MIN_AHEAD: u64 = 1 << 10;
/// The caller is asked whether to continue once in this many steps, below a tenth of a millisecond.
const ASKED: u64 = 1 << 12;

impl Trace {
    /// Stands at the start of a search of the n by n board.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](queens::ErrorKind::TooLarge) if n exceeds
    /// [`About::max_n`](crate::About::max_n).
    pub fn new(member: Member, n: u32) -> Result<Self, Error> {
        member.about().accepts(n)?;
        let mut trace = Self {
            member,
            n,
            held: VecDeque::new(),
            forgotten: 0,
            complete: false,
            number: 0,
            placed: Vec::new(),
            counters: Counters::START,
            depths: Vec::new(),
        };
        trace.run(0, u64::MAX, &mut |_| true);
        Ok(trace)
    }

    /// The algorithm.
    pub fn member(&self) -> Member {
        self.member
    }

    /// The size of the board.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// How many steps were made: the number of the step it stands on, 0 at the start.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The step it stands on; none at the start.
    pub fn step(&self) -> Option<Step> {
        self.get(self.number)
    }

    /// What happened in the step it stands on; nothing at the start.
    pub fn event(&self) -> Option<Event> {
        self.step().map(|step| step.event)
    }

    pub(crate) fn event_before(&self) -> Option<Event> {
        Some(self.get(self.number.checked_sub(1)?)?.event)
    }

    /// The queens that the search has on the board, in the order they were placed.
    ///
    /// [`queens`](Self::queens) has those to be shown.
    pub fn placed(&self) -> &[Square] {
        &self.placed
    }

    /// What was counted so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How many queens were put down as the k-th of the board so far, at index k; 1, the empty
    /// board, at index 0.
    pub fn depths(&self) -> &[u64] {
        &self.depths
    }

    /// Whether the search has no more steps.
    pub fn at_end(&self) -> bool {
        self.complete && self.number == self.forgotten + self.held.len() as u64
    }

    /// Takes a step back; false at the start.
    pub fn back(&mut self) -> bool {
        if self.number == 0 {
            return false;
        }
        self.seek(Goal::Step(self.number - 1), |_| true);
        true
    }

    /// Goes somewhere else, asking `go_on` once in a few thousand steps.
    ///
    /// If `go_on` returns false, the trace stays where the search has got to, which may be before
    /// the step it stood on. It takes the time of a search from the start to the goal, and no time
    /// to speak of if the steps to the goal are held.
    pub fn seek(&mut self, goal: Goal, mut go_on: impl FnMut(&Self) -> bool) {
        let solutions = self.counters.solutions;
        let earlier = solutions - u64::from(self.event() == Some(Event::Solution));
        let (number, solution) = match goal {
            Goal::Step(number) => (number, u64::MAX),
            Goal::NextSolution => (u64::MAX, solutions + 1),
            Goal::PreviousSolution if earlier == 0 => (0, u64::MAX),
            Goal::PreviousSolution => (u64::MAX, earlier),
            Goal::End => (u64::MAX, u64::MAX),
        };
        let backwards = number < self.number || solution <= solutions;
        while !self.is_at(number, solution) {
            let moved = if backwards { self.retreat() } else { self.advance() };
            if !moved {
                if backwards || !self.complete {
                    self.run(number, solution, &mut go_on);
                }
                return;
            }
        }
    }

    /// Whether it stands on the step of that number, or on the solution of that number.
    fn is_at(&self, number: u64, solution: u64) -> bool {
        self.number == number
            || (self.counters.solutions == solution && self.event() == Some(Event::Solution))
    }

    /// Searches from the start until [`is_at`](Self::is_at), and reads some steps ahead.
    fn run(&mut self, number: u64, solution: u64, go_on: &mut dyn FnMut(&Self) -> bool) {
        self.held.clear();
        (self.forgotten, self.number) = (0, 0);
        self.placed.clear();
        self.counters = Counters::START;
        self.depths = vec![0; self.n as usize + 1];
        self.depths[0] = 1;
        let mut ahead = (number == 0).then_some(MIN_AHEAD);
        let (member, n) = (self.member, self.n);
        let end = member.search(
            n,
            &mut Steps(|step| {
                if ahead == Some(0) {
                    return ControlFlow::Break(());
                }
                if self.held.len() == MAX_HELD {
                    self.held.pop_front();
                    self.forgotten += 1;
                }
                self.held.push_back(step);
                if let Some(left) = &mut ahead {
                    *left -= 1;
                } else {
                    self.follow(step);
                    if self.is_at(number, solution)
                        || (self.number.is_multiple_of(ASKED) && !go_on(self))
                    {
                        // As many as lie behind, but no more than half of what is held.
                        ahead = Some(self.number.clamp(MIN_AHEAD, MAX_HELD as u64 / 2));
                    }
                }
                ControlFlow::Continue(())
            }),
        );
        self.complete = end.is_continue();
    }

    /// The step of that number, if it is held.
    fn get(&self, number: u64) -> Option<Step> {
        let index = number.checked_sub(self.forgotten + 1)?;
        self.held.get(usize::try_from(index).ok()?).copied()
    }

    /// Takes the next step, if it is held.
    fn advance(&mut self) -> bool {
        self.get(self.number + 1).map(|step| self.follow(step)).is_some()
    }

    fn follow(&mut self, step: Step) {
        self.number += 1;
        self.counters.add(step.event);
        match (step.event, step.square) {
            (Event::Place, Some(square)) => {
                self.placed.push(square);
                self.depths[self.placed.len()] += 1;
            }
            (Event::Remove, _) => {
                self.placed.pop();
            }
            _ => {}
        }
    }

    /// Takes the latest step back, if the two before it are held: the words tell one from the other.
    fn retreat(&mut self) -> bool {
        if self.forgotten > 0 && self.number <= self.forgotten + 2 {
            return false;
        }
        let Some(step) = self.step() else { return false };
        self.number -= 1;
        if let Some(counter) = self.counters.counter(step.event) {
            *counter -= 1;
        }
        match (step.event, step.square) {
            (Event::Place, _) => {
                self.depths[self.placed.len()] -= 1;
                self.placed.pop();
            }
            (Event::Remove, Some(square)) => self.placed.push(square),
            _ => {}
        }
        true
    }
}

impl Iterator for Trace {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if !self.advance() {
            if self.complete {
                return None;
            }
            self.run(self.number + 1, u64::MAX, &mut |_| true);
        }
        self.step()
    }
}
