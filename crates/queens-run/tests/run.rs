//! A run from plan to certificate, and everything that can happen to its files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use queens::blocks::Cut;
use queens::engine::backend::{Backend, provide};
use queens::engine::search::{Class, Subproblem};
use queens::{BackendId, Method, Tally, known};
use queens::{StopFlag, Stopped};
use queens_run::{
    Certificate, Ended, Kind, Parts, Plan, Run, Shard, Verification, Verifier, Worker, merge,
    status, verify,
};
use tempfile::TempDir;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, name: &str, n: u32, blocks: u64, shards: u32) -> Run {
        self.run_by(Method::Search, name, n, blocks, shards)
    }

    fn run_by(&self, method: Method, name: &str, n: u32, blocks: u64, shards: u32) -> Run {
        let size = n;
        let cut = match method {
            Method::Search => Cut::search(size, Some(blocks)),
            Method::Color => Cut::color(size, Some(blocks)),
        };
        let plan = Plan::new(size, cut.unwrap(), shards).unwrap();
        Run::create(&self.at(name), plan).unwrap()
    }
}

fn work(run: &Run, shard: Shard) {
    let worked = Worker::new(run).unwrap().work(shard, &StopFlag::new(), &|_| ()).unwrap();
    assert_eq!(worked.ended, Ended::Complete);
}

fn certificate(run: &Run) -> Vec<u8> {
    merge(run).unwrap();
    fs::read(run.certificate_path()).unwrap()
}

fn part(run: &Run, name: &str) -> PathBuf {
    run.parts_dir().join(name)
}

fn check(path: &Path, percent: f64) -> Verification {
    let verifier = Verifier {
        sample: percent,
        seed: None,
        sums: 2,
        backend: Some(BackendId::Scalar),
        threads: NonZeroUsize::new(2).unwrap(),
    };
    verify(path, &verifier, &StopFlag::new(), &|_| ()).unwrap()
}

fn faults(verification: &Verification) -> Vec<String> {
    verification.checks.iter().filter_map(|check| check.fault.clone()).collect()
}

#[test]
fn from_plan_to_certificate() {
    let folder = Folder::new();
    for n in 4..=12 {
        for method in Method::ALL {
            let run = folder.run_by(method, &format!("{method}{n}"), n, 20, 1);
            work(&run, Shard::All);
            let merged = merge(&run).unwrap();
            assert_eq!(Some(merged.certificate.total), known::TOTAL.at(n));
            assert_eq!(Some(merged.certificate.fundamental()), known::FUNDAMENTAL.at(n));
            let verification = check(run.dir(), 100.0);
            assert!(verification.holds(), "{method}: {verification:?}");
            assert_eq!(verification.sample.len() as u64, run.plan().blocks());
            assert!(check(&run.certificate_path(), 10.0).holds());
        }
    }
}

#[test]
fn the_certificate_is_the_same_whoever_worked_and_in_whatever_order() {
    for method in Method::ALL {
        the_same_certificate(method);
    }
}

fn the_same_certificate(method: Method) {
    let folder = Folder::new();
    let plain = folder.run_by(method, "plain", 11, 30, 5);
    work(&plain, Shard::All);
    let expected = certificate(&plain);
    let other = folder.run_by(method, "other", 11, 30, 5);
    assert_eq!(plain.name(), other.name());
    for shard in [3, 0, 4] {
        let worker = Worker::new(&other).unwrap().backend(BackendId::Scalar).unwrap();
        worker.work(Shard::Number(shard), &StopFlag::new(), &|_| ()).unwrap();
    }
    let error = merge(&other).unwrap_err();
    assert_eq!(error.kind(), Kind::No);
    assert!(error.to_string().ends_with("are missing, in shards 1, 2"), "{error}");
    let worker = Worker::new(&other).unwrap().threads(NonZeroUsize::new(3).unwrap());
    worker.work(Shard::All, &StopFlag::new(), &|_| ()).unwrap();
    assert_eq!(certificate(&other), expected);
}

