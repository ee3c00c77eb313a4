//! Random numbers from a seed: everything in queens that is drawn, is drawn from these.

/// Random numbers from a seed: the same on every machine and in every version.
///
/// ```
/// use queens::random::Random;
///
/// let mut random = Random::new(7);
/// assert_eq!([random.below(6), random.below(6), random.below(6)], [2, 0, 5]);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A sequence that the seed determines.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number from 0 to `end - 1`, each about equally likely; 0 if `end` is 0.
    #[inline]
    pub fn below(&mut self, end: u32) -> u32 {
        (((split_mix(&mut self.0) >> 32) * u64::from(end)) >> 32) as u32
    }

    /// A number from 0 to 1, without 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (split_mix(&mut self.0) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Puts items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

/// The next number of `SplitMix64` (Steele, Lea and Flood 2014): fast, and the same on every machine
/// and in every version, which results with a seed promise.
#[inline]
pub(crate) fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*state)
}

/// The last step of [`split_mix`], which makes different numbers of different numbers.
#[inline]
pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
