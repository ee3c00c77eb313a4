//! New puzzles.
//!
//! An attempt begins with a solution and lets a region grow around each queen until the board is full. Then a local search gives
//! squares at the borders to neighboring regions, as long as the techniques of the level leave squares open: what they
//! solve has one solution. Expert boards begin as hard ones, and squares change hands while there is one solution, by
//! proof, until the techniques below assumptions no longer solve them. At the end borders are straightened where that
//! changes neither the solution nor the level.

use std::ops::RangeInclusive;

use queens::board::{Cells, Lines};
use queens::random::Random;
use queens::{Completer, Error, ErrorKind, Problem, Regions};

use crate::grid::{in_order, neighbors};
use crate::puzzle::{NODES, Puzzle};
use crate::rating::{Level, measure};
use crate::state::State;
use crate::techniques::Technique;

/// Makes puzzles with exactly one solution.
///
/// The same generator makes the same puzzle on every machine. Its boards from n = 6 on have no region of one square.
///
/// # Examples
///
/// ```
/// use queens_puzzle::Generator;
///
/// let puzzle = Generator::new(6).seed(7).symmetric(true).generate()?;
/// assert_eq!(puzzle, Generator::new(6).seed(7).symmetric(true).generate()?);
/// assert!(Generator::new(3).generate().is_err());
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    n: u32,
    seed: u64,
    level: Option<Level>,
    symmetric: bool,
    attempts: u32,
}

impl Generator {
    /// The version of the generator. A seed has the same puzzle as long as this does not change, which it does in
    /// minor versions of the crate alone.
    pub const VERSION: u32 = 3;

    /// Puzzles of size n, of any difficulty but expert.
    pub const fn new(n: u32) -> Self {
        Self { n, seed: 0, level: None, symmetric: false, attempts: 10_000 }
    }

    /// Another seed gives another puzzle. The default is 0.
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Wants a difficulty. An easy puzzle needs more than last squares.
    pub fn level(mut self, level: impl Into<Option<Level>>) -> Self {
        self.level = level.into();
        self
    }

    /// Wants a board that a half turn maps to itself.
    pub const fn symmetric(mut self, symmetric: bool) -> Self {
        self.symmetric = symmetric;
        self
    }

    /// Gives up after this many attempts. The default is 10,000.
    pub const fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// Makes a puzzle.
    ///
    /// # Errors
    ///
    /// If the size is not one of [`Regions::SIZES`]; [`ErrorKind::Failed`] if all attempts failed.
    pub fn generate(&self) -> Result<Puzzle, Error> {
        if !Regions::SIZES.contains(&self.n) {
            let (least, most) = Regions::SIZES.into_inner();
            let message = format!("a puzzle cannot have {} rows", self.n);
            let advice = format!("give a size from {least} to {most}");
            return Err(Error::new(ErrorKind::Invalid, message, advice));
        }
        let mut random = Random::new(self.seed);
        let found = (0..self.attempts)
            .find_map(|_| queens::with_cells!(self.n, K, self.attempt::<K>(&mut random)));
        found.map(Puzzle::new).ok_or_else(|| {
            let level = self.level.map_or_else(String::new, |level| format!("{level} "));
            let shape = if self.symmetric { "symmetric " } else { "" };
            let Self { n, attempts, .. } = self;
            let s = if *attempts == 1 { "" } else { "s" };
            let message =
                format!("no {level}{shape}puzzle with {n} rows was found in {attempts} attempt{s}");
            let advice = "try another seed or difficulty, or more attempts";
            Error::new(ErrorKind::Failed, message, advice)
        })
    }

    fn attempt<const K: usize>(&self, random: &mut Random) -> Option<Regions> {
        let level = self.level.unwrap_or_else(|| {
            [Level::Easy, Level::Medium, Level::Medium, Level::Hard][random.below(4) as usize]
        });
        let (least, most) = level.scores();
        let least = self.level.map_or(0, |_| least);
        let mut layout = Layout::<K>::new(self.n as usize, self.symmetric, random)?;
        layout.solve_within(most.min(STUCK - 1))?;
        layout.raise_to(least, most)?;
        layout.straighten(least, most);
        layout.in_order()
    }
}

/// The score of boards that techniques below assumptions do not solve, and the highest of the others.
const STUCK: u32 = 10 * Technique::Assumption as u32;

/// Regions in the making, and the solution that they are made for.
struct Layout<'a, const K: usize> {
    random: &'a mut Random,
    n: usize,
    symmetric: bool,
    /// The region of the queen in row r is number r.
    queens: Cells<K>,
    board: Lines<K>,
    /// The sizes that a region may have.
    sizes: RangeInclusive<u32>,
}