/// Files of the first schemas stay in the repository, and stay readable, whatever blocks this version
/// makes.
#[test]
fn old_files_are_read() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/schema-1");
    let run = Run::open(&dir).unwrap();
    let mut total = 0;
    let parts = Parts::read(&run, |_, _, line| {
        total += line.tally.total;
        Ok(())
    })
    .unwrap();
    assert_eq!((parts.parts.len(), parts.damaged(), total), (1, 0, 92));
    assert_eq!(parts.parts[0].blocks, run.plan().blocks());
    let text = fs::read(run.certificate_path()).unwrap();
    let (certificate, faults) = Certificate::read(&text).unwrap();
    assert_eq!((certificate.total, certificate.fundamental(), faults), (92, 12, Vec::new()));
    assert_eq!(certificate.plan.name(), run.name());
    let mut written = Vec::new();
    certificate.write(&mut written).unwrap();
    assert_eq!(written, text);
}

/// The descriptions of blocks, their order and their numbers, as the plans of runs that are under way
/// have them: if one changes, every version but this one refuses the plan, and this one those.
#[test]
fn the_hashes_of_the_blocks_are_those_of_old_plans() {
    let search = |rows, group| Cut::Search { rows, group };
    let hashed = |(n, cut)| {
        let plan = Plan::new(n, cut, 1).unwrap();
        let document: serde_json::Value = serde_json::from_str(&plan.text()).unwrap();
        let blocks = plan.blocks();
        format!("{blocks} {}", document["blocks_hash"].as_str().unwrap())
    };
    let plans = [
        (4, search(0, 1)),
        (7, search(3, 4)),
        (8, search(4, 10)),
        (11, search(5, 100)),
        (14, search(4, 7)),
        (4, Cut::Color { group: 1 }),
        (8, Cut::Color { group: 1 }),
        (13, Cut::Color { group: 1 }),
    ];
    assert_eq!(
        plans.map(hashed),
        [
            "5 78378f7b29f84f858a11220af247c946563eabe4889981d214d0fa23bc27cc2d",
            "4 e3b7ba017aaf438eadbe5cc69119c1665b0a3b35a04c681a9cd3b4e5e6763b33",
            "9 81917be3498b8101b69f1e72e010e44d2ace1dc1e7eab4c58d7017650e42bfd0",
            "16 e5ac9f8e96db26e79217442178cf62e3d66fa704f71901797d280b5592e2afc8",
            "337 ac2b6e0136c9cef9d69e235b9802f19de57cf19eed9e25f4e31a8a22827c84da",
            "2 94808720c5292997b4fcc6c7b561eada8422d765cfe3bb5bfd5627bce251134e",
            "4 5c2811e26b6ffa904c99412c7c91b935132fe15393aa887f9c7c1b59a1381593",
            "7 b8a03a91414f73fadf3b717e23296d0819a54b7c037ed56419b17d0fd8239acb",
        ]
    );
}

#[test]
fn two_workers_on_one_shard_do_no_harm() {
    let folder = Folder::new();
    let run = folder.run("r", 12, 40, 2);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| work(&run, Shard::Number(1)));
        }
    });
    work(&run, Shard::Number(0));
    assert!(part(&run, "1.1").exists());
    let merged = merge(&run).unwrap();
    assert_eq!(Some(merged.certificate.total), known::TOTAL.at(12));
    assert_eq!(merged.report.damaged, 0);
    let status = status(&run).unwrap();
    assert_eq!(status.done, status.blocks);
    assert_eq!(status.duplicates, merged.report.duplicates);
}

#[test]
fn a_wish_to_end_is_heard_and_nothing_is_lost() {
    let folder = Folder::new();
    let run = folder.run("r", 10, 30, 1);
    let stop = StopFlag::new();
    let worker = Worker::new(&run).unwrap();
    let untouched = status(&run).unwrap();
    assert_eq!((untouched.done, format!("{}", untouched.fraction)), (0, "0".to_owned()));
    assert_eq!(untouched.seconds_left, None);
    // After the third block.
    let count = std::sync::atomic::AtomicUsize::new(0);
    let worked = worker
        .work(Shard::All, &stop, &|_| {
            if count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 3 {
                stop.raise();
            }
        })
        .unwrap();
    assert_eq!((worked.ended, worked.counted), (Ended::Stopped, 3));
    assert_eq!(worked.missing, run.plan().blocks() - 3);
    assert_eq!(status(&run).unwrap().shards.last().unwrap().ended.as_deref(), Some("stopped"));
    let worked = worker.work(Shard::All, &StopFlag::new(), &|_| ()).unwrap();
    assert_eq!(worked.counted, run.plan().blocks() - 3);
    assert_eq!(merge(&run).unwrap().report.duplicates, 0);
}

