//! What the screen shows and how keys change it, without a terminal.

use std::ops::ControlFlow;
use std::time::Duration;

use queens_gallery::{Event, Member, Moment, Position, SizeError, Step, Trace};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::history::History;

/// A search that is being watched.
#[derive(Debug)]
pub(super) struct View {
    member: Member,
    n: u32,
    trace: Trace,
    /// The step after the latest of the history; none if the search ends there.
    ahead: Option<Step>,
    history: History,
    /// How many steps were followed to where the view stands.
    at: u64,
    position: Position,
    mode: Mode,
    speed: usize,
    /// The part of a step that is due while playing.
    due: f64,
}

/// What happens by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Still,
    Playing,
    Seeking(Goal),
}

/// Where a jump leads. A jump to the start takes no time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    NextSolution,
    PreviousSolution,
    End,
}

/// Steps a second.
const SPEEDS: [u32; 13] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

impl View {
    /// A view of the start of a search.
    pub(super) fn new(member: Member, n: u32) -> Result<Self, SizeError> {
        Self::with_history(member, n, History::new(n))
    }

    fn with_history(member: Member, n: u32, history: History) -> Result<Self, SizeError> {
        let mut trace = Trace::new(member, n)?;
        let ahead = trace.next();
        let position = Position::START;
        let (mode, speed) = (Mode::Still, 2);
        Ok(Self { member, n, trace, ahead, history, at: 0, position, mode, speed, due: 0.0 })
    }

