//! What people bring as text: read as they mean it, or refused in one sentence that says what it was taken for.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod changes;
mod forms;

use proptest::prelude::*;
use queens::random::Random;
use queens::{Regions, Square};
use queens_puzzle::{Format, Puzzle, Reader, parse};
use queens_testkit::generators;

const ROWS: [&str; 4] = ["AAAB", "ACBB", "CCDD", "CCDD"];
const NAMES: &str =
    "blue,blue,blue,green\nblue,red,green,green\nred,red,teal,teal\nred,red,teal,teal";
const JSON: &str = "[[0,0,0,1],[0,2,1,1],[2,2,3,3],[2,2,3,3]]";

/// The letters of every puzzle of a text, without the ends of lines.
fn letters(text: &str) -> Vec<String> {
    let puzzles = parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    puzzles.iter().map(|puzzle| puzzle.regions().to_string().replace('\n', "")).collect()
}

/// Everything that a text brings: letters, or errors.
fn all(text: &str) -> Vec<String> {
    let read = Reader::new(text.as_bytes());
    read.map(|puzzle| match puzzle {
        Ok(puzzle) => puzzle.regions().to_string().replace('\n', ""),
        Err(error) => {
            assert!(!error.advice().is_empty() && !error.advice().contains('\n'), "{error}");
            error.to_string()
        }
    })
    .collect()
}

/// The only error of a text that brings nothing else.
fn refusal(text: &str) -> String {
    let all = all(text);
    let [error] = &*all else { panic!("{all:?}: {text}") };
    error.clone()
}