/// Counts without end, until it is told to stop.
#[derive(Debug)]
struct Endless;

/// Raised when it has begun. One for the process, as backends are.
static BEGUN: OnceLock<StopFlag> = OnceLock::new();

impl Backend for Endless {
    fn id(&self) -> BackendId {
        BackendId::OpenCl
    }

    fn count(
        &self,
        _: &Class,
        _: &[Subproblem],
        _: &mut [Tally],
        stop: &StopFlag,
    ) -> Result<(), Stopped> {
        BEGUN.get().unwrap().raise();
        let since = Instant::now();
        while !stop.is_raised() {
            assert!(since.elapsed() < Duration::from_mins(10), "the block was not given up");
            thread::sleep(Duration::from_millis(1));
        }
        Err(Stopped)
    }
}

/// Blocks without end: neither the wish to end waits for one, nor the end of the time.
#[test]
fn a_block_under_way_is_given_up_after_a_few_seconds() {
    provide(BackendId::OpenCl, || Ok(Box::new(Endless)));
    let folder = Folder::new();
    let run = folder.run("r", 10, 2, 1);
    let worker = Worker::new(&run).unwrap().backend(BackendId::OpenCl).unwrap();
    // Raised beforehand, and when a block is under way.
    let stop = StopFlag::new();
    stop.raise();
    let worked = worker.work(Shard::All, &stop, &|_| ()).unwrap();
    assert_eq!((worked.ended, worked.counted), (Ended::Stopped, 0));
    let stop = StopFlag::new();
    BEGUN.set(stop.clone()).unwrap();
    let worked = worker.work(Shard::All, &stop, &|_| ()).unwrap();
    assert_eq!((worked.ended, worked.counted), (Ended::Stopped, 0));
    let until = worker.until(Duration::from_millis(200));
    let worked = until.work(Shard::All, &StopFlag::new(), &|_| ()).unwrap();
    assert_eq!((worked.ended, worked.counted), (Ended::Until, 0));
}

#[test]
fn damaged_lines_are_counted_and_counted_anew() {
    let folder = Folder::new();
    let run = folder.run("r", 10, 30, 1);
    work(&run, Shard::All);
    let expected = certificate(&run);
    let path = part(&run, "all.1");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    // Every byte of the last three lines flipped, one after the other; the tail cut everywhere.
    let tail: usize = lines[lines.len() - 3..].iter().map(|line| line.len()).sum();
    for place in (text.len() - tail..text.len()).step_by(7) {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1 << (place % 8);
        fs::write(&path, &bytes).unwrap();
        let damaged = status(&run).unwrap();
        assert!(damaged.damaged >= 1, "byte {place} went unnoticed");
        fs::write(&path, &text.as_bytes()[..place]).unwrap();
        let torn = status(&run).unwrap();
        assert!(torn.damaged <= 1 && torn.done >= damaged.blocks - 3);
    }
    // An edited tally, a line twice, one torn, lines in disorder: what is right is used.
    let mut edited: Vec<String> = lines.iter().map(ToString::to_string).collect();
    edited[5] = edited[5].replacen("\"solutions\":\"", "\"solutions\":\"1", 1);
    let torn = edited[8].split_off(40);
    assert!(!torn.is_empty());
    let copy = edited[20].clone();
    edited.push(copy);
    edited[10..20].reverse();
    fs::write(&path, edited.concat()).unwrap();
    let found = status(&run).unwrap();
    // The torn line swallows the next one.
    assert_eq!((found.damaged, found.blocks - found.done, found.duplicates), (2, 3, 1));
    work(&run, Shard::All);
    assert_eq!(certificate(&run), expected);
    let merged = merge(&run).unwrap();
    assert_eq!((merged.report.damaged, merged.report.attempts), (2, 2));
}

