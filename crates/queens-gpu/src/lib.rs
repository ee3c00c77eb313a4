//! Counts the N-Queens problem on graphics cards.
//!
//! Two backends for [`queens`], by the same kernels: `cuda` for NVIDIA's cards, `opencl` for any device with
//! an `OpenCL` driver. Both drivers are loaded when they are asked for: building needs no toolkit, and where
//! there is no driver or no card the backend is [`Unavailable`], with the reason.
//!
//! A card is a value: [`cuda`] and [`opencl`] open it, and `Counter::backend` takes it.
//!
//! ```
//! match queens_gpu::cuda() {
//!     Ok(card) => println!("{}", card.device().expect("a card has a name")),
//!     Err(unavailable) => println!("{unavailable}"),
//! }
//! ```
//!
//! docs/gpu.md tells how the kernels work, what was measured and what was not.

mod device;
mod order;
mod work;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use queens::engine::backend::{self, Backend, BackendId, Opened, Unavailable};
use queens::engine::search::{Class, Scalar, Subproblem};
use queens::{Error, ErrorKind, Tally};
use queens::{StopFlag, Stopped};

use device::{Card, Cuda, Device, Failed, OpenCl};
use order::Order;
use work::Ended;

/// Opens NVIDIA's first card; `CUDA_VISIBLE_DEVICES` chooses among them. The first call takes as long as the
/// driver needs; later ones return the same card.
///
/// # Errors
///
/// [`Unavailable`]: there is no driver, it is too old, or it shows no device that can run the kernels.
///
/// # Examples
///
/// ```
/// use queens::Counter;
///
/// if let Ok(card) = queens_gpu::cuda() {
///     assert_eq!(Counter::new(14).backend(card).run()?.total, 365_596);
/// }
/// # Ok::<_, queens::Error>(())
/// ```
pub fn cuda() -> Opened {
    static CARD: OnceLock<Result<Gpu, Unavailable>> = OnceLock::new();
    shared(&CARD, || Gpu::new(BackendId::Cuda, Cuda::open()))
}

/// Opens the first device that an `OpenCL` driver shows, graphics cards first. The first call takes as long as
/// the driver needs; later ones return the same device.
///
/// # Errors
///
/// [`Unavailable`]: there is no driver, it is too old, or it shows no device that can run the kernels.
pub fn opencl() -> Opened {
    static CARD: OnceLock<Result<Gpu, Unavailable>> = OnceLock::new();
    shared(&CARD, || Gpu::new(BackendId::OpenCl, OpenCl::open()))
}

/// A driver is opened once: some keep memory and threads for each time.
fn shared(
    card: &'static OnceLock<Result<Gpu, Unavailable>>,
    open: impl FnOnce() -> Result<Gpu, Unavailable>,
) -> Opened {
    Ok(Box::new(card.get_or_init(open).clone()?))
}

/// The backend of this name, of the library's or one of the cards.
///
/// # Errors
///
/// [`Unavailable`] with the reason.
pub fn open(id: BackendId) -> Opened {
    match id {
        BackendId::Cuda => cuda(),
        BackendId::OpenCl => opencl(),
        _ => backend::open(id),
    }
}

/// All backends, each ready for use or with the reason why it is not.
pub fn probe() -> Vec<(BackendId, Opened)> {
    BackendId::ALL.into_iter().map(|id| (id, open(id))).collect()
}

/// A card as a backend.
///
/// *Nodes* are counted where queens are tried: every queen put on a free square of a row, whether or not the
/// look-ahead then drops it, and every last queen. So there are more of them than the vector kernels report,
/// which count what they keep, and fewer than `scalar`'s, which looks one row ahead.
///
/// Sub-problems with fewer than three open rows on each side of the middle are counted on the processor, by
/// [`Scalar`]; so are those that do not fit the kernels' words, which no class of a plain board up to n = 28
/// has.
#[derive(Clone)]
struct Gpu {
    id: BackendId,
    name: String,
    shared: Arc<Mutex<Shared>>,
}

