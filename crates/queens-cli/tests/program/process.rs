//! What a transcript cannot show: pipes, signals, files.

use std::fs;
use std::io::{BufRead, BufReader};

use crate::{json, printed, queens, refused, stdout, talk, told};

#[test]
fn a_closed_pipe_ends_a_command_quietly() {
    for arguments in [
        "list 14",
        "list 14 --format json",
        "list 14 --format csv",
        "complete 14 --list",
        "complete 14 --list --format json",
        "find 100000000 --format csv",
        "gallery run bitwise 12 --print",
        "gallery trace bitwise 10 --text",
        "gallery trace bitwise 10 --format jsonl",
        "completions bash",
        "man",
        "gallery list",
    ] {
        let mut child = queens(arguments).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(!first.is_empty(), "{arguments}");
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), talk(&output)), (Some(0), ""), "{arguments}");
    }
}

#[cfg(unix)]
mod signals {
    use std::process::Output;

    use queens_testkit::eventually;

    use super::*;

    /// A count of a minute or more on any machine, that tells its progress after seconds.
    const LONG: &str = "19 --method search --kernel scalar -j 1 --progress always";

    /// Runs a command until this is on stderr, and sends a signal. Has all that is on stderr at the end.
    fn signaled(arguments: &str, until: &str, signal: &str) -> (Output, String) {
        let talk = tempfile::NamedTempFile::new().unwrap();
        let said = || fs::read_to_string(&talk).unwrap();
        let mut child = queens(arguments).stderr(talk.reopen().unwrap()).spawn().unwrap();
        eventually(until, || {
            assert!(child.try_wait().unwrap().is_none(), "{arguments}: {}", said());
            said().contains(until)
        });
        (crate::stopped(child, signal), said())
    }

    /// Nothing that is asked for is too much for the system, and what it refuses is no panic.
    #[cfg(target_os = "linux")]
    #[test]
    fn threads_that_the_system_does_not_start_are_fewer_threads() {
        let limited = |kilobytes: u32, arguments: &str| {
            let line = format!(
                "ulimit -v {kilobytes}; exec {} {arguments} -j 64",
                env!("CARGO_BIN_EXE_queens")
            );
            std::process::Command::new("sh").args(["-c", &line]).output().unwrap()
        };
        for (arguments, expected) in
            [("count 10", "Q(10) = 724\n"), ("complete 9 --count -q", "352\n")]
        {
            let output = limited(100_000, arguments);
            assert_eq!((output.status.code(), printed(&output)), (Some(0), expected), "{output:?}");
        }
        let output = limited(60_000, "count 17 --method color");
        let said = talk(&output);
        let is_right = match output.status.code() {
            Some(0) => printed(&output) == "Q(17) = 95815104\n",
            Some(2) => said.starts_with("error: ") && said.contains("\nhelp: "),
            _ => false,
        };
        assert!(is_right, "{output:?}");
    }

    #[test]
    fn a_long_count_says_how_to_keep_it() {
        let notice = "nothing of it is kept if it is interrupted; `queens count 24 --dir q24`";
        let (output, said) = signaled("count 24 -j 1", notice, "INT");
        assert_eq!((output.status.code(), said.matches("--dir").count()), (Some(130), 1), "{said}");
    }

    #[test]
    fn a_signal_loses_no_answer_that_was_found() {
        let count = format!("count 8,{LONG} --format json");
        let half_turn = "count 8,32 --half-turn -j 1 --progress always --format json";
        for (command, begun, key, first) in
            [(count.as_str(), "n = 19: ", "total", "92"), (half_turn, "n = 32: ", "half_turn", "4")]
        {
            let (output, _) = signaled(command, begun, "INT");
            assert_eq!(output.status.code(), Some(130), "{command}");
            let answers: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(answers.as_array().unwrap().len(), 1, "{answers}");
            assert_eq!(answers[0][key], first, "{command}");
        }
    }

