//! A frame of the screen.

use std::iter;

use queens_gallery::{BitString, Cell, Counters, Event, NextRow, Trace};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::{LABEL, letters, row, spaced};

/// Faint rather than dark gray, which is the very background in some themes.
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// What the step is about.
const CURRENT: Style = STRONG.fg(Color::Yellow);

/// What a color says, a character or a word says too. Blue, yellow and magenta against white and gray:
/// no pair that is hard to tell apart for the color-blind.
fn style(cell: Cell) -> Style {
    match cell {
        Cell::Open => Style::new(),
        Cell::Attacked => DIM,
        Cell::Queen => STRONG.fg(Color::Cyan),
        Cell::Step(Event::Place | Event::Solution) => {
            STRONG.fg(Color::Cyan).add_modifier(Modifier::REVERSED)
        }
        Cell::Step(Event::Try) => CURRENT,
        Cell::Step(Event::Reject) | Cell::Attacker => STRONG.fg(Color::Magenta),
        Cell::Step(Event::Remove) => STRONG,
    }
}

/// Between the board and what stands to its right.
const GAP: u16 = 2;
/// The least width of what stands to the right of a board of more than 8 rows, where a sentence
/// may take several lines.
const PANEL: u16 = 32;
/// The same where a sentence has one line.
const SENTENCE: u16 = 52;
/// Title, its second line, a blank, a line of words, four counters, the status.
const PANEL_LINES: u16 = 9;
/// The keys.
const HELP: u16 = 1;

/// Draws the step that the trace stands on, and what the view is doing, on the whole screen.
pub(super) fn screen(trace: &Trace, status: &str, color: bool, frame: &mut Frame) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if let Err((width, height)) = place(trace, status, area, buffer) {
        let text = format!(
            "The window is too small for n = {}: {width} x {height} needed, {} x {} there. \
             Enlarge it, or q quits.",
            trace.n(),
            area.width,
            area.height
        );
        Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
    }
    if !color {
        buffer.content.iter_mut().for_each(|cell| cell.fg = Color::Reset);
    }
}

/// Finds a place for everything and draws it there, or tells the width and height that would do.
fn place(trace: &Trace, status: &str, area: Rect, buffer: &mut Buffer) -> Result<(), (u16, u16)> {
    let about = trace.member().about();
    let n = trace.n() as u16;
    let (rows, string_lines) = (n + 1, trace.member().bit_strings().len() as u16);
    let board_width = LABEL as u16 + 2 * n;
    let right = board_width + GAP;
    let sentence = if rows > PANEL_LINES { PANEL } else { SENTENCE };
    let code_lines = about.code.len() as u16;
    // Behind a mark of two characters.
    let code_width = 2 + about.code.iter().map(|line| line.len()).max().unwrap_or(0) as u16;

    // The code below everything else; where the window is low but wide, beside the board.
    let top = rows.max(PANEL_LINES);
    let block = top + string_lines;
    let below = (code_width.max(right + sentence), block + code_lines + HELP);
    let side = (rows + string_lines).max(PANEL_LINES + 1 + code_lines);
    let beside = (right + code_width.max(SENTENCE), side + HELP);
    let fits = |(width, height): (u16, u16)| area.width >= width && area.height >= height;
    let is_below = fits(below);
    if !is_below && !fits(beside) {
        return Err(below);
    }
    let at = |x: u16, y: u16, width: u16, height: u16| {
        Rect::new(area.x + x, area.y + y, width, height).intersection(area)
    };
    // A panel higher than a small board leaves a hole: above the board, not between the board
    // and its strings, nor beside the strings, where their notes are.
    let hole = if is_below && string_lines > 0 { top - rows } else { 0 };
    board(trace).render(at(0, hole, board_width + 1, rows), buffer);
    // To the right of the strings, if there is room, stands what they mean or become.
    let (width, height) = if is_below { (area.width, top) } else { (board_width, PANEL_LINES) };
    strings(trace, width).render(at(0, hole + rows, width, string_lines), buffer);
    panel(trace, status, at(right, 0, area.width - right, height), buffer);
    let left_over = if is_below { area.height - below.1 } else { 0 };
    let gap = left_over.min(1);
    let (x, y) = if is_below { (0, block + gap) } else { (right, PANEL_LINES + 1) };
    code(trace).render(at(x, y, area.width - x, code_lines), buffer);
    // Between code and keys.
    spare(trace, at(0, block + gap + code_lines, area.width, left_over - gap), buffer);
    help().render(at(0, area.height - HELP, area.width, HELP), buffer);
    Ok(())
}

fn board(trace: &Trace) -> Text<'static> {
    let letters = format!("{:width$}{}", "", letters(trace.n()), width = LABEL - 1);
    let rank = |number: u32| {
        let mut line = vec![Span::styled(format!("{:>4} ", number + 1), DIM)];
        line.extend(row(trace, number).into_iter().map(|(glyph, cell)| {
            Span::styled(glyph.to_string(), cell.map_or(Style::new(), style))
        }));
        Line::from(line)
    };
    iter::once(Line::from(Span::styled(letters, DIM))).chain((0..trace.n()).map(rank)).collect()
}

