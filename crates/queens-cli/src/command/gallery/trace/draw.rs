//! A frame of the screen.

use queens_gallery::{BitString, Cell, Counters, Event, Trace};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::board::{LABEL, letters, row, spaced};

/// How things are colored. What a color says, a character or a word says too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Palette {
    pub(super) color: bool,
}

impl Palette {
    /// A color of the terminal's sixteen. Blue, yellow and magenta against white and gray: no
    /// pair that is hard to tell apart for the color-blind.
    fn style(self, color: Color, modifier: Modifier) -> Style {
        let style = Style::new().add_modifier(modifier);
        if self.color { style.fg(color) } else { style }
    }

    /// Faint rather than dark gray, which is the very background in some themes.
    fn dim(self) -> Style {
        self.style(Color::Reset, Modifier::DIM)
    }

    fn strong(self) -> Style {
        self.style(Color::Reset, Modifier::BOLD)
    }

    fn cell(self, cell: Cell) -> Style {
        match cell {
            Cell::Open => Style::new(),
            Cell::Attacked => self.dim(),
            Cell::Queen => self.style(Color::Cyan, Modifier::BOLD),
            Cell::Placed | Cell::Solved => {
                self.style(Color::Cyan, Modifier::BOLD | Modifier::REVERSED)
            }
            Cell::Tried => self.style(Color::Yellow, Modifier::BOLD),
            Cell::Rejected | Cell::Attacker => self.style(Color::Magenta, Modifier::BOLD),
            Cell::Removed => self.strong(),
        }
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

/// Where things stand.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// The board with its letters, the bit strings right below it.
    board: Rect,
    strings: Rect,
    /// What a bit string means or becomes, to its right.
    notes: Rect,
    panel: Rect,
    code: Rect,
    /// What is left between code and keys.
    spare: Rect,
    help: Rect,
}

impl Plan {
    /// Finds a place for everything, or tells the width and height that would do.
    fn new(trace: &Trace, area: Rect) -> Result<Self, (u16, u16)> {
        let about = trace.member().about();
        let n = trace.n() as u16;
        let (rows, strings) = (n + 1, trace.member().bit_strings().len() as u16);
        let board = LABEL as u16 + 2 * n;
        let right = board + GAP;
        let sentence = if rows > PANEL_LINES { PANEL } else { SENTENCE };
        let code = about.code.len() as u16;
        // Behind a mark of two characters.
        let code_width = 2 + about.code.iter().map(|line| line.len()).max().unwrap_or(0) as u16;

        // The code below everything else; where the window is low but wide, beside the board.
        let top = rows.max(PANEL_LINES);
        let block = top + strings;
        let below = (code_width.max(right + sentence), block + code + HELP);
        let beside =
            (right + code_width.max(SENTENCE), (rows + strings).max(PANEL_LINES + 1 + code) + HELP);
        let fits = |(width, height): (u16, u16)| area.width >= width && area.height >= height;
        let is_below = fits(below);
        if !is_below && !fits(beside) {
            return Err(below);
        }
        let at = |x: u16, y: u16, width: u16, height: u16| {
            Rect::new(area.x + x, area.y + y, width, height).intersection(area)
        };
        let spare = if is_below { area.height - below.1 } else { 0 };
        let gap = spare.min(1);
        let code_at = if is_below {
            at(0, block + gap, area.width, code)
        } else {
            at(right, PANEL_LINES + 1, area.width - right, code)
        };
        // A panel higher than a small board leaves a hole: above the board, not between the board
        // and its strings, nor beside the strings, where their notes are.
        let hole = if is_below && strings > 0 { top - rows } else { 0 };
        let notes = if is_below { area.width - right } else { 0 };
        let panel = if is_below { top } else { PANEL_LINES };
        Ok(Self {
            board: at(0, hole, board + 1, rows),
            strings: at(0, hole + rows, board, strings),
            notes: at(right, hole + rows, notes, strings),
            panel: at(right, 0, area.width - right, panel),
            code: code_at,
            spare: at(0, block + gap + code, area.width, spare - gap),
            help: at(0, area.height - HELP, area.width, HELP),
        })
    }
}

/// Draws the step that the trace stands on, and what the view is doing, on the whole screen.
pub(super) fn screen(trace: &Trace, status: &str, palette: Palette, frame: &mut Frame) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    match Plan::new(trace, area) {
        Ok(plan) => {
            board(trace, palette, plan.board, buffer);
            strings(trace, palette, &plan, buffer);
            panel(trace, status, palette, plan.panel, buffer);
            code(trace, palette, plan.code, buffer);
            spare(trace, palette, plan.spare, buffer);
            help(palette, plan.help, buffer);
        }
        Err((width, height)) => {
            let text = format!(
                "The window is too small for n = {}: {width} x {height} needed, {} x {} there. \
                 Enlarge it, or q quits.",
                trace.n(),
                area.width,
                area.height
            );
            Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
        }
    }
}