#[test]
fn forms_of_many_programs_are_read() {
    let one = [ROWS.concat()];
    let quoted = NAMES.replace(',', "\", \"").replace('\n', "\"],[\"");
    let quoted = format!("[[\"{quoted}\"]]");
    let cells = r#"{"0":[[0,0],[0,1],[0,2],[1,0]],"1":[[0,3],[1,2],[1,3]],"2":[[1,1],[2,0],[2,1],[3,0],[3,1]],"3":[[2,2],[2,3],[3,2],[3,3]]}"#;
    let from_one = "[[[1,1],[1,2],[1,3],[2,1]],[[1,4],[2,3],[2,4]],[[2,2],[3,1],[3,2],[4,1],[4,2]],[[3,3],[3,4],[4,3],[4,4]]]";
    let names = r#"{"regions":[["a1","b1","c1","a2"],["d1","c2","d2"],["b2","a3","b3","a4","b4"],["c3","d3","c4","d4"]]}"#;
    let level = "const level = {\n  size: 4,\n  colorRegions: [\n    [\"A\", \"A\", \"A\", \"B\"],\n    [\"A\", \"C\", \"B\", \"B\"],\n    \
                 [\"C\", \"C\", \"D\", \"D\"],\n    [\"C\", \"C\", \"D\", \"D\"],\n  ],\n};\nexport default level;\n";
    let colors = r#""colorGrid":[{"$type":"x","colors":[0,0,0,1]},{"colors":[0,2,1,1]},{"colors":[2,2,3,3]},{"colors":[2,2,3,3]}]"#;
    for text in [
        // Addresses.
        "https://puzz.link/p?starbattle/4/4/1/74gdc0",
        "http://pzv.jp/p.html?starbattle/4/4/1/74gdc0",
        "starbattle/4/4/1/74gdc0 ; without the site",
        "https://puzz.link/p?starbattle/v:/4/4/1/74gdc0/",
        "http://127.0.0.1:8000/#/play?p=4x1.AAABACBBCCDDCCDD",
        "https://example.org/queens/#/play?draw=1&p=4x1.AAABACBBCCDDCCDD",
        // One list of squares.
        "0,0,0,1,0,2,1,1,2,2,3,3,2,2,3,3",
        "0 0 0 1 0 2 1 1 2 2 3 3 2 2 3 3",
        "AAABACBBCCDDCCDD",
        "blue,blue,blue,gold,blue,red,gold,gold,red,red,teal,teal,red,red,teal,teal",
        "A\nA\nA\nB\nA\nC\nB\nB\nC\nC\nD\nD\nC\nC\nD\nD",
        "[0,0,0,1,0,2,1,1,2,2,3,3,2,2,3,3]",
        r#"{"regions":[0,0,0,1,0,2,1,1,2,2,3,3,2,2,3,3]}"#,
        r#"{"id":3,"board":"AAABACBBCCDDCCDD"}"#,
        r#"{"board":"AAAB\nACBB\nCCDD\nCCDD"}"#,
        r#"{"board":"441WEIKo"}"#,
        // Cells.
        cells,
        &format!("{{\"regions\":{cells}}}"),
        from_one,
        names,
        r#"{"regions":[{"id":1,"cells":[{"row":0,"col":0},{"row":0,"col":1},{"row":0,"col":2},{"row":1,"col":0}]},{"id":2,"cells":[{"row":0,"col":3},{"row":1,"col":2},{"row":1,"col":3}]},
            {"id":3,"cells":[{"row":1,"col":1},{"row":2,"col":0},{"row":2,"col":1},{"row":3,"col":0},{"row":3,"col":1}]},{"id":4,"cells":[{"row":2,"col":2},{"row":2,"col":3},{"row":3,"col":2},{"row":3,"col":3}]}]}"#,
        // LinkedIn's answer.
        &format!("{{\"data\":{{\"elements\":[{{\"gamePuzzle\":{{\"queensGamePuzzle\":{{\"gridSize\":4,{colors},\"solution\":[{{\"row\":0,\"col\":1}}]}}}}}}]}},\"included\":[{{\"x\":1}}]}}"),
        &format!("{{{colors}}}"),
        colors.split_once(':').unwrap().1,
        // Names of colors, in the order of the alphabet: blue, green, red, teal.
        NAMES,
        &NAMES.replace(',', " "),
        &NAMES.replace(',', ";"),
        &NAMES.replace(',', "; ").replace('\n', ";\n"),
        &quoted,
        &NAMES.replace("blue", "#aa0000").replace("green", "#bb0000").replace("red", "#cc0000").replace("teal", "#dd0000"),
        &JSON.replace('0', "{\"color\":\"a\",\"state\":\"empty\"}").replace('1', "{\"color\":\"b\"}").replace('2', "\"c\"").replace('3', "\"d\""),
        "🟥🟥🟥🟦\n🟥🟧🟦🟦\n🟧🟧🟨🟨\n🟧🟧🟨🟨",
        "1,1,1,2\n1,3,2,2\n3,3,4,4\n3,3,4,4\n",
        // Levels.
        level,
        &level.replace("const level =", "export const level: Level =").replace("};\n", "} as const;\n"),
        &format!("// The first.\nimport {{\n  a,\n  b,\n}} from \"../colors\";\n\n/* A\n level */\n{}", level.replace("};\n", "  regionColors: { A: a, B: b },\n  isNew: true,\n};\n")),
        &format!("module.exports = {JSON};"),
        &format!("const colors = {{ A: '#fff', B: '#eee' }};\nexport {{ colors }} from 'x';\nconst level = {{ note: \"a }} from b\", grid: {JSON} }};\nexport {{ level }};\n"),
        "export default ['AAAB', 'ACBB', 'CCDD', 'CCDD',]\n",
        // A list of Python, and rows in brackets.
        "[['A', 'A', 'A', 'B'], ['A', 'C', 'B', 'B'], ['C', 'C', 'D', 'D'], ['C', 'C', 'D', 'D']]",
        "[(0,0,0,1), (0,2,1,1), (2,2,3,3), (2,2,3,3)]",
        "[0,0,0,1],\n[0,2,1,1],\n[2,2,3,3],\n[2,2,3,3]\n",
        "\"AAAB\",\n\"ACBB\",\n\"CCDD\",\n\"CCDD\"\n",
        // Sizes before the board.
        "4\n1\nAAAB\nACBB\nCCDD\nCCDD",
        "4\nAAAB\nACBB\nCCDD\nCCDD",
        "4\n\nAAAB\nACBB\nCCDD\nCCDD",
        "4x4\nAAAB\nACBB\nCCDD\nCCDD",
        "4 x 4\n0 0 0 1\n0 2 1 1\n2 2 3 3\n2 2 3 3",
        "4 × 4\n\nAAAB\nACBB\nCCDD\nCCDD",
        "4 4\n0 0 0 1\n0 2 1 1\n2 2 3 3\n2 2 3 3",
        "4 1\n0 0 0 1\n0 2 1 1\n2 2 3 3\n2 2 3 3",
        // Objects.
        &format!("{{\"n\":4,\"regions\":{JSON}}}"),
        &format!("{{\"schema\":\"my.puzzle/1\",\"regions\":{JSON}}}"),
        &format!("{{\"id\":1,\"n\":4,\"regions\":{JSON},\"queens\":[[0,1],[1,3],[2,0],[3,2]]}}"),
        &format!("{{\"board\":{JSON},\"solution\":[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]}}"),
        &format!("{{\"board\":{JSON},\"colors\":[\"#abc\",\"#def\",\"#123\",\"#456\"],\"tags\":[\"easy\",\"hard\"],\"moves\":[[0,1],[2,3]]}}").replace("board", "regions"),
        "....\n____\n----\n....\nregions AAAB ACBB CCDD CCDD",
    ] {
        assert_eq!(letters(text), one, "{text}");
    }
    let objects = format!("{{\"7\":{JSON},\"10\":{JSON},\"level\":{{\"grid\":{JSON}}}}}");
    assert_eq!(letters(&objects), [one[0].clone(), one[0].clone(), one[0].clone()]);
    // The order of the text, and not of the keys.
    let columns = "[[0,1,2,3],[0,1,2,3],[0,1,2,3],[0,1,2,3]]";
    assert_eq!(
        letters(&format!("{{\"9\":{JSON},\"10\":{columns}}}")),
        [&one[0], "ABCDABCDABCDABCD"]
    );
    assert_eq!(letters("AAABACBBCCDDCCDD\nABCDABCDABCDABCD\n"), [&one[0], "ABCDABCDABCDABCD"]);
    let strings = r#"["AAAB","ACBB","CCDD","CCDD"]"#;
    for number in [1, 2, 4] {
        let many = vec![one[0].clone(); number];
        assert_eq!(letters(&level.repeat(number)), many);
        // As many puzzles as rows are puzzles all the same.
        for item in [strings, &quoted, &format!("{{\"size\":4,\"colorRegions\":{quoted}}}")] {
            let items = vec![item; number].join(",\n");
            assert_eq!(letters(&format!("{{\"puzzles\":[{items}]}}")), many, "{items}");
        }
    }
    assert_eq!(
        letters(&format!("export const levels = [\n{JSON}, // one\n{JSON},\n];")),
        [one[0].clone(), one[0].clone()]
    );
}

