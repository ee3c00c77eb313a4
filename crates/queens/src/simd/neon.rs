//! NEON, the vectors of 64-bit ARM: 128 bits. What is called `portable` elsewhere is made of these for the
//! color method.

use std::arch::aarch64::*;

use super::operations::Bytes;
use super::portable::transpose;

#[derive(Clone, Copy)]
pub(crate) struct Bytes16;

// SAFETY: a vector is 16 bytes.
unsafe impl Bytes for Bytes16 {
    type V = uint8x16_t;

    instructions!(and vandq_u8, add vaddq_u8, add_saturating vqaddq_u8);

    #[inline(always)]
    fn nor(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        vector!(vmvnq_u8(vorrq_u8(a, b)))
    }
    #[inline(always)]
    fn count_bits(a: uint8x16_t) -> uint8x16_t {
        vector!(vcntq_u8(a))
    }
    #[inline(always)]
    fn tops(a: uint8x16_t) -> uint8x16_t {
        vector!(vshrq_n_u8::<7>(a))
    }
    #[inline(always)]
    fn signs(a: uint8x16_t, to: &mut [u8]) {
        // The bit of each byte moves to its place; the sum of eight is their union.
        let places = [0i8, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7];
        // SAFETY: sixteen places are 16 bytes.
        let places = unsafe { vld1q_s8(places.as_ptr()) };
        let bits = vector!(vshrq_n_u8::<7>(a));
        let bits = vector!(vshlq_u8(bits, places));
        let low = vector!(vget_low_u8(bits));
        let high = vector!(vget_high_u8(bits));
        to[0] = vector!(vaddv_u8(low));
        to[1] = vector!(vaddv_u8(high));
    }
    #[inline(always)]
    fn transpose(words: &[u64], at: &[usize]) -> [uint8x16_t; 8] {
        transpose::<2>(words, at).map(|[low, high]| {
            let low = vector!(vcreate_u8(low));
            let high = vector!(vcreate_u8(high));
            vector!(vcombine_u8(low, high))
        })
    }
}