/// The digits of a bit string: ones stand out, the column of the step most of all.
fn digits(text: &str, bit: Option<usize>) -> impl Iterator<Item = Span<'static>> {
    text.chars().enumerate().map(move |(column, digit)| {
        let style = match digit {
            _ if bit == Some(column) => CURRENT,
            '1' => STRONG,
            _ => DIM,
        };
        Span::styled(spaced(&digit.to_string()), style)
    })
}

fn strings(trace: &Trace, width: u16) -> Text<'static> {
    let bit = trace.step().and_then(|step| step.square).map(|square| square.column as usize);
    let room = width.saturating_sub(LABEL as u16 + 2 * trace.n() as u16 + GAP);
    let line = |string: BitString| {
        let mut line = Line::from(format!("{:<width$}", string.name, width = LABEL - 1));
        line.extend(digits(&string.digits, bit));
        // A row of the board has a gap at its end, and a bit string has none.
        line.push_span(Span::raw(" ".repeat(1 + usize::from(GAP))));
        line.extend(note(&string, bit, room));
        line
    };
    trace.strings().into_iter().map(line).collect()
}

/// What a bit string means; when the search goes down, what becomes of it. As much as there is
/// room for.
fn note(string: &BitString, bit: Option<usize>, room: u16) -> Vec<Span<'static>> {
    let fits = |text: &str| text.len() <= usize::from(room);
    let Some(NextRow { formula, digits: next }) = &string.next else {
        return vec![Span::styled(if fits(string.meaning) { string.meaning } else { "" }, DIM)];
    };
    let bare = format!("next row{}", spaced(next));
    if !fits(&bare) {
        return Vec::new();
    }
    let mut note = vec![Span::raw("next row")];
    // Where the bit of this step went.
    let moved = bit.and_then(|column| match string.name {
        "ld" => Some(column + 1),
        "rd" => column.checked_sub(1),
        _ => Some(column),
    });
    note.extend(digits(next, moved));
    let formula = format!("   {formula}");
    if fits(&format!("{bare}{formula}")) {
        note.push(Span::styled(formula, STRONG));
    }
    note
}

fn panel(trace: &Trace, status: &str, area: Rect, buffer: &mut Buffer) {
    let about = trace.member().about();
    let title = Span::styled(format!("{}, n = {}", about.name, trace.n()), STRONG);
    Text::from_iter([title, Span::styled(about.title, DIM)]).render(area, buffer);
    // What the other lines leave is for the words: one line, more on a board of more rows.
    let words = area.height.saturating_sub(PANEL_LINES) + 1;
    let style = trace.event().map_or(Style::new(), |event| {
        style(match event {
            Event::Place => Cell::Queen,
            event => Cell::Step(event),
        })
    });
    let room = Rect::new(area.x, area.y + 3, area.width, words.min(3));
    Paragraph::new(Span::styled(trace.words(), style))
        .wrap(Wrap { trim: true })
        .render(room.intersection(area), buffer);
    let Counters { nodes, tests, solutions } = trace.counters();
    let counters =
        [("step", trace.number()), ("nodes", nodes), ("tests", tests), ("solutions", solutions)];
    let line = |(name, value)| Line::from(format!("{name:<10}{value:>12}"));
    let lines = counters.into_iter().map(line).chain([Line::from(Span::styled(status, DIM))]);
    let room = Rect { y: area.y + 3 + words.min(4), height: 5, ..area };
    lines.collect::<Text>().render(room.intersection(area), buffer);
}

fn code(trace: &Trace) -> Text<'static> {
    let current = trace.line();
    let line = |(number, text): (usize, &&str)| match current {
        Some(line) if line == number => Line::from(Span::styled(format!("> {text}"), CURRENT)),
        _ => Line::from(format!("  {text}")),
    };
    trace.member().about().code.iter().enumerate().map(line).collect()
}

/// What helps a newcomer, where the window has room for it.
fn spare(trace: &Trace, area: Rect, buffer: &mut Buffer) {
    let legend = "Q queen   - attacked   [ ] this step   [?] tried   [x] rejected   (Q) because of";
    let below = Rect { y: area.y + area.height.saturating_sub(1).min(1), ..area };
    Span::styled(legend, DIM).render(below.intersection(area), buffer);
    // Lines of more than 80 characters are hard to read.
    let (width, height) = (area.width.min(80), area.height.saturating_sub(4));
    let idea = Rect { y: area.y + 3, width, height, ..area };
    let text = trace.member().about().idea;
    // No line is shorter than the width by more than a word.
    if usize::from(idea.height) > text.len() / usize::from(idea.width.max(20) - 15) {
        Paragraph::new(text).wrap(Wrap { trim: true }).render(idea, buffer);
    }
}

fn help() -> Line<'static> {
    // The first ones are the last to be cut off.
    let keys = [
        ("q", "quit"),
        ("right", "next"),
        ("left", "back"),
        ("space", "play"),
        ("+ -", "speed"),
        ("s S", "solution"),
        ("home end", ""),
    ];
    let key = Style::new().add_modifier(Modifier::REVERSED);
    keys.iter()
        .flat_map(|(name, does)| [Span::styled(*name, key), Span::raw(format!(" {does}  "))])
        .collect()
}

