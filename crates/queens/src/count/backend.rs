//! The interface of every kernel, and the kernels of this machine.

use std::fmt::{self, Debug};
use std::str::FromStr;

use crate::count::search::{Class, LanesKernel, Scalar, Subproblem};
use crate::count::tally::Tally;
use crate::error::{Error, ErrorKind};
use crate::parallel::StopFlag;

/// The name of a backend.
///
/// ```
/// use queens::BackendId;
///
/// let id: BackendId = "avx2".parse()?;
/// assert_eq!(id, BackendId::Avx2);
/// assert_eq!(id.to_string(), "avx2");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BackendId {
    /// One sub-problem at a time, in plain Rust, on any machine.
    Scalar,
    /// The lanes kernel in plain Rust, on any machine.
    Portable,
    /// Vector lanes of 256 bits on x86-64.
    Avx2,
    /// Vector lanes of 512 bits on x86-64.
    Avx512,
}

impl BackendId {
    /// All backends, the simplest first.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Portable, Self::Avx2, Self::Avx512];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for BackendId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for BackendId {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let unknown = || {
            Error::invalid(
                format!("there is no backend `{}`", name.escape_debug()),
                format!("choose from {}", Self::ALL.map(Self::name).join(", ")),
            )
        };
        Self::ALL.into_iter().find(|id| id.name() == name).ok_or_else(unknown)
    }
}

/// Counts batches of sub-problems.
///
/// ```
/// use queens::BackendId;
/// use queens::engine::backend::{Backend, open};
///
/// let backend: Box<dyn Backend> = open(BackendId::Portable)?;
/// assert_eq!(backend.id(), BackendId::Portable);
/// # Ok::<_, queens::engine::backend::Unavailable>(())
/// ```
pub trait Backend: Debug + Send + Sync {
    /// Its name.
    ///
    /// ```
    /// use queens::BackendId;
    /// use queens::engine::backend::Backend;
    /// use queens::engine::search::Scalar;
    ///
    /// assert_eq!(Scalar.id(), BackendId::Scalar);
    /// ```
    fn id(&self) -> BackendId;

    /// Counts the ways to complete each sub-problem of `batch`, all of one class.
    ///
    /// `out[i]` receives the tally of `batch[i]`. A tally depends on its sub-problem alone:
    /// splitting, reordering or merging batches never changes a number.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Stopped`] when `stop` was raised before the batch was finished. `out` is then unspecified;
    /// the caller repeats the whole batch.
    ///
    /// # Panics
    ///
    /// If `out` is not as long as `batch`.
    ///
    /// # Examples
    ///
    /// The empty board of size 6 has four solutions.
    ///
    /// ```
    /// use queens::engine::backend::Backend;
    /// use queens::StopFlag;
    /// use queens::engine::search::{Class, Scalar, Subproblem};
    /// use queens::Tally;
    ///
    /// let class = Class::whole(6)?;
    /// let mut out = [Tally::ZERO];
    /// Scalar.count(&class, &[Subproblem::EMPTY], &mut out, &StopFlag::new())?;
    /// assert_eq!(out[0].solutions, 4);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    fn count(
        &self,
        class: &Class,
        batch: &[Subproblem],
        out: &mut [Tally],
        stop: &StopFlag,
    ) -> Result<(), Error>;

    /// The rows that hold queens in the sub-problems that suit it best.
    fn rows(&self, size: u32) -> u32 {
        // Enough sub-problems for many cores, few enough to hold in memory at any n (130,000 of 24 bytes at
        // n = 32), each large enough to fill the lanes of a vector kernel (0.4 million nodes at n = 16, some
        // 4 million at 17, in the mean).
        match size {
            0..=17 => 2,
            18..=19 => 3,
            _ => 4,
        }
    }
}

/// Why a backend cannot be used here.
///
/// ```
/// use queens::engine::backend::probe;
///
/// for (id, backend) in probe() {
///     if let Err(unavailable) = backend {
///         assert_eq!(unavailable.id, id);
///         assert!(!unavailable.reason.is_empty());
///     }
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unavailable {
    /// The backend.
    pub id: BackendId,
    /// The reason, as the end of a sentence.
    pub reason: String,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the backend `{}` is not available: {}", self.id, self.reason)
    }
}

impl std::error::Error for Unavailable {}

impl Unavailable {
    pub(crate) fn no_instructions(id: BackendId) -> Self {
        let reason = if cfg!(target_arch = "x86_64") {
            "this processor lacks the instructions"
        } else {
            "it needs an x86-64 processor"
        };
        Self { id, reason: reason.to_owned() }
    }
}

impl From<Unavailable> for Error {
    fn from(error: Unavailable) -> Self {
        let advice = "let the program choose the backend, or name one that this machine has";
        Self::new(ErrorKind::Unavailable, error.to_string(), advice)
    }
}

/// A backend ready for use, or why it is not.
pub type Opened = Result<Box<dyn Backend>, Unavailable>;

/// All backends, each ready for use or with the reason why it is not.
///
/// ```
/// use queens::engine::backend::{BackendId, probe};
///
/// let (first, scalar) = &probe()[0];
/// assert_eq!(*first, BackendId::Scalar);
/// assert!(scalar.is_ok());
/// ```
pub fn probe() -> Vec<(BackendId, Opened)> {
    BackendId::ALL.into_iter().map(|id| (id, open(id))).collect()
}

/// The backend of this name.
///
/// # Errors
///
/// [`Unavailable`] with the reason.
///
/// ```
/// use queens::engine::backend::{BackendId, open};
///
/// assert_eq!(open(BackendId::Scalar)?.id(), BackendId::Scalar);
/// # Ok::<_, queens::engine::backend::Unavailable>(())
/// ```
pub fn open(id: BackendId) -> Opened {
    match id {
        BackendId::Scalar => Ok(Box::new(Scalar)),
        BackendId::Portable | BackendId::Avx2 | BackendId::Avx512 => {
            let kernel = LanesKernel::find(id).ok_or_else(|| Unavailable::no_instructions(id))?;
            Ok(Box::new(kernel))
        }
    }
}

/// The fastest backend of this machine.
///
/// ```
/// let backend = queens::engine::backend::best();
/// assert!(queens::engine::backend::open(backend.id()).is_ok());
/// ```
pub fn best() -> Box<dyn Backend> {
    // Without vector instructions the scalar kernel is as fast as the lanes in plain Rust, or faster
    // (BENCHMARKS.md).
    let fastest_first = [BackendId::Avx512, BackendId::Avx2];
    fastest_first.into_iter().find_map(|id| open(id).ok()).unwrap_or_else(|| Box::new(Scalar))
}