/// Marks come along where a form has them.
#[test]
fn marks_of_a_legup_file_are_read() {
    let regions: Regions = ROWS.join("\n").parse().unwrap();
    let value = |square: Square| match square.to_string().as_str() {
        "b1" => -2,
        "a1" => -1,
        _ => 0,
    };
    let file = forms::legup(&regions, 1, value);
    let numbers =
        format!("{{\"id\":1,\"regions\":{JSON},\"queens\":[\"b1\"],\"crosses\":[\"a1\"]}}");
    let board = "#Q..\n....\n....\n....\nregions AAAB\nregions ACBB\nregions CCDD\nregions CCDD\n";
    assert_eq!(Format::Board.write(&parse(&numbers).unwrap()[0]).unwrap(), board);
    let read = parse(&file.repeat(2)).unwrap();
    assert_eq!(read.len(), 2);
    assert_eq!(Format::Board.write(&read[0]).unwrap(), board);
    assert_eq!(
        refusal(&forms::legup(&regions, 2, value)),
        "puzzle in line 1, read as a LEGUP file: a puzzle with 2 stars a row"
    );
    assert_eq!(
        refusal(&file.replace("<cell value=\"-1\" x=\"0\" y=\"0\"/>", "")),
        "puzzle in line 1, read as a LEGUP file: the square a1 is in no region"
    );
    let bomb = "<!DOCTYPE Legup [<!ENTITY a \"aaaaaaaa\">]>\n<Legup>&a;</Legup>";
    assert!(refusal(bomb).contains("the XML is malformed: "));
    assert_eq!(
        refusal("<svg width=\"4\">\n<g/>\n\n</svg>\n"),
        "puzzle in line 1, read as a LEGUP file: this is XML of the kind `svg`, and not LEGUP's"
    );
}

