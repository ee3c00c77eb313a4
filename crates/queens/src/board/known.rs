//! Known values, to test against and to tell users what is known; never used to compute.
//!
//! This is the only place in the project where such constants stand. Each names its OEIS sequence
//! and how sure it is: *recounted* means by an independent brute-force program for the stated n,
//! *certain* means by several independent parties or by a proved formula, *OEIS* means one published
//! computation.

/// Values of a sequence at consecutive indices.
///
/// ```
/// use queens::known::{NODES, TOTAL};
///
/// assert_eq!(TOTAL.oeis, "A000170");
/// assert_eq!(NODES.at(8), Some(2057));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sequence<T: 'static> {
    /// The number in the On-Line Encyclopedia of Integer Sequences.
    pub oeis: &'static str,
    /// The index of the first value.
    pub first: u32,
    /// The values.
    pub values: &'static [T],
}

impl<T: Copy> Sequence<T> {
    /// The value at index n, if it is known here.
    pub fn at(&self, n: u32) -> Option<T> {
        let index = n.checked_sub(self.first)? as usize;
        self.values.get(index).copied()
    }

    /// The indices and their values.
    pub fn iter(&self) -> impl Iterator<Item = (u32, T)> + use<T> {
        (self.first..).zip(self.values.iter().copied())
    }
}

/// Q(n), all solutions. Recounted for n <= 13; certain for n <= 27, where 26 was counted by FPGA
/// clusters (Queens@TUD 2009), by MC# (2009) and on GPUs (`NQueensFAF`), and 27 on FPGAs (Preusser and
/// Engelhardt 2016) and on GPUs (Yao and Li 2025).
pub const TOTAL: Sequence<u128> = Sequence {
    oeis: "A000170",
    first: 0,
    values: &[
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512,
    95_815_104, 666_090_624, 4_968_057_848, 39_029_188_884, 314_666_222_712, 2_691_008_701_644,
    24_233_937_684_440, 227_514_171_973_736, 2_207_893_435_808_352, 22_317_699_616_364_044,
    234_907_967_154_122_528,
    ],
};

/// A wrong value of Q(24) published by NQueens@Home: short by 182 * 2^32, a 32-bit overflow that
/// went unnoticed. For tests that must fail on it.
pub const WRONG_TOTAL_24: u128 = 226_732_487_925_864;

/// Fundamental solutions: orbits of the solutions under the eight symmetries. Certain: it follows
/// from the totals and the next two by counting orbits.
pub const FUNDAMENTAL: Sequence<u128> = Sequence {
    oeis: "A002562",
    first: 1,
    values: &[
    1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787, 9_233, 45_752, 285_053, 1_846_955, 11_977_939,
    83_263_591, 621_012_754, 4_878_666_808, 39_333_324_973, 336_376_244_042, 3_029_242_658_210,
    28_439_272_956_934, 275_986_683_743_434, 2_789_712_466_510_289, 29_363_495_934_315_694,
    ],
};

/// Solutions that a half turn maps to themselves, those of a quarter turn included. Recounted for
/// n <= 13; OEIS above.
pub const HALF_TURN: Sequence<u128> = Sequence {
    oeis: "A032522",
    first: 1,
    values: &[
    1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1_240, 3_000, 8_152, 18_104, 44_184,
    144_620, 375_664, 1_250_692, 3_581_240, 11_675_080, 34_132_592, 115_718_268, 320_403_024,
    1_250_901_440, 3_600_075_088, 14_589_438_024, 43_266_334_696, 181_254_386_312,
    ],
};

/// Solutions that a quarter turn maps to themselves. Recounted for n <= 13; OEIS above.
pub const QUARTER_TURN: Sequence<u128> = Sequence {
    oeis: "A033148",
    first: 0,
    values: &[
    1, 1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3_328, 3_264,
    0, 0, 32_896, 43_776, 0, 0, 406_784, 667_904, 0, 0, 5_845_504, 8_650_752, 0, 0, 77_184_000,
    101_492_736, 0, 0, 1_261_588_480, 1_795_233_792, 0, 0, 21_517_426_688, 35_028_172_800, 0, 0,
    406_875_119_616, 652_044_443_648, 0, 0,
    ],
};

/// Nodes of the plain row-by-row search tree, the root included: legal placements of queens on the
/// first k rows, summed over k = 0..n. Recounted for n <= 13; certain for n <= 19.
pub const NODES: Sequence<u64> = Sequence {
    oeis: "A319283",
    first: 0,
    values: &[
    1, 2, 3, 6, 17, 54, 153, 552, 2_057, 8_394, 35_539, 166_926, 856_189, 4_674_890, 27_358_553,
    171_129_072, 1_141_190_303, 8_017_021_932, 59_365_844_491, 461_939_618_824,
    ],
};

