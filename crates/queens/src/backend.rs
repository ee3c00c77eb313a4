//! Who computes: the interface of every kernel, and what this machine offers.

use std::fmt::{self, Debug};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::search::{Class, PortableLanes, Scalar, Subproblem};
use crate::tally::Tally;

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
    /// NVIDIA graphics cards.
    Cuda,
    /// Any device with an `OpenCL` driver.
    OpenCl,
}

impl BackendId {
    /// All backends that the project plans for, the simplest first.
    ///
    /// ```
    /// use queens::BackendId;
    ///
    /// assert_eq!(BackendId::ALL[0], BackendId::Scalar);
    /// ```
    pub const ALL: [Self; 6] =
        [Self::Scalar, Self::Portable, Self::Avx2, Self::Avx512, Self::Cuda, Self::OpenCl];

    /// The name on the command line.
    ///
    /// ```
    /// assert_eq!(queens::BackendId::Scalar.name(), "scalar");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Cuda => "cuda",
            Self::OpenCl => "opencl",
        }
    }
}

impl fmt::Display for BackendId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for BackendId {
    type Err = UnknownBackend;

    fn from_str(name: &str) -> Result<Self, UnknownBackend> {
        let unknown = || UnknownBackend { name: name.to_owned() };
        Self::ALL.into_iter().find(|id| id.name() == name).ok_or_else(unknown)
    }
}

/// A name that no backend has.
///
/// ```
/// let error = "abacus".parse::<queens::BackendId>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no backend `abacus`");
/// assert!(error.advice().starts_with("choose from scalar, "));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBackend {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no backend `{}`", self.name.escape_debug())
    }
}

impl std::error::Error for UnknownBackend {}

impl UnknownBackend {
    /// What to do about it.
    ///
    /// ```
    /// let error = "abacus".parse::<queens::BackendId>().unwrap_err();
    /// assert!(error.advice().starts_with("choose from scalar, portable, "));
    /// ```
    pub fn advice(&self) -> String {
        let names = BackendId::ALL.map(BackendId::name);
        format!("choose from {}; `queens info` tells which are available here", names.join(", "))
    }
}

/// Counts batches of sub-problems.
///
/// ```
/// use queens::BackendId;
/// use queens::backend::{Backend, open};
///
/// let backend: Box<dyn Backend> = open(BackendId::Portable)?;
/// assert_eq!(backend.id(), BackendId::Portable);
/// assert_eq!(backend.device(), None); // the processor
/// # Ok::<_, queens::backend::Unavailable>(())
/// ```
pub trait Backend: Debug + Send + Sync {
    /// Its name.
    ///
    /// ```
    /// use queens::BackendId;
    /// use queens::backend::Backend;
    /// use queens::search::Scalar;
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
    /// [`Stopped`] when `stop` was raised before the batch was finished. `out` is then unspecified;
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
    /// use queens::backend::{Backend, StopFlag};
    /// use queens::search::{Class, Scalar, Subproblem};
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
    ) -> Result<(), Stopped>;

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

    /// The device that it works on, if it is not the processor.
    ///
    /// ```
    /// use queens::backend::Backend;
    /// use queens::search::Scalar;
    ///
    /// assert_eq!(Scalar.device(), None); // it works on the processor
    /// ```
    fn device(&self) -> Option<String> {
        None
    }

    /// Why it cannot go on. A call that ended with [`Stopped`] although nobody raised the flag has a reason
    /// here: a device may fail.
    ///
    /// ```
    /// use queens::backend::Backend;
    /// use queens::search::Scalar;
    ///
    /// assert_eq!(Scalar.failure(), None); // it ends early only when the flag is raised
    /// ```
    fn failure(&self) -> Option<String> {
        None
    }
}

