//! SIGINT and SIGTERM: the first asks the work to stop, and the process ends within a second; the second ends it at
//! once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use queens::StopFlag;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// How long the work has to end after the first signal.
#[cfg(unix)]
const LIMIT: std::time::Duration = std::time::Duration::from_millis(800);

/// Tells which signal came.
#[derive(Debug)]
pub(crate) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// From now on, a signal raises the flag. If the work has not ended nearly a second later (it may wait for a
    /// reader of its output, which no flag wakes), or if another signal comes, the process ends.
    pub(crate) fn raising() -> io::Result<(StopFlag, Self)> {
        let raising = Self::raising_only()?;
        #[cfg(unix)]
        {
            let mut coming = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
            std::thread::spawn(move || {
                if let Some(signal) = coming.forever().next() {
                    std::thread::sleep(LIMIT);
                    crate::output::note("stopped: what was written is not whole");
                    signal_hook::low_level::exit(128 + signal);
                }
            });
        }
        Ok(raising)
    }

    /// The same, but the work takes its time to end: for what writes files and stops by itself.
    pub(crate) fn raising_only() -> io::Result<(StopFlag, Self)> {
        let stop = StopFlag::new();
        let received = Arc::new(AtomicUsize::new(0));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag down and passes.
            flag::register_conditional_shutdown(signal, 128 + signal, stop.shared())?;
            flag::register(signal, stop.shared())?;
            flag::register_usize(signal, Arc::clone(&received), signal as usize)?;
        }
        Ok((stop, Self(received)))
    }

    /// From now on, a file that outgrows the process's limit is an error of writing, not the end. Only Unix has such
    /// limits.
    pub(crate) fn outlive_file_limit() -> io::Result<()> {
        #[cfg(unix)]
        flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
        Ok(())
    }

    /// The number of the signal that came.
    pub(crate) fn received(&self) -> u8 {
        self.0.load(Ordering::Relaxed) as u8
    }
}