/// The same by depth: `at(n)[k]` is the number of ways to put queens on the first k rows.
/// Recounted.
pub const PROFILE: Sequence<&[u64]> = Sequence {
    oeis: "A319284",
    first: 0,
    values: &[
    &[1],
    &[1, 1],
    &[1, 2, 0],
    &[1, 3, 2, 0],
    &[1, 4, 6, 4, 2],
    &[1, 5, 12, 14, 12, 10],
    &[1, 6, 20, 36, 46, 40, 4],
    &[1, 7, 30, 76, 140, 164, 94, 40],
    &[1, 8, 42, 140, 344, 568, 550, 312, 92],
    &[1, 9, 56, 234, 732, 1_614, 2_292, 2_038, 1_066, 352],
    &[1, 10, 72, 364, 1_400, 3_916, 7_552, 9_632, 7_828, 4_040, 724],
    &[1, 11, 90, 536, 2_468, 8_492, 21_362, 37_248, 44_148, 34_774, 15_116, 2_680],
    &[1, 12, 110, 756, 4_080, 16_852, 52_856, 120_104, 195_270, 222_720, 160_964, 68_264, 14_200],
    &[1, 13, 132, 1_030, 6_404, 31_100, 117_694, 335_010, 707_698, 1_086_568, 1_151_778, 813_448,
      350_302, 73_712],
    ],
};

/// The profile of n = 16. OEIS; its sum is the entry of [`NODES`].
pub const PROFILE_16: &[u64] = &[
    1, 16, 210, 2_236, 19_688, 141_812, 838_816, 3_998_456, 15_324_708, 46_358_876, 108_478_966,
    193_892_860, 260_303_408, 253_897_632, 171_158_018, 72_002_088, 14_772_512,
];

/// Squares that plain backtracking tests until it has its first solution, or has found out that
/// there is none. Recounted for n <= 22; OEIS above.
pub const TESTS_TO_FIRST: Sequence<u64> = Sequence {
    oeis: "A140450",
    first: 1,
    values: &[
    1, 6, 18, 26, 15, 171, 42, 876, 333, 975, 517, 3_066, 1_365, 26_495, 20_280, 160_712, 91_222,
    743_229, 48_184, 3_992_510, 179_592, 38_217_905, 584_591, 9_878_316, 1_216_775, 10_339_849,
    12_263_400, 84_175_966, 44_434_525, 1_692_888_135, 408_773_285, 2_799_725_104, 4_618_568_460,
    ],
};

/// Solutions on the torus. Recounted for n <= 13; OEIS above.
pub const TORUS: Sequence<u64> = Sequence {
    oeis: "A051906",
    first: 1,
    values: &[
    1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4_524, 0, 0, 0, 140_692, 0, 820_496, 0, 0, 0,
    128_850_048, 0, 1_957_725_000, 0, 0, 0, 605_917_055_356, 0, 13_404_947_681_712, 0, 0, 0,
    ],
};

/// Solutions of superqueens, which also attack as knights. Recounted for n <= 22; OEIS above.
pub const SUPERQUEENS: Sequence<u64> = Sequence {
    oeis: "A051223",
    first: 1,
    values: &[
    1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1_876, 5_180, 32_516, 202_900, 1_330_622, 8_924_976,
    64_492_432, 495_864_256, 3_977_841_852, 34_092_182_276, 306_819_842_212, 2_883_202_816_808,
    28_144_109_776_812, 286_022_102_245_804,
    ],
};

/// Row n: the placements of k queens on the board of size n, for k from 0 to n. Recounted for n <= 8; OEIS
/// above.
pub const PARTIAL: Sequence<&[u64]> = Sequence {
    oeis: "A348129",
    first: 0,
    values: &[
    &[1],
    &[1, 1],
    &[1, 4, 0],
    &[1, 9, 8, 0],
    &[1, 16, 44, 24, 2],
    &[1, 25, 140, 204, 82, 10],
    &[1, 36, 340, 1_024, 982, 248, 4],
    &[1, 49, 700, 3_628, 7_002, 4_618, 832, 40],
    &[1, 64, 1_288, 10_320, 34_568, 46_736, 22_708, 3_192, 92],
    &[1, 81, 2_184, 25_096, 131_248, 310_496, 312_956, 119_180, 13_848, 352],
    &[1, 100, 3_480, 54_400, 412_596, 1_535_440, 2_716_096, 2_119_176, 636_524, 56_832, 724],
    ],
};

/// Placements of any number of queens to which none can be added. Recounted for n <= 8; OEIS above.
pub const MAXIMAL: Sequence<u64> = Sequence {
    oeis: "A146303",
    first: 1,
    values: &[
    1, 4, 9, 18, 58, 348, 1_862, 10_188, 57_600, 376_692, 2_640_422, 19_469_324, 151_978_440,
    1_258_451_524, 10_963_084_588, 100_087_600_184,
    ],
};

/// The lexicographically first solution, as OEIS writes it. Recounted. For n = 2 and 3, where there is none, the sequence has
/// zeros, and this has nothing.
pub const FIRST: Sequence<&str> = Sequence {
    oeis: "A141843",
    first: 4,
    values: &[
        "2 4 1 3",
        "1 3 5 2 4",
        "2 4 6 1 3 5",
        "1 3 5 7 2 4 6",
        "1 5 8 6 3 7 2 4",
        "1 3 6 8 2 4 9 7 5",
        "1 3 6 8 10 5 9 2 4 7",
        "1 3 5 7 9 11 2 4 6 8 10",
        "1 3 5 8 10 12 6 11 2 7 9 4",
    ],
};