/// The work was stopped before its end, as the caller wished.
///
/// ```
/// use queens::backend::{Backend, StopFlag, Stopped};
/// use queens::search::{Class, Scalar, Subproblem};
/// use queens::Tally;
///
/// let stop = StopFlag::new();
/// stop.raise();
/// let class = Class::whole(8)?;
/// let mut out = [Tally::ZERO];
/// assert_eq!(Scalar.count(&class, &[Subproblem::EMPTY], &mut out, &stop), Err(Stopped));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work was stopped before its end")
    }
}

impl std::error::Error for Stopped {}

/// A flag that stops work under way, shared by whoever may raise it and whoever looks at it.
///
/// # Examples
///
/// ```
/// use queens::backend::StopFlag;
///
/// let stop = StopFlag::new();
/// let shared = stop.clone();
/// shared.raise();
/// assert!(stop.is_raised());
/// ```
#[derive(Clone, Default, Debug)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    ///
    /// ```
    /// use queens::backend::StopFlag;
    ///
    /// let (one, other) = (StopFlag::new(), StopFlag::new());
    /// one.raise();
    /// assert!(!other.is_raised()); // only clones share a flag
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the work to stop. It ends within a few milliseconds.
    ///
    /// ```
    /// use queens::backend::StopFlag;
    ///
    /// let stop = StopFlag::new();
    /// stop.raise();
    /// assert!(stop.is_raised());
    /// ```
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Tells whether the work should stop.
    ///
    /// ```
    /// assert!(!queens::backend::StopFlag::new().is_raised());
    /// ```
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for a signal handler that raises it.
    ///
    /// ```
    /// use std::sync::atomic::Ordering;
    /// use queens::backend::StopFlag;
    ///
    /// let stop = StopFlag::new();
    /// stop.shared().store(true, Ordering::Relaxed);
    /// assert!(stop.is_raised());
    /// ```
    pub fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// Why a backend cannot be used here.
///
/// ```
/// use queens::backend::probe;
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

/// A backend that failed while it counted.
///
/// ```
/// use queens::BackendId;
/// use queens::backend::Broken;
///
/// let broken = Broken { id: BackendId::Cuda, reason: "the device is lost".to_owned() };
/// assert_eq!(broken.to_string(), "the backend `cuda` failed: the device is lost");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The backend.
    pub id: BackendId,
    /// The reason, as the end of a sentence.
    pub reason: String,
}

impl Broken {
    /// Why `backend` ended with [`Stopped`], if it was for a reason of its own.
    ///
    /// ```
    /// use queens::backend::Broken;
    /// use queens::search::Scalar;
    ///
    /// assert_eq!(Broken::of(&Scalar), None); // what it did not finish, the flag stopped
    /// ```
    pub fn of(backend: &dyn Backend) -> Option<Self> {
        backend.failure().map(|reason| Self { id: backend.id(), reason })
    }

    /// What to do about it.
    ///
    /// ```
    /// use queens::BackendId;
    /// use queens::backend::Broken;
    ///
    /// let broken = Broken { id: BackendId::Cuda, reason: "the device is lost".to_owned() };
    /// assert!(broken.advice().contains("choose another backend"));
    /// ```
    pub fn advice(&self) -> String {
        "see to the device, or choose another backend; nothing that was finished is wrong"
            .to_owned()
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the backend `{}` failed: {}", self.id, self.reason)
    }
}

impl std::error::Error for Broken {}

impl Unavailable {
    /// What to do about it.
    ///
    /// ```
    /// use queens::BackendId;
    /// use queens::backend::Unavailable;
    ///
    /// let error = Unavailable { id: BackendId::Cuda, reason: "there is no card".to_owned() };
    /// assert!(error.advice().contains("`queens info`"));
    /// ```
    pub fn advice(&self) -> String {
        "leave `--backend` out, or choose one that `queens info` calls available".to_owned()
    }
}

/// A backend ready for use, or why it is not.
///
/// ```
/// use queens::BackendId;
/// use queens::backend::{Opened, open};
///
/// let opened: Opened = open(BackendId::Portable);
/// assert!(opened.is_ok()); // on any machine
/// ```
pub type Opened = Result<Box<dyn Backend>, Unavailable>;

