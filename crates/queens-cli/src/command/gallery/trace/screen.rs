//! The terminal: keys in, frames out, and everything as it was at the end.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use queens_gallery::Member;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::crossterm::style;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::draw::{self, Palette};
use super::view::{Mode, View};
use crate::outcome::{Exit, Failure, Outcome};

/// Between two frames while something moves.
const FRAME: Duration = Duration::from_millis(33);
/// Between two looks at the signals while nothing moves.
const IDLE: Duration = Duration::from_millis(100);
/// What a jump may take of a frame, so that keys are heard.
const WORK: Duration = Duration::from_millis(25);

pub(super) fn run(member: Member, n: u32) -> Outcome {
    let view = View::new(member, n)?;
    let colour = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    // The colours are ours to decide: `--color` goes before NO_COLOR.
    style::force_color_output(colour);
    let signal = Arc::new(AtomicUsize::new(0));
    for number in [SIGINT, SIGTERM] {
        signal_hook::flag::register_usize(number, Arc::clone(&signal), number as usize)?;
    }
    let mut terminal = ratatui::try_init().map_err(|error| {
        // Part of the way may have been gone.
        let _ = ratatui::try_restore();
        Failure::new(
            format_args!("the terminal could not be prepared: {error}"),
            "`--text` prints the steps as text",
        )
    })?;
    let watched = watch(&mut terminal, view, Palette { colour }, &signal);
    // It shows the cursor again, which must come before the shell's prompt.
    drop(terminal);
    let restored = ratatui::try_restore();
    let exit = watched?;
    restored?;
    Ok(exit)
}

fn watch(
    terminal: &mut DefaultTerminal,
    mut view: View,
    palette: Palette,
    signal: &AtomicUsize,
) -> io::Result<Exit> {
    let mut last = Instant::now();
    loop {
        match signal.load(Ordering::Relaxed) {
            0 => {}
            number => return Ok(Exit::Signal(number as u8)),
        }
        terminal.draw(|frame| draw::screen(&view, palette, frame))?;
        let wait = match view.mode() {
            Mode::Still => IDLE,
            Mode::Playing => FRAME,
            Mode::Seeking(_) => Duration::ZERO,
        };
        let mut ready = event::poll(wait)?;
        while ready {
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
                && let ControlFlow::Break(()) = view.press(key)
            {
                return Ok(Exit::Done);
            }
            ready = event::poll(Duration::ZERO)?;
        }
        let now = Instant::now();
        view.play(now - last);
        last = now;
        while let Mode::Seeking(_) = view.mode()
            && now.elapsed() < WORK
        {
            view.seek(1000);
        }
    }
}