impl<'a, const K: usize> Layout<'a, K> {
    /// Regions grown around the queens of a solution.
    fn new(n: usize, symmetric: bool, random: &'a mut Random) -> Option<Self> {
        let columns = solution(n, symmetric, random)?;
        // Small regions give much away: one of a square its queen.
        let least = match n {
            ..6 => 1,
            6 => 2,
            _ => 3 - u32::from(random.below(4) == 0),
        };
        let most = if n <= 16 { 3 * n } else { n * n / 3 } as u32;
        let board = Lines::new(&Regions::new(grow(symmetric, &columns, least, random)).ok()?);
        let mut queens = Cells::EMPTY;
        columns.iter().enumerate().for_each(|(row, column)| queens.insert(row * n + column));
        let layout = Self { random, n, symmetric, queens, board, sizes: least..=most };
        (0..n).all(|region| layout.is_whole(region)).then_some(layout)
    }

    /// Moves squares until techniques with scores within a limit solve the board. A move stays if it leaves fewer squares open, or
    /// brings a region closer to be inside one line; or if it is not much worse, as in threshold accepting (Dueck and Scheuer 1990).
    fn solve_within(&mut self, most: u32) -> Option<()> {
        let (mut open, mut outside) = self.left_open(most);
        for _ in 0..STEPS * self.n * self.n {
            if open.is_empty() {
                return Some(());
            }
            // Squares that are closed already lead out of positions that no single move improves.
            let square = if self.random.below(2) == 0 {
                self.any()
            } else {
                open.iter().nth(self.random.below(open.count()) as usize)?
            };
            self.give(square, 2, |layout| {
                let next = layout.left_open(most);
                let worse = if layout.random.below(2) == 0 { 0 } else { layout.random.below(4) };
                let stays = next.0.count() + next.1 <= open.count() + outside + worse;
                if stays {
                    (open, outside) = next;
                }
                stays
            });
        }
        None
    }

    /// The squares that techniques with scores within a limit leave open; and the least number of squares that have to go for a
    /// region to be inside one line.
    fn left_open(&self, most: u32) -> (Cells<K>, u32) {
        let mut state = State::bare(&self.board);
        measure(&self.board, &mut state, most);
        let outside = state.empty_lines().filter(|&line| line >= 2 * self.n).map(|region| {
            let open = state.line(&self.board, region);
            let mut inside = [0; 64];
            for square in open.iter() {
                let [row, column, _] = self.board.lines_of(square);
                inside[row] += 1;
                inside[column] += 1;
            }
            open.count() - inside.iter().max().copied().unwrap_or(0)
        });
        let outside = outside.filter(|&squares| squares > 0).min().unwrap_or(0);
        (state.open.without(&self.queens), outside)
    }

    /// The score of the board if it has one solution.
    fn score(&self, most: u32) -> Option<u32> {
        let mut state = State::bare(&self.board);
        let rating = measure(&self.board, &mut state, most.min(STUCK - 1));
        if state.empty == 0 {
            return Some(rating.score);
        }
        if most < STUCK {
            return None;
        }
        let of = (0..self.n * self.n).map(|at| self.region(at) as u8).collect();
        let problem = Problem::from(Regions::new(of).ok()?);
        let some = Completer::new(&problem).find_up_to(2, Some(NODES));
        matches!(some, Ok(Some(found)) if found.len() == 1).then_some(STUCK)
    }

    /// Moves squares while the board has one solution and a score within a limit, until it has the least score wanted.
    fn raise_to(&mut self, least: u32, most: u32) -> Option<()> {
        let mut score = self.score(most)?;
        for _ in 0..STEPS * self.n * self.n {
            if score >= least {
                return Some(());
            }
            let square = self.any();
            self.give(square, 2, |layout| {
                let next = layout.score(most).filter(|&next| next >= score);
                score = next.unwrap_or(score);
                next.is_some()
            });
        }
        None
    }

    /// Shortens borders while the board has one solution and a score within the limits.
    fn straighten(&mut self, least: u32, most: u32) {
        for _ in 0..2 * self.n * self.n {
            let square = self.any();
            self.give(square, 0, |layout| layout.score(most).is_some_and(|score| score >= least));
        }
    }

    fn in_order(&self) -> Option<Regions> {
        let of = in_order((0..self.n * self.n).map(|at| self.region(at)));
        Regions::new(of.into_iter().map(|region| region as u8).collect()).ok()
    }

    /// Gives a square to one of the regions beside it; on a symmetric board its image, too. Borders become longer by `longer`
    /// sides at most. Takes it back if a region is cut, too small, or too large, or if the board does not pass `stays`.
    fn give(&mut self, square: usize, longer: usize, stays: impl FnOnce(&mut Self) -> bool) {
        let own = self.region(square);
        let beside: Vec<usize> = neighbors(self.n, square).map(|next| self.region(next)).collect();
        let others: Vec<usize> = beside.iter().copied().filter(|&region| region != own).collect();
        let Some(&to) = others.get(self.random.below(others.len() as u32) as usize) else { return };
        let sides = |region| beside.iter().filter(|&&other| other == region).count();
        if self.queens.contains(square) || sides(own) > sides(to) + longer {
            return;
        }
        self.set(square, to);
        let regions = [own, to, self.n - 1 - own, self.n - 1 - to];
        let regions = if self.symmetric { &regions[..] } else { &regions[..2] };
        if !regions.iter().all(|&region| self.is_whole(region)) || !stays(self) {
            self.set(square, own);
        }
    }

