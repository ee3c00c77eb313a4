//! Parts of a search without a thread: where there is none, as in a browser.
//!
//! A search is a recursion and cannot be halted in the middle. [`Trace`](crate::Trace) puts it on a
//! thread that waits; here it is run again from its start, which takes a few nanoseconds a step, and
//! ended as soon as the steps asked for were heard.

use std::ops::ControlFlow;

use queens::Square;

use crate::member::{Member, SizeError};
use crate::moment::Moment;
use crate::step::{Event, Observer, Step};
use crate::trace::Position;

/// Some consecutive steps of a search, and where the search stood before them.
///
/// # Examples
///
/// ```
/// use queens_gallery::{Event, Excerpt, Member};
///
/// let excerpt = Excerpt::of(Member::Bitwise, 8, 100, 50)?;
/// assert_eq!(excerpt.steps.len(), 50);
/// assert!(!excerpt.ended);
/// let all = Excerpt::of(Member::Bitwise, 8, 0, usize::MAX)?;
/// assert_eq!(all.steps[100..150], excerpt.steps);
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Excerpt {
    /// The algorithm.
    pub member: Member,
    /// The size of the board.
    pub n: u32,
    /// How many steps came before; fewer than asked for if the search has no more.
    pub skipped: u64,
    /// The last step before, if there is one.
    pub latest: Option<Step>,
    /// What happened in the step before that one.
    pub before: Option<Event>,
    /// Where the steps before led.
    pub position: Position,
    /// How many queens were put down as the k-th of the board in the steps before, at index k; 1,
    /// the empty board, at index 0.
    pub depths: Vec<u64>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Whether the search ends after the last of these steps.
    pub ended: bool,
}

impl Excerpt {
    /// Takes `count` steps of a search, after the first `skip`.
    ///
    /// Takes the time of a search of `skip + count` steps and the memory of `count`.
    ///
    /// # Errors
    ///
    /// [`SizeError`] if n exceeds [`About::max_n`](crate::About::max_n).
    ///
    /// # Examples
    ///
    /// ```
    /// use queens_gallery::{Excerpt, Member};
    ///
    /// // The search has no more than 50 steps.
    /// let excerpt = Excerpt::of(Member::Bitwise, 4, 1000, 10)?;
    /// assert!(excerpt.ended && excerpt.steps.is_empty());
    /// assert_eq!(excerpt.skipped, 50);
    /// assert_eq!(excerpt.position.counters.solutions, 2);
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn of(member: Member, n: u32, skip: u64, count: usize) -> Result<Self, SizeError> {
        let mut depths = vec![0; n as usize + 1];
        depths[0] = 1;
        let mut excerpt = Self {
            member,
            n,
            skipped: 0,
            latest: None,
            before: None,
            position: Position::START,
            depths,
            steps: Vec::new(),
            ended: false,
        };
        let mut reader = Reader { excerpt: &mut excerpt, skip, count };
        let end = member.run(n, &mut reader)?;
        excerpt.ended = end.is_continue();
        Ok(excerpt)
    }

    /// Tells the moments after each of the steps, in order.
    ///
    /// ```
    /// use queens_gallery::{Excerpt, Member};
    ///
    /// let mut told = Vec::new();
    /// Excerpt::of(Member::BacktrackScan, 4, 0, 2)?.tell(|moment| told.push(moment.words()));
    /// assert_eq!(told, ["try a1", "place a queen on a1"]);
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn tell(&self, mut listener: impl FnMut(&Moment)) {
        let mut position = self.position.clone();
        let mut before = self.latest.map(|step| step.event);
        for (number, step) in (self.skipped + 1..).zip(&self.steps) {
            position.advance(step);
            let (member, n, step) = (self.member, self.n, *step);
            listener(&Moment { member, n, number, step: Some(step), before, position: &position });
            before = Some(step.event);
        }
    }

