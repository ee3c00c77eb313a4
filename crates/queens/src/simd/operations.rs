//! What the kernels ask of an instruction set. What a set has no instruction for is written here, for all of them.

/// A piece of work to be compiled for an instruction set.
pub(crate) trait Work {
    type Out;
    /// Must be inlined always.
    fn work(self) -> Self::Out;
}

/// Tells the processor that this will be read soon.
#[inline(always)]
pub(crate) fn prefetch<T>(soon: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, which reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(soon).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = soon;
}

/// Vectors of lanes of one width: all that a search asks of an instruction set.
///
/// The methods are meant to be inlined into [`Lanes::run`], which has the instruction set enabled.
pub(crate) trait Lanes: Copy + 'static {
    /// What a lane holds, in memory.
    type Word: Copy + Default + TryFrom<u32> + Into<u32>;
    /// A distance to shift all lanes by.
    type Shift: Copy;
    /// A choice of lanes.
    type Mask: Copy;
    /// A choice of lanes, prepared for moving words between them and memory.
    type Pack: Copy;
    /// The number of lanes.
    const COUNT: usize;

    /// The bits of a lane.
    const BITS: u32 = 8 * size_of::<Self::Word>() as u32;

    /// The low bits of x, as memory holds them.
    fn word(x: u32) -> Self::Word {
        let bits = x & u32::MAX >> (32 - Self::BITS);
        Self::Word::try_from(bits).ok().expect("no more than a lane holds")
    }
    /// The low bits of x in every lane.
    fn splat(x: u32) -> Self;
    fn shift(by: u32) -> Self::Shift;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Differences of lanes, modulo their width.
    fn minus(self, other: Self) -> Self;
    /// The bits that are set in none of the three.
    #[inline(always)]
    fn nor3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c).xor(Self::splat(u32::MAX))
    }
    /// The lowest set bit of each lane.
    #[inline(always)]
    fn lowest(self) -> Self {
        self.and(Self::splat(0).minus(self))
    }
    /// The lesser of two lanes.
    fn min(self, other: Self) -> Self;
    /// Towards the high bits.
    fn up(self, by: Self::Shift) -> Self;
    /// Towards the low bits.
    fn down(self, by: Self::Shift) -> Self;
    /// The lanes where the two have a bit in common.
    fn meets(self, other: Self) -> Self::Mask;
    /// The lanes without a set bit.
    fn is_zero(self) -> Self::Mask;
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn pack(mask: Self::Mask) -> Self::Pack;
    /// The number of lanes chosen.
    fn len(pack: Self::Pack) -> usize;
    /// The first of the lanes chosen, as many as asked for.
    fn first(pack: Self::Pack, count: usize) -> Self::Pack;
    /// `from[at..]`, one word for each lane chosen; the other lanes of self.
    fn refill(self, pack: Self::Pack, from: &[Self::Word], at: usize) -> Self;
    /// `other` in the lanes chosen, self elsewhere.
    fn select(self, pack: Self::Pack, other: Self) -> Self;
    /// Writes the lanes chosen to `to[at..]`, one after the other; may write any words after them,
    /// up to a vector's width.
    fn append(self, pack: Self::Pack, to: &mut [Self::Word], at: usize);
    /// Runs a piece of work with the instruction set enabled, which it always is unless the set has a `run` of its own.
    #[inline(always)]
    fn run<W: Work>(work: W) -> W::Out {
        work.work()
    }
}

