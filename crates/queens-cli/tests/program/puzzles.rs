//! `queens puzzle` with many puzzles: each has its answer when it is read, and its place when it is wrong. And booklets,
//! page by page as a reader has them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use queens::draw::Drawing;
use roxmltree::{Document, Node};

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child =
        crate::queens("puzzle check --format jsonl").stdin(Stdio::piped()).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (question, answer) in [
        ("4x1.AAABACBBCCDDCCDD", "\"unique\":true"),
        (
            "4x1.AAAB",
            "\"error\":\"stdin: puzzle in line 2, read as the compact form: 4 letters for an n of 4\"",
        ),
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

/// What the command draws it reads; a file of which the end is missing is refused, whatever its pixels are.
#[test]
fn a_picture_is_read_whole_or_refused() {
    let puzzle = crate::stdout("puzzle new 7 --seed 5");
    let drawn =
        crate::told(&mut crate::queens("puzzle draw --png - --width 300"), puzzle.as_bytes());
    let read =
        |file: &[u8]| crate::told(&mut crate::queens("puzzle convert --format letters"), file);
    assert_eq!(crate::printed(&read(&drawn.stdout)), puzzle);
    let error = crate::refused(read(&drawn.stdout[..drawn.stdout.len() - 9]), "a cut file");
    assert!(error.contains("stdin: the PNG file is cut off: its end is missing"), "{error}");
    let error = crate::refused(read(b"II*\0\x08\0\0\0"), "a format that is not read");
    assert!(error.contains("stdin: pictures in the format TIFF are not read"), "{error}");
}

/// A page of the size A4 has a title, and below it a board as the library draws it.
fn check_page(path: &Path, title: &str, board: &Drawing) {
    let text = fs::read_to_string(path).unwrap();
    let document = Document::parse(&text).unwrap();
    let page = document.root_element();
    let size = ["width", "height", "viewBox"].map(|name| page.attribute(name).unwrap());
    assert_eq!(size, ["210mm", "297mm", "0 0 210 297"]);
    let elements: Vec<_> = page.children().filter(Node::is_element).collect();
    let [heading, picture] = elements[..] else { panic!("{text}") };
    assert_eq!(heading.text(), Some(title));
    let [x, y, width, height] = ["x", "y", "width", "height"]
        .map(|name| picture.attribute(name).unwrap().parse::<u32>().unwrap());
    assert!(x + width <= 210 && y >= 40 && y + height <= 297, "within the page");
    assert!(text[picture.range()].ends_with(board.svg()["<svg ".len()..].trim_end()), "{text}");
}

#[test]
fn a_booklet_has_a_page_for_each_puzzle_and_one_for_its_solution() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book");
    let command = "puzzle new 7 --seed 5 --level medium --count 12";
    let output = crate::queens(command).arg("--booklet").arg(&book).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    // The puzzles are those that the same command prints.
    let puzzles = queens_puzzle::parse(&crate::stdout(command)).unwrap();
    assert_eq!((puzzles.len(), fs::read_dir(&book).unwrap().count()), (12, 24));
    for (number, puzzle) in (1..).zip(puzzles) {
        let title = format!("{number} · medium");
        let board = Drawing::new(7).unwrap().regions(puzzle.regions()).unwrap().coordinates(true);
        check_page(&book.join(format!("puzzle-{number:02}.svg")), &title, &board);
        let solution = puzzle.problem().solve().unwrap().unwrap();
        let solved = board.queens(solution.queens()).unwrap();
        check_page(&book.join(format!("solution-{number:02}.svg")), &title, &solved);
    }
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

/// What programs write as placements is drawn, one after the other.
#[test]
fn placements_of_other_programs_are_drawn() {
    let board = ". Q . .\n. . . Q\nQ . . .\n. . Q .\n";
    for (text, boards) in [
        ("[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]]", 1),
        ("[1, 3, 0, 2]\n[1, 3, 0, 2],\n", 2),
        ("[[1, 3, 0, 2],\n [1, 3, 0, 2]]\n", 2),
        ("[(1, 3, 0, 2), (1, 3, 0, 2)]\n", 2),
        ("2413\n1 3 0 2\n2,4,1,3\n", 3),
        ("0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n\n0100\n0001\n1000\n0010\n", 2),
        ("[[0,1,0,0],\n [0,0,0,1],\n [1,0,0,0],\n [0,0,1,0]]\n", 1),
        ("[[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]]\n", 1),
        (".Q..\n...Q\nQ...\n..Q.\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n", 2),
        ("{\"columns\":[1,3,0,2]}\n{\"placements\":[[2,4,1,3]]}", 2),
    ] {
        let output = crate::told(&mut crate::queens("draw - --style ascii"), text.as_bytes());
        assert!(output.status.success(), "{text}: {output:?}");
        let drawn = String::from_utf8(output.stdout).unwrap();
        assert_eq!(drawn, vec![board; boards].join("\n"), "{text}");
    }
    for (text, error) in [
        ("[[1, 3, 0, 2], 5]", "line 1 of stdin: "),
        ("[1, 3, 0, 2", "line 1 of stdin: `]` is missing at the end"),
        ("2413\n.Q..\n...Q\n", "line 2 of stdin: 8 squares are no board of rows of equal length"),
    ] {
        let output = crate::told(&mut crate::queens("draw - --style ascii"), text.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            String::from_utf8(output.stderr).unwrap().starts_with(&format!("error: {error}")),
            "{text}"
        );
    }
}

/// Of a pipe that is slow, a byte order mark comes in pieces.
#[test]
fn a_mark_in_pieces_is_passed_over() {
    let mut child = crate::queens("puzzle solve").stdin(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    for piece in [&b"\xef"[..], b"\xbb\xbf4x1.AAABACBBCCDDCCDD\n"] {
        pipe.write_all(piece).unwrap();
        sleep(Duration::from_millis(100));
    }
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert_eq!(crate::printed(&output), "2 4 1 3\n", "{output:?}");
}
