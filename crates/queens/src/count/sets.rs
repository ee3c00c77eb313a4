//! Sets of rows or of columns, as bits.

/// The set of the first n elements; n at most 32.
pub(crate) const fn ones(n: u32) -> u32 {
    ((1_u64 << n) - 1) as u32
}

/// The elements of a set, ascending.
pub(crate) fn members(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let next = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (next < 32).then_some(next)
    })
}
