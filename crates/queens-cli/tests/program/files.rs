//! Files that the arguments name: every verb that writes one writes it in the same way.

#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::tempdir;

use crate::{queens, refused, told};

/// Every verb that writes a file; its path follows.
const WRITERS: [&str; 5] = [
    "draw 4 --svg",
    "draw 4 --width 40 --png",
    "puzzle draw --svg",
    "puzzle draw --width 40 --png",
    "gallery compare bitwise --sizes 4 --budget 1ms --csv",
];

/// On stdin; some do not read it.
const PUZZLE: &[u8] = b"4x1.AAABACBBCCDDCCDD\n";

fn run(command: &str, path: &Path) -> Output {
    told(queens(command).arg(path).stdout(Stdio::null()), PUZZLE)
}

fn writes(command: &str, path: &Path) {
    let output = run(command, path);
    assert!(output.status.success() && output.stderr.is_empty(), "{command}: {output:?}");
}

fn refuses(command: &str, path: &Path, why: &str) {
    let talk = refused(run(command, path), command);
    assert!(talk.contains(why), "{command}: {talk}");
}

/// Whether it is what the verb writes, to its end.
fn is_whole(command: &str, content: &[u8]) -> bool {
    match command.rsplit(' ').next().unwrap() {
        "--svg" => content.starts_with(b"<svg") && content.ends_with(b"</svg>\n"),
        "--png" => content.starts_with(b"\x89PNG") && content.ends_with(b"IEND\xaeB\x60\x82"),
        _ => content.starts_with(b"algorithm,") && content.ends_with(b"\n"),
    }
}

#[test]
fn a_file_is_replaced_whole_and_keeps_its_mode() {
    for command in WRITERS {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        writes(command, &path);
        for mode in [0o600, 0o640, 0o664] {
            fs::write(&path, "what was there before").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            writes(command, &path);
            assert!(is_whole(command, &fs::read(&path).unwrap()), "{command}");
            assert_eq!(path.metadata().unwrap().mode() & 0o777, mode, "{command}");
        }
        // Nothing is left of what is written aside.
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{command}");
    }
}

#[test]
fn links_are_followed() {
    for command in WRITERS {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).unwrap();
        symlink("far/file", at("near")).unwrap();
        symlink("near", at("link")).unwrap();
        // First the link leads to no file, then to one.
        for _ in 0..2 {
            writes(command, &at("link"));
            assert!(at("link").is_symlink() && at("near").is_symlink(), "{command}");
            assert!(!at("far/file").is_symlink(), "{command}");
            assert!(is_whole(command, &fs::read(at("far/file")).unwrap()), "{command}");
        }
        symlink("round", at("round")).unwrap();
        refuses(command, &at("round"), "could not be written: ");
    }
}

#[test]
fn a_file_that_may_not_be_written_or_has_two_names_stays() {
    for command in WRITERS {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("read-only"), "old").unwrap();
        fs::set_permissions(at("read-only"), Permissions::from_mode(0o444)).unwrap();
        refuses(command, &at("read-only"), "permission denied");
        fs::write(at("one"), "old").unwrap();
        fs::hard_link(at("one"), at("two")).unwrap();
        refuses(command, &at("one"), "it has several names (hard links)");
        refuses(command, folder.path(), "directory");
        refuses(command, &at("none/file"), "there is no such folder");
        // Before the work, so that nothing was printed.
        let early = told(queens(command).arg(at("read-only")), PUZZLE);
        assert!(early.stdout.is_empty(), "{command}: {early:?}");
        for name in ["read-only", "one", "two"] {
            assert_eq!(fs::read_to_string(at(name)).unwrap(), "old", "{command}");
        }
    }
}

#[test]
fn what_is_no_regular_file_is_written_to() {
    for command in WRITERS {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let fifo = at("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let read = std::thread::scope(|scope| {
            let reader = scope.spawn(|| fs::read(&fifo).unwrap());
            writes(command, &fifo);
            reader.join().unwrap()
        });
        assert!(is_whole(command, &read), "{command}");
        assert!(fifo.metadata().unwrap().file_type().is_fifo(), "{command}");
        // An open file, by its number: after what was written to it. The shell's `>(...)` is such a name.
        fs::write(at("log"), "before\n").unwrap();
        if cfg!(target_os = "linux") {
            let script = format!(
                "exec {} {command} /dev/fd/7 7>>log >/dev/null",
                env!("CARGO_BIN_EXE_queens")
            );
            let mut shell = Command::new("sh");
            shell.args(["-c", &script]).current_dir(&folder);
            assert!(told(&mut shell, PUZZLE).status.success(), "{command}");
            let log = fs::read(at("log")).unwrap();
            assert!(is_whole(command, log.strip_prefix(b"before\n").unwrap()), "{command}");
        }
        // A device that is always full, of our own; only the superuser can make one.
        let full = at("full");
        let made =
            Command::new("mknod").arg(&full).args(["c", "1", "7"]).stderr(Stdio::null()).status();
        if cfg!(target_os = "linux")
            && made.is_ok_and(|made| made.success())
            && File::create(&full).is_ok()
        {
            refuses(command, &full, "No space left on device");
            assert!(full.metadata().unwrap().file_type().is_char_device(), "{command}");
        }
    }
}

#[test]
fn a_dash_is_stdout() {
    for command in &WRITERS[..4] {
        for stdout in ["-", "/dev/stdout"] {
            let folder = tempdir().unwrap();
            let output = told(queens(command).arg(stdout).current_dir(&folder), PUZZLE);
            assert!(output.status.success(), "{command}: {output:?}");
            assert!(is_whole(command, &output.stdout), "{command}: {output:?}");
            assert!(!folder.path().join("-").exists());
        }
    }
}