/// Two stars a row are recognized in every form that says so.
#[test]
fn puzzles_with_more_stars_are_refused_in_one_sentence() {
    for text in [
        "8x2.AABB".to_owned(),
        "https://puzz.link/p?starbattle/4/4/2/74gdc0".into(),
        "442W00__".into(),
        "4B00mF".into(),
        format!("{{\"stars\":2,\"grid\":{JSON}}}"),
        format!("{{\"stars\":\"2\",\"puzzles\":[{JSON},{JSON}]}}"),
        format!("{{\"starsPerRow\":2,\"regions\":{JSON}}}"),
        "4\n2\nAAAB\nACBB\nCCDD\nCCDD".into(),
        "4 2\nAAAB\nACBB\nCCDD\nCCDD".into(),
        format!("const level = {{ size: 4, stars: 2, regions: {JSON} }};"),
    ] {
        let error = refusal(&text);
        assert!(error.ends_with("a puzzle with 2 stars a row"), "{error}");
    }
}

#[test]
fn one_input_has_one_error() {
    let level = "import { red } from './colors';\n\nconst level = {\n  size: 4,\n  colorRegions: [\n    ['A', 'A', 'A', 'B'],\n    ['A', 'C', 'B', 'B'],\n    ['C', 'C', 'D'],\n    ['C', 'C', 'D', 'D'],\n  ],\n};\n\nexport default level;\n";
    let code = "const n = 4;\nfunction solve() {\n  return [1, 2];\n}\n\nconst a = board.map((row) => [...row]);\n\nif (a) {\n  solve();\n}\n";
    let wrong_key = r#"{"grid":[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]],"regions":[[0,0,0,1],[0,0,1,1],[0,0,3,3],[0,0,3,3]]}"#;
    let prose = "Dear reader,\n\nthis is no puzzle.\n\nIt has many paragraphs,\nand none of them\nis one.\n\nThe end.\n".repeat(100);
    for (text, error) in [
        (
            "https://www.linkedin.com/games/queens",
            "1, read as an address: it holds no puzzle of the kind `starbattle`",
        ),
        (
            "https://puzz.link/p?nurikabe/4/4/1a",
            "1, read as an address: it holds no puzzle of the kind `starbattle`",
        ),
        (
            "http://127.0.0.1:8000/#/play?p=4x1.AAABACBBCCDDCCD",
            "1, read as an address: row 4 has 3 squares on a 4 x 4 board",
        ),
        (
            "https://puzz.link/p?starbattle/4/4/1/74gdc",
            "1, read as an address: 5 digits of borders, and a board of 4 rows has 6",
        ),
        (
            "https://puzz.link/p?starbattle/4/4/1/74gdc00",
            "1, read as an address: 7 digits of borders, and a board of 4 rows has 6",
        ),
        (
            "https://puzz.link/p?starbattle/4/4/1/74gdcx",
            "1, read as an address: `x` is not a digit of borders",
        ),
        (
            "https://puzz.link/p?starbattle/4/4/1/76gdc0",
            "1, read as an address: the border between c3 and d3 separates no regions",
        ),
        (
            "https://puzz.link/p?starbattle/4/4/1/74hdc0",
            "1, read as an address: there is a border after the last side between two squares",
        ),
        (
            "https://puzz.link/p?starbattle/4/5/1/74gdc0",
            "1, read as an address: the board has 4 columns and 5 rows",
        ),
        (
            "starbattle/4/4/74gdc0",
            "1, read as an address: 3 parts after `starbattle`, and 4 are needed",
        ),
        (level, "3, read as JavaScript: `colorRegions`: row 3 has 3 squares on a 4 x 4 board"),
        (code, "2, read as JavaScript: this is code, and not a value"),
        (wrong_key, "1, read as JSON: `regions`: 1 region is missing: a 4 x 4 board has 3, 0 1 3"),
        (
            r#"{"7":[[0,0,0,1],[0,2,1,1],[2,2,3,3],[2,2,3,3]],"8":[[0,0,0,1],[0,2,1,1],[2,2,2,2],[2,2,2,2]]}"#,
            "1, read as JSON: `8`: 1 region is missing: ",
        ),
        (
            r#"{"n":5,"regions":[[0,0,0,1],[0,2,1,1],[2,2,3,3],[2,2,3,3]]}"#,
            "1, read as JSON: `n` is 5, and the board has 4 rows",
        ),
        ("4x5\nAAAB\nACBB\nCCDD\nCCDD", "1, read as rows: row 1 has 3 squares on a 5 x 5 board"),
        (
            r#"{"n":4,"regions":["AAAB","ACBB","CCDD","CCDD"],"queens":["a1","b2"]}"#,
            "1, read as queens.problem/1: the fixed queens at a1 and b2 attack each other",
        ),
        (
            "Q...\n.Q..\n....\n....\nregions AAAB ACBB CCDD CCDD",
            "1, read as a board: the fixed queens at a1 and b2 attack each other",
        ),
        ("3x1.AAABBBCCC", "1, read as the compact form: a 3 x 3 board cannot have regions"),
        (
            "[[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,null]]",
            "1, read as JSON: the square d4 has no region",
        ),
        (
            "....\n....\n....\n....\nregions AABB AABB CCDD CCDD\nexclude-diag a1",
            "1, read as a board: a puzzle does not exclude diagonals",
        ),
        ("hello\n", "1, read as text: `hello` is no puzzle of a known form"),
        (&prose, "1, read as text: `Dear reader,` is no puzzle of a known form"),
        ("4\n", "1, read as rows: 4 come first, and 0 rows follow"),
        ("5\nAAAB\nACBB\nCCDD\nCCDD", "1, read as rows: 5 come first, and 4 rows follow"),
        ("{\n\"a\": 1,\n\"b\" 2}", "3, read as JSON: `2` where `:` should be"),
        ("{\"a\": 7}", "1, read as JSON: there is no board in it"),
        (
            "{\"puzzles\":[[[0,0,0,1],[0,2,1,1],[2,2,3,3],[2,2,3,3]],[[0,0,0,1],[0,2,1,1],[2,2,3,3]]]}",
            "1, read as JSON: `puzzles`: item 2: the board is not square: 3 rows, 4 columns",
        ),
    ] {
        let got = refusal(text);
        assert!(got.starts_with(&format!("puzzle in line {error}")), "{got}\n{error}\n{text}");
    }
    assert_eq!(refusal(" ; nothing\n\n"), "there is no puzzle");
}

