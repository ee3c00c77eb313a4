//! The figures of the ladder: what the searches do, drawn while they do it.
//!
//! Nothing here is drawn by hand but the frames: the trees, crosses, masks and lanes come from runs of the
//! gallery's algorithms and from the library's classes.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write;

use queens::Square;
use queens::engine::search::{self, Class, Subproblem};
use queens_gallery::{BitString, Event, Member, Step, Trace};

use super::{BOTTOM, FAINT, INK, INNER, LEFT_OUT, MIDDLE, SIDE, Svg, TOP};

/// What is attacked, rejected or left out.
const RED: &str = "#cf222e";
/// `ld` and `rd`, lines and bits, in the colors of the page.
const LD: [&str; 2] = ["#00609c", "#a8d0ee"];
const RD: [&str; 2] = ["#b3400a", "#f7c4a8"];
const FREE: &str = "#b5dfc4";
const PALE: &str = "#f3f4f6";

/// The figures: where they belong, and what is in them.
pub(super) fn all() -> Vec<(&'static str, String)> {
    vec![
        ("docs/pictures/ladder-brute-force.svg", choices()),
        ("docs/pictures/ladder-permutations.svg", tree(Member::Permutations)),
        ("docs/pictures/ladder-scan.svg", tree(Member::BacktrackScan)),
        ("docs/pictures/ladder-flags.svg", numbers()),
        ("docs/pictures/ladder-bitwise-tree.svg", tree(Member::Bitwise)),
        ("docs/pictures/ladder-bitwise.svg", strings(Member::Bitwise)),
        ("docs/pictures/ladder-flipped.svg", strings(Member::Flipped)),
        ("docs/pictures/ladder-mirror.svg", mirror()),
        ("docs/pictures/article-mirror.svg", five_queens()),
        ("docs/pictures/ladder-classes.svg", classes()),
        ("docs/pictures/ladder-lanes.svg", lanes()),
    ]
}

/// The steps of a search.
fn trace(member: Member, n: u32) -> Trace {
    Trace::new(member, n).expect("the figures are small")
}

/// Two choices of eight squares, with a line for every two queens that attack each other.
fn choices() -> String {
    let mut svg = Svg::new(600, 262);
    let first: Vec<u32> = (0..8).collect();
    let other = [3, 13, 16, 30, 34, 44, 55, 57];
    for (left, title, choice) in [(40, "the first choice", &first[..]), (340, "another", &other)] {
        let top = 30;
        svg.centered(left + 4 * SIDE, 18, title);
        svg.board(left, top, 8, &[LEFT_OUT; 8]);
        let queens: Vec<Square> =
            choice.iter().map(|number| Square { row: number / 8, column: number % 8 }).collect();
        let at =
            |square: &Square| [left + square.column as i32 * SIDE, top + square.row as i32 * SIDE];
        let mut attacks = 0;
        for (i, queen) in queens.iter().enumerate() {
            for earlier in queens[..i].iter().filter(|earlier| earlier.attacks(*queen)) {
                attacks += 1;
                let [from, to] = [earlier, queen].map(|square| at(square).map(|x| x + SIDE / 2));
                svg.line(from, to, RED);
            }
        }
        for queen in &queens {
            let [x, y] = at(queen);
            svg.queen(x, y);
        }
        svg.centered(
            left + 4 * SIDE,
            top + 8 * SIDE + 20,
            &format!("{attacks} pairs attack each other"),
        );
    }
    svg.finish()
}

/// A node of a search tree.
struct Node {
    queens: Vec<Square>,
    /// Squares tested there and rejected.
    rejected: Vec<Square>,
    children: Vec<Node>,
}

/// The tree that a search of the board of size 4 visits.
fn search_tree(member: Member) -> Node {
    let root = Node { queens: Vec::new(), rejected: Vec::new(), children: Vec::new() };
    let mut path = vec![root];
    for Step { event, square, .. } in trace(member, 4) {
        let node = path.last_mut().expect("the root stays");
        match (event, square) {
            (Event::Reject, Some(square)) => node.rejected.push(square),
            (Event::Place, Some(square)) => {
                let mut queens = node.queens.clone();
                queens.push(square);
                path.push(Node { queens, rejected: Vec::new(), children: Vec::new() });
            }
            (Event::Remove, _) => {
                let done = path.pop().expect("a queen that is removed was placed");
                path.last_mut().expect("the root stays").children.push(done);
            }
            _ => {}
        }
    }
    path.pop().expect("the root stays")
}

