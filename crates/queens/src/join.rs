//! Method 2: meet in the middle.

mod columns;
mod diagonals;
mod lists;
mod outer;
mod pairs;
mod planes;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::num::NonZeroUsize;
use std::ops::Range;

use self::diagonals::Halves;
use self::lists::{Lists, Wanted};
use self::outer::OuterTable;
use self::pairs::{Pairing, Rings};
use self::planes::Kernel;
use crate::backend::{BackendId, StopFlag, Stopped};
use crate::board::BoardSize;

/// The parameters of the method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Rows of the outer table.
    pub outer: u32,
    /// Innermost rows by which lists are cut.
    pub cuts: u32,
    /// Pairs up to which a leaf is counted at once.
    pub leaf: usize,
}

/// The method for one board size.
#[derive(Debug)]
pub struct Join {
    halves: Halves,
    table: OuterTable,
    pairing: Pairing,
    /// [`Halves::attacked_by_depth`].
    attacked: Vec<[u128; 32]>,
    cuts: u32,
}

impl Join {
    /// Tabulates.
    pub fn new(size: BoardSize, shape: Shape, threads: NonZeroUsize, stop: &StopFlag) -> Result<Self, Stopped> {
        let halves = Halves::new(size.get(), shape.outer);
        let attacked = halves.attacked_by_depth();
        let table = OuterTable::build(kernel(BackendId::Avx512).unwrap(), halves, &attacked, threads, stop)?;
        let pairing = Pairing::new(halves, shape.leaf);
        Ok(Self { halves, table, pairing, attacked, cuts: shape.cuts.min(halves.h - halves.outer) })
    }

    /// Bytes of the table.
    pub fn table_bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// How many column sets there are.
    pub fn sets(&self) -> u32 {
        columns::sets(2 * self.halves.h, self.halves.h)
    }

    /// Counts.
    pub fn worker(&self, backend: BackendId) -> Option<Worker<'_>> {
        let kernel = kernel(backend)?;
        Some(Worker { join: self, kernel, lists: Lists::new(), half_boards: 0 })
    }
}

fn kernel(backend: BackendId) -> Option<&'static dyn Kernel> {
    Some(match backend {
        BackendId::Portable => &portable::Portable,
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx2 => x86::avx2()?,
        #[cfg(target_arch = "x86_64")]
        BackendId::Avx512 => x86::avx512()?,
        _ => return None,
    })
}

/// Counts sets.
#[derive(Debug)]
pub struct Worker<'a> {
    join: &'a Join,
    kernel: &'static dyn Kernel,
    lists: Lists,
    /// Half-boards generated.
    pub half_boards: u64,
}

impl Worker<'_> {
    /// Counts.
    pub fn count(&mut self, sets: Range<u32>, stop: &StopFlag) -> Result<[u128; 16], Stopped> {
        let mut sums = [0_u128; 16];
        let halves = self.join.halves;
        let mut subset = u64::from(columns::unrank(sets.start, halves.h));
        for _ in sets {
            let columns = subset as u32;
            if halves.is_odd() {
                self.odd(columns, stop, &mut sums)?;
            } else {
                let others = halves.columns() & !columns;
                if let Some(orbit) = columns::orbit(halves, columns, others) {
                    self.symmetric(columns, others, 0, u64::from(orbit), stop, &mut sums)?;
                }
            }
            subset = columns::following(subset);
        }
        Ok(sums)
    }

    fn generate(&mut self, wanted: &Wanted) -> lists::List {
        let list = self.lists.generate(self.kernel, self.join.halves, &self.join.attacked, &self.join.table, wanted);
        self.half_boards += list.len as u64;
        list
    }

    /// Boards with these columns above and below, both free of the middle queen's diagonals.
    fn symmetric(&mut self, top: u32, bottom: u32, attacked: u64, times: u64, stop: &StopFlag, sums: &mut [u128; 16]) -> Result<(), Stopped> {
        let mark = self.lists.mark();
        let cuts = self.join.cuts;
        let wanted = |columns| Wanted { columns, attacked, middle_above: None, cuts };
        let above = self.generate(&wanted(top));
        let below = self.generate(&wanted(bottom));
        let mut rings: Rings = [0; 16];
        let ring = self.join.halves.is_odd().then_some(0);
        self.join.pairing.count(self.kernel, &mut self.lists, [(above, top), (below, bottom)], attacked, ring, stop, &mut rings)?;
        for (sum, count) in sums.iter_mut().zip(rings) {
            *sum += u128::from(count * times);
        }
        self.lists.forget(mark);
        Ok(())
    }

    fn odd(&mut self, subset: u32, stop: &StopFlag, sums: &mut [u128; 16]) -> Result<(), Stopped> {
        let halves = self.join.halves;
        let h = halves.h;
        // The middle column is left out.
        let low = (1 << h) - 1;
        let bottom = (subset & low) | (subset & !low) << 1;
        let others = halves.columns() & !bottom;
        let mark = self.lists.mark();
        let cuts = self.join.cuts;
        let all_below = self.generate(&Wanted { columns: bottom, attacked: 0, middle_above: None, cuts });
        for middle in 1..h {
            if others >> middle & 1 == 0 {
                continue;
            }
            let top = others & !(1 << middle);
            let attacked = halves.attacked_from_middle(middle);
            let mark = self.lists.mark();
            let above = self.generate(&Wanted { columns: top, attacked, middle_above: Some(middle), cuts });
            if above.len > 0 {
                let below = self.lists.filter(self.kernel, &all_below, attacked, all_below.planes, true);
                let mut rings: Rings = [0; 16];
                let ring = Some(halves.distance(middle));
                self.join.pairing.count(self.kernel, &mut self.lists, [(above, top), (below, bottom)], attacked, ring, stop, &mut rings)?;
                for (sum, count) in sums.iter_mut().zip(rings) {
                    *sum += u128::from(count * 8);
                }
            }
            self.lists.forget(mark);
        }
        self.lists.forget(mark);
        let top = others & !(1 << h);
        if let Some(orbit) = columns::orbit(halves, bottom, top) {
            let attacked = halves.attacked_from_middle(h);
            self.symmetric(bottom, top, attacked, u64::from(orbit), stop, sums)?;
        }
        Ok(())
    }
}