/// They would be passed over without a word.
#[test]
fn some_marks_without_names_are_refused() {
    for marks in [
        r#""queens":[[0,1]]"#,
        r#""queens":["R1C2"]"#,
        r#""crosses":[{"row":0,"col":0}]"#,
        r#""blocked":[1,2]"#,
    ] {
        let text = format!("{{\"id\":1,\"regions\":{JSON},{marks}}}");
        let key = marks.split('"').nth(1).unwrap_or_default();
        let error = format!("puzzle in line 1, read as JSON: `{key}` has squares without names");
        assert_eq!(refusal(&text), error);
    }
}

/// Marks that contradict each other are named, with what to take back.
#[test]
fn queens_that_attack_each_other_are_an_error_with_advice() {
    for (text, advice) in [
        (
            "QQ..\n....\n....\n....\nregions AAAB ACBB CCDD CCDD",
            "take back the queen on a1, which the only solution does not have",
        ),
        (
            "Q...\n.Q..\n....\n....\nregions AAAB ACBB CCDD CCDD",
            "take back the queens on a1 and b2, which the only solution does not have",
        ),
        (
            r#"{"n":4,"regions":["AAAB","ACBB","CCDD","CCDD"],"queens":["a1","b1"],"blocked":["d2"]}"#,
            "take back the queen on a1 and the cross on d2, which the only solution does not have",
        ),
        // Several solutions.
        ("QQ..\n....\n....\n....\nregions AAAA BBBB CCCC DDDD", "remove or move one of the two"),
    ] {
        assert_eq!(parse(text).unwrap_err().advice(), advice);
    }
}

