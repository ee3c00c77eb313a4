//! The vocabulary: sizes, squares, placements, problems as text, symmetries.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use queens::board::{parse_size, squares};
use queens::{ErrorKind, MAX_N, Placement, Problem, Square, Symmetry, Topology};

#[test]
fn sizes_are_read_and_bounded() {
    assert_eq!(parse_size("0"), Ok(0));
    assert_eq!(parse_size("2147483647"), Ok(MAX_N));
    for text in ["2147483648", "99999999999999999999999"] {
        assert_eq!(parse_size(text).unwrap_err().kind(), ErrorKind::TooLarge, "{text:?}");
    }
    for text in ["", "x", "-1", "+8", "8 ", "8.0", "٨"] {
        assert_eq!(parse_size(text).unwrap_err().kind(), ErrorKind::Invalid, "{text:?}");
    }
}

#[test]
fn squares_are_named_as_in_chess() {
    for (name, row, column) in
        [("a1", 0, 0), ("h8", 7, 7), ("z26", 25, 25), ("aa1", 0, 26), ("zz3", 2, 701)]
    {
        let square = Square { row, column };
        assert_eq!(square.to_string(), name);
        assert_eq!(name.parse(), Ok(square));
    }
    assert_eq!("A1".parse::<Square>(), "a1".parse());
    for name in ["", "a", "1", "1a", "a0", "a-1", "a1b", "a 1", "é1"] {
        let error = name.parse::<Square>().unwrap_err().to_string();
        assert!(error.ends_with("is not a square"), "{name}: {error}");
    }
    for name in ["a2147483648", "zzzzzzzzzzzzzzzzzzzzz1", "a99999999999999999999999"] {
        let error = name.parse::<Square>().unwrap_err().to_string();
        assert!(error.ends_with("is beyond every board"), "{name}: {error}");
    }
}

#[test]
fn every_way_to_be_wrong_is_named() {
    let error = |text: &str| text.parse::<Placement>().unwrap_err().to_string();
    assert_eq!(error(""), "the placement is empty");
    assert_eq!(error(" , "), "the placement is empty");
    assert_eq!(error("2 4 x 3"), "`x` is not a column number");
    assert_eq!(error("2 4 0 3"), "a column 0 and a column 4 on a 4 x 4 board");
    assert_eq!(error("2 5 1 3"), "the queen of row 2 stands at column 5 of a 4 x 4 board");
    assert_eq!(error("2 2 1 3"), "the queens at b1 and b2 attack each other");
    assert_eq!(error("1 2"), "the queens at a1 and b2 attack each other");
    assert_eq!(error("2 4 3 1"), "the queens at d2 and c3 attack each other");
    // No text shows the empty board, but it is a placement.
    assert_eq!(Placement::new(Vec::new()).map(|p| p.n()), Ok(0));
}

#[test]
fn placements_are_read_as_programs_write_them() {
    for text in [
        "2 4 1 3",
        "2,4,1,3",
        "2413",
        "2413,",
        "1302",
        "1 3 0 2",
        "[1, 3, 0, 2]",
        "(2, 4, 1, 3)",
        "[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]",
        "['_Q__', '___Q', 'Q___', '__Q_']",
        ".Q..\n...Q\nQ...\n..Q.\n",
        ". Q . .\n. . . Q\nQ . . .\n. . Q .\n",
        "- Q - -\n- - - Q\nQ - - -\n- - Q -\n",
        "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n",
        "0100\n0001\n1000\n0010",
        "[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]",
    ] {
        assert_eq!(text.parse(), Placement::new(vec![1, 3, 0, 2]), "{text}");
    }
    for n in [1, 5, 9] {
        for placement in Problem::new(n).solutions().unwrap() {
            let columns: Vec<String> = placement.columns().iter().map(u32::to_string).collect();
            assert_eq!(columns.join(" ").parse().as_ref(), Ok(&placement));
            assert_eq!(placement.to_string().replace(' ', "").parse().as_ref(), Ok(&placement));
        }
    }
    let error = |text: &str| text.parse::<Placement>().unwrap_err().to_string();
    for (text, message) in [
        ("[1, 3, 0, 2", "`]` is missing at the end"),
        ("[1, 3, 0, 2)", "`)` closes no bracket"),
        (".Q..\n...Q\nQ...\n", "12 squares are no board of rows of equal length"),
        (".Q..\n...Q\nQ...\n....\n", "row 4 has 0 queens"),
        (".Q..\nQ..Q\n....\n..Q.\n", "row 2 has 2 queens"),
        (".Q..\n...Q\nQ..\n...Q.\n", "16 squares are no board of rows of equal length"),
        ("1 1 1 1", "row 1 has 2 queens"),
        ("2143", "the queens at b1 and a2 attack each other"),
    ] {
        assert_eq!(error(text), message);
    }
}

