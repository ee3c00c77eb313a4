//! A pattern counted pair by pair, by the definition: four lists of placements, and sums of any size.
//!
//! For patterns with an entry that does not fit 16 bits. None is known.

use super::lists::{Lists, Ranks, compatible};
use super::pattern::{Pattern, Pruning};
use super::shared::FamilyColor;
use super::weights::Weights;
use crate::parallel::{StopFlag, Stopped};

/// The solutions with these white rows, each times the weight of its columns; `colors` are those of their family.
pub(crate) fn count(
    pruning: Pruning,
    colors: &[FamilyColor; 2],
    rows: Pattern,
    stop: &StopFlag,
) -> Result<u128, Stopped> {
    let lists = |of: &FamilyColor| -> Result<[Lists; 2], Stopped> {
        let class = of.color.tried;
        let ranks = Ranks::new(class.columns, of.tried_sets.iter().map(|set| set.columns));
        let on_even = of.color.own(rows.even, class.rows);
        let tried = Lists::new(class, on_even, &ranks, of.tried_sets.len(), stop)?;
        Ok([tried, of.lists(rows.odd, stop)?])
    };
    let [white, black] = colors;
    let ([ee, oo], [eo, oe]) = (lists(white)?, lists(black)?);
    let weights = Weights::new(pruning, rows);
    let mut sum = 0;
    // The complements of the black column sets, from the last one on, are the white ones.
    for (even, b1) in white.tried_sets.iter().enumerate() {
        let not_even = oe.by_rank.len() - 1 - even;
        for (odd, b2) in white.packed_sets.iter().enumerate() {
            if stop.is_raised() {
                return Err(Stopped);
            }
            let not_odd = eo.by_rank.len() - 1 - odd;
            let weight = u128::from(weights.weight(b1, b2));
            if weight > 0 {
                let of_white = compatible(ee.of_rank(even), oo.of_rank(odd));
                let of_black = compatible(eo.of_rank(not_odd), oe.of_rank(not_even));
                sum += weight * of_white * of_black;
            }
        }
    }
    Ok(sum)
}