#[cfg(test)]
mod tests {
    use queens_gallery::Member;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::KeyCode;

    use super::super::screen::View;
    use super::super::screen::tests::press;
    use super::*;

    fn drawn(view: &View, width: u16, height: u16, color: bool) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| screen(&view.trace, &view.status(), color, frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    fn lines(view: &View, width: u16, height: u16) -> Vec<String> {
        let buffer = drawn(view, width, height, true);
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(line).map(|line| line.trim_end().to_owned()).collect()
    }

    fn after(member: Member, n: u32, keys: &[KeyCode]) -> View {
        let mut view = View::new(member, n).unwrap();
        for key in keys {
            press(&mut view, *key);
        }
        view
    }

    #[test]
    fn eighty_by_twenty_four_shows_all_of_eight_queens() {
        for &member in Member::ALL {
            let mut view = View::new(member, 8).unwrap();
            for _ in 0..=40 {
                let lines = lines(&view, 80, 24);
                let all = lines.join("\n");
                assert!(lines[8].starts_with("   8 "), "{all}");
                let code = member.about().code;
                assert!(code.iter().all(|line| all.contains(line)), "{all}");
                let current = view.trace.line().map(|line| format!("> {}", code[line]));
                assert!(lines.iter().filter(|line| line.starts_with('>')).eq(&current), "{all}");
                let (words, status) = (view.trace.words(), view.status());
                for word in ["step ", "nodes ", "tests ", "solutions ", "q quit", &words, &status] {
                    assert!(all.contains(word), "{word}: {all}");
                }
                for string in view.trace.strings() {
                    let digits = spaced(&string.digits);
                    assert!(all.contains(&format!("\n{:<5}{digits}", string.name)));
                }
                press(&mut view, KeyCode::Right);
            }
        }
    }

    #[test]
    fn digits_stand_under_their_columns() {
        let mut view = after(Member::Bitwise, 8, &[KeyCode::Right; 2]);
        assert_eq!(
            lines(&view, 80, 24)[9..12],
            [
                "ld    0 0 0 0 0 0 0 0   next row 0 0 0 0 0 0 0 0   (ld | bit) >> 1",
                "cols  0 0 0 0 0 0 0 0   next row 0 0 0 0 0 0 0 1   cols | bit",
                "rd    0 0 0 0 0 0 0 0   next row 0 0 0 0 0 0 1 0   (rd | bit) << 1",
            ]
        );
        press(&mut view, KeyCode::Right);
        let lines = lines(&view, 80, 24);
        assert!(lines[0].starts_with("      a b c d e f g h "));
        assert!(lines[2].starts_with("   2  . . . . .[?]- -"));
        assert_eq!(lines[10], "cols  0 0 0 0 0 0 0 1   attacked along a column");
        assert_eq!(lines[13], "bit   0 0 0 0 0 1 0 0   the column of this step");
    }

    #[test]
    fn a_small_board_stands_on_its_strings() {
        let view = after(Member::Flipped, 4, &[KeyCode::Right; 2]);
        let lines = lines(&view, 80, 24);
        assert_eq!(
            lines[4..11],
            [
                "      a b c d   step                 2",
                "   1  - - -[Q]  nodes                2",
                "   2  . . - -   tests                1",
                "   3  . - . -   solutions            0",
                "   4  - . . -   paused; speed 5 a second",
                "ld    1 1 1 1   next row 1 1 1 1   (ld ^ bit) >> 1 | leftmost",
                "cols  1 1 1 1   next row 1 1 1 0   cols ^ bit",
            ]
        );
    }

    #[test]
    fn a_small_window_says_what_it_takes() {
        let view = after(Member::Bitwise, 12, &[]);
        let text = lines(&view, 80, 24).join(" ");
        assert!(text.contains("too small for n = 12: 64 x 25 needed, 80 x 24 there"), "{text}");
        assert!(lines(&view, 64, 25)[12].starts_with("  12"));
        assert!(lines(&view, 120, 24)[12].starts_with("  12"), "the code is beside the board");
    }

    #[test]
    fn every_step_is_drawn_in_every_window_and_plain_without_color() {
        for &member in Member::ALL {
            for n in 0..=5 {
                let mut view = View::new(member, n).unwrap();
                // brute_force 5 takes 240 thousand steps, all of the same kind.
                while !view.trace.at_end() && view.trace.number() < 150 {
                    let plain = drawn(&view, 80, 24, false);
                    let reset = |color| color == Color::Reset;
                    assert!(plain.content.iter().all(|cell| reset(cell.fg) && reset(cell.bg)));
                    press(&mut view, KeyCode::Right);
                }
            }
            for n in [0, 1, 8, member.about().max_n] {
                let view = after(member, n, &[KeyCode::Right; 7]);
                for (width, height) in
                    [(0, 0), (1, 1), (10, 3), (40, 60), (80, 24), (90, 40), (120, 24), (200, 60)]
                {
                    let _ = lines(&view, width, height);
                }
            }
        }
    }
}