#[test]
fn what_is_foreign_is_left_alone_and_named() {
    let folder = Folder::new();
    let run = folder.run("r", 10, 30, 2);
    work(&run, Shard::All);
    let expected = certificate(&run);
    let other = folder.run("other", 11, 30, 2);
    work(&other, Shard::Number(0));
    fs::copy(part(&other, "0.1"), part(&run, "0.9")).unwrap();
    fs::write(part(&run, "notes.txt"), "hello").unwrap();
    fs::write(part(&run, "0.10"), "hello\n".repeat(3)).unwrap();
    fs::write(part(&run, "0.11"), vec![0; 1 << 18]).unwrap();
    fs::create_dir(part(&run, "1.7")).unwrap();
    let merged = merge(&run).unwrap();
    assert_eq!(merged.report.damaged, 4);
    let foreign: Vec<&str> = merged.report.foreign.iter().map(|(file, _)| file.as_str()).collect();
    assert_eq!(foreign, ["notes.txt", "0.9", "1.7"]);
    assert!(merged.report.foreign[1].1.starts_with("it belongs to another run, "));
    assert_eq!(certificate(&run), expected);
    // A line of another run under a first line of this one does not prove itself here.
    let stolen = fs::read_to_string(part(&other, "0.1")).unwrap();
    let mut own = OpenOptions::new().append(true).open(part(&run, "all.1")).unwrap();
    own.write_all(stolen.lines().nth(1).unwrap().as_bytes()).unwrap();
    own.write_all(b"\n").unwrap();
    assert_eq!(merge(&run).unwrap().report.damaged, 5);
    // The next attempt is numbered past all that is there.
    fs::remove_file(part(&run, "all.1")).unwrap();
    work(&run, Shard::Number(0));
    assert!(part(&run, "0.12").exists());
}

/// A worker that counts wrongly writes lines that prove themselves.
#[test]
fn a_conflict_names_both_files() {
    let folder = Folder::new();
    let run = folder.run("r", 8, 20, 1);
    work(&run, Shard::All);
    let text = fs::read_to_string(part(&run, "all.1")).unwrap();
    let line = text.lines().nth(3).unwrap().as_bytes();
    let Some(queens_run::Line::Block(mut block)) =
        queens_run::read_line(line, run.plan(), run.name())
    else {
        panic!("the third line is a block");
    };
    let tally = &mut block.tally;
    let middle = tally.sums.first().map_or(queens::blocks::Middle::One(0), |(middle, _)| *middle);
    tally.total += 8;
    if tally.sums.is_empty() {
        tally.sums.push((middle, 0));
    }
    tally.sums[0].1 += 8;
    tally.residues =
        queens::blocks::MODULI.map(|modulus| (tally.total % u128::from(modulus)) as u32);
    let wrong = queens_run::write_line(&queens_run::Line::Block(block.clone()), run.name());
    fs::write(part(&run, "0.1"), wrong).unwrap();
    let error = merge(&run).unwrap_err();
    assert_eq!(error.kind(), Kind::Conflict);
    let said = error.to_string();
    assert!(said.contains(&format!("block {} has two results", block.block)), "{said}");
    assert!(said.contains("0.1") && said.contains("all.1"), "{said}");
    // Alone, it contradicts the symmetric solutions or the published value.
    let honest: Vec<&str> = text.split_inclusive('\n').collect();
    let mut lines = honest.clone();
    lines.remove(3);
    fs::write(part(&run, "all.1"), lines.concat()).unwrap();
    merge(&run).unwrap();
    let found = faults(&check(run.dir(), 100.0));
    assert!(found.iter().any(|fault| fault == "A000170 has 92"), "{found:?}");
    assert!(found.iter().any(|fault| fault.contains(&format!("block {} has", block.block))));
}

