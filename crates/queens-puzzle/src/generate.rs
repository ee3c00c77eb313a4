//! New puzzles.
//!
//! An attempt begins with a solution and lets a region grow around each queen until the board is full. As long as
//! there is a second solution, one of its queens is given to a neighboring region, which the second solution does not
//! survive and the first does. At the end there is one solution, by proof.

use queens::engine::Random;
use queens::{Completer, Error, ErrorKind, Problem, Regions};

use crate::explain::with_cells;
use crate::puzzle::Puzzle;
use crate::rating::{Level, measure, score};
use crate::state::Board;
use crate::techniques::Technique;

/// Makes puzzles with exactly one solution.
///
/// The same generator makes the same puzzle on every machine.
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

/// The nodes granted to a search for a second solution. On boards up to 16 x 16 hardly any takes a hundredth.
const NODES: u64 = 20_000;

impl Generator {
    /// The version of the generator. A seed has the same puzzle as long as this does not change, which it does in
    /// minor versions of the crate alone.
    pub const VERSION: u32 = 2;

    /// Puzzles of size n, of any difficulty and shape.
    pub const fn new(n: u32) -> Self {
        Self { n, seed: 0, level: None, symmetric: false, attempts: 10_000 }
    }

    /// Another seed gives another puzzle. The default is 0.
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Wants a difficulty.
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
        let found = (0..self.attempts).find_map(|_| {
            let spread = 1 + random.below(self.widest());
            let regions = Layout::unique(self.n, self.symmetric, spread, &mut random)?;
            let puzzle = Puzzle::new(regions);
            self.level.is_none_or(|level| is_of(&puzzle, level)).then_some(puzzle)
        });
        found.ok_or_else(|| {
            let level = self.level.map_or_else(String::new, |level| format!("{level} "));
            let shape = if self.symmetric { "symmetric " } else { "" };
            let message = format!(
                "no {level}{shape}puzzle with {} rows was found in {} attempts",
                self.n, self.attempts
            );
            Error::new(
                ErrorKind::Failed,
                message,
                "try another seed or difficulty, or more attempts",
            )
        })
    }

    /// The widest spread of the regions' sizes. Where it is wide, puzzles are found soon, and are easy.
    const fn widest(&self) -> u32 {
        let widest = match self.level {
            Some(Level::Hard | Level::Expert) => 3 + self.n / 8,
            _ => 4 + self.n / 2,
        };
        if widest < 16 { widest } else { 16 }
    }
}

/// Whether a puzzle with one solution is of this level.
fn is_of(puzzle: &Puzzle, level: Level) -> bool {
    // What is harder need not be measured.
    let most = match level {
        Level::Easy => Technique::Inside,
        Level::Medium => Technique::Starved,
        Level::Hard | Level::Expert => Technique::Groups,
    };
    let (hardest, times) = with_cells!(puzzle, K, {
        let board = Board::<K>::new(puzzle);
        measure(&board, board.start(puzzle), most)
    });
    Level::of(score(hardest, times)) == level
}

/// Regions in the making, and the solution that they are made for.
struct Layout {
    n: usize,
    symmetric: bool,
    /// The column of the queen in each row. The region of row r is number r.
    columns: Vec<usize>,
    /// The region of each square.
    of: Vec<u8>,
}

impl Layout {
    /// Regions with one solution, if an attempt succeeds.
    fn unique(n: u32, symmetric: bool, spread: u32, random: &mut Random) -> Option<Regions> {
        let n = n as usize;
        let columns = solution(n, symmetric, random)?;
        let mut layout = Self { n, symmetric, columns, of: vec![u8::MAX; n * n] };
        layout.grow(spread, random);
        for _ in 0..4 * n * n {
            let regions = Regions::new(layout.of.clone()).ok()?;
            let problem = Problem::from(regions);
            let two = Completer::new(&problem).some(2, NODES).ok()??;
            let is_other = |columns: &[u32]| {
                columns.iter().zip(&layout.columns).any(|(&column, &own)| column as usize != own)
            };
            let Some(other) = two.iter().find(|placement| is_other(placement.columns())) else {
                return layout.in_order();
            };
            layout.exclude(other.columns(), random)?;
        }
        None
    }

    /// The regions, named in the order in which a reader meets them.
    fn in_order(&self) -> Option<Regions> {
        let mut order: Vec<u8> = Vec::with_capacity(self.n);
        for region in &self.of {
            if !order.contains(region) {
                order.push(*region);
            }
        }
        let place = |region: &u8| order.iter().position(|other| other == region);
        let of: Option<Vec<usize>> = self.of.iter().map(place).collect();
        Regions::new(of?.into_iter().map(|place| place as u8).collect()).ok()
    }

    /// The image of a square under a half turn.
    fn image(&self, square: usize) -> usize {
        self.n * self.n - 1 - square
    }