/// A file of another kind is one error, whatever its bytes are.
#[test]
fn a_binary_file_has_one_error() {
    let mut random = Random::new(7);
    for start in [&b"RIFF\0\0\0\0WEBP"[..], b"\x7fELF\n[[\0", b"\xff\xfeA\0A\0\n\0[\0", b"text\n"] {
        let mut bytes = start.to_vec();
        bytes.extend((0..100_000).map(|_| random.below(256) as u8));
        let read: Vec<_> = Reader::new(&bytes[..]).collect();
        let [Err(error)] = &read[..] else { panic!("{} items: {:?}", read.len(), &read[..2]) };
        let error = error.to_string();
        assert!(error.starts_with("puzzle in line 1, read as text: "), "{error}");
    }
}

/// An object may be much larger than a puzzle.
#[test]
fn a_large_object_is_read_or_has_one_error() {
    let grid = "[[0,0,1,1,1],[0,1,1,1,1],[0,2,2,2,3],[4,2,2,2,3],[4,2,2,3,3]]";
    let puzzles = |number: usize| {
        let pretty = format!(
            "    {{\n      \"size\": 5,\n      \"regions\": {}\n    }}",
            grid.replace(',', ",\n        ")
        );
        let all = vec![pretty; number].join(",\n");
        format!(
            "{{\n  \"game\": \"queens\",\n  \"version\": 1,\n  \"puzzles\": [\n{all}\n  ]\n}}\n"
        )
    };
    let text = puzzles(20_000);
    assert!(text.len() > 1 << 22);
    assert_eq!(parse(&text).unwrap().len(), 20_000);
    let text = format!("{}4x1.AAABACBBCCDDCCDD\n", puzzles(60_000));
    assert!(text.len() > 1 << 24);
    assert_eq!(
        all(&text),
        ["puzzle in line 1, read as JSON: it has more than 16 megabytes", &ROWS.concat()]
    );
}

proptest! {
    /// Every way to write the same board is read as it. With one byte changed it is boards, or a few errors for its parts.
    #[test]
    fn every_way_to_write_a_board_is_read(
        regions in generators::regions(4..=32),
        (swaps, seed) in (0..3_u32, any::<u64>()),
        (index, byte) in any::<(prop::sample::Index, u8)>(),
    ) {
        let regions = generators::swapped(&regions, swaps, &mut Random::new(seed));
        let puzzle = Puzzle::new(regions.clone());
        for text in forms::all(&regions) {
            let read = parse(&text);
            prop_assert!(read.as_ref().is_ok_and(|read| read[..] == [puzzle.clone()]), "{:?}\n{}", read.map(|read| read.len()), text);
            let mut changed = text.into_bytes();
            let at = index.index(changed.len());
            changed[at] = byte;
            let errors = Reader::new(&changed[..]).filter_map(Result::err);
            let errors: Vec<String> = errors.map(|error| format!("{error}\n{}", error.advice())).collect();
            let are_refusals = errors.iter().all(|error| error.lines().count() == 2);
            // A row of 16 or 25 squares may be a board of its own, beside what stands around the rows.
            let most = regions.n() as usize + 8;
            prop_assert!(are_refusals && errors.len() <= most, "{:?}\n{}", errors, String::from_utf8_lossy(&changed));
        }
    }
}
