//! SIGINT and SIGTERM: the first asks the work to stop, the second ends the process at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use queens::StopFlag;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Tells which signal came.
#[derive(Debug)]
pub(crate) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// From now on, a signal raises `stop`; another one ends the process.
    pub(crate) fn raising(stop: &StopFlag) -> io::Result<Self> {
        let received = Arc::new(AtomicUsize::new(0));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag down and passes.
            flag::register_conditional_shutdown(signal, 128 + signal, stop.shared())?;
            flag::register(signal, stop.shared())?;
            flag::register_usize(signal, Arc::clone(&received), signal as usize)?;
        }
        Ok(Self(received))
    }

    /// From now on, a file that outgrows the process's limit is an error of writing, not the end.
    #[cfg(unix)]
    pub(crate) fn outlive_file_limit() -> io::Result<()> {
        flag::register(signal_hook::consts::SIGXFSZ, Arc::default()).map(|_| ())
    }

    /// Only Unix has such limits.
    #[cfg(not(unix))]
    pub(crate) fn outlive_file_limit() -> io::Result<()> {
        Ok(())
    }

    /// The number of the signal that came.
    pub(crate) fn received(&self) -> u8 {
        self.0.load(Ordering::Relaxed) as u8
    }
}