fn write(buffer: &mut Buffer, area: Rect, line: u16, text: &Line) {
    if line < area.height {
        buffer.set_line(area.x, area.y + line, text, area.width);
    }
}

fn board(trace: &Trace, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let width = LABEL - 1;
    let letters = format!("{:width$}{}", "", letters(trace.n()));
    write(buffer, area, 0, &Line::styled(letters, palette.dim()));
    for number in 0..trace.n() {
        let mut line = Line::styled("", Style::new());
        line.push_span(Span::styled(format!("{:>4} ", number + 1), palette.dim()));
        for (glyph, cell) in row(trace, number) {
            let style = cell.map_or(Style::new(), |cell| palette.cell(cell));
            line.push_span(Span::styled(glyph.to_string(), style));
        }
        write(buffer, area, number as u16 + 1, &line);
    }
}

/// The digits of a bit string: ones stand out, the column of the step most of all.
fn digits(text: &str, bit: Option<usize>, palette: Palette) -> Vec<Span<'static>> {
    let style = |(column, digit): (usize, char)| {
        let style = match digit {
            _ if bit == Some(column) => palette.style(Color::Yellow, Modifier::BOLD),
            '1' => palette.strong(),
            _ => palette.dim(),
        };
        Span::styled(spaced(&digit.to_string()), style)
    };
    text.chars().enumerate().map(style).collect()
}

fn strings(trace: &Trace, palette: Palette, plan: &Plan, buffer: &mut Buffer) {
    let bit = trace.step().and_then(|step| step.square).map(|square| square.column as usize);
    for (line, string) in (0..).zip(trace.strings()) {
        let width = LABEL - 1;
        let mut text = Line::from(format!("{:<width$}", string.name));
        text.spans.extend(digits(&string.digits, bit, palette));
        write(buffer, plan.strings, line, &text);
        write(buffer, plan.notes, line, &note(&string, bit, palette, plan.notes.width));
    }
}

/// What a bit string means; when the search goes down, what becomes of it. As much as there is
/// room for.
fn note(string: &BitString, bit: Option<usize>, palette: Palette, width: u16) -> Line<'static> {
    let fits = |text: &str| text.len() <= usize::from(width);
    let Some((formula, next)) = &string.next else {
        let meaning = if fits(string.meaning) { string.meaning } else { "" };
        return Line::styled(meaning, palette.dim());
    };
    let (arrow, formula) = ("next row", format!("   {formula}"));
    let bare = format!("{arrow}{}", spaced(next));
    if !fits(&bare) {
        return Line::default();
    }
    let mut line = Line::styled("", Style::new());
    line.push_span(Span::raw(arrow));
    // Where the bit of this step went.
    let moved = bit.and_then(|column| match string.name {
        "ld" => Some(column + 1),
        "rd" => column.checked_sub(1),
        _ => Some(column),
    });
    line.spans.extend(digits(next, moved, palette));
    if fits(&format!("{bare}{formula}")) {
        line.push_span(Span::styled(formula, palette.strong()));
    }
    line
}

