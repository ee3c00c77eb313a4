//! Runs: watched, created, worked on, stopped and continued.

use std::fs;
use std::path::Path;

use queens::{Options, known};
use queens_run::{Plan, Run, Shard, Worker};
use queens_testkit::http::Event;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::description::conforms;
use crate::server::{Served, job_path};

fn plan(dir: &Path, n: u32, shards: u32) -> Run {
    let plan = Plan::new(n, Some(40), shards).unwrap();
    Run::create(dir, plan).unwrap()
}

/// A server of one run, which is named `r` and in this folder.
fn one_run(n: u32, shards: u32) -> (TempDir, Run, Served) {
    let folder = tempfile::tempdir().unwrap();
    let run = plan(&folder.path().join("r"), n, shards);
    let server = Served::with_runs(&[run.dir().to_owned()]);
    (folder, run, server)
}

#[test]
fn runs_are_found_where_the_command_line_says_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    plan(&path("r8"), 8, 2);
    plan(&path("runs/one"), 9, 1);
    plan(&path("runs/two: a"), 10, 1);
    plan(&path("secret"), 11, 1);
    fs::create_dir_all(path("runs/empty")).unwrap();
    fs::create_dir_all(path("runs/broken")).unwrap();
    fs::write(path("runs/broken/plan.json"), "{}").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(path("secret"), path("runs/link")).unwrap();
    let server = Served::with_runs(&[path("r8"), path("runs")]);
    let document = server.get("/api/runs");
    let names = document["runs"].as_array().unwrap().iter().map(|run| &run["name"]);
    assert_eq!(names.collect::<Vec<_>>(), ["r8", "runs:one", "runs:two: a"]);
    assert_eq!(document["unusable"][0]["name"], "runs:broken");
    let info = server.get("/api/info");
    assert_eq!(info["folders"], json!(["runs"]));
    assert!(info["version"] == env!("CARGO_PKG_VERSION") && info["limits"]["count_n"] == 20);
    assert_eq!(server.get("/api/runs/r8")["status"]["n"], 8);
    assert_eq!(server.get("/api/runs/runs:one")["status"]["n"], 9);
    assert_eq!(server.get("/api/runs/runs%3Atwo%3A%20a")["status"]["n"], 10);
    let nowhere = "secret runs one runs:link runs:..%2Fsecret runs%2Fone ..%2Fsecret %2e%2e \
                   runs:one%2F runs: : r8%00 runs:. runs:empty %2Fetc";
    for name in nowhere.split(' ') {
        for end in ["", "/events"] {
            let path = format!("/api/runs/{name}{end}");
            server.refuses("GET", &path, None, (404, "not_found"));
        }
        let path = format!("/api/runs/{name}/work");
        server.refuses("POST", &path, Some("{}"), (404, "not_found"));
    }
    server.refuses("GET", "/api/runs/%ff", None, (400, "bad_value"));
    server.refuses("GET", "/api/runs/runs:broken", None, (500, "failed"));
    assert_eq!(server.raw("GET", "/api/runs/../../etc/passwd", None).status, 404);
}