impl Node {
    fn leaves(&self) -> i32 {
        self.children.iter().map(Self::leaves).sum::<i32>().max(1)
    }

    fn count(&self) -> usize {
        1 + self.children.iter().map(Self::count).sum::<usize>()
    }

    fn tests(&self) -> usize {
        self.rejected.len() + self.children.iter().map(|child| 1 + child.tests()).sum::<usize>()
    }
}

/// Side of a square of a small board.
const SMALL: i32 = 12;
/// The room of a small board in a tree.
const ROOM: [i32; 2] = [4 * SMALL + 16, 4 * SMALL + 28];

/// The tree of n = 4, a small board for each node, a cross on each square that was rejected.
fn tree(member: Member) -> String {
    let root = search_tree(member);
    let mut svg = Svg::new((root.leaves() * ROOM[0] + 20).max(470), 5 * ROOM[1] + 24);
    let left = (svg.width - root.leaves() * ROOM[0]) / 2;
    draw_tree(&mut svg, &root, left, 8);
    let text = format!(
        "{} nodes, {} tests, {} of them rejected (crosses)",
        root.count(),
        root.tests(),
        root.tests() + 1 - root.count()
    );
    svg.centered(svg.width / 2, 5 * ROOM[1] + 12, &text);
    svg.finish()
}

/// Draws a node and what is below it, from `left` on; returns where its board begins.
fn draw_tree(svg: &mut Svg, node: &Node, left: i32, y: i32) -> i32 {
    let x = left + (node.leaves() * ROOM[0] - 4 * SMALL) / 2;
    let solved = node.queens.len() == 4;
    for i in 0..16 {
        let color = if solved { INNER } else { LEFT_OUT };
        svg.rect(x + i % 4 * SMALL, y + i / 4 * SMALL, SMALL, SMALL, color);
    }
    let middle = |square: &Square| {
        [x + square.column as i32 * SMALL + SMALL / 2, y + square.row as i32 * SMALL + SMALL / 2]
    };
    for queen in &node.queens {
        let [x, y] = middle(queen);
        let _ = writeln!(svg.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{INK}\"/>");
    }
    for square in &node.rejected {
        let [x, y] = middle(square);
        svg.line([x - 3, y - 3], [x + 3, y + 3], RED);
        svg.line([x - 3, y + 3], [x + 3, y - 3], RED);
    }
    let mut child_left = left;
    for child in &node.children {
        let to = draw_tree(svg, child, child_left, y + ROOM[1]);
        svg.line([x + 2 * SMALL, y + 4 * SMALL + 2], [to + 2 * SMALL, y + ROOM[1] - 2], FAINT);
        child_left += child.leaves() * ROOM[0];
    }
    x
}

/// What the squares of a diagonal have in common.
fn numbers() -> String {
    const N: i32 = 6;
    let mut svg = Svg::new(560, 330);
    let queen = [2, 1];
    for (left, title, number) in [
        (60, "anti: row + column", (|row, col| row + col) as fn(i32, i32) -> i32),
        (340, "diag: row - column", |row, col| row - col),
    ] {
        let top = 40;
        svg.centered(left + N * SIDE / 2, 20, title);
        let of_queen = number(queen[0], queen[1]);
        for row in 0..N {
            for col in 0..N {
                let (x, y) = (left + col * SIDE, top + row * SIDE);
                let same = number(row, col) == of_queen;
                svg.rect(x, y, SIDE, SIDE, if same { INNER } else { LEFT_OUT });
                if [row, col] == queen {
                    svg.queen(x, y);
                } else {
                    svg.centered(x + SIDE / 2, y + 16, &number(row, col).to_string());
                }
            }
        }
        let all: BTreeSet<i32> = (0..N * N).map(|i| number(i / N, i % N)).collect();
        let begin = left + (N * SIDE - all.len() as i32 * 20) / 2;
        for (i, k) in (0..).zip(&all) {
            let (x, y) = (begin + i * 20, top + N * SIDE + 40);
            let set = *k == of_queen;
            svg.rect(x, y, 20, 20, if set { INNER } else { LEFT_OUT });
            svg.centered(x + 10, y - 6, &k.to_string());
            svg.centered(x + 10, y + 15, if set { "1" } else { "0" });
        }
        svg.centered(
            left + N * SIDE / 2,
            top + N * SIDE + 80,
            &format!("a flag for each of the {} lines", all.len()),
        );
    }
    svg.centered(
        280,
        316,
        "Rows and columns from 0. A square is safe if its column's and its two lines' flags are 0.",
    );
    svg.finish()
}