    pub(super) fn moment(&self) -> Moment<'_> {
        let step = self.history.get(self.at);
        let before = self.at.checked_sub(1).and_then(|number| self.history.get(number));
        Moment {
            member: self.member,
            n: self.n,
            number: self.at,
            step,
            before: before.map(|step| step.event),
            position: &self.position,
        }
    }

    pub(super) fn mode(&self) -> Mode {
        self.mode
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
                    Goal::End => "to the end",
                };
                format!("{goal}; any key stops")
            }
            Mode::Playing => format!("playing, {speed} {steps} a second"),
            Mode::Still if self.at_end() => "the search has ended".to_owned(),
            Mode::Still if self.at == 0 => "the start".to_owned(),
            Mode::Still if self.at == self.floor() => "older steps forgotten; use home".to_owned(),
            Mode::Still => format!("paused; speed {speed} a second"),
        }
    }

    pub(super) fn at_end(&self) -> bool {
        self.at == self.history.latest() && self.ahead.is_none()
    }

    /// The lowest number of steps that can be gone back to.
    ///
    /// A moment is told by its step and the one before it: both must be remembered.
    fn floor(&self) -> u64 {
        match self.history.forgotten() {
            0 => 0,
            forgotten => forgotten + 2,
        }
    }

    /// Follows a key. `Break` quits.
    pub(super) fn press(&mut self, key: KeyEvent) -> ControlFlow<()> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return ControlFlow::Break(()),
            KeyCode::Char('c') if control => return ControlFlow::Break(()),
            _ => {}
        }
        if let Mode::Seeking(_) = self.mode {
            self.mode = Mode::Still;
            return ControlFlow::Continue(());
        }
        match key.code {
            KeyCode::Right | KeyCode::Char('n') => {
                self.mode = Mode::Still;
                self.forward();
            }
            KeyCode::Left | KeyCode::Char('p') => {
                self.mode = Mode::Still;
                self.back();
            }
            KeyCode::Char(' ') => self.play_or_pause(),
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-' | '_') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('s') => self.mode = Mode::Seeking(Goal::NextSolution),
            KeyCode::Char('S') => self.mode = Mode::Seeking(Goal::PreviousSolution),
            KeyCode::End => self.mode = Mode::Seeking(Goal::End),
            KeyCode::Home => self.restart(),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn play_or_pause(&mut self) {
        self.due = 0.0;
        self.mode = match self.mode {
            Mode::Still if !self.at_end() => Mode::Playing,
            _ => Mode::Still,
        };
    }

    /// Goes on playing: takes the steps that came due in `elapsed`.
    pub(super) fn play(&mut self, elapsed: Duration) {
        if self.mode != Mode::Playing {
            return;
        }
        // However long the process was stopped, a frame takes no more than a second's steps.
        let speed = f64::from(SPEEDS[self.speed]);
        self.due = (self.due + elapsed.as_secs_f64() * speed).min(speed.max(1.0));
        while self.due >= 1.0 {
            self.due -= 1.0;
            self.forward();
        }
        if self.at_end() {
            self.mode = Mode::Still;
        }
    }

    /// Goes on with a jump by at most so many steps.
    pub(super) fn seek(&mut self, steps: u32) {
        for _ in 0..steps {
            let Mode::Seeking(goal) = self.mode else { return };
            let moved = match goal {
                Goal::NextSolution | Goal::End => self.forward(),
                Goal::PreviousSolution => self.back(),
            };
            let solution = goal != Goal::End && self.moment().event() == Some(Event::Solution);
            if !moved || solution {
                self.mode = Mode::Still;
            }
        }
    }

    /// Follows one more step; false at the end of the search.
    fn forward(&mut self) -> bool {
        if self.at == self.history.latest() {
            let Some(step) = self.ahead else { return false };
            self.history.push(&step);
            self.ahead = self.trace.next();
        }
        let Some(step) = self.history.get(self.at + 1) else { return false };
        self.position.advance(&step);
        self.at += 1;
        true
    }

    /// Takes the latest step back; false where that is not possible.
    fn back(&mut self) -> bool {
        if self.at <= self.floor() {
            return false;
        }
        let Some(step) = self.history.get(self.at) else { return false };
        self.position.retreat(&step);
        self.at -= 1;
        true
    }

    /// Goes to the start; where its steps are forgotten, by searching anew.
    fn restart(&mut self) {
        self.mode = Mode::Still;
        if self.history.forgotten() > 0 {
            // The size was accepted before.
            if let Ok(view) = Self::new(self.member, self.n) {
                *self = Self { speed: self.speed, ..view };
            }
            return;
        }
        self.at = 0;
        self.position = Position::START;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use queens::Square;

    use super::*;

    pub(in super::super) fn press(view: &mut View, code: KeyCode) {
        assert!(view.press(KeyEvent::new(code, KeyModifiers::NONE)).is_continue());
        while let Mode::Seeking(_) = view.mode {
            view.seek(1000);
        }
    }

    fn board(view: &View) -> String {
        let queens = view.moment().queens();
        queens.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn back_undoes_next() {
        for &member in Member::ALL {
            let mut view = View::new(member, 4).unwrap();
            let mut seen = vec![(view.position.clone(), view.moment().words())];
            while !view.at_end() {
                press(&mut view, KeyCode::Right);
                assert_eq!(view.at, seen.len() as u64);
                seen.push((view.position.clone(), view.moment().words()));
            }
            press(&mut view, KeyCode::Char('n'));
            assert_eq!(view.at + 1, seen.len() as u64, "nothing comes after the end");
            for (position, words) in seen.iter().rev().skip(1) {
                press(&mut view, KeyCode::Left);
                assert_eq!((&view.position, &view.moment().words()), (position, words));
            }
            press(&mut view, KeyCode::Char('p'));
            assert_eq!(view.at, 0, "nothing comes before the start");
        }
    }

    #[test]
    fn jumps_land_on_solutions() {
        let mut view = View::new(Member::Bitwise, 5).unwrap();
        let mut boards = Vec::new();
        loop {
            press(&mut view, KeyCode::Char('s'));
            if view.at_end() {
                break;
            }
            assert_eq!(view.moment().event(), Some(Event::Solution));
            boards.push(board(&view));
            assert_eq!(view.position.counters.solutions, boards.len() as u64);
        }
        assert_eq!(boards.len(), 10);
        assert_eq!(boards[0], "e1 c2 a3 d4 b5");
        for expected in boards.iter().rev() {
            press(&mut view, KeyCode::Char('S'));
            assert_eq!(&board(&view), expected);
        }
        press(&mut view, KeyCode::Char('S'));
        assert_eq!(view.at, 0);
    }

    #[test]
    fn a_reflection_is_a_board_of_its_own() {
        let mut view = View::new(Member::Mirror, 4).unwrap();
        press(&mut view, KeyCode::Char('s'));
        assert_eq!(board(&view), "b1 d2 a3 c4");
        press(&mut view, KeyCode::Char('s'));
        assert_eq!(board(&view), "c1 a2 d3 b4");
        assert_eq!(view.moment().words(), "solution 2, the reflection of the last one");
    }

    #[test]
    fn home_and_end_reach_both_ends() {
        let mut view = View::new(Member::BacktrackScan, 5).unwrap();
        press(&mut view, KeyCode::End);
        assert!(view.at_end());
        assert_eq!(view.position.counters.solutions, 10);
        assert_eq!(view.status(), "the search has ended");
        press(&mut view, KeyCode::Home);
        assert_eq!((view.at, &view.position), (0, &Position::START));
        assert_eq!(view.status(), "the start");
    }

    #[test]
    fn a_jump_stops_at_any_key() {
        let mut view = View::new(Member::BruteForce, 8).unwrap();
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        assert!(view.press(key(KeyCode::End)).is_continue());
        view.seek(500);
        assert_eq!((view.at, view.mode), (500, Mode::Seeking(Goal::End)));
        assert!(view.press(key(KeyCode::Char('x'))).is_continue());
        view.seek(500);
        assert_eq!((view.at, view.mode), (500, Mode::Still));
    }

    #[test]
    fn playing_keeps_time() {
        let mut view = View::new(Member::Bitwise, 8).unwrap();
        press(&mut view, KeyCode::Char(' '));
        assert_eq!(view.status(), "playing, 5 steps a second");
        for _ in 0..20 {
            view.play(Duration::from_millis(100));
        }
        assert!((9..=10).contains(&view.at), "{}", view.at);
        press(&mut view, KeyCode::Char(' '));
        view.play(Duration::from_secs(1));
        assert!(view.at <= 10);
        press(&mut view, KeyCode::Char(' '));
        for _ in 0..100 {
            press(&mut view, KeyCode::Char('+'));
        }
        assert_eq!(view.status(), "playing, 10000 steps a second");
        view.play(Duration::from_hours(1));
        assert!(view.at_end());
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

    #[test]
    fn forgotten_steps_are_told_and_searched_again() {
        let history = History::bounded(9, 1);
        let mut view = View::with_history(Member::BacktrackFlags, 9, history).unwrap();
        press(&mut view, KeyCode::End);
        let forgotten = view.history.forgotten();
        assert!(forgotten > 0);
        let end = view.position.clone();
        while view.back() {}
        assert_eq!(view.at, forgotten + 2);
        assert_eq!(view.status(), "older steps forgotten; use home");
        press(&mut view, KeyCode::Home);
        assert_eq!(view.at, 0);
        press(&mut view, KeyCode::End);
        assert_eq!(view.position, end);
    }

    #[test]
    fn the_smallest_boards_have_a_solution() {
        for &member in Member::ALL {
            for n in 0..=1 {
                let mut view = View::new(member, n).unwrap();
                press(&mut view, KeyCode::Char('s'));
                assert_eq!(view.moment().event(), Some(Event::Solution), "{member} {n}");
                assert_eq!(view.moment().queens().len(), n as usize);
                press(&mut view, KeyCode::End);
                assert_eq!(view.position.counters.solutions, 1);
            }
        }
    }
}