/// What threads take in turn: a card does one thing at a time.
struct Shared {
    card: Card,
    /// Of the next slice.
    rounds: u32,
    failure: Option<Failed>,
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gpu")
            .field("id", &self.id)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Gpu {
    fn new(
        id: BackendId,
        device: Result<impl Device + 'static, Failed>,
    ) -> Result<Self, Unavailable> {
        let card = device.and_then(|device| Card::new(Box::new(device)));
        let card = card.map_err(|Failed(reason)| Unavailable { id, reason })?;
        let name = card.describe();
        let shared = Shared { card, rounds: 0, failure: None };
        Ok(Self { id, name, shared: Arc::new(Mutex::new(shared)) })
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // A thread that panicked left a call unfinished; the next starts from nothing.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backend for Gpu {
    fn id(&self) -> BackendId {
        self.id
    }

    fn count(
        &self,
        class: &Class,
        batch: &[Subproblem],
        out: &mut [Tally],
        stop: &StopFlag,
    ) -> Result<(), Error> {
        assert_eq!(batch.len(), out.len(), "a tally for each sub-problem");
        let order = Order::of(class);
        let fits =
            |subproblem: &Subproblem| order.as_ref().is_some_and(|order| order.holds(subproblem));
        let Some(order) = order.as_ref().filter(|_| batch.iter().all(fits)) else {
            return Scalar.count(class, batch, out, stop);
        };
        let mut shared = self.lock();
        let Shared { card, rounds, failure } = &mut *shared;
        if let Some(failure) = failure {
            return Err(failed(self.id, failure));
        }
        work::count(card, rounds, order, batch, out, stop).map_err(|ended| match ended {
            Ended::Stopped => Stopped.into(),
            Ended::Failed(why) => failed(self.id, failure.insert(why)),
        })
    }

    fn rows(&self, size: u32) -> u32 {
        // Large enough that every call keeps all lanes at work for a while; the card cuts further by itself.
        match size {
            0..=23 => 2,
            24..=25 => 3,
            _ => 4,
        }
    }

    fn device(&self) -> Option<String> {
        Some(self.name.clone())
    }
}

fn failed(id: BackendId, why: &Failed) -> Error {
    Error::new(
        ErrorKind::Failed,
        format!("the backend `{id}` failed: {why}"),
        "check the device, or choose another backend; nothing that was finished is wrong",
    )
}

#[cfg(test)]
mod tests {
    use queens::engine::search::classes;
    use queens::known;
    use queens_testkit::conformance;

    use super::*;
    use crate::device::simulated::Simulated;

    fn gpu(device: Simulated) -> Gpu {
        Gpu::new(BackendId::Cuda, Ok(device)).expect("memory is there")
    }

    /// All tallies of a size, as the engine would have them, and the total.
    fn count(gpu: &Gpu, n: u32) -> u128 {
        let size = n;
        let mut total = 0;
        for (class, subproblems) in classes(size).expect("not too large") {
            let mut out = vec![Tally::ZERO; subproblems.len()];
            gpu.count(&class, &subproblems, &mut out, &StopFlag::new()).expect("nothing stops it");
            let solutions = out.iter().map(|tally| tally.solutions).sum();
            total += class.multiplicity().times(solutions).expect("it fits");
        }
        total
    }

    #[test]
    fn a_simulated_card_conforms() {
        conformance::conforms(&gpu(Simulated::new(3, 1 << 24)));
    }

    #[test]
    fn a_simulated_card_counts_the_known_totals() {
        let gpu = gpu(Simulated::new(2, 1 << 24));
        for n in 4..=if cfg!(debug_assertions) { 12 } else { 14 } {
            assert_eq!(Some(count(&gpu, n)), known::TOTAL.at(n), "n = {n}");
        }
    }

    /// Slices end in the middle of everything; each continues where the last one stopped.
    #[test]
    fn the_length_of_slices_changes_nothing() {
        let size = 13;
        let (class, subproblems) = classes(size).expect("not too large").swap_remove(7);
        let (class, subproblems) = class.expand(&subproblems);
        let order = Order::of(&class).expect("an order");
        let mut found = Vec::new();
        for rounds in [1, 2, 3, 7, 50, 1 << 20] {
            let device = Simulated::new(1, 1 << 24);
            let mut card = Card::new(Box::new(device)).expect("memory is there");
            card.begin(&order, subproblems.len()).expect("it works");
            let states: Vec<_> = subproblems.iter().copied().zip(0..).collect();
            card.put(&states).expect("it works");
            for level in 0..order.expansions.len() {
                if card.waiting(level) > 0 {
                    card.expand(level, card.waiting(level)).expect("there is room");
                }
            }
            let (total, mut taken) = (card.tasks(), 0);
            loop {
                let rest = card.slice(1, taken, rounds).expect("it works");
                taken = rest.taken;
                if (taken, rest.busy) == (total, 0) {
                    break;
                }
            }
            found.push(card.tallies().expect("it works"));
        }
        let mut scalar = vec![Tally::ZERO; subproblems.len()];
        Scalar
            .count(&class, &subproblems, &mut scalar, &StopFlag::new())
            .expect("nothing stops it");
        for tallies in &found {
            assert_eq!(tallies, &found[0]);
            for (tally, expected) in tallies.iter().zip(&scalar) {
                assert_eq!(tally.solutions, expected.solutions);
            }
        }
    }

    /// What the design promises of the lanes, and what docs/gpu.md says of them: measured on some tasks of
    /// n = 22.
    #[test]
    fn lanes_are_at_work() {
        let size = 22;
        let largest = |part: &(Class, Vec<Subproblem>)| (part.0.rows().len(), part.1.len());
        let parts = classes(size).expect("not too large");
        let (class, subproblems) = parts.into_iter().max_by_key(largest).expect("a class");
        let order = Order::of(&class).expect("an order");
        let device = Simulated::new(1, 1 << 26);
        let used = Arc::clone(&device.used);
        let mut card = Card::new(Box::new(device)).expect("memory is there");
        card.begin(&order, subproblems.len()).expect("it works");
        let states: Vec<_> = subproblems.iter().copied().zip(0..).collect();
        card.put(&states).expect("it works");
        for level in 0..order.expansions.len() {
            let some = card.waiting(level).min(300);
            card.expand(level, some).expect("there is room");
        }
        let (total, mut taken) = (card.tasks(), 0);
        while taken < total {
            taken = card.slice(1, taken, 16).expect("it works").taken;
        }
        let used = *used.lock().expect("no thread panics with it");
        let a_step = |count: u64| count as f64 / used.steps as f64;
        let part = a_step(used.queens) / 32.0;
        println!(
            "{total} tasks of {:.0} queens; {part:.3} of the lanes at work; a step of a warp has {:.4} refills, \
             {:.2} frames moved, {:.2} accesses for them",
            used.queens as f64 / total as f64,
            a_step(used.refills),
            a_step(used.frames),
            a_step(used.quarters)
        );
        assert!(part > 0.95, "{part}");
    }

    #[test]
    fn a_card_that_fails_says_so_and_is_not_used_again() {
        let mut device = Simulated::new(1, 1 << 24);
        device.fails_after = Some(3);
        let gpu = gpu(device);
        let size = 12;
        let (class, subproblems) = classes(size).expect("not too large").swap_remove(0);
        let mut out = vec![Tally::ZERO; subproblems.len()];
        let mut again = || gpu.count(&class, &subproblems, &mut out, &StopFlag::new());
        for error in [again().unwrap_err(), again().unwrap_err()] {
            assert_eq!(error.kind(), ErrorKind::Failed);
            assert_eq!(error.to_string(), "the backend `cuda` failed: it was to fail");
        }
    }
}