    /// The moment before the first of the steps.
    ///
    /// ```
    /// use queens_gallery::{Excerpt, Member};
    ///
    /// assert_eq!(Excerpt::of(Member::BacktrackScan, 4, 0, 2)?.start().words(), "the board is empty");
    /// assert_eq!(Excerpt::of(Member::BacktrackScan, 4, 1, 2)?.start().words(), "try a1");
    /// # Ok::<_, queens_gallery::SizeError>(())
    /// ```
    pub fn start(&self) -> Moment<'_> {
        let Self { member, n, skipped, latest, before, .. } = *self;
        Moment { member, n, number: skipped, step: latest, before, position: &self.position }
    }
}

/// Skips steps, then keeps some, then has had enough.
struct Reader<'a> {
    excerpt: &'a mut Excerpt,
    skip: u64,
    count: usize,
}

impl Observer for Reader<'_> {
    fn solution(&mut self, _: &[u32]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn step(&mut self, step: impl FnOnce() -> Step) -> ControlFlow<()> {
        let excerpt = &mut *self.excerpt;
        if excerpt.skipped < self.skip {
            let step = step();
            excerpt.skipped += 1;
            excerpt.position.advance(&step);
            if step.event == Event::Place {
                excerpt.depths[excerpt.position.queens.len()] += 1;
            }
            excerpt.before = excerpt.latest.map(|step| step.event);
            excerpt.latest = Some(step);
        } else if excerpt.steps.len() < self.count {
            excerpt.steps.push(step());
        } else {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Where a jump leads.
///
/// ```
/// use queens_gallery::{Landing, Member, next_solution};
///
/// // No solution for n = 3, and none within ten steps for n = 4.
/// assert!(matches!(next_solution(Member::BacktrackScan, 3, 0, 1000)?, Landing::Ended(_)));
/// assert_eq!(next_solution(Member::BacktrackScan, 4, 0, 10)?, Landing::TooFar);
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Landing {
    /// After that many steps.
    At(u64),
    /// Nowhere: the search ends after that many steps without what was looked for.
    Ended(u64),
    /// It was not found in as many steps as were allowed.
    TooFar,
}

/// Finds the first solution later than `after` steps, looking at no more than `limit` steps in all.
///
/// # Errors
///
/// [`SizeError`] if n exceeds [`About::max_n`](crate::About::max_n).
///
/// # Examples
///
/// Plain backtracking takes 1858 steps to its first solution for n = 8: 876 squares tested, 763 of them
/// rejected, 113 queens put down, 105 taken away, and the solution.
///
/// ```
/// use queens_gallery::{Excerpt, Landing, Member, next_solution};
///
/// let first = next_solution(Member::BacktrackScan, 8, 0, 1_000_000)?;
/// assert_eq!(first, Landing::At(1858));
/// let there = Excerpt::of(Member::BacktrackScan, 8, 1858, 0)?;
/// assert_eq!(there.start().words(), "solution 1");
/// assert_eq!(there.position.counters.tests, 876);
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
pub fn next_solution(member: Member, n: u32, after: u64, limit: u64) -> Result<Landing, SizeError> {
    let wanted = |number, event| number > after && event == Event::Solution;
    Finder::run(member, n, limit, wanted)
}

/// Finds the last solution earlier than `before` steps; the start if there is none.
///
/// # Errors
///
/// [`SizeError`] if n exceeds [`About::max_n`](crate::About::max_n).
///
/// # Examples
///
/// ```
/// use queens_gallery::{Member, previous_solution};
///
/// // The first solution is step 1858.
/// assert_eq!(previous_solution(Member::BacktrackScan, 8, 1900)?, 1858);
/// assert_eq!(previous_solution(Member::BacktrackScan, 8, 1858)?, 0);
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
pub fn previous_solution(member: Member, n: u32, before: u64) -> Result<u64, SizeError> {
    let mut last = 0;
    let _ = Finder::run(member, n, before.saturating_sub(1), |number, event| {
        if event == Event::Solution {
            last = number;
        }
        false
    })?;
    Ok(last)
}

/// Finds the end of a search, if it has no more than `limit` steps.
///
/// # Errors
///
/// [`SizeError`] if n exceeds [`About::max_n`](crate::About::max_n).
///
/// # Examples
///
/// ```
/// use queens_gallery::{Landing, Member, end};
///
/// // Of 16 queens each is tried, put down and taken away; and there are two solutions.
/// assert_eq!(end(Member::Bitwise, 4, 1000)?, Landing::Ended(3 * 16 + 2));
/// assert_eq!(end(Member::Bitwise, 4, 10)?, Landing::TooFar);
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
pub fn end(member: Member, n: u32, limit: u64) -> Result<Landing, SizeError> {
    Finder::run(member, n, limit, |_, _| false)
}

/// Looks for a step by its number and event.
struct Finder<W> {
    number: u64,
    limit: u64,
    wanted: W,
    found: bool,
}

impl<W: FnMut(u64, Event) -> bool> Finder<W> {
    fn run(member: Member, n: u32, limit: u64, wanted: W) -> Result<Landing, SizeError> {
        let mut finder = Self { number: 0, limit, wanted, found: false };
        let end = member.run(n, &mut finder)?;
        Ok(match (end, finder.found) {
            (ControlFlow::Continue(()), _) => Landing::Ended(finder.number),
            (ControlFlow::Break(()), true) => Landing::At(finder.number),
            (ControlFlow::Break(()), false) => Landing::TooFar,
        })
    }
}

impl<W: FnMut(u64, Event) -> bool> Observer for Finder<W> {
    fn solution(&mut self, _: &[u32]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn step(&mut self, step: impl FnOnce() -> Step) -> ControlFlow<()> {
        if self.number == self.limit {
            return ControlFlow::Break(());
        }
        self.number += 1;
        self.found = (self.wanted)(self.number, step().event);
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Finds the first step in which two searches differ: in what they do, or on which square.
///
/// [`Landing::At`] that step, the number counted from 1; [`Landing::Ended`] if they are the same to
/// the end. Looks at no more than `limit` steps.
///
/// # Errors
///
/// [`SizeError`] if n exceeds [`About::max_n`](crate::About::max_n) of either.
///
/// # Examples
///
/// With flags or without, the same squares are tested in the same order. Permutations pass the
/// columns over that hold a queen: the first queen stands on a1, and a2 is not looked at.
///
/// ```
/// use queens_gallery::{Landing, Member, first_difference};
/// use Member::{BacktrackFlags, BacktrackScan, Permutations};
///
/// let same = first_difference(BacktrackScan, BacktrackFlags, 6, 1_000_000)?;
/// assert!(matches!(same, Landing::Ended(_)));
/// let differ = first_difference(BacktrackScan, Permutations, 6, 1_000_000)?;
/// assert_eq!(differ, Landing::At(3));
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
pub fn first_difference(
    one: Member,
    other: Member,
    n: u32,
    limit: u64,
) -> Result<Landing, SizeError> {
    // Each window starts both searches anew, so windows grow with what is behind them.
    let mut from = 0;
    let mut window = 1024;
    loop {
        let a = Excerpt::of(one, n, from, window)?;
        let b = Excerpt::of(other, n, from, window)?;
        let same = |(a, b): &(&Step, &Step)| a.event == b.event && a.square == b.square;
        let common = a.steps.iter().zip(&b.steps).take_while(same).count();
        let at = from + common as u64;
        if at >= limit {
            return Ok(Landing::TooFar);
        }
        if common < a.steps.len().max(b.steps.len()) {
            return Ok(Landing::At(at + 1));
        }
        if a.ended && b.ended {
            return Ok(Landing::Ended(at));
        }
        // One of the two may end exactly here; the next window shows it.
        from = at;
        window = (2 * window).min(1 << 18);
    }
}

/// A queen put down in a search: a node of its tree.
///
/// ```
/// use queens_gallery::{Member, tree};
///
/// let nodes = tree(Member::Bitwise, 4, 1000)?.expect("there are 16");
/// let leaf = nodes.iter().find(|node| node.solutions > 0).expect("there are two");
/// assert_eq!((leaf.depth, leaf.square.to_string().as_str()), (4, "b4")); // of 3 1 4 2
/// assert_eq!(leaf.removed, leaf.placed + 2); // the solution comes between
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// How many queens stand on the board with it.
    pub depth: u32,
    /// Where it stands.
    pub square: Square,
    /// The number of the step that put it down.
    pub placed: u64,
    /// The number of the step that took it away.
    pub removed: u64,
    /// How many solutions were found with the board as it then was, without a further queen.
    pub solutions: u32,
}

/// The search tree without its root, in the order in which the search visits it; none if it has more
/// than `limit` nodes.
///
/// # Errors
///
/// [`SizeError`] if n exceeds [`About::max_n`](crate::About::max_n).
///
/// # Examples
///
/// ```
/// use queens_gallery::{Member, tree};
///
/// let nodes = tree(Member::Bitwise, 4, 1000)?.unwrap();
/// let at_depth = |depth| nodes.iter().filter(|node| node.depth == depth).count();
/// assert_eq!([1, 2, 3, 4].map(at_depth), [4, 6, 4, 2]);
/// assert_eq!(tree(Member::Bitwise, 8, 1000)?, None);
/// # Ok::<_, queens_gallery::SizeError>(())
/// ```
pub fn tree(member: Member, n: u32, limit: usize) -> Result<Option<Vec<Node>>, SizeError> {
    let mut grower = Grower { number: 0, limit, nodes: Vec::new(), path: Vec::new() };
    let end = member.run(n, &mut grower)?;
    Ok(end.is_continue().then_some(grower.nodes))
}

struct Grower {
    number: u64,
    limit: usize,
    nodes: Vec<Node>,
    /// The numbers of the nodes on the board.
    path: Vec<usize>,
}

impl Observer for Grower {
    fn solution(&mut self, _: &[u32]) -> ControlFlow<()> {
        if let Some(&node) = self.path.last() {
            self.nodes[node].solutions += 1;
        }
        ControlFlow::Continue(())
    }

    fn step(&mut self, step: impl FnOnce() -> Step) -> ControlFlow<()> {
        let step = step();
        self.number += 1;
        match (step.event, step.square) {
            (Event::Place, Some(square)) => {
                if self.nodes.len() == self.limit {
                    return ControlFlow::Break(());
                }
                self.path.push(self.nodes.len());
                self.nodes.push(Node {
                    depth: self.path.len() as u32,
                    square,
                    placed: self.number,
                    removed: 0,
                    solutions: 0,
                });
            }
            (Event::Remove, _) => {
                if let Some(node) = self.path.pop() {
                    self.nodes[node].removed = self.number;
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use queens::known;

    use super::*;
    use crate::trace::Trace;

    fn small(member: Member) -> u32 {
        if member == Member::BruteForce { 4 } else { 6 }
    }

    #[test]
    fn an_excerpt_is_a_part_of_the_trace() {
        for &member in Member::ALL {
            for n in 0..=small(member) {
                let steps: Vec<Step> = Trace::new(member, n).unwrap().collect();
                let all = steps.len() as u64;
                for skip in [0, 1, 2, all / 3, all.saturating_sub(1), all, all + 5] {
                    for count in [0, 1, 7, usize::MAX] {
                        let excerpt = Excerpt::of(member, n, skip, count).unwrap();
                        let from = skip.min(all) as usize;
                        let to = from.saturating_add(count).min(steps.len());
                        assert_eq!(excerpt.skipped, from as u64);
                        assert_eq!(excerpt.steps, steps[from..to], "{member} {n} {skip} {count}");
                        assert_eq!(excerpt.ended, to == steps.len());
                        let mut position = Position::START;
                        steps[..from].iter().for_each(|step| position.advance(step));
                        assert_eq!(excerpt.position, position);
                        assert_eq!(excerpt.depths.iter().sum::<u64>(), position.counters.nodes);
                        assert_eq!(excerpt.latest.as_ref(), steps[..from].last());
                    }
                }
            }
        }
    }

    /// Told in one piece or step by step, a search says the same.
    #[test]
    fn a_moment_does_not_depend_on_where_the_excerpt_begins() {
        for &member in Member::ALL {
            let mut whole = Vec::new();
            Excerpt::of(member, 4, 0, usize::MAX).unwrap().tell(|moment| {
                whole.push((moment.number, moment.words(), moment.cells(), moment.strings()));
            });
            // The last moments of a long search are of the same kind as the first.
            for (skip, told) in (0..).zip(&whole).take(300) {
                Excerpt::of(member, 4, skip, 1).unwrap().tell(|moment| {
                    let here = (moment.number, moment.words(), moment.cells(), moment.strings());
                    assert_eq!(&here, told, "{member}");
                });
                let excerpt = Excerpt::of(member, 4, skip + 1, 0).unwrap();
                let moment = excerpt.start();
                let here = (moment.number, moment.words(), moment.cells(), moment.strings());
                assert_eq!(&here, told, "{member}");
            }
        }
    }

    #[test]
    fn jumps_lead_to_every_solution_and_back() {
        for &member in Member::ALL {
            for n in 0..=small(member) {
                let events: Vec<Event> =
                    Trace::new(member, n).unwrap().map(|step| step.event).collect();
                let numbers: Vec<u64> = (1..)
                    .zip(&events)
                    .filter(|(_, event)| **event == Event::Solution)
                    .map(|(number, _)| number)
                    .collect();
                let (mut found, mut at) = (Vec::new(), 0);
                let all = events.len() as u64;
                while let Landing::At(next) = next_solution(member, n, at, u64::MAX).unwrap() {
                    found.push(next);
                    at = next;
                }
                assert_eq!(found, numbers, "{member} {n}");
                let after_last = next_solution(member, n, at, u64::MAX);
                assert_eq!(after_last, Ok(Landing::Ended(all)));
                for (i, &number) in numbers.iter().enumerate() {
                    let before = i.checked_sub(1).map_or(0, |i| numbers[i]);
                    assert_eq!(previous_solution(member, n, number), Ok(before));
                    assert_eq!(next_solution(member, n, 0, numbers[0] - 1), Ok(Landing::TooFar));
                }
                assert_eq!(end(member, n, u64::MAX), Ok(Landing::Ended(all)));
                assert_eq!(end(member, n, all), Ok(Landing::Ended(all)));
                assert_eq!(end(member, n, all - 1), Ok(Landing::TooFar));
            }
        }
    }

    /// Window by window, or all steps at once.
    #[test]
    fn the_first_difference_is_the_first() {
        for &one in Member::ALL {
            for &other in Member::ALL {
                for n in 0..=small(one).min(small(other)) {
                    let key = |step: Step| (step.event, step.square);
                    let a: Vec<_> = Trace::new(one, n).unwrap().map(key).collect();
                    let b: Vec<_> = Trace::new(other, n).unwrap().map(key).collect();
                    let common = a.iter().zip(&b).take_while(|(a, b)| a == b).count() as u64;
                    let expected = if a == b {
                        Landing::Ended(a.len() as u64)
                    } else {
                        Landing::At(common + 1)
                    };
                    let found = first_difference(one, other, n, u64::MAX);
                    assert_eq!(found, Ok(expected), "{one} {other} {n}");
                    if common > 0 {
                        let short = first_difference(one, other, n, common);
                        assert_eq!(short, Ok(Landing::TooFar), "{one} {other} {n}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_tree_has_the_known_profile() {
        for (n, profile) in known::PROFILE.iter().take_while(|(n, _)| *n <= 8) {
            for member in [Member::BacktrackScan, Member::Permutations, Member::Bitwise] {
                let nodes = tree(member, n, usize::MAX).unwrap().unwrap();
                let mut depths = vec![0_u64; n as usize + 1];
                depths[0] = 1;
                for node in &nodes {
                    depths[node.depth as usize] += 1;
                }
                assert_eq!(depths, profile, "{member} {n}");
                if n > 0 {
                    let solutions: u32 = nodes.iter().map(|node| node.solutions).sum();
                    assert_eq!(u128::from(solutions), known::TOTAL.at(n).unwrap());
                }
                assert!(nodes.iter().all(|node| node.removed > node.placed));
                assert!(nodes.is_sorted_by_key(|node| node.placed));
                assert_eq!(tree(member, n, nodes.len()), Ok(Some(nodes.clone())));
                if !nodes.is_empty() {
                    assert_eq!(tree(member, n, nodes.len() - 1), Ok(None));
                }
            }
        }
    }
}