    fn region(&self, square: usize) -> usize {
        self.board.lines_of(square)[2] - 2 * self.n
    }

    fn any(&mut self) -> usize {
        self.random.below((self.n * self.n) as u32) as usize
    }

    /// Sets the region of a square; on a symmetric board, of its image, too.
    fn set(&mut self, square: usize, region: usize) {
        self.board.set_region(square, region);
        let image = self.n * self.n - 1 - square;
        if self.symmetric && image != square {
            self.board.set_region(image, self.n - 1 - region);
        }
    }

    /// Whether a region has a size that it may have, and all its squares are reached from its queen.
    fn is_whole(&self, region: usize) -> bool {
        let all = *self.board.squares(2 * self.n + region);
        if !self.sizes.contains(&all.count()) {
            return false;
        }
        let mut left = all.without(&self.queens);
        let mut reached: Vec<usize> = all.and(&self.queens).iter().collect();
        while let Some(square) = reached.pop() {
            for next in neighbors(self.n, square) {
                if left.contains(next) {
                    left.remove(next);
                    reached.push(next);
                }
            }
        }
        left.is_empty()
    }
}

/// The steps that a search may take, for each square of the board.
const STEPS: usize = 32;

/// Regions that grow around the queens of a solution until the board is full: the region of each square.
fn grow(symmetric: bool, columns: &[usize], least: u32, random: &mut Random) -> Vec<u8> {
    let n = columns.len();
    let mut of: Vec<Option<usize>> = vec![None; n * n];
    columns.iter().enumerate().for_each(|(row, column)| of[row * n + column] = Some(row));
    // The squares of numbers from a range spread as the sizes of published boards do; cubes spread more, and are needed on
    // boards that hardly anybody solves by hand.
    let power = if n <= 16 { 2 } else { 3 };
    let mut shares: Vec<u32> = (0..n).map(|_| (4 + random.below(60)).pow(power)).collect();
    if symmetric {
        (0..n / 2).for_each(|row| shares[n - 1 - row] = shares[row]);
    }
    let all: u32 = shares.iter().sum();
    let n2 = n as u32;
    let free = n2 * n2 - (least + 1) * n2;
    // The sizes that are aimed at.
    let targets: Vec<u32> = shares.iter().map(|share| least + 1 + share * free / all).collect();
    let mut sizes = vec![1; n];
    loop {
        // A square goes to the region that has the least part of its size.
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); n];
        for square in (0..n * n).filter(|&square| of[square].is_none()) {
            for region in neighbors(n, square).filter_map(|next| of[next]) {
                if edges[region].last() != Some(&square) {
                    edges[region].push(square);
                }
            }
        }
        // Before another grows around it, a region has its least size.
        let part = |&region: &usize| {
            let size = sizes[region];
            if size < least {
                (size, edges[region].len())
            } else {
                ((size << 16) / targets[region], 0)
            }
        };
        let Some(region) = (0..n).filter(|&region| !edges[region].is_empty()).min_by_key(part)
        else {
            return of.into_iter().flatten().map(|region| region as u8).collect();
        };
        let edge = &edges[region];
        let draw = |random: &mut Random| edge[random.below(edge.len() as u32) as usize];
        // Of a few squares the one with the most neighbors in the region, so that shapes are compact.
        let drawn = [draw(random), draw(random)];
        let beside =
            |&square: &usize| neighbors(n, square).filter(|&next| of[next] == Some(region)).count();
        let square = drawn.into_iter().max_by_key(beside).unwrap_or(drawn[0]);
        let images = [(square, region), (n * n - 1 - square, n - 1 - region)];
        for &(square, region) in if symmetric { &images[..] } else { &images[..1] } {
            of[square] = Some(region);
            sizes[region] += 1;
        }
    }
}

/// Shuffles until no two queens touch: about one in seven does, more on small boards.
fn solution(n: usize, symmetric: bool, random: &mut Random) -> Option<Vec<usize>> {
    const SHUFFLES: u32 = 1000;
    let mut columns: Vec<usize> = (0..n).collect();
    (0..SHUFFLES).find_map(|_| {
        if symmetric {
            // A column of each pair that the turn exchanges, and which of the two.
            let mut pairs: Vec<usize> = (0..n / 2).collect();
            random.shuffle(&mut pairs);
            for (row, pair) in pairs.into_iter().enumerate() {
                let column = if random.below(2) == 0 { pair } else { n - 1 - pair };
                columns[row] = column;
                columns[n - 1 - row] = n - 1 - column;
            }
            if n % 2 == 1 {
                columns[n / 2] = n / 2;
            }
        } else {
            random.shuffle(&mut columns);
        }
        columns.windows(2).all(|two| two[0].abs_diff(two[1]) > 1).then(|| columns.clone())
    })
}