#[test]
fn plans_are_taken_as_they_were_made_or_not_at_all() {
    let folder = Folder::new();
    let run = folder.run("r", 10, 30, 2);
    let path = run.dir().join("plan.json");
    let text = fs::read_to_string(&path).unwrap();
    let refused = |text: &str, what: &str, advice: &str| {
        fs::write(&path, text).unwrap();
        let error = Run::open(run.dir())
            .map(|run| run.plan().list().map(|_| ()))
            .map_or_else(|error| error, |list| list.expect_err("a changed plan was taken"));
        assert!(error.to_string().contains(what), "{error}");
        assert!(error.advice().starts_with(advice), "{error}: {}", error.advice());
    };
    let newer = "its schema is `queens.plan/2`, not `queens.plan/1`";
    let replaced = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        text.replace(from, to)
    };
    refused(
        &replaced("queens.plan/1", "queens.plan/2"),
        newer,
        "use the version of queens that made it; this is ",
    );
    for (from, to) in [("\"blocks_hash\":\"", "\"blocks_hash\":\"0"), ("\"n\":10", "\"n\":11")] {
        let advice = "go on with queens ";
        refused(&replaced(from, to), "are not those that queens", advice);
    }
    let restore = "restore plan.json from a copy";
    refused(&replaced("\"n\":10", "\"n\": 10"), "it was edited", restore);
    refused(&replaced("\"n\":10", "\"n\":99"), "n = 99 is not from 4 to 32", restore);
    refused(&replaced("search", "guess"), "unknown variant `guess`", restore);
    refused(&replaced("\"group\":", "\"group\":0,\"x\":"), "damaged", restore);
    refused(&text[..40], "damaged", restore);
    refused("", "damaged", restore);
    refused(&replaced("\"shards\":2", "\"shards\":0"), "to 0 shards", restore);
    // A plan that another version made says so in the end.
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(&path, text.replace(&version, "\"version\":\"0.0.1\"")).unwrap();
    Run::open(run.dir()).unwrap().plan().list().unwrap();
    fs::write(&path, &text).unwrap();
    Run::open(run.dir()).unwrap();
}

#[test]
fn plans_that_cannot_be() {
    let size = |n| n;
    let cut = Cut::Search { rows: 4, group: 5 };
    let said = |result: Result<Plan, queens_run::RunError>| result.unwrap_err().to_string();
    assert_eq!(said(Plan::new(size(3), cut, 1)), "n = 3 is too small for a run");
    assert_eq!(said(Plan::new(size(33), cut, 1)), "n = 33 is too large to count");
    assert!(said(Plan::new(size(8), cut, 0)).starts_with("0 shards are not possible with"));
    assert!(said(Plan::new(size(8), cut, 9999)).starts_with("9999 shards are not possible with"));
    let folder = Folder::new();
    let run = folder.run("r", 8, 10, 1);
    let again = Run::create(run.dir(), run.plan().clone()).unwrap_err();
    assert!(again.to_string().starts_with("there is a run in "), "{again}");
    fs::create_dir(folder.at("full")).unwrap();
    fs::write(folder.at("full/x"), "").unwrap();
    let full = Run::create(&folder.at("full"), run.plan().clone()).unwrap_err();
    assert!(full.to_string().ends_with("is not empty, and holds no run"), "{full}");
    let none = Run::open(&folder.at("none")).unwrap_err();
    assert!(none.to_string().starts_with("there is no run in "), "{none}");
    let worker = Worker::new(&run).unwrap();
    let shard = worker.work(Shard::Number(1), &StopFlag::new(), &|_| ()).unwrap_err();
    assert_eq!(shard.to_string(), "the run has no shard 1");
}