fn panel(trace: &Trace, status: &str, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let about = trace.member().about();
    let title = format!("{}, n = {}", about.name, trace.n());
    write(buffer, area, 0, &Line::styled(title, palette.strong()));
    write(buffer, area, 1, &Line::styled(about.title, palette.dim()));
    // What the other lines leave is for the words: one line, more on a board of more rows.
    let words = area.height.saturating_sub(PANEL_LINES) + 1;
    let style = trace.event().map_or(Style::new(), |event| {
        palette.cell(match event {
            Event::Try => Cell::Tried,
            Event::Reject => Cell::Rejected,
            Event::Place => Cell::Queen,
            Event::Remove => Cell::Removed,
            Event::Solution => Cell::Solved,
        })
    });
    let room = Rect::new(area.x, area.y + 3, area.width, words.min(3));
    Paragraph::new(Span::styled(trace.words(), style))
        .wrap(Wrap { trim: true })
        .render(room.intersection(area), buffer);
    let first = 3 + words.min(4);
    let Counters { nodes, tests, solutions } = trace.counters();
    let lines =
        [("step", trace.number()), ("nodes", nodes), ("tests", tests), ("solutions", solutions)];
    for (line, (name, value)) in (first..).zip(lines) {
        write(buffer, area, line, &Line::from(format!("{name:<10}{value:>12}")));
    }
    write(buffer, area, first + 4, &Line::styled(status, palette.dim()));
}

fn code(trace: &Trace, palette: Palette, area: Rect, buffer: &mut Buffer) {
    for (line, text) in trace.member().about().code.iter().enumerate() {
        let current = trace.step().map(|step| step.line) == Some(line);
        let (mark, style) = if current {
            ("> ", palette.style(Color::Yellow, Modifier::BOLD))
        } else {
            ("  ", Style::new())
        };
        write(buffer, area, line as u16, &Line::styled(format!("{mark}{text}"), style));
    }
}

/// What helps a newcomer, where the window has room for it.
fn spare(trace: &Trace, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let legend = "Q queen   - attacked   [ ] this step   [?] tried   [x] rejected   (Q) because of";
    let legend = Line::styled(legend, palette.dim());
    match area.height {
        0 => {}
        1 => write(buffer, area, 0, &legend),
        _ => write(buffer, area, 1, &legend),
    }
    let idea = Rect { y: area.y + 3, height: area.height.saturating_sub(4), ..area };
    // Lines of more than 80 characters are hard to read.
    let idea = Rect { width: idea.width.min(80), ..idea };
    let text = trace.member().about().idea;
    // No line is shorter than the width by more than a word.
    if usize::from(idea.height) > text.len() / usize::from(idea.width.max(20) - 15) {
        Paragraph::new(text).wrap(Wrap { trim: true }).render(idea, buffer);
    }
}

fn help(palette: Palette, area: Rect, buffer: &mut Buffer) {
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
    let mut line = Line::styled("", Style::new());
    for (key, does) in keys {
        line.push_span(Span::styled(key, palette.style(Color::Reset, Modifier::REVERSED)));
        line.push_span(Span::raw(format!(" {does}  ")));
    }
    write(buffer, area, 0, &line);
}

#[cfg(test)]
mod tests {
    use queens_gallery::Member;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::KeyCode;

    use super::super::view::View;
    use super::super::view::tests::press;
    use super::*;

