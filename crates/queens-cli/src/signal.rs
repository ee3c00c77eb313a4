//! SIGINT and SIGTERM: the first asks the work to stop, and the process ends within a second; the second ends it at
//! once.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use queens::StopFlag;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

#[cfg(unix)]
const LIMIT: std::time::Duration = std::time::Duration::from_millis(800);

static RECEIVED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// The number of the signal that came; 0 before.
pub(crate) fn received() -> u8 {
    RECEIVED.load(Ordering::Relaxed) as u8
}

/// From now on, a signal raises the flag. If the work has not ended nearly a second later (it may wait for a
/// reader of its output, which no flag wakes), or if another signal comes, the process ends.
pub(crate) fn raising() -> io::Result<StopFlag> {
    let stop = raising_only()?;
    #[cfg(unix)]
    {
        let mut coming = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
        // If no thread can be started, the flag and a second signal still end the work.
        let _ = std::thread::Builder::new().spawn(move || {
            if let Some(signal) = coming.forever().next() {
                std::thread::sleep(LIMIT);
                crate::talk::note("stopped: what was written is not whole");
                signal_hook::low_level::exit(128 + signal);
            }
        });
    }
    Ok(stop)
}

/// The same, but the work takes its time to end: for what writes files and stops by itself.
pub(crate) fn raising_only() -> io::Result<StopFlag> {
    let stop = StopFlag::new();
    noted()?;
    for signal in [SIGINT, SIGTERM] {
        // The first signal finds the flag down and passes.
        flag::register_conditional_shutdown(signal, 128 + signal, stop.shared())?;
        flag::register(signal, stop.shared())?;
    }
    Ok(stop)
}

/// From now on, a signal is only noted.
pub(crate) fn noted() -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        flag::register_usize(signal, Arc::clone(&RECEIVED), signal as usize)?;
    }
    Ok(())
}

/// From now on, a file that outgrows the process's limit is an error of writing, not the end. Only Unix has such
/// limits.
pub(crate) fn outlive_file_limit() -> io::Result<()> {
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}
