//! Progress on stderr: a bar on a terminal, lines elsewhere if they are asked for.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use queens::{Options, Progress};

use crate::talk;

/// When to show progress, or colors.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum When {
    /// On a terminal only.
    #[default]
    Auto,
    /// Whatever it is written to.
    Always,
    /// Not at all.
    Never,
}

impl When {
    /// Whether progress is shown, which goes to stderr.
    pub(crate) fn shown(self) -> bool {
        match self {
            _ if talk::is_quiet() => false,
            Self::Auto => io::stderr().is_terminal(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// Work shorter than this needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often a line is written where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(2);

const STEPS: u64 = 100_000;

/// Shows how far a piece of work is and when it will end, or what it has come to.
///
/// The estimate of the time left is the time so far, scaled by the work: it is right if the work
/// goes on at the pace it had, which holds where work is measured in nodes.
#[derive(Debug)]
pub(crate) struct Meter {
    label: String,
    start: Instant,
    /// Hidden unless there is a terminal.
    bar: ProgressBar,
    /// Whether there are lines in place of the bar.
    lines: bool,
    /// The latest progress, and when the last line was written.
    latest: Mutex<(Progress, Instant)>,
}

impl Meter {
    pub(crate) fn new(label: impl Into<String>, when: When) -> Self {
        Self::with(label.into(), when, "{prefix} {bar:30} {percent:>3} %  {past}, {left} left")
    }

    /// A meter of work without a forecast: on a terminal the time goes on; elsewhere a line tells each time what the
    /// work has come to.
    pub(crate) fn spinner(label: String, when: When) -> Self {
        let meter = Self::with(label, when, "{prefix}  {past}, {wide_msg}");
        if !meter.bar.is_hidden() {
            meter.bar.enable_steady_tick(PATIENCE);
        }
        meter
    }

    fn with(label: String, when: When, template: &str) -> Self {
        let past = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = out.write_str(&duration(state.elapsed()));
        };
        let left = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let done = state.pos() as f64 / STEPS as f64;
            let _ = out.write_str(&time_left(state.elapsed(), done));
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        let style = style.progress_chars("━╸─").with_key("past", past).with_key("left", left);
        let start = Instant::now();
        let is_bar = when.shown() && io::stderr().is_terminal();
        let bar = if is_bar { ProgressBar::new(STEPS) } else { ProgressBar::hidden() };
        let bar = bar.with_style(style).with_prefix(label.clone());
        let latest = Mutex::new((Progress { done: 0, expected: 1 }, start));
        Self { label, start, bar, lines: when.shown() && !is_bar, latest }
    }

    /// Does some work with these options and shows how far it is, also to the one who watches them. Has the time that
    /// it took.
    pub(crate) fn watch<T, E>(
        &self,
        options: &Options<'_>,
        work: impl FnOnce(&Options<'_>) -> Result<T, E>,
    ) -> Result<(T, Duration), E> {
        let show = |progress| {
            self.show(progress);
            options.note(progress);
        };
        let done = work(&options.clone().progress(&show));
        let time = self.finish();
        Ok((done?, time))
    }

    pub(crate) fn show(&self, progress: Progress) {
        let elapsed = self.start.elapsed();
        let mut latest = self.latest.lock().expect("no thread panics while it notes");
        latest.0 = progress;
        let is_due = self.lines && latest.1.elapsed() >= LINE_EVERY;
        if is_due {
            latest.1 = Instant::now();
        }
        // Nobody waits for a line that another thread writes.
        drop(latest);
        let done = progress.fraction();
        if elapsed >= PATIENCE {
            self.bar.set_position((done * STEPS as f64) as u64);
        }
        if is_due {
            let (past, left) = (duration(elapsed), time_left(elapsed, done));
            let _ = writeln!(
                io::stderr(),
                "{}: {:.1} % of the estimated work, {past} so far, {left} left",
                self.label,
                100.0 * done
            );
        }
    }

    pub(crate) fn latest(&self) -> Progress {
        self.latest.lock().expect("no thread panics while it notes").0
    }

    /// Shows what work without a forecast has come to.
    pub(crate) fn tell(&self, what: &str) {
        self.bar.set_message(what.to_owned());
        if self.lines {
            let _ = writeln!(io::stderr(), "{}: {what}", self.label);
        }
    }

    /// Does something while the bar is out of the way.
    pub(crate) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    /// Takes the bar away, and has the time since the start.
    pub(crate) fn finish(&self) -> Duration {
        self.bar.finish_and_clear();
        self.start.elapsed()
    }
}

fn time_left(elapsed: Duration, done: f64) -> String {
    // Before a thousandth is done the pace is not known.
    if done < 0.001 {
        return "?".to_owned();
    }
    let seconds = elapsed.as_secs_f64() * (1.0 - done).max(0.0) / done;
    format!("about {}", duration(Duration::from_secs_f64(seconds)))
}

/// A duration in two units at most: `0.43 s`, `12 s`, `3 min 5 s`, `2 h 40 min`, `12 d 3 h`.
pub(crate) fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 10.0 {
        return format!("{seconds:.2} s");
    }
    let whole = seconds.round() as u64;
    let (unit, name, smaller, its_name) = match whole {
        0..60 => return format!("{whole} s"),
        60..3_600 => (60, "min", 1, "s"),
        3_600..86_400 => (3_600, "h", 60, "min"),
        _ => (86_400, "d", 3_600, "h"),
    };
    match (whole / unit, whole % unit / smaller) {
        (count, 0) => format!("{count} {name}"),
        (count, rest) => format!("{count} {name} {rest} {its_name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_two_units_at_most() {
        for (seconds, text) in [
            (0.0, "0.00 s"),
            (0.4321, "0.43 s"),
            (12.4, "12 s"),
            (60.0, "1 min"),
            (185.0, "3 min 5 s"),
            (9_600.0, "2 h 40 min"),
            (1_047_600.0, "12 d 3 h"),
        ] {
            assert_eq!(duration(Duration::from_secs_f64(seconds)), text);
        }
    }

    #[test]
    fn the_time_left_is_scaled_by_the_work() {
        let elapsed = Duration::from_secs(10);
        assert_eq!(time_left(elapsed, 0.0), "?");
        assert_eq!(time_left(elapsed, 0.25), "about 30 s");
        assert_eq!(time_left(elapsed, 1.0), "about 0.00 s");
    }
}