fn refused(text: &str) -> String {
    text.parse::<Problem>().unwrap_err().to_string()
}

#[test]
fn no_queen_stands_on_a_closed_square_or_beyond_the_board() {
    let b1 = "b1".parse().unwrap();
    let blocked = Problem::new(4).with_blocked(b1).unwrap();
    let error = blocked.with_queen(b1).unwrap_err().to_string();
    assert_eq!(error, "a queen is fixed at b1, which is blocked or excluded");
    for (n, board) in [(8, "an 8 x 8"), (9, "a 9 x 9"), (11, "an 11 x 11"), (18, "an 18 x 18")] {
        let error = Problem::new(n).with_queen("s1".parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), format!("the square s1 is not on {board} board"));
        let last = Square { row: n - 1, column: n - 1 };
        assert_eq!(error.advice(), format!("name a square from a1 to {last}"));
    }
    let error = Problem::new(0).with_queen(b1).unwrap_err();
    assert_eq!(error.advice(), "the board has no squares");
}

#[test]
fn every_part_of_a_problem_is_written_and_read() {
    let text = "...Q.\n.#...\n.....\n#....\n.....\ntorus\nexclude-diag e1\nexclude-anti e2\n";
    let problem: Problem = text.parse().unwrap();
    assert_eq!(problem.to_string(), text);
    // Any square of a diagonal names it.
    assert_eq!(text.replace("e2", "b5").parse(), Ok(problem.clone()));
    assert_eq!(problem.topology(), Topology::Torus);
    let superqueens = text.replace("torus\n", "torus\nsuperqueens\n");
    let leaping = problem.clone().with_superqueens().unwrap();
    assert_eq!(leaping.to_string(), superqueens);
    assert_eq!(superqueens.parse(), Ok(leaping));
    let names = |squares: &mut dyn Iterator<Item = Square>| {
        squares.map(|square| square.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&mut problem.queens()), ["d1"]);
    assert_eq!(names(&mut problem.blocked()), ["b2", "a4"]);
    assert_eq!(names(&mut problem.excluded_diags()), ["e1"]);
    assert_eq!(names(&mut problem.excluded_antis()), ["e2"]);
}

#[test]
fn errors_name_the_line_and_the_reason() {
    assert_eq!(refused(""), "the board has no rows");
    assert_eq!(refused("x: a1"), "line 1: `x` is not a square of a board");
    assert_eq!(refused("8x: a1"), "`8x` is not a board size");
    assert_eq!("Q ; 1: a board".parse(), "1: a1 ; a board".parse::<Problem>());
    assert_eq!(refused("8: a1, 1a"), "`1a` is not a square");
    assert_eq!(refused("8: a1 b2"), "the fixed queens at a1 and b2 attack each other");
    assert_eq!(refused("0:"), "the board has no rows");
    assert_eq!(refused("torus"), "the board has no rows");
    assert_eq!(refused("..\n.x"), "line 2: `x` is not a square of a board");
    assert_eq!(refused("..\n..\ntorus Q"), "line 3: `Q` is not a square of a board");
    assert_eq!(refused("..\n\n..."), "line 3: a row of 3 on a board of 2 columns");
    assert_eq!(refused("..\n..\n.."), "the board is not square: 3 rows, 2 columns");
    assert_eq!(refused("..\n..\nsuperqueens !"), "line 3: `!` is not a square of a board");
    let leap = refused("Q...\n..Q.\n....\n....\nsuperqueens");
    assert_eq!(leap, "the fixed queens at a1 and c2 attack each other");
    assert_eq!(refused(".\nexclude-diag ;a1"), "line 2: no diagonal is named");
    assert_eq!(refused(".\nexclude-anti a1,1a"), "line 2: `1a` is not a square");
    assert_eq!(refused(".\nexclude-anti b1"), "the square b1 is not on a 1 x 1 board");
    assert_eq!(refused("Q..\n..Q\n.Q."), "the fixed queens at c2 and b3 attack each other");
    assert_eq!(
        refused("Q\nexclude-diag a1"),
        "a queen is fixed at a1, which is blocked or excluded"
    );
}

#[test]
fn symmetries_are_turns_and_the_mirror_image_and_its_turns() {
    for n in 1..6 {
        for square in squares(n) {
            let mirrored = Symmetry::Mirror.square(square, n);
            assert_eq!(mirrored, Square { row: square.row, column: n - 1 - square.column });
            for (start, symmetries) in [square, mirrored].into_iter().zip(Symmetry::ALL.chunks(4)) {
                let mut image = start;
                for symmetry in symmetries {
                    assert_eq!(symmetry.square(square, n), image, "{symmetry:?}");
                    image = Symmetry::QuarterTurn.square(image, n);
                }
                assert_eq!(image, start);
            }
        }
    }
}