    /// Sets the region of a square; on a symmetric board, of its image, too.
    fn set(&mut self, square: usize, region: u8) {
        self.of[square] = region;
        if self.symmetric {
            let image = self.image(square);
            self.of[image] = self.n as u8 - 1 - region;
        }
    }

    fn neighbors(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        let n = self.n;
        let (row, column) = (square / n, square % n);
        [
            (row > 0).then(|| square - n),
            (column > 0).then(|| square - 1),
            (column + 1 < n).then_some(square + 1),
            (row + 1 < n).then_some(square + n),
        ]
        .into_iter()
        .flatten()
    }

    /// Lets a region grow around each queen, a square at a time, until the board is full. Some grow more slowly than
    /// others, by factors up to a power of two below `spread`: small regions make few solutions. Without a limit, one
    /// fast region often takes more than half of the board; at the limit, a region waits until no other can grow.
    fn grow(&mut self, spread: u32, random: &mut Random) {
        let slowness: Vec<u32> = (0..self.n).map(|_| random.below(spread)).collect();
        let mut sizes = vec![1; self.n];
        // Players see the shapes of boards up to 12 x 12. On larger ones 3n squares would take many more attempts.
        let mut limit = if self.n <= 12 { 3 * self.n } else { self.n * self.n / 3 };
        let mut waiting: Vec<(usize, u8)> = Vec::new();
        let mut edge = Vec::with_capacity(4 * self.of.len());
        for row in 0..self.n {
            let queen = row * self.n + self.columns[row];
            self.of[queen] = row as u8;
            edge.extend(self.neighbors(queen).map(|square| (square, row as u8)));
        }
        loop {
            if edge.is_empty() {
                if waiting.is_empty() {
                    break;
                }
                edge.append(&mut waiting);
                limit += self.n;
            }
            let (square, region) = edge.swap_remove(random.below(edge.len() as u32) as usize);
            if self.of[square] != u8::MAX {
                continue;
            }
            if sizes[usize::from(region)] >= limit {
                waiting.push((square, region));
                continue;
            }
            let pair = usize::from(region).min(self.n - 1 - usize::from(region));
            if random.below(1 << slowness[if self.symmetric { pair } else { region.into() }]) > 0 {
                edge.push((square, region));
                continue;
            }
            // The middle of a symmetric board belongs to the region that the turn maps to itself.
            if self.symmetric && self.image(square) == square && usize::from(region) != self.n / 2 {
                continue;
            }
            self.set(square, region);
            sizes[usize::from(region)] += 1;
            edge.extend(self.neighbors(square).map(|square| (square, region)));
            if self.symmetric {
                let (image, region) = (self.image(square), self.n as u8 - 1 - region);
                sizes[usize::from(region)] += 1;
                edge.extend(self.neighbors(image).map(|square| (square, region)));
            }
        }
    }

    /// Gives the square of a queen of another solution, and of that alone, to a neighboring region, so that the other
    /// has two queens in one region and none in another.
    fn exclude(&mut self, other: &[u32], random: &mut Random) -> Option<()> {
        let mut moves = Vec::new();
        for (row, &column) in other.iter().enumerate() {
            if column as usize == self.columns[row] {
                continue;
            }
            let square = row * self.n + column as usize;
            let own = self.of[square];
            for to in self.neighbors(square).map(|next| self.of[next]) {
                if to != own && !moves.contains(&(square, to)) {
                    moves.push((square, to));
                }
            }
        }
        while !moves.is_empty() {
            let (square, to) = moves.swap_remove(random.below(moves.len() as u32) as usize);
            if self.give(square, to) {
                return Some(());
            }
        }
        None
    }

    /// Gives a square to a neighboring region, unless that cuts its own.
    fn give(&mut self, square: usize, to: u8) -> bool {
        let own = self.of[square];
        if own == to {
            return false;
        }
        if self.symmetric {
            let (image, last) = (self.image(square), self.n as u8 - 1);
            if image == square {
                return false;
            }
            self.set(square, to);
            if [own, last - own, to, last - to].iter().all(|&region| self.is_connected(region)) {
                return true;
            }
            self.of[image] = last - own;
        } else {
            self.of[square] = to;
            if self.is_connected(own) {
                return true;
            }
        }
        self.of[square] = own;
        false
    }

    /// Whether all squares of a region are reached from its queen.
    fn is_connected(&self, region: u8) -> bool {
        let row = usize::from(region);
        let start = row * self.n + self.columns[row];
        let mut seen = [0_u64; 16];
        seen[start / 64] |= 1 << (start % 64);
        let mut reached = vec![start];
        let mut count = 0;
        while let Some(square) = reached.pop() {
            count += 1;
            for next in self.neighbors(square) {
                if self.of[next] == region && seen[next / 64] >> (next % 64) & 1 == 0 {
                    seen[next / 64] |= 1 << (next % 64);
                    reached.push(next);
                }
            }
        }
        let squares = (0..self.of.len()).filter(|&square| self.of[square] == region);
        count == squares.count()
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