/// All backends, each ready for use or with the reason why it is not.
///
/// ```
/// use queens::backend::{BackendId, probe};
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
/// use queens::backend::{BackendId, open};
///
/// assert_eq!(open(BackendId::Scalar)?.id(), BackendId::Scalar);
/// # Ok::<_, queens::backend::Unavailable>(())
/// ```
pub fn open(id: BackendId) -> Opened {
    match id {
        BackendId::Scalar => Ok(Box::new(Scalar)),
        BackendId::Portable => Ok(Box::new(PortableLanes)),
        BackendId::Avx2 | BackendId::Avx512 => open_x86(id),
        BackendId::Cuda => open_provided(id, &CUDA),
        BackendId::OpenCl => open_provided(id, &OPENCL),
    }
}

/// Opens a backend that this library does not contain.
///
/// ```
/// use queens::BackendId;
/// use queens::backend::{Opener, Unavailable};
///
/// let none: Opener = || Err(Unavailable { id: BackendId::Cuda, reason: "there is no card".to_owned() });
/// assert!(none().is_err());
/// ```
pub type Opener = fn() -> Opened;

static CUDA: OnceLock<Opener> = OnceLock::new();
static OPENCL: OnceLock<Opener> = OnceLock::new();

/// Makes a backend known that this library does not contain, for [`open`] and all that calls it: graphics
/// cards, whose drivers are not the concern of mathematics. A program calls this once, at its beginning; what
/// was provided first stays.
///
/// # Panics
///
/// If the library contains the backend.
///
/// # Examples
///
/// ```
/// use queens::backend::{BackendId, Unavailable, open, provide};
///
/// provide(BackendId::OpenCl, || {
///     Err(Unavailable { id: BackendId::OpenCl, reason: "it is an example".to_owned() })
/// });
/// let unavailable = open(BackendId::OpenCl).expect_err("it is an example");
/// assert_eq!(unavailable.reason, "it is an example");
/// ```
pub fn provide(id: BackendId, opener: Opener) {
    let place = match id {
        BackendId::Cuda => &CUDA,
        BackendId::OpenCl => &OPENCL,
        _ => panic!("the library contains `{id}`"),
    };
    place.get_or_init(|| opener);
}

fn open_provided(id: BackendId, provided: &OnceLock<Opener>) -> Opened {
    provided.get().map_or_else(
        || Err(Unavailable { id, reason: "this program was built without it".to_owned() }),
        |opener| opener(),
    )
}

#[cfg(target_arch = "x86_64")]
fn open_x86(id: BackendId) -> Opened {
    let backend: Option<Box<dyn Backend>> = match id {
        BackendId::Avx512 => {
            crate::x86::lanes::Avx512::detect().map(|backend| Box::new(backend) as _)
        }
        _ => crate::x86::lanes::Avx2::detect().map(|backend| Box::new(backend) as _),
    };
    let reason = || "this processor lacks the instructions".to_owned();
    backend.ok_or_else(|| Unavailable { id, reason: reason() })
}

#[cfg(not(target_arch = "x86_64"))]
fn open_x86(id: BackendId) -> Opened {
    Err(Unavailable { id, reason: "it needs an x86-64 processor".to_owned() })
}

/// The fastest backend of this machine.
///
/// ```
/// let backend = queens::backend::best();
/// assert!(queens::backend::open(backend.id()).is_ok());
/// ```
pub fn best() -> Box<dyn Backend> {
    // Without vector instructions the scalar kernel is as fast as the lanes in plain Rust, or faster
    // (BENCHMARKS.md).
    let fastest_first = [BackendId::Avx512, BackendId::Avx2];
    fastest_first.into_iter().find_map(|id| open(id).ok()).unwrap_or_else(|| Box::new(Scalar))
}

#[cfg(target_arch = "x86_64")]
pub(crate) use crate::x86::bits::with_bit_instructions;

/// Does `work`; there are no instructions to choose from.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn with_bit_instructions<R>(work: impl FnOnce() -> R) -> R {
    work()
}
