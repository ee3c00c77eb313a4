//! The terminal: keys in, frames out; at the end it is restored.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use queens_gallery::{Member, Trace};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use ratatui::crossterm::style;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::draw;
use super::view::{View, quits};
use crate::outcome::{Exit, Failure};

/// Between two frames while something moves.
const FRAME: Duration = Duration::from_millis(33);
/// Between two looks at the signals while nothing moves.
const IDLE: Duration = Duration::from_millis(100);

pub(super) fn run(member: Member, n: u32) -> Result<Exit, Failure> {
    let mut view = View::new(member, n)?;
    let color = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    // The colors are ours to decide: `--color` goes before NO_COLOR.
    style::force_color_output(color);
    let signal = Arc::new(AtomicUsize::new(0));
    for number in [SIGINT, SIGTERM] {
        signal_hook::flag::register_usize(number, Arc::clone(&signal), number as usize)?;
    }
    let terminal = ratatui::try_init().map_err(|error| {
        // Part of the way may have been gone.
        let _ = ratatui::try_restore();
        Failure::new(
            format_args!("the terminal could not be prepared: {error}"),
            "`--text` prints the steps as text",
        )
    })?;
    let mut screen = Screen { terminal, color, signal };
    let watched = screen.watch(&mut view);
    // It shows the cursor again, which must come before the shell's prompt.
    drop(screen);
    let restored = ratatui::try_restore();
    let exit = watched?;
    restored?;
    Ok(exit)
}

struct Screen {
    terminal: DefaultTerminal,
    color: bool,
    /// The signal that came, or 0.
    signal: Arc<AtomicUsize>,
}

impl Screen {
    fn watch(&mut self, view: &mut View) -> io::Result<Exit> {
        let mut last = Instant::now();
        loop {
            if let Some(exit) = self.signaled() {
                return Ok(exit);
            }
            self.draw(view.trace(), &view.status())?;
            let mut pressed = key(if view.is_playing() { FRAME } else { IDLE })?;
            while let Some(key) = pressed {
                if view.press(key).is_break() {
                    return Ok(Exit::Done);
                }
                if let Some(exit) = self.seek(view)? {
                    return Ok(exit);
                }
                pressed = self::key(Duration::ZERO)?;
            }
            let now = Instant::now();
            view.play(now - last);
            last = now;
        }
    }

    /// Jumps, if a key asked for it, and draws where the search has got to; any key stops it.
    fn seek(&mut self, view: &mut View) -> io::Result<Option<Exit>> {
        let status = view.status();
        let mut drawn = Instant::now();
        let mut look = Ok(ControlFlow::Continue(()));
        view.seek(|trace| {
            if drawn.elapsed() < FRAME {
                return true;
            }
            look = self.look(trace, &status);
            drawn = Instant::now();
            matches!(look, Ok(ControlFlow::Continue(())))
        });
        Ok(look?.break_value().flatten())
    }

    /// Draws a frame of a jump. `Break` ends the jump; with an exit, the program too.
    fn look(&mut self, trace: &Trace, status: &str) -> io::Result<ControlFlow<Option<Exit>>> {
        self.draw(trace, status)?;
        Ok(match (self.signaled(), key(Duration::ZERO)?) {
            (Some(exit), _) => ControlFlow::Break(Some(exit)),
            (None, Some(key)) => ControlFlow::Break(quits(key).then_some(Exit::Done)),
            (None, None) => ControlFlow::Continue(()),
        })
    }

    fn draw(&mut self, trace: &Trace, status: &str) -> io::Result<()> {
        self.terminal.draw(|frame| draw::screen(trace, status, self.color, frame))?;
        Ok(())
    }

    fn signaled(&self) -> Option<Exit> {
        match self.signal.load(Ordering::Relaxed) {
            0 => None,
            number => Some(Exit::Signal(number as u8)),
        }
    }
}

/// Waits for a key.
fn key(wait: Duration) -> io::Result<Option<KeyEvent>> {
    if event::poll(wait)?
        && let Event::Key(key) = event::read()?
        && key.kind != KeyEventKind::Release
    {
        return Ok(Some(key));
    }
    Ok(None)
}
