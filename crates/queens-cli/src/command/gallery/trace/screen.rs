//! The terminal: keys in, frames out; at the end it is restored. And what the screen shows, without a terminal.

use std::ops::ControlFlow;

use queens_gallery::{Goal, Member, Trace};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::style;

use super::draw;
use crate::command::prelude::*;

/// Between two frames while something moves.
const FRAME: Duration = Duration::from_millis(33);
/// Between two looks at the signals while nothing moves.
const IDLE: Duration = Duration::from_millis(100);

pub(super) fn run(member: Member, n: u32) -> Result<Exit> {
    let mut view = View::new(member, n)?;
    let color = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    // The colors are ours to decide: `--color` goes before NO_COLOR.
    style::force_color_output(color);
    signal::noted()?;
    let mut terminal = ratatui::try_init().map_err(|error| {
        // Part of the way may have been gone.
        let _ = ratatui::try_restore();
        Failure::new(
            format_args!("the terminal could not be prepared: {error}"),
            "`--text` prints the steps as text",
        )
    })?;
    let watched = watch(&mut view, |trace, status| {
        terminal.draw(|frame| draw::screen(trace, status, color, frame)).map(drop)
    });
    // It shows the cursor again, which must come before the shell's prompt.
    drop(terminal);
    let restored = ratatui::try_restore();
    let exit = watched?;
    restored?;
    Ok(exit)
}

/// Draws the view and follows the keys, until one of them quits or a signal comes.
fn watch(
    view: &mut View,
    mut draw: impl FnMut(&Trace, &str) -> io::Result<()>,
) -> io::Result<Exit> {
    let mut last = Instant::now();
    while signal::received() == 0 {
        draw(&view.trace, &view.status())?;
        let mut pressed = key(if view.playing { FRAME } else { IDLE })?;
        while let Some(now) = pressed {
            // A jump is drawn where it has got to, and any key stops it.
            let (mut drawn, mut stop) = (Instant::now(), Ok(None));
            let end = view.press(now, |trace, status| {
                if drawn.elapsed() >= FRAME {
                    stop = draw(trace, status).and_then(|()| key(Duration::ZERO));
                    drawn = Instant::now();
                }
                matches!(stop, Ok(None)) && signal::received() == 0
            });
            if end.is_break() || stop?.is_some_and(quits) {
                return Ok(Exit::Done);
            }
            pressed = key(Duration::ZERO)?;
        }
        let now = Instant::now();
        view.play(now - last);
        last = now;
    }
    Ok(Exit::Signal)
}

fn key(wait: Duration) -> io::Result<Option<KeyEvent>> {
    if event::poll(wait)?
        && let Event::Key(key) = event::read()?
        && key.kind != KeyEventKind::Release
    {
        return Ok(Some(key));
    }
    Ok(None)
}

#[derive(Debug)]
pub(super) struct View {
    pub(super) trace: Trace,
    playing: bool,
    speed: usize,
    /// The part of a step that is due while playing.
    due: f64,
}

const SPEEDS: [u32; 13] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

impl View {
    pub(super) fn new(member: Member, n: u32) -> Result<Self, Error> {
        Ok(Self { trace: Trace::new(member, n)?, playing: false, speed: 2, due: 0.0 })
    }

    /// What the view is doing, in at most 32 characters.
    pub(super) fn status(&self) -> String {
        let speed = SPEEDS[self.speed];
        if self.playing {
            format!("playing, {speed} step{} a second", plural(speed))
        } else if self.trace.at_end() {
            "the search has ended".to_owned()
        } else if self.trace.number() == 0 {
            "the start".to_owned()
        } else {
            format!("paused; speed {speed} a second")
        }
    }

