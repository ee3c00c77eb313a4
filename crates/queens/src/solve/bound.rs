//! The least sum of the squares of the numbers of diagonals.

#![allow(clippy::inline_always, reason = "what is not inlined is compiled without popcnt")]

/// Of the diagonals of one direction, those nearest to a center.
///
/// For m different values with a given sum, out of those that are free, and any center z, the sum of
/// v^2 is the sum of (v - z)^2, plus 2 z times the sum of v, which is given, less m z^2; and the sum of
/// (v - z)^2 is not less than that of the m values nearest to z. The best z is where the values chosen
/// have the sum that they should have. A position inherits the center and the choice from the one before
/// it, and adjusts both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// The center, in eighths.
    center: i32,
    /// The values chosen are the free ones from `low` to `high`, as numbers of their bits.
    low: u32,
    high: u32,
    /// The square of the distance of the farthest one, in 64ths.
    farthest: i32,
}

/// Steps towards the best center.
const ROUNDS: u32 = 2;
/// A center is kept in eighths, and squares of distances in 64ths.
pub(super) const SCALE: i32 = 8;

impl Nearest {
    pub(super) fn new(n: u32) -> Self {
        Self { center: 0, low: n.saturating_sub(1), high: n.saturating_sub(1), farthest: 0 }
    }

    #[inline(always)]
    fn distance(&self, line: u32, edge: i32) -> i32 {
        (SCALE * (line as i32 - edge) - self.center).abs()
    }

    /// A bound from below, in 64ths, of the sum of squares of m different values with the given sum. Bit
    /// i of `lines` stands for the value i - `edge`. None if there are fewer than m.
    #[inline(always)]
    pub(super) fn least(&mut self, lines: u128, edge: i32, m: i32, sum: i32) -> Option<i32> {
        let mut best = i32::MIN;
        let mut next = *self;
        for _ in 0..ROUNDS {
            next.choose(lines, edge, m)?;
            let (chosen_sum, squares) = sums(lines & span(next.low, next.high), edge);
            // The sum of (8 v - c)^2, plus 16 c times the sum of v as it should be, less m c^2.
            let excess = chosen_sum - sum;
            let bound = SCALE * SCALE * squares - 2 * SCALE * next.center * excess;
            if bound > best {
                best = bound;
                *self = next;
            }
            next.center -= SCALE * excess / m;
        }
        Some(best)
    }

    /// Chooses the m lines nearest to the center, beginning with the choice at hand. None if there are
    /// fewer.
    #[inline(always)]
    fn choose(&mut self, lines: u128, edge: i32, m: i32) -> Option<()> {
        let mut chosen = lines & span(self.low, self.high);
        if chosen == 0 {
            // Any line will do to begin with.
            chosen = lines & lines.wrapping_neg();
        }
        let mut count = chosen.count_ones() as i32;
        if count == 0 {
            return None;
        }
        (self.low, self.high) = (chosen.trailing_zeros(), chosen.ilog2());
        loop {
            let above = lines & u128::MAX << self.high << 1;
            let below = lines & !(u128::MAX << self.low);
            let next =
                [(above != 0).then(|| above.trailing_zeros()), (below != 0).then(|| below.ilog2())];
            let far = |line: Option<u32>| line.map_or(i32::MAX, |line| self.distance(line, edge));
            let (up, down) = (far(next[0]), far(next[1]));
            let nearer = up.min(down);
            let (lowest, highest) = (self.distance(self.low, edge), self.distance(self.high, edge));
            let farthest = lowest.max(highest);
            if count > m || count == m && nearer < farthest {
                // The farthest leaves.
                let kept = lines & span(self.low, self.high);
                if lowest >= highest {
                    self.low = (kept & (kept - 1)).trailing_zeros();
                } else {
                    self.high = (kept & !(1 << self.high)).ilog2();
                }
                count -= 1;
                if count == 0 {
                    // It was the only one; the nearer one takes its place.
                    let line = if up <= down { next[0]? } else { next[1]? };
                    (self.low, self.high, count) = (line, line, 1);
                }
            } else if count < m {
                match next {
                    [Some(line), _] if up <= down => self.high = line,
                    [_, Some(line)] => self.low = line,
                    _ => return None,
                }
                count += 1;
            } else {
                self.farthest = farthest * farthest;
                return Some(());
            }
        }
    }

    /// The lines that can be used if the sum of squares may exceed the bound by `slack` 64ths: to use
    /// one that lies farther out than those chosen costs the difference of the squares at least.
    #[inline(always)]
    pub(super) fn within(&self, mut lines: u128, slack: i32, edge: i32) -> u128 {
        let reach = self.farthest + slack;
        while lines != 0 && self.distance(lines.trailing_zeros(), edge).pow(2) > reach {
            lines &= lines - 1;
        }
        while lines != 0 && self.distance(lines.ilog2(), edge).pow(2) > reach {
            lines ^= 1 << lines.ilog2();
        }
        lines
    }
}

/// The bits from `low` to `high`.
#[inline(always)]
fn span(low: u32, high: u32) -> u128 {
    u128::MAX << low & u128::MAX >> (127 - high)
}

/// The sum and the sum of squares of the values of some lines.
#[inline(always)]
fn sums(lines: u128, edge: i32) -> (i32, i32) {
    let low = lines.trailing_zeros();
    let mut rest = lines >> (low & 127);
    let mut value = low as i32 - edge;
    let (mut sum, mut squares) = (0, 0);
    while rest != 0 {
        let [count, s, q] = OF_BYTE[(rest & 0xff) as usize].map(i32::from);
        sum += s + value * count;
        squares += q + value * (2 * s + value * count);
        value += 8;
        rest >>= 8;
    }
    (sum, squares)
}

/// Of the set bits of a byte: how many there are, and the sums of their numbers and of the squares.
static OF_BYTE: [[u8; 3]; 256] = {
    let mut table = [[0; 3]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][0] += 1;
                table[byte][1] += bit as u8;
                table[byte][2] += (bit * bit) as u8;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::split_mix;

    /// The bound never exceeds a sum of squares that can be reached: against all choices of lines.
    #[test]
    fn the_least_sum_of_squares_is_a_bound() {
        let (n, mut random) = (7_u32, 1);
        let edge = n as i32 - 1;
        for _ in 0..2000 {
            let lines = u128::from(split_mix(&mut random)) & ((1 << (2 * n - 1)) - 1);
            let chosen = u128::from(split_mix(&mut random)) & lines;
            let m = chosen.count_ones() as i32;
            if m == 0 {
                continue;
            }
            let values = |lines: u128| (0..2 * n - 1).filter(move |line| lines >> line & 1 == 1);
            let value = |line: u32| line as i32 - edge;
            let sum = values(chosen).map(value).sum::<i32>();
            let squares = values(chosen).map(|line| value(line).pow(2)).sum::<i32>();
            let mut nearest = Nearest::new(n);
            let bound = nearest.least(lines, edge, m, sum).expect("there are enough lines");
            let slack = SCALE * SCALE * squares - bound;
            assert!(slack >= 0, "{lines:b} {chosen:b}");
            assert_eq!(nearest.within(lines, slack, edge) & chosen, chosen, "{lines:b} {chosen:b}");
            assert_eq!(nearest.least(lines, edge, lines.count_ones() as i32 + 1, sum), None);
        }
    }
}