#[test]
fn an_altered_certificate_does_not_pass() {
    let folder = Folder::new();
    let run = folder.run("r", 10, 30, 1);
    work(&run, Shard::All);
    let text = String::from_utf8(certificate(&run)).unwrap();
    let path = folder.at("altered.json");
    let altered = |text: &str| {
        fs::write(&path, text).unwrap();
        faults(&check(&path, 100.0))
    };
    assert!(altered(&text).is_empty());
    // One block gives 8 solutions more to another: the total stays.
    let entries: Vec<&str> =
        text.lines().map(str::trim).filter(|line| line.starts_with("\"1")).collect();
    let word = |entry: &str| entry.trim_matches(['"', ',']).to_owned();
    let entry = entries.iter().map(|entry| word(entry)).find(|entry| entry.contains('=')).unwrap();
    let (block, rest) = entry.split_once(' ').unwrap();
    let (total, _) = rest.split_once(' ').unwrap();
    let total: u128 = total.parse().unwrap();
    // Consistent in itself, and so only the sums, the hash and the recount tell.
    let (middle, _) = rest.split_once(' ').unwrap().1.split_once('=').unwrap();
    let lie = format!("{block} {} {middle}={}", total + 8, total + 8);
    let found = altered(&text.replacen(&entry, &lie, 1));
    assert!(found.iter().any(|fault| fault.contains("Merkle root")), "{found:?}");
    assert!(found.iter().any(|fault| fault.contains("the blocks add up to 732, not to 724")));
    assert!(found.iter().any(|fault| fault.starts_with(&format!("block {block} has {total} sol"))));
    // Not even consistent.
    let found = altered(&text.replacen(&entry, &format!("{block} 5 {middle}=6"), 1));
    assert!(
        found.iter().any(|fault| fault.contains(&format!("the entry of block {block} is wrong")))
    );
    let found = altered(&text.replace("\"total\": \"724\"", "\"total\": \"732\""));
    assert!(found.iter().any(|fault| fault == "A000170 has 724"), "{found:?}");
    let found = altered(&text.replace("\"total\": \"724\"", "\"total\": \"725\""));
    assert!(found.iter().any(|fault| fault.contains("total - half_turn is a multiple of 8")));
    let found = altered(&text.replace("\"half_turn\": \"12\"", "\"half_turn\": \"20\""));
    assert!(found.iter().any(|fault| fault.contains("there are 12 of a half turn")), "{found:?}");
    // Whoever lies everywhere is found by counting.
    let refused = |text: &str| {
        fs::write(&path, text).unwrap();
        let verifier = Verifier {
            sample: 0.0,
            seed: None,
            sums: 0,
            backend: None,
            threads: NonZeroUsize::MIN,
        };
        verify(&path, &verifier, &StopFlag::new(), &|_| ()).unwrap_err().to_string()
    };
    assert!(refused("{}").contains("is not a certificate that can be checked: it is damaged"));
    assert!(refused(&text[..text.len() / 2]).contains("damaged"));
    let odd = refused(&text.replacen("\"n\"", "\"a\\rb\"", 1));
    assert!(odd.contains("damaged") && !odd.contains('\r'), "{odd:?}");
    let newer = refused(&text.replace("queens.certificate/1", "queens.certificate/9"));
    assert!(newer.contains("its schema is `queens.certificate/9`"), "{newer}");
    let fewer = text.replacen(&format!("    \"{entry}\",\n"), "", 1);
    assert!(refused(&fewer).contains("and its plan "), "{fewer}");
}

#[test]
fn a_certificate_must_be_that_of_its_parts() {
    let folder = Folder::new();
    let run = folder.run("r", 10, 30, 1);
    let missing = check_error(&run);
    assert!(missing.starts_with("there is no certificate in "), "{missing}");
    work(&run, Shard::All);
    certificate(&run);
    let text = fs::read_to_string(part(&run, "all.1")).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(part(&run, "all.1"), lines[..10].concat()).unwrap();
    let found = faults(&check(run.dir(), 1.0));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("they lack "));
    assert!(check(&run.certificate_path(), 1.0).holds());
}

fn check_error(run: &Run) -> String {
    let verifier =
        Verifier { sample: 1.0, seed: None, sums: 0, backend: None, threads: NonZeroUsize::MIN };
    verify(run.dir(), &verifier, &StopFlag::new(), &|_| ()).unwrap_err().to_string()
}

#[test]
fn the_chance_of_a_lie_is_that_of_drawing_without_it() {
    let folder = Folder::new();
    let run = folder.run("r", 10, 30, 1);
    work(&run, Shard::All);
    certificate(&run);
    let verification = check(run.dir(), 10.0);
    let (blocks, sample) = (verification.blocks as f64, verification.sample.len());
    assert_eq!(sample, 3);
    let none =
        (blocks - 1.0) / blocks * (blocks - 2.0) / (blocks - 1.0) * (blocks - 3.0) / (blocks - 2.0);
    assert!((verification.chance(1) - none).abs() < 1e-12);
    assert!(verification.chance(verification.blocks) < 1e-12);
    // The verifier's own number picks another sample, and the same one again.
    let seeded = |seed| {
        let verifier =
            Verifier { sample: 20.0, seed, sums: 0, backend: None, threads: NonZeroUsize::MIN };
        verify(run.dir(), &verifier, &StopFlag::new(), &|_| ()).unwrap().sample
    };
    assert_eq!(seeded(Some(1)), seeded(Some(1)));
    assert!((0..5).any(|seed| seeded(Some(seed)) != seeded(None)));
}