    /// Follows a key. `Break` quits.
    ///
    /// On a long jump `go_on` is shown the trace and a status once in a while, and may stop it.
    pub(super) fn press(
        &mut self,
        key: KeyEvent,
        mut go_on: impl FnMut(&Trace, &str) -> bool,
    ) -> ControlFlow<()> {
        let mut jump = |goal, to| {
            self.playing = false;
            let status = format!("{to}; any key stops");
            self.trace.seek(goal, |trace| go_on(trace, &status));
        };
        match key.code {
            _ if quits(key) => return ControlFlow::Break(()),
            KeyCode::Right | KeyCode::Char('n') => {
                self.playing = false;
                self.trace.next();
            }
            KeyCode::Left | KeyCode::Char('p') => {
                self.playing = false;
                self.trace.back();
            }
            KeyCode::Char(' ') => {
                self.due = 0.0;
                self.playing = !self.playing && !self.trace.at_end();
            }
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-' | '_') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('s') => jump(Goal::NextSolution, "next solution"),
            KeyCode::Char('S') => jump(Goal::PreviousSolution, "earlier solution"),
            KeyCode::End => jump(Goal::End, "to the end"),
            KeyCode::Home => jump(Goal::Step(0), "to the start"),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Goes on playing: takes the steps that came due in `elapsed`.
    fn play(&mut self, elapsed: Duration) {
        if !self.playing {
            return;
        }
        // However long the process was stopped, a frame takes no more than a second's steps.
        let speed = f64::from(SPEEDS[self.speed]);
        self.due = (self.due + elapsed.as_secs_f64() * speed).min(speed);
        while self.due >= 1.0 {
            self.due -= 1.0;
            self.trace.next();
        }
        self.playing = !self.trace.at_end();
    }
}

fn quits(key: KeyEvent) -> bool {
    match key.code {
        KeyCode::Char('q') | KeyCode::Esc => true,
        KeyCode::Char('c') => key.modifiers.contains(KeyModifiers::CONTROL),
        _ => false,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use queens_gallery::Event;

    use super::*;

    pub(in super::super) fn press(view: &mut View, code: KeyCode) {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        assert!(view.press(key, |_, _| true).is_continue());
    }

    #[test]
    fn keys_move_and_one_quits() {
        use KeyCode::{Char, End, Esc, Home, Left, Right};
        let mut view = View::new(Member::Bitwise, 4).unwrap();
        let mut solutions = (1..).zip(Trace::new(Member::Bitwise, 4).unwrap());
        let mut solution = || solutions.find(|(_, step)| step.event == Event::Solution).unwrap().0;
        let (first, second, end) = (solution(), solution(), 3 * 16 + 2);
        for (key, number, status) in [
            (Left, 0, "the start"),
            (Right, 1, "paused; speed 5 a second"),
            (Char('c'), 1, "paused; speed 5 a second"),
            (Char('n'), 2, "paused; speed 5 a second"),
            (Left, 1, "paused; speed 5 a second"),
            (Char('p'), 0, "the start"),
            (Char('s'), first, "paused; speed 5 a second"),
            (Char('s'), second, "paused; speed 5 a second"),
            (Char('S'), first, "paused; speed 5 a second"),
            (Char('S'), 0, "the start"),
            (End, end, "the search has ended"),
            (Char('n'), end, "the search has ended"),
            (Home, 0, "the start"),
            (Char('p'), 0, "the start"),
        ] {
            press(&mut view, key);
            assert_eq!((view.trace.number(), &*view.status()), (number, status), "{key:?}");
        }
        assert!(view.press(KeyEvent::new(Esc, KeyModifiers::NONE), |_, _| true).is_break());
    }

    #[test]
    fn a_jump_can_be_stopped() {
        let mut view = View::new(Member::BruteForce, 8).unwrap();
        let mut said = String::new();
        let end = view.press(KeyEvent::new(KeyCode::End, KeyModifiers::NONE), |_, status| {
            status.clone_into(&mut said);
            false
        });
        assert_eq!((end, &*said), (ControlFlow::Continue(()), "to the end; any key stops"));
        assert!(view.trace.number() > 0 && !view.trace.at_end());
        assert_eq!(view.status(), "paused; speed 5 a second");
    }

    #[test]
    fn playing_keeps_time() {
        let mut view = View::new(Member::Bitwise, 8).unwrap();
        press(&mut view, KeyCode::Char(' '));
        assert_eq!(view.status(), "playing, 5 steps a second");
        for _ in 0..20 {
            view.play(Duration::from_millis(100));
        }
        assert!((9..=10).contains(&view.trace.number()), "{}", view.trace.number());
        press(&mut view, KeyCode::Char(' '));
        view.play(Duration::from_secs(1));
        assert!(view.trace.number() <= 10);
        press(&mut view, KeyCode::Char(' '));
        for _ in 0..100 {
            press(&mut view, KeyCode::Char('+'));
        }
        assert_eq!(view.status(), "playing, 10000 steps a second");
        view.play(Duration::from_hours(1));
        assert!(view.trace.at_end());
        assert!(!view.playing);
        press(&mut view, KeyCode::Char(' '));
        assert!(!view.playing, "nothing is left to play");
        for _ in 0..100 {
            press(&mut view, KeyCode::Char('-'));
        }
        press(&mut view, KeyCode::Left);
        assert_eq!(view.status(), "paused; speed 1 a second");
    }
}
