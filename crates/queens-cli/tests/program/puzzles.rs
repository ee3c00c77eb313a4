//! `queens puzzle` with many puzzles: each has its answer when it is read, and its place when it is wrong. And booklets,
//! page by page as a reader has them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use queens::Uniqueness;
use queens_puzzle::{Level, Puzzle, rate};
use roxmltree::{Document, Node};

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child =
        crate::queens("puzzle check --format jsonl").stdin(Stdio::piped()).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (question, answer) in [
        ("4x1.AAABACBBCCDDCCDD", "\"unique\":true"),
        ("4x1.AAAB", "\"error\":\"stdin: puzzle in line 2: 4 letters for an n of 4\""),
        ("4x1.AAAABBBBCCCCDDDD", "\"unique\":false"),
        ("4x1.AABBAABBCCDDCCDA", "\"in_pieces\":[\"A\"]"),
    ] {
        writeln!(questions, "{question}").unwrap();
        let line = answers.next().unwrap().unwrap();
        assert!(line.contains(answer), "{line}");
    }
    drop(questions);
    assert_eq!(child.wait().unwrap().code(), Some(2), "one of the puzzles was no puzzle");
}

/// Each made puzzle is written at once, so a stop loses none, and files of them can be put together.
#[test]
fn made_puzzles_are_written_as_they_are_made() {
    for form in ["letters", "board", "compact", "jsonl"] {
        let many = format!("puzzle new 6 --count 1000000000 --format {form}");
        let mut child = crate::queens(&many).spawn().unwrap();
        let made = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let made: Vec<String> = made.take(60).collect();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(made.len(), 60, "they come before the last is made");
        let two = crate::stdout(&format!("puzzle new 6 --count 2 --format {form}"));
        let read = queens_puzzle::parse(&two).unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(queens_puzzle::parse(&two.repeat(2)).unwrap(), [read.clone(), read].concat());
    }
}

/// What is on a page: its title, the puzzle, and the column of the queen in each row that has one.
struct Page {
    title: String,
    puzzle: Puzzle,
    queens: Vec<u32>,
}

impl Page {
    fn read(path: &Path) -> Self {
        const SVG: &str = "http://www.w3.org/2000/svg";
        let text = fs::read_to_string(path).unwrap();
        let document = Document::parse(&text).unwrap();
        let page = document.root_element();
        let size = ["width", "height", "viewBox"].map(|name| page.attribute(name).unwrap());
        assert_eq!(size, ["210mm", "297mm", "0 0 210 297"]);
        let only = |name: &str| {
            let is_named = |node: &Node<'_, '_>| node.has_tag_name((SVG, name));
            let found: Vec<_> = page.children().filter(is_named).collect();
            let [one] = found[..] else { panic!("{} of {name}", found.len()) };
            one
        };
        let board = only("svg");
        let number =
            |node: &Node<'_, '_>, name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(&board, name));
        let fits = x >= 0.0 && x + width <= 210.0 && y >= 40.0 && y + height <= 297.0;
        assert!(fits, "within the page");
        // What is read out: the regions, row by row.
        let label = board.attribute("aria-label").unwrap();
        let rows = label.split_once("; regions: ").unwrap().1.replace(' ', "\n");
        let puzzle = Puzzle::new(rows.parse().unwrap());
        let queens: Vec<Node<'_, '_>> =
            board.descendants().filter(|node| node.attribute("href") == Some("#queen")).collect();
        let square = |at: f64| (at / 60.0).round() as u32;
        for (row, queen) in (0..).zip(&queens) {
            assert_eq!(square(number(queen, "y")), row, "a queen in each row, from the top");
        }
        let queens = queens.iter().map(|queen| square(number(queen, "x"))).collect();
        Self { title: only("text").text().unwrap().to_owned(), puzzle, queens }
    }
}

#[test]
fn every_page_has_a_puzzle_with_one_solution_and_another_page_has_that() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book");
    let arguments = "puzzle new 7 --seed 5 --level medium --count 12 --booklet";
    let output = crate::queens(arguments).arg(&book).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");

    assert_eq!(fs::read_dir(&book).unwrap().count(), 24);

    let mut before = Vec::new();
    for number in 1..=12 {
        let page = Page::read(&book.join(format!("puzzle-{number:02}.svg")));
        assert_eq!(page.title, format!("{number} · medium"));
        assert!(page.queens.is_empty(), "the puzzle does not give its solution away");
        assert_eq!(rate(&page.puzzle).unwrap().level, Level::Medium);
        let Uniqueness::One(solution) = page.puzzle.problem().uniqueness().unwrap() else {
            panic!("page {number} has not one solution");
        };
        let solved = Page::read(&book.join(format!("solution-{number:02}.svg")));
        assert_eq!((&solved.title, &solved.puzzle), (&page.title, &page.puzzle));
        assert_eq!(solved.queens, solution.columns());
        assert!(!before.contains(&page.puzzle), "page {number} repeats a puzzle");
        before.push(page.puzzle);
    }

    // The puzzles are those that the same command prints.
    let printed = crate::stdout("puzzle new 7 --seed 5 --level medium --count 12");
    assert_eq!(queens_puzzle::parse(&printed).unwrap(), before);
}

#[test]
fn a_booklet_leaves_no_pages_of_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let book = |count: u32| {
        let command = format!("puzzle new 5 --count {count} --booklet");
        crate::queens(&command).arg(folder.path()).output().unwrap()
    };
    for count in [3, 3, 4] {
        assert!(book(count).status.success());
    }
    // Fewer, or with longer numbers.
    for count in [3, 10] {
        let talk = crate::refused(book(count), "a booklet");
        assert!(talk.contains("has pages of another booklet: "), "{talk}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 8);
    }
}
