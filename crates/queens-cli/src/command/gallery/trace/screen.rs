//! The terminal: keys in, frames out; at the end it is restored. And what the screen shows, without a terminal.

use std::ops::ControlFlow;

use queens_gallery::{Goal, Member, Trace};
use ratatui::DefaultTerminal;
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
    let terminal = ratatui::try_init().map_err(|error| {
        // Part of the way may have been gone.
        let _ = ratatui::try_restore();
        Failure::new(
            format_args!("the terminal could not be prepared: {error}"),
            "`--text` prints the steps as text",
        )
    })?;
    let mut screen = Screen { terminal, color };
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
}

impl Screen {
    fn watch(&mut self, view: &mut View) -> io::Result<Exit> {
        let mut last = Instant::now();
        loop {
            if signal::received() != 0 {
                return Ok(Exit::Signal);
            }
            self.draw(&view.trace, &view.status())?;
            let mut pressed = key(if view.mode == Mode::Playing { FRAME } else { IDLE })?;
            while let Some(key) = pressed {
                if view.press(key).is_break() || self.seek(view)? {
                    return Ok(Exit::Done);
                }
                pressed = self::key(Duration::ZERO)?;
            }
            let now = Instant::now();
            view.play(now - last);
            last = now;
        }
    }

    /// Jumps, if a key asked for it, and draws where the search has got to; any key stops it. Tells whether that key
    /// quits.
    fn seek(&mut self, view: &mut View) -> io::Result<bool> {
        let status = view.status();
        let mut drawn = Instant::now();
        let mut pressed = Ok(None);
        view.seek(|trace| {
            if drawn.elapsed() >= FRAME {
                pressed = self.draw(trace, &status).and_then(|()| key(Duration::ZERO));
                drawn = Instant::now();
            }
            matches!(pressed, Ok(None)) && signal::received() == 0
        });
        Ok(pressed?.is_some_and(quits))
    }

    fn draw(&mut self, trace: &Trace, status: &str) -> io::Result<()> {
        self.terminal.draw(|frame| draw::screen(trace, status, self.color, frame))?;
        Ok(())
    }
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
    mode: Mode,
    speed: usize,
    /// The part of a step that is due while playing.
    due: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Still,
    Playing,
    Seeking(Goal),
}

const SPEEDS: [u32; 13] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

impl View {
    pub(super) fn new(member: Member, n: u32) -> Result<Self, Error> {
        Ok(Self { trace: Trace::new(member, n)?, mode: Mode::Still, speed: 2, due: 0.0 })
    }

    /// What the view is doing, in at most 32 characters.
    pub(super) fn status(&self) -> String {
        let speed = SPEEDS[self.speed];
        let steps = if speed == 1 { "step" } else { "steps" };
        match self.mode {
            Mode::Seeking(goal) => {
                let goal = match goal {
                    Goal::NextSolution => "next solution",
                    Goal::PreviousSolution => "earlier solution",
                    Goal::Step(_) => "to the start",
                    Goal::End => "to the end",
                };
                format!("{goal}; any key stops")
            }
            Mode::Playing => format!("playing, {speed} {steps} a second"),
            Mode::Still if self.trace.at_end() => "the search has ended".to_owned(),
            Mode::Still if self.trace.number() == 0 => "the start".to_owned(),
            Mode::Still => format!("paused; speed {speed} a second"),
        }
    }

    /// Follows a key. `Break` quits.
    pub(super) fn press(&mut self, key: KeyEvent) -> ControlFlow<()> {
        match key.code {
            _ if quits(key) => return ControlFlow::Break(()),
            KeyCode::Right | KeyCode::Char('n') => {
                self.mode = Mode::Still;
                self.trace.next();
            }
            KeyCode::Left | KeyCode::Char('p') => {
                self.mode = Mode::Still;
                self.trace.back();
            }
            KeyCode::Char(' ') => {
                self.due = 0.0;
                self.mode = match self.mode {
                    Mode::Still if !self.trace.at_end() => Mode::Playing,
                    _ => Mode::Still,
                };
            }
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-' | '_') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('s') => self.mode = Mode::Seeking(Goal::NextSolution),
            KeyCode::Char('S') => self.mode = Mode::Seeking(Goal::PreviousSolution),
            KeyCode::End => self.mode = Mode::Seeking(Goal::End),
            KeyCode::Home => self.mode = Mode::Seeking(Goal::Step(0)),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Goes on playing: takes the steps that came due in `elapsed`.
    fn play(&mut self, elapsed: Duration) {
        if self.mode != Mode::Playing {
            return;
        }
        // However long the process was stopped, a frame takes no more than a second's steps.
        let speed = f64::from(SPEEDS[self.speed]);
        self.due = (self.due + elapsed.as_secs_f64() * speed).min(speed.max(1.0));
        while self.due >= 1.0 {
            self.due -= 1.0;
            self.trace.next();
        }
        if self.trace.at_end() {
            self.mode = Mode::Still;
        }
    }

    /// Jumps, if a key asked for it. `go_on` is shown the trace once in a while, and may stop it.
    pub(super) fn seek(&mut self, go_on: impl FnMut(&Trace) -> bool) {
        if let Mode::Seeking(goal) = self.mode {
            self.trace.seek(goal, go_on);
            self.mode = Mode::Still;
        }
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
        assert!(view.press(KeyEvent::new(code, KeyModifiers::NONE)).is_continue());
        view.seek(|_| true);
    }

    #[test]
    fn keys_move() {
        use KeyCode::{Char, End, Home, Left, Right};
        let mut view = View::new(Member::Bitwise, 4).unwrap();
        let mut solutions = (1..).zip(Trace::new(Member::Bitwise, 4).unwrap());
        let mut solution = || solutions.find(|(_, step)| step.event == Event::Solution).unwrap().0;
        let (first, second, end) = (solution(), solution(), 3 * 16 + 2);
        for (key, number, status) in [
            (Left, 0, "the start"),
            (Right, 1, "paused; speed 5 a second"),
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
    }

    #[test]
    fn a_jump_can_be_stopped() {
        let mut view = View::new(Member::BruteForce, 8).unwrap();
        assert!(view.press(KeyEvent::new(KeyCode::End, KeyModifiers::NONE)).is_continue());
        assert_eq!(view.status(), "to the end; any key stops");
        view.seek(|_| false);
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
        assert_eq!(view.mode, Mode::Still);
        press(&mut view, KeyCode::Char(' '));
        assert_eq!(view.mode, Mode::Still, "nothing is left to play");
        for _ in 0..100 {
            press(&mut view, KeyCode::Char('-'));
        }
        press(&mut view, KeyCode::Left);
        assert_eq!(view.status(), "paused; speed 1 a second");
    }

    #[test]
    fn keys_quit() {
        let mut view = View::new(Member::Bitwise, 4).unwrap();
        for (code, modifiers) in [
            (KeyCode::Char('q'), KeyModifiers::NONE),
            (KeyCode::Esc, KeyModifiers::NONE),
            (KeyCode::Char('c'), KeyModifiers::CONTROL),
        ] {
            assert!(view.press(KeyEvent::new(code, modifiers)).is_break());
        }
        assert!(view.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::NONE)).is_continue());
    }
}