    fn lines(view: &View, width: u16, height: u16) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let palette = Palette { color: true };
        terminal.draw(|frame| screen(view.trace(), &view.status(), palette, frame)).unwrap();
        let buffer = terminal.backend().buffer();
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
    fn digits_stand_under_their_columns() {
        let view = after(Member::Bitwise, 8, &[KeyCode::Right; 3]);
        let lines = lines(&view, 80, 24);
        let square = view.trace().step().unwrap().square.unwrap();
        for (line, string) in lines[9..].iter().zip(view.trace().strings()) {
            assert!(line.starts_with(string.name), "{line}");
            for (column, digit) in string.digits.chars().enumerate() {
                let x = LABEL + 2 * column;
                assert_eq!(lines[0].chars().nth(x), Some(char::from(b'a' + column as u8)));
                assert_eq!(line.chars().nth(x), Some(digit));
            }
        }
        let x = LABEL + 2 * square.column as usize;
        assert_eq!(lines[square.row as usize + 1].chars().nth(x), Some('?'));
        let bit = lines.iter().find(|line| line.starts_with("bit")).unwrap();
        assert_eq!(bit.chars().nth(x), Some('1'));
    }

    #[test]
    fn the_current_line_is_marked() {
        for &member in Member::ALL {
            let mut view = View::new(member, 4).unwrap();
            assert!(lines(&view, 80, 24).iter().all(|line| !line.starts_with('>')));
            for _ in 0..20 {
                press(&mut view, KeyCode::Right);
                let code = member.about().code[view.trace().step().unwrap().line];
                let lines = lines(&view, 80, 24);
                let marked: Vec<_> = lines.iter().filter(|line| line.starts_with('>')).collect();
                assert_eq!(marked, [&format!("> {code}")]);
            }
        }
    }

    #[test]
    fn eighty_by_twenty_four_shows_all_of_eight_queens() {
        for &member in Member::ALL {
            let view = after(member, 8, &[KeyCode::Right; 40]);
            let lines = lines(&view, 80, 24);
            let all = lines.join("\n");
            assert!(lines[8].starts_with("   8 "), "{all}");
            assert!(member.about().code.iter().all(|line| all.contains(line)), "{all}");
            assert!(all.contains(&view.trace().words()), "{all}");
            for word in ["step ", "nodes ", "tests ", "solutions ", "paused", "q quit"] {
                assert!(all.contains(word), "{word}: {all}");
            }
            for string in view.trace().strings() {
                assert!(all.contains(&format!("\n{:<5}{}", string.name, spaced(&string.digits))));
            }
        }
    }

    #[test]
    fn going_down_shows_the_next_row() {
        let view = after(Member::Bitwise, 8, &[KeyCode::Right; 2]);
        let lines = lines(&view, 80, 24);
        assert_eq!(
            lines[9..12],
            [
                "ld    0 0 0 0 0 0 0 0   next row 0 0 0 0 0 0 0 0   (ld | bit) >> 1",
                "cols  0 0 0 0 0 0 0 0   next row 0 0 0 0 0 0 0 1   cols | bit",
                "rd    0 0 0 0 0 0 0 0   next row 0 0 0 0 0 0 1 0   (rd | bit) << 1",
            ]
        );
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
    fn every_step_of_small_boards_is_drawn_in_every_window() {
        for &member in Member::ALL {
            for n in 0..=5 {
                let mut view = View::new(member, n).unwrap();
                let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
                for palette in [Palette { color: true }, Palette { color: false }] {
                    press(&mut view, KeyCode::Home);
                    loop {
                        terminal
                            .draw(|frame| screen(view.trace(), &view.status(), palette, frame))
                            .unwrap();
                        // brute_force 5 takes 240 thousand steps, all of the same kind.
                        if view.trace().at_end() || view.trace().number() == 1000 {
                            break;
                        }
                        press(&mut view, KeyCode::Right);
                    }
                }
            }
        }
        for &member in Member::ALL {
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

    #[test]
    fn without_color_there_is_none() {
        let view = after(Member::BacktrackFlags, 6, &[KeyCode::Right; 12]);
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let palette = Palette { color: false };
        terminal.draw(|frame| screen(view.trace(), &view.status(), palette, frame)).unwrap();
        let plain = |color| color == Color::Reset;
        let buffer = terminal.backend().buffer();
        assert!(buffer.content.iter().all(|cell| plain(cell.fg) && plain(cell.bg)));
    }
}