/// The bit strings of a row, under the board's columns.
fn strings(member: Member) -> String {
    const N: u32 = 8;
    let side = SIDE as u32;
    let mut trace = trace(member, N);
    // The first queen of the fourth row that leaves more than one free square.
    let many = |step: &Step| step.masks.is_some_and(|masks| masks.free.count_ones() > 1);
    let square = loop {
        let step = trace.next().expect("the search gets there");
        if step.event == Event::Place && trace.placed().len() == 4 && many(&step) {
            break step.square.expect("a queen was put down");
        }
    };
    let strings = trace.strings();
    let mut svg = Svg::new(560, 480);
    let (left, top) = (120, 20);
    svg.board(left, top, N as i32, &[LEFT_OUT; N as usize]);
    let column_x = |column: u32| left + (column * side) as i32;
    for column in 0..N {
        svg.rect(column_x(column), top + (square.row * side) as i32, SIDE, SIDE, MIDDLE);
        svg.rect(column_x(column), top + ((square.row + 1) * side) as i32, SIDE, SIDE, PALE);
    }
    // Each diagonal runs down to the next row, or to the edge.
    for queen in trace.placed() {
        let down = (square.row + 1 - queen.row) as i32;
        let from = [queen.column, queen.row].map(|number| (number * side) as i32 + SIDE / 2);
        for (step, room) in [(1, N - 1 - queen.column), (-1, queen.column)] {
            let length = down.min(room as i32) * SIDE;
            let [color, _] = if step == 1 { LD } else { RD };
            let [x, y] = [left + from[0], top + from[1]];
            svg.line([x, y], [x + step * length, y + length], color);
        }
    }
    for queen in trace.placed() {
        svg.queen(column_x(queen.column), top + (queen.row * side) as i32);
    }
    svg.left(left + 8 * SIDE + 12, top + (square.row * side) as i32 + 16, "this row");
    svg.left(left + 8 * SIDE + 12, top + ((square.row + 1) * side) as i32 + 16, "next row");
    let mut y = top + 8 * SIDE + 14;
    let mut line = |name: &str, digits: &str, color: &str, note: &str| {
        svg.text(left - 10, y + 16, "end", name);
        for (column, digit) in (0..).zip(digits.chars()) {
            let fill = if digit == '1' { color } else { LEFT_OUT };
            svg.rect(column_x(column), y, SIDE, SIDE, fill);
            svg.centered(column_x(column) + SIDE / 2, y + 16, &digit.to_string());
        }
        svg.left(left + 8 * SIDE + 12, y + 16, note);
        y += SIDE + 2;
    };
    let notes = [
        ("ld", "before the queen is put down"),
        ("cols", ""),
        ("rd", ""),
        ("free", "free squares"),
        ("bit", "the lowest free bit"),
    ];
    let color = |name: &str| match name {
        "ld" => LD[1],
        "rd" => RD[1],
        "cols" => MIDDLE,
        _ => FREE,
    };
    let digits = |name: &str| {
        let string = strings.iter().find(|string| string.name == name).expect("it has this one");
        string.digits.as_str()
    };
    // The step has taken the bit out of `free` already.
    let free = digits("free").chars().zip(digits("bit").chars());
    let free: String = free.map(|pair| if pair == ('0', '0') { '0' } else { '1' }).collect();
    for (name, note) in notes {
        line(name, if name == "free" { &free } else { digits(name) }, color(name), note);
    }
    for BitString { name, next, .. } in &strings {
        if let Some((formula, digits)) = next {
            line(name, digits, color(name), &format!("next row: {}", escape(formula)));
        }
    }
    svg.finish()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The squares that the mirror search tries: of row 1, and of row 2 while the first queen is in the middle.
fn mirror() -> String {
    let mut svg = Svg::new(620, 268);
    let mut left = 30;
    for (n, title, rows) in
        [(8_u32, "n = 8, row 1", 1), (7, "n = 7, row 1", 1), (7, "n = 7, row 2 below d1", 2)]
    {
        let top = 40;
        let middle = n / 2;
        let mut tried = BTreeSet::new();
        let mut trace = trace(Member::Mirror, n);
        while let Some(Step { event, square, .. }) = trace.next() {
            let wanted = match *trace.placed() {
                [] => rows == 1,
                [first] => rows == 2 && first.column == middle,
                _ => false,
            };
            if let (Event::Try, Some(square), true) = (event, square, wanted) {
                tried.insert(square.column);
            }
        }
        svg.board(left, top, n as i32, &vec![LEFT_OUT; n as usize]);
        let row = rows - 1;
        for column in 0..n {
            let fill = if tried.contains(&column) { INNER } else { MIDDLE };
            svg.rect(left + column as i32 * SIDE, top + row * SIDE, SIDE, SIDE, fill);
        }
        if rows == 2 {
            svg.queen(left + middle as i32 * SIDE, top);
        }
        svg.left(left, top - 10, title);
        left += n as i32 * SIDE + 16;
    }
    svg.left(30, 256, "Blue: squares tried. Gray: left out, or attacked.");
    svg.finish()
}

/// The pictures of the article on symmetry: solutions of n = 5 and the squares that the search leaves out.
fn five_queens() -> String {
    const N: i32 = 5;
    let mut svg = Svg::new(860, 200);
    let boards: [(&str, &str, &[i32]); 5] = [
        ("left out", "first queen on the right", &[3, 0, 2, 4, 1]),
        ("its mirror image", "found", &[1, 4, 2, 0, 3]),
        ("first queen in the middle", "found", &[2, 0, 3, 1, 4]),
        ("its mirror image", "left out by row 2", &[2, 4, 1, 3, 0]),
        ("row 2 below c1", "its right half is left out", &[2]),
    ];
    for (place, (title, note, queens)) in (0..).zip(boards) {
        let (left, top) = (30 + place * 166, 30);
        svg.text(left + N * SIDE / 2, 18, "middle", title);
        svg.board(left, top, N, &[LEFT_OUT; N as usize]);
        // The right half of the first row, or, below a queen in the middle, of the second.
        let row = i32::from(queens[0] == N / 2);
        for column in N / 2 + 1..N {
            svg.rect(left + column * SIDE, top + row * SIDE, SIDE, SIDE, MIDDLE);
        }
        for (row, column) in (0..).zip(queens) {
            svg.queen(left + column * SIDE, top + row * SIDE);
        }
        svg.text(left + N * SIDE / 2, top + N * SIDE + 18, "middle", note);
    }
    svg.left(30, 192, "Gray: squares that the search of half of the boards leaves out.");
    svg.finish()
}

/// Two classes: the queens that make them, the squares they leave out, the order of the rows.
fn classes() -> String {
    let mut svg = Svg::new(620, 330);
    for (left, n, wanted) in [(50, 9_u32, 2), (360, 8, 2)] {
        let top = 50;
        let size = n;
        let all = search::classes(size).expect("small");
        // Of those that count eightfold one whose rule leaves out as much of the middle column as any, and
        // little else.
        let crossed = |class: &Class, among: u32| {
            (0..n).map(|row| (among & !class.allowed(row)).count_ones()).sum::<u32>()
        };
        let fits = |class: &Class| {
            let rows = class.rows();
            class.multiplicity().get() == 8
                && n - rows.len() as u32 == wanted
                && rows.iter().all(|row| class.allowed(*row) != 0)
        };
        let worth = |class: &Class| {
            let all = crossed(class, u32::MAX >> (32 - n));
            (crossed(class, 1 << (n / 2)), Reverse(all))
        };
        let (class, subproblems) = all
            .iter()
            .filter(|(class, _)| fits(class))
            .max_by_key(|(class, _)| worth(class))
            .expect("there are such classes");
        let title = format!(
            "n = {n}: one of {} classes, counts {}-fold",
            all.len(),
            class.multiplicity().get()
        );
        svg.left(left, 20, &title);
        for row in 0..n {
            for column in 0..n {
                let (x, y) = (left + column as i32 * SIDE, top + row as i32 * SIDE);
                let placed = !class.rows().contains(&row);
                let allowed = class.allowed(row) >> column & 1 == 1;
                svg.rect(x, y, SIDE, SIDE, if placed { TOP } else { LEFT_OUT });
                if !allowed && !placed {
                    svg.line([x + 6, y + 6], [x + 18, y + 18], RED);
                    svg.line([x + 6, y + 18], [x + 18, y + 6], RED);
                }
                if placed && stands(&subproblems[0], row, column, size) {
                    svg.queen(x, y);
                }
            }
            if let Some(place) = class.rows().iter().position(|open| *open == row) {
                svg.text(left - 8, top + row as i32 * SIDE + 16, "end", &(place + 1).to_string());
            }
        }
    }
    svg.left(
        50,
        300,
        "Blue: rows whose queens make the class. Crosses: squares that the rule leaves out.",
    );
    svg.left(50, 316, "Numbers: the order in which the other rows are filled.");
    svg.finish()
}

/// Whether a sub-problem has a queen on a square of a row that it has filled.
fn stands(subproblem: &Subproblem, row: u32, column: u32, size: u32) -> bool {
    let alone = Subproblem::EMPTY.with_queen(Square { row, column }, size).expect("an empty board");
    subproblem.cols & alone.cols != 0
        && subproblem.anti & alone.anti != 0
        && subproblem.diag & alone.diag != 0
}

/// Eight lanes, which put queens on the fifth row of boards of size 8: refilled in batches, and at once.
fn lanes() -> String {
    const LANES: usize = 8;
    const SHOWN: usize = 26;
    // How many free squares the fifth row has, for the first ways to fill four rows.
    let work = free_squares();
    let mut svg = Svg::new(700, 316);
    for (top, title, at_once) in
        [(36, "lanes wait for the slowest", false), (176, "empty lanes are refilled at once", true)]
    {
        let mut waiting = work.iter().enumerate();
        let mut lanes: [Option<(usize, u32)>; LANES] = [None; LANES];
        let mut busy = 0;
        for step in 0..SHOWN {
            if at_once || lanes.iter().all(Option::is_none) {
                for lane in lanes.iter_mut().filter(|lane| lane.is_none()) {
                    *lane = waiting.next().map(|(i, squares)| (i, *squares));
                }
            }
            for (lane, place) in (0..).zip(&mut lanes) {
                let (x, y) = (90 + step as i32 * 22, top + lane * 13);
                let Some((i, squares)) = *place else {
                    svg.rect(x, y, 22, 13, LEFT_OUT);
                    continue;
                };
                busy += 1;
                svg.rect(x, y, 22, 13, if i % 2 == 0 { TOP } else { BOTTOM });
                *place = (squares > 1).then_some((i, squares - 1));
            }
        }
        svg.left(90, top - 8, title);
        let share = 100 * busy / (LANES * SHOWN);
        svg.text(
            90 + SHOWN as i32 * 22,
            top - 8,
            "end",
            &format!("{share} % of the lanes at work"),
        );
        svg.text(82, top + 14, "end", "lane 1");
        svg.text(82, top + 104, "end", "lane 8");
    }
    svg.left(
        90,
        304,
        "A column is a step: each lane puts a queen on one free square. A new color: the next placement.",
    );
    svg.finish()
}

/// The number of free squares of the fifth row, at least one, over the ways to fill four rows of eight.
fn free_squares() -> Vec<u32> {
    let size = 8;
    let whole = Class::whole(size).expect("small");
    let (mut class, mut placements) = (whole, vec![Subproblem::EMPTY]);
    for _ in 0..4 {
        (class, placements) = class.expand(&placements);
    }
    let row = class.rows()[0];
    let free = placements.iter().map(|placement| placement.free(row, size).count_ones());
    free.filter(|squares| *squares > 0).collect()
}