#[test]
fn a_run_is_made_worked_on_and_merged() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::with_runs(&[folder.path().to_owned()]);
    let name = folder.path().file_name().unwrap().to_str().unwrap();
    let made = server.post("/api/runs", r#"{"name":"r12","n":12,"shards":3}"#);
    let run = made["name"].as_str().unwrap();
    assert_eq!(run, format!("{name}:r12"));
    assert!(made["n"] == 12 && made["shards"] == 3 && made["certificate"] == false, "{made}");
    let path = format!("/api/runs/{run}");
    let state = server.get(&path);
    assert_eq!((&state["status"]["done"], &state["total"]), (&json!(0), &Value::Null));

    let one = server.done(&format!("{path}/work"), r#"{"shard":"1","kernel":"portable"}"#);
    assert!(one["state"] == "done" && one["result"]["ended"] == "complete", "{one}");
    assert_eq!((&one["result"]["total"], &one["request"]["run"]), (&Value::Null, &json!(run)));
    let all = server.done(&format!("{path}/work"), "{}");
    assert_eq!(all["result"]["total"], known::TOTAL.at(12).unwrap().to_string(), "{all}");
    assert_eq!(all["result"]["missing"], 0);
    // The command line reads the same directory.
    let opened = Run::open(&folder.path().join("r12")).unwrap();
    assert!(opened.certificate_path().exists());
    assert_eq!(queens_run::merge(&opened).unwrap().certificate.total, known::TOTAL.at(12).unwrap());

    let mut connection = server.events(&format!("{path}/events"), None);
    let events: Vec<Event> = connection.events().collect();
    let [end] = events.as_slice() else { panic!("{events:?}") };
    let state = end.json();
    conforms("Run", &state);
    assert_eq!((end.name.as_str(), &state["total"]), ("end", &all["result"]["total"]));
    assert_eq!(server.stream(&format!("{path}/events"), Some(&end.id)).0.status, 204);

    for (body, status, code) in [
        (r#"{"name":"r12","n":12}"#, 409, "exists"),
        (r#"{"name":"../x","n":12}"#, 400, "bad_value"),
        (r#"{"name":"/tmp/x","n":12}"#, 400, "bad_value"),
        (r#"{"name":".x","n":12}"#, 400, "bad_value"),
        (r#"{"name":"","n":12}"#, 400, "bad_value"),
        (r#"{"name":"x","n":12,"folder":"elsewhere"}"#, 400, "bad_value"),
        (r#"{"name":"x","n":3}"#, 422, "impossible"),
        (r#"{"name":"x","n":33}"#, 422, "impossible"),
        (r#"{"name":"x","n":12,"shards":0}"#, 422, "impossible"),
        (r#"{"name":"x","n":12,"shards":4000000000}"#, 422, "impossible"),
        (r#"{"name":"x","n":12,"method":"color"}"#, 400, "bad_value"),
    ] {
        server.refuses("POST", "/api/runs", Some(body), (status, code));
    }
    assert!(!folder.path().join("x").exists());
}

#[test]
fn stopped_work_keeps_its_ranges_and_continues() {
    // Several seconds by this kernel: it is not done before the events say so.
    let (_folder, run, server) = one_run(18, 1);
    let body = r#"{"kernel":"portable","threads":1}"#;
    let job = server.post("/api/runs/r/work", body);
    server.refuses("POST", "/api/runs/r/work", Some("{}"), (409, "busy_run"));
    assert_eq!(server.get("/api/runs")["runs"][0]["job"], job["id"]);

    let mut connection = server.events("/api/runs/r/events", None);
    let counted = connection.events().find_map(|event| {
        let state = event.json();
        conforms("Run", &state);
        assert_eq!((event.name.as_str(), &state["job"]), ("status", &job["id"]), "{state}");
        let status = &state["status"];
        let rate = status["ranges_per_second"].as_f64().unwrap();
        (status["done"].as_u64().unwrap() > 0 && rate > 0.0).then(|| status.clone())
    });
    let counted = counted.unwrap();
    assert!(counted["seconds_left"].as_f64().unwrap() > 0.0, "{counted}");
    assert_eq!(server.ask("DELETE", &job_path(&job), None).0, 202);
    let job = server.ended(&job);
    assert!(job["state"] == "stopped" && job["result"]["ended"] == "stopped", "{job}");
    let done = job["result"]["counted"].as_u64().unwrap();
    assert!(done >= counted["done"].as_u64().unwrap());

    // Another process continues, here without the server; what was counted is not counted again.
    let worker = Worker::new(&run).unwrap();
    let report = worker.work(Shard::All, &Options::new()).unwrap();
    assert_eq!(report.counted + done, run.plan().ranges());
    assert_eq!(queens_run::merge(&run).unwrap().certificate.total, known::TOTAL.at(18).unwrap());
    let last = connection.events().last().unwrap();
    assert_eq!(last.name, "end");
    assert!(last.data.contains("666090624"), "{last:?}");
}

#[test]
fn work_ends_by_the_clock_and_with_the_server() {
    let (_folder, run, server) = one_run(18, 2);
    let path = "/api/runs/r/work";
    let body = r#"{"shard":"0","kernel":"portable","threads":1,"seconds":0.2}"#;
    let job = server.done(path, body);
    assert!(job["state"] == "done" && job["result"]["ended"] == "until", "{job}");
    for (body, status, code) in [
        (r#"{"shard":"2"}"#, 400, "bad_value"),
        (r#"{"shard":"-1"}"#, 400, "bad_value"),
        (r#"{"shard":"every"}"#, 400, "bad_value"),
        (r#"{"threads":100000}"#, 422, "limit"),
        (r#"{"seconds":0}"#, 400, "bad_value"),
        (r#"{"kernel":"scalar"}"#, 422, "impossible"),
    ] {
        server.refuses("POST", path, Some(body), (status, code));
    }
    let job = server.post(path, r#"{"kernel":"portable","threads":1}"#);
    let mut connection = server.events(&format!("{}/events", job_path(&job)), None);
    assert_eq!(server.end(), 1);
    let last = connection.events().last().unwrap();
    assert_eq!((last.name.as_str(), &last.json()["state"]), ("end", &json!("stopped")));
    // Both attempts came to an orderly end.
    let status = queens_run::status(&run).unwrap();
    let ends: Vec<_> = status.shards.iter().map(|shard| (shard.attempts, shard.open)).collect();
    assert_eq!(ends, [(1, 0), (0, 0), (1, 0)]);
}

#[test]
fn unreadable_files_are_reported_and_the_stream_continues() {
    let (_folder, run, server) = one_run(8, 1);
    let plan = run.dir().join("plan.json");
    let mut connection = server.events("/api/runs/r/events", None);
    let mut events = connection.events();
    assert_eq!(events.next().unwrap().name, "status");
    let text = fs::read(&plan).unwrap();
    fs::write(&plan, "{").unwrap();
    let failure = events.next().unwrap();
    assert_eq!(failure.name, "failure");
    conforms("Error", &failure.json());
    fs::write(&plan, text).unwrap();
    assert!(events.any(|event| event.name == "status"));
}
