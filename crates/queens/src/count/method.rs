//! The methods, and the kernels that count by them: one algorithm each, for several instruction sets.

use crate::error::{Error, ErrorKind};
use crate::simd::InstructionSet;
use crate::tuning::{FIRST_BY_COLOR, FIRST_BY_COLOR_IN_RUST};

/// A way to count the plain board. The two share nothing but the definition of a solution: each is the
/// other's check.
///
/// ```
/// use queens::{Counter, Method};
///
/// let by = |method| Counter::new(9).method(method).run();
/// assert_eq!(by(Method::Search)?.total, by(Method::Color)?.total);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    /// Backtracking over the boards that are different up to symmetry: [`crate::count::search`]. The faster
    /// one for small boards; needs little memory.
    Search,
    /// Sums of products of white and black placements: [`crate::count::color`]. The faster one for large boards.
    Color,
}

impl Method {
    /// The faster one for this size by a kernel (BENCHMARKS.md has the measurements).
    pub const fn faster(n: u32, kernel: Kernel) -> Self {
        let first = match kernel {
            // The scalar kernel has no color method.
            Kernel::Scalar => return Self::Search,
            Kernel::Portable if !cfg!(target_arch = "wasm32") => FIRST_BY_COLOR_IN_RUST,
            _ => FIRST_BY_COLOR,
        };
        if n < first { Self::Search } else { Self::Color }
    }
}

crate::named!(Method {
    Search "search"
    Color "color"
});
crate::named!(Method, "there is no method `{}`");

/// A kernel: the inner loop of a method for an instruction set.
///
/// ```
/// use queens::{Kernel, Method};
///
/// let kernel: Kernel = "portable".parse()?;
/// assert_eq!(kernel.missing(), None); // it runs on every machine
/// assert!(Kernel::Scalar.check(Method::Color).is_err()); // the method works on vectors
/// assert_eq!(Kernel::fastest(Method::Color).check(Method::Color), Ok(()));
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kernel {
    /// One placement at a time, in plain Rust, on any machine; for the search method and plain boards only.
    Scalar,
    /// What every machine of the architecture has: plain Rust on x86-64, NEON on 64-bit ARM, and the vectors of
    /// WebAssembly. For the search method, it has a single lane except in WebAssembly.
    Portable,
    /// Vectors of 256 bits on x86-64.
    Avx2,
    /// Vectors of 512 bits on x86-64.
    Avx512,
}

impl Kernel {
    /// What this machine lacks for it, as the end of a sentence; `None` if it runs here.
    pub fn missing(self) -> Option<&'static str> {
        if cfg!(not(target_arch = "x86_64")) && matches!(self, Self::Avx2 | Self::Avx512) {
            return Some("it needs an x86-64 processor");
        }
        (!self.set().is_here()).then_some("this processor lacks the instructions")
    }

    /// The instruction set that it works with.
    pub(crate) fn set(self) -> InstructionSet {
        match self {
            Self::Scalar | Self::Portable => InstructionSet::Portable,
            Self::Avx2 => InstructionSet::Avx2,
            Self::Avx512 => InstructionSet::Avx512,
        }
    }

    /// Whether it counts by this method on this machine.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Unavailable`] with the reason.
    pub fn check(self, method: Method) -> Result<(), Error> {
        let missing = if self == Self::Scalar && method == Method::Color {
            Some("the color method has kernels for portable, avx2 and avx512 only")
        } else {
            self.missing()
        };
        let Some(reason) = missing else { return Ok(()) };
        let what = format!("the kernel `{self}` is not available: {reason}");
        let advice = "let the program choose the kernel, or name one that this machine has";
        Err(Error::new(ErrorKind::Unavailable, what, advice))
    }

    /// The fastest one for a method on this machine.
    pub fn fastest(method: Method) -> Self {
        let mut vectors = [Self::Avx512, Self::Avx2].into_iter();
        let plain = if method == Method::Search { Self::Scalar } else { Self::Portable };
        vectors.find(|kernel| kernel.missing().is_none()).unwrap_or(plain)
    }
}

crate::named!(Kernel {
    Scalar "scalar"
    Portable "portable"
    Avx2 "avx2"
    Avx512 "avx512"
});
crate::named!(Kernel, "there is no kernel `{}`");