/// Vectors of bytes: all that the color method's kernel asks of an instruction set.
///
/// The methods are meant to be inlined into [`Bytes::run`], which has the instructions enabled.
///
/// # Safety
///
/// `V` is `LANES` bytes of any values.
pub(crate) unsafe trait Bytes: Copy + 'static {
    type V: Copy;
    /// The bytes of a vector; a multiple of 16, at most 64.
    const LANES: usize = size_of::<Self::V>();

    #[inline(always)]
    fn zero() -> Self::V {
        Self::load(&[0; 64])
    }
    /// As many bytes as a vector has, the first one lowest.
    #[inline(always)]
    fn load(bytes: &[u8]) -> Self::V {
        let bytes = &bytes[..size_of::<Self::V>()];
        // SAFETY: the slice has the bytes of a vector, and any bytes are one.
        unsafe { bytes.as_ptr().cast::<Self::V>().read_unaligned() }
    }
    #[inline(always)]
    fn store(a: Self::V, bytes: &mut [u8]) {
        let bytes = &mut bytes[..size_of::<Self::V>()];
        // SAFETY: the slice has room for the bytes of a vector.
        unsafe { bytes.as_mut_ptr().cast::<Self::V>().write_unaligned(a) }
    }
    /// The bits that are set in neither.
    fn nor(a: Self::V, b: Self::V) -> Self::V;
    fn and(a: Self::V, b: Self::V) -> Self::V;
    /// The number of bits set in every byte.
    fn count_bits(a: Self::V) -> Self::V;
    /// Sums of bytes, modulo 256.
    fn add(a: Self::V, b: Self::V) -> Self::V;
    /// Sums of bytes; 255 where they are more.
    fn add_saturating(a: Self::V, b: Self::V) -> Self::V;
    /// The top bit of every byte, in its lowest place.
    fn tops(a: Self::V) -> Self::V;
    /// The top bit of every byte: bit j of byte k of `to` is that of byte 8 k + j.
    fn signs(a: Self::V, to: &mut [u8]);
    /// Eight words from each of LANES / 8 places: byte 8 k + j of vector b is byte b of word
    /// `words[at[k] + j]`.
    fn transpose(words: &[u64], at: &[usize]) -> [Self::V; 8];
    /// Runs the work with the instructions enabled, which they always are unless the set has a `run` of its own.
    fn run<W: Work>(work: W) -> W::Out {
        work.work()
    }

    /// The bits of eight words from each of LANES places: bit j of byte k of plane b, which are LANES bytes of `to`, is
    /// bit b of word `words[at[k] + j]`. Planes are made for the lowest bits, at least `bits`.
    #[inline(always)]
    fn planes(words: &[u64], at: &[usize; 64], bits: usize, to: &mut [u8]) {
        for (part, at) in at[..Self::LANES].chunks(Self::LANES / 8).enumerate() {
            let bytes = Self::transpose(words, at);
            let lane = part * (Self::LANES / 8);
            // Then no store below needs a check of its own.
            assert!(lane <= Self::LANES - Self::LANES / 8);
            for (planes, &byte) in
                to.chunks_exact_mut(8 * Self::LANES).zip(&bytes[..bits.div_ceil(8)])
            {
                let mut byte = byte;
                for bit in (0..8).rev() {
                    Self::signs(byte, &mut planes[bit * Self::LANES + lane..][..Self::LANES / 8]);
                    byte = Self::add(byte, byte);
                }
            }
        }
    }

    /// Adds bytes, times a power of two, to entries that stay at 65,535; a byte of 255 fills its entry.
    #[inline(always)]
    fn add_to(entries: &mut [u16], sum: Self::V, power: u32) {
        let mut bytes = [0; 64];
        Self::store(sum, &mut bytes);
        for (entry, &byte) in entries[..Self::LANES].iter_mut().zip(&bytes) {
            let sum = if byte == u8::MAX { u16::MAX } else { u16::from(byte) << power };
            *entry = entry.saturating_add(sum);
        }
    }

    /// The larger of two bytes.
    #[inline(always)]
    fn max(a: Self::V, b: Self::V) -> Self::V {
        let (mut most, mut bytes) = ([0; 64], [0; 64]);
        Self::store(a, &mut most);
        Self::store(b, &mut bytes);
        for (most, &byte) in most.iter_mut().zip(&bytes) {
            *most = byte.max(*most);
        }
        Self::load(&most)
    }

    /// Copies the words that have no bit in common with `blocked`, in order, and tells how many they are. `to`
    /// has room for eight more than `from`; what it holds behind them has no meaning.
    #[inline(always)]
    fn filter(from: &[u64], blocked: u64, to: &mut [u64]) -> usize {
        let mut kept = 0;
        for &word in from {
            to[kept] = word;
            kept += usize::from(word & blocked == 0);
        }
        kept
    }

    /// The bytes of four vectors, one behind the other, at these places.
    #[inline(always)]
    fn gather(from: &[Self::V; 4], at: &[u8]) -> Self::V {
        let mut bytes = [0; 256];
        for (vector, bytes) in from.iter().zip(bytes.chunks_exact_mut(Self::LANES)) {
            Self::store(*vector, bytes);
        }
        let mut found = [0; 64];
        for (to, &at) in found.iter_mut().zip(&at[..Self::LANES]) {
            *to = bytes[usize::from(at)];
        }
        Self::load(&found)
    }

    /// The sum of products a[i][k] b[k][i] for k below 16 and i below 8 times `blocks`, which is at least 1: rows of `a`
    /// are `row_a` apart, rows of `b` are `row_b` apart. The largest entry of `a` times that of `b` is below 2^27.
    #[inline(always)]
    fn dot(a: &[u16], row_a: usize, b: &[u16], row_b: usize, blocks: usize) -> u64 {
        let mut sum = 0;
        for i in 0..8 * blocks {
            for k in 0..16 {
                sum += u64::from(a[i * row_a + k]) * u64::from(b[k * row_b + i]);
            }
        }
        sum
    }
}