    #[test]
    fn a_signal_ends_the_work_with_its_number_and_says_how_far_it_was() {
        let count = format!("count {LONG}");
        let began = "it begins with 1 3 5 2 ";
        let unknown = format!("the first solution was not found yet; {began}");
        let works = [
            (count.as_str(), "n = 19: ", "n = 19 was at about "),
            ("find 48 --first --progress always", began, &unknown),
            (
                "estimate 40 --seconds 100000 -j 1 --progress always",
                "n = 40: 0.0 %",
                "so far Q(40) = ",
            ),
            (
                "complete 21 --exclude-diag a1,b1,c1,d1,e1,f1 --count -j 1 --progress always",
                "completions: ",
                "the 21 x 21 board is not finished",
            ),
        ];
        let signals = [("TERM", 143), ("INT", 130)].into_iter().cycle();
        for ((signal, code), (arguments, started, said)) in signals.zip(works) {
            let (output, talk) = signaled(arguments, started, signal);
            assert_eq!(output.status.code(), Some(code), "{arguments}: {talk}");
            let last = talk.lines().last().unwrap_or_default();
            assert!(last.starts_with(&format!("stopped: {said}")), "{arguments}: {talk}");
        }
    }
}

#[test]
fn input_has_a_limit_that_is_said() {
    let long = vec![b'Q'; 3 << 20];
    let json = [b"{\"schema\":\"", &vec![b'Q'; 17 << 20][..]].concat();
    for command in
        ["complete -", "draw -", "puzzle check -", "puzzle draw -", "puzzle convert - --format sbn"]
    {
        for text in [&long, &json] {
            let talk = refused(told(&mut queens(command), text), command);
            // Objects with placements may have any length.
            let ended = "EOF while parsing a string";
            let limits = ["has more than a megabyte", "has more than 16 megabytes", ended];
            assert!(limits.iter().any(|limit| talk.contains(limit)), "{command}: {talk}");
        }
    }
}

#[test]
fn what_list_writes_can_be_drawn_in_every_form() {
    let boards = ". Q . .\n. . . Q\nQ . . .\n. . Q .\n\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n";
    assert_eq!(stdout("list 4 --draw --style ascii"), boards);
    for list in ["list 4", "complete 4 --list"] {
        for form in ["human", "csv", "json", "jsonl"] {
            let text = stdout(&format!("{list} --format {form}"));
            let output = told(&mut queens("draw - --style ascii"), text.as_bytes());
            assert_eq!(printed(&output), boards, "{list}, {form}");
        }
    }
    let first = stdout("find 9 --first --format json");
    let drawn = told(&mut queens("draw - --style ascii"), first.as_bytes());
    assert_eq!(printed(&drawn), stdout("find 9 --first --draw --style ascii"));
    for (text, error) in [
        ("{\"columns\":[2,4,1", "line 1 of stdin, column 17: EOF while parsing a list"),
        ("{\"n\":4}", "line 1 of stdin, column 7: there are neither `placements` nor `columns`"),
        ("{\"columns\":[1,2]}", "the queens at a1 and b2 attack each other"),
        ("\n\n1 2\n", "line 3 of stdin: the queens at a1 and b2 attack each other"),
        ("[1, 3, 0, 2", "line 1 of stdin: `]` is missing at the end"),
        (".Q..\n...Q\n", "line 1 of stdin: 8 squares are no board of rows of equal length"),
    ] {
        let talk = refused(told(&mut queens("draw -"), text.as_bytes()), text);
        assert!(talk.starts_with(&format!("error: {error}\nhelp: ")), "{talk}");
    }
}

#[test]
fn an_estimate_that_has_little_time_makes_small_populations() {
    let estimate =
        |arguments: &str| json(&mut queens(&format!("estimate 128 {arguments} --format json")));
    let short = estimate("--seconds 0.2");
    let probes = short["probes"].as_u64().unwrap();
    assert!(probes < 32 * 256 && probes.is_multiple_of(32), "{short}");
    assert_eq!(estimate(&format!("--probes {probes}"))["mean"], short["mean"]);
}
